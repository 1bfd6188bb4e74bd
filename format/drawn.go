package format

import "bytes"

// Nine rows with lines drawn round the boxes, or space: 53. .7. ...

func isDrawn(r *Reader, ln *line) answer {
	if words, ok := r.cellWords(ln); ok && len(words) == 3 && words[0].len() == 3 && words[1].len() == 3 && words[2].len() == 3 {
		r.cells = r.cells[:0]
		for _, s := range words {
			r.takeCells(ln, s)
		}
		return more
	}
	if ok, lists := r.readCells(ln); ok && !lists && ln.bars() {
		return more
	}
	return no
}

// bars reports whether there are lines between the cells.
func (ln *line) bars() bool { return bytes.IndexByte(ln.text[ln.body.from:ln.body.to], '|') >= 0 }

// blanks reads a row between bars where empty cells are left blank:
// nine fields, "| 5 | 3 |   |…|", or three of equal width, "| 5 3   |   7   |…|".
func (r *Reader) blanks(ln *line) bool {
	text, body := ln.text, ln.body
	if text[body.from] != '|' || text[body.to-1] != '|' || body.len() < 4 {
		return false
	}
	var parts [10]span
	n := 0
	for i := body.from; i < body.to-1; n++ {
		end := i + 1 + bytes.IndexByte(text[i+1:body.to], '|')
		if n == len(parts) {
			return false
		}
		parts[n] = span{i + 1, end}
		i = end
	}
	r.cells = r.cells[:0]
	blank := func(at int) {
		r.cells = append(r.cells, item{line: ln.no, column: ln.column(at), end: ln.column(at), empty: ' '})
	}
	switch n {
	case 9:
		for _, part := range parts[:9] {
			s := trim(text, part)
			if s.len() == 0 {
				blank(part.from)
				continue
			}
			it, ok := listAt(ln, s)
			if !ok {
				r.cells = r.cells[:0]
				return false
			}
			r.cells = append(r.cells, it)
		}
		return true
	case 3:
		width := parts[0].len()
		step, first := 2, 1
		switch width {
		case 3:
			step, first = 1, 0
		case 5:
			first = 0
		case 7:
		default:
			return false
		}
		for _, part := range parts[:3] {
			if part.len() != width {
				break
			}
			for k := 0; k < width; k++ {
				b := text[part.from+k]
				switch on := k >= first && (k-first)%step == 0 && (k-first)/step < 3; {
				case on && isSpace(b):
					blank(part.from + k)
				case on:
					r.cells = append(r.cells, cellAt(ln, part.from+k))
				case !isSpace(b):
					r.cells = r.cells[:0]
					return false
				}
			}
		}
		if len(r.cells) == 9 {
			return true
		}
	}
	r.cells = r.cells[:0]
	return false
}

func appendDrawn(dst []byte, p Puzzle) []byte {
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
