package sudoku

import (
	"context"
	"iter"
	"runtime"
	"slices"

	"nonet/internal/engine/kernel"
)

// Result is what [SolveAll] found out about one puzzle.
type Result struct {
	Puzzle   Grid
	Outcome  Outcome
	Solution Grid // where Outcome is Found
	Tally         // how many solutions, up to the limit
}

// SolveAll searches every puzzle of a stream up to limit solutions (at least 1;
// 2 tells unique puzzles from others), on all cores, and yields the answers in
// the order of the stream. The error beside an answer says, as for [Solve], why
// that puzzle has no solution or was not decided; after the context has ended,
// its error comes last, beside a zero answer. Of several solutions, which one is
// shown depends on the engine and on the other puzzles of the stream.
//
// The stream is ranged over by the caller's goroutine, in batches that begin small and
// grow to a few thousand puzzles; at most two batches a core are under way at
// once, which bounds memory however long the stream is. Leaving the loop early
// ends the searches.
func SolveAll(ctx context.Context, puzzles iter.Seq[Grid], limit uint64, limits Limits) iter.Seq2[Result, error] {
	const firstBatch, largestBatch = 16, 4096
	bounds := kernel.Limits{Solutions: max(limit, 1), Nodes: limits.Nodes}
	return func(yield func(Result, error) bool) {
		searching, cancel := context.WithCancel(ctx)
		defer cancel()
		workers := runtime.GOMAXPROCS(0)
		jobs := make(chan *batch, 2*workers)
		defer close(jobs)
		started := 0
		var underWay []*batch // oldest first
		var spare []*batch    // to be used again
		fresh := func() *batch {
			n := len(spare)
			if n == 0 {
				return &batch{done: make(chan struct{}, 1)}
			}
			b := spare[n-1]
			spare = spare[:n-1]
			b.puzzles = b.puzzles[:0]
			return b
		}
		send := func(b *batch) {
			if started < workers {
				started++
				go func() {
					for b := range jobs {
						b.search(searching, bounds)
					}
				}()
			}
			jobs <- b
			underWay = append(underWay, b)
		}
		left := false
		// answer yields what comes of the oldest batch, and answers whether there is more to come.
		answer := func() bool {
			b := underWay[0]
			underWay = underWay[1:]
			<-b.done
			for i := range b.finished {
				if !yield(b.result(i)) {
					left = true
					return false
				}
			}
			spare = append(spare, b)
			return b.finished == len(b.puzzles)
		}

		b, size, more := fresh(), firstBatch, true
		for g := range puzzles {
			if b.puzzles = append(b.puzzles, g.cells); len(b.puzzles) < size {
				continue
			}
			send(b)
			if len(underWay) == 2*workers {
				more = answer()
			}
			b, size = fresh(), min(2*size, largestBatch)
			if !more || ctx.Err() != nil {
				break
			}
		}
		if more && len(b.puzzles) > 0 {
			send(b)
		}
		for more && len(underWay) > 0 {
			more = answer()
		}
		if err := context.Cause(ctx); err != nil && !left {
			yield(Result{}, err)
		}
	}
}

// batch is some puzzles on their way through an engine.
type batch struct {
	puzzles  [][Cells]uint8
	results  []kernel.Result
	finished int // results that are final, from the front
	done     chan struct{}
}

func (b *batch) search(ctx context.Context, limits kernel.Limits) {
	b.results = slices.Grow(b.results[:0], len(b.puzzles))[:len(b.puzzles)]
	b.finished = kernel.Default().Search(ctx, b.puzzles, limits, b.results)
	b.done <- struct{}{}
}

func (b *batch) result(i int) (Result, error) {
	r := b.results[i]
	a := Result{
		Puzzle: Grid{b.puzzles[i]}, Outcome: Undecided,
		Tally: Tally{N: r.Solutions, Exact: r.Outcome == kernel.Complete, Nodes: r.Nodes},
	}
	switch {
	case r.Solutions > 0:
		a.Outcome, a.Solution = Found, Grid{r.First}
	case r.Outcome == kernel.Complete:
		a.Outcome = None
		if all := a.Puzzle.Contradictions(); all != nil {
			return a, &ContradictionError{all}
		}
	}
	if r.Outcome == kernel.Stopped {
		return a, &NodeLimitError{r.Nodes}
	}
	return a, nil
}
