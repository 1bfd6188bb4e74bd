package deduction

import (
	"math"
	"math/bits"
	"slices"

	"nonet/message"
)

// part is one division of the cells of a line. A cell in `fixed` has one of the values given there. The values of the
// cells in `inside` form one of `sets`. The cells in `outside` have the other values.
type part struct {
	fixed           map[int]uint64
	inside, outside []int
	sets            []uint64
}

// subsetSums returns the subsets of the set `of` that have the given sum and fit x. A subset fits if the cells in
// x.inside can have its values, and the cells in x.outside the other values of `of`. ok is false if there are too many
// subsets to try.
func (f *finder) subsetSums(x *part, of uint64, sum int) (sets []uint64, ok bool) {
	fits := func(cells []int, set uint64) bool {
		_, found := f.singlePlaces(cells)
		return set&^found == 0 && !slices.ContainsFunc(cells, func(c int) bool { return f.may[c]&set == 0 })
	}
	sets, ok = f.setsOfSum(of, len(x.inside), sum)
	return slices.DeleteFunc(sets, func(set uint64) bool { return !fits(x.inside, set) || !fits(x.outside, of&^set) }), ok
}

// mostSumTries limits the values that setsOfSum tries.
const mostSumTries = 100_000

// setsOfSum returns the sets of n values of `set` that have the given sum. A negative n permits any number of values,
// which must then be positive. ok is false if there are too many subsets to try.
func (f *finder) setsOfSum(set uint64, n, sum int) (sets []uint64, ok bool) {
	tries := 0
	var add func(rest, set uint64, n, left int)
	add = func(rest, set uint64, n, left int) {
		if n == 0 || n < 0 && left <= 0 {
			if left == 0 {
				sets = append(sets, set)
			}
			return
		}
		for ; rest != 0 && bits.OnesCount64(rest) >= n && tries <= mostSumTries; rest &= rest - 1 {
			tries++
			bit := rest & -rest
			add(rest&^bit, set|bit, n-1, left-f.valueOf(bits.TrailingZeros64(bit)))
		}
	}
	add(set, 0, n, sum)
	return sets, tries <= mostSumTries
}

// stepFromSums returns a step that removes the candidates that fit no set of any part. `reason` receives the list of sets
// and returns the reason. The result is nil if nothing can be removed, or if the sets are too many to list.
func (f *finder) stepFromSums(a *argument, parts []part, of uint64, reason func(list message.Message) message.Message) *Step {
	reach := map[int]uint64{}
	seen := map[string]bool{}
	for _, x := range parts {
		for c, set := range x.fixed {
			reach[c] |= set
		}
		for _, set := range x.sets {
			seen[joinValues(f.valuesOf(set))] = true
			for _, c := range x.inside {
				reach[c] |= set
			}
			for _, c := range x.outside {
				reach[c] |= of &^ set
			}
		}
	}
	step := &Step{Cells: a.Cells}
	for _, c := range a.Cells {
		if len(parts) > 0 {
			f.addRemovals(step, c, ^reach[c])
		}
	}
	if len(step.Removes) == 0 || len(seen) > 2*toldTuples || seen[""] {
		return nil
	}
	step.Reason = reason(tupleTexts(seen))
	return step
}

// sumBoundsOf returns the least and the greatest sum of the cells except the cell `excluded`; -1 excludes no cell. If
// `differ` is set, the cells have distinct values, so the bounds are narrower.
func (s *State) sumBoundsOf(cells []int, excluded int, differ bool) (minimum, maximum int) {
	all, n := uint64(0), 0
	for _, c := range cells {
		if c != excluded {
			minimum += s.leastCandidate(c)
			maximum += s.greatestCandidate(c)
			all |= s.may[c]
			n++
		}
	}
	if differ && bits.OnesCount64(all) >= n {
		low, high := 0, 0
		for up, down := all, all; n > 0; n-- {
			low += s.valueOf(bits.TrailingZeros64(up))
			high += s.valueOf(63 - bits.LeadingZeros64(down))
			up &= up - 1
			down &^= 1 << (63 - bits.LeadingZeros64(down))
		}
		minimum, maximum = max(minimum, low), min(maximum, high)
	}
	return minimum, maximum
}

// distinctPartitions partitions cells into groups whose values differ. If `differ` is set, all cells differ, and the
// result is one partition with one group. Otherwise the result is four partitions: by rows, by columns, by boxes, and
// by regions.
func (s *State) distinctPartitions(cells []int, differ bool) (all [][][]int) {
	if differ {
		return [][][]int{{cells}}
	}
	for _, kind := range housesWithNumbers {
		rest := slices.Clone(cells)
		var groups [][]int
		for _, h := range s.houses {
			if p := &s.pieces.All[h]; p.House == kind {
				in := func(c int) bool { return slices.Contains(p.Cells, c) }
				if group := slices.DeleteFunc(slices.Clone(rest), func(c int) bool { return !in(c) }); len(group) > 0 {
					groups, rest = append(groups, group), slices.DeleteFunc(rest, in)
				}
			}
		}
		for _, c := range rest {
			groups = append(groups, []int{c})
		}
		all = append(all, groups)
	}
	return all
}

// narrowestBounds returns bounds of the sum of some cells except the cell `excluded`; -1 excludes no cell. Each
// partition divides these cells into groups of distinct values. Each bound is the narrowest that some partition gives.
func (s *State) narrowestBounds(partitions [][][]int, excluded int) (minimum, maximum int) {
	minimum, maximum = math.MinInt, math.MaxInt
	for _, groups := range partitions {
		low, high := 0, 0
		for _, group := range groups {
			l, h := s.sumBoundsOf(group, excluded, true)
			low, high = low+l, high+h
		}
		minimum, maximum = max(minimum, low), min(maximum, high)
	}
	return minimum, maximum
}

// bound holds the least and the greatest value of an amount. Its texts omit a limit that excludes nothing.
type bound struct {
	minimum, maximum int
	noLeast, noMost  bool // noLeast: the limit least excludes nothing; noMost: the limit most excludes nothing
}

func (b bound) limitsText() message.Message {
	switch {
	case b.minimum == b.maximum:
		return deductionText("bounds.one", "n", b.minimum)
	case b.noMost && !b.noLeast:
		return deductionText("bounds.least", "n", b.minimum)
	case b.noLeast && !b.noMost:
		return deductionText("bounds.most", "n", b.maximum)
	}
	return deductionText("bounds", "least", b.minimum, "most", b.maximum)
}

// factText returns the bound as a fact about cells. `low` has the cells with the least value, and `high` has those with
// the greatest value.
func (s *State) factText(b bound, low, high []int) message.Message {
	fact := func(key string, cells []int, sum int) message.Message {
		return deductionText(key, "n", len(cells), "cells", s.cellsText(cells), "sum", sum)
	}
	switch same := slices.Equal(low, high); {
	case same && b.minimum == b.maximum:
		return fact("fact.one", low, b.minimum)
	case b.noMost && !b.noLeast:
		return fact("fact.least", low, b.minimum)
	case b.noLeast && !b.noMost:
		return fact("fact.most", high, b.maximum)
	case same:
		return deductionText("fact.both", "n", len(low), "cells", s.cellsText(low), "bounds", b.limitsText())
	}
	return deductionText("and", "a", fact("fact.least", low, b.minimum), "b", fact("fact.most", high, b.maximum))
}

func (step *Step) removesOutside(low, high int) (below, above bool) {
	for _, x := range step.Removes {
		below, above = below || x.Value < low, above || x.Value > high
	}
	return below, above
}

// otherCellsSumText returns a text about b, the bounds of the sum of the other cells. If these bounds depend on several
// groups of distinct values, the text adds that no value repeats in a house.
func (a *argument) otherCellsSumText(b bound) message.Message {
	if len(a.groups) > 1 && b.minimum < b.maximum {
		return deductionText("bounds.apart", "bounds", b.limitsText())
	}
	return b.limitsText()
}

func (f *finder) mustAllDiffer(cells []int) bool {
	for i, c := range cells {
		if !f.seesAll(c, cells[:i]) {
			return false
		}
	}
	return true
}

// findSumBoundsStep bounds each cell of a sum by the least and the greatest sum of the other cells. It returns a step
// with the candidates outside these bounds.
func (f *finder) findSumBoundsStep(a *argument) *Step {
	cells, circles := a.Cells, 0 // circles is the number of cells, at the beginning of cells, that hold the digits of the sum
	switch a.Kind {
	case "Arrow":
		circles = 1
	case "PillArrow":
		circles = a.Numbers[0]
	}
	if f.hasEmpty(cells) || len(distinctCells(slices.Clone(cells))) < len(cells) || circles == 0 && (len(a.Numbers) > 1 || a.Numbers[0] == 0 && a.Kind != "Sum") {
		return nil
	}
	if !f.brief && a.Kind == "Cage" && f.hasFewSums(cells, a.Numbers[0]) {
		return nil
	}
	shaft := cells[circles:]
	if a.groups == nil {
		a.groups = f.distinctPartitions(shaft, a.Kind == "Cage" || f.mustAllDiffer(shaft))
	}
	if circles == 0 {
		return f.findSummandStep(a, nil, shaft, bound{minimum: a.Numbers[0], maximum: a.Numbers[0]})
	}
	circle := distinctCells(slices.Clone(cells[:circles]))
	total := bound{}
	if len(shaft) > 0 {
		var step *Step
		if step, total = f.findCircleStep(a, circle); step != nil {
			return step
		}
	}
	return f.findSummandStep(a, circle, shaft, total)
}

// findCircleStep returns a step for the circles of an arrow: it removes the candidates with which the circles cannot
// show a possible sum of the shaft. If it finds none, it returns the bounds of the sums that the circles can show.
func (f *finder) findCircleStep(a *argument, circle []int) (*Step, bound) {
	low, high := f.narrowestBounds(a.groups, -1)
	total, possible := bound{minimum: high + 1, maximum: low - 1}, make([]uint64, len(circle))
	var read func(i, number int, tuple [3]int)
	read = func(i, number int, tuple [3]int) {
		if i == len(circle) {
			if number >= low && number <= high {
				total.minimum, total.maximum = min(total.minimum, number), max(total.maximum, number)
				for j, v := range tuple[:i] {
					possible[j] |= 1 << f.bitOf(v)
				}
			}
			return
		}
		for left := f.may[circle[i]]; left != 0; left &= left - 1 {
			v := f.valueOf(bits.TrailingZeros64(left))
			if tuple[i] = v; i == 0 || v < 10 && (tuple[i-1] != v || !f.of.MustDiffer(circle[i], circle[i-1])) {
				read(i+1, 10*number+v, tuple)
			}
		}
	}
	read(0, 0, [3]int{})
	step := &Step{Cells: a.Cells}
	for i, c := range circle {
		f.addRemovals(step, c, ^possible[i])
	}
	if len(step.Removes) == 0 {
		return nil, total
	}
	shown := bound{minimum: low, maximum: high}
	if under, over := step.removesOutside(low, high); len(circle) == 1 {
		shown.noLeast, shown.noMost = !under, !over
	}
	step.Reason = deductionText("sum-bounds.circle", "n", len(circle), "cells", f.cellsText(circle), "others", a.otherCellsSumText(shown))
	return step, total
}

// findSummandStep bounds the cells of a sum, or of an arrow's shaft, by the bounds of the total and of the other cells.
// It returns one step for all cells with the same bounds.
func (f *finder) findSummandStep(a *argument, circle, shaft []int, total bound) *Step {
	groups := map[bound][]int{}
	var order []bound
	for _, c := range shaft {
		least, most := f.narrowestBounds(a.groups, c)
		b := bound{minimum: least, maximum: most}
		if groups[b] == nil {
			order = append(order, b)
		}
		groups[b] = append(groups[b], c)
	}
	for _, b := range order {
		low, high := total.minimum-b.maximum, total.maximum-b.minimum
		step := &Step{Cells: a.Cells}
		var removed []int
		for _, c := range groups[b] {
			if removes := f.candidatesIn(c, ^f.valuesBetween(low, high)); len(removes) > 0 {
				step.Removes, removed = append(step.Removes, removes...), append(removed, c)
			}
		}
		if len(removed) == 0 {
			continue
		}
		if !f.brief {
			under, over := step.removesOutside(low, high)
			b.noLeast, b.noMost = !over, !under
			step.Reason = f.summandReason(a, circle, removed, b, total)
		}
		return step
	}
	return nil
}

// summandReason returns the reason why the cells in `removed` lose candidates. b holds the bounds of the sum of the other
// cells.
func (f *finder) summandReason(a *argument, circle, removed []int, b, total bound) message.Message {
	others, sum := a.otherCellsSumText(b), total.minimum
	switch {
	case circle != nil:
		limits := total.limitsText()
		if len(circle) == 1 {
			limits = eitherText(f.valuesOf(f.may[circle[0]]))
		}
		return deductionText("sum-bounds.shaft", "n", len(removed), "cells", f.cellsText(removed), "others", others, "circle", f.cellsText(circle), "own", limits)
	case len(a.Cells) == 2 && b.noMost:
		return deductionText("sum-bounds.most", "sum", sum, "least", b.minimum, "high", sum-b.minimum)
	case len(a.Cells) == 2 && b.noLeast:
		return deductionText("sum-bounds.least", "sum", sum, "most", b.maximum, "low", sum-b.maximum)
	case len(removed) == len(a.Cells):
		return deductionText("sum-bounds.any", "n", len(removed)-1, "others", others, "sum", sum)
	}
	return deductionText("sum-bounds.why", "n", len(removed), "cells", f.cellsText(removed), "others", others, "sum", sum)
}

// hasFewSums reports whether a short cage has so few sets of values that a person lists the sets instead of computing
// bounds. byShortRule then finds the steps.
func (f *finder) hasFewSums(cells []int, sum int) bool {
	var open []int
	values := f.valuesBetween(f.of.Puzzle.Low, f.of.Puzzle.High)
	for _, c := range cells {
		if may := f.may[c]; may&(may-1) != 0 {
			open = append(open, c)
		} else {
			values &^= may
			sum -= f.leastCandidate(c)
		}
	}
	if len(open) > mostShort {
		return false
	}
	sets, ok := f.subsetSums(&part{inside: open}, values, sum)
	return ok && len(sets) <= toldTuples
}
