package clauses

import "context"

// walk is a local search for an assignment with few contradictions. It takes some disjoint groups as cells; exactly one
// candidate of each cell is in. Each step replaces the candidate of a cell so that as few pairs of chosen candidates as
// possible exclude each other. The old candidate may not return for some steps (tabu search), so that the walk leaves
// local minima.
//
// Source: Hertz and de Werra, "Using Tabu Search Techniques for Graph Coloring" (1987). The number of steps follows
// Galinier and Hao, "Hybrid Evolutionary Algorithms for Graph Coloring" (1999). seek.go uses walks to choose sides.
type walk struct {
	cells      []int32 // disjoint groups; exactly one variable of each is in
	cellOf     []int32 // for each variable, its cell, or -1
	chosen     []int32 // for each cell, the variable that is in
	best       []int32 // for each cell, the variable that was in when the number of pairs was least
	pairs      int     // the number of pairs of chosen variables that exclude each other
	fewest     int
	ill        []int32 // for each variable, the number of chosen variables that exclude it
	until      []int32 // for each variable, the step before which it may not return
	clash      []int32 // the cells whose chosen variable is excluded by other chosen variables
	clashIndex []int32 // for each cell, its index in clash, or -1
	step       int32
	random     uint64
}

// walkSteps limits the steps of a walk. This number takes about a third of a second on a board of 36×36.
var walkSteps = int32(200_000)

// newWalk returns a walk over the groups of the solver s, with random numbers from seed.
func newWalk(s *solver, seed uint64) *walk {
	w := &walk{random: seed * 0x9e3779b97f4a7c15}
	w.cellOf, w.ill, w.until = make([]int32, s.variables), make([]int32, s.variables), make([]int32, s.variables)
	for v := range w.cellOf {
		w.cellOf[v] = -1
	}
	for g := 1; g < len(s.masks); g++ {
		free := true
		members := s.membersOf(uint32(g))
		for _, l := range members {
			free = free && l != toSpare && w.cellOf[l>>1] < 0
		}
		if free {
			for _, l := range members {
				w.cellOf[l>>1] = int32(len(w.cells))
			}
			w.cells = append(w.cells, int32(g))
		}
	}
	n := len(w.cells)
	w.chosen, w.best, w.clashIndex = make([]int32, n), make([]int32, n), make([]int32, n)
	return w
}

func (w *walk) randomBelow(n int) int {
	w.random ^= w.random << 13
	w.random ^= w.random >> 7
	w.random ^= w.random << 17
	return int(w.random >> 33 * uint64(n) >> 31)
}

// changeExclusionCounts adds `delta` to the element of w.ill for each variable that v excludes.
func (w *walk) changeExclusionCounts(s *solver, v, delta int32) {
	visit := func(o occurrence) {
		if g := int32(o >> 6); g != 0 && g != w.cells[w.cellOf[v]] {
			for _, l := range s.membersOf(uint32(g)) {
				if x := int32(l >> 1); l != toSpare && x != v {
					w.changeExclusionCount(x, delta)
				}
			}
		}
	}
	for _, o := range s.facts[v].groups {
		visit(o)
	}
	if s.further != nil {
		for _, o := range s.further[v] {
			visit(o)
		}
	}
	for _, q := range s.binaryClauseWatches(NegativeLiteral(int(v))) {
		if l := q.blocker(); l&1 != 0 {
			w.changeExclusionCount(int32(l>>1), delta)
		}
	}
}

func (w *walk) changeExclusionCount(x, delta int32) {
	w.ill[x] += delta
	if c := w.cellOf[x]; c >= 0 && w.chosen[c] == x {
		w.pairs += int(delta)
		w.updateConflict(c)
	}
}

// updateConflict adds cell c to w.clash if another chosen variable excludes the cell's chosen variable. Otherwise it
// removes the cell.
func (w *walk) updateConflict(c int32) {
	switch i, clashes := w.clashIndex[c], w.ill[w.chosen[c]] > 0; {
	case clashes && i < 0:
		w.clashIndex[c] = int32(len(w.clash))
		w.clash = append(w.clash, c)
	case !clashes && i >= 0:
		last := w.clash[len(w.clash)-1]
		w.clash[i], w.clashIndex[last] = last, i
		w.clash = w.clash[:len(w.clash)-1]
		w.clashIndex[c] = -1
	}
}

func (w *walk) chooseVariable(s *solver, v int32) {
	c := w.cellOf[v]
	w.chosen[c] = v
	w.changeExclusionCounts(s, v, 1)
	w.updateConflict(c)
}

func (w *walk) unchooseVariable(s *solver, v int32) {
	c := w.cellOf[v]
	w.chosen[c] = -1
	w.changeExclusionCounts(s, v, -1)
}

// chooseInitialVariables chooses a variable for each cell. It first chooses variables that are in. In a cell without
// such a variable it chooses, if `heed` is set, an open variable whose preferred side in s is in. The other cells
// follow in random order: each takes the variable that the fewest chosen variables exclude.
func (w *walk) chooseInitialVariables(s *solver, heed bool) {
	clear(w.ill)
	clear(w.until)
	w.clash, w.pairs, w.step = w.clash[:0], 0, 0
	for c := range w.cells {
		w.clashIndex[c], w.chosen[c] = -1, -1
	}
	var rest []int32
	for c, g := range w.cells {
		in := int32(-1)
		for _, l := range s.membersOf(uint32(g)) {
			if v := s.values[l]; v > 0 || v == 0 && in < 0 && heed && !s.out[l>>1] {
				in = int32(l >> 1)
			}
		}
		if in >= 0 {
			w.chooseVariable(s, in)
		} else {
			rest = append(rest, int32(c))
		}
	}
	for n := len(rest); n > 0; n-- {
		i := w.randomBelow(n)
		c := rest[i]
		rest[i] = rest[n-1]
		in, ties := int32(-1), 0
		for _, l := range s.membersOf(uint32(w.cells[c])) {
			switch v := int32(l >> 1); {
			case s.values[l] < 0:
			case in < 0 || w.ill[v] < w.ill[in]:
				in, ties = v, 1
			case w.ill[v] == w.ill[in]:
				if ties++; w.randomBelow(ties) == 0 {
					in = v
				}
			}
		}
		w.chooseVariable(s, in)
	}
	w.fewest = w.pairs
	copy(w.best, w.chosen)
}

// reduceConflicts makes steps until no chosen variables exclude each other, walkSteps is reached, or ctx ends.
func (w *walk) reduceConflicts(ctx context.Context, s *solver) {
	for w.step < walkSteps && w.pairs > 0 {
		if w.step++; w.step%1024 == 0 && ctx.Err() != nil {
			return
		}
		to, change, ties := int32(-1), int32(0), 0
		for _, c := range w.clash {
			from := w.chosen[c]
			for _, l := range s.membersOf(uint32(w.cells[c])) {
				v := int32(l >> 1)
				d := w.ill[v] - w.ill[from]
				if v == from || s.values[l] != 0 || to >= 0 && d > change || w.until[v] > w.step && w.pairs+int(d) >= w.fewest {
					continue
				}
				if to < 0 || d < change {
					to, change, ties = v, d, 1
				} else if ties++; w.randomBelow(ties) == 0 {
					to = v
				}
			}
		}
		if to < 0 {
			continue
		}
		from := w.chosen[w.cellOf[to]]
		w.unchooseVariable(s, from)
		w.chooseVariable(s, to)
		w.until[from] = w.step + int32(w.randomBelow(10)+len(w.clash)*3/5)
		if w.pairs < w.fewest {
			w.fewest = w.pairs
			copy(w.best, w.chosen)
		}
	}
}
