package grade

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// randomIsomorph returns a random isomorph of the grid.
func randomIsomorph(g sudoku.Grid, r *rand.Rand) sudoku.Grid {
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

var allTurns = flag.Int("turns", 0, "turn every puzzle so many times, instead of every second once")

// The grade is the same for every relabelling of a puzzle.
func TestRoundsDoNotDependOnOrientation(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	turns := max(*allTurns, 1)
	for i, p := range puzzles {
		if *allTurns == 0 && i%4 != 0 || testing.Short() && i%8 != 0 {
			continue
		}
		g := sudoku.MustParse(p)
		want, outcome, err := RoundsOf(t.Context(), logic.NewState(g), hodoku.DefaultOrder())
		if outcome != sudoku.Found || err != nil || want.Solved != (want.Bottleneck > 0) || want.Solved == (want.Hardest == logic.BruteForce) {
			t.Fatalf("%s: %+v %v %v", p, want, outcome, err)
		}
		for range turns {
			other := randomIsomorph(g, r)
			got, _, err := RoundsOf(t.Context(), logic.NewState(other), hodoku.DefaultOrder())
			if got != want || err != nil {
				t.Errorf("%s: %+v, of %s: %+v %v", p, want, other, got, err)
			}
		}
	}
}

func TestRoundsCut(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, outcome, err := RoundsOf(ctx, logic.NewState(sudoku.MustParse(puzzles[2])), hodoku.DefaultOrder()); outcome != sudoku.Undecided || err == nil || r.Solved {
		t.Errorf("%+v %v %v", r, outcome, err)
	}
	// The empty grid is not a puzzle: grading ends, and claims no solution.
	if r, outcome, _ := RoundsOf(t.Context(), logic.NewState(sudoku.Grid{}), hodoku.DefaultOrder()[:3]); outcome != sudoku.Found || r.Solved || r.N != 0 {
		t.Errorf("empty: %+v %v", r, outcome)
	}
}

// puzzles lists puzzles with one solution, from easy to harder than every technique.
var puzzles = []string{
	"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
	"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
	"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
	"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
}
