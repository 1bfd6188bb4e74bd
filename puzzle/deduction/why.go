package deduction

import (
	"context"
	"math/bits"
	"slices"

	"nonet/message"
	"nonet/puzzle"
)

// Argument is the reason why a candidate is false or true. It has one of three forms. Rules: the value would
// break them together with placed values. Steps that lead from the position to the conclusion. Steps that lead
// from the opposite of the conclusion to a contradiction.
type Argument struct {
	Breaks        []puzzle.Conflict
	Values        []int  // the cells' values with which the rules break
	From          *State // the start of the steps, with the supposition if there is one
	Steps         []*Step
	Contradiction *Contradiction // the contradiction at the end of steps from a supposition; otherwise nil
}

// Found reports whether there is an argument.
func (a *Argument) Found() bool { return len(a.Breaks)+len(a.Steps) > 0 || a.Contradiction != nil }

// Why returns an argument that a candidate is true if on is set, and otherwise that it is false. The caller
// must know which of the two holds. Steps lead from the position to the conclusion, or from the opposite to a
// contradiction. Why prefers fewer steps, and leaves out those that are not needed. The error is the
// context's; the argument may be valid even then. The cost is at most the cost of a path.
func (s *State) Why(ctx context.Context, x Candidate, on bool) (Argument, error) {
	bit := s.bitOf(x.Value)
	if s.may[x.Cell]>>bit&1 == 0 { // a person has removed the candidate
		s = s.Clone()
		s.may[x.Cell] |= 1 << bit
	}
	contrary := s.Clone()
	if on {
		contrary.may[x.Cell] &^= 1 << bit
	} else {
		if breaks, values := s.conflictsOf(x); len(breaks) > 0 {
			return Argument{Breaks: breaks, Values: values}, nil
		}
		contrary.placeValue(x.Cell, bit)
	}
	supposed, err := contrary.walkPath(ctx, &finder{Hardest: byTwoRules}, func(*State) bool { return false })
	by := Argument{From: contrary}
	if end, ok := supposed.End.Contradiction(); ok && err == nil {
		by.Contradiction = &end
		by.Steps = neededSteps(contrary, supposed.Steps, s.cellsOf(end))
	}
	if err != nil {
		return Argument{}, err
	}
	decided := func(at *State) bool {
		return on && at.may[x.Cell] == 1<<bit || !on && at.may[x.Cell]>>bit&1 == 0
	}
	if decided(s) {
		return Argument{From: s, Steps: []*Step{{Technique: byNakedSingle, Cells: []int{x.Cell}, Values: []int{x.Value}, Places: []Candidate{x}}}}, nil
	}
	path, err := s.walkPath(ctx, &finder{Hardest: byNet}, decided)
	if decided(path.End) {
		if steps := neededSteps(s, path.Steps, []int{x.Cell}); by.Contradiction == nil || len(steps) <= len(by.Steps) {
			return Argument{From: s, Steps: steps}, nil
		}
	}
	return by, err
}

// conflictsOf returns the rules that a value immediately breaks.
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

// cellsOf returns the cells in which a contradiction shows.
func (s *State) cellsOf(x Contradiction) []int {
	switch {
	case x.Cell >= 0:
		return []int{x.Cell}
	case x.Piece >= 0:
		return s.pieces.All[x.Piece].Cells
	}
	return x.Rule.Cells
}

// neededSteps returns the steps on which the last candidates of the given cells depend.
func neededSteps(s *State, steps []*Step, cells []int) (kept []*Step) {
	at := make([]*State, len(steps)+1)
	at[0] = s
	for i, step := range steps {
		at[i+1] = at[i].Clone()
		at[i+1].Apply(step)
	}
	matters := make([]bool, len(s.may))
	for _, c := range cells {
		matters[c] = true
	}
	for i := len(steps) - 1; i >= 0; i-- {
		changed := false
		for c := range matters {
			changed = changed || matters[c] && at[i].may[c] != at[i+1].may[c]
		}
		if changed {
			kept = append(kept, steps[i])
			for _, c := range steps[i].cellsUsed(s) {
				matters[c] = true
			}
		}
	}
	slices.Reverse(kept)
	return kept
}

// cellsUsed returns the cells whose candidates a step relies on.
func (step *Step) cellsUsed(s *State) (cells []int) {
	cells = slices.Clone(step.Cells)
	for _, piece := range slices.Concat(step.Pieces, step.Across) {
		cells = append(cells, s.pieces.All[piece].Cells...)
	}
	for _, links := range append(step.Cases, step.Chain) {
		for _, l := range links {
			cells = append(cells, l.Cell)
			for _, piece := range l.Pieces {
				cells = append(cells, s.pieces.All[piece].Cells...)
			}
		}
	}
	if step.Technique >= byNet {
		for c := range s.may {
			cells = append(cells, c)
		}
	}
	return cells
}

// ContradictionText returns a sentence about the contradiction.
func (s *State) ContradictionText(x Contradiction) message.Message {
	switch {
	case x.Cell >= 0:
		return deductionText("contradiction.cell", "cell", s.cellName(x.Cell))
	case x.Piece >= 0:
		return deductionText("contradiction.house", "house", s.pieceName(x.Piece), "value", x.Value)
	}
	return deductionText("contradiction.rule", "rule", x.Rule.Name(), "cells", s.cellsText(x.Rule.Cells))
}
