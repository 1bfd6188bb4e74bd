package explainer

// nodeSet is a set of nodes, one bit for each node.
type nodeSet [(nodes + 63) / 64]uint64

func (s *nodeSet) add(n uint16)      { s[n>>6] |= 1 << (n & 63) }
func (s *nodeSet) has(n uint16) bool { return s[n>>6]>>(n&63)&1 != 0 }

// entry is a node of a run, with the reason why it follows.
type entry struct {
	parents uint32 // the index of its first parent in run.parents
	nested  int32  // the number of the nested hint from which it follows, or 0
	node    uint16
	count   uint16 // the number of its parents
	depth   uint16 // the number of nodes on its longest path from the supposition, including both ends
	cause   cause
}

// suppositionRun is a supposition with all its consequences, breadth first. Consequences of nodes that are on come
// first, then consequences of nodes that are off, then consequences of other techniques.
//
//	entries  by number, in order of discovery; 0 is the supposition
//	known    the nodes that have an entry
//	number   for each node, the number of its entry
//	parents  entry numbers; each entry has a section
type suppositionRun struct {
	entries []entry
	parents []uint16
	known   nodeSet
	number  [nodes]uint16

	// absurd is set if a contradiction ended the run. Then some candidate is both on and off: absurdOn is the entry
	// that says on, and absurdOff the entry that says off. The later of these entries is not in known.
	absurd              bool
	absurdOn, absurdOff uint16

	// The following fields are the state after a level, from which a higher level can continue.
	level int
	rest  marks
}

func (r *suppositionRun) add(node uint16, c cause) *entry {
	r.known.add(node)
	r.number[node] = uint16(len(r.entries))
	return r.appendEntry(node, c)
}

// appendEntry appends an entry without adding it to known.
func (r *suppositionRun) appendEntry(node uint16, c cause) *entry {
	r.entries = append(r.entries, entry{node: node, cause: c, parents: uint32(len(r.parents)), depth: 1})
	return &r.entries[len(r.entries)-1]
}

// addParent adds the parent with this number to e, which must be the last entry.
func (r *suppositionRun) addParent(e *entry, parent uint16) {
	r.parents = append(r.parents, parent)
	e.count++
	e.depth = max(e.depth, r.entries[parent].depth+1)
}

func (r *suppositionRun) parentsOf(e *entry) []uint16 {
	return r.parents[e.parents : e.parents+uint32(e.count)]
}

func (f *forcer) propagate(r *suppositionRun, node int) {
	r.entries, r.parents = r.entries[:0], r.parents[:0]
	r.known = nodeSet{}
	r.absurd = false
	f.work = *f.base
	f.pendingOn, f.pendingOff = f.pendingOn[:0], f.pendingOff[:0]
	if node&1 != 0 {
		f.pendingOn = append(f.pendingOn, 0)
	} else {
		f.pendingOff = append(f.pendingOff, 0)
	}
	r.add(uint16(node), supposed)
	f.runToEnd(r, 0)
}

func (f *forcer) resumeRun(r *suppositionRun) {
	f.work.marks, f.work.digit, f.work.free = r.rest, f.base.digit, f.base.free
	f.pendingOn, f.pendingOff = f.pendingOn[:0], f.pendingOff[:0]
	f.runToEnd(r, r.level)
}

// runToEnd continues a run until nothing more follows. Techniques of levels up to `done` find nothing before the
// run has a new conclusion.
func (f *forcer) runToEnd(r *suppositionRun, done int) {
	r.level = f.level
	on, off := 0, 0
	for {
		switch {
		case on < len(f.pendingOn):
			on++
			if f.switchOff(r, f.pendingOn[on-1]) {
				return
			}
		case off < len(f.pendingOff):
			off++
			if f.switchOn(r, f.pendingOff[off-1]) {
				return
			}
		case f.level > done && f.applyNextTechnique(r, done):
			done = 0
		default:
			if !f.all {
				r.rest = f.work.marks
			}
			return
		}
	}
}

// switchOff adds the candidates that are off because the candidate of an entry is on. It returns true on a
// contradiction.
func (f *forcer) switchOff(r *suppositionRun, number uint16) bool {
	p := int(r.entries[number].node >> 1)
	depth := r.entries[number].depth + 1
	f.list = appendWeak(&f.work.marks, p, !f.nishio, f.list[:0])
	for _, q := range f.list {
		off, on := 2*q, 2*q+1
		if r.known.has(on) {
			r.addParent(r.appendEntry(off, supposed), number)
			r.absurd, r.absurdOn, r.absurdOff = true, r.number[on], uint16(len(r.entries)-1)
			return true
		}
		if !r.known.has(off) {
			f.pendingOff = append(f.pendingOff, uint16(len(r.entries)))
			e := r.add(off, supposed)
			r.parents = append(r.parents, number)
			e.count, e.depth = 1, depth
		}
	}
	return false
}

// switchOn adds the candidates that are on because the candidate of an entry is off: the last digit of its cell, or the
// last place in a house. In dynamic chains, the entries of candidates removed since the start also become parents. It
// returns true on a contradiction.
func (f *forcer) switchOn(r *suppositionRun, number uint16) bool {
	n := int(r.entries[number].node >> 1)
	c, d := uint8(n/9), uint8(n%9)
	var found [4]uint16
	var causes [4]cause
	k := 0
	if m := f.work.cand[c]; !f.nishio && ones[m] == 2 {
		if other := m &^ (1 << d); other&(other-1) == 0 {
			found[0], causes[0] = uint16(9*int(c)+int(digitsOf[other][0])), byCell
			k = 1
		}
	}
	for i, h := range cellHouse[c] {
		other := f.work.places[d][h] &^ (1 << cellPlace[c][i])
		if other != 0 && other&(other-1) == 0 {
			q := uint16(9*int(houseCell[h][digitsOf[other][0]]) + int(d))
			found[k], causes[k] = q, byBox+cause(i)
			k++
		}
	}
	if f.dynamic {
		defer f.work.remove(c, d)
	}
	for i, q := range found[:k] {
		off, on := 2*q, 2*q+1
		clash := r.known.has(off)
		if !clash && r.known.has(on) {
			continue
		}
		var e *entry
		if clash {
			e = r.appendEntry(on, causes[i])
		} else {
			f.pendingOn = append(f.pendingOn, uint16(len(r.entries)))
			e = r.add(on, causes[i])
		}
		r.addParent(e, number)
		if f.dynamic {
			f.list = appendRemoved(f.base, &f.work, int(q), causes[i], f.list[:0])
			for _, g := range f.list {
				r.addParent(e, r.number[2*g])
			}
		}
		if clash {
			r.absurd, r.absurdOn, r.absurdOff = true, uint16(len(r.entries)-1), r.number[off]
			return true
		}
	}
	return false
}
