package puzzle

import (
	"context"
	"errors"
	"testing"
	"time"

	"nonet/sudoku"
)

// A batch answers each puzzle as Count does, up to the first that the context cuts short.
func TestCountBatch(t *testing.T) {
	classic, wrong, thermo := New(9, 9), New(4, 4), New(4, 4)
	wrong.Givens = []Given{{0, []int{5}}}
	thermo.Constraints = []Constraint{{Kind: "Thermo", Cells: []int{0, 1, 2, 3}}}
	puzzles := []*Puzzle{thermo, classic, wrong, thermo}
	answers := make([]Answer, len(puzzles))
	if n := CountBatch(t.Context(), puzzles, Limits{Solutions: 13}, answers); n != 4 {
		t.Fatalf("%d answers", n)
	}
	for i, want := range []uint64{12, 13, 0, 12} {
		a := answers[i]
		if a.N != want || (a.Err != nil) != (want == 0) || len(a.Solutions) > 1 {
			t.Errorf("%d: %+v", i, a)
		}
	}
	var nodes *sudoku.NodeLimitError
	if CountBatch(t.Context(), puzzles[:1], Limits{Solutions: 13, Nodes: 1}, answers); !errors.As(answers[0].Err, &nodes) {
		t.Errorf("a node: %+v", answers[0])
	}
	if CountBatch(t.Context(), puzzles[:1], Limits{Solutions: 13, Time: time.Nanosecond}, answers); !errors.Is(answers[0].Err, context.DeadlineExceeded) {
		t.Errorf("a nanosecond: %+v", answers[0])
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if n := CountBatch(ended, puzzles, Limits{}, answers); n != 0 {
		t.Errorf("%d answers after the context ended", n)
	}
}
