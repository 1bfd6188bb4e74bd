package format

import (
	"bytes"
	"slices"
	"strings"

	"nonet/sudoku"
)

// fault is an error on a line: one row of a grid, or a puzzle of its own.
func (r *Reader) fault(ln line, e *SyntaxError, body span) (Puzzle, error, bool) {
	if r.block.holds() {
		n := 9
		if r.block.freeform {
			n = len(r.spans)
		}
		r.block.spoil(ln, e, n)
		return r.endIfFull()
	}
	r.block.reset()
	if r.count.on && body.len() < 41 || r.rowLike() {
		r.block.spoil(ln, e, 9)
		return Puzzle{}, nil, false
	}
	r.inRun = true
	return r.bad(e)
}

// rowLike reports whether the words of a line look like the nine cells of a row,
// give or take some.
func (r *Reader) rowLike() bool {
	if len(r.spans) == 1 {
		return r.spans[0].len() >= 8 && r.spans[0].len() < 18
	}
	for _, s := range r.spans {
		if s.len() > 9 {
			return false
		}
	}
	return len(r.spans) > 6 && len(r.spans) < 12
}

// words takes a line that reads like a title.
func (r *Reader) words(ln line, body span) (p Puzzle, err error, done bool) {
	if r.block.holds() {
		r.again(ln)
		return r.endBlock()
	}
	r.block.reset()
	title := printableName(ln.from(body.from))
	e := fail(ln.no, ln.column(body.from), "format.text", "text", title)
	if strings.EqualFold(title, "end") && r.puzzles > 0 { // POJ 3074 ends its input so
		return p, nil, false
	}
	if r.inRun {
		return r.bad(e)
	}
	if r.count.on && r.count.seen == r.count.n {
		r.count.on = false
	}
	if !r.text.on {
		r.text = words{on: true, first: e}
	}
	r.text.title = title
	r.text.column = slices.Contains(puzzleColumns, strings.ToLower(title))
	return p, nil, false
}

// gridLine takes a line of cells with space and bars between them.
func (r *Reader) gridLine(ln line, body span) (p Puzzle, err error, done bool) {
	text := ln.text[body.from:body.to]
	r.splitWords(ln, body)
	if isText(text) && !(len(r.spans) == 1 && len(text) == 9 && r.block.holds()) && !r.cellsApart() {
		if i, kind := r.labelled(ln); i >= 0 {
			return r.withLabel(ln, body, i, kind)
		}
		if e := r.lostDigits(ln); e != nil {
			return r.fault(ln, e, body)
		}
		return r.words(ln, body)
	}
	if r.isCount(ln, body) {
		return r.counted(ln, body)
	}
	l, e := r.parseRow(ln, body)
	if e == nil && l.shape == together && len(r.cells) == sudoku.Cells {
		p.Grid, p.Line = gridOf(r.cells), ln.no
		return p, nil, true
	}
	if e == nil {
		return r.addRow(ln, l)
	}
	if i, kind := r.labelled(ln); i >= 0 {
		return r.withLabel(ln, body, i, kind)
	}
	return r.fault(ln, e, body)
}

// cellsApart reports whether most of a row's cells are words of their own.
func (r *Reader) cellsApart() bool {
	n := 0
	for _, s := range r.spans {
		if s.len() == 1 {
			n++
		}
	}
	return n >= 7
}

// isCount reports whether a line is but a number that may say how many puzzles
// follow, or be the first of 81.
func (r *Reader) isCount(ln line, body span) bool {
	word := ln.text[body.from:body.to]
	if len(word) > 7 || word[0] == '0' || r.block.holds() {
		return false
	}
	return digitsOnly(word)
}

func digitsOnly(word []byte) bool {
	for _, b := range word {
		if !isDigit(b) {
			return false
		}
	}
	return true
}

// characters is how many characters the words of a line have.
func (r *Reader) characters() int {
	n := 0
	for _, s := range r.spans {
		n += s.len()
	}
	return n
}

// withLabel returns the puzzle that is word i of a line; what stands before it names it.
func (r *Reader) withLabel(ln line, body span, i int, kind Kind) (Puzzle, error, bool) {
	if r.block.holds() {
		r.again(ln)
		return r.endBlock()
	}
	r.block.reset()
	p, err, done := r.oneLine(ln, r.spans[i], kind)
	if err == nil && p.Name == "" {
		label := printableName(ln.raw[:len(ln.raw)-len(ln.from(r.spans[i].from))])
		if !strings.Contains(label, "://") {
			p.Name = strings.TrimRight(label, " :.,|")
		}
	}
	return p, err, done
}

// splitWords splits the body of a line at space and bars into r.spans.
func (r *Reader) splitWords(ln line, body span) {
	r.spans = r.spans[:0]
	for i := body.from; i < body.to; {
		if c := classes[ln.text[i]]; c == space || c == upright {
			i++
			continue
		}
		s := span{i, i}
		for s.to < body.to && classes[ln.text[s.to]] != space && classes[ln.text[s.to]] != upright {
			s.to++
		}
		r.spans = append(r.spans, s)
		i = s.to
	}
}

// labelled is the first word that is a whole puzzle, after words that are not
// like one; −1 if there is none.
func (r *Reader) labelled(ln line) (int, Kind) {
	for i, s := range r.spans {
		if kind, ok := oneLine(ln.text[s.from:s.to]); ok {
			return i, kind
		}
		if in, kind, ok := inAddress(ln.text, s); ok {
			r.spans[i] = in
			return i, kind
		}
		if s.len() > 20 {
			break
		}
	}
	return -1, 0
}

// inAddress finds the one puzzle in the address of a web page, such as
// https://…?bd=53..7….
func inAddress(text []byte, s span) (in span, kind Kind, ok bool) {
	if !bytes.Contains(text[s.from:s.to], []byte("://")) {
		return in, 0, false
	}
	for from := s.from; from < s.to; {
		part := span{from, s.to}
		if n := bytes.IndexAny(text[from:s.to], "/=&#"); n >= 0 {
			part.to = from + n
		}
		if k, puzzle := oneLine(text[part.from:part.to]); puzzle {
			if ok {
				return in, 0, false
			}
			in, kind, ok = part, k, true
		}
		from = part.to + 1
	}
	return in, kind, ok
}

// lostDigits is the error if words hold what looks like a row or a grid.
func (r *Reader) lostDigits(ln line) *SyntaxError {
	for _, s := range r.spans {
		word := ln.text[s.from:s.to]
		if len(word) < 17 {
			continue
		}
		cells, other := 0, 0
		for i, b := range word {
			if isDigit(b) || b == '.' {
				cells++
			} else if other == 0 && classes[b] != cellular {
				other = i + 1
			}
		}
		switch {
		case cells*2 < len(word):
		case other > 0:
			return badChar(ln, s.from+other-1)
		default:
			return lengthError(ln, s)
		}
	}
	return nil
}

// lengthError says that a word of cells is neither a row nor a grid.
func lengthError(ln line, s span) *SyntaxError {
	switch n := s.len(); {
	case n < 18:
		return fail(ln.no, ln.column(min(s.to, s.from+9)), "format.rowLength", "n", n)
	case n < 81:
		return fail(ln.no, ln.column(s.to), "format.tooShort", "n", n, "missing", 81-n)
	case n < 700 || n > 760:
		return fail(ln.no, ln.column(s.from+81), "format.tooLong", "n", n)
	default:
		return fail(ln.no, ln.column(min(s.to, s.from+729)), "format.pencilLength", "n", n)
	}
}

// counted takes a number alone on its line.
func (r *Reader) counted(ln line, body span) (p Puzzle, err error, done bool) {
	s := r.spans[0]
	n := 0
	for _, b := range ln.text[s.from:s.to] {
		n = n*10 + int(b-'0')
	}
	if c := r.count; c.on && c.seen == 0 && c.line > 0 && n <= 9 {
		if c.n <= 9 { // numbers, one a line
			r.count = count{}
			r.block.reset()
			r.cells = append(r.cells[:0], c.at)
			r.block.add(line{no: c.line}, r.cells, layout{shape: apart})
			r.cells = append(r.cells[:0], cellAt(&ln, s.from))
			return r.addRow(ln, layout{shape: apart})
		}
		e := fail(c.line, c.at.column, "format.number", "text", c.n)
		r.count = count{}
		r.again(ln)
		return r.bad(e)
	}
	r.endCount()
	r.inRun = false
	r.count = count{on: true, n: n, line: ln.no, at: cellAt(&ln, s.from)}
	r.count.at.end = ln.column(s.to)
	return p, nil, false
}

// cellAt is the cell that character i of a line shows.
func cellAt(ln *line, i int) item {
	b := ln.text[i]
	column := ln.column(i)
	it := item{line: ln.no, column: column, end: column + 1, digit: digits[b]}
	if it.digit == 0 {
		it.empty = b
	} else {
		it.marks = 1 << (it.digit - 1)
	}
	return it
}

// addRow gives r.cells to the grid.
func (r *Reader) addRow(ln line, l layout) (p Puzzle, err error, done bool) {
	b := &r.block
	if !b.open && r.looks > 0 && r.looks == ln.no-1 && l.bars && blankLike(r.cells) {
		r.looks, r.inGrid = ln.no, true
		return p, nil, false
	}
	if c := &r.count; c.on && c.seen == 0 && b.n == 0 && len(r.cells) != 9 && len(r.cells) != 81 {
		// What looked like a count is the first of 81 numbers.
		at := c.at
		c.on = false
		if c.n > 9 {
			r.again(ln)
			return r.bad(fail(c.line, at.column, "format.number", "text", c.n))
		}
		r.again(ln)
		r.cells = append(r.cells[:0], at)
		b.reset()
		b.add(line{no: at.line}, r.cells, layout{shape: apart})
		return p, nil, false
	}
	if b.unevenGap() {
		r.again(ln)
		if len(b.blanks) > 0 {
			return r.endBlock()
		}
		return r.split()
	}
	b.gap = false
	before := b.n
	b.add(ln, r.cells, l)
	if b.full() && before+len(r.cells) > sudoku.Cells && b.shorts == 1 && b.shortN < 9 {
		r.again(ln) // the first of the next grid
	}
	return r.endIfFull()
}

// split ends the grid at its first blank line and keeps what stands after that.
func (r *Reader) split() (Puzzle, error, bool) {
	b := &r.block
	rest := b.progress
	b.n, b.gap, b.gaps = b.firstGap, true, noGaps
	_, err, _ := r.endBlock()
	b.progress = rest
	b.n = copy(b.items[:], b.items[rest.firstGap:rest.n])
	b.from = b.items[0].line
	b.dashes, b.gaps, b.gap = nil, noGaps, false
	return Puzzle{}, err, true
}

// parseRow reads a line of cells, split into r.spans, into r.cells.
func (r *Reader) parseRow(ln line, body span) (l layout, e *SyntaxError) {
	text := ln.text
	bars := bytes.IndexByte(text[body.from:body.to], '|') >= 0
	l.bars = bars
	r.cells = r.cells[:0]
	for _, s := range r.spans {
		for i := s.from; i < s.to; i++ {
			unplaced := text[i] == '?' && i == s.to-1 && s.len() == 2
			if digits[text[i]] == noCell && !unplaced {
				e := badChar(ln, i)
				if s.len() == 81 {
					return l, e.in(i - s.from)
				}
				return l, e.in(r.cellOf(ln, i))
			}
		}
	}
	switch {
	case len(r.spans) == 1 && r.spans[0].len() == 9:
		l.shape = together
		r.take9(ln, r.spans[0])
		return l, nil
	case len(r.spans) == 3 && r.spans[0].len() == 3 && r.spans[1].len() == 3 && r.spans[2].len() == 3:
		l.shape = grouped
		for _, s := range r.spans {
			r.take9(ln, s)
		}
		return l, nil
	case len(r.spans) == 9 && !r.block.holds() && r.nines(ln):
		l.shape = together
		for _, s := range r.spans {
			r.take9(ln, s)
		}
		return l, nil
	}
	if bars && r.blanks(ln, body) {
		l.shape = apart
		for _, c := range r.cells {
			if c.list {
				l.shape = lists
			}
		}
		return l, nil
	}
	l.shape = apart
	several := 0
	for _, s := range r.spans {
		it, ok := listAt(ln, s)
		switch {
		case !ok && s.len() > 2 && (len(r.spans) == 9 || r.block.seen[lists]) && digitsOnly(text[s.from:s.to]):
			return l, fail(ln.no, ln.column(s.from), "format.list", "text", string(text[s.from:s.to])).in(r.cellOf(ln, s.from))
		case !ok && s.len() == 9:
			return l, fail(ln.no, ln.column(s.to), "format.rowLength", "n", r.characters())
		case !ok && s.len() > 7:
			return l, lengthError(ln, s)
		case !ok:
			return l, fail(ln.no, ln.column(s.from), "format.number", "text", string(text[s.from:s.to])).in(r.cellOf(ln, s.from))
		case it.list:
			l.shape = lists
			several++
		}
		r.cells = append(r.cells, it)
	}
	switch n := len(r.cells); {
	case n == 0:
		return l, badChar(ln, body.from)
	case n == 9:
	case several == 1:
		for i, it := range r.cells {
			if it.list {
				s := r.spans[i]
				return l, fail(ln.no, it.column, "format.number", "text", string(text[s.from:s.to]))
			}
		}
	case n > sudoku.Cells && !bars && several == 0:
		return l, fail(ln.no, r.cells[sudoku.Cells].column, "format.cellsMany", "from", ln.no, "to", ln.no)
	case bars || several > 0:
		column := r.cells[n-1].end
		if n > 9 {
			column = r.cells[9].column
		}
		return l, fail(ln.no, column, "format.rowLength", "n", n)
	}
	return l, nil
}

// nines reports whether the words are the nine rows of a grid, rather than a row
// of candidate lists, which repeats itself.
func (r *Reader) nines(ln line) bool {
	all := 0
	for _, s := range r.spans {
		if s.len() != 9 {
			return false
		}
		if string(ln.text[s.from:s.to]) == "123456789" {
			all++
		}
	}
	return all < 2
}

// cellOf is the cell of the row that begins at index i of the line; −1 if that
// cannot be told.
func (r *Reader) cellOf(ln line, i int) int {
	if r.block.n%9 != 0 || r.block.freeform {
		return -1
	}
	switch {
	case len(r.spans) == 9:
		for k, s := range r.spans {
			if i >= s.from && i < s.to {
				return r.block.n + k
			}
		}
	case len(r.spans) == 1 && r.spans[0].len() == 9:
		return r.block.n + i - r.spans[0].from
	}
	return -1
}

func (r *Reader) take9(ln line, s span) {
	for i := s.from; i < s.to; i++ {
		r.cells = append(r.cells, cellAt(&ln, i))
	}
}

// gridOf is the grid of 81 cells.
func gridOf(cells []item) sudoku.Grid {
	var values [sudoku.Cells]uint8
	for c, it := range cells {
		values[c] = it.digit
	}
	g, _ := sudoku.FromCells(values)
	return g
}

// listAt reads a word as a cell or a list of candidates.
func listAt(ln line, s span) (it item, ok bool) {
	if s.len() == 1 {
		return cellAt(&ln, s.from), true
	}
	it = item{line: ln.no, column: ln.column(s.from), end: ln.column(s.to), list: true}
	word := ln.text[s.from:s.to]
	if len(word) == 2 && word[1] == '?' && isDigit(word[0]) {
		it.marks = it.marks.With(sudoku.Digit(word[0] - '0'))
		return it, true
	}
	before := byte('0')
	for _, b := range word {
		if b <= before || b > '9' {
			return it, false
		}
		it.marks = it.marks.With(sudoku.Digit(b - '0'))
		before = b
	}
	return it, true
}

// blanks reads a row between bars where empty cells are left blank:
// nine fields, "| 5 | 3 |   |…|", or three of equal width, "| 5 3   |   7   |…|".
func (r *Reader) blanks(ln line, body span) bool {
	text := ln.text
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
					r.cells = append(r.cells, cellAt(&ln, part.from+k))
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
