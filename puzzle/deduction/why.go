package deduction

import (
	"context"
	"math/bits"
	"slices"

	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
)

// Argument is the reason why a candidate is false or true. It has one of three forms: rules that the value would break
// together with placed values; steps from the position to the conclusion; or a supposition of the opposite, followed by
// steps to a contradiction.
type Argument struct {
	Breaks        []puzzle.Conflict
	Values        []int  // for Breaks: for each cell, its placed value; for the cell of the candidate, the candidate's value
	From          *State // the position before the argument, in which the candidate is open
	Steps         []*Step
	Contradiction *Contradiction // the contradiction to which a supposition leads; otherwise nil
}

// Found reports whether the argument holds broken rules or steps.
func (a *Argument) Found() bool { return len(a.Breaks)+len(a.Steps) > 0 }

// walkRounds stops after mostSupposed+1 rounds of suppositions or searches. Nobody follows a longer argument, and each
// may take a second on puzzles that are not classic.
const mostSupposed = 4

// Why returns an argument about a candidate: that it is true if `isOn` is set, and otherwise that it is false. The caller
// must know whether x is true. Why considers one step, several steps, and a supposition, and returns the argument with
// the least effort. It omits steps that are not needed. The error is the context's; the argument may be valid even with
// an error. Most candidates of classic puzzles take about a millisecond, and the most difficult up to half a second. An
// argument by contradiction supposes the opposite of the claim. It may contain up to five more suppositions and
// searches.
func (s *State) Why(ctx context.Context, x Candidate, isOn bool) (a Argument, err error) {
	bit := s.bitOf(x.Value)
	if s.may[x.Cell]>>bit&1 == 0 { // an earlier step of the person has removed the candidate
		s = s.Clone()
		s.may[x.Cell] |= 1 << bit
	}
	a.From = s
	if !isOn {
		if a.Breaks, a.Values = s.conflictsOf(x); len(a.Breaks) > 0 {
			return a, nil
		}
	}
	decided := func(state *State) bool {
		return isOn && state.placed[x.Cell] && state.may[x.Cell] == 1<<bit || !isOn && state.may[x.Cell]>>bit&1 == 0
	}
	if decided(s) {
		a.Steps = []*Step{{Technique: byNakedSingle, Cells: []int{x.Cell}, Values: []int{x.Value}, Places: []Candidate{x}}}
		return a, nil
	}
	keep := func(steps []*Step, end *Contradiction) {
		if a.Steps == nil || effortOf(steps) < effortOf(a.Steps) {
			a.Steps, a.Contradiction = steps, end
		}
	}
	step, err := s.decidingStep(ctx, decided)
	if err != nil {
		return a, err
	}
	if step != nil {
		keep([]*Step{step}, nil)
	}
	steps, end, err := s.walkRounds(ctx, finder{Hardest: byTwoRules}, decided)
	if err != nil {
		return a, err
	}
	if decided(end) {
		keep(neededSteps(s, steps, make(premises, len(s.may))), nil)
	}
	suppose := &Step{Technique: Supposition, Cells: []int{x.Cell}, Values: []int{x.Value},
		Reason: message.New("explain.force.suppose", "start", s.linkText(Link{Candidate: x, On: !isOn}))}
	if suppose.Places = []Candidate{x}; isOn {
		suppose.Places, suppose.Removes = nil, suppose.Places
	}
	contrary := s.Clone()
	contrary.Apply(suppose)
	steps, end = nil, contrary
	// Try the techniques up to byTwoRules first. If they give no argument, try all techniques and further suppositions.
	for _, f := range [...]finder{{Hardest: byTwoRules}, {Suppose: true}} {
		more, last, err := end.walkRounds(ctx, f, func(*State) bool { return false })
		if err != nil {
			return a, err
		}
		steps, end = append(steps, more...), last
		if clash, ok := end.Contradiction(); ok {
			keep(append([]*Step{suppose}, neededSteps(contrary, steps, clash.premisesIn(s))...), &clash)
		}
		if a.Steps != nil {
			break
		}
	}
	return a, nil
}

// walkRounds takes the steps of whole rounds from a position. It stops when done returns true, when no step is found,
// or after more than mostSupposed suppositions and searches.
func (s *State) walkRounds(ctx context.Context, f finder, done func(*State) bool) (steps []*Step, end *State, err error) {
	supposed := 0
	for end = s.Clone(); supposed <= mostSupposed && !end.IsContradictory() && !done(end); {
		round, err := f.Round(ctx, end)
		if len(round) == 0 || err != nil {
			return steps, end, err
		}
		if round[0].Technique >= Supposition {
			supposed++
		}
		for _, step := range round {
			step.Removes = slices.DeleteFunc(step.Removes, func(x Candidate) bool { return end.may[x.Cell]>>end.bitOf(x.Value)&1 == 0 })
			if end.addPlacements(step); len(step.Places)+len(step.Removes) > 0 {
				steps = append(steps, step)
				if end.Apply(step); done(end) || end.IsContradictory() {
					return steps, end, nil
				}
			}
		}
	}
	return steps, end, nil
}

// effortOf returns how hard an argument is to follow: the sum of points for each step's level.
func effortOf(steps []*Step) (n int) {
	for _, step := range steps {
		n += [...]int{hodoku.Easy: 1, hodoku.Medium: 3, hodoku.Hard: 8, hodoku.Unfair: 10, hodoku.Extreme: 5}[step.Technique.Level()]
	}
	return n
}

// decidingStep returns a step of the easiest technique after which decided returns true, or nil. It tries no chains and
// no harder techniques.
func (s *State) decidingStep(ctx context.Context, decided func(*State) bool) (*Step, error) {
	f := finder{Hardest: byHiddenSingle}
	if _, err := f.firstStep(ctx, s); err != nil {
		return nil, err
	}
	f.after = s.Clone()
	for t := byNakedSingle; t < byChain; t++ {
		for step := f.findByTechnique(t); step != nil; step = f.findByTechnique(t) {
			after := s.Clone()
			s.addPlacements(step)
			if after.Apply(step); decided(after) {
				return step, nil
			}
			f.after.Apply(step)
		}
		if f.err != nil {
			return nil, f.err
		}
	}
	return nil, nil
}

// conflictsOf returns the rules that candidate x breaks together with the placed values. `values` has the value of each
// cell, including x.
func (s *State) conflictsOf(x Candidate) (all []puzzle.Conflict, values []int) {
	values = make([]int, s.pieces.Puzzle.Cells())
	for c := range values {
		if values[c] = puzzle.Empty; s.placed[c] {
			values[c] = s.pieces.Puzzle.Low + bits.TrailingZeros64(s.may[c])
		}
	}
	values[x.Cell] = puzzle.Empty
	before, err := s.pieces.Puzzle.Conflicts(values)
	if err != nil || len(before) > 0 {
		return nil, nil
	}
	values[x.Cell] = x.Value
	all, _ = s.pieces.Puzzle.Conflicts(values)
	return all, values
}

// premisesIn returns the candidates that must be absent for the contradiction.
func (x *Contradiction) premisesIn(s *State) premises {
	need := make(premises, len(s.may))
	switch {
	case x.Cell >= 0:
		need[x.Cell] = ^uint64(0)
	case x.Piece >= 0:
		need.add(s.pieces.All[x.Piece].Cells, 1<<s.bitOf(x.Value))
	default:
		need.add(x.Rule.Cells, ^uint64(0))
	}
	return need
}

// premises holds, for each cell, the candidates that must be absent for a conclusion.
type premises []uint64

func (p premises) add(cells []int, set uint64) {
	for _, c := range cells {
		p[c] |= set
	}
}

// neededSteps returns the last step and every step on which it depends, directly or indirectly. A step depends on
// another step if it is valid only without the candidates that the other step removes. `need` holds further candidates
// that must be absent.
func neededSteps(s *State, steps []*Step, need premises) (needed []*Step) {
	states := make([]*State, len(steps)+1)
	states[0] = s
	for i, step := range steps {
		states[i+1] = states[i].Clone()
		states[i+1].Apply(step)
	}
	for i := len(steps) - 1; i >= 0; i-- {
		changed := i == len(steps)-1
		for c, set := range need {
			changed = changed || set&states[i].may[c]&^states[i+1].may[c] != 0
		}
		if changed {
			needed = append(needed, steps[i])
			steps[i].addPremises(s, need)
		}
	}
	slices.Reverse(needed)
	return needed
}

// addPremises adds to `need` the candidates that must be absent for a step. For a hidden single, these are the
// candidates for its value in its house. For house techniques, they are the candidates in the step's truths. For other
// techniques, they are all candidates in all cells of the step. For suppositions and searches, these are all cells of
// the board.
func (step *Step) addPremises(s *State, need premises) {
	for _, x := range step.Places {
		if step.Technique != byHiddenSingle {
			need[x.Cell] = ^uint64(0)
		}
	}
	switch {
	case step.Technique == byHiddenSingle:
		for i, piece := range step.Pieces {
			need.add(s.pieces.All[piece].Cells, 1<<s.bitOf(step.Values[i]))
		}
	case step.Truths != nil:
		for _, t := range step.Truths {
			if t.Piece < 0 {
				need[t.Cell] = ^uint64(0)
			} else {
				need.add(s.pieces.All[t.Piece].Cells, 1<<s.bitOf(t.Value))
			}
		}
	case step.Technique >= Supposition:
		need.add(allIndices(need), ^uint64(0))
	default:
		need.add(slices.Concat(step.Cells, s.cellsOf(step.Pieces)), ^uint64(0))
		for _, l := range step.links() {
			need.add(append(s.cellsOf(l.Pieces), l.Cell), ^uint64(0))
		}
	}
}

// ContradictionText returns a sentence that describes the contradiction.
func (s *State) ContradictionText(x Contradiction) message.Message {
	switch {
	case x.Cell >= 0:
		return deductionText("contradiction.cell", "cell", s.cellName(x.Cell))
	case x.Piece >= 0:
		return deductionText("contradiction.house", "house", s.pieceName(x.Piece), "value", x.Value)
	}
	return deductionText("contradiction.rule", "rule", x.Rule.Name(), "cells", s.cellsText(x.Rule.Cells))
}
