package generate

import (
	"context"
	"slices"
	"sort"

	"nonet/internal/random"
	"nonet/logic/hodoku"
	"nonet/puzzle"
	"nonet/puzzle/deduction"
	"nonet/solve"
	"nonet/sudoku"
)

// attempt makes one puzzle.
type attempt struct {
	*plan
	ctx      context.Context
	chance   random.Source
	number   uint64
	puzzle   *puzzle.Puzzle // the puzzle made so far
	solution []int
	grade    Puzzle           // the level, the score and the techniques of the puzzle at its latest grading
	end      *deduction.State // the position in which deductions got stuck at the latest grading; nil for a classic puzzle
	spare    [][]int          // the orbits without givens
	giving   bool             // add givens even if cages cover the board, as far as the Spec permits givens
	scarce   bool             // the puzzle needs more than three times as many givens as permitted
}

// These are limits of searches. Most searches take less than a hundred nodes. If a search reaches its limit, the given
// or constraint that it tests stays.
const (
	mostNodes = 5000 // the node limit on a board of 81 cells; it is lower on larger boards
	gridNodes = 1500 // the node limit of the search for a solution
	boards    = 30   // the number of searches for a solution, each with new irregular regions

	// For puzzles without givens, tries is how many times to place constraints for one solution. After every triesAlike
	// tries, constraints are placed more densely.
	tries      = 15
	triesAlike = 3

	mostRetries = 10 // how many times to replace the givens that make a puzzle too easy
)

func (a *attempt) makePuzzle() Rejection {
	if !a.chooseSolution() {
		return NoGrid
	}
	board := a.puzzle
	most := tries
	if len(a.free) > 0 {
		most = triesAlike // after this many tries, constraints are chosen one by one
	}
	for try := range most {
		a.giving = try == most-1 && a.mayAddGivens()
		laid, ok := board, false
		if laid, ok = a.layAllKinds(board, try/triesAlike); !ok {
			return NotLaid
		}
		a.puzzle = laid
		r := a.chooseGivens()
		if r == accepted {
			break
		}
		again := a.noGivens && len(a.kinds) > 0 && (r == SeveralSolutions || r == NotDecided)
		if again && try < most-1 && a.ctx.Err() == nil {
			continue
		}
		if (again || r == WrongGivens && a.scarce) && len(a.free) > 0 {
			r = a.chooseConstraints(board, laid)
		}
		if r != accepted {
			return r
		}
		break
	}
	if a.Minimal && !a.removeRedundantParts() {
		return NotMinimal
	}
	switch isAlone, _ := a.searchOtherSolution(a.puzzle, forProof); isAlone {
	case sudoku.Unknown:
		return NotDecided
	case sudoku.No:
		return SeveralSolutions
	}
	return a.gradeAndAdjust()
}

// gradeAndAdjust grades a unique puzzle, and makes it harder or easier if the Spec permits this.
func (a *attempt) gradeAndAdjust() Rejection {
	if !a.graded {
		return accepted
	}
	a.giving = a.mayAddGivens() || a.noGivens && !a.NoGivens && a.MinLevel >= hodoku.Unfair
	r := a.gradePuzzle()
	if r == WrongLevel && a.noGivens && !a.Minimal {
		r = a.makeHarder()
	}
	return a.makeEasier(r)
}

// makeEasier adds givens to a puzzle that is too hard, until its level is right. It adds the givens in cells that the
// techniques left open. If the givens added last make the puzzle too easy, makeEasier takes them back and adds a single
// orbit instead. It does so at most mostRetries times.
func (a *attempt) makeEasier(r Rejection) Rejection {
	n := max(1, a.Size*a.Size/27)
	if a.noGivens {
		n = 1
	}
	for retries := mostRetries; r == HarderTechnique && a.end != nil && !a.Minimal; {
		before, end := a.puzzle, a.end
		if !a.addGivens(n) {
			break
		}
		if a.checkStillTooHard() {
			continue
		}
		if r = a.gradePuzzle(); r == WrongLevel && retries > 0 {
			retries--
			a.puzzle, a.end, r, n = before, end, HarderTechnique, 1
		}
	}
	return r
}

// checkStillTooHard resumes the latest grading of the puzzle, with the givens added since then. It returns true if the
// techniques get stuck again. Then a new grading, which takes longer, would almost always get stuck, too. There must be
// a grading to resume. If ctx has ended, checkStillTooHard returns false.
func (a *attempt) checkStillTooHard() bool {
	var step deduction.Step
	for _, g := range a.puzzle.Givens {
		step.Places = append(step.Places, deduction.Candidate{Cell: g.Cell, Value: g.Values[0]})
	}
	end := a.end.Clone()
	end.Apply(&step)
	g, err := end.Grade(a.ctx, a.hardestLevel())
	if err != nil || g.Solved {
		return false
	}
	a.end = end
	return true
}

// makeHarder removes redundant constraints from a puzzle that is too easy: first three quarters of them and, if the
// puzzle is still too easy, all. The solution stays unique.
func (a *attempt) makeHarder() (r Rejection) {
	original := a.puzzle
	if !a.removeRedundantParts() {
		return WrongLevel
	}
	needed := a.puzzle
	most := 3 * (len(original.Constraints) - len(needed.Constraints)) / 4
	reduced := *original
	reduced.Constraints = slices.DeleteFunc(slices.Clone(original.Constraints), func(x puzzle.Constraint) bool {
		if most == 0 || slices.ContainsFunc(needed.Constraints, func(y puzzle.Constraint) bool { return x.Kind == y.Kind && slices.Equal(x.Cells, y.Cells) }) {
			return false
		}
		most--
		return true
	})
	for _, a.puzzle = range []*puzzle.Puzzle{&reduced, needed} {
		if r = a.gradePuzzle(); r != WrongLevel {
			break
		}
	}
	return r
}

// mayAddGivens reports whether this attempt may add givens if its cages leave several solutions. If the plan has no
// givens, every fourth attempt may, unless the caller set NoGivens.
func (a *attempt) mayAddGivens() bool { return a.noGivens && !a.NoGivens && a.number%4 == 3 }

// addGivens adds about n givens, in whole orbits. It prefers cells that the techniques left open. It returns false if
// it adds none.
func (a *attempt) addGivens(n int) bool {
	sort.SliceStable(a.spare, func(i, j int) bool { return a.hasUndecidedCell(a.spare[i]) && !a.hasUndecidedCell(a.spare[j]) })
	room := a.mostGivens() - len(a.puzzle.Givens)
	next := *a.puzzle
	next.Givens = slices.Clone(next.Givens)
	a.spare = slices.DeleteFunc(a.spare, func(orbit []int) bool {
		if n <= 0 || len(orbit) > room {
			return false
		}
		n -= len(orbit)
		room -= len(orbit)
		next.Givens = append(next.Givens, a.givensOf([][]int{orbit})...)
		return true
	})
	sortGivens(next.Givens)
	grown := len(next.Givens) > len(a.puzzle.Givens)
	a.puzzle = &next
	return grown
}

// hasUndecidedCell reports whether the techniques left a cell of `orbit` open.
func (a *attempt) hasUndecidedCell(orbit []int) bool {
	return a.end != nil && slices.ContainsFunc(orbit, func(c int) bool { return a.end.CandidateSet(c)&(a.end.CandidateSet(c)-1) != 0 })
}

func sortGivens(all []puzzle.Given) {
	sort.Slice(all, func(i, j int) bool { return all[i].Cell < all[j].Cell })
}

func (a *attempt) mostGivens() int {
	switch {
	case a.noGivens && !a.giving:
		return 0
	case a.Givens.Max > 0:
		return a.Givens.Max
	}
	return a.Size * a.Size
}

// chooseSolution chooses a random board and solution. It returns false if it finds no solution.
func (a *attempt) chooseSolution() bool {
	for tries := 0; tries < boards && a.ctx.Err() == nil; tries++ {
		board := *a.board
		if a.jigsaw {
			board.Box, board.Regions = puzzle.Box{}, a.randomRegions(&a.chance)
		}
		a.puzzle = &board
		found, err := board.RandomSolution(a.ctx, puzzle.Limits{Seed: a.chance.Uint64() | 1, Nodes: gridNodes})
		if len(found.Solutions) > 0 {
			a.solution = found.Solutions[0]
			return true
		}
		if err == nil && !a.jigsaw {
			return false // without irregular regions, another try would have the same board
		}
	}
	return false
}

func (a *attempt) puzzleWithGivens(orbits [][]int) *puzzle.Puzzle {
	next := *a.puzzle
	next.Givens = a.givensOf(orbits)
	return &next
}

func (a *attempt) givensOf(orbits [][]int) (all []puzzle.Given) {
	for _, orbit := range orbits {
		for _, cell := range orbit {
			all = append(all, puzzle.Given{Cell: cell, Values: a.solution[cell : cell+1]})
		}
	}
	return all
}

// chooseGivens gives the puzzle as few givens as a unique solution needs. It begins with all cells as givens, and
// removes orbits in a random order: first as many as possible together, found by bisection, and then one by one.
func (a *attempt) chooseGivens() Rejection {
	order := slices.Clone(a.orbits)
	random.Shuffle(&a.chance, order)
	most := a.mostGivens()
	from, to := 0, len(order) // order[:from] has too few givens; order[:to] has enough
	if a.noGivens || len(a.puzzle.Constraints) > len(a.board.Constraints) {
		switch isAlone, _ := a.searchOtherSolution(a.puzzleWithGivens(nil), forTwo); {
		case isAlone == sudoku.Yes:
			to = 0
		case a.noGivens && !a.giving && isAlone == sudoku.Unknown:
			return NotDecided
		case a.noGivens && !a.giving:
			return SeveralSolutions
		}
	}
	for from+1 < to {
		middle := (from + to) / 2
		if a.isUnique(a.puzzleWithGivens(order[:middle])) {
			to = middle
		} else {
			from = middle
		}
	}
	a.scarce = to > 3*most
	kept, spare := order[:to:to], order[to:]
	needed := 0
	for i := to - 2; i >= 0; i-- { // the last of these orbits is known to be needed
		less := slices.Concat(kept[:i], kept[i+1:])
		if a.isRedundantOrbit(less, kept[i]) {
			spare = append(slices.Clip(spare), kept[i])
			kept = less
			continue
		}
		if needed += len(kept[i]); needed > most {
			return WrongGivens
		}
	}
	a.spare = slices.Clone(spare)
	if a.puzzle = a.puzzleWithGivens(kept); len(a.puzzle.Givens) > most {
		return WrongGivens
	}
	sortGivens(a.puzzle.Givens)
	if !a.addMissingGivens() {
		return WrongGivens
	}
	return accepted
}

// addMissingGivens adds givens until the puzzle has as many as the Spec requires.
func (a *attempt) addMissingGivens() bool {
	for len(a.puzzle.Givens) < a.Givens.Min {
		if a.Minimal || !a.addGivens(a.Givens.Min-len(a.puzzle.Givens)) {
			return false
		}
	}
	return true
}

// isRedundantOrbit reports whether the puzzle stays unique without the givens of orbit. Since the puzzle with them is
// unique, another solution would differ in a cell of orbit.
func (a *attempt) isRedundantOrbit(left [][]int, orbit []int) bool {
	for i, cell := range orbit {
		p := a.puzzleWithGivens(append(slices.Clip(left), orbit[:i])) // earlier cells of the orbit are proven to keep their values
		var rest []int
		for v := range p.ValuesOf(cell) {
			if v != a.solution[cell] {
				rest = append(rest, v)
			}
		}
		p.Givens = append(p.Givens, puzzle.Given{Cell: cell, Values: rest})
		if isAlone, _ := a.searchOtherSolution(p, forOther); isAlone != sudoku.Yes {
			return false
		}
	}
	return true
}

// removeRedundantParts removes parts of the puzzle that its unique solution does not need: constraints, in a random
// order, and then, if orbits have several cells, givens. It returns false if a wanted kind has no constraint left.
func (a *attempt) removeRedundantParts() bool {
	var parts []puzzle.Part
	for i, c := range a.puzzle.Constraints {
		if !a.keep[c.Kind] {
			parts = append(parts, puzzle.Part{Index: i})
		}
	}
	random.Shuffle(&a.chance, parts)
	if len(a.orbits) < a.Size*a.Size {
		for i := range a.puzzle.Givens {
			parts = append(parts, puzzle.Part{Given: true, Index: i})
		}
	}
	a.puzzle, _, _ = solve.MinimalParts(a.ctx, a.puzzle, a.solution, parts, a.searchLimitsFor(forTwo))
	for _, k := range a.kinds {
		if !a.keep[k.Name] && !slices.ContainsFunc(a.puzzle.Constraints, func(c puzzle.Constraint) bool { return c.Kind == k.Name }) {
			return false
		}
	}
	return true
}
