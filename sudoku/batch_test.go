package sudoku

import (
	"context"
	"errors"
	"testing"
)

// mixedPuzzles returns n puzzles of every kind.
func mixedPuzzles(n int) []Grid {
	kinds := []Grid{MustParse(inkala), unsolvable, twofold, contradictory, MustParse(inkalaSolution), empty}
	all := make([]Grid, n)
	for i := range all {
		all[i] = kinds[(i*i+i/7)%len(kinds)]
	}
	return all
}

func TestSolveBatchAnswersAsSolveDoes(t *testing.T) {
	puzzles := mixedPuzzles(30_000)
	if testing.Short() {
		puzzles = puzzles[:5000]
	}
	type known struct {
		outcome Outcome
		n       uint64
		exact   bool
		err     string
	}
	want := map[Grid]known{}
	for _, g := range puzzles[:1000] {
		tally, err := Count(t.Context(), g, 2, Limits{})
		_, outcome, _ := Solve(t.Context(), g, Limits{})
		k := known{outcome: outcome, n: tally.N, exact: tally.Exact}
		if err != nil {
			k.err = err.Error()
		}
		want[g] = k
	}
	values := make([][Cells]uint8, len(puzzles))
	for i, g := range puzzles {
		values[i] = g.Values()
	}
	var results Results
	if n := SolveBatch(t.Context(), values, 2, Limits{}, &results); n != len(puzzles) {
		t.Fatalf("%d answers to %d puzzles", n, len(puzzles))
	}
	for i, g := range puzzles {
		a := results.At(i)
		got := known{outcome: a.Outcome(), n: a.Tally().N, exact: a.Tally().Exact}
		if err := a.Err(g); err != nil {
			got.err = err.Error()
		}
		if got != want[g] {
			t.Fatalf("answer %d is %+v, want %+v for %s", i, a, want[g], g)
		}
		if a.Outcome() == Found && !(a.Solution().Solved() && a.Solution().Extends(g)) {
			t.Fatalf("answer %d: %s does not solve %s", i, a.Solution(), g)
		}
	}
}

func TestSolveBatchCanBeLimitedAndCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var results Results
	if n := SolveBatch(ctx, [][Cells]uint8{empty.Values()}, 1<<60, Limits{}, &results); n != 0 {
		t.Errorf("%d answers after the context ended", n)
	}
	var limit *NodeLimitError
	if n := SolveBatch(t.Context(), [][Cells]uint8{empty.Values()}, 1<<60, Limits{Nodes: 100}, &results); n != 1 {
		t.Errorf("%d answers", n)
	} else if a := results.At(0); !errors.As(a.Err(empty), &limit) || a.Tally().Exact || a.Tally().N == 0 || a.Outcome() != Found {
		t.Errorf("100 nodes on the empty grid: %+v, %v", a, a.Err(empty))
	}
}
