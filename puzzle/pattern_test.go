package puzzle

import (
	"math/rand/v2"
	"testing"
)

// The page's reading of patterns matches what the standard library's matches.
func TestPatternMatches(t *testing.T) {
	random := rand.New(rand.NewPCG(29, 2))
	parts := []string{"1", "2", "3", ".", "[12]", "[^1-2]", "(", ")", "|", "*", "+", "?", "{2}", "{1,2}"}
	tried, matched := 0, 0
	for tried < 3000 {
		text := ""
		for range 1 + random.IntN(7) {
			text += parts[random.IntN(len(parts))]
		}
		pattern := parsePattern(text)
		if pattern == nil || patternMistake(text) != "" {
			continue
		}
		tried++
		var values []byte
		for range random.IntN(5) {
			values = append(values, "123"[random.IntN(3)])
		}
		want := patternMatches(text, values)
		if want {
			matched++
		}
		if got := pattern.matches(values); got != want {
			t.Fatalf("%q matches %q: %v, not %v", text, values, got, want)
		}
	}
	if matched < 300 {
		t.Errorf("only %d matched", matched)
	}
}
