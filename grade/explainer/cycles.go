package explainer

import (
	"math/bits"
	"slices"
)

// linkHint is a cycle or a forcing chain.
type linkHint struct {
	rating     float64
	complexity int
	kind       uint8 // 2 X, 3 Y, 4 both: the easier first where all else is equal
	cycle      bool
	place      int      // the candidate to place, −1 if none
	path       []uint16 // nodes from the conclusion back to the assumption
	removed    []elimination
	order      int // of discovery
}

// easier orders hints as Sudoku Explainer ranks them.
func (h *linkHint) easier(o *linkHint) int {
	switch {
	case h.rating < o.rating:
		return -1
	case h.rating > o.rating:
		return 1
	case h.complexity != o.complexity:
		return h.complexity - o.complexity
	case h.kind != o.kind:
		return int(h.kind) - int(o.kind)
	}
	return h.order - o.order
}

// cycleFinder looks for cycles and forcing chains in a fixed position: X-links
// only, Y-links only (cycles), both. Each search is breadth first from one
// assumption, so that complexity is the length of the path.
type cycleFinder struct {
	links
	mode   mode
	source int
	all    bool // every hint is wanted, not just the easiest

	best  linkHint   // the easiest so far
	found int        // hints found so far
	hints []linkHint // where all are wanted, the easiest for each set of eliminations, in no order
	byKey map[uint32]int

	// One search. A candidate that is on came from offs[parent]; a candidate that
	// is off came from the one that is on.
	seenOn, seenOff [candidates]uint32
	stamp           uint32
	onFrom          [candidates]int32
	onDepth         [candidates]int16
	offs            []offInstance
	queue, next     []uint16
	list            []uint16
	path            []uint16
	removed         []elimination

	nested []nestedHint
	owed   owedFinder
}

// offInstance is a candidate switched off by one that is on; −1 for an assumption.
type offInstance struct {
	off    uint16
	parent int16
}

// cycle takes the easiest cycle or forcing chain.
func (s *solver) cycle() bool {
	if s.cycles == nil {
		s.cycles = &cycleFinder{}
	}
	f := s.cycles
	f.all = false
	f.search(s.board)
	if f.found == 0 {
		return false
	}
	h := &f.best
	s.found.removed = append(s.found.removed[:0], h.removed...)
	technique := [2][5]Technique{
		{2: ForcingXChain, 4: ForcingChain},
		{2: XCycle, 3: YCycle, 4: XYCycle},
	}
	t := technique[0][h.kind]
	if h.cycle {
		t = technique[1][h.kind]
	} else if h.kind == 2 && h.complexity == 6 {
		t = TurbotFish
	}
	s.eliminates(t, h.rating)
	s.found.place = h.place
	return true
}

func (f *cycleFinder) search(b *board) {
	f.build(b)
	f.found, f.hints = 0, f.hints[:0]
	f.best = linkHint{rating: 1e9, path: f.best.path, removed: f.best.removed}
	if f.all {
		if f.byKey == nil {
			f.byKey = map[uint32]int{}
		}
		clear(f.byKey)
	}
	for f.mode = xLinks; f.mode <= xyLinks; f.mode++ {
		if f.mode == xyLinks && !f.all && f.best.rating < 6.95 {
			return // no chain of both kinds is easier than 7.0
		}
		for c := range cells {
			m := b.cand[c]
			if ones[m] < 2 || f.mode == yLinks && ones[m] > 2 {
				continue
			}
			for _, d := range digitsOf[m] {
				f.source = 9*c + int(d)
				f.cyclesFrom()
				if f.mode != yLinks {
					f.chainFromOn()
					f.chainFromOff()
				}
			}
		}
	}
}

func (f *cycleFinder) rating(cycle bool, complexity int) float64 {
	base := 7.0
	switch {
	case cycle && f.mode != xyLinks:
		base = 6.5
	case f.mode == xLinks:
		base = 6.6
	}
	return base + lengthening(complexity)
}

// worse tells whether a hint of this complexity cannot be of use any more.
func (f *cycleFinder) worse(cycle bool, complexity int) bool {
	if f.all || f.found == 0 {
		return false
	}
	r := f.rating(cycle, complexity)
	return r > f.best.rating || r == f.best.rating && complexity > f.best.complexity
}

func (f *cycleFinder) start() {
	f.stamp++
	f.offs, f.queue, f.next = f.offs[:0], f.queue[:0], f.next[:0]
}

// strong calls visit for each candidate that is on when n is off.
func (f *cycleFinder) strong(n int) (list [4]int16, k int) {
	if f.mode != xLinks {
		if o := f.inCell[n]; o >= 0 {
			list[k] = o
			k++
		}
	}
	if f.mode != yLinks {
		for _, o := range f.inCage[n] {
			if o >= 0 {
				list[k] = o
				k++
			}
		}
	}
	return list, k
}

// chainFromOn looks for a chain by which the source, if on, is off.
func (f *cycleFinder) chainFromOn() {
	f.start()
	f.seenOn[f.source] = f.stamp
	f.onFrom[f.source] = -1
	f.queue = append(f.queue, uint16(f.source))
	for length := 2; len(f.queue) > 0 && !f.worse(false, length); length += 2 {
		first := len(f.offs)
		for _, p := range f.queue {
			if int(p) != f.source && f.switchesOff(int(p), f.source) {
				f.path = append(f.path[:0], uint16(2*f.source))
				f.trace(int(p))
				f.add(false, length, -1, uint8(f.source/9), 1<<(f.source%9))
				return
			}
			f.list = weak(&f.linked[f.mode], int(p), f.mode != xLinks, f.list[:0])
			for _, q := range f.list {
				if f.seenOff[q] != f.stamp {
					f.seenOff[q] = f.stamp
					f.offs = append(f.offs, offInstance{q, int16(p)})
				}
			}
		}
		f.queue = f.queue[:0]
		f.switchOn(first)
	}
}

// chainFromOff looks for a chain by which the source, if off, is on.
func (f *cycleFinder) chainFromOff() {
	f.start()
	f.seenOff[f.source] = f.stamp
	f.offs = append(f.offs, offInstance{uint16(f.source), -1})
	first := 0
	for length := 2; first < len(f.offs) && !f.worse(false, length); length += 2 {
		f.queue = f.queue[:0]
		for i := first; i < len(f.offs); i++ {
			list, k := f.strong(int(f.offs[i].off))
			for _, r := range list[:k] {
				if int(r) == f.source {
					f.path = append(f.path[:0], uint16(2*f.source+1))
					f.traceOff(int32(i))
					c := uint8(f.source / 9)
					f.add(false, length, f.source, c, f.board.cand[c]&^(1<<(f.source%9)))
					return
				}
				f.on(r, i)
			}
		}
		first = len(f.offs)
		for _, p := range f.queue {
			f.list = weak(&f.linked[f.mode], int(p), f.mode != xLinks, f.list[:0])
			for _, q := range f.list {
				if f.seenOff[q] != f.stamp {
					f.seenOff[q] = f.stamp
					f.offs = append(f.offs, offInstance{q, int16(p)})
				}
			}
		}
	}
}

func (f *cycleFinder) on(r int16, from int) {
	if f.seenOn[r] != f.stamp {
		f.seenOn[r] = f.stamp
		f.onFrom[r] = int32(from)
		f.queue = append(f.queue, uint16(r))
	}
}

// switchOn lets all that is off since first have its consequences.
func (f *cycleFinder) switchOn(first int) {
	for i := first; i < len(f.offs); i++ {
		list, k := f.strong(int(f.offs[i].off))
		for _, r := range list[:k] {
			f.on(r, i)
		}
	}
}

func (f *cycleFinder) switchesOff(p, target int) bool {
	if p/9 == target/9 {
		return f.mode != xLinks
	}
	return p%9 == target%9 && sees[p/9].has(uint8(target/9))
}

// trace appends the nodes from candidate p, on, back to the assumption.
func (f *cycleFinder) trace(p int) {
	f.path = append(f.path, uint16(2*p+1))
	if i := f.onFrom[p]; i >= 0 {
		f.traceOff(i)
	}
}

func (f *cycleFinder) traceOff(i int32) {
	for {
		o := f.offs[i]
		f.path = append(f.path, 2*o.off)
		if o.parent < 0 {
			return
		}
		f.path = append(f.path, uint16(2*o.parent+1))
		if i = f.onFrom[o.parent]; i < 0 {
			return
		}
	}
}

// cyclesFrom looks for cycles through the source. A candidate may be off by
// several ways, except that no way passes it twice; it is on by the first.
func (f *cycleFinder) cyclesFrom() {
	f.start()
	f.seenOn[f.source] = f.stamp
	f.onFrom[f.source] = -1
	f.queue = append(f.queue, uint16(f.source))
	for length := 2; len(f.queue) > 0 && !f.worse(true, length); length += 2 {
		first := len(f.offs)
		for _, p := range f.queue {
			f.list = weak(&f.linked[f.mode], int(p), f.mode != xLinks, f.list[:0])
			for _, q := range f.list {
				if !f.passed(int16(p), q) {
					f.offs = append(f.offs, offInstance{q, int16(p)})
				}
			}
		}
		f.queue = f.queue[:0]
		last := len(f.offs)
		for i := first; i < last; i++ {
			list, k := f.strong(int(f.offs[i].off))
			for _, r := range list[:k] {
				if int(r) == f.source {
					if length >= 4 {
						f.concludeCycle(int32(i), length)
					}
				} else {
					f.on(r, i)
				}
			}
		}
	}
}

// passed tells whether q is off on the way to p, on.
func (f *cycleFinder) passed(p int16, q uint16) bool {
	for i := f.onFrom[p]; i >= 0; {
		o := f.offs[i]
		if o.off == q {
			return true
		}
		i = f.onFrom[o.parent]
	}
	return false
}

// concludeCycle removes what both halves of a cycle exclude: each candidate off it
// that sees one of its candidates that are on and one that are off.
func (f *cycleFinder) concludeCycle(last int32, length int) {
	f.path = append(f.path[:0], uint16(2*f.source+1))
	f.traceOff(last)
	var on, off [9]cellSet
	var cycle cellSet
	digits := uint16(0)
	for _, x := range f.path[:len(f.path)-1] {
		n := x >> 1
		c, d := uint8(n/9), n%9
		cycle.add(c)
		digits |= 1 << d
		side := &off[d]
		if x&1 != 0 {
			side = &on[d]
		}
		side[0] |= sees[c][0]
		side[1] |= sees[c][1]
	}
	any := false
	for _, d := range digitsOf[digits] {
		s := &on[d]
		s.and(&off[d])
		s.and(&f.where[d])
		s.without(&cycle)
		any = any || !s.empty()
	}
	if !any {
		return
	}
	// In the order in which the candidates that are on see them.
	f.removed = f.removed[:0]
	for _, x := range f.path[:len(f.path)-1] {
		if x&1 == 0 {
			continue
		}
		n := x >> 1
		c, d := uint8(n/9), n%9
		seen := on[d]
		seen.and(&sees[c])
		on[d].without(&seen)
		for w, b := range seen {
			for ; b != 0; b &= b - 1 {
				v := uint8(w<<6 + bits.TrailingZeros64(b))
				i := slices.IndexFunc(f.removed, func(e elimination) bool { return e.cell == v })
				if i < 0 {
					i = len(f.removed)
					f.removed = append(f.removed, elimination{cell: v})
				}
				f.removed[i].digits |= 1 << d
			}
		}
	}
	f.addRemoved(true, length, -1)
}

func (f *cycleFinder) add(cycle bool, complexity, place int, c uint8, digits uint16) {
	f.removed = append(f.removed[:0], elimination{c, digits})
	f.addRemoved(cycle, complexity, place)
}

func (f *cycleFinder) addRemoved(cycle bool, complexity, place int) {
	h := linkHint{
		rating:     f.rating(cycle, complexity),
		complexity: complexity,
		kind:       [3]uint8{2, 3, 4}[f.mode],
		cycle:      cycle,
		place:      place,
		order:      f.found,
	}
	if !f.all {
		if f.found == 0 || h.easier(&f.best) < 0 {
			h.path = f.best.path
			h.removed = append(f.best.removed[:0], f.removed...)
			f.best = h
		}
		f.found++
		return
	}
	f.found++
	into := len(f.hints)
	if len(f.removed) == 1 {
		key := uint32(f.removed[0].cell)<<9 | uint32(f.removed[0].digits)
		if i, known := f.byKey[key]; known {
			if h.easier(&f.hints[i]) >= 0 {
				return
			}
			into = i
		} else {
			f.byKey[key] = into
		}
	}
	if into == len(f.hints) {
		if into < cap(f.hints) {
			f.hints = f.hints[:into+1]
		} else {
			f.hints = append(f.hints, linkHint{})
		}
	}
	old := &f.hints[into]
	h.path = append(old.path[:0], f.path...)
	h.removed = append(old.removed[:0], f.removed...)
	*old = h
}
