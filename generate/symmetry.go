package generate

import (
	"fmt"
	"slices"
)

// Symmetry is a group of rotations and reflections that keep the set of givens unchanged.
type Symmetry uint8

const (
	NoSymmetry       Symmetry = iota
	Rotate180                 // unchanged by a half turn
	Rotate90                  // unchanged by a quarter turn
	MirrorHorizontal          // unchanged if left and right are exchanged
	MirrorVertical            // unchanged if top and bottom are exchanged
	Diagonal                  // unchanged by a reflection across the diagonal from the top left
	AntiDiagonal              // unchanged by a reflection across the other diagonal
	FullSymmetry              // unchanged by all of the above
	symmetries                // the number of symmetries
)

// symmetryTable holds each symmetry's name and its moves. Every map of the symmetry is a sequence of these moves.
var symmetryTable = [symmetries]struct {
	name  string
	moves []move
}{
	NoSymmetry:       {"none", nil},
	Rotate180:        {"rotate180", []move{{{-1, 0}, {0, -1}}}},
	Rotate90:         {"rotate90", []move{{{0, 1}, {-1, 0}}}},
	MirrorHorizontal: {"mirror-horizontal", []move{{{1, 0}, {0, -1}}}},
	MirrorVertical:   {"mirror-vertical", []move{{{-1, 0}, {0, 1}}}},
	Diagonal:         {"diagonal", []move{{{0, 1}, {1, 0}}}},
	AntiDiagonal:     {"anti-diagonal", []move{{{0, -1}, {-1, 0}}}},
	FullSymmetry:     {"full", []move{{{0, 1}, {-1, 0}}, {{0, 1}, {1, 0}}}},
}

// move is a map of the cells of a square board. It has two rows of factors, one for the row of a cell's image and one
// for the column of the image. A row a, b of factors gives a × row + b × column, with the row and the column of the
// cell. Each factor is 0, 1 or -1. With -1, the row or column is counted from the opposite side.
type move [2][2]int

func (m *move) imageOf(cell, size int) (image int) {
	for _, from := range m {
		target := cell/size*from[0] + cell%size*from[1]
		if from[0]+from[1] < 0 {
			target += size - 1
		}
		image = image*size + target
	}
	return image
}

// Images returns all maps of a symmetry on a square board with `size` rows. A map lists the image of each cell. The
// first map is the identity.
func (s Symmetry) Images(size int) (all [][]int) {
	all = [][]int{make([]int, size*size)}
	for cell := range all[0] {
		all[0][cell] = cell
	}
	for i := 0; i < len(all); i++ {
		for _, m := range symmetryTable[s].moves {
			next := make([]int, size*size)
			for cell, target := range all[i] {
				next[cell] = m.imageOf(target, size)
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

// MarshalText returns the same name as String.
func (s Symmetry) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Symmetries returns all symmetries in the order of their constants.
func Symmetries() []Symmetry {
	all := make([]Symmetry, symmetries)
	for i := range all {
		all[i] = Symmetry(i)
	}
	return all
}

// UnmarshalText sets s from a name that String returns. The name "mirror" stands for mirror-horizontal.
func (s *Symmetry) UnmarshalText(text []byte) error {
	for _, known := range Symmetries() {
		if name := string(text); name == known.String() || name == "mirror" && known == MirrorHorizontal {
			*s = known
			return nil
		}
	}
	return fmt.Errorf("generate: no symmetry is named %q", text)
}

// orbitsOf returns the orbits of a symmetry: for each cell, the set of its images, but every set only once.
func orbitsOf(images [][]int) (orbits [][]int) {
	seen := make([]bool, len(images[0]))
	for cell := range seen {
		var orbit []int
		for _, image := range images {
			if target := image[cell]; !seen[target] {
				seen[target] = true
				orbit = append(orbit, target)
			}
		}
		if orbit != nil {
			orbits = append(orbits, orbit)
		}
	}
	return orbits
}
