package solve

import (
	"context"
	"slices"

	"nonet/puzzle"
)

// hasOnlySolution reports whether solution is the only solution of p. p is a puzzle from which parts were removed, and
// solution must solve the puzzle with these parts.
func hasOnlySolution(ctx context.Context, p *puzzle.Puzzle, solution []int, limits puzzle.Limits) (bool, error) {
	broken, wrong := p.Check(solution)
	if wrong != nil || len(broken) > 0 || p.Contradiction() != nil { // parts may need the removed part: a constraint about unmarked cells needs marks
		return false, nil
	}
	limits.Solutions, limits.Keep, limits.Valid = 2, 1, true
	r, err := Count(ctx, p, limits)
	return err == nil && r.N == 1 && r.Exact, err
}

// MinimalParts removes givens and constraints from p, in the order of parts, until the puzzle needs all remaining parts
// to have one solution. solution must be the only solution of p. Each part costs a search, but where many parts are
// redundant, one search removes several. A part whose search reaches its limits stays; `open` is the number of such
// parts. If the context ends, MinimalParts returns its error, and `left` is the puzzle reduced so far.
func MinimalParts(ctx context.Context, p *puzzle.Puzzle, solution []int, parts []puzzle.Part, limits puzzle.Limits) (left *puzzle.Puzzle, open int, err error) {
	isAboutUnmarked := func(part puzzle.Part) bool { return !part.Given && p.Constraints[part.Index].AboutUnmarked() }
	var removed []puzzle.Part
	for again := true; again; {
		again, open = false, 0
		rest := slices.DeleteFunc(slices.Clone(parts), func(part puzzle.Part) bool { return slices.Contains(removed, part) })
		for leap := 4; len(rest) > 0; {
			tried := rest[:min(leap, len(rest))]
			if i := slices.IndexFunc(tried, isAboutUnmarked); i >= 0 {
				tried = tried[:max(i, 1)] // never remove such a constraint together with other parts
			}
			unique, wrong := hasOnlySolution(ctx, p.Without(slices.Concat(removed, tried)...), solution, limits)
			switch {
			case ctx.Err() != nil:
				return p.Without(removed...), open, context.Cause(ctx)
			case unique:
				removed, rest, leap = append(removed, tried...), rest[len(tried):], 2*leap
				// After a constraint about unmarked cells is removed, more marks may be redundant.
				again = again || isAboutUnmarked(tried[0])
				continue
			case len(tried) == 1:
				if rest = rest[1:]; wrong != nil {
					open++
				}
			}
			leap = max(1, len(tried)/2)
		}
	}
	return p.Without(removed...), open, nil
}

// RedundantParts returns the givens and constraints of p that can each be removed alone, so that the solution stays
// unique. p must have exactly one solution; p is minimal if it has no redundant parts. Each part costs a search. Errors
// are the same as for [Count]; with an error, RedundantParts returns the parts found so far.
func RedundantParts(ctx context.Context, p *puzzle.Puzzle, limits puzzle.Limits) (parts []puzzle.Part, err error) {
	only, err := Count(ctx, p, puzzle.Limits{Solutions: 1, Nodes: limits.Nodes})
	if err != nil || only.N == 0 {
		return nil, err
	}
	for _, part := range p.Parts() {
		unique, err := hasOnlySolution(ctx, p.Without(part), only.Solutions[0], puzzle.Limits{Nodes: limits.Nodes})
		if err != nil {
			return parts, err
		}
		if unique {
			parts = append(parts, part)
		}
	}
	return parts, nil
}

// quick is the node limit of the first searches of ContradictingParts.
const quick = 300

// ContradictingParts returns a minimal set of givens and constraints of p that have no solution together: if any one of
// them is removed, the rest has a solution. p must have no solution. ContradictingParts first removes many parts at a
// time, as long as a short search proves that the remaining parts have no solution. Then it removes parts one by one.
// Errors are the same as for [Count]. If there is an error, the set has no solution, but may not be minimal.
func ContradictingParts(ctx context.Context, p *puzzle.Puzzle, limits puzzle.Limits) (parts []puzzle.Part, err error) {
	var gone []puzzle.Part
	needed := map[puzzle.Part]bool{} // the parts that must stay: the set without any of these parts has a solution
	contradict := func(without []puzzle.Part, nodes uint64) (yes bool, err error) {
		less := p.Without(slices.Concat(gone, without)...)
		switch {
		case less.Validate() != nil: // some remaining constraint needs the removed parts
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
		_ = pass(size, few) // ignore the error: a part that is still undecided is tried again later
	}
	return left, pass(1, limits.Nodes)
}
