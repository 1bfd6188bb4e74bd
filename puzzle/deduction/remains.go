package deduction

import (
	"math/bits"
	"slices"
)

// restriction holds the values that a rule, or a house with its rules, leaves in cells.
type restriction struct {
	cells  []int
	sets   []uint64
	pieces []int
}

// applyLockedCandidates removes a value from the cells that see all its places in a house.
func (w *follower) applyLockedCandidates(o op) {
	h := w.houses[o.at]
	cells := w.of.All[h].Cells
	for bit := range w.of.Puzzle.Values() {
		if o.of >= 0 && o.of != bit {
			continue
		}
		var places [3]int
		n := 0
		for _, c := range cells {
			if w.may[c]>>bit&1 != 0 {
				if n == 3 {
					n = 4
					break
				}
				places[n] = c
				n++
			}
		}
		if n < 2 || n > 3 {
			continue
		}
		begun := false
		for _, c := range w.around.peers[places[0]] {
			if w.may[c]>>bit&1 == 0 || !w.of.MustDiffer(c, places[1]) || n == 3 && !w.of.MustDiffer(c, places[2]) {
				continue
			}
			if !begun {
				begun = true
				w.beginConclusion(op{opLocked, o.at, bit})
				for _, d := range cells {
					w.addRemovalPremises(d, 1<<bit)
				}
			}
			w.restrictCell(c, ^(1 << bit))
		}
		if begun {
			w.endConclusion(w.singlePieceList(h))
			if w.clash != nil {
				return
			}
		}
	}
}

// mostSubset limits the cells of a naked subset in a net.
const mostSubset = 3

// applyNakedSubset removes the values of a naked subset from the other cells of a house. A naked subset is n cells that
// together have n values.
func (w *follower) applyNakedSubset(o op) {
	h := w.houses[o.at]
	all := w.of.All[h].Cells
	var cells [16]int
	n := 0
	for _, c := range all {
		if may := w.may[c]; may&(may-1) != 0 {
			if n == len(cells) {
				return
			}
			cells[n] = c
			n++
		}
	}
	for size := 2; size <= mostSubset && size < n; size++ {
		var few [len(cells)]int
		m := 0
		for _, c := range cells[:n] {
			if bits.OnesCount64(w.may[c]) <= size {
				few[m] = c
				m++
			}
		}
		eachCombination(m, size, func(chosen []int) bool {
			values := uint64(0)
			for _, i := range chosen {
				values |= w.may[few[i]]
			}
			if bits.OnesCount64(values) != size {
				return false
			}
			begun := false
			for _, c := range cells[:n] {
				if w.may[c]&values == 0 || slices.ContainsFunc(chosen, func(i int) bool { return few[i] == c }) {
					continue
				}
				if !begun {
					begun = true
					w.beginConclusion(o)
					for _, i := range chosen {
						w.addRemovalPremises(few[i], ^uint64(0))
					}
				}
				w.restrictCell(c, ^values)
			}
			if begun {
				w.endConclusion(w.singlePieceList(h))
			}
			return begun
		})
	}
}

// restrictionOf returns the values that a rule leaves in its cells, or nil if it removes none.
func (w *follower) restrictionOf(rule int) *restriction {
	t := &w.finder.links[rule]
	if t.at == nil {
		return w.restrictionWithoutTable(rule, false)
	}
	sets, loses := t.remainingValues(w.may)
	if !loses {
		return nil
	}
	return &restriction{t.ways.Cells, sets, w.rules[rule].pieces}
}

// A rule without a table may be followed any number of times if it has at most mostListed open cells. Larger rules, and
// rules that need the engine, are followed at most mostReached times in one position.
const mostListed, mostReached = 7, 100

// reachKey is the index of a rule, or −1 minus the index of a house, with a hash of the candidates of the cells.
type reachKey struct {
	rule int
	may  uint64
}

// restrictionWithoutTable is like restrictionOf, for a rule without a table. If engine is set, it also follows
// machines and asks the engine.
func (w *follower) restrictionWithoutTable(rule int, engine bool) *restriction {
	r := &w.rules[rule]
	n := (&State{may: w.may}).countOpen(r.cells)
	few, long := r.listed && n <= mostListed, engine && n > mostCells && len(r.pieces) == 1
	if !few && !long && (!engine || n > mostCells) {
		return nil
	}
	budget := &w.reachBudget
	if few || long {
		budget = nil
	}
	return w.cachedRestriction(rule, r.cells, budget, func() *restriction {
		if long {
			cells, sets := w.of.FollowMachine(r.pieces[0], w.may)
			return &restriction{cells, sets, r.pieces}
		}
		x := w.fillerOf(searchKey{byRule, rule, 0}, r.pieces)
		sets, err := x.PossibleValues(w.ctx, w.may)
		if w.err = err; err != nil {
			return nil
		}
		return &restriction{x.Cells, sets, r.pieces}
	})
}
