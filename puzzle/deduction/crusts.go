package deduction

import (
	"slices"

	"nonet/message"
)

// findSkyscraperStep limits the values of the first cells of a line with a skyscraper clue n. After the i-th cell, at
// least n−i taller buildings must follow.
func (f *finder) findSkyscraperStep(a *argument) *Step {
	p, n := f.of.Puzzle, a.Numbers[0]
	if len(a.Cells) != p.Values() || p.Free {
		return nil
	}
	step := &Step{Cells: a.Cells}
	if n == 1 && p.Low > 0 { // a first 0 is not seen, so the highest value could be second
		f.addRemovals(step, a.Cells[0], ^f.valuesBetween(p.High, p.High))
		step.Reason = deductionText("visible.one", "cell", f.cellName(a.Cells[0]), "value", p.High)
	}
	parts := len(step.Removes)
	for i, c := range a.Cells[:n] {
		most := p.High - n + 1 + i
		if n == 1 || len(f.candidatesIn(c, ^f.valuesBetween(p.Low, most))) == 0 {
			continue
		}
		if parts++; parts == 1 {
			step.Reason = deductionText("visible.why", "n", n, "cell", f.cellName(c), "value", most, "rest", n-1-i)
		} else if parts == 2 {
			step.Reason = deductionText("visible.next", "why", step.Reason)
		}
		f.addRemovals(step, c, ^f.valuesBetween(p.Low, most))
	}
	if parts == 0 {
		return nil
	}
	return step
}

// findSandwichStep removes the crusts, the least and the greatest value, from cells of a line. A cell loses a crust if
// no cell at a distance that the sum allows can have the other crust. The sandwich sum limits the number of cells
// between the two crusts.
func (f *finder) findSandwichStep(a *argument) *Step {
	p, sum := f.of.Puzzle, a.Numbers[0]
	n := len(a.Cells)
	if n != p.Values() || n < 3 || p.Free {
		return nil
	}
	var lengths []int // possible numbers of cells between the crusts; k is possible if k different values can add up to the sum
	for k := range n - 1 {
		if rest := k * (k - 1) / 2; sum >= k*(p.Low+1)+rest && sum <= k*(p.High-1)-rest {
			lengths = append(lengths, k)
		}
	}
	if len(lengths) == 0 {
		return nil
	}
	fewest, mostCells := lengths[0], lengths[len(lengths)-1]
	crusts := f.valuesBetween(p.Low, p.Low) | f.valuesBetween(p.High, p.High)
	inner := f.State.Clone()
	for _, c := range a.Cells {
		inner.may[c] &^= crusts
	}
	fits := func(cells []int) bool {
		least, most := inner.sumBoundsOf(cells, -1, true)
		return !inner.hasEmpty(cells) && least <= sum && sum <= most
	}
	for _, end := range []int{p.Low, p.High} {
		other, step := p.Low+p.High-end, &Step{Cells: a.Cells}
		var alone []int
		for i, c := range a.Cells {
			if f.may[c]&f.valuesBetween(end, end) == 0 {
				continue
			}
			partner := false
			for j, d := range a.Cells {
				if k := max(i-j, j-i) - 1; k >= fewest && k <= mostCells && f.may[d]&f.valuesBetween(other, other) != 0 {
					partner = partner || fits(a.Cells[min(i, j)+1:max(i, j)])
				}
			}
			if removes := f.candidatesIn(c, f.valuesBetween(end, end)); !partner && len(removes) > 0 {
				step.Removes, alone = append(step.Removes, removes...), append(alone, c)
			}
		}
		if len(alone) > 0 {
			size := deductionText("crusts.cells", "n", fewest)
			if fewest < mostCells {
				size = deductionText("crusts.range", "few", fewest, "many", mostCells)
			}
			step.Reason = deductionText("crusts.why", "sum", sum, "size", size, "n", len(alone),
				"low", p.Low, "high", p.High, "cells", f.cellsText(alone), "own", end, "other", other)
			return step
		}
	}
	return f.findSandwichSumStep(a, crusts)
}

// mostPlaces limits the cases of one step: the positions of the crusts, or the lengths of an X-sum. A person hardly
// compares more cases.
const mostPlaces = 3

// findSandwichSumStep finds a step from the few sets of values that can lie between the crusts. It requires that the
// crusts have few possible places.
func (f *finder) findSandwichSumStep(a *argument, crusts uint64) *Step {
	p, sum := f.of.Puzzle, a.Numbers[0]
	all := f.valuesBetween(p.Low, p.High)
	var parts []part
	var places []message.Message
	for i, c := range a.Cells {
		for j := i + 1; j < len(a.Cells); j++ {
			d := a.Cells[j]
			if (f.may[c]&crusts)|(f.may[d]&crusts) != crusts || f.may[c]&crusts == 0 || f.may[d]&crusts == 0 {
				continue
			}
			inner := a.Cells[i+1 : j]
			x := part{fixed: map[int]uint64{c: crusts, d: crusts}, inside: inner, outside: slices.Concat(a.Cells[:i], a.Cells[j+1:])}
			var ok bool
			if x.sets, ok = f.subsetSums(&x, all&^crusts, sum); !ok {
				return nil
			} else if len(x.sets) == 0 {
				continue
			}
			if parts = append(parts, x); len(parts) > mostPlaces {
				return nil
			}
			places = append(places, f.cellsText([]int{c, d}))
		}
	}
	return f.stepFromSums(a, parts, all&^crusts, func(list message.Message) message.Message {
		return deductionText("crusts.filled", "low", p.Low, "high", p.High, "n", len(places), "places", message.JoinList("explain.or", places), "list", list)
	})
}
