package clauses

import "math/bits"

// The upper three bits of a reason are its kind. The kind determines what the other bits are: the number of a clause, a
// literal, or a group.
const (
	byNothing = uint32(iota) << 29 // the literal was decided, or is a fact
	byClause                       // every other literal of a stored clause is false
	byLiteral                      // another literal is true
	byGroup                        // every other member of a group is out
	byMember                       // another member of a group is in; such a literal is in assigned, but not on the trail
	kindMask  = uint32(7) << 29
)

// variableData holds the data of a variable for propagation. It takes half a cache line.
type variableData struct {
	groups   [4]occurrence // the first four groups of the variable; an unused element is group 0, which has no effect
	reason   uint32        // the reason why the variable is in or out
	level    int32         // the level of the decision from which the value follows
	position int32         // the index of the variable on the trail, if it is on the trail
	place    int32         // the index of the variable in the heap, or -1
}

// occurrence is the place of a variable in a group: group<<6 | index.
type occurrence uint32

// watch is clause<<32 | blocker: the offset of a clause in the arena, and another literal of this clause. If the
// blocker holds, propagation need not visit the clause. For a clause of two literals, the watch is negative, and the
// blocker is the other literal.
type watch int64

const (
	pair  = watch(-1 << 32)
	moved = watch(-1) // another literal watches the clause now
)

func newWatch(clause int, blocker Lit) watch { return watch(clause)<<32 | watch(blocker) }

func (w watch) clauseOffset() int { return int(uint64(w) >> 32) }

func (w watch) blocker() Lit { return Lit(w) }

// level belongs to a decision. It holds the lengths that trail and assigned had just before the decision.
type level struct{ trail, assigned int32 }

type solver struct {
	variables int
	values    []int8 // for each literal: 1 true, -1 false, 0 open; the last element is for toSpare, which is always false
	facts     []variableData

	trail      []Lit
	assigned   []Lit // the true literals in order: literals on the trail, and literals of members that are out because of another member
	propagated int   // the number of literals in assigned that have been propagated
	levels     []level

	masks   []uint64       // for each group, the members that are not out; bits 62 and 63 belong to groups of AddAtMostOne
	starts  []uint32       // for each group, the index of its first member in members; the last element is the length of members
	members []Lit          // the members as positive literals; unused elements of a group of AddAtMostOne are toSpare
	further [][]occurrence // for each variable, its groups after the first four

	store
	activity
	sideMemory
	analysis

	names       []int32 // for each variable, its number in the problem
	fixed       []bool  // for each variable of the problem, whether it is in at the root
	unsolvable  bool
	limits      Limits
	found       bool   // set if this or another thread has found a solution
	foundAt     uint64 // the number of conflicts at the last solution
	contrary    conflict
	counts      Counts
	sinceReduce uint64 // the number of conflicts since the last reduction
	reductions  uint64
	shared      *exchange      // the clauses that threads share; nil if this thread is alone
	news        []sharedClause // clauses of other threads that are still to be added
	thread      int
	shareLBD    int32 // the greatest number of levels of a clause that this thread shares
}

// toSpare stands for "no member" in the unused elements of a group.
const toSpare = ^Lit(0)

// conflict is a contradiction: all literals of a clause are false, all members of a group are out, or two members of a
// group are in.
type conflict struct {
	kind uint32
	x    int32
	y    int32
}

// newSolver returns a solver for a copy of the problem, without variables whose values follow by propagation.
func newSolver(p *Problem, memory int) *solver {
	values, ok := p.propagatedValues()
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
	s.values, s.facts = make([]int8, 2*n+1), make([]variableData, n)
	s.values[2*n] = -1
	s.trail, s.assigned = make([]Lit, 0, n), make([]Lit, 0, n)
	s.masks, s.starts = []uint64{fullMask(64)}, []uint32{0, 0}
	perVariable := make([][]occurrence, n)
	for g, members := range p.groups {
		if open := s.undecidedMembers(members, values, index); open != nil {
			s.addGroup(open, p.loose[g], perVariable)
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
		s.pushVariable(v)
	}
	for _, c := range p.clauses {
		s.addSimplifiedClause(c, values, index)
	}
	if memory == 0 {
		memory = defaultMemory
	}
	s.limit, s.forever = memory/bytesPerWord+len(s.arena), 0
	s.turnsAt, s.shareLBD = seekAfter[0], shareLBD
	if n > manyVariables {
		s.turnsAt, s.shareLBD = seekAfter[1], shareLBDMany
	}
	return s
}

// undecidedMembers returns the open members of a group, as variables of the solver. If a member of the group is in, it
// returns nil.
func (s *solver) undecidedMembers(members []int32, values []int8, index []int32) (open []int32) {
	for _, v := range members {
		switch {
		case values[v] > 0:
			return nil
		case values[v] == 0:
			open = append(open, index[v])
		}
	}
	return open
}

func (s *solver) addGroup(members []int32, loose bool, perVariable [][]occurrence) {
	g := len(s.masks)
	for i, v := range members {
		perVariable[v] = append(perVariable[v], occurrence(g<<6|i))
		s.members = append(s.members, PositiveLiteral(int(v)))
	}
	mask := fullMask(len(members))
	if loose {
		mask |= 3 << 62 // two more bits are always set, so that propagation never finds a last member
		for range 64 - len(members) {
			s.members = append(s.members, toSpare)
		}
	}
	s.masks, s.starts = append(s.masks, mask), append(s.starts, uint32(len(s.members)))
}

func (s *solver) addSimplifiedClause(c []Lit, values []int8, index []int32) {
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
	s.addClause(open, permanent)
}

// propagatedValues propagates the groups and clauses of the problem, and returns the values of its variables: 1 in, -1
// out, 0 open. ok is false if there is a contradiction.
func (p *Problem) propagatedValues() (values []int8, ok bool) {
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
						changed, ok := set(NegativeLiteral(int(v)))
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
				set(PositiveLiteral(last))
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

func (s *solver) setTrue(l Lit, reason uint32) {
	f := &s.facts[l>>1]
	f.reason, f.level, f.position = reason, int32(len(s.levels)), int32(len(s.trail))
	s.trail = append(s.trail, l)
	s.values[l], s.values[l^1] = 1, -1
	s.assigned = append(s.assigned, l)
	if l&1 != 0 {
		for _, o := range &f.groups {
			s.removeMember(o)
		}
		if s.further != nil {
			for _, o := range s.further[l>>1] {
				s.removeMember(o)
			}
		}
	}
}

func (s *solver) removeMember(o occurrence) {
	g := o >> 6
	s.masks[g] &^= 1 << (o & 63)
	if m := s.masks[g]; m&(m-1) == 0 {
		s.propagateLastMember(g)
	}
}

// propagateLastMember makes the last member of a group true and puts it on the trail. If no member is left, it records
// a conflict. At most one member may be left.
func (s *solver) propagateLastMember(g occurrence) {
	m := s.masks[g]
	if m == 0 {
		s.contrary = conflict{byGroup, int32(g), 0}
	} else if l := s.members[s.starts[g]+uint32(indexOfOnly(m))]; s.values[l] == 0 {
		s.setTrue(l, byGroup|uint32(g))
	}
}

// membersOf returns the members of group g, with toSpare as unused elements.
func (s *solver) membersOf(g uint32) []Lit { return s.members[s.starts[g]:s.starts[g+1]] }

func (s *solver) removeOtherMembers(p int32) {
	facts, masks, members, values, assigned := s.facts, s.masks, s.members, s.values, s.assigned
	level, reason := int32(len(s.levels)), byMember|uint32(p)
	first, more := ^uint64(0), []occurrence(nil)
	if s.further != nil {
		first, more = 0, s.further[p] // with 0, the code below checks the further groups of every removed member
	}
	mine := &facts[p].groups
	for i := range 4 + len(more) {
		o := mine[i&3]
		if i >= 4 {
			o = more[i-4]
		}
		if o == 0 {
			continue
		}
		word, left := o>>6, uint64(1)<<(o&63)
		start := s.starts[word]
		others := masks[word] &^ left
		masks[word] = fullMask(64) // with a full mask, removals have no effect on the variable's own group
		for ; others != 0; others &= others - 1 {
			l := members[start+uint32(indexOfOnly(others))]
			if l == toSpare {
				break
			}
			if values[l] > 0 {
				s.contrary = conflict{byMember, p, int32(l >> 1)}
				break
			}
			values[l], values[l^1] = -1, 1
			assigned = append(assigned, l^1)
			f := &facts[l>>1]
			f.reason, f.level = reason, level
			// The loop does what removeMember does, but for four groups at a time. Most members have the group `word` as
			// the same element of their groups.
			least := first
			o := f.groups[i&3]
			if o>>6 != word {
				m := masks[o>>6] &^ (1 << (o & 63))
				masks[o>>6] = m
				least = min(least, m&(m-1))
			}
			o = f.groups[(i+1)&3]
			m := masks[o>>6] &^ (1 << (o & 63))
			masks[o>>6] = m
			least = min(least, m&(m-1))
			o = f.groups[(i+2)&3]
			m = masks[o>>6] &^ (1 << (o & 63))
			masks[o>>6] = m
			least = min(least, m&(m-1))
			o = f.groups[(i+3)&3]
			m = masks[o>>6] &^ (1 << (o & 63))
			masks[o>>6] = m
			if min(least, m&(m-1)) == 0 {
				s.assigned = assigned
				s.propagateRemoval(l)
				assigned = s.assigned
				if s.contrary.kind != 0 {
					others &= others - 1
					break
				}
			}
		}
		masks[word] = left | others
		if s.contrary.kind != 0 {
			break
		}
	}
	s.assigned = assigned
}

// propagateRemoval propagates the groups in which the removal of l leaves at most one member.
func (s *solver) propagateRemoval(l Lit) {
	for _, o := range &s.facts[l>>1].groups {
		if m := s.masks[o>>6]; m&(m-1) == 0 {
			s.propagateLastMember(o >> 6)
		}
	}
	if s.further != nil {
		for _, o := range s.further[l>>1] {
			s.removeMember(o)
		}
	}
}

// propagate propagates literals in the order in which they became true, until nothing changes or a conflict occurs. If
// it propagated all groups first, or all clauses first, each conflict would be cheaper, but there would be up to twice
// as many conflicts (docs/BOARDS.md).
func (s *solver) propagate() conflict {
	from := s.propagated
	values := s.values
	for s.contrary.kind == 0 && s.propagated < len(s.assigned) {
		l := s.assigned[s.propagated]
		s.propagated++
		if l&1 == 0 {
			if s.removeOtherMembers(int32(l >> 1)); s.contrary.kind != 0 {
				break
			}
		}
		// falseLit has become false, so the clauses that it watches are visited.
		falseLit := l ^ 1
		watches := s.waiting[falseLit]
		length := 0
		for i, w := range watches {
			if values[w.blocker()] <= 0 {
				if w = s.updateWatch(w, falseLit); w == moved {
					continue
				}
				if s.contrary.kind != 0 {
					watches[length] = w
					length++
					length += copy(watches[length:], watches[i+1:])
					break
				}
			}
			watches[length] = w
			length++
		}
		s.waiting[falseLit] = s.waiting[falseLit][:length]
	}
	c := s.contrary
	s.contrary = conflict{}
	s.counts.Propagations += uint64(s.propagated - from)
	return c
}

// updateWatch is called when the watched literal `falseLit` has become false and the blocker does not hold. If another
// literal of the clause is not false, it becomes the watched literal. If all others are false, the other watched
// literal must hold. updateWatch returns the new watch for the list of `falseLit`, or `moved`.
func (s *solver) updateWatch(w watch, falseLit Lit) watch {
	values := s.values
	if w < 0 {
		if q := w.blocker(); values[q] == 0 {
			s.setTrue(q, byLiteral|uint32(falseLit^1))
		} else {
			s.contrary = conflict{byLiteral, int32(falseLit ^ 1), int32(q)}
		}
		return w
	}
	offset, arena := w.clauseOffset(), s.arena
	other := arena[offset+header] ^ arena[offset+header+1] ^ falseLit
	value := values[other]
	if value > 0 {
		return newWatch(offset, other)
	}
	for i, end := offset+header+2, offset+header+int(arena[offset]); i < end; i += 4 {
		// Bit 7 of a byte is set if the literal is not false (-1).
		found := ^(uint32(uint8(values[arena[i]])) | uint32(uint8(values[arena[i+1]]))<<8 |
			uint32(uint8(values[arena[i+2]]))<<16 | uint32(uint8(values[arena[i+3]]))<<24) & 0x80808080
		if found == 0 {
			continue
		}
		i += bits.TrailingZeros32(found) >> 3
		q := arena[i]
		if values[q] > 0 {
			return newWatch(offset, q)
		}
		arena[offset+header], arena[offset+header+1], arena[i] = other, q, falseLit
		s.addWatch(q, newWatch(offset, other))
		return moved
	}
	if value == 0 {
		s.setTrue(other, byClause|uint32(offset))
	} else {
		s.contrary = conflict{byClause, int32(offset), 0}
	}
	return newWatch(offset, other)
}

func (s *solver) backtrack(to int) {
	if len(s.levels) <= to {
		return
	}
	from := s.levels[to]
	values, masks, facts, side := s.values, s.masks, s.facts, s.out
	for _, l := range s.assigned[from.assigned:] {
		v := l >> 1
		values[l], values[l^1] = 0, 0
		f := &facts[v]
		if side[v] = l&1 != 0; side[v] {
			o := f.groups[0]
			masks[o>>6] |= 1 << (o & 63)
			o = f.groups[1]
			masks[o>>6] |= 1 << (o & 63)
			o = f.groups[2]
			masks[o>>6] |= 1 << (o & 63)
			o = f.groups[3]
			masks[o>>6] |= 1 << (o & 63)
			if s.further != nil {
				for _, o := range s.further[v] {
					masks[o>>6] |= 1 << (o & 63)
				}
			}
		}
		if f.place < 0 {
			s.pushVariable(int32(v))
		}
	}
	s.assigned, s.trail = s.assigned[:from.assigned], s.trail[:from.trail]
	s.propagated = len(s.assigned)
	s.levels = s.levels[:to]
}

// reasonOf returns the literals of the reason for l's variable. All of them are false, except the variable's own
// literal if the reason contains it. The next call may overwrite the slice.
func (s *solver) reasonOf(l Lit) []Lit {
	r := s.facts[l>>1].reason
	x := r &^ kindMask
	switch r & kindMask {
	case byClause:
		return s.literalsOf(int32(x))
	case byGroup:
		return s.membersOf(x)
	case byLiteral:
		s.single[0] = Lit(x) ^ 1
		return s.single[:]
	case byMember:
		s.single[0] = Lit(2*x + 1)
		return s.single[:]
	}
	return nil
}

// conflictLiterals returns the false literals that make up a conflict.
func (s *solver) conflictLiterals(c conflict) []Lit {
	switch c.kind {
	case byClause:
		return s.literalsOf(c.x)
	case byGroup:
		return s.membersOf(uint32(c.x))
	case byLiteral:
		return []Lit{Lit(c.x) ^ 1, Lit(c.y)}
	}
	return []Lit{Lit(2*c.x + 1), Lit(2*c.y + 1)}
}
