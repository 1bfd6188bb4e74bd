package solve

import (
	"context"
	"iter"
	"math/big"

	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/target"
)

// The engines that answers name.
const (
	Kernel   = "kernel"       // visits the solutions of a classic puzzle
	Counting = "counting"     // counts the solutions of a classic puzzle without visiting them
	Target   = "target"       // bounds the scores of a classic puzzle's solutions
	CSP      = puzzle.CSP     // searches constraints over cells with sets of values
	Clauses  = puzzle.Clauses // learns from contradictions, on large boards
)

// Counter names the engine that counts n solutions of a classic puzzle.
func Counter(n uint64) string {
	if n > sudoku.Visited {
		return Counting
	}
	return Kernel
}

// engine answers the questions about one puzzle.
type engine interface {
	count(context.Context, puzzle.Limits) (puzzle.Result, error)
	solutions(context.Context, sudoku.Order, puzzle.Limits) (puzzle.Result, error)
	ascending(ctx context.Context, known []int, limits puzzle.Limits) iter.Seq2[[]int, error]
	countAll(ctx context.Context, most uint64, limits puzzle.Limits, told func(sudoku.Progress)) (Total, error)
	check(context.Context, puzzle.Limits) (Report, error)
	candidates(ctx context.Context, most uint64, limits puzzle.Limits) (Candidates, error)
	best(context.Context, Scoring, puzzle.Limits, func(Optimum)) (Optimum, error)
	leaders(ctx context.Context, s Scoring, most int, limits puzzle.Limits, told func(Optimum)) (Ranking, error)
	countBest(context.Context, Scoring, puzzle.Limits, func(Optimum)) (Ties, error)
}

// engineOf is the one place that decides which engine answers a puzzle.
func engineOf(p *puzzle.Puzzle) engine {
	if grid, ok := p.Classic(); ok {
		return &classic{p, grid}
	}
	return &general{p}
}

// Count returns how many solutions the puzzle has, up to limits.Solutions, and the first
// limits.Keep of them, in the engine's own order. Two solutions differ in the value of some cell,
// those of the groups included. Exact is false where the limit was reached; then the error is
// nil. The error is the context's, or a [*sudoku.NodeLimitError], where the search was cut short;
// a [*sudoku.ContradictionError] or a [*puzzle.ContradictionError] where it shows without a search that
// there is no solution; and a [*puzzle.Error], with nothing claimed, for a puzzle that
// [puzzle.Puzzle.Validate] refuses or whose rules are too much to set up.
func Count(ctx context.Context, p *puzzle.Puzzle, limits puzzle.Limits) (puzzle.Result, error) {
	ctx, cancel := limits.Bound(ctx)
	defer cancel()
	return engineOf(p).count(ctx, searchLimits(limits))
}

// searchLimits returns the limits of one search of a question whose time the context bounds.
func searchLimits(limits puzzle.Limits) puzzle.Limits {
	limits.Solutions, limits.Keep, limits.Time = max(limits.Solutions, 1), max(limits.Keep, 1), 0
	return limits
}

// Solutions returns the first limits.Solutions solutions in an order. The error is that of
// [Count]. Except for classic puzzles the ascending order costs a search for each value that it
// tries; if such a search is cut short, there are no solutions in the answer.
func Solutions(ctx context.Context, p *puzzle.Puzzle, order sudoku.Order, limits puzzle.Limits) (puzzle.Result, error) {
	ctx, cancel := limits.Bound(ctx)
	defer cancel()
	limits = searchLimits(limits)
	limits.Keep = limits.Solutions
	return engineOf(p).solutions(ctx, order, limits)
}

// Ascending yields the solutions in the order of their values, row by row, in memory for one.
// known is any solution. The error that ends it is that of a search.
func Ascending(ctx context.Context, p *puzzle.Puzzle, known []int, limits puzzle.Limits) iter.Seq2[[]int, error] {
	return func(yield func([]int, error) bool) {
		ctx, cancel := limits.Bound(ctx)
		defer cancel()
		engineOf(p).ascending(ctx, known, searchLimits(limits))(yield)
	}
}

// Least replaces the solutions that [Count] found by the keep least of all, in ascending order.
// The error is that of a search; found then lacks solutions.
func Least(ctx context.Context, p *puzzle.Puzzle, found *puzzle.Result, keep int, limits puzzle.Limits) error {
	if found.N == 0 || found.Exact && found.N == 1 {
		return nil
	}
	if found.Exact {
		keep = min(keep, int(found.N))
	}
	known := found.Solutions[0]
	found.Solutions = nil
	var least [][]int
	for solution, err := range Ascending(ctx, p, known, limits) {
		if err != nil {
			return err
		}
		if least = append(least, solution); len(least) == keep {
			break
		}
	}
	found.Solutions = least
	return nil
}

// Total is how many solutions a puzzle has, however many.
type Total struct {
	sudoku.Total
	First  []int  // one of them, nil where none was kept
	Engine string // what counted
}

// Tally is the total with a count that ends at 2⁶⁴ − 1.
func (t *Total) Tally() sudoku.Tally {
	tally := sudoku.Tally{N: ^uint64(0), Exact: t.Exact, Nodes: t.Nodes}
	if t.N.IsUint64() {
		tally.N = t.N.Uint64()
	}
	return tally
}

// mostVisited is up to how many solutions are counted where each has to be visited: more than a
// century of processors finds.
const mostVisited = 1 << 53

// CountAll returns how many solutions the puzzle has, up to most; 0 counts them all. Progress, if
// not nil, is called some ten times a second in a long count of a classic puzzle. The error is
// that of [Count].
func CountAll(ctx context.Context, p *puzzle.Puzzle, most uint64, limits puzzle.Limits, progress func(sudoku.Progress)) (Total, error) {
	ctx, cancel := limits.Bound(ctx)
	defer cancel()
	return engineOf(p).countAll(ctx, most, searchLimits(limits), progress)
}

// Report is what [Check] found.
type Report struct {
	puzzle.Result                 // up to two solutions
	Unique, Minimal sudoku.Answer // exactly one solution; and lost with any part
	Redundant       []puzzle.Part // of a unique puzzle, parts each of which, alone, could go
	Conflict        []puzzle.Part // of a puzzle with rules and no solution, some parts that contradict each other
	Contradiction   error         // what shows without a search that there is no solution
}

// Solvable says whether there is a solution.
func (r *Report) Solvable() sudoku.Answer {
	switch {
	case r.N > 0:
		return sudoku.Yes
	case r.Exact:
		return sudoku.No
	}
	return sudoku.Unknown
}

// Check returns whether the puzzle has one solution, which parts of it could go, and which contradict each other in
// one without any. It costs a search for two solutions and one for each part. The error is that of
// a search cut short; a contradiction is in the report.
func Check(ctx context.Context, p *puzzle.Puzzle, limits puzzle.Limits) (Report, error) {
	ctx, cancel := limits.Bound(ctx)
	defer cancel()
	return engineOf(p).check(ctx, searchLimits(limits))
}

// Candidates are the values that the solutions have, by cell.
type Candidates struct {
	True         [][]int // those that some solution has, ascending
	Open         [][]int // those of which that is not known
	sudoku.Tally         // the solutions, up to a limit
	Engine       string
}

// IsOpen reports whether of some value it is not known whether a solution has it.
func (c *Candidates) IsOpen() bool {
	for _, values := range c.Open {
		if len(values) > 0 {
			return true
		}
	}
	return false
}

// CandidatesOf returns the values that the solutions have, and how many solutions there are up to
// most. It costs a search for each value that no solution so far has shown. The error is that of
// [Count].
func CandidatesOf(ctx context.Context, p *puzzle.Puzzle, most uint64, limits puzzle.Limits) (Candidates, error) {
	ctx, cancel := limits.Bound(ctx)
	defer cancel()
	return engineOf(p).candidates(ctx, most, searchLimits(limits))
}

// Scoring is how solutions are scored: the sum of weight × value over the cells of the board.
type Scoring struct {
	Goal target.Goal
	// Weights are one a cell, row by row, or of a classic puzzle nine a cell: what each value is
	// worth there. nil: the puzzle's own, or [puzzle.Puzzle.Rings] if it has none.
	Weights []int64
}

// weightsFor returns the weights for a puzzle.
func (s *Scoring) weightsFor(p *puzzle.Puzzle) []int64 {
	switch {
	case s.Weights != nil:
		return s.Weights
	case p.Weights != nil:
		return p.Weights
	}
	return p.Rings()
}

// Optimum is the solution of the best score. Its zero value claims nothing.
type Optimum struct {
	// Outcome is Found where no solution has a better score, None where there is no solution, and
	// Undecided where the search was cut short.
	Outcome  sudoku.Outcome
	Solution []int // the optimum, or the best so far; nil where there is none yet
	Score    int64 // of Solution
	Bound    int64 // no solution is better; it means nothing where there is none
	Nodes    uint64
	Tied     uint64 // while the solutions of the best score are counted: how many so far
	Engine   string
}

// Scored is a solution and its score.
type Scored struct {
	Solution []int
	Score    int64
}

// Ranking is the best solutions.
type Ranking struct {
	Optimum
	// Leaders are the best, best first: as many as asked for, or all. Of those that tie for the
	// last places any may come. If the search was cut short, they are some good ones.
	Leaders  []Scored
	Complete bool // it is proven that there are no others
}

// Ties is the optimum and how many solutions have its score.
type Ties struct {
	Optimum
	N     uint64 // at most the limit
	Exact bool   // there are no more
}

// Best returns the solution with the best score, proven. Of the limits it heeds Nodes, Time and
// Seed. told, which may be nil, gets what is known each time that it is more, in the goroutine of
// the search; it must not keep the Solution. The error is that of [Count], or says that the weights
// do not fit.
func Best(ctx context.Context, p *puzzle.Puzzle, s Scoring, limits puzzle.Limits, told func(Optimum)) (Optimum, error) {
	ctx, cancel := limits.Bound(ctx)
	defer cancel()
	return engineOf(p).best(ctx, s, searchLimits(limits), told)
}

// Leaders returns the most best solutions, otherwise as [Best].
func Leaders(ctx context.Context, p *puzzle.Puzzle, s Scoring, most int, limits puzzle.Limits, told func(Optimum)) (Ranking, error) {
	ctx, cancel := limits.Bound(ctx)
	defer cancel()
	return engineOf(p).leaders(ctx, s, max(most, 1), searchLimits(limits), told)
}

// CountBest returns the best solution and how many have its score, up to limits.Solutions,
// otherwise as [Best].
func CountBest(ctx context.Context, p *puzzle.Puzzle, s Scoring, limits puzzle.Limits, told func(Optimum)) (Ties, error) {
	ctx, cancel := limits.Bound(ctx)
	defer cancel()
	return engineOf(p).countBest(ctx, s, searchLimits(limits), told)
}

// bigOf is a count as a big integer.
func bigOf(n uint64) *big.Int { return new(big.Int).SetUint64(n) }
