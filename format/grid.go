package format

import (
	"bytes"
	"io"
	"slices"

	"nonet/sudoku"
)

// grid collects the cells of a grid that takes several lines.
type grid struct {
	items [sudoku.Cells]item
	progress
}

// progress describes the lines of a grid so far. Its zero value describes none.
type progress struct {
	n         int // the number of items that are set
	open      bool
	from      int // from and to are the numbers of the first and the last line so far
	to        int
	seen      [kinds]bool // the notations that the lines so far may have
	bars      bool
	lined     bool      // some line can only be a border
	freeform  bool      // some line does not have nine numbers
	shortLine int       // the number of the latest line without nine numbers
	shortN    int       // how many numbers that line has
	shorts    int       // the number of lines without nine numbers
	every     int       // the number of rows between blank lines, 1 or 3; 0 if there are no blank lines
	gap       bool      // the last line was blank
	firstGap  int       // the number of cells before the first blank line
	emptyWith [256]bool // the characters that stand for empty cells
	marked    bool      // emptyWith has a character other than a blank
	blanks    int       // the number of rows with nothing between their bars: empty rows or decoration
	blank     item      // the first cell of the first row that `blanks` counts
	dashes    int       // the number of lines of nine dashes or stars
	dash      item      // the first cell of the first line that `dashes` counts; the line is a border or an empty row
	err       *SyntaxError
}

func (b *grid) reset() { b.progress = progress{} }

func (b *grid) includeLine(no int) {
	if !b.open {
		b.open, b.from = true, no
	}
	b.to = no
}

// recordError stores the first error of the grid. The line with the error counts as a row of n cells, so that the next
// lines still belong to this grid.
func (b *grid) recordError(ln *line, err *SyntaxError, n int) {
	b.includeLine(ln.number)
	if b.err == nil {
		b.err = err
	}
	row := min(n, sudoku.Cells-b.n)
	for i := range row {
		b.items[b.n+i] = item{place: place{ln.number, err.Column}, end: err.Column}
	}
	b.n += row
}

// addLine adds a line's cells to the grid, and drops the previous line if that line only numbers the columns.
func (b *grid) addLine(ln *line, cells []item, k Kind, bars bool) {
	b.includeLine(ln.number)
	empty := byte(0)
	if len(cells) == 9 && !b.freeform {
		empty = emptyMarkOf(cells)
	}
	switch {
	case (empty == '-' || empty == '_' || empty == '*') && !b.emptyWith[empty]: // these characters also draw borders
		if b.dash.empty == 0 {
			b.dash = cells[0]
		}
		if b.dashes++; b.dashes == 9 && b.n == 0 && empty != '*' {
			b.fill(cells[0])
		}
		return
	case empty == ' ' && bars && (b.n == 0 || b.bars):
		if b.blanks++; b.blanks == 1 {
			b.blank = cells[0]
		}
		return
	}
	if b.n > 0 && b.bars != bars && b.err == nil && !b.freeform {
		b.recordError(ln, newSyntaxError(ln.number, cells[0].column, "format.bars"), 9)
		return
	}
	b.bars = b.bars || bars
	b.seen[k] = true
	if len(cells) != 9 {
		b.shorts++
		b.shortLine, b.shortN = ln.number, len(cells)
		b.freeform = true
	}
	if b.freeform && (b.seen != [kinds]bool{Integers: true} || b.bars) {
		e := newSyntaxError(ln.number, cells[len(cells)-1].end, "format.rowLength", "n", len(cells))
		if len(cells) == 9 && b.shorts > 0 {
			e = b.shortLineError()
		}
		b.recordError(ln, e, 9)
		return
	}
	for i, c := range cells {
		if b.n == sudoku.Cells {
			if b.err == nil {
				b.err = b.tooManyError(cells[i])
			}
			return
		}
		b.items[b.n] = c
		b.n++
		b.marked = b.marked || c.empty > ' '
		b.emptyWith[c.empty] = true
		if c.empty != 0 && c.empty == b.dash.empty && b.err == nil {
			b.err = b.dash.errorHere("format.blankRow")
		}
	}
}

// dropRow removes the first row from the grid.
func (b *grid) dropRow() {
	b.n = copy(b.items[:], b.items[9:b.n])
	b.every = 0
	if b.n > 0 {
		b.from = b.items[0].line
	} else {
		b.open = false
	}
}

// hasUndecidedBlankRows reports whether it is unknown if blank rows are rows of the grid or decoration. They are
// decoration if the grid has a sign for empty cells, or lists of candidates. A grid with drawn lines, which show what
// blank rows are, is read as a whole; see readDrawing.
func (b *grid) hasUndecidedBlankRows() bool {
	return b.blanks > 0 && !b.marked && !b.seen[Candidates] && b.err == nil
}

// decideBlankRows decides what blank rows are when the grid ends. Nine blank rows are an empty grid. Otherwise the grid
// has an error.
func (b *grid) decideBlankRows() {
	switch {
	case !b.hasUndecidedBlankRows():
	case b.n == 0 && b.blanks == 9:
		b.bars, b.blanks = true, 0
		b.fill(b.blank)
	default:
		b.err = b.ambiguityError()
	}
}

func (b *grid) fill(empty item) {
	b.n = sudoku.Cells
	for i := range b.items {
		b.items[i] = empty
	}
}

func (b *grid) ambiguityError() *SyntaxError { return b.blank.errorHere("format.blankRow") }

// tooManyError returns the error of a grid with more than 81 cells. It points to the likeliest cause: a single line
// without nine numbers, then an ambiguous blank row, then `where`, the 82nd cell.
func (b *grid) tooManyError(where item) *SyntaxError {
	switch {
	case b.shorts == 1:
		return b.shortLineError()
	case b.hasUndecidedBlankRows():
		return b.ambiguityError()
	}
	return where.errorHere("format.cellsMany", "from", b.from, "to", b.to)
}

func (b *grid) shortLineError() *SyntaxError {
	column := 1
	for _, it := range b.items[:b.n] {
		if it.line == b.shortLine {
			column = it.end
		}
	}
	return newSyntaxError(b.shortLine, column, "format.cellsShort", "n", b.shortN, "line", b.shortLine)
}

// hasBegun reports whether the grid has a cell or a blank row. Borders alone do not begin a grid.
func (b *grid) hasBegun() bool { return b.open && b.n+b.blanks > 0 }

// isFull reports whether the grid has all its cells, and no more rows can belong to it.
func (b *grid) isFull() bool { return b.open && b.n == sudoku.Cells && !b.hasUndecidedBlankRows() }

// handleBlankLine notes that a blank line follows the rows read so far. It reports whether the grid may continue after
// the line.
func (b *grid) handleBlankLine() bool {
	if !b.hasBegun() {
		b.reset()
		return true
	}
	b.gap = true
	if b.hasUndecidedBlankRows() || b.freeform || b.n%9 != 0 {
		return false
	}
	if b.every == 0 && (b.n == 9 || b.n == 27) {
		b.every, b.firstGap = b.n/9, b.n
	}
	return b.isGapDue()
}

// isGapDue reports whether a blank line should follow the rows read so far, if all blank lines have equal distances.
func (b *grid) isGapDue() bool { return b.every == 1 || b.every == 3 && b.n%27 == 0 }

// hasUnevenGap reports whether the next row should follow a blank line, but does not. The rows before the first blank
// line are then an incomplete grid.
func (b *grid) hasUnevenGap() bool {
	return b.n > 0 && b.isGapDue() && !b.gap
}

// endError returns the error for a grid that ends too early.
func (b *grid) endError() *SyntaxError {
	if b.err != nil {
		return b.err
	}
	if b.n == 0 {
		return b.ambiguityError()
	}
	last := b.items[b.n-1]
	if b.shorts == 1 && b.shortN < 9 && sudoku.Cells-b.n == 9-b.shortN {
		return b.shortLineError()
	}
	if b.freeform {
		return newSyntaxError(last.line, last.end, "format.cells", "n", b.n, "from", b.from, "to", b.to)
	}
	return newSyntaxError(last.line, last.end, "format.rows", "n", b.n/9)
}

func (b *grid) puzzle() (Puzzle, *SyntaxError) {
	p := Puzzle{Line: b.from}
	if b.err != nil {
		return p, b.err
	}
	var marks [sudoku.Cells]sudoku.Candidates
	list, empty, blank := -1, -1, -1 // the indices of the first list, the first empty cell and the first blank cell; -1 if there is none
	for i, it := range b.items {
		marks[i] = it.marks
		switch {
		case it.list && list < 0:
			list = i
		case it.empty == ' ' && blank < 0:
			blank = i
		case it.empty > ' ' && empty < 0:
			empty = i
		}
		if b.bars && blank >= 0 && empty >= 0 {
			blank, empty := b.items[blank], b.items[empty]
			return p, blank.errorHere("format.blankOrMark", "empty", string(empty.empty), "line", empty.line)
		}
		if list >= 0 && max(empty, blank) >= 0 {
			if empty < 0 {
				empty = blank
			}
			return p, b.items[list].errorHere("format.listOrNumber", "empty", b.items[empty].line).inCell(list)
		}
	}
	if b.emptyWith['0'] && !slices.ContainsFunc(b.items[:], func(it item) bool { return it.digit == 9 || it.list }) {
		for _, it := range b.items {
			if it.empty > ' ' && it.empty != '0' {
				return p, it.errorHere("format.fromZero", "empty", string(it.empty), "most", 9)
			}
		}
	}
	if b.freeform && areListEntries(b.items[:]) {
		return p, b.items[0].errorHere("format.listed", "from", b.from, "to", b.to)
	}
	p.Grid, p.Kind = gridOf(b.items[:]), Rows
	b.seen[Drawn] = b.seen[Drawn] || b.bars || b.lined
	for _, k := range []Kind{Integers, Drawn, CSV} {
		if b.seen[k] {
			p.Kind = k
		}
	}
	if list >= 0 {
		p.Kind, p.Pencil = Candidates, new([sudoku.Cells]sudoku.Candidates)
		*p.Pencil = marks
	}
	return p, nil
}

// areListEntries reports whether the lines of numbers are entries of a list, not rows of a grid. In one kind of list,
// each line begins with a dash. In the other, each line has a row, a column and a value, in ascending order of rows and
// columns.
func areListEntries(items []item) bool {
	dashes, triples, byRow, byColumn := true, true, -1, -1
	for i := 0; i < len(items); {
		n := 1
		for i+n < len(items) && items[i+n].line == items[i].line {
			n++
		}
		dashes = dashes && items[i].empty == '-' && n <= 3
		if triples = triples && n == 3; triples {
			row, column := int(items[i].digit), int(items[i+1].digit)
			byRow, byColumn = nextIfGreater(byRow, 10*row+column), nextIfGreater(byColumn, 10*column+row)
		}
		i += n
	}
	return dashes || triples && min(byRow, byColumn) < notAscending
}

// notAscending is the result of nextIfGreater for numbers that do not ascend. It exceeds all numbers that are compared.
const notAscending = 100

func nextIfGreater(last, next int) int {
	if next > last {
		return next
	}
	return notAscending
}

// emptyMarkOf returns the character for an empty cell that all these cells have, or 0 if the cells differ in it.
func emptyMarkOf(cells []item) byte {
	for _, c := range cells {
		if c.empty != cells[0].empty {
			return 0
		}
	}
	return cells[0].empty
}

// newRowReader returns a function that adds the cells in r.cells, which a recogniser of kind k has found, to the grid.
func newRowReader(k Kind) func(*Reader, *line) {
	return func(r *Reader, ln *line) { r.addRow(ln, k) }
}

// addRow adds r.cells to the grid as a row of kind k.
func (r *Reader) addRow(ln *line, k Kind) {
	b := &r.grid
	bars := ln.separator == 0 && ln.hasBars()
	if c := &r.count; c.open && c.seen == 0 && b.n == 0 && len(r.cells) != 9 && len(r.cells) != sudoku.Cells {
		if r.reinterpretCountAsCell(ln); r.hold {
			return
		}
	}
	if b.hasUnevenGap() {
		r.holdLine()
		if b.blanks > 0 {
			r.endGrid()
		} else {
			r.splitAtBlank()
		}
		return
	}
	b.gap = false
	before := b.n
	b.addLine(ln, r.cells, k, bars)
	if b.isFull() && before+len(r.cells) > sudoku.Cells && b.shorts == 1 && b.shortN < 9 {
		r.holdLine() // this line begins the next grid
	}
	r.endIfFull()
}

// splitAtBlank ends the grid at its first blank line, and keeps the lines after the blank line as a new grid.
func (r *Reader) splitAtBlank() {
	b := &r.grid
	rest := b.progress
	b.n, b.gap, b.every = b.firstGap, true, 0
	r.endGrid()
	b.progress = rest
	b.n = copy(b.items[:], b.items[rest.firstGap:rest.n])
	b.from = b.items[0].line
	b.every, b.gap = 0, false
}

// endGrid ends a grid that is not yet full. If blank rows complete the grid, it outputs the puzzle.
func (r *Reader) endGrid() {
	if r.grid.decideBlankRows(); r.grid.isFull() {
		r.endIfFull()
		return
	}
	if r.isGridCutOff() {
		r.rejectGrid(newSyntaxError(r.grid.from, 1, ManyLines))
		return
	}
	r.rejectGrid(r.grid.endError())
}

// isGridCutOff reports whether the end of a torn section probably cut off a part of an incomplete grid. This is so if
// the grid has bars, borders or candidates, or if the missing rows alone would not look like a grid.
func (r *Reader) isGridCutOff() bool {
	b := &r.grid
	if !r.mayHaveCutPuzzles() || b.err != nil || b.n == 0 {
		return false
	}
	begins, ends := b.from == r.first, r.lnErr == io.EOF
	return (begins || ends) && (b.bars || b.lined || b.seen[Candidates] || b.n > sudoku.Cells/2) || begins && ends && b.n >= 27
}

func (r *Reader) rejectGrid(err *SyntaxError) {
	r.grid.reset()
	r.inRun = false
	r.title = title{}
	r.emitPuzzleError(err)
}

func (r *Reader) endIfFull() {
	b := &r.grid
	if !b.isFull() {
		return
	}
	if r.hasHeader() {
		b.dropRow()
		return
	}
	r.inGrid = true
	p, err := b.puzzle()
	if err != nil {
		r.rejectGrid(err)
		return
	}
	b.reset()
	r.emitPuzzle(p)
}

// hasTenthRow reports whether a tenth row with the bars of a drawing follows. If so, the first of the nine rows only
// numbers the columns.
func (r *Reader) hasTenthRow() bool {
	text, _ := r.textAhead(0)
	body := trimSpace(text, span{0, len(text)})
	if body.length() == 0 {
		return false
	}
	separator := fieldSeparator(text, body)
	return separator != 0 && bytes.Count(text, []byte{separator}) == 8
}
