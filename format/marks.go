package format

import (
	"nonet/puzzle"
	"nonet/sudoku"
)

// A text of 729 characters has nine characters for each cell of the classic board. They state which digits are possible
// in the cell. The text needs no givens. tdoku and other programs exchange such lines.

// markedPuzzle returns a puzzle whose only clues are the pencil marks: each cell permits the digits of its marks.
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

// withMarks returns a classic puzzle with the givens of p. Its pencil marks have, for each cell, the values that the
// givens permit. ok is false unless the board is 9×9 and has the values 1 to 9.
func withMarks(p *puzzle.Puzzle) (classic Puzzle, ok bool) {
	if p.Rows != 9 || p.Columns != 9 || p.Low != 1 || p.High != 9 {
		return classic, false
	}
	var values [sudoku.Cells]uint8
	classic.Pencil = new([sudoku.Cells]sudoku.Candidates)
	for c := range classic.Pencil {
		classic.Pencil[c] = sudoku.AllDigits
	}
	for _, g := range p.Givens {
		if g.Cell < sudoku.Cells {
			var marks sudoku.Candidates
			for _, v := range g.Values {
				marks = marks.With(sudoku.Digit(v))
			}
			classic.Pencil[g.Cell] &= marks
			if len(g.Values) == 1 {
				values[g.Cell] = uint8(g.Values[0])
			}
		}
	}
	classic.Grid, _ = sudoku.FromCells(values)
	return classic, true
}
