package format

import (
	"bytes"
	"slices"

	"nonet/sudoku"
)

// Some lines can only be understood together with the next lines: rows with blanks for empty cells, and grids
// of other sizes. The reader looks ahead at such lines and reads them together.

// lookahead remembers where a later line begins, so that lineAhead reads each line only once.
type lookahead struct {
	of         int64 // the offset in the input of the line after the current one
	line, from int   // the number of the line ahead, and its offset in bytes; both count from the current line
}

// lineAhead returns the i-th line after the current line, counted from 0, without reading it. ok is false if
// there is no such line, or if it lies beyond the bytes that the reader can hold.
func (r *Reader) lineAhead(i int) (raw []byte, ok bool) {
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

// textAhead is like lineAhead, but returns the line's text. The next call overwrites this text.
func (r *Reader) textAhead(i int) (text []byte, ok bool) {
	r.next.raw, ok = r.lineAhead(i)
	r.next.places = nil
	r.nextText = r.next.setPlainText(r.nextText)
	return r.next.text, ok
}

// mayLookAhead reports whether the reader may look ahead once more for the end of a board. All searches
// together may read 1 MB without success, and 2 kB more for each line of the text. This bounds the time for a
// text with thousands of lines that seem to begin a board.
func (r *Reader) mayLookAhead() bool { return r.vain < 1<<20+r.ln.no<<11 }

// recordFailedLookahead counts the bytes of a failed look ahead. It always returns false, so a caller can return this
// result as its own.
func (r *Reader) recordFailedLookahead(bytes int) bool {
	r.vain += bytes
	return false
}

// readAhead returns text and the lines after it, joined. text is the current line, or the end of the current
// line. The first line for which ends returns true is the last line of the result. lines is the number of
// lines after text. ok is false if ends returns true for no line within most bytes, or within the bytes that
// the reader can hold.
func (r *Reader) readAhead(text []byte, most int, ends func(line []byte) bool) (all []byte, lines int, ok bool) {
	all = bytes.Clone(text)
	for line := text; !ends(line); lines++ {
		if line, ok = r.lineAhead(lines); !ok || len(all) > most {
			return nil, 0, r.recordFailedLookahead(len(all))
		}
		all = append(append(all, '\n'), line...)
	}
	return all, lines, true
}

// emitBoards outputs the boards of the current line and the given number of lines after it. It
// reports whether there is a board.
func (r *Reader) emitBoards(kind Kind, boards []string, lines int) bool {
	if len(boards) == 0 {
		return false
	}
	no := r.ln.no
	r.inRun = false
	r.skipLines(lines)
	for _, board := range boards {
		r.emitBoard(Puzzle{Kind: kind, Line: no}, board)
	}
	return true
}

// lineAt returns the line at an offset from the next byte, and the offset of the line after it. ok is false if
// there is no line there, or if it lies beyond the bytes that the reader can hold.
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
				r.keepBuffer()
				if s.readMore() {
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

// keepBuffer gives the source another buffer. So the current line, and all slices of it, stay valid when the
// source reads on.
func (r *Reader) keepBuffer() {
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

// readWithNextLines reads the current line and the next lines as one text, if they have a meaning only
// together. It reports whether it read such a text.
func (r *Reader) readWithNextLines(ln *line, text []byte) bool {
	if len(ln.raw) == 0 || r.grid.hasBegun() || r.csv.on || len(ln.raw) > 1<<14 {
		return false
	}
	taken := !r.grid.open && r.readBlankRows(ln) || len(text) > 0 && !isISSItemLine(text) && (r.readProgramArray(text) || r.readTableBoard(ln, text) || r.readBoardInWords(text) || r.readTypedRows(ln, text) || r.readQuotedWord(ln, text) || !r.isNineCellRow(ln, text) && r.readSizedBoard(ln, text))
	if taken {
		r.grid.reset() // r.grid may already have a border, which belongs to this board
	}
	return taken
}

// isNineCellRow reports whether a line is nine cells between bars, some of them blank, like
// "| 5 3 4 | 6 |       |". A line such as "|1 2|3 4|5 6|" may also be a row of six; then it returns false.
func (r *Reader) isNineCellRow(ln *line, text []byte) bool {
	if ln.body = ln.all; text[0] != '|' || !r.readBlankCells(ln) {
		return false
	}
	row, ok := sizedRowOf(text)
	return !ok || !row.words || row.n != 6 || !row.fitsBoard(6)
}

// skipLines makes the reader skip the next n lines.
func (r *Reader) skipLines(n int) { r.skipTo = r.ln.no + n }

// parseBlankRow parses a row in which empty cells are blank. A cell begins at every width-th character.
func parseBlankRow(text []byte, width int) (row [9]uint8, ok bool) {
	text = bytes.TrimRight(text, " ")
	if len(text) > 8*width+1 {
		return row, false
	}
	for i, b := range text {
		switch {
		case b >= '1' && b <= '9' && i%width == 0:
			row[i/width] = b - '0'
		case b != ' ':
			return row, false
		}
	}
	return row, true
}

// readBlankRows reads nine rows in which empty cells are blank. It reports whether the next nine rows have
// this form. Trailing blanks must be in all rows or in none, and some cell before a digit must be blank. If
// only some rows had trailing blanks, a missing digit would look like a blank. If the first row has no digits,
// it must consist of blanks; an empty line would be a line between grids.
func (r *Reader) readBlankRows(ln *line) bool {
	return r.readBlankRowsOf(ln, 1) || r.readBlankRowsOf(ln, 2) || r.readBlankRowsOf(ln, 3) || r.readBlankRowsOf(ln, 4)
}

// readBlankRowsOf is readBlankRows for cells of one width. With one character of space or more between cells,
// rows may differ in their trailing blanks: the place of each digit is known.
func (r *Reader) readBlankRowsOf(ln *line, width int) bool {
	var values [sudoku.Cells]uint8
	columns := map[int]bool{}
	inside, padded, short, odd, spaces, last := false, false, false, false, false, 0
	for i := range 9 {
		text, there := ln.text, len(ln.text) > 0
		if i > 0 {
			text, there = r.textAhead(i - 1)
		}
		row, ok := parseBlankRow(text, width)
		if !ok || !there && i < 8 {
			return false
		}
		filled := bytes.TrimRight(text, " ")
		spaces = spaces || len(filled) == 0 && len(text) > 0
		last = len(text)
		inside = inside || slices.Contains(row[:(len(filled)+width-1)/width], 0)
		padded = padded || len(text) > len(filled) && len(filled) > 0
		short = short || len(text) < 9 && len(filled) > 0
		for column, v := range row {
			if v != 0 {
				values[9*i+column] = v
				columns[column], odd = true, odd || column%2 > 0
			}
		}
	}
	// A puzzle with one solution has digits in at least seven columns. Lines with digits in fewer columns may be short
	// lists of numbers. Lines of width 1 with digits only in every other column may have width 2.
	if !inside || width == 1 && (padded && short || len(columns) < 3 || !odd) || width > 1 && len(columns) < 7 {
		return false
	}
	// If there is a tenth row, the text is something else, such as 81 lines of one digit.
	if text, there := r.textAhead(8); there && len(bytes.TrimSpace(text)) > 0 {
		if _, ok := parseBlankRow(text, width); ok {
			return false
		}
	}
	r.skipLines(8)
	if last == 0 && !spaces && r.blank > 0 && r.blank == ln.no-1 { // only eight rows have text; an empty line above or below may be the ninth
		r.emitPuzzleError(newSyntaxError(r.blank, 1, "format.blankRow"))
		return true
	}
	p := Puzzle{Kind: Rows, Line: ln.no}
	p.Grid, _ = sudoku.FromCells(values)
	r.emitPuzzle(p)
	return true
}
