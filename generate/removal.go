package generate

import (
	"context"

	"nonet/internal/engine/kernel"
	"nonet/internal/engine/unavoidable"
	"nonet/internal/random"
)

// removal generates one classic puzzle, from a full grid or, for [Minimise] and [Complete], from a puzzle with one
// solution. It empties single cells, or all cells of an orbit, in a random order, as long as the solution stays unique.
// The grid and the order determine the result. Unavoidable sets decide most cases, and an engine decides the others: at
// first it tests whether many cells can be removed together, and later whether a single cell could have another digit
// (docs/GENERATE.md).
type removal struct {
	number   uint64
	chance   random.Source
	orbits   [][]int
	solution grid
	full     grid                    // the grid from which cells are removed
	puzzle   grid                    // the grid to test next
	order    [cells]uint8            // the indices of the orbits, in the order of their removal
	n        int                     // only the first n orbits may be removed
	sets     [cells]unavoidable.Sets // for each index of the array order, the unavoidable sets that have a cell in the orbit
	ends     [cells]unavoidable.Sets // for each index i of the array order, those sets of sets[i] that have no cell in a later orbit
	met      unavoidable.Sets        // the sets with a cell that is known to stay
	open     unavoidable.Sets        // the sets without a cell that is known to stay
	next     int                     // the index, in the array order, of the orbit to test next
	leap     int                     // the number of orbits to remove together; 0 after the first tests
	cell     int                     // the index, in the orbit, of the cell that is tested for another digit
	tested   kernel.Candidate        // the tested cell with its original digit
}

// firstLeap is the number of cells that the first test of an attempt removes together.
const firstLeap = 44

// beginRandomly chooses a random solution, and a random order of removals. It prepares the first test. It returns false
// if there is nothing to test.
func (a *removal) beginRandomly() (running bool) {
	fillRandomly(&a.solution, &a.chance)
	a.full = a.solution
	return a.beginRemovals(func([]int) bool { return true }, firstLeap)
}

// findUnavoidableSets finds the unavoidable sets of the solution, and fills sets, ends and met.
func (a *removal) findUnavoidableSets() {
	var sets [cells]unavoidable.Sets
	unavoidable.FindExchangeSets(&a.solution, &sets)
	setsOf := func(i uint8) (here unavoidable.Sets) {
		for _, c := range a.orbits[i] {
			if a.full[c] != 0 {
				here |= sets[c]
			}
		}
		return here
	}
	var seen unavoidable.Sets
	for i := a.n - 1; i >= 0; i-- {
		here := setsOf(a.order[i])
		a.sets[i], a.ends[i] = here, here&^seen
		seen |= here
	}
	a.met = 0
	for _, i := range a.order[a.n:len(a.orbits)] {
		a.met |= setsOf(i)
	}
}

// startOrbitRemoval prepares a test that removes the next orbits together; leap is their number. It returns false if
// there is nothing to test.
func (a *removal) startOrbitRemoval(leap int) (running bool) {
	a.puzzle = a.full
	a.open = ^unavoidable.Sets(0) &^ a.met
	a.next, a.leap = 0, leap
	for ; leap > 0 && a.removeOrbit(); leap-- {
		a.next++
	}
	return a.leap > 0 || a.nextOrbit()
}

// removeOrbit removes the next orbit that the unavoidable sets permit. It returns false if they permit none.
func (a *removal) removeOrbit() bool {
	for ; a.next < a.n; a.next++ {
		orbit := a.orbits[a.order[a.next]]
		if a.ends[a.next]&a.open == 0 {
			for _, c := range orbit {
				a.puzzle[c] = 0
			}
			return true
		}
		a.open &^= a.sets[a.next]
	}
	return false
}

// nextOrbit prepares the test of the next orbit, and reports whether there is one.
func (a *removal) nextOrbit() bool {
	if !a.removeOrbit() {
		return false
	}
	a.cell = 0
	a.prepareUniquenessTest()
	return true
}

// prepareUniquenessTest prepares a test of whether the cell a.cell of the orbit could have another digit.
func (a *removal) prepareUniquenessTest() {
	c := a.orbits[a.order[a.next]][a.cell]
	a.puzzle[c] = 0
	a.tested = kernel.Candidate{Cell: uint8(c), Digit: a.solution[c]}
}

// evaluateTest applies the result of a test, and prepares the next test. If the test found another solution, `another`
// is true. evaluateTest returns false if no test is left.
func (a *removal) evaluateTest(another bool) (running bool) {
	if a.leap > 0 {
		if another {
			return a.startOrbitRemoval(a.leap * 7 / 8)
		}
		a.leap = 0
		return a.nextOrbit()
	}
	orbit := a.orbits[a.order[a.next]]
	switch {
	case another:
		for _, c := range orbit {
			a.puzzle[c] = a.full[c]
		}
		a.open &^= a.sets[a.next]
	case a.cell+1 < len(orbit):
		// The cell cannot have another digit, so it stays filled in the remaining tests of the orbit.
		a.puzzle[orbit[a.cell]] = a.solution[orbit[a.cell]]
		a.cell++
		a.prepareUniquenessTest()
		return true
	default:
		for _, c := range orbit {
			a.puzzle[c] = 0
		}
	}
	a.next++
	return a.nextOrbit()
}

// window runs several attempts at the same time, so that each call of the engine tests many puzzles.
type window struct {
	seed     uint64
	orbits   [][]int
	attempts [windowSize]removal
	puzzles  [windowSize]grid
	tested   [windowSize]kernel.Candidate
	results  [windowSize]kernel.Result
}

const windowSize = 256

// runAttempts runs n attempts, the first with the number `number`. begin starts an attempt. yield receives each
// finished attempt, in any order. runAttempts returns early if the context ends.
func (w *window) runAttempts(ctx context.Context, number uint64, n int, begin func(*removal) bool, yield func(*removal)) {
	// The first test of an attempt needs other limits than the later ones.
	var idle, first, later []*removal
	for i := range w.attempts[:min(n, windowSize)] {
		idle = append(idle, &w.attempts[i])
	}
	for started := 0; ; {
		for ; len(idle) > 0 && started < n; started++ {
			a := idle[len(idle)-1]
			a.number, a.orbits = number+uint64(started), w.orbits
			a.chance.Reseed(w.seed, a.number)
			switch {
			case !begin(a):
				yield(a)
				continue
			case a.leap > 0:
				first = append(first, a)
			default:
				later = append(later, a)
			}
			idle = idle[:len(idle)-1]
		}
		if len(first)+len(later) == 0 {
			return
		}
		group, limits := &first, kernel.Limits{Solutions: 2}
		if len(later) > len(first) {
			group, limits = &later, kernel.Limits{Solutions: 1, Without: w.tested[:len(later)]}
		}
		tested := *group
		for i, a := range tested {
			w.puzzles[i], w.tested[i] = a.puzzle, a.tested
		}
		if kernel.Default().Search(ctx, w.puzzles[:len(tested)], limits, w.results[:]) < len(tested) {
			return
		}
		*group = tested[:0]
		for i, a := range tested {
			switch {
			case !a.evaluateTest(w.results[i].Solutions == limits.Solutions):
				yield(a)
				idle = append(idle, a)
			case a.leap > 0:
				first = append(first, a)
			default:
				later = append(later, a)
			}
		}
	}
}
