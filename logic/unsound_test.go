package logic_test

import (
	"math/rand/v2"
	"testing"

	"nonet/logic"
	"nonet/sudoku"
)

// TestUnsoundPositions checks that no technique panics at positions without a solution, which have
// patterns that other positions cannot have.
func TestUnsoundPositions(t *testing.T) {
	const positions = 8
	r := rand.New(rand.NewPCG(25, 8))
	puzzles := []string{
		".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........", // no solution
		"98.7.....7.6...8...5.4......3..9....4...6..2..........2.8......6.4.....8...3..1..",
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
		".................................................................................",
	}
	for i := range positions {
		s := logic.NewState(sudoku.MustParse(puzzles[i%len(puzzles)]))
		if i >= len(puzzles) { // some candidates are removed, including correct ones
			keep := r.Float64()
			for c := range sudoku.Cell(sudoku.Cells) {
				for d := sudoku.Digit(1); d <= 9; d++ {
					if r.Float64() > keep {
						s.Eliminate(c, d)
					}
				}
			}
		}
		for _, chains := range []logic.Options{{Nodes: 500}, {Nodes: 500, Chains: logic.FirstByRow, MissingCorners: true, OverlappingSets: true}} {
			f := logic.NewFinder(s, chains)
			for _, technique := range logic.Techniques() {
				n := 0
				_ = f.Each(t.Context(), technique, func(*logic.Step) bool { n++; return n < 100 })
			}
		}
	}
}
