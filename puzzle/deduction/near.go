package deduction

import (
	"math/bits"
	"slices"
)

// mostOfTwo limits the open cells of two rules together.
const mostOfTwo = 12

// nearbyRule is an earlier rule that shares a cell with a given rule, or whose cells see cells of that rule. seen is
// the hash of the candidates of both rules at the last failed search.
type nearbyRule struct {
	rule   int
	common bool
	seen   uint64
}

// listRulePairs lists the pairs of rules that findCombinedRulesStep examines.
func (f *finder) listRulePairs() {
	f.near = make([][]nearbyRule, len(f.rules))
	for i := range f.rules {
		a := f.rules[i].cells
		for j := range i {
			b := f.rules[j].cells
			common := haveCommon(a, b)
			meets := func(c int) bool {
				return slices.ContainsFunc(b, func(d int) bool { return f.of.MustDiffer(c, d) })
			}
			if !slices.Equal(a, b) && (common || slices.ContainsFunc(a, meets)) {
				f.near[i] = append(f.near[i], nearbyRule{rule: j, common: common})
			}
		}
	}
}

// findCombinedRulesStep combines two rules that share a cell, or whose cells see each other. Both rules need a table.
// Rules with too many ways for a table have never removed a candidate in combination.
func (f *finder) findCombinedRulesStep() *Step {
	if f.err = f.updateRuleTables(); f.err != nil {
		return nil
	}
	if f.near == nil {
		f.listRulePairs()
	}
	open, hashes := make([]int, len(f.rules)), make([]uint64, len(f.rules))
	for i := range f.rules {
		open[i], hashes[i] = f.countOpen(f.rules[i].cells), f.hashCandidates(f.rules[i].cells)
	}
	for i := range f.rules {
		if f.links[i].at == nil {
			continue
		}
		for at := range f.near[i] {
			x := &f.near[i][at]
			now := (bits.RotateLeft64(hashes[i], 23) ^ hashes[x.rule]) | 1
			if x.seen == now || f.links[x.rule].at == nil || open[i]+open[x.rule] > mostOfTwo || !x.common && !f.haveDifferingPairs(i, x.rule) {
				continue
			}
			a, b := &f.links[i], &f.links[x.rule]
			if x.seen = now; f.haveCompatible(a, b) && f.haveCompatible(b, a) {
				continue
			}
			pieces := distinctCells(slices.Concat(f.rules[i].pieces, f.rules[x.rule].pieces))
			if step := f.findPiecesStep(byTwoRules, pieces, f.of.NewFiller(pieces)); step != nil || f.err != nil {
				return step
			}
		}
	}
	return nil
}

// haveDifferingPairs reports whether at least three pairs of cells must differ. A pair is an open cell of rule a and an
// open cell of rule b.
func (f *finder) haveDifferingPairs(a, b int) bool {
	meet := 0
	for _, c := range f.rules[a].cells {
		for _, d := range f.rules[b].cells {
			if f.may[c]&(f.may[c]-1) != 0 && f.may[d]&(f.may[d]-1) != 0 && f.of.MustDiffer(c, d) {
				meet++
			}
		}
	}
	return meet >= 3
}

func haveCommon(a, b []int) bool {
	return slices.ContainsFunc(a, func(c int) bool { return slices.Contains(b, c) })
}
