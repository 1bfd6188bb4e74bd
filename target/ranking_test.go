package target_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"nonet/sudoku"
	"nonet/target"
)

func TestBestCompletionsAgainstExhaustiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, w := drawPuzzle(t, rapid.IntRange(24, 40).Draw(t, "givens")), drawWeights(t)
		goal := rapid.SampledFrom([]target.Goal{target.Maximum, target.Minimum}).Draw(t, "goal")
		all, ok := completionScores(g, w, goal, 20_000)
		if !ok {
			t.Skip("too many completions to visit")
		}
		k := rapid.IntRange(1, 60).Draw(t, "k")
		r, err := target.BestCompletions(background, g, w, k, target.Options{Goal: goal})
		if err != nil || r.Outcome != sudoku.Found || len(r.Completions) != min(k, len(all)) {
			t.Fatalf("%v, %v: %d completions of %d, wanted %d", r.Outcome, err, len(r.Completions), len(all), k)
		}
		if r.Complete && len(r.Completions) != len(all) || !r.Complete && len(all) < k {
			t.Fatalf("complete %v with %d of %d", r.Complete, len(r.Completions), len(all))
		}
		if r.Bound != all[0] {
			t.Fatalf("bound %d, best %d", r.Bound, all[0])
		}
		seen := map[sudoku.Grid]bool{}
		for i, c := range r.Completions {
			if c.Score != all[i] || w.Score(c.Grid) != c.Score || !c.Grid.Solved() || !c.Grid.Extends(g) || seen[c.Grid] {
				t.Fatalf("place %d: %v with %d, exhaustive search says %d", i+1, c.Grid, c.Score, all[i])
			}
			if i > 0 && c.Score == r.Completions[i-1].Score && c.Grid.Compare(r.Completions[i-1].Grid) <= 0 {
				t.Fatalf("place %d: equal scores out of order", i+1)
			}
			seen[c.Grid] = true
		}
	})
}

func TestCountOptimaAgainstExhaustiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, w := drawPuzzle(t, rapid.IntRange(24, 40).Draw(t, "givens")), drawWeights(t)
		goal := rapid.SampledFrom([]target.Goal{target.Maximum, target.Minimum}).Draw(t, "goal")
		all, ok := completionScores(g, w, goal, 20_000)
		if !ok {
			t.Skip("too many completions to visit")
		}
		want := uint64(0)
		for _, score := range all {
			if score == all[0] {
				want++
			}
		}
		limit := rapid.Uint64Range(0, 50).Draw(t, "limit")
		o, err := target.CountOptima(background, g, w, limit, target.Options{Goal: goal})
		if err != nil || o.Outcome != sudoku.Found || o.Score != all[0] {
			t.Fatalf("%v, %v: %d", o.Outcome, err, o.Score)
		}
		if o.N != min(want, max(limit, 1)) || o.Exact != (want < max(limit, 1)) {
			t.Fatalf("%d (exact %v) up to %d, exhaustive search says %d", o.N, o.Exact, limit, want)
		}
	})
}

// TestBestOfTheEmptyGrid checks the empty grid, which has very many optima because of its
// symmetries.
func TestBestOfTheEmptyGrid(t *testing.T) {
	r, err := target.BestCompletions(background, sudoku.Grid{}, target.RingWeights(), 20, target.Options{})
	if err != nil || len(r.Completions) != 20 || r.Completions[0].Score != 2906 || r.Complete {
		t.Errorf("%v %v: %v", r.Outcome, err, r.Completions)
	}
	o, err := target.CountOptima(background, sudoku.Grid{}, target.RingWeights(), 100, target.Options{})
	if err != nil || o.N != 100 || o.Exact || o.Score != 2906 {
		t.Errorf("%d optima of %d, exact %v: %v", o.N, o.Score, o.Exact, err)
	}
}

// TestCountTellsItsProgress checks that a long count reports its progress and ends with its
// context.
func TestCountTellsItsProgress(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	last := uint64(0)
	opt := target.Options{Progress: func(p target.Result) {
		if p.N < last || p.N > 0 && (p.Score != 2906 || p.Bound != 2906) {
			t.Fatalf("%d optima of %d, bound %d, after %d", p.N, p.Score, p.Bound, last)
		}
		if last = p.N; last > 2000 {
			cancel()
		}
	}}
	o, err := target.CountOptima(ctx, sudoku.Grid{}, target.RingWeights(), 1<<60, opt)
	if !errors.Is(err, context.Canceled) || o.Outcome != sudoku.Found || o.Exact || o.N < last || last <= 2000 {
		t.Errorf("%v %v: %d optima, %d told", o.Outcome, err, o.N, last)
	}
}

func TestRankingAndCountWithoutCompletions(t *testing.T) {
	w := target.RingWeights()
	for _, g := range []sudoku.Grid{
		grid(t, "12345678.........9..............................................................."),
		grid(t, "11..............................................................................."),
	} {
		r, err := target.BestCompletions(background, g, w, 3, target.Options{})
		o, err2 := target.CountOptima(background, g, w, 3, target.Options{})
		contradictory := g.Contradictions() != nil
		if (err != nil) != contradictory || (err2 != nil) != contradictory {
			t.Errorf("%v: %v, %v", g, err, err2)
		}
		if r.Outcome != sudoku.None || !r.Complete || r.Completions != nil || o.Outcome != sudoku.None || !o.Exact || o.N != 0 {
			t.Errorf("%v: %+v, %+v", g, r, o)
		}
	}
	w[0][1] = target.MaxWeight + 1
	r, err := target.BestCompletions(background, sudoku.Grid{}, w, 3, target.Options{})
	if err == nil || r.Outcome != sudoku.Undecided || r.Complete {
		t.Errorf("a weight out of range: %v, %v", r.Outcome, err)
	}
	o, err := target.CountOptima(background, sudoku.Grid{}, w, 3, target.Options{})
	if err == nil || o.Outcome != sudoku.Undecided || o.Exact {
		t.Errorf("a weight out of range: %v, %v", o.Outcome, err)
	}
}

func TestRankingAndCountCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	cancel()
	r, err := target.BestCompletions(ctx, sudoku.Grid{}, weightsWithoutStructure(), 3, target.Options{})
	if !errors.Is(err, context.Canceled) || r.Outcome != sudoku.Undecided || r.Complete {
		t.Errorf("%v, %v", r.Outcome, err)
	}
	// All completions have the same score, and there are too many to count. The optimum is proven; the count is
	// not.
	zero := target.Weights{}
	o, err := target.CountOptima(background, sudoku.Grid{}, zero, 1<<60, target.Options{Limits: sudoku.Limits{Nodes: 2000}})
	var limit *sudoku.NodeLimitError
	if !errors.As(err, &limit) || o.Outcome != sudoku.Found || o.N < 1 || o.Exact {
		t.Errorf("%v, %v: %d, exact %v", o.Outcome, err, o.N, o.Exact)
	}
}
