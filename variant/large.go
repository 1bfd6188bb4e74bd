package variant

import (
	"context"

	"nonet/internal/engine/clauses"
	"nonet/internal/engine/csp"
	"nonet/sudoku"
)

// A board of houses alone with more values than smallest is learned about when a search for
// constraints has made so many guesses. Most boards of 16×16 need fewer, and are solved in a
// quarter of the time that learning takes; those of 25×25 need millions.
const (
	smallest = 9
	stalled  = 500
)

// largeProblem is a network of houses alone as groups of candidates: of each cell, and of
// each value in each house. of is the cell and the value of each variable.
func largeProblem(n *csp.Network) (p *clauses.Problem, of [][2]int, ok bool) {
	domains, distinct, ok := n.Plain()
	if !ok {
		return nil, nil, false
	}
	p = &clauses.Problem{}
	candidates := make([][]int, len(domains)) // by cell and value: a variable, or -1
	for cell, set := range domains {
		candidates[cell] = make([]int, n.Values())
		var all []int
		for v := range candidates[cell] {
			candidates[cell][v] = -1
			if set>>v&1 != 0 {
				candidates[cell][v] = p.Variable()
				all = append(all, candidates[cell][v])
				of = append(of, [2]int{cell, n.First() + v})
			}
		}
		p.ExactlyOne(all...)
	}
	for _, house := range distinct {
		for v := range n.Values() {
			var places []int
			for _, cell := range house {
				if at := candidates[cell][v]; at >= 0 {
					places = append(places, at)
				}
			}
			switch {
			case len(house) == n.Values():
				p.ExactlyOne(places...)
			case len(places) > clauses.MaxGroup-2:
				return nil, nil, false
			case len(places) > 1:
				p.AtMostOne(places...)
			}
		}
	}
	return p, of, true
}

// countLarge is Count for a large board of houses alone.
func countLarge(ctx context.Context, cells int, p *clauses.Problem, of [][2]int, limits Limits) (r Result, err error) {
	found := clauses.Count(ctx, p, clauses.Limits{Solutions: limits.Solutions, Keep: limits.Keep, Conflicts: limits.Nodes, Threads: limits.Threads})
	for _, in := range found.Kept {
		values := make([]int, cells)
		for v, is := range in {
			if is {
				values[of[v][0]] = of[v][1]
			}
		}
		r.Solutions = append(r.Solutions, values)
	}
	r.Tally = sudoku.Tally{N: uint64(found.Solutions), Exact: found.Complete, Nodes: found.Conflicts}
	switch {
	case found.Complete || found.Solutions >= limits.Solutions:
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	default:
		err = &sudoku.NodeLimitError{Nodes: found.Conflicts}
	}
	return r, err
}
