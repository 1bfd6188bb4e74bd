package practice

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// mostSteps limits how many steps of one technique Steps returns.
const mostSteps = 200

// Steps returns the steps of technique t in a position. Of several steps with the same conclusions it returns the
// simplest. complete is false if there are more than 200, or if the search was cut short.
func Steps(ctx context.Context, s logic.State, t logic.Technique) (all []logic.Step, complete bool) {
	return stepsOf(ctx, logic.NewFinder(s, finderOptions()), t)
}

func stepsOf(ctx context.Context, f *logic.Finder, t logic.Technique) (all []logic.Step, complete bool) {
	indexOf := map[string]int{} // for each set of conclusions, the index of its step in the result
	complete = true
	err := f.Each(ctx, t, func(step *logic.Step) bool {
		key := moveKey(step)
		i, known := indexOf[key]
		switch {
		case !known && len(all) == mostSteps:
			complete = false
		case !known:
			indexOf[key] = len(all)
			all = append(all, step.Clone())
		case readingSize(step) < readingSize(&all[i]):
			all[i] = step.Clone()
		}
		return complete
	})
	return all, complete && err == nil
}

// readingSize estimates how much a person must read to follow a step.
func readingSize(s *logic.Step) int {
	n := len(s.Marks) + len(s.Nodes)
	for i := range s.Branches {
		n += len(s.Branches[i].Lines)
	}
	return n
}

// moveKey returns a key for a step's set of conclusions.
func moveKey(s *logic.Step) string {
	var b []byte
	for i, list := range [][]logic.Candidate{s.Placements, s.Eliminations} {
		list = slices.Clone(list)
		sort.Slice(list, func(i, j int) bool {
			return cmp.Or(cmp.Compare(list[i].Cell, list[j].Cell), cmp.Compare(list[i].Digit, list[j].Digit)) < 0
		})
		for _, c := range slices.Compact(list) {
			b = append(b, byte(i), byte(c.Cell), byte(c.Digit))
		}
	}
	return string(b)
}

// Verdict states whether a person's conclusions are right.
type Verdict uint8

const (
	Nothing  Verdict = iota // no candidate was removed, and no digit placed
	Right                   // the person found all conclusions of a step of the technique, or of several steps
	Partial                 // the person found some, but not all, conclusions of a step
	Other                   // the conclusions are correct, but another technique proves them
	Unproven                // the conclusions are correct, but no technique that was tried proves them
	Wrong                   // some conclusion contradicts the solution
)

var verdictNames = [...]string{"nothing", "right", "partial", "other", "unproven", "wrong"}

// String returns the verdict's name in JSON.
func (v Verdict) String() string { return verdictNames[int(v)%len(verdictNames)] }

// Finding is the assessment of what a person found.
type Finding struct {
	Verdict Verdict
	// Step explains the verdict. For Right and Partial, Step is a step of the technique. For Other, it is the easiest
	// step that implies Candidate.
	Step logic.Step
	// Missing counts the conclusions of Step that a Partial finding lacks.
	Missing int
	// Candidate is the first candidate that contradicts the solution. If no candidate contradicts it, Candidate is the
	// first candidate that no step of the technique implies.
	Candidate logic.Candidate
}

// personsConclusions holds the candidates that a person has removed (out) and placed (in).
type personsConclusions struct{ out, in map[logic.Candidate]bool }

// Check assesses what a person has found by technique t: digits placed, and candidates removed. Placing a digit counts
// as removing the other candidates of its cell. solution is the solution of the position. Check ignores candidates that
// the position does not have. The error is ctx.Err().
func Check(ctx context.Context, s logic.State, solution sudoku.Grid, t logic.Technique, placements, eliminations []logic.Candidate) (Finding, error) {
	f := personsConclusions{map[logic.Candidate]bool{}, map[logic.Candidate]bool{}}
	var order []logic.Candidate // the candidates in the order of the arguments
	for _, c := range placements {
		if !s.Candidates(c.Cell).Has(c.Digit) {
			continue
		}
		order = append(order, c)
		f.in[c] = true
		for d := range s.Candidates(c.Cell).Without(c.Digit).Digits() {
			f.out[logic.Candidate{Cell: c.Cell, Digit: d}] = true
		}
		if solution.At(c.Cell) != c.Digit {
			return Finding{Verdict: Wrong, Candidate: c}, nil
		}
	}
	for _, c := range eliminations {
		if !s.Candidates(c.Cell).Has(c.Digit) {
			continue
		}
		order = append(order, c)
		f.out[c] = true
		if solution.At(c.Cell) == c.Digit {
			return Finding{Verdict: Wrong, Candidate: c}, nil
		}
	}
	if len(order) == 0 {
		return Finding{Verdict: Nothing}, nil
	}
	open, _ := Steps(ctx, s, t)
	complete, nearest, least := -1, -1, 0
	accounted := map[logic.Candidate]bool{}
	for i := range open {
		shared, missing := f.sharedConclusions(&s, &open[i])
		for _, c := range shared {
			accounted[c] = true
		}
		if len(shared) > 0 && missing == 0 && (complete < 0 || len(open[i].Eliminations) > len(open[complete].Eliminations)) {
			complete = i
		}
		if len(shared) > 0 && (nearest < 0 || missing < least) {
			nearest, least = i, missing
		}
	}
	for _, c := range order {
		if accounted[c] || f.in[c] && areOthersAccounted(&s, c, accounted) {
			continue
		}
		step, ok := easiestStep(ctx, s, t, c)
		if err := context.Cause(ctx); err != nil {
			return Finding{}, err
		}
		if !ok {
			return Finding{Verdict: Unproven, Candidate: c}, nil
		}
		return Finding{Verdict: Other, Step: step, Candidate: c}, nil
	}
	if complete >= 0 {
		return Finding{Verdict: Right, Step: open[complete]}, nil
	}
	return Finding{Verdict: Partial, Step: open[nearest], Missing: least}, nil
}

// sharedConclusions returns the conclusions of step that are in f, and counts those that are not. A placement also
// counts as the elimination of the cell's other candidates.
func (f *personsConclusions) sharedConclusions(s *logic.State, step *logic.Step) (shared []logic.Candidate, missing int) {
	for _, c := range step.Eliminations {
		if f.out[c] {
			shared = append(shared, c)
		} else {
			missing++
		}
	}
	for _, p := range step.Placements {
		lacks := 0
		for d := range s.Candidates(p.Cell).Without(p.Digit).Digits() {
			if c := (logic.Candidate{Cell: p.Cell, Digit: d}); f.out[c] {
				shared = append(shared, c)
			} else {
				lacks++
			}
		}
		if f.in[p] {
			shared = append(shared, p)
		} else if lacks > 0 || s.Candidates(p.Cell).Len() == 1 {
			missing++
		}
	}
	return shared, missing
}

// areOthersAccounted reports whether `accounted` contains all other candidates of c's cell. It returns false if c is
// the only candidate of the cell.
func areOthersAccounted(s *logic.State, c logic.Candidate, accounted map[logic.Candidate]bool) bool {
	if s.Candidates(c.Cell).Len() == 1 {
		return false
	}
	for d := range s.Candidates(c.Cell).Without(c.Digit).Digits() {
		if !accounted[logic.Candidate{Cell: c.Cell, Digit: d}] {
			return false
		}
	}
	return true
}

// easiestStep returns a step that implies candidate c, by the easiest technique that has such a step. It tries
// techniques up to forcing chains, but not t.
func easiestStep(ctx context.Context, s logic.State, t logic.Technique, c logic.Candidate) (step logic.Step, ok bool) {
	f := logic.NewFinder(s, finderOptions())
	for _, u := range hodoku.DefaultOrder() {
		if u == t {
			continue
		}
		if hodoku.ColumnsOf(u).Order > hodoku.ColumnsOf(logic.ForcingChainVerity).Order || ctx.Err() != nil {
			break
		}
		_ = f.Each(ctx, u, func(one *logic.Step) bool {
			if slices.Contains(one.Eliminations, c) || slices.ContainsFunc(one.Placements, func(p logic.Candidate) bool {
				return p == c || p.Cell == c.Cell && p.Digit != c.Digit
			}) {
				step, ok = one.Clone(), true
			}
			return !ok
		})
		if ok {
			return step, true
		}
	}
	return step, false
}
