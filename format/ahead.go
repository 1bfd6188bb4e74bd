package format

import (
	"bytes"
	"slices"

	"nonet/sudoku"
)

// Some lines can only be understood together with the lines below: rows with blanks for empty cells, and grids of other
// sizes than 9×9. The reader looks ahead at the lines below, and parses them together with the current line.

// lookahead stores the place of the line that lineAhead found last. lineAhead then continues there, and not at the
// current line.
type lookahead struct {
	offset     int64 // the offset, in the input, of the first line below the current one
	line, from int   // the index and the byte offset of the line that lineAhead found last; both are 0 for the line at `offset`
}

// lineAhead returns the i-th line below the current line, counted from 0. The reader's position does not change. A line
// that does not fit into the reader's buffer is cut. ok is false if the text or the buffer ends before this line.
func (r *Reader) lineAhead(i int) (raw []byte, ok bool) {
	s := &r.seen
	if offset := r.src.base + int64(r.src.r); s.offset != offset || i < s.line {
		*s = lookahead{offset: offset}
	}
	for {
		raw, next, ok := r.lineAt(s.from)
		if !ok || s.line == i {
			return raw, ok
		}
		s.line, s.from = s.line+1, next
	}
}

// textAhead returns the text of the line that lineAhead returns. The next call overwrites this text.
func (r *Reader) textAhead(i int) (text []byte, ok bool) {
	r.next.raw, ok = r.lineAhead(i)
	r.next.places = nil
	r.nextText = r.next.setPlainText(r.nextText)
	return r.next.text, ok
}

// contentAhead returns the text that textAhead returns, without space, tags and quotation marks around it.
func (r *Reader) contentAhead(i int) (text []byte, ok bool) {
	text, ok = r.textAhead(i)
	return withoutQuoteMarks(text), ok
}

// mayLookAhead reports whether the reader may look ahead once more for the end of a board. All searches together may
// read 1 MB, and 32 times the text so far. So the time is linear in the length of a text, even if each of its lines seems
// to begin a board.
func (r *Reader) mayLookAhead() bool { return r.ahead < 1<<20+32*(r.src.base+int64(r.src.r)) }

// readAhead returns text, which is the end of the current line, joined with the lines below it. The result ends with
// the first line for which `ends` returns true. `lines` is the number of lines below the current one. ok is false if
// the reader's buffer has no such line, or if the result without its last line is longer than `limit` bytes.
func (r *Reader) readAhead(text []byte, limit int, ends func(line []byte) bool) (all []byte, lines int, ok bool) {
	all = bytes.Clone(text)
	for line := text; !ends(line); lines++ {
		if line, ok = r.lineAhead(lines); !ok || len(all) > limit {
			return nil, 0, false
		}
		all = append(append(all, '\n'), line...)
	}
	return all, lines, true
}

// emitBoards outputs boards whose text is the current line and the given number of lines below.
func (r *Reader) emitBoards(kind Kind, boards []string, lines int) bool {
	if len(boards) == 0 {
		return false
	}
	no := r.ln.number
	r.inRun = false
	r.skipLines(lines)
	for _, board := range boards {
		r.emitBoard(Puzzle{Kind: kind, Line: no}, board)
	}
	return true
}

// lineAt returns the line that begins `from` bytes after the reader's position. `next` is the offset of the line below.
// A line that does not fit into the reader's buffer is cut. ok is false if the text or the buffer ends before this
// line.
func (r *Reader) lineAt(from int) (raw []byte, next int, ok bool) {
	s := &r.src
	for {
		window := s.buf[s.r+from : s.w]
		if from == 0 && s.cr && len(window) > 0 && window[0] == '\n' {
			from = 1
			continue
		}
		end := bytes.IndexAny(window, "\r\n")
		r.ahead += int64(max(end, 0))
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

// keepBuffer gives the source another buffer. The current line and all slices of it then stay valid while the source
// reads on.
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

// readWithNextLines reads the current line and the lines below as one text, if these lines have a meaning only
// together. Otherwise it returns false. It also returns false while the reader reads a grid or CSV.
func (r *Reader) readWithNextLines(ln *line, text []byte) bool {
	if len(ln.raw) == 0 || r.grid.hasBegun() || r.csv.open || len(ln.raw) > 1<<14 {
		return false
	}
	isTaken := !r.grid.open && r.readBlankRows(ln) || len(text) > 0 && !isISSItemLine(text) && (r.readProgramArray(text) || r.readTableBoard(ln, text) || r.readBoardInWords(text) || r.readTypedRows(ln, text) || r.readQuotedWord(ln, text) || !r.isNineCellRow(ln, text) && r.readSizedBoard(ln, text))
	if isTaken {
		r.grid.reset() // a border that r.grid already has belongs to this board
	}
	return isTaken
}

// isNineCellRow reports whether a line is nine cells between bars, some of them blank, like "| 5 3 4 | 6 | |". The
// result is false for a line such as "|1 2|3 4|5 6|", which may also be a row of six.
func (r *Reader) isNineCellRow(ln *line, text []byte) bool {
	if ln.body = ln.all; text[0] != '|' || !r.readBlankCells(ln) {
		return false
	}
	row, ok := sizedRowOf(text)
	return !ok || !row.words || row.n != 6 || !row.fitsBoard(6)
}

func (r *Reader) skipLines(n int) { r.skipTo = r.ln.number + n }

// parseBlankRow parses a row of nine cells in which blanks stand for empty cells. A cell begins at every width-th
// character.
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

// readBlankRows reads nine rows in which blanks stand for empty cells. Trailing blanks must be in all rows or in none.
// If only some rows had them, a missing digit would look like a blank. Some cell to the left of a digit must be blank.
// A first row without digits must consist of blanks, because an empty line separates grids.
func (r *Reader) readBlankRows(ln *line) bool {
	return r.readBlankRowsOf(ln, 1) || r.readBlankRowsOf(ln, 2) || r.readBlankRowsOf(ln, 3) || r.readBlankRowsOf(ln, 4)
}

// readBlankRowsOf is readBlankRows for cells of one width. If `width` is above 1, the place of each digit is known, so
// rows may differ in their trailing blanks.
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
	// Few puzzles with one solution have digits in fewer than seven columns. Fewer columns may be a short list of
	// numbers. If digits of width 1 occur only in every other column, the width may be 2.
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
	if last == 0 && !spaces && r.blank > 0 && r.blank == ln.number-1 { // eight rows stand between two blank lines, and either blank line may be the ninth row
		r.emitPuzzleError(newSyntaxError(r.blank, 1, "format.blankRow"))
		return true
	}
	p := Puzzle{Kind: Rows, Line: ln.number}
	p.Grid, _ = sudoku.FromCells(values)
	r.emitPuzzle(p)
	return true
}
