package puzzle

import "slices"

// SoundPart returns a separate fault for each wrong given, but for at most mostFaults of them.
const mostFaults = 100

// SoundPart returns the part of an unfinished puzzle that [Puzzle.Validate] and [Puzzle.Contradiction] accept. kept has
// the indices of the constraints in this part. `faults` has the errors of the other constraints. The error is an
// *[Error] if the board itself is invalid; wrong regions are only faults.
func (p *Puzzle) SoundPart() (sound *Puzzle, indices []int, faults []*Error, err error) {
	next := *p
	next.Givens, next.Constraints, next.Regions = nil, nil, nil
	if wrong := next.invalidError(); wrong != nil {
		return nil, nil, nil, wrong
	}
	next.Regions = p.Regions
	if wrong := next.invalidError(); wrong != nil {
		faults = append(faults, wrong)
		next.Regions = nil
	}
	next.Givens = slices.Clone(p.Givens)
	for count := 0; ; count++ {
		wrong := next.firstFault()
		if wrong == nil {
			break
		}
		if faults = append(faults, wrong); count == mostFaults || len(wrong.Cells) == 0 {
			next.Givens = nil
			break
		}
		last := wrong.Cells[len(wrong.Cells)-1]
		next.Givens = slices.DeleteFunc(next.Givens, func(g Given) bool { return p.CellName(g.Cell) == last })
	}
	next.Constraints = p.Constraints
	inOr := p.kindsInOr()
	var constraints []Constraint
	for i := range p.Constraints {
		c := &p.Constraints[i]
		wrong := next.topConstraintError(i, inOr)
		if wrong == nil {
			wrong = next.impossibilityOf(c)
		}
		if wrong != nil {
			wrong.Constraint = i
			faults = append(faults, wrong)
			continue
		}
		constraints, indices = append(constraints, *c), append(indices, i)
	}
	next.Constraints = constraints
	// Validate the rest again. A constraint may be invalid without one that was removed, or there may be too many
	// constraints.
	for wrong := next.invalidError(); wrong != nil; wrong = next.invalidError() {
		index := wrong.Constraint
		if index < 0 || index >= len(constraints) {
			return nil, nil, nil, wrong
		}
		wrong.Constraint = indices[index]
		faults = append(faults, wrong)
		constraints, indices = slices.Delete(constraints, index, index+1), slices.Delete(indices, index, index+1)
		next.Constraints = constraints
	}
	return &next, indices, faults, nil
}

// firstFault returns an error that makes the puzzle invalid or obviously without a solution, or nil.
func (p *Puzzle) firstFault() *Error {
	if wrong := p.invalidError(); wrong != nil {
		return wrong
	}
	return p.contradiction()
}
