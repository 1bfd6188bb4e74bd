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

// BestCompletions returns the k best completions of g under w in order, or all of them if there are fewer. k must be at
// least 1. Memory grows with k; time also grows if k is large. If several completions tie for the last places, every
// run chooses the same ones, but these need not be the first in any order. Errors are the same as for [Optimum];
// opt.Progress reports the best completion.
func BestCompletions(ctx context.Context, g sudoku.Grid, w Weights, k int, opt Options) (Result, error) {
	k = max(k, 1)
	s, err := newSearch(ctx, g, &w, &opt)
	if s == nil {
		return resultWithoutSearch(err)
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
	r := Result{Completions: top, Bound: s.sign * s.bound, Nodes: s.nodes}
	for i := range top {
		top[i].Score *= s.sign
		r.Score, r.HasGrid, r.Grid = top[0].Score, true, top[0].Grid
	}
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

// CountOptima counts the optimal completions of g under w, up to limit, which must be at least 1. Errors are the same
// as for [Optimum]. If the optimum is proven and only the count was cut short, Outcome is Found. CountOptima also calls
// opt.Progress every few hundred optimal completions.
func CountOptima(ctx context.Context, g sudoku.Grid, w Weights, limit uint64, opt Options) (Result, error) {
	limit = max(limit, 1)
	s, err := newSearch(ctx, g, &w, &opt)
	if s == nil {
		return resultWithoutSearch(err)
	}
	defer s.release()
	s.runToOptimum()
	r, err := s.finalResult()
	if r.Outcome != sudoku.Found {
		return r, err
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
	r.Exact = s.descend(0)
	r.Nodes = s.nodes
	r.N = max(s.optima, 1) // the count may have been cut short before it reached the incumbent, which exists
	return r, s.stopped
}
