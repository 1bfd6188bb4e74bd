package deduction

import (
	"slices"
	"strings"

	"nonet/message"
)

// findCirclesStep finds a step from the rule of counting circles. A value v is in exactly v circles, or in no circle.
// So the sum of the different values in circles is the number of circles.
func (f *finder) findCirclesStep(a *argument) *Step {
	if f.hasEmpty(a.Cells) || f.of.Puzzle.High > 16 {
		return nil
	}
	n := len(a.Cells)
	required, possible := uint64(0), uint64(0) // the values that circles have, and those that they may have
	for v := max(1, f.of.Puzzle.Low); v <= f.of.Puzzle.High; v++ {
		set := f.valuesBetween(v, v)
		places := f.placesOf(a.Cells, set)
		if len(places) >= v {
			possible |= set
		}
		if slices.ContainsFunc(places, func(c int) bool { return f.may[c] == set }) {
			required |= set
		}
	}
	sets, ok := f.setsOfSum(possible, -1, n)
	if !ok {
		return nil
	}
	sets = slices.DeleteFunc(sets, func(set uint64) bool { return required&^set != 0 })
	united, common := uint64(0), ^uint64(0)
	var list []string
	for _, set := range sets {
		united |= set
		common &= set
		list = append(list, strings.ReplaceAll(joinValues(f.valuesOf(set)), " ", " + "))
	}
	reason := deductionText("circles.many", "n", n)
	if len(sets) > 0 && len(sets) <= toldTuples {
		reason = deductionText("circles.list", "n", n, "list", message.JoinList("explain.or", message.WordsOf(list)))
	}
	if step := f.newRestrictionStep(a.Cells, united); step != nil {
		step.Reason = reason
		return step
	}
	if len(sets) == 0 {
		return nil
	}
	for _, v := range f.valuesOf(common) {
		set := f.valuesBetween(v, v)
		places := f.placesOf(a.Cells, set)
		if step := f.newRestrictionStep(places, set); step != nil && len(places) == v {
			step.Values = []int{v}
			step.Reason = deductionText("circles.all", "why", reason, "value", v, "cells", f.cellsText(places))
			return step
		}
	}
	for _, v := range f.valuesOf(common) {
		for _, kind := range housesWithNumbers {
			if step := f.findCircleHouseStep(a, v, kind, reason); step != nil {
				return step
			}
		}
	}
	return nil
}

// findCircleHouseStep finds a step from two facts: the value v is in v circles, and it occurs once in each house of a
// kind. So in exactly v of these houses, v is in a circle.
func (f *finder) findCircleHouseStep(a *argument, v int, kind string, reason message.Message) *Step {
	set := f.valuesBetween(v, v)
	var able, sure, unsure []int // houses where v has a place in a circle; sure: v has no place outside circles; unsure: it has one; able: both
	var inside []int             // the circles in the houses of this kind; a circle in two overlapping boxes occurs twice
	for _, h := range f.houses {
		if f.of.All[h].House != kind {
			continue
		}
		in, out := false, false
		for _, c := range f.of.All[h].Cells {
			circle := slices.Contains(a.Cells, c)
			if circle {
				inside = append(inside, c)
			}
			if f.may[c]&set != 0 {
				in, out = in || circle, out || !circle
			}
		}
		if in {
			able = append(able, h)
			if out {
				unsure = append(unsure, h)
			} else {
				sure = append(sure, h)
			}
		}
	}
	if n := len(a.Cells); len(inside) != n || len(distinctCells(inside)) != n || len(sure) != v && len(able) != v {
		return nil
	}
	step := &Step{Values: []int{v}, Cells: a.Cells}
	for _, h := range unsure {
		for _, c := range f.of.All[h].Cells {
			if slices.Contains(a.Cells, c) == (len(sure) == v) {
				f.addRemovals(step, c, set)
			}
		}
	}
	if len(step.Removes) == 0 {
		return nil
	}
	houses := able
	if len(sure) == v {
		houses = sure
	}
	step.Pieces = append(houses, a.pieces...)
	step.Reason = f.withConstraintName(a, deductionText("circles.houses", "why", reason, "value", v, "houses", f.joinedPieceNames(houses), "n", v))
	return step
}

// findNeededValueStep finds a step for a constraint that lists values which its cells must contain, such as 3 3 5. If 3
// has only two places in these cells, both are 3. If the list has as many values as cells, the cells lose all other
// values.
func (f *finder) findNeededValueStep(a *argument) *Step {
	values := distinctCells(slices.Clone(a.Numbers))
	if len(a.Numbers) == len(a.Cells) {
		if step := f.newRestrictionStep(a.Cells, f.setOf(values)); step != nil {
			step.Values = values
			step.Reason = deductionText("needed.all", "cells", f.cellsText(a.Cells), "values", joinParts(message.WordsOf(a.Numbers)))
			return step
		}
	}
	for _, v := range values {
		n := len(slices.DeleteFunc(slices.Clone(a.Numbers), func(w int) bool { return w != v }))
		places := f.placesOf(a.Cells, f.valuesBetween(v, v))
		if step := f.newRestrictionStep(places, f.valuesBetween(v, v)); step != nil && len(places) <= n {
			step.Values = []int{v}
			step.Reason = deductionText("needed.why", "value", v, "n", n, "cells", f.cellsText(places))
			return step
		}
	}
	return nil
}
