// Package counting counts the solutions of a grid without visiting each of them.
//
// Notation:
//
//	split     an assignment of a box's nine digits to its three rows (across)
//	          or its three columns (down), three to each: 1,680 possibilities
//	triple    splits of a chute's three boxes with which every line of the chute
//	          gets every digit once: 1,680 · 56 possibilities
//	filling   nine digits in a box; its splits across and down determine it,
//	          since a digit stands where its row and its column cross
//	slab      for a band and a split down of its first box: in how many ways the band
//	          can be filled, for each pair of splits down of the other two boxes
//	free      a digit without a given
//
// docs/COUNT.md explains the sum. For few solutions the kernel's search is faster, so the sum begins only after the
// search has found [HandOver] solutions.
//
// The package must not import package sudoku, whose Count uses it.
package counting

import (
	"context"

	"nonet/internal/engine/kernel"
)

// Limits holds the limits of a count. The count also ends with its context.
type Limits struct {
	// Solutions is the number of solutions at which a count ends; 0 means no limit.
	Solutions uint64
	// Nodes limits the guesses of the search and the work of the sum. The sum counts one node for each split that it
	// tries with a triple of the first stack. 0 means no limit.
	Nodes uint64
}

// Result holds the number of solutions counted, and whether the number is exact.
type Result struct {
	// Solutions is the exact number if Outcome is Complete, and the limit if Outcome is LimitReached. Otherwise it is a
	// lower bound.
	Solutions Number
	Nodes     uint64
	Outcome   kernel.Outcome
}

// Progress holds a lower bound of a running count, and the share of its work that is done.
type Progress struct {
	Solutions Number  // a lower bound of the number of solutions
	Share     float64 // the part of the work that is done, from 0 to 1
}

// HandOver is the number of solutions that the search finds before the sum begins.
const HandOver = 4096

// Solutions counts the solutions of puzzle. If givens contradict each other, or a value is above 9, the number is 0.
//
// A long count uses all processors, and ends within a few milliseconds after ctx has ended. It takes a few MB for 17
// givens; for an empty grid it takes 160 MB, and 25 MB more for each processor. progress, if not nil, is called about
// ten times a second on the caller's goroutine. Every run gives the same result, except for counts that ctx ended, and
// for Nodes at the limit of solutions.
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
	rest := sumSolutions(ctx, puzzle, limits, progress)
	rest.Nodes += r.Nodes
	if !rest.Solutions.isAtLeast(first) {
		rest.Solutions = r.Solutions
	}
	return rest
}
