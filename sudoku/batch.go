package sudoku

import (
	"context"
	"slices"

	"nonet/internal/engine/kernel"
	"nonet/internal/engine/unavoidable"
)

// Result is the result of a search for one puzzle. The outcome of the zero value is Undecided.
type Result struct{ found kernel.Result }

// Outcome reports whether a solution was found. If the outcome is Found, Solution returns a solution.
func (r *Result) Outcome() Outcome { return r.Tally().Outcome() }

// Solution returns a solution, which is valid only if Outcome is Found. If there are several solutions, the choice
// depends on the engine, and in a batch on the other puzzles.
func (r *Result) Solution() Grid { return Grid{r.found.First} }

// Tally returns the number of solutions found, up to the limit, and the number of guesses. In a batch, the number of
// guesses also depends on the other puzzles.
func (r *Result) Tally() Tally {
	return Tally{N: r.found.Solutions, Exact: r.found.Outcome == kernel.Complete, Nodes: r.found.Nodes}
}

// Err returns a *NodeLimitError if the search stopped early. If there is no solution because givens of the puzzle
// contradict each other, it returns a *ContradictionError. Otherwise it returns nil, even if the search proved that
// there is no solution. The result must be final, and puzzle must be the puzzle that was searched.
func (r *Result) Err(puzzle Grid) error {
	switch {
	case r.found.Outcome == kernel.Stopped:
		return &NodeLimitError{r.found.Nodes}
	case r.found.Solutions == 0:
		if all := puzzle.Contradictions(); all != nil {
			return &ContradictionError{all}
		}
	}
	return nil
}

// Results holds the results of a call of [SolveBatch], by index of the puzzle. A second call with the same Results
// reuses its memory.
type Results struct{ found []kernel.Result }

// At returns the result of puzzle i.
func (r *Results) At(i int) Result { return Result{r.found[i]} }

// Unique returns the solution of puzzle i, row by row. ok is false unless it is proven to be the only one. The next
// batch overwrites the array.
func (r *Results) Unique(i int) (solution *[Cells]uint8, ok bool) {
	f := &r.found[i]
	return &f.First, f.Solutions == 1 && f.Outcome == kernel.Complete
}

// Exact returns the number of solutions of puzzle i. ok is false if there may be more.
func (r *Results) Exact(i int) (n uint64, ok bool) {
	return r.found[i].Solutions, r.found[i].Outcome == kernel.Complete
}

// SolveBatch searches each puzzle for up to `limit` solutions. limit is at least 1; 2 is enough to find out whether a
// puzzle is unique. SolveBatch returns the number of final results, n. The results with an index below n are final; all
// other results are undefined. n is less than len(puzzles) only if ctx ended. A puzzle is its values row by row, as in
// [Grid.Values]; a puzzle with a value above 9 has no solution.
//
// SolveBatch uses one core and allocates nothing per puzzle. Calls with a few thousand puzzles are fastest
// (docs/PERFORMANCE.md has figures).
func SolveBatch(ctx context.Context, puzzles [][Cells]uint8, limit uint64, limits Limits, results *Results) int {
	results.found = slices.Grow(results.found[:0], len(puzzles))[:len(puzzles)]
	return kernel.Default().Search(ctx, puzzles, kernel.Limits{Solutions: max(limit, 1), Nodes: limits.Nodes}, results.found)
}

// RedundantGivens holds the results of a call of [RedundantBatch], and an input for the next call. A second call reuses
// the memory.
type RedundantGivens struct {
	// Solutions is the input: the solutions of the next batch's puzzles, or nil if they are unknown. With solutions,
	// many givens need no search.
	Solutions [][Cells]uint8
	cells     []Cell // the redundant givens of all puzzles, one puzzle after the other
	ends      []int  // for each puzzle, the index in cells after its last redundant given
	nodes     []uint64
	without   []kernel.Candidate
	parts     [][Cells]uint8
	partsOf   []int // for each puzzle, the index in `parts` after its last part; a part is the puzzle without one given
	given     []Cell
	found     []kernel.Result
}

// neededGivens returns the givens of puzzle i that are certainly needed. A given is needed if it is the only given in
// some unavoidable set of the solution.
func (r *RedundantGivens) neededGivens(i int, puzzle *[Cells]uint8) (needed [Cells]bool) {
	if i >= len(r.Solutions) {
		return needed
	}
	var sets [Cells]unavoidable.Sets
	unavoidable.FindExchangeSets(&r.Solutions[i], &sets)
	var one, two unavoidable.Sets
	for c, d := range puzzle {
		if d != 0 {
			two |= one & sets[c]
			one |= sets[c]
		}
	}
	for c, d := range puzzle {
		needed[c] = d != 0 && sets[c]&one&^two != 0
	}
	return needed
}

// At returns the redundant givens of puzzle i, and the number of guesses made to find them. The
// next batch overwrites the slice.
func (r *RedundantGivens) At(i int) (cells []Cell, nodes uint64) {
	from := 0
	if i > 0 {
		from = r.ends[i-1]
	}
	return r.cells[from:r.ends[i]:r.ends[i]], r.nodes[i]
}

// RedundantBatch finds the redundant givens of unique puzzles: givens that can each be removed alone. For many puzzles
// that are known to be unique, it is faster than [Check]. For a puzzle that is not unique the result is undefined.
// RedundantBatch returns the number of valid results, n: those with an index below n are valid. n is less than
// len(puzzles) if ctx ended, or if the search for a given reached limits.Nodes. RedundantBatch uses one core. Each
// given takes as much time as a puzzle in SolveBatch.
func RedundantBatch(ctx context.Context, puzzles [][Cells]uint8, limits Limits, r *RedundantGivens) int {
	const batchSize = 4096
	r.cells, r.ends, r.nodes = r.cells[:0], r.ends[:0], r.nodes[:0]
	for next := 0; next < len(puzzles); {
		r.parts, r.given, r.without, r.partsOf = r.parts[:0], r.given[:0], r.without[:0], r.partsOf[:0]
		from := next
		for ; next < len(puzzles) && (next == from || len(r.parts)+Cells <= batchSize); next++ {
			needed := r.neededGivens(next, &puzzles[next])
			for c, d := range puzzles[next] {
				if d != 0 && !needed[c] {
					r.parts = append(r.parts, puzzles[next])
					r.parts[len(r.parts)-1][c] = 0
					r.given = append(r.given, Cell(c))
					r.without = append(r.without, kernel.Candidate{Cell: uint8(c), Digit: d})
				}
			}
			r.partsOf = append(r.partsOf, len(r.parts))
		}
		r.found = slices.Grow(r.found[:0], len(r.parts))[:len(r.parts)]
		// Each search forbids the digit of a given in the given's cell. If the search finds a solution, the given is
		// needed.
		finished := kernel.Default().Search(ctx, r.parts, kernel.Limits{Solutions: 1, Nodes: limits.Nodes, Without: r.without}, r.found)
		part := 0
		for i := from; i < next; i++ {
			nodes, begin := uint64(0), len(r.cells)
			for end := r.partsOf[i-from]; part < end; part++ {
				if part >= finished || r.found[part].Outcome == kernel.Stopped {
					r.cells = r.cells[:begin]
					return i
				}
				nodes += r.found[part].Nodes
				if r.found[part].Solutions == 0 {
					r.cells = append(r.cells, r.given[part])
				}
			}
			r.ends, r.nodes = append(r.ends, len(r.cells)), append(r.nodes, nodes)
		}
	}
	return len(puzzles)
}
