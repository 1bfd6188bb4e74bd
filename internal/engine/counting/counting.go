// Package counting counts the solutions of a grid without visiting them.
//
// Notation:
//
//	split     how the nine digits of a box are dealt to its three rows (across)
//	          or its three columns (down), three to each: 1,680 ways
//	triple    splits of a chute's three boxes with which every line of the chute
//	          gets every digit once: 1,680 · 56 ways
//	filling   nine digits in a box; its splits across and down determine it,
//	          since a digit stands where its row and its column cross
//	slab      of one band, its first box's split down given: how often the band can
//	          be filled for each pair of splits down of the other two boxes
//	free      a digit without a given
//
// docs/COUNT.md has the sum. It begins where the kernel's search, the faster one where
// there are few solutions, has found [HandOver].
//
// It must not import sudoku, whose Count asks it.
package counting

import (
	"context"

	"nonet/internal/engine/kernel"
)

// Limits bounds a count beside its context.
type Limits struct {
	// Solutions ends a count that has come so far; 0 means no limit.
	Solutions uint64
	// Nodes is how many guesses the search may make and, in the sum, how many
	// splits may be tried with a triple of the first stack; 0 means no limit.
	Nodes uint64
}

// Result is what a count has found.
type Result struct {
	// Solutions is exact if Outcome is Complete, the limit if that is reached, and
	// else there are at least so many.
	Solutions Number
	Nodes     uint64
	Outcome   kernel.Outcome
}

// Progress is how far a count has come.
type Progress struct {
	Solutions Number  // there are at least so many
	Share     float64 // of the work, 0 to 1
}

// HandOver is how many solutions the search finds before the sum begins.
const HandOver = 4096

// Solutions counts the solutions of the puzzle. A puzzle whose givens contradict each other,
// or that holds a value above 9, has none.
//
// A long count runs on all processors, and ends within a few milliseconds after ctx has.
// Memory: 160 MB and 25 MB more for each processor in the case of an empty grid, a few with
// 17 givens. Progress, if not nil, is called some ten times a second on the caller's
// goroutine. The same call gives the same result unless ctx ends it; only the nodes of a
// count that ends at its limit of solutions may differ.
func Solutions(ctx context.Context, puzzle *[81]uint8, limits Limits, progress func(Progress)) Result {
	first := uint64(HandOver)
	if limits.Solutions != 0 {
		first = min(first, limits.Solutions)
	}
	puzzles, found := [1][81]uint8{*puzzle}, [1]kernel.Result{}
	kernel.Default().Search(ctx, puzzles[:], kernel.Limits{Solutions: first, Nodes: limits.Nodes}, found[:])
	r := Result{NumberOf(found[0].Solutions), found[0].Nodes, found[0].Outcome}
	if r.Outcome != kernel.LimitReached || first == limits.Solutions {
		return r
	}
	if limits.Nodes != 0 {
		if limits.Nodes -= r.Nodes; limits.Nodes == 0 {
			r.Outcome = kernel.Stopped
			return r
		}
	}
	rest := sum(ctx, puzzle, limits, progress)
	rest.Nodes += r.Nodes
	if !rest.Solutions.atLeast(first) {
		rest.Solutions = r.Solutions
	}
	return rest
}
