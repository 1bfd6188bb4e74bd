package explain

import (
	_ "embed"
	"strconv"
	"strings"
	"testing"

	"nonet/logic"
	"nonet/sudoku"
)

//go:embed testdata/hodoku.txt
var hodoku string

// scoresEqual is how many of the 500 scores are HoDoKu's at least; all levels are.
// The others part at a forcing net, of which HoDoKu finds different ones.
const scoresEqual = 496

// Level and score of the default path are HoDoKu's.
func TestHoDoKuScores(t *testing.T) {
	n, equal := 0, 0
	for line := range strings.Lines(hodoku) {
		f := strings.Fields(line)
		if f[0] == "#" {
			continue
		}
		n++
		path, outcome, err := logic.Path(t.Context(), logic.NewState(sudoku.MustParse(f[0])), logic.DefaultOrder())
		if outcome != sudoku.Found {
			t.Fatal(f[0], outcome, err)
		}
		score, level := Difficulty(path.Steps)
		if level.String() != f[1] {
			t.Errorf("%s: %s %d, HoDoKu's are %s %s", f[0], level, score, f[1], f[2])
		}
		if strconv.Itoa(score) == f[2] {
			equal++
		} else {
			t.Logf("%s: %s %d, HoDoKu's score is %s", f[0], level, score, f[2])
		}
	}
	t.Logf("%d of %d scores are equal", equal, n)
	if n != 500 || equal < scoresEqual {
		t.Errorf("%d of %d scores are equal, it was %d of 500", equal, n, scoresEqual)
	}
}
