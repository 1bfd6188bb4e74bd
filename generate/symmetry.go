package generate

import (
	"fmt"
	"slices"
	"sync"
)

// Symmetry is a symmetry of the set of givens.
type Symmetry uint8

const (
	NoSymmetry       Symmetry = iota
	Rotate180                 // by a half turn
	Rotate90                  // by a quarter turn
	MirrorHorizontal          // left and right
	MirrorVertical            // top and bottom
	Diagonal                  // across the diagonal from the top left
	AntiDiagonal              // across the other diagonal
	FullSymmetry              // all of the above
	symmetries                // number of symmetries
)

// symmetryTable has the name of each symmetry, and the moves that generate it.
var symmetryTable = [symmetries]struct {
	name  string
	moves []move
}{
	NoSymmetry:       {"none", nil},
	Rotate180:        {"rotate180", []move{{80, -9, -1}}},
	Rotate90:         {"rotate90", []move{{8, -1, 9}}},
	MirrorHorizontal: {"mirror-horizontal", []move{{8, 9, -1}}},
	MirrorVertical:   {"mirror-vertical", []move{{72, -9, 1}}},
	Diagonal:         {"diagonal", []move{{0, 1, 9}}},
	AntiDiagonal:     {"anti-diagonal", []move{{80, -1, -9}}},
	FullSymmetry:     {"full", []move{{8, -1, 9}, {0, 1, 9}}},
}

// move is a map of the cells of a 9×9 board. first is the image of r1c1. row and column are the
// changes of the image from one row or column to the next.
type move struct{ first, row, column int }

func (m move) cellOf(c int) int { return m.first + c/9*m.row + c%9*m.column }

// cellMapping returns the move on a board of the given size.
func (m move) cellMapping(size int) func(cell int) int {
	step := func(by int) int {
		switch by {
		case 9:
			return size
		case -9:
			return -size
		}
		return by
	}
	first := m.first / 9 / 8 * (size - 1) * size
	first += m.first % 9 / 8 * (size - 1)
	return func(cell int) int { return first + cell/size*step(m.row) + cell%size*step(m.column) }
}

// Images returns the maps of the symmetry's group on a square board of the given size. A map is a
// list with the image of each cell. The identity is the first map.
func (s Symmetry) Images(size int) (all [][]int) {
	all = [][]int{make([]int, size*size)}
	for cell := range all[0] {
		all[0][cell] = cell
	}
	for i := 0; i < len(all); i++ {
		for _, m := range symmetryTable[s].moves {
			to := m.cellMapping(size)
			next := make([]int, size*size)
			for cell, at := range all[i] {
				next[cell] = to(at)
			}
			if !slices.ContainsFunc(all, func(known []int) bool { return slices.Equal(known, next) }) {
				all = append(all, next)
			}
		}
	}
	return all
}

// String returns the symmetry's name in flags and JSON, such as "rotate180".
func (s Symmetry) String() string { return symmetryTable[s%symmetries].name }

// MarshalText returns String.
func (s Symmetry) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Symmetries returns all symmetries.
func Symmetries() []Symmetry {
	all := make([]Symmetry, symmetries)
	for i := range all {
		all[i] = Symmetry(i)
	}
	return all
}

// UnmarshalText parses a symmetry's name; "mirror" means mirror-horizontal.
func (s *Symmetry) UnmarshalText(text []byte) error {
	for _, known := range Symmetries() {
		if name := string(text); name == known.String() || name == "mirror" && known == MirrorHorizontal {
			*s = known
			return nil
		}
	}
	return fmt.Errorf("generate: no symmetry is named %q", text)
}

// orbits are the sets of cells that a symmetry maps to each other.
type orbits struct {
	n     int
	cells [cells]uint8     // all cells, grouped by orbit
	from  [cells + 1]uint8 // where each orbit begins in cells
}

// orbitCells returns the cells of an orbit.
func (o *orbits) orbitCells(i uint8) []uint8 { return o.cells[o.from[i]:o.from[i+1]] }

var orbitsOf = sync.OnceValue(func() (all [symmetries]*orbits) {
	for s := range symmetries {
		o := new(orbits)
		var seen [cells]bool
		n := uint8(0)
		reach := func(c int) {
			if !seen[c] {
				seen[c] = true
				o.cells[n] = uint8(c)
				n++
			}
		}
		for c := range cells {
			reach(c)
			for i := o.from[o.n]; i < n; i++ {
				for _, m := range symmetryTable[s].moves {
					reach(m.cellOf(int(o.cells[i])))
				}
			}
			if n > o.from[o.n] {
				o.n++
				o.from[o.n] = n
			}
		}
		all[s] = o
	}
	return all
})
