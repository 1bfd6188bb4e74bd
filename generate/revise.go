package generate

import (
	"context"
	"slices"

	"nonet/internal/random"
	"nonet/sudoku"
)

// Revision holds the options of [Minimise] and [Complete]. The zero value requires no symmetry.
type Revision struct {
	Seed     uint64
	Symmetry Symmetry
	// Attempts is the number of random orders to try; 0 means 256. The result is the puzzle with the fewest givens. If
	// several have the fewest, the earliest attempt counts.
	Attempts int
}

// Minimise removes givens from a puzzle with one solution, as long as the solution stays unique. It removes givens one
// by one or, with a symmetry, all cells of an orbit together. Without a symmetry the result is minimal. If the puzzle
// does not have exactly one solution, the outcome is None, and the error is a *sudoku.ContradictionError or a
// *SpecError. If ctx ends, the result is the best puzzle so far. Without such a puzzle the outcome is Undecided, and
// the error is a *LimitError. 256 attempts take about ten milliseconds.
func Minimise(ctx context.Context, g sudoku.Grid, r Revision) (Puzzle, sudoku.Outcome, error) {
	solutions, tally, err := sudoku.SolutionsUpTo(ctx, g, 2, sudoku.AnyOrder, sudoku.Limits{})
	if outcome, err := r.failureOf(ctx, tally.Outcome() == sudoku.None, err); err != nil {
		return Puzzle{}, outcome, err
	}
	if len(solutions) == 2 {
		return Puzzle{}, sudoku.None, newSpecError("generate.several")
	}
	full, solution := g.Values(), solutions[0].Values()
	return r.runAttempts(ctx, func(a *removal) bool {
		a.solution, a.full = solution, full
		return a.beginRemovals(func(orbit []int) bool {
			return slices.ContainsFunc(orbit, func(c int) bool { return full[c] != 0 })
		}, 0)
	})
}

// Complete adds givens to a puzzle so that it has one solution and, without a symmetry, none of the new givens is
// redundant. With a symmetry, it adds all cells of an orbit or none, and completes the orbits of the puzzle's own
// givens. If the puzzle has no solution, the outcome is None, and the error states why. If ctx ends, the outcome and
// the error are as for [Minimise]. 256 attempts usually take some tens of milliseconds.
func Complete(ctx context.Context, g sudoku.Grid, r Revision) (Puzzle, sudoku.Outcome, error) {
	open, err := sudoku.TrueCandidatesOf(ctx, g, sudoku.Limits{})
	if outcome, err := r.failureOf(ctx, open.Solvable == sudoku.No, err); err != nil {
		return Puzzle{}, outcome, err
	}
	full := g.Values()
	return r.runAttempts(ctx, func(a *removal) bool {
		a.solution = full
		if !fillFrom(ctx, &a.solution, &open.True, &a.chance) {
			return false
		}
		a.full = a.solution
		return a.beginRemovals(func(orbit []int) bool {
			return !slices.ContainsFunc(orbit, func(c int) bool { return full[c] != 0 })
		}, firstLeap)
	})
}

// failureOf returns the outcome and the error of a revision that cannot begin. The reason is an unknown symmetry, a
// puzzle without a solution, or `err`, the error of the search for solutions.
func (r *Revision) failureOf(ctx context.Context, isUnsolvable bool, err error) (sudoku.Outcome, error) {
	switch {
	case r.Symmetry >= symmetries:
		return sudoku.None, newSpecError("generate.symmetryUnknown", "value", int(r.Symmetry))
	case isUnsolvable && err == nil:
		return sudoku.None, newSpecError("generate.noSolution")
	case isUnsolvable:
		return sudoku.None, err
	case err != nil:
		return sudoku.Undecided, &LimitError{Cause: context.Cause(ctx)}
	}
	return sudoku.Found, nil
}

// beginRemovals puts the orbits that `isFree` accepts into a random order. The other orbits stay in the puzzle. The first
// test, which beginRemovals prepares, removes `leap`/81 of the accepted orbits together.
func (a *removal) beginRemovals(isFree func(orbit []int) bool, leap int) (running bool) {
	a.n = 0
	for i := range uint8(len(a.orbits)) {
		a.order[i] = i
		if isFree(a.orbits[i]) {
			a.order[a.n], a.order[i] = i, a.order[a.n]
			a.n++
		}
	}
	random.Shuffle(&a.chance, a.order[:a.n])
	a.findUnavoidableSets()
	return a.startOrbitRemoval(leap * a.n / cells)
}

// runAttempts runs the attempts, and returns the result with the fewest givens.
func (r *Revision) runAttempts(ctx context.Context, begin func(*removal) bool) (Puzzle, sudoku.Outcome, error) {
	w := window{seed: r.Seed, orbits: orbitsOf(r.Symmetry.Images(9))}
	best, least := Puzzle{}, cells+1
	attempts := r.Attempts
	if attempts <= 0 {
		attempts = windowSize
	}
	for from := 0; from < attempts && ctx.Err() == nil; from += windowSize {
		w.runAttempts(ctx, uint64(from), min(attempts-from, windowSize), begin, func(a *removal) {
			if ctx.Err() != nil {
				return // the context has ended, so begin may have failed
			}
			if n := countGivens(&a.puzzle); n < least || n == least && a.number < best.Attempt {
				least, best = n, newGridPuzzle(a.number, &a.puzzle, &a.solution)
			}
		})
	}
	if least > cells {
		return Puzzle{}, sudoku.Undecided, &LimitError{Cause: context.Cause(ctx)}
	}
	return best, sudoku.Found, nil
}
