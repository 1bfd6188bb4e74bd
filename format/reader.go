package format

import (
	"bytes"
	"io"
	"iter"
	"strings"

	"nonet/sudoku"
)

// Reader reads puzzles one by one, in memory that does not grow with the input.
type Reader struct {
	src  source
	norm []byte // backs a line's text
	held line   // a line to look at again
	hold bool

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
	kind Kind // of the puzzles that follow
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
	if len(b) < 82 || s.cr || s.rest || s.column > 0 || !s.started {
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
	s.r += n
	s.no++
	r.puzzles++
	r.inRun = true
	return true
}

// grid81 reads 81 characters that stand for a cell wherever they are.
func grid81(b []byte, p *Puzzle) bool {
	var values [sudoku.Cells]uint8
	cells, bad := (*[sudoku.Cells]byte)(b), uint8(0)
	for i, c := range cells {
		values[i] = plainDigits[c]
		bad |= values[i]
	}
	if bad == noCell {
		return false
	}
	g, err := sudoku.FromCells(values)
	p.Grid = g
	return err == nil
}

// emit checks a puzzle against the count and the words before it. It reports
// false if errors go before it; it is ready then.
func (r *Reader) emit(p *Puzzle) bool {
	multi := p.Kind != Line && p.Kind != Pencil729
	if c := &r.count; c.on {
		if c.seen == 0 {
			c.kind = p.Kind
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
		if !multi && p.Kind != CSV {
			r.queue = append(r.queue, r.text.first)
		} else if p.Name == "" && p.Kind != CSV {
			p.Name = r.text.title
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
		if c.seen < c.n {
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

func (r *Reader) nextLine() (p Puzzle, err error, done bool) {
	ln := r.held
	if r.hold {
		r.hold = false
	} else if ln, err = r.src.line(); err == nil {
		ln.text, r.norm = plain(ln.raw, r.norm)
	}
	switch {
	case err == errLongLine:
		e := fail(ln.no, MaxLine+1, "format.longLine", "n", MaxLine)
		if r.block.open {
			r.block.spoil(ln, e)
			return r.endIfFull(ln)
		}
		r.inRun = true
		return r.bad(e)
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
	if r.block.open && (r.block.n > 0 || r.block.err != nil) {
		_, err, _ := r.endBlock()
		r.queue = append(r.queue, err)
	}
	r.endCount()
	if r.text.on && (r.puzzles == 0 || r.inRun) {
		r.queue = append(r.queue, r.text.first)
	}
}

// endBlock ends a grid before it is full.
func (r *Reader) endBlock() (Puzzle, error, bool) {
	err := r.block.broken()
	r.block.reset()
	r.inRun = false
	r.text = words{}
	return r.bad(err)
}

// endIfFull returns the grid if it is full.
func (r *Reader) endIfFull(ln line) (Puzzle, error, bool) {
	b := &r.block
	if !b.full() {
		return Puzzle{}, nil, false
	}
	p, err := b.puzzle()
	b.reset()
	if err != nil {
		r.inRun = false
		r.text = words{}
		return r.bad(err)
	}
	return p, nil, true
}

// take takes the next line.
func (r *Reader) take(ln line) (p Puzzle, err error, done bool) {
	if !r.block.open && r.csv.puzzle <= 0 && r.csv.name <= 0 && len(ln.raw) >= 81 && endsField(ln.raw, 81) && grid81(ln.raw, &p) {
		return r.lined(p, ln, 81)
	}
	all := trim(ln.text, span{0, len(ln.text)})
	text := ln.text[all.from:all.to]
	switch {
	case len(text) == 0:
		return r.blank()
	case text[0] == '#':
		r.comment(ln, all.from+1)
		return p, nil, false
	case startsJSON(text):
		if r.block.open && r.block.n > 0 {
			r.again(ln)
			return r.endBlock()
		}
		r.block.reset()
		r.inRun = false
		r.startJSON(ln, all.from)
		return p, nil, false
	case isBorder(text):
		if r.block.open || !r.inRun {
			r.block.openAt(ln.no)
			r.block.borders = true
		}
		return p, nil, false
	}
	if i := indexJSON(text); i >= 0 {
		if r.block.open && r.block.n > 0 {
			r.again(ln)
			return r.endBlock()
		}
		r.startJSON(ln, all.from+i)
		return p, nil, false
	}
	return r.content(ln, all)
}

// again makes the next line to be looked at this one.
func (r *Reader) again(ln line) { r.held, r.hold = ln, true }

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
		if r.block.open && r.block.n > 0 {
			r.again(ln)
			return r.endBlock()
		}
		r.block.reset()
		return r.oneLine(ln, head, kind)
	}
	body := all
	if i := commentAt(text[all.from:all.to]); i >= 0 {
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

// commentAt is where a comment begins after the cells of a line, −1 if none does.
func commentAt(text []byte) int { return bytes.IndexByte(text, '#') }

// fault is an error on a line: one row of a grid, or a puzzle of its own.
func (r *Reader) fault(ln line, e *SyntaxError, body span) (Puzzle, error, bool) {
	if r.block.open && r.block.n > 0 {
		r.block.spoil(ln, e)
		return r.endIfFull(ln)
	}
	r.block.reset()
	if r.count.on && body.len() < 41 || body.len() < 18 && body.len() >= 8 {
		r.block.spoil(ln, e)
		return Puzzle{}, nil, false
	}
	r.inRun = true
	return r.bad(e)
}

// words takes a line that reads like a title.
func (r *Reader) words(ln line, body span) (p Puzzle, err error, done bool) {
	if r.block.open && r.block.n > 0 {
		r.again(ln)
		return r.endBlock()
	}
	r.block.reset()
	title := printableName(ln.from(body.from))
	e := fail(ln.no, ln.column(body.from), "format.text", "text", title)
	if strings.EqualFold(title, "end") && r.puzzles > 0 { // POJ 3074 ends its input so
		return p, nil, false
	}
	if r.inRun {
		return r.bad(e)
	}
	if r.count.on && r.count.seen == r.count.n {
		r.count.on = false
	}
	if !r.text.on {
		r.text = words{on: true, first: e}
	}
	r.text.title = title
	return p, nil, false
}

// gridLine takes a line of cells with space and bars between them.
func (r *Reader) gridLine(ln line, body span) (p Puzzle, err error, done bool) {
	text := ln.text[body.from:body.to]
	r.splitWords(ln, body)
	if isText(text) && !(len(r.spans) == 1 && len(text) == 9 && r.block.open) {
		if i, kind := r.labelled(ln); i > 0 {
			return r.withLabel(ln, body, i, kind)
		}
		if e := r.lostDigits(ln); e != nil {
			return r.fault(ln, e, body)
		}
		return r.words(ln, body)
	}
	l, e := r.parseRow(ln, body)
	switch {
	case e == nil:
	case e.What.Key == countLine:
		return r.counted(ln, body)
	default:
		if i, kind := r.labelled(ln); i > 0 {
			return r.withLabel(ln, body, i, kind)
		}
		return r.fault(ln, e, body)
	}
	return r.addRow(ln, l)
}

// withLabel returns the puzzle that is word i of a line; what stands before it names it.
func (r *Reader) withLabel(ln line, body span, i int, kind Kind) (Puzzle, error, bool) {
	if r.block.open && r.block.n > 0 {
		r.again(ln)
		return r.endBlock()
	}
	r.block.reset()
	p, err, done := r.oneLine(ln, r.spans[i], kind)
	if err == nil && p.Name == "" {
		label := printableName(ln.raw[:len(ln.raw)-len(ln.from(r.spans[i].from))])
		p.Name = strings.TrimRight(label, " :.,|")
	}
	return p, err, done
}

// splitWords splits the body of a line at space and bars into r.spans.
func (r *Reader) splitWords(ln line, body span) {
	r.spans = r.spans[:0]
	for i := body.from; i < body.to; {
		if c := classes[ln.text[i]]; c == space || c == upright {
			i++
			continue
		}
		s := span{i, i}
		for s.to < body.to && classes[ln.text[s.to]] != space && classes[ln.text[s.to]] != upright {
			s.to++
		}
		r.spans = append(r.spans, s)
		i = s.to
	}
}

// labelled is the first word that is a whole puzzle, after words that are not
// like one; 0 if there is none.
func (r *Reader) labelled(ln line) (int, Kind) {
	for i, s := range r.spans {
		if kind, ok := oneLine(ln.text[s.from:s.to]); ok {
			return i, kind
		}
		if s.len() > 20 {
			break
		}
	}
	return 0, 0
}

// lostDigits is the error if words hold what looks like a row or a grid.
func (r *Reader) lostDigits(ln line) *SyntaxError {
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
			return badChar(ln, s.from+other-1)
		default:
			return lengthError(ln, s)
		}
	}
	return nil
}

// lengthError says that a word of cells is neither a row nor a grid.
func lengthError(ln line, s span) *SyntaxError {
	switch n := s.len(); {
	case n < 41:
		return fail(ln.no, ln.column(min(s.to, s.from+9)), "format.rowLength", "n", n)
	case n < 81:
		return fail(ln.no, ln.column(s.to), "format.tooShort", "n", n, "missing", 81-n)
	case n < 700 || n > 760:
		return fail(ln.no, ln.column(s.from+81), "format.tooLong", "n", n)
	default:
		return fail(ln.no, ln.column(min(s.to, s.from+729)), "format.pencilLength", "n", n)
	}
}

// countLine is the key of the error of parseRow that says that a line is but a
// number; it is never shown.
const countLine = "count"

// counted takes a number alone on its line.
func (r *Reader) counted(ln line, body span) (p Puzzle, err error, done bool) {
	s := r.spans[0]
	n := 0
	for _, b := range ln.text[s.from:s.to] {
		n = n*10 + int(b-'0')
	}
	if c := r.count; c.on && c.seen == 0 && c.line > 0 && n <= 9 {
		if c.n <= 9 { // numbers, one a line
			r.count = count{}
			r.block.reset()
			r.cells = append(r.cells[:0], c.at)
			r.block.add(line{no: c.line}, r.cells, layout{shape: apart})
			r.cells = append(r.cells[:0], cellAt(ln, s.from))
			return r.addRow(ln, layout{shape: apart})
		}
		e := fail(c.line, c.at.column, "format.number", "text", c.n)
		r.count = count{}
		r.again(ln)
		return r.bad(e)
	}
	r.endCount()
	r.inRun = false
	r.count = count{on: true, n: n, line: ln.no, at: cellAt(ln, s.from)}
	r.count.at.end = ln.column(s.to)
	return p, nil, false
}

func cellAt(ln line, i int) item {
	b := ln.text[i]
	it := item{line: ln.no, column: ln.column(i), end: ln.column(i + 1), digit: digits[b]}
	it.marks = it.marks.With(sudoku.Digit(it.digit))
	if it.digit == 0 {
		it.empty = b
	}
	return it
}

// addRow gives r.cells to the grid.
func (r *Reader) addRow(ln line, l layout) (p Puzzle, err error, done bool) {
	b := &r.block
	if c := &r.count; c.on && c.seen == 0 && b.n == 0 && len(r.cells) != 9 && len(r.cells) != 81 {
		// What looked like a count is the first of 81 numbers.
		at := c.at
		c.on = false
		if c.n > 9 {
			r.again(ln)
			return r.bad(fail(c.line, at.column, "format.number", "text", c.n))
		}
		r.again(ln)
		r.cells = append(r.cells[:0], at)
		b.reset()
		b.add(line{no: at.line}, r.cells, layout{shape: apart})
		return p, nil, false
	}
	if b.unevenGap() {
		r.again(ln)
		return r.split()
	}
	b.gap = false
	lines := b.n
	b.add(ln, r.cells, l)
	if b.full() && b.err != nil && b.freeform && lines+len(r.cells) > sudoku.Cells && len(r.cells) >= 9 {
		r.again(ln) // more likely the first of the next grid
	}
	return r.endIfFull(ln)
}

// split ends the grid at its first blank line and keeps what stands after that.
func (r *Reader) split() (Puzzle, error, bool) {
	b := &r.block
	rest := *b
	b.n, b.gap = b.firstGap, true
	b.gaps = noGaps
	_, err, _ := r.endBlock()
	*b = rest
	b.dashes = b.dashBuf[:0]
	copy(b.items[:], rest.items[rest.firstGap:rest.n])
	b.n = rest.n - rest.firstGap
	b.from = b.items[0].line
	b.gaps, b.gap = noGaps, false
	return Puzzle{}, err, true
}

// parseRow reads a line of cells, split into r.spans, into r.cells.
func (r *Reader) parseRow(ln line, body span) (l layout, e *SyntaxError) {
	text := ln.text
	bars := bytes.IndexByte(text[body.from:body.to], '|') >= 0
	l.bars = bars
	r.cells = r.cells[:0]
	for _, s := range r.spans {
		for i := s.from; i < s.to; i++ {
			unplaced := text[i] == '?' && i == s.to-1 && s.len() == 2
			if digits[text[i]] == noCell && !unplaced {
				e := badChar(ln, i)
				if s.len() == 81 {
					return l, e.in(i - s.from)
				}
				return l, e.in(r.cellOf(ln, i))
			}
		}
	}
	switch {
	case len(r.spans) == 1:
		first := r.spans[0]
		switch n := first.len(); {
		case n == 9:
			l.shape = together
			r.take9(ln, first)
			return l, nil
		case n == 1 && !bars && isDigit(text[first.from]) && text[first.from] != '0' && !r.block.open,
			n > 1 && n < 8 && !bars && r.isCount(text[first.from:first.to]):
			return l, fail(ln.no, 1, countLine)
		case n > 1:
			return l, lengthError(ln, first)
		}
	case len(r.spans) == 3 && r.spans[0].len() == 3 && r.spans[1].len() == 3 && r.spans[2].len() == 3:
		l.shape = grouped
		for _, s := range r.spans {
			r.take9(ln, s)
		}
		return l, nil
	case len(r.spans) == 9 && r.nines(ln):
		l.shape = apart
		for _, s := range r.spans {
			r.take9(ln, s)
		}
		return l, nil
	}
	if bars && r.blanks(ln, body) {
		l.shape = apart
		for _, c := range r.cells {
			if c.list {
				l.shape = lists
			}
		}
		return l, nil
	}
	l.shape = apart
	for _, s := range r.spans {
		it, ok := listAt(ln, s)
		if !ok || it.list && len(r.spans) != 9 {
			return l, fail(ln.no, ln.column(s.from), "format.number", "text", string(text[s.from:s.to])).in(r.cellOf(ln, s.from))
		}
		if it.list {
			l.shape = lists
		}
		r.cells = append(r.cells, it)
	}
	switch n := len(r.cells); {
	case n == 0:
		return l, badChar(ln, body.from)
	case n != 9 && bars, n > sudoku.Cells:
		last := r.cells[min(n-1, 9)]
		column := last.end
		if n > 9 {
			column = last.column
		}
		return l, fail(ln.no, column, "format.rowLength", "n", n)
	}
	return l, nil
}

// nines reports whether the words are the nine rows of a grid, rather than a row
// of cells that have all nine candidates each.
func (r *Reader) nines(ln line) bool {
	all := true
	for _, s := range r.spans {
		if s.len() != 9 {
			return false
		}
		all = all && string(ln.text[s.from:s.to]) == "123456789"
	}
	return !all
}

func (r *Reader) isCount(word []byte) bool {
	if r.block.open && r.block.n > 0 || word[0] == '0' {
		return false
	}
	for _, b := range word {
		if !isDigit(b) {
			return false
		}
	}
	return true
}

// cellOf is the cell of the row that begins at index i of the line; −1 if that
// cannot be told.
func (r *Reader) cellOf(ln line, i int) int {
	if r.block.n%9 != 0 || r.block.freeform {
		return -1
	}
	switch {
	case len(r.spans) == 9:
		for k, s := range r.spans {
			if i >= s.from && i < s.to {
				return r.block.n + k
			}
		}
	case len(r.spans) == 1 && r.spans[0].len() == 9:
		return r.block.n + i - r.spans[0].from
	}
	return -1
}

func (r *Reader) take9(ln line, s span) {
	for i := s.from; i < s.to; i++ {
		r.cells = append(r.cells, cellAt(ln, i))
	}
}

// listAt reads a word as a cell or a list of candidates.
func listAt(ln line, s span) (it item, ok bool) {
	if s.len() == 1 {
		return cellAt(ln, s.from), true
	}
	it = item{line: ln.no, column: ln.column(s.from), end: ln.column(s.to), list: true}
	word := ln.text[s.from:s.to]
	if len(word) == 2 && word[1] == '?' && isDigit(word[0]) {
		it.marks = it.marks.With(sudoku.Digit(word[0] - '0'))
		return it, true
	}
	before := byte('0')
	for _, b := range word {
		if b <= before || b > '9' {
			return it, false
		}
		it.marks = it.marks.With(sudoku.Digit(b - '0'))
		before = b
	}
	return it, true
}

// blanks reads a row between bars where empty cells are left blank:
// nine fields, "| 5 | 3 |   |…|", or three of equal width, "| 5 3   |   7   |…|".
func (r *Reader) blanks(ln line, body span) bool {
	text := ln.text
	if text[body.from] != '|' || text[body.to-1] != '|' || body.len() < 4 {
		return false
	}
	var parts [10]span
	n := 0
	for i := body.from; i < body.to-1; n++ {
		end := i + 1 + bytes.IndexByte(text[i+1:body.to], '|')
		if n == len(parts) {
			return false
		}
		parts[n] = span{i + 1, end}
		i = end
	}
	r.cells = r.cells[:0]
	blank := func(at int) {
		r.cells = append(r.cells, item{line: ln.no, column: ln.column(at), end: ln.column(at), empty: ' '})
	}
	switch n {
	case 9:
		for _, part := range parts[:9] {
			s := trim(text, part)
			if s.len() == 0 {
				blank(part.from)
				continue
			}
			it, ok := listAt(ln, s)
			if !ok {
				r.cells = r.cells[:0]
				return false
			}
			r.cells = append(r.cells, it)
		}
		return true
	case 3:
		width := parts[0].len()
		step, first := 2, 1
		switch width {
		case 3:
			step, first = 1, 0
		case 5:
			first = 0
		case 7:
		default:
			return false
		}
		for _, part := range parts[:3] {
			if part.len() != width {
				break
			}
			for k := 0; k < width; k++ {
				b := text[part.from+k]
				switch on := k >= first && (k-first)%step == 0 && (k-first)/step < 3; {
				case on && isSpace(b):
					blank(part.from + k)
				case on:
					r.cells = append(r.cells, cellAt(ln, part.from+k))
				case !isSpace(b):
					r.cells = r.cells[:0]
					return false
				}
			}
		}
		if len(r.cells) == 9 {
			return true
		}
	}
	r.cells = r.cells[:0]
	return false
}
