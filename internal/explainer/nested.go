package explainer

import (
	"slices"
	"sort"
)

// nestedHint is a hint found within a run. `owed` has the candidates that must have been removed before the hint
// applies.
type nestedHint struct {
	removed []elimination
	owed    []uint16
	nestedRecord
}

// nestedRecord has the complexity that a nested hint adds, and the identity of its chain.
type nestedRecord struct {
	complexity int
	identity   identity
}

// removalCollector collects removed candidates in order, without duplicates.
type removalCollector struct {
	base, now     *board
	list, removed []uint16
	seen          nodeSet
}

func (o *removalCollector) reset(base, now *board) {
	o.base, o.now = base, now
	o.list, o.seen = o.list[:0], nodeSet{}
}

// addNodeRemovals adds the candidates whose removal makes node n follow. `cause` is the cause of the node.
func (o *removalCollector) addNodeRemovals(n int, cause cause) {
	if cause != supposed {
		o.removed = appendRemoved(o.base, o.now, n, cause, o.removed[:0])
		for _, q := range o.removed {
			o.addCandidate(q)
		}
	}
}

// appendRemoved appends the candidates whose removal makes candidate n follow. `why` is the cause of the node.
func appendRemoved(base, now *board, n int, why cause, list []uint16) []uint16 {
	c, d := n/9, n%9
	if why == byCell {
		for _, e := range digitsOf[base.cand[c]&^now.cand[c]] {
			list = append(list, uint16(9*c+int(e)))
		}
		return list
	}
	h := cellHouse[c][why-byBox]
	for _, p := range digitsOf[base.places[d][h]&^now.places[d][h]] {
		list = append(list, uint16(9*int(houseCell[h][p])+d))
	}
	return list
}

func (o *removalCollector) addCandidate(n uint16) {
	if !o.seen.has(n) {
		o.seen.add(n)
		o.list = append(o.list, n)
	}
}

// addPatternRemovals adds the candidates whose removal made the pattern possible.
func (o *removalCollector) addPatternRemovals(p *pattern) {
	switch p.kind {
	case lockedPattern:
		o.addHouseRemovals(int(p.house[0]), &houseSet[p.house[1]], p.digits)
	case fishPattern:
		covers := houseSet[p.house[1]]
		covers.addSet(&houseSet[p.house[3]])
		o.addHouseRemovals(int(p.house[0]), &covers, p.digits)
		o.addHouseRemovals(int(p.house[2]), &covers, p.digits)
	case hiddenPattern:
		h := p.house[0]
		places := uint16(0)
		for _, d := range digitsOf[p.digits] {
			places |= o.now.places[d][h]
		}
		for i, c := range houseCell[h] {
			if places>>i&1 == 0 {
				o.addCellRemovals(c, o.base.cand[c]&p.digits)
			}
		}
	case nakedPattern:
		for _, c := range p.cells {
			o.addCellRemovals(c, o.base.cand[c]&^p.digits)
		}
	}
}

func (o *removalCollector) addCellRemovals(c uint8, digits uint16) {
	for _, d := range digitsOf[digits] {
		o.addCandidate(9*uint16(c) + uint16(d))
	}
}

// addHouseRemovals adds the places of a digit in a house that were removed, except those in `cover`.
func (o *removalCollector) addHouseRemovals(h int, cover *cellSet, digit uint16) {
	d := digitsOf[digit][0]
	for _, p := range digitsOf[o.base.places[d][h]&^o.now.places[d][h]] {
		if c := houseCell[h][p]; !cover.has(c) {
			o.addCellRemovals(c, digit)
		}
	}
}

// applyNextTechnique adds the conclusions of the first technique that has a step which the run made possible. It skips
// techniques of levels up to `done`, which are known to find nothing.
func (f *forcer) applyNextTechnique(r *suppositionRun, done int) bool {
	for kind := lockedPattern; kind <= fishPattern && done < 1; kind++ {
		list := kind.find(&f.work, 2, f.patterns.reset(), true)
		any := false
		for k := range list.all {
			p := &list.all[k]
			f.owed.reset(f.base, &f.work)
			f.owed.addPatternRemovals(p)
			if len(f.owed.list) > 0 {
				any = true
				f.switchOffRemoved(r, p.removed, f.owed.list, 0)
			}
		}
		if any {
			return true
		}
	}
	if f.ctx.Err() != nil {
		return false
	}
	switch {
	case f.level >= 4:
		deeper := prepareForcer(&f.deeper, f.ctx, forcingKind{dynamic: true, level: f.inner}, true)
		return f.addNested(r, deeper.findNestedHints(f.base, &f.work))
	case f.level < 2:
		return false
	}
	if done < 2 && f.addNested(r, f.cycles.nestedHints(f.base, &f.work)) {
		return true
	}
	static := prepareForcer(&f.static, f.ctx, forcingKind{}, true)
	return f.level == 3 && f.addNested(r, static.findNestedHints(f.base, &f.work))
}

func (f *forcer) addNested(r *suppositionRun, hints []nestedHint) bool {
	any := false
	for i := range hints {
		h := &hints[i]
		if len(h.owed) > 0 {
			any = true
			f.known = append(f.known, h.nestedRecord)
			f.switchOffRemoved(r, h.removed, h.owed, int32(len(f.known)-1))
		}
	}
	return any
}

// switchOffRemoved switches off the candidates that a hint removes. It takes the cells in the order of a Java HashMap.
func (f *forcer) switchOffRemoved(r *suppositionRun, removed []elimination, owed []uint16, nested int32) {
	if len(removed) > 1 {
		removed = sortInJavaOrder(removed)
	}
	for _, e := range removed {
		for _, d := range digitsOf[e.digits] {
			n := 9*uint16(e.cell) + uint16(d)
			if r.known.has(2 * n) {
				continue
			}
			f.pendingOff = append(f.pendingOff, uint16(len(r.entries)))
			x := r.add(2*n, byTechnique)
			x.nested = nested
			for _, o := range owed {
				r.addParent(x, r.number[2*o])
			}
		}
	}
}

// sortInJavaOrder sorts eliminations into the order in which a Java HashMap iterates over their cells. removed is in
// the order of insertion. The hash of a cell is its number.
func sortInJavaOrder(removed []elimination) []elimination {
	buckets := uint8(16)
	for _, most := range [...]int{12, 24, 48} {
		if len(removed) > most {
			buckets *= 2
		}
	}
	for i := range removed { // an insertion sort: stable, and fast for short lists
		for k := i; k > 0 && removed[k].cell&(buckets-1) < removed[k-1].cell&(buckets-1); k-- {
			removed[k], removed[k-1] = removed[k-1], removed[k]
		}
	}
	return removed
}

// identity is a hash of the nodes of chains.
type identity uint64

func (h *identity) mixIn(n uint16) {
	x := (uint64(*h) ^ uint64(n)) * 0x9E3779B97F4A7C15
	x ^= x >> 29
	*h = identity(x * 0xBF58476D1CE4E5B9)
}

// nestedHints returns the cycles and forcing chains of the run's present position, the easiest first. It omits a hint
// with several eliminations if an earlier hint has the same eliminations and the same hash in Java. The result is valid
// until the next call.
func (f *cycleFinder) nestedHints(base, now *board) []nestedHint {
	f.all = true
	f.search(now)
	sort.Slice(f.hints, func(i, j int) bool { return f.hints[i].compareEase(&f.hints[j]) < 0 })
	f.nested = f.nested[:0]
	var seen map[uint64][]int
	for i := range f.hints {
		h := &f.hints[i]
		if len(h.removed) > 1 {
			h.removed = sortInJavaOrder(h.removed)
			// Two hints are the same if their eliminations have the same cells and digits, and Java's hash of the first
			// three of these cells is equal.
			key := uint64(h.removed[0].cell ^ h.removed[1].cell)
			if len(h.removed) > 2 {
				key ^= uint64(h.removed[2].cell)
			}
			same := func(j int) bool {
				o := f.hints[j].removed
				return len(o) == len(h.removed) && !slices.ContainsFunc(o, func(e elimination) bool { return !slices.Contains(h.removed, e) })
			}
			if slices.ContainsFunc(seen[key], same) {
				continue
			}
			if seen == nil {
				seen = map[uint64][]int{}
			}
			seen[key] = append(seen[key], i)
		}
		f.owed.reset(base, now)
		var id identity
		length := len(h.path)
		if h.cycle {
			length--
			id.mixIn(2000)
		}
		for k, x := range h.path[:length] {
			id.mixIn(x)
			if x&1 != 0 && k+1 < len(h.path) {
				f.owed.addNodeRemovals(int(x>>1), f.strongLinkCause(int(h.path[k+1]>>1), int(x>>1)))
			}
		}
		if h.cycle { // a cycle counts in both directions
			for k := len(h.path) - 2; k > 0; k-- {
				if x := h.path[k]; x&1 == 0 {
					f.owed.addNodeRemovals(int(x>>1), weakLinkCause(int(h.path[k+1]>>1), int(x>>1)))
				}
			}
		}
		f.nested = append(f.nested, nestedHint{
			removed:      h.removed,
			owed:         slices.Clone(f.owed.list),
			nestedRecord: nestedRecord{h.complexity, id},
		})
	}
	return f.nested
}

// strongLinkCause states why the candidate `on` must be on if the candidate `off` is off.
func (f *cycleFinder) strongLinkCause(off, on int) cause {
	if off/9 == on/9 {
		return byCell
	}
	for k, o := range f.inCage[off] {
		if int(o) == on {
			return byBox + cause(k)
		}
	}
	return supposed
}

// findNestedHints returns the forcing chains of the present position of the run, the easiest first. The result is valid
// until the next call.
func (f *forcer) findNestedHints(base, now *board) []nestedHint {
	f.search(now)
	sort.Slice(f.hints, func(i, j int) bool { return f.hints[i].compareEase(&f.hints[j]) < 0 })
	f.nested = f.nested[:0]
	for i := range f.hints {
		h := &f.hints[i]
		f.owed.reset(base, now)
		var id identity
		start := supposed
		switch h.kind {
		case cellForcing:
			start = byCell
		case regionForcing:
			start = byBox + cause(h.house)
		}
		if h.kind == contradiction {
			r := f.runs[h.sources[0]]
			f.addAncestry(r, r.absurdOn, start, &id)
			f.addAncestry(r, r.absurdOff, start, &id)
		} else {
			for _, source := range h.sources[:h.count] {
				r := f.runs[source]
				f.addAncestry(r, r.number[h.node], start, &id)
			}
		}
		f.nested = append(f.nested, nestedHint{
			removed:      []elimination{f.removalOf(h.node)},
			owed:         slices.Clone(f.owed.list),
			nestedRecord: nestedRecord{h.complexity, id},
		})
	}
	return f.nested
}

// addAncestry goes through the ancestors of entry e breadth first. It adds the removed candidates on which the
// ancestors depend, and mixes the chain into id.
func (f *forcer) addAncestry(r *suppositionRun, e uint16, start cause, id *identity) {
	id.mixIn(2001)
	f.listAncestors(r, e)
	for _, i := range f.todo {
		x := &r.entries[i]
		id.mixIn(x.node)
		if x.node&1 != 0 {
			cause := x.cause
			if cause == supposed {
				cause = start
			}
			f.owed.addNodeRemovals(int(x.node>>1), cause)
		}
	}
}
