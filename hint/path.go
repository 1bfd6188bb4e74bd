package hint

import (
	"context"
	"slices"

	"nonet/grade"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

const (
	shortNodes = 200_000
	triedSteps = 60  // how many steps are tried in one position for the shortest path
	triedPaths = 400 // and how many in all
)

// Path returns a path to the solution with a goal: the one of [hodoku.PathOf] for Easiest;
// for AvoidHardest one without that path's hardest technique, if there is one that
// needs no brute force; for FewestSteps see [fewest]. Outcome and error are those
// of [hodoku.PathOf], which also says what solution is for: nil if it is not known.
func Path(ctx context.Context, s logic.State, solution *sudoku.Grid, goal Goal) (logic.Path, sudoku.Outcome, error) {
	return pathTo(ctx, s, solution, goal, sudoku.Cells*9)
}

// pathTo returns Path, looking ahead for the fewest steps in the first n positions.
func pathTo(ctx context.Context, s logic.State, solution *sudoku.Grid, goal Goal, n int) (logic.Path, sudoku.Outcome, error) {
	order := hodoku.DefaultOrder()
	path, outcome, err := hodoku.PathOf(ctx, s, order, solution)
	if outcome != sudoku.Found || len(path.Steps) == 0 {
		return path, outcome, err
	}
	known := path.End.Grid()
	hardest, _ := grade.Hardest(path.Steps)
	switch goal {
	case AvoidHardest:
		order = slices.DeleteFunc(order, func(t logic.Technique) bool { return t == hardest })
		round, outcome, err := hodoku.PathOf(ctx, s, order, &known)
		if outcome == sudoku.Undecided {
			return round, outcome, err
		}
		if h, ok := grade.Hardest(round.Steps); ok && h != logic.BruteForce {
			return round, sudoku.Found, nil
		}
	case FewestSteps:
		return fewest(ctx, path, n), sudoku.Found, nil
	}
	return path, sudoku.Found, nil
}

// fewest looks one step ahead, in the positions before the path's first n steps:
// of the steps open there that take candidates away and are no harder than the
// hardest of the path, it takes the one after which [hodoku.PathOf] is shortest, and
// goes on from there. Steps that fill a cell in are not tried against others: that
// many any path needs. Nor is anything tried where the path takes forcing, for such
// paths take seconds. The path that comes is never longer than the one given, and
// there may be a shorter one still. Cost: a path for each step tried, of which
// there are at most triedPaths; when ctx ends, the shortest path so far comes.
func fewest(ctx context.Context, path logic.Path, n int) logic.Path {
	hardest, _ := grade.Hardest(path.Steps)
	if family := hardest.Info().Family; family == logic.FamilyForcing || family == logic.FamilyForce {
		return path
	}
	at, solution, tried := path.Start, path.End.Grid(), 0
	for i := 0; i < min(n, len(path.Steps)) && tried < triedPaths && ctx.Err() == nil; i++ {
		if len(path.Steps[i].Placements) == 0 {
			for _, step := range openSteps(ctx, at, hardest) {
				tried++
				after := at
				after.Apply(&step)
				rest, outcome, _ := hodoku.PathOf(ctx, after, hodoku.DefaultOrder(), &solution)
				if h, ok := grade.Hardest(rest.Steps); outcome == sudoku.Found && i+1+len(rest.Steps) < len(path.Steps) && !(ok && grade.Harder(h, hardest)) {
					path.Steps = slices.Concat(path.Steps[:i:i], []logic.Step{step}, rest.Steps)
				}
			}
		}
		at.Apply(&path.Steps[i])
	}
	return path
}

// openSteps returns steps no harder than hardest that take candidates away, the
// easiest first, one for each set of candidates taken, up to triedSteps.
func openSteps(ctx context.Context, s logic.State, hardest logic.Technique) []logic.Step {
	var open []logic.Step
	told := map[[10]logic.CellSet]bool{} // by digit
	f := finder(s, logic.Options{MissingCorners: true, Nodes: shortNodes})
	defer finders.Put(f)
	for _, t := range hodoku.DefaultOrder() {
		if grade.Harder(t, hardest) || len(open) >= triedSteps {
			break
		}
		// A technique whose search is cut short has shown some steps.
		_ = f.Each(ctx, t, func(step *logic.Step) bool {
			var gone [10]logic.CellSet
			for _, e := range step.Eliminations {
				gone[e.Digit].Add(e.Cell)
			}
			if len(step.Placements) == 0 && !told[gone] {
				told[gone] = true
				open = append(open, step.Clone())
			}
			return len(open) < triedSteps
		})
	}
	return open
}

// Short returns the path without the steps that nothing later needs: one by one, from
// the last, a step that takes candidates away is left out if every other step is
// then still proven by its own reason and the position still solved. Cost: a
// proof of every later step for each step tried. It stops trying when ctx ends,
// and returns what is left, which is a whole path at any time.
func Short(ctx context.Context, p logic.Path) logic.Path {
	if !p.End.Solved() {
		return p
	}
	steps := slices.Clone(p.Steps)
	for i := len(steps) - 1; i >= 0 && ctx.Err() == nil; i-- {
		if len(steps[i].Placements) > 0 {
			continue
		}
		without := slices.Delete(slices.Clone(steps), i, i+1)
		if stands(ctx, p.Start, without, i) {
			steps = without
		}
	}
	p.Steps = steps
	return p
}

// stands reports whether the steps, those from number i on proven afresh, lead to
// a full grid.
func stands(ctx context.Context, s logic.State, steps []logic.Step, i int) bool {
	for k := range steps {
		if k >= i && (ctx.Err() != nil || !open(&s, &steps[k]) || logic.Verify(s, &steps[k]) != nil) {
			return false
		}
		s.Apply(&steps[k])
	}
	return s.Solved()
}

// open reports whether the position still has just what the step's picture shows,
// so that its sentence is still true: more candidates in a pattern's cells or
// houses would make it another step, even one that can be proven.
func open(s *logic.State, step *logic.Step) bool {
	if provesByBranches(step) {
		return true
	}
	return slices.ContainsFunc(likeIn(s, step, logic.FirstByRow), func(other logic.Step) bool {
		return slices.Equal(other.Eliminations, step.Eliminations) && slices.Equal(other.Placements, step.Placements)
	})
}

// provesByBranches reports whether what a step's sentence says is what is proven, line by line, and
// nothing that shows in the position.
func provesByBranches(step *logic.Step) bool {
	return step.Technique == logic.BruteForce || len(step.Branches) > 0
}

// likeIn returns the steps in a position with the step's technique and pattern, whatever they
// do. Chains are those of a choice.
func likeIn(s *logic.State, step *logic.Step, chains logic.ChainChoice) (list []logic.Step) {
	f := finder(*s, logic.Options{MissingCorners: true, Chains: chains, Nodes: shortNodes})
	defer finders.Put(f)
	// A search cut short has shown some.
	_ = f.Each(context.Background(), step.Technique, func(other *logic.Step) bool {
		if slices.Equal(other.Marks, step.Marks) && slices.Equal(other.Nodes, step.Nodes) && slices.Equal(other.Sets, step.Sets) {
			list = append(list, other.Clone())
		}
		return true
	})
	return list
}
