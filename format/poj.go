package format

import (
	"slices"
	"strconv"
)

// puzzleCount is a number on a line of its own, which counts the puzzles below. The puzzles are in rows, as in POJ
// 2676, or in any other notation.
type puzzleCount struct {
	on   bool
	n    int
	seen int
	at   item // the number as a cell, because it may be the first of 81
	kind Kind // the kind of the first counted puzzle; `kinds` until this puzzle is read
}

// recogniseCount recognises a line with the count of the puzzles below. Later lines may show that the number is the
// first of 81 numbers instead.
func recogniseCount(r *Reader, ln *line) answer {
	word := ln.text[ln.body.from:ln.body.to]
	return more.onlyIf(ln.between == 0 && len(word) < 8 && word[0] != '0' && hasOnlyDigits(word) && !r.grid.hasBegun())
}

func hasOnlyDigits(word []byte) bool {
	return !slices.ContainsFunc(word, func(b byte) bool { return !isDigit(b) })
}

func readCount(r *Reader, ln *line) {
	s := ln.body
	n, _ := strconv.Atoi(string(ln.text[s.from:s.to]))
	if c := &r.count; c.on && c.seen == 0 && n <= 9 {
		r.reinterpretCountAsCell(ln)
		if !r.hold {
			r.cells = append(r.cells[:0], parseCellAt(ln, s.from))
			r.addRow(ln, Integers)
		}
		return
	}
	r.endCountedPuzzles()
	r.inRun = false
	r.count = puzzleCount{on: true, n: n, kind: kinds, at: parseCellAt(ln, s.from)}
	r.count.at.end = ln.columnOf(s.to)
}

// reinterpretCountAsCell makes the number the first cell of a grid of 81 numbers. A number above 9 cannot be a cell.
// For such a number it outputs an error, and the reader reads the current line again.
func (r *Reader) reinterpretCountAsCell(ln *line) {
	c := r.count
	r.count = puzzleCount{}
	if c.n > 9 {
		r.holdLine()
		r.emitPuzzleError(c.at.errorHere("format.number", "text", c.n))
		return
	}
	r.grid.reset()
	r.grid.addLine(&line{no: c.at.line}, []item{c.at}, Integers, false)
}

// rejectCount outputs an error for a count if the reader reads only a section of a text. The rest of the counted
// puzzles may be outside the section.
func (r *Reader) rejectCount() {
	if c := &r.count; c.on && r.options.Section != nil {
		c.on = false
		r.emitError(c.at.errorHere("format.countCut", "count", c.n))
	}
}

// countPuzzle counts p as one of the puzzles below a count. It outputs an error if there are more puzzles than the
// count. A puzzle of another kind than the first ends the counted puzzles.
func (r *Reader) countPuzzle(p *Puzzle) {
	c := &r.count
	if !c.on {
		return
	}
	switch {
	case c.kind != kinds && p.Kind != c.kind:
		r.endCountedPuzzles()
	case c.hasAllPuzzles():
		r.emitError(newSyntaxError(p.Line, 1, "format.countMany", "line", c.at.line, "n", c.n, "more", c.n+1))
		c.on = false
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
	if c := &r.count; c.on {
		c.on = false
		switch {
		case c.seen == 0:
			r.emitError(c.at.errorHere("format.countNone", "count", c.n))
		case c.seen < c.n:
			r.emitError(c.at.errorHere("format.countFew", "count", c.n, "n", c.seen))
		}
	}
}

func (c *puzzleCount) hasAllPuzzles() bool { return c.on && c.seen == c.n }
