package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nonet/logic"
	"nonet/message"
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

	Houses []logic.House // of a StepHint: where to look; for level 2 and above
	// Cells are the mistake's, for level 2 and above, or the pattern's, for level 3
	// and above; none where they would be the move, as for a hidden single.
	Cells logic.CellSet
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
	if goal == Easiest {
		step, outcome, err := easiest(ctx, s)
		if outcome != sudoku.None {
			return step, outcome, err
		}
	}
	path, outcome, err := pathTo(ctx, s, goal, 1)
	if outcome != sudoku.Found || len(path.Steps) == 0 {
		return logic.Step{}, outcome, err
	}
	return path.Steps[0], sudoku.Found, nil
}

// easiest is the first step of the easiest technique that has one.
func easiest(ctx context.Context, s logic.State) (logic.Step, sudoku.Outcome, error) {
	f := logic.NewFinder(s, logic.Options{MissingCorners: true, Nodes: practiceNodes})
	for _, t := range logic.DefaultOrder() {
		step, outcome, _ := f.First(ctx, t)
		if outcome == sudoku.Found {
			return step, outcome, nil
		}
		if ctx.Err() != nil {
			return step, sudoku.Undecided, context.Cause(ctx)
		}
	}
	return logic.Step{}, sudoku.None, nil
}

const (
	practiceNodes = 10_000_000
	triedSteps    = 60  // how many steps are tried in one position for the shortest path
	triedPaths    = 400 // and how many in all
)

// Path is a path to the solution with a goal: the one of [logic.Path] for Easiest;
// for AvoidHardest one without that path's hardest technique, if there is one that
// needs no brute force; for FewestSteps see [fewest]. Outcome and error are those
// of [logic.Path].
func Path(ctx context.Context, s logic.State, goal Goal) (logic.Solution, sudoku.Outcome, error) {
	return pathTo(ctx, s, goal, sudoku.Cells*9)
}

// pathTo is Path, looking ahead for the fewest steps in the first n positions.
func pathTo(ctx context.Context, s logic.State, goal Goal, n int) (logic.Solution, sudoku.Outcome, error) {
	order := logic.DefaultOrder()
	path, outcome, err := logic.Path(ctx, s, order)
	if outcome != sudoku.Found || len(path.Steps) == 0 {
		return path, outcome, err
	}
	hardest, _ := Hardest(path.Steps)
	switch goal {
	case AvoidHardest:
		order = slices.DeleteFunc(order, func(t logic.Technique) bool { return t == hardest })
		round, outcome, err := logic.Path(ctx, s, order)
		if outcome == sudoku.Undecided {
			return round, outcome, err
		}
		if h, ok := Hardest(round.Steps); ok && h != logic.BruteForce {
			return round, sudoku.Found, nil
		}
	case FewestSteps:
		return fewest(ctx, path, n), sudoku.Found, nil
	}
	return path, sudoku.Found, nil
}

// fewest looks one step ahead, in the positions before the path's first n steps:
// of the steps open there that take candidates away and are no harder than the
// hardest of the path, it takes the one after which [logic.Path] is shortest, and
// goes on from there. Steps that fill a cell in are not tried against others: that
// many any path needs. Nor is anything tried where the path takes forcing, for such
// paths take seconds. The path that comes is never longer than the one given, and
// there may be a shorter one still. Cost: a path for each step tried, of which
// there are at most triedPaths; when ctx ends, the shortest path so far comes.
func fewest(ctx context.Context, path logic.Solution, n int) logic.Solution {
	hardest, _ := Hardest(path.Steps)
	if family := hardest.Info().Family; family == logic.FamilyForcing || family == logic.FamilyForce {
		return path
	}
	at, tried := path.Start, 0
	for i := 0; i < min(n, len(path.Steps)) && tried < triedPaths && ctx.Err() == nil; i++ {
		if len(path.Steps[i].Placements) == 0 {
			for _, step := range openSteps(ctx, at, hardest) {
				tried++
				after := at
				after.Apply(&step)
				rest, outcome, _ := logic.Path(ctx, after, logic.DefaultOrder())
				if h, ok := Hardest(rest.Steps); outcome == sudoku.Found && i+1+len(rest.Steps) < len(path.Steps) && !(ok && harder(h, hardest)) {
					path.Steps = slices.Concat(path.Steps[:i:i], []logic.Step{step}, rest.Steps)
				}
			}
		}
		at.Apply(&path.Steps[i])
	}
	return path
}

// openSteps are steps no harder than hardest that take candidates away, the
// easiest first, one for each set of candidates taken, up to triedSteps.
func openSteps(ctx context.Context, s logic.State, hardest logic.Technique) []logic.Step {
	var open []logic.Step
	told := map[string]bool{}
	f := logic.NewFinder(s, logic.Options{MissingCorners: true, Nodes: shortNodes})
	for _, t := range logic.DefaultOrder() {
		if harder(t, hardest) || len(open) >= triedSteps {
			break
		}
		// A technique whose search is cut short has shown some steps.
		_ = f.Each(ctx, t, func(step *logic.Step) bool {
			if did := fmt.Sprint(step.Eliminations); len(step.Placements) == 0 && !told[did] {
				told[did] = true
				open = append(open, step.Clone())
			}
			return len(open) < triedSteps
		})
	}
	return open
}

func hint(key string, args ...any) message.Message { return message.New("hint."+key, args...) }

// spotted is a hint about a mistake.
func spotted(k Kind, c logic.Cell, d logic.Digit) Hint {
	tell := func(part string) message.Message { return hint(k.String()+"."+part, "cell", c, "digit", d) }
	h := Hint{Kind: k, Cell: c, Digit: d, Cells: logic.CellsOf(c)}
	h.Texts = [Levels]message.Message{tell("any"), tell("where"), tell("cell"), tell("why"), tell("move")}
	if k == MissingMark {
		h.Texts[2], h.Texts[3] = tell("struck"), tell("cell")
	}
	return h
}

// disclosed is a step told in five parts: family, where to look, the pattern, the
// reason, the move. Where the pattern of a step that fills a cell in would be its
// move, the parts before the last say less.
func disclosed(s *logic.State, step logic.Step) Hint {
	at := PatternCells(&step)
	houses := Where(&step)
	where, cells, digits, technique := housesAnd(houses), cellsAnd(at), digitsAnd(step.Digits), step.Technique.Name()
	h := Hint{Step: step, Houses: houses, Cells: at}
	look, pattern, reason := hint("where", "where", where, "digits", digits), hint("pattern", "technique", technique, "cells", cells, "digits", digits), Reason(s, &step)
	if len(step.Placements) > 0 {
		only := hint("reason."+step.Technique.String(), "house", where, "cell", cells, "digit", digits)
		look, pattern = hint("look", "where", where), hint("pattern.cells", "technique", technique, "cells", cells)
		switch step.Technique {
		case logic.FullHouse:
			pattern, reason = hint("pattern.houses", "technique", technique, "where", where), only
			h.Cells = logic.CellSet{}
		case logic.HiddenSingle, logic.TemplateSet:
			look = hint("where", "where", where, "digits", digits)
			pattern, reason = hint("pattern.digits", "technique", technique, "where", where, "digits", digits), only
			h.Cells = logic.CellSet{}
		case logic.NakedSingle, logic.BUGPlus1, logic.BruteForce:
			reason = only
		}
		if len(step.Branches) > 0 {
			reason = followed(&step)
		}
	}
	h.Texts = [Levels]message.Message{hint("family", "family", step.Technique.Info().Family.Name()), look, pattern, reason, Move(&step)}
	return h
}

// PatternCells are the cells of a step's pattern.
func PatternCells(step *logic.Step) (at logic.CellSet) {
	for _, m := range step.Marks {
		at.Add(m.Cell)
	}
	for _, n := range step.Nodes {
		at = at.Or(n.Cells)
	}
	for _, set := range step.Sets {
		at = at.Or(set.Cells)
	}
	return at
}

// Where are the houses to look at for a step: those its reason starts from, or the
// boxes of its cells.
func Where(step *logic.Step) []logic.House {
	houses := slices.Clone(step.Base)
	if len(houses) == 0 && len(step.Truths) == 1 && step.Truths[0].Kind == logic.HouseTruth {
		houses = append(houses, step.Truths[0].House)
	}
	if len(houses) == 0 {
		for c := range PatternCells(step).All() {
			houses = append(houses, c.Houses()[2])
		}
	}
	slices.Sort(houses)
	return slices.Compact(houses)
}
