// Package kernel searches 9×9 grids for solutions, fast.
//
// A grid is a [81]uint8: row-major, 0 = empty, 1–9 = digit. The registry holds the engines by name. scalar is
// plain Go for every processor (scalar.go). avx512 and avx2 (amd64) and neon (arm64) run many searches in the
// lanes of vector registers (lanes.go); _asm generates their assembly.
//
// The tables of cells and houses are the package's own (board.go), because its words and sweeps are laid out
// for the classic board.
//
// It must not import anything of this module.
package kernel

import "context"

// Outcome states how a search ended. The zero value is Stopped, so the zero Result claims nothing.
type Outcome uint8

const (
	// Stopped: the context, the node limit or yield ended the search. There may be more solutions than those
	// found.
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
	// Nodes limits the guesses; 0 means no limit.
	Nodes uint64
	// Without[i] is a candidate that no solution of puzzle i may contain. Digit 0, or a missing element,
	// forbids nothing. For example, Without = a known solution's digit and Solutions = 1 shows whether its cell
	// can hold another digit.
	Without []Candidate
}

// Candidate is a digit, 1–9, in a cell, 0–80.
type Candidate struct{ Cell, Digit uint8 }

// Result is what one search found.
type Result struct {
	First     [81]uint8 // the first solution found; undefined if Solutions is 0
	Solutions uint64    // never more than Limits.Solutions
	Nodes     uint64    // one for each value tried at a branch
	Outcome   Outcome
}

// Order is the order of enumerated solutions.
type Order uint8

const (
	// Any is the order that is fastest for the engine.
	Any Order = iota
	// Lexicographic is ascending by the 81 digits, read row by row.
	Lexicographic
)

// Kernel is a search engine. Its methods may be called concurrently.
type Kernel interface {
	// Name is the engine's name in the registry, such as "scalar".
	Name() string

	// Search writes the result of puzzles[i] to results[i], for each index that both slices have. The limits
	// apply to each puzzle separately. The results before index n, the return value, are final, and the others
	// undefined. n is less than the number of puzzles only if ctx ended, which Search notices within about a
	// millisecond.
	//
	// A puzzle whose givens contradict each other, or that has a value above 9, has no solution and
	// takes no node. Search allocates nothing per puzzle or node.
	Search(ctx context.Context, puzzles [][81]uint8, limits Limits, results []Result) int

	// Enumerate calls yield with each solution of puzzle until yield returns false, a limit is reached or ctx
	// ends. A nil yield only counts. yield must not retain the array, which Enumerate reuses. Memory does not
	// depend on the number of solutions. In both orders the time between two solutions stays short, because the
	// engine's best heuristics lead the search.
	Enumerate(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, yield func(*[81]uint8) bool) Result
}
