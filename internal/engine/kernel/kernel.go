// Package kernel searches 9×9 grids for solutions, fast.
//
// A grid is a [81]uint8: row-major, 0 = empty, 1–9 = digit. The registry holds the engines by name. scalar is plain
// Go for every processor (scalar.go). avx512 and avx2 (amd64) and neon (arm64) run many searches in the lanes of vector
// registers (lanes.go); _asm generates their assembly.
//
// The package has its own tables of cells and houses (board.go), because its words and sweeps are laid out for the
// classic board.
//
// It must not import anything of this module.
package kernel

import "context"

// Outcome says how a search ended. The zero value is Stopped, so the zero Result claims nothing.
type Outcome uint8

const (
	// Stopped means that the context, the node limit or yield ended the search. There may be more solutions than those
	// found.
	Stopped Outcome = iota
	// Complete means that the whole search space was searched, so the count is exact.
	Complete
	// LimitReached means that Limits.Solutions solutions were found. There may be more.
	LimitReached
)

// Limits holds the limits of a search, and candidates that its solutions must not contain.
type Limits struct {
	// Solutions is how many solutions a search finds before it ends; 0 means 1.
	Solutions uint64
	// Nodes is how many guesses a search makes before it ends; 0 means no limit.
	Nodes uint64
	// Without[i] is a candidate that no solution of puzzle i may contain. Digit 0, or a missing element, forbids
	// nothing. For example, if Without is a digit of a known solution and Solutions is 1, the search shows whether the
	// digit's cell can hold another digit.
	Without []Candidate
}

// Candidate is a digit, 1–9, in a cell, 0–80.
type Candidate struct{ Cell, Digit uint8 }

// Result holds what one search has found: its outcome, the first solution, and counts.
type Result struct {
	First     [81]uint8 // the first solution found; undefined if Solutions is 0
	Solutions uint64    // the number of solutions found, at most Limits.Solutions
	Nodes     uint64    // the number of guesses
	Outcome   Outcome
}

// Order is the order in which solutions are enumerated.
type Order uint8

const (
	// Any leaves the order to the engine, which is fastest.
	Any Order = iota
	// Lexicographic orders solutions by their 81 digits, read row by row, ascending.
	Lexicographic
)

// Kernel is a search engine. Its methods may be called concurrently.
type Kernel interface {
	// Name returns the engine's name in the registry, such as "scalar".
	Name() string

	// Search writes the result of puzzles[i] to results[i], for each index that both slices have. The limits apply to
	// each puzzle separately. Search returns n: the results before index n are final, and later results undefined. n is
	// less than the number of puzzles only if ctx ended, which Search notices within about a millisecond.
	//
	// A puzzle whose givens contradict each other, or that has a value above 9, has no solution and takes no node.
	// Search allocates nothing per puzzle or node.
	Search(ctx context.Context, puzzles [][81]uint8, limits Limits, results []Result) int

	// Enumerate calls yield with each solution of puzzle until yield returns false, a limit is reached or ctx ends. If
	// yield is nil, it only counts. yield must not retain the array, which Enumerate reuses. Memory does not depend on
	// the number of solutions. In both orders the time between two solutions stays short, because the engine's best
	// heuristics lead the search.
	Enumerate(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, yield func(*[81]uint8) bool) Result
}
