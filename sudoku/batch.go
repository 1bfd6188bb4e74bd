package sudoku

import (
	"context"
	"iter"
	"slices"

	"nonet/internal/engine/kernel"
	"nonet/internal/engine/unavoidable"
	"nonet/internal/ordered"
)

// Result is what a search found out about one puzzle. Its zero value claims nothing.
type Result struct{ found kernel.Result }

// Outcome returns Found if there is a solution, which Solution is.
func (r *Result) Outcome() Outcome { return r.Tally().Outcome() }

// Solution returns a solution; of several, which one depends on the engine, and in a batch on
// the other puzzles. It means nothing unless Outcome is Found.
func (r *Result) Solution() Grid { return Grid{r.found.First} }

// Tally returns how many solutions were found, up to the limit. In a batch the nodes, too,
// depend on the other puzzles.
func (r *Result) Tally() Tally {
	return Tally{N: r.found.Solutions, Exact: r.found.Outcome == kernel.Complete, Nodes: r.found.Nodes}
}

// Err returns why the puzzle, whose final result this is, has no solution (a
// *ContradictionError; nil if that took a search), or why it was not decided (a
// *NodeLimitError).
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

// Results are what [SolveBatch] found, by the index of the puzzle; used again, they need
// no new memory.
type Results struct{ found []kernel.Result }

// At returns the result of puzzle i.
func (r *Results) At(i int) Result { return Result{r.found[i]} }

// Unique returns the solution of puzzle i, row by row, if it was proven to be the only one. It
// is overwritten by the next batch.
func (r *Results) Unique(i int) (solution *[Cells]uint8, ok bool) {
	f := &r.found[i]
	return &f.First, f.Solutions == 1 && f.Outcome == kernel.Complete
}

// Exact returns how many solutions puzzle i has, if they are all found.
func (r *Results) Exact(i int) (n uint64, ok bool) {
	return r.found[i].Solutions, r.found[i].Outcome == kernel.Complete
}

// SolveBatch searches each puzzle up to limit solutions (at least 1; 2 tells unique
// puzzles from others). It returns how many results, from the front, are final: all,
// unless ctx ended; the others mean nothing. A puzzle is its values row by row, as
// [Grid.Values] are; one with a value above 9 has no solution.
//
// It takes one core and allocates nothing for a puzzle; a few thousand puzzles a call are
// best (docs/PERFORMANCE.md has the figures).
func SolveBatch(ctx context.Context, puzzles [][Cells]uint8, limit uint64, limits Limits, results *Results) int {
	results.found = slices.Grow(results.found[:0], len(puzzles))[:len(puzzles)]
	return kernel.Default().Search(ctx, puzzles, kernel.Limits{Solutions: max(limit, 1), Nodes: limits.Nodes}, results.found)
}

// Solved is a puzzle of [SolveAll] with its result.
type Solved struct {
	Puzzle Grid
	Result
}

// SolveAll returns [SolveBatch] for a stream: on all cores, in the order of the stream. The error
// beside an answer is [Result.Err]; after the context has ended, its error comes last,
// beside a zero answer.
//
// The stream is ranged over by goroutines of SolveAll's own, one at a time, in batches of up
// to a few thousand puzzles, at most two a core, which bounds memory. Leaving the loop early
// ends the searches, and waits for a stream that is just making a puzzle.
func SolveAll(ctx context.Context, puzzles iter.Seq[Grid], limit uint64, limits Limits) iter.Seq2[Solved, error] {
	const firstBatch, largestBatch = 16, 4096
	type batch struct {
		puzzles  [][Cells]uint8
		results  Results
		finished int // results that are final, from the front
	}
	return func(yield func(Solved, error) bool) {
		var b *batch // of the goroutine whose turn it is
		next, stop := iter.Pull(func(full func(struct{}) bool) {
			size := firstBatch
			for g := range puzzles {
				if b.puzzles = append(b.puzzles, g.cells); len(b.puzzles) < size {
					continue
				}
				if size = min(2*size, largestBatch); !full(struct{}{}) {
					return
				}
			}
			if len(b.puzzles) > 0 {
				full(struct{}{})
			}
		})
		defer stop()
		work := ordered.Work[batch]{
			Pull: func(_ context.Context, empty *batch) bool {
				b = empty
				b.puzzles = b.puzzles[:0]
				_, ok := next()
				return ok
			},
			Worker: func() func(context.Context, *batch) {
				return func(ctx context.Context, b *batch) {
					b.finished = SolveBatch(ctx, b.puzzles, limit, limits, &b.results)
				}
			},
		}
		for b := range work.Done(ctx) {
			for i := range b.finished {
				a := Solved{Grid{b.puzzles[i]}, b.results.At(i)}
				if !yield(a, a.Err(a.Puzzle)) {
					return
				}
			}
			if b.finished < len(b.puzzles) {
				break
			}
		}
		if err := context.Cause(ctx); err != nil {
			yield(Solved{}, err)
		}
	}
}

// Redundants are what [RedundantBatch] found; used again, they need no new memory.
type Redundants struct {
	// Solutions are those of the puzzles of the next batch, if the caller knows them: then many
	// givens need no search.
	Solutions [][Cells]uint8
	cells     []Cell // of all puzzles, one after the other
	ends      []int  // where those of each end
	nodes     []uint64
	without   []kernel.Candidate
	parts     [][Cells]uint8
	partsOf   []int // where those of each puzzle end
	given     []Cell
	found     []kernel.Result
}

// neededGivens returns givens of puzzle i that are the only ones in an unavoidable set of its solution.
func (r *Redundants) neededGivens(i int, puzzle *[Cells]uint8) (needed [Cells]bool) {
	if i >= len(r.Solutions) {
		return needed
	}
	var sets [Cells]unavoidable.Sets
	unavoidable.FindPairs(&r.Solutions[i], &sets)
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

// At returns the givens of puzzle i each of which, alone, could be taken away, and the guesses
// that it took to tell. They are overwritten by the next batch.
func (r *Redundants) At(i int) (cells []Cell, nodes uint64) {
	from := 0
	if i > 0 {
		from = r.ends[i-1]
	}
	return r.cells[from:r.ends[i]:r.ends[i]], r.nodes[i]
}

// RedundantBatch tells of puzzles with exactly one solution each, others mean nothing, which
// givens could be taken away, each alone: [Check] for many puzzles, once they are solved. It
// returns how many, from the front, are told: all, unless ctx ended or the limits, of nodes
// for each given, were in the way. It takes one core and for a given what it takes to solve a
// puzzle in a batch.
func RedundantBatch(ctx context.Context, puzzles [][Cells]uint8, limits Limits, r *Redundants) int {
	const together = 4096
	r.cells, r.ends, r.nodes = r.cells[:0], r.ends[:0], r.nodes[:0]
	for next := 0; next < len(puzzles); {
		r.parts, r.given, r.without, r.partsOf = r.parts[:0], r.given[:0], r.without[:0], r.partsOf[:0]
		from := next
		for ; next < len(puzzles) && (next == from || len(r.parts)+Cells <= together); next++ {
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
		// Without its digit, a given that is needed leaves its cell another.
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
