package format

import (
	"bytes"

	"nonet/sudoku"
)

// recogniseCandidates recognises a row of nine candidate lists such as 1248, with or without lines around the boxes.
func recogniseCandidates(r *Reader, ln *line) answer {
	ok, lists := r.readCells(ln)
	return more.onlyIf(ok && lists)
}

// itemAt parses the word at a span as a cell or as a list of candidates. An empty word is an empty cell.
func itemAt(ln *line, s span) (it item, ok bool) {
	switch s.length() {
	case 0:
		return emptyCellAt(ln, s.from), true
	case 1:
		return parseCellAt(ln, s.from), true
	}
	if s.length() < 4 && len(bytes.Trim(ln.text[s.from:s.to], "_")) == 0 { // a long line of underscores is an empty cell
		it = parseCellAt(ln, s.from)
		it.end = ln.columnOf(s.to)
		return it, true
	}
	it = item{place: ln.placeAt(s.from), end: ln.columnOf(s.to), list: true}
	it.marks, ok = parseCandidates(ln.text[s.from:s.to])
	return it, ok
}

// parseCandidates returns the candidates that a word lists: ascending digits, or one digit and "?".
func parseCandidates(word []byte) (marks sudoku.Candidates, ok bool) {
	if len(word) == 2 && word[1] == '?' && isDigit(word[0]) {
		return marks.With(sudoku.Digit(word[0] - '0')), true
	}
	before := byte('0')
	for _, b := range word {
		if b <= before || b > '9' {
			return marks, false
		}
		marks = marks.With(sudoku.Digit(b - '0'))
		before = b
	}
	return marks, true
}

func appendCandidates(dst []byte, p Puzzle) []byte {
	var text [sudoku.Cells][9]byte
	var words [sudoku.Cells][]byte // the word of each cell, as slices of text
	var width [9]int
	for c, v := range p.Grid.Values() {
		cell := sudoku.Cell(c)
		marks := p.Grid.Candidates(cell)
		if p.Pencil != nil && v == 0 {
			marks = p.Pencil[c]
		}
		w := text[c][:0]
		if v == 0 && marks.Len() == 0 {
			w = append(w, '0')
		}
		for d := range marks.Digits() {
			w = append(w, '0'+byte(d))
		}
		if v == 0 && marks.Len() < 2 {
			w = append(w, '?')
		}
		words[c] = w
		width[c%9] = max(width[c%9], len(w))
	}
	border := func(dst []byte) []byte {
		for col, n := range width {
			if col%3 == 0 {
				dst = append(dst, "+-"...)
			}
			dst = append(dst, "----------"[:n+1]...)
		}
		return append(dst, "+\n"...)
	}
	for c := range words {
		if c%27 == 0 {
			dst = border(dst)
		}
		if c%3 == 0 {
			dst = append(dst, "| "...)
		}
		dst = append(dst, words[c]...)
		dst = append(dst, "          "[:width[c%9]-len(words[c])+1]...)
		if c%9 == 8 {
			dst = append(dst, "|\n"...)
		}
	}
	return border(dst)
}
