package format

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"nonet/sudoku"
)

// JSON is read token by token. The elements of an array show what the array is: nine cells are a row, nine rows or 81
// cells are a board, and boards are a list. A list of a million boards takes no more memory than one board.
//
// The decoder of encoding/json would take more than twice the time, allocate 486 times per board, and hold strings of
// any length. It does not report columns. It also rejects texts that people paste as JSON: 'x', None, braces of C,
// boards with commas between them.

const (
	maxDepth  = 16
	maxString = 1 << 10
)

// boardHolders lists keys that may belong to a board, or to an object or list around a board. puzzleColumns lists more
// such keys.
var boardHolders = []string{"newboard", "grids", "boards", "value", "data"}

type value uint8

const (
	nothing value = iota
	aCell
	aRow
	aBoard
	aList // an array of boards, which the reader has already output
)

// frame is an array or object that is still open: its closing bracket has not been read.
type frame struct {
	place
	object bool
	closer byte
	holds  value // what the elements are; "nothing" before the first element
	n      int   // the number of complete elements

	after bool // set after a complete element: a comma or the closing bracket must follow
	comma bool // set after a comma: an element must follow

	// The following fields are for objects.
	key      keyOf  // the latest key, until its value is complete
	board    Puzzle // the object's board; meaningful if has is set and listed is not
	hasBoard bool   // set if the object has a board or a list of boards
	listed   bool   // set if the object has a list of boards
	title    string
	rules    []Note // the object's members that may be rules
	order    string // the latest key that is a keyOfOrder
	mask     string // the text of a member that may mark which cells are given
}

// keyOf classifies the keys of objects by what their values may be.
type keyOf uint8

const (
	noKey keyOf = iota
	keyOfBoard
	keyOfName
	keyOfKind
	keyOfOrder // a key whose value may say that rows are columns or boxes
	keyOfOther
)

type jsonReader struct {
	open         bool
	done         bool // set after the outermost value is complete; only space and a comma may follow on its line
	frames       []frame
	skip         int                 // while a value is skipped, how many of its brackets are open
	digit        uint8               // the digit of the current cell
	cells        [sudoku.Cells]uint8 // the cells of the current array
	board        [sudoku.Cells]uint8 // the rows read so far in the array that contains the current array
	puzzle       Puzzle              // the latest board that is complete
	text         []byte
	isPayload    bool // set if the outermost object has cells in the form of f-puzzles or SudokuPad
	isNonet      bool // set if the outermost object is in nonet's JSON
	null         bool
	zero         bool // set if the current board has the number 0
	nine         bool // set if the current board has the number 9
	mayHaveRules bool // set if the outermost object may have rules besides a board
	bare         bool // set if the outermost array has cages without names: [12, [[0, 0], [0, 1]]]
	caged        bool // set if the outermost array contains a cage as an object, as programs for killer puzzles write it
}

// topFrame returns the innermost open frame. The outermost frame is the text itself.
func (j *jsonReader) topFrame() *frame    { return &j.frames[len(j.frames)-1] }
func (j *jsonReader) parentFrame() *frame { return &j.frames[len(j.frames)-2] }

// expectsRow reports whether the frame's next element may be a row of a board.
func (f *frame) expectsRow() bool { return !f.object && f.holds != aBoard && f.n < 9 }

func (f *frame) endElement(v value) {
	f.holds = v
	f.n++
	f.recordValueEnd()
}

// recordValueEnd records that a value of the frame is complete, so that a comma or a closing bracket must follow.
func (f *frame) recordValueEnd() { f.after, f.comma, f.key = true, false, noKey }

func recogniseJSON(r *Reader, ln *line) answer {
	text := ln.text[ln.all.from:ln.all.to]
	start := r.jsonStartOf(text)
	if start < 0 || isShortJSON(text) {
		return no
	}
	raw := ln.rawFrom(ln.all.from + start)
	return yes.onlyIf(len(raw) > 0 && raw[0] == text[start]) // only an ASCII bracket begins JSON; text also shows full-width brackets as ASCII
}

// jsonStartOf returns the result of jsonStart. It also accepts "problem = [" if the lines below are cages.
func (r *Reader) jsonStartOf(text []byte) int {
	if head, ok := bytes.CutSuffix(text, []byte("[")); ok && bytes.HasSuffix(bytes.TrimSpace(head), []byte("=")) && isLetter(text[0]) {
		if r.keepBuffer(); r.beginsCage() { // beginsCage reads ahead; keepBuffer keeps the current line valid
			return len(head)
		}
	}
	return jsonStart(text)
}

// readJSON makes the reader continue byte by byte, from the first bracket on.
func readJSON(r *Reader, ln *line) {
	start := ln.all.from + r.jsonStartOf(ln.text[ln.all.from:ln.all.to])
	r.src.returnTo(ln, len(ln.raw)-len(ln.rawFrom(start)))
	r.json.open, r.json.done, r.json.skip = true, false, 0
	r.json.isPayload, r.json.isNonet, r.json.mayHaveRules, r.json.caged = false, false, false, false
	rest := trimQuoteMarks(ln.text, span{start + 1, len(ln.text)})
	r.json.bare = false
	r.src.keepBytes(ln.text[start] == '{' || rest.length() == 0 || strings.IndexByte("[{", ln.text[rest.from]) >= 0) // keep the bytes of an array of cages, which is parsed when it is complete
	r.json.frames = append(r.json.frames[:0], frame{holds: aBoard})
	r.inRun = false
	if before := ln.rawOf(span{ln.all.from, start}); namesOrder(before) {
		r.order = string(before)
	}
}

// jsonStart returns the index of a line's first bracket: 0, or the index after words such as "board =".
func jsonStart(text []byte) int {
	begins := func(i int) bool {
		rest := trimSpace(text, span{i + 1, len(text)})
		return text[i] == '{' || text[i] == '[' && (rest.length() == 0 && i == 0 ||
			rest.length() > 0 && (strings.IndexByte("[{\"'-.0123456789]", text[rest.from]) >= 0 || bytes.HasPrefix(text[rest.from:], []byte("null"))))
	}
	switch {
	case begins(0):
		return 0
	case !isLetter(text[0]):
		return -1
	}
	for i, b := range text {
		if b == '=' || b == ':' {
			if rest := trimSpace(text, span{i + 1, len(text)}); rest.length() > 0 && begins(rest.from) {
				return rest.from
			}
		}
	}
	return -1
}

// beginsCage reports whether the next array is a cage without names: [12, [… or [[[0, 0], ….
func (r *Reader) beginsCage() bool {
	s, i := &r.src, 0
	next := func() byte { // returns the next byte that is not space
		for {
			if s.r+i >= s.w && (i >= 64 || !s.readMore()) {
				return 0
			}
			if i++; s.buf[s.r+i-1] > ' ' {
				return s.buf[s.r+i-1]
			}
		}
	}
	number := func() byte { // number skips up to three digits and returns the byte after them, or 0 if there is no digit
		for n := 0; ; n++ {
			if b := next(); !isDigit(b) || n > 2 {
				return b * min(1, byte(n))
			}
		}
	}
	if next() != '[' {
		return false
	}
	if b := next(); isDigit(b) {
		i--
		return number() == ',' && next() == '['
	} else if b != '[' {
		return false
	}
	return next() == '[' && number() == ',' && number() == ']'
}

// readBoard reads tokens until a board is complete or an error occurs.
func (r *Reader) readBoard() {
	j := &r.json
	for j.open && r.done == len(r.out) {
		b, err := r.src.peek()
		switch {
		case err != nil:
			j.open = false
			if len(j.frames) > 1 && err == io.EOF {
				r.emitPuzzleError(r.nextPlace().errorHere("format.json.end", "line", j.frames[1].line))
			}
		case b == ' ' || b == '\t' || !j.done && (b == '\n' || b == '\r'):
			r.src.skipByte()
		case j.done:
			if b == ',' || b == ';' {
				r.src.skipByte()
			}
			j.open, r.order = false, ""
			r.src.keepBytes(false)
		default:
			object, where := len(j.frames) > 1 && j.frames[1].object, place{}
			if object {
				where = j.frames[1].place
			}
			if e := r.readToken(b); e != nil {
				r.skipOutermostValue()
				j.frames, j.skip = j.frames[:1], 0
				if !object || !isObject(string(r.src.pending)) {
					r.emitPuzzleError(e)
				} else if e := r.emitOutermostObject(where, FPuzzlesJSON); e != nil {
					r.emitPuzzleError(e)
				}
			}
			j.done = len(j.frames) == 1
		}
	}
}

func (r *Reader) nextPlace() place { return place{r.src.number, r.src.column + 1} }

// skipOutermostValue skips the rest of the outermost value after an error. It stops early at a blank line, and at a
// line that begins a board. Otherwise a missing bracket would hide all puzzles below.
func (r *Reader) skipOutermostValue() {
	depth := len(r.json.frames) - 1 + r.json.skip
	var quote byte
	lineStart := r.src.column == 0
	for depth > 0 {
		b, err := r.src.peek()
		if err != nil {
			break
		}
		newline := b == '\n' || b == '\r'
		if lineStart && (newline || r.src.hasNext("[[") || r.src.hasNext("{\"")) {
			break
		}
		switch {
		case newline || b == quote:
			quote = 0
		case quote != 0:
		case b == '"' || b == '\'':
			quote = b
		case b == '[' || b == '{':
			depth++
		case b == ']' || b == '}':
			depth--
		}
		r.src.skipByte()
		lineStart = newline
	}
}

// readKey reads a member's name, which determines how its value is read. Some names show that the object holds more
// than a grid.
func (r *Reader) readKey(top *frame, text []byte) *SyntaxError {
	top.key = keyOfOther
	rule, mask := false, ""
	switch name := string(text); {
	case name == "name" || name == "title":
		top.key = keyOfName
	case slices.Contains(puzzleColumns, name) || slices.Contains(boardHolders, name):
		top.key = keyOfBoard
	case name == "cells" && len(r.json.frames) == 2:
		r.json.isPayload = true
	case (name == "cages" || name == "areas" || name == "encoded_puzzle") && len(r.json.frames) == 2:
		r.json.mayHaveRules = true
	case hasRuleWord(name) && !(name == "constraints" && r.json.isNonet):
		rule = true
		r.json.mayHaveRules = r.json.mayHaveRules || len(r.json.frames) == 2 || len(r.json.frames) == 3 && r.json.frames[1].object
	case slices.Contains(kindMembers, name) && len(r.json.frames) == 2:
		top.key = keyOfKind
	case isWordIn(" order layout orientation arrangement ", name) || namesOrder(text):
		top.key, top.order = keyOfOrder, name
	case isWordIn(" mask fixed hidden locked visible revealed editable ", name):
		mask = name
	case slices.Contains(cellMembers, name) && len(r.json.frames) == 3 && !r.json.frames[1].object:
		r.json.caged = true
	case name == "nonet" && len(r.json.frames) == 2:
		r.json.isNonet = true
	}
	if b, err := r.peekToken(); err != nil || b != ':' {
		return r.nextPlace().errorHere("format.json.colon")
	}
	r.src.skipByte()
	if b, err := r.peekToken(); mask != "" && err == nil && b != 't' && b != 'f' {
		top.mask = mask // true and false are not masks
	} else if rule && err == nil && (b == '[' || b == '{' || b == 't') && !r.src.hasNext("[]") && !r.src.hasNext("{}") {
		top.rules = append(top.rules, Note{Part: string(text)})
	}
	if string(text) == "givens" && len(r.json.frames) == 2 {
		if b, err := r.peekToken(); err == nil && b == '{' { // in nonet's JSON, an object here maps cells to values
			top.key = keyOfOther
		}
	}
	return nil
}

// readStringValue reads a string as a value: one cell, a row of nine cells, a grid in one word, or a name.
func (r *Reader) readStringValue(top *frame, text []byte, where place) *SyntaxError {
	switch r.json.mayHaveRules = r.json.mayHaveRules || top.key == keyOfKind && !isPlainKind(string(text)); {
	case top.readName(text):
		return nil
	case len(text) == 1 && digits[text[0]] != noCell:
		return r.addCell(digits[text[0]], where)
	}
	r.ln = line{raw: text, number: where.line, before: where.column}
	ln := &r.ln
	r.norm = ln.setPlainText(r.norm)
	n := len(ln.text)
	if notation := r.wordNotationOf(ln.text); notation != nil {
		if top.holds != nothing && top.holds != aBoard {
			return where.errorHere("format.json.mixed")
		}
		p, e := notation.word.read(ln, span{0, n})
		p.Line = where.line
		r.json.puzzle = p
		if e == nil {
			e = r.addValue(aBoard, where)
		}
		return e
	}
	if n == 0 || n == 1 && ln.text[0] == ' ' {
		return r.addCell(0, where)
	}
	if i := strangeIndex(ln.text); i >= 0 {
		e := strangeCharError(ln, span{0, n})
		switch {
		case n == 9 && top.holds != aCell:
			e.inCell(top.n*9 + i)
		case n == 1:
			e.inCell(r.json.nextCellIndex())
		}
		return e
	}
	inside := place{where.line, where.column + 1}
	switch {
	case n == 1: // one character, perhaps a full-width digit of several bytes
		return r.addCell(digits[ln.text[0]], where)
	case n == 9:
		for i, b := range ln.text {
			r.json.cells[i] = digits[b]
		}
		return r.addValue(aRow, where)
	case n == 2 && isDigit(ln.text[0]) && isDigit(ln.text[1]):
		return inside.errorHere("format.number", "text", string(text)).inCell(r.json.nextCellIndex())
	case n < 41:
		return inside.errorHere("format.rowLength", "n", n)
	}
	return lengthError(ln, span{0, n}, true)
}

// readName handles a string whose key announces no board. It stores the puzzle's name or an order of values, and drops
// other strings. It returns false if the string belongs to a board.
func (f *frame) readName(text []byte) bool {
	switch f.key {
	case keyOfName:
		f.title = printableName(text)
	case keyOfOrder:
		if statesOrder(string(text)) || string(text) == "true" {
			f.rules = append(f.rules, Note{Part: f.order + ": " + printableName(text)})
		}
	case keyOfOther, keyOfKind:
	default:
		return false
	}
	f.recordValueEnd()
	return true
}

// nextCellIndex returns the index of the next cell in the current array, or −1 if the next value cannot be a cell.
func (j *jsonReader) nextCellIndex() int {
	top := j.topFrame()
	if top.object || top.holds > aCell {
		return -1
	}
	if up := j.parentFrame(); up.expectsRow() && top.n < 9 {
		return up.n*9 + top.n
	}
	return top.n
}

// readBareValue reads a value without quotes: a number, null, or a word such as None.
func (r *Reader) readBareValue(top *frame, where place) *SyntaxError {
	j := &r.json
	j.text = j.text[:0]
	for {
		b, err := r.src.peek()
		if err != nil || b >= utf8.RuneSelf || !isDigit(b) && !isLetter(b) && b != '-' && b != '+' && b != '.' {
			break
		}
		r.src.skipByte()
		if len(j.text) < 40 {
			j.text = append(j.text, b)
		}
	}
	switch text := string(j.text); {
	case text == "":
		return r.unexpectedError(where)
	case text == "Some" && r.src.hasNext("("): // Rust prints Some(5)
		r.src.skipByte()
		if digit, err := r.src.peek(); err != nil { // a later call reports that the text ends here
			return nil
		} else if r.src.skipByte(); isDigit(digit) && r.src.hasNext(")") {
			r.src.skipByte()
			return r.addCell(digit-'0', where)
		}
		return where.errorHere("format.number", "text", text).inCell(j.nextCellIndex())
	case top.readName(j.text):
		return nil
	case text == "null" || text == "None":
		j.null = true
		return r.addCell(0, where)
	case len(text) == 1 && isDigit(text[0]):
		j.zero, j.nine = j.zero || text == "0", j.nine || text == "9"
		return r.addCell(text[0]-'0', where)
	default:
		return where.errorHere("format.number", "text", text).inCell(j.nextCellIndex())
	}
}

// closeFrame ends an array or object whose closing bracket is at `where`. It outputs the puzzle if its board is now
// complete.
func (r *Reader) closeFrame(where place) *SyntaxError {
	j := &r.json
	closed := *j.topFrame()
	j.frames = j.frames[:len(j.frames)-1]
	up := j.topFrame()
	p := Puzzle{Line: closed.line}
	switch {
	case closed.object && j.isNonet && len(j.frames) == 1:
		return r.emitOutermostObject(closed.place, Nonet)
	case closed.object && (j.mayHaveRules || !closed.hasBoard && j.isPayload) && len(j.frames) == 1:
		return r.emitOutermostObject(closed.place, FPuzzlesJSON)
	case j.caged && closed.object && !closed.hasBoard && len(j.frames) == 2:
		up.recordValueEnd()
		return nil
	case j.caged && !closed.object && len(j.frames) == 1:
		return r.emitOutermostObject(closed.place, FPuzzlesJSON)
	case closed.object && !closed.hasBoard:
		return closed.errorHere("format.json.noBoard")
	case closed.object && !closed.listed:
		p = closed.board
		p.Name = closed.title
		if closed.mask != "" && p.Grid.Givens() == sudoku.Cells {
			closed.rules = append(closed.rules, Note{Part: closed.mask})
		}
		if closed.rules != nil {
			ruled := p // only this copy escapes to the heap, so p stays on the stack
			ruled.storeParsed(p.Puzzle(), closed.rules)
			p = ruled
		}
	case closed.holds == nothing:
		return closed.errorHere("format.json.empty")
	case closed.holds == aBoard:
		return r.addValue(aList, closed.place)
	case closed.holds == aRow && closed.n == 9:
		p.Grid, _ = sudoku.FromCells(j.board)
	case closed.holds == aRow:
		return where.errorHere("format.json.rows", "n", closed.n)
	case closed.n == sudoku.Cells:
		p.Grid, _ = sudoku.FromCells(j.cells)
	case closed.n == 9 && !up.object && up.closer != 0:
		return r.addValue(aRow, closed.place)
	case up.expectsRow():
		return where.errorHere("format.json.row", "n", closed.n, "row", up.n+1)
	default:
		return where.errorHere("format.json.cells", "n", closed.n)
	}
	fromZero := j.null && j.zero && !j.nine
	if j.null, j.zero, j.nine = false, false, false; fromZero {
		return closed.errorHere("format.fromZero", "empty", "null")
	}
	j.puzzle = p
	return r.addValue(aBoard, closed.place)
}

// emitOutermostObject outputs the puzzle of the outermost object.
func (r *Reader) emitOutermostObject(where place, kind Kind) *SyntaxError {
	if len(r.src.pending) >= maxPacked {
		return where.errorHere("format.json.long", "n", maxPacked>>10)
	}
	text := string(r.src.pending)
	r.json.topFrame().endElement(aBoard)
	r.emitPuzzle(Puzzle{Kind: kind, Line: where.line, column: where.column, later: func() (Puzzle, *SyntaxError) {
		if kind == Nonet {
			return readNonet(text, where)
		}
		p, wrong := readPuzzleJSON(text)
		if wrong != nil {
			return p, wrong.errorAt(where)
		}
		if p.Kind == FPuzzles || p.Kind == SudokuPad {
			p.Kind++ // the constant after a link's kind is its JSON's kind, such as FPuzzlesJSON after FPuzzles
		}
		return p, nil
	}})
	return nil
}

func (r *Reader) addCell(digit uint8, where place) *SyntaxError {
	r.json.digit = digit
	return r.addValue(aCell, where)
}

// addValue adds a value to the current array or object. addValue outputs a board in an array at once, and a board in an
// object at the end of the object.
func (r *Reader) addValue(v value, where place) *SyntaxError {
	j, top := &r.json, r.json.topFrame()
	j.puzzle.Kind = JSON
	holds := min(v, aBoard)
	switch {
	case top.hasBoard && holds == aBoard:
		return where.errorHere("format.json.twoBoards")
	case top.object && v == aBoard:
		top.board, top.hasBoard = j.puzzle, true
		top.recordValueEnd()
	case top.object && holds != aBoard || top.holds != nothing && top.holds != holds:
		return where.errorHere("format.json.mixed")
	case v == aCell && top.n < 9 && j.parentFrame().holds == aRow && j.parentFrame().n == 9:
		return top.errorHere("format.json.rows", "n", 10)
	case v == aCell && top.n == sudoku.Cells:
		return where.errorHere("format.json.cells", "n", top.n+1)
	case v == aRow && top.n == 9:
		return where.errorHere("format.json.rows", "n", 10)
	default:
		switch v {
		case aCell:
			j.cells[top.n] = j.digit
		case aRow:
			copy(j.board[top.n*9:], j.cells[:9])
		case aBoard:
			r.emitPuzzle(j.puzzle)
		case aList:
			top.hasBoard, top.listed = top.object, top.object
		}
		top.endElement(holds)
	}
	return nil
}

func appendJSON(dst []byte, p Puzzle) []byte {
	dst = append(dst, '[')
	for c, v := range p.Grid.Values() {
		switch {
		case c == 0:
			dst = append(dst, '[')
		case c%9 == 0:
			dst = append(dst, "],["...)
		default:
			dst = append(dst, ',')
		}
		dst = append(dst, '"', ".123456789"[v], '"')
	}
	return append(dst, "]]\n"...)
}
