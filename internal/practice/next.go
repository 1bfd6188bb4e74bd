package practice

import (
	"context"
	"slices"

	"nonet/grade"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// stepNodes is how long a search for one technique in one position goes on.
const stepNodes = 2_000_000

// options returns those that hints and lists of steps have.
func options() logic.Options { return logic.Options{MissingCorners: true, Nodes: stepNodes} }

// Easier returns the techniques that come before t: of those that paths use, the ones
// whose turn is before t's. A technique that paths do not use has no turn; what it is
// harder than ([grade.Harder]) comes before it then. Techniques that share a turn, as the
// three kinds of loop do, do not come before each other.
func Easier(t logic.Technique) []logic.Technique {
	return slices.DeleteFunc(hodoku.DefaultOrder(), func(u logic.Technique) bool {
		if hodoku.Of(t).Default {
			return hodoku.Of(u).Order >= hodoku.Of(t).Order
		}
		return !grade.Harder(t, u)
	})
}

// IsNext returns Found if in the position no technique easier than t has a step, and t has
// one; None if not; and Undecided, with an error, where a search was cut short. It takes
// as long as a hint: some 0.1 ms for the easy techniques, 10 to 100 ms for forcing.
func IsNext(ctx context.Context, s logic.State, t logic.Technique) (sudoku.Outcome, error) {
	return isNext(ctx, logic.NewFinder(s, options()), Easier(t), t)
}

func isNext(ctx context.Context, f *logic.Finder, easier []logic.Technique, t logic.Technique) (sudoku.Outcome, error) {
	for _, u := range easier {
		switch _, outcome, err := f.First(ctx, u); outcome {
		case sudoku.Found:
			return sudoku.None, nil
		case sudoku.Undecided:
			return outcome, err
		}
	}
	_, outcome, err := f.First(ctx, t)
	return outcome, err
}

// places returns the positions on a puzzle's path in which t may be next: for a technique
// that paths use those before steps of its turn, else those that nothing easier leads on from.
func places(path *logic.Path, t logic.Technique, easier []logic.Technique) (all []logic.State) {
	at := path.Start
	for i := range path.Steps {
		step := &path.Steps[i]
		u := hodoku.Of(step.Technique)
		if hodoku.Of(t).Default && u.Order == hodoku.Of(t).Order || !hodoku.Of(t).Default && !slices.Contains(easier, step.Technique) {
			all = append(all, at)
		}
		at.Apply(step)
	}
	return all
}
