package format

import (
	"bytes"

	"nonet/puzzle"
	"nonet/sudoku"
)

// recogniseCandidates recognises a row of nine candidate lists such as 1248, with or without lines around the boxes.
func recogniseCandidates(r *Reader, ln *line) answer {
	ok, lists := r.readCells(ln)
	return partial.onlyIf(ok && lists)
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
	var texts [sudoku.Cells]string
	var width [9]int
	for c, v := range p.Grid.Values() {
		marks := p.Grid.Candidates(sudoku.Cell(c))
		if p.Pencil != nil && v == 0 {
			marks = p.Pencil[c]
		}
		text := make([]byte, 0, 10)
		if v == 0 && marks.Len() == 0 {
			text = append(text, '0')
		}
		for d := range marks.Digits() {
			text = append(text, '0'+byte(d))
		}
		if v == 0 && marks.Len() < 2 {
			text = append(text, '?')
		}
		texts[c] = string(text)
		width[c%9] = max(width[c%9], len(text))
	}
	return appendBoard(dst, puzzle.New(9, 9), func(dst []byte, cell int) []byte {
		return append(append(dst, texts[cell]...), "         "[:width[cell%9]-len(texts[cell])]...)
	})
}
