package explain

import (
	"context"
	"errors"
	"slices"

	"nonet/internal/message"
	"nonet/logic"
	"nonet/sudoku"
)

// Goal is what a player wants of the next step.
type Goal uint8

const (
	Easiest      Goal = iota // the step easiest to spot
	AvoidHardest             // a step on a way round the hardest technique, if there is one
	FewestSteps              // of the steps open, the one that leaves the shortest path
	Practice                 // a step of a given technique
)

// Goals are the goals' names, in order; Practice goes by the technique's.
var Goals = []string{"easiest", "avoid-hardest", "fewest"}

// Kind is what a hint is about.
type Kind uint8

const (
	StepHint    Kind = iota // the next step
	WrongValue              // a value contradicts the solution
	MissingMark             // a pencil mark that the solution needs is not there
)

// String is the kind's name in JSON.
func (k Kind) String() string { return [...]string{"step", "wrong", "missing"}[k%3] }

// Levels is how many levels of disclosure a hint has.
const Levels = 5

// Hint is an answer to a player who is stuck.
type Hint struct {
	Kind  Kind
	Cell  logic.Cell  // of a wrong value, a missing mark
	Digit logic.Digit // likewise
	Step  logic.Step  // of a StepHint
	Texts [Levels]message.Message
}

// ErrNotOpen says that the technique asked for has no step in the position.
var ErrNotOpen = errors.New("explain: no such step is open")

// Next is a hint for a player's position: the first value that contradicts the
// solution of givens, else the first pencil mark missing that it needs, else a
// step towards the goal. The outcome is None if givens have no solution, or
// several, and Undecided with the context's error. For Practice the error is
// ErrNotOpen where technique has no step.
func Next(ctx context.Context, givens sudoku.Grid, s logic.State, goal Goal, technique logic.Technique) (Hint, sudoku.Outcome, error) {
	all, tally, err := sudoku.SolutionsUpTo(ctx, givens, 2, sudoku.AnyOrder, sudoku.Unlimited)
	switch {
	case len(all) == 2 || tally.Exact && len(all) == 0:
		return Hint{}, sudoku.None, err
	case len(all) == 0 || !tally.Exact:
		return Hint{}, sudoku.Undecided, err
	}
	solution := all[0]
	for c := range logic.Cell(sudoku.Cells) {
		if v := s.Value(c); v != 0 && v != solution.At(c) {
			return spotted(WrongValue, c, v), sudoku.Found, nil
		}
	}
	for c := range s.EmptyCells().All() {
		if d := solution.At(c); !s.Candidates(c).Has(d) {
			return spotted(MissingMark, c, d), sudoku.Found, nil
		}
	}
	if s.Solved() {
		return Hint{}, sudoku.None, nil
	}
	step, outcome, err := nextStep(ctx, s, goal, technique)
	if outcome != sudoku.Found {
		return Hint{}, outcome, err
	}
	return disclosed(&s, step), sudoku.Found, nil
}

func nextStep(ctx context.Context, s logic.State, goal Goal, technique logic.Technique) (logic.Step, sudoku.Outcome, error) {
	if goal == Practice {
		f := logic.NewFinder(s, logic.Options{MissingCorners: true, Nodes: practiceNodes})
		step, outcome, err := f.First(ctx, technique)
		if outcome == sudoku.None {
			err = ErrNotOpen
		}
		return step, outcome, err
	}
	order := logic.DefaultOrder()
	path, outcome, err := logic.Path(ctx, s, order)
	if outcome != sudoku.Found || len(path.Steps) == 0 {
		return logic.Step{}, outcome, err
	}
	hardest, _ := Hardest(path.Steps)
	switch goal {
	case AvoidHardest:
		order = slices.DeleteFunc(order, func(t logic.Technique) bool { return t == hardest })
		round, outcome, err := logic.Path(ctx, s, order)
		if outcome == sudoku.Undecided {
			return logic.Step{}, outcome, err
		}
		if h, ok := Hardest(round.Steps); ok && h != logic.BruteForce {
			return round.Steps[0], sudoku.Found, nil
		}
	case FewestSteps:
		return fewest(ctx, s, path, hardest)
	}
	return path.Steps[0], sudoku.Found, nil
}

const (
	practiceNodes = 10_000_000
	triedSteps    = 60 // how many first steps are tried for the shortest path
)

// fewest tries the steps open that are no harder than the path's hardest, and
// takes the one after which the path is shortest: one step ahead, no proof that
// there is no shorter way.
func fewest(ctx context.Context, s logic.State, path logic.Solution, hardest logic.Technique) (logic.Step, sudoku.Outcome, error) {
	best, left, tried := path.Steps[0], len(path.Steps), 0
	f := logic.NewFinder(s, logic.Options{MissingCorners: true, Nodes: shortNodes})
	for _, t := range logic.DefaultOrder() {
		if harder(t, hardest) || tried >= triedSteps {
			break
		}
		var open []logic.Step
		f.Each(ctx, t, func(step *logic.Step) bool {
			open = append(open, step.Clone())
			return tried+len(open) < triedSteps
		})
		for _, step := range open {
			tried++
			after := s
			after.Apply(&step)
			rest, outcome, err := logic.Path(ctx, after, logic.DefaultOrder())
			if outcome == sudoku.Undecided {
				return logic.Step{}, outcome, err
			}
			if h, ok := Hardest(rest.Steps); outcome == sudoku.Found && len(rest.Steps)+1 < left && !(ok && harder(h, hardest)) {
				best, left = step, len(rest.Steps)+1
			}
		}
	}
	return best, sudoku.Found, nil
}

func hint(key string, args ...any) message.Message { return message.New("hint."+key, args...) }

// spotted is a hint about a mistake.
func spotted(k Kind, c logic.Cell, d logic.Digit) Hint {
	key := k.String()
	houses := c.Houses()
	h := Hint{Kind: k, Cell: c, Digit: d}
	exact := hint(key+".cell", "cell", c, "digit", d)
	h.Texts = [Levels]message.Message{hint(key + ".any"), hint(key+".house", "house", houses[2].Message()), hint(key+".where", "cell", c), exact, hint(key+".move", "cell", c, "digit", d)}
	return h
}

// disclosed is a step told in five parts: family, where to look, the pattern, the
// reason, the move.
func disclosed(s *logic.State, step logic.Step) Hint {
	var at logic.CellSet
	for _, m := range step.Marks {
		at.Add(m.Cell)
	}
	for _, n := range step.Nodes {
		at = at.Or(n.Cells)
	}
	for _, set := range step.Sets {
		at = at.Or(set.Cells)
	}
	h := Hint{Step: step}
	h.Texts = [Levels]message.Message{
		hint("family", "family", step.Technique.Info().Family.Name()),
		hint("where", "where", housesAnd(around(&step, at)), "digits", digitsAnd(step.Digits)),
		hint("pattern", "technique", step.Technique.Name(), "cells", cellsAnd(at), "digits", digitsAnd(step.Digits)),
		Reason(s, &step),
		Move(&step),
	}
	return h
}

// around are the houses to look at: those the reason starts from, or the boxes of
// its cells.
func around(step *logic.Step, at logic.CellSet) []logic.House {
	houses := slices.Clone(step.Base)
	if len(houses) == 0 && len(step.Truths) == 1 && step.Truths[0].Kind == logic.HouseTruth {
		houses = append(houses, step.Truths[0].House)
	}
	if len(houses) == 0 {
		for c := range at.All() {
			houses = append(houses, c.Houses()[2])
		}
	}
	slices.Sort(houses)
	return slices.Compact(houses)
}
