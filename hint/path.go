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
	triedSteps = 60  // for FewestSteps: how many steps are tried in one position
	triedPaths = 400 // for FewestSteps: how many steps are tried in all positions together
)

// Path returns the steps to the solution. For Easiest it returns the path of [hodoku.PathOf]. For AvoidHardest it
// avoids the hardest technique of that path, if this is possible without brute force. For FewestSteps it tries
// replacements for each elimination of that path. It takes the replacement after which HoDoKu's path is shortest.
// Outcome and error are the same as for [hodoku.PathOf]. solution may be nil if it is unknown.
func Path(ctx context.Context, s logic.State, solution *sudoku.Grid, goal Goal) (logic.Path, sudoku.Outcome, error) {
	return pathTo(ctx, s, solution, goal, sudoku.Cells*9)
}

// pathTo is like Path, but for FewestSteps it looks ahead only in the first n positions.
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
		return shortenPath(ctx, path, n), sudoku.Found, nil
	}
	return path, sudoku.Found, nil
}

// shortenPath returns path, or a path with fewer steps. For each of the first n steps that only eliminate candidates,
// it takes the position before the step and looks for a better step. It tries steps that eliminate candidates and are
// no harder than the hardest step of the path. For each of these, it computes the path of [hodoku.PathOf] that begins
// with this step, and takes the step with the shortest path. It does not try placements, because every path needs all
// placements. It does not change a path with forcing chains, because such paths take seconds to find. The result is
// never longer than `path`, but may not be the shortest. It computes one path for each step tried, and stops at the
// first position after triedPaths of them. If ctx ends, it returns the shortest path so far.
func shortenPath(ctx context.Context, path logic.Path, n int) logic.Path {
	hardest, _ := grade.Hardest(path.Steps)
	if family := hardest.Info().Family; family == logic.FamilyForcing || family == logic.FamilyForce {
		return path
	}
	grid, solution, tried := path.Start, path.End.Grid(), 0
	for i := 0; i < min(n, len(path.Steps)) && tried < triedPaths && ctx.Err() == nil; i++ {
		if len(path.Steps[i].Placements) == 0 {
			for _, step := range findEliminationSteps(ctx, grid, hardest) {
				tried++
				after := grid
				after.Apply(&step)
				rest, outcome, _ := hodoku.PathOf(ctx, after, hodoku.DefaultOrder(), &solution)
				if h, ok := grade.Hardest(rest.Steps); outcome == sudoku.Found && i+1+len(rest.Steps) < len(path.Steps) && !(ok && grade.Harder(h, hardest)) {
					path.Steps = slices.Concat(path.Steps[:i:i], []logic.Step{step}, rest.Steps)
				}
			}
		}
		grid.Apply(&path.Steps[i])
	}
	return path
}

// findEliminationSteps returns at most triedSteps steps that eliminate candidates and are no harder than `hardest`, the
// easiest first. Of several steps with the same eliminations it returns one.
func findEliminationSteps(ctx context.Context, s logic.State, hardest logic.Technique) []logic.Step {
	var open []logic.Step
	known := map[[10]logic.CellSet]bool{} // the sets of eliminations found so far; each set has, for each digit, the cells that lose it
	f := newFinder(s, logic.Options{MissingCorners: true, Nodes: shortNodes})
	defer finders.Put(f)
	for _, t := range hodoku.DefaultOrder() {
		if grade.Harder(t, hardest) || len(open) >= triedSteps {
			break
		}
		// Ignore the error: the steps found before a search is cut short are valid.
		_ = f.Each(ctx, t, func(step *logic.Step) bool {
			var removed [10]logic.CellSet
			for _, e := range step.Eliminations {
				removed[e.Digit].Add(e.Cell)
			}
			if len(step.Placements) == 0 && !known[removed] {
				known[removed] = true
				open = append(open, step.Clone())
			}
			return len(open) < triedSteps
		})
	}
	return open
}

// ShortenPath returns the path without unnecessary steps. From the last step to the first, it tries to leave out each
// step that only eliminates candidates. It can leave out a step if all later steps are still valid for the same
// reasons, and the path still solves the position. To check this, ShortenPath proves all later steps again. If ctx
// ends, it returns what it has so far, a path that still reaches the solution.
func ShortenPath(ctx context.Context, p logic.Path) logic.Path {
	if !p.End.Solved() {
		return p
	}
	steps := slices.Clone(p.Steps)
	for i := len(steps) - 1; i >= 0 && ctx.Err() == nil; i-- {
		if len(steps[i].Placements) > 0 {
			continue
		}
		shorter := slices.Delete(slices.Clone(steps), i, i+1)
		if areStepsValid(ctx, p.Start, shorter, i) {
			steps = shorter
		}
	}
	p.Steps = steps
	return p
}

// areStepsValid reports whether the steps lead to a full grid and the steps from index i on are valid. It proves only
// the steps from index i on.
func areStepsValid(ctx context.Context, s logic.State, steps []logic.Step, i int) bool {
	for k := range steps {
		if k >= i && (ctx.Err() != nil || !hasExactPattern(&s, &steps[k]) || logic.Verify(s, &steps[k]) != nil) {
			return false
		}
		s.Apply(&steps[k])
	}
	return s.Solved()
}

// hasExactPattern reports whether the position has exactly the step's pattern, so that the step's sentence is true
// there. If cells or houses of the pattern have more candidates, the step may still be valid, but the sentence would
// describe another pattern. For a step with branches, hasExactPattern returns true, because the sentence is about the
// whole proof.
func hasExactPattern(s *logic.State, step *logic.Step) bool {
	if step.Technique == logic.BruteForce || len(step.Branches) > 0 {
		return true // the sentence contains the whole proof, line by line
	}
	f := newFinder(*s, logic.Options{MissingCorners: true, Chains: logic.FirstByRow, Nodes: shortNodes})
	defer finders.Put(f)
	same := false
	// The error only means that the search was cut short after some steps.
	_ = f.Each(context.Background(), step.Technique, func(other *logic.Step) bool {
		same = slices.Equal(other.Marks, step.Marks) && slices.Equal(other.Nodes, step.Nodes) && slices.Equal(other.Sets, step.Sets) &&
			slices.Equal(other.Eliminations, step.Eliminations) && slices.Equal(other.Placements, step.Placements)
		return !same
	})
	return same
}
