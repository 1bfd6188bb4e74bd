package kernel

import (
	"context"
	"sync"
)

// enumeration is one call of [lanes.Enumerate]. The scalar engine finds the first solutions, because callers usually
// want few and most puzzles are easy. If there are more, the lanes search from the beginning and find the first
// solutions again. Thus the limit does not change the order of solutions.
type enumeration struct {
	Result
	limit          uint64
	yield          func(*[81]uint8) bool
	left           bool                  // set if yield has returned false
	known          [][81]uint8           // the solutions that the scalar engine has yielded, until the lanes find them again
	first, further func(*[81]uint8) bool // yieldScalarSolution and yieldLaneSolution as function values, stored here so that a call allocates nothing
}

var enumerations = sync.Pool{New: func() any {
	e := new(enumeration)
	e.first, e.further = e.yieldScalarSolution, e.yieldLaneSolution
	return e
}}

func (e *enumeration) enumerate(ctx context.Context, k *lanes, puzzle *[81]uint8, limits Limits, yield func(*[81]uint8) bool) Result {
	limits.Solutions = max(limits.Solutions, 1)
	e.Result, e.limit, e.yield, e.left, e.known = Result{}, limits.Solutions, yield, false, e.known[:0]
	if yield != nil || limits.Solutions <= scalarSolutions {
		if e.runScalar(ctx, puzzle, limits) {
			return e.Result
		}
	}
	if limits.Nodes != 0 {
		limits.Nodes -= e.Nodes
	}
	further := e.further
	if yield == nil {
		further = nil
	}
	m := k.machines.Get().(*machine)
	defer k.machines.Put(m)
	m.one[0] = *puzzle
	var rest [1]Result
	m.searchPuzzles(ctx, k, m.one[:], limits, rest[:], further)
	if yield == nil {
		e.Solutions, e.First = rest[0].Solutions, rest[0].First
	}
	e.Nodes += rest[0].Nodes
	if e.Outcome = rest[0].Outcome; e.Solutions == e.limit {
		e.Outcome = LimitReached
	}
	return e.Result
}

// runScalar enumerates until the scalar engine has found scalarSolutions solutions, or until scalarFailures guesses
// have failed. It reports whether this completed the enumeration.
func (e *enumeration) runScalar(ctx context.Context, puzzle *[81]uint8, limits Limits) (ended bool) {
	s := searchers.Get().(*searcher)
	defer searchers.Put(s)
	s.ticks, s.ended, s.mayFail = 0, false, scalarFailures
	limits.Solutions = min(limits.Solutions, scalarSolutions)
	s.solve(ctx, puzzle, Any, limits, &e.Result, e.first)
	s.mayFail = 0
	if e.Solutions == e.limit || e.Outcome == Complete {
		return true
	}
	e.Outcome = Stopped
	return e.left || s.ended || limits.Nodes != 0 && e.Nodes >= limits.Nodes
}

func (e *enumeration) yieldScalarSolution(solution *[81]uint8) bool {
	e.known = append(e.known, *solution)
	e.left = e.yield != nil && !e.yield(solution)
	return !e.left
}

// yieldLaneSolution yields a solution that the lanes have found, unless the scalar engine has already yielded it.
func (e *enumeration) yieldLaneSolution(solution *[81]uint8) bool {
	for i := range e.known {
		if last := len(e.known) - 1; e.known[i] == *solution {
			e.known[i], e.known = e.known[last], e.known[:last]
			return true
		}
	}
	if e.Solutions++; e.Solutions == 1 {
		e.First = *solution
	}
	return e.yield(solution) && e.Solutions < e.limit
}
