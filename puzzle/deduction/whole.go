package deduction

import (
	"math/bits"
	"slices"
)

// mostSingles limits the singles in one step. mostAgain limits the conclusions from one constraint that one step
// combines.
const mostSingles, mostAgain = 9, 12

// addPlacements adds to a step the values of all cells that the step leaves with one candidate.
func (s *State) addPlacements(step *Step) {
	left := slices.Clone(s.may)
	for _, x := range step.Removes {
		left[x.Cell] &^= 1 << s.bitOf(x.Value)
	}
	settled := func(x Candidate) bool { return bits.OnesCount64(left[x.Cell]) == 1 }
	for _, x := range step.Removes {
		if y := (Candidate{x.Cell, s.valueOf(bits.TrailingZeros64(left[x.Cell]))}); settled(x) && !slices.Contains(step.Places, y) {
			step.Places = append(step.Places, y)
		}
	}
	step.Removes = slices.DeleteFunc(step.Removes, settled)
}

func (f *finder) isConstraintIncluded(constraint int) bool {
	return f.just == 0 || f.just == constraint+1
}

// extendWithinConstraint adds to a step that follows from one constraint all further conclusions from this constraint.
func (f *finder) extendWithinConstraint(step *Step) (*Step, error) {
	constraint := f.State.onlyConstraintOf(step)
	if constraint < 0 || step.Technique < byPairRule || step.Technique > byRule || step.Technique == byLocked {
		return step, nil
	}
	before := f.State
	defer func() { f.State, f.after, f.just = before, before, 0 }()
	f.State, f.just = before.Clone(), constraint+1
	f.after = f.State
	f.Apply(step)
	parts := []*Step{step}
	for t := byPairRule; t <= max(step.Technique, byShortRule) && len(parts) < mostAgain; t++ {
		if t >= byLocked && t < byRule || f.IsContradictory() {
			continue
		}
		next := f.findByTechnique(t)
		if f.err != nil {
			return nil, f.err
		}
		if next == nil {
			continue
		}
		if f.addPlacements(next); f.onlyConstraintOf(next) != constraint {
			break
		}
		f.Apply(next)
		parts = append(parts, next)
		t = byPairRule - 1
	}
	return before.joinSteps(parts), nil
}

// onlyConstraintOf returns the index of the only constraint from which a step follows, or -1.
func (s *State) onlyConstraintOf(step *Step) int {
	if len(step.Pieces) == 0 {
		return -1
	}
	constraint := s.pieces.All[step.Pieces[0]].Constraint
	if slices.ContainsFunc(step.Pieces, func(i int) bool { return s.pieces.All[i].Constraint != constraint }) {
		return -1
	}
	return constraint
}

// joinSteps combines consecutive steps into one.
func (s *State) joinSteps(parts []*Step) *Step {
	if len(parts) == 1 {
		return parts[0]
	}
	step := &Step{Technique: parts[0].Technique, Parts: parts}
	for _, part := range parts {
		step.Technique = max(step.Technique, part.Technique)
		step.Pieces, step.Cells = append(step.Pieces, part.Pieces...), append(step.Cells, part.Cells...)
		step.Places, step.Removes = append(step.Places, part.Places...), append(step.Removes, part.Removes...)
	}
	step.Pieces, step.Cells = distinctCells(step.Pieces), distinctCells(step.Cells)
	step.Removes = slices.DeleteFunc(step.Removes, func(x Candidate) bool {
		return slices.ContainsFunc(step.Places, func(y Candidate) bool { return y.Cell == x.Cell })
	})
	return step
}

// findNakedSingle returns a step for the first cell with one value left. If Together is set, the step includes up to
// mostSingles naked singles, also those that appear after the first ones are placed.
func (f *finder) findNakedSingle() (step *Step) {
	state := f.State
	for again := true; again; {
		again = false
		for c := range state.may {
			if values := state.may[c]; f.after.placed[c] || state.placed[c] || values == 0 || values&(values-1) != 0 {
				continue
			}
			bit := bits.TrailingZeros64(state.may[c])
			if step = f.withSingle(step, byNakedSingle, c, bit); !f.Together || len(step.Cells) == mostSingles {
				return step
			}
			if state == f.State {
				state = state.Clone()
			}
			state.placeValue(c, bit)
			again = true
		}
	}
	return step
}

// findHiddenSingle returns a step for the first value with one place left in a house. If Together is set, the step
// includes up to mostSingles hidden singles.
func (f *finder) findHiddenSingle() (step *Step) {
	for _, h := range f.houses {
		for set, _ := f.singlePlaces(f.of.All[h].Cells); set != 0; set &= set - 1 {
			bit := bits.TrailingZeros64(set)
			c := f.placesOf(f.of.All[h].Cells, 1<<bit)[0]
			if f.after.placed[c] || step != nil && slices.Contains(step.Cells, c) {
				continue
			}
			step = f.withSingle(step, byHiddenSingle, c, bit)
			if step.Pieces = append(step.Pieces, h); !f.Together || len(step.Cells) == mostSingles {
				return step
			}
		}
	}
	return step
}

// withSingle returns a step to which a single is added, or a new step if step is nil.
func (f *finder) withSingle(step *Step, t Technique, cell, bit int) *Step {
	if step == nil {
		step = &Step{Technique: t}
	}
	v := f.valueOf(bit)
	step.Cells, step.Values, step.Places = append(step.Cells, cell), append(step.Values, v), append(step.Places, Candidate{cell, v})
	return step
}
