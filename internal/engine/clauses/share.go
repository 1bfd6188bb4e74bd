package clauses

import (
	"context"
	"slices"
	"sync"
)

// A clause of so few levels is told to the other threads, in a problem of few open variables
// and of many.
const (
	shareLBD     = 6
	shareLBDMany = 4
	mostUnheard  = 1 << 14
)

// listenGap is how many conflicts there are between two times at which a thread hears of the
// others. A test has them listen after each.
var listenGap = uint64(256)

// exchange is what threads that search the same problem tell each other: clauses, and the
// solutions found, as clauses that forbid them.
type exchange struct {
	mu        sync.Mutex
	told      []sharedClause
	forgotten int   // clauses that all have heard and that are no longer in told
	heard     []int // by thread, how many
	result    Result
	over      bool
}

type sharedClause struct {
	from     int
	about    int32 // as in the store
	literals []Lit
}

// countTogether counts with several threads at once.
func countTogether(ctx context.Context, p *Problem, l Limits) Result {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	e := &exchange{heard: make([]int, l.Threads)}
	var running sync.WaitGroup
	for i := range l.Threads {
		running.Go(func() {
			s := newSolver(p, l.Memory)
			s.shared, s.thread, s.limits = e, i, l
			if seed := l.Seed + uint64(i); seed != 0 {
				s.shuffle(seed)
			}
			for {
				outcome := s.search(ctx)
				if e.note(s, outcome, &l) {
					cancel()
				}
				if outcome != Found || ctx.Err() != nil {
					break
				}
				if !s.exclude() {
					break
				}
			}
			e.mu.Lock()
			defer e.mu.Unlock()
			e.result.add(s.counts)
		})
	}
	running.Wait()
	return e.result
}

func (c *Counts) add(o Counts) {
	c.Conflicts += o.Conflicts
	c.Decisions += o.Decisions
	c.Propagations += o.Propagations
	c.Restarts += o.Restarts
}

// note notes how a thread's search ended; over tells the others that nothing is left.
func (e *exchange) note(s *solver, outcome Outcome, l *Limits) (over bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.over || outcome == Undecided:
	case outcome == None:
		e.over, e.result.Complete = true, true
	default:
		if e.unheard(s) {
			break // another thread was faster
		}
		if e.result.Solutions++; len(e.result.Kept) < max(l.Keep, 1) {
			e.result.Kept = append(e.result.Kept, s.solution())
		}
		// Nothing but this solution, and those found before, has all these decisions.
		var forbids []Lit
		for _, l := range s.levels {
			forbids = append(forbids, s.trail[l.trail]^1)
		}
		e.told = append(e.told, sharedClause{s.thread, permanent, forbids})
		e.over = e.result.Solutions == max(l.Solutions, 1)
	}
	return e.over
}

// unheard tells whether a thread's solution is one that another has forbidden meanwhile.
func (e *exchange) unheard(s *solver) bool {
	return slices.ContainsFunc(e.told[e.heard[s.thread]-e.forgotten:], func(c sharedClause) bool {
		return c.about == permanent && c.from != s.thread &&
			!slices.ContainsFunc(c.literals, func(l Lit) bool { return s.values[l] > 0 })
	})
}

// tellOthers shares a clause just learned, unless too many wait to be heard.
func (s *solver) tellOthers(clause []Lit, lbd int32) {
	e := s.shared
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.told) > mostUnheard {
		return
	}
	// It stays only while it is of use, unless it is found to be of few levels here.
	e.told = append(e.told, sharedClause{s.thread, max(lbd, glue+1)<<lbdShift | recent | used, append([]Lit(nil), clause...)})
}

// listen takes over what the others have told, at the root; false if that leaves nothing.
func (s *solver) listen() bool {
	e := s.shared
	e.mu.Lock()
	from := e.heard[s.thread] - e.forgotten
	news := append([]sharedClause(nil), e.told[from:]...)
	e.heard[s.thread] += len(news)
	least := e.heard[0]
	for _, n := range e.heard {
		least = min(least, n)
	}
	e.told = e.told[least-e.forgotten:]
	e.forgotten = least
	e.mu.Unlock()

	s.back(0)
	for _, c := range news {
		if c.from == s.thread {
			continue
		}
		if c.about == permanent {
			s.noteFound()
		}
		var open []Lit
		holds := false
		for _, l := range c.literals {
			if v := s.values[l]; v > 0 {
				holds = true
				break
			} else if v == 0 {
				open = append(open, l)
			}
		}
		switch {
		case holds:
		case len(open) == 0:
			return false
		case len(open) == 1:
			s.assume(open[0], byNothing)
			if s.propagate().kind != 0 {
				return false
			}
		default:
			s.add(open, c.about)
		}
	}
	return true
}
