package practice

import (
	"context"
	"slices"

	"nonet/grade"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// stepNodes limits the nodes of the search for one technique in one position.
const stepNodes = 2_000_000

// finderOptions returns the options of a search for steps. Hints and lists of steps use the same options.
func finderOptions() logic.Options { return logic.Options{MissingCorners: true, Nodes: stepNodes} }

// EasierThan returns the techniques that are tried before t. For a technique of the default order, these are the
// techniques with a lower place in the order. Techniques with the same place in the order, such as the three kinds of
// loop, count as equally hard. For any other technique, they are the easier techniques of the default order; see
// [grade.Harder].
func EasierThan(t logic.Technique) []logic.Technique {
	return slices.DeleteFunc(hodoku.DefaultOrder(), func(u logic.Technique) bool {
		if hodoku.ColumnsOf(t).Default {
			return hodoku.ColumnsOf(u).Order >= hodoku.ColumnsOf(t).Order
		}
		return !grade.Harder(t, u)
	})
}

// checkNextTechnique returns Found if t has a step in the finder's position and none of the easier techniques has one,
// and otherwise None. It returns Undecided with an error if a search was cut short. It takes 0.1 ms for easy
// techniques, and 10 to 100 ms for forcing chains.
func checkNextTechnique(ctx context.Context, f *logic.Finder, easier []logic.Technique, t logic.Technique) (sudoku.Outcome, error) {
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

// positionsFor returns the positions on a path in which t may be next. If t is in the default order, these are the
// positions before a step with t's place in the order. Otherwise they are the positions before a step that is not
// easier than t.
func positionsFor(path *logic.Path, t logic.Technique, easier []logic.Technique) (all []logic.State) {
	state := path.Start
	for i := range path.Steps {
		step := &path.Steps[i]
		u := hodoku.ColumnsOf(step.Technique)
		if hodoku.ColumnsOf(t).Default && u.Order == hodoku.ColumnsOf(t).Order || !hodoku.ColumnsOf(t).Default && !slices.Contains(easier, step.Technique) {
			all = append(all, state)
		}
		state.Apply(step)
	}
	return all
}
