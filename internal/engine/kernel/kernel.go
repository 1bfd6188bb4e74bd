// Package kernel is the engine room: it searches 9×9 grids for solutions, fast.
//
// It speaks [81]uint8 (row-major, 0 = empty, 1–9 = digit): it knows no Grid, no text and no
// contest. Engines stand in the registry under a name: scalar, plain Go for every processor
// (scalar.go), and for amd64 avx512 and avx2, for arm64 neon, many searches in the lanes of
// vectors (lanes.go), whose assembly _asm writes.
//
// It has tables of its own for cells and their houses (board.go): the geometry is fixed when
// it is compiled, in the layout of its words and the instructions of its sweeps.
//
// It must not import anything of this module: it knows no words and no people.
package kernel

import "context"

// Outcome says how a search ended. The zero value is Stopped, so that a result
// that nobody filled in claims nothing.
type Outcome uint8

const (
	// Stopped: the context, the node limit or yield ended the search; what was
	// found is true, what was not found is not known.
	Stopped Outcome = iota
	// Complete: the whole space was searched; the count is exact.
	Complete
	// LimitReached: as many solutions as were asked for exist; there may be more.
	LimitReached
)

// Limits bounds one search.
type Limits struct {
	// Solutions stops a search that has found so many; 0 is taken as 1.
	Solutions uint64
	// Nodes stops a search that needs one guess more; 0 means no limit other
	// than the context.
	Nodes uint64
	// Without has, by the index of the puzzle, a candidate that no solution may
	// hold; of Digit 0, and beyond its end, there is none. So one solution asked
	// for tells whether a cell of a solution known can be another digit.
	Without []Candidate
}

// Candidate is a digit, 1–9, in a cell, 0–80.
type Candidate struct{ Cell, Digit uint8 }

// Result is what one search found.
type Result struct {
	First     [81]uint8 // the first solution found; meaningful when Solutions > 0
	Solutions uint64    // solutions found, never more than Limits.Solutions
	Nodes     uint64    // guesses made: one for each value tried at a branch
	Outcome   Outcome
}

// Order is the order in which solutions are enumerated.
type Order uint8

const (
	// Any is the engine's own order, the fastest.
	Any Order = iota
	// Lexicographic is ascending order of the 81 digits read row by row.
	Lexicographic
)

// Kernel is one engine.
type Kernel interface {
	// Name is the engine's name in the registry, such as "scalar".
	Name() string

	// Search searches each of puzzles up to the limits, which hold for each
	// puzzle by itself, and writes its result to the same index of results; of
	// more puzzles than results the rest is left alone. It returns how many
	// results, from the front, are final: all unless ctx ended the call, which it
	// notices within about a millisecond. Nothing is promised of the others.
	// A puzzle whose givens contradict each other, or that holds a value above 9,
	// has no solution and takes no node. Search allocates nothing per puzzle or node.
	Search(ctx context.Context, puzzles [][81]uint8, limits Limits, results []Result) int

	// Enumerate calls yield with each solution of one puzzle until yield
	// returns false, the limits are reached or ctx ends. A nil yield only counts.
	// The array is reused between calls. Memory is constant, however many
	// solutions there are, and in either order the search between one solution
	// and the next is of the engine's best kind: no puzzle stalls it.
	Enumerate(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, yield func(*[81]uint8) bool) Result
}
