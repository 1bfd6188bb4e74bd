package deduction

import (
	"math/bits"
	"slices"
	"sort"
)

// together fills a house with all rules that reach into it. Each rule allows some sets of values in
// its cells of the house. These sets must partition the house's values.
type together struct {
	f        *finder
	may      []uint64
	house    []int // its cells
	portions []portion
	full     uint64
}

// portion is a rule's part of a house, or a single cell.
type portion struct {
	rule   int   // -1 for a single cell, -2 for a two-cell rule
	line   int   // the index of the two-cell rule
	cells  []int // its cells in the house
	at     []int // their indices among the cells of the rule's ways
	sets   []uint64
	reach  [][]uint64 // by set, the values that each cell can have
	viable []bool
}

// mostValues limits the values of a house that is filled in this way.
const mostValues = 10

// masks is a set of sets of values.
type masks [1 << mostValues / 64]uint64

func (m *masks) has(set uint64) bool { return m[set/64]>>(set%64)&1 != 0 }
func (m *masks) add(set uint64)      { m[set/64] |= 1 << (set % 64) }

// beginTogether lists, for each house, the two-cell rules inside it and the larger rules with at
// least two cells in it.
func (f *finder) beginTogether() {
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
		for j := range f.rules {
			r := &f.rules[j]
			if count(r.cells) >= 2 && !slices.Contains(f.of.All[r.pieces[0]].From, h) {
				f.inHouse[i] = append(f.inHouse[i], j)
				f.reaching[i] = append(f.reaching[i], r.cells...)
			}
		}
		f.reaching[i] = distinctCells(append(f.reaching[i], in...))
		for j := range f.lines {
			if l := &f.lines[j]; len(l.cells) == 2 && count(l.cells) == 2 {
				f.linesIn[i] = append(f.linesIn[i], j)
			}
		}
	}
}

// portionsOf divides a house into portions. Sums of houses come first or last. It returns false if
// no rule has a portion.
func (x *together) portionsOf(house int, sumsFirst bool, without []int) bool {
	f := x.f
	x.house, x.portions, x.full = f.of.All[f.houses[house]].Cells, x.portions[:0], f.held[house]
	taken := uint64(0) // by index in the house
	some := false
	for pass := range 2 {
		for _, i := range f.inHouse[house] {
			r, t := &f.rules[i], &f.links[i]
			if sum := f.of.All[r.pieces[0]].From != nil; sum == (pass == 0) != sumsFirst || t.at == nil || slices.Contains(without, i) {
				continue
			}
			own, open := uint64(0), 0
			p := portion{rule: i}
			for at, c := range t.ways.Cells {
				if j := slices.Index(x.house, c); j >= 0 {
					own |= 1 << j
					if x.may[c]&(x.may[c]-1) != 0 {
						open++
					}
					p.cells, p.at = append(p.cells, c), append(p.at, at)
				}
			}
			if open < 2 || own&taken != 0 {
				continue
			}
			taken |= own
			some = true
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
		some = true
		x.portions = append(x.portions, portion{rule: -2, line: i, cells: []int{l.cells[l.ends[0][0]], l.cells[l.ends[0][1]]}})
	}
	for j, c := range x.house {
		if taken>>j&1 == 0 {
			x.portions = append(x.portions, portion{rule: -1, cells: []int{c}})
		}
	}
	return some
}

// findSets computes the sets of values that a portion can have.
func (x *together) findSets(p *portion) {
	var index [1 << mostValues]int16
	n := len(p.cells)
	values := [mostValues]uint64{}
	take := func() {
		set := uint64(0)
		for _, v := range values[:n] {
			set |= v
		}
		if bits.OnesCount64(set) != n {
			return
		}
		i := int(index[set]) - 1
		if i < 0 {
			i = len(p.sets)
			index[set] = int16(i + 1)
			p.sets, p.reach = append(p.sets, set), append(p.reach, make([]uint64, n))
		}
		for j, v := range values[:n] {
			p.reach[i][j] |= v
		}
	}
	switch p.rule {
	case -1:
		for set := x.may[p.cells[0]]; set != 0; set &= set - 1 {
			values[0] = set & -set
			take()
		}
	case -2:
		rows := x.f.of.All[x.f.lines[p.line].pieces[0]].Rows
		for set := x.may[p.cells[0]]; set != 0; set &= set - 1 {
			values[0] = set & -set
			for to := rows[bits.TrailingZeros64(set)] & x.may[p.cells[1]]; to != 0; to &= to - 1 {
				values[1] = to & -to
				take()
			}
		}
	default:
		t := &x.f.links[p.rule]
		x.eachWay(t, func(way []int) {
			for j, at := range p.at {
				values[j] = 1 << x.f.bitOf(way[at])
			}
			take()
		})
	}
	p.viable = make([]bool, len(p.sets))
}

// eachWay calls f with the ways of a table that are still possible.
func (x *together) eachWay(t *table, f func(way []int)) {
	low := x.f.of.Puzzle.Low
ways:
	for _, way := range t.ways.List {
		for i, v := range way {
			if x.may[t.ways.Cells[i]]>>(v-low)&1 == 0 {
				continue ways
			}
		}
		f(way)
	}
}

// fill marks the sets that are part of a way to fill the house. It returns false if there is no
// way.
func (x *together) fill() bool {
	n := len(x.portions)
	sort.SliceStable(x.portions, func(a, b int) bool { return len(x.portions[a].cells) < len(x.portions[b].cells) })
	forward := make([]masks, n+1)
	forward[0].add(0)
	for k := range x.portions {
		p := &x.portions[k]
		x.findSets(p)
		for i, word := range forward[k] {
			for ; word != 0; word &= word - 1 {
				used := uint64(i*64 + bits.TrailingZeros64(word))
				for _, set := range p.sets {
					if used&set == 0 {
						forward[k+1].add(used | set)
					}
				}
			}
		}
	}
	if !forward[n].has(x.full) {
		return false
	}
	var back masks
	back.add(x.full)
	for k := n - 1; k >= 0; k-- {
		p := &x.portions[k]
		var before masks
		for i, word := range forward[k] {
			for ; word != 0; word &= word - 1 {
				used := uint64(i*64 + bits.TrailingZeros64(word))
				for j, set := range p.sets {
					if used&set == 0 && back.has(used|set) {
						p.viable[j] = true
						before.add(used)
					}
				}
			}
		}
		back = before
	}
	return true
}

// leftIn returns the values that the cells of the house and its rules can have. If there is no way,
// they have none. ok is false if no rule has a portion in the house.
func (x *together) leftIn(house int, sumsFirst bool, without []int) (cells []int, left []uint64, ok bool) {
	if !x.portionsOf(house, sumsFirst, without) {
		return nil, nil, false
	}
	able := x.fill()
	for k := range x.portions {
		p := &x.portions[k]
		from := len(cells)
		if p.rule < 0 {
			cells = append(cells, p.cells...)
			left = append(left, make([]uint64, len(p.cells))...)
			for j, reach := range p.reach {
				if able && p.viable[j] {
					for i, set := range reach {
						left[from+i] |= set
					}
				}
			}
			continue
		}
		t := &x.f.links[p.rule]
		cells = append(cells, t.ways.Cells...)
		left = append(left, make([]uint64, len(t.ways.Cells))...)
		if !able {
			continue
		}
		var viable masks
		for j, set := range p.sets {
			if p.viable[j] {
				viable.add(set)
			}
		}
		x.eachWay(t, func(way []int) {
			set := uint64(0)
			for _, at := range p.at {
				set |= 1 << x.f.bitOf(way[at])
			}
			if viable.has(set) {
				for i, v := range way {
					left[from+i] |= 1 << x.f.bitOf(v)
				}
			}
		})
	}
	return cells, left, true
}

// takenPieces returns the pieces of the house and its portions, and the rules of the portions.
func (x *together) takenPieces(house int) (pieces, rules []int) {
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

// houseTogether fills a house with all rules that reach into it, and drops the rules that it does
// not need.
func (f *finder) houseTogether() *Step {
	if f.of.Puzzle.Values() > mostValues {
		return nil
	}
	if f.err = f.tables(); f.err != nil {
		return nil
	}
	x := together{f: f, may: f.may}
	for h := range f.houses {
		for first := range 2 {
			sumsFirst := first == 1
			if !x.portionsOf(h, sumsFirst, nil) {
				continue
			}
			pieces, rules := x.takenPieces(h)
			if !f.isFresh(key{byHouseRules, h, 2 + first}, f.cellsOf(pieces)) {
				continue
			}
			gone := func(without []int) (removes []Candidate) {
				cells, left, ok := x.leftIn(h, sumsFirst, without)
				if !ok {
					return nil
				}
				for i, c := range cells {
					removes = append(removes, f.removedFrom(c, ^left[i])...)
				}
				return removes
			}
			removes := gone(nil)
			if len(removes) == 0 {
				continue
			}
			delete(f.seen, key{byHouseRules, h, 2 + first})
			var without []int
			for _, rule := range rules {
				if less := gone(append(slices.Clone(without), rule)); len(less) >= len(removes) {
					without = append(without, rule)
				}
			}
			removes = gone(without)
			pieces, _ = x.takenPieces(h)
			ways, err := f.of.Ways(f.ctx, pieces, f.may, 400)
			if f.err = err; err != nil {
				return nil
			}
			return &Step{Technique: byHouseRules, Pieces: pieces, Cells: ways.Cells, Ways: ways, Removes: removes}
		}
	}
	return nil
}
