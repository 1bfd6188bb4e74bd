package puzzle

import (
	"slices"
	"sort"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// This file states rules about sums once, for the checkers, for the engine, and for puzzles whose cells have factors.

// weightedSum is a condition: the sum of the values of `cells`, minus the sum of the values of `less`, is one of
// `totals`.
type weightedSum struct {
	cells, less []int
	times       []int // a coefficient for each of cells; nil means that all are 1
	totals      []int // nil permits every total
}

// statedSum is for kinds whose numbers are the possible sums of all cells.
func statedSum(_ *Puzzle, c *Constraint) weightedSum {
	return weightedSum{cells: c.Cells, totals: c.Numbers}
}

// terms returns the cells of the sum with their coefficients.
func (s *weightedSum) terms() []csp.Term {
	all := make([]csp.Term, 0, len(s.cells)+len(s.less))
	for i, cell := range s.cells {
		times := 1
		if s.times != nil {
			times = s.times[i]
		}
		all = append(all, csp.Term{Cell: cspCell(cell), Coefficient: times})
	}
	for _, cell := range s.less {
		all = append(all, csp.Term{Cell: cspCell(cell), Coefficient: -1})
	}
	return all
}

// boundsOf returns the least and the greatest total that a sum can have.
func (g grid) boundsOf(s *weightedSum) (least, most int) {
	if s.times == nil {
		least, most = g.sumBounds(s.cells)
	}
	for i, times := range s.times {
		a, z := times*g.leastValue(s.cells[i]), times*g.greatestValue(s.cells[i])
		least, most = least+min(a, z), most+max(a, z)
	}
	low, high := g.sumBounds(s.less)
	return least - high, most - low
}

// canHave reports whether a sum can have one of its totals.
func (g grid) canHave(s *weightedSum) bool {
	least, most := g.boundsOf(s)
	return s.totals == nil || slices.ContainsFunc(s.totals, func(n int) bool { return n >= least && n <= most })
}

// findSumConflict returns the cells of the constraint if its sum can have none of the totals. Otherwise, if the cells
// must differ, it returns the filled cells whose value occurs twice.
func (g grid) findSumConflict(kind *Kind, c *Constraint) []int {
	if s := kind.sum(g.Puzzle, c); !g.canHave(&s) {
		return c.Cells
	}
	if kind.distinct {
		return g.repeatedCells(g.filledCellsOf(distinctCells(c.Cells)))
	}
	return nil
}

// findUnequalSums returns the cells of the constraint if no sum is possible for all sets.
func (g grid) findUnequalSums(c *Constraint, sets [][]int) (broken []int) {
	low, high := 0, 1<<30 // bounds of the sum that all sets must have
	for _, set := range sets {
		least, most := g.sumBounds(set)
		low, high = max(low, least), min(high, most)
	}
	if low <= high || len(c.Sets) == 0 {
		return cellsUnless(low <= high, c.Cells)
	}
	least, most := g.sumBounds(sets[0])
	for _, set := range sets[1:] {
		if low, high := g.sumBounds(set); low > most || high < least {
			broken = append(append(broken, sets[0]...), set...)
		}
	}
	return broken
}

// checkSumPossible refuses a sum that no values of the cells have, even if these may be equal.
func checkSumPossible(p *Puzzle, c *Constraint) *message.Message {
	s, open := KindNamed(c.Kind).sum(p, c), grid{p, slices.Repeat([]int{noValue}, p.Cells())}
	if open.canHave(&s) {
		return nil
	}
	least, most := open.boundsOf(&s)
	return sumRangeFault(s.totals[0], len(c.Cells), least, most)
}

// requireDistinctSum requires the cells to have distinct values, and a sum to have one of its totals.
func (b *builder) requireDistinctSum(s weightedSum) {
	cells := distinctCells(s.cells)
	if len(cells) < len(s.cells) {
		b.requireDistinct(cells)
		b.requireSum(s)
		return
	}
	if n := len(cells); s.totals != nil && n < b.Values() && b.countSubsets(n) <= mostSubsets {
		k := key{name: "cage", a: s.totals[0]}
		if len(s.totals) > 1 {
			k.name += numbersText(s.totals)
		}
		b.requireValueSet(k, s.cells, func(values []int) bool { return slices.Contains(s.totals, sumOf(values)) })
		return
	}
	b.requireDistinct(s.cells)
	b.requireSum(s)
}

// requireSum requires a sum to have one of its totals.
func (b *builder) requireSum(s weightedSum) {
	if len(s.totals) == 1 {
		b.requireTotal(s.terms(), s.totals[0])
	}
	if len(s.totals) < 2 {
		return
	}
	sums := distinctCells(s.totals)
	b.addAutomaton(key{name: "sumAmong " + numbersText(sums)}, s.cells, func() (any, stepper, func(any) bool) {
		step := func(before any, v int) (any, bool) {
			sum := before.(int) + v
			return sum, sum <= sums[len(sums)-1]
		}
		return 0, step, func(sum any) bool { return slices.Contains(sums, sum.(int)) }
	})
}

// requireTotal requires a weighted sum to equal total, unless a house already implies this.
func (b *builder) requireTotal(t []csp.Term, total int) {
	if n := b.Values(); len(t) == n && total == t[0].Coefficient*n*(b.Low+b.High)/2 {
		cells := make([]int, 0, n)
		for _, x := range t {
			if x.Coefficient == t[0].Coefficient {
				cells = append(cells, int(x.Cell))
			}
		}
		if b.isFullHouse(cells) {
			return
		}
	}
	b.into.Sum(t, total, total)
}

// requireTotalOf requires the cells to have a certain sum.
func (b *builder) requireTotalOf(cells []int, total int) {
	b.requireSum(weightedSum{cells: cells, totals: []int{total}})
}

// requireEqualSums requires all sets of cells to have the same sum.
func (b *builder) requireEqualSums(sets [][]int) {
	sets = slices.Clone(sets)
	sort.SliceStable(sets, func(i, j int) bool { return len(sets[i]) < len(sets[j]) })
	for i, set := range sets {
		for _, other := range sets[:i] {
			if len(set) == 1 && len(other) == 1 {
				if set[0] != other[0] {
					b.into.Equal(cspCell(other[0]), cspCell(set[0]))
				}
			} else {
				b.requireSum(weightedSum{cells: set, less: other, totals: []int{0}})
			}
			if len(sets[0]) == 1 {
				break // if sets[0] is one cell, every other set need only equal it
			}
		}
	}
}
