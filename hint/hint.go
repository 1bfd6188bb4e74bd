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
	"nonet/puzzle"
	"nonet/sudoku"
)

// Goal states what a player wants from the next step.
type Goal uint8

const (
	Easiest      Goal = iota // the step that is easiest to spot
	AvoidHardest             // a step on a path that avoids the hardest technique, if there is such a path
	FewestSteps              // the step after which the rest of the path is shortest
)

var goalNames = [...]string{"easiest", "avoid-hardest", "fewest"}

// Goals returns all goals in the order of their constants.
func Goals() []Goal { return []Goal{Easiest, AvoidHardest, FewestSteps} }

// String returns the goal's name in JSON and on the command line.
func (g Goal) String() string { return goalNames[int(g)%len(goalNames)] }

// MarshalText returns the goal's name in JSON.
func (g Goal) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText sets g from a name that String returns. For any other name, the error lists the known names.
func (g *Goal) UnmarshalText(name []byte) error {
	i := slices.Index(goalNames[:], string(name))
	if i < 0 {
		return message.NewError("hint.unknownGoal", "name", string(name), "list", message.WordsOf(Goals()))
	}
	*g = Goal(i)
	return nil
}

// Levels is the number of levels of a hint. [explain.Parts] lists what each level reveals.
const Levels = explain.Levels

// findStep finds a step in the position h.State of a puzzle with the given solution. The position has no mistake. If
// the position is solved, or has no step of the given technique, the outcome is None. If ctx ends, the outcome is
// Undecided.
func (h *Help) findStep(ctx context.Context, solution sudoku.Grid, goal Goal, technique *logic.Technique) (outcome sudoku.Outcome, err error) {
	if h.State.Solved() {
		return sudoku.None, message.NewError("hint.done")
	}
	if err := context.Cause(ctx); err != nil {
		return sudoku.Undecided, err
	}
	if h.Step, outcome, err = nextStep(ctx, h.State, solution, goal, technique); outcome == sudoku.Found {
		h.Parts = explain.PartsOf(&h.State, &h.Step)
	}
	return outcome, err
}

func nextStep(ctx context.Context, s logic.State, solution sudoku.Grid, goal Goal, technique *logic.Technique) (logic.Step, sudoku.Outcome, error) {
	switch {
	case technique != nil:
		f := newFinder(s, logic.Options{MissingCorners: true, Nodes: stepNodes})
		defer finders.Put(f)
		step, outcome, err := f.First(ctx, *technique)
		if outcome == sudoku.None {
			err = message.NewError("hint.notOpen", "technique", technique.Name())
		}
		return step, outcome, err
	case goal == Easiest:
		return easiestStep(ctx, s, solution)
	}
	path, outcome, err := pathTo(ctx, s, &solution, goal, 1)
	if outcome != sudoku.Found {
		return logic.Step{}, outcome, err
	}
	return path.Steps[0], sudoku.Found, nil
}

// easiestStep returns the first step of the easiest technique that has a step. It prefers a hidden single of a box to
// most naked singles. If no technique has a step, it places a digit of the solution.
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

// easierSingle returns a hidden single of a box, unless two houses of the naked single's cell contain all other digits.
// In this case, the naked single is easier to see.
func easierSingle(ctx context.Context, f *logic.Finder, s *logic.State, naked *logic.Step) (step logic.Step, found bool) {
	b := s.Board()
	var seen []uint16 // the digits in each house of the naked single's cell, for the houses examined so far
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

// stepNodes limits the nodes of a search for the steps of one technique in one position.
const stepNodes = 10_000_000

// finders holds finders that are not in use, so that their memory is reused.
var finders = sync.Pool{New: func() any { return new(logic.Finder) }}

// newFinder takes a finder from finders, and prepares it for position s.
func newFinder(s logic.State, o logic.Options) *logic.Finder {
	f := finders.Get().(*logic.Finder)
	f.Options = o
	f.Reset(s)
	return f
}

// Mistake is a cell in which a player contradicts the solution, on any board.
type Mistake struct {
	Missing bool // set if Value is missing in the cell's pencil marks; otherwise the cell has Value, which is wrong
	Cell    int
	Value   int
}

// FirstMistake returns a player's first wrong value. If all values are right, it returns the first missing pencil mark.
// The second result is false if the player made no mistake. `values` has a value or [puzzle.Empty] for each cell.
// `marks` has the pencil marks of each cell; a nil entry means all marks. Both lists may be nil.
func FirstMistake(values []int, marks [][]int, solution []int) (Mistake, bool) {
	for c, v := range values {
		if v != puzzle.Empty && v != solution[c] {
			return Mistake{false, c, v}, true
		}
	}
	for c, colour := range marks {
		if colour != nil && !slices.Contains(colour, solution[c]) && (values == nil || values[c] == puzzle.Empty) {
			return Mistake{true, c, solution[c]}, true
		}
	}
	return Mistake{}, false
}

// String returns the mistake's kind in JSON: "missing" or "wrong".
func (m Mistake) String() string {
	if m.Missing {
		return "missing"
	}
	return "wrong"
}

// Texts returns the texts of a hint about the mistake, one per level. `cell` is the name of the mistake's cell, which
// the texts contain from level 2 on.
func (m Mistake) Texts(cell string) (all [Levels]message.Message) {
	parts := [Levels]string{"any", "where", "cell", "why", "move"}
	if m.Missing {
		parts = [Levels]string{"any", "where", "struck", "cell", "move"}
	}
	for i, part := range parts {
		all[i] = message.New("hint."+m.String()+"."+part, "cell", cell, "digit", m.Value)
	}
	return all
}
