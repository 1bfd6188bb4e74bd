package explain

import (
	"context"
	"math/rand/v2"
	"testing"

	"nonet/logic"
	"nonet/sudoku"
)

// turned is the grid under a random relabelling of digits, permutation of lines,
// bands and stacks, and perhaps a transposition.
func turned(g sudoku.Grid, r *rand.Rand) sudoku.Grid {
	lines := func() (p [9]int) {
		bands := r.Perm(3)
		for i := range 3 {
			for j, k := range r.Perm(3) {
				p[i*3+j] = bands[i]*3 + k
			}
		}
		return p
	}
	rows, columns, digits, turn := lines(), lines(), r.Perm(9), r.IntN(2) == 1
	var to sudoku.Grid
	for c := range sudoku.Cell(sudoku.Cells) {
		if d := g.At(c); d != 0 {
			row, column := rows[c.Row()-1], columns[c.Column()-1]
			if turn {
				row, column = column, row
			}
			to = to.With(sudoku.CellAt(row+1, column+1), sudoku.Digit(digits[d-1]+1))
		}
	}
	return to
}

// The grade is the same for every relabelling of a puzzle.
func TestRoundsDoNotDependOnOrientation(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	turns := 8
	if testing.Short() {
		turns = 1
	}
	for _, p := range puzzles {
		g := sudoku.MustParse(p)
		want, outcome, err := RoundsOf(t.Context(), logic.NewState(g), logic.DefaultOrder())
		if outcome != sudoku.Found || err != nil || want.Solved != (want.Bottleneck > 0) || want.Solved == (want.Hardest == logic.BruteForce) {
			t.Fatalf("%s: %+v %v %v", p, want, outcome, err)
		}
		for range turns {
			other := turned(g, r)
			got, _, err := RoundsOf(t.Context(), logic.NewState(other), logic.DefaultOrder())
			if got != want || err != nil {
				t.Errorf("%s: %+v, of %s: %+v %v", p, want, other, got, err)
			}
		}
	}
}

func TestRoundsCut(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, outcome, err := RoundsOf(ctx, logic.NewState(sudoku.MustParse(puzzles[2])), logic.DefaultOrder()); outcome != sudoku.Undecided || err == nil || r.Solved {
		t.Errorf("%+v %v %v", r, outcome, err)
	}
	// No puzzle at all: it ends, and says nothing of a solution.
	if r, outcome, _ := RoundsOf(t.Context(), logic.NewState(sudoku.Grid{}), logic.DefaultOrder()[:3]); outcome != sudoku.Found || r.Solved || r.N != 0 {
		t.Errorf("empty: %+v %v", r, outcome)
	}
}
