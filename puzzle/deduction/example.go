package deduction

import (
	"math/bits"
	"slices"

	"nonet/message"
)

// This file explains why a candidate is false if the cells of a step have too many tuples to list.

// flaw describes the contradiction that follows if one of the candidates in the field `of` is supposed. Either some
// cells have too few values together, or a value has no place in a house, or no values satisfy a rule.
type flaw struct {
	cells  []int
	values uint64 // the values left for the cells, or the value without a place
	piece  int    // the house without a place for the value, or the rule that no values satisfy; otherwise -1
	sum    int    // the sum that the other cells would need, if the only rule is a sum without coefficients; otherwise 0
	of     []Candidate
}

// canNameCandidate reports whether the clause about flaw a can also name candidate x, which leads to the flaw `other`.
// The two flaws must be the same. All candidates of the clause and x must have the same cell, or all the same value.
func (a *flaw) canNameCandidate(x Candidate, other *flaw) bool {
	return slices.Equal(a.cells, other.cells) && a.values == other.values && a.piece == other.piece && a.sum == other.sum &&
		(!slices.ContainsFunc(a.of, func(y Candidate) bool { return y.Cell != x.Cell }) ||
			!slices.ContainsFunc(a.of, func(y Candidate) bool { return y.Value != x.Value }))
}

// mostExamples limits the candidates that a text examines, and mostFlaws the flaws that it describes. mostCrowded
// limits the cells of a flaw in which the cells have too few values. mostEffort is the Effort of puzzle.Filler for the
// flaws of one step.
const mostExamples, mostFlaws, mostCrowded, mostEffort = 12, 2, 4, 10_000

// refutationText describes the contradictions that follow from the candidates that the step removes. It searches the
// rules of the step, one by one, and then the step's houses. If it finds no contradiction, it returns `other`.
func (t *stepExplainer) refutationText(other message.Message) message.Message {
	removed := excludedCandidates(t.State, t.Step)
	t.effort = mostEffort
	rules := t.fillersOfRules()
	clear := len(removed) <= mostExamples // whether each removed candidate was examined and has a flaw
	var flaws []flaw
	for _, x := range removed[:min(len(removed), mostExamples)] {
		fault, ok := t.flawOf(x, rules)
		if !ok {
			clear = false
			continue
		}
		index := slices.IndexFunc(flaws, func(a flaw) bool { return a.canNameCandidate(x, &fault) })
		if index < 0 {
			index, flaws = len(flaws), append(flaws, fault)
		}
		flaws[index].of = append(flaws[index].of, x)
	}
	if len(flaws) == 0 {
		return other
	}
	count := 0
	var list []message.Message
	for _, fault := range flaws[:min(len(flaws), mostFlaws)] {
		list, count = append(list, t.flawText(fault)), count+len(fault.of)
	}
	switch {
	case count < len(removed) && clear:
		list = append(list, deductionText("flaw.others"))
	case count < len(removed):
		list = append(list, deductionText("flaw.longer"))
	}
	return joinSentences(list)
}

// fillersOfRules returns the rules of a step, without houses. If the step follows from one constraint, each piece of
// this constraint is a rule of its own.
func (t *stepExplainer) fillersOfRules() (rules []filler) {
	alone := t.onlyConstraintOf(t.Step) >= 0
	for _, i := range t.Pieces {
		p := &t.pieces.All[i]
		if p.House != "" {
			continue
		}
		index := slices.IndexFunc(rules, func(r filler) bool {
			return !alone && p.Constraint >= 0 && t.pieces.All[r.pieces[0]].Constraint == p.Constraint
		})
		if index < 0 {
			index, rules = len(rules), append(rules, filler{})
		}
		rules[index].pieces = append(rules[index].pieces, i)
	}
	for i := range rules {
		rules[i].Filler = t.pieces.NewFiller(rules[i].pieces)
		rules[i].Effort = &t.effort
	}
	return rules
}

// flawOf returns a flaw that follows if candidate x is supposed. It examines first the rules that contain the
// candidate's cell, and then the other rules.
func (t *stepExplainer) flawOf(x Candidate, rules []filler) (fault flaw, ok bool) {
	state := t.Clone()
	state.placeValue(x.Cell, t.bitOf(x.Value))
	for _, near := range []bool{true, false} {
		for _, r := range rules {
			if near != slices.Contains(r.Cells, x.Cell) {
				continue
			}
			left, err := r.PossibleValues(t.ctx, state.may)
			if err != nil {
				return fault, false
			}
			for i, c := range r.Cells {
				if left[i] == 0 {
					sum, plain := t.plainSum()
					return flaw{piece: r.pieces[0], sum: max(0, sum-x.Value)}, len(rules) > 1 || plain
				}
				state.may[c] &= left[i]
			}
		}
		if fault, ok = t.flawIn(state); ok {
			return fault, true
		}
	}
	return fault, false
}

// flawIn returns a flaw of a position: in a house of the step, or in the step's cells.
func (t *stepExplainer) flawIn(state *State) (fault flaw, ok bool) {
	groups := [][]int{}
	for _, i := range t.Pieces {
		house := slices.Index(t.houses, i)
		if house < 0 {
			continue
		}
		groups = append(groups, t.pieces.All[i].Cells)
		_, all := state.singlePlaces(t.pieces.All[i].Cells)
		if missing := t.exact[house] &^ all; missing != 0 {
			return flaw{values: missing & -missing, piece: i}, true
		}
	}
	if len(groups) == 0 && len(t.Ways.Cells) <= mostLine {
		groups = append(groups, t.Ways.Cells)
	}
	for k := 1; k <= mostCrowded && !ok; k++ {
		for _, cells := range groups {
			ok = ok || eachCombination(len(cells), k, func(chosen []int) bool {
				fault = flaw{piece: -1}
				for _, j := range chosen {
					c := cells[j]
					if !t.seesAll(c, fault.cells) {
						return false
					}
					fault.cells, fault.values = append(fault.cells, c), fault.values|state.may[c]
				}
				return bits.OnesCount64(fault.values) < k
			})
		}
	}
	return fault, ok
}

// flawText returns a sentence about a flaw: each of its candidates would lead to the flaw.
func (t *stepExplainer) flawText(fault flaw) message.Message {
	start := t.oneOfText(fault.of)
	values := t.valuesOf(fault.values)
	switch {
	case fault.sum > 0:
		return deductionText("flaw.sum", "start", start, "sum", fault.sum)
	case fault.piece >= 0 && len(values) == 0:
		return deductionText("flaw.rule", "start", start, "rule", t.pieceName(fault.piece))
	case fault.piece >= 0:
		return deductionText("flaw.value", "start", start, "value", values[0], "house", t.pieceName(fault.piece))
	case len(values) == 0:
		return deductionText("flaw.cell", "start", start, "cell", t.cellName(fault.cells[0]))
	}
	return deductionText("flaw.cells", "start", start, "cells", t.cellsText(fault.cells), "values", joinParts(message.WordsOf(values)))
}
