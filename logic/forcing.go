package logic

import (
	"cmp"
	"math/bits"
	"slices"
)

// Forcing: suppose something, and follow what it leads to.
//
//	contradiction   the supposition leads to a candidate that is and is not there
//	verity          all candidates of a cell, all places of a digit in a house, or a
//	                candidate and its absence lead to the same
//
// The nets say how far one may go (netKind): chains, nets, nets with patterns, nets
// within nets. Of several ways to one conclusion the one of the shortest branches
// is told; the shortest conclusion comes first.

// reach is what a supposition leads to, as far as conclusions need it.
type reach struct {
	nodes  [(nodes + 63) / 64]uint64
	far    [nodes]uint16
	absurd bool
	end    int // how far it is to the contradiction
}

// forcing is what a finder keeps of the nets of a position.
type forcing struct {
	of    State
	net   *net
	index [netKinds][nodes]uint16 // into list, counted from 1
	list  []*reach
	used  int
	safe  [netKinds][len(reach{}.nodes)]uint64 // what is known not to lead to a contradiction
}

// nets are the nets of the position before the finder.
func (f *Finder) nets() *forcing {
	g := f.forcing
	if g == nil {
		g = &forcing{net: newNet()}
		f.forcing = g
		g.of = f.State
		g.net.base = &g.of
		g.net.findGroups()
	} else if g.of != f.State {
		g.of, g.index, g.used = f.State, [netKinds][nodes]uint16{}, 0
		g.safe = [netKinds][len(reach{}.nodes)]uint64{}
		g.net.findGroups()
	}
	g.net.over = f.over
	return g
}

// reach is what n leads to.
func (g *forcing) reach(kind netKind, n node) *reach {
	if k := g.index[kind][n]; k > 0 {
		return g.list[k-1]
	}
	if g.used == len(g.list) {
		g.list = append(g.list, new(reach))
	}
	r := g.list[g.used]
	g.used++
	g.index[kind][n] = uint16(g.used)
	t := g.net
	t.begin(&g.of, kind)
	t.run(n)
	r.nodes, r.absurd, r.end = [len(r.nodes)]uint64{}, t.absurd, 0 // far counts only for nodes
	if t.absurd {
		r.end = int(t.end[0].far) + int(t.end[1].far)
	}
	for i := range t.lines {
		l := &t.lines[i]
		if l.depth == 0 {
			r.nodes[l.node/64] |= 1 << (l.node % 64)
			r.far[l.node] = l.far
		}
	}
	if !r.absurd {
		for w, b := range r.nodes {
			g.safe[kind][w] |= b
		}
	}
	return r
}

// conclusion is something that suppositions force.
type conclusion struct {
	node    node
	cost    int
	sources []node
	absurd  bool // the one source, its contrary, leads to a contradiction
}

// sources are the wide ranges of suppositions one of which is true.
type sources uint8

const (
	cellSources sources = 1 << iota
	houseSources
	eitherSources // a candidate and its absence
)

// open are the candidates of the cells that have several.
func (s *State) open(yield func(Candidate) bool) {
	for left := s.digits[0]; !left.Empty(); {
		c := left.pop()
		if s.cands[c].Len() < 2 {
			continue
		}
		for d := range s.cands[c].Digits() {
			if !yield(Candidate{c, d}) {
				return
			}
		}
	}
}

// contradictions are what a contradiction refutes (on), or confirms (off).
func (f *Finder) contradictions(kind netKind, on, off bool) []conclusion {
	var list []conclusion
	g := f.nets()
	// What is true first: it leads furthest.
	for _, way := range [2]bool{true, false} {
		if way && !on || !way && !off {
			continue
		}
		for c := range f.State.open {
			if f.over() {
				return nil
			}
			n := nodeOf(c.Cell, c.Digit, way)
			if g.harmless(kind, n) {
				continue
			}
			if r := g.reach(kind, n); r.absurd {
				list = append(list, conclusion{n ^ 1, r.end, []node{n}, true})
			}
		}
	}
	return list
}

// harmless reports whether n is known not to lead to a contradiction: in nets of
// singles what follows from n follows from all that n follows from.
func (g *forcing) harmless(kind netKind, n node) bool {
	switch {
	case kind != chainNet && kind != singleNet:
		return false
	case g.safe[kind][n/64]>>(n%64)&1 != 0:
		return true
	case n.on() || kind == chainNet:
		return false
	}
	// What is off leads on to the other of a pair only.
	c, d := n.cell(), n.digit()
	next := n
	if pair := g.of.cands[c]; pair.Len() == 2 {
		next = nodeOf(c, mustOther(pair, d), true)
	}
	for _, h := range [3]House{boxOf[c], rowOf[c], columnOf[c]} {
		pair := g.of.digits[d].And(houseSet[h])
		pair.Remove(c)
		switch {
		case pair.Empty():
			return false
		case pair.single():
			other := nodeOf(pair.First(), d, true)
			if next != n && next != other {
				return false
			}
			next = other
		}
	}
	return next == n || g.safe[kind][next/64]>>(next%64)&1 != 0
}

// verities are what all of at least so many suppositions lead to, one of which is true.
func (f *Finder) verities(kind netKind, from sources, least int) []conclusion {
	s := &f.State
	best := map[node]conclusion{}
	try := func(list []node) {
		if len(list) < least || f.over() {
			return
		}
		f.common(kind, list, best)
	}
	var list []node
	for left := s.digits[0]; !left.Empty() && from&cellSources != 0; {
		c := left.pop()
		list = list[:0]
		for d := range s.cands[c].Digits() {
			list = append(list, nodeOf(c, d, true))
		}
		try(list)
	}
	for h := House(0); h < houses && from&houseSources != 0; h++ {
		for d := Digit(1); d <= 9; d++ {
			list = list[:0]
			for left := f.places(h, d); !left.Empty(); {
				list = append(list, nodeOf(left.pop(), d, true))
			}
			try(list)
		}
	}
	if from&eitherSources != 0 {
		for c := range s.open {
			n := nodeOf(c.Cell, c.Digit, true)
			try(append(list[:0], n, n^1))
		}
	}
	all := make([]conclusion, 0, len(best))
	for _, c := range best {
		all = append(all, c)
	}
	return all
}

// common notes what all suppositions of the list lead to, where that is shorter
// than what is known. One that leads to a contradiction is a case for another
// technique, and but for chains it is not followed to its end.
func (f *Finder) common(kind netKind, list []node, best map[node]conclusion) {
	g := f.nets()
	var reaches [9]*reach
	var all [len(reach{}.nodes)]uint64
	for i, n := range list {
		if i > 1 && kind != patternNet && f.nothingLeft(kind, list, &all) {
			return
		}
		r := g.reach(kind, n)
		reaches[i] = r
		if r.absurd && kind != chainNet {
			return
		}
		for w := range all {
			if i == 0 {
				all[w] = r.nodes[w]
			} else {
				all[w] &= r.nodes[w]
			}
		}
	}
	for w, b := range all {
		for ; b != 0; b &= b - 1 {
			n := node(64*w + bits.TrailingZeros64(b))
			if n.on() && f.State.cands[n.cell()].Len() < 2 || slices.Contains(list, n^1) {
				continue // that one of them is not so is a contradiction's to tell
			}
			cost := 0
			for _, r := range reaches[:len(list)] {
				cost += int(r.far[n]) + 1
			}
			if old, known := best[n]; !known || cost < old.cost {
				best[n] = conclusion{n, cost, slices.Clone(list), false}
			}
		}
	}
}

// nothingLeft reports whether what some of the suppositions lead to cannot be what
// all of them do: no more than that others of them are not so, which are known to
// lead to no contradiction.
func (f *Finder) nothingLeft(kind netKind, list []node, all *[len(reach{}.nodes)]uint64) bool {
	known := f.nets().safe[kind]
	rest := *all
	for _, n := range list {
		if known[n/64]>>(n%64)&1 != 0 {
			rest[n/64] &^= 1 << ((n ^ 1) % 64)
		}
	}
	for _, b := range rest {
		if b != 0 {
			return false
		}
	}
	return true
}

// conclude emits steps, the shortest first.
func (f *Finder) conclude(t Technique, kind netKind, all []conclusion) {
	f.shortestFirst(all, func(c *conclusion) { f.tell(t, kind, c) })
}

func (f *Finder) tell(t Technique, kind netKind, c *conclusion) {
	f.begin(t, bit(c.node.digit()))
	for _, n := range c.sources {
		f.follow(kind, n, c)
	}
	f.forced(c)
}

func (f *Finder) shortestFirst(all []conclusion, emit func(*conclusion)) {
	slices.SortFunc(all, func(a, b conclusion) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.node, b.node))
	})
	for i := range all {
		if f.stopped {
			return
		}
		emit(&all[i])
	}
}

// follow adds the branch from one supposition to the step.
func (f *Finder) follow(kind netKind, from node, c *conclusion) {
	t := f.nets().net
	t.begin(&f.nets().of, kind)
	t.run(from)
	ends := []uint16{t.number[c.node]}
	if c.absurd {
		ends = t.endLines()
	}
	f.step.Branches = append(f.step.Branches, t.branch(ends))
}

// forced completes a step of branches: conclusion, marks and truths.
func (f *Finder) forced(c *conclusion) {
	step := &f.step
	if c.node.on() {
		step.Placements = append(step.Placements, c.node.candidate())
	} else {
		f.gone(c.node.digit(), CellsOf(c.node.cell()))
	}
	var supposed, follows [10]CellSet // what comes out true
	for i := range step.Branches {
		for k, l := range step.Branches[i].Lines {
			if k == 0 && len(step.Base) > 0 {
				continue // a fish's places are marked already
			}
			if k == 0 {
				supposed[l.Digit].Add(l.Cell)
			} else if l.On {
				follows[l.Digit].Add(l.Cell)
			}
			f.rely(l.Truths)
		}
	}
	if !c.absurd && len(step.Base) == 0 {
		f.rely(f.alternatives(c.sources))
	}
	for d := Digit(1); d <= 9; d++ {
		step.mark(Pivot, d, supposed[d])
		step.mark(Pattern, d, follows[d].Less(supposed[d]))
	}
	f.emit()
}

// rely adds truths to the step, each once.
func (f *Finder) rely(truths []Truth) {
	for _, t := range truths {
		if !slices.Contains(f.step.Truths, t) {
			f.step.Truths = append(f.step.Truths, t)
		}
	}
}

// alternatives is the truth that says that one of the sources is true; none for a
// candidate and its absence.
func (f *Finder) alternatives(list []node) []Truth {
	a := list[0].candidate()
	switch {
	case list[0] == list[1]^1:
		return nil
	case list[0].cell() == list[1].cell():
		return []Truth{{Kind: CellTruth, Cell: a.Cell}}
	}
	var all CellSet
	for _, n := range list {
		all.Add(n.cell())
	}
	for _, h := range a.Cell.Houses() {
		if f.places(h, a.Digit) == all {
			return []Truth{{Kind: HouseTruth, House: h, Digit: a.Digit}}
		}
	}
	return nil
}

// nishio: a digit's places alone lead to a contradiction.
func nishio(f *Finder) {
	f.conclude(Nishio, digitNet, f.contradictions(digitNet, true, false))
}

// Chains from two alternatives are left to the loops.
func forcingChainContradiction(f *Finder) {
	if f.kin {
		f.concludeInOrder(chainNet)
		return
	}
	f.conclude(ForcingChainContradiction, chainNet, f.contradictions(chainNet, true, true))
}

func forcingChainVerity(f *Finder) {
	f.conclude(ForcingChainVerity, chainNet, f.verities(chainNet, cellSources|houseSources, 3))
}

func cellForcingChain(f *Finder) {
	f.conclude(CellForcingChain, chainNet, f.verities(chainNet, cellSources, 3))
}

func regionForcingChain(f *Finder) {
	f.conclude(RegionForcingChain, chainNet, f.verities(chainNet, houseSources, 3))
}

func forcingNetContradiction(f *Finder) {
	if f.kin {
		f.concludeInOrder(singleNet)
		return
	}
	f.conclude(ForcingNetContradiction, singleNet, f.contradictions(singleNet, true, true))
}

func forcingNetVerity(f *Finder) {
	f.conclude(ForcingNetVerity, singleNet, f.verities(singleNet, cellSources|houseSources|eitherSources, 2))
}

// concludeInOrder emits the conclusions of chains or nets as HoDoKu does: placements
// first, then by cell and digit; each the shortest way, be it a contradiction or a verity.
func (f *Finder) concludeInOrder(kind netKind) {
	all := append(f.contradictions(kind, true, true), f.verities(kind, cellSources|houseSources|eitherSources, 2)...)
	slices.SortFunc(all, func(a, b conclusion) int {
		if a.node.on() != b.node.on() {
			return cmp.Compare(b.node&1, a.node&1)
		}
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.cost, b.cost))
	})
	all = slices.CompactFunc(all, func(a, b conclusion) bool { return a.node == b.node })
	names := map[bool]Technique{true: ForcingChainContradiction, false: ForcingChainVerity}
	if kind == singleNet {
		names = map[bool]Technique{true: ForcingNetContradiction, false: ForcingNetVerity}
	}
	for i := range all {
		if f.stopped {
			return
		}
		f.tell(names[all[i].absurd], kind, &all[i])
	}
}

// patternForcingNet: what nets without patterns conclude is left to these.
func patternForcingNet(f *Finder) {
	known := map[node]bool{}
	for _, list := range [2][]conclusion{f.contradictions(singleNet, true, true), f.verities(singleNet, cellSources|houseSources|eitherSources, 2)} {
		for _, c := range list {
			known[c.node] = true
		}
	}
	all := append(f.contradictions(patternNet, true, true), f.verities(patternNet, cellSources|houseSources|eitherSources, 2)...)
	all = slices.DeleteFunc(all, func(c conclusion) bool { return known[c.node] })
	// A contradiction and a verity may come to the same: the shorter is told.
	slices.SortStableFunc(all, func(a, b conclusion) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.cost, b.cost))
	})
	all = slices.CompactFunc(all, func(a, b conclusion) bool { return a.node == b.node })
	f.conclude(PatternForcingNet, patternNet, all)
}

// nestedForcingNet: candidates that no other net refutes, those of the cells with
// the fewest first. Of the first several refuted the shortest net is told first.
func nestedForcingNet(f *Finder) {
	g := f.nets()
	type refuted struct {
		node   node
		branch Branch
	}
	var batch []refuted
	tell := func() {
		slices.SortStableFunc(batch, func(a, b refuted) int { return cmp.Compare(len(a.branch.Lines), len(b.branch.Lines)) })
		for _, r := range batch {
			if !f.stopped {
				f.begin(NestedForcingNet, bit(r.node.digit()))
				f.step.Branches = append(f.step.Branches, r.branch)
				f.forced(&conclusion{node: r.node ^ 1, sources: []node{r.node}, absurd: true})
			}
		}
		batch = batch[:0]
	}
	for n := 2; n <= 9; n++ {
		for left := f.State.withCandidates(n); !left.Empty(); {
			c := left.pop()
			for d := range f.State.cands[c].Digits() {
				if f.over() {
					return
				}
				x := nodeOf(c, d, true)
				if g.reach(patternNet, x).absurd {
					continue
				}
				g.net.limited = false
				if branch, ok := g.refutedBy(x); ok && !f.stopped {
					batch = append(batch, refuted{x, g.fewest(x, branch)})
				}
				if len(batch) == refutedAtOnce {
					tell()
				}
				if f.stopped {
					return
				}
			}
		}
	}
	tell()
}

// refutedAtOnce is how many candidates a nested net refutes before one is told.
const refutedAtOnce = 8

// refutedBy is the nested net that refutes x, with the suppositions allowed.
func (g *forcing) refutedBy(x node) (Branch, bool) {
	t := g.net
	t.begin(&g.of, nestedNet)
	t.run(x)
	if !t.absurd {
		return Branch{}, false
	}
	return t.branch(t.endLines()), true
}

// fewest does without as many of the suppositions as it can, those that take the
// most lines first.
func (g *forcing) fewest(x node, b Branch) Branch {
	t := g.net
	t.limited = true
	tried := map[node]bool{}
	for {
		t.allowed = t.allowed[:0]
		worst, most, supposed := -1, 0, 0
		for i := range b.Lines {
			l := &b.Lines[i]
			switch l.Reason {
			case Supposed:
				supposed = i
			case Refuted:
				n := nodeOf(l.Cell, l.Digit, true)
				if !tried[n] && i-supposed > most {
					worst, most = len(t.allowed), i-supposed
				}
				t.allowed = append(t.allowed, n)
			}
		}
		if worst < 0 || len(t.allowed) == 1 {
			t.limited = false
			return b
		}
		tried[t.allowed[worst]] = true
		t.allowed = slices.Delete(t.allowed, worst, worst+1)
		if shorter, ok := g.refutedBy(x); ok {
			b = shorter
		}
	}
}
