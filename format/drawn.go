package format

import "bytes"

// recogniseDrawn recognises a row of a grid with drawn lines, or only space, around the boxes: 53. .7. ...
func recogniseDrawn(r *Reader, ln *line) answer {
	if words, ok := r.cellWords(ln); ok && len(words) == 3 && words[0].length() == 3 && words[1].length() == 3 && words[2].length() == 3 {
		r.setCells(ln, words...)
		return partial
	}
	ok, lists := r.readCells(ln)
	return partial.onlyIf(ok && !lists && ln.hasBars())
}

// hasBars reports whether the line without its comment has the character |.
func (ln *line) hasBars() bool { return bytes.IndexByte(ln.text[ln.body.from:ln.body.to], '|') >= 0 }

// readBlankCells reads a row between bars in which empty cells are blank. The row has nine fields, "| 5 | 3 | |…|",
// or three fields of equal width, "| 5 3 | 7 |…|".
func (r *Reader) readBlankCells(ln *line) bool {
	text, row := ln.text, ln.text[ln.body.from:ln.body.to]
	fields := bytes.Count(row, []byte{'|'}) - 1
	if fields != 3 && fields != 9 || row[0] != '|' || row[len(row)-1] != '|' {
		return false
	}
	width := bytes.IndexByte(row[1:], '|')
	r.cells = r.cells[:0]
	for from, to := ln.body.from+1, 0; from < ln.body.to; from = to + 1 {
		to = from + bytes.IndexByte(text[from:], '|')
		if fields == 9 {
			s := trimSpace(text, span{from, to})
			if s.length() == 0 {
				s = span{from, from}
			}
			it, ok := itemAt(ln, s)
			if !ok {
				return false
			}
			r.cells = append(r.cells, it)
			continue
		}
		if to-from != width || width >= len(spaced) || spaced[width] == "" {
			return false
		}
		for k, cell := range spaced[width] {
			switch index := from + k; {
			case !isSpace(text[index]) && cell == ' ':
				return false
			case isSpace(text[index]) && cell != ' ':
				r.cells = append(r.cells, emptyCellAt(ln, index))
			case cell != ' ':
				r.cells = append(r.cells, parseCellAt(ln, index))
			}
		}
	}
	return true
}

// spaced maps the width of a field with three cells to a text of this width. The text has an x at the place of each
// cell.
var spaced = [...]string{3: "xxx", 5: "x x x", 7: " x x x "}

func appendDrawnGrid(dst []byte, p Puzzle) []byte {
	const border = "+-------+-------+-------+\n"
	for c, v := range p.Grid.Values() {
		if c%27 == 0 {
			dst = append(dst, border...)
		}
		if c%3 == 0 {
			dst = append(dst, "| "...)
		}
		dst = append(dst, ".123456789"[v], ' ')
		if c%9 == 8 {
			dst = append(dst, "|\n"...)
		}
	}
	return append(dst, border...)
}
