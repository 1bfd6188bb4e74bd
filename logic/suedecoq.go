package logic

import "nonet/board"

// findSueDeCoqs finds a line and another house that cross in two or three cells. The number of candidates in these
// cells exceeds the number of cells by at least two: the surplus. In the rest of each house, a set of cells takes some
// digits of the crossing. The two sets share none of these digits, and together they take as many digits as the
// surplus. Then all digits of the crossing and of the sets are locked.
func findSueDeCoqs(f *Finder) {
	for line := range board.Lines.All() {
		for box := range f.board.Crossing(line).All() {
			cross := f.state.digits[0].And(f.board.Cells(line)).And(f.board.Cells(box))
			if cross.Len() < 2 {
				continue
			}
			f.searchCrossing(line, box, cross)
			for left := cross; !left.Empty() && cross.Len() == 3; {
				f.searchCrossing(line, box, cross.Without(CellsOf(left.Pop())))
			}
		}
	}
}

func (f *Finder) searchCrossing(line, box House, cross CellSet) {
	s := &f.state
	digits := s.digitsIn(cross)
	spare := digits.Len() - cross.Len()
	if spare < 2 || f.countNode() {
		return
	}
	empty := s.digits[0].Without(cross)
	inLine := f.listCrossingSets(&f.als.inLine, empty.And(f.board.Cells(line)), digits, spare)
	if len(inLine) == 0 {
		return
	}
	inBox := f.listCrossingSets(&f.als.inBox, empty.And(f.board.Cells(box)), digits, spare)
	for _, a := range inLine {
		for _, b := range inBox {
			if a.takes+b.takes != spare || b.digits&a.digits&digits != 0 || b.cells.Meets(a.cells) || f.stopped {
				continue
			}
			da, db := a.digits, b.digits
			f.beginStep(SueDeCoq, digits)
			for d := range (((digits | db) &^ da) | da&db).Digits() {
				f.eliminate(d, f.board.Cells(box).Without(b.cells).Without(cross))
			}
			for d := range (((digits | da) &^ db) | da&db).Digits() {
				f.eliminate(d, f.board.Cells(line).Without(a.cells).Without(cross))
			}
			if f.hasEffect() {
				step := &f.step
				step.Base = append(step.Base, line, box)
				step.Sets = append(step.Sets, Set{cross, digits}, Set{a.cells, da}, Set{b.cells, db})
				for d := range (digits | da | db).Digits() {
					step.markDigit(Pattern, d, s.digits[d].And(cross.Or(a.cells).Or(b.cells)))
				}
				step.addCellTruths(cross.Or(a.cells).Or(b.cells))
				f.emitStep()
			}
		}
	}
}

// crossingSet is a set of cells in one of the two houses that takes some digits of the crossing.
type crossingSet struct {
	cells  CellSet
	digits Digits
	takes  int // the number of the crossing's digits that the set takes
}

// listCrossingSets returns the subsets of `from` that take at least one and fewer than `spare` of the crossing's
// digits.
func (f *Finder) listCrossingSets(list *[]crossingSet, from CellSet, digits Digits, spare int) []crossingSet {
	*list = (*list)[:0]
	f.extendSets(from, CellSet{}, 0, func(in CellSet, all Digits) bool {
		takes := in.Len() - (all &^ digits).Len()
		if takes >= 1 && takes < spare && all&digits != 0 {
			*list = append(*list, crossingSet{in, all, takes})
		}
		return true
	})
	return *list
}
