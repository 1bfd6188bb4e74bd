package practice

import (
	"nonet/internal/random"
	"nonet/logic"
	"nonet/sudoku"
)

// chance is a random generator that draws a number for each exchange of a shuffle.
type chance struct{ random.Source }

func (c *chance) shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, c.Below(i+1))
	}
}

// isomorph maps a grid to an equivalent one: it relabels digits, permutes bands, stacks, and the rows and columns
// within them, and may transpose the grid. The image of a puzzle is as hard as the puzzle, but looks different.
type isomorph struct {
	cell  [sudoku.Cells]logic.Cell
	digit [10]logic.Digit
}

// randomIsomorph returns one of the 2·6⁸·9! isomorphs, all equally likely.
func (c *chance) randomIsomorph() (m isomorph) {
	var lines [2][9]int
	for way := range lines {
		chutes := [3]int{0, 1, 2}
		c.shuffle(3, func(i, j int) { chutes[i], chutes[j] = chutes[j], chutes[i] })
		for i, chute := range chutes {
			three := lines[way][3*i : 3*i+3]
			for j := range three {
				three[j] = 3*chute + j
			}
			c.shuffle(3, func(i, j int) { three[i], three[j] = three[j], three[i] })
		}
	}
	turned := c.Below(2) == 1
	for number := range m.cell {
		row, column := lines[0][number/9], lines[1][number%9]
		if turned {
			row, column = column, row
		}
		m.cell[number] = logic.Cell(row*9 + column)
	}
	for d := range m.digit {
		m.digit[d] = logic.Digit(d)
	}
	c.shuffle(9, func(i, j int) { m.digit[i+1], m.digit[j+1] = m.digit[j+1], m.digit[i+1] })
	return m
}

func (m *isomorph) applyTo(g sudoku.Grid) (to sudoku.Grid) {
	for c, d := range g.Values() {
		to = to.With(m.cell[c], m.digit[d])
	}
	return to
}

// applyToState returns the image of a position on the classic board.
func (m *isomorph) applyToState(s *logic.State) logic.State {
	to := logic.NewState(m.applyTo(s.Grid()))
	var given logic.CellSet
	for c := range logic.Cell(sudoku.Cells) {
		if s.Given(c) {
			given.Add(m.cell[c])
		}
		if s.Value(c) == 0 {
			var marks logic.Digits
			for d := range s.Candidates(c).Digits() {
				marks = marks.With(m.digit[d])
			}
			to.SetCandidates(m.cell[c], marks)
		}
	}
	to.SetGivens(given)
	return to
}
