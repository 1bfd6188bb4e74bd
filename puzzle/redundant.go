package puzzle

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

// hasOnly tells whether the puzzle has a solution, and no other.
func (p *Puzzle) hasOnly(ctx context.Context, solution []int, limits Limits) (bool, error) {
	if p.Validate() != nil || p.Clash() != nil || len(p.broken(solution)) > 0 { // other constraints need it: marks, where a rule is about what is not marked
		return false, nil
	}
	limits.Solutions, limits.Keep, limits.Valid = 2, 1, true
	r, err := p.Count(ctx, limits)
	return err == nil && r.N == 1 && r.Exact, err
}

// Minimal is the puzzle without the givens and constraints that can go, tried in the order of parts, until
// none of those left could: without it there would be more solutions. solution is the only one that the
// puzzle has. Each part costs a search. A part stays of which a search within its limits does not tell;
// open is how many did. The error is the context's; the puzzle is then as far as it came.
func (p *Puzzle) Minimal(ctx context.Context, solution []int, parts []Part, limits Limits) (left *Puzzle, open int, err error) {
	var gone []Part
	for again := true; again; {
		again, open = false, 0
		for _, part := range parts {
			if slices.Contains(gone, part) {
				continue
			}
			can, wrong := p.Without(append(gone, part)...).hasOnly(ctx, solution, limits)
			if ctx.Err() != nil {
				return p.Without(gone...), open, context.Cause(ctx)
			}
			if wrong != nil {
				open++
			}
			if can {
				gone = append(gone, part)
				// Marks can go once the rule about what is not marked has gone.
				again = again || !part.Given && aboutUnmarked(&p.Constraints[part.Index])
			}
		}
	}
	return p.Without(gone...), open, nil
}

// aboutUnmarked tells whether a constraint or a part of it is about what is not marked.
func aboutUnmarked(c *Constraint) bool {
	return len(KindNamed(c.Kind).marks) > 0 || slices.ContainsFunc(c.Parts, func(part Constraint) bool { return aboutUnmarked(&part) })
}

// Redundant are the givens and constraints of a puzzle with one solution each of which
// could go, by itself: without it the solution is still the only one. A puzzle without
// such is minimal. Each costs a search. The error is that of [Puzzle.Count]; what was
// found before stands beside it.
func (p *Puzzle) Redundant(ctx context.Context, limits Limits) (parts []Part, err error) {
	only, err := p.Count(ctx, Limits{Solutions: 1, Nodes: limits.Nodes})
	if err != nil || only.N == 0 {
		return nil, err
	}
	for _, part := range p.Parts() {
		can, err := p.Without(part).hasOnly(ctx, only.Solutions[0], Limits{Nodes: limits.Nodes})
		if err != nil {
			return parts, err
		}
		if can {
			parts = append(parts, part)
		}
	}
	return parts, nil
}

// quick is how many nodes are searched for each of the first answers that Conflict looks for.
const quick = 300

// Conflict is a small set of the givens and constraints of a puzzle without a solution
// that clash, on its board: without any one of them the others have a solution. First many
// at once are taken away, as long as a short search tells that the others clash still; then
// one by one. The error is that of [Puzzle.Count], and the set then one that clashes but
// need not be small.
func (p *Puzzle) Conflict(ctx context.Context, limits Limits) (parts []Part, err error) {
	var gone []Part
	needed := map[Part]bool{} // without it the others have a solution
	clashes := func(without []Part, nodes uint64) (yes bool, err error) {
		less := p.Without(slices.Concat(gone, without)...)
		switch {
		case less.Validate() != nil: // other constraints need them
			return false, nil
		case less.Clash() != nil:
			return true, nil
		}
		r, err := less.Count(ctx, Limits{Solutions: 1, Nodes: nodes, Valid: true})
		if r.N > 0 {
			err = nil
		}
		return err == nil && r.N == 0 && r.Exact, err
	}
	few := uint64(quick)
	if limits.Nodes > 0 {
		few = min(few, limits.Nodes)
	}
	left := p.Parts()
	pass := func(size int, nodes uint64) (err error) {
		var next []Part
		for block := range slices.Chunk(left, size) {
			if err != nil && ctx.Err() != nil || needed[block[0]] && size == 1 {
				next = append(next, block...)
				continue
			}
			yes, wrong := clashes(block, nodes)
			switch {
			case yes:
				gone = append(gone, block...)
				continue
			case wrong != nil:
				err = wrong
			case size == 1:
				needed[block[0]] = true
			}
			next = append(next, block...)
		}
		left = next
		return err
	}
	for size := (len(left) + 1) / 2; size > 0; size /= 2 {
		_ = pass(size, few) // what is not known yet is asked again
	}
	return left, pass(1, limits.Nodes)
}
