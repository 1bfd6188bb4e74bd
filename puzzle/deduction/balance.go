package deduction

import (
	"fmt"
	"slices"

	"nonet/message"
	"nonet/puzzle"
)

// mostInnies limits the cells of a balance. For a balance of at most mostShared cells, the finder enumerates all tuples
// to fill the cells. For a larger balance, it only bounds each cell by the sum of the other cells.
const mostInnies = 10

// addInnieOutieSums adds pieces for balances: differences between the sums of houses and the sums of rules. The cells
// of disjoint houses have a known sum. Disjoint rules with known sums cover some of these cells. The innies are the
// cells of the houses that no rule covers. The outies are the covered cells outside the houses. So the sum of the
// innies minus the sum of the outies is known.
func addInnieOutieSums(s *State) {
	q, p := s.pieces, s.pieces.Puzzle
	var families [4][]int
	var sums []int
	for i := range q.All {
		piece := &q.All[i]
		if f := slices.Index(housesWithNumbers[:], piece.House); f >= 0 && slices.Contains(s.houses, i) {
			families[f] = append(families[f], i)
		}
		if piece.Terms != nil && len(piece.Cells) < p.Values() && !slices.ContainsFunc(piece.Terms, func(n int) bool { return n != 1 }) {
			sums = append(sums, i)
		}
	}
	if len(sums) == 0 {
		return
	}
	slices.SortStableFunc(sums, func(a, b int) int { return len(q.All[b].Cells) - len(q.All[a].Cells) })
	known := map[string]bool{}
	weight, isTaken := make([]int, p.Cells()), make([]bool, p.Cells()) // for each cell, weight is the number of rules that contain it minus the number of houses that do
	weigh := func(houses []int, takes func(in, size int) bool) {
		clear(weight)
		clear(isTaken)
		for _, h := range houses {
			for _, c := range q.All[h].Cells {
				if weight[c] != 0 {
					return
				}
				weight[c] = -1
			}
		}
		from, sum := slices.Clone(houses), -s.totalOf(houses)
		for _, i := range sums {
			in, free := 0, true
			for _, c := range q.All[i].Cells {
				if free = free && !isTaken[c]; weight[c] == -1 {
					in++
				}
			}
			if !free || !takes(in, len(q.All[i].Cells)) {
				continue
			}
			for _, c := range q.All[i].Cells {
				weight[c]++
				isTaken[c] = true
			}
			sum += q.All[i].Sum
			from = append(from, i)
		}
		var cells, terms []int
		for c := range p.Cells() {
			if weight[c] != 0 {
				cells, terms = append(cells, c), append(terms, weight[c])
			}
		}
		if len(from) == len(houses) || len(cells) == 0 || len(cells) > mostInnies {
			return
		}
		if terms[0] < 0 {
			for i := range terms {
				terms[i] = -terms[i]
			}
			sum = -sum
		}
		if len(cells) > mostShared && !s.isExtremeSum(cells, terms, sum) {
			return
		}
		if key := fmt.Sprint(cells, terms); !known[key] {
			known[key] = true
			q.AddSum(cells, terms, sum, from)
		}
	}
	for f, family := range families {
		for n := 1; n < len(family) && n <= mostHouses[f]; n++ {
			eachCombination(len(family), n, func(chosen []int) bool {
				houses := make([]int, n)
				for i, index := range chosen {
					houses[i] = family[index]
				}
				if f > 1 || chosen[n-1] == chosen[0]+n-1 {
					for _, takes := range rulesTaken {
						weigh(houses, takes)
					}
				}
				return false
			})
		}
	}
}

// inniesAndOuties splits the cells of a balance by the signs of their coefficients in `terms`. `in` is the result of
// distinctPartitions for the cells that the balance adds, and `out` for those that it subtracts.
func (s *State) inniesAndOuties(cells, terms []int) (in, out [][][]int) {
	var signed [2][]int
	for i, c := range cells {
		index := 0
		if terms[i] < 0 {
			index = 1
		}
		signed[index] = append(signed[index], c)
	}
	return s.distinctPartitions(signed[0], false), s.distinctPartitions(signed[1], false)
}

// isExtremeSum reports whether sum is so close to the least or to the greatest possible sum that a cell may lose
// values.
func (s *State) isExtremeSum(cells, terms []int, sum int) bool {
	in, out := s.inniesAndOuties(cells, terms)
	low, high := s.narrowestBounds(in, -1)
	from, to := s.narrowestBounds(out, -1)
	return min(sum-(low-to), high-from-sum) < s.pieces.Puzzle.Values()-1
}

// sumCellBounds computes bounds for each cell of a sum of houses, from the bounds of the sum of the other cells.
func (s *State) sumCellBounds(p *puzzle.Piece) (all []cellBounds) {
	in, out := s.inniesAndOuties(p.Cells, p.Terms)
	for i, c := range p.Cells {
		low, high := s.narrowestBounds(in, c)
		from, to := s.narrowestBounds(out, c)
		x := cellBounds{c, p.Sum - (high - from), p.Sum - (low - to), bound{minimum: low, maximum: high}, bound{minimum: from, maximum: to}, p.Terms[i] < 0}
		if x.negative {
			x.low, x.high = -x.high, -x.low
		}
		all = append(all, x)
	}
	return all
}

// cellBounds holds the bounds of one cell in a sum of houses, which adds some cells and subtracts others. It also holds
// bounds for the other cells: of the sum of the added cells, and of the sum of the subtracted cells.
type cellBounds struct {
	cell, low, high   int
	added, subtracted bound
	negative          bool // the cell is subtracted in the sum
}

// otherSumsText returns the text about the sums of the other cells. If `below` is set, the text has the bound that
// excludes low values of the cell. If `above` is set, it has the bound that excludes high values.
func (x *cellBounds) otherSumsText(below, above bool) message.Message {
	if x.negative {
		below, above = above, below
	}
	x.added.noLeast, x.added.noMost, x.subtracted.noLeast, x.subtracted.noMost = !above, !below, !below, !above
	others := x.added.limitsText()
	if less := x.subtracted.limitsText(); x.added == (bound{0, 0, !above, !below}) {
		others = less
	} else if x.subtracted != (bound{0, 0, !below, !above}) {
		others = deductionText("balance.both", "added", others, "less", less)
	}
	if x.added.minimum == x.added.maximum && x.subtracted.minimum == x.subtracted.maximum {
		return others
	}
	return deductionText("bounds.apart", "bounds", others)
}

// findBalanceBoundStep returns a step that follows from the result of sumCellBounds for a piece, or nil.
func (f *finder) findBalanceBoundStep(piece int) *Step {
	p := &f.of.All[piece]
	if f.hasEmpty(p.Cells) {
		return nil
	}
	step := &Step{Technique: byBalance, Pieces: []int{piece}, Cells: p.Cells}
	for _, x := range f.sumCellBounds(p) {
		f.addRemovals(step, x.cell, ^f.valuesBetween(x.low, x.high))
	}
	if len(step.Removes) == 0 {
		return nil
	}
	return step
}

// balanceBoundsText states which bounds of the sum p exclude the candidates of the step. ok is false if the bounds do
// not exclude all these candidates. Cells with the same bounds share a sentence.
func (t *stepExplainer) balanceBoundsText(p *puzzle.Piece) (text message.Message, ok bool) {
	removed := excludedCandidates(t.State, t.Step)
	count := 0
	var order []cellBounds
	groups := map[cellBounds][]int{}
	under, over := map[cellBounds]bool{}, map[cellBounds]bool{}
	for _, x := range t.sumCellBounds(p) {
		cell := x.cell
		x.cell = 0
		if p.Sum < 0 { // the text changes all signs of the sum
			x.added, x.subtracted, x.negative = x.subtracted, x.added, !x.negative
		}
		for _, y := range removed {
			if y.Cell != cell || y.Value >= x.low && y.Value <= x.high {
				continue
			}
			if count++; !slices.Contains(groups[x], cell) {
				if groups[x] = append(groups[x], cell); len(groups[x]) == 1 {
					order = append(order, x)
				}
			}
			under[x], over[x] = under[x] || y.Value < x.low, over[x] || y.Value > x.high
		}
	}
	if count == 0 || count < len(removed) {
		return text, false
	}
	var list []message.Message
	for _, x := range order {
		list = append(list, deductionText("balance.bounds", "n", len(groups[x]), "cells", t.cellsText(groups[x]), "others", x.otherSumsText(under[x], over[x])))
	}
	return joinSentences(list), true
}

// mostHouses limits the houses of one kind in one balance: to 4 rows, 4 columns, 3 boxes or 3 regions. The rows, and
// the columns, must be adjacent.
var mostHouses = [...]int{4, 4, 3, 3}

// rulesTaken holds three conditions under which a balance includes a rule. `size` is the number of the rule's cells, and
// `in` is the number of those cells in the houses. The first condition includes only rules inside the houses, so that
// no outies remain. The second includes rules that lie mostly inside, and the third all rules with a cell inside.
var rulesTaken = [...]func(in, size int) bool{
	func(in, size int) bool { return in == size },
	func(in, size int) bool { return 2*in > size },
	func(in, size int) bool { return in > 0 },
}

// eachCombination calls yield with each combination of k of the indices 0 to n−1, until yield returns true. It
// reports whether yield returned true.
func eachCombination(n, k int, yield func(chosen []int) bool) bool {
	chosen := make([]int, 0, k)
	var next func(from int) bool
	next = func(from int) bool {
		if len(chosen) == k {
			return yield(chosen)
		}
		for i := from; i <= n-(k-len(chosen)); i++ {
			chosen = append(chosen, i)
			if next(i + 1) {
				return true
			}
			chosen = chosen[:len(chosen)-1]
		}
		return false
	}
	return next(0)
}
