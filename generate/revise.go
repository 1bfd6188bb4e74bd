package generate

import (
	"context"
	"slices"

	"nonet/internal/engine/kernel"
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
	return r.minimise(ctx, kernel.Default(), g)
}

func (r Revision) minimise(ctx context.Context, k kernel.Kernel, g sudoku.Grid) (Puzzle, sudoku.Outcome, error) {
	var first [1]kernel.Result
	switch n, err := r.solutions(ctx, k, g, &first); {
	case err != nil:
		return Puzzle{}, sudoku.None, err
	case n < 0:
		return Puzzle{}, sudoku.Undecided, &LimitError{Cause: context.Cause(ctx)}
	case n > 1:
		return Puzzle{}, sudoku.None, newSpecError("generate.several")
	}
	full := g.Values()
	return r.runAttempts(ctx, k, func(a *removal) bool {
		a.solution, a.full = first[0].First, full
		return a.beginRemovals(func(orbit []int) bool {
			return slices.ContainsFunc(orbit, func(c int) bool { return full[c] != 0 })
		}, 0)
	}, nil)
}

// Complete adds givens to a puzzle until it has one solution and none of the new givens is redundant. It adds givens
// one by one or, with a symmetry, all cells of an orbit together. First it adds the givens that the symmetry requires.
// If the puzzle has no solution, the outcome is None, and the error states why. If ctx ends, the outcome and the error
// are as for [Minimise]. 256 attempts usually take some tens of milliseconds.
func Complete(ctx context.Context, g sudoku.Grid, r Revision) (Puzzle, sudoku.Outcome, error) {
	return r.complete(ctx, kernel.Default(), g)
}

func (r Revision) complete(ctx context.Context, k kernel.Kernel, g sudoku.Grid) (Puzzle, sudoku.Outcome, error) {
	if _, err := r.solutions(ctx, k, g, new([1]kernel.Result)); err != nil {
		return Puzzle{}, sudoku.None, err
	}
	open, err := sudoku.TrueCandidatesOf(ctx, g, sudoku.Limits{})
	if err != nil {
		return Puzzle{}, sudoku.Undecided, &LimitError{Cause: context.Cause(ctx)}
	}
	full := g.Values()
	return r.runAttempts(ctx, k, func(a *removal) bool {
		a.full = a.solution
		free := func(orbit []int) bool {
			return !slices.ContainsFunc(orbit, func(c int) bool { return full[c] != 0 })
		}
		return a.beginRemovals(free, firstLeap)
	}, func(solution *grid, chance *random.Source) bool {
		*solution = full
		return fillFrom(ctx, solution, &open.True, chance)
	})
}

// solutions returns the number of solutions of a puzzle, up to 2, or −1 if ctx ended. If the puzzle has no solution,
// the error states why.
func (r *Revision) solutions(ctx context.Context, k kernel.Kernel, g sudoku.Grid, found *[1]kernel.Result) (int, error) {
	if r.Symmetry >= symmetries {
		return 0, newSpecError("generate.symmetryUnknown", "value", int(r.Symmetry))
	}
	if all := g.Contradictions(); all != nil {
		return 0, &sudoku.ContradictionError{Contradictions: all}
	}
	if k.Search(ctx, []grid{g.Values()}, kernel.Limits{Solutions: 2}, found[:]) == 0 {
		return -1, nil
	}
	if found[0].Solutions == 0 {
		return 0, newSpecError("generate.noSolution")
	}
	return int(found[0].Solutions), nil
}

// beginRemovals puts the orbits that free accepts into a random order; the others stay. It prepares the first test,
// which removes leap/81 of the accepted orbits together.
func (a *removal) beginRemovals(free func(orbit []int) bool, leap int) (more bool) {
	a.n = 0
	for i := range uint8(len(a.orbits)) {
		a.order[i] = i
		if free(a.orbits[i]) {
			a.order[a.n], a.order[i] = i, a.order[a.n]
			a.n++
		}
	}
	random.Shuffle(&a.chance, a.order[:a.n])
	a.findUnavoidable()
	return a.startOrbitRemoval(leap * a.n / cells)
}

// runAttempts runs the attempts, and returns the result with the fewest givens. Before each attempt it calls solve,
// unless solve is nil. solve finds the solution for the attempt; it returns false if ctx ended.
func (r *Revision) runAttempts(ctx context.Context, k kernel.Kernel, begin func(*removal) bool, solve func(*grid, *random.Source) bool) (Puzzle, sudoku.Outcome, error) {
	var w window
	best, least, orbits := Puzzle{}, cells+1, orbitsOf(r.Symmetry.Images(9))
	attempts := r.Attempts
	if attempts <= 0 {
		attempts = windowSize
	}
	for from := 0; from < attempts; from += windowSize {
		n := min(attempts-from, windowSize)
		ended := false
		started := func(a *removal, number uint64) bool {
			a.number, a.orbits = number, orbits
			a.chance.Reseed(r.Seed, number)
			if solve != nil && !solve(&a.solution, &a.chance) {
				ended = true
				return false
			}
			return begin(a)
		}
		w.runAttempts(ctx, k, uint64(from), n, started, func(a *removal) {
			if ended {
				return
			}
			if n := countGivens(&a.puzzle); n < least || n == least && a.number < best.Attempt {
				least, best = n, newGridPuzzle(a.number, &a.puzzle, &a.solution)
			}
		})
		if ctx.Err() != nil {
			break
		}
	}
	if least > cells {
		return Puzzle{}, sudoku.Undecided, &LimitError{Cause: context.Cause(ctx)}
	}
	return best, sudoku.Found, nil
}
