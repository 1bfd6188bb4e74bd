package deduction

import (
	"math/bits"
	"slices"

	"nonet/puzzle"
)

// ruleTable lists the tuples of values that a rule permits in its cells, and indexes them by cell and value.
type ruleTable struct {
	tuples puzzle.Ways
	at     []uint64 // the candidates of the cells when the tuples were listed; nil before they are listed

	holding []tupleSet // for each cell and bit, the tuples in which the cell has the value
	room    tupleSet
	left    []uint64        // room for the values of the cells
	shares  map[int]*shares // for each house, the sets of values that the rule's cells in it can have
	shared  uint64          // the values that occur in every tuple
}

// tupleSet is a set of tuples, one bit for each tuple.
type tupleSet []uint64

func (s tupleSet) intersects(t tupleSet) bool {
	for w, word := range s {
		if word&t[w] != 0 {
			return true
		}
	}
	return false
}

// valuesIn returns, for each cell, the values that the cell has in at least one of the tuples. `may` has the candidates
// of the cells. The result is valid until the next call.
func (t *ruleTable) valuesIn(tuples tupleSet, may []uint64) []uint64 {
	width := len(t.holding) / len(t.tuples.Cells)
	t.left = t.left[:0]
	for i, c := range t.tuples.Cells {
		set := uint64(0)
		for rest := may[c]; rest != 0; rest &= rest - 1 {
			if tuples.intersects(t.holding[i*width+bits.TrailingZeros64(rest)]) {
				set |= rest & -rest
			}
		}
		t.left = append(t.left, set)
	}
	return t.left
}

func (t *ruleTable) indexTuples(s *State) {
	width, words := s.pieces.Values(), (len(t.tuples.List)+63)/64
	n := len(t.tuples.Cells) * width
	t.holding, t.room, t.shares = make([]tupleSet, n), make(tupleSet, words), nil
	backing := make(tupleSet, n*words)
	for i := range t.holding {
		t.holding[i], backing = backing[:words:words], backing[words:]
	}
	t.shared = ^uint64(0)
	for i, tuple := range t.tuples.List {
		in := uint64(0)
		for index, v := range tuple {
			t.holding[index*width+s.bitOf(v)][i/64] |= 1 << (i % 64)
			in |= 1 << s.bitOf(v)
		}
		t.shared &= in
	}
}

func (t *ruleTable) selectAllTuples() {
	for w := range t.room {
		t.room[w] = ^uint64(0)
	}
	if n := len(t.tuples.List) % 64; n > 0 {
		t.room[len(t.room)-1] = 1<<n - 1
	}
}

// possibleTuples returns the tuples that are possible if the cells have the candidates `may`, a subset of the table's
// candidates. The set is valid until the next call.
func (t *ruleTable) possibleTuples(may []uint64) tupleSet {
	t.selectAllTuples()
	set, width := t.room, len(t.holding)/len(t.tuples.Cells)
	for i, c := range t.tuples.Cells {
		for removed := t.at[i] &^ may[c]; removed != 0; removed &= removed - 1 {
			for w, word := range t.holding[i*width+bits.TrailingZeros64(removed)] {
				set[w] &^= word
			}
		}
	}
	return set
}

// mostTuples limits the tuples of a table. A rule with more tuples has no table.
const mostTuples = 2000

// updateRuleTables updates the tables of rules whose candidates have changed: it drops impossible tuples, or lists the
// tuples again. A rule with fewer than two or more than nine open cells gets no table. The error is the context's.
func (f *finder) updateRuleTables() error {
	for i := range f.tabled {
		r, t := &f.tabled[i], &f.links[i]
		n := f.countOpen(r.cells)
		if n < 2 || n > 9 {
			t.at = nil
			continue
		}
		if !f.recordIfChanged(searchKey{byChain, i + 1, 0}, r.cells) {
			continue
		}
		if !f.narrowTable(t) {
			tuples, err := f.of.Ways(f.ctx, r.pieces, f.may, mostTuples+1)
			if err != nil {
				return err
			}
			*t = ruleTable{tuples: tuples}
			if !tuples.All || len(tuples.List) > mostTuples {
				continue
			}
		}
		t.at = f.candidateSetsOf(t.tuples.Cells)
		t.indexTuples(f.State)
	}
	return nil
}

func (s *State) candidateSetsOf(cells []int) []uint64 {
	list := make([]uint64, len(cells))
	for i, c := range cells {
		list[i] = s.may[c]
	}
	return list
}

// narrowTable drops the tuples of a table that are no longer possible. It returns false if a cell has gained candidates
// since the tuples were listed.
func (f *finder) narrowTable(t *ruleTable) bool {
	if t.at == nil {
		return false
	}
	for i, c := range t.tuples.Cells {
		if f.may[c]&^t.at[i] != 0 {
			return false
		}
	}
	var list [][]int
	for w, word := range t.possibleTuples(f.may) {
		for ; word != 0; word &= word - 1 {
			list = append(list, t.tuples.List[w*64+bits.TrailingZeros64(word)])
		}
	}
	t.tuples.List = list
	return true
}

// haveCompatible reports whether each candidate of table t is in a tuple that is compatible with a tuple of the other
// table. If this holds for two tables in both directions, their rules together exclude no candidate. The check costs
// far less than asking the engine.
func (f *finder) haveCompatible(t, other *ruleTable) bool {
	found := make([]uint64, len(t.tuples.Cells))
	for _, values := range t.tuples.List {
		fresh := false
		for i, v := range values {
			fresh = fresh || found[i]>>f.bitOf(v)&1 == 0
		}
		if !fresh {
			continue
		}
		other.selectAllTuples()
		for i, c := range t.tuples.Cells {
			for j, d := range other.tuples.Cells {
				if c != d && !f.of.MustDiffer(c, d) {
					continue
				}
				for w, word := range other.holding[j*f.of.Values()+f.bitOf(values[i])] {
					if c != d {
						word = ^word
					}
					other.room[w] &= word
				}
			}
		}
		if slices.ContainsFunc(other.room, func(word uint64) bool { return word != 0 }) {
			for i, v := range values {
				found[i] |= 1 << f.bitOf(v)
			}
		}
	}
	return slices.Equal(found, f.candidateSetsOf(t.tuples.Cells))
}

// mostOfTwo limits the open cells of two rules together.
const mostOfTwo = 12

// nearbyRule is an earlier rule that shares a cell with a given rule, or whose cells see cells of that rule. `seen` is
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
			common := slices.ContainsFunc(a, func(c int) bool { return slices.Contains(b, c) })
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
// Rules with too many tuples for a table have never removed a candidate in combination.
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
		for index := range f.near[i] {
			x := &f.near[i][index]
			hash := (bits.RotateLeft64(hashes[i], 23) ^ hashes[x.rule]) | 1
			if x.seen == hash || f.links[x.rule].at == nil || open[i]+open[x.rule] > mostOfTwo || !x.common && !f.haveEnoughDifferingPairs(i, x.rule) {
				continue
			}
			a, b := &f.links[i], &f.links[x.rule]
			if x.seen = hash; f.haveCompatible(a, b) && f.haveCompatible(b, a) {
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

// haveEnoughDifferingPairs reports whether at least three pairs of cells must differ. A pair is an open cell of rule a
// and an open cell of rule b.
func (f *finder) haveEnoughDifferingPairs(a, b int) bool {
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
