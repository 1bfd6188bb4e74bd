package message

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var argument = regexp.MustCompile(`\{[a-zA-Z0-9]+\}`)

func arguments(t text) []string {
	names := argument.FindAllString(t.other, -1)
	slices.Sort(names)
	return slices.Compact(names)
}

// parsed is a catalogue as encoding/json reads it.
func parsed(t *testing.T, lang Lang) (c map[string]text) {
	if err := json.Unmarshal([]byte(catalogues[lang]), &c); err != nil {
		t.Fatal(lang, err)
	}
	return c
}

// Texts are found by bisection, without parsing: the files must have the shape
// for it, and give what a parser gives.
func TestLookUpIsParsing(t *testing.T) {
	for _, lang := range Langs() {
		var sorted any
		if err := json.Unmarshal([]byte(catalogues[lang]), &sorted); err != nil {
			t.Fatal(lang, err)
		}
		var want strings.Builder
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if e.Encode(sorted); want.String() != catalogues[lang] {
			a, b := strings.Split(want.String(), "\n"), strings.Split(catalogues[lang], "\n")
			for i := range a {
				if i >= len(b) || a[i] != b[i] {
					t.Fatalf("%s.json:%d: keys sorted by bytes and indented by two blanks would have here\n%s", lang, i+1, a[i])
				}
			}
		}
		all := parsed(t, lang)
		if keys := Keys(lang); !slices.Equal(keys, slices.Sorted(maps.Keys(all))) {
			t.Errorf("%s: Keys differ from the file's", lang)
		}
		for key, text := range all {
			if got, ok := lookUp(catalogues[lang], key); !ok || got != text {
				t.Errorf("%s: %q: %q, want %q", lang, key, got, text)
			}
			for _, none := range []string{key + "\x00", key + "x", key[:len(key)-1], key[1:], "{" + key} {
				if _, is := all[none]; !is {
					if got, ok := lookUp(catalogues[lang], none); ok {
						t.Errorf("%s: %q, which there is not: %q", lang, none, got)
					}
				}
			}
		}
	}
	for _, none := range []string{"", "\"", "\n  \"", "zzz", "~", "\xff"} {
		if got, ok := lookUp(english, none); ok {
			t.Errorf("%q: %q", none, got)
		}
	}
}

func BenchmarkLookUp(b *testing.B) {
	for b.Loop() {
		lookUp(english, "error.command")
	}
}

// Every key stands in both languages, takes the same arguments and says something.
func TestCataloguesAgree(t *testing.T) {
	en := parsed(t, English)
	for _, lang := range Langs() {
		c := parsed(t, lang)
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

// Chinese texts have full-width punctuation between Chinese words and beside
// arguments; what they quote of programs and formats stays as it is.
func TestChinesePunctuation(t *testing.T) {
	half := regexp.MustCompile(`[\p{Han}”}）][,;:!?](?:$|[^\w/])|[,;:?]\p{Han}|\p{Han} ?\(|\)\p{Han}`)
	library := strings.NewReplacer(":代码:候选数:盘面:已删:", "", "删减:填入:附加", "")
	for key, text := range parsed(t, Chinese) {
		for _, form := range []string{text.one, text.other} {
			if at := half.FindString(library.Replace(form)); at != "" {
				t.Errorf("%q: half-width punctuation in %q", key, at)
			}
		}
	}
}

func TestIn(t *testing.T) {
	m := New("contradiction", "a", "r1c1", "b", "r1c5", "digit", 8, "house", New("house.row", "n", 1))
	for lang, want := range map[Lang]string{
		English:     "r1c1 and r1c5 are both 8 (row 1)",
		Chinese:     "r1c1 和 r1c5 都是 8（第 1 行）",
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
