package format

import (
	"bytes"

	"nonet/sudoku"
)

// Some lines say what they are only together with those that follow: rows with blanks
// for empty cells, and grids of other sizes. They are looked at ahead, and taken at once.

// lookahead is where a line ahead begins, so that going through them takes each once.
type lookahead struct {
	of         int64 // where in the input the line behind the one at hand begins
	line, from int   // the line's number behind that, and how many bytes behind it begins
}

// ahead is the i-th line after the one at hand, not taken yet, counted from 0; not ok
// if there is none, or it lies further than the reader holds.
func (r *Reader) ahead(i int) (raw []byte, ok bool) {
	s := &r.seen
	if of := r.src.base + int64(r.src.r); s.of != of || i < s.line {
		*s = lookahead{of: of}
	}
	for {
		raw, next, ok := r.lineAt(s.from)
		if !ok || s.line == i {
			return raw, ok
		}
		s.line, s.from = s.line+1, next
	}
}

// textAhead is that line's text, which the next call overwrites.
func (r *Reader) textAhead(i int) (text []byte, ok bool) {
	r.next.raw, ok = r.ahead(i)
	r.next.places = nil
	r.nextText = r.next.plain(r.nextText)
	return r.next.text, ok
}

// mayRead reports whether a board that has no end, or none that is a board, may be looked for ahead: 1 MB and 2 kB
// for each line of the text may be read in vain, lest thousands of lines that begin one take for ever.
func (r *Reader) mayRead() bool { return r.vain < 1<<20+r.ln.no<<11 }

// inVain counts what was read ahead for nothing.
func (r *Reader) inVain(all []byte) bool {
	r.vain += len(all)
	return false
}

// readAhead is the text of the line at hand, or of its end, with those that follow up to the one for which ends says so, and
// how many these are. Not ok: there is no such line among those held, or within most bytes.
func (r *Reader) readAhead(text []byte, most int, ends func(line []byte) bool) (all []byte, lines int, ok bool) {
	all = bytes.Clone(text)
	for line := text; !ends(line); lines++ {
		if line, ok = r.ahead(lines); !ok || len(all) > most {
			return nil, 0, r.inVain(all)
		}
		all = append(append(all, '\n'), line...)
	}
	return all, lines, true
}

// giveBoards hands out boards that the line at hand and so many after it hold, and reports whether there is one.
func (r *Reader) giveBoards(kind Kind, boards []string, lines int) bool {
	if len(boards) == 0 {
		return false
	}
	no := r.ln.no
	r.inRun = false
	r.passOver(lines)
	for _, board := range boards {
		r.giveBoard(Puzzle{Kind: kind, Line: no}, board)
	}
	return true
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

// own leaves the buffer to the line at hand, and to all that points into it, as the source is about
// to move what it holds.
func (r *Reader) own() {
	if r.ln.owned {
		return
	}
	s := &r.src
	if len(r.spare) != len(s.buf) {
		r.spare = make([]byte, len(s.buf))
	}
	copy(r.spare, s.buf[:s.w])
	s.buf, r.spare, r.ln.owned = r.spare, s.buf, true
}

// together takes the line at hand with those that follow, if only so they say what
// they are.
func (r *Reader) together(ln *line, text []byte) bool {
	if len(ln.raw) == 0 || r.grid.holds() || r.csv.on || len(ln.raw) > 1<<14 {
		return false
	}
	taken := !r.grid.open && r.blankRows(ln) || len(text) > 0 && !isItems(text) && (r.programArray(text) || r.tableBoard(ln, text) || r.saidBoard(text) || r.quotedWord(ln, text) || !r.drawnNine(ln, text) && r.otherBoard(ln, text))
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
	row, ok := sizedRowOf(text)
	return !ok || !row.words || row.n != 6 || !row.fits(6)
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
