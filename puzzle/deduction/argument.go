package deduction

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nonet/message"
	"nonet/puzzle"
)

// This file has the arguments that people use for a constraint as a whole, without a list of the
// ways to fill it. Each finder looks at one constraint and gives its step a reason in words.

// arguments lists the finders by technique, with the kinds of constraints that each examines.
var arguments = []struct {
	technique Technique
	kinds     []string
	find      func(f *finder, a *argument) *Step
}{
	{byRank, []string{"FullRank"}, (*finder).useRanks},
	{byNeeded, []string{"Quad", "ContainAtLeast"}, (*finder).placeNeeded},
	{byAlternation, []string{"Whisper"}, (*finder).useAlternation},
	{byRange, []string{"Renban"}, (*finder).consecutiveStep},
	{byVisible, []string{"Skyscraper"}, (*finder).boundVisible},
	{byCrusts, []string{"Sandwich"}, (*finder).removeCrusts},
	{byFirstCells, []string{"XSum"}, (*finder).firstCells},
	{byCircles, []string{"CountingCircles"}, (*finder).useCircles},
	{bySumBounds, []string{"Cage", "Sum", "LittleKiller", "Arrow", "PillArrow"}, (*finder).sumBounds},
	{byVisits, []string{"RegionSumLine"}, (*finder).useVisits},
	{byAlternatives, []string{"Or"}, (*finder).useAlternatives},
	{byCopies, []string{"Palindrome", "Clone"}, (*finder).useCopies},
	{byRegions, []string{"ChaosConstruction"}, (*finder).examineRegions},
	{byConnected, []string{"ConnectedValues"}, (*finder).examineConnected},
}

// argument is a constraint that a finder examines.
type argument struct {
	*puzzle.Constraint
	pieces []int
	index  int
	groups [][][]int // partitions of its cells into groups of distinct values
}

// argueTechnique returns the first step of technique t, or nil. It examines the constraints of the
// technique's kinds.
func (f *finder) argueTechnique(t Technique) *Step {
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
			if !f.isAsked(a.index) || !f.isFresh(key{t, a.index, 0}, cells) {
				continue
			}
			if step := row.find(f, a); step != nil {
				delete(f.seen, key{t, a.index, 0})
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

// beginArguments lists the constraints that each finder examines. by maps a constraint to its
// pieces.
func (f *finder) beginArguments(by map[int][]int) {
	f.argued = make([][]*argument, len(arguments))
	p := f.of.Puzzle
	f.whole = make([]int, p.Cells())
	for c := range f.whole {
		f.whole[c] = c
	}
	for i := range arguments {
		for at := range p.Constraints {
			if c := &p.Constraints[at]; len(by[at]) > 0 && slices.Contains(arguments[i].kinds, c.Kind) {
				f.argued[i] = append(f.argued[i], &argument{c, by[at], at, nil})
			}
		}
	}
}

// leastCandidate and greatestCandidate return a cell's extreme candidates. They are not inlined: the
// page's module has no room for that.
//
//go:noinline
func (s *State) leastCandidate(cell int) int { return s.valueOf(bits.TrailingZeros64(s.may[cell])) }

//go:noinline
func (s *State) greatestCandidate(cell int) int {
	return s.valueOf(63 - bits.LeadingZeros64(s.may[cell]))
}

// valuesBetween returns the set of the values from least to most.
//
//go:noinline
func (s *State) valuesBetween(least, most int) uint64 {
	low, high := max(least-s.pieces.Puzzle.Low, 0), min(most-s.pieces.Puzzle.Low, 63)
	if low > high {
		return 0
	}
	return (2<<high - 1) &^ (1<<low - 1)
}

// hasEmpty reports whether a cell has no candidates. Arguments do not cover this case.
func (s *State) hasEmpty(cells []int) bool {
	return slices.ContainsFunc(cells, func(c int) bool { return s.may[c] == 0 })
}

// nameOf returns a constraint's name with its cells.
func (f *finder) nameOf(a *argument) message.Message {
	if f.brief {
		return message.Message{}
	}
	if f.just != 0 { // it was named before
		return deductionText("again")
	}
	return f.ruleName(a.index, a.Cells)
}

// useRanks uses the fact that each value begins exactly four of the rows and columns, read from both ends.
func (f *finder) useRanks(a *argument) *Step {
	first := a.Cells[0]
	value := f.of.Puzzle.Low + (a.Numbers[0]-1)/4
	if removes := f.removedFrom(first, ^f.valuesBetween(value, value)); len(removes) > 0 {
		return &Step{Cells: []int{first}, Removes: removes,
			Reason: deductionText("rank.why", "rule", f.nameOf(a), "n", a.Numbers[0], "cell", f.cellName(first), "value", value)}
	}
	return f.rankStep(a, value)
}

// compareWith reports whether the line that begins at from, with the value of set, can come before this
// ranked line, and whether it can come after it.
func (a *argument) compareWith(may []uint64, from, by int, set uint64, clued []*argument) (before, after bool) {
	left := ^set
	for i, c := range a.Cells[1:] {
		own, its := may[c]&left, may[from+(i+1)*by]&left
		if own == 0 || its == 0 {
			break
		}
		before = before || bits.TrailingZeros64(its) < bits.Len64(own)-1
		after = after || bits.Len64(its)-1 > bits.TrailingZeros64(own)
		both := own & its
		if both == 0 || before && after {
			break
		}
		if both&(both-1) == 0 {
			left &^= both
		}
	}
	for _, b := range clued {
		if b.Cells[0] == from && b.Cells[1] == from+by {
			before, after = before && b.Numbers[0] < a.Numbers[0], after && b.Numbers[0] > a.Numbers[0]
		}
	}
	return before, after
}

// rankStep uses the fact that, on each side of the board, one line begins with the value. The rank
// determines how many of these four lines come before the ranked line.
func (f *finder) rankStep(a *argument, value int) *Step {
	n, need, set := f.of.Puzzle.Columns, (a.Numbers[0]-1)%4, f.valuesBetween(value, value)
	pieces := a.pieces
	var clued []*argument // ranked lines with the same first value
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
	step := &Step{Pieces: pieces, Cells: a.Cells[:1:1], Reason: deductionText("rank.count", "rule", f.nameOf(a), "value", value, "n", need)}
	type start struct {
		cell          int
		before, after bool
	}
	holds := func(may []uint64) bool {
		var sides [][]start
		for _, by := range [...]int{n, -n, 1, -1} {
			if a.Cells[1] == a.Cells[0]+by {
				continue
			}
			var side []start
			for i := range n {
				from := i * (n + 1 - max(by, -by)) // along the top or the left side
				if by < 0 {
					from = n*n - 1 - from
				}
				if may[from]&set != 0 {
					if before, after := a.compareWith(may, from, by, set, clued); before || after {
						side = append(side, start{from, before, after})
					}
				}
			}
			sides = append(sides, side)
		}
		// Choose one line per side, such that all can begin with the value.
		var choose func(i, less, more int, chosen [3]int) bool
		choose = func(i, less, more int, chosen [3]int) bool {
			if less > need || more > 3-need {
				return false
			}
			if i == len(sides) {
				return true
			}
			for _, x := range sides[i] {
				if chosen[i] = x.cell; slices.ContainsFunc(chosen[:i], func(c int) bool { return f.of.MustDiffer(c, x.cell) }) {
					continue
				}
				if x.before && choose(i+1, less+1, more, chosen) || x.after && choose(i+1, less, more+1, chosen) {
					return true
				}
			}
			return false
		}
		return choose(0, 0, 0, [3]int{})
	}
	if !holds(f.may) {
		step.Removes = f.removedFrom(a.Cells[0], set)
	}
	for _, c := range f.whole[:n*n] {
		for rest := f.may[c]; !f.brief && f.may[c]&(f.may[c]-1) != 0 && rest != 0; rest &= rest - 1 {
			s := f.State.Clone()
			if s.place(c, bits.TrailingZeros64(rest)); !holds(s.may) {
				f.remove(step, c, rest&-rest)
			}
		}
	}
	if len(step.Removes) == 0 {
		return nil
	}
	return step
}

// useCircles uses the fact that a value v is in exactly v counting circles, or in none. So the
// values in circles add up to the number of circles.
func (f *finder) useCircles(a *argument) *Step {
	if f.hasEmpty(a.Cells) || f.of.Puzzle.High > 16 {
		return nil
	}
	sets, places := f.circleSets(a)
	some, common := uint64(0), ^uint64(0)
	for _, set := range sets {
		some |= set
		common &= set
	}
	reason := deductionText("circles.many", "rule", f.nameOf(a), "n", len(a.Cells))
	if len(sets) > 0 && len(sets) <= toldWays {
		var list []string
		for _, set := range sets {
			var values []string
			for ; set != 0; set &= set - 1 {
				values = append(values, strconv.Itoa(bits.TrailingZeros64(set)))
			}
			list = append(list, strings.Join(values, " + "))
		}
		reason = deductionText("circles.list", "rule", f.nameOf(a), "n", len(a.Cells), "list", message.JoinList("explain.or", message.WordsOf(list)))
	}
	step := &Step{Cells: a.Cells, Reason: reason}
	for _, c := range a.Cells {
		for _, v := range f.valuesOf(f.may[c]) {
			if v < 1 || some>>v&1 == 0 {
				f.remove(step, c, f.valuesBetween(v, v))
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
			f.remove(step, c, ^f.valuesBetween(v, v))
		}
		if len(step.Removes) > 0 {
			return step
		}
	}
	for v := 1; v <= f.of.Puzzle.High; v++ {
		for _, kind := range []string{"row", "column", "box", "region"} {
			if common>>v&1 != 0 {
				if step := f.circlesIn(a, v, kind, reason); step != nil {
					return step
				}
			}
		}
	}
	return nil
}

// circleSets returns the sets of values that circles can hold, with bit v for the value v.
// places has the circles in which each value can be.
func (f *finder) circleSets(a *argument) (all []uint64, places map[int][]int) {
	places = map[int][]int{}
	must, may := uint64(0), uint64(0)
	for v := 1; v <= f.of.Puzzle.High; v++ {
		set := f.valuesBetween(v, v)
		for _, c := range a.Cells {
			if set != 0 && f.may[c]&set != 0 {
				places[v] = append(places[v], c)
			}
			if set != 0 && f.may[c] == set {
				must |= 1 << v
			}
		}
		if len(places[v]) >= v {
			may |= 1 << v
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

// circlesIn uses the fact that v is in v circles, and once in each house of a kind. So in exactly v
// of these houses it is in a circle.
func (f *finder) circlesIn(a *argument, v int, kind string, reason message.Message) *Step {
	set := f.valuesBetween(v, v)
	var able, sure, unsure []int // houses
	var inside []int             // circles in a house of this kind; boxes may share cells
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
				f.remove(step, c, set)
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
	step.Reason = deductionText("circles.houses", "why", reason, "value", v, "houses", f.joinedPieces(houses), "n", len(houses))
	return step
}

// placeNeeded places values that a few cells must hold: a value that has no spare place among them, or
// all values if they fill the cells.
func (f *finder) placeNeeded(a *argument) *Step {
	if len(a.Numbers) == len(a.Cells) {
		set := uint64(0)
		for _, v := range a.Numbers {
			set |= f.valuesBetween(v, v)
		}
		step := &Step{Cells: a.Cells, Values: distinctCells(slices.Clone(a.Numbers))}
		for _, c := range a.Cells {
			f.remove(step, c, ^set)
		}
		if len(step.Removes) > 0 {
			step.Reason = deductionText("needed.all", "rule", f.nameOf(a), "cells", f.cellsText(a.Cells), "values", joinParts(message.WordsOf(a.Numbers)))
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
		var places []int
		for _, c := range a.Cells {
			if f.may[c]&f.valuesBetween(v, v) != 0 {
				places = append(places, c)
			}
		}
		if len(places) > n {
			continue
		}
		step := &Step{Cells: places, Values: []int{v}}
		for _, c := range places {
			f.remove(step, c, ^f.valuesBetween(v, v))
		}
		if len(step.Removes) > 0 {
			step.Reason = deductionText("needed.why", "rule", f.nameOf(a), "value", v, "n", n, "cells", f.cellsText(places))
			return step
		}
	}
	return nil
}

// useAlternation applies if neighbours on a line differ by more than half of the scale: then low and
// high values alternate.
func (f *finder) useAlternation(a *argument) *Step {
	p, by := f.of.Puzzle, a.Numbers[0]
	low, high := f.valuesBetween(p.Low, p.High-by), f.valuesBetween(p.Low+by, p.High)
	if low&high != 0 || low == 0 || len(a.Cells) < 2 || f.hasEmpty(a.Cells) {
		return nil
	}
	step := &Step{Cells: a.Cells}
	for _, c := range a.Cells {
		f.remove(step, c, ^(low | high))
	}
	spread := func(set uint64) message.Message {
		values := f.valuesOf(set)
		return deductionText("span", "least", values[0], "most", values[len(values)-1])
	}
	if len(step.Removes) > 0 {
		step.Reason = deductionText("alternation.middle", "rule", f.nameOf(a), "low", spread(low), "high", spread(high))
		return step
	}
	for i, known := range a.Cells {
		if f.may[known]&low != 0 && f.may[known]&high != 0 {
			continue
		}
		own := low
		if f.may[known]&high != 0 {
			own = high
		}
		for j, c := range a.Cells {
			set := own
			if (i-j)%2 != 0 {
				set = (low | high) &^ own
			}
			f.remove(step, c, ^set)
		}
		if len(step.Removes) > 0 {
			step.Reason = deductionText("alternation.why", "rule", f.nameOf(a), "low", spread(low), "high", spread(high), "cell", f.cellName(known), "own", spread(own))
			return step
		}
	}
	return nil
}

// consecutiveStep uses the fact that a renban's values are consecutive: two of them differ by less than the
// number of cells.
func (f *finder) consecutiveStep(a *argument) *Step {
	n := len(a.Cells)
	if f.hasEmpty(a.Cells) {
		return nil
	}
	high, low := a.Cells[0], a.Cells[0] // the cells with the greatest minimum and the least maximum
	for _, c := range a.Cells {
		if f.leastCandidate(c) > f.leastCandidate(high) {
			high = c
		}
		if f.greatestCandidate(c) < f.greatestCandidate(low) {
			low = c
		}
	}
	from, to := f.leastCandidate(high)-n+1, f.greatestCandidate(low)+n-1
	step := &Step{Cells: a.Cells}
	for _, c := range a.Cells {
		f.remove(step, c, ^f.valuesBetween(from, to))
	}
	if len(step.Removes) > 0 {
		step.Reason = deductionText("range.why", "rule", f.nameOf(a), "n", n, "high", f.cellName(high), "least", f.leastCandidate(high), "low", f.cellName(low), "most", f.greatestCandidate(low),
			"from", max(from, f.of.Puzzle.Low), "to", min(to, f.of.Puzzle.High))
		return step
	}
	// The values that are in every possible run.
	all, common := uint64(0), ^uint64(0)
	for _, c := range a.Cells {
		all |= f.may[c]
	}
	for start := max(from, f.of.Puzzle.Low); start+n-1 <= min(to, f.of.Puzzle.High); start++ {
		if run := f.valuesBetween(start, start+n-1); run&^all == 0 {
			common &= run
		}
	}
	if common == ^uint64(0) {
		return nil
	}
	for _, v := range f.valuesOf(common) {
		var places []int
		for _, c := range a.Cells {
			if f.may[c]&f.valuesBetween(v, v) != 0 {
				places = append(places, c)
			}
		}
		step := &Step{Cells: places, Values: []int{v}}
		for c := range f.of.Puzzle.BoardCells() {
			if !slices.Contains(a.Cells, c) && len(places) > 0 && !slices.ContainsFunc(places, func(o int) bool { return !f.of.MustDiffer(c, o) }) {
				f.remove(step, c, f.valuesBetween(v, v))
			}
		}
		if len(places) == 1 {
			f.remove(step, places[0], ^f.valuesBetween(v, v))
		}
		if len(step.Removes) > 0 {
			step.Reason = deductionText("range.needs", "rule", f.nameOf(a), "n", n, "value", v, "cells", f.cellsText(places))
			return step
		}
	}
	return nil
}

// boundVisible bounds the first cells of a skyscraper clue n: behind the i-th, n-i taller buildings must
// still rise.
func (f *finder) boundVisible(a *argument) *Step {
	p, n := f.of.Puzzle, a.Numbers[0]
	if len(a.Cells) != p.Values() || p.Free {
		return nil
	}
	for i, c := range a.Cells[:n] {
		if n == 1 {
			if removes := f.removedFrom(c, ^f.valuesBetween(p.High, p.High)); len(removes) > 0 {
				return &Step{Cells: a.Cells, Removes: removes, Reason: deductionText("visible.one", "rule", f.nameOf(a), "cell", f.cellName(c), "value", p.High)}
			}
			return nil
		}
		most := p.High - n + 1 + i
		if removes := f.removedFrom(c, ^f.valuesBetween(p.Low, most)); len(removes) > 0 {
			return &Step{Cells: a.Cells, Removes: removes,
				Reason: deductionText("visible.why", "rule", f.nameOf(a), "n", n, "cell", f.cellName(c), "value", most, "rest", n-1-i)}
		}
	}
	return nil
}

// removeCrusts removes the extreme values of a line from cells without a partner. The sum limits how
// many cells can lie between the two.
func (f *finder) removeCrusts(a *argument) *Step {
	p, sum := f.of.Puzzle, a.Numbers[0]
	n := len(a.Cells)
	if n != p.Values() || n < 3 || p.Free {
		return nil
	}
	fewest, mostCells := -1, -1
	for k := 0; k <= n-2; k++ {
		least, most := 0, 0
		for j := range k {
			least += p.Low + 1 + j
			most += p.High - 1 - j
		}
		if sum >= least && sum <= most {
			if fewest < 0 {
				fewest = k
			}
			mostCells = k
		}
	}
	if fewest < 0 {
		return nil
	}
	crusts := f.valuesBetween(p.Low, p.Low) | f.valuesBetween(p.High, p.High)
	for i, c := range a.Cells {
		for _, own := range []int{p.Low, p.High} {
			other := p.Low + p.High - own
			if f.may[c]&f.valuesBetween(own, own) == 0 {
				continue
			}
			partner := false
			for j, d := range a.Cells {
				if k := max(i-j, j-i) - 1; k >= fewest && k <= mostCells && f.may[d]&f.valuesBetween(other, other) != 0 {
					partner = partner || f.canSum(a.Cells[min(i, j)+1:max(i, j)], sum, crusts)
				}
			}
			if removes := f.removedFrom(c, f.valuesBetween(own, own)); !partner && len(removes) > 0 {
				return &Step{Cells: a.Cells, Removes: removes, Reason: deductionText("crusts.why", "rule", f.nameOf(a), "sum", sum, "n", mostCells-fewest+1,
					"few", fewest, "many", mostCells, "low", p.Low, "high", p.High, "cell", f.cellName(c), "own", own, "other", other)}
			}
		}
	}
	return f.fillCrusts(a, crusts)
}

// mostPlaces limits the places for a sandwich, and the lengths of an X-sum, that a person tries.
const mostPlaces = 3

// fillCrusts applies if the crusts have few places. The values between them are then one of few sets.
func (f *finder) fillCrusts(a *argument, crusts uint64) *Step {
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
			between := a.Cells[i+1 : j]
			x := part{fixed: map[int]uint64{c: crusts, d: crusts}, inside: between, outside: slices.Concat(a.Cells[:i], a.Cells[j+1:])}
			if x.sets = f.subsetSums(&x, all&^crusts, sum); len(x.sets) == 0 {
				continue
			}
			if parts = append(parts, x); len(parts) > mostPlaces {
				return nil
			}
			places = append(places, f.cellsText([]int{c, d}))
		}
	}
	return f.sumStep(a, parts, all&^crusts, func(list message.Message) message.Message {
		return deductionText("crusts.filled", "rule", f.nameOf(a), "low", p.Low, "high", p.High, "n", len(places), "places", message.JoinList("explain.or", places), "list", list)
	})
}

// part is one partition of a line: the sets of the fixed cells, and the cells inside, whose values
// are one of sets. The cells outside have the other values.
type part struct {
	fixed           map[int]uint64
	inside, outside []int
	sets            []uint64
}

// subsetSums returns the subsets of the set of that add up to sum and fit the cells inside, if the other values fit
// the cells outside.
func (f *finder) subsetSums(x *part, of uint64, sum int) (sets []uint64) {
	fits := func(cells []int, set uint64) bool {
		some := uint64(0)
		for _, c := range cells {
			if f.may[c]&set == 0 {
				return false
			}
			some |= f.may[c]
		}
		return set&^some == 0
	}
	var add func(from, n, left int, set uint64)
	add = func(from, n, left int, set uint64) {
		if n == 0 {
			if left == 0 && fits(x.inside, set) && fits(x.outside, of&^set) {
				sets = append(sets, set)
			}
			return
		}
		for bit := from; bit < f.of.Puzzle.Values(); bit++ {
			if of>>bit&1 != 0 {
				add(bit+1, n-1, left-f.valueOf(bit), set|1<<bit)
			}
		}
	}
	add(0, len(x.inside), sum, 0)
	return sets
}

// sumStep removes candidates that appear in no set of any part. why receives the sets. The result is
// nil if nothing can be removed, or if there are too many sets to list.
func (f *finder) sumStep(a *argument, parts []part, of uint64, why func(list message.Message) message.Message) *Step {
	reach := map[int]uint64{}
	told := map[string]bool{}
	for _, x := range parts {
		for c, set := range x.fixed {
			reach[c] |= set
		}
		for _, set := range x.sets {
			told[joinValues(f.valuesOf(set))] = true
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
			f.remove(step, c, ^reach[c])
		}
	}
	if len(step.Removes) == 0 || len(told) > 2*toldWays || told[""] {
		return nil
	}
	step.Reason = why(message.JoinList("explain.or", sortedTexts(told)))
	return step
}

// canSum reports whether sum lies between the minimum and the maximum of the cells' candidates,
// except those in without.
func (f *finder) canSum(cells []int, sum int, without uint64) bool {
	least, most := 0, 0
	for _, c := range cells {
		set := f.may[c] &^ without
		if set == 0 {
			return false
		}
		least += f.valueOf(bits.TrailingZeros64(set))
		most += f.valueOf(63 - bits.LeadingZeros64(set))
	}
	return least <= sum && sum <= most
}

// bounds returns the least and the greatest sum of cells. If differ is set, the cells have distinct
// values, which bounds the sums further.
func (s *State) bounds(cells []int, differ bool) (least, most int) {
	return s.boundsWithout(cells, -1, differ)
}

// boundsWithout is bounds for all cells except but.
func (s *State) boundsWithout(cells []int, but int, differ bool) (least, most int) {
	all, n := uint64(0), 0
	for _, c := range cells {
		if c != but {
			least += s.leastCandidate(c)
			most += s.greatestCandidate(c)
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
		least, most = max(least, low), min(most, high)
	}
	return least, most
}

// groups partitions cells into groups of distinct values: one group if all differ, else one
// partition by row, by column, by box and by region.
func (s *State) groups(cells []int, differ bool) (all [][][]int) {
	if differ {
		return [][][]int{{cells}}
	}
	for _, kind := range []string{"row", "column", "box", "region"} {
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

// narrowest returns the best bounds of the sum of all cells except the cell but; -1 excepts none.
func (s *State) narrowest(ways [][][]int, but int) (least, most int) {
	for i, groups := range ways {
		low, high := 0, 0
		for _, group := range groups {
			l, h := s.boundsWithout(group, but, true)
			low, high = low+l, high+h
		}
		if i == 0 || low > least {
			least = low
		}
		if i == 0 || high < most {
			most = high
		}
	}
	return least, most
}

// restText returns the text for the sum of the other cells.
func (a *argument) restText(least, most int) message.Message {
	if len(a.groups) > 1 && least < most {
		return deductionText("bounds.apart", "least", least, "most", most)
	}
	return amountText(least, most)
}

// amountText returns the text for a sum with the given bounds.
func amountText(least, most int) message.Message {
	if least == most {
		return deductionText("bounds.one", "n", least)
	}
	return deductionText("bounds", "least", least, "most", most)
}

// differ reports whether any two of the cells differ.
func (f *finder) differ(cells []int) bool {
	for i, a := range cells {
		for _, b := range cells[:i] {
			if a == b || !f.of.MustDiffer(a, b) {
				return false
			}
		}
	}
	return true
}

// firstCells examines an X-sum: the value of the first cell is the number of cells that add up to
// the clue.
func (f *finder) firstCells(a *argument) *Step {
	first, sum := a.Cells[0], a.Numbers[0]
	if f.hasEmpty(a.Cells) || a.pieces == nil {
		return nil
	}
	for _, n := range f.valuesOf(f.may[first]) {
		var reason message.Message
		if n < 1 || n > len(a.Cells) {
			reason = deductionText("first-cells.none", "rule", f.nameOf(a), "cell", f.cellName(first), "value", n)
		} else {
			least, most := f.bounds(a.Cells[1:n], f.differ(a.Cells[:n]))
			least, most = least+n, most+n
			if least <= sum && sum <= most {
				continue
			}
			reason = deductionText("first-cells.why", "rule", f.nameOf(a), "cell", f.cellName(first), "value", n, "others", amountText(least, most), "sum", sum)
		}
		if removes := f.removedFrom(first, f.valuesBetween(n, n)); len(removes) > 0 {
			return &Step{Cells: a.Cells, Removes: removes, Reason: reason}
		}
	}
	// The sums for each remaining length.
	lengths := f.valuesOf(f.may[first])
	if len(a.Cells) != f.of.Puzzle.Values() || f.of.Puzzle.Free || len(lengths) > mostPlaces {
		return nil
	}
	all := f.valuesBetween(f.of.Puzzle.Low, f.of.Puzzle.High)
	var parts []part
	for _, n := range lengths {
		own := f.valuesBetween(n, n)
		x := part{fixed: map[int]uint64{first: own}, inside: a.Cells[1:n], outside: a.Cells[n:]}
		if x.sets = f.subsetSums(&x, all&^own, sum-n); len(x.sets) > 0 {
			parts = append(parts, x)
		}
	}
	return f.sumStep(a, parts, all, func(list message.Message) message.Message {
		return deductionText("first-cells.sums", "rule", f.nameOf(a), "cell", f.cellName(first), "values", eitherText(lengths), "list", list)
	})
}

// sumBounds bounds each cell of a sum by the least and the greatest sum of the other cells.
func (f *finder) sumBounds(a *argument) *Step {
	cells, circles := a.Cells, 0 // the number of first cells whose digits are the sum
	switch a.Kind {
	case "Arrow":
		circles = 1
	case "PillArrow":
		circles = a.Numbers[0]
	}
	if f.hasEmpty(cells) || len(distinctCells(slices.Clone(cells))) < len(cells) || circles == 0 && (len(a.Numbers) > 1 || a.Numbers[0] == 0 && a.Kind != "Sum") {
		return nil
	}
	arrow, shaft := circles > 0, cells[circles:]
	circle := distinctCells(slices.Clone(cells[:circles]))
	if a.groups == nil {
		a.groups = f.groups(shaft, a.Kind == "Cage" || f.differ(shaft))
	}
	low, high := f.narrowest(a.groups, -1)
	least, most := 0, 0 // the bounds of the sum that the circles show as a number
	if arrow && len(shaft) > 0 {
		can := make([]uint64, circles)
		least, most = high+1, low-1
		var read func(i, number int, way [3]int)
		read = func(i, number int, way [3]int) {
			if i == circles {
				if number >= low && number <= high {
					least, most = min(least, number), max(most, number)
					for j, v := range way[:circles] {
						can[j] |= 1 << f.bitOf(v)
					}
				}
				return
			}
			for left := f.may[circle[i]]; left != 0; left &= left - 1 {
				v := f.valueOf(bits.TrailingZeros64(left))
				if way[i] = v; i == 0 || v < 10 && (way[i-1] != v || !f.of.MustDiffer(circle[i], circle[i-1])) {
					read(i+1, 10*number+v, way)
				}
			}
		}
		read(0, 0, [3]int{})
		step := &Step{Cells: cells}
		for i, c := range circle {
			f.remove(step, c, ^can[i])
		}
		if len(step.Removes) > 0 {
			step.Reason = deductionText("sum-bounds.circle", "rule", f.nameOf(a), "n", circles, "cells", f.cellsText(circle), "others", a.restText(low, high))
			return step
		}
	}
	// Cells with the same bounds share a step.
	type bound struct{ least, most int }
	by := map[bound][]int{}
	var order []bound
	for _, c := range shaft {
		least, most := f.narrowest(a.groups, c)
		if by[bound{least, most}] == nil {
			order = append(order, bound{least, most})
		}
		by[bound{least, most}] = append(by[bound{least, most}], c)
	}
	for _, b := range order {
		low, high := 0, 0
		if arrow {
			low, high = least-b.most, most-b.least
		} else {
			low, high = a.Numbers[0]-b.most, a.Numbers[0]-b.least
		}
		step := &Step{Cells: cells}
		var gone []int
		for _, c := range by[b] {
			if removes := f.removedFrom(c, ^f.valuesBetween(low, high)); len(removes) > 0 {
				step.Removes, gone = append(step.Removes, removes...), append(gone, c)
			}
		}
		if len(gone) == 0 {
			continue
		}
		if f.brief {
			return step
		}
		over := slices.ContainsFunc(step.Removes, func(x Candidate) bool { return x.Value > high })
		under := slices.ContainsFunc(step.Removes, func(x Candidate) bool { return x.Value < low })
		switch {
		case !arrow && len(shaft) == 2 && !under:
			step.Reason = deductionText("sum-bounds.most", "rule", f.nameOf(a), "sum", a.Numbers[0], "least", b.least, "high", high)
		case !arrow && len(shaft) == 2 && !over:
			step.Reason = deductionText("sum-bounds.least", "rule", f.nameOf(a), "sum", a.Numbers[0], "most", b.most, "low", low)
		case arrow:
			step.Reason = deductionText("sum-bounds.shaft", "rule", f.nameOf(a), "n", len(gone), "cells", f.cellsText(gone), "others", a.restText(b.least, b.most),
				"circle", f.cellsText(circle), "own", f.numberText(circle, least, most))
		default:
			step.Reason = deductionText("sum-bounds.why", "rule", f.nameOf(a), "n", len(gone), "cells", f.cellsText(gone), "others", a.restText(b.least, b.most), "sum", a.Numbers[0])
		}
		return step
	}
	return nil
}

// numberText returns the text for the circles of an arrow: the values of one circle, or the bounds of a
// number.
func (f *finder) numberText(circle []int, least, most int) message.Message {
	if len(circle) > 1 {
		return amountText(least, most)
	}
	return eitherText(f.valuesOf(f.may[circle[0]]))
}

// useVisits uses the fact that the parts of a region sum line in its boxes have equal sums.
func (f *finder) useVisits(a *argument) *Step {
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
	// The narrowest bounds of any part hold for all.
	low, high := 0, 0
	least, most := make([]int, len(all)), make([]int, len(all))
	for i, cells := range all {
		least[i], most[i] = f.bounds(cells, f.differ(cells))
		if least[i] > least[low] {
			low = i
		}
		if most[i] < most[high] {
			high = i
		}
	}
	for _, cells := range all {
		for i, c := range cells {
			others := slices.Concat(cells[:i], cells[i+1:])
			l, m := f.bounds(others, f.differ(others))
			if removes := f.removedFrom(c, ^f.valuesBetween(least[low]-m, most[high]-l)); len(removes) > 0 && len(cells) == 1 {
				return &Step{Cells: a.Cells, Removes: removes, Reason: deductionText("visits.alone", "rule", f.nameOf(a), "low", f.cellsText(all[low]), "least", least[low],
					"high", f.cellsText(all[high]), "most", most[high], "cell", f.cellName(c))}
			} else if len(removes) > 0 {
				return &Step{Cells: a.Cells, Removes: removes, Reason: deductionText("visits.why", "rule", f.nameOf(a), "low", f.cellsText(all[low]), "least", least[low],
					"high", f.cellsText(all[high]), "most", most[high], "cell", f.cellName(c), "cells", f.cellsText(cells))}
			}
		}
	}
	return nil
}

// mostParts is the maximum number of parts of an Or that a person tries.
const mostParts = 6

// useAlternatives uses the fact that at least one part of an Or holds: what follows from each possible
// part is true.
func (f *finder) useAlternatives(a *argument) *Step {
	if len(a.Parts) > mostParts {
		return nil
	}
	parts, known := f.parts[a.index]
	if !known {
		for _, part := range a.Parts {
			p := *f.of.Puzzle
			p.Constraints, p.Givens = []puzzle.Constraint{part}, nil
			of, err := p.Pieces(f.ctx)
			if err != nil { // the part is impossible or too large
				parts = nil
				break
			}
			parts = append(parts, of)
		}
		f.parts[a.index] = parts
	}
	if parts == nil {
		return nil
	}
	may := make([]uint64, len(f.may)) // the union over the parts
	var able []message.Message
	step := &Step{}
	for _, of := range parts {
		var pieces, cells []int
		for i := range of.All {
			if p := &of.All[i]; p.Constraint == 0 {
				pieces, cells = append(pieces, i), append(cells, p.Cells...)
			}
		}
		cells = distinctCells(cells)
		if len(pieces) == 0 || f.countOpen(cells) > mostCells {
			return nil
		}
		step.Cells = distinctCells(append(step.Cells, cells...))
		reach, ways, err := of.Reach(f.ctx, pieces, f.may, true)
		if f.err = err; err != nil {
			return nil
		}
		if ways.All && len(ways.List) == 0 {
			continue
		}
		able = append(able, (&State{pieces: of}).ruleName(0, cells))
		for c := range may {
			if at, in := slices.BinarySearch(ways.Cells, c); in {
				may[c] |= reach[at]
			} else {
				may[c] = f.may[c]
			}
		}
	}
	if len(able) == 0 {
		return nil
	}
	for _, c := range step.Cells {
		f.remove(step, c, ^may[c])
	}
	switch {
	case len(step.Removes) == 0:
		return nil
	case len(able) == 1 && len(parts) > 1:
		step.Reason = deductionText("alternatives.one", "n", len(parts), "rule", able[0])
	default:
		step.Reason = deductionText("alternatives.all", "n", len(able), "list", message.JoinList("deduction.or", able))
	}
	return step
}

// useCopies uses the fact that a cell that sees one of two cells with equal values also differs from
// the other.
func (f *finder) useCopies(a *argument) *Step {
	for _, i := range a.pieces {
		p := &f.of.All[i]
		if len(p.Cells) != 2 || p.Cells[0] == p.Cells[1] || len(p.Rows) == 0 || slices.ContainsFunc(indices(p.Rows), func(v int) bool { return p.Rows[v] != 1<<v }) {
			continue
		}
		for _, h := range f.houses {
			in := f.of.All[h].Cells
			for bit := range f.of.Puzzle.Values() {
				one, two := p.Cells[0], p.Cells[1]
				if (f.may[one]|f.may[two])>>bit&1 == 0 || slices.Contains(in, one) && slices.Contains(in, two) {
					continue
				}
				places := f.placesOf(h, bit)
				if len(places) == 0 || len(places) > 6 || slices.ContainsFunc(places, func(c int) bool {
					return c == one || c == two || !f.of.MustDiffer(c, one) && !f.of.MustDiffer(c, two)
				}) {
					continue
				}
				if removes := append(f.removedFrom(one, 1<<bit), f.removedFrom(two, 1<<bit)...); len(removes) > 0 {
					return &Step{Pieces: []int{h, i}, Cells: append(places, one, two), Values: []int{f.valueOf(bit)}, Removes: removes,
						Reason: deductionText("copies.why", "rule", f.pieceName(i), "a", f.cellName(one), "b", f.cellName(two), "house", f.pieceName(h), "value", f.valueOf(bit), "cells", f.cellsText(places))}
				}
			}
		}
	}
	return nil
}

func indices[T any](of []T) []int {
	all := make([]int, len(of))
	for i := range all {
		all[i] = i
	}
	return all
}
