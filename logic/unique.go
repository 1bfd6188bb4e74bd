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
	{BUGPlus1, "bug-plus-1", 56, findBUGs},
	{UniqueRectangle1, "unique-rectangle-1", 45, findUniqueRectangles},
	{UniqueRectangle2, "unique-rectangle-2", 45, findUniqueRectangles},
	{UniqueRectangle3, "unique-rectangle-3", 45, findUniqueRectangles},
	{UniqueRectangle4, "unique-rectangle-4", 45, findUniqueRectangles},
	{UniqueRectangle5, "unique-rectangle-5", 45, findUniqueRectangles},
	{UniqueRectangle6, "unique-rectangle-6", 45, findUniqueRectangles},
	{HiddenRectangle, "hidden-rectangle", 45, findUniqueRectangles},
	{AvoidableRectangle1, "avoidable-rectangle-1", 0, findAvoidable},
	{AvoidableRectangle2, "avoidable-rectangle-2", 0, findAvoidable},
	{UniqueLoop1, "unique-loop-1", 46, findUniqueLoops},
	{UniqueLoop2, "unique-loop-2", 46, findUniqueLoops},
	{UniqueLoop3, "unique-loop-3", 46, findUniqueLoops},
	{UniqueLoop4, "unique-loop-4", 46, findUniqueLoops},
	{BUG2, "bug-2", 57, findBUGs},
	{BUG3, "bug-3", 57, findBUGs},
	{BUG4, "bug-4", 57, findBUGs},
}

// findUniqueRectangles finds rectangles of four empty cells with two common candidates. If all four cells had only
// these two, the puzzle would have two solutions.
func findUniqueRectangles(f *Finder) {
	s := &f.state
	for i := range f.board.Rectangles() {
		all := f.board.RectangleCells(i)
		if !all.Within(s.digits[0]) || !all.Meets(f.bivalue) {
			continue
		}
		if f.stopped {
			return
		}
		corner := f.board.Rectangle(i) // corners j and 3−j are opposite
		for i, c := range corner {
			pair := s.cands[c]
			if f.bivalue.Has(c) && !slices.ContainsFunc(corner[:i], func(c Cell) bool { return s.cands[c] == pair }) {
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
	if inLine && n == 2 && f.want == UniqueRectangle4 {
		common := f.board.CommonPeers(r.rich)
		for i, d := range r.pair {
			if !common.Meets(s.digits[d]) {
				f.beginDeadlyStep(UniqueRectangle4, &r, false).addHouseTruth(line, d)
				f.eliminate(r.pair[1-i], r.rich)
				f.emitStep()
			}
		}
	}
	if n == 2 && !inLine && f.want == UniqueRectangle6 {
		x, y := r.rich.First(), r.rich.Less(CellsOf(r.rich.First())).First()
		for _, d := range r.pair {
			lines := f.board.Cells(rowOf[x]).Or(f.board.Cells(columnOf[x])).Or(f.board.Cells(rowOf[y])).Or(f.board.Cells(columnOf[y]))
			if !lines.Less(all).Meets(s.digits[d]) {
				step := f.beginDeadlyStep(UniqueRectangle6, &r, false)
				for _, h := range [4]House{rowOf[x], columnOf[x], rowOf[y], columnOf[y]} {
					step.addHouseTruth(h, d)
				}
				f.eliminate(d, r.rich)
				f.emitStep()
			}
		}
	}
	if f.want == HiddenRectangle && !inLine && n > 1 {
		for c := range all.Less(r.rich).All() {
			f.tryHiddenRectangle(c, all, &r)
		}
	}
}

// noPeerIs reports whether no peer of c has the value d. If d is then not a candidate of c, an earlier step has removed
// it.
func (f *Finder) noPeerIs(c Cell, d Digit) bool {
	for left := f.board.Peers(c); !left.Empty(); {
		if f.state.values[left.Pop()] == d {
			return false
		}
	}
	return true
}

// tryHiddenRectangle handles rectangles with one corner that has only the pair. In the row and in the column of the
// opposite corner, one digit of the pair has places only in the rectangle. Then the other digit cannot be in the
// opposite corner.
func (f *Finder) tryHiddenRectangle(c Cell, all CellSet, r *deadly) {
	far := all.Less(f.board.Cells(rowOf[c])).Less(f.board.Cells(columnOf[c])).First()
	lines := f.board.Cells(rowOf[far]).Or(f.board.Cells(columnOf[far]))
	for i, d := range r.pair {
		if f.state.digits[d].And(lines).Within(all) {
			step := f.beginDeadlyStep(HiddenRectangle, r, false)
			step.addHouseTruth(rowOf[far], d)
			step.addHouseTruth(columnOf[far], d)
			f.eliminate(r.pair[1-i], CellsOf(far))
			f.emitStep()
		}
	}
}

// findAvoidable finds rectangles whose corners are solved or empty, but not given. It treats the solved corners like
// empty corners. If two digits filled the corners crosswise, the puzzle would have two solutions.
func findAvoidable(f *Finder) {
	s := &f.state
	placed := board.AllCells().Less(s.digits[0]).Less(s.given)
	for i := range f.board.Rectangles() {
		all := f.board.RectangleCells(i)
		solved, open := all.And(placed), all.And(s.digits[0])
		if solved.Empty() || f.stopped || solved.Len()+open.Len() != 4 || open.Empty() || open.Len() > 2 {
			continue
		}
		corner := f.board.Rectangle(i) // corners j and 3−j are opposite
		if open.Len() == 1 && f.want == AvoidableRectangle1 {
			f.tryAvoidableRectangleType1(corner, open.First())
		}
		if open.Len() == 2 && f.want == AvoidableRectangle2 {
			f.tryAvoidableRectangleType2(corner, open, solved)
		}
	}
}

func (f *Finder) tryAvoidableRectangleType1(corner [4]Cell, c Cell) {
	s := &f.state
	i := slices.Index(corner[:], c)
	x, y := s.values[corner[3-i]], s.values[corner[i^1]]
	if y != s.values[corner[i^2]] || x == y || s.cands[c].Len() != 2 || !s.cands[c].Has(x) {
		return
	}
	r := deadly{uniqueness: Rectangle, corners: corner, cells: CellsOf(corner[:]...), pair: [2]Digit{x, y}}
	f.beginDeadlyStep(AvoidableRectangle1, &r, false)
	f.eliminate(x, CellsOf(c))
	f.emitStep()
}

func (f *Finder) tryAvoidableRectangleType2(corner [4]Cell, open, solved CellSet) {
	s := &f.state
	if h, ok := f.board.HouseWith(open); !ok || !f.isLine(h) || f.board.Block(solved.First()) != f.board.Block(solved.Less(CellsOf(solved.First())).First()) {
		return
	}
	p := open.First()
	q := open.Less(CellsOf(p)).First()
	x, y := s.values[corner[3-slices.Index(corner[:], p)]], s.values[corner[3-slices.Index(corner[:], q)]]
	z, ok := onlyDigit(s.cands[p] &^ digitBit(x))
	if !ok || x == y || s.cands[p] != digitBit(x)|digitBit(z) || s.cands[q] != digitBit(y)|digitBit(z) || z == y {
		return
	}
	r := deadly{uniqueness: Rectangle, corners: corner, cells: CellsOf(corner[:]...), pair: [2]Digit{x, y}, rich: open, extra: digitBit(z)}
	f.beginDeadlyStep(AvoidableRectangle2, &r, true)
	f.eliminate(z, f.board.Peers(p).And(f.board.Peers(q)))
	f.emitStep()
}
