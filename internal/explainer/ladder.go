package explainer

import (
	"context"
	"sync"
)

// Rating is the difficulty of a puzzle on Sudoku Explainer's scale, in tenths: 72 means 7.2. ER is the rating of the
// hardest step of the solution. EP (pearl) is the rating of the hardest step up to the first placement. ED (diamond) is
// the rating of the first step. Hardest is the technique of the first step with the rating ER.
type Rating struct {
	ER, EP, ED int
	Hardest    string
	Steps      int
}

// Outcome states how a rating ended. The zero value is Undecided.
type Outcome uint8

const (
	// Undecided: the context ended first.
	Undecided Outcome = iota
	// Above: the puzzle needs a step rated above the ceiling.
	Above
	// Beyond: no technique of the ladder finds a step.
	Beyond
	// Rated: the ladder reached the solution.
	Rated
)

// ratedSearch is a technique of the ladder, with its search.
type ratedSearch struct {
	least int // the lowest rating of its steps, in tenths
	find  func() bool
}

// solver runs the ladder on one board. It keeps the buffers of all techniques, so a rating allocates almost nothing.
type solver struct {
	ctx           context.Context
	stopped       bool // set if the context has ended; then later results are invalid
	ratedSearches []ratedSearch
	board         *board
	found         step

	list       patternList
	cellBuffer [cells]uint8
	loops      loopFinder
	cycles     cycleFinder
	forcing    *forcer
}

var solvers = sync.Pool{New: func() any {
	s := &solver{}
	s.ratedSearches = s.newRatedSearches()
	return s
}}

func (s *solver) resetPatterns() *patternList { return s.list.reset() }

// recordPlacement and recordElimination set the found step and return true.
func (s *solver) recordPlacement(t string, rating float64, c, d uint8) bool {
	s.found = step{technique: t, rating: rating, place: 9*int(c) + int(d), removed: s.found.removed[:0]}
	return true
}

func (s *solver) recordElimination(t string, rating float64) bool {
	s.found.technique, s.found.rating, s.found.place = t, rating, -1
	return true
}

// Rate rates a puzzle, which must have exactly one solution, because some techniques rely on this. Easy puzzles take
// microseconds, and puzzles rated above 10 take seconds; the context is checked throughout. If ceiling, in tenths, is
// not 0, the rating ends before any search for steps above it. If the outcome is not Rated, the rating covers only the
// steps so far.
func Rate(ctx context.Context, puzzle *[cells]uint8, ceiling int) (Rating, Outcome) {
	if ceiling <= 0 {
		ceiling = 1000
	}
	return rateGrid(ctx, puzzle, ceiling, nil)
}

// rateGrid is like Rate, and calls visit before it applies a step. visit may be nil.
func rateGrid(ctx context.Context, puzzle *[cells]uint8, ceiling int, visit func(*board, *step)) (Rating, Outcome) {
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
		for _, rung := range s.ratedSearches {
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
		if toTenths(s.found.rating) > ceiling {
			return r, Above
		}
		r.Steps++
		if visit != nil {
			visit(s.board, &s.found)
		}
		s.applyHint()
		if s.found.rating > hardest {
			hardest, r.Hardest = s.found.rating, s.found.technique
			r.ER = toTenths(hardest)
		}
		if r.Steps == 1 {
			r.ED = r.ER
		}
		if r.EP == 0 && s.found.place >= 0 {
			r.EP = r.ER
		}
	}
	return r, Rated
}

// toTenths rounds a rating, which is a sum of floating-point numbers, to tenths.
func toTenths(rating float64) int { return int((rating + 0.05) * 10) }

func (s *solver) applyHint() {
	for _, e := range s.found.removed {
		for _, d := range digitsOf[e.digits&s.board.cand[e.cell]] {
			s.board.remove(e.cell, d)
		}
	}
	if p := s.found.place; p >= 0 {
		s.board.place(uint8(p/9), uint8(p%9))
	}
}

// newRatedSearches returns the techniques in the order of the ladder.
func (s *solver) newRatedSearches() []ratedSearch {
	rungs := []ratedSearch{
		{10, s.searchHiddenSingle},
		{17, s.searchDirectLocked},
		s.newDirectHiddenSearch("direct-hidden-pair", 2.0, 2),
		{23, s.searchNakedSingle},
		s.newDirectHiddenSearch("direct-hidden-triplet", 2.5, 3),
		{26, s.applyLocked},
		s.newPatternSearch("naked-pair", 3.0, nakedPattern, 2),
		s.newPatternSearch("x-wing", 3.2, fishPattern, 2),
		s.newPatternSearch("hidden-pair", 3.4, hiddenPattern, 2),
		s.newPatternSearch("naked-triplet", 3.6, nakedPattern, 3),
		s.newPatternSearch("swordfish", 3.8, fishPattern, 3),
		s.newPatternSearch("hidden-triplet", 4.0, hiddenPattern, 3),
		s.newWingSearch("xy-wing", 4.2, 2),
		s.newWingSearch("xyz-wing", 4.4, 3),
		{45, s.searchUniqueLoop},
		s.newPatternSearch("naked-quad", 5.0, nakedPattern, 4),
		s.newPatternSearch("jellyfish", 5.2, fishPattern, 4),
		s.newPatternSearch("hidden-quad", 5.4, hiddenPattern, 4),
		{56, s.findBUG},
		{62, func() bool { return s.searchAligned("aligned-pair-exclusion", 6.2, 2) }},
		{65, s.findEasiestCycle},
		{75, func() bool { return s.searchAligned("aligned-triplet-exclusion", 7.5, 3) }},
	}
	for _, kind := range forcingKinds {
		rungs = append(rungs, ratedSearch{toTenths(kind.rating), func() bool { return s.findForcingChain(kind) }})
	}
	return rungs
}
