package clauses

import (
	"context"
	"math"
	"slices"
	"sync"
)

// A thread shares a clause if the clause has at most shareLBD levels, or shareLBDMany if the problem has many open
// variables. While more than mostUnheard shared clauses have not been read by all threads, no clause is shared.
const (
	shareLBD     = 6
	shareLBDMany = 4
	mostUnheard  = 1 << 14
)

// listenGap is the number of conflicts after which a thread adds the clauses of other threads. A test sets it to one.
var listenGap = uint64(64)

// exchange holds the clauses that threads share. Some of them exclude found solutions.
type exchange struct {
	mu        sync.Mutex
	shared    []sharedClause
	forgotten int   // the number of clauses that were removed from shared because all threads have read them
	heard     []int // for each thread, the number of clauses that it has read
	result    Result
	ended     bool
}

type sharedClause struct {
	from     int
	about    int32 // the clause's LBD and flags, in the form of the store
	literals []Lit
}

func countInParallel(ctx context.Context, p *Problem, l Limits) Result {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	e := &exchange{heard: make([]int, l.Threads)}
	var running sync.WaitGroup
	for i := range l.Threads {
		running.Go(func() {
			if e.runThread(ctx, p, l, i) {
				cancel()
			}
		})
	}
	running.Wait()
	return e.result
}

// runThread runs one thread's search. `ended` reports whether the other threads may stop.
func (e *exchange) runThread(ctx context.Context, p *Problem, l Limits, thread int) (ended bool) {
	s := newSolver(p, l.Memory)
	s.shared, s.thread, s.limits = e, thread, l
	if seed := l.Seed + uint64(thread); seed != 0 {
		s.shuffleOrder(seed)
	}
	for !ended {
		outcome := s.search(ctx)
		ended = e.recordEnd(s, outcome, &l)
		if outcome != Found || ctx.Err() != nil || !ended && !s.excludeSolution() {
			break
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.result.addCounts(s.counts)
	return ended
}

func (c *Counts) addCounts(o Counts) {
	c.Conflicts += o.Conflicts
	c.Decisions += o.Decisions
	c.Propagations += o.Propagations
	c.Restarts += o.Restarts
}

// recordEnd records how the search of a thread ended. `ended` reports whether all threads may stop.
func (e *exchange) recordEnd(s *solver, outcome Outcome, l *Limits) (ended bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.ended || outcome == Undecided:
	case outcome == None:
		e.ended, e.result.Complete = true, true
	default:
		if e.isSolutionExcluded(s) {
			break // another thread has already ended the count
		}
		if e.result.Solutions++; len(e.result.Kept) < max(l.Keep, 1) {
			e.result.Kept = append(e.result.Kept, s.currentSolution())
		}
		// Only this solution, and solutions found earlier, contain all of this solution's decisions.
		var forbids []Lit
		for _, l := range s.levels {
			forbids = append(forbids, s.trail[l.trail]^1)
		}
		e.shared = append(e.shared, sharedClause{s.thread, permanent, forbids})
		e.ended = e.result.Solutions == max(l.Solutions, 1)
	}
	return e.ended
}

// isSolutionExcluded reports whether another thread has excluded the solution of this thread, because it found the
// solution first.
func (e *exchange) isSolutionExcluded(s *solver) bool {
	return slices.ContainsFunc(e.shared[e.heard[s.thread]-e.forgotten:], func(c sharedClause) bool {
		return c.about == permanent && c.from != s.thread &&
			!slices.ContainsFunc(c.literals, func(l Lit) bool { return s.values[l] > 0 })
	})
}

// shareClause shares a learned clause with other threads, unless more than mostUnheard clauses have not been read by
// all threads.
func (s *solver) shareClause(clause []Lit, lbd int32) {
	e := s.shared
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.shared) > mostUnheard {
		return
	}
	// A receiver that does not use the clause removes it. If the clause has few levels in this thread, it stays one
	// reduction longer.
	e.shared = append(e.shared, sharedClause{s.thread, max(lbd, glue+1)<<lbdShift | recent | used, append([]Lit(nil), clause...)})
}

// importSharedClauses adds the clauses of other threads. It returns false if they lead to a contradiction.
func (s *solver) importSharedClauses() bool {
	e := s.shared
	e.mu.Lock()
	s.news = append(s.news, e.shared[e.heard[s.thread]-e.forgotten:]...)
	e.heard[s.thread] = e.forgotten + len(e.shared)
	least := slices.Min(e.heard)
	e.shared = e.shared[least-e.forgotten:]
	e.forgotten = least
	e.mu.Unlock()
	return s.addSharedClauses()
}

// addSharedClauses adds received clauses until one of them implies a literal. It then backtracks only to the level of
// this literal; with a restart, the search took a fifth more conflicts. It returns false if all literals of a clause
// are false at the root.
func (s *solver) addSharedClauses() bool {
	for follows := false; len(s.news) > 0 && !follows; {
		c := s.news[0]
		s.news = s.news[1:]
		if c.from == s.thread {
			continue
		}
		if c.about == permanent {
			s.recordSolution()
		}
		var ok bool
		if follows, ok = s.addSharedClause(c); !ok {
			return false
		}
	}
	return true
}

// addSharedClause adds a received clause. If the clause is false or implies a literal, it may backtrack first. follows
// reports whether the clause implies its first literal. ok is false if the clause is false at the root.
func (s *solver) addSharedClause(c sharedClause) (follows, ok bool) {
	s.clause = s.clause[:0]
	for _, l := range c.literals {
		if s.values[l] == 0 || s.facts[l>>1].level > 0 {
			s.clause = append(s.clause, l)
		} else if s.values[l] > 0 {
			return false, true
		}
	}
	// until returns the level at which the literal l became false.
	until := func(l Lit) int {
		if s.values[l] >= 0 {
			return math.MaxInt
		}
		return int(s.facts[l>>1].level)
	}
	// The two literals that became false last are watched.
	for i := range min(2, len(s.clause)) {
		for j := i + 1; j < len(s.clause); j++ {
			if until(s.clause[j]) > until(s.clause[i]) {
				s.clause[i], s.clause[j] = s.clause[j], s.clause[i]
			}
		}
	}
	if len(s.clause) == 0 {
		return false, false
	}
	first, second := s.clause[0], 0
	if len(s.clause) > 1 {
		second = until(s.clause[1])
	}
	switch {
	case second == math.MaxInt, s.values[first] > 0 && int(s.facts[first>>1].level) <= second:
		s.addClause(s.clause, c.about)
		return false, true
	case until(first) == second:
		s.backtrack(second - 1) // both literals are then open
		s.addClause(s.clause, c.about)
		return true, true
	}
	s.backtrack(second)
	s.setTrue(first, s.addClause(s.clause, c.about))
	return true, true
}
