package csp

import (
	"math"
	"slices"
	"sort"
)

// This file adds up sums that share no cells. Their total can be close to the least or greatest total of their cells,
// even if no single sum is close to its own limit. Example: four diagonals of 7 to 9 cells each have the sum 49.
// Together they have 31 cells, whose total is 196 and can be at most 198, while each single diagonal could be 12 to 23
// greater.

// mostCombined limits the sums that are combined, so that a uint32 can hold a set of them. mostCombinations limits the
// totals that are added.
const (
	mostCombined     = 24
	mostCombinations = 4
)

// combination is a set of sums whose total is compared with the totals of groups of one family.
type combination struct {
	sums   uint32
	family int
	slack  int // how far the sums' total is from the least, or from the greatest, total that their cells allow
}

// addCombinedSums chooses sets of sums that share no cells, and adds the total of each set as a constraint. It chooses
// sets whose total is closer to its bounds than any single sum is.
func (c *compiler) addCombinedSums(sums []groupTotal, families []family) {
	sums = slices.DeleteFunc(slices.Clone(sums), func(t groupTotal) bool { return len(t.cells) < 3 })
	if len(sums) < 2 || len(sums) > mostCombined {
		return
	}
	var disjoint [mostCombined]uint32 // for each sum: the sums that share no cell with it
	for i, a := range sums {
		setMarks(c.met, a.cells, true)
		for j, b := range sums {
			if !slices.ContainsFunc(b.cells, func(x Cell) bool { return c.met[x] }) {
				disjoint[i] |= 1 << j
			}
		}
		setMarks(c.met, a.cells, false)
	}
	var alone [mostCombined][2]int
	for i := range alone {
		alone[i] = [2]int{math.MaxInt, math.MaxInt}
	}
	var found []combination
	for f := range families {
		deal := newCellDistribution(sums, &families[f], c.all.Len())
		c.budget.Spend(len(sums) * len(sums) * len(sums) * deal.groups)
		for i := range sums {
			low, high := deal.slackToBounds(1 << i)
			alone[i] = [2]int{min(alone[i][0], low), min(alone[i][1], high)}
		}
		for way := range 2 {
			for i := range sums {
				if best := deal.findLeastSlackSums(i, way, disjoint[:]); best.sums != 0 {
					best.family = f
					found = append(found, best)
				}
			}
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].slack < found[j].slack })
	added := make([]uint32, 0, mostCombinations)
	for _, x := range found {
		tighter := !slices.Contains(added, x.sums)
		for i := range sums {
			tighter = tighter && (x.sums>>i&1 == 0 || x.slack <= min(alone[i][0], alone[i][1]))
		}
		if !tighter {
			continue
		}
		c.addCombination(x, sums, &families[x.family])
		if added = append(added, x.sums); len(added) == mostCombinations {
			return
		}
	}
}

// cellDistribution counts, for each sum, how many of its cells are in each group of a family.
type cellDistribution struct {
	values, groups int
	in             []uint8 // for each sum and group, the number of cells; the last group holds cells that are in no group
	sums           []groupTotal
	counts         []int // scratch memory: for each group, the number of cells of several sums together
}

func newCellDistribution(sums []groupTotal, f *family, values int) *cellDistribution {
	d := &cellDistribution{values: values, groups: len(f.groups) + 1, sums: sums}
	d.in, d.counts = make([]uint8, len(sums)*d.groups), make([]int, d.groups)
	for i, t := range sums {
		for _, x := range t.cells {
			g := int(f.groupOf[x])
			if g < 0 {
				g = len(f.groups)
			}
			d.in[i*d.groups+g]++
		}
	}
	return d
}

// slackToBounds returns the distances of the sums' total from the least and from the greatest total that their cells
// allow.
func (d *cellDistribution) slackToBounds(sums uint32) (low, high int) {
	clear(d.counts)
	sum := 0
	for s := Set(sums); s != 0; s &= s - 1 {
		i := s.Min()
		sum += d.sums[i].sum
		for g, n := range d.in[i*d.groups : (i+1)*d.groups] {
			d.counts[g] += int(n)
		}
	}
	last := d.groups - 1
	low, high = sum, d.counts[last]*(d.values-1)-sum
	for _, n := range d.counts[:last] {
		low -= n * (n - 1) / 2
		high += n * (2*d.values - n - 1) / 2
	}
	return low, high
}

// findLeastSlackSums starts with the sum whose index is `first`, and greedily adds further sums. It always adds the sum
// that leaves the least slack: to the least total if `way` is 0, and to the greatest total if `way` is 1. It returns
// the set of at least two sums with the least slack, or no set if the first sum alone has less.
func (d *cellDistribution) findLeastSlackSums(first, way int, disjoint []uint32) (best combination) {
	low, high := d.slackToBounds(1 << first)
	slack := [2]int{low, high}[way]
	least := slack
	sums, free := uint32(1)<<first, disjoint[first]
	for free != 0 {
		next, more := -1, math.MaxInt
		for s := Set(free); s != 0; s &= s - 1 {
			if n := d.addedSlack(s.Min(), way); n < more {
				next, more = s.Min(), n
			}
		}
		for g, n := range d.in[next*d.groups : (next+1)*d.groups] {
			d.counts[g] += int(n)
		}
		slack += more
		sums |= 1 << next
		free &= disjoint[next]
		if slack < least {
			least, best = slack, combination{sums: sums, slack: slack}
		}
	}
	return best
}

// addedSlack returns the change of the slack if sum i joins the sums counted in d.of.
func (d *cellDistribution) addedSlack(i, way int) (added int) {
	last := d.groups - 1
	in := d.in[i*d.groups : (i+1)*d.groups]
	if way == 0 {
		added = d.sums[i].sum
		for g, n := range in[:last] {
			if n != 0 { // the least total of m cells is m*(m-1)/2
				added -= int(n) * (2*d.counts[g] + int(n) - 1) / 2
			}
		}
		return added
	}
	added = int(in[last])*(d.values-1) - d.sums[i].sum
	for g, n := range in[:last] {
		if n != 0 { // the greatest total of m cells is m*(2*values-m-1)/2
			added += int(n) * (2*d.values - 2*d.counts[g] - int(n) - 1) / 2
		}
	}
	return added
}

// addCombination adds a constraint: the cells of several sums have a certain total. Each group of f becomes a clique
// with its cells that are in the sums. If these are more than half of a house, the clique is the rest of the house
// instead, with coefficient -1.
func (c *compiler) addCombination(x combination, sums []groupTotal, f *family) {
	sum, in := 0, make([][]Cell, len(f.groups))
	var cells []Cell
	var cliques []Clique
	add := func(k int, list ...Cell) {
		if len(list) > 0 {
			cells, cliques = append(cells, list...), append(cliques, Clique{Cells: list, Coefficient: k})
		}
	}
	for s := Set(x.sums); s != 0; s &= s - 1 {
		sum += sums[s.Min()].sum
		for _, cell := range sums[s.Min()].cells {
			if g := f.groupOf[cell]; g >= 0 {
				in[g] = append(in[g], cell)
			} else {
				add(1, cell)
			}
		}
	}
	for g, cells := range in {
		house := f.groups[g]
		if u := c.unionOf(house); 2*len(cells) <= len(house) || u.Len() != len(house) {
			add(1, cells...)
		} else {
			setMarks(c.met, cells, true)
			rest := slices.DeleteFunc(slices.Clone(house), func(cell Cell) bool { return c.met[c.same[cell]] })
			setMarks(c.met, cells, false)
			sum -= u.leastSum(u.Len())
			add(-1, rest...)
		}
	}
	c.props, _ = c.addLinearCliques(cells, cliques, sum, sum, c.props, nil)
}

func setMarks(marks []bool, cells []Cell, mark bool) {
	for _, x := range cells {
		marks[x] = mark
	}
}
