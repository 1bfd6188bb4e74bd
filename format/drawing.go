package format

import (
	"bytes"
	"slices"
	"strings"

	"nonet/sudoku"
)

// A drawn grid is recognised as a whole, by its structure. No character alone is a border: "*", "."
// and "-" draw lines and also mark empty cells. All rows have the same number of cells with the
// same bars between them. The lines between rows stand at even distances, and lines in
// corresponding places are alike. Jigsaws, dots between cells and clues around the grid break this
// structure. Such a text is offered to the other notations, which refuse it.

// drawing holds lines that may be a drawn grid.
type drawing struct {
	buf   []byte // the texts of all lines
	lines []drawnLine
	next  int      // the offset of the line after them, for Reader.lineAt
	cells []span   // the cells of all lines, in buf
	bars  []uint32 // hashes of the bars before each cell of a line and after the last; 0 for none

	style      rowStyle
	from       int       // the first line after a header
	sample     int       // the index of a row with values, −1 before the first
	n          int       // the number of cells in a row, 0 before the first row with values
	characters bool      // each character is a cell, even without separators
	blanks     bool      // empty cells are blank
	columns    []int     // the columns of bars, if empty cells are blank
	empties    [256]bool // the characters of empty cells in rows with values
	marked     bool      // empties is not empty
	lists      bool      // some cell is a list of candidates
	rows       []int     // the result: the indices of the lines that are rows
	trial      []int
}

// rowStyle selects a way to read rows.
type rowStyle struct {
	header  bool // the first line names the columns
	labels  bool // a letter or a number stands before each row
	letters bool // letters are values, not bars
	bar     byte // a character that is a bar, too
}

// drawnLine is a line of a drawing.
type drawnLine struct {
	whole span // the line in drawing.buf; indices in it are columns
	text  span // the line without quotation marks and label before it, and space after it
	kind  lineKind
	shape uint32 // a hash of its characters, with repeated characters taken once
	label bool   // it begins with a label
	row   bool   // it has as many cells as a row
	empty byte   // the character of all its cells, 0 if they differ
	cells span   // its cells, as a range of drawing.cells
	bars  int    // the index of its first bar in drawing.bars
}

type lineKind uint8

const (
	otherLine lineKind = iota // ends the drawing
	valueLine                 // it has values: a row
	plainLine                 // it has no values: an empty row or a drawn line
	blankLine
)

// verdict is the result for the lines so far.
type verdict uint8

const (
	undecided verdict = iota
	aDrawing
	noDrawing
)

const (
	mostCells  = 64   // the most cells of a row
	mostPlain  = 5    // the most lines above the first row
	mostLength = 1024 // the most bytes of a line
)

// isRuler reports whether lines may be drawn with a character. isUpright reports whether a
// character may separate the cells of a row.
func isRuler(b byte) bool   { return strings.IndexByte("-=_+.:*'`,~|!#/\\", b) >= 0 }
func isUpright(b byte) bool { return strings.IndexByte("|!:#+=~'`/\\", b) >= 0 }

// isRulerLetter reports whether a letter may be a bar or a corner.
func isRulerLetter(b byte) bool { return strings.IndexByte("IloOxX", b) >= 0 }

// boxLikeness returns the ASCII character that a character, or a byte that is not UTF-8, stands
// for in a drawing. Box drawings of MS-DOS are such bytes, or the letters that Latin-1 has for
// these bytes.
func boxLikeness(r rune, raw byte) byte {
	if r < 0 {
		r = rune(raw)
	}
	switch {
	case r == 0xb3 || r == 0xba, r >= '▉' && r <= '▐', r == '█' || r == '▕' || r == '丨':
		return '|'
	case r == 0xb7 || r == 0xd7: // not the middle dot and ×, which are not bars
	case r >= 0xb4 && r <= 0xda || r == 0xaf, r >= '▀' && r <= '▟', r == '‾' || r == 'ー' || r == '■':
		return '='
	}
	return digitLike(r)
}

// add appends a line of the text.
func (d *drawing) add(raw []byte) {
	from := len(d.buf)
	for len(raw) > 0 {
		r, n := decodeRune(raw)
		switch {
		case r >= 0 && r < 0x80:
			d.buf = append(d.buf, byte(r))
		case !isInvisible(r):
			d.buf = append(d.buf, boxLikeness(r, raw[0]))
		}
		raw = raw[n:]
	}
	d.lines = append(d.lines, drawnLine{whole: span{from, len(d.buf)}})
}

// readAllAgain makes take read all lines again, in another style.
func (d *drawing) readAllAgain(style rowStyle) {
	d.cells, d.bars, d.columns = d.cells[:0], d.bars[:0], d.columns[:0]
	d.style, d.from, d.sample, d.n = style, 0, -1, 0
	d.characters, d.blanks, d.lists = false, false, false
	d.forgetEmpties()
	for i := range d.lines {
		d.lines[i].kind = otherLine
	}
	if style.header {
		d.from = 1
	}
}

func (d *drawing) forgetEmpties() { d.marked, d.empties = false, [256]bool{} }

func (d *drawing) textOf(l *drawnLine) []byte { return d.buf[l.text.from:l.text.to] }

func (d *drawing) cellsOf(l *drawnLine) []span { return d.cells[l.cells.from:l.cells.to] }

func (d *drawing) barsOf(l *drawnLine) []uint32 { return d.bars[l.bars : l.bars+l.cells.length()+1] }

// takeLine reads line i, which is the last so far.
func (d *drawing) takeLine(i int) verdict {
	l := &d.lines[i]
	line := d.buf[l.whole.from:l.whole.to]
	s := trimSpan(line, span{0, len(line)})
	for s.from > 0 && line[s.from-1] == ' ' {
		s.from--
	}
	l.text = span{l.whole.from + s.from, l.whole.from + s.to}
	if l.label = d.style.labels && d.removeLabel(l); !l.label {
		l.text.from = l.whole.from + s.from
	}
	switch d.classifyLine(l); l.kind {
	case otherLine:
		if i == d.from {
			return noDrawing
		}
		return d.verdictSoFar(true)
	case blankLine:
		if d.n == 0 || d.countKind(valueLine)+d.emptyRows() >= d.n {
			return d.verdictSoFar(true)
		}
		return undecided
	case plainLine:
		if d.sample < 0 && i-d.from > mostPlain {
			return noDrawing
		}
		d.readPlain(l)
	case valueLine:
		if d.style.labels && !l.label || !d.readValues(i) {
			return noDrawing
		}
	}
	return d.verdictSoFar(false)
}

// removeLabel removes the label before a row: A to I, 1 to 9, or r1 to r9, in this order. It reports
// whether there is one.
func (d *drawing) removeLabel(l *drawnLine) bool {
	turn := byte(0)
	for k := d.from; &d.lines[k] != l; k++ {
		if d.lines[k].label {
			turn++
		}
	}
	text := d.textOf(l)
	at := trim(text, span{0, len(text)}).from
	prefix := at+1 < len(text) && text[at]|0x20 == 'r' && isDigit(text[at+1])
	if prefix {
		at++
	}
	if at == len(text) || text[at] != '1'+turn && (prefix || text[at]|0x20 != 'a'+turn) {
		return false
	}
	end := at + 1
	for end < len(text) && (isSpace(text[end]) || text[end] == ')' || text[end] == ']') {
		end++
	}
	if end == len(text) || end == at+1 && !isUpright(text[end]) {
		return false
	}
	l.text.from += end
	return true
}

// classifyLine sets the line's kind and shape.
func (d *drawing) classifyLine(l *drawnLine) {
	values, characters, words, last := false, 0, 0, byte(' ')
	bars, hashes := true, true // the line consists of bars, of #
	l.kind, l.shape, l.row = otherLine, 0, false
	gap := true
	for _, b := range d.textOf(l) {
		switch {
		case isSpace(b):
			gap = true
			continue
		case isDigit(b), d.style.letters && isLetter(b) && b != d.style.bar:
			values = true
		case !isRuler(b) && b != '?' && !isRulerLetter(b):
			return
		}
		if gap {
			words++
		}
		gap = false
		characters++
		bars, hashes = bars && d.isBar(b), hashes && b == '#'
		if b != last {
			l.shape, last = l.shape*31+uint32(b), b
		}
	}
	switch {
	case characters == 0:
		l.kind = blankLine
	case values:
		l.kind = valueLine
	case words == 1 && (hashes && characters < 9 || characters < 3): // a comment of # alone
	case characters > 2 || bars:
		l.kind = plainLine
	}
}

func (d *drawing) isBar(b byte) bool {
	return isUpright(b) || b == d.style.bar && b != 0 || !d.style.letters && (b == 'I' || b == 'l')
}

func (d *drawing) isCell(b byte) bool {
	return !d.isBar(b) && (digits[b] != noCell || d.style.letters && isLetter(b))
}

// splitLine finds the words of a line and the bars between them. ok is false if the line has anything
// else, or a gap between two bars, which is a field without a cell.
func (d *drawing) splitLine(l *drawnLine) (ok bool) {
	l.cells.from, l.bars = len(d.cells), len(d.bars)
	text, bar, gap := d.textOf(l), uint32(0), false
	ok = true
	for i := 0; i < len(text) && ok; i++ {
		switch b := text[i]; {
		case isSpace(b):
			gap = true
			continue
		case d.isBar(b):
			ok = bar == 0 || !gap
			bar = bar*31 + uint32(b)
		case d.isCell(b):
			word := span{l.text.from + i, l.text.from + i + 1}
			for ; i+1 < len(text) && d.isCell(text[i+1]); i++ {
				word.to++
			}
			d.cells, d.bars = append(d.cells, word), append(d.bars, bar)
			bar = 0
		default:
			ok = false
		}
		gap = false
	}
	d.bars = append(d.bars, bar)
	l.cells.to = len(d.cells)
	return ok
}

// spreadWords makes each character of the words a cell.
func (d *drawing) spreadWords(l *drawnLine) {
	words, bars := l.cells, l.bars
	l.cells.from, l.bars = len(d.cells), len(d.bars)
	for k := words.from; k < words.to; k++ {
		bar := d.bars[bars+k-words.from]
		for at := d.cells[k].from; at < d.cells[k].to; at++ {
			d.cells, d.bars = append(d.cells, span{at, at + 1}), append(d.bars, bar)
			bar = 0
		}
	}
	d.bars = append(d.bars, d.bars[bars+words.length()])
	l.cells.to = len(d.cells)
}

// measureRow derives from a row the number of cells in rows, and whether each character is a cell.
func (d *drawing) measureRow(l *drawnLine) {
	words, total, numbers := d.cellsOf(l), 0, true
	for _, w := range words {
		total += w.length()
		numbers = numbers && d.valueOf(w, len(words)) >= 0
	}
	d.n, d.characters = len(words), false
	switch {
	case d.n == 9 && !d.style.letters:
	case total == 9 && !d.style.letters, d.n < 4 || d.n > mostCells || !numbers:
		d.n, d.characters = total, true
	}
	if d.n < 4 || d.n > mostCells || d.style.letters && d.n <= 9 {
		d.n = 0
	}
}

// valueOf returns the value of a cell of an n×n board: 0 if it is empty, −1 if the word is not a
// cell.
func (d *drawing) valueOf(w span, n int) int {
	word, v := d.buf[w.from:w.to], 0
	switch {
	case len(word) == 1 && d.style.letters && isLetter(word[0]):
		return int(word[0]|0x20-'a') + 1
	case len(word) == 1 && digits[word[0]] != noCell:
		v = int(digits[word[0]])
	case len(word) > 2 || word[0] == '0' || !digitsOnly(word):
		return -1
	default:
		v = 10*int(word[0]-'0') + int(word[1]-'0')
	}
	if v > n {
		return -1
	}
	return v
}

// readLine finds the cells of a line, and reports whether the line is a row.
func (d *drawing) readLine(l *drawnLine) bool {
	if l.row = false; !d.splitLine(l) {
		return false
	}
	if d.n == 0 && l.kind == valueLine {
		d.measureRow(l)
	}
	if d.characters {
		d.spreadWords(l)
	}
	cells := d.cellsOf(l)
	if len(cells) != d.n || d.n == 0 {
		return false
	}
	l.empty = d.buf[cells[0].from]
	for _, c := range cells {
		word := d.buf[c.from:c.to]
		if len(word) > 1 || word[0] != l.empty || digits[word[0]] != 0 {
			l.empty = 0
		}
		if d.n == 9 && len(word) > 1 {
			if _, ok := listOf(word); !ok {
				return false
			}
			d.lists = true
		} else if d.valueOf(c, d.n) < 0 {
			return false
		}
	}
	l.row = d.isFramed(l)
	return l.row
}

// isFramed reports whether the bars of a row enclose boxes of one width, or all cells, and are alike.
func (d *drawing) isFramed(l *drawnLine) bool {
	bars, n := d.barsOf(l), d.n
	if n != 9 && (bars[0] == 0) != (bars[n] == 0) {
		return false
	}
	for width := 2; width <= n; width++ {
		if n%width != 0 || n == 9 && width == 6 {
			continue
		}
		alike := true
		for k := 1; k < n && alike; k++ {
			if k%width == 0 {
				alike = bars[k] == bars[width]
			} else {
				alike = bars[k] == bars[1]
			}
		}
		// Bars between the cells of a box stand between boxes, too.
		if alike && (width == n || bars[width] != 0 || bars[1] == 0) {
			return true
		}
	}
	return false
}

// readValues reads line i, which has values and must therefore be a row. It reports whether it is.
func (d *drawing) readValues(i int) bool {
	l := &d.lines[i]
	if d.blanks {
		return d.matchBarColumns(l)
	}
	if d.readLine(l) {
		switch {
		case d.sample < 0:
			d.sample = i
			d.readAbove(i)
		case !slices.Equal(d.barsOf(&d.lines[d.sample]), d.barsOf(l)):
			if !d.isHeader(d.sample) || d.countKind(valueLine) > 2 {
				return false
			}
			d.dropHeader(i)
			return true
		}
		d.noteEmpties(l)
		if d.isHeader(d.sample) && d.countKind(valueLine) == 3 && d.hasLineBelowHead() {
			d.dropHeader(i)
		}
		return true
	}
	return d.readBlanks(i)
}

// readAbove reads the lines without values above line i.
func (d *drawing) readAbove(i int) {
	for k := d.from; k < i; k++ {
		d.readPlain(&d.lines[k])
	}
}

// readPlain reads a line without values, which may be an empty row.
func (d *drawing) readPlain(l *drawnLine) {
	switch {
	case l.kind != plainLine || d.sample < 0:
	case d.blanks:
		l.row = d.matchBarColumns(l) && len(bytes.Trim(d.textOf(l), "|!:#+=~'`/\\Il \t")) == 0
		l.empty = ' '
	default:
		l.row = d.readLine(l) && l.empty != 0 && slices.Equal(d.barsOf(l), d.barsOf(&d.lines[d.sample]))
	}
}

func (d *drawing) noteEmpties(l *drawnLine) {
	for _, c := range d.cellsOf(l) {
		if b := d.buf[c.from]; c.length() == 1 && digits[b] == 0 && d.valueOf(c, d.n) == 0 {
			d.marked, d.empties[b] = true, true
		}
	}
}

// isHeader reports whether a row may be column numbers, from 1 or from 0.
func (d *drawing) isHeader(i int) bool {
	cells := d.cellsOf(&d.lines[i])
	if len(cells) != 9 {
		return false
	}
	first := d.buf[cells[0].from]
	for k, c := range cells {
		if c.length() != 1 || d.buf[c.from] != first+byte(k) {
			return false
		}
	}
	return first == '0' || first == '1'
}

// hasLineBelowHead reports whether there is a drawn line below the first row, and none below the second.
func (d *drawing) hasLineBelowHead() bool {
	var rows [3]int
	n := 0
	for k := d.from; k < len(d.lines) && n < len(rows); k++ {
		if d.lines[k].kind == valueLine {
			rows[n] = k
			n++
		}
	}
	return n == 3 && rows[1] > rows[0]+1 && rows[2] == rows[1]+1
}

// dropHeader removes the first row and reads the rows up to line i again.
func (d *drawing) dropHeader(i int) {
	d.from, d.sample = d.sample+1, i
	d.forgetEmpties()
	for k := d.from; k <= i; k++ {
		if l := &d.lines[k]; l.kind == valueLine {
			d.noteEmpties(l)
		} else {
			d.readPlain(l)
		}
	}
}

// readBlanks reads the lines up to i again, as rows in which empty cells are blank. It is for a
// line i that does not have the right number of cells. It reports whether all are such rows.
func (d *drawing) readBlanks(i int) bool {
	if d.style.letters || d.style.bar != 0 {
		return false
	}
	header := d.sample >= 0 && d.isHeader(d.sample)
	d.blanks, d.lists, d.n, d.columns = true, false, 9, d.columns[:0]
	for k := d.from; k <= i; k++ {
		if l := &d.lines[k]; l.kind == valueLine && !d.matchBarColumns(l) {
			if !header || k != d.sample {
				return false
			}
			d.from, d.columns = k+1, d.columns[:0]
		}
	}
	d.sample = i
	if header && d.from <= d.sample && d.countKind(valueLine) == 3 && d.hasLineBelowHead() {
		for d.lines[d.from].kind != valueLine {
			d.from++
		}
		d.from++
	}
	d.readAbove(i)
	return true
}

// matchBarColumns reports whether the bars of a line stand in the same columns as in the lines before:
// between three or nine fields, and perhaps at both ends. The first line sets the columns.
func (d *drawing) matchBarColumns(l *drawnLine) bool {
	sets, n := len(d.columns) == 0, 0
	for i, b := range d.textOf(l) {
		switch {
		case d.isBar(b):
			column := l.text.from - l.whole.from + i
			if sets {
				d.columns = append(d.columns, column)
			} else if n == len(d.columns) || d.columns[n] != column {
				return false
			}
			n++
		case b == '\t' || !isSpace(b) && !d.isCell(b):
			return false
		}
	}
	return n == len(d.columns) && (n == 2 || n == 4 || n == 8 || n == 10)
}

// countKind returns the number of lines of a kind.
func (d *drawing) countKind(kind lineKind) (n int) {
	for k := d.from; k < len(d.lines); k++ {
		if d.lines[k].kind == kind {
			n++
		}
	}
	return n
}

// canBeRow reports whether a line without values may be an empty row.
func (d *drawing) canBeRow(l *drawnLine) bool {
	return l.kind == plainLine && l.row && (d.blanks || !d.marked || d.empties[l.empty])
}

func (d *drawing) emptyRows() (n int) {
	for k := d.from; k < len(d.lines); k++ {
		if d.canBeRow(&d.lines[k]) {
			n++
		}
	}
	return n
}

// verdictSoFar returns the verdict on the lines so far. all is set if no more lines follow them.
func (d *drawing) verdictSoFar(all bool) verdict {
	if d.sample < 0 || d.n == 0 {
		if all {
			return noDrawing
		}
		return undecided
	}
	rows, maybe := d.countKind(valueLine), d.emptyRows()
	whole := rows == d.n
	switch {
	case rows > d.n, rows+maybe < d.n && all:
		return noDrawing
	case rows < d.n && all:
		whole = !d.blanks || rows+maybe > d.n || !d.hasBlankRows()
	case rows < d.n && rows+maybe == d.n && !d.blanks && d.marked && d.countKind(plainLine)-maybe > 1:
		if d.arrangeRows(true) && d.hasLines() {
			return aDrawing
		}
		return undecided
	case rows < d.n:
		return undecided
	case maybe > 0 && !d.blanks && !d.hasBars() && d.canBeRow(&d.lines[d.from]) && maybe == 1:
		return noDrawing // ten rows, one of which is empty
	}
	if whole && d.arrangeRows(false) && d.hasLines() {
		return aDrawing
	}
	return noDrawing
}

// hasLines reports whether the grid has bars or drawn lines; without them it is not a drawing. In a
// grid without bars that is not 9×9 the cells must also stand in columns.
func (d *drawing) hasLines() bool {
	if d.blanks {
		return true
	}
	if d.hasBars() {
		return true
	}
	sample := &d.lines[d.sample]
	if d.n != 9 {
		for _, k := range d.rows {
			l := &d.lines[k]
			for i, c := range d.cellsOf(l) {
				if of := d.cellsOf(sample)[i]; c.from-l.whole.from != of.from-sample.whole.from && c.to-l.whole.from != of.to-sample.whole.from {
					return false
				}
			}
		}
	}
	return d.countKind(plainLine) > len(d.rows)-d.countKind(valueLine)
}

// hasBars reports whether rows have bars.
func (d *drawing) hasBars() bool {
	return slices.ContainsFunc(d.barsOf(&d.lines[d.sample]), func(bar uint32) bool { return bar != 0 })
}

// hasBlankRows reports whether every other row is blank. Such a grid may be half of a grid with a
// blank row between rows.
func (d *drawing) hasBlankRows() bool {
	var last *drawnLine
	for k := d.from; k < len(d.lines); k++ {
		l := &d.lines[k]
		if l.kind != valueLine && !d.canBeRow(l) {
			continue
		}
		if last != nil && last.kind == l.kind {
			return false
		}
		last = l
	}
	return true
}

// arrangeRows sets rows to the lines that are rows. It returns false if no choice leaves lines at even
// distances, or if several equally likely ones do. A choice with lines between rows is likelier
// than one without. Among those, a choice with lines both above and below the rows, or neither, is
// likelier. If certain is set, every line that may be a row is one.
func (d *drawing) arrangeRows(certain bool) bool {
	ways, likeliest := 0, 0
	for height := 2; height <= d.n; height++ {
		if d.n%height != 0 || d.n == 9 && height != 3 {
			continue
		}
		for top := range mostPlain + 1 {
			for inner := range 4 {
				for band := range 5 {
					last, ok := d.tryLines(height, top, inner, band, certain)
					if !ok || ways > 0 && slices.Equal(d.trial, d.rows) {
						continue
					}
					likely := 0
					if !d.blanks && inner+band > 0 {
						likely += 2
					}
					if !d.blanks && (top > 0) == (last+1 < len(d.lines) && d.lines[last+1].kind == plainLine) {
						likely++
					}
					switch {
					case ways == 0 || likely > likeliest:
						d.rows, d.trial = d.trial, d.rows
						ways, likeliest = 1, likely
					case likely == likeliest:
						ways++
					}
				}
			}
		}
	}
	return ways == 1
}

// tryLines tries one choice: top lines above the first row, inner lines between the rows of a band,
// band lines between bands. It sets trial to the rows and returns the last of them.
func (d *drawing) tryLines(height, top, inner, band int, certain bool) (last int, ok bool) {
	var shapes [2][5]uint32
	d.trial = d.trial[:0]
	at := d.from
	for row := range d.n {
		n, between, first := inner, &shapes[0], row == 1
		switch {
		case row == 0:
			n, between = top, nil
		case row%height == 0:
			n, between, first = band, &shapes[1], row == height
		}
		for k := range n {
			if at == len(d.lines) || d.lines[at].kind < plainLine || certain && d.canBeRow(&d.lines[at]) {
				return 0, false
			}
			shape := d.lines[at].shape
			if between != nil && !first && between[k] != shape {
				return 0, false
			}
			if between != nil {
				between[k] = shape
			}
			at++
		}
		if at == len(d.lines) || d.lines[at].kind != valueLine && !d.canBeRow(&d.lines[at]) {
			return 0, false
		}
		d.trial = append(d.trial, at)
		at++
	}
	for k := at; k < len(d.lines); k++ {
		if l := &d.lines[k]; l.kind == valueLine || certain && d.canBeRow(l) {
			return 0, false
		}
	}
	return at - 1, true
}

// tellsRows reports whether empty cells, if there are any, have a mark, and no line between rows
// looks like an empty row.
func (d *drawing) tellsRows() bool {
	if d.blanks {
		return false
	}
	for k := d.rows[0]; k < d.rows[len(d.rows)-1]; k++ {
		if d.canBeRow(&d.lines[k]) && !slices.Contains(d.rows, k) {
			return false
		}
	}
	return true
}

// lineBelow reports whether a line just below the drawing belongs to it as a drawn line. mayBeRow
// reports whether it may also be a row.
func (d *drawing) lineBelow(raw []byte) (belongs, mayBeRow bool) {
	cells, bars := len(d.cells), len(d.bars)
	d.add(raw)
	l := &d.lines[len(d.lines)-1]
	l.text = l.whole
	line := d.textOf(l)
	s := trimSpan(line, span{0, len(line)})
	l.text = span{l.whole.from + s.from, l.whole.from + s.to}
	if d.classifyLine(l); l.kind == plainLine {
		d.readPlain(l)
	}
	belongs, mayBeRow = l.kind == plainLine, d.canBeRow(l)
	if width := d.lines[d.rows[0]].text.length(); s.length() == sudoku.Cells && allCells(line[s.from:s.to]) && width < sudoku.Cells-2 {
		belongs = false // an empty grid of 81 characters
	}
	d.buf, d.lines, d.cells, d.bars = d.buf[:l.whole.from], d.lines[:len(d.lines)-1], d.cells[:cells], d.bars[:bars]
	return belongs, mayBeRow
}

// classicGrid returns the classic grid of the rows, with its candidates if it has lists of them.
func (d *drawing) classicGrid() (values [sudoku.Cells]uint8, marks *[sudoku.Cells]sudoku.Candidates, ok bool) {
	if d.blanks {
		ok = d.placeBlanks(&values)
		return values, nil, ok
	}
	if d.lists {
		marks = new([sudoku.Cells]sudoku.Candidates)
	}
	for r, k := range d.rows {
		for c, cell := range d.cellsOf(&d.lines[k]) {
			word := d.buf[cell.from:cell.to]
			if len(word) == 1 {
				values[9*r+c] = digits[word[0]]
			}
			if marks == nil {
				continue
			}
			if digits[word[0]] == 0 && len(word) == 1 {
				return values, nil, false // neither a list nor a digit
			}
			marks[9*r+c], _ = listOf(word)
		}
	}
	return values, marks, true
}

// placeBlanks finds the cells of rows in which empty cells are blank. A row has nine fields with a
// cell each, or three fields with three cells each, which stand at the same distances in all
// fields.
func (d *drawing) placeBlanks(values *[sudoku.Cells]uint8) bool {
	inner := d.columns
	if n := len(inner); n == 4 || n == 10 {
		inner = inner[1 : n-1]
	}
	fields := len(inner) + 1
	width := inner[len(inner)-1] - inner[0] - 1
	if fields == 3 && len(d.columns) == 4 && (inner[0]-d.columns[0] != width+1 || d.columns[3]-inner[1] != width+1) {
		return false
	}
	var seen [mostLength]bool // places in fields of three
	for pass := range 2 {
		first, step := 0, 0
		if pass == 1 && fields == 3 {
			if first, step = takenPlaces(seen[:max(0, width)]); step == 0 {
				return false
			}
		}
		for r, k := range d.rows {
			l := &d.lines[k]
			for i, b := range d.textOf(l) {
				column := l.text.from - l.whole.from + i
				if isSpace(b) || d.isBar(b) {
					continue
				}
				if !isDigit(b) || b == '0' {
					return false
				}
				field, _ := slices.BinarySearch(inner, column)
				if fields == 9 {
					if values[9*r+field] != 0 && pass == 0 {
						return false
					}
					values[9*r+field] = b - '0'
					continue
				}
				at := column - (inner[0] - width)
				if field > 0 {
					at = column - inner[field-1] - 1
				}
				if at < 0 || at >= width || at >= len(seen) {
					return false
				}
				if seen[at] = true; pass == 1 {
					if at < first || (at-first)%step != 0 || at > first+2*step {
						return false
					}
					values[9*r+3*field+(at-first)/step] = b - '0'
				}
			}
		}
	}
	return true
}

// takenPlaces derives from the taken places where the first of a field's three cells stands, and the
// distance between the cells. step is 0 if the places do not determine it. Unless all three places are
// taken, the cells are assumed to stand in the middle of the field.
func takenPlaces(taken []bool) (first, step int) {
	var at []int
	for i, is := range taken {
		if is {
			at = append(at, i)
		}
	}
	if len(at) == 3 {
		if at[1]-at[0] == at[2]-at[1] {
			return at[0], at[1] - at[0]
		}
		return 0, 0
	}
	width := len(taken)
	for _, try := range []int{2, 1, 3, 4, 5} {
		begin := (width - 1 - 2*try) / 2
		if begin < 0 || 2*begin+1+2*try != width {
			continue
		}
		fits := !slices.ContainsFunc(at, func(i int) bool { return i < begin || (i-begin)%try != 0 || i > begin+2*try })
		if fits {
			return begin, try
		}
	}
	return 0, 0
}

// boardText returns the text of a board of another size than 9×9.
func (d *drawing) boardText() string {
	var out []byte
	for i, k := range d.rows {
		if i > 0 {
			out = append(out, '\n')
		}
		for c, cell := range d.cellsOf(&d.lines[k]) {
			if c > 0 && !d.characters {
				out = append(out, ' ')
			}
			if d.valueOf(cell, d.n) == 0 {
				out = append(out, '.')
			} else {
				out = append(out, d.buf[cell.from:cell.to]...)
			}
		}
	}
	return string(out)
}

// namesColumns reports whether a line has names of nine columns: A to I, a to i, or 1 to 9.
func namesColumns(text []byte) bool {
	n := byte(0)
	for _, b := range text {
		switch {
		case isSpace(b) || b == '|':
		case n < 9 && (b == '1'+n || b|0x20 == 'a'+n):
			n++
		default:
			return false
		}
	}
	return n == 9
}

// readDrawing reads the drawn grid that begins at the current line. It reports whether there is one.
func (r *Reader) readDrawing(ln *line, text []byte) bool {
	if r.grid.hasBegun() || r.csv.on || len(ln.raw) > mostLength {
		return false
	}
	d := &r.sketch
	d.buf, d.lines, d.next = d.buf[:0], d.lines[:0], 0
	d.add(ln.raw)
	if r.patience = min(r.patience+40, 1000); r.patience < 100 {
		return false // too many lines were tried in vain
	}
	header := namesColumns(text)
	if mark := text[0]; r.isDrawnAs(rowStyle{}) ||
		header && (r.isDrawnAs(rowStyle{header: true}) || r.isDrawnAs(rowStyle{header: true, labels: true})) ||
		r.isDrawnAs(rowStyle{labels: true}) || r.isDrawnAs(rowStyle{letters: true}) ||
		digits[mark] == 0 && classes[mark] == cellular && r.isDrawnAs(rowStyle{bar: mark}) ||
		mark != '*' && bytes.IndexByte(text, '*') > 0 && (r.isDrawnAs(rowStyle{bar: '*'}) || r.isDrawnAs(rowStyle{letters: true, bar: '*'})) {
		return r.giveDrawing(ln)
	}
	// Letters are values, but the first character of the second line, which is a row, is a bar.
	if len(d.lines) > 1 && d.lines[1].whole.length() > 0 {
		if bar := d.buf[d.lines[1].whole.from]; (bar == 'I' || bar == 'l' || bar == '*') && r.isDrawnAs(rowStyle{letters: true, bar: bar}) {
			return r.giveDrawing(ln)
		}
	}
	return false
}

// isDrawnAs reports whether the lines from the current one on are a drawn grid of this style.
func (r *Reader) isDrawnAs(style rowStyle) bool {
	d := &r.sketch
	d.readAllAgain(style)
	for i := d.from; i < 6*max(9, d.n); i++ {
		if i == len(d.lines) {
			raw, next, ok := r.lineAt(d.next)
			if !ok || len(raw) > mostLength {
				return d.verdictSoFar(true) == aDrawing
			}
			d.next = next
			d.add(raw)
		}
		r.patience--
		switch d.takeLine(i) {
		case aDrawing:
			return true
		case noDrawing:
			return false
		}
	}
	return false
}

// giveDrawing outputs the grid of the drawing. It reports whether it is one.
func (r *Reader) giveDrawing(ln *line) bool {
	d := &r.sketch
	last := d.rows[len(d.rows)-1]
	if d.n != 9 && r.readFields(ln, ln.text[ln.all.from:ln.all.to]) {
		return true
	}
	p := Puzzle{Kind: Drawn, Line: ln.no + d.from}
	if d.n == 9 {
		values, marks, ok := d.classicGrid()
		if !ok {
			return false
		}
		p.Grid, _ = sudoku.FromCells(values)
		if p.Pencil = marks; marks != nil {
			p.Kind = Candidates
		}
	}
	r.grid.reset()
	r.patience = 1000
	r.passOver(last)
	r.lastDrawn = ln.no + last
	if d.n == 9 {
		r.givePuzzle(p)
	} else {
		r.giveBoard(p, d.boardText())
	}
	r.drawn, r.sketch = r.sketch, r.drawn
	return true
}

// skipBelowDrawn skips a line just below a drawn grid, if the line belongs to the drawing. It reports
// whether it has.
func (r *Reader) skipBelowDrawn(ln *line, text []byte) bool {
	if r.lastDrawn == 0 || r.lastDrawn != ln.no-1 || len(text) == 0 || len(ln.raw) > mostLength {
		return false
	}
	belongs, mayBeRow := r.drawn.lineBelow(ln.raw)
	switch {
	case !belongs:
		return false
	case mayBeRow && r.readDrawing(ln, text):
		return true
	case mayBeRow && r.drawn.tellsRows():
		return false // the first row of another grid, whose empty rows are too many for a drawing
	}
	r.lastDrawn = ln.no
	return true
}
