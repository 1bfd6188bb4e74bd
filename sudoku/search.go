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

// Outcome is the answer to "is there one?". Its zero value claims nothing.
type Outcome uint8

const (
	// Undecided: the search was cut short before it found or excluded one.
	Undecided Outcome = iota
	// None: the whole space was searched; there is none.
	None
	// Found: there is one, and it is at hand.
	Found
)

// String returns "undecided", "none" or "found".
func (o Outcome) String() string { return [...]string{"undecided", "none", "found"}[o%3] }

// MarshalText returns String.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Order is the order in which solutions come.
type Order uint8

const (
	// AnyOrder is the engine's own order, the fastest; it is the same on every run.
	AnyOrder = Order(kernel.Any)
	// Lexicographic is ascending order of the 81 digits read row by row, the
	// order in which a row-major search that tries 1 to 9 finds them.
	Lexicographic = Order(kernel.Lexicographic)
)

// NodeLimitError says that a search was stopped by its node limit.
type NodeLimitError struct{ Nodes uint64 }

func (e *NodeLimitError) Error() string { return e.Message().String() }

// Message says how far the search got.
func (e *NodeLimitError) Message() message.Message {
	return message.New("sudoku.nodeLimit", "n", e.Nodes)
}

// Limits bounds a search beside its context. The zero value leaves it to the context
// to end the search.
type Limits struct {
	// Nodes is how many guesses the search may make; 0 leaves it to the context.
	Nodes uint64
}

// Tally is how many solutions a search found.
type Tally struct {
	N     uint64 // solutions found
	Exact bool   // the whole space was searched: there are N and no more
	Nodes uint64 // guesses made
}

// Outcome returns what the count says of there being a solution.
func (t Tally) Outcome() Outcome {
	switch {
	case t.N > 0:
		return Found
	case t.Exact:
		return None
	}
	return Undecided
}

// Solve returns one solution of g. The error is nil when the search came to its end and the
// givens were sound; else it says why there is none (a *ContradictionError, with None) or
// nothing is known (the context's error or a *NodeLimitError, with Undecided). The hardest
// puzzles known take well under a millisecond.
func Solve(ctx context.Context, g Grid, limits Limits) (Grid, Outcome, error) {
	if tally, err := refusal(ctx, g); err != nil {
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
		return Grid{}, Undecided, cutShort(ctx, result.Tally().Nodes)
	}
}

// SolutionsUpTo returns the first n solutions in order, and whether they are all there are.
// Errors are those of [Solve]; what was found before stands beside the error.
func SolutionsUpTo(ctx context.Context, g Grid, n int, order Order, limits Limits) ([]Grid, Tally, error) {
	var all []Grid
	tally, err := Enumerate(ctx, g, uint64(max(n, 1)), order, limits, func(s Grid) bool {
		all = append(all, s)
		return true
	})
	return all, tally, err
}

// Count returns how many solutions g has, counted up to limit, which must be at least 1.
// Tally.Exact is false when the limit was reached first, or when the count was cut short,
// which the error tells apart; the count is then a true lower bound. Errors are those of
// [Solve].
//
// Beyond some thousand solutions they are no longer visited (docs/COUNT.md tells what nodes
// are then, and the cost); long counts take all processors.
func Count(ctx context.Context, g Grid, limit uint64, limits Limits) (Tally, error) {
	r, err := count(ctx, g, counting.Limits{Solutions: max(limit, 1), Nodes: limits.Nodes}, nil)
	n, _ := r.Solutions.Uint64()
	return Tally{N: n, Exact: r.Outcome == kernel.Complete, Nodes: r.Nodes}, err
}

// Visited is how many solutions [Count] and [CountAll] find one by one before they count
// the rest without visiting them.
const Visited = counting.HandOver

// Total is how many solutions a grid has, however many.
type Total struct {
	N     *big.Int // solutions; never nil
	Exact bool     // otherwise there are at least N
	Nodes uint64   // as in [Tally]
}

// Progress is how far a count has come.
type Progress struct {
	AtLeast *big.Int // solutions counted
	Share   float64  // of the work, 0 to 1
}

// CountAll returns how many solutions g has, up to the 6,670,903,752,021,072,936,960 of
// the empty grid. It is [Count] without a limit. Progress, if not nil, is called
// some ten times a second on the caller's goroutine.
func CountAll(ctx context.Context, g Grid, limits Limits, progress func(Progress)) (Total, error) {
	var report func(counting.Progress)
	if progress != nil {
		report = func(p counting.Progress) { progress(Progress{p.Solutions.Big(), p.Share}) }
	}
	r, err := count(ctx, g, counting.Limits{Nodes: limits.Nodes}, report)
	return Total{r.Solutions.Big(), r.Outcome == kernel.Complete, r.Nodes}, err
}

func count(ctx context.Context, g Grid, limits counting.Limits, progress func(counting.Progress)) (r counting.Result, err error) {
	if tally, err := refusal(ctx, g); tally.Exact {
		return counting.Result{Outcome: kernel.Complete}, err
	} else if err != nil {
		return counting.Result{Outcome: kernel.Stopped}, err
	}
	if r = counting.Solutions(ctx, &g.cells, limits, progress); r.Outcome == kernel.Stopped {
		err = cutShort(ctx, r.Nodes)
	}
	return r, err
}

// Solutions yields every solution of g in order, however many there are, in
// constant memory. An error, if any, comes last, with an empty grid; see [Solve].
// A grid without a solution yields nothing.
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

// Enumerate calls yield with the first n solutions of g in order, until it returns
// false, in constant memory, and returns how many there were; see [SolutionsUpTo].
func Enumerate(ctx context.Context, g Grid, n uint64, order Order, limits Limits, yield func(Grid) bool) (Tally, error) {
	if tally, err := refusal(ctx, g); err != nil {
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
	return tally, cutShort(ctx, r.Nodes)
}

// refusal returns why a search need not begin: its answer is known, or nobody waits for it any
// more, of which an engine might take no notice.
func refusal(ctx context.Context, g Grid) (Tally, error) {
	if all := g.ContradictionsOn(board.Classic()); all != nil {
		return Tally{Exact: true}, &ContradictionError{all}
	}
	return Tally{}, context.Cause(ctx)
}

// cutShort returns why a search stopped: its context, or else its node limit.
func cutShort(ctx context.Context, nodes uint64) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return &NodeLimitError{nodes}
}
