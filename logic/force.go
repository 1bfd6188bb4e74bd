package logic

import "nonet/sudoku"

const BruteForce = Technique(FamilyForce) << familyShift

var forceRows = []row{{BruteForce, "brute-force", 0, nil, HoDoKu{"", 10000, Extreme, 8900, true}}}

// FromSolution returns a step of [BruteForce]. It fills one empty cell from the solution: the middle cell in the list
// of empty cells. At least one cell must be empty. The reason of the step is the whole position.
func FromSolution(s *State, solution sudoku.Grid) Step {
	left := s.digits[0]
	c := left.First()
	for range (left.Len() + 1) / 2 {
		c = left.Pop()
	}
	d := solution.At(c)
	step := Step{Technique: BruteForce, Digits: digitBit(d), Placements: []Candidate{{c, d}}}
	step.markDigit(Pattern, d, CellsOf(c))
	step.addCellTruths(s.digits[0])
	for e := Digit(1); e <= 9; e++ {
		for h := range s.Board().Houses().All() {
			if s.digits[e].Meets(s.Board().Cells(h)) {
				step.addHouseTruth(h, e)
			}
		}
	}
	return step
}
