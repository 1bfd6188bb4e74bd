package logic

import (
	"slices"

	"nonet/board"
)

// This file uses uniqueness: a puzzle with one solution cannot contain a pattern that could be filled in two ways. The
// steps are valid only for puzzles with one solution, and say so.

const (
	BUGPlus1 = Technique(FamilyUnique)<<familyShift + iota
	UniqueRectangle1
	UniqueRectangle2
	UniqueRectangle3
	UniqueRectangle4
	UniqueRectangle5
	UniqueRectangle6
	HiddenRectangle
	AvoidableRectangle1
	AvoidableRectangle2
	UniqueLoop1
	UniqueLoop2
	UniqueLoop3
	UniqueLoop4
	BUG2
	BUG3
	BUG4
)

var uniqueRows = []row{
	{BUGPlus1, "bug-plus-1", 56, findBUGs, HoDoKu{"0610", 100, Hard, 2900, true}},
	{UniqueRectangle1, "unique-rectangle-1", 45, findUniqueRectangles, HoDoKu{"0600", 100, Hard, 3500, true}},
	{UniqueRectangle2, "unique-rectangle-2", 45, findUniqueRectangles, HoDoKu{"0601", 100, Hard, 3600, true}},
	{UniqueRectangle3, "unique-rectangle-3", 45, findUniqueRectangles, HoDoKu{"0602", 100, Hard, 3700, true}},
	{UniqueRectangle4, "unique-rectangle-4", 45, findUniqueRectangles, HoDoKu{"0603", 100, Hard, 3800, true}},
	{UniqueRectangle5, "unique-rectangle-5", 45, findUniqueRectangles, HoDoKu{"0604", 100, Hard, 3900, true}},
	{UniqueRectangle6, "unique-rectangle-6", 45, findUniqueRectangles, HoDoKu{"0605", 100, Hard, 4000, true}},
	{HiddenRectangle, "hidden-rectangle", 45, findUniqueRectangles, HoDoKu{"0606", 100, Hard, 4010, true}},
	{AvoidableRectangle1, "avoidable-rectangle-1", 0, findAvoidableRectangles, HoDoKu{"0607", 100, Hard, 4020, true}},
	{AvoidableRectangle2, "avoidable-rectangle-2", 0, findAvoidableRectangles, HoDoKu{"0608", 100, Hard, 4030, true}},
	{UniqueLoop1, "unique-loop-1", 46, findUniqueLoops, HoDoKu{"", 100, Hard, 8415, false}},
	{UniqueLoop2, "unique-loop-2", 46, findUniqueLoops, HoDoKu{"", 100, Hard, 8416, false}},
	{UniqueLoop3, "unique-loop-3", 46, findUniqueLoops, HoDoKu{"", 100, Hard, 8417, false}},
	{UniqueLoop4, "unique-loop-4", 46, findUniqueLoops, HoDoKu{"", 100, Hard, 8418, false}},
	{BUG2, "bug-2", 57, findBUGs, HoDoKu{"", 100, Hard, 8420, false}},
	{BUG3, "bug-3", 57, findBUGs, HoDoKu{"", 100, Hard, 8421, false}},
	{BUG4, "bug-4", 57, findBUGs, HoDoKu{"", 100, Hard, 8422, false}},
}

// findUniqueRectangles finds rectangles of four empty cells that have two candidates in common. If all four cells had
// only these two candidates, the puzzle would have two solutions.
func findUniqueRectangles(f *Finder) {
	s := &f.state
	for i := range f.board.Rectangles() {
		all := f.board.RectangleCells(i)
		if !all.Within(s.digits[0]) || !all.Meets(f.few[2]) {
			continue
		}
		if f.stopped {
			return
		}
		corner := f.board.Rectangle(i) // corners j and 3−j are opposite
		for i, c := range corner {
			pair := s.cands[c]
			if f.few[2].Has(c) && !slices.ContainsFunc(corner[:i], func(c Cell) bool { return s.cands[c] == pair }) {
				f.tryUniqueRectangle(corner, all, pair)
			}
		}
	}
}

func (f *Finder) tryUniqueRectangle(corner [4]Cell, all CellSet, pair Digits) {
	s := &f.state
	a, rest := lowestDigit(pair)
	b, _ := onlyDigit(rest)
	r := deadly{uniqueness: Rectangle, corners: corner, cells: all, pair: [2]Digit{a, b}}
	for _, c := range corner {
		if pair&^s.cands[c] != 0 && !(f.Options.MissingCorners && f.noPeerIs(c, a) && f.noPeerIs(c, b)) {
			return
		}
		if more := s.cands[c] &^ pair; more != 0 {
			r.rich.Add(c)
			r.extra |= more
		}
	}
	n := r.rich.Len()
	line, inLine := f.board.HouseWith(r.rich)
	// Types 2 and 5: all corners with extra candidates have the same single extra digit.
	types := [4]Technique{UniqueRectangle1, UniqueRectangle5, UniqueRectangle3}
	if inLine {
		types[1] = UniqueRectangle2
	}
	f.emitDeadlySteps(&r, types)
	if inLine && n == 2 && f.technique == UniqueRectangle4 {
		common := f.board.CommonPeers(r.rich)
		for i, d := range r.pair {
			if !common.Meets(s.digits[d]) {
				f.beginDeadlyStep(UniqueRectangle4, &r, false).addHouseTruth(line, d)
				f.eliminate(r.pair[1-i], r.rich)
				f.emitStep()
			}
		}
	}
	if n == 2 && !inLine && f.technique == UniqueRectangle6 {
		for _, d := range r.pair {
			f.emitConfinedRectangle(&r, d, r.rich, d)
		}
	}
	// In a hidden rectangle, one corner has only the pair, and one digit of the pair is confined at the opposite
	// corner. Then the other digit cannot be in the opposite corner.
	if f.technique == HiddenRectangle && !inLine && n > 1 {
		for c := range all.Without(r.rich).All() {
			far := all.Without(f.board.Cells(rowOf[c])).Without(f.board.Cells(columnOf[c]))
			f.emitConfinedRectangle(&r, a, far, b)
			f.emitConfinedRectangle(&r, b, far, a)
		}
	}
}

// emitConfinedRectangle emits a step that removes the digit `removed` from some corners. The digit d must have no place
// outside the rectangle in the rows and columns of these corners.
func (f *Finder) emitConfinedRectangle(r *deadly, d Digit, corners CellSet, removed Digit) {
	step := f.beginDeadlyStep(f.technique, r, false)
	for c := range corners.All() {
		for _, h := range [2]House{rowOf[c], columnOf[c]} {
			if !f.placesIn(h, d).Within(r.cells) {
				return
			}
			step.addHouseTruth(h, d)
		}
	}
	f.eliminate(removed, corners)
	f.emitStep()
}

// noPeerIs reports whether no peer of c has the value d. If so, and if d is not a candidate of the empty cell c, an
// earlier step has removed d.
func (f *Finder) noPeerIs(c Cell, d Digit) bool {
	for left := f.board.Peers(c); !left.Empty(); {
		if f.state.values[left.Pop()] == d {
			return false
		}
	}
	return true
}

// findAvoidableRectangles finds rectangles whose corners are solved or empty, but not given. It treats the solved
// corners like empty corners. If two digits filled the corners crosswise, the puzzle would have two solutions.
func findAvoidableRectangles(f *Finder) {
	s := &f.state
	placed := board.AllCells().Without(s.digits[0]).Without(s.given)
	for i := range f.board.Rectangles() {
		all := f.board.RectangleCells(i)
		solved, open := all.And(placed), all.And(s.digits[0])
		if solved.Empty() || f.stopped || solved.Len()+open.Len() != 4 || open.Empty() || open.Len() > 2 {
			continue
		}
		corner := f.board.Rectangle(i) // corners j and 3−j are opposite
		k := slices.Index(corner[:], open.First())
		x, y, z := s.values[corner[3-k]], s.values[corner[k^1]], s.values[corner[k^2]]
		if y == 0 {
			y = z
		}
		if x == 0 || x == y || z != 0 && z != y || open.Len() == 2 && f.board.Block(solved.First()) != f.board.Block(solved.Without(CellsOf(solved.First())).First()) {
			continue
		}
		r := deadly{uniqueness: Rectangle, corners: corner, cells: all, pair: [2]Digit{x, y}, rich: open}
		fits := true
		for j, c := range corner {
			if open.Has(c) {
				d := r.pair[min(1, j^k)] // the digit that would complete the pattern
				fits = fits && s.cands[c].Len() == 2 && s.cands[c].Has(d)
				r.extra |= s.cands[c].Without(d)
			}
		}
		if fits {
			f.emitDeadlySteps(&r, [4]Technique{AvoidableRectangle1, AvoidableRectangle2})
		}
	}
}
