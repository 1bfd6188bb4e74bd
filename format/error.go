package format

import (
	"unicode/utf8"

	"nonet/message"
	"nonet/sudoku"
)

// SyntaxError is an error in a text, with its place, its reason, and how to correct it.
type SyntaxError struct {
	Line, Column int         // both counted from 1; columns are characters
	Cell         sudoku.Cell // if HasCell is set, the cell that the error is about
	HasCell      bool
	What         message.Message
}

func (e *SyntaxError) Error() string { return e.Message().String() }

// Message returns the place and the reason, such as "line 2, column 7 (r1c7): there is already an 8".
func (e *SyntaxError) Message() message.Message {
	if e.HasCell {
		return message.New("format.atCell", "line", e.Line, "column", e.Column, "cell", e.Cell, "what", e.What)
	}
	return message.New("format.at", "line", e.Line, "column", e.Column, "what", e.What)
}

func newSyntaxError(line, column int, key string, args ...any) *SyntaxError {
	return &SyntaxError{Line: line, Column: column, What: message.New(key, args...)}
}

// place is a line and a column of the text, both counted from 1.
type place struct{ line, column int }

func (where place) errorHere(key string, args ...any) *SyntaxError {
	return newSyntaxError(where.line, where.column, key, args...)
}

func (e *SyntaxError) inCell(cell int) *SyntaxError {
	if cell >= 0 && cell < sudoku.Cells {
		e.Cell, e.HasCell = sudoku.Cell(cell), true
	}
	return e
}

func charError(ln *line, i int) *SyntaxError {
	r, _ := decodeRune(ln.rawFrom(i))
	return ln.placeAt(i).runeError(r)
}

// runeError returns an error that refuses the character r at this place. r is −1 for a byte that is not UTF-8. Browsers
// replace such a byte by U+FFFD.
func (where place) runeError(r rune) *SyntaxError {
	switch {
	case r < 0, r == utf8.RuneError:
		return where.errorHere("format.utf8")
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return where.errorHere("format.control", "char", message.Character(r))
	}
	return where.errorHere("format.char", "char", message.Character(r))
}

// decodeRune returns the first character of b and its width in bytes. The character is −1 for a byte that is not
// UTF-8.
func decodeRune(b []byte) (rune, int) {
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n <= 1 {
		return -1, n
	}
	return r, n
}
