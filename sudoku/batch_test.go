package sudoku

import (
	"context"
	"errors"
	"slices"
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

func TestSolveAllAnswersInOrderAsSolveDoes(t *testing.T) {
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
	i := 0
	for a, err := range SolveAll(t.Context(), slices.Values(puzzles), 2, Limits{}) {
		got := known{outcome: a.Outcome(), n: a.Tally().N, exact: a.Tally().Exact}
		if err != nil {
			got.err = err.Error()
		}
		if a.Puzzle != puzzles[i] || got != want[a.Puzzle] {
			t.Fatalf("answer %d is %+v, want %+v for %s", i, a, want[puzzles[i]], puzzles[i])
		}
		if a.Outcome() == Found && !(a.Solution().Solved() && a.Solution().Extends(a.Puzzle)) {
			t.Fatalf("answer %d: %s does not solve %s", i, a.Solution(), a.Puzzle)
		}
		i++
	}
	if i != len(puzzles) {
		t.Errorf("%d answers to %d puzzles", i, len(puzzles))
	}
}

func TestSolveAllCanBeLeftAndCancelled(t *testing.T) {
	endless := func(yield func(Grid) bool) {
		for yield(MustParse(inkala)) {
		}
	}
	n := 0
	for range SolveAll(t.Context(), endless, 1, Limits{}) {
		if n++; n == 1000 {
			break
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for a, err := range SolveAll(ctx, endless, 1, Limits{}) {
		if n++; n == 2000 {
			cancel()
		}
		if last = err; err != nil && a != (SolvedPuzzle{}) {
			t.Fatalf("%v beside %+v", err, a)
		}
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("a cancelled stream ends with %v", last)
	}
	for a, err := range SolveAll(t.Context(), slices.Values([]Grid{empty}), 1<<60, Limits{Nodes: 100}) {
		var limit *NodeLimitError
		if !errors.As(err, &limit) || a.Tally().Exact || a.Tally().N == 0 || a.Outcome() != Found {
			t.Errorf("100 nodes on the empty grid: %+v, %v", a, err)
		}
	}
	for a, err := range SolveAll(t.Context(), slices.Values([]Grid(nil)), 1, Limits{}) {
		t.Errorf("an answer to nothing: %+v, %v", a, err)
	}
}
