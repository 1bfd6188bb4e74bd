package sudoku

import (
	"context"
	"iter"
	"math/big"

	"nonet/board"
	"nonet/internal/engine/counting"
	"nonet/internal/engine/kernel"
	"nonet/message"
)

// Outcome states whether a search was successful. The zero value is Undecided.
type Outcome uint8

const (
	// Undecided: the search was cut short, so the answer is unknown.
	Undecided Outcome = iota
	// None: the whole search space was searched without success, so there is nothing to find.
	None
	// Found: the search was successful, and returned what it found.
	Found
)

// String returns "undecided", "none" or "found".
func (o Outcome) String() string { return [...]string{"undecided", "none", "found"}[o%3] }

// MarshalText returns "undecided", "none" or "found".
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Order is the order in which a search yields solutions.
type Order uint8

const (
	// AnyOrder is the engine's own order, which is the fastest. The order is the same on every run.
	AnyOrder = Order(kernel.Any)
	// Lexicographic is the ascending order of the 81 digits read row by row. A row-major search
	// that tries 1 to 9 finds solutions in this order.
	Lexicographic = Order(kernel.Lexicographic)
)

// NodeLimitError reports that a search ended at its node limit.
type NodeLimitError struct{ Nodes uint64 }

func (e *NodeLimitError) Error() string { return e.Message().String() }

// Message returns a sentence with the number of guesses made.
func (e *NodeLimitError) Message() message.Message {
	return message.New("sudoku.nodeLimit", "n", e.Nodes)
}

// Limits holds the limits of a search in addition to its context. The zero value sets no limits.
type Limits struct {
	// Nodes is how many guesses the search may make; 0 means no limit.
	Nodes uint64
}

// Tally holds how many solutions a search found, and how many guesses it made.
type Tally struct {
	N     uint64 // the number of solutions found
	Exact bool   // whether N is the number of all solutions
	Nodes uint64 // the number of guesses made
}

// Outcome returns Found if the search found a solution, None if it proved that there is none, and
// otherwise Undecided.
func (t Tally) Outcome() Outcome {
	switch {
	case t.N > 0:
		return Found
	case t.Exact:
		return None
	}
	return Undecided
}

// Solve returns one solution of g. With None, the error is a *ContradictionError if givens contradict each other, and
// otherwise nil. With Undecided, it is the context's error or a *NodeLimitError. The hardest puzzles known take well
// under a millisecond.
func Solve(ctx context.Context, g Grid, limits Limits) (Grid, Outcome, error) {
	if tally, err := earlyResult(ctx, g); err != nil {
		return Grid{}, tally.Outcome(), err
	}
	var results Results
	SolveBatch(ctx, [][Cells]uint8{g.cells}, 1, limits, &results)
	switch result := results.At(0); result.Outcome() {
	case Found:
		return result.Solution(), Found, nil
	case None:
		return Grid{}, None, nil
	default:
		return Grid{}, Undecided, searchStopError(ctx, result.Tally().Nodes)
	}
}

// SolutionsUpTo returns the first n solutions in the given order. Tally.Exact reports whether there are no more
// solutions. Errors are the same as for [Solve]. If there is an error, the solutions found before it are returned as
// well.
func SolutionsUpTo(ctx context.Context, g Grid, n int, order Order, limits Limits) ([]Grid, Tally, error) {
	var all []Grid
	tally, err := Enumerate(ctx, g, uint64(max(n, 1)), order, limits, func(s Grid) bool {
		all = append(all, s)
		return true
	})
	return all, tally, err
}

// Count counts the solutions of g up to `limit`, which must be at least 1. If Tally.Exact is false, the count is a
// lower bound. Reaching the limit is no error, but a search that is cut short returns an error. The errors are those of
// [Solve].
//
// If there are more than [Visited] solutions, Count no longer visits each of them, and uses all processors.
// docs/COUNT.md explains what Tally.Nodes then counts, and how long such a count takes.
func Count(ctx context.Context, g Grid, limit uint64, limits Limits) (Tally, error) {
	r, err := count(ctx, g, counting.Limits{Solutions: max(limit, 1), Nodes: limits.Nodes}, nil)
	n, _ := r.Solutions.Uint64()
	return Tally{N: n, Exact: r.Outcome == kernel.Complete, Nodes: r.Nodes}, err
}

// Visited is 4096: [Count] and [CountAll] visit up to 4096 solutions one by one. They count further solutions without
// visiting each of them.
const Visited = counting.HandOver

// Total is the number of solutions of a grid, counted without a limit.
type Total struct {
	N     *big.Int // the number of solutions; never nil
	Exact bool     // set if N is the number of all solutions; otherwise N is a lower bound
	Nodes uint64   // the number of guesses, as in [Tally]
}

// Progress reports how far a count has come.
type Progress struct {
	AtLeast *big.Int // a lower bound for the number of solutions
	Share   float64  // the share of the work that is done, from 0 to 1
}

// CountAll is like [Count], without a limit. The empty grid has 6,670,903,752,021,072,936,960 solutions. It
// calls progress, if not nil, about ten times a second on the caller's goroutine.
func CountAll(ctx context.Context, g Grid, limits Limits, progress func(Progress)) (Total, error) {
	var report func(counting.Progress)
	if progress != nil {
		report = func(p counting.Progress) { progress(Progress{p.Solutions.Big(), p.Share}) }
	}
	r, err := count(ctx, g, counting.Limits{Nodes: limits.Nodes}, report)
	return Total{r.Solutions.Big(), r.Outcome == kernel.Complete, r.Nodes}, err
}

func count(ctx context.Context, g Grid, limits counting.Limits, progress func(counting.Progress)) (r counting.Result, err error) {
	if tally, err := earlyResult(ctx, g); tally.Exact {
		return counting.Result{Outcome: kernel.Complete}, err
	} else if err != nil {
		return counting.Result{Outcome: kernel.Stopped}, err
	}
	if r = counting.Solutions(ctx, &g.cells, limits, progress); r.Outcome == kernel.Stopped {
		err = searchStopError(ctx, r.Nodes)
	}
	return r, err
}

// Solutions yields every solution of g in the given order, in constant memory. If the search fails, the last pair is an
// empty grid and an error of [Solve]. For a grid without solutions Solutions yields nothing. If givens contradict each
// other, it yields one pair: an empty grid and a [*ContradictionError].
func Solutions(ctx context.Context, g Grid, order Order) iter.Seq2[Grid, error] {
	return func(yield func(Grid, error) bool) {
		going := true
		_, err := Enumerate(ctx, g, ^uint64(0), order, Limits{}, func(s Grid) bool {
			going = yield(s, nil)
			return going
		})
		if going && err != nil {
			yield(Grid{}, err)
		}
	}
}

// Enumerate calls yield with the first n solutions of g in the given order, until yield returns false. It uses constant
// memory, and returns the number of solutions found. Errors are the same as for [Solve].
func Enumerate(ctx context.Context, g Grid, n uint64, order Order, limits Limits, yield func(Grid) bool) (Tally, error) {
	if tally, err := earlyResult(ctx, g); err != nil {
		return tally, err
	}
	left := false
	found := func(s *[Cells]uint8) bool {
		left = !yield(Grid{*s})
		return !left
	}
	bounds := kernel.Limits{Solutions: max(n, 1), Nodes: limits.Nodes}
	r := kernel.Default().Enumerate(ctx, &g.cells, kernel.Order(order), bounds, found)
	tally := Tally{N: r.Solutions, Exact: r.Outcome == kernel.Complete, Nodes: r.Nodes}
	if r.Outcome != kernel.Stopped || left {
		return tally, nil
	}
	return tally, searchStopError(ctx, r.Nodes)
}

// earlyResult returns an error if givens contradict each other, or if ctx has ended. A short search might not notice
// that ctx has ended.
func earlyResult(ctx context.Context, g Grid) (Tally, error) {
	if all := g.ContradictionsOn(board.Classic()); all != nil {
		return Tally{Exact: true}, &ContradictionError{all}
	}
	return Tally{}, context.Cause(ctx)
}

func searchStopError(ctx context.Context, nodes uint64) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return &NodeLimitError{nodes}
}
