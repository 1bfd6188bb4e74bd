package csp

import "slices"

// connectedCells requires the cells that have a value of a set to be connected. Such a cell is in; another is out.
type connectedCells struct {
	connectedOf
	at    int      // the index of the constraint in program.connected
	board *regions // if the cells form a small rectangular board and size is 0, that board; otherwise nil
}

func newConnected(y connectedOf, at int) connectedCells {
	x := connectedCells{y, at, nil}
	if n := len(y.cells); y.size == 0 && n > 1 && n <= mostInArea {
		if b := new(regions); b.isRectangle(y.neighbours) {
			x.board = b
		}
	}
	return x
}

// membership holds two sets of cells: in has those that may have a value of the set, and out those that may have
// another value.
type membership struct{ in, out area }

// membershipOf returns, from the current domains, which of the board's cells may be inside and which outside.
func (x *connectedCells) membershipOf(d *Domains) (m membership) {
	for i, c := range x.cells {
		in, out := d.sets[c]&x.set, d.sets[c]&^x.set
		m.in[i>>6&1] |= uint64(in|-in) >> 63 << (i & 63)
		m.out[i>>6&1] |= uint64(out|-out) >> 63 << (i & 63)
	}
	return m
}

// narrowConnectedBoard is like narrowConnected, but uses bit sets. It is for the cells of a rectangular board.
func (s *search) narrowConnectedBoard(x *connectedCells, d *Domains, now membership) bool {
	must := now.in.minus(now.out)
	if must.empty() {
		return true
	}
	root := must.lastIndex()
	var from area
	from.flip(root)
	reached := x.board.connectedPart(now.in, from)
	if !must.minus(reached).empty() {
		return false
	}
	for rest := now.in.minus(reached); !rest.empty(); rest.drop(rest.first()) {
		if !d.Keep(x.cells[rest.first()], ^x.set) {
			return false
		}
	}
	if x.board.possibleArticulationCells(reached).minus(must).empty() {
		return true
	}
	s.reach.grow(len(x.cells))
	w := articulationWalk{x: x, d: d, order: s.reach.order, in: reached, must: must, open: reached, root: root, good: true}
	w.open.drop(root)
	w.visitSubtree(root, -1)
	return w.good
}

// articulationWalk is a depth-first walk that finds articulation cells, over the cells that may be in.
type articulationWalk struct {
	x     *connectedCells
	d     *Domains
	order []int32 // for each cell: its number in the order of visits, from 1
	count int32
	in    area
	must  area
	open  area // cells not yet visited
	root  int
	good  bool
}

// visitSubtree visits cell i, and every cell first reached through it. The walk comes from the cell from. low is the
// number of the earliest cell next to this subtree. sure is true if some cell of the subtree must be in.
func (w *articulationWalk) visitSubtree(i, from int) (low int32, sure bool) {
	w.count++
	at := w.count
	w.order[i] = at
	low, sure = at, w.must.has(i)
	needed := false
	for _, j := range w.x.neighbours[i] {
		if j == from || !w.in.has(j) {
			continue
		}
		if !w.open.has(j) {
			low = min(low, w.order[j])
			continue
		}
		w.open.drop(j)
		touched, hangs := w.visitSubtree(j, i)
		low, sure = min(low, touched), sure || hangs
		needed = needed || hangs && touched >= at
	}
	if needed && i != w.root && !w.must.has(i) {
		w.good = w.d.Keep(w.x.cells[i], w.x.set) && w.good
	}
	return low, sure
}

// walkScratch is scratch memory for walks over the cells of a connectedCells. Each list has an entry for each cell.
type walkScratch struct {
	far   []int32 // the least number of cells on a path to the cell, not counting those that must be in; -1 if there is no path
	order []int32 // when the cell was visited, from 1; 0 if not yet
	low   []int32 // the earliest visit among the neighbours of the cell's subtree
	must  []int32 // the number of cells in its subtree that must be in
	size  []int32 // the number of cells in its subtree
	queue []int32
	next  []int32
}

func (r *walkScratch) grow(n int) {
	if len(r.far) < n {
		*r = walkScratch{make([]int32, n), make([]int32, n), make([]int32, n), make([]int32, n), make([]int32, n), nil, nil}
	}
}

// narrowConnected propagates x if the membership of a cell has changed. Most changes of a cell's values do not change
// its membership.
func (s *search) narrowConnected(x *connectedCells, d *Domains) bool {
	if x.board != nil {
		if s.members == nil {
			s.members = make([]membership, len(s.connected))
		}
		for now := x.membershipOf(d); s.members[x.at] != now; {
			if !s.narrowConnectedBoard(x, d, now) {
				return false
			}
			then := x.membershipOf(d) // remember the membership after the decisions of narrowConnectedBoard
			if then == now {
				s.members[x.at] = now
			}
			now = then
		}
		return true
	}
	if s.same == nil {
		s.same = make([][]uint64, len(s.connected))
	}
	words := (len(x.cells) + 31) / 32
	if s.same[x.at] == nil {
		s.same[x.at] = make([]uint64, 3*words)
	}
	kept, now, then := s.same[x.at][:words], s.same[x.at][words:2*words], s.same[x.at][2*words:]
	x.writeMembershipBits(d, now)
	for !slices.Equal(kept, now) {
		if !s.narrowConnectedCells(x, d) {
			return false
		}
		// Remember the membership after the decisions of this call.
		if x.writeMembershipBits(d, then); slices.Equal(now, then) {
			copy(kept, now)
			return true
		}
		now, then = then, now
	}
	return true
}

// writeMembershipBits writes two bits for each cell: whether it may be in, and whether it may be out.
func (x *connectedCells) writeMembershipBits(d *Domains, to []uint64) {
	clear(to)
	for i, c := range x.cells {
		m := d.sets[c]
		var b uint64
		if m&x.set != 0 {
			b = 1
		}
		if m&^x.set != 0 {
			b |= 2
		}
		to[i>>5] |= b << (2 * (i & 31))
	}
}

func (s *search) narrowConnectedCells(x *connectedCells, d *Domains) bool {
	n := len(x.cells)
	r := &s.reach
	r.grow(n)
	for {
		may, must, root := 0, 0, -1
		for i, c := range x.cells {
			if m := d.sets[c]; m&x.set != 0 {
				may++
				if m&^x.set == 0 {
					must++
					root = i
				}
			}
		}
		if x.size > 0 && (may < x.size || must > x.size) {
			return false
		}
		if x.size > 0 && must == x.size && may > must {
			for _, c := range x.cells {
				if d.sets[c]&^x.set != 0 && !d.Keep(c, ^x.set) {
					return false
				}
			}
			may = must
		}
		if root < 0 {
			return x.size == 0 || s.excludeSmallComponents(x, d)
		}
		if must == may && must == 1 {
			return x.size <= 1
		}
		s.computeMemberDistances(x, d, root)
		changed := false
		reached := 0
		for i, c := range x.cells {
			m := d.sets[c]
			if m&x.set == 0 {
				continue
			}
			if far := r.far[i]; far < 0 || x.size > 0 && int(far) > x.size-must {
				if !d.Keep(c, ^x.set) {
					return false
				}
				changed = true
			} else {
				reached++
			}
		}
		if reached < x.size {
			return false
		}
		if changed {
			continue
		}
		if x.size > 0 && reached == x.size {
			for _, c := range x.cells {
				if d.sets[c]&x.set != 0 && !d.Keep(c, x.set) {
					return false
				}
			}
			return true
		}
		if must == may {
			return true
		}
		return s.includeArticulationCells(x, d, root, reached)
	}
}

// computeMemberDistances computes the distance of each cell from the cells that must be in.
func (s *search) computeMemberDistances(x *connectedCells, d *Domains, root int) {
	r := &s.reach
	for i := range x.cells {
		r.far[i] = -1
	}
	r.far[root] = 0
	now, next := append(r.queue[:0], int32(root)), r.next[:0]
	for depth := int32(0); len(now) > 0; depth++ {
		for k := 0; k < len(now); k++ {
			i := now[k]
			if r.far[i] != depth {
				continue
			}
			for _, j := range x.neighbours[i] {
				m := d.sets[x.cells[j]]
				if m&x.set == 0 {
					continue
				}
				if m&^x.set == 0 {
					if r.far[j] < 0 || r.far[j] > depth {
						r.far[j] = depth
						now = append(now, int32(j))
					}
				} else if r.far[j] < 0 {
					r.far[j] = depth + 1
					next = append(next, int32(j))
				}
			}
		}
		r.queue, r.next = now, next
		now, next = next, now[:0]
	}
}

// excludeSmallComponents excludes components of cells that are too small for a group of the wanted size.
func (s *search) excludeSmallComponents(x *connectedCells, d *Domains) bool {
	r := &s.reach
	for i := range x.cells {
		r.far[i] = -1
	}
	any := false
	for i, c := range x.cells {
		if d.sets[c]&x.set == 0 || r.far[i] >= 0 {
			continue
		}
		r.queue = append(r.queue[:0], int32(i))
		r.far[i] = 0
		for k := 0; k < len(r.queue); k++ {
			for _, j := range x.neighbours[r.queue[k]] {
				if r.far[j] < 0 && d.sets[x.cells[j]]&x.set != 0 {
					r.far[j] = 0
					r.queue = append(r.queue, int32(j))
				}
			}
		}
		if len(r.queue) >= x.size {
			any = true
			continue
		}
		for _, j := range r.queue {
			if !d.Keep(x.cells[j], ^x.set) {
				return false
			}
		}
	}
	return any
}

// includeArticulationCells decides that articulation cells are in, if without them some cell that must be in would be
// cut off, or too few cells would remain.
func (s *search) includeArticulationCells(x *connectedCells, d *Domains, root, reached int) bool {
	r := &s.reach
	for i := range x.cells {
		r.order[i] = 0
	}
	count := int32(0)
	good := true
	var visit func(i int, from int)
	visit = func(i, from int) {
		count++
		r.order[i], r.low[i] = count, count
		r.size[i], r.must[i] = 1, 0
		sure := d.sets[x.cells[i]]&^x.set == 0
		if sure {
			r.must[i] = 1
		}
		needed, cut := false, int32(0)
		for _, j := range x.neighbours[i] {
			if j == from || d.sets[x.cells[j]]&x.set == 0 {
				continue
			}
			if r.order[j] != 0 {
				r.low[i] = min(r.low[i], r.order[j])
				continue
			}
			visit(j, i)
			r.low[i] = min(r.low[i], r.low[j])
			r.size[i] += r.size[j]
			r.must[i] += r.must[j]
			if r.low[j] >= r.order[i] {
				needed = needed || r.must[j] > 0
				cut += r.size[j]
			}
		}
		if i != root && !sure && (needed || x.size > 0 && reached-1-int(cut) < x.size) {
			good = d.Keep(x.cells[i], x.set) && good
		}
	}
	visit(root, -1)
	return good
}
