package board

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Cell is one of the 81 cells, counted row by row: 0 is r1c1, 8 is r1c9, 80 is r9c9.
type Cell uint8

// Cells is how many cells a board has.
const Cells = 81

// CellAt is the cell in the given row and column, each 1 to 9.
func CellAt(row, column int) Cell { return Cell((row-1)*9 + column - 1) }

// Row is 1 to 9.
func (c Cell) Row() int { return int(c)/9 + 1 }

// Column is 1 to 9.
func (c Cell) Column() int { return int(c)%9 + 1 }

// String is the cell's name, such as "r4c7".
func (c Cell) String() string {
	if c >= Cells {
		return fmt.Sprintf("cell %d", uint8(c))
	}
	return string([]byte{'r', '0' + byte(c.Row()), 'c', '0' + byte(c.Column())})
}

// MarshalText is String.
func (c Cell) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a name such as "r4c7".
func (c *Cell) UnmarshalText(text []byte) error {
	if len(text) != 4 || text[0] != 'r' || text[2] != 'c' || text[1] < '1' || text[1] > '9' || text[3] < '1' || text[3] > '9' {
		return errors.New("not a cell such as r4c7: " + string(text))
	}
	*c = CellAt(int(text[1]-'0'), int(text[3]-'0'))
	return nil
}

// CellSet is a set of cells. It is a value and compares with ==.
//
//	Lo  bit i is cell i       r1c1 … r8c1
//	Hi  bit i is cell 64 + i  r8c2 … r9c9
type CellSet struct{ Lo, Hi uint64 }

// AllCells is the set of the 81 cells.
func AllCells() CellSet { return CellSet{^uint64(0), 1<<17 - 1} }

// CellsOf is the set of the given cells.
func CellsOf(list ...Cell) CellSet {
	var s CellSet
	for _, c := range list {
		s.Add(c)
	}
	return s
}

// Add puts c into the set.
func (s *CellSet) Add(c Cell) {
	if c < 64 {
		s.Lo |= 1 << c
	} else {
		s.Hi |= 1 << (c - 64)
	}
}

// Remove takes c out of the set.
func (s *CellSet) Remove(c Cell) {
	if c < 64 {
		s.Lo &^= 1 << c
	} else {
		s.Hi &^= 1 << (c - 64)
	}
}

// Has reports whether c is in the set.
func (s CellSet) Has(c Cell) bool {
	if c < 64 {
		return s.Lo>>c&1 != 0
	}
	return s.Hi>>(c-64)&1 != 0
}

// And is the intersection.
func (s CellSet) And(t CellSet) CellSet { return CellSet{s.Lo & t.Lo, s.Hi & t.Hi} }

// Or is the union.
func (s CellSet) Or(t CellSet) CellSet { return CellSet{s.Lo | t.Lo, s.Hi | t.Hi} }

// Less is the set without the cells of t.
func (s CellSet) Less(t CellSet) CellSet { return CellSet{s.Lo &^ t.Lo, s.Hi &^ t.Hi} }

// Empty reports whether there is no cell in the set.
func (s CellSet) Empty() bool { return s.Lo|s.Hi == 0 }

// Single reports whether there is one cell in the set.
func (s CellSet) Single() bool {
	return s.Hi == 0 && s.Lo != 0 && s.Lo&(s.Lo-1) == 0 || s.Lo == 0 && s.Hi != 0 && s.Hi&(s.Hi-1) == 0
}

// Meets reports whether the sets have a cell in common.
func (s CellSet) Meets(t CellSet) bool { return s.Lo&t.Lo|s.Hi&t.Hi != 0 }

// Within reports whether every cell of s is in t.
func (s CellSet) Within(t CellSet) bool { return s.Lo&^t.Lo|s.Hi&^t.Hi == 0 }

// Len is how many cells the set holds.
func (s CellSet) Len() int { return bits.OnesCount64(s.Lo) + bits.OnesCount64(s.Hi) }

// First is the least cell of the set; 81 if it is empty.
func (s CellSet) First() Cell {
	if s.Lo != 0 {
		return Cell(bits.TrailingZeros64(s.Lo))
	}
	if s.Hi == 0 {
		return Cells
	}
	return Cell(64 + bits.TrailingZeros64(s.Hi))
}

// Pop takes the least cell out of a set that is not empty, and is that cell.
func (s *CellSet) Pop() Cell {
	if s.Lo != 0 {
		c := Cell(bits.TrailingZeros64(s.Lo))
		s.Lo &= s.Lo - 1
		return c
	}
	c := Cell(64 + bits.TrailingZeros64(s.Hi))
	s.Hi &= s.Hi - 1
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

// String names the cells in ascending order, such as "r1c1 r4c7".
func (s CellSet) String() string {
	var names []string
	for c := range s.All() {
		names = append(names, c.String())
	}
	return strings.Join(names, " ")
}
