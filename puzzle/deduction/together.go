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
	rule  int   // the index of the rule; -1 for a single cell, -2 for a two-cell rule
	line  int   // for a two-cell rule, its index in lines
	cells []int // the cells of the part; all are in the house
	*shares
}

// shares holds the sets of values that some cells of a rule can have together. For each set it holds the ways with
// these values.
type shares struct {
	at   []int // the indices of the cells in the rule's table
	sets []uint64
	ways []waySet
}

// mostValues limits the values of a puzzle. houseFilling fills no houses of puzzles with more values.
const mostValues = puzzle.MostJoined

// listHouseRules lists, for each house, the two-cell rules inside it and the larger rules with at least two cells in
// it. Sums of houses come after the other rules.
func (f *finder) listHouseRules() {
	f.inHouse, f.linesIn, f.reaching = make([][]int, len(f.houses)), make([][]int, len(f.houses)), make([][]int, len(f.houses))
	for i, h := range f.houses {
		in := f.of.All[h].Cells
		count := func(cells []int) (n int) {
			for _, c := range cells {
				if slices.Contains(in, c) {
					n++
				}
			}
			return n
		}
		var sums []int
		f.reaching[i] = slices.Clone(in)
		for j := range f.rules {
			r := &f.rules[j]
			switch from := f.of.All[r.pieces[0]].From; {
			case count(r.cells) < 2 || slices.Contains(from, h):
				continue
			case from != nil:
				sums = append(sums, j)
			default:
				f.inHouse[i] = append(f.inHouse[i], j)
			}
			f.reaching[i] = append(f.reaching[i], r.cells...)
		}
		f.inHouse[i], f.reaching[i] = append(f.inHouse[i], sums...), distinctCells(f.reaching[i])
		for j := range f.lines {
			if l := &f.lines[j]; len(l.cells) == 2 && count(l.cells) == 2 {
				f.linesIn[i] = append(f.linesIn[i], j)
			}
		}
	}
}

// splitHouse divides a house into parts. The rules in `without` have no part. It returns false if no rule has a part.
func (x *houseFilling) splitHouse(house int, without []int) bool {
	f := x.f
	x.house, x.portions, x.full = f.of.All[f.houses[house]].Cells, x.portions[:0], f.held[house]
	taken := uint64(0) // the cells that have a part, as bits by their index in the house
	for _, i := range f.inHouse[house] {
		t := &f.links[i]
		if t.at == nil || slices.Contains(without, i) {
			continue
		}
		own, open := uint64(0), 0
		p := housePart{rule: i, shares: t.valueSetsIn(f.State, house, x.house)}
		for _, at := range p.at {
			c := t.ways.Cells[at]
			own |= 1 << slices.Index(x.house, c)
			if x.may[c]&(x.may[c]-1) != 0 {
				open++
			}
			p.cells = append(p.cells, c)
		}
		if open >= 2 && own&taken == 0 {
			taken |= own
			x.portions = append(x.portions, p)
		}
	}
	for _, i := range f.linesIn[house] {
		l := &f.lines[i]
		own := uint64(1)<<slices.Index(x.house, l.cells[0]) | 1<<slices.Index(x.house, l.cells[1])
		if own&taken != 0 || f.countOpen(l.cells) < 2 || slices.Contains(without, -2-i) {
			continue
		}
		taken |= own
		x.portions = append(x.portions, housePart{rule: -2, line: i, cells: []int{l.cells[l.ends[0][0]], l.cells[l.ends[0][1]]}})
	}
	for j, c := range x.house {
		if taken>>j&1 == 0 {
			x.portions = append(x.portions, housePart{rule: -1, cells: []int{c}})
		}
	}
	return taken != 0
}

// valueSetsIn returns the sets of values that the given cells of a rule, all in one house, can have together.
func (t *ruleTable) valueSetsIn(s *State, house int, cells []int) *shares {
	if share := t.shares[house]; share != nil {
		return share
	}
	share := &shares{}
	for at, c := range t.ways.Cells {
		if slices.Contains(cells, c) {
			share.at = append(share.at, at)
		}
	}
	index := map[uint64]int{}
	for i, way := range t.ways.List {
		set := uint64(0)
		for _, at := range share.at {
			set |= 1 << s.bitOf(way[at])
		}
		if bits.OnesCount64(set) != len(share.at) {
			continue
		}
		k, known := index[set]
		if !known {
			k = len(share.sets)
			index[set] = k
			share.sets, share.ways = append(share.sets, set), append(share.ways, make(waySet, len(t.room)))
		}
		share.ways[k][i/64] |= 1 << (i % 64)
	}
	if t.shares == nil {
		t.shares = map[int]*shares{}
	}
	t.shares[house] = share
	return share
}

// appendPossibleSets appends the sets of values that a part can have. For a rule with a table, it also sets the table's
// field `room` to the possible ways.
func (x *houseFilling) appendPossibleSets(p *housePart, sets []uint64) []uint64 {
	switch p.rule {
	case -1:
		for set := x.may[p.cells[0]]; set != 0; set &= set - 1 {
			sets = append(sets, set&-set)
		}
	case -2:
		x.eachValuePair(p, func(a, b uint64) {
			if !slices.Contains(sets, a|b) {
				sets = append(sets, a|b)
			}
		})
	default:
		possible := x.f.links[p.rule].possibleWays(x.may)
		for k, ways := range p.ways {
			if possible.intersects(ways) {
				sets = append(sets, p.sets[k])
			}
		}
	}
	return sets
}

// eachValuePair calls f with every pair of different values that the two cells of a two-cell rule can have.
func (x *houseFilling) eachValuePair(p *housePart, f func(a, b uint64)) {
	rows := x.f.of.All[x.f.lines[p.line].pieces[0]].Rows
	for set := x.may[p.cells[0]]; set != 0; set &= set - 1 {
		a := set & -set
		for to := rows[bits.TrailingZeros64(set)] & x.may[p.cells[1]] &^ a; to != 0; to &= to - 1 {
			f(a, to&-to)
		}
	}
}

// remainingValues returns the values that the cells of a house and of its rules can have. left is nil if these cells
// cannot be filled. ok is false if no rule has a part in the house. The results are valid until the next call.
func (x *houseFilling) remainingValues(house int, without []int) (cells []int, left []uint64, ok bool) {
	if !x.splitHouse(house, without) {
		return nil, nil, false
	}
	sort.SliceStable(x.portions, func(i, j int) bool { return len(x.portions[i].cells) < len(x.portions[j].cells) })
	lists := make([][]uint64, len(x.portions))
	for k := range lists {
		lists[k] = x.appendPossibleSets(&x.portions[k], nil)
	}
	able := puzzle.KeepDisjointSets(lists, []uint64{x.full}, x.f.of.Puzzle.Values())
	for k := range x.portions {
		p, sets := &x.portions[k], lists[k]
		from := len(cells)
		if p.rule < 0 {
			cells = append(cells, p.cells...)
		} else {
			cells = append(cells, x.f.links[p.rule].ways.Cells...)
		}
		left = append(left, make([]uint64, len(cells)-from)...)
		own := left[from:]
		switch {
		case !able:
		case p.rule == -1:
			for _, set := range sets {
				own[0] |= set
			}
		case p.rule == -2:
			x.eachValuePair(p, func(a, b uint64) {
				if slices.Contains(sets, a|b) {
					own[0], own[1] = own[0]|a, own[1]|b
				}
			})
		default:
			t := &x.f.links[p.rule]
			some := make(waySet, len(t.room))
			for i, set := range p.sets { // the remaining sets are a subsequence of p.sets
				if len(sets) > 0 && sets[0] == set {
					sets = sets[1:]
					for w, word := range p.ways[i] {
						some[w] |= word & t.room[w]
					}
				}
			}
			t.addValuesOfWays(some, x.may, own)
		}
	}
	return cells, left, true
}

// usedPieces returns the pieces of the house and of its parts, and the rules of the parts.
func (x *houseFilling) usedPieces(house int) (pieces, rules []int) {
	pieces = []int{x.f.houses[house]}
	for _, p := range x.portions {
		switch {
		case p.rule >= 0:
			pieces, rules = append(pieces, x.f.rules[p.rule].pieces...), append(rules, p.rule)
		case p.rule == -2:
			pieces, rules = append(pieces, x.f.lines[p.line].pieces...), append(rules, -2-p.line)
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
		gone := func(without []int) (removes []Candidate) {
			cells, left, _ := x.remainingValues(h, without)
			for i, c := range cells {
				removes = append(removes, f.candidatesIn(c, ^left[i])...)
			}
			return removes
		}
		removes := gone(nil)
		if len(removes) == 0 {
			continue
		}
		delete(f.seen, searchKey{byHouseRules, h, 1})
		var without []int
		for _, rule := range rules {
			if less := gone(append(slices.Clone(without), rule)); len(less) >= len(removes) {
				without = append(without, rule)
			}
		}
		removes = gone(without)
		pieces, _ = x.usedPieces(h)
		ways, err := f.of.Ways(f.ctx, pieces, f.may, mostShown)
		if f.err = err; err != nil {
			return nil
		}
		return &Step{Technique: byHouseRules, Pieces: pieces, Cells: ways.Cells, Ways: ways, Removes: removes}
	}
	return nil
}
