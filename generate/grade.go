package generate

import (
	"cmp"
	"context"
	"slices"

	"nonet/logic"
	"nonet/sudoku"
)

// greatestScore is where HoDoKu's levels end: a path that scores more counts as
// the next one.
var greatestScore = map[logic.Level]int{logic.Easy: 800, logic.Medium: 1000, logic.Hard: 1600, logic.Unfair: 1800}

// grade fills in what the path says.
func (p *Puzzle) grade(ctx context.Context, order []logic.Technique) error {
	path, outcome, err := logic.Path(ctx, logic.NewState(p.Grid), order)
	if outcome != sudoku.Found {
		return err
	}
	for _, step := range path.Steps {
		info := step.Technique.Info()
		p.Score += info.Score
		p.Level = max(p.Level, info.Level)
		if !slices.Contains(p.Techniques, step.Technique) {
			p.Techniques = append(p.Techniques, step.Technique)
		}
	}
	for p.Level < logic.Extreme && p.Score > greatestScore[p.Level] {
		p.Level++
	}
	slices.Sort(p.Techniques)
	return nil
}

// order is HoDoKu's default order with the techniques required put in their place,
// up to the last that is not too hard for the wish. Where none of them finds a step,
// the path fills a cell by brute force, which is too hard as well: so the puzzle is
// rejected, as it would be for the harder step that need not be looked for.
func (w *Wish) order() []logic.Technique {
	order := logic.DefaultOrder()
	for _, t := range w.Require {
		if !slices.Contains(order, t) {
			order = append(order, t)
		}
	}
	slices.SortStableFunc(order, func(a, b logic.Technique) int { return cmp.Compare(a.Info().Order, b.Info().Order) })
	tooHard := func(t logic.Technique) bool {
		return w.MaxLevel != 0 && t.Info().Level > w.MaxLevel || w.Score.Max != 0 && t.Info().Score > w.Score.Max
	}
	if tooHard(logic.BruteForce) {
		for len(order) > 0 && tooHard(order[len(order)-1]) {
			order = order[:len(order)-1]
		}
	}
	return order
}

// gradedRejection is why a graded puzzle is not what was wished for.
func (w *Wish) gradedRejection(p *Puzzle) (Rejection, bool) {
	switch {
	case p.Level < w.MinLevel || w.MaxLevel != 0 && p.Level > w.MaxLevel:
		return WrongLevel, true
	case !w.Score.has(p.Score):
		return WrongScore, true
	}
	for _, t := range w.Require {
		if !slices.Contains(p.Techniques, t) {
			return LacksTechnique, true
		}
	}
	for _, t := range w.Forbid {
		if slices.Contains(p.Techniques, t) {
			return ForbiddenTechnique, true
		}
	}
	return 0, false
}
