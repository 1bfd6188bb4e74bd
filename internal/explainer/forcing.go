package explainer

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
)

// forcingKind selects the forcing chains of one rung of the ladder.
type forcingKind struct {
	dynamic, nishio bool
	level           int // what the chains use: 0 links only; 1 also basic techniques; 2 and more also nested chains
	inner           int // at level 4: the level of the nested dynamic chains
	rating          float64
}

var forcingKinds = [...]forcingKind{
	{dynamic: true, nishio: true, rating: 7.5},
	{rating: 8.0},
	{dynamic: true, rating: 8.5},
	{dynamic: true, level: 1, rating: 9.0},
	{dynamic: true, level: 2, rating: 9.5},
	{dynamic: true, level: 3, rating: 10.0},
	{dynamic: true, level: 4, inner: 0, rating: 10.5},
	{dynamic: true, level: 4, inner: 1, rating: 10.5},
	{dynamic: true, level: 4, inner: 2, rating: 10.5},
	{dynamic: true, level: 4, inner: 3, rating: 10.5},
}

// chainKind is the shape of a forcing chain. Of equally complex chains, the one with the lower kind counts as easier.
type chainKind uint8

const (
	double chainKind = iota
	cellForcing
	regionForcing
	contradiction
)

// forcingHint is a conclusion that several runs have in common, or that follows from a contradiction in one run.
type forcingHint struct {
	complexity int
	kind       chainKind
	order      uint32 // the number of the hint in the order of discovery
	node       uint16 // the conclusion: a candidate that is on or off
	house      uint8  // for regionForcing: the kind of the house, 0–2
	sources    [9]uint16
	count      uint8 // the number of suppositions that lead to the conclusion
}

// compareEase compares two hints in Sudoku Explainer's order; the easier hint is the lesser.
func (h *forcingHint) compareEase(o *forcingHint) int {
	return cmp.Or(h.complexity-o.complexity, int(h.kind)-int(o.kind), cmp.Compare(h.order, o.order))
}

// forcer searches for forcing chains from every cell of a position.
type forcer struct {
	forcingKind
	ctx  context.Context
	all  bool // set to find the easiest hint for each elimination, not only the easiest of all; then no run is continued
	base *board

	runs  [nodes]*suppositionRun
	valid [nodes]uint32 // for each node, the turn in which its run was made
	turn  uint32

	// The following fields are the state of one run.
	work                  board
	pendingOn, pendingOff []uint16
	list                  []uint16

	// The following fields are for counting the ancestors of an entry.
	stamps []uint32
	stamp  uint32
	todo   []uint16
	inside []int32 // the numbers of the nested hints among the ancestors

	hints []forcingHint
	slots [nodes]uint16 // for each conclusion: 1 plus the index of its hint in hints, or 0
	group uint32

	patterns patternList
	cycles   cycleFinder // for nested cycles
	static   *forcer
	deeper   *forcer // at level 4, for nested dynamic chains
	known    []nestedRecord
	nested   []nestedHint
	owed     removalCollector
}

func prepareForcer(f **forcer, ctx context.Context, kind forcingKind, all bool) *forcer {
	if *f == nil {
		*f = &forcer{all: all}
	}
	(*f).ctx, (*f).forcingKind = ctx, kind
	return *f
}

func (s *solver) findForcingChain(kind forcingKind) bool {
	f := prepareForcer(&s.forcing, s.ctx, kind, false)
	f.search(s.board)
	if s.ctx.Err() != nil {
		s.stopped = true
		return false
	}
	if len(f.hints) == 0 {
		return false
	}
	h := &f.hints[0]
	s.found.removed = append(s.found.removed[:0], f.removalOf(h.node))
	s.recordElimination(f.techniqueOf(h.kind), f.rating+lengthRating(h.complexity))
	if h.node&1 != 0 {
		s.found.place = int(h.node >> 1)
	}
	return true
}

func (f *forcer) techniqueOf(k chainKind) string {
	if f.nishio {
		return "nishio-forcing-chains"
	}
	prefix := ""
	if f.dynamic {
		prefix = [...]string{"dynamic-", "dynamic-plus-", "nested-"}[min(f.level, 2)]
	}
	return prefix + [...]string{"double", "cell", "region", "contradiction"}[k] + "-forcing-chains"
}

// removalOf returns what a conclusion removes: the candidate if it is off, or the other candidates of its cell if it is
// on.
func (f *forcer) removalOf(node uint16) elimination {
	n := node >> 1
	c, d := uint8(n/9), n%9
	if node&1 != 0 {
		return elimination{c, f.base.cand[c] &^ (1 << d)}
	}
	return elimination{c, 1 << d}
}

// search finds the easiest hint of a position. If all is set, it finds the easiest hint for each elimination. If the
// context ends, it returns early with invalid hints. Levels 1 to 3 continue the runs of the level below, which the
// ladder has searched in the same position. At level 4 a run has other conclusions from the start.
func (f *forcer) search(b *board) {
	f.base, f.hints, f.group = b, f.hints[:0], 0
	clear(f.slots[:])
	if f.all || f.level == 0 || f.level == 4 {
		f.turn++
		f.known = append(f.known[:0], nestedRecord{})
	}
	for c := range cells {
		m := b.cand[c]
		if n := ones[m]; n < 2 || n == 2 && !f.dynamic {
			continue
		}
		if f.ctx.Err() != nil {
			return
		}
		f.findCellChains(c, m)
	}
}

// runOfSupposition computes the run of a supposition when the run is first needed.
func (f *forcer) runOfSupposition(node int) *suppositionRun {
	r := f.runs[node]
	if f.valid[node] != f.turn {
		if r == nil {
			r = &suppositionRun{}
			f.runs[node] = r
		}
		f.valid[node] = f.turn
		f.propagate(r, node)
	} else if r.level < f.level && !r.absurd {
		f.resumeRun(r)
	}
	return r
}

func (f *forcer) findCellChains(c int, m uint16) {
	var sources [9]uint16
	for i, d := range digitsOf[m] {
		n := 9*c + int(d)
		onNode := uint16(2*n + 1)
		sources[i] = onNode
		if f.dynamic {
			f.addContradiction(onNode)
			f.addContradiction(uint16(2 * n))
			if !f.nishio && ones[m] >= 3 {
				both := [9]uint16{onNode, uint16(2 * n)}
				f.findCommonConclusions(double, 0, &both, 2)
			}
		}
		if !f.nishio {
			f.findRegionChains(c, d)
		}
	}
	if !f.nishio {
		f.findCommonConclusions(cellForcing, 0, &sources, int(ones[m]))
	}
}

// findRegionChains searches for chains from all places of digit d in a house of cell c. It examines only houses in
// which c is the first place of d, so that it examines each house once.
func (f *forcer) findRegionChains(c int, d uint8) {
	for kind, h := range cellHouse[c] {
		at := f.base.places[d][h]
		places := digitsOf[at]
		if len(places) < 2 || places[0] != cellPlace[c][kind] {
			continue
		}
		var sources [9]uint16
		for i, p := range places {
			sources[i] = uint16(2*(9*int(houseCell[h][p])+int(d)) + 1)
		}
		f.findCommonConclusions(regionForcing, uint8(kind), &sources, len(places))
	}
}

func (f *forcer) addContradiction(source uint16) {
	f.group++
	r := f.runOfSupposition(int(source))
	if !r.absurd {
		return
	}
	h := forcingHint{kind: contradiction, order: f.group << 12, node: source ^ 1, sources: [9]uint16{source}, count: 1}
	h.complexity = int(r.entries[r.absurdOn].depth) + int(r.entries[r.absurdOff].depth)
	if !f.isPromising(&h) {
		return
	}
	f.inside = f.inside[:0]
	h.complexity = f.countAncestors(r, r.absurdOn) + f.countAncestors(r, r.absurdOff)
	f.keepIfUseful(&h)
}

// findCommonConclusions searches for nodes that all sources imply: first nodes that are on, then nodes that are off.
func (f *forcer) findCommonConclusions(kind chainKind, house uint8, sources *[9]uint16, count int) {
	var runs [9]*suppositionRun
	var common nodeSet
	for i := range count {
		r := f.runOfSupposition(int(sources[i]))
		runs[i] = r
		if i == 0 {
			common = r.known
			continue
		}
		for w := range common {
			common[w] &= r.known[w]
		}
	}
	f.group += 2
	for w, b := range common {
		for ; b != 0; b &= b - 1 {
			node := uint16(w<<6 + bits.TrailingZeros64(b))
			isOn := node & 1
			if isOn != 0 && ones[f.base.cand[node/18]] < 2 {
				continue
			}
			h := forcingHint{
				kind: kind, house: house, node: node, sources: *sources, count: uint8(count),
				order: (f.group-uint32(isOn))<<12 | uint32(runs[0].number[node]),
			}
			for _, r := range runs[:count] {
				h.complexity += int(r.entries[r.number[node]].depth)
			}
			if !f.isPromising(&h) {
				continue
			}
			f.inside = f.inside[:0]
			h.complexity = 0
			for _, r := range runs[:count] {
				h.complexity += f.countAncestors(r, r.number[node])
			}
			f.keepIfUseful(&h)
		}
	}
}

// hintSlot returns the slot for a hint that concludes node. The slot has 1 plus the index of the best hint so far in
// `hints`, or 0 if there is none. If `all` is set, hints with the same eliminations share a slot; otherwise all hints
// share one slot.
func (f *forcer) hintSlot(node uint16) *uint16 {
	if !f.all {
		return &f.slots[0]
	}
	c, d := node/18, node/2%9
	if m := f.base.cand[c]; node&1 != 0 && ones[m] == 2 { // if the cell has two digits, one is on exactly if the other is off, so both nodes share a slot
		return &f.slots[18*c+2*uint16(digitsOf[m&^(1<<d)][0])]
	}
	return &f.slots[node]
}

// isPromising reports whether h would be kept if its nested hints added no complexity.
func (f *forcer) isPromising(h *forcingHint) bool {
	slot := *f.hintSlot(h.node)
	return slot == 0 || h.compareEase(&f.hints[slot-1]) < 0
}

// keepIfUseful adds to the complexity of h the complexity of its nested hints, and counts each chain once. It keeps h
// if h's slot is empty, or if the hint in the slot is harder than h.
func (f *forcer) keepIfUseful(h *forcingHint) {
	for i, n := range f.inside {
		k := &f.known[n]
		if !slices.ContainsFunc(f.inside[:i], func(m int32) bool { return f.known[m].identity == k.identity }) {
			h.complexity += k.complexity
		}
	}
	if slot := f.hintSlot(h.node); *slot == 0 {
		f.hints = append(f.hints, *h)
		*slot = uint16(len(f.hints))
	} else if h.compareEase(&f.hints[*slot-1]) < 0 {
		f.hints[*slot-1] = *h
	}
}

// countAncestors returns the number of entries on which entry e depends, including e. It records the nested hints among
// the ancestors.
func (f *forcer) countAncestors(r *suppositionRun, e uint16) int {
	if !f.dynamic {
		return int(r.entries[e].depth)
	}
	f.listAncestors(r, e)
	if f.level >= 2 {
		for _, i := range f.todo {
			if nested := r.entries[i].nested; nested != 0 {
				f.inside = append(f.inside, nested)
			}
		}
	}
	return len(f.todo)
}

// listAncestors lists in f.todo entry e and all entries on which e depends, breadth first.
func (f *forcer) listAncestors(r *suppositionRun, e uint16) {
	for len(f.stamps) < len(r.entries) {
		f.stamps = append(f.stamps, 0)
	}
	f.stamp++
	f.todo = append(f.todo[:0], e)
	f.stamps[e] = f.stamp
	for i := 0; i < len(f.todo); i++ {
		for _, p := range r.parentsOf(&r.entries[f.todo[i]]) {
			if f.stamps[p] != f.stamp {
				f.stamps[p] = f.stamp
				f.todo = append(f.todo, p)
			}
		}
	}
}
