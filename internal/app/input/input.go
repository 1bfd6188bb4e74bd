// Package input reads the puzzles of a text one by one, for questions about positions. The text contains puzzles in any
// format, or is a library of positions in HoDoKu's format.
//
//	Reader       reads either kind of text
//	CasesReader  reads a library
//
// The package must not import the packages that answer the questions.
package input

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonet/format"
	_ "nonet/internal/texts"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
)

// Reader reads entries from a text one by one. The text is a library in HoDoKu's format, or contains puzzles with any
// rules and candidate grids, in any format.
type Reader struct {
	MayBeEmpty bool // a text without entries is no error

	from    io.Reader
	library *CasesReader
	puzzles *format.Reader // the reader of puzzles; nil for a library, and before the first call of Next
	options format.Options
	some    bool // whether Next has returned an entry
}

// Entry is a puzzle, or a position of a library.
type Entry struct {
	Puzzle format.Puzzle // values and candidates; for a library line, Kind and Name are zero
	Case   *hodoku.Case  // the case on a library line; otherwise nil
}

// NewReader returns a reader of the entries in r. It reads ahead no further than needed: Next returns a
// puzzle on one line as soon as the line is complete. It always ignores unknown rules.
func NewReader(r io.Reader, options format.Options) *Reader {
	options.IgnoreUnknown = true
	return &Reader{from: r, options: options}
}

// Next returns the next entry. The error is io.EOF after the last entry. It is a *[format.SyntaxError] if an entry
// cannot be read, or if the text has none. Other errors come from the underlying reader. After a
// syntax error, Next can be called again.
func (r *Reader) Next() (e Entry, err error) {
	if r.library == nil && r.puzzles == nil {
		r.chooseReader()
	}
	if r.library != nil {
		var line Line
		if line, err = r.library.Next(); err == nil {
			e = Entry{Case: &line.Case, Puzzle: PuzzleOf(&line.State)}
			e.Puzzle.Line = line.Line
		}
	} else {
		e.Puzzle, err = r.puzzles.Next()
	}
	if err == io.EOF && !r.some && !r.MayBeEmpty {
		_, err = format.ParseOne("")
	}
	r.some = true
	return e, err
}

// lookAhead limits how many bytes of comments and blank lines are read to find out whether the text is a library.
const lookAhead = 1 << 20

// chooseReader sets r.library or r.puzzles. The text is a library if its first line that is neither blank nor a comment
// begins with a colon.
func (r *Reader) chooseReader() {
	var head bytes.Buffer
	lines := format.NewText(io.TeeReader(r.from, &head))
	stream := io.MultiReader(&head, r.from)
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
			r.library = NewCasesReader(stream)
			return
		}
		break
	}
	r.puzzles = format.NewReader(stream, r.options)
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

// CasesReader reads a library in HoDoKu's format. It skips blank lines and lines that begin
// with #.
type CasesReader struct {
	lines   *format.Text
	started bool // whether Next has returned a line
}

// Line is one case of a HoDoKu library, with the number of its line.
type Line struct {
	hodoku.Case
	Line int // the number of the line, counted from 1
}

// NewCasesReader returns a reader of the library lines in r. It reads ahead no further than needed.
func NewCasesReader(r io.Reader) *CasesReader { return &CasesReader{lines: format.NewText(r)} }

// Next returns the next case. The error is io.EOF after the last case. It is a *[format.SyntaxError] for an invalid
// line, or for a text without cases. Other errors come from the underlying reader. After a syntax error, Next can be
// called again.
func (r *CasesReader) Next() (Line, error) {
	for {
		line, n, err := r.lines.Line()
		if err == io.EOF && !r.started {
			err = &format.SyntaxError{Line: 1, Column: 1, What: message.New("operation.libraryEmpty")}
		}
		if err != nil {
			r.started = true
			return Line{}, err
		}
		text, before := trimLineAndComment(line)
		if text == "" {
			continue
		}
		r.started = true
		c, err := hodoku.Read(text)
		if err != nil {
			return Line{}, libraryLineError(err, text, n, before)
		}
		return Line{c, n}, nil
	}
}

func libraryLineError(err error, text string, line, before int) error {
	syntax := &format.SyntaxError{Line: line, Column: before + 1, What: message.New("operation.libraryLine")}
	var bad *hodoku.SyntaxError
	if errors.As(err, &bad) && bad.Field > 0 {
		syntax.What = (&hodoku.SyntaxError{Field: bad.Field, Text: QuoteStart(bad.Text)}).Message()
		fields := strings.SplitAfter(text, ":")
		syntax.Column += utf8.RuneCountInString(strings.Join(fields[:bad.Field], ""))
	}
	return syntax
}

// QuoteStart returns the first 40 characters of a text in quotes. It escapes control characters, which could affect a
// terminal.
func QuoteStart(text string) string {
	const maxNotes = 40
	if utf8.RuneCountInString(text) > maxNotes {
		text = string([]rune(text)[:maxNotes]) + "…"
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
