package variant

import (
	"context"
	"slices"
)

// Part is a given or a constraint of a puzzle, by its index in Givens or Constraints.
type Part struct {
	Given bool
	Index int
}

// Without is the puzzle without some of its givens and constraints. The board and its
// groups stay.
func (p *Puzzle) Without(parts ...Part) *Puzzle {
	next := *p
	next.Givens, next.Constraints = nil, nil
	for i, g := range p.Givens {
		if !slices.Contains(parts, Part{true, i}) {
			next.Givens = append(next.Givens, g)
		}
	}
	for i, c := range p.Constraints {
		if !slices.Contains(parts, Part{false, i}) {
			next.Constraints = append(next.Constraints, c)
		}
	}
	return &next
}

// Parts are all givens and constraints of the puzzle.
func (p *Puzzle) Parts() (all []Part) {
	for i := range p.Givens {
		all = append(all, Part{true, i})
	}
	for i := range p.Constraints {
		all = append(all, Part{false, i})
	}
	return all
}

// Redundant are the givens and constraints of a puzzle with one solution each of which
// could go, by itself: without it the solution is still the only one. A puzzle without
// such is minimal. Each costs a search. The error is that of [Puzzle.Count]; what was
// found before stands beside it.
func (p *Puzzle) Redundant(ctx context.Context, limits Limits) (parts []Part, err error) {
	for _, part := range p.Parts() {
		less := p.Without(part)
		if less.Validate() != nil { // other constraints need it
			continue
		}
		r, err := less.Count(ctx, Limits{Solutions: 2, Nodes: limits.Nodes})
		if err != nil {
			return parts, err
		}
		if r.N == 1 && r.Exact {
			parts = append(parts, part)
		}
	}
	return parts, nil
}

// Conflict is a small set of the givens and constraints of a puzzle without a solution
// that clash, on its board: without any one of them the others have a solution. Each part
// of the puzzle costs a search. The error is that of [Puzzle.Count], and the set then one
// that clashes but need not be small.
func (p *Puzzle) Conflict(ctx context.Context, limits Limits) (parts []Part, err error) {
	var gone []Part
	for _, part := range p.Parts() {
		less := p.Without(append(gone, part)...)
		if less.Validate() != nil {
			parts = append(parts, part)
			continue
		}
		r, wrong := less.Count(ctx, Limits{Solutions: 1, Nodes: limits.Nodes})
		if wrong != nil {
			err = wrong
			if ctx.Err() != nil {
				break
			}
		}
		if wrong == nil && r.N == 0 && r.Exact {
			gone = append(gone, part)
		}
	}
	return slices.DeleteFunc(p.Parts(), func(part Part) bool { return slices.Contains(gone, part) }), err
}
