package logic

import "nonet/board"

// This file finds single-digit patterns. Such a pattern has two strong links of one digit, and a weak link between
// them. One of the two free ends is true, so candidates that see both are removed.

const (
	Skyscraper = Technique(FamilyPattern)<<familyShift + iota
	TwoStringKite
	DualTwoStringKite
	TurbotFish
	EmptyRectangle
	DualEmptyRectangle
)

var patternRows = []row{
	{Skyscraper, "skyscraper", 0, findSkyscrapers, HoDoKu{"0400", 130, Hard, 3000, true}},
	{TwoStringKite, "two-string-kite", 0, findKites, HoDoKu{"0401", 150, Hard, 3100, true}},
	{DualTwoStringKite, "dual-two-string-kite", 0, findDualKites, HoDoKu{"0404", 150, Hard, 3100, false}},
	{TurbotFish, "turbot-fish", 0, findXChains, HoDoKu{"0403", 120, Hard, 3120, true}},
	{EmptyRectangle, "empty-rectangle", 0, findEmptyRectangles, HoDoKu{"0402", 120, Hard, 3170, true}},
	{DualEmptyRectangle, "dual-empty-rectangle", 0, findDualRectangles, HoDoKu{"0405", 120, Hard, 3170, false}},
}

// placePairs returns the given lines in which the digit has two places, with these places.
func (f *Finder) placePairs(d Digit, in board.HouseSet) (list [board.MostValues]struct {
	house House
	a, b  Cell
}, n int) {
	for in &= f.board.Houses(); in != 0 && n < len(list); {
		h := in.Pop()
		if places := f.placesIn(h, d); places.Len() == 2 {
			list[n].house, list[n].a = h, places.Pop()
			list[n].b = places.First()
			n++
		}
	}
	return list, n
}

// twoLinks is a pair of lines in which a digit has two places each. One place of the first line and one place of the
// second line are in a third house. So one of the ends, the two other places, is true.
type twoLinks struct {
	digit Digit
	lines [2]House
	chain [4]Cell // an end, the two places in the third house, the other end
	gone  CellSet // the candidates that see both ends
}

// eachTwoLinks yields pairs of lines, the first from the set `one` and the second from `two`. join returns a place's
// third house. For one place of the first line and one of the second, join must return the same house. For parallel
// lines, join must return different houses for the other two places. If a row and a column form a kite, the eliminated
// candidate is where the lines through the ends cross.
func (f *Finder) eachTwoLinks(d Digit, one, two board.HouseSet, join func(Cell) House, yield func(twoLinks)) {
	first, n := f.placePairs(d, one)
	second, m := f.placePairs(d, two)
	parallel := one == two
	for i := range n {
		for j := range m {
			for turn := range 4 {
				p, q := first[i], second[j]
				if parallel && (j <= i || turn == 1 || turn == 2) {
					continue
				}
				if turn&1 != 0 {
					p.a, p.b = p.b, p.a
				}
				if turn&2 != 0 {
					q.a, q.b = q.b, q.a
				}
				if !isSameHouse(join(p.a), join(q.a)) || parallel && isSameHouse(join(p.b), join(q.b)) || CellsOf(p.a, p.b, q.a, q.b).Len() < 4 {
					continue
				}
				removed := f.board.Peers(p.b).And(f.board.Peers(q.b)).And(f.state.digits[d])
				if !parallel {
					removed = removed.And(f.board.Cells(f.board.Row(q.b))).And(f.board.Cells(f.board.Column(p.b)))
				}
				if !removed.Empty() && !f.stopped {
					yield(twoLinks{d, [2]House{p.house, q.house}, [4]Cell{p.b, p.a, q.a, q.b}, removed})
				}
			}
		}
	}
}

func isSameHouse(a, b House) bool { return a == b && a != board.NoHouse }

func (f *Finder) addTwoLinks(p *twoLinks) {
	f.step.markDigit(Pattern, p.digit, CellsOf(p.chain[:]...))
	for _, h := range p.lines {
		f.step.addBase(h, p.digit)
	}
	f.eliminate(p.digit, p.gone)
}

func (f *Finder) emitTwoLinks(p twoLinks) {
	step := f.beginStep(f.technique, digitBit(p.digit))
	f.addTwoLinks(&p)
	for i, c := range p.chain {
		step.Nodes = append(step.Nodes, Node{Cells: CellsOf(c), Digit: p.digit, On: i%2 == 1})
	}
	f.emitStep()
}

func findSkyscrapers(f *Finder) {
	for d := range f.activeDigits {
		f.eachTwoLinks(d, f.board.Rows(), f.board.Rows(), f.board.Column, f.emitTwoLinks)
		f.eachTwoLinks(d, f.board.Columns(), f.board.Columns(), f.board.Row, f.emitTwoLinks)
	}
}

func findKites(f *Finder) {
	for d := range f.activeDigits {
		f.eachTwoLinks(d, f.board.Rows(), f.board.Columns(), f.board.Block, f.emitTwoLinks)
	}
}

// findDualKites finds two kites whose links meet in the same two cells of a box. If the kites have different digits, it
// reports two steps, one for each digit.
func findDualKites(f *Finder) {
	var list []twoLinks
	for d := Digit(1); d <= f.size; d++ {
		f.eachTwoLinks(d, f.board.Rows(), f.board.Columns(), f.board.Block, func(p twoLinks) { list = append(list, p) })
	}
	for i, a := range list {
		for j, b := range list {
			if i == j || i > j && a.digit == b.digit || CellsOf(a.chain[1:3]...) != CellsOf(b.chain[1:3]...) || a.digit == b.digit && a.gone == b.gone {
				continue
			}
			f.beginStep(DualTwoStringKite, digitBit(a.digit))
			f.addTwoLinks(&a)
			f.addTwoLinks(&b)
			f.emitStep()
		}
	}
}

// rectangle is an empty rectangle. All places of a digit in a box, or in a region, lie in one row and one
// column, and a strong link outside connects the two.
//
//	box      | row ── a
//	  . X .  |        ║      a, b the only places of their line
//	  X . X ─┼────────a
//	  . X .  |
//	    └────┼── gone b
type rectangle struct {
	box, line House // the box of the cross, and the line with the strong link
	a, b      Cell  // a sees the places on one arm of the cross; b sees the candidate to remove
	gone      Cell
}

func (f *Finder) eachRectangle(d Digit, yield func(rectangle)) {
	most := 2*f.board.LongestCrossing() - 1 // the maximum number of cells in a cross
	for boxes := f.board.Blocks() & f.board.Houses(); boxes != 0; {
		box := boxes.Pop()
		in := f.placesIn(box, d)
		if n := in.Len(); n < 2 || n > most {
			continue
		}
		var lines board.HouseSet
		for left := in; !left.Empty(); {
			lines |= f.board.HousesOf(left.Pop())
		}
		for rows := lines & f.board.Rows(); rows != 0; {
			row := rows.Pop()
			for columns := lines & f.board.Columns(); columns != 0; {
				column := columns.Pop()
				inRow, inColumn := in.And(f.board.Cells(row)), in.And(f.board.Cells(column))
				if !in.Within(f.board.Cells(row).Or(f.board.Cells(column))) || inRow.Within(f.board.Cells(column)) || inColumn.Within(f.board.Cells(row)) {
					continue
				}
				if inRow.Len() < 2 && inColumn.Len() < 2 && !f.Options.TwoCandidateRectangles {
					continue
				}
				f.findRectangleArms(d, box, row, column, f.board.Column, f.board.Row, yield)
				f.findRectangleArms(d, box, column, row, f.board.Row, f.board.Column, yield)
			}
		}
	}
}

// findRectangleArms yields an empty rectangle for each strong link in a line that crosses the house `arm`. One end of
// the link must be in the house `other`, outside the box.
func (f *Finder) findRectangleArms(d Digit, box, arm, other House, across, along func(Cell) House, yield func(rectangle)) {
	for a := range f.placesIn(arm, d).Without(f.board.Cells(box)).All() {
		pair := f.placesIn(across(a), d)
		if pair.Len() != 2 || !f.board.Houses().Has(across(a)) {
			continue
		}
		pair.Remove(a)
		b := pair.First()
		removed := f.placesIn(along(b), d).And(f.board.Cells(other)).Without(f.board.Cells(box))
		if !removed.Empty() {
			yield(rectangle{box, across(a), a, b, removed.First()})
		}
	}
}

func (f *Finder) emitRectangle(t Technique, d Digit, list ...rectangle) {
	step := f.beginStep(t, digitBit(d))
	for i, r := range list {
		if i == 0 {
			step.addBase(r.box, d)
			step.markDigit(Fin, d, f.placesIn(r.box, d))
		}
		step.addBase(r.line, d)
		step.markDigit(Pattern, d, CellsOf(r.a, r.b))
		f.eliminate(d, CellsOf(r.gone))
	}
	f.emitStep()
}

func findEmptyRectangles(f *Finder) {
	for d := range f.activeDigits {
		f.eachRectangle(d, func(r rectangle) { f.emitRectangle(EmptyRectangle, d, r) })
	}
}

// findDualRectangles finds pairs of empty rectangles with the same box and digit.
func findDualRectangles(f *Finder) {
	for d := Digit(1); d <= f.size && !f.stopped; d++ {
		var list []rectangle
		f.eachRectangle(d, func(r rectangle) { list = append(list, r) })
		for i, a := range list {
			for _, b := range list[i+1:] {
				if a.box == b.box && a.gone != b.gone {
					f.emitRectangle(DualEmptyRectangle, d, a, b)
				}
			}
		}
	}
}
