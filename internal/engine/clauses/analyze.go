package clauses

import "slices"

// What is known of a variable while a conflict is looked into.
const (
	unseen    = int8(iota)
	seen      // its literal stands for the conflict
	implied   // it follows from those
	notFollow // it does not
)

// analysis is the scratch of looking into conflicts.
type analysis struct {
	marks   []int8
	marked  []int32
	clause  []Lit   // what is learned
	reasons [][]Lit // scratch by depth
	keys    []uint64
	rest    []int32
	// What is out because of a member that is in hangs on that: first[p], next[v], 0 at the
	// end, variables counted from 1. Its place in the order of the trail is right behind.
	first, next []int32
	hung        []int32
	block       []bool // marks of one level
	blocked     []int32
	stamps      []uint32 // by level
	stamp       uint32
}

func (a *analysis) init(variables int) {
	a.marks, a.block = make([]int8, variables), make([]bool, variables)
	a.first, a.next = make([]int32, variables), make([]int32, variables)
	a.stamps = make([]uint32, variables+1)
}

// hang puts v, which is out because p is in, behind p.
func (a *analysis) hang(p, v int32) {
	if a.first[p] == 0 {
		a.hung = append(a.hung, p)
	}
	a.next[v] = a.first[p]
	a.first[p] = v + 1
}

func (a *analysis) takeDown() {
	for _, p := range a.hung {
		a.first[p] = 0
	}
	a.hung = a.hung[:0]
}

// behind is the variable whose place on the trail a variable has, itself or the member
// that took it out.
func (s *solver) behind(v int32) int32 {
	if r := s.facts[v].reason; r&kindMask == byMember {
		return int32(r &^ kindMask)
	}
	return v
}

func (s *solver) trailPlace(v int32) int32 { return s.position[s.behind(v)] }

// mark notes a variable; first tells whether it was not seen before.
func (s *solver) mark(v int32) (first bool) {
	if s.marks[v] != unseen || s.facts[v].level == 0 {
		return false
	}
	s.marks[v] = seen
	s.marked = append(s.marked, v)
	s.bump(v)
	return true
}

// learn leaves in s.clause what the conflict says: its first literal is to hold at the
// level returned, where all others are false.
func (s *solver) learn(c conflict) (to int, lbd int32) {
	if c.kind == byClause {
		s.touch(c.x)
	}
	var room [96]Lit
	s.clause = append(s.clause[:0], 0)
	s.clause[0] = s.lastOfLevel(s.against(c, room[:0]), room[:0])
	s.bumpReasons(room[:0])
	s.shorten()
	for _, v := range s.marked {
		s.marks[v] = unseen
	}
	s.marked = s.marked[:0]
	if len(s.clause) > 1 {
		m := 1
		for i, l := range s.clause[2:] {
			if s.facts[l>>1].level > s.facts[s.clause[m]>>1].level {
				m = i + 2
			}
		}
		s.clause[1], s.clause[m] = s.clause[m], s.clause[1]
		to = int(s.facts[s.clause[1]>>1].level)
	}
	return to, lbdOf(s, s.clause)
}

// lastOfLevel resolves false literals with their reasons, the last on the trail first, until
// one of the present level is left, which it returns; those of lower levels go to the
// clause.
func (s *solver) lastOfLevel(literals, room []Lit) Lit {
	here := int32(len(s.levels))
	open := 0
	note := func(literals []Lit) {
		for _, l := range literals {
			v := int32(l >> 1)
			if !s.mark(v) {
				continue
			}
			if s.facts[v].level != here {
				s.clause = append(s.clause, l)
				continue
			}
			open++
			if p := s.behind(v); p != v {
				s.hang(p, v)
			}
		}
	}
	note(literals)
	defer s.takeDown()
	for i := len(s.trail) - 1; ; i-- {
		l := s.trail[i]
		p := int32(l >> 1)
		for v := s.first[p]; v != 0; v = s.next[v-1] {
			if open == 1 {
				return Lit(2 * (v - 1))
			}
			open--
			if s.mark(p) {
				open++
			}
		}
		if s.marks[p] != seen {
			continue
		}
		if open == 1 {
			return l ^ 1
		}
		open--
		if r := s.facts[p].reason; r&kindMask == byClause {
			s.touch(int32(r &^ kindMask))
		}
		note(s.because(l, room))
	}
}

// bumpReasons bumps what the clause's literals follow from, and what those do: who decides
// next looks there.
func (s *solver) bumpReasons(room []Lit) {
	s.rest = s.rest[:0]
	note := func(l Lit) {
		if s.facts[l>>1].reason&kindMask == byNothing {
			return
		}
		for _, q := range s.because(l, room) {
			if v := int32(q >> 1); s.marks[v] == unseen && s.facts[v].level > 0 {
				s.marks[v] = seen
				s.rest = append(s.rest, v)
			}
		}
	}
	for _, l := range s.clause {
		note(l ^ 1)
	}
	for _, v := range s.rest[:len(s.rest):len(s.rest)] {
		note(s.truth(v))
	}
	for _, v := range s.rest {
		s.marks[v] = unseen
		s.bump(v)
	}
}

// truth is a variable's true literal.
func (s *solver) truth(v int32) Lit {
	if s.values[2*v] > 0 {
		return Lit(2 * v)
	}
	return Lit(2*v + 1)
}

// shorten replaces the clause's literals of a level by the one from which they all follow,
// where nothing else is needed for that, and drops those that follow from the others.
func (s *solver) shorten() {
	rest := s.clause[1:]
	s.keys = s.keys[:0]
	for _, l := range rest {
		s.keys = append(s.keys, uint64(^uint32(s.trailPlace(int32(l>>1))))<<32|uint64(uint32(l)))
	}
	slices.Sort(s.keys)
	for i, k := range s.keys {
		rest[i] = Lit(uint32(k))
	}
	kept := 0
	for i := 0; i < len(rest); {
		level := s.facts[rest[i]>>1].level
		k := i + 1
		for k < len(rest) && s.facts[rest[k]>>1].level == level {
			k++
		}
		if k-i > 1 {
			if one, ok := s.dominator(rest[i:k]); ok {
				if v := int32(one >> 1); s.marks[v] != seen {
					if s.marks[v] == unseen {
						s.marked = append(s.marked, v)
					}
					s.marks[v] = seen
				}
				rest[kept] = one
				kept++
				i = k
				continue
			}
		}
		for ; i < k; i++ {
			if l := rest[i]; s.facts[l>>1].reason&kindMask == byNothing || !s.follows(l, 0) {
				rest[kept] = l
				kept++
			}
		}
	}
	s.clause = s.clause[:1+kept]
}

// dominator is the false literal of a level from which all these follow, with nothing of
// other levels but what follows from the clause.
func (s *solver) dominator(literals []Lit) (one Lit, ok bool) {
	level := s.facts[literals[0]>>1].level
	open := 0
	put := func(v int32) {
		if s.block[v] {
			return
		}
		s.block[v] = true
		s.blocked = append(s.blocked, v)
		open++
		if p := s.behind(v); p != v {
			s.hang(p, v)
		}
	}
	defer func() {
		for _, v := range s.blocked {
			s.block[v] = false
		}
		s.blocked = s.blocked[:0]
		s.takeDown()
	}()
	for _, l := range literals {
		put(int32(l >> 1))
	}
	var room [96]Lit
	for i := s.trailPlace(int32(literals[0] >> 1)); ; i-- {
		l := s.trail[i]
		p := int32(l >> 1)
		for v := s.first[p]; v != 0; v = s.next[v-1] {
			if open == 1 {
				return Lit(2 * (v - 1)), true
			}
			open--
			put(p)
		}
		if !s.block[p] {
			continue
		}
		if open == 1 {
			return l ^ 1, true
		}
		open--
		for _, q := range s.because(l, room[:0]) {
			v := int32(q >> 1)
			switch s.facts[v].level {
			case 0:
			case level:
				put(v)
			default:
				if s.marks[v] != seen && (s.facts[v].reason&kindMask == byNothing || !s.follows(q, 0)) {
					return 0, false
				}
			}
		}
	}
}

// follows tells whether a false literal follows from others of the clause.
func (s *solver) follows(l Lit, depth int) bool {
	if depth > 200 {
		return false
	}
	var room [64]Lit
	for _, q := range s.because(l^1, room[:0]) {
		v := int32(q >> 1)
		if s.facts[v].level == 0 || s.marks[v] == seen || s.marks[v] == implied {
			continue
		}
		if s.marks[v] == notFollow || s.facts[v].reason&kindMask == byNothing || !s.follows(q, depth+1) {
			if s.marks[v] == unseen {
				s.marks[v] = notFollow
				s.marked = append(s.marked, v)
			}
			return false
		}
	}
	if v := int32(l >> 1); s.marks[v] == unseen {
		s.marks[v] = implied
		s.marked = append(s.marked, v)
	}
	return true
}

// lbdOf is how many levels the literals are from (Audemard and Simon 2009).
func lbdOf[L ~int32](s *solver, literals []L) (n int32) {
	s.stamp++
	for _, l := range literals {
		if level := s.facts[l>>1].level; s.stamps[level] != s.stamp {
			s.stamps[level] = s.stamp
			n++
		}
	}
	return n
}
