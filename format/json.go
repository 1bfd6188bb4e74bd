package format

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"nonet/sudoku"
)

// A JSON text is read token by token, and arrays are told apart by what they
// hold: nine cells are a row, nine rows a board, 81 cells a board, boards a list.
// So a list of a million boards takes no more memory than one.

const (
	maxDepth  = 16
	maxString = 1 << 10
)

type value uint8

const (
	nothing value = iota
	cell
	row
	board
)

type frame struct {
	object bool
	closer byte
	holds  value // what the elements are, nothing before the first
	n      int   // elements so far
	line   int
	column int

	after    bool // an element stands before: a comma or the end is next
	comma    bool // a comma stands before: an element must follow
	key      bool // of an object: a key has been read, its value follows
	skip     bool // of an object: that value is of no interest
	name     bool // of an object: that value is the name
	hasBoard bool
	listed   bool // of an object: its boards have been returned already
	title    string
}

type jsonReader struct {
	on     bool
	frames []frame
	done   bool // a value ended at depth 0; only space, a comma or an end may follow on the line
	line   int  // where the board at hand began
	values [sudoku.Cells]uint8
	n      int
	pencil *[sudoku.Cells]sudoku.Candidates
	text   []byte
}

// startsJSON reports whether a line begins with an array or an object.
func startsJSON(text []byte) bool {
	switch text[0] {
	case '{':
		return true
	case '[':
		rest := trim(text, span{1, len(text)})
		return rest.len() == 0 || bytes.IndexByte([]byte("[{\"'-.0123456789]"), text[rest.from]) >= 0 ||
			bytes.HasPrefix(text[rest.from:], []byte("null"))
	}
	return false
}

// jsonAt is where an array or an object begins at the head of a line of any
// length, −1 if none does.
func jsonAt(raw []byte) int {
	s := trim(raw, span{0, min(len(raw), 100)})
	if s.len() == 0 || !startsJSON(raw[s.from:s.to]) {
		return -1
	}
	return s.from
}

// indexJSON is where a board begins after words such as "board =", −1 if none does.
func indexJSON(text []byte) int {
	if !isLetter(text[0]) {
		return -1
	}
	for i, b := range text {
		if b == '=' || b == ':' {
			rest := trim(text, span{i + 1, len(text)})
			if rest.len() > 0 && (text[rest.from] == '[' && rest.len() > 1 || text[rest.from] == '{') && startsJSON(text[rest.from:]) {
				return rest.from
			}
		}
	}
	return -1
}

// startJSON goes on by bytes from character i of the line.
func (r *Reader) startJSON(ln line, i int) {
	r.src.back(ln, len(ln.raw)-len(ln.from(i)))
	j := &r.json
	j.on, j.done, j.frames, j.n = true, false, j.frames[:0], 0
}

// nextJSON takes tokens up to the end of a board.
func (r *Reader) nextJSON() (p Puzzle, err error, done bool) {
	j := &r.json
	for {
		b, err := r.src.peek()
		if err != nil {
			j.on = false
			if len(j.frames) > 0 && err.Error() == "EOF" {
				e := fail(r.src.no, r.src.column+1, "format.json.end", "line", j.frames[0].line)
				return r.endJSON(e)
			}
			return p, nil, false
		}
		if j.done {
			switch {
			case b == ' ' || b == '\t':
				r.src.next()
			case b == ',' || b == ';':
				r.src.next()
				j.on = false
				return p, nil, false
			default:
				j.on = false
				return p, nil, false
			}
			continue
		}
		if b == ' ' || b == '\t' || b == '\n' || b == '\r' {
			r.src.next()
			continue
		}
		p, e, done := r.token(b)
		if e != nil {
			return r.recover(e)
		}
		if len(j.frames) == 0 {
			j.done = true
		}
		if done {
			p.Line, p.Kind = j.line, JSON
			p.Pencil = j.pencil
			j.pencil = nil
			return p, nil, true
		}
		if j.done {
			continue
		}
	}
}

func (r *Reader) endJSON(e *SyntaxError) (Puzzle, error, bool) {
	r.json.on = false
	r.json.frames = r.json.frames[:0]
	r.json.pencil = nil
	return r.bad(e)
}

// recover skips the rest of the outermost array or object after an error; a
// blank line, or one that begins a board, ends it too, lest one bracket too few
// hide all that follows.
func (r *Reader) recover(e *SyntaxError) (Puzzle, error, bool) {
	depth := len(r.json.frames)
	var quote byte
	lineStart := r.src.column == 0
	for depth > 0 {
		b, err := r.src.peek()
		if err != nil {
			break
		}
		newline := b == '\n' || b == '\r'
		if lineStart && (newline || r.src.has("[[") || r.src.has("{\"")) {
			break
		}
		switch {
		case newline:
			quote = 0
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		case b == '[' || b == '{':
			depth++
		case b == ']' || b == '}':
			depth--
		}
		r.src.next()
		lineStart = newline
	}
	r.json.done = true
	p, err, done := r.endJSON(e)
	return p, err, done
}

// token takes one token, which begins with b; done if it ends a board.
func (r *Reader) token(b byte) (p Puzzle, e *SyntaxError, done bool) {
	j := &r.json
	no, column := r.src.no, r.src.column+1
	var top *frame
	if len(j.frames) > 0 {
		top = &j.frames[len(j.frames)-1]
	}
	unexpected := func() *SyntaxError {
		ru, _ := r.peekRune()
		if ru >= ' ' && printable(ru) {
			return fail(no, column, "format.json.token", "char", string(ru))
		}
		return badRune(no, column, ru)
	}
	switch {
	case b == '[' || b == '{':
		if top != nil && (top.object && !top.key || top.after) {
			return p, unexpected(), false
		}
		if top != nil && top.object && top.skip {
			r.src.next()
			return p, r.skipValue(b, no, column), false
		}
		if len(j.frames) == maxDepth {
			return p, fail(no, column, "format.json.deep", "n", maxDepth), false
		}
		r.src.next()
		f := frame{object: b == '{', closer: b + 2, line: no, column: column} // ASCII: [ and ], { and } are two apart
		if f.object && r.initialiser() {
			f.object = false
		}
		j.frames = append(j.frames, f)
		return p, nil, false
	case b == ',':
		if top == nil || !top.after {
			return p, unexpected(), false
		}
		r.src.next()
		top.after, top.comma = false, true
		return p, nil, false
	case b == ':':
		return p, unexpected(), false // keys take theirs
	case b == ']' || b == '}':
		if top == nil || top.closer != b || top.comma && top.holds != board || top.key {
			return p, unexpected(), false
		}
		r.src.next()
		return r.closeFrame(no, column)
	case b == '"' || b == '\'':
		if top.after {
			return p, unexpected(), false
		}
		text, e := r.string(b)
		if e != nil {
			return p, e, false
		}
		if top.object && !top.key {
			return p, r.key(top, text), false
		}
		return r.stringValue(top, text, no, column)
	default:
		if top.after || top.object && !top.key {
			return p, unexpected(), false
		}
		return r.bare(top, unexpected, no, column)
	}
}

// initialiser reports whether after a brace comes what a C program would write
// into an array, rather than the key of an object.
func (r *Reader) initialiser() bool {
	for {
		switch b, err := r.src.peek(); {
		case err != nil:
			return false
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			r.src.next()
		default:
			return b == '{' || b == '\'' || isDigit(b)
		}
	}
}

func (r *Reader) peekRune() (rune, int) {
	s := &r.src
	for !utf8.FullRune(s.buf[s.r:s.w]) && s.fill() {
	}
	return decode(s.buf[s.r:s.w])
}

// string takes a string, without its quotes; escapes but \" and \\ are kept as
// they are, since none of them stands for a cell.
func (r *Reader) string(quote byte) ([]byte, *SyntaxError) {
	no, column := r.src.no, r.src.column+1
	j := &r.json
	j.text = j.text[:0]
	r.src.next()
	for escaped := false; ; {
		b, err := r.src.peek()
		if err != nil || b == '\n' || b == '\r' {
			return nil, fail(no, column, "format.json.string")
		}
		if b < ' ' {
			return nil, badRune(r.src.no, r.src.column+1, rune(b))
		}
		if b >= utf8.RuneSelf && utf8.RuneStart(b) {
			if ru, _ := r.peekRune(); ru < 0 {
				return nil, badRune(r.src.no, r.src.column+1, ru)
			}
		}
		r.src.next()
		if !escaped && b == quote {
			return j.text, nil
		}
		escaped = !escaped && b == '\\'
		if !escaped && len(j.text) < maxString {
			j.text = append(j.text, b)
		}
	}
}

// key takes the key of an object and the colon after it.
func (r *Reader) key(top *frame, text []byte) *SyntaxError {
	name := string(text)
	top.key, top.name = true, name == "name" || name == "title"
	top.skip = !top.name && !slices.Contains(puzzleColumns, name)
	for {
		b, err := r.src.peek()
		switch {
		case err == nil && (b == ' ' || b == '\t' || b == '\n' || b == '\r'):
			r.src.next()
		case err == nil && b == ':':
			r.src.next()
			return nil
		default:
			return fail(r.src.no, r.src.column+1, "format.json.colon")
		}
	}
}

// skipValue skips the rest of an array or object of no interest.
func (r *Reader) skipValue(b byte, no, column int) *SyntaxError {
	for depth := 1; depth > 0; {
		b, err := r.src.peek()
		if err != nil {
			return fail(no, column, "format.json.end", "line", no)
		}
		switch b {
		case '"':
			if _, e := r.string(b); e != nil {
				return e
			}
			continue
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		r.src.next()
	}
	top := &r.json.frames[len(r.json.frames)-1]
	top.after, top.key, top.comma = true, false, false
	return nil
}

// stringValue takes a string that is a value: a cell, a row of nine, a grid of
// 81 or 729 characters, or a name.
func (r *Reader) stringValue(top *frame, text []byte, no, column int) (p Puzzle, e *SyntaxError, done bool) {
	j := &r.json
	if top.object && (top.skip || top.name) {
		if top.name {
			top.title = printableName(text)
		}
		top.after, top.key, top.comma = true, false, false
		return p, nil, false
	}
	ln := line{raw: text, no: no, before: column}
	r.norm = ln.plain(r.norm)
	n := len(ln.text)
	if n == 0 || n == 1 && ln.text[0] == ' ' {
		return p, r.cell(top, 0, no, column), false
	}
	for i, b := range ln.text {
		if digits[b] == noCell {
			e := badChar(ln, i)
			switch {
			case n == 81:
				e.in(i)
			case n == 9 && top.holds != cell:
				e.in(top.n*9 + i)
			case n == 1:
				e.in(r.cellHere(top))
			}
			return p, e, false
		}
	}
	kind, whole := oneLine(ln.text)
	switch {
	case n == 1:
		return p, r.cell(top, digits[ln.text[0]], no, column), false
	case whole:
		if j.holdsOther(top, board) {
			return p, fail(no, column, "format.json.mixed"), false
		}
		q, e := wholeGrid(ln, span{0, n}, kind)
		if e != nil {
			return p, e, false
		}
		j.line, j.pencil = no, q.Pencil
		return r.boardIn(top, q, no, column)
	case n == 9:
		if j.holdsOther(top, row) || top.object {
			return p, fail(no, column, "format.json.mixed"), false
		}
		if top.n == 9 {
			return p, fail(no, column, "format.json.rows", "n", 10), false
		}
		if top.n == 0 {
			j.line, j.n = top.line, 0
		}
		for i, b := range ln.text {
			j.values[top.n*9+i] = digits[b]
		}
		top.holds = row
		top.n++
		top.after, top.comma = true, false
		return p, nil, false
	case n == 2 && isDigit(ln.text[0]) && isDigit(ln.text[1]):
		return p, fail(no, column+1, "format.number", "text", string(text)).in(r.cellHere(top)), false
	case n < 41:
		return p, fail(no, column+1, "format.rowLength", "n", n), false
	default:
		return p, pastLength(ln, span{0, n}), false
	}
}

func (j *jsonReader) holdsOther(top *frame, v value) bool {
	return top.holds != nothing && top.holds != v
}

// cellHere is the cell that comes next in the array at hand; −1 if it is none.
func (r *Reader) cellHere(top *frame) int {
	j := &r.json
	if top.object || top.holds > cell {
		return -1
	}
	if k := len(j.frames) - 2; k >= 0 && !j.frames[k].object && j.frames[k].holds <= row && top.n < 9 && j.frames[k].n < 9 {
		return j.frames[k].n*9 + top.n
	}
	return top.n
}

// bare takes a number, or null.
func (r *Reader) bare(top *frame, unexpected func() *SyntaxError, no, column int) (p Puzzle, e *SyntaxError, done bool) {
	j := &r.json
	j.text = j.text[:0]
	for {
		b, err := r.src.peek()
		if err != nil || b >= utf8.RuneSelf || !isDigit(b) && !isLetter(b) && b != '-' && b != '+' && b != '.' {
			break
		}
		r.src.next()
		if len(j.text) < 40 {
			j.text = append(j.text, b)
		}
	}
	text := string(j.text)
	switch {
	case text == "":
		return p, unexpected(), false
	case top.object && (top.skip || top.name):
		if top.name {
			top.title = text
		}
		top.after, top.key, top.comma = true, false, false
		return p, nil, false
	case text == "null" || text == "None":
		return p, r.cell(top, 0, no, column), false
	case len(text) == 1 && isDigit(text[0]):
		return p, r.cell(top, text[0]-'0', no, column), false
	}
	return p, fail(no, column, "format.number", "text", text).in(r.cellHere(top)), false
}

// cell puts a cell into the array at hand.
func (r *Reader) cell(top *frame, digit uint8, no, column int) *SyntaxError {
	j := &r.json
	if j.holdsOther(top, cell) || top.object {
		return fail(no, column, "format.json.mixed")
	}
	at := top.n
	if k := len(j.frames) - 2; k >= 0 && !j.frames[k].object && j.frames[k].holds == row && top.n < 9 {
		if j.frames[k].n == 9 {
			return fail(top.line, top.column, "format.json.rows", "n", 10)
		}
		at = j.frames[k].n*9 + top.n
	}
	if at >= sudoku.Cells || top.n >= 9 && at != top.n {
		return fail(no, column, "format.json.cells", "n", top.n+1)
	}
	j.values[at] = digit
	top.holds = cell
	top.n++
	top.after, top.comma = true, false
	return nil
}

// closeFrame takes the end of an array or object.
func (r *Reader) closeFrame(no, column int) (p Puzzle, e *SyntaxError, done bool) {
	j := &r.json
	closed := j.frames[len(j.frames)-1]
	var up *frame
	if len(j.frames) > 1 {
		up = &j.frames[len(j.frames)-2]
	}
	blame := func(key string, n int) (Puzzle, *SyntaxError, bool) {
		return Puzzle{}, fail(no, column, key, "n", n), false
	}
	g := func() sudoku.Grid {
		grid, _ := sudoku.FromCells(j.values)
		return grid
	}
	switch {
	case closed.object && !closed.hasBoard:
		return p, fail(closed.line, closed.column, "format.json.noBoard"), false
	case closed.object && !closed.listed:
		p = Puzzle{Grid: g(), Name: closed.title}
	case closed.holds == cell && closed.n == sudoku.Cells:
		p.Grid = g()
		j.line = closed.line
	case closed.holds == cell && closed.n == 9 && up != nil && !up.object:
		if j.holdsOther(up, row) {
			return p, fail(closed.line, closed.column, "format.json.mixed"), false
		}
		if up.n == 9 {
			return p, fail(closed.line, closed.column, "format.json.rows", "n", 10), false
		}
		if up.holds == nothing {
			up.holds = row // the first row was collected where it belongs
		}
		up.n++
		up.after, up.comma = true, false
		j.frames = j.frames[:len(j.frames)-1]
		return p, nil, false
	case closed.holds == cell:
		if up != nil && !up.object && up.holds <= row && up.n < 9 {
			p, e, done := blame("format.json.row", closed.n)
			e.What.Args = append(e.What.Args, "row", up.n+1)
			return p, e, done
		}
		return blame("format.json.cells", closed.n)
	case closed.holds == row && closed.n == 9:
		p.Grid = g()
		j.line = closed.line
	case closed.holds == row:
		return blame("format.json.rows", closed.n)
	case closed.holds == nothing:
		return p, fail(closed.line, closed.column, "format.json.empty"), false
	default: // a list of boards, each returned already
		j.frames = j.frames[:len(j.frames)-1]
		if up != nil {
			if up.hasBoard {
				return p, fail(closed.line, closed.column, "format.json.twoBoards"), false
			}
			if !up.object && j.holdsOther(up, board) {
				return p, fail(closed.line, closed.column, "format.json.mixed"), false
			}
			up.holds = board
			up.after, up.comma, up.key = true, false, false
			up.n++
			if up.object {
				up.hasBoard, up.listed = true, true
			}
		}
		return p, nil, false
	}
	j.frames = j.frames[:len(j.frames)-1]
	if up == nil {
		return p, nil, true
	}
	return r.boardIn(up, p, closed.line, closed.column)
}

// boardIn puts a board into the array or object at hand: it is returned, unless
// an object is to be read to its end.
func (r *Reader) boardIn(top *frame, p Puzzle, no, column int) (Puzzle, *SyntaxError, bool) {
	j := &r.json
	if top.object {
		if top.hasBoard {
			return p, fail(no, column, "format.json.twoBoards"), false
		}
		j.values = p.Grid.Values()
		top.hasBoard, top.after, top.key, top.comma = true, true, false, false
		return Puzzle{}, nil, false
	}
	if j.holdsOther(top, board) {
		return p, fail(no, column, "format.json.mixed"), false
	}
	top.holds = board
	top.n++
	top.after, top.comma = true, false
	return p, nil, true
}
