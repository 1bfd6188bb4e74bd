package deduction

import (
	"math/bits"
	"slices"
)

// findRankStep finds a step on ranked lines. It relies on one fact: each value begins exactly four lines, if rows and
// columns are read from both ends.
func (f *finder) findRankStep(a *argument) *Step {
	first := a.Cells[0]
	value := f.of.Puzzle.Low + (a.Numbers[0]-1)/4
	if step := f.newRestrictionStep(a.Cells[:1:1], f.valuesBetween(value, value)); step != nil {
		step.Reason = deductionText("rank.why", "n", a.Numbers[0], "cell", f.cellName(first), "value", value)
		return step
	}
	return f.findRankCountStep(a, value)
}

// possibleRankOrder compares this ranked line with another line, cell by cell. Both lines begin with the value in
// `set`. The other line begins in the cell `from`, and `step` is the step to its next cell. `before` and `after` report
// whether the other line can have a lesser and a greater rank.
func (a *argument) possibleRankOrder(may []uint64, from, step int, set uint64, clued []*argument) (before, after bool) {
	left := ^set
	for i, c := range a.Cells[1:] {
		mine, its := may[c]&left, may[from+(i+1)*step]&left
		if mine == 0 || its == 0 {
			break
		}
		before = before || bits.TrailingZeros64(its) < bits.Len64(mine)-1
		after = after || bits.Len64(its)-1 > bits.TrailingZeros64(mine)
		both := mine & its
		if both == 0 || before && after {
			break
		}
		if both&(both-1) == 0 {
			left &^= both
		}
	}
	for _, b := range clued {
		if b.Cells[0] == from && b.Cells[1] == from+step {
			before, after = before && b.Numbers[0] < a.Numbers[0], after && b.Numbers[0] > a.Numbers[0]
		}
	}
	return before, after
}

// findRankCountStep finds a step with a count: on each of the four sides of the board, one line begins with the value.
// The rank of a ranked line determines how many of these four lines come before it.
func (f *finder) findRankCountStep(a *argument, value int) *Step {
	n, need, set := f.of.Puzzle.Columns, (a.Numbers[0]-1)%4, f.valuesBetween(value, value)
	pieces := a.pieces
	var clued []*argument // the ranked lines with the same first value
	for i := range f.of.Puzzle.Constraints {
		if b := &f.of.Puzzle.Constraints[i]; b.Kind == "FullRankTies" && b.Text == "any" {
			return nil
		}
	}
	for _, b := range slices.Concat(f.argued...) {
		if b.Kind == a.Kind && (b.Numbers[0]-1)/4 == (a.Numbers[0]-1)/4 {
			clued = append(clued, b)
			pieces = distinctCells(slices.Concat(pieces, b.pieces))
		}
	}
	key := "rank.count"
	if need == 0 {
		key = "rank.first"
	}
	step := &Step{Pieces: pieces, Cells: a.Cells[:1:1], Reason: deductionText(key, "value", value, "n", need)}
	type start struct {
		cell          int
		before, after bool
	}
	holds := func(may []uint64) bool {
		var sides [][]start
		for _, step := range [...]int{n, -n, 1, -1} {
			if a.Cells[1] == a.Cells[0]+step {
				continue
			}
			var side []start
			for i := range n {
				from := i * (n + 1 - max(step, -step)) // the first cell of line i from the top or from the left
				if step < 0 {
					from = n*n - 1 - from
				}
				if may[from]&set != 0 {
					if before, after := a.possibleRankOrder(may, from, step, set, clued); before || after {
						side = append(side, start{from, before, after})
					}
				}
			}
			sides = append(sides, side)
		}
		// choose selects one line on each of the other three sides. It reports whether all three can begin with the
		// value and have ranks that fit. `lower` and `higher` count the lines chosen with lesser and greater ranks.
		var choose func(i, lower, higher int, chosen [3]int) bool
		choose = func(i, lower, higher int, chosen [3]int) bool {
			if lower > need || higher > 3-need {
				return false
			}
			if i == len(sides) {
				return true
			}
			for _, x := range sides[i] {
				if chosen[i] = x.cell; slices.ContainsFunc(chosen[:i], func(c int) bool { return f.of.MustDiffer(c, x.cell) }) {
					continue
				}
				if x.before && choose(i+1, lower+1, higher, chosen) || x.after && choose(i+1, lower, higher+1, chosen) {
					return true
				}
			}
			return false
		}
		return choose(0, 0, 0, [3]int{})
	}
	if !holds(f.may) {
		step.Removes = f.candidatesIn(a.Cells[0], set)
	}
	for _, c := range f.whole[:n*n] {
		if f.err = f.ctx.Err(); f.err != nil {
			return nil
		}
		for rest := f.may[c]; !f.brief && f.may[c]&(f.may[c]-1) != 0 && rest != 0; rest &= rest - 1 {
			s := f.State.Clone()
			if s.placeValue(c, bits.TrailingZeros64(rest)); !holds(s.may) {
				f.addRemovals(step, c, rest&-rest)
			}
		}
	}
	if len(step.Removes) == 0 {
		return nil
	}
	if f.onlyConstraintOf(step) < 0 {
		step.Reason = f.withConstraintName(a, step.Reason)
	}
	return step
}
