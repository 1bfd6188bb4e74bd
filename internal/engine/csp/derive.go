package csp

import "slices"

// This file adds constraints that follow from several others: crossings, and sums of innies and outies. Innies and
// outies are the cells by which a run of houses differs from the cages in it.

// family holds groups of cells whose values must differ, such as all rows, all columns or all boxes. No cell is in two
// groups of a family.
type family struct {
	groups  [][]Cell
	groupOf []int32 // for each cell: the index of its group, or -1
	shared  bool    // a Board owns the slice `groupOf`, so it must be cloned before a change
}

// addGroupsToFamilies adds each of the groups to the first family in which it shares no cell with another group.
func (c *compiler) addGroupsToFamilies(families []family, groups []int32) []family {
next:
	for _, h := range groups {
		cells := c.distinct[h].cells
		c.budget.Spend(8 * (len(families) + len(cells)))
	family:
		for i := range families {
			f := &families[i]
			for _, x := range cells {
				if f.groupOf[x] >= 0 {
					continue family
				}
			}
			f.addGroup(cells)
			continue next
		}
		c.budget.Spend(len(c.start))
		f := family{groups: make([][]Cell, 0, 16), groupOf: make([]int32, len(c.start))}
		for x := range f.groupOf {
			f.groupOf[x] = -1
		}
		f.addGroup(cells)
		families = append(families, f)
	}
	return families
}

func (f *family) addGroup(cells []Cell) {
	if f.shared {
		f.groupOf, f.shared = slices.Clone(f.groupOf), false
	}
	for _, x := range cells {
		f.groupOf[x] = int32(len(f.groups))
	}
	f.groups = append(f.groups, cells)
}

// distinctFamilies returns the groups of distinct cells as families.
func (c *compiler) distinctFamilies() []family {
	if c.dealt == nil {
		known := 0
		if c.board != nil {
			known = len(c.board.distinct)
			c.dealt = slices.Clone(c.board.families)
		}
		groups := make([]int32, len(c.distinct)-known)
		for i := range groups {
			groups[i] = int32(known + i)
		}
		c.dealt = c.addGroupsToFamilies(c.dealt, groups)
	}
	return c.dealt
}

// A derived sum has at most maxDerived cells, or at most maxDerivedLong cells in at most maxDerivedCliques cliques.
// Longer sums prune little.
const (
	maxDerived        = 7
	maxDerivedLong    = 9
	maxDerivedCliques = 3
)

// mostDerivation limits the cells that the derivation of sums examines. A derivation that needs more is not started.
const mostDerivation = 20_000_000

// groupTotal is a group of cells whose values have a known sum. Values count from 0.
type groupTotal struct {
	cells []Cell
	sum   int
}

// addInnieOutieSums derives sums for runs of houses: consecutive houses of one family, such as rows 1 to 3. It
// subtracts from the total of a run the totals of the groups that are mostly inside the run.
func (c *compiler) addInnieOutieSums(sets []setsOf) {
	totals, across := c.knownTotals(sets)
	if len(totals) == 0 {
		return
	}
	families := c.distinctFamilies()
	if len(c.houses) < len(c.distinct) {
		families = c.addGroupsToFamilies(nil, c.houses)
	}
	c.addCombinedSums(totals[:across], families)
	size := 0 // the number of cells in all totals, which is the cost of one run of houses
	for _, t := range totals {
		size += len(t.cells)
	}
	runs := 0
	for _, family := range families {
		runs += len(family.groups) * (len(family.groups) + 1) / 2
	}
	if runs*(size+len(c.start)) > mostDerivation {
		return
	}
	x := c.newRunOfHouses(totals)
	for _, f := range families {
		for i := range f.groups {
			x.reset()
			for j := i; j < len(f.groups) && j-i < (len(f.groups)+1)/2; j++ {
				x.addHouse(f.groups[j])
				if sum, any := x.subtractTotals(); any {
					x.deriveSum(sum)
				}
			}
		}
	}
}

// runOfHouses is a run of houses of one family, from which sums are derived.
type runOfHouses struct {
	*compiler
	totals []groupTotal
	masks  []uint64 // for each total, its cells as a bit set
	cells  []uint64 // the cells of the run
	used   []uint64 // the cells of the subtracted totals
	in     []int    // for each cell, how many times the run counts it; nil unless some cells must be equal
	sum    int      // the sum of the run's houses
	known  knownSums
}

func (c *compiler) newRunOfHouses(totals []groupTotal) *runOfHouses {
	w := c.seeWords
	masks := c.rooms.words.Allocate((len(totals) + 2) * w)
	x := &runOfHouses{compiler: c, totals: totals, cells: masks[:w], used: masks[w : 2*w], masks: masks[2*w:]}
	for i, t := range totals {
		for _, y := range t.cells {
			x.masks[i*w+int(y>>6)] |= 1 << (y & 63)
		}
	}
	x.known.first = make([]int32, len(c.start))
	if c.equal > 0 {
		x.in = make([]int, len(c.start))
	}
	return x
}

func (x *runOfHouses) reset() {
	clear(x.cells)
	clear(x.in)
	x.sum = 0
}

func (x *runOfHouses) addHouse(cells []Cell) {
	u := x.unionOf(cells)
	x.sum += u.leastSum(u.Len())
	for _, y := range cells {
		if x.in != nil {
			x.in[x.same[y]]++
		} else {
			x.cells[y>>6] |= 1 << (y & 63)
		}
	}
}

// subtractTotals returns the sum of the run minus the totals of the groups that are mostly inside the run. `any` is set
// if such groups exist and not too many cells are left.
func (x *runOfHouses) subtractTotals() (sum int, any bool) {
	w := x.seeWords
	sum = x.sum
	clear(x.used)
	for i := range x.totals {
		mask := x.masks[i*w : (i+1)*w]
		if x.in == nil && addIfMostlyInside(x.cells, mask, x.used) || x.in != nil && x.isMostlyCounted(&x.totals[i]) && addIfDisjoint(mask, x.used) {
			any = true
			sum -= x.totals[i].sum
		}
	}
	if x.in == nil {
		left := 0
		for k, m := range x.cells {
			left += Set(x.used[k] ^ m).Len()
		}
		any = any && left <= maxDerivedLong
	}
	return sum, any
}

// isMostlyCounted reports whether more than half of the cells of t are in a run that counts equal cells several times.
func (x *runOfHouses) isMostlyCounted(t *groupTotal) bool {
	inside := 0
	for _, y := range t.cells {
		inside += x.in[y]
	}
	return 2*inside > len(t.cells)
}

// deriveSum derives a constraint: the cells that subtractTotals left have the given sum. A cell that only a subtracted
// total has gets a negative coefficient. If more than maxDerivedLong cells are left, deriveSum adds no constraint.
func (x *runOfHouses) deriveSum(sum int) {
	cells := x.remainingRunCells(x.cells, x.used, x.in)
	if len(cells) <= maxDerivedLong {
		x.addDerivedSum(cells, sum, &x.known)
	}
	for _, y := range cells {
		x.coefficient[y] = 0
	}
	x.few = cells
}

// knownTotals returns groups of different cells with the sum of each group. The puzzle states the sums of the first
// `across` groups. In each of the other groups, all possible sets of values have the same sum.
func (c *compiler) knownTotals(sets []setsOf) (totals []groupTotal, across int) {
	totals = make([]groupTotal, 0, len(c.totals)+len(sets))
	for _, s := range c.totals {
		t := groupTotal{make([]Cell, 0, len(s.terms)), s.lo}
		for _, x := range s.terms {
			if x.Coefficient != 1 || c.met[c.same[x.Cell]] {
				setMarks(c.met, t.cells, false)
				t.cells = nil
				break
			}
			c.met[c.same[x.Cell]] = true
			t.cells = append(t.cells, c.same[x.Cell])
			t.sum -= c.first
		}
		setMarks(c.met, t.cells, false)
		if len(t.cells) > 0 {
			totals = append(totals, t)
		}
	}
	across = len(totals)
	for _, s := range sets {
		if sum, ok := sumOfEachSet(s); ok && len(s.cells) < c.all.Len() {
			t := groupTotal{make([]Cell, 0, len(s.cells)), sum}
			for _, x := range s.cells {
				t.cells = append(t.cells, c.same[x])
			}
			totals = append(totals, t)
		}
	}
	return totals, across
}

// remainingRunCells stores in c.coefficient, for each cell, the number of its occurrences in `run` minus the number in
// `used`. It returns the cells where this difference is not 0.
func (c *compiler) remainingRunCells(run, used []uint64, in []int) []Cell {
	cells := c.few[:0]
	if in == nil {
		for k, m := range run {
			for m ^= used[k]; m != 0; m &= m - 1 {
				x := k<<6 + Set(m).Min()
				c.coefficient[x] = 1 - 2*int(used[k]>>(x&63)&1)
				cells = append(cells, Cell(x))
			}
		}
	} else {
		copy(c.coefficient, in)
		for k, m := range used {
			for ; m != 0; m &= m - 1 {
				c.coefficient[k<<6+Set(m).Min()]--
			}
		}
		for x, k := range c.coefficient {
			if k != 0 {
				cells = append(cells, Cell(x))
			}
		}
	}
	return cells
}

// addIfMostlyInside adds the cells of `mask` to `used` and returns true if more than half of mask's cells are in `run`
// and none is in `used`.
func addIfMostlyInside(run, mask, used []uint64) bool {
	in := 0
	for k, m := range mask {
		in += Set(m&run[k]).Len() - Set(m&^run[k]).Len()
	}
	return in > 0 && addIfDisjoint(mask, used)
}

// addIfDisjoint adds the cells of `mask` to `used` unless one of them is already there.
func addIfDisjoint(mask, used []uint64) bool {
	for k, m := range mask {
		if used[k]&m != 0 {
			return false
		}
	}
	for k, m := range mask {
		used[k] |= m
	}
	return true
}

// sumOfEachSet returns the sum of the values in each set of x. ok is false if the sets have different sums.
func sumOfEachSet(x setsOf) (sum int, ok bool) {
	for i, t := range x.sets {
		if s := t.leastSum(t.Len()); i == 0 {
			sum = s
		} else if s != sum {
			return 0, false
		}
	}
	return sum, len(x.sets) > 0
}

// sumKey identifies a sum by its cells and coefficients.
type sumKey [maxDerivedLong]uint32

// knownSums is the set of sums added so far. Sums with the same first cell form a linked list.
type knownSums struct {
	first []int32 // for each cell, the first sum that begins with it, as 1 plus the sum's index in the field all; 0 for none
	all   []struct {
		key  sumKey
		next int32
	}
}

// addIfNew adds a sum unless it is already known, and reports whether it added it.
func (k *knownSums) addIfNew(first Cell, key *sumKey) bool {
	for i := k.first[first]; i > 0; i = k.all[i-1].next {
		if k.all[i-1].key == *key {
			return false
		}
	}
	k.all = append(k.all, struct {
		key  sumKey
		next int32
	}{*key, k.first[first]})
	k.first[first] = int32(len(k.all))
	return true
}

// addDerivedSum adds a constraint: the cells, with the coefficients in c.coefficient, have the given sum. It adds none
// if this sum is already known, or if more than maxDerived cells need more than maxDerivedCliques cliques.
func (c *compiler) addDerivedSum(cells []Cell, sum int, known *knownSums) {
	var key sumKey
	for i, x := range cells {
		key[i] = uint32(x)<<8 | uint32(byte(c.coefficient[x]))
	}
	if len(cells) > 0 && !known.addIfNew(cells[0], &key) {
		return
	}
	if len(cells) > maxDerived {
		if cliques := c.groupCliques(cells); len(cliques) <= maxDerivedCliques {
			c.props, _ = c.addLinearCliques(cells, cliques, sum, sum, c.props, nil)
		}
		return
	}
	c.props, _ = c.addLinearConstraint(cells, sum, sum, c.props, nil, true)
}

func (c *compiler) unionOf(cells []Cell) (u Set) {
	for _, x := range cells {
		u |= c.start[x]
	}
	return u
}

// addGroupCrossings adds crossings between groups of distinct cells that share at least two cells. At least one
// of the groups must be a house.
func (c *compiler) addGroupCrossings() {
	families := c.distinctFamilies()
	c.index = make([]int32, len(c.start))
	for i := range families {
		for j := i + 1; j < len(families); j++ {
			if families[i].shared && families[j].shared {
				c.addCrossings(c.board.crossings[i][j]...)
				continue
			}
			c.addFamilyCrossings(&families[i], &families[j])
		}
	}
}

// addFamilyCrossings adds the crossings of two families of houses, such as the rows and the boxes. A crossing is a
// minimal set of houses of one family whose cells are also the cells of some houses of the other family. Example: the
// three rows and the three boxes of a band.
func (c *compiler) addFamilyCrossings(a, b *family) {
	c.budget.Spend(2*len(c.start) + 64*(len(a.groups)+len(b.groups)))
	sides := [2]*family{a, b}
	done := [2][]bool{make([]bool, len(a.groups)), make([]bool, len(b.groups))}
	var met [2][]int
	for i := range a.groups {
		if done[0][i] {
			continue
		}
		// Collect all houses that are connected to the first house, directly or through others. Two houses are
		// connected if they share at least two cells.
		met[0], met[1] = append(met[0][:0], i), met[1][:0]
		done[0][i] = true
		for positions := [2]int{}; positions[0] < len(met[0]) || positions[1] < len(met[1]); {
			side := 0
			if positions[0] == len(met[0]) {
				side = 1
			}
			house := sides[side].groups[met[side][positions[side]]]
			positions[side]++
			for _, j := range c.housesSharingCells(house, sides[1-side].groupOf) {
				if !done[1-side][j] {
					done[1-side][j] = true
					met[1-side] = append(met[1-side], j)
				}
			}
		}
		c.addCrossing(a, b, met[0], met[1])
	}
}

// housesSharingCells returns the indices of the houses that share at least two cells with `house`. The result is valid
// until the next call.
func (c *compiler) housesSharingCells(house []Cell, groupOf []int32) []int {
	out := c.near[:0]
	for i, x := range house {
		j := groupOf[x]
		if j < 0 || slices.Contains(out, int(j)) {
			continue
		}
		for _, y := range house[i+1:] {
			if groupOf[y] == j {
				out = append(out, int(j))
				break
			}
		}
	}
	c.near = out
	return out
}

// addCrossing adds the crossing of some groups of family a with some groups of family b. `lines` has the indices of the
// groups of a, and `boxes` those of b. The cells that a line and a box share are a segment. The cells of a line that
// are in none of the boxes are a segment, too, and so are the cells of a box that are in none of the lines.
func (c *compiler) addCrossing(a, b *family, lines, boxes []int) {
	if len(boxes) == 0 || len(lines)+1 > maxCrossing || len(boxes)+1 > maxCrossing {
		return
	}
	houses := 0
	free := [2][]int{{len(lines)}, {len(boxes)}}
	total := 0
	for side, list := range [2][]int{lines, boxes} {
		for k, i := range list {
			h := [2]*family{a, b}[side].groups[i]
			if c.unionOf(h).Len() != len(h) {
				free[side] = append(free[side], k)
			} else {
				houses++
			}
			total += len(h)
		}
	}
	if houses == 0 {
		return
	}
	x := crossing{lines: len(lines), boxes: len(boxes), free: free, cells: make([]Cell, 0, total)}
	var segmentOf [maxCrossing][maxCrossing]int32 // for each line and box, the index of their segment plus 1
	var size [maxCrossing * maxCrossing]int
	n := 0
	add := func(cell Cell, l, k int) {
		if segmentOf[l][k] == 0 {
			n++
			segmentOf[l][k] = int32(n)
		}
		c.index[cell] = segmentOf[l][k]
		size[segmentOf[l][k]-1]++
		x.cells = append(x.cells, cell)
	}
	for l, i := range lines {
		for _, cell := range a.groups[i] {
			k := -1
			if j := b.groupOf[cell]; j >= 0 {
				k = slices.Index(boxes, int(j))
			}
			if k < 0 {
				k = len(boxes)
			}
			add(cell, l, k)
		}
	}
	for k, j := range boxes {
		for _, cell := range b.groups[j] {
			if c.index[cell] == 0 {
				add(cell, len(lines), k)
			}
		}
	}
	x.segments = make([]Segment, n)
	sorted := make([]Cell, len(x.cells))
	left := sorted
	for i := range x.segments {
		x.segments[i].Cells, left = left[:0:size[i]], left[size[i]:]
	}
	for l := range segmentOf {
		for k, i := range segmentOf[l] {
			if i > 0 {
				x.segments[i-1].Line, x.segments[i-1].Box = l, k
			}
		}
	}
	for _, cell := range x.cells {
		g := &x.segments[c.index[cell]-1]
		g.Cells = append(g.Cells, cell)
		c.index[cell] = 0
	}
	x.cells = sorted
	x.detectBand()
	c.addCrossings(x)
}

func (c *compiler) addCrossings(all ...crossing) {
	for _, x := range all {
		c.props = append(c.props, prop{kindCrossing, int32(len(c.crossings))})
		c.crossings = append(c.crossings, x)
	}
}
