package contest

import (
	"bufio"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	"nonet/format"
	_ "nonet/internal/texts"
	"nonet/message"
	"nonet/sudoku"
)

// scanner reads characters and tracks their position. It never reads further than the caller needs, so that a person
// who types the input sees each answer immediately.
type scanner struct {
	in      *bufio.Reader
	next    rune // the character at pos, if it has been read
	loaded  bool
	started bool
	err     error // the error that ended the input, unless it was io.EOF
	pos     position
	idle    func() // a function to call before a read that may wait for input
}

// position is a line and a column in characters, both counted from 1.
type position struct{ line, column int }

// end stands for the end of the input, and broken for a byte that is not UTF-8.
const (
	end    rune = -1
	broken rune = -2
)

// peek returns the next character, or end, without moving past it. It skips a byte order mark at the beginning.
func (s *scanner) peek() rune {
	if !s.loaded {
		s.next, s.loaded = s.readRune(), true
		if !s.started {
			s.started = true
			if s.next == '\uFEFF' {
				s.next = s.readRune()
			}
		}
	}
	return s.next
}

func (s *scanner) readRune() rune {
	if s.in.Buffered() == 0 && s.idle != nil {
		s.idle()
	}
	r, size, err := s.in.ReadRune()
	switch {
	case err == io.EOF:
		return end
	case err != nil:
		s.err = err
		return end
	case r == utf8.RuneError && size == 1:
		return broken
	default:
		return r
	}
}

func (s *scanner) skipRune() {
	switch s.peek() {
	case end:
		return
	case '\n':
		s.pos = position{s.pos.line + 1, 1}
	default:
		s.pos.column++
	}
	s.loaded = false
}

func (s *scanner) skipSpace() {
	for isSpace(s.peek()) {
		s.skipRune()
	}
}

func isSpace(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' }

// fail returns a syntax error at a position. If reading has failed, it returns the error of reading instead.
func (s *scanner) fail(where position, key string, args ...any) error {
	if s.err != nil {
		return s.err
	}
	return &format.SyntaxError{Line: where.line, Column: where.column, What: message.New(key, args...)}
}

func (s *scanner) failIn(cell int, where position, key string, args ...any) error {
	err := s.fail(where, key, args...)
	if e, ok := err.(*format.SyntaxError); ok && cell < sudoku.Cells {
		e.Cell, e.HasCell = sudoku.Cell(cell), true
	}
	return err
}

// showRune returns r for messages. If r is not printable, it returns the code, such as "U+0009".
func showRune(r rune) string {
	switch {
	case r == broken:
		return "not UTF-8"
	case unicode.IsPrint(r):
		return string(r)
	default:
		return fmt.Sprintf("U+%04X", r)
	}
}

// readWord reads up to the next white space. It returns at most the first 20 characters, and the position of the first.
func (s *scanner) readWord() (word string, where position) {
	where = s.pos
	for n := 0; s.peek() != end && !isSpace(s.peek()); n++ {
		if n < 20 {
			word += string(s.peek())
		}
		s.skipRune()
	}
	return word, where
}

// readNumber reads an integer from 0 to `maximum`. Errors name the cell, unless `cell` is sudoku.Cells.
func (s *scanner) readNumber(maximum, cell int) (int, error) {
	word, where := s.readWord()
	n := 0
	for i, r := range word {
		if r < '0' || r > '9' {
			where.column += utf8.RuneCountInString(word[:i])
			return 0, s.failIn(cell, where, "oj.notNumber", "char", showRune(r), "most", maximum)
		}
		if n = n*10 + int(r-'0'); n > maximum {
			return 0, s.failIn(cell, where, "oj.range", "number", word, "most", maximum)
		}
	}
	return n, nil
}

// readRow reads n characters into values, starting at the index `from`. `value` returns the value of a character. If
// value rejects the character, key is the key of the error's text.
func (s *scanner) readRow(n int, values *[sudoku.Cells]uint8, from int, value func(rune) (uint8, bool), key string) error {
	for i := range n {
		cell := from + i
		r := s.peek()
		if r == end || isSpace(r) {
			return s.failIn(cell, s.pos, "oj.rowShort", "want", n, "n", i)
		}
		v, ok := value(r)
		if !ok {
			return s.failIn(cell, s.pos, key, "char", showRune(r))
		}
		values[cell] = v
		s.skipRune()
	}
	switch r := s.peek(); {
	case r == end || isSpace(r):
		return nil
	case n == 1:
		return s.failIn(from, s.pos, "oj.cellLong")
	}
	return s.fail(s.pos, "oj.rowLong", "want", n)
}

// readFullLine reads a line of 81 digits or dots if the buffer has the whole line.
func (s *scanner) readFullLine(values *[sudoku.Cells]uint8) bool {
	first := s.peek()
	rest, _ := s.in.Peek(min(s.in.Buffered(), sudoku.Cells))
	if len(rest) < sudoku.Cells || rest[sudoku.Cells-1] != '\n' || first > '9' {
		return false
	}
	for c := range values {
		r := first
		if c > 0 {
			r = rune(rest[c-1])
		}
		v, ok := digitOrDot(r)
		if !ok {
			return false
		}
		values[c] = v
	}
	s.in.Discard(sudoku.Cells)
	s.pos, s.loaded = position{s.pos.line + 1, 1}, false
	return true
}

// readIntegers reads 81 integers from 0 to 9. It returns the grid, and the line on which the grid begins.
func (s *scanner) readIntegers() (sudoku.Grid, int, error) {
	return s.readCells("oj.integersMissing", func(cell int, values *[sudoku.Cells]uint8) error {
		n, err := s.readNumber(9, cell)
		values[cell] = uint8(n)
		return err
	})
}

// readCells calls read for each of 81 cells. If there are too few words, the error is at the first line whose number of
// words is not a multiple of nine. If there is no such line, the error is at the end, and its text has the key
// `missing`.
func (s *scanner) readCells(missing string, read func(cell int, values *[sudoku.Cells]uint8) error) (sudoku.Grid, int, error) {
	var values [sudoku.Cells]uint8
	var first, uneven position
	onLine, unevenHas := 0, 0
	for c := range values {
		for isSpace(s.peek()) {
			if s.peek() == '\n' {
				if onLine%9 != 0 && uneven.line == 0 {
					uneven, unevenHas = s.pos, onLine
				}
				onLine = 0
			}
			s.skipRune()
		}
		switch {
		case s.peek() != end:
		case uneven.line != 0:
			return sudoku.Grid{}, 0, s.fail(uneven, "oj.lineShort", "n", unevenHas)
		default:
			return sudoku.Grid{}, 0, s.fail(s.pos, missing, "n", c)
		}
		if c == 0 {
			first = s.pos
		}
		if err := read(c, &values); err != nil {
			return sudoku.Grid{}, 0, err
		}
		onLine++
	}
	g, err := sudoku.FromCells(values)
	return g, first.line, err
}

// expectNothingMore returns an error with the text of key, unless only white space follows.
func (s *scanner) expectNothingMore(key string) error {
	s.skipSpace()
	if s.peek() != end || s.err != nil {
		return s.fail(s.pos, key)
	}
	return nil
}
