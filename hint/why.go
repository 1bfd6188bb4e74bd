package hint

import (
	"cmp"
	"context"
	"math"
	"slices"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// Claim is what an argument is about: that a digit is in a cell, or that it is not.
type Claim struct {
	logic.Candidate
	On bool
}

// settledBy reports whether a step says that the claim holds: it takes the candidate
// away, or fills in what leaves no room for it; or fills it in.
func (n Claim) settledBy(s *logic.State, step *logic.Step) bool {
	if !n.On && slices.Contains(step.Eliminations, n.Candidate) {
		return true
	}
	return slices.ContainsFunc(step.Placements, func(p logic.Candidate) bool {
		if n.On {
			return p == n.Candidate
		}
		return p.Cell == n.Cell && p.Digit != n.Digit || p.Digit == n.Digit && s.Board().Peers(p.Cell).Has(n.Cell)
	})
}

// settledIn reports whether nothing is left to say of the claim.
func (n Claim) settledIn(s *logic.State) bool {
	if n.On {
		return s.Value(n.Cell) == n.Digit
	}
	return s.Value(n.Cell) != n.Digit && !s.Candidates(n.Cell).Has(n.Digit)
}

// Argument is why a claim holds in a position: steps, each open where those before it
// lead, of which the last settles it. Every one is proven ([logic.Verify]), and none can be
// left out unless Whole.
type Argument struct {
	Steps  []logic.Step
	Effort int  // of all steps, in points of HoDoKu
	Whole  bool // what others rest on could not be told, and all steps were kept
}

// What following an argument takes, in points beside those of HoDoKu's table.
const (
	perStep     = 10  // a step, to be read and carried out
	supposition = 100 // to keep in mind what is not yet so
	perSingle   = 20  // a digit filled in under one, which may not be written down
)

// effortOf returns how much a step asks of who follows it, in HoDoKu's points: ten, and its
// technique's points. For a supposition, whose technique says less than how long it is,
// 100, and for what follows from it 20 a digit filled in, the points of a technique, and
// 100 again for one made on the way.
func effortOf(step *logic.Step) int {
	if len(step.Branches) == 0 {
		return perStep + hodoku.Of(step.Technique).Score
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
				points += hodoku.Of(l.Technique).Score
			}
		}
	}
	return points
}

const (
	argumentNodes = 200_000 // of the search for one technique
	manyPoints    = 300     // an argument that takes more is worth a search for patterns under its supposition
	veryMany      = 1000    // and this one for suppositions on the way
	argueRounds   = 60      // how far a row of steps is followed
)

// Argue returns the easiest argument found for a claim that is true of the position: of those
// below, the one that takes the least effort, or of several the one with the fewest
// steps.
//
//	a step of any technique of HoDoKu's default order that settles it now
//	the steps of the easiest technique open, all at once, and so on, until it is
//	settled; without those that nothing rests on
//	supposing the contrary and following it to a contradiction, by singles, now or after
//	any of those steps; where that does not do or takes many points, by patterns; and
//	where it takes very many, by suppositions on the way
//
// A technique harder than what is found already is not looked for. Steps that rely on
// the puzzle having one solution are taken only if unique says that it has. The outcome is
// None where nothing settles it, which is so of every claim that is not true, and Undecided
// with the context's error where that ended the search before anything was found; what was
// found by then is the answer otherwise. Cost: a millisecond to a second.
func Argue(ctx context.Context, s logic.State, claim Claim, unique bool) (Argument, sudoku.Outcome, error) {
	a := arguing{ctx: ctx, start: s, claim: claim, unique: unique, best: Argument{Effort: math.MaxInt}}
	a.f = finder(s, logic.Options{MissingCorners: true, Nodes: argumentNodes})
	defer finders.Put(a.f)

	order := hodoku.DefaultOrder()
	slices.SortStableFunc(order, func(x, y logic.Technique) int { return cmp.Compare(hodoku.Of(x).Score, hodoku.Of(y).Score) })
	easy := slices.IndexFunc(order, func(t logic.Technique) bool { return hodoku.Of(t).Level > hodoku.Medium })
	hard := slices.IndexFunc(order, func(t logic.Technique) bool { return t.Info().Family == logic.FamilyForcing })
	a.offerSingleSteps(order[:easy])
	a.suppose(logic.ForcingNetContradiction, nil)
	a.offerSingleSteps(order[easy:hard])
	end := a.inTurn(order[:hard])
	if a.best.Effort > manyPoints {
		a.f.Reset(s)
		a.suppose(logic.PatternForcingNet, nil)
	}
	// The hardest positions: what lies farther off, nearer again where the steps end.
	for _, t := range []logic.Technique{logic.ForcingNetContradiction, logic.PatternForcingNet, logic.NestedForcingNet} {
		for _, before := range [][]logic.Step{nil, end} {
			if a.best.Effort > veryMany && t == logic.NestedForcingNet && before == nil || len(a.best.Steps) == 0 && before != nil {
				at := s
				for i := range before {
					at.Apply(&before[i])
				}
				a.f.Reset(at)
				a.suppose(t, before)
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

// arguing is a search for an argument.
type arguing struct {
	ctx    context.Context
	start  logic.State
	claim  Claim
	unique bool
	f      *logic.Finder
	best   Argument
}

// offer keeps an argument if it is better than the best.
func (a *arguing) offer(arg Argument) {
	arg.Effort = 0
	for i := range arg.Steps {
		arg.Effort += effortOf(&arg.Steps[i])
	}
	if arg.Effort < a.best.Effort || arg.Effort == a.best.Effort && len(arg.Steps) < len(a.best.Steps) {
		a.best = arg
	}
}

// may reports whether a step of the technique could still be a better argument.
func (a *arguing) may(t logic.Technique) bool {
	return a.ctx.Err() == nil && perStep+hodoku.Of(t).Score < a.best.Effort
}

// offerSingleSteps offers a step of each technique that settles the claim at once.
func (a *arguing) offerSingleSteps(order []logic.Technique) {
	for _, t := range order {
		if !a.may(t) {
			continue
		}
		// A technique whose search is cut short has shown some steps.
		_ = a.f.Each(a.ctx, t, func(step *logic.Step) bool {
			if !a.claim.settledBy(&a.start, step) || !a.unique && step.Uniqueness != logic.NoUniqueness {
				return true
			}
			a.offer(Argument{Steps: []logic.Step{step.Clone()}})
			return false
		})
	}
}

// suppose offers the supposition of the contrary in the finder's position, which is where
// the steps before lead.
func (a *arguing) suppose(t logic.Technique, before []logic.Step) {
	if a.ctx.Err() != nil {
		return
	}
	step, outcome, _ := a.f.Refutation(a.ctx, t, a.claim.Candidate, !a.claim.On)
	if outcome == sudoku.Found {
		a.offer(a.dropUnneeded(append(slices.Clip(before), step)))
	}
}

// inTurn makes all steps of the easiest technique open, and so on, until the claim is
// settled, and offers those it needs; or else returns the steps that there were.
func (a *arguing) inTurn(order []logic.Technique) (steps []logic.Step) {
	at, new := a.start, false // new: something that singles do not see to under a supposition
	for range argueRounds {
		var open []logic.Step
		a.f.Reset(at)
		if new {
			a.suppose(logic.ForcingNetContradiction, steps)
		}
		new = false
		for _, t := range order {
			// Singles come at once: none is easier than another where all are told.
			if len(open) > 0 && t.Info().Family != logic.FamilySingle || !a.may(t) {
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
			// What an earlier one of them did need not be done again.
			if step := &open[i]; doesIn(&at, step) {
				new = new || step.Technique.Info().Family != logic.FamilySingle
				steps = append(steps, *step)
				at.Apply(step)
			}
			if a.claim.settledIn(&at) {
				a.offer(a.dropUnneeded(steps))
				return nil
			}
		}
	}
	return steps
}

// doesIn reports whether all that the step does is still to be done.
func doesIn(s *logic.State, step *logic.Step) bool {
	gone := func(c logic.Candidate) bool { return !s.Candidates(c.Cell).Has(c.Digit) }
	return !slices.ContainsFunc(step.Placements, gone) && !slices.ContainsFunc(step.Eliminations, gone)
}

// dropUnneeded returns the steps without those that the last does not rest on.
func (a *arguing) dropUnneeded(steps []logic.Step) Argument {
	// Which step took a candidate.
	by := map[logic.Candidate]int{}
	at := a.start
	missing := make([][]logic.Candidate, len(steps)) // what each step finds gone that its reason is about
	for i := range steps {
		step := &steps[i]
		missing[i] = a.removedBefore(&at, step)
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
			like, found := sameStepIn(&at, step)
			if !found && step.Technique == logic.FullHouse {
				// With other cells of the house empty it is a hidden single.
				step.Technique = logic.HiddenSingle
				like, found = sameStepIn(&at, step)
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

// sameStepIn returns the same step in another position: it may do more where less was done before.
func sameStepIn(s *logic.State, step *logic.Step) (logic.Step, bool) {
	for _, other := range likeIn(s, step, logic.Shortest) {
		if containsAll(step.Eliminations, other.Eliminations) && containsAll(step.Placements, other.Placements) {
			return other, true
		}
	}
	return logic.Step{}, false
}

// containsAll reports whether all has every candidate of some.
func containsAll(some, all []logic.Candidate) bool {
	return !slices.ContainsFunc(some, func(c logic.Candidate) bool { return !slices.Contains(all, c) })
}

// removedBefore returns the candidates that earlier steps took from what a step's reason is about: the
// cells and houses of its truths, and all of a deadly pattern's cells.
func (a *arguing) removedBefore(at *logic.State, step *logic.Step) (list []logic.Candidate) {
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
