package clauses

// A reason says in three bits what it is, and in the others of which.
const (
	byNothing = uint32(iota) << 29 // decided, or a fact
	byClause                       // every other literal of the clause in the store is false
	byLiteral                      // the literal is true
	byGroup                        // every other member of the group is out
	byMember                       // another member of a group, a variable, is in; not on the trail
	kindMask  = uint32(7) << 29
)

// fact is what is at hand of a variable, half a cache line.
type fact struct {
	groups   [4]occurrence // its first ones; those to spare are in group 0, which says nothing
	reason   uint32        // why it is in or out
	level    int32         // since which decision
	position int32         // on the trail, of what stands there
	place    int32         // in the heap, -1 outside
}

// occurrence is a place in a group: group<<6 | place.
type occurrence uint32

// group is the members that are not out (at most one: and bits 62, 63), and where all stand.
type group struct {
	mask       uint64
	start, end uint32 // in members
}

type watch struct {
	clause  int32
	blocker Lit // some other literal of it: where that holds, the clause needs no look
}

// level is where a decision begins.
type level struct{ trail, told int32 }

type solver struct {
	variables int
	values    []int8 // by literal: 1 true, -1 false, 0 open
	facts     []fact

	trail  []Lit
	told   []Lit // true literals in order, those on the trail and what hangs on them
	heard  int   // of how many of them the clauses have been told
	levels []level

	groups  []group
	members []Lit          // "in"; -1 in a group of at most one for each to spare
	further [][]occurrence // by variable, beyond its first four groups; nil where none has any

	store
	activity
	seeking
	analysis

	names       []int32 // by variable: its name in the problem
	fixed       []bool  // by the problem's variables: in from the outset
	unsolvable  bool
	limits      Limits
	found       bool   // a solution, by this thread or another that it has heard of
	foundAt     uint64 // after how many conflicts the last of them
	contrary    conflict
	counts      Counts
	sinceReduce uint64 // conflicts
	reductions  uint64
	shared      *exchange // with other threads, or nil
	thread      int
	shareLBD    int32 // see there
}

// conflict is what cannot be: the literals of a clause or of a group are all false, or two
// members of a group are in.
type conflict struct {
	kind uint32
	x    int32
	y    int32
}

// newSolver states the problem without the variables that follow from its facts by
// groups and clauses alone.
func newSolver(p *Problem, memory int) *solver {
	values, ok := p.settled()
	s := &solver{fixed: make([]bool, p.variables), unsolvable: !ok}
	if !ok {
		return s
	}
	index := make([]int32, p.variables)
	for v := range index {
		index[v] = -1
		if s.fixed[v] = values[v] > 0; values[v] == 0 {
			index[v] = int32(s.variables)
			s.names = append(s.names, int32(v))
			s.variables++
		}
	}
	n := s.variables
	s.values, s.facts = make([]int8, 2*n), make([]fact, n)
	s.trail, s.told = make([]Lit, 0, n), make([]Lit, 0, n)
	s.groups = []group{{mask: full(64)}}
	perVariable := make([][]occurrence, n)
	for g, members := range p.groups {
		if some := s.openMembers(members, values, index); some != nil {
			s.addGroup(some, p.loose[g], perVariable)
		}
	}
	for v, all := range perVariable {
		if copy(s.facts[v].groups[:], all) < len(all) {
			if s.further == nil {
				s.further = make([][]occurrence, n)
			}
			s.further[v] = all[len(s.facts[v].groups):]
		}
	}
	s.store.init(n)
	s.analysis.init(n)
	s.activity.init(n)
	for v, all := range perVariable {
		s.scores[v] = float64(len(all)) * 1e-3
	}
	for v := range int32(n) {
		s.facts[v].place = -1
		s.insert(v)
	}
	for _, c := range p.clauses {
		s.stateClause(c, values, index)
	}
	if memory == 0 {
		memory = defaultMemory
	}
	s.most, s.forever = memory/bytesPerWord+len(s.arena), 0
	s.turnsAt, s.shareLBD = seekAfter[0], shareLBD
	if n > manyVariables {
		s.turnsAt, s.shareLBD = seekAfter[1], shareLBDMany
	}
	return s
}

// openMembers are a group's open members, by their new numbers; nil where one is in.
func (s *solver) openMembers(members []int32, values []int8, index []int32) (some []int32) {
	for _, v := range members {
		switch {
		case values[v] > 0:
			return nil
		case values[v] == 0:
			some = append(some, index[v])
		}
	}
	return some
}

func (s *solver) addGroup(members []int32, loose bool, perVariable [][]occurrence) {
	g := len(s.groups)
	start := uint32(len(s.members))
	for i, v := range members {
		perVariable[v] = append(perVariable[v], occurrence(g<<6|i))
		s.members = append(s.members, In(int(v)))
	}
	mask := full(len(members))
	if loose {
		mask |= 3 << 62 // there are always two left
		for range 64 - len(members) {
			s.members = append(s.members, -1)
		}
	}
	s.groups = append(s.groups, group{mask, start, uint32(len(s.members))})
}

func (s *solver) stateClause(c []Lit, values []int8, index []int32) {
	var open []Lit
	for _, l := range c {
		v := values[l>>1]
		if l&1 != 0 {
			v = -v
		}
		switch {
		case v > 0:
			return
		case v == 0:
			open = append(open, Lit(2*index[l>>1])|l&1)
		}
	}
	s.add(open, permanent)
}

// settled is what follows from the facts: 1 in, -1 out, 0 open.
func (p *Problem) settled() (values []int8, ok bool) {
	values = make([]int8, p.variables)
	set := func(l Lit) (changed, ok bool) {
		v := int8(1)
		if l&1 != 0 {
			v = -1
		}
		switch values[l>>1] {
		case v:
			return false, true
		case 0:
			values[l>>1] = v
			return true, true
		}
		return false, false
	}
	for again := true; again; {
		again = false
		for g, members := range p.groups {
			in, open, last := -1, 0, -1
			for _, v := range members {
				switch {
				case values[v] > 0:
					in = int(v)
				case values[v] == 0:
					open, last = open+1, int(v)
				}
			}
			switch {
			case in >= 0:
				for _, v := range members {
					if int(v) != in {
						changed, ok := set(Out(int(v)))
						if !ok {
							return nil, false
						}
						again = again || changed
					}
				}
			case p.loose[g]:
			case open == 0:
				return nil, false
			case open == 1:
				set(In(last))
				again = true
			}
		}
		for _, c := range p.clauses {
			open, last, holds := 0, Lit(0), false
			for _, l := range c {
				switch v := values[l>>1]; {
				case v == 0:
					open, last = open+1, l
				case (v > 0) == (l&1 == 0):
					holds = true
				}
			}
			switch {
			case holds || open > 1:
			case open == 0:
				return nil, false
			default:
				set(last)
				again = true
			}
		}
	}
	return values, true
}

// assume makes an open literal true, and says why.
func (s *solver) assume(l Lit, reason uint32) {
	f := &s.facts[l>>1]
	f.reason, f.level, f.position = reason, int32(len(s.levels)), int32(len(s.trail))
	s.trail = append(s.trail, l)
	s.values[l], s.values[l^1] = 1, -1
	s.told = append(s.told, l)
	if l&1 != 0 {
		for _, o := range &f.groups {
			s.leave(o)
		}
		if s.further != nil {
			for _, o := range s.further[l>>1] {
				s.leave(o)
			}
		}
	}
}

// leave takes a member out of a group.
func (s *solver) leave(o occurrence) {
	g := &s.groups[o>>6]
	g.mask &^= 1 << (o & 63)
	if g.mask&(g.mask-1) == 0 {
		s.last(o >> 6)
	}
}

// last is what follows where a group has one member left, which is in, or none, a
// contradiction. What follows from the one waits on the trail.
func (s *solver) last(g occurrence) {
	m := s.groups[g].mask
	if m == 0 {
		s.contrary = conflict{byGroup, int32(g), 0}
	} else if l := s.members[s.groups[g].start+uint32(place(m))]; s.values[l] == 0 {
		s.assume(l, byGroup|uint32(g))
	}
}

// takeOut takes the other members of p's groups out.
func (s *solver) takeOut(p int32) {
	for _, o := range &s.facts[p].groups {
		if o != 0 && !s.takeOutOf(o, p) {
			return
		}
	}
	if s.further != nil {
		for _, o := range s.further[p] {
			if !s.takeOutOf(o, p) {
				return
			}
		}
	}
}

func (s *solver) takeOutOf(o occurrence, p int32) bool {
	g := &s.groups[o>>6]
	members := s.members[g.start:g.end]
	level, reason := int32(len(s.levels)), byMember|uint32(p)
	facts, groups, values := s.facts, s.groups, s.values
	for m := g.mask &^ (1 << (o & 63)); m != 0; m &= m - 1 {
		l := members[place(m)]
		if l < 0 { // one to spare
			continue
		}
		if values[l] > 0 {
			s.contrary = conflict{byMember, p, int32(l >> 1)}
			return false
		}
		values[l], values[l^1] = -1, 1
		s.told = append(s.told, l^1)
		f := &facts[l>>1]
		f.reason, f.level = reason, level
		// As leave does, four times in a row.
		o := f.groups[0]
		g := &groups[o>>6]
		if g.mask &^= 1 << (o & 63); g.mask&(g.mask-1) == 0 {
			s.last(o >> 6)
		}
		o = f.groups[1]
		g = &groups[o>>6]
		if g.mask &^= 1 << (o & 63); g.mask&(g.mask-1) == 0 {
			s.last(o >> 6)
		}
		o = f.groups[2]
		g = &groups[o>>6]
		if g.mask &^= 1 << (o & 63); g.mask&(g.mask-1) == 0 {
			s.last(o >> 6)
		}
		o = f.groups[3]
		g = &groups[o>>6]
		if g.mask &^= 1 << (o & 63); g.mask&(g.mask-1) == 0 {
			s.last(o >> 6)
		}
		if s.further != nil {
			for _, o := range s.further[l>>1] {
				s.leave(o)
			}
		}
		if s.contrary.kind != 0 {
			return false
		}
	}
	return true
}

// propagate draws every conclusion, or stops at a conflict, in the order in which things
// became so: to go through the groups first, or the clauses, costs less at each conflict,
// and more conflicts, up to twice as many (docs/BOARDS.md).
func (s *solver) propagate() conflict {
	from := s.heard
	for s.contrary.kind == 0 && s.heard < len(s.told) {
		l := s.told[s.heard]
		s.heard++
		if l&1 == 0 {
			if s.takeOut(int32(l >> 1)); s.contrary.kind != 0 {
				break
			}
		}
		if w := &s.waiting[l^1]; len(w.pairs)|len(w.watches) != 0 {
			s.tell(l, w)
		}
	}
	c := s.contrary
	s.contrary = conflict{}
	s.counts.Propagations += uint64(s.heard - from)
	return c
}

// tell looks at the clauses in which a literal has become false.
func (s *solver) tell(l Lit, w *waiting) {
	values := s.values
	gone := l ^ 1
	for _, q := range w.pairs {
		switch v := values[q]; {
		case v == 0:
			s.assume(q, byLiteral|uint32(l))
		case v < 0:
			s.contrary = conflict{byLiteral, int32(l), int32(q)}
			return
		}
	}
	if s.contrary.kind != 0 {
		return
	}
	watches, arena := w.watches, s.arena
	kept := 0
	for i, w := range watches {
		if values[w.blocker] > 0 {
			watches[kept] = w
			kept++
			continue
		}
		about := arena[w.clause:]
		c := about[header : header+uint(about[0])]
		other := c[0] ^ c[1] ^ gone
		held := values[other]
		if held > 0 {
			watches[kept] = watch{w.clause, other}
			kept++
			continue
		}
		k, found, q := 0, int8(-1), Lit(0)
		for k, q = range c[2:] {
			if found = values[q]; found >= 0 {
				break
			}
		}
		switch {
		case found > 0:
			watches[kept] = watch{w.clause, q}
			kept++
		case found == 0:
			c[0], c[1], c[k+2] = other, q, gone
			s.watch(q, watch{w.clause, other})
		default:
			watches[kept] = watch{w.clause, other}
			kept++
			if held == 0 {
				s.assume(other, byClause|uint32(w.clause))
			} else {
				s.contrary = conflict{byClause, w.clause, 0}
			}
			if s.contrary.kind != 0 {
				kept += copy(watches[kept:], watches[i+1:])
				s.waiting[gone].watches = watches[:kept]
				return
			}
		}
	}
	s.waiting[gone].watches = watches[:kept]
}

// back undoes everything after a level's end.
func (s *solver) back(to int) {
	if len(s.levels) <= to {
		return
	}
	from := s.levels[to]
	values, groups, facts, side := s.values, s.groups, s.facts, s.out
	for _, l := range s.told[from.told:] {
		v := l >> 1
		values[l], values[l^1] = 0, 0
		f := &facts[v]
		if side[v] = l&1 != 0; side[v] {
			o := f.groups[0]
			groups[o>>6].mask |= 1 << (o & 63)
			o = f.groups[1]
			groups[o>>6].mask |= 1 << (o & 63)
			o = f.groups[2]
			groups[o>>6].mask |= 1 << (o & 63)
			o = f.groups[3]
			groups[o>>6].mask |= 1 << (o & 63)
			if s.further != nil {
				for _, o := range s.further[v] {
					groups[o>>6].mask |= 1 << (o & 63)
				}
			}
		}
		if f.place < 0 {
			s.insert(int32(v))
		}
	}
	s.told, s.trail = s.told[:from.told], s.trail[:from.trail]
	s.heard = len(s.told)
	s.levels = s.levels[:to]
}

// because is the literals of a true literal's reason, which are all false, and perhaps
// itself. They may be gone at the next call, but for the first.
func (s *solver) because(l Lit) []Lit {
	r := s.facts[l>>1].reason
	x := r &^ kindMask
	switch r & kindMask {
	case byClause:
		return s.literals(int32(x))
	case byGroup:
		return s.members[s.groups[x].start:s.groups[x].end]
	case byLiteral:
		s.single[0] = Lit(x) ^ 1
		return s.single[:]
	case byMember:
		s.single[0] = Lit(2*x + 1)
		return s.single[:]
	}
	return nil
}

// against is the literals of a conflict, which are all false.
func (s *solver) against(c conflict) []Lit {
	switch c.kind {
	case byClause:
		return s.literals(c.x)
	case byGroup:
		return s.members[s.groups[c.x].start:s.groups[c.x].end]
	case byLiteral:
		return []Lit{Lit(c.x) ^ 1, Lit(c.y)}
	}
	return []Lit{Lit(2*c.x + 1), Lit(2*c.y + 1)}
}
