package target

import (
	"cmp"
	"container/heap"
	"context"
	"sort"

	"nonet/sudoku"
)

// Completion is a full grid and its score.
type Completion struct {
	Grid  sudoku.Grid
	Score int64
}

// Ranking holds the best completions, in order.
type Ranking struct {
	// Outcome is Found if Completions are proven to be the best ones, and None if there is no completion. It is
	// Undecided if the search was cut short; Completions are then the best found so far.
	Outcome     sudoku.Outcome
	Completions []Completion // the best first; completions with equal scores in ascending order of the grids
	Complete    bool         // set if the puzzle has no other completions
	Bound       int64        // no completion has a better score; 0 if the outcome is None
	Nodes       uint64       // the number of guesses made
}

// BestCompletions returns the k best completions of g under w in order, or all of them if there are fewer. k must be at
// least 1. Memory grows with k; time also grows if k is large. If several completions tie for the last places, every
// run chooses the same ones, but these need not be the first in any order. Errors are the same as for [Optimum];
// opt.Progress reports the best completion.
func BestCompletions(ctx context.Context, g sudoku.Grid, w Weights, k int, opt Options) (Ranking, error) {
	k = max(k, 1)
	s, err := newSearch(ctx, g, &w, &opt)
	if s == nil {
		r, err := resultWithoutSearch(err)
		return Ranking{Outcome: r.Outcome, Complete: r.Outcome == sudoku.None}, err
	}
	defer s.release()
	var top worstFirst
	all := false // set if the window reaches down to the worst possible score
	s.visit = func(score int64, g sudoku.Grid) bool {
		s.recordBest(score, g)
		heap.Push(&top, Completion{g, score})
		if len(top) > k {
			heap.Pop(&top)
		}
		if len(top) == k {
			s.cut = max(s.cut, (top[0].Score+1)<<shift)
		}
		return true
	}
	s.searchWindows(func() {
		top = top[:0]
		all = s.cut <= s.worst<<shift
	}, func(int64) bool { return len(top) == k })
	sort.Slice(top, func(i, j int) bool {
		return cmp.Or(cmp.Compare(top[j].Score, top[i].Score), top[i].Grid.Compare(top[j].Grid)) < 0
	})
	for i := range top {
		top[i].Score *= s.sign
	}
	r := Ranking{Completions: top, Bound: s.sign * s.bound, Nodes: s.nodes}
	switch {
	case s.stopped != nil:
		return r, s.stopped
	case len(top) == 0:
		r.Outcome, r.Complete, r.Bound = sudoku.None, true, 0
	default:
		r.Outcome, r.Complete = sudoku.Found, all && len(top) < k
	}
	return r, nil
}

// worstFirst is a heap of completions with the worst on top. Their scores are signed: higher is better.
type worstFirst []Completion

func (h worstFirst) Len() int           { return len(h) }
func (h worstFirst) Less(i, j int) bool { return h[i].Score < h[j].Score }
func (h worstFirst) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *worstFirst) Push(x any)        { *h = append(*h, x.(Completion)) }
func (h *worstFirst) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// Optima is an optimum and the number of completions with its score.
type Optima struct {
	Result
	N     uint64 // the number of optimal completions found, at most the limit
	Exact bool   // set if N is the number of all optimal completions; otherwise N is a lower bound
}

// CountOptima counts the optimal completions of g under w, up to `limit`, which must be at least 1. Errors are the same
// as for [Optimum]. If the optimum is proven and only the count was cut short, Outcome is Found. CountOptima also calls
// opt.Progress every few hundred optimal completions.
func CountOptima(ctx context.Context, g sudoku.Grid, w Weights, limit uint64, opt Options) (Optima, error) {
	limit = max(limit, 1)
	s, err := newSearch(ctx, g, &w, &opt)
	if s == nil {
		r, err := resultWithoutSearch(err)
		return Optima{Result: r, Exact: r.Outcome == sudoku.None}, err
	}
	defer s.release()
	s.runToOptimum()
	r, err := s.currentResult()
	o := Optima{Result: r, Exact: r.Outcome == sudoku.None}
	if r.Outcome != sudoku.Found {
		return o, err
	}
	s.stopped = nil
	s.cut = s.best << shift
	s.visit = func(int64, sudoku.Grid) bool {
		s.optima++
		const often = 256
		if s.optima%often == 1 {
			s.reportProgress()
		}
		return s.optima < limit
	}
	o.Exact = s.descend(0)
	o.Nodes = s.nodes
	o.N = max(s.optima, 1) // count at least the incumbent, even if the count was cut short before it reached the incumbent
	return o, s.stopped
}
