package solve

import (
	"context"
	"slices"

	"nonet/puzzle"
)

// hasOnly reports whether the puzzle has a solution, and no other.
func hasOnly(ctx context.Context, p *puzzle.Puzzle, solution []int, limits puzzle.Limits) (bool, error) {
	broken, wrong := p.Check(solution)
	if wrong != nil || len(broken) > 0 || p.Contradiction() != nil { // other constraints need it: marks, where a rule is about what is not marked
		return false, nil
	}
	limits.Solutions, limits.Keep, limits.Valid = 2, 1, true
	r, err := Count(ctx, p, limits)
	return err == nil && r.N == 1 && r.Exact, err
}

// Minimal is the puzzle without the givens and constraints that can go, tried in the order of parts, until
// none of those left could: without it there would be more solutions. solution is the only one that the
// puzzle has. Each part costs a search. A part stays of which a search within its limits does not tell;
// open is how many did. The error is the context's; the puzzle is then as far as it came.
func Minimal(ctx context.Context, p *puzzle.Puzzle, solution []int, parts []puzzle.Part, limits puzzle.Limits) (left *puzzle.Puzzle, open int, err error) {
	var gone []puzzle.Part
	for again := true; again; {
		again, open = false, 0
		for _, part := range parts {
			if slices.Contains(gone, part) {
				continue
			}
			can, wrong := hasOnly(ctx, p.Without(append(gone, part)...), solution, limits)
			if ctx.Err() != nil {
				return p.Without(gone...), open, context.Cause(ctx)
			}
			if wrong != nil {
				open++
			}
			if can {
				gone = append(gone, part)
				// Marks can go once the rule about what is not marked has gone.
				again = again || !part.Given && p.Constraints[part.Index].AboutUnmarked()
			}
		}
	}
	return p.Without(gone...), open, nil
}

// Redundant are the givens and constraints of a puzzle with one solution each of which
// could go, by itself: without it the solution is still the only one. A puzzle without
// such is minimal. Each costs a search. The error is that of [Count]; what was
// found before stands beside it.
func Redundant(ctx context.Context, p *puzzle.Puzzle, limits puzzle.Limits) (parts []puzzle.Part, err error) {
	only, err := Count(ctx, p, puzzle.Limits{Solutions: 1, Nodes: limits.Nodes})
	if err != nil || only.N == 0 {
		return nil, err
	}
	for _, part := range p.Parts() {
		can, err := hasOnly(ctx, p.Without(part), only.Solutions[0], puzzle.Limits{Nodes: limits.Nodes})
		if err != nil {
			return parts, err
		}
		if can {
			parts = append(parts, part)
		}
	}
	return parts, nil
}

// quick limits the nodes of each early search of ContradictingParts.
const quick = 300

// ContradictingParts is a small set of the givens and constraints of a puzzle without a solution
// that contradict each other, on its board: without any one of them the others have a solution. First many
// at once are taken away, as long as a short search shows that the others still have no solution; then
// one by one. The error is that of [Count], and the set then has no solution but
// need not be small.
func ContradictingParts(ctx context.Context, p *puzzle.Puzzle, limits puzzle.Limits) (parts []puzzle.Part, err error) {
	var gone []puzzle.Part
	needed := map[puzzle.Part]bool{} // without it the others have a solution
	contradict := func(without []puzzle.Part, nodes uint64) (yes bool, err error) {
		less := p.Without(slices.Concat(gone, without)...)
		switch {
		case less.Validate() != nil: // other constraints need them
			return false, nil
		case less.Contradiction() != nil:
			return true, nil
		}
		r, err := Count(ctx, less, puzzle.Limits{Solutions: 1, Nodes: nodes, Valid: true})
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
		var next []puzzle.Part
		for block := range slices.Chunk(left, size) {
			if err != nil && ctx.Err() != nil || needed[block[0]] && size == 1 {
				next = append(next, block...)
				continue
			}
			yes, wrong := contradict(block, nodes)
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
