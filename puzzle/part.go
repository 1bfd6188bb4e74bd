package puzzle

import "slices"

// Part identifies a given or a constraint of a puzzle by its index in Givens or Constraints.
type Part struct {
	Given bool
	Index int
}

// Without returns a copy of the puzzle without the given parts. The board and its groups stay.
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

// Parts returns all givens and constraints of the puzzle.
func (p *Puzzle) Parts() (all []Part) {
	for i := range p.Givens {
		all = append(all, Part{true, i})
	}
	for i := range p.Constraints {
		all = append(all, Part{false, i})
	}
	return all
}

// AboutUnmarked reports whether the constraint, or a part of it, restricts cells without marks, such as neighbours
// without a dot. Such a constraint depends on all marks of the puzzle, not only on its own cells.
func (c *Constraint) AboutUnmarked() bool {
	if k := KindNamed(c.Kind); k != nil && len(k.marks) > 0 {
		return true
	}
	return slices.ContainsFunc(c.Parts, func(part Constraint) bool { return part.AboutUnmarked() })
}
