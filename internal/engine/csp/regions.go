package csp

import (
	"math/bits"
	"slices"
)

// This file propagates one constraint: connected regions of one size cover the board, and the values of each region are
// distinct. It works on bit sets, and prunes as much as DistinctInGroups and Connected do for all regions.

// area is a set of cells of a board of up to 128 cells, numbered row by row.
//
//	cells of a board of 9×9      0 1 2 … 8     word 0, bits 0–8
//	                             9 10 … 17     word 0, bits 9–17
//	                             …
//	                            63 64 … 71     bit 63, then word 1, bits 0–7
type area [2]uint64

const mostInArea = 128

func (a area) intersect(b area) area { return area{a[0] & b[0], a[1] & b[1]} }
func (a area) union(b area) area     { return area{a[0] | b[0], a[1] | b[1]} }
func (a area) minus(b area) area     { return area{a[0] &^ b[0], a[1] &^ b[1]} }
func (a area) empty() bool           { return a[0]|a[1] == 0 }
func (a area) size() int             { return bits.OnesCount64(a[0]) + bits.OnesCount64(a[1]) }
func (a area) has(i int) bool        { return a[i>>6]>>(i&63)&1 != 0 }

// first returns the first cell. The area must not be empty.
func (a area) first() int {
	if a[0] != 0 {
		return bits.TrailingZeros64(a[0])
	}
	return 64 + bits.TrailingZeros64(a[1])
}

// firstCell returns the area that has only the first cell. The area must not be empty.
func (a area) firstCell() area {
	if a[0] != 0 {
		return area{a[0] & -a[0], 0}
	}
	return area{0, a[1] & -a[1]}
}

func (a *area) removeCell(i int) { a[i>>6] &^= 1 << (i & 63) }
func (a *area) toggleCell(i int) { a[i>>6] ^= 1 << (i & 63) }

func (a area) shiftUp(n uint) area {
	return area{a[0] << n, a[1]<<n | a[0]>>(64-n)}
}

func (a area) shiftDown(n uint) area {
	return area{a[0]>>n | a[1]<<(64-n), a[1] >> n}
}

// regions is the constraint that the board consists of connected regions of one size with distinct values.
type regions struct {
	cells, groups []Cell
	scope         []Cell
	size          int
	labels        Set     // the values of groups, each of which labels one region
	width         uint    // the number of cells in a row
	inner         [2]area // the cells with a left neighbour, and the cells with a right neighbour
	shard         []area  // for each cell, the cells certainly in its region, including itself; empty if no other cell is certain
	shards        area    // the cells whose shard is not empty
	free          *numberedGroups
}

// regionsState holds the results of the last run of narrowRegions.
type regionsState struct {
	seen    []Set // the domain of each cell, followed by the domain of each group cell
	value   [64]area
	fixed   [64]area // for each value, the cells that have it as their single value
	may     [64]area // for each region: the cells that may be in the region
	must    [64]area // for each region: the cells certainly in the region
	connect regionRuns
	fill    regionRuns // the runs of narrowRegionValues; quiet also becomes false when a cell that may be in the region changes
}

// regionRuns holds three results of the last run of a function for each region: whether it pruned nothing, and the
// areas `may` and `must` at that time.
type regionRuns struct {
	quiet     [64]bool
	lastAreas [64][2]area
}

// runEach runs a function for each region, except for a region whose last run pruned nothing and whose areas have not
// changed since. It reports whether some run pruned, and whether the regions are still possible.
func (x *regionRuns) runEach(r *regionsState, labels Set, d *Domains, run func(g int) bool) (pruned, ok bool) {
	first := len(d.changed)
	for rest := labels; rest != 0; rest &= rest - 1 {
		g := rest.Min()
		now := [2]area{r.may[g], r.must[g]}
		if x.quiet[g] && x.lastAreas[g] == now {
			continue
		}
		before := len(d.changed)
		if !run(g) {
			return false, false
		}
		x.quiet[g], x.lastAreas[g] = len(d.changed) == before, now
	}
	return len(d.changed) > first, true
}

// newRegions combines a DistinctInGroups constraint with the Connected constraints of its groups. connected has the
// indices of the Connected constraints. ok is false if these constraints do not divide one small rectangular board.
func (c *compiler) newRegions(n *Constraints) (x regions, connected []int, ok bool) {
	if len(n.differing) != 1 {
		return x, nil, false
	}
	y := n.differing[0]
	k := len(y.groups)
	if y.size < 2 || k > mostInArea || k%y.size != 0 {
		return x, nil, false
	}
	x = regions{cells: y.cells, groups: y.groups, scope: slices.Concat(y.cells, y.groups), size: y.size}
	var first *connectedOf
	for i := range n.connected {
		z := &n.connected[i]
		if !slices.Equal(z.cells, y.groups) {
			continue
		}
		if first == nil {
			first = z
		}
		if !z.set.Single() || z.size != y.size || x.labels&z.set != 0 || !haveSameNeighbours(z, first) {
			return x, nil, false
		}
		x.labels |= z.set
		connected = append(connected, i)
	}
	if x.labels.Len() != k/y.size || c.unionOf(y.groups)&^x.labels != 0 || !x.detectRectangle(first.neighbours) {
		return x, nil, false
	}
	where := map[Cell]int{}
	for i, g := range y.groups {
		if _, twice := where[g]; twice {
			return x, nil, false
		}
		where[g] = i
	}
	x.shard = make([]area, k)
	for i, g := range y.groups {
		if j, in := where[c.same[g]]; in && j != i {
			x.shard[j].toggleCell(i)
		}
	}
	for j, a := range x.shard {
		if a.empty() || c.same[y.groups[j]] != y.groups[j] {
			continue
		}
		a.toggleCell(j)
		x.shards = x.shards.union(a)
		for rest := a; !rest.empty(); rest.removeCell(rest.first()) {
			x.shard[rest.first()] = a
		}
	}
	return x, connected, true
}

// detectRectangle reports whether the cells are a rectangular board, row by row, with these neighbours. If so, it sets
// x.width.
func (x *regions) detectRectangle(neighbours [][]int) bool {
	n := len(neighbours)
	for _, j := range neighbours[0] {
		x.width = max(x.width, uint(j))
	}
	if x.width < 2 || n%int(x.width) != 0 || x.width > 63 {
		return false
	}
	width := int(x.width)
	for i, list := range neighbours {
		want := 0
		for _, j := range []int{i - width, i + width, i - 1, i + 1} {
			if j < 0 || j >= n || (j == i-1 || j == i+1) && j/width != i/width {
				continue
			}
			want++
			if !slices.Contains(list, j) {
				return false
			}
		}
		if want != len(list) {
			return false
		}
		if i%width > 0 {
			x.inner[0].toggleCell(i)
		}
		if i%width < width-1 {
			x.inner[1].toggleCell(i)
		}
	}
	return true
}

// neighbours returns the cells next to cells of a. The result may contain cells of a, and bits beyond the board.
func (x *regions) neighbours(a area) area {
	l0, l1 := a[0]&x.inner[0][0], a[1]&x.inner[0][1]
	r0, r1 := a[0]&x.inner[1][0], a[1]&x.inner[1][1]
	w := x.width & 63
	v := (64 - x.width) & 63
	return area{
		l0>>1 | l1<<63 | r0<<1 | a[0]<<w | a[0]>>w | a[1]<<v,
		l1>>1 | r1<<1 | r0>>63 | a[1]<<w | a[0]>>v | a[1]>>w,
	}
}

// connectedPart returns the cells of `from`, and the cells of the area `a` that a path within `a` connects with them.
func (x *regions) connectedPart(a, from area) area {
	for {
		more := from.union(x.neighbours(from).intersect(a))
		if more == from {
			return from
		}
		from = more
	}
}

func (x *regions) updateState(r *regionsState, d *Domains) {
	if r.seen == nil {
		r.seen = make([]Set, len(x.scope))
	}
	k := len(x.cells)
	var changed area
	for i, c := range x.cells {
		was, now := r.seen[i], d.sets[c]
		if was == now {
			continue
		}
		r.seen[i] = now
		changed.toggleCell(i)
		updateLabelAreas(&r.value, &r.fixed, i, was, now)
	}
	if !changed.empty() {
		for rest := x.labels; rest != 0; rest &= rest - 1 {
			g := rest.Min()
			r.fill.quiet[g] = r.fill.quiet[g] && changed.intersect(r.fill.lastAreas[g][0]).empty()
		}
	}
	for i, c := range x.groups {
		was, now := r.seen[k+i], d.sets[c]
		if was == now {
			continue
		}
		r.seen[k+i] = now
		updateLabelAreas(&r.may, &r.must, i, was, now)
	}
}

// updateLabelAreas updates the areas in `able` and `single` after a change of cell i's domain from `was` to `now`.
func updateLabelAreas(able, single *[64]area, i int, was, now Set) {
	for rest := was ^ now; rest != 0; rest &= rest - 1 {
		able[rest.Min()].toggleCell(i)
	}
	if was.Single() {
		single[was.Min()].toggleCell(i)
	}
	if now.Single() {
		single[now.Min()].toggleCell(i)
	}
}

// keepValues restricts the cells of an area to the values of `set`. It returns false if a cell has no value left.
func (a area) keepValues(cells []Cell, set Set, d *Domains) bool {
	for ; !a.empty(); a.removeCell(a.first()) {
		if !d.Keep(cells[a.first()], set) {
			return false
		}
	}
	return true
}

func (s *search) narrowRegions(x *regions, d *Domains) bool {
	if s.regionsRoom == nil {
		s.regionsRoom = new(regionsState)
	}
	r := s.regionsRoom
	for {
		x.updateState(r, d)
		labels := x.labels
		if x.free != nil { // regions without cells are interchangeable: keep only one of them
			var open Set
			for rest := labels; rest != 0; rest &= rest - 1 {
				if r.must[rest.Min()].empty() {
					open |= rest & -rest
				}
			}
			labels &^= open & (open - 1)
		}
		pruned, ok := r.fill.runEach(r, labels, d, func(g int) bool { return x.narrowRegionValues(r, g, s.all, d) })
		if ok && !pruned {
			pruned, ok = r.connect.runEach(r, labels, d, func(g int) bool { return x.removeUnreachableCells(r, g, d) })
		}
		if !ok {
			return false
		}
		if pruned {
			continue
		}
		return x.canFillOpenComponents(r)
	}
}

// narrowRegionValues propagates that the values of a region differ. If the region has as many cells as there are
// values, it also propagates that each value has a place.
func (x *regions) narrowRegionValues(r *regionsState, g int, all Set, d *Domains) bool {
	may, must := r.may[g], r.must[g]
	in := must.size()
	if in > x.size || may.size() < x.size {
		return false
	}
	label := Set(1) << g
	open := may.minus(must)
	if in == x.size && !open.empty() {
		if !open.keepValues(x.groups, ^label, d) {
			return false
		}
		may, open = must, area{}
	}
	var fixed, everywhere, once Set
	for rest := all; rest != 0; rest &= rest - 1 {
		v := rest.Min()
		places := r.value[v].intersect(may)
		if places.empty() {
			continue
		}
		everywhere |= 1 << v
		if fixedHere := r.fixed[v].intersect(must); !fixedHere.empty() {
			if fixedHere.size() > 1 {
				return false
			}
			fixed |= 1 << v
			if !r.value[v].intersect(must).minus(fixedHere).keepValues(x.cells, ^(1 << v), d) {
				return false
			}
		} else if places[0]&(places[0]-1)|places[1]&(places[1]-1) == 0 && (places[0] == 0 || places[1] == 0) {
			once |= 1 << v
		}
	}
	switch n := everywhere.Len(); {
	case n < x.size:
		return false
	case n == x.size && !(x.free != nil && in == 0):
		for rest := once; rest != 0; rest &= rest - 1 {
			cell := r.value[rest.Min()].intersect(may).first()
			if !d.Keep(x.cells[cell], rest&-rest) || !d.Keep(x.groups[cell], label) {
				return false
			}
		}
	}
	if fixed == 0 || open.empty() {
		return true
	}
	var able area // the cells that may have a value that the region lacks
	for rest := everywhere &^ fixed; rest != 0; rest &= rest - 1 {
		able = able.union(r.value[rest.Min()])
	}
	return open.minus(able).keepValues(x.groups, ^label, d)
}

// reachableCells returns the cells that a region can reach from the cells of `required` without exceeding its size. `near`
// has those of these cells that can help to connect the cells of `required`, or to reach the region's size.
func (x *regions) reachableCells(possible, required area) (all, near area) {
	if x.shards.empty() {
		return x.reachableWithoutShards(possible, required, false)
	}
	room := x.size - required.size()
	var bySize [64]area // by[n] holds the cells that can be reached with at most n cells beyond `required`, for n up to `room`
	from := required.firstCell()
	bySize[0] = from
	met, joined, enough := from, false, false
	for n := 0; n <= room; n++ {
		now := bySize[n]
		if now.empty() {
			continue
		}
		next := x.neighbours(now).minus(met)
		for more := next.intersect(required); !more.empty(); {
			met, now = met.union(more), now.union(more)
			more = x.neighbours(more).minus(met)
			next = next.union(more)
			more = more.intersect(required)
		}
		all = all.union(now)
		if !enough {
			complete := required.minus(all).empty()
			if enough = complete && all.size() > x.size; !enough || !joined {
				near = all
			}
			joined = complete
		}
		next = next.intersect(possible).minus(met)
		met = met.union(next)
		if n == room {
			break
		}
		for rest := next.intersect(x.shards); !rest.empty(); rest = rest.intersect(next) {
			shard := x.shard[rest.first()]
			next = next.minus(shard)
			met = met.union(shard.intersect(possible))
			if m := n + shard.minus(required).size(); m <= room && shard.minus(possible).empty() {
				bySize[m] = bySize[m].union(shard)
			}
		}
		bySize[n+1] = bySize[n+1].union(next)
	}
	return all, near
}

// reachableWithoutShards does the work of reachableCells if the board has no shards. A shard is a set of cells that are
// certainly in the same region. If `few` is set, it stops as soon as the region can have its size.
func (x *regions) reachableWithoutShards(possible, required area, few bool) (all, near area) {
	room := x.size - required.size()
	now := required.firstCell()
	all = now
	joined, enough := false, false
	for n := 0; ; n++ {
		next := x.neighbours(now)
		for more := next.intersect(required).minus(all); !more.empty(); {
			all = all.union(more)
			more = x.neighbours(more)
			next = next.union(more)
			more = more.intersect(required).minus(all)
		}
		if !enough {
			complete, cells := required.minus(all).empty(), all.size()
			if few && complete && cells >= x.size {
				return all, near
			}
			if enough = complete && cells > x.size; !enough || !joined {
				near = all
			}
			joined = complete
		}
		if now = next.intersect(possible).minus(all); n == room || now.empty() {
			return all, near
		}
		all = all.union(now)
	}
}

// canReachAll reports whether a region can connect the cells of `required` and reach its size. The region's possible cells
// are in `possible`.
func (x *regions) canReachAll(possible, required area) bool {
	if required.intersect(possible) != required {
		return false
	}
	var all area
	if x.shards.empty() {
		all, _ = x.reachableWithoutShards(possible, required, true)
	} else {
		all, _ = x.reachableCells(possible, required)
	}
	return all.size() >= x.size && required.minus(all).empty()
}

// removeUnreachableCells removes the region's label from cells that the region cannot reach, or that lie in parts too
// small for it. It fixes the label in cells without which the region would fall apart or stay too small.
func (x *regions) removeUnreachableCells(r *regionsState, g int, d *Domains) bool {
	possible, required := r.may[g], r.must[g]
	label := Set(1) << g
	if required.empty() {
		any := false
		for rest := possible; !rest.empty(); {
			part := x.connectedPart(possible, rest.firstCell())
			rest = rest.minus(part)
			if part.size() >= x.size {
				any = true
			} else if !part.keepValues(x.groups, ^label, d) {
				return false
			}
		}
		return any
	}
	if possible == required {
		all, _ := x.reachableCells(possible, required)
		return all == required
	}
	reached, near := x.reachableCells(possible, required)
	if !required.minus(reached).empty() || reached.size() < x.size {
		return false
	}
	if !possible.minus(reached).keepValues(x.groups, ^label, d) {
		return false
	}
	if reached.size() == x.size {
		return reached.minus(required).keepValues(x.groups, label, d)
	}
	// Fix the cells without which the region would fall apart or stay too small.
	for rest := x.possibleArticulationCells(reached).intersect(near).minus(required); !rest.empty(); {
		cell := rest.first()
		without := reached
		if x.shards.has(cell) {
			without = without.minus(x.shard[cell])
			rest = rest.minus(x.shard[cell])
		} else {
			without.removeCell(cell)
			rest.removeCell(cell)
		}
		if !x.canReachAll(without, required) && !d.Keep(x.groups[cell], label) {
			return false
		}
	}
	return true
}

// possibleArticulationCells returns the cells whose removal may split a. It omits a cell only if its eight neighbours
// that are in the area connect all its orthogonal neighbours that are in the area. Cells with shards are always
// included.
func (x *regions) possibleArticulationCells(a area) area {
	w := x.width
	left, right := a.intersect(x.inner[1]).shiftUp(1), a.intersect(x.inner[0]).shiftDown(1) // bit i is set if the left, or the right, neighbour of cell i is in a
	up, down := a.shiftUp(w), a.shiftDown(w)
	upLeft, upRight := left.shiftUp(w), right.shiftUp(w)
	downLeft, downRight := left.shiftDown(w), right.shiftDown(w)
	// Example: p[0] has the cells whose upper neighbour, right neighbour and upper right diagonal neighbour are all in
	// a. The other three areas hold the same for the other corners.
	p := [4]area{up.intersect(right).intersect(upRight), right.intersect(down).intersect(downRight), down.intersect(left).intersect(downLeft), left.intersect(up).intersect(upLeft)}
	n := [4]area{up, right, down, left}
	var b0, b1, b2 area // the number of neighbours in the area minus the number of areas of `p` that contain the cell, in binary
	for _, m := range n {
		carry := b0.intersect(m)
		b0 = area{b0[0] ^ m[0], b0[1] ^ m[1]}
		b2 = b2.union(b1.intersect(carry))
		b1 = area{b1[0] ^ carry[0], b1[1] ^ carry[1]}
	}
	for _, m := range p {
		borrow := m.minus(b0)
		b0 = area{b0[0] ^ m[0], b0[1] ^ m[1]}
		further := borrow.minus(b1)
		b1 = area{b1[0] ^ borrow[0], b1[1] ^ borrow[1]}
		b2 = area{b2[0] ^ further[0], b2[1] ^ further[1]}
	}
	return b1.union(b2).union(x.shards).intersect(a)
}

// canFillOpenComponents looks at each connected part of the cells without a region. It reports whether begun regions,
// which take the cells that they still lack, and whole regions can use up the part. Only numbers of cells are compared.
func (x *regions) canFillOpenComponents(r *regionsState) bool {
	var open area
	for rest := x.labels; rest != 0; rest &= rest - 1 {
		g := rest.Min()
		open = open.union(r.may[g].minus(r.must[g]))
	}
	if open.empty() {
		return true
	}
	if x.connectedPart(open, open.firstCell()) == open {
		return true
	}
	for !open.empty() {
		part := x.connectedPart(open, open.firstCell())
		open = open.minus(part)
		low, high, least, most := 0, 0, 0, 0 // low and high bound the number of cells that begun regions take; least and most bound the number of whole regions
		for rest := x.labels; rest != 0; rest &= rest - 1 {
			g := rest.Min()
			required := r.must[g]
			more := r.may[g].minus(required)
			if more.intersect(part).empty() {
				continue
			}
			inside := more.minus(part).empty()
			if required.empty() {
				most++
				if inside {
					least++
				}
				continue
			}
			lacks := x.size - required.size()
			high += min(lacks, more.intersect(part).size())
			if inside {
				low += lacks
			}
		}
		n, fits := part.size(), false
		for size := least; size <= most && !fits; size++ {
			left := n - size*x.size
			fits = left >= low && left <= high
		}
		if !fits {
			return false
		}
	}
	return true
}
