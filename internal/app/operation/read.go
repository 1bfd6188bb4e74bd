package operation

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonet/board"
	"nonet/format"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
)

// PositionReader reads positions one by one: puzzles and grids of candidates in any
// format, or else a library in HoDoKu's format.
type PositionReader struct {
	board   *board.Board
	from    io.Reader
	library *LibraryReader
	puzzles *format.Reader // nil, too, before the first Next
	any     bool           // puzzles of any rules are wanted
	letters format.Letters
	some    bool            // Next has returned something
	section *format.Section // see Part
}

// Entry is a position as it stood in a text.
type Entry struct {
	Position
	Puzzle format.Puzzle // its values and candidates; of a library line without kind and name
	Case   *hodoku.Case  // nil unless it is one
}

// NewPositionReader reads from r, no further than it needs: what stands on a line of
// its own is returned as soon as its line is complete.
func NewPositionReader(r io.Reader) *PositionReader {
	return &PositionReader{board: board.Classic(), from: r}
}

// On makes puzzles positions on a board; those of a library stay on the classic one.
func (r *PositionReader) On(b *board.Board) *PositionReader {
	r.board = b
	return r
}

// Any has puzzles of other boards and rules returned, too.
func (r *PositionReader) Any() *PositionReader {
	r.any = true
	return r
}

// Letters says what A stands for in a board of one character a cell.
func (r *PositionReader) Letters(is format.Letters) *PositionReader {
	r.letters = is
	return r
}

// Part says that the text is a part of another, and may have no position; see [format.Reader.Cut].
func (r *PositionReader) Part(s *format.Section) *PositionReader {
	r.some, r.section = true, s
	return r
}

// Next returns the next position. The error is io.EOF after the last one; a
// *[format.SyntaxError] for what cannot be read, after which Next goes on, and for a text
// without any; and else the error of the underlying reader.
func (r *PositionReader) Next() (e Entry, err error) {
	if r.library == nil && r.puzzles == nil {
		r.open()
	}
	if r.library != nil {
		var line LibraryLine
		if line, err = r.library.Next(); err == nil {
			e = line.entry()
		}
	} else if e.Puzzle, err = r.puzzles.Next(); err == nil {
		e.Position, _ = PositionOf(r.board, e.Puzzle.Grid, e.Puzzle.Grid, e.Puzzle.Pencil)
	}
	if err == io.EOF && !r.some {
		_, err = format.ParseOne("")
	}
	r.some = true
	return e, err
}

// lookAhead is how many bytes of comments and blank lines may precede a library.
const lookAhead = 1 << 20

// open tells a library by the first line that says something: it begins with a colon.
func (r *PositionReader) open() {
	var head bytes.Buffer
	lines := format.NewText(io.TeeReader(r.from, &head))
	whole := io.MultiReader(&head, r.from)
	for read := 0; read < lookAhead; {
		line, _, err := lines.Line()
		if err != nil {
			break
		}
		read += len(line) + 1
		if line, _ = said(line); line == "" {
			continue
		}
		if line[0] == ':' {
			r.library = NewLibraryReader(whole)
			return
		}
		break
	}
	if r.puzzles = format.NewReader(whole).Letters(r.letters).Cut(r.section); !r.any {
		r.puzzles.Classic()
	}
}

// said is what a line says, nothing if a comment, and how many characters precede it.
func said(line string) (text string, before int) {
	rest := strings.TrimLeftFunc(line, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
	before = utf8.RuneCountInString(line[:len(line)-len(rest)])
	if text = strings.TrimSpace(rest); strings.HasPrefix(text, "#") {
		text = ""
	}
	return text, before
}

// LibraryReader reads a library in HoDoKu's format line by line. Blank lines and those
// that begin with # say nothing.
type LibraryReader struct {
	lines *format.Text
	some  bool // Next has returned something
}

// LibraryLine is a line of it.
type LibraryLine struct {
	hodoku.Case
	Line int // counted from 1
}

// NewLibraryReader reads from r, no further than it needs.
func NewLibraryReader(r io.Reader) *LibraryReader { return &LibraryReader{lines: format.NewText(r)} }

// Next returns the next line. The error is io.EOF after the last one; a
// *[format.SyntaxError] for a line that cannot be read, after which Next goes on, and for a
// text without any; and else the error of the underlying reader.
func (r *LibraryReader) Next() (LibraryLine, error) {
	for {
		line, n, err := r.lines.Line()
		if err == io.EOF && !r.some {
			err = &format.SyntaxError{Line: 1, Column: 1, What: message.New("operation.libraryEmpty")}
		}
		if err != nil {
			r.some = true
			return LibraryLine{}, err
		}
		text, before := said(line)
		if text == "" {
			continue
		}
		r.some = true
		c, err := hodoku.Read(text)
		if err != nil {
			return LibraryLine{}, libraryError(err, text, n, before)
		}
		return LibraryLine{c, n}, nil
	}
}

// libraryError says where in a line of a text the field begins that err is about.
func libraryError(err error, text string, line, before int) error {
	at := &format.SyntaxError{Line: line, Column: before + 1, What: message.New("operation.libraryLine")}
	var bad *hodoku.SyntaxError
	if errors.As(err, &bad) && bad.Field > 0 {
		at.What = (&hodoku.SyntaxError{Field: bad.Field, Text: quoted(bad.Text)}).Message()
		fields := strings.SplitAfter(text, ":")
		at.Column += utf8.RuneCountInString(strings.Join(fields[:bad.Field], ""))
	}
	return at
}

// quoted is the beginning of a text, without what a terminal would obey.
func quoted(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	return strconv.Quote(text)
}

// PuzzleOf is a position's values and candidates.
func PuzzleOf(s *logic.State) format.Puzzle {
	p := format.Puzzle{Grid: s.Grid(), Pencil: new([sudoku.Cells]sudoku.Candidates)}
	for c := range s.EmptyCells().All() {
		p.Pencil[c] = s.Candidates(c)
	}
	return p
}

// entry is the line's position with the values that it says are given.
func (l *LibraryLine) entry() Entry {
	e := Entry{Position: Position{State: l.State}, Case: &l.Case, Puzzle: PuzzleOf(&l.State)}
	e.Puzzle.Line = l.Line
	for c := range sudoku.Cell(sudoku.Cells) {
		if d := e.Puzzle.Grid.At(c); d != 0 && l.State.Given(c) {
			e.Givens = e.Givens.With(c, d)
		}
	}
	return e
}
