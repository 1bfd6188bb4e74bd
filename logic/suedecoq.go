package logic

import (
	"math/bits"
	"sync"

	"nonet/board"
)

// findSueDeCoqs finds a line and another house that cross in two or three cells. The number of candidates in these
// cells exceeds the number of cells by at least two: the surplus. A set of cells in the rest of each house takes some
// digits of the crossing. The two sets share none of these digits, and together they take as many as the surplus
// requires. Then all digits of the crossing and of the sets are locked.
func findSueDeCoqs(f *Finder) {
	for lines := board.Lines; lines != 0; {
		line := lines.Pop()
		for boxes := f.board.Crossing(line); boxes != 0; {
			box := boxes.Pop()
			cross := f.state.digits[0].And(f.board.Cells(line)).And(f.board.Cells(box))
			if cross.Len() < 2 {
				continue
			}
			f.searchCrossing(line, box, cross)
			for left := cross; !left.Empty() && cross.Len() == 3; {
				f.searchCrossing(line, box, cross.Less(CellsOf(left.Pop())))
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
	empty := s.digits[0].Less(cross)
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
				f.eliminate(d, f.board.Cells(box).Less(b.cells).Less(cross))
			}
			for d := range (((digits | da) &^ db) | da&db).Digits() {
				f.eliminate(d, f.board.Cells(line).Less(a.cells).Less(cross))
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
	takes  int // how many digits of the crossing the set takes
}

// listCrossingSets returns the sets of cells that take some, but not all, of the surplus digits.
func (f *Finder) listCrossingSets(list *[]crossingSet, from CellSet, digits Digits, spare int) []crossingSet {
	var at [9]Cell
	n := 0
	for left := from; !left.Empty(); n++ {
		at[n] = left.Pop()
	}
	var all [1 << 9]Digits
	*list = (*list)[:0]
	for i := range n {
		have := f.state.cands[at[i]]
		for m := range 1 << i {
			all[1<<i|m] = all[m] | have
		}
	}
	for _, m := range subsets()[n] {
		d := all[m]
		takes := bits.OnesCount16(m) - (d &^ digits).Len()
		if takes < 1 || takes >= spare || d&digits == 0 {
			continue
		}
		t := crossingSet{digits: d, takes: takes}
		for left := m; left != 0; left &= left - 1 {
			t.cells.Add(at[bits.TrailingZeros16(left)])
		}
		*list = append(*list, t)
	}
	return *list
}

// subsets()[n] lists the subsets of n elements as bits. Each subset comes before its supersets.
var subsets = sync.OnceValue(func() *[10][]uint16 {
	all := new([10][]uint16)
	for n := range all {
		var grow func(in uint16, from int)
		grow = func(in uint16, from int) {
			for i := from; i < n; i++ {
				with := in | 1<<i
				all[n] = append(all[n], with)
				grow(with, i+1)
			}
		}
		grow(0, 0)
	}
	return all
})
