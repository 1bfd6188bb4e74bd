package format

import "nonet/sudoku"

// recogniseRows recognises a row: a line of nine characters. If all nine rows are on one line, the puzzle is of kind
// Line.
func recogniseRows(r *Reader, ln *line) answer {
	words, ok := r.cellWords(ln)
	switch {
	case ok && len(words) == 1 && words[0].length() == 9:
		r.setCells(ln, words...)
		return partial
	case ok && len(words) == 9 && !r.grid.hasBegun() && areNineRows(ln, words):
		r.setCells(ln, words...)
		return yes
	}
	return no
}

func readRows(r *Reader, ln *line) {
	if len(r.cells) == sudoku.Cells {
		r.emitPuzzle(Puzzle{Grid: gridOf(r.cells), Kind: Line, Line: ln.number})
		return
	}
	r.addRow(ln, Rows)
}

// areNineRows reports whether words are the nine rows of a grid on one line. Nine candidate lists look the same if all
// digits are possible, so at most one word may be 123456789.
func areNineRows(ln *line, words []span) bool {
	all := 0
	for _, s := range words {
		if s.length() != 9 {
			return false
		}
		if string(ln.text[s.from:s.to]) == "123456789" {
			all++
		}
	}
	return all < 2
}

func appendRows(dst []byte, p Puzzle) []byte { return appendDigitRows(dst, p.Grid, '0', "") }

// appendDigitRows appends nine lines of nine cells: digits, and the character `empty`. The text `separator` separates the
// cells of a line.
func appendDigitRows(dst []byte, g sudoku.Grid, empty byte, separator string) []byte {
	for c, v := range g.Values() {
		if v > 0 {
			dst = append(dst, '0'+v)
		} else {
			dst = append(dst, empty)
		}
		if c%9 == 8 {
			dst = append(dst, '\n')
		} else {
			dst = append(dst, separator...)
		}
	}
	return dst
}
