package format

import (
	"nonet/puzzle"
	"nonet/sudoku"
)

// Such a text has 729 characters, nine for each cell of the classic board: the digits that are possible in the cell.
// The puzzle needs no givens. tdoku and other programs exchange such lines.

// markedPuzzle returns the puzzle that restricts each cell to its pencil marks.
func markedPuzzle(pencil *[sudoku.Cells]sudoku.Candidates) *puzzle.Puzzle {
	p := puzzle.New(9, 9)
	for cell, marks := range pencil {
		if marks == sudoku.AllDigits {
			continue
		}
		given := puzzle.Given{Cell: cell}
		for d := range marks.Digits() {
			given.Values = append(given.Values, int(d))
		}
		p.Givens = append(p.Givens, given)
	}
	return p
}

// writeMarks returns the possible values of all cells as a line of 729 characters. The second result is false for a
// board that is not 9×9.
func writeMarks(p *puzzle.Puzzle) (string, bool) {
	if p.Rows != 9 || p.Columns != 9 || p.Low != 1 || p.High != 9 {
		return "", false
	}
	may := [sudoku.Cells]sudoku.Candidates{}
	for c := range may {
		may[c] = sudoku.AllDigits
	}
	for _, g := range p.Givens {
		if g.Cell < len(may) {
			var marks sudoku.Candidates
			for _, v := range g.Values {
				marks = marks.With(sudoku.Digit(v))
			}
			may[g.Cell] &= marks
		}
	}
	return string(appendPencil(nil, Puzzle{Pencil: &may})), true
}
