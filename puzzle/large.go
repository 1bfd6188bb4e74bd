package puzzle

import (
	"context"

	"nonet/internal/engine/clauses"
	"nonet/internal/engine/csp"
	"nonet/sudoku"
)

// These numbers decide when a search switches to the engine that learns from contradictions. The puzzle must have more
// than `smallest` values, and every rule must be about pairs or sets of values. The switch comes after `stalled`
// guesses, or after stalledInLanes guesses in a search in lanes, where a guess takes a twentieth of the time. Most
// boards of 16×16 need fewer guesses, and learning would take four times as long. Boards of 25×25 need millions of
// guesses. In lanes no known board of 16×16 needs more than a thousand guesses, or eleven thousand with diagonals.
const (
	smallest       = 9
	stalled        = 500
	stalledInLanes = 20_000
)

// statement receives the clauses of a network, and adds them to a clauses.Problem.
type statement struct{ *clauses.Problem }

func (s statement) AddClause(literals ...int) {
	c := make([]clauses.Lit, len(literals))
	for i, l := range literals {
		c[i] = clauses.Lit(l)
	}
	s.Problem.AddClause(c...)
}

// buildClauseProblem converts a network to candidates and clauses. n.CanStateClauses must be true. `candidates` has the cell
// and the value of each variable that stands for a candidate. The other variables come after these.
func buildClauseProblem(n *csp.Network) (p *clauses.Problem, candidates [][2]int) {
	p = &clauses.Problem{}
	return p, n.StateClauses(statement{p}, clauses.MaxGroup-2)
}

// countLarge does the work of [Puzzle.Search] for a large board.
func countLarge(ctx context.Context, cells int, p *clauses.Problem, candidates [][2]int, limits Limits) (r Result, err error) {
	found := clauses.Count(ctx, p, clauses.Limits{Solutions: limits.Solutions, Keep: limits.Keep, Conflicts: limits.Nodes, Further: limits.Further, Threads: limits.Threads})
	for _, in := range found.Kept {
		values := make([]int, cells)
		for v, isTrue := range in[:len(candidates)] {
			if isTrue {
				values[candidates[v][0]] = candidates[v][1]
			}
		}
		r.Solutions = append(r.Solutions, values)
	}
	r.Engine = Clauses
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
