package generate

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"nonet/grade"
	"nonet/internal/suggest"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle/deduction"
	"nonet/sudoku"
)

// CheckHardest returns a *SpecError if Hardest is not the ID of a technique that can grade the puzzles.
func (s Spec) CheckHardest() error {
	s.Size = cmp.Or(s.Size, 9)
	p := &plan{Spec: s, keep: map[string]bool{}}
	if p.chooseKinds() != nil {
		return nil // [Puzzles] refuses the Spec for this reason
	}
	return p.findHardest()
}

// findHardest looks up the technique whose ID the Spec has in Hardest, in package logic or package deduction.
func (p *plan) findHardest() error {
	if p.Hardest == "" {
		return nil
	}
	if p.isClassic {
		t, err := logic.ByID(p.Hardest)
		if unknown := new(logic.UnknownTechniqueError); errors.As(err, &unknown) {
			return &SpecError{unknown.Message(), unknown}
		}
		p.hardest = t
		return nil
	}
	var known []string
	for _, t := range deduction.Techniques() {
		isNamed := strings.EqualFold(t.String(), p.Hardest)
		switch {
		case isNamed && t >= deduction.Supposition:
			return newSpecError("rules.make.supposes", "technique", t.Label())
		case isNamed:
			p.hardestDeduction = t
			return nil
		case t < deduction.Supposition:
			known = append(known, t.String())
		}
	}
	what := message.New("rules.make.technique", "name", p.Hardest, "names", strings.Join(known, " "))
	return &SpecError{What: suggest.WithSuggestions(what, p.Hardest, known)}
}

// checkTechniques returns a *SpecError if no puzzle has a path with the wanted techniques, level and score. For a
// classic puzzle, it also chooses the techniques of the path.
func (p *plan) checkTechniques() error {
	if !p.isClassic {
		if p.Hardest == "" {
			return nil
		}
		least, most := p.hardestDeduction.Levels()
		return p.levelError(p.hardestDeduction.Label(), least, most)
	}
	for _, t := range slices.Concat(p.Require, p.Forbid) {
		if t.Info().ID == "" {
			return newSpecError("generate.techniqueUnknown", "value", int(t))
		}
	}
	p.require = p.Require
	most := hodoku.Extreme // the highest level of puzzles that need no technique harder than p.hardest
	if p.Hardest != "" {
		p.require = append(slices.Clip(p.require), p.hardest)
		if p.hardest.Info().Family == logic.FamilySingle {
			// A path has at most one step per open cell, and no step has a higher score than the hardest technique. So
			// these steps have the highest possible score.
			steps := slices.Repeat([]logic.Step{{Technique: p.hardest}}, cells-max(fewestGivens, p.Givens.Min))
			_, most = grade.HoDoKu(&logic.Path{Steps: steps})
		}
	}
	for _, t := range p.require {
		columns := hodoku.ColumnsOf(t)
		switch err := p.levelError(t.Name(), columns.Level, most); {
		case slices.Contains(p.Forbid, t):
			return newSpecError("generate.requiredForbidden", "technique", t.Name())
		case err != nil:
			return err
		case p.Score.Max != 0 && columns.Score > p.Score.Max:
			return newSpecError("generate.requiredScore", "technique", t.Name(), "score", columns.Score, "max", p.Score.Max)
		case p.Hardest != "" && grade.Harder(t, p.hardest):
			return newSpecError("generate.requiredHarder", "technique", t.Name(), "hardest", p.hardest.Name())
		}
	}
	p.order = p.orderOfTechniques()
	return nil
}

// levelError returns a *SpecError if the Spec permits none of the levels from `least` to `most`. A puzzle that needs
// the technique has one of these levels.
func (p *plan) levelError(technique message.Message, least, most hodoku.Level) error {
	switch {
	case p.MaxLevel != 0 && least > p.MaxLevel:
		return newSpecError("generate.requiredTooHard", "technique", technique, "level", least.Name(), "max", p.MaxLevel.Name())
	case most < p.MinLevel:
		return newSpecError("generate.hardestTooEasy", "technique", technique, "level", most.Name(), "min", p.MinLevel.Name())
	}
	return nil
}

// orderOfTechniques returns HoDoKu's default order together with the required techniques. If the Spec's limits forbid
// brute force, the order ends with the last technique that the limits permit. If a puzzle needs a later technique, its
// path uses brute force instead, and the Spec rejects the puzzle.
func (p *plan) orderOfTechniques() []logic.Technique {
	isTooHard := func(t logic.Technique) bool {
		columns := hodoku.ColumnsOf(t)
		return p.MaxLevel != 0 && columns.Level > p.MaxLevel || p.Score.Max != 0 && columns.Score > p.Score.Max ||
			p.Hardest != "" && grade.Harder(t, p.hardest)
	}
	order := hodoku.DefaultOrder()
	for _, t := range p.require {
		if !slices.Contains(order, t) {
			order = append(order, t)
		}
	}
	hodoku.Sort(order)
	if isTooHard(logic.BruteForce) {
		for len(order) > 0 && isTooHard(order[len(order)-1]) {
			order = order[:len(order)-1]
		}
	}
	return order
}

func (p *plan) hardestLevel() hodoku.Level {
	most := cmp.Or(p.MaxLevel, hodoku.Extreme)
	if p.Hardest != "" && !p.isClassic {
		most = min(most, max(p.hardestDeduction.Level(), p.MinLevel)) // the level of a long net is Extreme
	}
	return most
}

// gradePuzzle grades the puzzle, and returns accepted or the reason why the Spec rejects it. Deductions stop as soon as
// the puzzle is too hard; a.end is then the position in which they stopped.
func (a *attempt) gradePuzzle() Rejection {
	a.grade = Puzzle{Attempt: a.number, Puzzle: a.puzzle, Solution: a.solution}
	counts, most := &a.grade, a.hardestLevel()
	var isSolved, isHarder, lacks bool
	if a.isClassic {
		givens, solution := counts.Grids()
		path, outcome, _ := hodoku.PathOf(a.ctx, logic.NewState(givens), a.order, &solution)
		if outcome != sudoku.Found {
			return NotDecided
		}
		counts.Score, counts.Level = grade.HoDoKu(&path)
		for _, step := range path.Steps {
			if !slices.Contains(counts.Techniques, step.Technique) {
				counts.Techniques = append(counts.Techniques, step.Technique)
			}
		}
		hodoku.Sort(counts.Techniques)
		isUsed := func(t logic.Technique) bool { return slices.Contains(counts.Techniques, t) }
		hardest, ok := grade.HardestOf(counts.Techniques)
		if ok {
			counts.Hardest = hardest.String()
		}
		isSolved = !isUsed(logic.BruteForce)
		isHarder = ok && a.Hardest != "" && grade.Harder(hardest, a.hardest)
		lacks = slices.ContainsFunc(a.require, func(t logic.Technique) bool { return !isUsed(t) })
		switch {
		case !a.Score.has(counts.Score):
			return WrongScore
		case slices.ContainsFunc(a.Forbid, isUsed):
			return ForbiddenTechnique
		}
	} else {
		g, end, err := deduction.GradeOf(a.ctx, a.puzzle, most)
		if a.end = end; err != nil {
			return NotDecided
		}
		counts.Level, counts.Hardest, isSolved = g.Level, g.Hardest.String(), g.Solved
		isHarder = a.Hardest != "" && g.Hardest > a.hardestDeduction
		lacks = a.Hardest != "" && g.Hardest != a.hardestDeduction
	}
	switch {
	case isHarder || counts.Level > most || !isSolved && (a.Logic || most < hodoku.Extreme):
		return HarderTechnique
	case counts.Level < a.MinLevel:
		return WrongLevel
	case lacks:
		return LacksTechnique
	}
	return accepted
}
