package solve

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"nonet/puzzle"
	"nonet/sudoku"
)

// general is the engine for puzzles that are not classic.
type general struct{ *puzzle.Puzzle }

func (g *general) count(ctx context.Context, limits puzzle.Limits) (puzzle.Result, error) {
	return g.Search(ctx, limits)
}

func (g *general) solutions(ctx context.Context, order sudoku.Order, limits puzzle.Limits) (puzzle.Result, error) {
	found, err := g.Search(ctx, limits)
	if order == sudoku.Lexicographic {
		if cut := LeastSolutions(ctx, g.Puzzle, &found, limits.Solutions, limits); cut != nil {
			err = cut
		}
	}
	return found, err
}

func (g *general) ascendingSolutions(ctx context.Context, known []int, limits puzzle.Limits) iter.Seq2[[]int, error] {
	limits.Solutions, limits.Keep, limits.Valid = 1, 1, true
	return func(yield func([]int, error) bool) {
		fixed := *g.Puzzle
		fixed.Givens = slices.Clip(fixed.Givens)
		var down func(cell int, known []int) bool
		down = func(cell int, known []int) bool {
			if cell == len(known) {
				return yield(known, nil)
			}
			n := len(fixed.Givens)
			defer func() { fixed.Givens = fixed.Givens[:n] }()
			for v := range g.ValuesOf(cell) {
				fixed.Givens = append(fixed.Givens[:n], puzzle.Given{Cell: cell, Values: []int{v}})
				next := known
				if v != known[cell] {
					if fixed.Contradiction() != nil {
						continue
					}
					found, err := fixed.Search(ctx, limits)
					if err != nil && found.N == 0 {
						yield(nil, cmp.Or(context.Cause(ctx), err))
						return false
					}
					if found.N == 0 {
						continue
					}
					next = found.Solutions[0]
				}
				if !down(cell+1, next) {
					return false
				}
			}
			return true
		}
		down(0, known)
	}
}

func (g *general) countAll(ctx context.Context, limit uint64, limits puzzle.Limits, _ func(sudoku.Progress)) (Total, error) {
	limits.Solutions = int(min(cmp.Or(limit, mostVisited), mostVisited))
	r, err := g.Search(ctx, limits)
	total := Total{Total: sudoku.Total{N: newBigInt(r.N), Exact: r.Exact, Nodes: r.Nodes}, Engine: r.Engine}
	if len(r.Solutions) > 0 {
		total.First = r.Solutions[0]
	}
	return total, err
}

func (g *general) check(ctx context.Context, limits puzzle.Limits) (r Report, err error) {
	limits.Solutions, limits.Keep = 2, 2
	r.Result, err = g.Search(ctx, limits)
	switch {
	case r.N > 1:
		r.Unique, r.Minimal = sudoku.No, sudoku.No
	case r.Exact && r.N == 0:
		r.Unique, r.Minimal, r.Contradiction = sudoku.No, sudoku.No, err
		if err == nil {
			r.Contradiction = g.ContradictionOfGivens()
		}
		r.Conflict, err = ContradictingParts(ctx, g.Puzzle, limits)
	case r.Exact:
		r.Unique = sudoku.Yes
		switch r.Redundant, err = RedundantParts(ctx, g.Puzzle, limits); {
		case len(r.Redundant) > 0:
			r.Minimal = sudoku.No
		case err == nil:
			r.Minimal = sudoku.Yes
		}
	}
	return r, err
}

func (g *general) candidates(ctx context.Context, limit uint64, limits puzzle.Limits) (c Candidates, err error) {
	limits.Solutions, limits.Keep = int(min(max(limit, 2), mostVisited)), 64
	found, err := g.Search(ctx, limits)
	c.Tally, c.Engine = found.Tally, found.Engine
	seen := make([]map[int]bool, g.Cells())
	for i := range seen {
		seen[i] = map[int]bool{}
	}
	see := func(solutions [][]int) {
		for _, s := range solutions {
			for cell, v := range s {
				seen[cell][v] = true
			}
		}
	}
	see(found.Solutions)
	c.True, c.Open = make([][]int, g.Cells()), make([][]int, g.Cells())
	if fault := (*puzzle.Error)(nil); errors.As(err, &fault) {
		return c, err // searches for other values would fail in the same way
	}
	all := found.Exact && uint64(len(found.Solutions)) == found.N
	limits.Solutions, limits.Keep, limits.Valid = 1, 1, true
	fixed := *g.Puzzle
	for cell := range c.True {
		for v := range g.ValuesOf(cell) {
			switch {
			case seen[cell][v]:
			case all:
				continue
			case ctx.Err() != nil: // check before a search, because its preparation takes time on a large board
				c.Open[cell], err = append(c.Open[cell], v), cmp.Or(err, context.Cause(ctx))
				continue
			default:
				fixed.Givens = append(slices.Clip(g.Givens), puzzle.Given{Cell: cell, Values: []int{v}})
				if fixed.Contradiction() != nil {
					continue
				}
				found, cut := fixed.Search(ctx, limits)
				if see(found.Solutions); found.N == 0 {
					if cut != nil {
						c.Open[cell], err = append(c.Open[cell], v), cmp.Or(err, cut)
					}
					continue
				}
			}
			c.True[cell] = append(c.True[cell], v)
		}
	}
	return c, err
}
