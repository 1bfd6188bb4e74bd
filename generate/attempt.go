package generate

import (
	"context"

	"nonet/internal/engine/kernel"
	"nonet/internal/engine/unavoidable"
	"nonet/internal/random"
)

// An attempt is a grid with one solution, that solution itself unless a puzzle is revised,
// and an order in which its cells, or with a symmetry its orbits, are taken away, each
// unless the puzzle would get a second solution. These alone decide what remains; an
// engine is asked only for what the unavoidable sets do not tell: first whether many
// cells may go at once, later of each cell whether it could be another digit
// (docs/GENERATE.md).
type attempt struct {
	number   uint64
	chance   random.Source
	orbits   *orbits
	solution grid
	full     grid                    // what cells are taken away from
	puzzle   grid                    // what is to be tested
	order    [cells]uint8            // the orbits
	n        int                     // how many of them, from the front, may go
	sets     [cells]unavoidable.Sets // by position in the order: the unavoidable sets with a cell there
	ends     [cells]unavoidable.Sets // of these, those of which it is the last
	met      unavoidable.Sets        // those with a cell in what may not go
	open     unavoidable.Sets        // those in which nothing has stayed
	next     int                     // the position that is tested
	leap     int                     // how many orbits are to go at once; 0 after the beginning
	cell     int                     // which cell of the orbit is asked to be another digit
	without  kernel.Candidate        // it, and its old digit
}

// firstLeap is how many cells go at once at the beginning.
const firstLeap = 44

// begin makes the solution and the order, up to the first test.
func (a *attempt) begin(seed, number uint64, o *orbits) (more bool) {
	a.number, a.orbits = number, o
	a.chance.Reseed(seed, number)
	fill(&a.solution, &a.chance)
	a.full = a.solution
	a.order, a.n = identity, o.n
	random.Shuffle(&a.chance, a.order[:o.n])
	a.know()
	return a.start(firstLeap * o.n / cells)
}

// know finds what the unavoidable sets tell of the orbits in their order.
func (a *attempt) know() {
	var sets [cells]unavoidable.Sets
	unavoidable.FindPairs(&a.solution, &sets)
	with := func(i uint8) (here unavoidable.Sets) {
		for _, c := range a.orbits.orbitCells(i) {
			if a.full[c] != 0 {
				here |= sets[c]
			}
		}
		return here
	}
	var seen unavoidable.Sets
	for i := a.n - 1; i >= 0; i-- {
		here := with(a.order[i])
		a.sets[i], a.ends[i] = here, here&^seen
		seen |= here
	}
	a.met = 0
	for _, i := range a.order[a.n:a.orbits.n] {
		a.met |= with(i)
	}
}

var identity = func() (all [cells]uint8) {
	for i := range all {
		all[i] = uint8(i)
	}
	return all
}()

// start begins with so many orbits to go at once; false: there is nothing to test.
func (a *attempt) start(leap int) (more bool) {
	a.puzzle = a.full
	a.open = ^unavoidable.Sets(0) &^ a.met
	a.next, a.leap = 0, leap
	for ; leap > 0 && a.remove(); leap-- {
		a.next++
	}
	return a.leap > 0 || a.advance()
}

// remove takes the next orbit away that the sets let go; false: there is none.
func (a *attempt) remove() bool {
	for ; a.next < a.n; a.next++ {
		orbit := a.orbits.orbitCells(a.order[a.next])
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

// advance goes to the next orbit to be tested, and reports whether there is one.
func (a *attempt) advance() bool {
	if !a.remove() {
		return false
	}
	a.cell = 0
	a.ask()
	return true
}

// ask asks for another digit in a cell of the orbit.
func (a *attempt) ask() {
	c := a.orbits.orbitCells(a.order[a.next])[a.cell]
	a.puzzle[c] = 0
	a.without = kernel.Candidate{Cell: c, Digit: a.solution[c]}
}

// take takes in whether there is another solution; false: nothing more to test.
func (a *attempt) take(another bool) (more bool) {
	if a.leap > 0 {
		if another {
			return a.start(a.leap * 7 / 8)
		}
		a.leap = 0
		return a.advance()
	}
	orbit := a.orbits.orbitCells(a.order[a.next])
	switch {
	case another:
		for _, c := range orbit {
			a.puzzle[c] = a.full[c]
		}
		a.open &^= a.sets[a.next]
	case a.cell+1 < len(orbit):
		// The cell cannot be another digit, so it may as well be filled while the
		// next one is asked for.
		a.puzzle[orbit[a.cell]] = a.solution[orbit[a.cell]]
		a.cell++
		a.ask()
		return true
	default:
		for _, c := range orbit {
			a.puzzle[c] = 0
		}
	}
	a.next++
	return a.advance()
}

// window is some attempts tested together, so that the engine has many puzzles.
type window struct {
	attempts [windowSize]attempt
	puzzles  [windowSize]grid
	without  [windowSize]kernel.Candidate
	results  [windowSize]kernel.Result
}

const windowSize = 256

// run makes the n attempts from number on, which begin with begin, handing each to yield
// at its end, in any order. It returns false if the context ended first.
func (w *window) run(ctx context.Context, k kernel.Kernel, number uint64, n int, begin func(*attempt, uint64) bool, yield func(*attempt)) bool {
	// Attempts at their beginning and the others are not asked the same.
	var idle, first, later []*attempt
	for i := range w.attempts[:min(n, windowSize)] {
		idle = append(idle, &w.attempts[i])
	}
	for started := 0; ; {
		for ; len(idle) > 0 && started < n; started++ {
			switch a := idle[len(idle)-1]; {
			case !begin(a, number+uint64(started)):
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
			return true
		}
		group, limits := &first, kernel.Limits{Solutions: 2}
		if len(later) > len(first) {
			group, limits = &later, kernel.Limits{Solutions: 1, Without: w.without[:len(later)]}
		}
		tested := *group
		for i, a := range tested {
			w.puzzles[i], w.without[i] = a.puzzle, a.without
		}
		if k.Search(ctx, w.puzzles[:len(tested)], limits, w.results[:]) < len(tested) {
			return false
		}
		*group = tested[:0]
		for i, a := range tested {
			switch {
			case !a.take(w.results[i].Solutions == limits.Solutions):
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
