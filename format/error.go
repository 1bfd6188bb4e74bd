package format

import (
	"unicode/utf8"

	"nonet/message"
	"nonet/sudoku"
)

// SyntaxError reports where a text is wrong, why, and how to correct it.
type SyntaxError struct {
	Line, Column int         // counted from 1, the column in characters
	Cell         sudoku.Cell // the cell that the error is about, if HasCell
	HasCell      bool
	What         message.Message
}

func (e *SyntaxError) Error() string { return e.Message().String() }

// Message returns the place and the fault, such as "line 2, column 7 (r1c7): there is already an 8".
func (e *SyntaxError) Message() message.Message {
	if e.HasCell {
		return message.New("format.atCell", "line", e.Line, "column", e.Column, "cell", e.Cell, "what", e.What)
	}
	return message.New("format.at", "line", e.Line, "column", e.Column, "what", e.What)
}

func newSyntaxError(line, column int, key string, args ...any) *SyntaxError {
	return &SyntaxError{Line: line, Column: column, What: message.New(key, args...)}
}

// place is a line and a column of the text, both from 1.
type place struct{ line, column int }

func (at place) errorHere(key string, args ...any) *SyntaxError {
	return newSyntaxError(at.line, at.column, key, args...)
}

func (e *SyntaxError) inCell(cell int) *SyntaxError {
	if cell >= 0 && cell < sudoku.Cells {
		e.Cell, e.HasCell = sudoku.Cell(cell), true
	}
	return e
}

// charError returns the error for the character at index i, in characters, of a line.
func charError(ln *line, i int) *SyntaxError {
	r, _ := decodeRune(ln.rawFrom(i))
	return ln.placeAt(i).runeError(r)
}

// runeError returns the error for the character r at this place. r is −1 for a byte that is not UTF-8.
func (at place) runeError(r rune) *SyntaxError {
	switch {
	case r < 0:
		return at.errorHere("format.utf8")
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return at.errorHere("format.control", "char", message.Character(r))
	}
	return at.errorHere("format.char", "char", message.Character(r))
}

// decodeRune returns the first character of b and its width in bytes; the character is −1 if it is not
// UTF-8.
func decodeRune(b []byte) (rune, int) {
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n <= 1 {
		return -1, n
	}
	return r, n
}
