package format

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"nonet/puzzle"
)

// A grid with bars between all cells, of any size, is read by its fields. Each field is a cell; a blank field is an
// empty cell. If the bars stand only between boxes, and empty cells are blank, the cells of a box stand at equal
// distances. A Markdown table begins with a head and a line of dashes. The head counts as a row only if the grid
// otherwise lacks a row.
//
// 	┏━┯━┳━┯━┓      | 1 |   |   | 4 |
// 	┃1│ ┃ │4┃      |---|---|---|---|
// 	┠─┼─╂─┼─┨      |   | 4 | 1 |   |

// barSets lists sets of characters that may separate fields. The reader uses the first set that makes the lines a grid.
var barSets = [...]string{"|", "!", ":", "|:", "|#", "|+", "#", "I", "*", "/"}

const mostBlock = 2*puzzle.Most + 8 // the greatest number of lines of a grid of fields

// leastFields is the least number of fields in a row with bars between all cells.
const leastFields = 4

// boxLayout says where the cells of a box stand in a row. A cell has `boxWidth` characters. `pad` blanks stand before the
// first cell and after the last, and `gap` blanks between two cells. `first` is the column of the first bar, width the
// width of a box, boxes the number of boxes in a row, and cells the number of cells in a box.
type boxLayout struct{ first, boxes, width, cells, boxWidth, pad, gap int }

// mayBeFieldGrid reports whether the lines from the current one on may be a grid of fields. After more than 64 lines
// that began no grid, it returns false for a line with as many bars as the line before. A blank line resets the count.
func (r *Reader) mayBeFieldGrid(ln *line, text []byte) bool {
	bars := barsIn(ln.raw)
	alike := bars == r.fieldBars
	r.fieldBars = bars
	isOther := func(b byte) bool { return b < 0x80 && !isSpace(b) && !isBorderCharacter(b) }
	if r.fieldTries > puzzle.Most && alike || !r.mayLookAhead() || bars == 0 && !namesColumns(text) && slices.ContainsFunc(text, isOther) {
		return false
	}
	next, ok := r.lineAhead(0)
	return bars > 0 || ok && (barsIn(next) > 0 || isBorder(withoutQuoteMarks(next)))
}

// readFields reads the grid of fields that begins at the current line, in one of the styles. It returns true if it read
// a grid, or found an error in one.
func (r *Reader) readFields(ln *line, text []byte, styles []rowStyle) bool {
	d, ahead := &r.sketch, r.ahead
	r.fieldTries++
	block := r.readBlock()
	r.ahead += int64(len(d.buf))
	isAbsent := func(bars string) bool {
		return strings.ContainsFunc(bars, func(bar rune) bool { return bytes.IndexByte(d.buf, byte(bar)) < 0 })
	}
	sets := slices.DeleteFunc(slices.Clone(barSets[:]), isAbsent)
	for _, style := range styles {
		for _, style.fields = range sets {
			for _, style.framed = range [...]bool{true, false} {
				if first := d.lines[0].text; style.table && style.framed != (text[0] == '|') && (style.framed || !isSpace(d.buf[first.from])) {
					continue // a line that begins with blanks may have an empty first field instead of a frame
				}
				switch ok := r.isDrawnAs(style); {
				case ok && r.emitDrawing(ln):
					r.ahead, r.fieldTries = ahead, 0
					return true
				case d.several:
					r.grid.reset()
					r.skipLines(len(d.lines) - 1)
					r.emitPuzzleError(newSyntaxError(ln.number, 1, "format.fields"))
					return true
				}
			}
		}
	}
	for _, style := range styles {
		for _, style.fields = range sets {
			if r.isDrawnInBoxes(style, block) && r.emitDrawing(ln) {
				r.ahead, r.fieldTries = ahead, 0
				return true
			}
		}
	}
	return false
}

// readBlock reads the lines of a grid into the drawing, and returns their number. It stops at a remark, and at a blank
// line, except after 3 or 7 lines, where a blank line may separate bands.
func (r *Reader) readBlock() (block int) {
	d := &r.sketch
	d.rereadLines(rowStyle{})
	for ; block < mostBlock; block++ {
		if block == len(d.lines) {
			raw, next, ok := r.lineAt(d.next)
			if !ok || len(raw) > mostLength {
				break
			}
			d.next = next
			d.appendLine(raw)
		}
		l := &d.lines[block]
		d.trimLine(l)
		text := string(bytes.TrimSpace(d.textOf(l)))
		if text == "" && block != 3 && block != 7 || strings.HasPrefix(text, "```") || block > 0 && isRemark(text) {
			break
		}
	}
	return block
}

// barsIn returns the number of bars in a line, or 0 if they stand far apart. One bar is enough only in a short line
// without words. The result is only a hint that the line belongs to a grid of fields.
func barsIn(raw []byte) (bars int) {
	const maxWidth = 32
	last := -1
	for i, b := range raw {
		if b == 0xe2 || bytes.IndexByte([]byte("|!:#I*/+"), b) >= 0 {
			if last < i-1 || i == 0 {
				bars++
			}
			last = i
			if b == 0xe2 {
				last = i + 2
			}
		} else if i > last+maxWidth {
			return 0
		}
	}
	if bars == 1 && (len(raw) > 3*maxWidth || slices.ContainsFunc(raw, func(b byte) bool { return b < 0x80 && b != 'I' && isLetter(b) })) {
		return 0
	}
	return bars
}

// isTableNext reports whether the next line may be the line of dashes below the head of a table.
func (r *Reader) isTableNext() bool {
	next, ok := r.lineAhead(0)
	next = withoutQuoteMarks(next)
	return ok && len(next) > 6 && len(bytes.Trim(next, "|+:- ")) == 0 && bytes.IndexByte(next, '-') >= 0 && bytes.ContainsAny(next, "|+")
}

// isDrawnInBoxes reports whether a grid with bars between its boxes begins at the current line. It returns false if
// the lines can be read in several ways.
func (r *Reader) isDrawnInBoxes(style rowStyle, block int) bool {
	d := &r.sketch
	d.rereadLines(style)
	if d.from >= block {
		return false
	}
	first := &d.lines[d.from]
	if d.trimLine(first); !d.isBoxedRow(first) && !d.hasOnlyBorders(first) {
		return false
	}
	r.ahead += int64(len(d.buf))
	boxes, bar, inner, outer := 0, 0, 0, 0 // bar: column of the first bar; inner: width of a box between two bars; outer: greatest width of a box at a line's end
	indent := mostLength
	style.framed = true
	for i := d.from; i < block; i++ {
		l := &d.lines[i]
		d.trimLine(l)
		fields := d.fieldsOf(l)
		last := len(fields) - 1
		if !d.isBlank(l.text) {
			indent = min(indent, trimSpace(d.buf, l.text).from-l.all.from)
		}
		if last > 0 {
			outer = max(outer, fields[last].length())
		}
		if !d.isBoxedRow(l) {
			continue
		}
		if boxes == 0 {
			bar = fields[0].to - l.all.from
			if last > 1 {
				inner = fields[1].length()
			}
		}
		boxes = max(boxes, last+1)
		style.framed = style.framed && last > 0 && d.isBlank(fields[0]) && d.isBlank(fields[last])
	}
	if style.framed {
		boxes -= 2
	}
	if boxes < 2 {
		return false
	}
	widths := []int{inner}
	if inner == 0 {
		outer = max(outer, bar-indent)
		widths = []int{outer, outer + 1, outer + 2} // blanks at the ends of lines may be missing
	}
	isOther := func(l drawnLine) bool { return l.kind == otherLine && !d.hasOnlyBorders(&l) }
	var found rowStyle
	board := ""
	for _, width := range widths {
		for cells := 2; cells <= 8; cells++ {
			for layout := range 2 * 3 * 4 {
				box := boxLayout{first: bar, boxes: boxes, width: width, cells: cells, boxWidth: 1 + layout%2, pad: layout / 2 % 3, gap: layout / 6}
				n := cells * boxes
				if 2*box.pad+cells*box.boxWidth+(cells-1)*box.gap != width || n < 4 || n > min(puzzle.Most, block) || box.boxWidth > 1 && n < 10 {
					continue
				}
				style.box = box
				ok := r.isDrawnAs(style)
				if n != 9 && slices.ContainsFunc(d.lines[d.from:block], isOther) {
					continue // the layout fits only a part of the lines
				}
				if !ok {
					if d.several || n == 9 && d.lines[block-1].kind != otherLine { // several choices of rows fit, or all lines look like a 9×9 grid but no choice of rows fits
						return false
					}
					continue
				}
				if n == 9 { // a larger board, with cells closer together, fits as well
					return !d.haveBlanksBetween()
				}
				text := d.boardText()
				if board != "" && board != text {
					return false
				}
				found, board = style, text
			}
		}
	}
	return board != "" && r.isDrawnAs(found)
}

// haveBlanksBetween reports whether every other row is empty. Such lines may be the first half of a grid with a blank
// line between its rows.
func (d *drawing) haveBlanksBetween() bool {
	for i, k := range d.rows[1:] {
		if (d.lines[k].kind == valueLine) == (d.lines[d.rows[i]].kind == valueLine) {
			return false
		}
	}
	return true
}

func (d *drawing) isBoxedRow(l *drawnLine) bool {
	values := false
	for _, b := range d.textOf(l) {
		bar := strings.IndexByte(d.style.fields, b) >= 0
		value := isDigit(b) || isLetter(b) && b < 0x80
		if !value && b != ' ' && !bar {
			return false
		}
		values = values || value && !bar
	}
	return values
}

// fieldsOf splits a line at runs of bars. The first and the last field may be empty.
func (d *drawing) fieldsOf(l *drawnLine) []span {
	d.fields = d.fields[:0]
	from, inBar := l.text.from, false
	for i := l.text.from; i < l.text.to; i++ {
		isBar := strings.IndexByte(d.style.fields, d.buf[i]) >= 0
		if isBar && !inBar {
			d.fields = append(d.fields, span{from, i})
		} else if !isBar && inBar {
			from = i
		}
		inBar = isBar
	}
	if inBar {
		from = l.text.to
	}
	d.fields = append(d.fields, span{from, l.text.to})
	return d.fields
}

func (d *drawing) isBlank(s span) bool { return trimSpace(d.buf, s).length() == 0 }

// classifyFields sets the kind of a line of fields, and its cells if it may be a row.
func (d *drawing) classifyFields(l *drawnLine) {
	l.kind, l.row, l.empty, l.shape = otherLine, false, 0, 0
	for _, b := range bytes.TrimRight(d.textOf(l), " \t") {
		l.shape = l.shape*31 + uint32(b)
	}
	l.cells.from, l.bars = len(d.cells), len(d.bars)
	switch {
	case d.isBlank(l.text):
		l.kind = blankLine
		return
	case bytes.HasPrefix(bytes.TrimSpace(d.textOf(l)), []byte("```")):
		return
	}
	ok, values := d.splitFieldCells(l)
	l.cells.to = len(d.cells)
	for range l.cells.length() + 1 {
		d.bars = append(d.bars, 1)
	}
	switch {
	case ok && values:
		l.kind, l.row = valueLine, true
		if d.n == 0 {
			d.n = l.cells.length()
		}
	case ok && l.cells.length() > 0 && d.setEmptyMark(l):
		l.kind, l.row = plainLine, true
	case !values && d.hasOnlyBorders(l):
		l.kind = plainLine
	}
}

func (d *drawing) hasOnlyBorders(l *drawnLine) bool {
	isOther := func(b byte) bool { return !isSpace(b) && !isBorderCharacter(b) && b != 'I' && b != 'l' }
	return !slices.ContainsFunc(d.textOf(l), isOther)
}

// splitFieldCells appends the cells of a line to d.cells. ok is false if some field is no cell, or if the number of
// fields does not fit the rows of the board. `values` is set if a cell before the first bad field has a value.
func (d *drawing) splitFieldCells(l *drawnLine) (ok, values bool) {
	fields := d.fieldsOf(l)
	if d.style.framed {
		last := len(fields) - 1
		if last < 2 || !d.isBlank(fields[0]) || !d.isBlank(fields[last]) {
			return false, false
		}
		fields = fields[1:last]
	}
	box := &d.style.box
	if n := len(fields); box.cells == 0 && (n != d.n && d.n > 0 || n < 4 || n > puzzle.Most || len(d.fields) < leastFields) {
		return false, false
	}
	if box.cells > 0 && (len(fields) != box.boxes || d.fields[0].to-l.all.from != box.first) {
		return false, false
	}
	for i, field := range fields {
		if box.cells > 0 {
			if !d.appendBoxCells(field, !d.style.framed && i == 0, !d.style.framed && i == box.boxes-1) {
				return false, false
			}
			continue
		}
		cell := trimSpace(d.buf, field)
		if cell.length() == 0 {
			cell.to = cell.from
		}
		d.cells = append(d.cells, cell)
	}
	n := len(d.cells) - l.cells.from
	for _, cell := range d.cells[l.cells.from:] {
		isCell, hasValue := d.classifyField(cell, n)
		if !isCell || box.cells > 0 && cell.length() > 0 && !hasValue {
			return false, values
		}
		values = values || hasValue
	}
	return true, values
}

// appendBoxCells splits a box into cells, and appends these to d.cells. A box at the end of a line may lack blanks
// there.
func (d *drawing) appendBoxCells(field span, isFirst, isLast bool) bool {
	box, origin := &d.style.box, field.from
	if isFirst {
		origin = field.to - box.width
	}
	if field.length() != box.width && !isFirst && (!isLast || field.length() > box.width) {
		return false
	}
	start := origin
	blank := func(n int) bool {
		start += n
		return d.isBlank(span{max(field.from, min(start-n, field.to)), min(max(start, field.from), field.to)})
	}
	if isFirst && !d.isBlank(span{field.from, max(field.from, origin)}) || !blank(box.pad) {
		return false
	}
	for k := range box.cells {
		cell := span{min(max(start, field.from), field.to), min(max(start+box.boxWidth, field.from), field.to)}
		d.cells = append(d.cells, trimSpace(d.buf, cell))
		start += box.boxWidth
		if k < box.cells-1 && !blank(box.gap) {
			return false
		}
	}
	return blank(box.pad)
}

// classifyField reports whether a word is a cell of a board with rows of n cells, and whether the cell has a value.
func (d *drawing) classifyField(s span, n int) (isCell, hasValue bool) {
	word := d.buf[s.from:s.to]
	switch {
	case len(word) == 0 || len(word) == 1 && digits[word[0]] == 0 && (n < sideWithX || !isX(word)):
		return true, false
	case len(word) == 1 && !isDigit(word[0]):
		return n > 9 && isLetter(word[0]), true
	}
	return (n > 9 || len(word) == 1) && d.valueOf(s, n) > 0, true
}

// setEmptyMark sets l.empty to the character of the empty cells in a line without values.
func (d *drawing) setEmptyMark(l *drawnLine) bool {
	cells := d.cellsOf(l)
	l.empty = d.markOf(cells[0])
	return !slices.ContainsFunc(cells, func(s span) bool { return d.markOf(s) != l.empty })
}

// markOf returns the first character of a cell, or ' ' if the cell is blank.
func (d *drawing) markOf(s span) byte {
	if s.length() == 0 {
		return ' '
	}
	return d.buf[s.from]
}

// isRemark reports whether a line has words: three letters in a row or, without bars, any letter. Letters that may draw
// borders do not count. The fence of a block of code counts as words.
func isRemark(text string) bool {
	if strings.HasPrefix(text, "```") {
		return true
	}
	isOther := func(c rune) bool { return !unicode.IsLetter(c) || isBorderLetter(byte(c)) }
	isWord := func(word string) bool { return len(word) > 2 && !strings.ContainsFunc(word, isOther) }
	return barsIn([]byte(text)) == 0 && len(strings.FieldsFunc(text, isOther)) > 0 || slices.ContainsFunc(strings.Fields(text), isWord)
}
