package generate

import (
	"context"
	"slices"

	"nonet/grade"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// setGrade sets the grade of a classic puzzle: the level, the score and the techniques of its path. If the context
// ends, the puzzle stays without a grade.
func (p *Puzzle) setGrade(ctx context.Context, order []logic.Technique) {
	givens, solution := p.Grids()
	path, outcome, _ := hodoku.PathOf(ctx, logic.NewState(givens), order, &solution)
	if outcome != sudoku.Found {
		return
	}
	p.Score, p.Level = grade.HoDoKu(&path)
	for _, step := range path.Steps {
		if !slices.Contains(p.Techniques, step.Technique) {
			p.Techniques = append(p.Techniques, step.Technique)
		}
	}
	hodoku.Sort(p.Techniques)
	if hardest, ok := grade.HardestOf(p.Techniques); ok {
		p.Hardest = hardest.String()
	}
}

// orderOfTechniques returns HoDoKu's default order together with the required techniques. If the Spec forbids brute
// force as too hard, techniques at the end of the order are left out if they are too hard, too. A path that needs one
// of them then uses brute force, and the Spec rejects the puzzle.
func (s *Spec) orderOfTechniques() []logic.Technique {
	order := hodoku.DefaultOrder()
	for _, t := range s.requiredTechniques() {
		if !slices.Contains(order, t) {
			order = append(order, t)
		}
	}
	hodoku.Sort(order)
	if s.isTooHard(logic.BruteForce) {
		for len(order) > 0 && s.isTooHard(order[len(order)-1]) {
			order = order[:len(order)-1]
		}
	}
	return order
}

// gradedRejection returns the reason why a graded puzzle does not satisfy the Spec, or accepted.
func (s *Spec) gradedRejection(p *Puzzle) Rejection {
	used := func(t logic.Technique) bool { return slices.Contains(p.Techniques, t) }
	lacks := func(t logic.Technique) bool { return !used(t) }
	switch {
	case p.Level < s.MinLevel || s.MaxLevel != 0 && p.Level > s.MaxLevel:
		return WrongLevel
	case !s.Score.has(p.Score):
		return WrongScore
	case s.Hardest != nil && slices.ContainsFunc(p.Techniques, func(t logic.Technique) bool { return grade.Harder(t, *s.Hardest) }):
		return HarderTechnique
	case slices.ContainsFunc(s.requiredTechniques(), lacks):
		return LacksTechnique
	case slices.ContainsFunc(s.Forbid, used):
		return ForbiddenTechnique
	}
	return accepted
}
