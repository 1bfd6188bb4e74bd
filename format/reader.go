package format

import (
	"bytes"
	"io"
	"iter"
	"strings"

	"nonet/sudoku"
)

// Reader reads puzzles one by one. Its memory does not grow with the input.
//
// It reads the text line by line. It handles blank lines, comments, borders and titles itself, and offers every other
// line to each notation, in the order of the table in notation.go. Only JSON and XML are read byte by byte.
type Reader struct {
	notations []notation
	src       source
	norm      []byte // memory for a line's text
	ln        line
	lnErr     error  // the error of fetchLine at the current line
	spare     []byte // a buffer that the source no longer uses, free for the next call of keepBuffer
	hold      bool   // the next call of fetchLine returns the current line again
	seen      lookahead
	ahead     int64 // how many bytes were read ahead of the current line; see mayLookAhead

	sketch     drawing // lines that may be a drawn grid
	drawn      drawing // the lines of the latest drawn grid
	lastDrawn  int     // the number of the last line of the latest drawn grid; 0 if there was none
	fieldBars  int     // the number of bars in the latest line that might begin a grid of fields
	fieldTries int     // how many lines since the last blank line begin no grid of fields, although they have bars

	grid  grid   // the lines of the current grid so far
	cells []item // the cells of the current line
	spans []span
	json  jsonReader
	xml   xmlReader

	// The following fields record how earlier lines affect the next puzzle.
	count   puzzleCount
	csv     csv
	title   title
	name    string // the name that a comment states
	order   string // words of a program which say that lines are not rows from top to bottom; see orderOf
	headers sdkHeaders
	skipTo  int // the number of the last line that was read together with an earlier line
	looked  int // the number of the last line that readOverlapping has examined

	next     line // memory of textAhead
	nextText []byte

	isPasted bool // readPasted has been tried

	options  Options
	deferred bool // puzzles that are not classic are returned unread
	first    int  // the number of the line with a section's first content; 0 before that line

	puzzles int
	inRun   bool // set if the last thing read was a puzzle on a line of its own, good or bad
	inGrid  bool // set if the last thing read was the last row of a grid
	blank   int  // the number of the last blank line

	out  []result // the results to return; Next has already returned the first `done` of them
	done int
	err  error // the error to return after the results
}

// ManyLines is the key of the error for a puzzle of several lines in a torn section; see [Section].
const ManyLines = "format.manyLines"

// Options say how a [Reader] reads. The zero value is for a whole text whose rules must all be known.
type Options struct {
	// IgnoreUnknown makes the reader return puzzles without the rules that nonet does not know; see
	// [Puzzle.UnknownRules]. Such a puzzle may differ from the puzzle that the text means. Without IgnoreUnknown, a
	// text with such rules is a *SyntaxError with the key [UnknownRules].
	IgnoreUnknown bool
	Letters       Letters  // the value of the letter A in boards with one character for each cell
	Section       *Section // nil for a whole text
}

// Section says where a reader's text was cut out of a longer text. The cuts are between lines. In a section, a line
// with a count of puzzles, or with names of columns, is a *SyntaxError, because other sections would need it.
type Section struct {
	// Behind is set if the section begins after a puzzle on a line of its own, not at the beginning of the
	// text.
	Behind bool
	// Torn is set if the cuts may have divided puzzles of several lines. Then a puzzle of several lines is a
	// *SyntaxError: a grid of nine rows may have its first rows in the previous section.
	Torn bool
}

// result is a puzzle, or the error of a puzzle that cannot be read.
type result struct {
	puzzle Puzzle
	err    *SyntaxError
}

// NewReader returns a reader of the puzzles in r. It reads no further than it needs: a puzzle on one line is returned
// as soon as the line is complete.
func NewReader(r io.Reader, options Options) *Reader {
	behind := options.Section != nil && options.Section.Behind
	in := &Reader{notations: notations, src: newSource(r), options: options, inRun: behind}
	if behind {
		in.puzzles = 1
	}
	return in
}

func (r *Reader) mayHaveCutPuzzles() bool { return r.options.Section != nil && r.options.Section.Torn }

// All yields the results of [Reader.Next] until the end. It stops after an error that is not a
// *SyntaxError.
func All(r io.Reader) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		for in := NewReader(r, Options{}); ; {
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

// Parse returns the puzzles of a text in order. At the first error it stops, and returns the puzzles before the error
// and the error.
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

// ParseOne returns the only puzzle of a text. If there is no puzzle, or more than one, or a rule that nonet does
// not know, the error is a *SyntaxError.
func ParseOne(text string) (Puzzle, error) {
	return NewReader(strings.NewReader(text), Options{}).ReadOne()
}

// ParseClassic is like [ParseOne]. For a puzzle that is not classic, the error is a *SyntaxError that names
// its rules.
func ParseClassic(text string) (Puzzle, error) {
	p, err := NewReader(strings.NewReader(text), Options{IgnoreUnknown: true}).ReadOne()
	if err != nil {
		return p, err
	}
	return p.Classic() // the error names all rules
}

// ReadOne is like [ParseOne], for the rest of r's text.
func (r *Reader) ReadOne() (Puzzle, error) {
	p, err := r.Next()
	if err == io.EOF {
		return p, newSyntaxError(1, 1, "format.none")
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
		return Puzzle{}, newSyntaxError(second.Line, 1, "format.several")
	}
}

// Next reads one puzzle. After the last puzzle the error is io.EOF. For a puzzle that cannot be read the error is a
// *SyntaxError; the next call continues after that puzzle. Any other error comes from the underlying reader. A puzzle
// on a line of its own costs no allocation.
func (r *Reader) Next() (Puzzle, error) {
	r.deferred = false
	p, err := r.nextUnread()
	if err == nil && p.later != nil { // NextUnread, which has prepared this puzzle, leaves it unread
		return p.Read()
	}
	return p, err
}

// NextUnread is like Next, but does not read a puzzle that may not be classic. It only finds the puzzle's end, which is
// faster. [Puzzle.Read] reads the puzzle; before that, only the puzzle's line is known.
func (r *Reader) NextUnread() (Puzzle, error) {
	r.deferred = true
	return r.nextUnread()
}

func (r *Reader) nextUnread() (p Puzzle, err error) {
	if r.hasNothingPending() && r.readClassicLine(&p) {
		return p, nil
	}
	for r.done == len(r.out) {
		r.out, r.done = r.out[:0], 0
		switch {
		case r.err != nil:
			return p, r.err
		case r.json.open:
			r.readBoard()
		case r.xml.open:
			r.readGame()
		default:
			r.readLine()
		}
		if len(r.out) > 0 && r.puzzles < len(r.out) {
			r.readPasted()
		}
	}
	next := &r.out[r.done]
	r.done++
	if next.err != nil {
		return p, next.err
	}
	next.puzzle.partial = r.options.IgnoreUnknown
	if err := next.puzzle.checkKnown(); err != nil {
		return p, err
	}
	return next.puzzle, nil
}

// NextClassic is like [Reader.Next]. A puzzle that is not classic is a *SyntaxError, which names its
// rules.
func (r *Reader) NextClassic() (Puzzle, error) {
	ignore := r.options.IgnoreUnknown
	r.options.IgnoreUnknown = true // the error names all rules, not only the unknown ones
	p, err := r.Next()
	r.options.IgnoreUnknown = ignore
	if err != nil || p.IsClassic() {
		return p, err
	}
	return p.Classic()
}

// hasNothingPending reports whether no result is pending and no earlier line affects the next line. The next line can
// then be read alone.
func (r *Reader) hasNothingPending() bool {
	return r.done == len(r.out) && !r.hold && !r.grid.open && !r.json.open && len(r.title.lines) == 0 && !r.count.open && r.name == "" && r.order == "" &&
		r.csv.puzzle <= 0 && r.csv.name <= 0 && r.err == nil && !r.xml.open && len(r.headers) == 0 && r.src.number > r.skipTo &&
		(r.lastDrawn == 0 || r.src.number > r.lastDrawn+1)
}

// readClassicLine reads the next line if that line is 81 characters.
func (r *Reader) readClassicLine(p *Puzzle) bool {
	s := &r.src
	b := s.buf[s.r:s.w]
	if len(b) < 82 || b[81] != '\n' && b[81] != '\r' || !s.started || !s.isAtLineStart() {
		return false
	}
	var cells [1][sudoku.Cells]uint8
	n, size := Lines(b[:min(len(b), 84)], cells[:])
	if n == 0 {
		return false
	}
	p.Grid, _ = sudoku.FromCells(cells[0])
	p.Line = s.number
	if r.csv.open {
		p.Kind = CSV
	}
	s.r += size
	r.skipReadLines(1)
	return true
}

// emitPuzzle checks a puzzle against earlier lines, such as a count, and outputs it.
func (r *Reader) emitPuzzle(p Puzzle) {
	if p.later != nil && !r.deferred {
		var err *SyntaxError
		if p, err = p.readLater(); err != nil {
			r.inRun = !notationRow(r.notations, p.Kind).titled
			r.emitPuzzleError(err)
			return
		}
	}
	titled := notationRow(r.notations, p.Kind).titled
	if r.mayHaveCutPuzzles() {
		next := max(r.src.number, r.skipTo+1)
		if r.hold {
			next--
		}
		if next > p.Line+1 {
			r.emitPuzzleError(p.startPlace().errorHere(ManyLines))
			return
		}
	}
	if order := r.orderOf(&p); order != "" {
		r.inRun, r.title = !titled, title{}
		if !r.json.open {
			r.order = ""
		}
		r.emitPuzzleError(p.startPlace().errorHere("format.order", "words", printableName([]byte(order))))
		return
	}
	r.rejectCount()
	r.countPuzzle(&p)
	r.setTitle(&p, titled)
	if r.headers.setDescription(&p) {
		r.name = ""
	}
	r.headers = nil
	if p.Name == "" {
		p.Name = r.name
	}
	r.name = ""
	r.puzzles++
	r.inRun = !titled
	r.out = append(r.out, result{puzzle: p})
}

func (r *Reader) emitError(err *SyntaxError) { r.out = append(r.out, result{err: err}) }

// emitPuzzleError outputs the error of a puzzle that cannot be read, and counts the puzzle.
func (r *Reader) emitPuzzleError(err *SyntaxError) {
	r.rejectCount()
	if c := &r.count; c.open && c.seen < c.n {
		c.seen++
	}
	r.name, r.headers = "", nil
	if r.inRun && !r.title.column && !r.csv.open {
		r.emitTitleErrors()
	}
	r.emitError(err)
}

// holdLine makes fetchLine return the current line again.
func (r *Reader) holdLine() { r.hold = true }

// fetchLine makes the next line the current one.
func (r *Reader) fetchLine() error {
	if r.hold {
		r.hold = false
		return r.lnErr
	}
	r.ln, r.lnErr = r.src.readRestOfLine()
	if r.lnErr == errLongLine {
		r.ln.raw = r.ln.raw[:100] // examining the whole line again after each board of JSON would take quadratic time
	}
	r.norm = r.ln.setPlainText(r.norm)
	return r.lnErr
}

// readLine reads the next line, and outputs the puzzles and errors that this line completes. At the end of the text, it
// ends the current puzzle.
func (r *Reader) readLine() {
	switch err := r.fetchLine(); err {
	case nil:
		r.interpretLine(&r.ln)
	case errLongLine:
		ln := &r.ln
		if ln.all = trimQuoteMarks(ln.text, span{0, len(ln.text)}); ln.all.length() > 0 && recogniseJSON(r, ln) == yes && !r.grid.hasBegun() {
			readJSON(r, ln)
			return
		}
		e := newSyntaxError(r.ln.number, MaxLine+1, "format.longLine", "n", MaxLine)
		if _, ok := ln.firstLink(); ok {
			e = newSyntaxError(r.ln.number, MaxLine+1, "format.link.long", "n", MaxLine>>10)
		}
		if r.grid.hasBegun() {
			r.grid.recordError(&r.ln, e, 9)
			r.endIfFull()
			return
		}
		r.inRun = true
		r.emitPuzzleError(e)
	case io.EOF:
		if r.grid.hasBegun() {
			r.endGrid()
		}
		r.endCountedPuzzles()
		if r.puzzles == 0 || r.inRun || r.mayHaveCutPuzzles() { // words after a grid are not an error
			r.emitTitleErrors()
		}
		r.err = err
	default:
		r.err = err
	}
}

// interpretLine offers a line to the notations. The first that accepts the line reads it.
func (r *Reader) interpretLine(ln *line) {
	if ln.number <= r.skipTo {
		return
	}
	if !r.grid.open && r.csv.puzzle <= 0 && r.csv.name <= 0 && len(ln.raw) >= 81 && endsField(ln.raw, 81) && !isWikiKiller(ln.raw) {
		var cells [sudoku.Cells]uint8
		if readPlainCells((*[sudoku.Cells]byte)(ln.raw), &cells) {
			var p Puzzle
			p.Grid, _ = sudoku.FromCells(cells)
			r.finishLinePuzzle(&p, ln, 81)
			r.inGrid = false
			r.emitPuzzle(p)
			return
		}
	}
	ln.all = trimQuoteMarks(ln.text, span{0, len(ln.text)})
	text := ln.text[ln.all.from:ln.all.to]
	after := r.inGrid
	r.inGrid = false
	if len(text) > 0 && r.readOverlapping(ln) {
		return
	}
	if len(text) > 0 && !(after && isBorder(text)) && (r.skipLineBelowDrawing(ln, text) || r.readDrawing(ln, text)) {
		return
	}
	if r.readWithNextLines(ln, text) {
		return
	}
	switch {
	case len(text) == 0:
		r.handleBlankLine()
		return
	case text[0] == '#':
		r.handleComment(ln)
		return
	}
	if r.first == 0 {
		r.first = ln.number
	}
	if isBorder(text) {
		r.handleBorder(ln, after)
		return
	}
	r.prepareLine(ln)
	for i := range r.notations {
		n := &r.notations[i]
		if n.recognise == nil {
			continue
		}
		switch answer := n.recognise(r, ln); {
		case answer == no:
			continue
		case answer == yes && r.grid.hasBegun():
			r.holdLine()
			r.endGrid()
			return
		case answer == yes:
			r.grid.reset()
		}
		n.read(r, ln)
		return
	}
	r.handleUnreadableLine(ln)
}

// prepareLine sets the fields of a line that notations examine: its first word, its body and its fields.
func (r *Reader) prepareLine(ln *line) {
	text := ln.text
	head := span{ln.all.from, ln.all.from}
	for head.to < ln.all.to && !endsField(text, head.to) {
		head.to++
	}
	ln.head, ln.body, ln.split, ln.read, ln.control, ln.separator = head, ln.all, false, false, -1, 0
	r.cells = r.cells[:0]
	if ln.alone = r.wordNotationOf(text[head.from:head.to]); ln.alone != nil {
		return
	}
	if i := bytes.IndexByte(text[ln.all.from:ln.all.to], '#'); i >= 0 {
		ln.body = trimSpace(text, span{ln.all.from, ln.all.from + i})
	}
	for i := ln.body.from; i < ln.body.to; i++ {
		if classes[text[i]] == control {
			ln.control = i
			return
		}
	}
	ln.separator = fieldSeparator(text, ln.body)
}

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

func (r *Reader) handleBlankLine() {
	r.blank, r.fieldTries = r.ln.number, 0
	if statesOrder(r.name) {
		r.order = r.name
	}
	r.name, r.headers = "", nil
	r.csv = csv{}
	r.inRun = false
	if r.grid.open && !r.grid.handleBlankLine() {
		r.endGrid()
	}
}

func (r *Reader) handleComment(ln *line) {
	switch {
	case r.grid.hasUndecidedBlankRows():
		r.holdLine()
		r.endGrid()
	case ln.before > 0 && statesOrder(string(ln.raw)): // grid = [[5, 3, …]]  # columns
		r.emitPuzzleError(ln.errorAt(ln.all.from, "format.order", "words", printableName(ln.raw)))
	case !r.grid.open:
		r.name = printableName(bytes.TrimLeft(ln.rawFrom(ln.all.from+1), "#"))
		r.headers.addHeader(ln.rawFrom(ln.all.from))
		r.count.open = r.count.open && !r.count.hasAllPuzzles()
	}
}

// handleBorder ends or continues the grid at a border. `after` is set if a grid ended on the line before the border.
func (r *Reader) handleBorder(ln *line, after bool) {
	if after && !r.grid.open {
		return // this is the lower border of the grid that ended
	}
	if r.grid.open || !r.inRun {
		r.grid.includeLine(ln.number)
		r.grid.lined = true
	}
}
