package deduction

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nonet/message"
)

// findCirclesStep finds a step from the rule of counting circles. A value v is in exactly v circles, or in no circle.
// So the sum of the different values in circles is the number of circles.
func (f *finder) findCirclesStep(a *argument) *Step {
	if f.hasEmpty(a.Cells) || f.of.Puzzle.High > 16 {
		return nil
	}
	sets, places := f.circleValueSets(a)
	some, common := uint64(0), ^uint64(0)
	for _, set := range sets {
		some |= set
		common &= set
	}
	reason := deductionText("circles.many", "n", len(a.Cells))
	if len(sets) > 0 && len(sets) <= toldWays {
		var list []string
		for _, set := range sets {
			var values []string
			for ; set != 0; set &= set - 1 {
				values = append(values, strconv.Itoa(bits.TrailingZeros64(set)))
			}
			list = append(list, strings.Join(values, " + "))
		}
		reason = deductionText("circles.list", "n", len(a.Cells), "list", message.JoinList("explain.or", message.WordsOf(list)))
	}
	step := &Step{Cells: a.Cells, Reason: reason}
	for _, c := range a.Cells {
		for _, v := range f.valuesOf(f.may[c]) {
			if v < 1 || some>>v&1 == 0 {
				f.addRemovals(step, c, f.valuesBetween(v, v))
			}
		}
	}
	if len(step.Removes) > 0 {
		return step
	}
	for v := 1; v <= f.of.Puzzle.High; v++ {
		if common>>v&1 == 0 || len(places[v]) != v {
			continue
		}
		step := &Step{Cells: places[v], Values: []int{v}, Reason: deductionText("circles.all", "why", reason, "value", v, "cells", f.cellsText(places[v]))}
		for _, c := range places[v] {
			f.addRemovals(step, c, ^f.valuesBetween(v, v))
		}
		if len(step.Removes) > 0 {
			return step
		}
	}
	for v := 1; v <= f.of.Puzzle.High; v++ {
		for _, kind := range []string{"row", "column", "box", "region"} {
			if common>>v&1 != 0 {
				if step := f.findCircleHouseStep(a, v, kind, reason); step != nil {
					return step
				}
			}
		}
	}
	return nil
}

// circleValueSets returns the sets of values that the circles can hold; bit v stands for the value v. places maps each
// value to the circles that can hold it.
func (f *finder) circleValueSets(a *argument) (all []uint64, places map[int][]int) {
	places = map[int][]int{}
	must, may := uint64(0), uint64(0)
	for v := 1; v <= f.of.Puzzle.High; v++ {
		set := f.valuesBetween(v, v)
		if places[v] = f.placesOf(a.Cells, set); len(places[v]) >= v {
			may |= 1 << v
		}
		if slices.ContainsFunc(places[v], func(c int) bool { return f.may[c] == set }) {
			must |= 1 << v
		}
	}
	var add func(v int, set uint64, left int)
	add = func(v int, set uint64, left int) {
		switch {
		case left == 0 && must&^set == 0:
			all = append(all, set)
		case left > 0 && v <= f.of.Puzzle.High:
			if may>>v&1 != 0 && v <= left {
				add(v+1, set|1<<v, left-v)
			}
			if must>>v&1 == 0 {
				add(v+1, set, left)
			}
		}
	}
	add(1, 0, len(a.Cells))
	return all, places
}

// findCircleHouseStep finds a step from two facts: the value v is in v circles, and it occurs once in each house of a
// kind. So in exactly v of these houses, v is in a circle.
func (f *finder) findCircleHouseStep(a *argument, v int, kind string, reason message.Message) *Step {
	set := f.valuesBetween(v, v)
	var able, sure, unsure []int // able: houses with a place for v in a circle; sure: those without another place; unsure: the others
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
	step.Reason = f.reasonOf(a, deductionText("circles.houses", "why", reason, "value", v, "houses", f.joinedPieceNames(houses), "n", v))
	return step
}

// findNeededValueStep places values that a few cells must contain. Either a value has only as many places among these
// cells as it needs, or the needed values fill all these cells.
func (f *finder) findNeededValueStep(a *argument) *Step {
	if len(a.Numbers) == len(a.Cells) {
		set := uint64(0)
		for _, v := range a.Numbers {
			set |= f.valuesBetween(v, v)
		}
		step := &Step{Cells: a.Cells, Values: distinctCells(slices.Clone(a.Numbers))}
		for _, c := range a.Cells {
			f.addRemovals(step, c, ^set)
		}
		if len(step.Removes) > 0 {
			step.Reason = deductionText("needed.all", "cells", f.cellsText(a.Cells), "values", joinParts(message.WordsOf(a.Numbers)))
			return step
		}
	}
	for _, v := range distinctCells(slices.Clone(a.Numbers)) {
		n := 0
		for _, w := range a.Numbers {
			if w == v {
				n++
			}
		}
		places := f.placesOf(a.Cells, f.valuesBetween(v, v))
		if len(places) > n {
			continue
		}
		step := &Step{Cells: places, Values: []int{v}}
		for _, c := range places {
			f.addRemovals(step, c, ^f.valuesBetween(v, v))
		}
		if len(step.Removes) > 0 {
			step.Reason = deductionText("needed.why", "value", v, "n", n, "cells", f.cellsText(places))
			return step
		}
	}
	return nil
}
