package format

import (
	"bytes"
	"slices"
	"strings"

	"nonet/sudoku"
)

// A drawn grid is recognised as a whole, by its structure. No single character shows that a line is a border: "*", "."
// and "-" draw lines, but also mark empty cells. All rows have the same number of cells with the same bars between
// them. The lines between rows have equal distances, and corresponding lines look alike. Jigsaws, dots between cells
// and clues around the grid break this structure. A text with any of these is no drawn grid; the other notations refuse
// it, too.

// drawing holds lines that may be a drawn grid, and what their structure shows so far.
type drawing struct {
	buf    []byte // the texts of all lines, joined
	lines  []drawnLine
	next   int      // the offset, for Reader.lineAt, of the line after these lines
	cells  []span   // the cells of all lines, in buf
	fields []span   // the fields of the line that is read
	bars   []uint32 // hashes of the bars before each cell of a line and after the last cell; 0 where there is no bar

	style      rowStyle
	from       int       // the index of the first line below the header
	sample     int       // the index of the first row with values; −1 until it is read
	n          int       // the number of cells in a row; 0 until the first row with values
	characters bool      // each character is a cell, even without separators between the characters
	empties    [256]bool // the characters that stand for empty cells in rows with values
	marked     bool      // set if empties has a character
	lists      bool
	rows       []int // the result: the indices of the lines that are rows
	trial      []int
	several    bool // set if several choices of rows fit the lines equally well
}

// rowStyle says how the rows of a drawing are written.
type rowStyle struct {
	header  bool // the first line names the columns
	labels  bool // a letter or a number stands before each row
	letters bool // letters are values, not bars
	bar     byte // a character that counts as a bar in addition to the usual ones; 0 if none

	// The following parts are for grids of fields.
	fields string    // the characters that separate fields; "" if cells are words or characters
	framed bool      // bars frame the grid, so the blank fields at both ends of a row are no cells
	table  bool      // the second line is the line of dashes below the head of a Markdown table
	box    boxLayout // if not zero, a field has the cells of a box
}

// drawnLine is one line of a drawing: its text, its cells and its bars.
type drawnLine struct {
	all   span // the whole line in drawing.buf; an index in this span is a column
	text  span // the line without quotation marks or a label before it, and without space after it
	kind  lineKind
	shape uint32 // a hash of the line's characters, where a run of equal characters counts as one
	label bool
	row   bool // the line has as many cells as a row
	empty byte // the character that all cells of the line have, 0 if they differ
	cells span // the cells of the line, as a range of drawing.cells
	bars  int  // the index of the line's first bar in drawing.bars
}

type lineKind uint8

const (
	otherLine lineKind = iota // a line of another text, which ends the drawing
	valueLine                 // the line has values, so it is a row
	plainLine                 // the line has no values: an empty row or a drawn line
	blankLine
)

// recognition says whether the lines read so far are a drawing.
type recognition uint8

const (
	undecided recognition = iota
	aDrawing
	noDrawing
)

const (
	mostCells  = 64   // the most cells that a row may have
	mostPlain  = 5    // the most lines that may stand above the first row
	mostEmpty  = 24   // the most lines that may stand above the first row with values
	mostLength = 1024 // the most bytes that a line may have
)

// isBorderCharacter reports whether borders may be drawn with the character b. isBarCharacter reports whether a
// character may separate the cells of a row.
func isBorderCharacter(b byte) bool { return strings.IndexByte("-=_+.:;*'`,~|!#/\\", b) >= 0 }
func isBarCharacter(b byte) bool    { return strings.IndexByte("|!:#+=~'`/\\", b) >= 0 }

func isBorderLetter(b byte) bool { return strings.IndexByte("IloOxX", b) >= 0 }

// drawingASCII returns the ASCII character that looks like r, a character of a drawing. If r is negative, raw is a byte
// that is not UTF-8. drawingASCII also converts characters for box drawing in MS-DOS's encoding: the byte raw, or the
// Latin-1 letter r that has the code of such a byte.
func drawingASCII(r rune, raw byte) byte {
	if r < 0 {
		r = rune(raw)
	}
	switch {
	case r == 0xb3 || r == 0xba, r >= '▉' && r <= '▐', r == '█' || r == '▕' || r == '丨':
		return '|'
	case r == 0xb7 || r == 0xd7: // the middle dot and ×, which are not bars
	case r >= 0xb4 && r <= 0xda || r == 0xaf, r >= '▀' && r <= '▟', r == '‾' || r == 'ー' || r == '■':
		return '='
	}
	return plainCharacter(r)
}

// appendLine appends a line to d, in ASCII and without invisible characters.
func (d *drawing) appendLine(raw []byte) {
	from := len(d.buf)
	for len(raw) > 0 {
		r, n := decodeRune(raw)
		switch {
		case r >= 0 && r < 0x80:
			d.buf = append(d.buf, byte(r))
		case !isInvisible(r):
			d.buf = append(d.buf, drawingASCII(r, raw[0]))
		}
		raw = raw[n:]
	}
	d.lines = append(d.lines, drawnLine{all: span{from, len(d.buf)}})
}

func (d *drawing) rereadLines(style rowStyle) {
	d.cells, d.bars = d.cells[:0], d.bars[:0]
	d.style, d.from, d.sample, d.n = style, 0, -1, 0
	d.characters, d.lists, d.several = false, false, false
	d.marked, d.empties = false, [256]bool{}
	for i := range d.lines {
		d.lines[i].kind = otherLine
	}
	if style.header {
		d.from = 1
	}
	if style.header && style.table {
		d.from = 2
	}
	d.n = style.box.boxes * style.box.cells
}

func (d *drawing) textOf(l *drawnLine) []byte { return d.buf[l.text.from:l.text.to] }

func (d *drawing) cellsOf(l *drawnLine) []span { return d.cells[l.cells.from:l.cells.to] }

func (d *drawing) barsOf(l *drawnLine) []uint32 { return d.bars[l.bars : l.bars+l.cells.length()+1] }

// readNextLine reads the last line of d, which has the index i. It reports whether the lines so far are a drawing.
func (d *drawing) readNextLine(i int) recognition {
	l := &d.lines[i]
	d.trimLine(l)
	if d.classifyLine(l); d.style.table && i == 1 {
		return undecided
	}
	switch l.kind {
	case otherLine:
		if i == d.from {
			return noDrawing
		}
		return d.recogniseSoFar(true)
	case blankLine:
		if d.n == 0 || d.countLinesOfKind(valueLine)+d.countEmptyRows() >= d.n {
			return d.recogniseSoFar(true)
		}
		return undecided
	case plainLine:
		if d.sample < 0 && i-d.from > mostEmpty {
			return noDrawing
		}
		d.readValuelessLine(l)
	case valueLine:
		if d.style.labels && !l.label || !d.readValues(i) {
			return noDrawing
		}
	}
	return d.recogniseSoFar(false)
}

func (d *drawing) trimLine(l *drawnLine) {
	line := d.buf[l.all.from:l.all.to]
	s := trimQuoteMarks(line, span{0, len(line)})
	for s.from > 0 && line[s.from-1] == ' ' {
		s.from--
	}
	l.text = span{l.all.from + s.from, l.all.from + s.to}
	if l.label = d.style.labels && d.removeLabel(l); !l.label {
		l.text.from = l.all.from + s.from
	}
}

// removeLabel removes the label before a row. Labels are A to I, 1 to 9, or r1 to r9, in this order.
func (d *drawing) removeLabel(l *drawnLine) bool {
	turn := byte(0)
	for k := d.from; &d.lines[k] != l; k++ {
		if d.lines[k].label {
			turn++
		}
	}
	text := d.textOf(l)
	offset := trimSpace(text, span{0, len(text)}).from
	prefix := offset+1 < len(text) && text[offset]|0x20 == 'r' && isDigit(text[offset+1])
	if prefix {
		offset++
	}
	if offset == len(text) || text[offset] != '1'+turn && (prefix || text[offset]|0x20 != 'a'+turn) {
		return false
	}
	end := offset + 1
	for end < len(text) && (isSpace(text[end]) || text[end] == ')' || text[end] == ']') {
		end++
	}
	if end == len(text) || end == offset+1 && !isBarCharacter(text[end]) {
		return false
	}
	l.text.from += end
	return true
}

// classifyLine sets the line's kind and shape.
func (d *drawing) classifyLine(l *drawnLine) {
	if d.style.fields != "" {
		d.classifyFields(l)
		return
	}
	values, characters, words, last := false, 0, 0, byte(' ')
	bars, hashes := true, true // the line consists only of bars, or only of #
	l.kind, l.shape, l.row = otherLine, 0, false
	gap := true
	for _, b := range d.textOf(l) {
		switch {
		case isSpace(b):
			gap = true
			continue
		case isDigit(b), d.style.letters && isLetter(b) && b != d.style.bar:
			values = true
		case !isBorderCharacter(b) && b != '?' && !isBorderLetter(b):
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
	case words == 1 && (hashes && characters < 9 || characters < 3): // a comment that consists only of #
	case characters > 2 || bars:
		l.kind = plainLine
	}
}

func (d *drawing) isBar(b byte) bool {
	return isBarCharacter(b) || b == d.style.bar && b != 0 || !d.style.letters && (b == 'I' || b == 'l')
}

func (d *drawing) isCell(b byte) bool {
	return !d.isBar(b) && (digits[b] != noCell || d.style.letters && isLetter(b))
}

// splitLine finds the words of a line, and the bars between the words. ok is false if the line has other characters, or
// if only blanks are between two bars.
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

// splitIntoCells splits words into characters; each character is a cell.
func (d *drawing) splitIntoCells(l *drawnLine) {
	words, bars := l.cells, l.bars
	l.cells.from, l.bars = len(d.cells), len(d.bars)
	for k := words.from; k < words.to; k++ {
		bar := d.bars[bars+k-words.from]
		for offset := d.cells[k].from; offset < d.cells[k].to; offset++ {
			d.cells, d.bars = append(d.cells, span{offset, offset + 1}), append(d.bars, bar)
			bar = 0
		}
	}
	d.bars = append(d.bars, d.bars[bars+words.length()])
	l.cells.to = len(d.cells)
}

// measureRow decides from one row how many cells each row has, and whether each character is a cell.
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

// valueOf returns the value of the word w on an n×n board: 0 for an empty cell, −1 if the word is no cell of such a
// board.
func (d *drawing) valueOf(w span, n int) int {
	word, v := d.buf[w.from:w.to], 0
	switch {
	case len(word) == 1 && d.style.letters && isLetter(word[0]):
		return int(word[0]|0x20-'a') + 1
	case len(word) == 1 && digits[word[0]] != noCell:
		v = int(digits[word[0]])
	case len(word) > 2 || word[0] == '0' || !hasOnlyDigits(word):
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
		d.splitIntoCells(l)
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
			if _, ok := parseCandidates(word); !ok {
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

// isFramed reports whether all bars of a row look alike, and stand around each cell or around groups of equally many
// cells.
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
		// Bars inside a box require bars between boxes, too.
		if alike && (width == n || bars[width] != 0 || bars[1] == 0) {
			return true
		}
	}
	return false
}

// readValues reads line i, which has values, as a row. It returns false if the line is no row; then the text is
// no drawing.
func (d *drawing) readValues(i int) bool {
	l := &d.lines[i]
	if d.style.fields == "" && !d.readLine(l) {
		return false
	}
	if d.sample < 0 {
		d.sample = i
		for k := d.from; k < i; k++ {
			d.readValuelessLine(&d.lines[k])
		}
	}
	d.recordEmptyMarks(l)
	return slices.Equal(d.barsOf(&d.lines[d.sample]), d.barsOf(l))
}

func (d *drawing) readValuelessLine(l *drawnLine) {
	switch {
	case l.kind != plainLine:
	case d.style.fields != "":
		d.classifyFields(l)
	case d.sample >= 0:
		l.row = d.readLine(l) && l.empty != 0 && slices.Equal(d.barsOf(l), d.barsOf(&d.lines[d.sample]))
	}
}

func (d *drawing) recordEmptyMarks(l *drawnLine) {
	for _, c := range d.cellsOf(l) {
		if b := d.markOf(c); b == ' ' || c.length() == 1 && digits[b] == 0 && d.valueOf(c, d.n) == 0 {
			d.marked, d.empties[b] = true, true
		}
	}
}

// isHeader reports whether a row may be column numbers, from 1 or from 0, in either direction.
func (d *drawing) isHeader(i int) bool {
	cells := d.cellsOf(&d.lines[i])
	return isCounting(len(cells), func(i int) int {
		if b := d.markOf(cells[i]); b == '0' || digits[b] != 0 && b != ' ' {
			return d.valueOf(cells[i], mostCells)
		}
		return -mostCells
	})
}

// examineLineBelow examines the line just below the drawing. `belongs` reports whether the line is a border of the
// drawing, and mayBeRow whether it may also be a row.
func (d *drawing) examineLineBelow(raw []byte) (belongs, mayBeRow bool) {
	cells, bars := len(d.cells), len(d.bars)
	d.appendLine(raw)
	l := &d.lines[len(d.lines)-1]
	d.trimLine(l)
	if d.classifyLine(l); l.kind == plainLine {
		d.readValuelessLine(l)
	}
	belongs, mayBeRow = l.kind == plainLine, d.canBeRow(l)
	if d.style.fields != "" {
		belongs, mayBeRow = belongs && d.hasOnlyBorders(l) && !(d.style.table && l.row), false
	}
	line := bytes.TrimSpace(d.textOf(l))
	if width := d.lines[d.rows[0]].text.length(); len(line) == sudoku.Cells && hasOnlyCellCharacters(line) && width < sudoku.Cells-2 {
		belongs = false // a line of 81 such characters is an empty grid
	}
	d.buf, d.lines, d.cells, d.bars = d.buf[:l.all.from], d.lines[:len(d.lines)-1], d.cells[:cells], d.bars[:bars]
	return belongs, mayBeRow
}

// namesColumns reports whether a line has names of nine columns: A to I, a to i, 1 to 9 or 0 to 8, in either direction.
func namesColumns(text []byte) bool {
	names := make([]byte, 0, 9)
	for _, b := range text {
		if isSpace(b) || b == '|' {
			continue
		}
		if len(names) == 9 || b != '0' && letterValue(b) == 0 {
			return false
		}
		names = append(names, b)
	}
	return len(names) == 9 && isCounting(9, func(i int) int { return letterValue(names[i]) })
}

// readDrawing reads the drawn grid that begins at the current line.
func (r *Reader) readDrawing(ln *line, text []byte) bool {
	if r.grid.hasBegun() || r.csv.open || len(ln.raw) > mostLength {
		return false
	}
	d := &r.sketch
	d.buf, d.lines, d.next = d.buf[:0], d.lines[:0], 0
	d.appendLine(ln.raw)
	haveFields := r.mayBeFieldGrid(ln, text)
	if haveFields && r.isTableNext() && r.readFields(ln, text, []rowStyle{{header: true, table: true}, {table: true}}) {
		return true
	}
	return r.readDrawnWords(ln, text) || haveFields && r.readFields(ln, text, headStyles(text))
}

func headStyles(text []byte) []rowStyle {
	if namesColumns(text) {
		return []rowStyle{{}, {header: true}, {labels: true}, {header: true, labels: true}}
	}
	return []rowStyle{{}, {labels: true}}
}

// readDrawnWords reads the drawn grid that begins at the current line, if its cells are words or characters.
func (r *Reader) readDrawnWords(ln *line, text []byte) bool {
	if !r.mayLookAhead() {
		return false
	}
	draws := func(style rowStyle) bool { return r.isDrawnAs(style) && r.emitDrawing(ln) }
	header := namesColumns(text)
	if mark := text[0]; draws(rowStyle{}) ||
		header && (draws(rowStyle{header: true}) || draws(rowStyle{header: true, labels: true})) ||
		draws(rowStyle{labels: true}) || draws(rowStyle{letters: true}) ||
		digits[mark] == 0 && classes[mark] == cellular && draws(rowStyle{bar: mark}) ||
		mark != '*' && bytes.IndexByte(text, '*') > 0 && (draws(rowStyle{bar: '*'}) || draws(rowStyle{letters: true, bar: '*'})) {
		return true
	}
	// Letters are values in this style. A letter or a star at the beginning of the second line may still be a bar.
	d := &r.sketch
	if len(d.lines) == 1 {
		return false
	}
	second := withoutQuoteMarks(d.buf[d.lines[1].all.from:d.lines[1].all.to])
	return len(second) > 0 && bytes.IndexByte([]byte("Il*"), second[0]) >= 0 && draws(rowStyle{letters: true, bar: second[0]})
}

// isDrawnAs reports whether a drawn grid with rows of this style begins at the current line.
func (r *Reader) isDrawnAs(style rowStyle) bool {
	d := &r.sketch
	d.rereadLines(style)
	for i := d.from; i < 6*max(9, d.n); i++ {
		for i >= len(d.lines) {
			raw, next, ok := r.lineAt(d.next)
			if !ok || len(raw) > mostLength {
				return d.recogniseSoFar(true) == aDrawing
			}
			d.next = next
			d.appendLine(raw)
		}
		r.ahead += int64(d.lines[i].all.length())
		switch d.readNextLine(i) {
		case aDrawing:
			return true
		case noDrawing:
			return false
		}
	}
	return false
}

// emitDrawing outputs the grid that the drawing shows.
func (r *Reader) emitDrawing(ln *line) bool {
	d := &r.sketch
	last := d.rows[len(d.rows)-1]
	p := Puzzle{Kind: Drawn, Line: ln.number}
	if !d.hasBars() && d.countLinesOfKind(plainLine) == len(d.rows)-d.countLinesOfKind(valueLine) {
		p.Kind = Rows
	}
	if d.style.fields == "" {
		p.Line += d.from
	}
	raw, ok := r.lineAhead(last)
	if text := string(withoutQuoteMarks(raw)); (d.style.table || d.style.box.cells > 0) && ok && text != "" && !isRemark(text) {
		if belongs, _ := d.examineLineBelow(raw); !belongs {
			return false // the line below the grid may be one more row
		}
	}
	bars := barsIn(raw)
	if ok && bars > 0 && d.isHeader(d.rows[0]) && bytes.ContainsAny(raw, "123456789") && bars == barsIn(d.buf[d.lines[last].all.from:d.lines[last].all.to]) {
		return false // the first row only numbers the columns, so the line below is the last row
	}
	if d.n == 9 {
		values, marks, ok := d.classicGrid()
		if !ok {
			return false
		}
		p.Grid, _ = sudoku.FromCells(values)
		if d.isHeader(d.rows[0]) && contradictsAsRow(p.Grid) {
			return false
		}
		if p.Pencil = marks; marks != nil {
			p.Kind = Candidates
		}
	}
	r.grid.reset()
	r.skipLines(last)
	r.lastDrawn = ln.number + last
	if d.n == 9 {
		r.emitPuzzle(p)
	} else {
		r.emitBoard(p, d.boardText())
	}
	r.drawn, r.sketch = r.sketch, r.drawn
	return true
}

// skipLineBelowDrawing skips a line just below a drawn grid, if the line belongs to the drawing.
func (r *Reader) skipLineBelowDrawing(ln *line, text []byte) bool {
	if r.lastDrawn == 0 || r.lastDrawn != ln.number-1 || len(text) == 0 || len(ln.raw) > mostLength {
		return false
	}
	belongs, mayBeRow := r.drawn.examineLineBelow(ln.raw)
	switch {
	case !belongs:
		return false
	case mayBeRow && r.readDrawing(ln, text):
		return true
	case mayBeRow && r.drawn.hasUnambiguousRows():
		return false // the line is the first row of another grid; that grid has too many empty rows to count as drawn
	}
	r.lastDrawn = ln.number
	return true
}
