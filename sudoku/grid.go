package sudoku

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"nonet/board"
	"nonet/message"
)

// Grid is a 9×9 grid, each cell empty or holding a digit. It is a value: assignment copies it, == compares it,
// and its zero value is the empty grid. It need not be free of contradictions.
type Grid struct {
	cells [Cells]uint8 // the values row by row, each from 0 to 9; all constructors check this range
}

// FromCells returns the grid with these 81 values, row by row; 0 is an empty cell. If some are above 9, the error is a
// *DigitError for the first of them.
func FromCells(values [Cells]uint8) (Grid, error) {
	// Check eight cells at once: adding 118 to a byte above 9 sets its bit 7.
	const ones = 0x0101010101010101
	last := uint64(values[Cells-1])
	over := last + 118 | last
	for i := 0; i+8 <= Cells; i += 8 {
		w := binary.LittleEndian.Uint64(values[i:])
		over |= w&(127*ones) + 118*ones | w
	}
	if over&(128*ones) == 0 {
		return Grid{values}, nil
	}
	for c, v := range values {
		if v > 9 {
			return Grid{}, &DigitError{Cell(c), int(v)}
		}
	}
	return Grid{values}, nil
}

// Parse parses 81 characters row by row: 1–9 for a digit, and . 0 _ * for an empty cell. For
// anything else it returns a *ParseError. Package format reads other notations.
func Parse(s string) (Grid, error) {
	var g Grid
	n := 0
	for _, r := range s {
		if n < Cells {
			switch {
			case r >= '1' && r <= '9':
				g.cells[n] = uint8(r - '0')
			case r == '.' || r == '0' || r == '_' || r == '*':
			default:
				return Grid{}, &ParseError{Position: n, Char: r}
			}
		}
		n++
	}
	if n != Cells {
		return Grid{}, &ParseError{Length: n, Position: -1}
	}
	return g, nil
}

// MustParse is like Parse, for grids in source code; it panics if s is not valid.
func MustParse(s string) Grid {
	g, err := Parse(s)
	if err != nil {
		panic("sudoku: " + err.Error())
	}
	return g
}

// Values returns the 81 values row by row; an empty cell is 0.
func (g Grid) Values() [Cells]uint8 { return g.cells }

// At returns the digit in c, or 0 if the cell is empty.
func (g Grid) At(c Cell) Digit { return Digit(g.cells[c%Cells]) }

// With returns a copy of the grid in which c has the digit d. A d of 0 empties the cell; a d above 9 changes nothing.
func (g Grid) With(c Cell, d Digit) Grid {
	if d <= 9 {
		g.cells[c%Cells] = uint8(d)
	}
	return g
}

// Givens returns the number of filled cells.
func (g Grid) Givens() int {
	return Cells - bytes.Count(g.cells[:], []byte{0})
}

// Full reports whether every cell is filled.
func (g Grid) Full() bool { return g.Givens() == Cells }

// Solved reports whether the grid is full and every house holds each digit once.
func (g Grid) Solved() bool { return g.Full() && g.IsConsistent() }

// Extends reports whether g has every digit of puzzle in the same cell.
func (g Grid) Extends(puzzle Grid) bool {
	for c, v := range puzzle.cells {
		if v != 0 && g.cells[c] != v {
			return false
		}
	}
	return true
}

// Candidates returns the digits that no peer of c has on the classic board. For a filled cell it returns just
// its digit. It only looks at the houses, so a candidate may still lead to no solution.
func (g Grid) Candidates(c Cell) Candidates {
	if d := g.At(c); d != 0 {
		return CandidatesOf(d)
	}
	s := AllDigits
	for p := range board.Classic().Peers(c % Cells).All() {
		s = s.Without(g.At(p))
	}
	return s
}

// String returns the grid's 81 characters row by row, '.' for empty.
func (g Grid) String() string {
	var b [Cells]byte
	for c, v := range g.cells {
		b[c] = '.'
		if v != 0 {
			b[c] = '0' + v
		}
	}
	return string(b[:])
}

// MarshalText returns the 81 characters that String returns. Therefore a grid in JSON is a string of these characters.
func (g Grid) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText sets g to the grid that Parse returns. The error comes from Parse.
func (g *Grid) UnmarshalText(text []byte) (err error) {
	*g, err = Parse(string(text))
	return err
}

// Compare compares the 81 values of two grids, row by row, and returns −1, 0 or +1. An empty cell comes before 1.
func (g Grid) Compare(other Grid) int { return bytes.Compare(g.cells[:], other.cells[:]) }

// Contradiction is a pair of cells in one house that hold the same digit.
type Contradiction struct {
	A, B  Cell // the two cells; A < B
	Digit Digit
	House House // the first house with both cells, in the order row, column, box, …
}

// Message describes the contradiction, such as "r1c1 and r1c5 are both 8 (row 1)".
func (k Contradiction) Message() message.Message {
	return message.New("contradiction", "a", k.A, "b", k.B, "digit", k.Digit, "house", HouseName(k.House))
}

func (k Contradiction) String() string { return k.Message().String() }

// Contradictions returns [Grid.ContradictionsOn] for the classic board.
func (g Grid) Contradictions() []Contradiction { return g.ContradictionsOn(board.Classic()) }

// ContradictionsOn returns the pairs of cells that have equal digits in a house of b. Each pair occurs once, in the
// order of houses and cells. Without such pairs, the result is nil.
func (g Grid) ContradictionsOn(b *board.Board) []Contradiction {
	if b == board.Classic() && g.IsConsistent() {
		return nil
	}
	var all []Contradiction
	for left := b.Houses(); left != 0; {
		h := left.Pop()
		// Most houses repeat no digit, so check for that first.
		var seen, twice Candidates
		for cells := b.Cells(h); !cells.Empty(); {
			if d := g.cells[cells.Pop()]; d != 0 {
				twice |= seen & (1 << (d - 1))
				seen |= 1 << (d - 1)
			}
		}
		if twice == 0 {
			continue
		}
		for x := range b.Cells(h).All() {
			for y := range b.Cells(h).All() {
				if x >= y || g.cells[x] == 0 || g.cells[x] != g.cells[y] {
					continue
				}
				// Report a pair only in the first house that contains both cells.
				if first, _ := b.HouseWith(board.CellsOf(x, y)); first == h {
					all = append(all, Contradiction{x, y, g.At(x), h})
				}
			}
		}
	}
	return all
}

// IsConsistent reports whether no row, column or box has a digit twice. It takes a tenth of the time of a loop over the
// houses, which matters for millions of grids.
func (g Grid) IsConsistent() bool {
	var columns [9]uint16
	var twice uint16
	for top := 0; top < Cells; top += 27 {
		var boxes [3]uint16
		for row := top; row < top+27; row += 9 {
			var digits uint16
			for column, d := range g.cells[row : row+9] {
				digit := uint16(1) << (d & 15) >> 1 // 0 for an empty cell, otherwise one bit
				twice |= digit & (digits | columns[column] | boxes[column/3])
				digits |= digit
				columns[column] |= digit
				boxes[column/3] |= digit
			}
		}
	}
	return twice == 0
}

// ContradictionError reports that a grid has no solution because givens contradict each other. There is at least one
// contradiction.
type ContradictionError struct{ Contradictions []Contradiction }

func (e *ContradictionError) Error() string { return e.Message().String() }

// Message lists the contradictions, like [ContradictionError.List].
func (e *ContradictionError) Message() message.Message {
	return message.New("contradictions", "list", e.List())
}

// mostListed limits the contradictions in a text. A grid full of one digit has 810 contradictions.
const mostListed = 5

// List lists the first few contradictions, and states how many more there are.
func (e *ContradictionError) List() message.Message {
	var parts []message.Message
	for _, k := range e.Contradictions[:min(len(e.Contradictions), mostListed)] {
		parts = append(parts, k.Message())
	}
	if more := len(e.Contradictions) - len(parts); more > 0 {
		return message.New("contradictions.more", "list", parts, "n", more)
	}
	return message.New("contradictions.all", "list", parts)
}

// DigitError reports a value above 9.
type DigitError struct {
	Cell  Cell
	Value int
}

func (e *DigitError) Error() string { return e.Message().String() }

// Message returns a sentence that names the cell and its value.
func (e *DigitError) Message() message.Message {
	return message.New("sudoku.badDigit", "cell", e.Cell, "value", e.Value)
}

// ParseError reports that a string is not a grid.
type ParseError struct {
	Position int  // the index of the bad character, in characters from 0; −1 if the length is wrong
	Char     rune // the bad character
	Length   int  // the string's length in characters, if the length is wrong
}

func (e *ParseError) Error() string { return e.Message().String() }

// Message returns a sentence that describes the error and its place.
func (e *ParseError) Message() message.Message {
	if e.Position < 0 {
		return message.New("sudoku.parseLength", "n", e.Length)
	}
	char := string(e.Char)
	if e.Char < ' ' || e.Char == utf8.RuneError {
		char = message.New("char.control", "code", fmt.Sprintf("%04X", e.Char)).String()
	}
	return message.New("sudoku.parseChar", "position", e.Position+1, "cell", Cell(e.Position), "char", char)
}
