package hint

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"nonet/board"
	"nonet/explain"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
)

// Goal selects the next step that a player wants.
type Goal uint8

const (
	Easiest      Goal = iota // the step that is easiest to spot
	AvoidHardest             // a step on a path that avoids the hardest technique, if there is such a path
	FewestSteps              // the step after which the rest of the path is shortest
)

var goalNames = [...]string{"easiest", "avoid-hardest", "fewest"}

// Goals returns all goals.
func Goals() []Goal { return []Goal{Easiest, AvoidHardest, FewestSteps} }

// String returns the goal's name in JSON and on the command line.
func (g Goal) String() string { return goalNames[int(g)%len(goalNames)] }

// MarshalText returns String.
func (g Goal) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText parses a goal's name. The error lists the known names.
func (g *Goal) UnmarshalText(name []byte) error {
	i := slices.Index(goalNames[:], string(name))
	if i < 0 {
		return message.NewError("hint.unknownGoal", "name", string(name), "list", message.WordsOf(Goals()))
	}
	*g = Goal(i)
	return nil
}

// Kind is the kind of a hint.
type Kind uint8

const (
	StepHint    Kind = iota // a step towards the goal
	WrongValue              // a value that contradicts the solution
	MissingMark             // a pencil mark that is missing although it is the solution's
)

// String returns the kind's name in JSON.
func (k Kind) String() string { return [...]string{"step", "wrong", "missing"}[k%3] }

// Levels is the number of levels of disclosure of a hint.
const Levels = explain.Levels

// Hint is a hint for a player who needs help.
type Hint struct {
	Kind  Kind
	Cell  logic.Cell  // the cell of the wrong value or the missing mark
	Digit logic.Digit // the wrong value, or the digit of the missing mark
	Step  logic.Step  // the next step, if Kind is StepHint

	// Parts has the texts, one per level. A text about a mistake names the cell from level 2 on.
	explain.Parts
}

// Next returns a hint for a player's position in a puzzle with the given solution. The hint is about the first
// value that contradicts the solution. If there is none, it is about the first missing pencil mark, and
// otherwise about a step towards the goal. The caller finds the solution once, with [logic.SolutionOf]. If the
// position is solved, the outcome is None without an error. If ctx ends, the outcome is Undecided with the
// context's error.
func Next(ctx context.Context, s logic.State, solution sudoku.Grid, goal Goal) (Hint, sudoku.Outcome, error) {
	return nextHint(ctx, &s, solution, func() (logic.Step, sudoku.Outcome, error) { return nextStep(ctx, s, solution, goal) })
}

// Practise is like [Next], but the step is one of the given technique. If the position has no such
// step, the outcome is None with a *[message.Error].
func Practise(ctx context.Context, s logic.State, solution sudoku.Grid, technique logic.Technique) (Hint, sudoku.Outcome, error) {
	return nextHint(ctx, &s, solution, func() (logic.Step, sudoku.Outcome, error) {
		f := newFinder(s, logic.Options{MissingCorners: true, Nodes: stepNodes})
		defer finders.Put(f)
		step, outcome, err := f.First(ctx, technique)
		if outcome == sudoku.None {
			err = message.NewError("hint.notOpen", "technique", technique.Name())
		}
		return step, outcome, err
	})
}

// Mistake returns a hint for the first mistake in a position: a value that contradicts the solution. If there
// is none, the mistake is a missing pencil mark. It also reports whether there is a mistake.
func Mistake(s *logic.State, solution sudoku.Grid) (Hint, bool) {
	for c := range logic.Cell(sudoku.Cells) {
		if v := s.Value(c); v != 0 && v != solution.At(c) {
			return mistakeHint(WrongValue, c, v), true
		}
	}
	for c := range s.EmptyCells().All() {
		if d := solution.At(c); !s.Candidates(c).Has(d) {
			return mistakeHint(MissingMark, c, d), true
		}
	}
	return Hint{}, false
}

// nextHint returns a hint for a mistake or, if there is none, for the step that choose finds.
func nextHint(ctx context.Context, s *logic.State, solution sudoku.Grid, choose func() (logic.Step, sudoku.Outcome, error)) (Hint, sudoku.Outcome, error) {
	if h, ok := Mistake(s, solution); ok {
		return h, sudoku.Found, nil
	}
	if s.Solved() {
		return Hint{}, sudoku.None, nil
	}
	if err := context.Cause(ctx); err != nil {
		return Hint{}, sudoku.Undecided, err
	}
	step, outcome, err := choose()
	if outcome != sudoku.Found {
		return Hint{}, outcome, err
	}
	return Hint{Step: step, Parts: explain.PartsOf(s, &step)}, sudoku.Found, nil
}

func nextStep(ctx context.Context, s logic.State, solution sudoku.Grid, goal Goal) (logic.Step, sudoku.Outcome, error) {
	if goal == Easiest {
		return easiestStep(ctx, s, solution)
	}
	path, outcome, err := pathTo(ctx, s, &solution, goal, 1)
	if outcome != sudoku.Found {
		return logic.Step{}, outcome, err
	}
	return path.Steps[0], sudoku.Found, nil
}

// easiestStep returns the first step of the easiest technique that has one. A digit with one place in a box comes
// before most naked singles. If no technique has a step, it takes one from the solution.
func easiestStep(ctx context.Context, s logic.State, solution sudoku.Grid) (logic.Step, sudoku.Outcome, error) {
	f := newFinder(s, logic.Options{MissingCorners: true, Nodes: stepNodes})
	defer finders.Put(f)
	for _, t := range hodoku.DefaultOrder() {
		step, outcome, _ := f.First(ctx, t)
		if outcome == sudoku.Found {
			if t == logic.NakedSingle {
				if boxed, ok := easierSingle(ctx, f, &s, &step); ok {
					step = boxed
				}
			}
			return step, outcome, nil
		}
		if ctx.Err() != nil {
			return step, sudoku.Undecided, context.Cause(ctx)
		}
	}
	return logic.FromSolution(&s, solution), sudoku.Found, nil
}

// easierSingle returns a digit that has one place in a box, if that is easier to see than a naked single: if the
// other digits of the naked single's cell stand in three houses, not in two.
func easierSingle(ctx context.Context, f *logic.Finder, s *logic.State, naked *logic.Step) (step logic.Step, found bool) {
	b := s.Board()
	var seen []uint16 // the digits in each house of the cell
	for h := range b.HousesOf(naked.Placements[0].Cell).All() {
		var digits uint16
		for c := range b.Cells(h).All() {
			digits |= 1 << s.Value(c)
		}
		for _, others := range seen {
			if bits.OnesCount16((digits|others)&^1) == b.Size()-1 {
				return step, false
			}
		}
		seen = append(seen, digits)
	}
	_ = f.Each(ctx, logic.HiddenSingle, func(h *logic.Step) bool {
		if found = h.Base[0].Kind() == board.Box; found {
			step = h.Clone()
		}
		return !found
	})
	return step, found
}

// stepNodes is the largest number of nodes of a search for the steps of one technique in one position.
const stepNodes = 10_000_000

// finders holds unused finders, to reuse their memory.
var finders = sync.Pool{New: func() any { return new(logic.Finder) }}

// newFinder returns a finder for a position.
func newFinder(s logic.State, o logic.Options) *logic.Finder {
	f := finders.Get().(*logic.Finder)
	f.Options = o
	f.Reset(s)
	return f
}

// mistakeHint returns a hint about a mistake.
func mistakeHint(k Kind, c logic.Cell, d logic.Digit) Hint {
	h := Hint{Kind: k, Cell: c, Digit: d}
	h.Cells, h.Texts = logic.CellsOf(c), MistakeTexts(k, c, d)
	return h
}

// MistakeTexts returns the texts of a hint about a mistake, one per level. value is the wrong value, or the
// value of the missing mark. cell and value may be those of any board.
func MistakeTexts(k Kind, cell, value any) (all [Levels]message.Message) {
	parts := [Levels]string{"any", "where", "cell", "why", "move"}
	if k == MissingMark {
		parts = [Levels]string{"any", "where", "struck", "cell", "move"}
	}
	for i, part := range parts {
		all[i] = message.New("hint."+k.String()+"."+part, "cell", cell, "digit", value)
	}
	return all
}
