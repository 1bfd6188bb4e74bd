package format

import "nonet/sudoku"

// This file reads and writes texts of 729 characters, nine for each cell. Character d of a cell is the digit d if d is
// a candidate, and otherwise a sign of an empty cell.

// fewestGivens is the smallest number of givens with which a classic puzzle can have exactly one solution (McGuire,
// Tugemann and Civario, arXiv:1201.0749).
const fewestGivens = 17

func isPencil(text []byte) bool { return len(text) == 9*sudoku.Cells && hasOnlyCellCharacters(text) }

// isPencilMarkText reports whether 729 characters are pencil marks and not a board of 27×27. In pencil marks, each
// cell has nine places, and digit d is in place d. Of the characters that are not signs of empty cells, more than half
// must be digits in their own place.
func isPencilMarkText(text []byte) bool {
	placed, others := 0, 0
	for i, b := range text {
		switch {
		case isDigit(b) && int(b-'0') == i%9+1:
			placed++
		case b != '.' && b != '0' && b != '_' && b != '*':
			others++
		}
	}
	return placed > others
}

func readPencil(ln *line, s span) (Puzzle, *SyntaxError) {
	var values [sudoku.Cells]uint8
	p := Puzzle{Kind: Pencil729, Pencil: new([sudoku.Cells]sudoku.Candidates)}
	for i, b := range ln.text[s.from:s.to] {
		d := digits[b]
		if d != 0 && int(d) != i%9+1 {
			return p, ln.errorAt(s.from+i, "format.pencil", "digit", d, "place", i%9+1).inCell(i / 9)
		}
		p.Pencil[i/9] = p.Pencil[i/9].With(sudoku.Digit(d))
	}
	for c, marks := range p.Pencil {
		if marks.Len() == 1 {
			for d := range marks.Digits() {
				values[c] = uint8(d)
			}
		}
	}
	p.Grid, _ = sudoku.FromCells(values)
	return p, nil
}

func appendPencil(dst []byte, p Puzzle) []byte {
	for c, v := range p.Grid.Values() {
		marks := sudoku.AllDigits
		switch {
		case v != 0:
			marks = sudoku.CandidatesOf(sudoku.Digit(v))
		case p.Pencil != nil:
			marks = p.Pencil[c]
		}
		for d := sudoku.Digit(1); d <= 9; d++ {
			if marks.Has(d) {
				dst = append(dst, '0'+byte(d))
			} else {
				dst = append(dst, '.')
			}
		}
	}
	return append(dst, '\n')
}
