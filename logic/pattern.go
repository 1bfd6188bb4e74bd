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
	{Skyscraper, "skyscraper", 0, findSkyscrapers},
	{TwoStringKite, "two-string-kite", 0, findKites},
	{DualTwoStringKite, "dual-two-string-kite", 0, findDualKites},
	{TurbotFish, "turbot-fish", 0, findXChains},
	{EmptyRectangle, "empty-rectangle", 0, findEmptyRectangles},
	{DualEmptyRectangle, "dual-empty-rectangle", 0, findDualRectangles},
}

// placePairs returns the given lines in which the digit has two places, with these places.
func (f *Finder) placePairs(d Digit, in board.HouseSet) (list [board.MostValues]struct {
	house House
	a, b  Cell
}, n int) {
	for in &= f.board.Houses(); in != 0 && n < len(list); {
		h := in.Pop()
		if at := f.placesIn(h, d); at.Len() == 2 {
			list[n].house, list[n].a = h, at.Pop()
			list[n].b = at.First()
			n++
		}
	}
	return list, n
}

// findSkyscrapers finds two parallel lines in which a digit has two places each. One crossing line contains a place of
// each.
func findSkyscrapers(f *Finder) {
	for d := range f.activeDigits {
		for _, lines := range [2]board.HouseSet{f.board.Rows(), f.board.Columns()} {
			list, n := f.placePairs(d, lines)
			for i := range n {
				for j := i + 1; j < n && !f.stopped; j++ {
					p, q := list[i], list[j]
					across := f.board.Column
					if lines == f.board.Columns() {
						across = f.board.Row
					}
					foot, top := isSameLine(across(p.a), across(q.a)), isSameLine(across(p.b), across(q.b))
					if foot == top {
						continue // two common crossing lines make an X-wing; without one there is no skyscraper
					}
					if top {
						p.a, p.b, q.a, q.b = p.b, p.a, q.b, q.a
					}
					step := f.beginStep(Skyscraper, digitBit(d))
					step.Base = append(step.Base, p.house, q.house)
					step.markDigit(Pattern, d, CellsOf(p.a, p.b, q.a, q.b))
					step.addHouseTruth(p.house, d)
					step.addHouseTruth(q.house, d)
					f.addDigitChain(d, p.b, p.a, q.a, q.b)
					f.eliminate(d, f.board.Peers(p.b).And(f.board.Peers(q.b)))
					f.emitStep()
				}
			}
		}
	}
}

// isSameLine reports whether a and b are the same house, and not board.NoHouse.
func isSameLine(a, b House) bool { return a == b && a != board.NoHouse }

// addDigitChain adds a chain of one digit: if the digit is not in the first cell, it is in the last cell.
func (f *Finder) addDigitChain(d Digit, list ...Cell) {
	for i, c := range list {
		f.step.Nodes = append(f.step.Nodes, Node{Cells: CellsOf(c), Digit: d, On: i%2 == 1})
	}
}

// kite is a row and a column in which a digit has two places each. One place of the row and one place of the column are
// in the same box.
type kite struct {
	digit                          Digit
	row, column                    House
	rowEnd, rowBox, colBox, colEnd Cell
	gone                           Cell
}

func (f *Finder) eachKite(d Digit, yield func(kite)) {
	rows, n := f.placePairs(d, f.board.Rows())
	columns, m := f.placePairs(d, f.board.Columns())
	for i := range n {
		for j := range m {
			for k := range 4 {
				r, c := rows[i], columns[j]
				if k&1 != 0 {
					r.a, r.b = r.b, r.a
				}
				if k&2 != 0 {
					c.a, c.b = c.b, c.a
				}
				if !isSameLine(f.board.Block(r.a), f.board.Block(c.a)) || r.a == c.a || r.a == c.b || r.b == c.a || r.b == c.b {
					continue
				}
				crossing := f.board.Cells(f.board.Row(c.b)).And(f.board.Cells(f.board.Column(r.b)))
				cross := crossing.First()
				if !crossing.Empty() && f.state.cands[cross].Has(d) && cross != r.b && cross != c.b {
					yield(kite{d, r.house, c.house, r.b, r.a, c.a, c.b, cross})
				}
			}
		}
	}
}

func (f *Finder) addKite(k kite) {
	step, d := &f.step, k.digit
	step.Base = append(step.Base, k.row, k.column)
	step.markDigit(Pattern, d, CellsOf(k.rowEnd, k.rowBox, k.colBox, k.colEnd))
	step.addHouseTruth(k.row, d)
	step.addHouseTruth(k.column, d)
	f.eliminate(d, CellsOf(k.gone))
}

func findKites(f *Finder) {
	for d := range f.activeDigits {
		f.eachKite(d, func(k kite) {
			f.beginStep(TwoStringKite, digitBit(d))
			f.addDigitChain(d, k.rowEnd, k.rowBox, k.colBox, k.colEnd)
			f.addKite(k)
			f.emitStep()
		})
	}
}

// findDualKites finds two kites that meet in the same two cells of a box. If they have different digits, the step is
// reported once for each digit.
func findDualKites(f *Finder) {
	var list []kite
	for d := Digit(1); d <= f.size; d++ {
		f.eachKite(d, func(k kite) { list = append(list, k) })
	}
	for i, a := range list {
		for j, b := range list {
			if i == j || f.stopped || i > j && a.digit == b.digit || CellsOf(a.rowBox, a.colBox) != CellsOf(b.rowBox, b.colBox) ||
				a.digit == b.digit && a.gone == b.gone {
				continue
			}
			f.beginStep(DualTwoStringKite, digitBit(a.digit))
			f.addKite(a)
			f.addKite(b)
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
	for a := range f.placesIn(arm, d).Less(f.board.Cells(box)).All() {
		pair := f.placesIn(across(a), d)
		if pair.Len() != 2 || !f.board.Houses().Has(across(a)) {
			continue
		}
		pair.Remove(a)
		b := pair.First()
		gone := f.placesIn(along(b), d).And(f.board.Cells(other)).Less(f.board.Cells(box))
		if !gone.Empty() {
			yield(rectangle{box, across(a), a, b, gone.First()})
		}
	}
}

func (f *Finder) emitRectangle(t Technique, d Digit, list ...rectangle) {
	step := f.beginStep(t, digitBit(d))
	for i, r := range list {
		if i == 0 {
			step.Base = append(step.Base, r.box)
			step.markDigit(Fin, d, f.placesIn(r.box, d))
			step.addHouseTruth(r.box, d)
		}
		step.Base = append(step.Base, r.line)
		step.markDigit(Pattern, d, CellsOf(r.a, r.b))
		step.addHouseTruth(r.line, d)
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
