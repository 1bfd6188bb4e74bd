package solve

import (
	"context"
	"iter"
	"math/big"

	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/target"
)

// These are the names that results give to the engines.
const (
	Kernel   = "kernel"       // the engine that visits each solution of a classic puzzle
	Counting = "counting"     // the engine that counts the solutions of a classic puzzle without visiting each of them
	Target   = "target"       // the engine that bounds the scores of a classic puzzle's solutions
	CSP      = puzzle.CSP     // the engine that searches constraints on cells, each with a set of values
	Clauses  = puzzle.Clauses // the engine that learns clauses from contradictions, on large boards
)

// CounterName returns the name of the engine that counts a classic puzzle with n solutions.
func CounterName(n uint64) string {
	if n > sudoku.Visited {
		return Counting
	}
	return Kernel
}

// engine answers the package's questions about one puzzle.
type engine interface {
	count(context.Context, puzzle.Limits) (puzzle.Result, error)
	solutions(context.Context, sudoku.Order, puzzle.Limits) (puzzle.Result, error)
	ascendingSolutions(ctx context.Context, known []int, limits puzzle.Limits) iter.Seq2[[]int, error]
	countAll(ctx context.Context, limit uint64, limits puzzle.Limits, progress func(sudoku.Progress)) (Total, error)
	check(context.Context, puzzle.Limits) (Report, error)
	candidates(ctx context.Context, limit uint64, limits puzzle.Limits) (Candidates, error)
	best(ctx context.Context, q *scoreQuestion, limits puzzle.Limits, progress func(Optimum)) (Optimum, error)
}

// engineOf is the only function that chooses engines.
func engineOf(p *puzzle.Puzzle) engine {
	if grid, ok := p.Classic(); ok {
		return &classic{p, grid}
	}
	return &general{p}
}

// Count counts the solutions of the puzzle up to limits.Solutions, and returns the first limits.Keep of them in the
// engine's own order. Two solutions differ if some cell has different values, including the cells of groups. If the
// limit is reached, Exact is false and the error is nil. Otherwise the error is
//
//   - the context's or a [*sudoku.NodeLimitError], if the search was cut short;
//   - a [*sudoku.ContradictionError] or a [*puzzle.ContradictionError], if there is no solution and no
//     search was needed to find out;
//   - a [*puzzle.Error], for a puzzle that [puzzle.Puzzle.Validate] rejects or whose rules are too
//     expensive to compile. The result then claims nothing.
func Count(ctx context.Context, p *puzzle.Puzzle, limits puzzle.Limits) (puzzle.Result, error) {
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	return engineOf(p).count(ctx, limitsWithoutTime(limits))
}

// limitsWithoutTime returns the limits of one search without Time, which already limits the context.
func limitsWithoutTime(limits puzzle.Limits) puzzle.Limits {
	limits.Solutions, limits.Keep, limits.Time = max(limits.Solutions, 1), max(limits.Keep, 1), 0
	return limits
}

// Solutions returns the first limits.Solutions solutions in the given order. Errors are the same as for
// [Count]. For puzzles that are not classic, ascending order costs a search for each value tried. If such a
// search is cut short, the result has no solutions.
func Solutions(ctx context.Context, p *puzzle.Puzzle, order sudoku.Order, limits puzzle.Limits) (puzzle.Result, error) {
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	limits = limitsWithoutTime(limits)
	limits.Keep = limits.Solutions
	return engineOf(p).solutions(ctx, order, limits)
}

// AscendingSolutions yields the solutions in ascending order of their values, row by row, in constant memory. `known`
// must be a solution. If a search fails, the last pair has its error.
func AscendingSolutions(ctx context.Context, p *puzzle.Puzzle, known []int, limits puzzle.Limits) iter.Seq2[[]int, error] {
	return func(yield func([]int, error) bool) {
		ctx, cancel := limits.BoundContext(ctx)
		defer cancel()
		engineOf(p).ascendingSolutions(ctx, known, limitsWithoutTime(limits))(yield)
	}
}

// LeastSolutions replaces found.Solutions, as [Count] returned them, by the least solutions in ascending order, at most
// `keep` of them. If a search fails, LeastSolutions returns its error, and `found` has no solutions.
func LeastSolutions(ctx context.Context, p *puzzle.Puzzle, found *puzzle.Result, keep int, limits puzzle.Limits) error {
	if found.N == 0 || found.Exact && found.N == 1 {
		return nil
	}
	if found.Exact {
		keep = min(keep, int(found.N))
	}
	known := found.Solutions[0]
	found.Solutions = nil
	var least [][]int
	for solution, err := range AscendingSolutions(ctx, p, known, limits) {
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

// Total is the number of solutions of a puzzle. The number may need more than 64 bits.
type Total struct {
	sudoku.Total
	First  []int  // a solution, or nil if none was kept
	Engine string // the engine that counted
}

// Tally converts t to a Tally. If N exceeds 2⁶⁴ − 1, the Tally has 2⁶⁴ − 1.
func (t *Total) Tally() sudoku.Tally {
	tally := sudoku.Tally{N: ^uint64(0), Exact: t.Exact, Nodes: t.Nodes}
	if t.N.IsUint64() {
		tally.N = t.N.Uint64()
	}
	return tally
}

// mostVisited limits a count that visits each solution. No processor is fast enough to visit so many solutions.
const mostVisited = 1 << 53

// CountAll counts the solutions of the puzzle. It stops when the count reaches limit; 0 means no limit. In a long count
// of a classic puzzle, it calls progress, if not nil, about ten times a second. Errors are the same as for [Count].
func CountAll(ctx context.Context, p *puzzle.Puzzle, limit uint64, limits puzzle.Limits, progress func(sudoku.Progress)) (Total, error) {
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	return engineOf(p).countAll(ctx, limit, limitsWithoutTime(limits), progress)
}

// Report is what [Check] found out about a puzzle.
type Report struct {
	puzzle.Result                 // the result of a search for two solutions
	Unique, Minimal sudoku.Answer // Unique: whether there is exactly one solution; Minimal: whether the solution is unique only with every part
	Redundant       []puzzle.Part // for a unique puzzle: the parts that can each be removed alone
	Conflict        []puzzle.Part // parts that contradict each other, if the puzzle has no solution and only a search could show this
	Contradiction   error         // why there is no solution, if this was clear without a search
}

// Solvable reports whether the puzzle has a solution.
func (r *Report) Solvable() sudoku.Answer {
	switch {
	case r.N > 0:
		return sudoku.Yes
	case r.Exact:
		return sudoku.No
	}
	return sudoku.Unknown
}

// Check finds out whether the puzzle has exactly one solution, and which parts can be removed. If the puzzle has no
// solution, Check finds parts that contradict each other. Check costs a search for two solutions and one search for
// each part. It returns an error only if a search was cut short; a contradiction is in the report.
func Check(ctx context.Context, p *puzzle.Puzzle, limits puzzle.Limits) (Report, error) {
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	return engineOf(p).check(ctx, limitsWithoutTime(limits))
}

// Candidates has, for each cell, the values that occur in the solutions.
type Candidates struct {
	True         [][]int // for each cell, the values that it has in some solution, ascending
	Open         [][]int // for each cell, the values that may occur in a solution, but whose searches were cut short
	sudoku.Tally         // the number of solutions, up to a limit
	Engine       string

	// Counts has, for each cell, the number of solutions with each value in True, up to a limit. It is nil if some of
	// these numbers were not counted.
	Counts [][]uint64
}

// IsOpen reports whether some value is undecided.
func (c *Candidates) IsOpen() bool {
	for _, values := range c.Open {
		if len(values) > 0 {
			return true
		}
	}
	return false
}

// Scoring defines the score of a solution: the sum of weight × value over the cells of the board.
type Scoring struct {
	Goal target.Goal
	// Weights has one weight for each cell, row by row. For a classic puzzle, it may have nine weights for each cell:
	// the scores of the nine digits there. If Weights is nil, the puzzle's own weights are used, or else
	// [puzzle.Puzzle.RingWeights].
	Weights []int64
}

// scoreQuestion asks for the best score. If ties is set, it also asks how many solutions have this score. If leaders is
// n > 0, it asks for the n solutions with the best scores.
type scoreQuestion struct {
	Scoring
	leaders int
	ties    bool
}

func (s *Scoring) weightsFor(p *puzzle.Puzzle) []int64 {
	switch {
	case s.Weights != nil:
		return s.Weights
	case p.Weights != nil:
		return p.Weights
	}
	return p.RingWeights()
}

// Optimum is the best solution found, with a bound on the scores of all others. The zero value claims nothing.
type Optimum struct {
	// Outcome is Found if Solution is proven to be optimal, None if there is no solution, and
	// Undecided if the search was cut short.
	Outcome  sudoku.Outcome
	Solution []int // the optimum, or the best solution found so far; nil if none
	Score    int64 // the score of Solution
	Bound    int64 // no solution has a better score; undefined if there is no solution
	Nodes    uint64
	Engine   string

	// CountBest sets N, the number of solutions with the best score that were counted so far, at most the limit. If
	// Exact is set, no other solutions have this score.
	N     uint64
	Exact bool

	// BestSolutions sets Leaders, in order, the best first: as many as requested, or all. If several solutions tie for
	// the last places, any of these solutions may be included. If the search was cut short, Leaders has some good
	// solutions, perhaps not the best. If Complete is set, Leaders has all solutions.
	Leaders  []ScoredSolution
	Complete bool
}

// ScoredSolution is a solution, a value for each cell, and its score.
type ScoredSolution struct {
	Solution []int
	Score    int64
}

// Best returns a solution with the best score, and proves that no other is better. Of limits it uses only Nodes, Time
// and Seed. It calls progress, if not nil, for each better solution or bound, in the goroutine of the search. progress
// must not keep the Solution. Errors are the same as for [Count]. There is also an error for weights that do not fit
// the puzzle.
func Best(ctx context.Context, p *puzzle.Puzzle, s Scoring, limits puzzle.Limits, progress func(Optimum)) (Optimum, error) {
	return answerScore(ctx, p, &scoreQuestion{Scoring: s}, limits, progress)
}

// BestSolutions returns the best solutions, at most `limit` of them. See [Best] for the other arguments and for errors.
func BestSolutions(ctx context.Context, p *puzzle.Puzzle, s Scoring, limit int, limits puzzle.Limits, progress func(Optimum)) (Optimum, error) {
	return answerScore(ctx, p, &scoreQuestion{Scoring: s, leaders: max(limit, 1)}, limits, progress)
}

// CountBest returns the optimum, and counts the solutions with its score up to limits.Solutions; see
// [Best] for arguments and errors.
func CountBest(ctx context.Context, p *puzzle.Puzzle, s Scoring, limits puzzle.Limits, progress func(Optimum)) (Optimum, error) {
	return answerScore(ctx, p, &scoreQuestion{Scoring: s, ties: true}, limits, progress)
}

func answerScore(ctx context.Context, p *puzzle.Puzzle, q *scoreQuestion, limits puzzle.Limits, progress func(Optimum)) (Optimum, error) {
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	return engineOf(p).best(ctx, q, limitsWithoutTime(limits), progress)
}

func newBigInt(n uint64) *big.Int { return new(big.Int).SetUint64(n) }
