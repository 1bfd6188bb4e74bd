package target

import (
	"math"
	"math/bits"
	"sync"

	"nonet/sudoku"
)

// The bound by templates has duals for the cells only. Each digit takes the best of its 46,656 templates (nine cells,
// one in each house). docs/TARGET.md states why this bound is better:
//
// 	bound = Σ dual of the cells + Σ over the digits of max over templates of Σ (weight − dual)
//
// The maxima are computed by dynamic programming, row by row, over 290 sets of used columns. Duals are found by
// proportional fitting. At a temperature, the templates of a digit have shares that sum to 1, and a candidate's share
// is the sum over the templates that contain it. The fitting changes the duals until the nine shares in each cell sum
// to 1.

// transition leads from one state to the next. A state is a set of used columns; the transition takes one more cell.
type transition struct{ from, to uint16 }

const (
	states     = 290 // after 0 to 9 rows there are 1, 9, 27, 27, 81, 81, 27, 27, 9 and 1 sets of used columns
	stateArray = 512 // the length of an array with at least states elements; a power of two saves bounds checks
	stateMask  = stateArray - 1
	noTemplate = math.MinInt64 / 4
)

// walk holds the transitions of each cell, and the first state after each row.
var walk = sync.OnceValue(func() *struct {
	transitions [sudoku.Cells][]transition
	begin       [11]uint16
} {
	w := new(struct {
		transitions [sudoku.Cells][]transition
		begin       [11]uint16
	})
	var number [10][512]uint16 // for each number of rows taken and each set of columns, the state counted from 1
	number[0][0] = 1
	n := uint16(1)
	for r := range 9 {
		w.begin[r+1] = n
		for columns, from := range number[r] {
			for k := range 9 {
				const box = 7
				used := bits.OnesCount(uint(columns >> (k / 3 * 3) & box))
				if from == 0 || columns>>k&1 != 0 || used > r/3 {
					continue
				}
				to := &number[r+1][columns|1<<k]
				if *to == 0 {
					n++
					*to = n
				}
				w.transitions[9*r+k] = append(w.transitions[9*r+k], transition{from - 1, *to - 1})
			}
		}
	}
	w.begin[10] = n
	return w
})

// templates computes the bound by templates, and improves its duals.
type templates struct {
	weight [candidates]int64 // the weight of each candidate, scaled, and negated for a minimum
	regret [candidates]int64 // the regret of each candidate, which upperBound computes
	best   [2][stateArray]int64
	share  [9][sudoku.Cells]float64 // for each digit and cell: the cell's factor in the shares of the templates that contain the cell
	down   [9][stateArray]float64   // for each digit and state: the sum of the shares of all paths from the first row to the state
	up     [9][stateArray]float64   // for each digit and state: the sum of the shares of all paths from the state to the last row
	factor [sudoku.Cells]float64
	trial  [sudoku.Cells]int64
}

// upperBound returns an upper bound, scaled, of the scores that completions of n can have, in exact arithmetic. ok is
// false if some digit has no template.
func (p *templates) upperBound(n *node, dual *[sudoku.Cells]int64) (sum int64, ok bool) {
	transitions := &walk().transitions
	for _, u := range dual {
		sum += u
	}
	down, up := &p.best[0], &p.best[1]
	for d := range 9 {
		for i := range states {
			down[i], up[i] = noTemplate, noTemplate
		}
		down[0], up[states-1] = 0, 0
		for r := range 9 {
			for m := n.open[81+9*r+d]; m != 0; m &= m - 1 {
				c := 9*r + bits.TrailingZeros16(m)
				worth := p.weight[9*c+d] - dual[c]
				for _, t := range transitions[c] {
					to := &down[t.to&stateMask]
					*to = max(*to, down[t.from&stateMask]+worth)
				}
			}
		}
		top := down[states-1]
		if top < noTemplate/2 {
			return 0, false
		}
		sum += top
		for r := 8; r >= 0; r-- {
			for m := n.open[81+9*r+d]; m != 0; m &= m - 1 {
				c := 9*r + bits.TrailingZeros16(m)
				worth := p.weight[9*c+d] - dual[c]
				through := int64(noTemplate)
				for _, t := range transitions[c] {
					rest := up[t.to&stateMask] + worth
					from := &up[t.from&stateMask]
					*from = max(*from, rest)
					through = max(through, rest+down[t.from&stateMask])
				}
				p.regret[9*c+d] = top - through
			}
		}
	}
	return sum, true
}

// improveDuals improves the duals in p.trial for node n by some sweeps at a temperature. It returns false if numbers
// leave the range of floating point.
func (p *templates) improveDuals(n *node, temperature float64, sweeps int) bool {
	p.initialiseShares(n, temperature)
	for range sweeps {
		for r := range 9 {
			if !p.fitRowShares(n, r, true) {
				return false
			}
		}
		for r := 8; r >= 0; r-- {
			if !p.fitRowShares(n, r, false) {
				return false
			}
		}
	}
	for c := range p.trial {
		move := fastLog(p.factor[c]) * temperature
		if !(math.Abs(move) < 1<<50) {
			return false
		}
		p.trial[c] += int64(move)
	}
	return true
}

// initialiseShares computes the shares from the duals in p.trial. The duals of houses in n multiply all templates of a
// digit by the same factor. This factor does not change the shares, but it keeps numbers in range.
func (p *templates) initialiseShares(n *node, temperature float64) {
	transitions := &walk().transitions
	for d := range 9 {
		share, up := &p.share[d], &p.up[d]
		clear(up[:states])
		up[states-1] = 1
		for r := 8; r >= 0; r-- {
			row := n.open[81+9*r+d]
			least := int64(math.MaxInt64)
			var regret [9]int64
			for m := row; m != 0; m &= m - 1 {
				k := bits.TrailingZeros16(m)
				c := 9*r + k
				v := 9*c + d
				regret[k] = p.trial[c] - p.weight[v]
				for _, p := range placesOf[v][1:] {
					regret[k] += n.dual[p.constraint]
				}
				least = min(least, regret[k])
			}
			for m := row; m != 0; m &= m - 1 {
				k := bits.TrailingZeros16(m)
				c := 9*r + k
				s := expDecay(float64(regret[k]-least) / temperature)
				share[c] = s
				for _, t := range transitions[c] {
					up[t.from&stateMask] += float64(s * up[t.to&stateMask])
				}
			}
		}
		p.down[d][0] = 1
	}
	for c := range p.factor {
		p.factor[c] = 1
	}
}

// fitRowShares brings the sum of shares in each cell of row r closer to 1. It then updates the sums for the next row,
// which is below if downward is set, and otherwise above.
func (p *templates) fitRowShares(n *node, r int, downward bool) bool {
	w := walk()
	var through [9][9]float64 // for each digit and column: the sum of the shares of the digit's templates that contain the cell of row r in this column
	var whole, sum [9]float64 // sums of `through`: whole[d] over the columns, sum[c] over the digits
	for d := range 9 {
		down, up := &p.down[d], &p.up[d]
		for m := n.open[81+9*r+d]; m != 0; m &= m - 1 {
			k := bits.TrailingZeros16(m)
			c := 9*r + k
			ways := 0.0
			for _, t := range w.transitions[c] {
				ways += float64(down[t.from&stateMask] * up[t.to&stateMask])
			}
			through[d][k] = float64(p.share[d][c] * ways)
			whole[d] += through[d][k]
		}
		if !(whole[d] > 1e-250 && whole[d] < 1e250) {
			return false
		}
		for m := n.open[81+9*r+d]; m != 0; m &= m - 1 {
			k := bits.TrailingZeros16(m)
			sum[k] += through[d][k] / whole[d]
		}
	}
	for k := range sum {
		sum[k] = max(min(sum[k], 1e10), 1e-10)
		p.factor[9*r+k] *= sum[k]
	}
	for d := range 9 {
		down, up := &p.down[d], &p.up[d]
		if downward {
			clear(down[w.begin[r+1]:w.begin[r+2]])
		} else {
			clear(up[w.begin[r]:w.begin[r+1]])
		}
		for m := n.open[81+9*r+d]; m != 0; m &= m - 1 {
			k := bits.TrailingZeros16(m)
			c := 9*r + k
			s := p.share[d][c] / (sum[k] * whole[d])
			p.share[d][c] = s
			if downward {
				for _, t := range w.transitions[c] {
					down[t.to&stateMask] += float64(s * down[t.from&stateMask])
				}
			} else {
				for _, t := range w.transitions[c] {
					up[t.from&stateMask] += float64(s * up[t.to&stateMask])
				}
			}
		}
	}
	return true
}

// switchToTemplates switches to the bound by templates, and computes duals and a bound for the root.
func (s *search) switchToTemplates() {
	if s.templates == nil {
		s.templates = new(templates)
	}
	p, n := s.templates, &s.root
	for v := range p.weight {
		p.weight[v] = s.sign * s.weights[v/9][v%9+1] << shift
	}
	s.tightened = true
	copy(n.cell[:], n.dual[:])
	best, ok := p.upperBound(n, &n.cell)
	if !ok {
		return // no completion is left, which the search of the first node finds out
	}
	p.trial = n.cell
	for temperature := rootTightest * 4 * s.unit; temperature >= rootTightest*s.unit; temperature /= 2 {
		if !p.improveDuals(n, temperature, 1) {
			break
		}
		if bound, _ := p.upperBound(n, &p.trial); bound < best {
			best, n.cell = bound, p.trial
		}
	}
	s.improveBound(best >> shift)
}

// propagateTemplates closes candidates that the bound by templates excludes. If improve is set, it improves the duals,
// and then closes candidates again. It returns false if no completion is left.
func (s *search) propagateTemplates(n *node, improve bool) bool {
	p := s.templates
	bound, ok := p.upperBound(n, &n.cell)
	if !s.excludeByTemplates(n, bound, ok) {
		return false
	}
	if !improve {
		return true
	}
	p.trial = n.cell
	room := float64(bound - s.cut)
	if !p.improveDuals(n, max(min(tightShare*room, tightHottest*s.unit), tightColdest*s.unit), 1) {
		return true
	}
	better, ok := p.upperBound(n, &p.trial)
	if ok && better >= bound {
		return true
	}
	n.cell = p.trial
	return s.excludeByTemplates(n, better, ok)
}

// excludeByTemplates closes each candidate whose regret, computed by upperBound, is greater than bound minus the cut.
// After that it propagates the effects of the closed candidates. It returns false if no completion is left.
func (s *search) excludeByTemplates(n *node, bound int64, ok bool) bool {
	room := bound - s.cut
	if !ok || room < 0 {
		if s.proof != nil {
			s.proof.writeTemplates(n)
		}
		return false
	}
	closed := false
	for c := range sudoku.Cells {
		m := n.open[c]
		if m&(m-1) == 0 {
			continue
		}
		for ; m != 0; m &= m - 1 {
			v := uint16(c*9 + bits.TrailingZeros16(m))
			if s.templates.regret[v] <= room {
				continue
			}
			if !closed && s.proof != nil {
				s.proof.writeTemplates(n)
			}
			s.excludeCandidate(n, v)
			closed = true
		}
	}
	return !closed || s.propagateNode(n)
}

// chooseByTemplates is like chooseCandidate, with the regrets of templates. It takes the constraint with the most blame
// per candidate. A constraint counts more if its mean regret is large, so that branches end sooner.
func (s *search) chooseByTemplates(n *node) (v uint16, ok bool) {
	regrets := &s.templates.regret
	top := 0.0
	for k := range n.open {
		m := n.open[k]
		size := bits.OnesCount16(m)
		if size < 2 {
			continue
		}
		first, sum := int64(math.MaxInt64), int64(0)
		var u uint16
		for ; m != 0; m &= m - 1 {
			x := membersOf[k][bits.TrailingZeros16(m)]
			r := regrets[x]
			sum += r
			if r < first {
				u, first = x, r
			}
		}
		rate := (evenBlame + float64(s.blame[k])) * (1 + float64(sum)/s.unit) / float64(size)
		if rate > top {
			v, top = u, rate
		}
	}
	return v, top > 0
}
