package format

import (
	"strings"
	"testing"
)

// TestWordsOfAnotherBoard checks that a sentence about clues is not understood if it names
// digits that the board lacks.
func TestWordsOfAnotherBoard(t *testing.T) {
	for rule, want := range map[string]int{"between the 1 and the 9": 1, "between the 2 and the 8": 0} {
		p, err := ParseOne(`{"cells":[` + strings.TrimSuffix(strings.Repeat(`[{},{},{},{},{},{},{},{},{}],`, 9), ",") + `],"overlays":[{"center":[0.5,-0.5],"text":"12","width":1,"height":1}],"metadata":{"rules":"Clues outside the grid give the sum of the digits ` + rule + `."}}`)
		if err != nil {
			t.Fatal(err)
		}
		if n, unread := len(p.Puzzle().Constraints), p.Unknown(); n != want || (len(unread) == 0) != (want > 0) {
			t.Errorf("%s: %d constraints, left over %q", rule, n, unread)
		}
	}
}
