package clauses

// The analysis of a conflict marks each variable with one of these values.
const (
	unseen    = int8(iota)
	seen      // the variable's literal is in the clause, has been replaced by its reason, or is a fact
	implied   // the variable's literal follows from seen literals
	notFollow // the variable's literal does not follow from seen literals
)

// analysis is memory for the analysis of conflicts, which each conflict reuses.
type analysis struct {
	marks   []int8
	marked  []int32
	noted   int    // the first `noted` literals of assigned are marked as facts
	clause  []Lit  // the clause being learned
	single  [1]Lit // memory for a reason of one literal
	rest    []int32
	byLevel [][]Lit // for each level, the literals of the clause while the clause is shortened
	joining []Lit   // the literals that findDominator adds to the clause
	// hanging[p] has the variable that is out because the member p is in. It is valid for one pass along the trail,
	// which visits this variable right after p.
	hanging []forcedOut
	block   []uint32 // for each variable, the number of the last pass that looks for it
	trip    uint32   // the number of the current pass
	stamps  []uint32 // for each level, the number of the last count that included it
	stamp   uint32
}

// forcedOut holds a variable v that is out because a certain member of its group is in. It is valid only for the pass
// with the number `trip`. If the pass finds several such variables for one member, v is -1.
type forcedOut struct {
	trip uint32
	v    int32
}

func (a *analysis) init(variables int) {
	a.marks, a.block = make([]int8, variables), make([]uint32, variables)
	a.hanging = make([]forcedOut, variables)
	a.stamps = make([]uint32, variables+1)
}

// recordExclusion records that variable v is out because member p is in. `first` is set if this pass has recorded no
// other variable for p.
func (a *analysis) recordExclusion(p, v int32) (first bool) {
	h := &a.hanging[p]
	if h.trip == a.trip {
		h.v = -1
		return false
	}
	h.trip, h.v = a.trip, v
	return true
}

// clearTrailMarks begins a new pass along the trail.
func (a *analysis) clearTrailMarks() {
	if a.trip++; a.trip == 0 {
		clear(a.hanging)
		clear(a.block)
		a.trip = 1
	}
}

// trailVariable returns the variable that stands for v on the trail. If v is out because a member of its group is in,
// this is the member. Otherwise it is v.
func (s *solver) trailVariable(v int32) int32 {
	if r := s.facts[v].reason; r&kindMask == byMember {
		return int32(r &^ kindMask)
	}
	return v
}

// markVariable marks v as seen, and reports whether v had no mark.
func (s *solver) markVariable(v int32) (first bool) {
	if s.marks[v] != unseen {
		return false
	}
	s.marks[v] = seen
	s.marked = append(s.marked, v)
	return true
}

// learnClause analyses conflict c and stores the learned clause in s.clause. After that the search must backtrack to
// the level `to`. Then all literals of the clause except the first are false, so the first must hold. lbd is the number
// of levels in the clause.
func (s *solver) learnClause(c conflict) (to int, lbd int32) {
	if c.kind == byClause {
		s.markClauseUsed(c.x)
	}
	s.clause = append(s.clause[:0], 0)
	s.clause[0] = s.resolveToLastOfLevel(s.conflictLiterals(c))
	s.raiseActivity(s.marked)
	s.bumpReasons()
	s.shortenLearnt()
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
	return to, s.countLevels(s.clause)
}

// resolveToLastOfLevel replaces false literals of the current level by their reasons, beginning with the last literal
// on the trail. It stops when one literal of the level is left: the first unique implication point. It returns this
// literal, and adds the literals of lower levels to the clause.
func (s *solver) resolveToLastOfLevel(literals []Lit) Lit {
	here := int32(len(s.levels))
	open := 0
	note := func(literals []Lit) {
		for _, l := range literals {
			v := int32(l >> 1)
			if !s.markVariable(v) {
				continue
			}
			if s.facts[v].level != here {
				s.clause = append(s.clause, l)
				continue
			}
			if p := s.trailVariable(v); p == v || s.recordExclusion(p, v) {
				open++
			}
		}
	}
	s.clearTrailMarks()
	note(literals)
	for i := len(s.trail) - 1; ; i-- {
		l := s.trail[i]
		p := int32(l >> 1)
		if h := s.hanging[p]; h.trip == s.trip {
			if open == 1 && h.v >= 0 {
				return Lit(2 * h.v)
			}
			if !s.markVariable(p) {
				open--
			}
		} else if s.marks[p] != seen {
			continue
		}
		if open == 1 {
			return l ^ 1
		}
		open--
		if r := s.facts[p].reason; r&kindMask == byClause {
			s.markClauseUsed(int32(r &^ kindMask))
		}
		note(s.reasonOf(l))
	}
}

// bumpReasons raises the activity of the variables in the reasons of the clause's literals, and of the variables in the
// reasons of those variables. The next decisions are then close to the conflict.
func (s *solver) bumpReasons() {
	s.rest = s.rest[:0]
	for _, l := range s.clause {
		s.collectReasons(int32(l >> 1))
	}
	for _, v := range s.rest[:len(s.rest):len(s.rest)] {
		s.collectReasons(v)
	}
	for _, v := range s.rest {
		s.marks[v] = unseen
	}
	s.raiseActivity(s.rest)
}

func (s *solver) collectReasons(v int32) {
	for _, q := range s.reasonOf(PositiveLiteral(int(v))) {
		if u := int32(q >> 1); u != v && s.marks[u] == unseen {
			s.marks[u] = seen
			s.rest = append(s.rest, u)
		}
	}
}

// shortenLearnt shortens the clause level by level, from the highest down. If one literal implies all literals of the
// clause at a level, this literal replaces them. The implication may also use literals of lower levels. These then join
// the clause, and may be replaced when their level is shortened. If no single literal implies all literals of a level,
// shortenLearnt only removes the literals that follow from other literals of the clause.
func (s *solver) shortenLearnt() {
	for len(s.byLevel) < len(s.levels) {
		s.byLevel = append(s.byLevel, nil)
	}
	for _, l := range s.clause[1:] {
		level := s.facts[l>>1].level
		s.byLevel[level] = append(s.byLevel[level], l)
	}
	s.clause = s.clause[:1]
	for level := len(s.levels) - 1; level > 0; level-- {
		literals := s.byLevel[level]
		if len(literals) > 1 {
			if one, ok := s.findDominator(literals); ok {
				s.markSeen(one)
				for _, l := range s.joining {
					s.markSeen(l)
					level := s.facts[l>>1].level
					s.byLevel[level] = append(s.byLevel[level], l)
				}
				literals = append(literals[:0], one)
			}
		}
		for _, l := range literals {
			if s.facts[l>>1].reason&kindMask == byNothing || !s.isImplied(l, 0) {
				s.clause = append(s.clause, l)
			}
		}
		s.byLevel[level] = literals[:0]
	}
}

func (s *solver) markRootVariablesSeen() {
	for _, l := range s.assigned[s.noted:] {
		s.marks[l>>1] = seen
	}
	s.noted = len(s.assigned)
}

func (s *solver) markSeen(l Lit) {
	v := l >> 1
	if s.marks[v] == unseen {
		s.marked = append(s.marked, int32(v))
	}
	s.marks[v] = seen
}

// newLevel limits the levels that findDominator adds to the clause. For each added level, the dominator must replace at
// least newLevel literals.
const newLevel = 5

// findDominator returns a false literal of the current level that implies all given literals. The implication may also
// use literals of lower levels. s.joining receives those lower literals that the clause does not already imply.
func (s *solver) findDominator(literals []Lit) (one Lit, ok bool) {
	facts, block := s.facts, s.block
	level := facts[literals[0]>>1].level
	s.clearTrailMarks()
	trip := s.trip
	open, place := 0, int32(0)
	for _, l := range literals {
		v := int32(l >> 1)
		block[v] = trip
		p := s.trailVariable(v)
		if p == v || s.recordExclusion(p, v) {
			open++
			place = max(place, facts[p].position)
		}
	}
	s.joining = s.joining[:0]
	fresh := 0
search:
	for i := place; ; i-- {
		l := s.trail[i]
		p := int32(l >> 1)
		if h := s.hanging[p]; h.trip == trip {
			if open == 1 && h.v >= 0 {
				one, ok = Lit(2*h.v), true
				break
			}
			if block[p] == trip {
				open--
			}
			block[p] = trip
		} else if block[p] != trip {
			continue
		}
		if open == 1 {
			one, ok = l^1, true
			break
		}
		open--
		for _, q := range s.reasonOf(l) {
			v := int32(q >> 1)
			if block[v] == trip {
				continue
			}
			f := &facts[v]
			switch of := f.level; {
			case of == level:
				if f.reason&kindMask != byMember || s.recordExclusion(int32(f.reason&^kindMask), v) {
					open++
				}
			case s.marks[v] == seen:
				continue
			case f.reason&kindMask != byNothing && s.isImplied(q, 0):
				continue
			default:
				if len(s.byLevel[of]) == 0 {
					if fresh++; fresh*newLevel > len(literals) {
						break search
					}
				}
				s.joining = append(s.joining, q)
			}
			block[v] = trip
		}
	}
	return one, ok
}

// isImplied reports whether a false literal follows from other literals of the clause. It follows at most 200 reasons
// in a row.
func (s *solver) isImplied(l Lit, depth int) bool {
	if depth > 200 {
		return false
	}
	for _, q := range s.reasonOf(l ^ 1) {
		v := int32(q >> 1)
		m := s.marks[v]
		if m == seen || m == implied || q == l^1 {
			continue
		}
		if m == notFollow || s.facts[v].reason&kindMask == byNothing || !s.isImplied(q, depth+1) {
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

// countLevels returns the number of different levels among the literals: their LBD (Audemard and Simon 2009).
func (s *solver) countLevels(literals []Lit) (n int32) {
	s.stamp++
	for _, l := range literals {
		if level := s.facts[l>>1].level; s.stamps[level] != s.stamp {
			s.stamps[level] = s.stamp
			n++
		}
	}
	return n
}
