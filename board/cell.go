package board

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Cell is a cell of a board, counted row by row from 0. Its methods assume nine columns: 0 is r1c1, 8 is r1c9, 80 is
// r9c9.
type Cell uint8

// Cells is the number of cells of a board with nine rows and columns.
const Cells = 81

// CellAt returns the cell in a row and a column, both counted from 1. The result is undefined if one of them is not
// from 1 to 9.
func CellAt(row, column int) Cell { return Cell((row-1)*9 + column - 1) }

// Row returns the cell's row, 1 to 9.
func (c Cell) Row() int { return int(c)/9 + 1 }

// Column returns the cell's column, 1 to 9.
func (c Cell) Column() int { return int(c)%9 + 1 }

// String returns the cell's name, such as "r4c7".
func (c Cell) String() string {
	if c >= Cells {
		return fmt.Sprintf("cell %d", uint8(c))
	}
	return string([]byte{'r', '0' + byte(c.Row()), 'c', '0' + byte(c.Column())})
}

// MarshalText returns the cell's name, which also stands for the cell in JSON.
func (c Cell) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText sets c to the cell with a name such as "r4c7".
func (c *Cell) UnmarshalText(text []byte) error {
	if len(text) != 4 || text[0] != 'r' || text[2] != 'c' || text[1] < '1' || text[1] > '9' || text[3] < '1' || text[3] > '9' {
		return errors.New("not a cell such as r4c7: " + string(text))
	}
	*c = CellAt(int(text[1]-'0'), int(text[3]-'0'))
	return nil
}

// MostCells is the maximum number of cells of a board.
const MostCells = 256

// CellSet is a set of cells of a board of any shape. Sets can be compared by ==.
type CellSet struct {
	// Bit i of word k stands for cell 64k + i. The words are four fields, because the compiler keeps no array in
	// registers.
	w0, w1, w2, w3 uint64
}

// AllCells returns the set of the 81 cells of a board with nine rows and columns; see also
// [Board.All].
func AllCells() CellSet { return firstCells(Cells) }

// firstCells returns the set of the cells 0 to n−1.
func firstCells(n int) CellSet {
	word := func(k int) uint64 { return 1<<max(0, min(64, n-64*k)) - 1 }
	return CellSet{word(0), word(1), word(2), word(3)}
}

// CellsOf returns the set of the given cells.
func CellsOf(list ...Cell) CellSet {
	var s CellSet
	for _, c := range list {
		s.Add(c)
	}
	return s
}

// CellSetOf returns a set of the first 128 cells from its bits: bit i of `low` is cell i, and bit i of `high` is cell
// 64 + i.
func CellSetOf(low, high uint64) CellSet { return CellSet{w0: low, w1: high} }

// Add adds c to the set. It does nothing if the set already has c.
func (s *CellSet) Add(c Cell) {
	switch bit := uint64(1) << (c & 63); c >> 6 {
	case 0:
		s.w0 |= bit
	case 1:
		s.w1 |= bit
	case 2:
		s.w2 |= bit
	default:
		s.w3 |= bit
	}
}

// Remove removes c from the set. It does nothing if c is not in the set.
func (s *CellSet) Remove(c Cell) {
	switch bit := uint64(1) << (c & 63); c >> 6 {
	case 0:
		s.w0 &^= bit
	case 1:
		s.w1 &^= bit
	case 2:
		s.w2 &^= bit
	default:
		s.w3 &^= bit
	}
}

// Has reports whether c is in the set.
func (s CellSet) Has(c Cell) bool {
	switch c >> 6 {
	case 0:
		return s.w0>>(c&63)&1 != 0
	case 1:
		return s.w1>>(c&63)&1 != 0
	case 2:
		return s.w2>>(c&63)&1 != 0
	}
	return s.w3>>(c&63)&1 != 0
}

// And returns the intersection of s and t.
func (s CellSet) And(t CellSet) CellSet {
	return CellSet{s.w0 & t.w0, s.w1 & t.w1, s.w2 & t.w2, s.w3 & t.w3}
}

// Or returns the union of s and t.
func (s CellSet) Or(t CellSet) CellSet {
	return CellSet{s.w0 | t.w0, s.w1 | t.w1, s.w2 | t.w2, s.w3 | t.w3}
}

// Without returns s without the cells of t.
func (s CellSet) Without(t CellSet) CellSet {
	return CellSet{s.w0 &^ t.w0, s.w1 &^ t.w1, s.w2 &^ t.w2, s.w3 &^ t.w3}
}

// Empty reports whether there is no cell in the set.
func (s CellSet) Empty() bool { return s.w0|s.w1|s.w2|s.w3 == 0 }

// Single reports whether there is exactly one cell in the set.
func (s CellSet) Single() bool {
	w := s.w0 | s.w1 | s.w2 | s.w3
	return w != 0 && w&(w-1) == 0 && s.Len() == 1
}

// Meets reports whether the sets have a cell in common.
func (s CellSet) Meets(t CellSet) bool { return s.w0&t.w0|s.w1&t.w1|s.w2&t.w2|s.w3&t.w3 != 0 }

// Within reports whether every cell of s is in t.
func (s CellSet) Within(t CellSet) bool { return s.w0&^t.w0|s.w1&^t.w1|s.w2&^t.w2|s.w3&^t.w3 == 0 }

// Len returns the number of cells in the set.
func (s CellSet) Len() int {
	n := bits.OnesCount64(s.w0) + bits.OnesCount64(s.w1)
	if s.w2|s.w3 != 0 { // most sets have no cell above 127, and each OnesCount64 costs a check of the processor's features
		n += bits.OnesCount64(s.w2) + bits.OnesCount64(s.w3)
	}
	return n
}

// First returns the least cell of the set. The set must not be empty.
func (s CellSet) First() Cell {
	switch {
	case s.w0 != 0:
		return Cell(bits.TrailingZeros64(s.w0))
	case s.w1 != 0:
		return Cell(64 + bits.TrailingZeros64(s.w1))
	case s.w2 != 0:
		return Cell(128 + bits.TrailingZeros64(s.w2))
	case s.w3 != 0:
		return Cell(192 + bits.TrailingZeros64(s.w3))
	}
	return Cells
}

// Pop removes the least cell from the set and returns it. The set must not be empty.
func (s *CellSet) Pop() Cell {
	if w := s.w0; w != 0 {
		s.w0 = w & (w - 1)
		return Cell(bits.TrailingZeros64(w))
	}
	return s.popFromLaterWords()
}

// popFromLaterWords is Pop for a set without the first 64 cells. It is separate so that Pop can be inlined.
//
//go:noinline
func (s *CellSet) popFromLaterWords() Cell {
	c := s.First()
	s.Remove(c)
	return c
}

// All yields the cells in ascending order.
func (s CellSet) All() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for s := s; !s.Empty(); {
			if !yield(s.Pop()) {
				return
			}
		}
	}
}

// String returns the names of the cells in ascending order, such as "r1c1 r4c7".
func (s CellSet) String() string {
	var names []string
	for c := range s.All() {
		names = append(names, c.String())
	}
	return strings.Join(names, " ")
}
