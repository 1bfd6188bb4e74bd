package target

import (
	"math"
	"math/bits"

	"nonet/sudoku"
)

// relaxation finds duals by proportional fitting (docs/TARGET.md). Its bound is nearly as strong as the linear
// program's. Floating point only proposes duals; tightenBound makes them valid in integers. Products are rounded before
// they are added, so that no machine fuses the two operations and the search is the same everywhere.
type relaxation struct {
	share   [1024]float64 // for each candidate, its share; the length is a power of two, which saves bounds checks
	members []uint16      // the open candidates of the listed constraints, one constraint after the other
	which   []uint16      // the listed constraints: those with several open candidates
	ends    []uint16      // for each listed constraint, the end of its candidates in members
	factor  [constraints]float64
	trial   node
}

// listOpenConstraints lists the constraints of n with several open candidates, and these candidates.
func (x *relaxation) listOpenConstraints(n *node) {
	x.members, x.which, x.ends = x.members[:0], x.which[:0], x.ends[:0]
	for k := range uint16(constraints) {
		m := n.open[k]
		if m&(m-1) == 0 {
			continue
		}
		for ; m != 0; m &= m - 1 {
			x.members = append(x.members, membersOf[k][bits.TrailingZeros16(m)])
		}
		x.which = append(x.which, k)
		x.ends = append(x.ends, uint16(len(x.members)))
	}
}

// searchBetterDuals looks for duals of n that give a lower bound. It makes `sweeps` sweeps at each temperature, in the
// unit of the regrets. The first temperature is `temperature`, and each later one is half of the one before; `levels`
// is their number. If the bound does not decrease, searchBetterDuals returns false and leaves n unchanged.
func (x *relaxation) searchBetterDuals(n *node, temperature float64, levels, sweeps int) bool {
	x.listOpenConstraints(n)
	if len(x.which) == 0 {
		return false
	}
	for c := range sudoku.Cells {
		for m := n.open[c]; m != 0; m &= m - 1 {
			v := c*9 + bits.TrailingZeros16(m)
			x.share[v] = expDecay(float64(n.regret[v]) / temperature)
		}
	}
	x.trial = *n
	factor := x.factor[:len(x.which)]
	for level := range levels {
		if level > 0 {
			temperature /= 2
			for c := range sudoku.Cells {
				for m := n.open[c]; m != 0; m &= m - 1 {
					v := c*9 + bits.TrailingZeros16(m)
					x.share[v] *= x.share[v]
				}
			}
		}
		for i := range factor {
			factor[i] = 1
		}
		for range sweeps {
			start := uint16(0)
			for i, end := range x.ends[:len(factor)] {
				members := x.members[start:end]
				start = end
				sum := 0.0
				for _, v := range members {
					sum += x.share[v&1023]
				}
				// A step of 1.5 times the exact size converges faster.
				sum = max(min(sum, 1e30), 1e-30)
				sum *= math.Sqrt(sum)
				factor[i] *= sum
				sum = 1 / sum
				for _, v := range members {
					x.share[v&1023] *= sum
				}
			}
		}
		start := uint16(0)
		for i, k := range x.which {
			step := fastLog(factor[i]) * temperature
			if !(math.Abs(step) < 1<<50) { // the linear program is infeasible, so its dual is unbounded
				return false
			}
			x.trial.lowerDual(k, x.members[start:x.ends[i]], -int64(step))
			start = x.ends[i]
		}
	}
	x.tightenBound()
	if x.trial.bound >= n.bound {
		return false
	}
	*n = x.trial
	return true
}

// tightenBound makes every regret of the trial at least 0, and lowers the bound, one dual at a time in exact
// arithmetic. In the first two passes, a constraint's least regret becomes as far below 0 as its second least regret is
// above 0. The last pass, cells first, makes every least regret 0.
func (x *relaxation) tightenBound() {
	t := &x.trial
	for range 2 {
		start := uint16(0)
		for i, k := range x.which {
			members := x.members[start:x.ends[i]]
			start = x.ends[i]
			first, second := int64(math.MaxInt64), int64(math.MaxInt64)
			for _, v := range members {
				r := t.regret[v]
				second = min(second, max(first, r))
				first = min(first, r)
			}
			t.lowerDual(k, members, (first+second)>>1)
		}
	}
	start := uint16(0)
	for i, k := range x.which {
		members := x.members[start:x.ends[i]]
		start = x.ends[i]
		least := int64(math.MaxInt64)
		for _, v := range members {
			least = min(least, t.regret[v])
		}
		if least > 0 || least < 0 && k < sudoku.Cells {
			t.lowerDual(k, members, least)
		}
	}
}

// lowerDual subtracts delta from the dual of constraint k, whose open candidates are `members`.
func (n *node) lowerDual(k uint16, members []uint16, delta int64) {
	n.dual[k] -= delta
	n.bound -= delta
	for _, v := range members {
		n.regret[v] -= delta
	}
}

// expDecay returns exp(−t) for t ≥ 0 to about six digits.
func expDecay(t float64) float64 {
	t *= -math.Log2E
	if !(t > -1000) {
		return 0
	}
	whole := math.Floor(t)
	f := (t - whole) * math.Ln2
	p := 1 + float64(f*(1+float64(f/2*(1+float64(f/3*(1+float64(f/4*(1+float64(f/5*(1+f/6))))))))))
	return p * math.Float64frombits(uint64(int64(whole)+1023)<<52)
}

// fastLog returns log(t) for normal t > 0 to about six digits; otherwise the result is undefined.
func fastLog(t float64) float64 {
	b := math.Float64bits(t)
	exponent := int64(b>>52) - 1023
	m := math.Float64frombits(b&(1<<52-1) | 1023<<52)
	z := (m - 1) / (m + 1)
	y := z * z
	p := 2 * z * (1 + float64(y*(1./3+float64(y*(1./5+float64(y*(1./7+y/9)))))))
	return float64(float64(exponent)*math.Ln2) + p
}
