package clauses

import (
	"context"
	"slices"
)

const (
	decay        = 0.97
	restartUnit  = 1024 // the unit of Luby's sequence, in conflicts
	firstReduce  = 1000 // the number of conflicts before the first reduction
	reduceGrowth = 50   // each interval between reductions is longer than the previous interval by this number of conflicts
	pollEvery    = 64   // the number of conflicts or decisions between two checks of the context

	decideAmong = 8    // the number of most active variables that are compared for a decision
	leastShare  = 0.02 // the least weight that a running mean gives to its latest value
)

// firstYield is the assumed yield of a literal that has not been tried: firstYield[0] for literals that say "in", and
// firstYield[1] for literals that say "out".
var firstYield = [2]float32{64, 16}

// activity ranks the variables for decisions by the number of recent conflicts in which they took part.
type activity struct {
	scores []float64 // for each variable outside the heap, its score
	bonus  float64
	heap   []heapEntry
	out    []bool // for each variable, whether it was out when it last had a value
	literalYields
}

// heapEntry is an entry of the heap: a variable with its score.
type heapEntry struct {
	score float64
	v     int32
}

// literalYields records the yield of each literal: how many literals followed when it was decided or learned. The
// search takes the most active variables, and decides the one for which both literals have large yields, because a
// proof must refute both literals. With many open variables a solution is more likely than a proof, so the search then
// ignores yields. With yields, it took minutes instead of a second to find two solutions of an empty board of 64×64.
//
// Source: pseudocosts, as in integer programming; Bénichou and others, "Experiments in Mixed-Integer Linear
// Programming" (1971).
type literalYields struct {
	yield      []runningMean // the yield of each literal; nil if there are many variables
	measured   Lit           // the literal whose yield is being measured
	measuredAt int           // the index of the measured literal in assigned, or -1 if none is measured
	candidates []int32       // the candidates for the next decision
}

// runningMean is a mean in which recent values have more weight. `times` is the number of values that it includes.
type runningMean struct{ mean, times float32 }

func (a *activity) init(variables int) {
	a.scores, a.out = make([]float64, variables), slices.Repeat([]bool{true}, variables)
	if a.measuredAt = -1; variables <= manyVariables {
		a.yield = make([]runningMean, 2*variables)
		for l := range a.yield {
			a.yield[l].mean = firstYield[l&1]
		}
	}
	a.bonus = 1
}

// assumeAndMeasure makes a literal true, for a reason, and starts to measure its yield.
func (s *solver) assumeAndMeasure(l Lit, reason uint32) {
	if s.yield != nil {
		s.measured, s.measuredAt = l, len(s.assigned)
	}
	s.setTrue(l, reason)
}

// recordMeasuredYield adds the yield of s.measured to the literal's mean. It is called after propagation or a conflict.
func (s *solver) recordMeasuredYield() {
	if s.measuredAt >= 0 {
		y := &s.yield[s.measured]
		y.times++
		y.mean += max(1/y.times, leastShare) * (float32(len(s.assigned)-s.measuredAt) - y.mean)
		s.measuredAt = -1
	}
}

func (s *solver) raiseActivity(variables []int32) {
	if s.bonus > 1e100 {
		for v := range s.scores {
			s.scores[v] *= 1e-100
		}
		for i := range s.heap {
			s.heap[i].score *= 1e-100
		}
		s.bonus *= 1e-100
	}
	facts, heap, bonus := s.facts, s.heap, s.bonus
	for _, v := range variables {
		i := facts[v].place
		if i < 0 {
			s.scores[v] += bonus
			continue
		}
		score := heap[i].score + bonus
		heap[i].score = score
		if i > 0 && heap[uint32(i-1)/2].score < score {
			s.siftUp(uint32(i))
		}
	}
}

func (s *solver) siftUp(i uint32) {
	heap, facts := s.heap, s.facts
	r := heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		above := heap[parent]
		if above.score >= r.score {
			break
		}
		heap[i], facts[above.v].place = above, int32(i)
		i = parent
	}
	heap[i], facts[r.v].place = r, int32(i)
}

func (s *solver) siftDown(i uint32) {
	heap, facts := s.heap, s.facts
	r := heap[i]
	for {
		child := 2*i + 1
		if int(child) >= len(heap) {
			break
		}
		below := heap[child]
		if int(child)+1 < len(heap) && heap[child+1].score > below.score {
			child++
			below = heap[child]
		}
		if below.score <= r.score {
			break
		}
		heap[i], facts[below.v].place = below, int32(i)
		i = child
	}
	heap[i], facts[r.v].place = r, int32(i)
}

func (s *solver) pushVariable(v int32) {
	s.heap = append(s.heap, heapEntry{s.scores[v], v})
	s.siftUp(uint32(len(s.heap) - 1))
}

func (s *solver) popVariable() int32 {
	top := s.heap[0]
	last := s.heap[len(s.heap)-1]
	s.heap = s.heap[:len(s.heap)-1]
	s.facts[top.v].place, s.scores[top.v] = -1, top.score
	if len(s.heap) > 0 {
		s.heap[0] = last
		s.siftDown(0)
	}
	return top.v
}

// lubyTerm returns the i-th term, counted from 1, of Luby's sequence 1 1 2 1 1 2 4 …
func lubyTerm(i uint64) uint64 {
	for {
		k := uint64(1)
		for k*2-1 < i {
			k *= 2
		}
		if k*2-1 == i {
			return k
		}
		i -= k - 1
	}
}

func (s *solver) countSolutions(ctx context.Context, l Limits) (r Result) {
	s.limits = l
	if l.Seed != 0 {
		s.shuffleOrder(l.Seed)
	}
	for r.Solutions < max(l.Solutions, 1) {
		outcome := s.search(ctx)
		if outcome == Found {
			if r.Solutions++; len(r.Kept) < max(l.Keep, 1) {
				r.Kept = append(r.Kept, s.currentSolution())
			}
			if !s.excludeSolution() {
				break
			}
			continue
		}
		r.Complete = outcome == None
		break
	}
	r.Counts = s.counts
	return r
}

// shuffleOrder permutes variables of equal activity at random.
func (s *solver) shuffleOrder(seed uint64) {
	for v := range s.scores {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		s.heap[s.facts[v].place].score += float64(seed>>11) / (1 << 53) * 1e-3
	}
	for i := len(s.heap)/2 - 1; i >= 0; i-- {
		s.siftDown(uint32(i))
	}
}

// currentSolution returns, for each variable of the problem, whether it is in.
func (s *solver) currentSolution() []bool {
	all := slices.Clone(s.fixed)
	for v, name := range s.names {
		all[name] = s.values[2*v] > 0
	}
	return all
}

// search continues the search until it finds the next solution, proves that none is left, or reaches a limit.
func (s *solver) search(ctx context.Context) Outcome {
	if s.unsolvable {
		return None
	}
	sinceRestart, sinceListened := uint64(0), uint64(0)
	for polls := 0; ; {
		c := s.propagate()
		s.recordMeasuredYield()
		if c.kind != 0 {
			if len(s.levels) == 0 {
				s.unsolvable = true
				return None
			}
			s.counts.Conflicts++
			s.sinceReduce++
			sinceRestart++
			sinceListened++
			if s.enabled {
				s.recordLargestAssignment()
			}
			to, lbd := s.learnClause(c)
			s.backtrack(to)
			s.assumeAndMeasure(s.clause[0], s.addClause(s.clause, lbd<<lbdShift|recent|used))
			if s.shared != nil && lbd <= s.shareLBD {
				s.shareClause(s.clause, lbd)
			}
			s.bonus /= decay
			if s.isLimitReached() {
				return Undecided
			}
		} else {
			switch {
			case len(s.news) > 0 || s.shared != nil && sinceListened >= listenGap:
				sinceListened = 0
				if !s.importSharedClauses() {
					s.unsolvable = true
					return None
				}
				continue
			case sinceRestart >= restartUnit*lubyTerm(s.counts.Restarts+1):
				s.counts.Restarts++
				sinceRestart = 0
				s.backtrack(0)
				continue
			case s.counts.Conflicts >= s.turnsAt && (s.enabled || !s.found):
				s.backtrack(0)
				s.chooseSidesByWalk(ctx)
				continue
			case s.sinceReduce >= firstReduce+reduceGrowth*s.reductions || s.isArenaFull():
				s.sinceReduce = 0
				s.reductions++
				s.removeUnusedClauses()
			}
			l, ok := s.nextDecision()
			if !ok {
				return Found
			}
			s.counts.Decisions++
			if len(s.levels) == 0 {
				s.markRootVariablesSeen()
			}
			s.levels = append(s.levels, level{int32(len(s.trail)), int32(len(s.assigned))})
			s.assumeAndMeasure(l, byNothing)
		}
		if polls++; polls%pollEvery == 0 && ctx.Err() != nil {
			return Undecided
		}
	}
}

func (s *solver) isLimitReached() bool {
	n, l := s.counts.Conflicts, &s.limits
	return l.Conflicts > 0 && n >= l.Conflicts || s.found && l.Further > 0 && n >= s.foundAt+l.Further
}

func (s *solver) recordSolution() { s.found, s.foundAt = true, s.counts.Conflicts }

// nextDecision returns the literal to decide next. It returns false if no variable is open.
func (s *solver) nextDecision() (Lit, bool) {
	s.candidates = s.candidates[:0]
	best, highest := int32(-1), -1.0
	for len(s.heap) > 0 && len(s.candidates) < decideAmong {
		v := s.popVariable()
		if s.values[2*v] != 0 {
			continue
		}
		if s.enabled || s.yield == nil {
			return s.decisionLiteral(v), true
		}
		s.candidates = append(s.candidates, v)
		score := s.scores[v] // a score is at most 1e102, so its square cannot overflow
		score *= score * float64(s.yield[2*v].mean) * float64(s.yield[2*v+1].mean)
		if score > highest {
			best, highest = v, score
		}
	}
	if best < 0 {
		return 0, false
	}
	for _, v := range s.candidates {
		if v != best {
			s.pushVariable(v)
		}
	}
	return s.decisionLiteral(best), true
}

// excludeSolution adds a clause that excludes the current solution: one of its decisions must differ. It returns false
// if the memory for such clauses is full.
func (s *solver) excludeSolution() bool {
	s.recordSolution()
	if len(s.levels) == 0 {
		s.unsolvable = true
		return true
	}
	if s.forever > s.limit/2 {
		return false
	}
	s.clause = s.clause[:0]
	for i := len(s.levels) - 1; i >= 0; i-- {
		s.clause = append(s.clause, s.trail[s.levels[i].trail]^1)
	}
	s.backtrack(len(s.levels) - 1)
	s.setTrue(s.clause[0], s.addClause(s.clause, permanent))
	return true
}
