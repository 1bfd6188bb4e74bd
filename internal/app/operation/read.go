package operation

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonet/format"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

// PositionReader reads positions from a text one by one. The text is a library in HoDoKu's format, or contains puzzles
// with any rules and candidate grids, in any format.
type PositionReader struct {
	from    io.Reader
	library *LibraryReader
	puzzles *format.Reader // the reader of puzzles; nil for a library, and before the first call of Next
	letters format.Letters
	some    bool            // whether Next has returned an entry
	section *format.Section // the argument of SetSection, or nil
}

// Entry is a puzzle or a position that was read from a text.
type Entry struct {
	Position Position      // the position of a library line; otherwise the zero Position
	Puzzle   format.Puzzle // values and candidates; for a library line, Kind and Name are zero
	Case     *hodoku.Case  // the case on a library line; otherwise nil
}

// NewPositionReader returns a reader that reads ahead in r no further than needed: Next returns a puzzle on one line as
// soon as the line is complete. letters is the value of the letter A in puzzles with one character per cell.
func NewPositionReader(r io.Reader, letters format.Letters) *PositionReader {
	return &PositionReader{from: r, letters: letters}
}

// SetSection declares that the text is a section of another text. A section without positions is then no error; see
// [format.Reader.SetSection].
func (r *PositionReader) SetSection(s *format.Section) { r.some, r.section = true, s }

// Next reads one position. The error is io.EOF after the last position. It is a *[format.SyntaxError] if a position
// cannot be read, or if the text has no positions. Other errors come from the underlying reader. After a syntax error,
// Next can be called again.
func (r *PositionReader) Next() (e Entry, err error) {
	if r.library == nil && r.puzzles == nil {
		r.chooseReader()
	}
	if r.library != nil {
		var line LibraryLine
		if line, err = r.library.Next(); err == nil {
			e = line.toEntry()
		}
	} else {
		e.Puzzle, err = r.puzzles.Next()
	}
	if err == io.EOF && !r.some {
		_, err = format.ParseOne("")
	}
	r.some = true
	return e, err
}

// lookAhead limits, in bytes, the comments and blank lines that are read to detect a library.
const lookAhead = 1 << 20

// chooseReader sets r.library or r.puzzles. The text is a library if its first line that is neither blank nor a comment
// begins with a colon.
func (r *PositionReader) chooseReader() {
	var head bytes.Buffer
	lines := format.NewText(io.TeeReader(r.from, &head))
	whole := io.MultiReader(&head, r.from)
	for read := 0; read < lookAhead; {
		line, _, err := lines.Line()
		if err != nil {
			break
		}
		read += len(line) + 1
		if line, _ = trimLineAndComment(line); line == "" {
			continue
		}
		if line[0] == ':' {
			r.library = NewLibraryReader(whole)
			return
		}
		break
	}
	r.puzzles = format.NewReader(whole).IgnoreUnknown().SetLetters(r.letters).SetSection(r.section)
}

// trimLineAndComment returns a line without surrounding white space, or "" for a comment. `before` is the number of
// characters that it removed at the beginning.
func trimLineAndComment(line string) (text string, before int) {
	rest := strings.TrimLeftFunc(line, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
	before = utf8.RuneCountInString(line[:len(line)-len(rest)])
	if text = strings.TrimSpace(rest); strings.HasPrefix(text, "#") {
		text = ""
	}
	return text, before
}

// LibraryReader reads a library in HoDoKu's format. It skips blank lines and lines that begin
// with #.
type LibraryReader struct {
	lines *format.Text
	some  bool // whether Next has returned a line
}

// LibraryLine is one case of a HoDoKu library, with the number of its line.
type LibraryLine struct {
	hodoku.Case
	Line int // the number of the line, counted from 1
}

// NewLibraryReader returns a reader that reads ahead in r no further than needed.
func NewLibraryReader(r io.Reader) *LibraryReader { return &LibraryReader{lines: format.NewText(r)} }

// Next reads one case. The error is io.EOF after the last case. It is a *[format.SyntaxError] for an invalid line, or
// for a text without cases. Other errors come from the underlying reader. After a syntax error, Next can be called
// again.
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
		text, before := trimLineAndComment(line)
		if text == "" {
			continue
		}
		r.some = true
		c, err := hodoku.Read(text)
		if err != nil {
			return LibraryLine{}, libraryLineError(err, text, n, before)
		}
		return LibraryLine{c, n}, nil
	}
}

// libraryLineError adds the line and column of the invalid field to an error about a library line.
func libraryLineError(err error, text string, line, before int) error {
	at := &format.SyntaxError{Line: line, Column: before + 1, What: message.New("operation.libraryLine")}
	var bad *hodoku.SyntaxError
	if errors.As(err, &bad) && bad.Field > 0 {
		at.What = (&hodoku.SyntaxError{Field: bad.Field, Text: quoteStart(bad.Text)}).Message()
		fields := strings.SplitAfter(text, ":")
		at.Column += utf8.RuneCountInString(strings.Join(fields[:bad.Field], ""))
	}
	return at
}

// quoteStart returns the first 40 characters of a text in quotes. It escapes control characters, which could affect a
// terminal.
func quoteStart(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	return strconv.Quote(text)
}

// PuzzleOf returns a puzzle whose givens are the values of s, with the candidates of s as pencil marks.
func PuzzleOf(s *logic.State) format.Puzzle {
	p := format.Puzzle{Grid: s.Grid(), Pencil: new([sudoku.Cells]sudoku.Candidates)}
	for c := range s.EmptyCells().All() {
		p.Pencil[c] = s.Candidates(c)
	}
	return p
}

// toEntry converts the line to an entry. Values that the line marks as given become the puzzle's givens.
func (l *LibraryLine) toEntry() Entry {
	e := Entry{Case: &l.Case, Puzzle: PuzzleOf(&l.State)}
	e.Puzzle.Line = l.Line
	var givens sudoku.Grid
	marks := make([][]int, sudoku.Cells)
	for c, d := range e.Puzzle.Grid.Values() {
		if at := sudoku.Cell(c); d == 0 {
			marks[c] = []int{}
			for d := range l.State.Candidates(at).Digits() {
				marks[c] = append(marks[c], int(d))
			}
		} else if l.State.Given(at) {
			givens = givens.With(at, sudoku.Digit(d))
		}
	}
	e.Position = Position{Subject: GridSubject(givens), Values: puzzle.GridValues(e.Puzzle.Grid), Marks: marks}
	return e
}
