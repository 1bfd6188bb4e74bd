package format

import (
	"slices"
	"strconv"
)

// puzzleCount is a number on a line of its own, which counts the puzzles below. The puzzles are in rows, as in POJ
// 2676, or in any other notation.
type puzzleCount struct {
	open  bool
	n     int
	seen  int
	where item // the number as a cell, because it may be the first of 81
	kind  Kind // the kind of the first counted puzzle; `kinds` until this puzzle is read
}

// recogniseCount recognises a line with the count of the puzzles below. Later lines may show that the number is the
// first of 81 numbers instead.
func recogniseCount(r *Reader, ln *line) answer {
	word := ln.text[ln.body.from:ln.body.to]
	return partial.onlyIf(ln.separator == 0 && len(word) < 8 && word[0] != '0' && hasOnlyDigits(word) && !r.grid.hasBegun())
}

func hasOnlyDigits(word []byte) bool {
	return !slices.ContainsFunc(word, func(b byte) bool { return !isDigit(b) })
}

func readCount(r *Reader, ln *line) {
	s := ln.body
	n, _ := strconv.Atoi(string(ln.text[s.from:s.to]))
	if c := &r.count; c.open && c.seen == 0 && n <= 9 {
		r.reinterpretCountAsCell(ln)
		if !r.hold {
			r.cells = append(r.cells[:0], parseCellAt(ln, s.from))
			r.addRow(ln, Integers)
		}
		return
	}
	r.endCountedPuzzles()
	r.inRun = false
	r.count = puzzleCount{open: true, n: n, kind: kinds, where: parseCellAt(ln, s.from)}
	r.count.where.end = ln.columnOf(s.to)
}

// reinterpretCountAsCell makes the number the first cell of a grid of 81 numbers. A number above 9 cannot be a cell.
// For such a number it outputs an error, and the reader reads the current line again.
func (r *Reader) reinterpretCountAsCell(ln *line) {
	c := r.count
	r.count = puzzleCount{}
	if c.n > 9 {
		r.holdLine()
		r.emitPuzzleError(c.where.errorHere("format.number", "text", c.n))
		return
	}
	r.grid.reset()
	r.grid.addLine(&line{number: c.where.line}, []item{c.where}, Integers, false)
}

// rejectCount outputs an error for a count if the reader reads only a section of a text. The rest of the counted
// puzzles may be outside the section.
func (r *Reader) rejectCount() {
	if c := &r.count; c.open && r.options.Section != nil {
		c.open = false
		r.emitError(c.where.errorHere("format.countCut", "count", c.n))
	}
}

// countPuzzle counts p as one of the puzzles below a count. It outputs an error if there are more puzzles than the
// count. A puzzle of another kind than the first ends the counted puzzles.
func (r *Reader) countPuzzle(p *Puzzle) {
	c := &r.count
	if !c.open {
		return
	}
	switch {
	case c.kind != kinds && p.Kind != c.kind:
		r.endCountedPuzzles()
	case c.hasAllPuzzles():
		r.emitError(newSyntaxError(p.Line, 1, "format.countMany", "line", c.where.line, "n", c.n, "more", c.n+1))
		c.open = false
	default:
		c.kind = p.Kind
		c.seen++
		if p.Kind == Rows {
			p.Kind = POJ
		}
	}
}

// endCountedPuzzles outputs an error if the number of puzzles read is less than the count. Later puzzles are not
// counted.
func (r *Reader) endCountedPuzzles() {
	if c := &r.count; c.open {
		c.open = false
		switch {
		case c.seen == 0:
			r.emitError(c.where.errorHere("format.countNone", "count", c.n))
		case c.seen < c.n:
			r.emitError(c.where.errorHere("format.countFew", "count", c.n, "n", c.seen))
		}
	}
}

func (c *puzzleCount) hasAllPuzzles() bool { return c.open && c.seen == c.n }
