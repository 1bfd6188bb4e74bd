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
	{BUGPlus1, "bug-plus-1", 56, findBUGPlusOne},
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

// rectangleNow is a rectangle of empty cells with a pair of digits.
type rectangleNow struct {
	corners    [4]Cell
	a, b       Digit
	pure, more CellSet // the corners with just the pair, and the corners with other candidates
	extra      Digits  // the candidates of more that are not in the pair
}

func (f *Finder) beginUniqueStep(t Technique, r *rectangleNow) *Step {
	step := f.beginStep(t, digitBit(r.a)|digitBit(r.b))
	step.Uniqueness, step.Corners, step.Pair = Rectangle, r.corners, [2]Digit{r.a, r.b}
	for _, c := range r.corners {
		step.markCell(Corner, c, f.state.cands[c]&(digitBit(r.a)|digitBit(r.b)))
		if f.state.values[c] == 0 {
			step.addCellTruth(c)
		}
	}
	return step
}

// findUniqueRectangles finds rectangles of four empty cells that cannot all have the same two candidates,
// because the puzzle would then have two solutions.
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
		corner := f.board.Rectangle(i) // the opposite of corner j is 3−j
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
	r := rectangleNow{corners: corner}
	for d := range pair.Digits() {
		r.a, r.b = r.b, d
	}
	for _, c := range corner {
		have := s.cands[c] & pair
		if have != pair && !(f.Options.MissingCorners && f.noPeerIs(c, r.a) && f.noPeerIs(c, r.b)) {
			return
		}
		if more := s.cands[c] &^ pair; more == 0 {
			r.pure.Add(c)
		} else {
			r.more.Add(c)
			r.extra |= more
		}
	}
	n := r.pure.Len()
	if n == 3 && f.want == UniqueRectangle1 {
		f.beginUniqueStep(UniqueRectangle1, &r)
		f.eliminateAll(r.more.First(), pair)
		f.emitStep()
		return
	}
	if n != 1 && n != 2 {
		return
	}
	line, inLine := f.board.HouseWith(r.more)
	inLine = inLine && n == 2
	// Types 2 and 5: all corners with more candidates have one additional digit, the same.
	if z, ok := onlyDigit(r.extra); ok {
		t := UniqueRectangle5
		if inLine {
			t = UniqueRectangle2
		}
		if f.want == t {
			f.beginUniqueStep(t, &r).markDigit(Fin, z, r.more)
			f.eliminate(z, f.board.CommonPeers(r.more))
			f.emitStep()
		}
	}
	if inLine {
		if f.want == UniqueRectangle3 {
			for h := range f.board.HousesWith(r.more).All() {
				f.tryRectangleType3(h, all, &r)
			}
		}
		if f.want == UniqueRectangle4 {
			common := f.board.CommonPeers(r.more)
			for _, k := range [2][2]Digit{{r.a, r.b}, {r.b, r.a}} {
				if !common.Meets(s.digits[k[0]]) {
					f.beginUniqueStep(UniqueRectangle4, &r).addHouseTruth(line, k[0])
					f.eliminate(k[1], r.more)
					f.emitStep()
				}
			}
		}
	}
	if n == 2 && !inLine && f.want == UniqueRectangle6 {
		x, y := r.more.First(), r.more.Less(CellsOf(r.more.First())).First()
		for _, d := range [2]Digit{r.a, r.b} {
			lines := f.board.Cells(rowOf[x]).Or(f.board.Cells(columnOf[x])).Or(f.board.Cells(rowOf[y])).Or(f.board.Cells(columnOf[y]))
			if !lines.Less(all).Meets(s.digits[d]) {
				step := f.beginUniqueStep(UniqueRectangle6, &r)
				for _, h := range [4]House{rowOf[x], columnOf[x], rowOf[y], columnOf[y]} {
					step.addHouseTruth(h, d)
				}
				f.eliminate(d, r.more)
				f.emitStep()
			}
		}
	}
	if f.want == HiddenRectangle && !inLine {
		for left := r.pure; !left.Empty(); {
			f.tryHiddenRectangle(left.Pop(), all, &r)
		}
	}
}

// noPeerIs reports whether no peer of c has the value d. If no peer has it, and d is not a candidate of c, an earlier
// step has removed d.
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
func (f *Finder) tryHiddenRectangle(c Cell, all CellSet, r *rectangleNow) {
	far := all.Less(f.board.Cells(rowOf[c])).Less(f.board.Cells(columnOf[c])).First()
	lines := f.board.Cells(rowOf[far]).Or(f.board.Cells(columnOf[far]))
	for _, k := range [2][2]Digit{{r.a, r.b}, {r.b, r.a}} {
		if f.state.digits[k[0]].And(lines).Within(all) {
			step := f.beginUniqueStep(HiddenRectangle, r)
			step.addHouseTruth(rowOf[far], k[0])
			step.addHouseTruth(columnOf[far], k[0])
			f.eliminate(k[1], CellsOf(far))
			f.emitStep()
		}
	}
}

// tryRectangleType3 treats the two corners with more candidates as one cell that has one of the extra digits.
// Together with k other cells of house h, this cell forms a naked subset.
func (f *Finder) tryRectangleType3(h House, all CellSet, r *rectangleNow) {
	s := &f.state
	from := s.digits[0].And(f.board.Cells(h)).Less(all).Less(s.digits[r.a]).Less(s.digits[r.b])
	f.extendSets(from, CellSet{}, r.extra, func(in CellSet, digits Digits) bool {
		subset := in.Or(r.more)
		gone := f.board.Cells(h).Less(subset)
		if digits.Len() != in.Len()+1 || f.stopped || !f.isLine(h) && f.isInOneLine(subset) || s.digitsIn(gone)&digits == 0 {
			return true
		}
		if box := f.board.Cells(f.board.Block(subset.First())); f.isLine(h) && subset.Within(box) {
			gone = gone.Or(box.Less(subset))
		}
		step := f.beginUniqueStep(UniqueRectangle3, r)
		f.addSubset(h, in, digits, gone)
		for d := range r.extra.Digits() {
			step.markDigit(Fin, d, r.more.And(s.digits[d]))
		}
		f.emitStep()
		return true
	})
}

// findAvoidable finds rectangles whose corners are solved or empty, but not given. It treats the solved corners like
// empty ones. If two digits filled the corners crosswise, the puzzle would have two solutions.
func findAvoidable(f *Finder) {
	s := &f.state
	placed := board.AllCells().Less(s.digits[0]).Less(s.given)
	for i := range f.board.Rectangles() {
		all := f.board.RectangleCells(i)
		solved, open := all.And(placed), all.And(s.digits[0])
		if solved.Empty() || f.stopped || solved.Len()+open.Len() != 4 || open.Empty() || open.Len() > 2 {
			continue
		}
		corner := f.board.Rectangle(i) // the opposite of corner j is 3−j
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
	r := rectangleNow{corners: corner, a: x, b: y}
	f.beginUniqueStep(AvoidableRectangle1, &r)
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
	r := rectangleNow{corners: corner, a: x, b: y}
	f.beginUniqueStep(AvoidableRectangle2, &r).markDigit(Fin, z, open)
	f.eliminate(z, f.board.Peers(p).And(f.board.Peers(q)))
	f.emitStep()
}

// findBUGPlusOne finds positions in which every empty cell has two candidates, except one cell with three. Every digit
// has two places in each house, except that one digit has three in the houses of that cell.
func findBUGPlusOne(f *Finder) {
	c, d, ok := f.state.extraCandidate()
	if !ok {
		return
	}
	step := f.beginStep(BUGPlus1, digitBit(d))
	step.Uniqueness = Grave
	step.markDigit(Pattern, d, CellsOf(c))
	step.addCellTruth(c)
	f.eliminateAll(c, f.state.cands[c].Without(d))
	f.emitStep()
}

func (s *State) extraCandidate() (Cell, Digit, bool) {
	more := s.digits[0].Less(s.cellsWithCandidates(2))
	three := more.First()
	if !more.Single() || s.cands[three].Len() != 3 {
		return 0, 0, false
	}
	for d := range s.cands[three].Digits() {
		fits := true
		for e := Digit(1); e <= 9; e++ {
			for h := range s.board.Houses().All() {
				in := s.board.Cells(h)
				n := s.digits[e].And(in).Len()
				odd := e == d && in.Has(three)
				fits = fits && (odd && n == 3 || !odd && (n == 0 || n == 2))
			}
		}
		if fits {
			return three, d, true
		}
	}
	return 0, 0, false
}
