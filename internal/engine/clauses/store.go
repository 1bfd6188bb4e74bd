package clauses

import (
	"cmp"
	"slices"
)

// store holds the clauses. A clause of three or more literals is in the arena. A clause of two literals is only in the
// watch lists.
//
//	arena   size · lbd<<3 | flags · literals, of which the first two are watched · up to three
//	        literals that are always false · next clause
type store struct {
	arena   []Lit     // the clauses, with their sizes and flags
	spare   []Lit     // the arena before the last reduction, whose memory is reused
	learned []int32   // the offsets of the clauses in the arena, including permanent ones
	waiting [][]watch // for each literal, the watches to visit when it becomes false; watches of two-literal clauses come first
	limit   int       // the length of the arena at which clauses must be removed
	forever int       // the length of all permanent clauses in the arena
}

func (s *store) literalsOf(offset int32) []Lit {
	return s.arena[offset+header : offset+header+int32(s.arena[offset])]
}

func (s *store) isArenaFull() bool { return len(s.arena) > s.limit }

// A clause of n literals takes 4·clauseWords(n) bytes twice, because the removal of clauses copies the arena. Its two
// watches take up to 56 bytes, because lists grow by doubling while the old lists are still allocated.
const (
	bytesPerWord  = 16
	defaultMemory = 128 << 20
)

const (
	header = 2

	permanent = int32(1) // the clause is never removed
	recent    = int32(2) // the clause was used since the reduction that preceded the last one
	used      = int32(4) // the clause was used since the last reduction
	lbdShift  = 3

	glue = 2 // a clause with at most this number of levels is never removed as unused
	core = 6 // an unused clause with at most this number of levels survives one more reduction
)

// clauseWords returns the number of words that a clause of n literals takes. Literals that are not watched are padded
// to a multiple of four.
func clauseWords(n int) int { return header + 2 + (n+1)&^3 }

func (s *store) init(variables int) {
	s.waiting = make([][]watch, 2*variables)
}

// addClause adds a clause with the flags in `about`. It returns the clause as a reason: the first literal must hold
// when all others are false. A clause of one literal is a fact and is not stored.
func (s *solver) addClause(c []Lit, about int32) (reason uint32) {
	switch len(c) {
	case 1:
		return byNothing
	case 2:
		for i, l := range c {
			s.waiting[l] = slices.Insert(s.waiting[l], len(s.binaryClauseWatches(l)), pair|watch(c[1-i]))
		}
		return byLiteral | uint32(c[1]^1)
	}
	offset := int32(len(s.arena))
	if about&permanent != 0 {
		s.forever += clauseWords(len(c))
	}
	s.arena = append(s.arena, Lit(len(c)), Lit(about))
	// A negative literal is false only if its variable is in, which is rare. Therefore it is stored early, where the
	// search for another literal to watch soon finds it.
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
	for len(s.arena) < int(offset)+clauseWords(len(c)) {
		s.arena = append(s.arena, Lit(2*s.variables))
	}
	s.learned = append(s.learned, offset)
	s.addWatch(c[0], newWatch(int(offset), c[1]))
	s.addWatch(c[1], newWatch(int(offset), c[0]))
	return byClause | uint32(offset)
}

func (s *store) addWatch(l Lit, w watch) { s.waiting[l] = append(s.waiting[l], w) }

// binaryClauseWatches returns the watches of l for two-literal clauses.
func (s *store) binaryClauseWatches(l Lit) []watch {
	w := s.waiting[l]
	if n := slices.IndexFunc(w, func(w watch) bool { return w >= 0 }); n >= 0 {
		return w[:n]
	}
	return w
}

func (s *solver) markClauseUsed(offset int32) {
	about := int32(s.arena[offset+1])
	lbd := about >> lbdShift
	if lbd > glue && about&permanent == 0 {
		lbd = min(lbd, s.countLevels(s.literalsOf(offset)))
	}
	about = lbd<<lbdShift | about&permanent | used
	if lbd <= core {
		about |= recent
	}
	s.arena[offset+1] = Lit(about)
}

// removeUnusedClauses removes three quarters of the clauses that were not used recently, and compacts the arena.
// Clauses with the most levels go first. If the arena was full, it removes further clauses until half of the arena is
// free.
func (s *solver) removeUnusedClauses() {
	const forgotten = ^Lit(0)
	locked := map[int32]Lit{} // the clauses that are reasons of true literals
	for _, l := range s.trail {
		if r := s.facts[l>>1].reason; r&kindMask == byClause {
			locked[int32(r&^kindMask)] = l
		}
	}
	isLocked := func(offset int32) bool { _, ok := locked[offset]; return ok }
	crowded := s.isArenaFull()
	var idle, busy []int32
	for _, offset := range s.learned {
		about := int32(s.arena[offset+1])
		if about&permanent != 0 || isLocked(offset) {
			continue
		}
		switch {
		case about>>lbdShift <= glue:
			busy = append(busy, offset)
			continue
		case about&(used|recent) == 0:
			idle = append(idle, offset)
			continue
		case about&used != 0 && about&recent != 0:
			about &^= used
		default: // the clause keeps neither flag, so the next reduction can remove it
			about &^= used | recent
		}
		s.arena[offset+1] = Lit(about)
		busy = append(busy, offset)
	}
	worse := func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.arena[b+1]>>lbdShift, s.arena[a+1]>>lbdShift), cmp.Compare(s.arena[b], s.arena[a]))
	}
	slices.SortStableFunc(idle, worse)
	count := len(idle) * 3 / 4
	if crowded {
		slices.SortStableFunc(busy, worse)
		idle = append(idle, busy...)
		count = 0
		for free := 0; count < len(idle) && free < len(s.arena)/2; count++ {
			free += clauseWords(int(s.arena[idle[count]]))
		}
	}
	for _, offset := range idle[:count] {
		s.arena[offset+1] = forgotten
	}
	s.packWatches()
	if cap(s.spare) < len(s.arena) {
		s.spare = make([]Lit, 0, len(s.arena))
	}
	arena, learned := s.spare[:0], s.learned[:0]
	for _, offset := range s.learned {
		if s.arena[offset+1] == forgotten {
			continue
		}
		c := s.literalsOf(offset)
		if !isLocked(offset) && slices.ContainsFunc(c, func(l Lit) bool {
			return s.values[l] > 0 && s.facts[l>>1].level == 0
		}) {
			continue
		}
		to := int32(len(arena))
		arena = append(arena, s.arena[offset:int(offset)+clauseWords(len(c))]...)
		learned = append(learned, to)
		s.addWatch(c[0], newWatch(int(to), c[1]))
		s.addWatch(c[1], newWatch(int(to), c[0]))
		if l, ok := locked[offset]; ok {
			s.facts[l>>1].reason = byClause | uint32(to)
		}
	}
	s.spare, s.arena, s.learned = s.arena, arena, learned
}

// packWatches keeps only the watches of two-literal clauses, and moves all lists into one slice. Each list gets one and
// a half times its former length as capacity.
func (s *solver) packWatches() {
	total := 0
	for _, w := range s.waiting {
		total += len(w) + len(w)/2
	}
	pool := make([]watch, 0, total)
	for i, w := range s.waiting {
		from, room := len(pool), len(w)+len(w)/2
		pool = append(pool, s.binaryClauseWatches(Lit(i))...)
		s.waiting[i] = pool[from : len(pool) : from+room]
		pool = pool[:from+room]
	}
}
