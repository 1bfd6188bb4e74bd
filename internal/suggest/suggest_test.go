package suggest

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/message"
)

func TestNames(t *testing.T) {
	known := []string{"x-wing", "xy-wing", "xyz-wing", "swordfish", "sashimi-swordfish", "sashimi-x-wing", "sashimi-jellyfish", "sashimi-whale", "simple-colours-trap", "simple-colours-wrap", "aic", "X翼", "双强链", "0300", "solve", "grade", "solve"}
	for name, want := range map[string]string{
		"xwing":             "x-wing",
		"X Wing":            "x-wing",
		"xywign":            "xy-wing",
		"sowrdfish":         "swordfish",
		"slove":             "solve",
		"GRADES":            "grade",
		"simple-color-trap": "simple-colours-trap",
		"simple-colours":    "simple-colours-trap simple-colours-wrap",
		"sashimi":           "sashimi-swordfish sashimi-x-wing sashimi-jellyfish",
		"jellyfish":         "sashimi-jellyfish",
		"双强连":               "双强链",
		"aci":               "aic",
		"0301":              "",
		"xw":                "",
		"a":                 "",
		"":                  "",
		"-":                 "",
		"frobnicate":        "",
		"\xff\x00wing":      "x-wing xy-wing",
	} {
		if got := strings.Join(Names(name, known), " "); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if got := Names(strings.Repeat("x", 1<<20), known); got != nil {
		t.Errorf("a very long name: %q", got)
	}
}

func TestSuggested(t *testing.T) {
	what := message.New("error.number")
	if got := WithSuggestions(what, "slove", []string{"solve", "count"}).In(message.Chinese); !strings.HasPrefix(got, what.In(message.Chinese)) || !strings.Contains(got, "solve") {
		t.Error(got)
	}
	if got := WithSuggestions(what, "nothing like it", []string{"solve"}); got.Key != what.Key {
		t.Error(got)
	}
}

// TestDistance checks that the distance is a metric, except for the triangle inequality. Changing one letter
// must change it by at most one. Two words in which neighbours are swapped must be at most one apart.
func TestDistance(t *testing.T) {
	word := rapid.SliceOfN(rapid.SampledFrom([]rune("abc")), 0, 8)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := editDistance(a, b)
		if d != editDistance(b, a) || (d == 0) != slices.Equal(a, b) || d > max(len(a), len(b)) {
			t.Fatalf("%q, %q: %d, back %d", string(a), string(b), d, editDistance(b, a))
		}
		if len(a) > 1 {
			i := rapid.IntRange(1, len(a)-1).Draw(t, "i")
			c := slices.Clone(a)
			c[i-1], c[i] = c[i], c[i-1]
			if editDistance(a, c) > 1 {
				t.Fatalf("%q, %q: %d", string(a), string(c), editDistance(a, c))
			}
			if cut := slices.Delete(slices.Clone(b), 0, min(1, len(b))); max(d-editDistance(a, cut), editDistance(a, cut)-d) > 1 {
				t.Fatalf("%q, %q without its first letter: %d, %d", string(a), string(b), d, editDistance(a, cut))
			}
		}
	})
}
