package format

import (
	"bytes"
	"slices"
	"strings"
)

// Column names that say where the puzzle and its name stand.
var (
	puzzleColumns = []string{"puzzle", "puzzles", "quiz", "quizzes", "sudoku", "grid", "board", "question", "unsolved", "givens", "数独", "题目", "谜题", "數獨", "題目", "謎題"}
	nameColumns   = []string{"name", "title", "label", "id", "名称", "标题", "编号"}
)

// separator is the character between the fields of a line, 0 if it has none.
func separator(all []byte, body span) byte {
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
			if trim(part, span{0, len(part)}).len() == 0 {
				return '\t'
			}
		}
	}
	return 0
}

// split fills r.spans with the fields of a line, without quotes and the space round them.
func (r *Reader) fields(ln line, body span, between byte) *SyntaxError {
	text := ln.text
	r.spans = r.spans[:0]
	if between == '\t' { // the tabs at the ends count
		body = span{0, len(text)}
	}
	for i := body.from; ; {
		for i < body.to && isSpace(text[i]) && text[i] != between {
			i++
		}
		s := span{i, i}
		if i < body.to && text[i] == '"' {
			s.from++
			end := bytes.IndexByte(text[s.from:body.to], '"')
			if end < 0 {
				return fail(ln.no, ln.column(i), "format.csv.quote")
			}
			s.to = s.from + end
			i = s.to + 1
			for i < body.to && isSpace(text[i]) && text[i] != between {
				i++
			}
			if i < body.to && text[i] != between {
				return badChar(ln, i)
			}
		} else {
			for i < body.to && text[i] != between {
				i++
			}
			s.to = i
		}
		r.spans = append(r.spans, trim(text, s))
		if i >= body.to {
			return nil
		}
		i++
	}
}

// fieldLine takes a line of fields: nine cells, 81 cells, a header, or a puzzle
// among other fields.
func (r *Reader) fieldLine(ln line, body span, between byte) (p Puzzle, err error, done bool) {
	text := ln.text
	if e := r.fields(ln, body, between); e != nil {
		if isText(text[body.from:body.to]) {
			return r.words(ln, body)
		}
		return r.fault(ln, e, body)
	}
	if n := len(r.spans); (n == 10 || n == 82) && r.spans[n-1].len() == 0 {
		r.spans = r.spans[:n-1] // a comma at the end of the row
	}
	if others := r.spans[1:]; r.spans[0].len() == 9 && !slices.ContainsFunc(others, func(s span) bool { return s.len() > 0 }) {
		return r.gridLine(ln, r.spans[0]) // "53..7....", as it stands in program text
	}
	short, letters := true, true
	for _, s := range r.spans {
		short = short && s.len() <= 2
		letters = letters && s.len() > 0 && classes[text[s.from]] == letter
	}
	if short && !letters && (len(r.spans) > 1 || r.spans[0].len() < 2) {
		return r.cellFields(ln, body)
	}
	if i, kind := r.labelled(ln); i >= 0 {
		return r.fieldPuzzle(ln, i, kind, -1)
	}
	if h, ok := r.headerOf(ln, between); ok {
		if r.block.holds() {
			r.again(ln)
			return r.endBlock()
		}
		r.block.reset()
		r.csv = h
		r.inRun = false
		return p, nil, false
	}
	if isText(text[body.from:body.to]) || r.spans[0].len() > 0 && isLetter(text[r.spans[0].from]) {
		if e := r.lostDigits(ln); e != nil {
			return r.fault(ln, e, body)
		}
		return r.words(ln, body)
	}
	if e := r.lostDigits(ln); e != nil {
		return r.fault(ln, e, body)
	}
	for _, s := range r.spans {
		if s.len() > 1 {
			if allCells(text[s.from:s.to]) && s.len() > 7 {
				return r.fault(ln, lengthError(ln, s), body)
			}
			for i := s.from; i < s.to; i++ {
				if digits[text[i]] == noCell {
					return r.fault(ln, badChar(ln, i), body)
				}
			}
			return r.fault(ln, fail(ln.no, ln.column(s.from), "format.number", "text", string(text[s.from:s.to])), body)
		}
	}
	return r.fault(ln, fail(ln.no, ln.column(body.from), "format.csv.none"), body)
}

// cellFields takes a line whose fields are cells.
func (r *Reader) cellFields(ln line, body span) (Puzzle, error, bool) {
	text := ln.text
	r.cells = r.cells[:0]
	row := r.block.n
	for k, s := range r.spans {
		var e *SyntaxError
		switch word := text[s.from:s.to]; {
		case len(word) == 0:
			r.cells = append(r.cells, item{line: ln.no, column: ln.column(s.from), end: ln.column(s.from), empty: ' '})
			continue
		case digits[word[0]] == noCell:
			e = badChar(ln, s.from)
		case len(word) == 2 && digits[word[1]] == noCell:
			e = badChar(ln, s.from+1)
		case len(word) == 2:
			e = fail(ln.no, ln.column(s.from), "format.number", "text", string(word))
		}
		if e != nil {
			if len(r.spans) == 9 && row%9 == 0 {
				e.in(row + k)
			}
			return r.fault(ln, e, body)
		}
		r.cells = append(r.cells, cellAt(&ln, s.from))
	}
	if n := len(r.cells); n != 9 && n != 81 {
		return r.fault(ln, fail(ln.no, ln.column(r.spans[min(n-1, 9)].to), "format.rowLength", "n", n), span{0, 17})
	}
	if len(r.cells) == 81 {
		if r.block.holds() {
			r.again(ln)
			return r.endBlock()
		}
		return Puzzle{Grid: gridOf(r.cells), Kind: CSV, Line: ln.no}, nil, true
	}
	return r.addRow(ln, layout{shape: fields})
}

// fieldPuzzle returns the puzzle that is field i of a line, named by field name
// if that is not negative, else by the field before it if that is not a number.
func (r *Reader) fieldPuzzle(ln line, i int, kind Kind, name int) (Puzzle, error, bool) {
	if r.block.holds() {
		r.again(ln)
		return r.endBlock()
	}
	r.block.reset()
	p, e := wholeGrid(ln, r.spans[i], kind)
	r.inRun = true
	if e != nil {
		return r.bad(e)
	}
	p.Line = ln.no
	if kind == Line {
		p.Kind = CSV
	}
	if name < 0 && i > 0 && !r.csv.on {
		name = i - 1
	}
	if name >= 0 && name < len(r.spans) && name != i {
		s := r.spans[name]
		raw := ln.from(s.from)
		p.Name = printableName(raw[:len(raw)-len(ln.from(s.to))])
	}
	return p, nil, true
}

// headerOf reads the fields in r.spans as the names of columns; ok if one of
// them is known to name the puzzle.
func (r *Reader) headerOf(ln line, between byte) (h header, ok bool) {
	h = header{on: true, puzzle: -1, name: -1, between: between}
	for i, s := range r.spans {
		if s.len() >= 9 && allCells(ln.text[s.from:s.to]) {
			return header{}, false // a digit would be lost
		}
		raw := ln.from(s.from)
		field := strings.ToLower(string(raw[:len(raw)-len(ln.from(s.to))]))
		if h.puzzle < 0 && slices.Contains(puzzleColumns, field) {
			h.puzzle = i
		}
		if h.name < 0 && slices.Contains(nameColumns, field) {
			h.name = i
		}
	}
	return h, h.puzzle >= 0
}

// record takes a line below a header that says which column is the puzzle.
func (r *Reader) record(ln line, all span) (Puzzle, error, bool) {
	r.inRun = true
	if e := r.fields(ln, all, r.csv.between); e != nil {
		return r.bad(e)
	}
	if len(r.spans) <= r.csv.puzzle {
		return r.bad(fail(ln.no, ln.column(all.to), "format.csv.fields", "n", len(r.spans), "column", r.csv.puzzle+1))
	}
	s := r.spans[r.csv.puzzle]
	word := ln.text[s.from:s.to]
	kind, ok := oneLine(word)
	if !ok {
		if h, header := r.headerOf(ln, r.csv.between); header { // one more file
			r.csv = h
			return Puzzle{}, nil, false
		}
		for i, b := range word {
			if digits[b] == noCell {
				e := badChar(ln, s.from+i)
				if len(word) == 81 {
					e.in(i)
				}
				return r.bad(e)
			}
		}
		return r.bad(pastLength(ln, s))
	}
	return r.fieldPuzzle(ln, r.csv.puzzle, kind, r.csv.name)
}

// pastLength is lengthError for a word that can only be a whole grid.
func pastLength(ln line, s span) *SyntaxError {
	if s.len() < 81 {
		return fail(ln.no, ln.column(s.to), "format.tooShort", "n", s.len(), "missing", 81-s.len())
	}
	return lengthError(ln, s)
}
