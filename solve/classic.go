package solve

import (
	"cmp"
	"context"
	"iter"

	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/target"
)

// classic is the engine for classic puzzles. It calls packages sudoku and target.
type classic struct {
	p    *puzzle.Puzzle
	grid sudoku.Grid
}

// NodeLimit returns the limits for package sudoku, which counts nodes only. The time limit stays with the context; see
// [puzzle.Limits.BoundContext].
func NodeLimit(limits puzzle.Limits) sudoku.Limits { return sudoku.Limits{Nodes: limits.Nodes} }

func valuesOf(grids ...sudoku.Grid) [][]int {
	var all [][]int
	for _, g := range grids {
		all = append(all, puzzle.GridValues(g))
	}
	return all
}

func (c *classic) count(ctx context.Context, limits puzzle.Limits) (puzzle.Result, error) {
	if limits.Solutions > sudoku.Visited {
		r, err := c.firstSolutions(ctx, min(limits.Keep, limits.Solutions), sudoku.AnyOrder, limits)
		if err == nil && !r.Exact && limits.Solutions > limits.Keep {
			r.Engine = Counting
			r.Tally, err = sudoku.Count(ctx, c.grid, uint64(limits.Solutions), NodeLimit(limits))
		}
		return r, err
	}
	var kept []sudoku.Grid
	tally, err := sudoku.Enumerate(ctx, c.grid, uint64(limits.Solutions), sudoku.AnyOrder, NodeLimit(limits), func(g sudoku.Grid) bool {
		if len(kept) < limits.Keep {
			kept = append(kept, g)
		}
		return true
	})
	return puzzle.Result{Solutions: valuesOf(kept...), Tally: tally, Engine: Kernel}, err
}

func (c *classic) firstSolutions(ctx context.Context, n int, order sudoku.Order, limits puzzle.Limits) (puzzle.Result, error) {
	solutions, tally, err := sudoku.SolutionsUpTo(ctx, c.grid, n, order, NodeLimit(limits))
	return puzzle.Result{Solutions: valuesOf(solutions...), Tally: tally, Engine: Kernel}, err
}

func (c *classic) solutions(ctx context.Context, order sudoku.Order, limits puzzle.Limits) (puzzle.Result, error) {
	return c.firstSolutions(ctx, limits.Solutions, order, limits)
}

func (c *classic) ascendingSolutions(ctx context.Context, _ []int, limits puzzle.Limits) iter.Seq2[[]int, error] {
	return func(yield func([]int, error) bool) {
		going := true
		_, err := sudoku.Enumerate(ctx, c.grid, ^uint64(0), sudoku.Lexicographic, NodeLimit(limits), func(g sudoku.Grid) bool {
			going = yield(valuesOf(g)[0], nil)
			return going
		})
		if going && err != nil {
			yield(nil, err)
		}
	}
}

func (c *classic) countAll(ctx context.Context, limit uint64, limits puzzle.Limits, progress func(sudoku.Progress)) (Total, error) {
	if limit == 0 {
		total, err := sudoku.CountAll(ctx, c.grid, NodeLimit(limits), progress)
		return TotalOf(total), err
	}
	tally, err := sudoku.Count(ctx, c.grid, limit, NodeLimit(limits))
	return TotalOfTally(tally), err
}

// TotalOfTally is like [TotalOf], for a count that fits into a Tally.
func TotalOfTally(tally sudoku.Tally) Total {
	return TotalOf(sudoku.Total{N: newBigInt(tally.N), Exact: tally.Exact, Nodes: tally.Nodes})
}

// TotalOf converts a count of a classic puzzle. The result names the engine that counted, as [CounterName] infers it
// from the number of solutions.
func TotalOf(total sudoku.Total) Total {
	t := Total{Total: total}
	t.Engine = CounterName(t.Tally().N)
	return t
}

func (c *classic) check(ctx context.Context, limits puzzle.Limits) (Report, error) {
	found, err := sudoku.Check(ctx, c.grid, NodeLimit(limits))
	return ReportOf(c.p, &found), err
}

// ReportOf converts a report of package sudoku about the classic puzzle p.
func ReportOf(p *puzzle.Puzzle, found *sudoku.Report) Report {
	r := Report{Unique: found.Unique, Minimal: found.Minimal}
	r.Engine, r.Nodes = Kernel, found.Nodes
	if found.Contradictions != nil {
		r.Contradiction = &sudoku.ContradictionError{Contradictions: found.Contradictions}
	}
	switch {
	case found.Solvable == sudoku.No:
		r.Exact = true
	case found.Solvable == sudoku.Unknown:
	case found.Unique == sudoku.No:
		r.N, r.Solutions = 2, valuesOf(found.Solution, found.Second)
	default:
		r.N, r.Exact, r.Solutions = 1, found.Unique == sudoku.Yes, valuesOf(found.Solution)
	}
	for _, cell := range found.Redundant {
		for i, given := range p.Givens {
			if given.Cell == int(cell) {
				r.Redundant = append(r.Redundant, puzzle.Part{Given: true, Index: i})
				break
			}
		}
	}
	return r
}

func (c *classic) candidates(ctx context.Context, limit uint64, limits puzzle.Limits) (Candidates, error) {
	all, err := sudoku.TrueCandidatesOf(ctx, c.grid, NodeLimit(limits))
	found := Candidates{Engine: Kernel, Tally: sudoku.Tally{Exact: all.Solvable == sudoku.No, Nodes: all.Nodes}}
	switch {
	case all.Unique == sudoku.Yes:
		found.N, found.Exact = 1, true
	case all.Solvable != sudoku.No:
		counted, cut := sudoku.Count(ctx, c.grid, limit, NodeLimit(limits))
		counted.Nodes += all.Nodes
		found.Tally, err = counted, cmp.Or(err, cut)
		for _, digits := range all.True {
			found.N = max(found.N, uint64(digits.Len())) // the solutions with these digits in the cell are all different
		}
		found.Engine = CounterName(found.N)
	}
	found.True, found.Open = candidateLists(&all.True), candidateLists(&all.Open)
	return found, err
}

func candidateLists(sets *[sudoku.Cells]sudoku.Candidates) [][]int {
	all := make([][]int, sudoku.Cells)
	for c, digits := range sets {
		for d := range digits.Digits() {
			all[c] = append(all[c], int(d))
		}
	}
	return all
}

// best asks package target, after it has converted the scoring to weights, one for each value in each cell.
func (c *classic) best(ctx context.Context, q *scoreQuestion, limits puzzle.Limits, progress func(Optimum)) (Optimum, error) {
	var w target.Weights
	switch weights := q.weightsFor(c.p); len(weights) {
	case 9 * sudoku.Cells:
		for i, weight := range weights {
			w[i/9][i%9+1] = weight
		}
	default:
		if err := c.p.ValidateWeights(weights); err != nil {
			return Optimum{}, err
		}
		w = target.CellWeights([sudoku.Cells]int64(weights))
	}
	options := target.Options{Goal: q.Goal, Limits: NodeLimit(limits)}
	if progress != nil {
		options.Progress = func(r target.Result) { progress(optimumOf(r)) }
	}
	var r target.Result
	var err error
	switch {
	case q.leaders > 0:
		r, err = target.BestCompletions(ctx, c.grid, w, q.leaders, options)
	case q.ties:
		r, err = target.CountOptima(ctx, c.grid, w, uint64(limits.Solutions), options)
	default:
		r, err = target.Optimum(ctx, c.grid, w, options)
	}
	return optimumOf(r), err
}

func optimumOf(r target.Result) Optimum {
	o := Optimum{
		Outcome: r.Outcome, Score: r.Score, Bound: r.Bound, Nodes: r.Nodes, Engine: Target,
		N: r.N, Exact: r.Exact, Complete: r.Complete,
	}
	if r.HasGrid {
		o.Solution = puzzle.GridValues(r.Grid)
	}
	for _, one := range r.Completions {
		o.Leaders = append(o.Leaders, ScoredSolution{puzzle.GridValues(one.Grid), one.Score})
	}
	return o
}
