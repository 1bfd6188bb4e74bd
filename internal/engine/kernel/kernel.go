// Package kernel searches 9×9 grids for solutions, fast.
//
// A grid is a [81]uint8: row-major, 0 = empty, 1–9 = digit. The registry holds the engines by name:
// scalar is plain Go for every processor (scalar.go). avx512, avx2 (amd64) and neon (arm64) run
// many searches in the lanes of vector registers (lanes.go); _asm generates their assembly.
//
// The package has its own tables of cells and houses (board.go). The layout of its words and the instructions
// of its sweeps depend on the classic board.
//
// It must not import anything of this module.
package kernel

import "context"

// Outcome states how a search ended. The zero value is Stopped, so the zero Result claims nothing.
type Outcome uint8

const (
	// Stopped: the context, the node limit or yield ended the search. The solutions found are solutions; there
	// may be more.
	Stopped Outcome = iota
	// Complete: the whole search space was searched; the count is exact.
	Complete
	// LimitReached: Limits.Solutions solutions were found; there may be more.
	LimitReached
)

// Limits bounds one search.
type Limits struct {
	// Solutions ends a search when it has found this number of solutions; 0 means 1.
	Solutions uint64
	// Nodes is the largest number of guesses that a search may make; 0 means no limit.
	Nodes uint64
	// Without[i] is a candidate that no solution of puzzle i may contain. Digit 0 forbids nothing. A missing
	// element also forbids nothing. For example, to find out whether a cell can hold another digit than in a
	// known solution, set Without to the known digit and Solutions to 1.
	Without []Candidate
}

// Candidate is a digit, 1–9, in a cell, 0–80.
type Candidate struct{ Cell, Digit uint8 }

// Result is what one search found.
type Result struct {
	First     [81]uint8 // the first solution found; undefined if Solutions is 0
	Solutions uint64    // the number of solutions found, never more than Limits.Solutions
	Nodes     uint64    // the number of guesses: one for each value tried at a branch
	Outcome   Outcome
}

// Order is the order in which solutions are enumerated.
type Order uint8

const (
	// Any is the order that is fastest for the engine.
	Any Order = iota
	// Lexicographic is the ascending order of the 81 digits read row by row.
	Lexicographic
)

// Kernel is a search engine. Its methods may be called concurrently.
type Kernel interface {
	// Name is the engine's name in the registry, such as "scalar".
	Name() string

	// Search searches puzzles[i] and writes its result to results[i], for each index that both
	// slices have. The limits apply to each puzzle separately. Search returns n: the results before
	// index n are final, the others are undefined. n is less than the number of puzzles only if ctx
	// ended, which Search notices within about a millisecond.
	//
	// A puzzle whose givens contradict each other, or that has a value above 9, has no solution and
	// takes no node. Search allocates nothing per puzzle or node.
	Search(ctx context.Context, puzzles [][81]uint8, limits Limits, results []Result) int

	// Enumerate calls yield with each solution of puzzle until yield returns false, a limit is reached or ctx
	// ends. If yield is nil, Enumerate only counts. yield must not keep the array, which Enumerate reuses.
	// Memory does not depend on the number of solutions. In both orders the time between two solutions stays
	// short: the engine always searches with its best heuristics.
	Enumerate(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, yield func(*[81]uint8) bool) Result
}
