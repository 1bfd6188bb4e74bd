package deduction

import (
	"math/bits"
	"slices"
	"sort"

	"nonet/puzzle"
)

// houseFilling fills a house together with the rules that reach into the house. Each rule has several sets of values
// that its cells in the house can take. houseFilling chooses one set for each rule, so that each value of the house is
// in exactly one chosen set.
type houseFilling struct {
	f        *finder
	may      []uint64
	house    []int
	portions []housePart
	full     uint64
}

// housePart is the cells of a house that belong to one rule, or a single cell that belongs to no rule.
type housePart struct {
	rule  int   // the index of the rule in tabled; -1 for a single cell
	cells []int // the cells of the part; all are in the house
	*shares
}

// shares holds the sets of values that some cells of a rule can have together. For each set it holds the tuples with
// these values.
type shares struct {
	indices []int // the indices of the cells in the rule's table
	sets    []uint64
	tuples  []tupleSet
}

// mostValues limits the values of a puzzle. houseFilling fills no houses of puzzles with more values.
const mostValues = puzzle.MostJoined

// listHouseRules lists, for each house, the rules with at least two cells in it. Sums of houses come after the other
// rules, and then the rules of two cells.
func (f *finder) listHouseRules() {
	f.inHouse, f.reaching = make([][]int, len(f.houses)), make([][]int, len(f.houses))
	for i, h := range f.houses {
		in := f.of.All[h].Cells
		several := func(cells []int) bool { // at least two of the cells are in the house
			i := slices.IndexFunc(cells, func(c int) bool { return slices.Contains(in, c) })
			return i >= 0 && slices.ContainsFunc(cells[i+1:], func(c int) bool { return slices.Contains(in, c) })
		}
		var last []int
		f.reaching[i] = slices.Clone(in)
		for j, r := range f.tabled {
			switch from := f.of.All[r.pieces[0]].From; {
			case !several(r.cells) || slices.Contains(from, h):
				continue
			case from != nil || j >= len(f.rules):
				last = append(last, j)
			default:
				f.inHouse[i] = append(f.inHouse[i], j)
			}
			f.reaching[i] = append(f.reaching[i], r.cells...)
		}
		f.inHouse[i], f.reaching[i] = append(f.inHouse[i], last...), distinctCells(f.reaching[i])
	}
}

// splitHouse divides a house into parts. Each part consists of the house's cells in one rule, or of a single cell. The
// rules in `excluded` have no part. It returns false if each part is a single cell.
func (x *houseFilling) splitHouse(house int, excluded []int) bool {
	f := x.f
	x.house, x.portions, x.full = f.of.All[f.houses[house]].Cells, x.portions[:0], f.exact[house]
	used := uint64(0) // the cells that have a part, as bits by their index in the house
	for _, i := range f.inHouse[house] {
		t := &f.links[i]
		if t.at == nil || slices.Contains(excluded, i) {
			continue
		}
		own, open := uint64(0), 0
		p := housePart{rule: i, shares: t.valueSetsIn(f.State, house, x.house)}
		for _, index := range p.indices {
			c := t.tuples.Cells[index]
			own |= 1 << slices.Index(x.house, c)
			if x.may[c]&(x.may[c]-1) != 0 {
				open++
			}
			p.cells = append(p.cells, c)
		}
		if open >= 2 && own&used == 0 {
			used |= own
			x.portions = append(x.portions, p)
		}
	}
	for j, c := range x.house {
		if used>>j&1 == 0 {
			x.portions = append(x.portions, housePart{rule: -1, cells: []int{c}})
		}
	}
	return used != 0
}

// valueSetsIn returns the sets of values that the given cells of a rule, all in one house, can have together.
func (t *ruleTable) valueSetsIn(s *State, house int, cells []int) *shares {
	if share := t.shares[house]; share != nil {
		return share
	}
	share := &shares{}
	for index, c := range t.tuples.Cells {
		if slices.Contains(cells, c) {
			share.indices = append(share.indices, index)
		}
	}
	index := map[uint64]int{}
	for i, tuple := range t.tuples.List {
		set := uint64(0)
		for _, index := range share.indices {
			set |= 1 << s.bitOf(tuple[index])
		}
		if bits.OnesCount64(set) != len(share.indices) {
			continue
		}
		k, known := index[set]
		if !known {
			k = len(share.sets)
			index[set] = k
			share.sets, share.tuples = append(share.sets, set), append(share.tuples, make(tupleSet, len(t.room)))
		}
		share.tuples[k][i/64] |= 1 << (i % 64)
	}
	if t.shares == nil {
		t.shares = map[int]*shares{}
	}
	t.shares[house] = share
	return share
}

// appendPossibleSets appends the sets of values that a part can have. For a rule with a table, it also sets the table's
// field room to the possible tuples.
func (x *houseFilling) appendPossibleSets(p *housePart, sets []uint64) []uint64 {
	if p.rule < 0 {
		for set := x.may[p.cells[0]]; set != 0; set &= set - 1 {
			sets = append(sets, set&-set)
		}
		return sets
	}
	possible := x.f.links[p.rule].possibleTuples(x.may)
	for k, tuples := range p.tuples {
		if possible.intersects(tuples) {
			sets = append(sets, p.sets[k])
		}
	}
	return sets
}

// remainingValues returns the cells of a house and of its rules. left[i] has the values that cells[i] can have if all
// of them are filled; if that is impossible, each set in `left` is empty. ok is false if no rule has a part in the
// house.
func (x *houseFilling) remainingValues(house int, excluded []int) (cells []int, left []uint64, ok bool) {
	if !x.splitHouse(house, excluded) {
		return nil, nil, false
	}
	sort.SliceStable(x.portions, func(i, j int) bool { return len(x.portions[i].cells) < len(x.portions[j].cells) })
	lists := make([][]uint64, len(x.portions))
	for k := range lists {
		lists[k] = x.appendPossibleSets(&x.portions[k], nil)
	}
	puzzle.KeepDisjointSets(lists, []uint64{x.full}, x.f.of.Puzzle.Values())
	for k, p := range x.portions {
		sets := lists[k]
		if p.rule < 0 {
			all := uint64(0)
			for _, set := range sets {
				all |= set
			}
			cells, left = append(cells, p.cells[0]), append(left, all)
			continue
		}
		t := &x.f.links[p.rule]
		selected := make(tupleSet, len(t.room))
		for i, set := range p.sets { // the remaining sets are a subsequence of p.sets
			if len(sets) > 0 && sets[0] == set {
				sets = sets[1:]
				for w, word := range p.tuples[i] {
					selected[w] |= word & t.room[w]
				}
			}
		}
		cells, left = append(cells, t.tuples.Cells...), append(left, t.valuesIn(selected, x.may)...)
	}
	return cells, left, true
}

// usedPieces returns the indices of the pieces that a filling of the house uses, and the indices of the rules that have
// a part.
func (x *houseFilling) usedPieces(house int) (pieces, rules []int) {
	pieces = []int{x.f.houses[house]}
	for _, p := range x.portions {
		if p.rule >= 0 {
			pieces, rules = append(pieces, x.f.tabled[p.rule].pieces...), append(rules, p.rule)
		}
	}
	return distinctCells(pieces), rules
}

// findHouseFillingStep fills a house together with the rules that reach into the house. The step omits rules that it
// does not need.
func (f *finder) findHouseFillingStep() *Step {
	if f.of.Puzzle.Values() > mostValues {
		return nil
	}
	if f.err = f.updateRuleTables(); f.err != nil {
		return nil
	}
	x := houseFilling{f: f, may: f.may}
	for h := range f.houses {
		if !x.splitHouse(h, nil) {
			continue
		}
		pieces, rules := x.usedPieces(h)
		if !f.recordIfChanged(searchKey{byHouseRules, h, 1}, f.cellsOf(pieces)) {
			continue
		}
		removed := func(excluded []int) (removes []Candidate) {
			cells, left, _ := x.remainingValues(h, excluded)
			for i, c := range cells {
				removes = append(removes, f.candidatesIn(c, ^left[i])...)
			}
			return removes
		}
		removes := removed(nil)
		if len(removes) == 0 {
			continue
		}
		delete(f.seen, searchKey{byHouseRules, h, 1})
		var excluded []int
		for _, rule := range rules {
			if less := removed(append(slices.Clone(excluded), rule)); len(less) >= len(removes) {
				excluded = append(excluded, rule)
			}
		}
		removes = removed(excluded)
		pieces, _ = x.usedPieces(h)
		tuples, err := f.of.Ways(f.ctx, pieces, f.may, mostShown)
		if f.err = err; err != nil {
			return nil
		}
		return &Step{Technique: byHouseRules, Pieces: pieces, Cells: tuples.Cells, Ways: tuples, Removes: removes}
	}
	return nil
}
