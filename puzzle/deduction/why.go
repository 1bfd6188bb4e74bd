package deduction

import (
	"context"
	"math/bits"
	"slices"

	"nonet/message"
	"nonet/puzzle"
)

// Argument is why a cell is not a value, or why it is: the first that holds of rules that the value
// would break with what is placed, steps from the position to what is asked, and steps from the
// supposition of the contrary to a contradiction.
type Argument struct {
	Breaks        []puzzle.Conflict
	From          *State // where the steps begin; with the supposition, if there is one
	Steps         []*Step
	Contradiction *Contradiction // where the steps from a supposition end; nil where there is none
}

// Found tells whether there is an argument.
func (a *Argument) Found() bool { return len(a.Breaks)+len(a.Steps) > 0 || a.Contradiction != nil }

// Why looks for an argument that a candidate is false or, if on, true, which the caller knows: the
// one with the fewest steps of those by logic alone and those that begin with the contrary. Steps
// that lead nowhere are left out. The error is the context's, and then there may be an argument
// all the same. Cost: up to that of a path.
func (s *State) Why(ctx context.Context, x Candidate, on bool) (Argument, error) {
	bit := s.bit(x.Value)
	if s.may[x.Cell]>>bit&1 == 0 { // what a person struck
		s = s.Clone()
		s.may[x.Cell] |= 1 << bit
	}
	contrary := s.Clone()
	if on {
		contrary.may[x.Cell] &^= 1 << bit
	} else {
		if breaks := s.conflictsOf(x); len(breaks) > 0 {
			return Argument{Breaks: breaks}, nil
		}
		contrary.place(x.Cell, bit)
	}
	supposed, err := contrary.path(ctx, &finder{Hardest: byTwoRules}, func(*State) bool { return false })
	by := Argument{From: contrary}
	if end, ok := supposed.End.Contradiction(); ok && err == nil {
		by.Contradiction = &end
		by.Steps = needed(contrary, supposed.Steps, s.cellsOf(end))
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
	path, err := s.path(ctx, &finder{Hardest: byForcing}, decided)
	if decided(path.End) {
		if steps := needed(s, path.Steps, []int{x.Cell}); by.Contradiction == nil || len(steps) <= len(by.Steps) {
			return Argument{From: s, Steps: steps}, nil
		}
	}
	return by, err
}

// conflictsOf are the rules that a value breaks at once.
func (s *State) conflictsOf(x Candidate) (all []puzzle.Conflict) {
	values := make([]int, s.pieces.Puzzle.Cells())
	for c := range values {
		if values[c] = puzzle.Empty; s.placed[c] {
			values[c] = s.pieces.Puzzle.Low + bits.TrailingZeros64(s.may[c])
		}
	}
	values[x.Cell] = puzzle.Empty
	before, err := s.pieces.Puzzle.Conflicts(values)
	if err != nil || len(before) > 0 {
		return nil
	}
	values[x.Cell] = x.Value
	all, _ = s.pieces.Puzzle.Conflicts(values)
	return all
}

// cellsOf returns the cells that a contradiction is about.
func (s *State) cellsOf(x Contradiction) []int {
	switch {
	case x.Cell >= 0:
		return []int{x.Cell}
	case x.Piece >= 0:
		return s.pieces.All[x.Piece].Cells
	}
	return x.Rule.Cells
}

// needed are the steps from a position on without which the last of some cells would be otherwise.
func needed(s *State, steps []*Step, cells []int) (kept []*Step) {
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
			for _, c := range steps[i].looks(s) {
				matters[c] = true
			}
		}
	}
	slices.Reverse(kept)
	return kept
}

// looks are the cells whose candidates a step relies on.
func (step *Step) looks(s *State) (cells []int) {
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

// ContradictionText says what is impossible.
func (s *State) ContradictionText(x Contradiction) message.Message {
	switch {
	case x.Cell >= 0:
		return text("contradiction.cell", "cell", s.name(x.Cell))
	case x.Piece >= 0:
		return text("contradiction.house", "house", s.piece(x.Piece), "value", x.Value)
	}
	return text("contradiction.rule", "rule", x.Rule.Name(), "cells", s.cells(x.Rule.Cells))
}
