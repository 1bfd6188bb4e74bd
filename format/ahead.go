package format

import (
	"bytes"
	"slices"

	"nonet/sudoku"
)

// Some lines say what they are only together with those that follow: rows with blanks
// for empty cells, and grids of other sizes. They are looked at ahead, and taken at once.

// ahead is the i-th line after the one at hand, not taken yet, counted from 0; not ok
// if there is none, or it lies further than the reader holds.
func (r *Reader) ahead(i int) (raw []byte, ok bool) {
	for from := 0; ; i-- {
		raw, from, ok = r.lineAt(from)
		if i == 0 || !ok {
			return raw, ok && i == 0
		}
	}
}

// lineAt is the line that begins so many bytes behind those taken, and where the next one begins. Not ok:
// there is none, or it lies further than the reader holds.
func (r *Reader) lineAt(from int) (raw []byte, next int, ok bool) {
	s := &r.src
	for {
		window := s.buf[s.r+from : s.w]
		if from == 0 && s.cr && len(window) > 0 && window[0] == '\n' {
			from = 1
			continue
		}
		end := bytes.IndexAny(window, "\r\n")
		if end < 0 || end+1 == len(window) && window[end] == '\r' {
			if s.w-s.r < len(s.buf) {
				r.own()
				if s.fill() {
					continue
				}
			}
			if end < 0 {
				return window, from + len(window), len(window) > 0
			}
		}
		next = from + end + 1
		if window[end] == '\r' && end+1 < len(window) && window[end+1] == '\n' {
			next++
		}
		return window[:end], next, true
	}
}

// own makes the line at hand independent of the source, which is about to read.
func (r *Reader) own() {
	if r.ln.owned {
		return
	}
	r.ln.raw, r.ln.places, r.ln.owned = bytes.Clone(r.ln.raw), nil, true
	r.norm = r.ln.plain(r.norm)
}

// together takes the line at hand with those that follow, if only so they say what
// they are.
func (r *Reader) together(ln *line, text []byte) bool {
	if len(ln.raw) == 0 || r.grid.holds() || r.csv.on || len(ln.raw) > 1<<14 {
		return false
	}
	size := r.otherBoard
	if r.classic {
		size = r.otherSize
	}
	taken := !r.grid.open && r.blankRows(ln) || len(text) > 0 && !isItems(text) && (r.programArray(ln, text) || !r.drawnNine(ln, text) && size(ln, text))
	if taken {
		r.grid.reset() // of a border above
	}
	return taken
}

// drawnNine reports whether a line is nine cells between bars, of which some are blank:
// "| 5 3 4 | 6     |       |" is no row of four. "|1 2|3 4|5 6|" may be one of six.
func (r *Reader) drawnNine(ln *line, text []byte) bool {
	if ln.body = ln.all; text[0] != '|' || !r.blanks(ln) {
		return false
	}
	words, _ := rowShape(text)
	return words != 6 || !fits(text, 6)
}

// passOver passes over the n lines that follow.
func (r *Reader) passOver(n int) { r.skipTo = r.ln.no + n }

// blankRow reads a row in which empty cells are blank.
func blankRow(raw []byte) (row [9]uint8, ok bool) {
	raw = bytes.TrimRight(raw, " ")
	if len(raw) > 9 {
		return row, false
	}
	for i, b := range raw {
		switch {
		case b >= '1' && b <= '9':
			row[i] = b - '0'
		case b != ' ':
			return row, false
		}
	}
	return row, true
}

// blankRows takes nine rows in which empty cells are blank. The last blanks of a row are
// there in all rows or in none, and some blank stands before a digit, lest a digit that
// is missing be taken for a blank; a first row without a digit has its blanks, lest a
// blank line be taken for it.
func (r *Reader) blankRows(ln *line) bool {
	var values [sudoku.Cells]uint8
	columns := map[int]bool{}
	inside, padded, short := false, false, false
	for i := range 9 {
		raw, there := ln.raw, len(ln.raw) > 0
		if i > 0 {
			raw, there = r.ahead(i - 1)
		}
		row, ok := blankRow(raw)
		if !ok || !there && i < 8 {
			return false
		}
		filled := bytes.TrimRight(raw, " ")
		inside = inside || bytes.IndexByte(filled, ' ') >= 0
		padded = padded || len(raw) > len(filled) && len(filled) > 0
		short = short || len(raw) < 9 && len(filled) > 0
		for column, v := range row {
			if v != 0 {
				values[9*i+column] = v
				columns[column] = true
			}
		}
	}
	if !inside || padded && short || len(columns) < 3 {
		return false
	}
	// A tenth row would make something else of them: 81 digits, one a line, say.
	if raw, there := r.ahead(8); there && len(bytes.TrimSpace(raw)) > 0 {
		if _, ok := blankRow(raw); ok {
			return false
		}
	}
	p := Puzzle{Kind: Rows, Line: ln.no}
	p.Grid, _ = sudoku.FromCells(values)
	r.passOver(8)
	r.give(p)
	return true
}

// sizes are the grids that people solve beside 9×9.
var sizes = []int{4, 6, 8, 10, 12, 14, 15, 16, 20, 25}

// rowShape is how many words and how many characters a row has; 0 for what may be no
// row. Of words each is a number, a letter or an empty cell; of characters each is a cell.
func rowShape(text []byte) (words, characters int) {
	n, total, long, some := 0, 0, false, false
	for i := 0; i < len(text); i++ {
		from := i
		for ; i < len(text) && !isSpace(text[i]) && text[i] != '|' && text[i] != ',' && text[i] != ';'; i++ {
			isCell := digits[text[i]] != noCell
			if !isCell && (text[i]|0x20 < 'a' || text[i]|0x20 > 'y') {
				return 0, 0
			}
			some = some || isCell && text[i]|0x20 != 'x'
			long = long || i > from && !isDigit(text[from])
		}
		if i > from {
			n++
			total += i - from
			long = long || i-from > 2
		}
	}
	if !some {
		return 0, 0
	}
	if !long {
		words = n
	}
	return words, total
}

// fits reports whether a row's cells may be of a grid of n×n: no digit above n in a
// small one, no letter in it either, and in a large one no letter beyond its last.
func fits(text []byte, n int) bool {
	return !slices.ContainsFunc(text, func(b byte) bool {
		switch {
		case isDigit(b):
			return n < 9 && int(b-'0') > n
		case b|0x20 == 'x':
			return false
		case b|0x20 >= 'a' && b|0x20 <= 'z':
			return int(b|0x20-'a')+10 > max(9, n)
		}
		return false
	})
}

// otherSize refuses a grid of another size, by its name.
func (r *Reader) otherSize(ln *line, text []byte) bool {
	words, characters := rowShape(text)
	if words == 1 || characters == len(text) { // all on one line
		for _, n := range sizes {
			if characters == n*n && fits(text, n) && n != 9 && len(text) == n*n {
				r.inRun = true
				r.bad(ln.fail(ln.all.from, "format.size", "rows", n, "columns", n))
				return true
			}
		}
	}
	for which, n := range []int{words, characters} {
		if !slices.Contains(sizes, n) || !fits(text, n) && which == 1 {
			continue
		}
		rows, last := 1, 0
		for i := 0; ; i++ {
			raw, ok := r.ahead(i)
			next := trim(raw, span{0, len(raw)})
			row := raw[next.from:next.to]
			if !ok || len(row) == 0 {
				break
			}
			if isBorder(row) {
				continue
			}
			words, characters := rowShape(row)
			if (which == 0 && words != n) || which == 1 && (characters != n || !fits(row, n)) {
				break
			}
			rows++
			last = i + 1
		}
		if rows == n {
			r.passOver(last)
			r.bad(ln.fail(ln.all.from, "format.size", "rows", n, "columns", n))
			return true
		}
	}
	return false
}
