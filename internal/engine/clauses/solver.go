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

// fact is why a variable is in or out, and since which decision.
type fact struct {
	reason uint32
	level  int32
}

// occurrence is a place in a group: group<<6 | place.
type occurrence uint32

type watch struct {
	clause  int32
	blocker Lit // some other literal of it: where that holds, the clause needs no look
}

// level is where a decision begins.
type level struct{ trail, outs int32 }

type solver struct {
	variables int
	values    []int8 // by literal: 1 true, -1 false, 0 open
	facts     []fact
	position  []int32 // on the trail, of what stands there

	trail  []Lit
	outs   []int32 // variables that are out because a member is in
	levels []level
	told   []Lit // true literals, of which the clauses are to be told
	heard  int   // how many of those have been

	masks   []uint64 // by group: the members that are not out; at most one: and bits 62, 63
	members []int32
	starts  []int32 // by group, into members
	occurs  []occurrence
	occursS []int32 // by variable, into occurs

	store
	activity
	analysis

	names       []int32 // by variable: its name in the problem
	fixed       []bool  // by the problem's variables: in from the outset
	unsolvable  bool
	contrary    conflict
	counts      Counts
	sinceReduce uint64 // conflicts
	reductions  uint64
	shared      *exchange // with other threads, or nil
	thread      int
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
	s.values, s.facts, s.position = make([]int8, 2*n), make([]fact, n), make([]int32, n)
	s.trail = make([]Lit, 0, n)
	s.starts = []int32{0}
	perVariable := make([][]occurrence, n)
	for g, members := range p.groups {
		if some := s.openMembers(members, values, index); some != nil {
			s.addGroup(some, p.loose[g], perVariable)
		}
	}
	s.occursS = make([]int32, n+1)
	for v, all := range perVariable {
		s.occurs = append(s.occurs, all...)
		s.occursS[v+1] = int32(len(s.occurs))
	}
	s.store.init(n)
	s.analysis.init(n)
	s.activity.init(s)
	for _, c := range p.clauses {
		s.stateClause(c, values, index)
	}
	if memory == 0 {
		memory = defaultMemory
	}
	s.most, s.forever = memory/bytesPerWord+len(s.arena), 0
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
	g := len(s.masks)
	for i, v := range members {
		perVariable[v] = append(perVariable[v], occurrence(g<<6|i))
	}
	mask := full(len(members))
	if loose {
		mask |= 3 << 62 // there are always two left
		for len(members) < 64 {
			members = append(members, -1)
		}
	}
	s.masks = append(s.masks, mask)
	s.members = append(s.members, members...)
	s.starts = append(s.starts, int32(len(s.members)))
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
	v := l >> 1
	s.facts[v] = fact{reason, int32(len(s.levels))}
	s.position[v] = int32(len(s.trail))
	s.trail = append(s.trail, l)
	s.values[l], s.values[l^1] = 1, -1
	s.told = append(s.told, l)
	if l&1 != 0 {
		s.leave(int32(v))
	}
}

// leave takes a variable that is out from its groups. A group without members is a
// contradiction; the last member is in.
func (s *solver) leave(v int32) {
	for _, o := range s.occurs[s.occursS[v]:s.occursS[v+1]] {
		g := o >> 6
		m := s.masks[g] &^ (1 << (o & 63))
		s.masks[g] = m
		if m&(m-1) != 0 {
			continue
		}
		if m == 0 {
			s.contrary = conflict{byGroup, int32(g), 0}
		} else if last := s.members[int(s.starts[g])+place(m)]; s.values[2*last] == 0 {
			// What follows from this waits on the trail.
			s.facts[last] = fact{byGroup | uint32(g), int32(len(s.levels))}
			s.position[last] = int32(len(s.trail))
			s.trail = append(s.trail, Lit(2*last))
			s.values[2*last], s.values[2*last+1] = 1, -1
			s.told = append(s.told, Lit(2*last))
		}
	}
}

// takeOut takes the other members of p's groups out.
func (s *solver) takeOut(p int32) {
	reason := fact{byMember | uint32(p), int32(len(s.levels))}
	for _, o := range s.occurs[s.occursS[p]:s.occursS[p+1]] {
		g := o >> 6
		members := s.members[s.starts[g]:s.starts[g+1]]
		for m := s.masks[g] &^ (1 << (o & 63)); m != 0; m &= m - 1 {
			v := members[place(m)]
			if v < 0 { // the one to spare
				continue
			}
			if s.values[2*v] > 0 {
				s.contrary = conflict{byMember, p, v}
				return
			}
			s.values[2*v], s.values[2*v+1] = -1, 1
			s.facts[v] = reason
			s.outs = append(s.outs, v)
			s.told = append(s.told, Lit(2*v+1))
			s.leave(v)
			if s.contrary.kind != 0 {
				return
			}
		}
	}
}

// propagate draws every conclusion, or stops at a conflict, in the order in which things
// became so: to go through the groups first, or the clauses, costs less at each conflict,
// and more conflicts, up to twice as many (docs/BOARDS.md).
func (s *solver) propagate() conflict {
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
	s.counts.Propagations += uint64(s.heard)
	s.told, s.heard = s.told[:0], 0
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
		other := Lit(c[0]) ^ Lit(c[1]) ^ gone
		held := values[other]
		if held > 0 {
			watches[kept] = watch{w.clause, other}
			kept++
			continue
		}
		k, found, q := 0, int8(-1), int32(0)
		for k, q = range c[2:] {
			if found = values[q]; found >= 0 {
				break
			}
		}
		switch {
		case found > 0:
			watches[kept] = watch{w.clause, Lit(q)}
			kept++
		case found == 0:
			c[0], c[1], c[k+2] = int32(other), q, int32(gone)
			s.watch(Lit(q), watch{w.clause, other})
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
	for _, v := range s.outs[from.outs:] {
		s.reopen(v, true)
	}
	for _, l := range s.trail[from.trail:] {
		s.reopen(int32(l>>1), l&1 != 0)
	}
	s.outs, s.trail = s.outs[:from.outs], s.trail[:from.trail]
	s.levels = s.levels[:to]
	s.told, s.heard = s.told[:0], 0
}

func (s *solver) reopen(v int32, out bool) {
	s.values[2*v], s.values[2*v+1] = 0, 0
	if out {
		for _, o := range s.occurs[s.occursS[v]:s.occursS[v+1]] {
			s.masks[o>>6] |= 1 << (o & 63)
		}
	}
	s.out[v] = out
	if s.place[v] < 0 {
		s.insert(v)
	}
}

// because appends the literals of a true literal's reason, which are all false.
func (s *solver) because(l Lit, dst []Lit) []Lit {
	r := s.facts[l>>1].reason
	x := r &^ kindMask
	switch r & kindMask {
	case byClause:
		for _, q := range s.arena[x+header : x+header+uint32(s.arena[x])] {
			if Lit(q) != l {
				dst = append(dst, Lit(q))
			}
		}
	case byLiteral:
		dst = append(dst, Lit(x)^1)
	case byMember:
		dst = append(dst, Lit(2*x+1))
	case byGroup:
		for _, v := range s.members[s.starts[x]:s.starts[x+1]] {
			if Lit(2*v) != l && v >= 0 {
				dst = append(dst, Lit(2*v))
			}
		}
	}
	return dst
}

// against is the literals of a conflict, which are all false.
func (s *solver) against(c conflict, dst []Lit) []Lit {
	switch c.kind {
	case byClause:
		for _, q := range s.arena[c.x+header : c.x+header+s.arena[c.x]] {
			dst = append(dst, Lit(q))
		}
	case byLiteral:
		dst = append(dst, Lit(c.x)^1, Lit(c.y))
	case byMember:
		dst = append(dst, Lit(2*c.x+1), Lit(2*c.y+1))
	case byGroup:
		for _, v := range s.members[s.starts[c.x]:s.starts[c.x+1]] {
			if v >= 0 {
				dst = append(dst, Lit(2*v))
			}
		}
	}
	return dst
}
