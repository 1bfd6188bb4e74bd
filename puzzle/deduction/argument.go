package deduction

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"nonet/message"
	"nonet/puzzle"
)

// The arguments in this file are about one constraint as a whole. People use them without listing the tuples of the
// constraint's cells. The step of each argument has a reason in words.

// arguments has a row for each technique that examines one constraint as a whole, such as a sandwich sum.
var arguments = []struct {
	technique Technique
	kinds     []string
	find      func(f *finder, a *argument) *Step
}{
	{byRank, []string{"FullRank"}, (*finder).findRankStep},
	{byNeeded, []string{"Quad", "ContainAtLeast"}, (*finder).findNeededValueStep},
	{byAlternation, []string{"Whisper"}, (*finder).findHighLowStep},
	{byRange, []string{"Renban"}, (*finder).findConsecutiveStep},
	{byVisible, []string{"Skyscraper"}, (*finder).findSkyscraperStep},
	{byCrusts, []string{"Sandwich"}, (*finder).findSandwichStep},
	{byFirstCells, []string{"XSum"}, (*finder).findXSumStep},
	{byCircles, []string{"CountingCircles"}, (*finder).findCirclesStep},
	{bySumBounds, []string{"Cage", "Sum", "LittleKiller", "Arrow", "PillArrow"}, (*finder).findSumBoundsStep},
	{byVisits, []string{"RegionSumLine"}, (*finder).findRegionSumStep},
	{byAlternatives, []string{"Or"}, (*finder).findOrStep},
	{byCopies, []string{"Palindrome", "Clone"}, (*finder).findEqualCellsStep},
	{byRegions, []string{"ChaosConstruction"}, (*finder).findRegionsStep},
	{byConnected, []string{"ConnectedValues"}, (*finder).findConnectedStep},
}

// argument holds a constraint that a finder examines as a whole, and the constraint's pieces.
type argument struct {
	*puzzle.Constraint
	pieces []int
	index  int
	groups [][][]int        // partitions of the constraint's cells into groups whose values differ
	parts  []*puzzle.Pieces // for a constraint of kind Or, a puzzle for each of its parts; nil until they are needed
}

// findArgumentStep returns the first step of technique t, or nil.
func (f *finder) findArgumentStep(t Technique) *Step {
	for i := range arguments {
		row := &arguments[i]
		if row.technique != t {
			continue
		}
		for _, a := range f.argued[i] {
			cells := f.of.All[a.pieces[0]].Cells
			if len(a.pieces) > 1 {
				cells = f.cellsOf(a.pieces)
			}
			if t == byRank || t == byCopies || t == byRegions || t == byConnected {
				cells = f.whole
			}
			if f.err = cmp.Or(f.err, f.ctx.Err()); f.err != nil {
				return nil
			}
			if !f.isConstraintIncluded(a.index) || !f.recordIfChanged(searchKey{t, a.index, 0}, cells) {
				continue
			}
			if step := row.find(f, a); step != nil {
				delete(f.seen, searchKey{t, a.index, 0})
				step.Technique = t
				if step.Pieces == nil {
					step.Pieces = a.pieces
				}
				return step
			}
		}
	}
	return nil
}

// listExaminedConstraints fills the field argued. For each row of the table `arguments`, argued gets the constraints of
// that row's kinds. `byCell` maps the index of a constraint to the indices of its pieces.
func (f *finder) listExaminedConstraints(byCell map[int][]int) {
	f.argued = make([][]*argument, len(arguments))
	p := f.of.Puzzle
	for i := range arguments {
		for index := range p.Constraints {
			if c := &p.Constraints[index]; len(byCell[index]) > 0 && slices.Contains(arguments[i].kinds, c.Kind) {
				f.argued[i] = append(f.argued[i], &argument{Constraint: c, pieces: byCell[index], index: index})
			}
		}
	}
}

// leastCandidate and greatestCandidate return a cell's extreme candidates. They are not inlined, because the
// page's module has no room for the copies.
//
//go:noinline
func (s *State) leastCandidate(cell int) int { return s.valueOf(bits.TrailingZeros64(s.may[cell])) }

//go:noinline
func (s *State) greatestCandidate(cell int) int {
	return s.valueOf(63 - bits.LeadingZeros64(s.may[cell]))
}

// valuesBetween returns the set of the values between two limits, least and most, with the limits.
//
//go:noinline
func (s *State) valuesBetween(minimum, maximum int) uint64 {
	low, high := max(minimum-s.pieces.Puzzle.Low, 0), min(maximum-s.pieces.Puzzle.Low, 63)
	if low > high {
		return 0
	}
	return (2<<high - 1) &^ (1<<low - 1)
}

// hasEmpty reports whether one of the cells has no candidates. The finders of arguments do not handle such cells.
func (s *State) hasEmpty(cells []int) bool {
	return slices.ContainsFunc(cells, func(c int) bool { return s.may[c] == 0 })
}

// withConstraintName puts the constraint's name before a reason, for steps whose title lacks the name.
func (f *finder) withConstraintName(a *argument, reason message.Message) message.Message {
	return deductionText("by", "technique", f.ruleName(a.index, a.Cells), "why", reason)
}

// findHighLowStep finds a step on a line whose neighbouring cells must differ by more than half of the greatest
// possible difference. Low and high values alternate on such a line.
func (f *finder) findHighLowStep(a *argument) *Step {
	p, step := f.of.Puzzle, a.Numbers[0]
	low, high := f.valuesBetween(p.Low, p.High-step), f.valuesBetween(p.Low+step, p.High)
	if low&high != 0 || low == 0 || len(a.Cells) < 2 || f.hasEmpty(a.Cells) {
		return nil
	}
	spread := func(set uint64) message.Message {
		values := f.valuesOf(set)
		return deductionText("span", "least", values[0], "most", values[len(values)-1])
	}
	if step := f.newRestrictionStep(a.Cells, low|high); step != nil {
		step.Reason = deductionText("alternation.middle", "low", spread(low), "high", spread(high))
		return step
	}
	for i, known := range a.Cells {
		if f.may[known]&low != 0 && f.may[known]&high != 0 {
			continue
		}
		own, other := low, high
		if f.may[known]&high != 0 {
			own, other = high, low
		}
		step := &Step{Cells: a.Cells}
		for j, c := range a.Cells {
			set := own
			if (i-j)%2 != 0 {
				set = other
			}
			f.addRemovals(step, c, ^set)
		}
		if len(step.Removes) > 0 {
			step.Reason = deductionText("alternation.why", "low", spread(low), "high", spread(high), "cell", f.cellName(known), "own", spread(own))
			return step
		}
	}
	return nil
}

// findConsecutiveStep finds a step on a renban line. The values of the line are consecutive, so any two of them differ
// by less than the number of cells.
func (f *finder) findConsecutiveStep(a *argument) *Step {
	n := len(a.Cells)
	if f.hasEmpty(a.Cells) {
		return nil
	}
	high := slices.MaxFunc(a.Cells, func(c, d int) int { return f.leastCandidate(c) - f.leastCandidate(d) })
	low := slices.MinFunc(a.Cells, func(c, d int) int { return f.greatestCandidate(c) - f.greatestCandidate(d) })
	from, to := f.leastCandidate(high)-n+1, f.greatestCandidate(low)+n-1
	if step := f.newRestrictionStep(a.Cells, f.valuesBetween(from, to)); step != nil {
		under, over := step.removesOutside(from, to)
		known, all := bound{f.leastCandidate(high), f.greatestCandidate(low), !under, !over}, bound{from, to, !under, !over}
		step.Reason = deductionText("range.why", "n", n, "known", f.factText(known, []int{high}, []int{low}), "all", all.limitsText())
		return step
	}
	_, all := f.singlePlaces(a.Cells)
	common := ^uint64(0) // the values that occur in every possible run
	for start := max(from, f.of.Puzzle.Low); start+n-1 <= min(to, f.of.Puzzle.High); start++ {
		if run := f.valuesBetween(start, start+n-1); run&^all == 0 {
			common &= run
		}
	}
	if common == ^uint64(0) {
		return nil
	}
	for _, v := range f.valuesOf(common) {
		places := f.placesOf(a.Cells, f.valuesBetween(v, v))
		step := &Step{Cells: places, Values: []int{v}}
		for c := range f.of.Puzzle.BoardCells() {
			if !slices.Contains(a.Cells, c) && len(places) > 0 && f.seesAll(c, places) {
				f.addRemovals(step, c, f.valuesBetween(v, v))
			}
		}
		if len(places) == 1 {
			f.addRemovals(step, places[0], ^f.valuesBetween(v, v))
		}
		if len(step.Removes) > 0 {
			step.Reason = deductionText("range.needs", "n", n, "value", v, "cells", f.cellsText(places))
			return step
		}
	}
	return nil
}

// findXSumStep finds a step from an X-sum: the value of the first cell is the number of cells that add up to the clue.
func (f *finder) findXSumStep(a *argument) *Step {
	first, sum := a.Cells[0], a.Numbers[0]
	if f.hasEmpty(a.Cells) {
		return nil
	}
	var none, few, many []int // excluded lengths of the X-sum; none: impossible lengths; few: all their sums are too small; many: all are too large
	top, bottom := 0, math.MaxInt
	for _, n := range f.valuesOf(f.may[first]) {
		if n < 1 || n > len(a.Cells) {
			none = append(none, n)
			continue
		}
		least, most := f.sumBoundsOf(a.Cells[1:n], -1, f.mustAllDiffer(a.Cells[:n]))
		if most+n < sum {
			few, top = append(few, n), max(top, most+n)
		} else if least+n > sum {
			many, bottom = append(many, n), min(bottom, least+n)
		}
	}
	step := &Step{Cells: a.Cells}
	for _, n := range slices.Concat(none, few, many) {
		f.addRemovals(step, first, f.valuesBetween(n, n))
	}
	if len(step.Removes) > 0 {
		reason := func(lengths []int, others bound) message.Message {
			return deductionText("first-cells.why", "cell", f.cellName(first), "values", eitherText(lengths), "others", others.limitsText(), "sum", sum)
		}
		var reasons []message.Message
		if len(none) > 0 {
			reasons = append(reasons, deductionText("first-cells.none", "cell", f.cellName(first), "values", eitherText(none)))
		}
		if len(few) > 0 {
			reasons = append(reasons, reason(few, bound{minimum: top - 1, maximum: top, noLeast: true}))
		}
		if len(many) > 0 {
			reasons = append(reasons, reason(many, bound{minimum: bottom, maximum: bottom + 1, noMost: true}))
		}
		step.Reason = joinSentences(reasons)
		return step
	}
	// Find the possible sums for each length that the first cell still permits.
	lengths := f.valuesOf(f.may[first])
	if len(a.Cells) != f.of.Puzzle.Values() || f.of.Puzzle.Free || len(lengths) > mostPlaces {
		return nil
	}
	all := f.valuesBetween(f.of.Puzzle.Low, f.of.Puzzle.High)
	var parts []part
	for _, n := range lengths {
		if n < 1 || n > len(a.Cells) { // a supposition left a value that is no length
			return nil
		}
		values := f.valuesBetween(n, n)
		x := part{fixed: map[int]uint64{first: values}, inside: a.Cells[1:n], outside: a.Cells[n:]}
		var ok bool
		if x.sets, ok = f.subsetSums(&x, all&^values, sum-n); !ok {
			return nil
		} else if len(x.sets) > 0 {
			parts = append(parts, x)
		}
	}
	return f.stepFromSums(a, parts, all, func(list message.Message) message.Message {
		return deductionText("first-cells.sums", "cell", f.cellName(first), "values", eitherText(lengths), "list", list)
	})
}

// findRegionSumStep finds a step on a region sum line. The boxes divide the line into parts with equal sums.
func (f *finder) findRegionSumStep(a *argument) *Step {
	if f.hasEmpty(a.Cells) {
		return nil
	}
	areas := f.of.Puzzle.Areas()
	box := func(c int) int {
		return slices.IndexFunc(areas, func(area []int) bool { return slices.Contains(area, c) })
	}
	var all [][]int
	for i, c := range a.Cells {
		if box(c) < 0 {
			return nil
		}
		if i == 0 || box(c) != box(a.Cells[i-1]) {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], c)
	}
	if len(all) < 2 {
		return nil
	}
	// All parts have the same sum, so the greatest lower bound and the least upper bound hold for every part.
	bounds := func(cells []int) bound {
		least, most := f.sumBoundsOf(cells, -1, f.mustAllDiffer(cells))
		return bound{minimum: least, maximum: most}
	}
	low := slices.MaxFunc(all, func(a, b []int) int { return bounds(a).minimum - bounds(b).minimum })
	high := slices.MinFunc(all, func(a, b []int) int { return bounds(a).maximum - bounds(b).maximum })
	step, known := &Step{Cells: a.Cells}, bound{bounds(low).minimum, bounds(high).maximum, true, true}
	for _, cells := range all {
		differ := f.mustAllDiffer(cells)
		for _, c := range cells {
			l, m := f.sumBoundsOf(cells, c, differ)
			one := &Step{Removes: f.candidatesIn(c, ^f.valuesBetween(known.minimum-m, known.maximum-l))}
			under, over := one.removesOutside(known.minimum-m, known.maximum-l)
			known.noLeast, known.noMost = known.noLeast && !under, known.noMost && !over
			step.Removes = append(step.Removes, one.Removes...)
		}
	}
	if len(step.Removes) == 0 {
		return nil
	}
	step.Reason = deductionText("visits.why", "known", f.factText(known, low, high), "all", known.limitsText())
	return step
}

// mostParts limits the parts of an Or constraint. A person does not try more parts.
const mostParts = 6

// findOrStep finds a conclusion that follows from every possible part of an Or constraint. The conclusion is true,
// because at least one part holds.
func (f *finder) findOrStep(a *argument) *Step {
	if len(a.Parts) > mostParts {
		return nil
	}
	if a.parts == nil {
		a.parts = []*puzzle.Pieces{}
		for _, part := range a.Parts {
			p := *f.of.Puzzle
			p.Constraints, p.Givens = []puzzle.Constraint{part}, nil
			of, err := p.Pieces(f.ctx)
			if err != nil { // the part is impossible or too large
				a.parts = a.parts[:0]
				break
			}
			a.parts = append(a.parts, of)
		}
	}
	may := make([]uint64, len(f.may)) // for each cell, the values that some possible part permits
	var able []message.Message
	step := &Step{}
	for _, part := range a.parts {
		pieces := slices.DeleteFunc(allIndices(part.All), func(i int) bool { return part.All[i].Constraint != 0 })
		x := part.NewFiller(pieces)
		if len(pieces) == 0 || f.countOpen(x.Cells) > mostCells {
			return nil
		}
		step.Cells = distinctCells(append(step.Cells, x.Cells...))
		left, err := x.PossibleValues(f.ctx, f.may)
		if f.err = err; err != nil {
			return nil
		}
		if left[0] == 0 { // the part is impossible
			continue
		}
		able = append(able, (&State{pieces: part}).ruleName(0, x.Cells))
		for c := range may {
			if index, in := slices.BinarySearch(x.Cells, c); in {
				may[c] |= left[index]
			} else {
				may[c] = f.may[c]
			}
		}
	}
	if len(able) == 0 {
		return nil
	}
	for _, c := range step.Cells {
		f.addRemovals(step, c, ^may[c])
	}
	switch {
	case len(step.Removes) == 0:
		return nil
	case len(able) == 1 && len(a.parts) > 1:
		step.Reason = deductionText("alternatives.one", "n", len(a.parts), "rule", able[0])
	default:
		step.Reason = deductionText("alternatives.all", "n", len(able), "list", message.JoinList("deduction.or", able))
	}
	return step
}

// findEqualCellsStep finds a step from two cells that must be equal. If every place of a value in a house sees one of
// the two cells, neither of the two cells has this value.
func (f *finder) findEqualCellsStep(a *argument) *Step {
	for _, i := range a.pieces {
		p := &f.of.All[i]
		if len(p.Cells) != 2 || p.Cells[0] == p.Cells[1] || len(p.Rows) == 0 || slices.ContainsFunc(allIndices(p.Rows), func(v int) bool { return p.Rows[v] != 1<<v }) {
			continue
		}
		for _, h := range f.houses {
			in := f.of.All[h].Cells
			for bit := range f.of.Puzzle.Values() {
				one, two := p.Cells[0], p.Cells[1]
				if (f.may[one]|f.may[two])>>bit&1 == 0 || slices.Contains(in, one) && slices.Contains(in, two) {
					continue
				}
				places := f.placesOf(in, 1<<bit)
				if len(places) == 0 || len(places) > 6 || slices.ContainsFunc(places, func(c int) bool {
					return c == one || c == two || !f.of.MustDiffer(c, one) && !f.of.MustDiffer(c, two)
				}) {
					continue
				}
				if removes := append(f.candidatesIn(one, 1<<bit), f.candidatesIn(two, 1<<bit)...); len(removes) > 0 {
					return &Step{Pieces: []int{h, i}, Cells: append(places, one, two), Values: []int{f.valueOf(bit)}, Removes: removes,
						Reason: deductionText("copies.why", "rule", f.pieceName(i), "a", f.cellName(one), "b", f.cellName(two), "house", f.pieceName(h), "value", f.valueOf(bit), "cells", f.cellsText(places))}
				}
			}
		}
	}
	return nil
}

func allIndices[T any](list []T) []int {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return all
}
