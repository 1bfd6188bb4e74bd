package practice

import (
	"context"
	"errors"
	"slices"

	"nonet/generate"
	"nonet/grade"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
)

// Wish describes the position to find: its technique, and the levels that its puzzle may have.
type Wish struct {
	Technique          logic.Technique
	Seed               uint64
	MinLevel, MaxLevel hodoku.Level // limits for the puzzle's level; 0 means no limit
}

// Position is a position for practising a technique.
type Position struct {
	Technique logic.Technique
	Puzzle    sudoku.Grid // the puzzle, which has one solution
	Solution  sudoku.Grid
	Level     hodoku.Level // HoDoKu's level of the puzzle; Score is HoDoKu's score
	Score     int
	State     logic.State
	Steps     []logic.Step // the steps that the technique has there; see [Steps]
	Complete  bool         // set if Steps has all steps of the technique there
}

// NoneError reports that no position is known in which the technique is next.
type NoneError struct {
	Technique logic.Technique
	Puzzles   int // how many puzzles were searched; 0 if the technique cannot be practised
}

func (e *NoneError) Error() string { return e.Message().String() }

func (e *NoneError) Message() message.Message {
	if e.Puzzles == 0 {
		return message.New("practice.guess", "technique", e.Technique.Name())
	}
	return message.New("practice.none", "technique", e.Technique.Name(), "n", e.Puzzles)
}

// Next returns a position in which the wish's technique is next. The same wish gives the same position. The outcome is
// Found, None or Undecided. With None, the error is a *[generate.SpecError] if no puzzle of these levels can need the
// technique, or a *NoneError if no position is known. With Undecided, it is the context's error, or a
// *[generate.LimitError] if a thousand attempts made no suitable puzzle.
//
// Next takes 1 to 10 ms; for forcing chains and nets, and for the largest fish, it takes 20 to 100 ms. docs/PRACTICE.md
// has the figures.
func Next(ctx context.Context, w Wish) (Position, sudoku.Outcome, error) {
	k := table().entries[w.Technique]
	if w.Technique == logic.BruteForce || k.perMille == 0 {
		e := &NoneError{Technique: w.Technique}
		if w.Technique != logic.BruteForce {
			e.Puzzles = table().puzzles
		}
		return Position{}, sudoku.None, e
	}
	s := seeker{Wish: w, easier: EasierThan(w.Technique)}
	s.chance.Seed(w.Seed, uint64(w.Technique))
	if len(k.attempts) > 0 {
		if p, outcome, err := s.findInTable(ctx, slices.Clone(k.attempts)); outcome != sudoku.None {
			return p, outcome, err
		}
	}
	return s.findInNewPuzzles(ctx)
}

type seeker struct {
	Wish
	chance chance
	easier []logic.Technique
	finder logic.Finder
}

// isomorphs is how many isomorphs are tried for each position. Another isomorph has another order of cells, so a search
// that was cut short, or found another chain, may succeed there.
const isomorphs = 3

// findInTable makes the puzzles of `attempts`, and returns a position on the path of one of them. The outcome is None
// if no position fits the wish.
func (s *seeker) findInTable(ctx context.Context, attempts []uint64) (Position, sudoku.Outcome, error) {
	s.chance.shuffle(len(attempts), func(i, j int) { attempts[i], attempts[j] = attempts[j], attempts[i] })
	for _, attempt := range attempts {
		puzzle, outcome, err := generate.One(ctx, generate.Spec{Seed: tableSeed, From: attempt}, generate.Limits{Attempts: 1, Workers: 1})
		if outcome != sudoku.Found {
			return Position{}, outcome, err
		}
		givens, solution := puzzle.Grids()
		path, outcome, err := hodoku.PathOf(ctx, logic.NewState(givens), hodoku.DefaultOrder(), &solution)
		if outcome != sudoku.Found {
			return Position{}, outcome, err
		}
		for range isomorphs {
			m := s.chance.randomIsomorph()
			if p, outcome, err := s.findOnPath(ctx, &puzzle, &path, &m); outcome != sudoku.None {
				return p, outcome, err
			}
		}
	}
	return Position{}, sudoku.None, nil
}

// mostAttempts limits the attempts to generate a puzzle with a suitable position.
const mostAttempts = 1000

func (s *seeker) findInNewPuzzles(ctx context.Context) (Position, sudoku.Outcome, error) {
	spec := generate.Spec{Seed: s.Seed, Graded: true, MinLevel: s.MinLevel, MaxLevel: s.MaxLevel}
	if hodoku.ColumnsOf(s.Technique).Default { // the paths of puzzles contain no other techniques
		spec.Require = []logic.Technique{s.Technique}
	}
	if s.MinLevel == 0 && s.MaxLevel == 0 {
		// Ask for the lowest level that has the technique, because such puzzles also have shorter paths.
		spec.MaxLevel = max(hodoku.Medium, hodoku.ColumnsOf(s.Technique).Level)
	}
	for puzzle, err := range generate.Puzzles(ctx, spec, generate.Limits{Attempts: mostAttempts, Workers: 1}) {
		if err != nil {
			var refused *generate.SpecError
			if errors.As(err, &refused) {
				return Position{}, sudoku.None, err
			}
			return Position{}, sudoku.Undecided, err
		}
		givens, solution := puzzle.Grids()
		path, outcome, err := hodoku.PathOf(ctx, logic.NewState(givens), hodoku.DefaultOrder(), &solution)
		if outcome != sudoku.Found {
			return Position{}, outcome, err
		}
		if p, outcome, err := s.findOnPath(ctx, &puzzle, &path, nil); outcome != sudoku.None {
			return p, outcome, err
		}
	}
	return Position{}, sudoku.Undecided, context.Cause(ctx)
}

// findOnPath returns a position on the path of a puzzle or, if m is not nil, on the path of the puzzle's image under m.
// The outcome is None if no position fits the wish.
func (s *seeker) findOnPath(ctx context.Context, puzzle *generate.Puzzle, path *logic.Path, m *isomorph) (Position, sudoku.Outcome, error) {
	p := Position{Technique: s.Technique, Level: puzzle.Level, Score: puzzle.Score}
	p.Puzzle, p.Solution = puzzle.Grids()
	if m != nil {
		p.Puzzle, p.Solution = m.applyTo(p.Puzzle), m.applyTo(p.Solution)
		// Compute the path of the image anew, because the order of cells may decide which chain is found.
		path, outcome, err := hodoku.PathOf(ctx, logic.NewState(p.Puzzle), hodoku.DefaultOrder(), &p.Solution)
		if outcome != sudoku.Found {
			return p, outcome, err
		}
		p.Score, p.Level = grade.HoDoKu(&path)
	}
	if p.Level < s.MinLevel || s.MaxLevel != 0 && p.Level > s.MaxLevel {
		return p, sudoku.None, nil
	}
	all := positionsFor(path, s.Technique, s.easier)
	s.chance.shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i := range all {
		if p.State = all[i]; m != nil {
			p.State = m.applyToState(&p.State)
		}
		s.finder.Options = finderOptions()
		s.finder.Reset(p.State)
		outcome, err := checkNextTechnique(ctx, &s.finder, s.easier, s.Technique)
		if ctx.Err() != nil {
			return p, sudoku.Undecided, context.Cause(ctx)
		}
		if outcome != sudoku.Found || err != nil {
			continue
		}
		p.Steps, p.Complete = stepsOf(ctx, &s.finder, s.Technique)
		return p, sudoku.Found, nil
	}
	return p, sudoku.None, nil
}
