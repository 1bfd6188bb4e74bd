package kernel

import "testing"

// TestLoad loads every value into every cell, of an empty and of a full grid.
func TestLoad(t *testing.T) {
	for _, around := range [][81]uint8{{}, grid(exampleSolution)} {
		for cell := range around {
			for v := range 256 {
				p := around
				p[cell] = uint8(v)
				var b board
				if ok := b.load(&p); ok != (v <= 9) {
					t.Fatalf("%d in cell %d: load says %v", v, cell, ok)
				} else if !ok {
					continue
				}
				for c, d := range p {
					s := &cellSets[c]
					if free := b.freeLo&s.lo|b.freeHi&s.hi != 0; free != (d == 0) {
						t.Fatalf("%d in cell %d: cell %d free: %v", v, cell, c, free)
					}
					for e := range b.digits {
						g := &b.digits[e]
						placed := g.placedLo&s.lo|g.placedHi&s.hi != 0
						candidate := g.lo&s.lo|g.hi&s.hi != 0
						seen := false
						for _, peer := range peersOf[c] {
							seen = seen || int(p[peer]) == e+1
						}
						if placed != (int(d) == e+1) || candidate != (placed || !seen) {
							t.Fatalf("%d in cell %d: cell %d, digit %d: placed %v, candidate %v", v, cell, c, e+1, placed, candidate)
						}
					}
				}
			}
		}
	}
}
