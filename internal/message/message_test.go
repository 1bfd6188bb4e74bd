package message

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"testing"
)

var argument = regexp.MustCompile(`\{[a-zA-Z0-9]+\}`)

func arguments(t text) []string {
	names := argument.FindAllString(t.other, -1)
	slices.Sort(names)
	return slices.Compact(names)
}

// Every key stands in both languages, takes the same arguments and says something.
func TestCataloguesAgree(t *testing.T) {
	en := catalogues()[English]
	for _, lang := range Langs {
		c := catalogues()[lang]
		for key, text := range c {
			if text.other == "" {
				t.Errorf("%s: %q has no text", lang, key)
			}
			if _, ok := en[key]; !ok {
				t.Errorf("%s: %q is not in the English catalogue", lang, key)
			}
		}
		for key, text := range en {
			other, ok := c[key]
			if !ok {
				t.Errorf("%s: %q is missing", lang, key)
			} else if a, b := arguments(text), arguments(other); !slices.Equal(a, b) {
				t.Errorf("%s: %q takes %v, in English %v", lang, key, b, a)
			}
		}
	}
}

func TestIn(t *testing.T) {
	m := New("contradiction", "a", "r1c1", "b", "r1c5", "digit", 8, "house", New("house.row", "n", 1))
	for lang, want := range map[Lang]string{
		English:     "r1c1 and r1c5 are both 8 (row 1)",
		Chinese:     "r1c1 和 r1c5 都是 8(第 1 行)",
		Lang("tlh"): "r1c1 and r1c5 are both 8 (row 1)",
	} {
		if got := m.In(lang); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	if got := New("no.such.key").In(Chinese); got != "no.such.key" {
		t.Errorf("a missing key renders as %q", got)
	}
}

type messenger struct{ m Message }

func (e messenger) Error() string    { return e.m.String() }
func (e messenger) Message() Message { return e.m }

func TestOf(t *testing.T) {
	err := fmt.Errorf("while reading: %w", messenger{New("house.row", "n", 3)})
	if got := Of(err, Chinese); got != "第 3 行" {
		t.Errorf("wrapped message: %q", got)
	}
	if got := Of(errors.New("plain"), Chinese); got != "plain" {
		t.Errorf("an error without a message: %q", got)
	}
}
