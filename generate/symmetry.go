package generate

import (
	"fmt"
	"slices"
)

// Symmetry is how the givens of a puzzle lie.
type Symmetry uint8

const (
	NoSymmetry       Symmetry = iota
	Rotate180                 // half a turn
	Rotate90                  // a quarter of a turn
	MirrorHorizontal          // left and right
	MirrorVertical            // top and bottom
	Diagonal                  // across the diagonal from the top left
	AntiDiagonal              // across the other diagonal
	FullSymmetry              // all of them
	symmetries                // how many there are
)

var symmetryNames = [symmetries]string{"none", "rotate180", "rotate90", "mirror-horizontal", "mirror-vertical", "diagonal", "anti-diagonal", "full"}

// String is the symmetry's name in flags and JSON, such as "rotate180".
func (s Symmetry) String() string { return symmetryNames[s%symmetries] }

// MarshalText is String.
func (s Symmetry) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Symmetries are all symmetries.
func Symmetries() []Symmetry {
	all := make([]Symmetry, symmetries)
	for i := range all {
		all[i] = Symmetry(i)
	}
	return all
}

// UnmarshalText reads a symmetry's name; "mirror" is left and right.
func (s *Symmetry) UnmarshalText(text []byte) error {
	i := slices.Index(symmetryNames[:], string(text))
	if string(text) == "mirror" {
		i = int(MirrorHorizontal)
	}
	if i < 0 {
		return fmt.Errorf("generate: no symmetry is named %q", text)
	}
	*s = Symmetry(i)
	return nil
}

// images are where a symmetry's generators take a cell.
func (s Symmetry) images(c int) []int {
	r, k := c/9, c%9
	switch s {
	case Rotate180:
		return []int{80 - c}
	case Rotate90:
		return []int{k*9 + 8 - r}
	case MirrorHorizontal:
		return []int{r*9 + 8 - k}
	case MirrorVertical:
		return []int{(8-r)*9 + k}
	case Diagonal:
		return []int{k*9 + r}
	case AntiDiagonal:
		return []int{(8-k)*9 + 8 - r}
	case FullSymmetry:
		return []int{k*9 + 8 - r, k*9 + r}
	}
	return nil
}

// orbits are the sets of cells that a symmetry takes to each other.
type orbits struct {
	n     int
	cells [cells]uint8     // orbit by orbit
	from  [cells + 1]uint8 // where an orbit begins among them
}

// at are the cells of an orbit.
func (o *orbits) at(i uint8) []uint8 { return o.cells[o.from[i]:o.from[i+1]] }

var orbitsOf = func() (all [symmetries]*orbits) {
	for s := range symmetries {
		o := new(orbits)
		var seen [cells]bool
		n := uint8(0)
		for c := range cells {
			if seen[c] {
				continue
			}
			seen[c] = true
			o.cells[n] = uint8(c)
			n++
			for i := o.from[o.n]; i < n; i++ {
				for _, d := range s.images(int(o.cells[i])) {
					if !seen[d] {
						seen[d] = true
						o.cells[n] = uint8(d)
						n++
					}
				}
			}
			o.n++
			o.from[o.n] = n
		}
		all[s] = o
	}
	return all
}()
