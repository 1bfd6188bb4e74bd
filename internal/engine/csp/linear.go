package csp

// sum requires the weighted sum of its cells to be from lo to hi. A clique is a list of cells that must have different
// values and share one coefficient. The sum uses the index of each value, so the bounds lo and hi are for indices.
type sum struct {
	cells   []Cell // all cells, clique by clique
	cliques []Clique
	lo, hi  int
}

// Clique is a list of cells that must have different values and share one coefficient.
type Clique struct {
	Cells       []Cell
	Coefficient int
	sums        *sumTable // the possible sets of the clique's values, sorted by sum; nil if they are too many
}

// compileSum adds a sum in the form that prunes most: a restriction of one cell, a relation, the sets of a cage, or a
// sum over cliques. It returns the slices `props` and `allowed` with what it appended.
func (c *compiler) compileSum(s sumOf, props []prop, allowed []Allowed, top bool) ([]prop, []Allowed) {
	var cells []Cell
	lo, hi := s.lo, s.hi
	for _, t := range s.terms {
		x := t.Cell
		if top {
			x = c.same[x]
		}
		if !c.met[x] {
			c.met[x] = true
			cells = append(cells, x)
		}
		c.coefficient[x] += t.Coefficient
		lo -= t.Coefficient * c.first
		hi -= t.Coefficient * c.first
	}
	for _, x := range cells {
		c.met[x] = false
	}
	return c.addLinearConstraint(cells, lo, hi, props, allowed, top)
}

// addLinearConstraint adds the constraint lo ≤ Σ coefficient × index ≤ hi over the cells. Afterwards the
// coefficients of the cells are zero.
func (c *compiler) addLinearConstraint(all []Cell, lo, hi int, props []prop, allowed []Allowed, top bool) ([]prop, []Allowed) {
	cells := c.allocateCells(len(all))
	for _, x := range all {
		if c.coefficient[x] != 0 {
			cells = append(cells, x)
		}
	}
	defer func() {
		for _, x := range all {
			c.coefficient[x] = 0
		}
	}()
	values := c.all.Len()
	switch len(cells) {
	case 0:
		if lo > 0 || hi < 0 {
			if top {
				c.never = true
			}
			// The bounds contradict each other: allow no value in one cell, which makes the alternative fail.
			allowed = c.restrictCell(allowed, 0, 0, top)
		}
		return props, allowed
	case 1:
		var s Set
		for v := range values {
			if x := c.coefficient[cells[0]] * v; x >= lo && x <= hi {
				s |= 1 << v
			}
		}
		return props, c.restrictCell(allowed, cells[0], s, top)
	case 2:
		a, b := c.coefficient[cells[0]], c.coefficient[cells[1]]
		r := pairSumRelation(pairKey{a, b, lo, hi, values, c.mustDiffer(cells[0], cells[1])})
		c.relations = append(c.relations, newRelation(cells[0], cells[1], r))
		return append(props, prop{kindRelation, int32(len(c.relations) - 1)}), allowed
	}
	return c.addLinearCliques(cells, c.groupCliques(cells), lo, hi, props, allowed)
}

// addLinearCliques is like addLinearConstraint, for cells that are already grouped into cliques.
func (c *compiler) addLinearCliques(cells []Cell, cliques []Clique, lo, hi int, props []prop, allowed []Allowed) ([]prop, []Allowed) {
	values := c.all.Len()
	if len(cliques) == 1 && (cliques[0].Coefficient == 1 || cliques[0].Coefficient == -1) {
		if cliques[0].Coefficient < 0 {
			lo, hi = -hi, -lo
		}
		if t := sumTableOf(values, len(cells)); t != nil {
			if sets := t.setsWithSum(lo, hi); len(sets) <= 600 {
				c.sets = append(c.sets, setsOf{cliques[0].Cells, sets})
				return append(props, prop{kindSets, int32(len(c.sets) - 1)}), allowed
			}
		}
		if cliques[0].Coefficient < 0 {
			lo, hi = -hi, -lo
		}
	}
	q := sum{cliques: cliques, lo: lo, hi: hi, cells: c.allocateCells(len(cells))}
	for i := range cliques {
		if n := len(cliques[i].Cells); n > 1 {
			cliques[i].sums = sumTableOf(values, n)
		}
		q.cells = append(q.cells, cliques[i].Cells...)
	}
	c.sums = append(c.sums, q)
	return append(props, prop{kindSum, int32(len(c.sums) - 1)}), allowed
}

// pairKey identifies the relation of two cells that follows from a sum of both.
type pairKey struct {
	a, b, lo, hi, values int
	differ               bool
}

var pairSums Cache[pairKey, *Relation]

const mostPairSums = 1000

func pairSumRelation(k pairKey) *Relation {
	return pairSums.Get(k, mostPairSums, func() *Relation {
		return NewRelation(0, k.values, func(v, w int) bool {
			x := k.a*v + k.b*w
			return x >= k.lo && x <= k.hi && !(v == w && k.differ)
		})
	})
}

// groupCliques divides cells into cliques: cells that must have different values and share one coefficient. It compares
// two methods, and returns the result with the larger cliques. One method repeatedly takes the house with the most
// remaining cells. The other method goes through the cells, and adds each cell to the first clique that it fits.
func (c *compiler) groupCliques(cells []Cell) []Clique {
	left := c.left // for each cell, its coefficient; 0 once the cell is in a clique
	c.indexCellGroups()
	met := c.metGroups[:0]
	for _, x := range cells {
		left[x] = c.coefficient[x]
		for _, g := range c.groupsOf[c.groupsFrom[x]:c.groupsFrom[x+1]] {
			if c.open[g]++; c.open[g] == 2 {
				met = append(met, g)
			}
		}
	}
	c.metGroups = met
	packed := c.packed[:0]
	best := c.allocateCells(len(cells))
	for dealt := 0; dealt < len(cells); {
		group, size, k := c.largestInGroup(met)
		if group < 0 {
			break
		}
		from := len(best)
		for _, x := range c.distinct[group].cells {
			if left[x] == k {
				best = append(best, x)
				left[x] = 0
				for _, g := range c.groupsOf[c.groupsFrom[x]:c.groupsFrom[x+1]] {
					c.open[g]--
				}
			}
		}
		packed = append(packed, Clique{Cells: best[from:], Coefficient: k})
		dealt += size
	}
	for _, x := range cells {
		for _, g := range c.groupsOf[c.groupsFrom[x]:c.groupsFrom[x+1]] {
			c.open[g] = 0
		}
	}
	for _, x := range cells {
		if left[x] != 0 {
			best = append(best, x)
			packed = append(packed, Clique{Cells: best[len(best)-1:], Coefficient: left[x]})
			left[x] = 0
		}
	}
	c.packed = packed
	joined := c.planCliqueMerge(packed, 0)
	if len(joined.groups) == 1 {
		return c.applyCliqueMerge(packed, joined)
	}
	single := c.single[:0]
	for i, x := range cells {
		single = append(single, Clique{Cells: cells[i : i+1 : i+1], Coefficient: c.coefficient[x]})
	}
	c.single = single
	if greedy := c.planCliqueMerge(single, 1); greedy.tightness() >= joined.tightness() {
		return c.applyCliqueMerge(single, greedy)
	}
	return c.applyCliqueMerge(packed, joined)
}

// largestInGroup finds the most cells of one group that share a coefficient and are in no clique yet. It returns the
// group's index, the number of these cells, and their coefficient k. Among equally large groups, it returns the one
// with the least index. If no group has two such cells, `group` is -1.
func (c *compiler) largestInGroup(groups []int32) (group int32, size, k int) {
	size, group = 1, -1
	c.budget.Spend(2 * len(groups))
	for _, g := range groups {
		if in := int(c.open[g]); in < size || in == size && (g > group || in < 2) {
			continue
		}
		all := c.distinct[g].cells
		for i, first := range all {
			l := c.left[first]
			if l == 0 {
				continue
			}
			n := 0
			for _, x := range all[i:] {
				if c.left[x] == l {
					n++
				}
			}
			if n > size || n == size && g < group {
				size, group, k = n, g, l
			}
		}
	}
	return group, size, k
}

func (c *compiler) indexCellGroups() {
	if len(c.open) == len(c.distinct) && c.groupsFrom != nil {
		return
	}
	n := 0
	for i := range c.distinct {
		n += len(c.distinct[i].cells)
	}
	c.budget.Spend(4*len(c.start) + 8*n)
	room := make([]int32, n+len(c.start)+2+len(c.distinct))
	c.groupsOf, room = room[:n], room[n:]
	c.groupsFrom, c.open = room[:len(c.start)+2], room[len(c.start)+2:]
	for i := range c.distinct {
		for _, x := range c.distinct[i].cells {
			c.groupsFrom[x+2]++
		}
	}
	for x := range c.start {
		c.groupsFrom[x+2] += c.groupsFrom[x+1]
	}
	for i := range c.distinct {
		for _, x := range c.distinct[i].cells {
			c.groupsOf[c.groupsFrom[x+1]] = int32(i)
			c.groupsFrom[x+1]++
		}
	}
}

// allocateCells returns an empty slice with capacity n, in memory that belongs to the program.
func (c *compiler) allocateCells(n int) []Cell {
	const many = 512
	if n > many {
		return make([]Cell, 0, n)
	}
	if n > len(c.spare) {
		c.spare = c.rooms.cells.Allocate(many)
	}
	to := c.spare[:0:n]
	c.spare = c.spare[n:]
	return to
}

// cliqueMerge is a partition of cliques into groups, each of which becomes one clique.
type cliqueMerge struct {
	indices []int
	groups  []struct{ k, cells int }
	seen    []uint64 // for each group, the cells that see all its cells
}

// tightness measures how tight the bounds of a merge are: larger cliques give tighter bounds and a greater tightness.
func (j *cliqueMerge) tightness() (s int) {
	for _, g := range j.groups {
		s += max(g.k, -g.k) * g.cells * (g.cells + 1)
	}
	return s
}

// planCliqueMerge plans to merge cliques whose cells all see each other. `answer`, 0 or 1, selects the memory for the
// result, so that two plans can exist at the same time.
func (c *compiler) planCliqueMerge(q []Clique, answer int) *cliqueMerge {
	j := &c.joins[answer]
	j.indices, j.groups, j.seen = j.indices[:0], j.groups[:0], j.seen[:0]
	w := c.seeWords
	for _, x := range q {
		c.budget.Spend(2 * len(j.groups) * len(x.Cells))
		in := 0
	into:
		for ; in < len(j.groups); in++ {
			if j.groups[in].k != x.Coefficient {
				continue
			}
			for _, b := range x.Cells {
				if j.seen[in*w+int(b>>6)]>>(b&63)&1 == 0 {
					continue into
				}
			}
			break
		}
		if in == len(j.groups) {
			j.groups = append(j.groups, struct{ k, cells int }{x.Coefficient, 0})
			for range w {
				j.seen = append(j.seen, ^uint64(0))
			}
		}
		j.indices = append(j.indices, in)
		j.groups[in].cells += len(x.Cells)
		seen := j.seen[in*w : (in+1)*w]
		for _, b := range x.Cells {
			for k, m := range c.sees[int(b)*w:][:w] {
				seen[k] &= m
			}
		}
	}
	return j
}

func (c *compiler) applyCliqueMerge(q []Clique, j *cliqueMerge) []Clique {
	n := len(j.groups)
	if n > len(c.spareOf) {
		c.spareOf = c.rooms.cliques.Allocate(max(n, 16))
	}
	all := c.spareOf[:n:n]
	c.spareOf = c.spareOf[n:]
	for i, g := range j.groups {
		all[i] = Clique{Cells: c.allocateCells(g.cells), Coefficient: g.k}
	}
	for i, x := range q {
		to := &all[j.indices[i]]
		to.Cells = append(to.Cells, x.Cells...)
	}
	return all
}

// sumTable lists all sets of one number of values, sorted by the sum of their indices.
type sumTable struct {
	sets  []Set
	start []int32 // for each sum: the index of the first set with this sum; one more element is the number of sets
}

func (t *sumTable) setsWithSum(lo, hi int) []Set {
	lo, hi = max(lo, 0), min(hi, len(t.start)-2)
	if lo > hi {
		return nil
	}
	return t.sets[t.start[lo]:t.start[hi+1]]
}

// leastSum returns the sum of the n least values of the set, and greatestSum returns the sum of the n greatest.
func (s Set) leastSum(n int) (sum int) {
	for ; n > 0; n-- {
		sum += s.Min()
		s &= s - 1
	}
	return sum
}

func (s Set) greatestSum(n int) (sum int) {
	for ; n > 0; n-- {
		v := s.Max()
		sum += v
		s &^= 1 << (v & 63)
	}
	return sum
}

// narrowSum computes, for each clique, the bounds that the other cliques leave for its sum. The clique then keeps the
// values of its sets whose sums are within these bounds.
func (s *search) narrowSum(x *sum, d *Domains) bool {
	if len(x.cliques) > len(s.ranges) {
		s.ranges = make([]cliqueRange, len(x.cliques))
	}
	ranges := s.ranges[:len(x.cliques)]
	for {
		lo, hi := 0, 0
		for i := range x.cliques {
			q, r := &x.cliques[i], &ranges[i]
			if len(q.Cells) == 1 {
				m := d.sets[q.Cells[0]]
				r.one = m
				r.lo, r.hi = m.Min(), m.Max()
			} else if !r.computeBounds(q.Cells, d) {
				return false
			}
			lo += min(q.Coefficient*r.lo, q.Coefficient*r.hi)
			hi += max(q.Coefficient*r.lo, q.Coefficient*r.hi)
		}
		if lo > x.hi || hi < x.lo {
			return false
		}
		if lo >= x.lo && hi <= x.hi {
			return true
		}
		changed := len(d.changed)
		for i := range x.cliques {
			q, r := &x.cliques[i], &ranges[i]
			if r.lo == r.hi {
				continue
			}
			// from and to are the bounds that the other cliques leave for the sum of this clique.
			least, most := min(q.Coefficient*r.lo, q.Coefficient*r.hi), max(q.Coefficient*r.lo, q.Coefficient*r.hi)
			from, to := divideRange(x.lo-(hi-most), x.hi-(lo-least), q.Coefficient)
			if from <= r.lo && to >= r.hi {
				continue
			}
			if from > to {
				return false
			}
			if len(q.Cells) == 1 {
				if !d.Keep(q.Cells[0], indicesBetween(from, to)) {
					return false
				}
			} else if !s.narrowClique(q, r, max(from, r.lo), min(to, r.hi), d) {
				return false
			}
		}
		if len(d.changed) == changed {
			return s.narrowSumByTrial(x, d)
		}
	}
}

// indicesBetween returns the set of all indices i with from ≤ i ≤ to.
func indicesBetween(from, to int) Set {
	if to < 0 || from > 63 || from > to {
		return 0
	}
	return ^Set(0) << max(from, 0) & (^Set(0) >> (63 - min(to, 63)))
}

// cliqueRange holds a clique's remaining values and the bounds of its sum.
type cliqueRange struct {
	one, fixed   Set // one: the values that some open cell can have; fixed: the values of the fixed cells
	open         int
	sum          int // the sum of the fixed cells
	lo, hi       int
	cellLo       int // the sum of the open cells' least values; cellHi is the sum of their greatest values
	cellHi       int
	lessLo, less int // the least and the greatest sum of open−1 different values from the set one
}

func (r *cliqueRange) computeBounds(cells []Cell, d *Domains) bool {
	var one, fixed Set
	open, sum, lo, hi := 0, 0, 0, 0
	for _, c := range cells {
		m := d.sets[c]
		if m&(m-1) == 0 {
			fixed |= m
			sum += m.Min()
		} else {
			one |= m
			open++
			lo += m.Min()
			hi += m.Max()
		}
	}
	one &^= fixed
	*r = cliqueRange{one: one, fixed: fixed, open: open, sum: sum, cellLo: lo, cellHi: hi}
	if one.Len() < open {
		return false
	}
	if open > 0 {
		r.lessLo = one.leastSum(open - 1)
		r.less = one.greatestSum(open - 1)
		u := one
		for range open - 1 {
			u &= u - 1
		}
		lo = max(lo, r.lessLo+u.Min())
		u = one
		for range open - 1 {
			u &^= 1 << (u.Max() & 63)
		}
		hi = min(hi, r.less+u.Max())
	}
	r.lo, r.hi = sum+lo, sum+hi
	return lo <= hi
}

// narrowClique restricts a clique whose sum must be from lo to hi, by its possible sets of values and by the bounds of
// its cells.
func (s *search) narrowClique(q *Clique, r *cliqueRange, lo, hi int, d *Domains) bool {
	lo, hi = lo-r.sum, hi-r.sum
	one := r.one
	if t := q.sums; t != nil && r.open > 1 {
		var any Set
		// any is the union of the sets that have a sum in the range, contain all fixed values, and contain no
		// impossible value.
		for _, set := range t.setsWithSum(lo+r.sum, hi+r.sum) {
			if set&^(one|r.fixed)|r.fixed&^set == 0 {
				if any |= set; any == one|r.fixed {
					break
				}
			}
		}
		if any == 0 {
			return false
		}
		one &= any
	}
	for _, c := range q.Cells {
		m := d.sets[c]
		if m&(m-1) == 0 {
			continue
		}
		least := max(r.cellLo-m.Min(), r.lessLo)
		most := min(r.cellHi-m.Max(), r.less)
		if !d.Keep(c, one&indicesBetween(lo-most, hi-least)) {
			return false
		}
	}
	return true
}

// If two or three cells of the sum are open, narrowSumByTrial tries all combinations of their values.
func (s *search) narrowSumByTrial(x *sum, d *Domains) bool {
	var cells [3]Cell
	var k [3]int
	n, lo, hi := 0, x.lo, x.hi
	for i := range x.cliques {
		q := &x.cliques[i]
		for _, c := range q.Cells {
			m := d.sets[c]
			if m&(m-1) == 0 {
				lo -= q.Coefficient * m.Min()
				hi -= q.Coefficient * m.Min()
				continue
			}
			if n == len(cells) {
				return true
			}
			cells[n], k[n] = c, q.Coefficient
			n++
		}
	}
	if n < 2 {
		return true // for one open cell, the bounds of narrowSum are exact
	}
	p := s.program
	d01 := p.mustDiffer(cells[0], cells[1])
	d02, d12 := n == 3 && p.mustDiffer(cells[0], cells[2]), n == 3 && p.mustDiffer(cells[1], cells[2])
	var keep [3]Set
	for a := d.sets[cells[0]]; a != 0; a &= a - 1 {
		v := a.Min()
		for b := d.sets[cells[1]]; b != 0; b &= b - 1 {
			w := b.Min()
			if d01 && v == w {
				continue
			}
			from, to := lo-k[0]*v-k[1]*w, hi-k[0]*v-k[1]*w
			if n == 2 {
				if from <= 0 && to >= 0 {
					keep[0] |= a & -a
					keep[1] |= b & -b
				}
				continue
			}
			z := indicesBetween(divideRange(from, to, k[2]))
			z &= d.sets[cells[2]]
			if d02 {
				z &^= 1 << v
			}
			if d12 {
				z &^= 1 << w
			}
			if z != 0 {
				keep[0] |= a & -a
				keep[1] |= b & -b
				keep[2] |= z
			}
		}
	}
	for i := range n {
		if !d.Keep(cells[i], keep[i]) {
			return false
		}
	}
	return true
}

// divideRange returns the least and the greatest v with from ≤ k·v ≤ to.
func divideRange(from, to, k int) (minimum, maximum int) {
	switch {
	case k == 1:
		return from, to
	case k == -1:
		return -to, -from
	case k < 0:
		from, to, k = -to, -from, -k
	}
	return ceilDiv(from, k), floorDiv(to, k)
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int) int { return -floorDiv(-a, b) }
