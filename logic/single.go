package logic

import "math/bits"

const (
	FullHouse = Technique(FamilySingle)<<familyShift + iota
	NakedSingle
	HiddenSingle
)

var singleRows = []row{
	{FullHouse, "full-house", 10, findFullHouses, HoDoKu{"0000", 4, Easy, 100, true}},
	{NakedSingle, "naked-single", 23, findNakedSingles, HoDoKu{"0003", 4, Easy, 200, true}},
	{HiddenSingle, "hidden-single", 15, findHiddenSingles, HoDoKu{"0002", 14, Easy, 300, true}},
}

// findFullHouses finds houses with one empty cell, and places the missing digit there.
func findFullHouses(f *Finder) {
	s := &f.state
	for h := range f.board.Houses().All() {
		left := s.digits[0].And(f.board.Cells(h))
		if left.Len() != 1 || f.stopped {
			continue
		}
		c := left.First()
		if d, ok := onlyDigit(s.cands[c]); ok {
			f.beginSingleStep(FullHouse, c, d).addHouseTruth(h, d)
			f.emitStep()
		}
	}
}

// findNakedSingles finds cells with one candidate, and places this candidate.
func findNakedSingles(f *Finder) {
	s := &f.state
	for left := s.digits[0]; !left.Empty() && !f.stopped; {
		c := left.Pop()
		if d, ok := onlyDigit(s.cands[c]); ok {
			f.beginSingleStep(NakedSingle, c, d).addCellTruth(c)
			f.emitStep()
		}
	}
}

// findHiddenSingles finds houses in which a digit has only one place, and places the digit there.
func findHiddenSingles(f *Finder) {
	for d := Digit(1); d <= f.size; d++ {
		if f.state.digits[d].Empty() {
			continue
		}
		for left := f.board.Houses().HumanOrder(); left != 0; {
			h := left.Pop() // examine boxes before lines, because singles in boxes are easier to see
			if places := f.placesIn(h, d); places.Len() == 1 && !f.stopped {
				f.beginSingleStep(HiddenSingle, places.First(), d).addBase(h, d)
				f.emitStep()
			}
		}
	}
}

func (f *Finder) beginSingleStep(t Technique, c Cell, d Digit) *Step {
	step := f.beginStep(t, digitBit(d))
	step.Placements = append(step.Placements, Candidate{c, d})
	step.markDigit(Pattern, d, CellsOf(c))
	return step
}

// onlyDigit returns the digit of a set with exactly one digit, and true. For any other set it returns false.
func onlyDigit(set Digits) (Digit, bool) {
	if set == 0 || set&(set-1) != 0 {
		return 0, false
	}
	return Digit(bits.TrailingZeros16(uint16(set)) + 1), true
}
