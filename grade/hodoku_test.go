package grade

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

//go:embed testdata/hodoku.txt
var reference string

// scoresEqual is the least number of the 500 scores that equal HoDoKu's. All levels must equal HoDoKu's. The
// other paths differ at a forcing net, where HoDoKu finds another net.
const scoresEqual = 496

// Level and score of the default path equal HoDoKu's. With -short the test takes a tenth of the
// puzzles.
func TestHoDoKuScores(t *testing.T) {
	n, equal := 0, 0
	for line := range strings.Lines(reference) {
		f := strings.Fields(line)
		if f[0] == "#" {
			continue
		}
		if n++; testing.Short() && n%10 != 0 {
			continue
		}
		path, outcome, err := hodoku.PathOf(t.Context(), logic.NewState(sudoku.MustParse(f[0])), hodoku.DefaultOrder(), nil)
		if outcome != sudoku.Found {
			t.Fatal(f[0], outcome, err)
		}
		score, level := HoDoKu(&path)
		if level.String() != f[1] {
			t.Errorf("%s: %s %d, HoDoKu's are %s %s", f[0], level, score, f[1], f[2])
		}
		if strconv.Itoa(score) == f[2] {
			equal++
		} else {
			t.Logf("%s: %s %d, HoDoKu's score is %s", f[0], level, score, f[2])
		}
	}
	least := scoresEqual
	if testing.Short() {
		least = 50 - (500 - scoresEqual)
	}
	if n != 500 || equal < least {
		t.Errorf("of %d puzzles %d scores are equal, of 500 it was %d", n, equal, scoresEqual)
	}
}

func TestHoDoKu(t *testing.T) {
	of := func(n int, k logic.Technique) []logic.Step {
		return slices.Repeat([]logic.Step{{Technique: k}}, n)
	}
	for _, c := range []struct {
		steps []logic.Step
		score int
		level hodoku.Level
	}{
		{nil, 0, hodoku.Easy},
		{of(200, logic.FullHouse), 800, hodoku.Easy},
		{of(201, logic.FullHouse), 804, hodoku.Medium},
		{of(260, logic.FullHouse), 1040, hodoku.Hard},
		{of(1, logic.XWing), 140, hodoku.Hard},
		{of(12, logic.XWing), 1680, hodoku.Unfair},
		{of(13, logic.XWing), 1820, hodoku.Extreme},
	} {
		if score, level := HoDoKu(&logic.Path{Steps: c.steps}); score != c.score || level != c.level {
			t.Errorf("%d steps: %d %s, want %d %s", len(c.steps), score, level, c.score, c.level)
		}
	}
}
