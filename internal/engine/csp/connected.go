package csp

import "slices"

// connectedCells is a constraint: the cells whose value is in the field set are connected. These cells are called in;
// all other cells are called out.
type connectedCells struct {
	connectedOf
	index int // the index of the constraint in program.connected
}

// membership is the set of states that a cell can still have: in, out, or both.
type membership uint8

const (
	mayBeIn membership = 1 << iota
	mayBeOut
)

// walkScratch is scratch memory for walks over the cells of a connectedCells. far and order have an entry for each
// cell.
type walkScratch struct {
	far   []int32 // the least number of undecided cells on a path from root to the cell; -1 if no path exists
	order []int32 // the number of the visit to the cell, from 1; 0 if not yet visited
	queue []int32
	next  []int32
}

func (r *walkScratch) reserve(n int) {
	if len(r.far) < n {
		*r = walkScratch{make([]int32, n), make([]int32, n), nil, nil}
	}
}

// narrowConnected propagates x if the membership of a cell has changed since the last run. Most changes of a cell's
// values do not change its membership.
func (s *search) narrowConnected(x *connectedCells, d *Domains) bool {
	if s.members == nil {
		s.members = make([][]membership, len(s.connected))
	}
	n := len(x.cells)
	if s.members[x.index] == nil {
		s.members[x.index] = make([]membership, 3*n)
	}
	current, now, then := s.members[x.index][:n], s.members[x.index][n:2*n], s.members[x.index][2*n:]
	for i, c := range x.cells {
		in, out := d.sets[c]&x.set, d.sets[c]&^x.set
		now[i] = membership(uint64(in|-in)>>63)*mayBeIn | membership(uint64(out|-out)>>63)*mayBeOut
	}
	for !slices.Equal(current, now) {
		copy(then, now)
		w := connectedWalk{walkScratch: &s.reach, x: x, d: d, members: then}
		if !w.narrow() {
			return false
		}
		if slices.Equal(now, then) { // narrow has decided no further cell
			copy(current, now)
			return true
		}
		now, then = then, now
	}
	return true
}

// connectedWalk propagates the constraint connectedCells by walks over its cells.
type connectedWalk struct {
	*walkScratch
	x       *connectedCells
	d       *Domains
	members []membership // for each cell, its current membership
	root    int          // a cell that must be in
	reached int          // the number of cells that may be in and that a path of such cells joins to root
	count   int32
	failed  bool
}

// decide fixes whether cell i is in or out. It returns false if that is impossible.
func (w *connectedWalk) decide(i int, to membership) bool {
	set := w.x.set
	if to == mayBeOut {
		set = ^set
	}
	w.members[i] = to
	return w.d.Keep(w.x.cells[i], set)
}

// decideAll decides all cells that can still be in or out.
func (w *connectedWalk) decideAll(to membership) bool {
	for i, m := range w.members {
		if m == mayBeIn|mayBeOut && !w.decide(i, to) {
			return false
		}
	}
	return true
}

func (w *connectedWalk) narrow() bool {
	size := w.x.size
	w.reserve(len(w.members))
	for {
		possible, required := 0, 0
		w.root = -1
		for i, m := range w.members {
			if m&mayBeIn != 0 {
				possible++
				if m == mayBeIn {
					required++
					w.root = i
				}
			}
		}
		if size > 0 && (possible < size || required > size) {
			return false
		}
		if size > 0 && required == size && possible > required {
			if !w.decideAll(mayBeOut) {
				return false
			}
			possible = required
		}
		if w.root < 0 {
			return size == 0 || w.excludeSmallComponents()
		}
		if required == possible && required == 1 {
			return size <= 1
		}
		w.computeDistances()
		changed := false
		w.reached = 0
		for i, m := range w.members {
			if m&mayBeIn == 0 {
				continue
			}
			if far := w.far[i]; far < 0 || size > 0 && int(far) > size-required {
				if !w.decide(i, mayBeOut) {
					return false
				}
				changed = true
			} else {
				w.reached++
			}
		}
		if w.reached < size {
			return false
		}
		if changed && size > 0 { // with a size, distances matter and have changed, so begin again
			continue
		}
		if size > 0 && w.reached == size {
			return w.decideAll(mayBeIn)
		}
		if required < w.reached {
			clear(w.order[:len(w.members)])
			w.visitSubtree(w.root, -1)
		}
		return !w.failed
	}
}

// computeDistances computes, for each cell, the least number of undecided cells on a path from w.root to the cell.
func (w *connectedWalk) computeDistances() {
	for i := range w.members {
		w.far[i] = -1
	}
	w.far[w.root] = 0
	level, next := append(w.queue[:0], int32(w.root)), w.next[:0]
	for depth := int32(0); len(level) > 0; depth++ {
		for k := 0; k < len(level); k++ {
			i := level[k]
			if w.far[i] != depth {
				continue
			}
			for _, j := range w.x.neighbours[i] {
				switch m := w.members[j]; {
				case m&mayBeIn == 0:
				case m == mayBeIn:
					if w.far[j] < 0 || w.far[j] > depth {
						w.far[j] = depth
						level = append(level, int32(j))
					}
				case w.far[j] < 0:
					w.far[j] = depth + 1
					next = append(next, int32(j))
				}
			}
		}
		w.queue, w.next = level, next
		level, next = next, level[:0]
	}
}

// excludeSmallComponents decides that all cells of a component are out if the component has fewer cells than the wanted
// size. It returns false if no component is large enough.
func (w *connectedWalk) excludeSmallComponents() bool {
	for i := range w.members {
		w.far[i] = -1
	}
	any := false
	for i, m := range w.members {
		if m&mayBeIn == 0 || w.far[i] >= 0 {
			continue
		}
		w.queue = append(w.queue[:0], int32(i))
		w.far[i] = 0
		for k := 0; k < len(w.queue); k++ {
			for _, j := range w.x.neighbours[w.queue[k]] {
				if w.far[j] < 0 && w.members[j]&mayBeIn != 0 {
					w.far[j] = 0
					w.queue = append(w.queue, int32(j))
				}
			}
		}
		if len(w.queue) >= w.x.size {
			any = true
			continue
		}
		for _, j := range w.queue {
			if !w.decide(int(j), mayBeOut) {
				return false
			}
		}
	}
	return any
}

// visitSubtree visits cell i, and every cell first reached through it, depth first. `from` is the cell that the walk
// comes from. Cell i must be in if its exclusion would cut off a cell that must be in, or would leave too few cells.
// visitSubtree returns three results: the number of the earliest visit to a neighbour of the subtree, the number of the
// subtree's cells, and whether one of the cells must be in.
func (w *connectedWalk) visitSubtree(i, from int) (low int32, size int, sure bool) {
	w.count++
	index := w.count
	w.order[i] = index
	sure = w.members[i] == mayBeIn
	low, size = index, 1
	needed, cut := false, 0
	for _, j := range w.x.neighbours[i] {
		if j == from || w.members[j]&mayBeIn == 0 {
			continue
		}
		if w.order[j] != 0 {
			low = min(low, w.order[j])
			continue
		}
		touched, cells, hangs := w.visitSubtree(j, i)
		low, size, sure = min(low, touched), size+cells, sure || hangs
		if touched >= index {
			needed = needed || hangs
			cut += cells
		}
	}
	if i != w.root && w.members[i] != mayBeIn && (needed || w.x.size > 0 && w.reached-1-cut < w.x.size) {
		w.failed = !w.decide(i, mayBeIn) || w.failed
	}
	return low, size, sure
}
