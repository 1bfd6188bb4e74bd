package hint

import (
	"context"
	"math"
	"slices"
	"sort"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// Claim is what an argument proves: that a digit is in a cell if On is set, and otherwise that it is not.
type Claim struct {
	Candidate logic.Candidate
	On        bool
}

// isProvenBy reports whether a step proves the claim: it eliminates the candidate, places another digit that excludes
// it, or places it.
func (n Claim) isProvenBy(s *logic.State, step *logic.Step) bool {
	if !n.On && slices.Contains(step.Eliminations, n.Candidate) {
		return true
	}
	return slices.ContainsFunc(step.Placements, func(p logic.Candidate) bool {
		if n.On {
			return p == n.Candidate
		}
		return p.Cell == n.Candidate.Cell && p.Digit != n.Candidate.Digit || p.Digit == n.Candidate.Digit && s.Board().Peers(p.Cell).Has(n.Candidate.Cell)
	})
}

// isProvenIn reports whether the values and candidates of the position already show that the claim is true.
func (n Claim) isProvenIn(s *logic.State) bool {
	if n.On {
		return s.Value(n.Candidate.Cell) == n.Candidate.Digit
	}
	return s.Value(n.Candidate.Cell) != n.Candidate.Digit && !s.Candidates(n.Candidate.Cell).Has(n.Candidate.Digit)
}

// Argument is a list of steps in a position, the last of which proves a claim. Each step is possible after the earlier
// steps, and [logic.Verify] proves it. Unless Whole is set, no step can be left out.
type Argument struct {
	Steps  []logic.Step
	Effort int  // the effort of all steps together, in HoDoKu's points
	Whole  bool // all steps are kept, because it is unknown which of them are needed
}

// The effort of an argument has these points in addition to those of HoDoKu's table.
const (
	perStep     = 10  // the effort of each step, which a person must read and apply
	supposition = 100 // the effort of remembering that lines are only supposed
	perSingle   = 20  // the effort of each placement under a supposition, which a person cannot write down
)

// effortOf returns the effort of following a step, in HoDoKu's points. This is perStep plus the points of its
// technique. The points of a technique with suppositions do not depend on the length of the branches. So for such a
// step, other points replace them: supposition for each supposition, perSingle for each placement that follows, and the
// points of the other techniques used.
func effortOf(step *logic.Step) int {
	if len(step.Branches) == 0 {
		return perStep + hodoku.ColumnsOf(step.Technique).Score
	}
	points := 0
	for i := range step.Branches {
		b := &step.Branches[i]
		for k := range b.Lines {
			switch l := &b.Lines[k]; {
			case l.Reason == logic.Supposed:
				points += supposition
			case slices.Contains(b.End, k):
			case l.Reason == logic.LastInCell, l.Reason == logic.LastInHouse:
				points += perSingle
			case l.Reason == logic.ByTechnique:
				points += hodoku.ColumnsOf(l.Technique).Score
			}
		}
	}
	return points
}

const (
	argumentNodes = 200_000 // the node limit of the search for one technique
	manyPoints    = 300     // if the best argument has more effort, search for patterns under the supposition, too
	veryMany      = 1000    // if the best argument has more effort, use nested suppositions, too
	argueRounds   = 60      // the maximum number of rounds of steps
)

// Argue returns the easiest argument that it finds for a claim that is true in the position. It compares the arguments
// below, and takes the one with the least effort. Among arguments with equal effort it takes the one with the fewest
// steps:
//
//	one step of any technique of HoDoKu's default order that proves the claim
//
//	rounds of steps, each with all steps of the easiest technique that has any,
//	until the claim is proven; steps that are not needed are left out
//
//	a refutation of the claim's contrary, at once or after any of these rounds:
//	by singles; if there is none, or only one of great effort, by patterns;
//	if there is still none, or only one of very great effort, by nested suppositions
//
// Argue does not search for techniques harder than the argument found so far. It uses steps that rely on a unique
// solution only if unique is set. The outcome is None if Argue finds no argument. It never finds one for a false claim.
// If ctx ends before Argue has found an argument, the outcome is Undecided with the context's error; otherwise Argue
// returns the best argument so far. It takes a millisecond to a second.
func Argue(ctx context.Context, s logic.State, claim Claim, unique bool) (Argument, sudoku.Outcome, error) {
	a := argumentSearch{ctx: ctx, start: s, claim: claim, unique: unique, best: Argument{Effort: math.MaxInt}}
	a.f = newFinder(s, logic.Options{MissingCorners: true, Nodes: argumentNodes})
	defer finders.Put(a.f)

	order := hodoku.DefaultOrder()
	sort.SliceStable(order, func(i, j int) bool { return hodoku.ColumnsOf(order[i]).Score < hodoku.ColumnsOf(order[j]).Score })
	easy := slices.IndexFunc(order, func(t logic.Technique) bool { return hodoku.ColumnsOf(t).Level > hodoku.Medium })
	hard := slices.IndexFunc(order, func(t logic.Technique) bool { return t.Info().Family == logic.FamilyForcing })
	a.tryOneStepArguments(order[:easy])
	a.tryRefutation(logic.ForcingNetContradiction, nil)
	a.tryOneStepArguments(order[easy:hard])
	end := a.tryArgumentByRounds(order[:hard])
	if a.best.Effort > manyPoints {
		a.f.Reset(s)
		a.tryRefutation(logic.PatternForcingNet, nil)
	}
	// In the hardest positions, use nested suppositions at once. Without an argument so far, use suppositions after the
	// rounds of steps, too.
	for _, t := range []logic.Technique{logic.ForcingNetContradiction, logic.PatternForcingNet, logic.NestedForcingNet} {
		for _, before := range [][]logic.Step{nil, end} {
			if a.best.Effort > veryMany && t == logic.NestedForcingNet && before == nil || len(a.best.Steps) == 0 && before != nil {
				at := s
				for i := range before {
					at.Apply(&before[i])
				}
				a.f.Reset(at)
				a.tryRefutation(t, before)
			}
		}
	}
	switch {
	case len(a.best.Steps) > 0:
		return a.best, sudoku.Found, nil
	case ctx.Err() != nil:
		return Argument{}, sudoku.Undecided, context.Cause(ctx)
	}
	return Argument{}, sudoku.None, nil
}

// argumentSearch looks for the argument for claim that takes the least effort.
type argumentSearch struct {
	ctx    context.Context
	start  logic.State
	claim  Claim
	unique bool
	f      *logic.Finder
	best   Argument
}

// keepIfBetter keeps an argument if it takes less effort than the best so far. If the effort is equal, it keeps
// the argument with fewer steps.
func (a *argumentSearch) keepIfBetter(arg Argument) {
	arg.Effort = 0
	for i := range arg.Steps {
		arg.Effort += effortOf(&arg.Steps[i])
	}
	if arg.Effort < a.best.Effort || arg.Effort == a.best.Effort && len(arg.Steps) < len(a.best.Steps) {
		a.best = arg
	}
}

// canImprove reports whether a step of technique t could still lead to a better argument.
func (a *argumentSearch) canImprove(t logic.Technique) bool {
	return a.ctx.Err() == nil && perStep+hodoku.ColumnsOf(t).Score < a.best.Effort
}

// tryOneStepArguments considers each step that proves the claim by itself.
func (a *argumentSearch) tryOneStepArguments(order []logic.Technique) {
	for _, t := range order {
		if !a.canImprove(t) {
			continue
		}
		// Ignore the error: the steps found before a search is cut short are valid.
		_ = a.f.Each(a.ctx, t, func(step *logic.Step) bool {
			if !a.claim.isProvenBy(&a.start, step) || !a.unique && step.Uniqueness != logic.NoUniqueness {
				return true
			}
			a.keepIfBetter(Argument{Steps: []logic.Step{step.Clone()}})
			return false
		})
	}
}

// tryRefutation considers an argument that refutes the contrary of the claim in the finder's position. before has the
// steps that lead to this position.
func (a *argumentSearch) tryRefutation(t logic.Technique, before []logic.Step) {
	if a.ctx.Err() != nil {
		return
	}
	step, outcome, _ := a.f.Refutation(a.ctx, t, a.claim.Candidate, !a.claim.On)
	if outcome == sudoku.Found {
		a.keepIfBetter(a.dropUnneeded(append(slices.Clip(before), step)))
	}
}

// tryArgumentByRounds applies all steps of the easiest technique that has any, and repeats this until the claim is
// proven. Then it considers the argument of the steps that are needed, and returns nil. If no step is left before that,
// it returns all steps.
func (a *argumentSearch) tryArgumentByRounds(order []logic.Technique) (steps []logic.Step) {
	at, foundNew := a.start, false // foundNew: some step of the round does more than singles do under a supposition
	for range argueRounds {
		var open []logic.Step
		a.f.Reset(at)
		if foundNew {
			a.tryRefutation(logic.ForcingNetContradiction, steps)
		}
		foundNew = false
		for _, t := range order {
			// Take the singles of all techniques in one round, because all are about equally easy.
			if len(open) > 0 && t.Info().Family != logic.FamilySingle || !a.canImprove(t) {
				break
			}
			_ = a.f.Each(a.ctx, t, func(step *logic.Step) bool {
				if a.unique || step.Uniqueness == logic.NoUniqueness {
					open = append(open, step.Clone())
				}
				return len(open) < triedSteps
			})
		}
		if len(open) == 0 {
			return steps
		}
		for i := range open {
			// Skip a step if an earlier step of the round has already reached its conclusions.
			if step := &open[i]; hasOpenConclusions(&at, step) {
				foundNew = foundNew || step.Technique.Info().Family != logic.FamilySingle
				steps = append(steps, *step)
				at.Apply(step)
			}
			if a.claim.isProvenIn(&at) {
				a.keepIfBetter(a.dropUnneeded(steps))
				return nil
			}
		}
	}
	return steps
}

// hasOpenConclusions reports whether all conclusions of a step are still candidates, so that the step changes the
// position.
func hasOpenConclusions(s *logic.State, step *logic.Step) bool {
	gone := func(c logic.Candidate) bool { return !s.Candidates(c.Cell).Has(c.Digit) }
	return !slices.ContainsFunc(step.Placements, gone) && !slices.ContainsFunc(step.Eliminations, gone)
}

// dropUnneeded returns an argument that has the last step and the steps that it needs.
func (a *argumentSearch) dropUnneeded(steps []logic.Step) Argument {
	// by[c] is the index of the step that removed candidate c.
	by := map[logic.Candidate]int{}
	at := a.start
	missing := make([][]logic.Candidate, len(steps)) // for each step, the removed candidates on which its reason depends
	for i := range steps {
		step := &steps[i]
		missing[i] = a.findPriorEliminations(&at, step)
		before := at
		at.Apply(step)
		for c := range a.start.EmptyCells().All() {
			for d := range (before.Candidates(c) &^ at.Candidates(c)).Digits() {
				by[logic.Candidate{Cell: c, Digit: d}] = i
			}
		}
	}
	wanted := make([]bool, len(steps))
	wanted[len(steps)-1] = true
	var list []logic.Step
	for i := len(steps) - 1; i >= 0; i-- {
		if !wanted[i] {
			continue
		}
		list = append(list, steps[i])
		for _, c := range missing[i] {
			if k, known := by[c]; known && k < i {
				wanted[k] = true
			}
		}
	}
	slices.Reverse(list)
	at = a.start
	for i := range list {
		step := &list[i]
		if !provesByBranches(step) {
			like, found := findSameStep(&at, step)
			if !found && step.Technique == logic.FullHouse {
				// Without the steps that were left out, the house may have other empty cells. Then the step is a hidden
				// single.
				step.Technique = logic.HiddenSingle
				like, found = findSameStep(&at, step)
			}
			if !found {
				return Argument{Steps: steps, Whole: true}
			}
			*step = like
		}
		if logic.Verify(at, step) != nil {
			return Argument{Steps: steps, Whole: true}
		}
		at.Apply(step)
	}
	return Argument{Steps: list}
}

// findSameStep returns a step in position s with the pattern of step, and with all its conclusions or more. It returns
// false if there is none.
func findSameStep(s *logic.State, step *logic.Step) (logic.Step, bool) {
	for _, other := range findSamePatternSteps(s, step, logic.Shortest) {
		if containsAll(step.Eliminations, other.Eliminations) && containsAll(step.Placements, other.Placements) {
			return other, true
		}
	}
	return logic.Step{}, false
}

// containsAll reports whether every candidate of some is also in all.
func containsAll(some, all []logic.Candidate) bool {
	return !slices.ContainsFunc(some, func(c logic.Candidate) bool { return !slices.Contains(all, c) })
}

// findPriorEliminations returns those candidates that earlier steps removed and that must be absent for a step to be
// valid. They are in the cells and houses of the step's truths, or in the cells of a deadly pattern.
func (a *argumentSearch) findPriorEliminations(at *logic.State, step *logic.Step) (list []logic.Candidate) {
	cell := func(c logic.Cell) {
		for d := range (a.start.Candidates(c) &^ at.Candidates(c)).Digits() {
			list = append(list, logic.Candidate{Cell: c, Digit: d})
		}
	}
	for _, t := range step.Truths {
		if t.Kind == logic.CellTruth {
			cell(t.Cell)
			continue
		}
		for c := range a.start.Places(t.Digit).Less(at.Places(t.Digit)).And(at.Board().Cells(t.House)).All() {
			list = append(list, logic.Candidate{Cell: c, Digit: t.Digit})
		}
	}
	switch step.Uniqueness {
	case logic.Rectangle:
		for _, c := range step.Corners {
			cell(c)
		}
	case logic.DeadlyLoop:
		for _, c := range step.Ring {
			cell(c)
		}
	case logic.Grave:
		for c := range a.start.EmptyCells().All() {
			cell(c)
		}
	}
	return list
}
