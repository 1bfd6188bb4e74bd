package format

import (
	"bytes"
	"slices"

	"nonet/sudoku"
)

// handleUnreadableLine handles a line that no notation accepts. The line may be a title; otherwise it is an error.
func (r *Reader) handleUnreadableLine(ln *line) {
	if ln.before == 0 && !r.grid.hasBegun() && isListDelimiterLine(bytes.TrimSpace(ln.raw)) {
		if namesOrder(ln.raw) {
			r.order = printableName(ln.raw)
		}
		return
	}
	e := r.lineError(ln)
	fieldsAreCells := ln.separator != 0 && len(r.cells) > 0 && len(r.cells) == len(r.spans)
	switch {
	case e == nil:
		r.readTitle(ln)
	case r.grid.hasBegun():
		n := 9
		if r.grid.freeform {
			n = len(r.spans)
		}
		r.grid.recordError(ln, e, n)
		r.endIfFull()
	case r.count.open && (ln.body.length() < 41 || fieldsAreCells) || isRowLike(r.spans):
		r.grid.reset()
		r.grid.recordError(ln, e, 9)
	case !r.inRun && r.puzzles > 0 && !r.csv.open && isProse(string(ln.raw)): // such as "(9 rows)" below the output of a database
		r.readTitle(ln)
	default:
		if slices.ContainsFunc(ln.text, isLetter) && statesOrder(string(ln.raw)) { // a comment of a program: // columns
			r.order = printableName(ln.raw)
		}
		r.grid.reset()
		r.inRun = true
		r.emitPuzzleError(e)
	}
}

// isListDelimiterLine reports whether a line only opens or closes a list or a string in the text of a program.
func isListDelimiterLine(line []byte) bool {
	n := len(line)
	return n > 0 && n < 6 && len(bytes.Trim(line, "])}\"'`;,")) == 0 ||
		n > 1 && n < 80 && isLetter(line[0]) && bytes.IndexByte(line, '=') > 0 && bytes.IndexByte([]byte("[({"), line[n-1]) >= 0
}

// isRowLike reports whether words look like a row of about nine cells, rather than a puzzle.
func isRowLike(words []span) bool {
	if len(words) == 1 {
		return words[0].length() >= 8 && words[0].length() < 18
	}
	return len(words) > 6 && len(words) < 12 && !slices.ContainsFunc(words, func(s span) bool { return s.length() > 9 })
}

// lineError returns the error of a line that is neither a puzzle nor a part of one. It returns nil if the line consists
// of words.
func (r *Reader) lineError(ln *line) *SyntaxError {
	text := ln.text[ln.body.from:ln.body.to]
	switch {
	case ln.control >= 0:
		r.splitWords(ln)
		return charError(ln, ln.control)
	case ln.separator != 0:
		return r.fieldsError(ln, text)
	}
	words := r.splitWords(ln)
	short := 0
	for _, s := range words {
		if s.length() == 1 {
			short++
		}
	}
	aRow := len(words) == 1 && len(text) == 9 && r.grid.hasBegun() || short > 6
	if isText(text) && !aRow {
		return r.gridWordError(ln)
	}
	return r.rowError(ln)
}

func (r *Reader) fieldsError(ln *line, text []byte) *SyntaxError {
	if e := r.splitLineFields(ln); e != nil {
		if isText(text) {
			return nil
		}
		return e
	}
	if r.hasShortFields(ln) {
		return r.setFieldCells(ln)
	}
	first := r.spans[0]
	if e := r.gridWordError(ln); e != nil || isText(text) || first.length() > 0 && isLetter(ln.text[first.from]) {
		return e
	}
	for _, s := range r.spans {
		if s.length() < 2 {
			continue
		}
		word := ln.text[s.from:s.to]
		if hasOnlyCellCharacters(word) && len(word) > 7 {
			return lengthError(ln, s, false)
		}
		if e := strangeCharError(ln, s); e != nil {
			return e
		}
		return ln.errorAt(s.from, "format.number", "text", string(word))
	}
	return ln.errorAt(ln.body.from, "format.csv.none")
}

// rowError returns the error of a line that looks like a row, but whose words are not nine cells.
func (r *Reader) rowError(ln *line) *SyntaxError {
	words, text := r.spans, ln.text
	if ln.odd >= 0 {
		for _, s := range words {
			if s.length() == sudoku.Cells && ln.odd >= s.from && ln.odd < s.to {
				return strangeCharError(ln, s)
			}
		}
		return charError(ln, ln.odd).inCell(r.cellOf(ln.odd))
	}
	lists, characters := 0, 0
	for _, s := range words {
		characters += s.length()
	}
	var list span
	var last item
	for _, s := range words {
		word, ok := text[s.from:s.to], false
		switch last, ok = itemAt(ln, s); {
		case ok && last.list:
			lists++
			list = s
		case ok:
		case len(word) > 2 && (len(words) == 9 || r.grid.seen[Candidates]) && hasOnlyDigits(word):
			return ln.errorAt(s.from, "format.list", "text", string(word)).inCell(r.cellOf(s.from))
		case len(word) == 9:
			return ln.errorAt(s.to, "format.rowLength", "n", characters)
		case len(word) > 7:
			return lengthError(ln, s, false)
		case len(words) == 1 && len(word) > 2 && r.grid.hasBegun() && hasOnlyCellCharacters(word): // part of a row, perhaps copied by mistake
			return ln.errorAt(s.to, "format.rowLength", "n", characters)
		default:
			return ln.errorAt(s.from, "format.number", "text", string(word)).inCell(r.cellOf(s.from))
		}
	}
	switch n := len(words); {
	case n == 0:
		return charError(ln, ln.body.from)
	case lists == 1:
		return ln.errorAt(list.from, "format.number", "text", string(text[list.from:list.to]))
	case n > sudoku.Cells && lists == 0 && !ln.hasBars():
		return ln.errorAt(words[sudoku.Cells].from, "format.cellsMany", "from", ln.number, "to", ln.number)
	case n > 9:
		return ln.errorAt(words[9].from, "format.rowLength", "n", n)
	default:
		return newSyntaxError(ln.number, last.end, "format.rowLength", "n", n)
	}
}

// strangeCharError returns the error for the first character of a word that cannot be a cell, or nil if
// all characters can be cells.
func strangeCharError(ln *line, s span) *SyntaxError {
	i := strangeIndex(ln.text[s.from:s.to])
	if i < 0 {
		return nil
	}
	e := charError(ln, s.from+i)
	if s.length() == sudoku.Cells {
		e.inCell(i)
	}
	return e
}

// cellOf returns the cell that byte i of the line belongs to, or −1 if that is unknown. The line is the next
// row of the grid; its words are in r.spans.
func (r *Reader) cellOf(i int) int {
	words := r.spans
	if r.grid.n%9 != 0 || r.grid.freeform {
		return -1
	}
	switch {
	case len(words) == 9:
		for k, s := range words {
			if i >= s.from && i < s.to {
				return r.grid.n + k
			}
		}
	case len(words) == 1 && words[0].length() == 9:
		return r.grid.n + i - words[0].from
	}
	return -1
}

// gridWordError returns an error if a word looks like a row or a grid, and otherwise nil.
func (r *Reader) gridWordError(ln *line) *SyntaxError {
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
			return charError(ln, s.from+other-1)
		default:
			return lengthError(ln, s, false)
		}
	}
	return nil
}

// lengthError returns the error for a word of cells whose length fits neither a row nor a grid. whole is set if the word
// can only be a whole grid.
func lengthError(ln *line, s span, complete bool) *SyntaxError {
	switch n := s.length(); {
	case n < 18 && !complete:
		return ln.errorAt(min(s.to, s.from+9), "format.rowLength", "n", n)
	case n < 81:
		return ln.errorAt(s.to, "format.tooShort", "n", n, "missing", 81-n)
	case n < 700 || n > 760:
		return ln.errorAt(s.from+81, "format.tooLong", "n", n)
	default:
		return ln.errorAt(min(s.to, s.from+729), "format.pencilLength", "n", n)
	}
}
