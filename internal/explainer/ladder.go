package explainer

import (
	"context"
	"sync"
)

// Rating is how hard a puzzle is: the hardest step of its whole solution, the
// hardest up to the first placement (the pearl) and the first step (the diamond),
// each in tenths, with the technique that first was that hard.
type Rating struct {
	ER, EP, ED                     int
	Hardest, UntilPlacement, First Technique
	Steps                          int
}

// Outcome is how a rating ended. Its zero value claims nothing.
type Outcome uint8

const (
	// Undecided: cut short by the context.
	Undecided Outcome = iota
	// Above: a step rated above the ceiling is needed.
	Above
	// Beyond: no technique of the ladder finds a step.
	Beyond
	// Rated: the ladder reached the solution.
	Rated
)

// rung is a technique of the ladder and the least rating of its steps.
type rung struct {
	least int // in tenths
	find  func() bool
}

// solver climbs the ladder on one board. It holds every buffer its techniques
// use, so that a puzzle is rated with next to no allocation.
type solver struct {
	ctx     context.Context
	stopped bool // the context ended; whatever was found since is void
	rungs   []rung
	board   *board
	found   step

	list       patternList
	cellBuffer [cells]uint8
	loops      loopFinder
	cycles     *cycleFinder
	forcing    [len(forcingKinds)]*forcer
}

// solvers keeps buffers from one puzzle to the next.
var solvers = sync.Pool{New: func() any {
	s := &solver{}
	s.rungs = s.ladder()
	return s
}}

func (s *solver) patterns() *patternList { return s.list.reset() }

// placement, eliminates make the step found, and return true.
func (s *solver) placement(t Technique, rating float64, c, d uint8) bool {
	s.found = step{technique: t, rating: rating, place: 9*int(c) + int(d), removed: s.found.removed[:0]}
	return true
}

func (s *solver) eliminates(t Technique, rating float64) bool {
	s.found.technique, s.found.rating, s.found.place = t, rating, -1
	return true
}

// Rate rates a puzzle, which must have exactly one solution: some techniques rely
// on it. Easy puzzles take microseconds, those rated above 10 seconds; the
// context is looked at throughout. A ceiling, in tenths, ends the rating before
// any search for a step above it; 0 is none. Where the outcome is not Rated the
// rating holds what was needed so far and is no rating of the puzzle.
func Rate(ctx context.Context, puzzle *[cells]uint8, ceiling int) (Rating, Outcome) {
	if ceiling <= 0 {
		ceiling = 1000
	}
	return rate(ctx, puzzle, ceiling, nil)
}

// rate calls each, if not nil, with every step before it is carried out.
func rate(ctx context.Context, puzzle *[cells]uint8, ceiling int, each func(*board, *step)) (Rating, Outcome) {
	prepared()
	s := solvers.Get().(*solver)
	defer func() {
		s.ctx, s.board = nil, nil
		solvers.Put(s)
	}()
	s.ctx, s.stopped, s.board = ctx, false, newBoard(puzzle)
	var r Rating
	hardest := 0.0
	for s.board.left > 0 {
		found := false
		for _, rung := range s.rungs {
			if rung.least > ceiling {
				return r, Above
			}
			if found = rung.find(); found || s.stopped {
				break
			}
		}
		if s.stopped || ctx.Err() != nil {
			return r, Undecided
		}
		if !found {
			return r, Beyond
		}
		if tenths(s.found.rating) > ceiling {
			return r, Above
		}
		r.Steps++
		if each != nil {
			each(s.board, &s.found)
		}
		s.apply()
		if s.found.rating > hardest {
			hardest, r.Hardest = s.found.rating, s.found.technique
			r.ER = tenths(hardest)
		}
		if r.Steps == 1 {
			r.ED, r.First = r.ER, r.Hardest
		}
		if r.EP == 0 && s.found.place >= 0 {
			r.EP, r.UntilPlacement = r.ER, r.Hardest
		}
	}
	return r, Rated
}

// tenths rounds a rating, a sum of tenths in binary.
func tenths(rating float64) int { return int((rating + 0.05) * 10) }

func (s *solver) apply() {
	for _, e := range s.found.removed {
		for _, d := range digitsOf[e.digits&s.board.cand[e.cell]] {
			s.board.remove(e.cell, d)
		}
	}
	if p := s.found.place; p >= 0 {
		s.board.place(uint8(p/9), uint8(p%9))
	}
}

// ladder returns the techniques in the order in which they are tried.
func (s *solver) ladder() []rung {
	rungs := []rung{
		{10, s.hiddenSingle},
		{17, s.directLocked},
		s.directHidden(directHiddenPair, 2.0, 2),
		{23, s.nakedSingle},
		s.directHidden(directHiddenTriplet, 2.5, 3),
		{26, s.locked},
		s.pattern(nakedPair, 3.0, naked, 2),
		s.pattern(xWing, 3.2, fish, 2),
		s.pattern(hiddenPair, 3.4, findHiddenSets, 2),
		s.pattern(nakedTriplet, 3.6, naked, 3),
		s.pattern(swordfish, 3.8, fish, 3),
		s.pattern(hiddenTriplet, 4.0, findHiddenSets, 3),
		s.wing(xyWing, 4.2, 2),
		s.wing(xyzWing, 4.4, 3),
		{45, s.uniqueLoop},
		s.pattern(nakedQuad, 5.0, naked, 4),
		s.pattern(jellyfish, 5.2, fish, 4),
		s.pattern(hiddenQuad, 5.4, findHiddenSets, 4),
		{56, s.bug},
		{62, s.alignedPair},
		{65, s.cycle},
		{75, s.alignedTriplet},
	}
	for i, kind := range forcingKinds {
		rungs = append(rungs, rung{tenths(kind.rating), func() bool { return s.force(i) }})
	}
	return rungs
}
