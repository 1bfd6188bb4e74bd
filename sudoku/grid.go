package sudoku

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"nonet/board"
	"nonet/message"
)

// Grid is a 9×9 grid, each cell empty or holding a digit. It is a value: it
// copies by assignment, compares with ==, and its zero value is the empty grid.
// It need not be free of contradictions.
type Grid struct {
	cells [Cells]uint8 // row by row; 0 or 1–9, which every constructor ensures
}

// FromCells returns the grid of 81 values row by row, 0 for empty. The error names
// the first cell whose value is above 9.
func FromCells(values [Cells]uint8) (Grid, error) {
	// Eight cells at once: adding 118 takes whatever is above 9 past 127.
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

// Parse reads 81 characters row by row: 1–9, and any of . 0 _ * for an empty
// cell. Everything else is an error; package format reads what people paste.
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

// MustParse returns Parse for grids written in source code; it panics on an error.
func MustParse(s string) Grid {
	g, err := Parse(s)
	if err != nil {
		panic("sudoku: " + err.Error())
	}
	return g
}

// Values returns the 81 values row by row, 0 for empty.
func (g Grid) Values() [Cells]uint8 { return g.cells }

// At returns the digit in c, 0 where it is empty.
func (g Grid) At(c Cell) Digit { return Digit(g.cells[c%Cells]) }

// With returns the grid with d in c; 0 empties the cell, and a d above 9 changes nothing.
func (g Grid) With(c Cell, d Digit) Grid {
	if d <= 9 {
		g.cells[c%Cells] = uint8(d)
	}
	return g
}

// Givens returns how many cells are filled.
func (g Grid) Givens() int {
	return Cells - bytes.Count(g.cells[:], []byte{0})
}

// Full reports whether every cell is filled.
func (g Grid) Full() bool { return g.Givens() == Cells }

// Solved reports whether the grid is full and every house holds each digit once.
func (g Grid) Solved() bool { return g.Full() && len(g.Contradictions()) == 0 }

// Extends reports whether g fills every cell that puzzle fills, with the same digit.
func (g Grid) Extends(puzzle Grid) bool {
	for c, v := range puzzle.cells {
		if v != 0 && g.cells[c] != v {
			return false
		}
	}
	return true
}

// Candidates returns the digits that no peer of c holds on the classic board; for a
// filled cell, just its digit. It looks at the houses only: it proves nothing.
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

// MarshalText returns String, so that a Grid stands in JSON as its 81 characters.
func (g Grid) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText returns Parse.
func (g *Grid) UnmarshalText(text []byte) (err error) {
	*g, err = Parse(string(text))
	return err
}

// Compare orders grids by their 81 values read row by row: −1, 0 or +1. An
// empty cell comes before 1.
func (g Grid) Compare(other Grid) int { return bytes.Compare(g.cells[:], other.cells[:]) }

// Contradiction is two cells of one house that hold the same digit.
type Contradiction struct {
	A, B  Cell // A < B
	Digit Digit
	House House // the first that both stand in: row, column, box, …
}

// Message says what contradicts what: "r1c1 and r1c5 are both 8 (row 1)".
func (k Contradiction) Message() message.Message {
	return message.New("contradiction", "a", k.A, "b", k.B, "digit", k.Digit, "house", HouseName(k.House))
}

func (k Contradiction) String() string { return k.Message().String() }

// Contradictions returns those of the classic board, as [Grid.ContradictionsOn] has them.
func (g Grid) Contradictions() []Contradiction { return g.ContradictionsOn(board.Classic()) }

// ContradictionsOn returns all pairs of cells that contradict each other on a board,
// each pair once, by house and cell; nil where there are none.
func (g Grid) ContradictionsOn(b *board.Board) []Contradiction {
	var all []Contradiction
	for left := b.Houses(); left != 0; {
		h := left.Pop()
		// That a house has a digit twice is rare, and seen at once.
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
				// A pair that shares several houses is told in the first.
				if first, _ := b.HouseWith(board.CellsOf(x, y)); x < y && g.cells[x] != 0 && g.cells[x] == g.cells[y] && first == h {
					all = append(all, Contradiction{x, y, g.At(x), h})
				}
			}
		}
	}
	return all
}

// ContradictionError says that givens contradict each other, so that there is
// no solution.
type ContradictionError struct{ Contradictions []Contradiction } // at least one

func (e *ContradictionError) Error() string { return e.Message().String() }

// Message names the contradictions as [ContradictionError.List] does.
func (e *ContradictionError) Message() message.Message {
	return message.New("contradictions", "list", e.List())
}

// told is how many contradictions are named: a grid full of one digit has 810.
const told = 5

// List names the first few contradictions, and says how many more there are.
func (e *ContradictionError) List() message.Message {
	var parts []message.Message
	for _, k := range e.Contradictions[:min(len(e.Contradictions), told)] {
		parts = append(parts, k.Message())
	}
	if more := len(e.Contradictions) - len(parts); more > 0 {
		return message.New("contradictions.more", "list", parts, "n", more)
	}
	return message.New("contradictions.all", "list", parts)
}

// DigitError is a value that is not a digit.
type DigitError struct {
	Cell  Cell
	Value int
}

func (e *DigitError) Error() string { return e.Message().String() }

// Message says which cell holds what.
func (e *DigitError) Message() message.Message {
	return message.New("sudoku.badDigit", "cell", e.Cell, "value", e.Value)
}

// ParseError is why a string is no grid.
type ParseError struct {
	Position int  // the offending character, counted in characters from 0; −1 if the length is wrong
	Char     rune // that character
	Length   int  // the string's length in characters, if that is what is wrong
}

func (e *ParseError) Error() string { return e.Message().String() }

// Message says what is wrong and where.
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
