package logic

import "nonet/sudoku"

// Exported for tests only.

var (
	// HasFinder reports whether a technique is searched for.
	HasFinder = func(t Technique) bool { return t.info().find != nil }

	// IsDeadlyRing reports whether the checker accepts a ring as a deadly pattern.
	IsDeadlyRing = func(s *State, ring []Cell, a, b Digit) bool {
		p := prover{state: s}
		return p.checkRing(ring, [2]Digit{a, b})
	}
)

// Broken reports whether the position obviously has no solution. Then an empty cell has no candidates, or a
// house has no place for a digit.
func (s *State) Broken() bool {
	for c := range s.digits[0].All() {
		if s.cands[c] == 0 {
			return true
		}
	}
	for h := range s.Board().Houses().All() {
		in := s.Board().Cells(h)
		var seen, twice Digits
		for c := range in.All() {
			this := s.cands[c]
			if v := s.values[c]; v != 0 {
				this = 1 << (v - 1)
				twice |= seen & this
				seen |= this
			}
		}
		for c := range in.All() {
			seen |= s.cands[c]
		}
		if seen != sudoku.AllDigits || twice != 0 {
			return true
		}
	}
	return false
}
