package csp

// layers is an automaton that is unrolled for a list of cells: before each cell, and after the last cell, it has a copy
// of the automaton's states. It omits states that are on no path from the start to acceptance. The states before each
// cell are numbered from 0.
//
//	before cell 0   before cell 1   …   after the last
//	   state 0  ──1,2──▶ state 0 ──▶        state 0
//	            ──3────▶ state 1 ──▶ …      state 1
type layers struct {
	layer []Layer // layer[i] holds the states before cell i; the last element holds those after the last cell
	words int     // the number of words of a bit set over the states of one layer
}

// Layer holds the states of an automaton before one cell, and their edges.
type Layer struct {
	States int
	First  []int32 // for each state: the index of its first edge in Edges; one more element is the number of edges
	Edges  []Edge  // the edges that lead to states of the next layer
	// next[state][value] is the state to which the value leads, or -1. next is nil if a value may lead to several
	// states.
	next [][64]int16
	// The last three fields are set only for layers of up to 64 states. every is the union of the values of all edges.
	// full is the set of all states of this layer. leads is the set of states of the next layer to which an edge leads.
	every       Set
	full, leads uint64
}

func (l *Layer) summarizeEdges() {
	l.full = 1<<l.States - 1
	for _, e := range l.Edges {
		l.every |= e.Values
		l.leads |= 1 << (e.To & 63)
	}
}

// fillTransitionTable fills next. A lookup there is faster than a scan of edges if a cell has fewer values left than a
// state has edges.
func (l *Layer) fillTransitionTable() {
	next := make([][64]int16, l.States)
	for s := range next {
		to := &next[s]
		for v := range to {
			to[v] = -1
		}
		for _, e := range l.Edges[l.First[s]:l.First[s+1]] {
			for m := e.Values; m != 0; m &= m - 1 {
				v := m.Min()
				if to[v] >= 0 {
					return
				}
				to[v] = int16(e.To)
			}
		}
	}
	l.next = next
}

// layeredAutomaton requires an automaton to accept the values of cells.
type layeredAutomaton struct {
	cells []Cell
	a     *layers
	last  []automatonStep // for each cell, the results of the last run; the last element is for the end
	twice bool            // a cell occurs twice in cells; then a second run may remove more values than the first
	known bool            // last holds the results of a run that was completed
}

// automatonStep holds the results of a run for a cell: its domain, the states reached before the cell, and which of
// these states can still lead to acceptance.
type automatonStep struct {
	was            Set
	reached, alive uint64
}

// mostKept is the maximum number of layers values that an Automaton caches. It caches one for each length of a list of
// cells.
const mostKept = 8

func (a *Automaton) layersFor(cells int, budget *Budget) *layers {
	return a.layers.Get(cells, mostKept, func() *layers { return a.unroll(cells, budget) })
}

func (a *Automaton) unroll(cells int, budget *Budget) *layers {
	n := len(a.Edges)
	budget.Spend(cells * (64 + 8*n))
	before := make([][]bool, cells+1)
	for i := range before {
		before[i] = make([]bool, n)
	}
	for _, s := range a.Start {
		before[0][s] = true
	}
	for i := range cells {
		for s, in := range before[i] {
			if in {
				budget.Spend(16 * len(a.Edges[s]))
				for _, e := range a.Edges[s] {
					before[i+1][e.To] = true
				}
			}
		}
	}
	l := &layers{layer: make([]Layer, cells+1)}
	next := make([]int32, n) // for each state, its number in the following layer, or -1 if that layer lacks the state
	most := 0
	for i := cells; i >= 0; i-- {
		layer := &l.layer[i]
		number := make([]int32, n)
		for s := range n {
			number[s] = -1
			if !before[i][s] {
				continue
			}
			if i == cells {
				if !a.Accepting[s] {
					continue
				}
			} else {
				from := len(layer.Edges)
				for _, e := range a.Edges[s] {
					if t := next[e.To]; t >= 0 && e.Values != 0 {
						layer.Edges = append(layer.Edges, Edge{int(t), e.Values})
					}
				}
				if len(layer.Edges) == from {
					continue
				}
				layer.First = append(layer.First, int32(from))
			}
			number[s] = int32(layer.States)
			layer.States++
		}
		layer.First = append(layer.First, int32(len(layer.Edges)))
		most = max(most, layer.States)
		next = number
	}
	l.words = max((most+63)/64, 1)
	for i := range l.layer[:cells] {
		if l.words == 1 {
			l.layer[i].summarizeEdges()
		}
		// A table saves less than it costs if the states have few edges.
		if layer := &l.layer[i]; layer.States <= 64 && len(layer.Edges) > 3*layer.States {
			budget.Spend(128 * layer.States)
			layer.fillTransitionTable()
		}
	}
	return l
}

func (s *search) narrowAutomaton(x *layeredAutomaton, d *Domains) bool {
	a, n := x.a, len(x.cells)
	if a.layer[0].States == 0 || a.layer[n].States == 0 {
		return false
	}
	if a.words == 1 && n <= 64 {
		return s.narrowSmallAutomaton(x, d)
	}
	return s.narrowLargeAutomaton(x, d)
}

// narrowLargeAutomaton is narrowAutomaton for any number of states and cells. It stores no results.
func (s *search) narrowLargeAutomaton(x *layeredAutomaton, d *Domains) bool {
	a, n, w := x.a, len(x.cells), x.a.words
	if need := (n + 2) * w; len(s.states) < need {
		s.states = make([]uint64, need)
	}
	stateSet := func(i int) []uint64 { return s.states[i*w : (i+1)*w] }
	clear(s.states[:(n+2)*w])
	for k := range a.layer[0].States {
		stateSet(0)[k>>6] |= 1 << (k & 63)
	}
	for i, c := range x.cells {
		m := d.sets[c]
		to, layer := stateSet(i+1), &a.layer[i]
		for k, word := range stateSet(i) {
			for ; word != 0; word &= word - 1 {
				state := k<<6 + Set(word).Min()
				for _, e := range layer.Edges[layer.First[state]:layer.First[state+1]] {
					if e.Values&m != 0 {
						to[e.To>>6] |= 1 << (e.To & 63)
					}
				}
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		c := x.cells[i]
		m, keep := d.sets[c], Set(0)
		to, layer := stateSet(i+1), &a.layer[i]
		from := stateSet(i)
		for k, word := range from {
			for ; word != 0; word &= word - 1 {
				state := k<<6 + Set(word).Min()
				alive := false
				for _, e := range layer.Edges[layer.First[state]:layer.First[state+1]] {
					if e.Values&m != 0 && to[e.To>>6]>>(e.To&63)&1 != 0 {
						keep |= e.Values
						alive = true
					}
				}
				if !alive {
					from[k] &^= word & -word
				}
			}
		}
		if !d.Keep(c, keep) {
			return false
		}
	}
	return true
}

// narrowSmallAutomaton is narrowAutomaton for at most 64 states per layer and 64 cells. For cells that have not
// changed, it reuses the results of the last run.
func (s *search) narrowSmallAutomaton(x *layeredAutomaton, d *Domains) bool {
	changed := uint64(0) // the cells whose step is no longer valid, one bit each
	if !x.known {
		changed = ^uint64(0)
	}
	if x.last == nil {
		x.last = s.pooled.steps.Allocate(len(x.cells) + 1)
		x.last[0].reached = ^uint64(0) >> (64 - x.a.layer[0].States)
	}
	x.known = false
	changed, ok := x.reachStates(d, changed)
	x.known = ok && x.removeOffPathValues(d, changed)
	return x.known
}

// reachStates updates the states that are reached before each cell. It returns `changed` with a bit added for each cell
// whose results are no longer valid. It returns false if no path is left.
func (x *layeredAutomaton) reachStates(d *Domains, changed uint64) (uint64, bool) {
	all := x.last
	moved := false // set if the states before the cell differ from those of the last run
	for i, c := range x.cells {
		m := d.sets[c]
		step := &all[i]
		if m != step.was || moved {
			changed |= 1 << i
			step.was = m
		}
		if changed>>i&1 == 0 {
			continue
		}
		layer := &x.a.layer[i]
		to := layer.leads
		if step.reached != layer.full || layer.every&^m != 0 { // usually most cells have all values, and then all states of the next layer are reached
			if to = layer.statesAfter(step.reached, m); to == 0 {
				return 0, false
			}
		}
		moved = to != all[i+1].reached
		all[i+1].reached = to
	}
	return changed, true
}

func (l *Layer) statesAfter(states uint64, m Set) (to uint64) {
	few := m.Len()
	for ; states != 0; states &= states - 1 {
		state := Set(states).Min()
		edges := l.Edges[l.First[state]:l.First[state+1]]
		if l.next != nil && few < len(edges) {
			next := &l.next[state]
			for v := m; v != 0; v &= v - 1 {
				if t := next[v.Min()]; t >= 0 {
					to |= 1 << (t & 63)
				}
			}
			continue
		}
		for _, e := range edges {
			if e.Values&m != 0 {
				to |= 1 << (e.To & 63)
			}
		}
	}
	return to
}

// removeOffPathValues goes through the changed cells backwards, and removes values that are on no path.
func (x *layeredAutomaton) removeOffPathValues(d *Domains, changed uint64) bool {
	all, n := x.last, len(x.cells)
	moved := all[n].alive != all[n].reached
	all[n].alive = all[n].reached
	for i := n - 1; i >= 0; i-- {
		if changed>>i&1 == 0 && !moved {
			continue
		}
		step, layer := &all[i], &x.a.layer[i]
		m, now := step.was, all[i+1].alive
		keep, from := layer.every, step.reached
		if from != layer.full || now != layer.leads || keep&^m != 0 {
			keep, from = layer.valuesBetweenStates(from, now, m)
		}
		if m&^keep != 0 {
			if !d.Keep(x.cells[i], keep) {
				return false
			}
			step.was = 0 // forget the result, because another branch may have to remove the same values again
		}
		moved = from != step.alive
		step.alive = from
	}
	return true
}

// valuesBetweenStates returns the values of m on edges that lead from a state in `states` to a state in `next`. `from`
// has the states where these edges begin.
func (l *Layer) valuesBetweenStates(states, next uint64, m Set) (keep Set, from uint64) {
	few := m.Len()
	for ; states != 0; states &= states - 1 {
		state := Set(states).Min()
		edges := l.Edges[l.First[state]:l.First[state+1]]
		var values Set
		if l.next != nil && few < len(edges) {
			to := &l.next[state]
			for v := m; v != 0; v &= v - 1 {
				if t := to[v.Min()]; t >= 0 && next>>(t&63)&1 != 0 {
					values |= v & -v
				}
			}
		} else {
			for _, e := range edges {
				values |= e.Values & -Set(next>>(e.To&63)&1)
			}
			values &= m
		}
		keep |= values
		from |= uint64(values|-values) >> 63 << (state & 63)
	}
	return keep, from
}
