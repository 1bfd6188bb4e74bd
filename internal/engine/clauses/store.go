package clauses

import "slices"

// store is the clauses. One of three literals and more is in the arena, its header before
// them; of two, in pairs.
//
//	arena   size · lbd<<3 | flags · literals, of which the first two are watched · next clause
type store struct {
	arena   []Lit     // sizes and flags among literals
	spare   []Lit     // the arena before the last reduction, to be used again
	learned []int32   // where in the arena a clause stands, permanent ones included
	waiting []waiting // by literal
	most    int       // how long the arena may become before clauses are forgotten for it
	forever int       // how much of it those take that stay
}

// literals is those of a clause in the arena.
func (s *store) literals(at int32) []Lit {
	return s.arena[at+header : at+header+int32(s.arena[at])]
}

// full tells whether the clauses fill their room.
func (s *store) full() bool { return len(s.arena) > s.most }

// A clause of n literals takes 4·(n + 2) bytes twice, as the arena is copied when clauses are
// forgotten, and its two watches up to 32, as their lists grow by doubling.
const (
	bytesPerWord  = 16
	defaultMemory = 128 << 20
)

// waiting is what a literal that goes false is told to: the clauses of two literals by their
// other one, and those that watch it.
type waiting struct {
	pairs   []Lit
	watches []watch
}

const (
	header = 2

	permanent = int32(1) // stays
	recent    = int32(2) // in use since the last reduction but one
	used      = int32(4) // in use since the last reduction
	lbdShift  = 3

	glue = 2 // clauses of so few levels stay
	core = 6 // and those of so few stay a reduction longer
)

func (s *store) init(variables int) {
	s.waiting = make([]waiting, 2*variables)
}

// add adds a clause to the store and returns why its first literal holds, if all others are
// false. A clause of one literal is a fact and needs no place.
func (s *solver) add(c []Lit, about int32) (reason uint32) {
	switch len(c) {
	case 1:
		return byNothing
	case 2:
		for i, l := range c {
			w := &s.waiting[l]
			w.pairs = append(w.pairs, c[1-i])
		}
		return byLiteral | uint32(c[1]^1)
	}
	at := int32(len(s.arena))
	if about&permanent != 0 {
		s.forever += header + len(c)
	}
	s.arena = append(s.arena, Lit(len(c)), Lit(about))
	// What says "out" goes false only when its variable comes in, which is rare: it is
	// found first when another literal is to be watched.
	s.arena = append(s.arena, c[0], c[1])
	for _, l := range c[2:] {
		if l&1 == 1 {
			s.arena = append(s.arena, l)
		}
	}
	for _, l := range c[2:] {
		if l&1 == 0 {
			s.arena = append(s.arena, l)
		}
	}
	s.learned = append(s.learned, at)
	s.watch(c[0], watch{at, c[1]})
	s.watch(c[1], watch{at, c[0]})
	return byClause | uint32(at)
}

func (s *store) watch(l Lit, w watch) { s.waiting[l].watches = append(s.waiting[l].watches, w) }

// touch notes that a clause was of use.
func (s *solver) touch(at int32) {
	about := int32(s.arena[at+1])
	lbd := about >> lbdShift
	if lbd > glue && about&permanent == 0 {
		lbd = min(lbd, s.lbdOf(s.literals(at)))
	}
	about = lbd<<lbdShift | about&permanent | used
	if lbd <= core {
		about |= recent
	}
	s.arena[at+1] = Lit(about)
}

// reduce forgets three quarters of the clauses that were of no use lately, those of the most
// levels first, and closes the gaps. Where clauses fill their room it forgets others as well,
// until they take half of it.
func (s *solver) reduce() {
	const moved = Lit(-1)
	locked := map[int32]Lit{} // clauses that are the reason of a literal
	for _, l := range s.trail {
		if r := s.facts[l>>1].reason; r&kindMask == byClause {
			locked[int32(r&^kindMask)] = l
		}
	}
	isLocked := func(at int32) bool { _, ok := locked[at]; return ok }
	crowded := s.full()
	var idle, busy []int32
	for _, at := range s.learned {
		about := int32(s.arena[at+1])
		if about&permanent != 0 || isLocked(at) {
			continue
		}
		switch {
		case about>>lbdShift <= glue:
			busy = append(busy, at)
			continue
		case about&(used|recent) == 0:
			idle = append(idle, at)
			continue
		case about&used != 0 && about&recent != 0:
			about &^= used
		default: // used → recent → idle; a clause of few levels is given one more
			about &^= used | recent
		}
		s.arena[at+1] = Lit(about)
		busy = append(busy, at)
	}
	worse := func(a, b int32) int {
		if d := s.arena[b+1]>>lbdShift - s.arena[a+1]>>lbdShift; d != 0 {
			return int(d)
		}
		return int(s.arena[b] - s.arena[a])
	}
	slices.SortStableFunc(idle, worse)
	gone := len(idle) * 3 / 4
	if crowded {
		slices.SortStableFunc(busy, worse)
		idle = append(idle, busy...)
		gone = 0
		for free := 0; gone < len(idle) && free < len(s.arena)/2; gone++ {
			free += int(header + s.arena[idle[gone]])
		}
	}
	for _, at := range idle[:gone] {
		s.arena[at+1] = moved
	}
	for i := range s.waiting {
		s.waiting[i].watches = s.waiting[i].watches[:0]
	}
	if cap(s.spare) < len(s.arena) {
		s.spare = make([]Lit, 0, len(s.arena))
	}
	arena, learned := s.spare[:0], s.learned[:0]
	for _, at := range s.learned {
		if s.arena[at+1] == moved {
			continue
		}
		c := s.literals(at)
		if !isLocked(at) && slices.ContainsFunc(c, func(l Lit) bool {
			return s.values[l] > 0 && s.facts[l>>1].level == 0
		}) {
			continue
		}
		to := int32(len(arena))
		arena = append(arena, s.arena[at:at+header+int32(len(c))]...)
		learned = append(learned, to)
		s.watch(c[0], watch{to, c[1]})
		s.watch(c[1], watch{to, c[0]})
		if l, ok := locked[at]; ok {
			s.facts[l>>1].reason = byClause | uint32(to)
		}
	}
	s.spare, s.arena, s.learned = s.arena, arena, learned
}
