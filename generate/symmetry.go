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
	Rotate180                 // rotation by a half turn
	Rotate90                  // rotation by a quarter turn
	MirrorHorizontal          // left and right are exchanged
	MirrorVertical            // top and bottom are exchanged
	Diagonal                  // reflection across the diagonal from the top left
	AntiDiagonal              // reflection across the other diagonal
	FullSymmetry              // all of the above
	symmetries                // number of symmetries
)

// symmetryTable holds each symmetry's name and the moves that generate it.
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

// move is a map of the cells of a 9×9 board. first is the image of r1c1. row and column are the changes of the image
// when a cell moves by one row or one column.
type move struct{ first, row, column int }

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

// Images returns all maps of a symmetry on a square board of the given size. A map lists the image of each cell. The
// identity is the first map.
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

// MarshalText returns the symmetry's name.
func (s Symmetry) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Symmetries returns all symmetries in the order of their constants.
func Symmetries() []Symmetry {
	all := make([]Symmetry, symmetries)
	for i := range all {
		all[i] = Symmetry(i)
	}
	return all
}

// UnmarshalText sets s to the symmetry with this name; "mirror" means mirror-horizontal.
func (s *Symmetry) UnmarshalText(text []byte) error {
	for _, known := range Symmetries() {
		if name := string(text); name == known.String() || name == "mirror" && known == MirrorHorizontal {
			*s = known
			return nil
		}
	}
	return fmt.Errorf("generate: no symmetry is named %q", text)
}

// orbitsOf returns the orbits of a symmetry: the sets of cells that its maps exchange.
func orbitsOf(images [][]int) (orbits [][]int) {
	seen := make([]bool, len(images[0]))
	for cell := range seen {
		var orbit []int
		for _, image := range images {
			if at := image[cell]; !seen[at] {
				seen[at] = true
				orbit = append(orbit, at)
			}
		}
		if orbit != nil {
			orbits = append(orbits, orbit)
		}
	}
	return orbits
}

// classicOrbits holds the orbits of each symmetry on a 9×9 board.
var classicOrbits = sync.OnceValue(func() (all [symmetries][][]int) {
	for s := range symmetries {
		all[s] = orbitsOf(s.Images(9))
	}
	return all
})
