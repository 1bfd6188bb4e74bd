package logic

import (
	"iter"
	"math/bits"
	"strings"

	"nonet/sudoku"
)

type (
	Cell   = sudoku.Cell
	Digit  = sudoku.Digit
	House  = sudoku.House
	Digits = sudoku.Candidates
)

const (
	cells  = sudoku.Cells
	houses = sudoku.Houses
)

// CellSet is a set of cells. It is a value and compares with ==.
//
//	Lo  bit i is cell i       r1c1 … r8c1
//	Hi  bit i is cell 64 + i  r8c2 … r9c9
type CellSet struct{ Lo, Hi uint64 }

// AllCells is the set of the 81 cells.
var AllCells = CellSet{^uint64(0), 1<<17 - 1}

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
		return cells
	}
	return Cell(64 + bits.TrailingZeros64(s.Hi))
}

// pop takes the least cell out of a set that is not empty.
func (s *CellSet) pop() Cell {
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
			if !yield(s.pop()) {
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

// The geometry as tables, so that the finders look up instead of dividing.
var (
	rowOf, columnOf, boxOf [cells]House   // House numbers: 0–8, 9–17, 18–26
	peers                  [cells]CellSet // the 20 peers of a cell
	houseSet               [houses]CellSet
)

func init() {
	for h := range House(houses) {
		houseSet[h] = CellsOf(cellsOf(h)...)
	}
	for c := range Cell(cells) {
		in := c.Houses()
		rowOf[c], columnOf[c], boxOf[c] = in[0], in[1], in[2]
		peers[c] = houseSet[in[0]].Or(houseSet[in[1]]).Or(houseSet[in[2]])
		peers[c].Remove(c)
	}
}

func cellsOf(h House) []Cell {
	all := h.Cells()
	return all[:]
}

// commonPeers are the cells that see every cell of s; all cells if s is empty.
func commonPeers(s CellSet) CellSet {
	common := AllCells
	for !s.Empty() && !common.Empty() {
		common = common.And(peers[s.pop()])
	}
	return common
}

// inOneHouse reports whether a house holds all of s, and the first that does.
func inOneHouse(s CellSet) (House, bool) {
	if s.Empty() {
		return 0, false
	}
	for _, h := range s.First().Houses() {
		if s.Within(houseSet[h]) {
			return h, true
		}
	}
	return 0, false
}
