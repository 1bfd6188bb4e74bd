package csp

import (
	"math/bits"
	"slices"
)

// Renaming is a Propagator that depends only on which cells of ComparedCells have equal values. If an assignment
// satisfies it, it still does so after a permutation of the values of these cells.
type Renaming interface {
	Propagator
	ComparedCells() []Cell
}

// numberedGroups requires that the values of cells are numbered in the order of their first occurrence, without gaps.
// Cells with the same value form a group, and each solution has only one numbering of its groups.
//
// If no other constraint distinguishes the values, they are free: the search may number groups in the order in which it
// meets them. A cell that belongs to none of the groups so far gets the next free number. At the end, solutions are
// renumbered.
type numberedGroups struct {
	cells  []Cell
	values Set // the values that the cells can have: the first ones of the network
	isFree bool
	in     []bool // for each cell of the network, whether it is in cells; nil unless the values are free
}

// FirstOccurrencesAscend requires new values to appear in ascending order. The first cell has the network's first
// value. Any other cell has a value at most one greater than the greatest value before it.
func (c *Constraints) FirstOccurrencesAscend(cells []Cell) {
	c.budget.Spend(c.cost + 16*len(cells))
	c.numbered = append(c.numbered, cells)
}

func (x *numberedGroups) narrow(d *Domains) bool {
	if x.isFree {
		return x.narrowUnusedValues(d)
	}
	highest := -1 // the greatest value that the cells so far can have
	for _, cell := range x.cells {
		if !d.Keep(cell, 2<<(highest+1)-1) {
			return false
		}
		highest = max(highest, d.sets[cell].Max())
	}
	// A number n > 0 can occur in a cell only if n−1 occurs in an earlier cell.
	var possible, sure [64]int // for each number, the first cell that may have it, and the first cell that certainly has it
	var able, everywhere Set
	for i, cell := range x.cells {
		values := d.sets[cell]
		for rest := values &^ able; rest != 0; rest &= rest - 1 {
			possible[rest.Min()] = i
		}
		able |= values
		if values.Single() && everywhere&values == 0 {
			sure[values.Min()] = i
			everywhere |= values
		}
	}
	for rest := everywhere &^ 1; rest != 0; rest &= rest - 1 {
		n := rest.Min()
		before := Set(1) << (n - 1)
		if able&before == 0 || possible[n-1] > sure[n] {
			return false
		}
		isOnly := true
		for _, cell := range x.cells[possible[n-1]+1 : sure[n]] {
			if d.sets[cell]&before != 0 {
				isOnly = false
				break
			}
		}
		if isOnly && !d.Keep(x.cells[possible[n-1]], before) {
			return false
		}
	}
	return true
}

// unfixedValues returns the values that no cell has as its single value. These values are interchangeable.
func (x *numberedGroups) unfixedValues(d *Domains) Set {
	open := x.values
	for _, cell := range x.cells {
		if m := d.sets[cell]; m&(m-1) == 0 {
			open &^= m
		}
	}
	return open
}

// narrowUnusedValues lets each cell keep either all unused values or none. Unused values are interchangeable,
// so a cell that has lost one of them can have none of them. A cell with only unused values gets the first
// unused value.
func (x *numberedGroups) narrowUnusedValues(d *Domains) bool {
	open := x.unfixedValues(d)
	for _, cell := range x.cells {
		if open&(open-1) == 0 {
			return true
		}
		switch m := d.sets[cell]; {
		case m&open == 0:
		case m&open != open:
			if !d.Keep(cell, ^open) {
				return false
			}
		case m == open:
			if !d.Keep(cell, open&-open) {
				return false
			}
			open &= open - 1
		}
	}
	return true
}

// renumber gives the groups of a solution new numbers, in the order of their first cells. `first` is the least number.
func (x *numberedGroups) renumber(solution []int, first int) {
	var to [64]int
	n := 0
	for _, cell := range x.cells {
		v := &to[solution[cell]-first]
		if *v == 0 {
			n++
			*v = n
		}
		solution[cell] = first + *v - 1
	}
}

// addNumbered compiles the constraints of FirstOccurrencesAscend. If no other constraint distinguishes the values of
// the cells, these values are free, and groups that certainly differ get their numbers before the search.
func (c *compiler) addNumbered(n *Network) {
	for i, cells := range n.numbered {
		x := numberedGroups{cells: cells}
		if i == 0 && len(n.numbered) == 1 && !n.ordered {
			x.in = make([]bool, len(c.start))
			x.values = c.interchangeableValues(n, &x)
			x.isFree = x.values != 0
		}
		first := len(c.numbered) // the elements before `first` belong to alternatives
		c.numbered = append(c.numbered, x)
		c.props = append(c.props, prop{kindNumbered, int32(first)})
		if x.isFree {
			c.named = &c.numbered[first]
			c.numberDistinctGroups(n, c.named)
			for k := range c.regions {
				if slices.Equal(c.regions[k].groups, cells) {
					c.regions[k].free = c.named
				}
			}
		}
	}
}

// interchangeableValues returns the values of x's cells if they are interchangeable in every solution, and otherwise
// the empty set. It knows some forms of constraints that do not distinguish values. It assumes that any other
// constraint does.
func (c *compiler) interchangeableValues(n *Network, x *numberedGroups) Set {
	cells, in := x.cells, x.in
	c.budget.Spend(64 * len(cells))
	for _, cell := range cells {
		if in[cell] || int(cell) >= c.counted {
			return 0
		}
		in[cell] = true
	}
	values := c.start[cells[0]]
	for _, cell := range cells {
		if c.start[cell] != values {
			return 0
		}
	}
	if values&1 == 0 || values&(values+1) != 0 {
		return 0
	}
	meets := func(list []Cell) bool { return slices.ContainsFunc(list, func(x Cell) bool { return in[x] }) }
	all := func(list []Cell) bool { return !slices.ContainsFunc(list, func(x Cell) bool { return !in[x] }) }
	for _, x := range n.places {
		if meets(x.cells) {
			return 0
		}
	}
	// Each value must have one Connected constraint, and the cells of that constraint must be all cells of x.
	var joined Set
	var first *connectedOf
	distinguished := false // set if some constraint distinguishes values
	n.eachConstraint(func(x any, list []Cell) {
		if distinguished || !meets(list) {
			return
		}
		switch x := x.(type) {
		case Form, *sameOf:
			distinguished = !all(list)
		case *[]Cell: // FirstOccurrencesAscend itself distinguishes no values
		case *apartOf:
			distinguished = meets(x.cells) || !all(x.groups)
		case *connectedOf:
			if first == nil {
				first = x
			}
			distinguished = len(x.cells) != len(cells) || !all(x.cells) || !x.set.Single() || joined&x.set != 0 || x.size != first.size || !haveSameNeighbours(x, first)
			joined |= x.set
		case Renaming:
			named := x.ComparedCells()
			distinguished = slices.ContainsFunc(list, func(x Cell) bool { return in[x] != slices.Contains(named, x) })
		default:
			distinguished = true
		}
	})
	if distinguished || first != nil && joined != values {
		return 0
	}
	return values
}

func haveSameNeighbours(x, y *connectedOf) bool {
	if !slices.Equal(x.cells, y.cells) || len(x.neighbours) != len(y.neighbours) {
		return false
	}
	if len(x.neighbours) == 0 || &x.neighbours[0] == &y.neighbours[0] {
		return true
	}
	return slices.EqualFunc(x.neighbours, y.neighbours, slices.Equal)
}

// numberDistinctGroups gives the first values to cells that are certainly in different groups. Cells are in different
// groups if a constraint requires it, or if they are too far apart to be connected.
func (c *compiler) numberDistinctGroups(n *Network, x *numberedGroups) {
	k := len(x.cells)
	c.budget.Spend(k * k)
	index := make([]int32, len(c.start))
	for i := range index {
		index[i] = -1
	}
	for i, cell := range x.cells {
		index[cell] = int32(i)
	}
	// A shard is a set of cells that must be equal. Its first cell identifies it.
	shard, weight := make([]int32, k), make([]int32, k)
	for i, cell := range x.cells {
		if shard[i] = index[c.same[cell]]; shard[i] < 0 {
			return // a cell that must be equal is not in x's list of cells
		}
		weight[shard[i]]++
	}
	words := (k + 63) / 64
	differ := make([]uint64, k*words)
	note := func(a, b int32) {
		if a == b { // the two cells must be equal, but must also differ
			c.never = true
			return
		}
		differ[int(a)*words+int(b>>6)] |= 1 << (b & 63)
		differ[int(b)*words+int(a>>6)] |= 1 << (a & 63)
	}
	for i, a := range x.cells {
		for j, b := range x.cells[:i] {
			if c.mustDiffer(a, b) {
				note(shard[i], shard[j])
			}
		}
	}
	for _, y := range n.differing {
		if len(y.groups) == 0 || index[y.groups[0]] < 0 {
			continue
		}
		for i, a := range y.cells {
			for j, b := range y.cells[:i] {
				if c.start[a].Single() && c.start[a] == c.start[b] {
					note(shard[index[y.groups[i]]], shard[index[y.groups[j]]])
				}
			}
		}
	}
	for i := range n.connected {
		if y := &n.connected[i]; y.size > 0 && len(y.cells) > 0 && index[y.cells[0]] >= 0 {
			c.eachFarShardPair(y, index, shard, weight, note)
			break
		}
	}
	if c.never {
		return
	}
	best := findDifferingShards(shard, weight, differ, words)
	if len(best) > x.values.Len() {
		c.never = true
		return
	}
	for i, a := range best {
		c.start[x.cells[a]] &= 1 << i
	}
}

// eachFarShardPair calls `note` for every two shards that are too far apart for one group. A shard is a set of cells
// that must be equal. Two shards are too far apart if the shortest path that joins them has more cells than a group.
func (c *compiler) eachFarShardPair(y *connectedOf, index, shard, weight []int32, note func(a, b int32)) {
	k := len(shard)
	shardOf := make([]int32, len(y.cells)) // for each cell: its shard
	beside := make([][]int32, k)           // for each shard: the adjacent shards, with repetitions
	for i, cell := range y.cells {
		shardOf[i] = shard[index[cell]]
	}
	for i, list := range y.neighbours {
		for _, j := range list {
			if shardOf[i] != shardOf[j] {
				beside[shardOf[i]] = append(beside[shardOf[i]], shardOf[j])
			}
		}
	}
	c.budget.Spend(k * k * 8)
	far := make([]int32, k)
	bySize := make([][]int32, y.size+1) // by[n] holds the shards that a path of n cells can reach
	for a := range k {
		if int(shard[a]) != a {
			continue
		}
		for i := range far {
			far[i] = int32(y.size) + 1
		}
		reach := func(b int32, n int32) {
			if n < far[b] {
				far[b] = n
				bySize[n] = append(bySize[n], b)
			}
		}
		reach(int32(a), min(weight[a], int32(y.size)))
		for n := range bySize {
			for _, b := range bySize[n] {
				if int(far[b]) == n {
					for _, next := range beside[b] {
						if m := int32(n) + weight[next]; int(m) <= y.size {
							reach(next, m)
						}
					}
				}
			}
			bySize[n] = bySize[n][:0]
		}
		for b := range a {
			if int(shard[b]) == b && int(far[b]) > y.size {
				note(int32(a), int32(b))
			}
		}
	}
}

// findDifferingShards returns a large set of shards that all belong to different groups. From each shard it grows a set
// greedily: the next shard is the one that leaves the most candidates. If two shards leave equally many candidates, it
// is the one with more cells.
func findDifferingShards(shard, weight []int32, differ []uint64, words int) (best []int32) {
	most := -1
	left, one := make([]uint64, words), []int32(nil)
	for a := range shard {
		if int(shard[a]) != a {
			continue
		}
		one = append(one[:0], int32(a))
		score := 100 + int(weight[a])
		copy(left, differ[a*words:])
		for {
			next, mark := int32(-1), -1
			for w, m := range left {
				for ; m != 0; m &= m - 1 {
					b := int32(w<<6 + bits.TrailingZeros64(m))
					n := 0
					for w, m := range left {
						n += bits.OnesCount64(m & differ[int(b)*words+w])
					}
					if n = n<<8 + int(weight[b]); n > mark {
						next, mark = b, n
					}
				}
			}
			if next < 0 {
				break
			}
			one = append(one, next)
			score += 100 + int(weight[next])
			for w := range left {
				left[w] &= differ[int(next)*words+w]
			}
		}
		if score > most {
			best, most = slices.Clone(one), score
		}
	}
	slices.Sort(best)
	return best
}
