package puzzle

import (
	"math/rand/v2"
	"testing"
)

// TestRepeatedCells compares the checker with the engine on constraints that name a cell more than once, for each kind
// that permits it.
func TestRepeatedCells(t *testing.T) {
	plain := New(4, 4)
	grids := permittedGrids(plain)
	for n, k := range Kinds() {
		r := rand.New(rand.NewPCG(1, uint64(n)))
		for range 40 {
			p := New(4, 4)
			c := Constraint{Kind: k.Name, Text: map[string]string{"Pair": "EAEBEAAQAAAAE", "PairX": "EAEBEAAQAAAAE"}[k.Name]}
			for range 2 + r.IntN(4) {
				c.Cells = append(c.Cells, r.IntN(7))
			}
			if k.Form == FormNumber || k.Form == FormValues {
				c.Numbers = []int{1 + r.IntN(10)}
			}
			p.Constraints = []Constraint{c}
			if len(distinctCells(c.Cells)) == len(c.Cells) || p.Validate() != nil || p.Contradiction() != nil {
				continue
			}
			check, want := p.fullChecker(), 0
			for _, g := range grids {
				if len(check(g)) == 0 {
					want++
				}
			}
			got, err := p.Search(t.Context(), Limits{Solutions: 1 << 20})
			if unlessContradiction(err) != nil || int(got.N) != want {
				t.Errorf("%s %v at %v: %d solutions, %v; the checker permits %d", k.Name, c.Numbers, c.Cells, got.N, err, want)
			}
		}
	}
}
