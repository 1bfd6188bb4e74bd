package explain

import (
	"context"
	"slices"

	"nonet/logic"
)

// Short is the path without the steps that nothing later needs: one by one, from
// the last, a step that takes candidates away is left out if every other step is
// then still proven by its own reason and the position still solved. Cost: a
// proof of every later step for each step tried. It stops trying when ctx ends,
// and returns what is left, which is a whole path at any time.
func Short(ctx context.Context, p logic.Solution) logic.Solution {
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
	f := logic.NewFinder(*s, logic.Options{MissingCorners: true, RowOrder: true, Nodes: shortNodes})
	found := false
	if step.Technique == logic.BruteForce || len(step.Branches) > 0 {
		return true // what their sentence says is what was proven, line by line
	}
	err := f.Each(context.Background(), step.Technique, func(other *logic.Step) bool {
		found = slices.Equal(other.Eliminations, step.Eliminations) && slices.Equal(other.Placements, step.Placements) &&
			slices.Equal(other.Marks, step.Marks) && slices.Equal(other.Nodes, step.Nodes) && slices.Equal(other.Sets, step.Sets)
		return !found
	})
	return found && err == nil
}

const shortNodes = 200_000

// raise are the scores above which HoDoKu calls a puzzle harder than its steps.
var raise = [...]int{logic.Easy: 800, logic.Medium: 1000, logic.Hard: 1600, logic.Unfair: 1800}

// Difficulty is HoDoKu's grade of a path: the sum of its steps' scores, and the
// level of the hardest step, raised while the score exceeds the level's limit.
func Difficulty(steps []logic.Step) (score int, level logic.Level) {
	level = logic.Easy
	for i := range steps {
		info := steps[i].Technique.Info()
		score += info.Score
		level = max(level, info.Level)
	}
	for int(level) < len(raise) && score > raise[level] {
		level++
	}
	return score, level
}

// Hardest is the technique of the path's hardest step: the last in HoDoKu's order.
func Hardest(steps []logic.Step) (hardest logic.Technique, ok bool) {
	var all []logic.Technique
	for i := range steps {
		all = append(all, steps[i].Technique)
	}
	return HardestOf(all)
}

// HardestOf is the hardest of some techniques.
func HardestOf(list []logic.Technique) (hardest logic.Technique, ok bool) {
	for _, t := range list {
		if !ok || harder(t, hardest) {
			hardest, ok = t, true
		}
	}
	return hardest, ok
}

func harder(a, b logic.Technique) bool {
	x, y := a.Info(), b.Info()
	return x.Level > y.Level || x.Level == y.Level && x.Order > y.Order
}
