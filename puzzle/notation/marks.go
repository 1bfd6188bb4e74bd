package notation

import (
	"nonet/format"
	"nonet/puzzle"
	"nonet/sudoku"
)

// 729 characters, nine for each cell of the classic board: the digits that it may have. As a
// puzzle it needs no givens; tdoku and others stream such lines.

const marksLength = 9 * sudoku.Cells

func isMarks(text string) bool {
	if len(text) != marksLength {
		return false
	}
	p, err := format.ParseOne(text)
	return err == nil && p.Kind == format.Pencil729
}

// ReadMarks reads such a line.
func ReadMarks(text string) (*puzzle.Puzzle, error) {
	marked, err := format.ParseOne(text)
	if err != nil {
		return nil, err
	}
	if marked.Pencil == nil {
		return nil, wrong(text, "variant.notation")
	}
	p := puzzle.New(9, 9)
	for cell, marks := range marked.Pencil {
		if marks == sudoku.AllDigits {
			continue
		}
		given := puzzle.Given{Cell: cell}
		for d := range marks.Digits() {
			given.Values = append(given.Values, int(d))
		}
		p.Givens = append(p.Givens, given)
	}
	return p, nil
}

// WriteMarks is the values that the cells may have as such a line, and false for any other
// board.
func WriteMarks(p *puzzle.Puzzle) (string, bool) {
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
	return string(format.AppendPuzzle(nil, format.Pencil729, format.Puzzle{Pencil: &may})), true
}
