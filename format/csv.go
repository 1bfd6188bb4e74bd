package format

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"nonet/sudoku"
)

// CSV is a text of fields separated by commas, semicolons or tabs. It has a column of puzzles, or nine columns of
// cells.

// csv is the reader's state inside a CSV text: the header, and the function that reads a line.
type csv struct {
	header
	read  func(*Reader, *line) // reads the line that recogniseCSV has recognised
	field int                  // the index of the field that may be a puzzle
}

// header holds the columns that the first line of a CSV text names.
type header struct {
	open      bool
	puzzle    int // the index of the puzzles' column; −1 if the line names none
	name      int // the index of the names' column; −1 if there is none
	separator byte
}

// Names of columns that hold puzzles, and of columns that hold the puzzles' names.
var (
	puzzleColumns = []string{"puzzle", "puzzles", "quiz", "quizzes", "sudoku", "grid", "board", "question", "unsolved", "givens", "数独", "题目", "谜题", "數獨", "題目", "謎題"}
	nameColumns   = []string{"name", "title", "label", "id", "名称", "标题", "编号"}
)

// fieldSeparator returns the character between the fields of a line, or 0 if there is none.
func fieldSeparator(all []byte, body span) byte {
	text := all[body.from:body.to]
	for _, b := range text {
		if b == ',' || b == ';' {
			return b
		}
	}
	if text[0] == '"' {
		return ','
	}
	if bytes.Count(all, []byte{'\t'}) == 8 {
		for part := range bytes.SplitSeq(all, []byte{'\t'}) {
			if trimSpace(part, span{0, len(part)}).length() == 0 {
				return '\t'
			}
		}
	}
	return 0
}

// recogniseCSV recognises a line of fields, and stores their spans in r.spans.
func recogniseCSV(r *Reader, ln *line) answer {
	c := &r.csv
	if c.open && c.puzzle >= 0 {
		c.read = (*Reader).readRecord
		return yes
	}
	if ln.alone != nil || ln.control >= 0 || ln.separator == 0 || r.splitLineFields(ln) != nil {
		return no
	}
	first, others := r.spans[0], r.spans[1:]
	if first.length() == 9 && !slices.ContainsFunc(others, func(s span) bool { return s.length() > 0 }) {
		ln.body, ln.separator = first, 0 // the line is one row from a program's output, such as "53..7....",
		return no
	}
	if r.hasShortFields(ln) {
		switch {
		case r.setFieldCells(ln) != nil:
			return no
		case len(r.cells) == 9:
			c.read = newRowReader(CSV)
			return partial
		}
		c.read = func(r *Reader, ln *line) { r.emitPuzzle(Puzzle{Grid: gridOf(r.cells), Kind: CSV, Line: ln.number}) }
		return yes
	}
	if i, n := r.wordAfterLabel(ln, r.spans); n != nil {
		c.field = i
		c.read = func(r *Reader, ln *line) { r.emitFieldPuzzle(ln, r.csv.field, r.csv.field-1) }
		return yes
	}
	c.read = func(r *Reader, ln *line) {
		if r.options.Section != nil { // without the header, other sections could not find the column
			r.inRun = true
			r.emitPuzzleError(ln.errorAt(ln.body.from, "format.text", "text", printableName(ln.rawFrom(ln.body.from))))
			return
		}
		r.csv.header, _ = r.headerOf(ln, ln.separator)
		r.inRun = false
	}
	_, ok := r.headerOf(ln, ln.separator)
	return yes.onlyIf(ok)
}

func readCSV(r *Reader, ln *line) { r.csv.read(r, ln) }

// splitFields sets r.spans to the fields of a line, without quotes and without the space around quotes.
func (r *Reader) splitFields(ln *line, body span, separator byte) *SyntaxError {
	text := ln.text
	r.spans = r.spans[:0]
	if separator == '\t' { // a tab at the end of a line ends a field
		body = span{0, len(text)}
	}
	space := func(i int) int {
		for i < body.to && isSpace(text[i]) && text[i] != separator {
			i++
		}
		return i
	}
	for i := body.from; ; i++ {
		i = space(i)
		s := span{i, i}
		if i < body.to && text[i] == '"' {
			s.from++
			end := bytes.IndexByte(text[s.from:body.to], '"')
			if end < 0 {
				return ln.errorAt(i, "format.csv.quote")
			}
			s.to = s.from + end
			if i = space(s.to + 1); i < body.to && text[i] != separator {
				return charError(ln, i)
			}
		} else {
			for i < body.to && text[i] != separator {
				i++
			}
			s.to = i
		}
		r.spans = append(r.spans, trimSpace(text, s))
		if i >= body.to {
			return nil
		}
	}
}

// splitLineFields sets r.spans to the fields of a line of cells. It drops the empty field after a comma at the line's
// end, and shortens numbers such as 5.0.
func (r *Reader) splitLineFields(ln *line) *SyntaxError {
	e := r.splitFields(ln, ln.body, ln.separator)
	if n := len(r.spans); e == nil && (n == 10 || n == 82) && r.spans[n-1].length() == 0 {
		r.spans = r.spans[:n-1] // the comma at the end begins no field
	}
	for i := range r.spans {
		r.spans[i] = shortenField(ln.text, r.spans[i])
	}
	return e
}

// shortenField returns the span of the digit in a number such as 5.0 or 5.000e+00, which programs write. It returns an
// empty span for words such as NaN, which mean "no value".
func shortenField(text []byte, s span) span {
	word := text[s.from:s.to]
	switch {
	case len(word) > 2 && isDigit(word[0]) && word[1] == '.' && len(bytes.Trim(bytes.TrimSuffix(word[2:], []byte("e+00")), "0")) == 0:
		return span{s.from, s.from + 1}
	case len(word) > 1 && len(word) < 5 && slices.Contains([]string{"nan", "na", "null", "none"}, strings.ToLower(string(word))):
		return span{s.from, s.from}
	}
	return s
}

// hasShortFields reports whether the fields may be cells: they are short, and not all of them begin with a letter.
func (r *Reader) hasShortFields(ln *line) bool {
	short, letters := true, true
	for _, s := range r.spans {
		short = short && s.length() <= 2
		letters = letters && s.length() > 0 && classes[ln.text[s.from]] == letter
	}
	return short && !letters && (len(r.spans) > 1 || r.spans[0].length() < 2)
}

// setFieldCells sets r.cells to the fields' content, one cell per field.
func (r *Reader) setFieldCells(ln *line) *SyntaxError {
	r.cells = r.cells[:0]
	row := r.grid.n
	for k, s := range r.spans {
		var e *SyntaxError
		switch word := ln.text[s.from:s.to]; {
		case len(word) == 0:
			r.cells = append(r.cells, emptyCellAt(ln, s.from))
			continue
		case digits[word[0]] == noCell:
			e = charError(ln, s.from)
		case len(word) == 2 && digits[word[1]] == noCell:
			e = charError(ln, s.from+1)
		case len(word) == 2:
			e = ln.errorAt(s.from, "format.number", "text", string(word))
		}
		if e != nil {
			if len(r.spans) == 9 && row%9 == 0 {
				e.inCell(row + k)
			}
			return e
		}
		r.cells = append(r.cells, parseCellAt(ln, s.from))
	}
	if n := len(r.cells); n != 9 && n != sudoku.Cells {
		return ln.errorAt(r.spans[min(n-1, 9)].to, "format.rowLength", "n", n)
	}
	return nil
}

// emitFieldPuzzle outputs the puzzle in field i of a line. If name is not negative, the field with this index has the
// puzzle's name.
func (r *Reader) emitFieldPuzzle(ln *line, i, name int) {
	s := r.spans[i]
	r.inRun = true
	p, e := r.wordNotationOf(ln.text[s.from:s.to]).word.read(ln, s)
	if e != nil {
		r.emitPuzzleError(e)
		return
	}
	p.Line = ln.number
	if !r.csv.open || r.csv.puzzle < 0 {
		p.replaceByPuzzleBehind(ln, s.to)
	}
	if p.Pencil == nil {
		p.Kind = CSV
	}
	if name >= 0 && name < len(r.spans) && name != i {
		p.Name = printableName(ln.rawOf(r.spans[name]))
	}
	r.emitPuzzle(p)
}

// headerOf reads the fields in r.spans as names of columns. ok is false if no column has puzzles, or if a field is a
// puzzle itself.
func (r *Reader) headerOf(ln *line, separator byte) (h header, ok bool) {
	h = header{open: true, puzzle: -1, name: -1, separator: separator}
	raw, start := ln.raw, 0 // raw is the line from character `start` on
	for i, s := range r.spans {
		raw, start = dropCharacters(raw, s.from-start), s.from
		if s.length() >= 9 && hasOnlyCellCharacters(ln.text[s.from:s.to]) {
			return header{}, false // the reader skips headers, so a line with a puzzle must not count as a header
		}
		field := strings.ToLower(string(raw[:len(raw)-len(dropCharacters(raw, s.length()))]))
		if h.puzzle < 0 && slices.Contains(puzzleColumns, field) {
			h.puzzle = i
		}
		if h.name < 0 && slices.Contains(nameColumns, field) {
			h.name = i
		}
	}
	return h, h.puzzle >= 0
}

// readRecord outputs the puzzle of one line below a header that names the column of puzzles.
func (r *Reader) readRecord(ln *line) {
	c := &r.csv
	r.inRun = true
	if e := r.splitFields(ln, ln.all, c.separator); e != nil {
		r.emitPuzzleError(e)
		return
	}
	if len(r.spans) <= c.puzzle {
		r.emitPuzzleError(ln.errorAt(ln.all.to, "format.csv.fields", "n", len(r.spans), "column", c.puzzle+1))
		return
	}
	s := r.spans[c.puzzle]
	word := ln.text[s.from:s.to]
	if r.wordNotationOf(word) != nil {
		r.emitFieldPuzzle(ln, c.puzzle, c.name)
		return
	}
	if h, another := r.headerOf(ln, c.separator); another { // where files were concatenated, another header begins the next file
		c.header = h
		return
	}
	r.emitPuzzleError(cmp.Or(strangeCharError(ln, s), lengthError(ln, s, true)))
}
