package explainer

import (
	"cmp"
	"math/bits"
	"slices"
)

// linkHint is the conclusion of a cycle or a forcing chain.
type linkHint struct {
	rating     float64
	complexity int
	mode       mode // the links of the chain; if hints are otherwise equal, the lower mode is easier
	cycle      bool
	place      int      // the candidate to place, or −1 if the step only eliminates
	path       []uint16 // the nodes from the conclusion back to the supposition
	removed    []elimination
	order      int // the number of the hint in the order of discovery
}

// compareEase compares two hints in Sudoku Explainer's order; the easier hint is the lesser.
func (h *linkHint) compareEase(o *linkHint) int {
	return cmp.Or(cmp.Compare(h.rating, o.rating), h.complexity-o.complexity, cmp.Compare(h.mode, o.mode), h.order-o.order)
}

// cycleFinder searches a position, which must not change, for cycles and forcing chains. From each supposition it
// searches breadth first. Thus the length of a path is its complexity.
type cycleFinder struct {
	links
	mode   mode
	source int
	all    bool // set to find all hints, not only the easiest

	found int
	hints []linkHint // the easiest hint or, if all is set, the easiest for each set of eliminations, unsorted
	byKey map[uint32]int

	// For each mode and candidate: what follows if the candidate is on. Each entry is computed on demand.
	edges   []edge
	leadsTo [3][candidates]struct {
		round      uint32
		start, end uint32
	}
	round uint32

	// The following fields are the state of a search from one supposition: the candidates that are on, in the order of
	// discovery, and why they are on.
	seen  [candidates]uint32
	stamp uint32
	from  [candidates]origin
	queue []uint16

	list    []uint16
	path    []uint16
	removed []elimination

	nested []nestedHint
	owed   removalCollector
}

// edge stands for two implications of a candidate that is on. The first is that the candidate `off` is off. From this
// follows the second: the candidate `on` is on.
type edge struct{ off, on uint16 }

// origin states why a candidate c is on: because candidate `on` is on, candidate `off` is off, and therefore c is on.
// If `on` is −1, the supposition is that candidate `off` is off. depth is the number of nodes from the supposition to
// c.
type origin struct {
	off, on int16
	depth   int16
}

func (s *solver) findEasiestCycle() bool {
	f := &s.cycles
	f.search(s.board)
	if f.found == 0 {
		return false
	}
	h := &f.hints[0]
	s.found.removed = append(s.found.removed[:0], h.removed...)
	t := [...]string{xLinks: "forcing-x-chain", xyLinks: "forcing-chain"}[h.mode]
	if h.cycle {
		t = [...]string{"x-cycle", "y-cycle", "xy-cycle"}[h.mode]
	} else if h.mode == xLinks && h.complexity == 6 {
		t = "turbot-fish"
	}
	s.recordElimination(t, h.rating)
	s.found.place = h.place
	return true
}

func (f *cycleFinder) search(b *board) {
	f.build(b)
	f.round++
	f.edges = f.edges[:0]
	f.found, f.hints = 0, f.hints[:0]
	if f.all {
		if f.byKey == nil {
			f.byKey = map[uint32]int{}
		}
		clear(f.byKey)
	}
	for f.mode = xLinks; f.mode <= xyLinks; f.mode++ {
		if f.mode == xyLinks && !f.all && f.found > 0 && f.hints[0].rating < 6.95 {
			return // forcing chains with both kinds of links are rated at least 7.0
		}
		for c := range cells {
			m := b.cand[c]
			if ones[m] < 2 || f.mode == yLinks && ones[m] > 2 {
				continue
			}
			for _, d := range digitsOf[m] {
				f.source = 9*c + int(d)
				f.searchFromOn()
				if f.mode != yLinks {
					f.searchFromOff()
				}
			}
		}
	}
}

func (f *cycleFinder) ratingOf(cycle bool, complexity int) float64 {
	base := 7.0
	switch {
	case cycle && f.mode != xyLinks:
		base = 6.5
	case f.mode == xLinks:
		base = 6.6
	}
	return base + lengthRating(complexity)
}

// isWorse reports whether a hint of this complexity cannot be easier than the best so far.
func (f *cycleFinder) isWorse(cycle bool, complexity int) bool {
	if f.all || f.found == 0 {
		return false
	}
	r := f.ratingOf(cycle, complexity)
	best := &f.hints[0]
	return r > best.rating || r == best.rating && complexity > best.complexity
}

// strongLinks returns the candidates that must be on if n is off.
func (f *cycleFinder) strongLinks(n int) (list [4]int16, k int) {
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

// consequencesOf returns what follows if candidate p is on.
func (f *cycleFinder) consequencesOf(p int) []edge {
	e := &f.leadsTo[f.mode][p]
	if e.round == f.round {
		return f.edges[e.start:e.end]
	}
	e.round, e.start = f.round, uint32(len(f.edges))
	f.list = appendWeak(&f.linked[f.mode], p, f.mode != xLinks, f.list[:0])
	for _, q := range f.list {
		list, k := f.strongLinks(int(q))
		for _, r := range list[:k] {
			f.edges = append(f.edges, edge{q, uint16(r)})
		}
	}
	e.end = uint32(len(f.edges))
	return f.edges[e.start:e.end]
}

// searchFromOn supposes that the source is on. It searches for cycles through the source, and for a chain that ends
// with the source off. It follows only the first path to a candidate that is on. A candidate that is off may be reached
// by several paths, and each of these paths may close a cycle.
func (f *cycleFinder) searchFromOn() {
	f.stamp++
	f.seen[f.source] = f.stamp
	f.from[f.source] = origin{-1, -1, 1}
	f.queue = append(f.queue[:0], uint16(f.source))
	chain := -1
	for i := 0; i < len(f.queue); i++ {
		p := int(f.queue[i])
		depth := f.from[p].depth
		if i > 0 {
			if chain < 0 && f.mode != yLinks && f.switchesOff(p, f.source) {
				chain = p
			}
			if f.isWorse(true, int(depth)+1) && (chain >= 0 || f.isWorse(false, int(depth)+1)) {
				break
			}
		}
		for _, e := range f.consequencesOf(p) {
			if f.seen[e.on] != f.stamp {
				f.seen[e.on] = f.stamp
				f.from[e.on] = origin{int16(e.off), int16(p), depth + 2}
				f.queue = append(f.queue, e.on)
			} else if int(e.on) == f.source && i > 0 && !f.hasOffOnPath(p, e.off) {
				f.path = append(f.path[:0], uint16(2*f.source+1), 2*e.off)
				f.appendPathBack(p)
				f.concludeCycle(int(depth) + 1)
			}
		}
	}
	if chain < 0 {
		return
	}
	if length := int(f.from[chain].depth) + 1; !f.isWorse(false, length) {
		f.path = append(f.path[:0], uint16(2*f.source))
		f.appendPathBack(chain)
		f.addHint(false, length, -1, elimination{uint8(f.source / 9), 1 << (f.source % 9)})
	}
}

// searchFromOff supposes that the source is off. It searches for a chain that ends with the source on.
func (f *cycleFinder) searchFromOff() {
	f.stamp++
	f.queue = f.queue[:0]
	list, k := f.strongLinks(f.source)
	for _, r := range list[:k] {
		if f.seen[r] != f.stamp {
			f.seen[r] = f.stamp
			f.from[r] = origin{int16(f.source), -1, 2}
			f.queue = append(f.queue, uint16(r))
		}
	}
	for i := 0; i < len(f.queue); i++ {
		p := int(f.queue[i])
		depth := f.from[p].depth
		if f.isWorse(false, int(depth)+2) {
			return
		}
		for _, e := range f.consequencesOf(p) {
			if f.seen[e.on] == f.stamp {
				continue
			}
			f.seen[e.on] = f.stamp
			f.from[e.on] = origin{int16(e.off), int16(p), depth + 2}
			if int(e.on) == f.source {
				f.path = f.path[:0]
				f.appendPathBack(f.source)
				c := uint8(f.source / 9)
				f.addHint(false, int(depth)+2, f.source, elimination{c, f.board.cand[c] &^ (1 << (f.source % 9))})
				return
			}
			f.queue = append(f.queue, e.on)
		}
	}
}

func (f *cycleFinder) switchesOff(p, target int) bool {
	if p/9 == target/9 {
		return f.mode != xLinks
	}
	return p%9 == target%9 && sees[p/9].has(uint8(target/9))
}

// appendPathBack appends the nodes of a path, from candidate p, which is on, back to the supposition.
func (f *cycleFinder) appendPathBack(p int) {
	for {
		f.path = append(f.path, uint16(2*p+1))
		s := f.from[p]
		if s.off < 0 {
			return
		}
		f.path = append(f.path, uint16(2*s.off))
		if s.on < 0 {
			return
		}
		p = int(s.on)
	}
}

// hasOffOnPath reports whether candidate q is off on the path to candidate p, which is on.
func (f *cycleFinder) hasOffOnPath(p int, q uint16) bool {
	for s := f.from[p]; s.off >= 0; s = f.from[s.on] {
		if uint16(s.off) == q {
			return true
		}
	}
	return false
}

// concludeCycle removes each candidate outside a cycle that sees two candidates of the cycle, one that is on and one
// that is off. In either orientation of the cycle, one of these two candidates is on.
func (f *cycleFinder) concludeCycle(length int) {
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
		side.addSet(&sees[c])
	}
	any := false
	for _, d := range digitsOf[digits] {
		s := &on[d]
		s.intersect(&off[d])
		s.intersect(&f.where[d])
		s.removeSet(&cycle)
		any = any || !s.empty()
	}
	if !any {
		return
	}
	// Go through the candidates of the cycle that are on, and the candidates that each of them sees.
	f.removed = f.removed[:0]
	for _, x := range f.path[:len(f.path)-1] {
		if x&1 == 0 {
			continue
		}
		n := x >> 1
		c, d := uint8(n/9), n%9
		seen := on[d]
		seen.intersect(&sees[c])
		on[d].removeSet(&seen)
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
	f.addHint(true, length, -1, f.removed...)
}

// addHint adds a hint with the current path. Of competing hints, it keeps the easiest. If `all` is set, only hints with
// the same single elimination compete; otherwise all hints compete.
func (f *cycleFinder) addHint(cycle bool, complexity, place int, removed ...elimination) {
	h := linkHint{
		rating:     f.ratingOf(cycle, complexity),
		complexity: complexity,
		mode:       f.mode,
		cycle:      cycle,
		place:      place,
		order:      f.found,
	}
	f.found++
	into := len(f.hints)
	switch {
	case !f.all:
		into = 0
	case len(removed) == 1:
		key := uint32(removed[0].cell)<<9 | uint32(removed[0].digits)
		if i, known := f.byKey[key]; known {
			into = i
		} else {
			f.byKey[key] = into
		}
	}
	switch {
	case into < len(f.hints):
		if h.compareEase(&f.hints[into]) >= 0 {
			return
		}
	case into < cap(f.hints):
		f.hints = f.hints[:into+1]
	default:
		f.hints = append(f.hints, linkHint{})
	}
	old := &f.hints[into]
	h.path = append(old.path[:0], f.path...)
	h.removed = append(old.removed[:0], removed...)
	*old = h
}
