package format

import (
	"bytes"
	"encoding/binary"
	"io"
	"iter"
	"strings"

	"nonet/sudoku"
)

// Reader reads puzzles one by one, in memory that does not grow with the input.
type Reader struct {
	src  source
	norm []byte // backs a line's text
	held line   // a line to look at again, if hold
	hold bool

	heldErr error // what reading it gave

	block block
	cells []item // of the line at hand
	spans []span
	json  jsonReader
	count count
	csv   header
	text  words
	name  string // from the comment above

	puzzles int
	inRun   bool // the last thing read was a puzzle on a line of its own, or a bad one
	inGrid  bool // the last thing read was the last row of a grid
	looks   int  // the last line so far of a grid that has blank rows for looks, 0 if none
	queue   []error
	ready   *Puzzle // comes after the errors in queue
	err     error
}

// count is a number on a line of its own, which says how many puzzles follow.
type count struct {
	on   bool
	n    int
	seen int
	line int
	at   item // the same as a cell, should it turn out to be one
	kind Kind // of the puzzles that follow, if any was read
	some bool
}

// header is the first line of a CSV file.
type header struct {
	on      bool
	puzzle  int // the column with the puzzle, −1 if no name says which
	name    int // the column with its name, −1 if there is none
	between byte
}

// words are lines that may be titles of the puzzle that follows.
type words struct {
	on    bool
	first *SyntaxError // what they are if no puzzle follows
	title string

	column bool // they are the name of a column of puzzles
}

// NewReader reads from r, no further than it needs: a puzzle on one line is
// returned as soon as its line is complete.
func NewReader(r io.Reader) *Reader { return &Reader{src: newSource(r)} }

// All yields what [Reader.Next] returns until the end; it stops after an error
// that is no *SyntaxError.
func All(r io.Reader) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		for in := NewReader(r); ; {
			p, err := in.Next()
			if err == io.EOF {
				return
			}
			_, syntax := err.(*SyntaxError)
			if !yield(p, err) || err != nil && !syntax {
				return
			}
		}
	}
}

// Parse returns all puzzles of a text, and those before the first error with it.
func Parse(text string) ([]Puzzle, error) {
	var all []Puzzle
	for p, err := range All(strings.NewReader(text)) {
		if err != nil {
			return all, err
		}
		all = append(all, p)
	}
	return all, nil
}

// ParseOne returns the one puzzle of a text. None or several are a *SyntaxError.
func ParseOne(text string) (Puzzle, error) {
	r := NewReader(strings.NewReader(text))
	p, err := r.Next()
	if err == io.EOF {
		return p, fail(1, 1, "format.none")
	}
	if err != nil {
		return p, err
	}
	switch second, err := r.Next(); {
	case err == io.EOF:
		return p, nil
	case err != nil:
		return Puzzle{}, err
	default:
		return Puzzle{}, fail(second.Line, 1, "format.several")
	}
}

// Next returns the next puzzle. The error is io.EOF after the last one; a
// *SyntaxError for a puzzle that cannot be read, after which Next goes on with
// the one that follows; and else the error of the underlying reader. A puzzle on
// a line of its own costs no allocation.
func (r *Reader) Next() (p Puzzle, err error) {
	if r.plain() && r.quick(&p) {
		return p, nil
	}
	for {
		if len(r.queue) > 0 {
			err := r.queue[0]
			r.queue = r.queue[1:]
			return Puzzle{}, err
		}
		if r.ready != nil {
			p, r.ready = *r.ready, nil
			return p, nil
		}
		if r.err != nil {
			return Puzzle{}, r.err
		}
		done := false
		if r.json.on {
			p, err, done = r.nextJSON()
		} else {
			p, err, done = r.nextLine()
		}
		switch {
		case !done:
		case err != nil:
			r.queue = append(r.queue, err)
		case r.emit(&p):
			return p, nil
		}
	}
}

// plain reports whether nothing is pending, so that a line can be taken by itself.
func (r *Reader) plain() bool {
	return !r.hold && !r.block.open && !r.json.on && !r.text.on && !r.count.on && r.csv.puzzle <= 0 && r.csv.name <= 0 &&
		len(r.queue) == 0 && r.ready == nil && r.err == nil && r.name == ""
}

// quick takes 81 characters and the end of their line, if that is what comes next.
func (r *Reader) quick(p *Puzzle) bool {
	s := &r.src
	b := s.buf[s.r:s.w]
	if len(b) < 82 || !s.started || !s.atLine() {
		return false
	}
	n := 82
	if b[81] == '\r' && len(b) > 82 {
		n = 83
	}
	if b[n-1] != '\n' || !grid81(b, p) {
		return false
	}
	p.Line = s.no
	if r.csv.on {
		p.Kind = CSV
	}
	s.r += n
	r.passed(1)
	return true
}

// grid81 reads 81 characters that stand for a cell wherever they are.
func grid81(b []byte, p *Puzzle) bool {
	var values [sudoku.Cells]uint8
	if !lineCells((*[sudoku.Cells]byte)(b), &values) {
		return false
	}
	g, err := sudoku.FromCells(values)
	p.Grid = g
	return err == nil
}

// lineCells is the values of 81 characters, if they stand for a cell wherever
// they are.
func lineCells(text *[sudoku.Cells]byte, values *[sudoku.Cells]uint8) bool {
	if digitsAndDots(text, values) {
		return true
	}
	bad := uint8(0)
	for i, c := range text {
		values[i] = plainDigits[c]
		bad |= values[i]
	}
	return bad != noCell
}

// digitsAndDots reads cells that are all digits or dots, eight at once, and
// reports whether they are. Of these bytes only digits have the bit 0x10:
//
//	'.'  0x2e         value 0
//	'0'  0x30 … 0x39  value in the low four bits
func digitsAndDots(cells *[sudoku.Cells]byte, values *[sudoku.Cells]uint8) bool {
	const ones = 0x0101010101010101
	var other, above uint64 // bytes that are not what the values were; digits above 9
	read := func(w uint64) uint64 {
		digit := w >> 4 & ones
		v := w & (digit<<4 - digit)
		other |= w ^ (v + 2*digit + '.'*ones)
		above |= w + 6*ones
		return v
	}
	for i := 0; i+8 <= sudoku.Cells; i += 8 {
		binary.LittleEndian.PutUint64(values[i:i+8], read(binary.LittleEndian.Uint64(cells[i:i+8])))
	}
	values[sudoku.Cells-1] = uint8(read('0'*(ones-1) + uint64(cells[sudoku.Cells-1])))
	return other == 0 && above&(0x40*ones) == 0
}

// emit checks a puzzle against the count and the words before it. It reports
// false if errors go before it; it is ready then.
func (r *Reader) emit(p *Puzzle) bool {
	multi := p.Kind != Line && p.Kind != Pencil729 && p.Kind != CSV
	if c := &r.count; c.on {
		if !c.some {
			c.some, c.kind = true, p.Kind
		}
		switch {
		case p.Kind != c.kind:
			r.endCount()
		case c.seen == c.n:
			r.queue = append(r.queue, fail(p.Line, 1, "format.countMany", "line", c.line, "n", c.n, "more", c.n+1))
			c.on = false
		default:
			c.seen++
			if p.Kind == Rows {
				p.Kind = POJ
			}
		}
	}
	if r.text.on {
		if !multi && r.text.column {
			p.Kind = CSV
			r.csv = header{on: true, name: -1, between: ','}
		} else if !multi && p.Kind != CSV {
			r.queue = append(r.queue, r.text.first)
		} else if p.Name == "" && multi {
			p.Name = strings.TrimRight(r.text.title, " :=")
		}
		r.text = words{}
	}
	if p.Name == "" {
		p.Name = r.name
	}
	r.name = ""
	r.puzzles++
	r.inRun = !multi
	if len(r.queue) == 0 {
		return true
	}
	q := *p
	r.ready = &q
	return false
}

// endCount ends the puzzles that a count announced.
func (r *Reader) endCount() {
	if c := &r.count; c.on {
		c.on = false
		switch {
		case c.seen == 0:
			r.queue = append(r.queue, fail(c.line, c.at.column, "format.countNone", "count", c.n))
		case c.seen < c.n:
			r.queue = append(r.queue, fail(c.line, c.at.column, "format.countFew", "count", c.n, "n", c.seen))
		}
	}
}

// bad counts a puzzle that cannot be read.
func (r *Reader) bad(err *SyntaxError) (Puzzle, error, bool) {
	if c := &r.count; c.on && c.seen < c.n {
		c.seen++
	}
	r.name = ""
	return Puzzle{}, err, true
}

// read is the next line.
func (r *Reader) read() (ln line, err error) {
	if r.hold {
		r.hold = false
		return r.held, r.heldErr
	}
	if ln, err = r.src.line(); err == nil {
		r.norm = ln.plain(r.norm)
	}
	return ln, err
}

// again makes ln the next line to be read.
func (r *Reader) again(ln line) { r.held, r.heldErr, r.hold = ln, nil, true }

func (r *Reader) nextLine() (p Puzzle, err error, done bool) {
	ln, err := r.read()
	switch {
	case err == errLongLine && jsonAt(ln.raw) >= 0 && !r.block.holds():
		r.startJSON(ln, jsonAt(ln.raw))
		return p, nil, false
	case err == errLongLine:
		e := fail(ln.no, MaxLine+1, "format.longLine", "n", MaxLine)
		if r.block.holds() {
			r.block.spoil(ln, e, 9)
			return r.endIfFull()
		}
		r.inRun = true
		return r.bad(e)
	case err == io.EOF && r.block.mayEnd():
		r.held, r.heldErr, r.hold = ln, err, true
		return r.endBlock()
	case err != nil:
		r.err = err
		if err == io.EOF {
			r.atEnd()
		}
		return p, nil, false
	}
	return r.take(ln)
}

// atEnd puts what is wrong at the end of the text into the queue.
func (r *Reader) atEnd() {
	if r.block.holds() {
		_, err, _ := r.endBlock()
		r.queue = append(r.queue, err)
	}
	r.endCount()
	if r.text.on && (r.puzzles == 0 || r.inRun) {
		r.queue = append(r.queue, r.text.first)
	}
}

// endBlock ends a grid that is not full, unless its blank rows make it so.
func (r *Reader) endBlock() (Puzzle, error, bool) {
	if r.block.settle(); r.block.full() {
		return r.endIfFull()
	}
	err := r.block.broken()
	r.block.reset()
	r.inRun = false
	r.text = words{}
	return r.bad(err)
}

// endIfFull returns the grid if it is full.
func (r *Reader) endIfFull() (Puzzle, error, bool) {
	b := &r.block
	if !b.full() {
		return Puzzle{}, nil, false
	}
	if b.err == nil && b.seen[fields] && isHeader(b.items[:9]) && r.tenthRow() {
		b.dropRow()
		return Puzzle{}, nil, false
	}
	p, err := b.puzzle()
	if len(b.blanks) > 0 {
		r.looks = b.to
	}
	b.reset()
	r.inGrid = true
	if err != nil {
		r.inRun = false
		r.text = words{}
		return r.bad(err)
	}
	return p, nil, true
}

// tenthRow reports whether one more row of fields follows, so that the first one
// but numbers the columns.
func (r *Reader) tenthRow() bool {
	ln, err := r.read()
	r.held, r.heldErr, r.hold = ln, err, true
	if err != nil {
		return false
	}
	body := trim(ln.text, span{0, len(ln.text)})
	if body.len() == 0 {
		return false
	}
	between := separator(ln.text, body)
	return between != 0 && bytes.Count(ln.text, []byte{between}) == 8
}

// take takes the next line.
func (r *Reader) take(ln line) (p Puzzle, err error, done bool) {
	if !r.block.open && r.csv.puzzle <= 0 && r.csv.name <= 0 && len(ln.raw) >= 81 && endsField(ln.raw, 81) && grid81(ln.raw, &p) {
		return r.lined(p, ln, 81)
	}
	all := unwrapped(ln.text, span{0, len(ln.text)})
	text := ln.text[all.from:all.to]
	after := r.inGrid
	r.inGrid = false
	switch {
	case len(text) == 0:
		return r.blank()
	case text[0] == '#':
		if r.block.mayEnd() {
			r.again(ln)
			return r.endBlock()
		}
		r.comment(ln, all.from+1)
		return p, nil, false
	case startsJSON(text):
		if r.block.holds() {
			r.again(ln)
			return r.endBlock()
		}
		r.block.reset()
		r.inRun = false
		r.startJSON(ln, all.from)
		return p, nil, false
	case isBorder(text):
		if r.looks > 0 && r.looks == ln.no-1 {
			r.looks = ln.no
		}
		if after && !r.block.open {
			return p, nil, false // the grid's lower border
		}
		if r.block.open || !r.inRun {
			r.block.openAt(ln.no)
			r.block.ruled = true
			r.block.border()
		}
		return p, nil, false
	}
	if i := indexJSON(text); i >= 0 {
		if r.block.holds() {
			r.again(ln)
			return r.endBlock()
		}
		r.startJSON(ln, all.from+i)
		return p, nil, false
	}
	return r.content(ln, all)
}

// endsField reports whether a field ends at text[i].
func endsField(text []byte, i int) bool {
	if i >= len(text) {
		return true
	}
	switch text[i] {
	case ' ', '\t', ',', ';', '#':
		return true
	}
	return false
}

func (r *Reader) blank() (p Puzzle, err error, done bool) {
	r.name = ""
	r.csv = header{}
	r.inRun = false
	if r.block.open && !r.block.blank() {
		return r.endBlock()
	}
	return p, nil, false
}

func (r *Reader) comment(ln line, from int) {
	if !r.block.open {
		r.name = printableName(bytes.TrimLeft(ln.from(from), "#"))
		if r.count.on && r.count.seen == r.count.n {
			r.count.on = false
		}
	}
}

// lined is a puzzle that ends at index end of its line; what follows is ignored
// but for a comment, which names it.
func (r *Reader) lined(p Puzzle, ln line, end int) (Puzzle, error, bool) {
	p.Line = ln.no
	if end < len(ln.text) {
		if ln.text[end] == ',' || ln.text[end] == '"' || r.csv.on {
			p.Kind = CSV
		}
		if i := bytes.IndexByte(ln.text[end:], '#'); i >= 0 && p.Kind != CSV {
			p.Name = printableName(ln.from(end + i + 1))
		}
	} else if r.csv.on {
		p.Kind = CSV
	}
	r.inRun = true
	return p, nil, true
}

// content takes a line that is neither blank nor a comment, a border or JSON.
func (r *Reader) content(ln line, all span) (p Puzzle, err error, done bool) {
	if r.csv.on && r.csv.puzzle >= 0 {
		return r.record(ln, all)
	}
	// A puzzle on one line comes first on it, or after a label of other columns.
	text := ln.text
	head := span{all.from, all.from}
	for head.to < all.to && !endsField(text, head.to) {
		head.to++
	}
	if kind, ok := oneLine(text[head.from:head.to]); ok {
		if r.block.holds() {
			r.again(ln)
			return r.endBlock()
		}
		r.block.reset()
		return r.oneLine(ln, head, kind)
	}
	body := all
	if i := bytes.IndexByte(text[all.from:all.to], '#'); i >= 0 {
		body = trim(text, span{all.from, all.from + i})
	}
	for i := body.from; i < body.to; i++ {
		if classes[text[i]] == control {
			return r.fault(ln, badChar(ln, i), body)
		}
	}
	if between := separator(text, body); between != 0 {
		return r.fieldLine(ln, body, between)
	}
	return r.gridLine(ln, body)
}

// oneLine is the kind of a word that is a whole puzzle.
func oneLine(word []byte) (Kind, bool) {
	switch {
	case len(word) == 81 && allCells(word):
		return Line, true
	case len(word) == 729 && allCells(word):
		return Pencil729, true
	}
	return 0, false
}

// oneLine returns the puzzle that is the given word of a line.
func (r *Reader) oneLine(ln line, word span, kind Kind) (Puzzle, error, bool) {
	p, err := wholeGrid(ln, word, kind)
	if err != nil {
		r.inRun = true
		return r.bad(err)
	}
	p, _, _ = r.lined(p, ln, word.to)
	if kind == Pencil729 {
		p.Kind = kind
	}
	return p, nil, true
}

func wholeGrid(ln line, word span, kind Kind) (Puzzle, *SyntaxError) {
	var values [sudoku.Cells]uint8
	p := Puzzle{Kind: kind}
	text := ln.text[word.from:word.to]
	if kind == Line {
		for i, b := range text {
			values[i] = digits[b]
		}
	} else {
		p.Pencil = new([sudoku.Cells]sudoku.Candidates)
		for i, b := range text {
			d := digits[b]
			if d != 0 && int(d) != i%9+1 {
				return p, fail(ln.no, ln.column(word.from+i), "format.pencil", "digit", d, "place", i%9+1).in(i / 9)
			}
			p.Pencil[i/9] = p.Pencil[i/9].With(sudoku.Digit(d))
		}
		for c, marks := range p.Pencil {
			if marks.Len() == 1 {
				for d := range marks.Digits() {
					values[c] = uint8(d)
				}
			}
		}
	}
	p.Grid, _ = sudoku.FromCells(values)
	return p, nil
}
