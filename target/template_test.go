package target

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// everyTemplate visits all ways to put a digit into nine cells, one in each house.
func everyTemplate(visit func(cells [9]int)) {
	var cells [9]int
	var place func(r int, columns, boxes uint)
	place = func(r int, columns, boxes uint) {
		if r == 9 {
			visit(cells)
			return
		}
		for k := range 9 {
			column, box := uint(1)<<k, uint(1)<<(r/3*3+k/3)
			if columns&column == 0 && boxes&box == 0 {
				cells[r] = 9*r + k
				place(r+1, columns|column, boxes|box)
			}
		}
	}
	place(0, 0, 0)
}

// TestWalk checks that the walk down the rows meets each template exactly once.
func TestWalk(t *testing.T) {
	w := walk()
	if w.begin[10] != states {
		t.Errorf("%d states, want %d", w.begin[10], states)
	}
	ways, all := [states]int{1}, 0
	for c := range w.transitions {
		all += len(w.transitions[c])
		for _, s := range w.transitions[c] {
			if r := c / 9; s.from < w.begin[r] || s.from >= w.begin[r+1] || s.to < w.begin[r+1] || s.to >= w.begin[r+2] {
				t.Fatalf("row %d: a transition from %d to %d", r, s.from, s.to)
			}
			ways[s.to] += ways[s.from]
		}
	}
	if all != 936 || ways[states-1] != 46656 {
		t.Errorf("%d transitions, %d templates, want 936 and 46656", all, ways[states-1])
	}
}

// TestBoundByTemplates compares the bound and the regrets with the results of trying all templates.
func TestBoundByTemplates(t *testing.T) {
	ready()
	random := rand.New(rand.NewPCG(46, 656))
	var p templates
	for trial := range 12 {
		var n node
		for v := range candidates {
			if random.IntN(12) < trial {
				continue // the candidate is closed
			}
			for _, at := range placesOf[v] {
				n.open[at.constraint] |= at.bit
			}
		}
		for v := range p.weight {
			p.weight[v] = random.Int64N(2_000_001) - 1_000_000
		}
		for c := range n.cell {
			n.cell[c] = random.Int64N(2_000_001) - 1_000_000
		}
		want, possible := int64(0), true
		var through [candidates]int64
		for v := range through {
			through[v] = math.MinInt64
		}
		for _, u := range n.cell {
			want += u
		}
		for d := range 9 {
			best := int64(math.MinInt64)
			everyTemplate(func(cells [9]int) {
				worth := int64(0)
				for _, c := range cells {
					if n.open[c]>>d&1 == 0 {
						return
					}
					worth += p.weight[9*c+d] - n.cell[c]
				}
				best = max(best, worth)
				for _, c := range cells {
					through[9*c+d] = max(through[9*c+d], worth)
				}
			})
			if best == math.MinInt64 {
				possible = false
				break
			}
			want += best
			for c := range 81 {
				if v := 9*c + d; through[v] != math.MinInt64 {
					through[v] = best - through[v]
				}
			}
		}
		got, ok := p.upperBound(&n, &n.cell)
		if ok != possible || ok && got != want {
			t.Errorf("trial %d: bound %d (%v), want %d (%v)", trial, got, ok, want, possible)
		}
		if !ok {
			continue
		}
		for c := range 81 {
			for m := n.open[c]; m != 0; m &= m - 1 {
				v := 9*c + bits.TrailingZeros16(m)
				if none := through[v] == math.MinInt64; none && p.regret[v] < -noTemplate/2 || !none && p.regret[v] != through[v] {
					t.Errorf("trial %d, candidate %d: regret %d, want %d", trial, v, p.regret[v], through[v])
				}
			}
		}
	}
}
