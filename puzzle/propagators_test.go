package puzzle

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/engine/csp"
)

// A search with extremesSum finds the assignments of random domains that a direct check accepts.
func TestExtremesSum(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 1))
	empty, found := 0, 0
	for range 3000 {
		low, values := r.IntN(2), 4+r.IntN(4)
		n := 2 + r.IntN(values-1)
		cells := make([]int, n)
		domains := make([]csp.Set, n)
		for i := range cells {
			cells[i] = i
			for domains[i] == 0 {
				domains[i] = csp.Set(r.Uint64()|r.Uint64()) & (1<<values - 1)
			}
		}
		sum := r.IntN(15)
		net := csp.New(low, values, n)
		b := &builder{Puzzle: &Puzzle{Low: low, High: low + values - 1}, net: net, into: &net.Constraints}
		net.Distinct(cspCells(cells)...)
		for i, m := range domains {
			net.Allow(csp.Cell(i), m)
		}
		net.Add(&extremesSum{cspCells(cells), b.fillingsWithSum(sum)})
		got := csp.Count(t.Context(), net, csp.Limits{Solutions: 1 << 20}).Count

		want, at := 0, make([]int, n)
		var next func(i int, used csp.Set)
		next = func(i int, used csp.Set) {
			if i == n {
				from, to := slices.Index(at, slices.Min(at)), slices.Index(at, slices.Max(at))
				total := 0
				for _, v := range at[min(from, to)+1 : max(from, to)] {
					total += v
				}
				if total == sum {
					want++
				}
				return
			}
			for m := domains[i] &^ used; m != 0; m &= m - 1 {
				at[i] = low + m.Min()
				next(i+1, used|m&-m)
			}
		}
		next(0, 0)
		if got != want {
			t.Fatalf("%d cells of %d values from %d, domains %b, sum %d: %d solutions, want %d", n, values, low, domains, sum, got, want)
		}
		if want == 0 {
			empty++
		} else {
			found++
		}
	}
	if empty < 300 || found < 300 {
		t.Errorf("%d cases without a solution and %d with some do not test enough", empty, found)
	}
}
