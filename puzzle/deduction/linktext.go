package deduction

import (
	"slices"

	"nonet/message"
)

// This file writes the sentences that explain chains, nets and cases.

func (t *stepExplainer) casesText() message.Message {
	var parts []message.Message
	same := func(a, b Link) bool { return a.Candidate == b.Candidate && a.On == b.On }
	for index, links := range t.Cases {
		alike := func(other []Link) bool { return slices.EqualFunc(other[1:], links[1:], same) }
		if slices.ContainsFunc(t.Cases[:index], alike) {
			continue
		}
		var starts []Candidate
		for _, other := range t.Cases[index:] {
			if alike(other) {
				starts = append(starts, other[0].Candidate)
			}
		}
		start := t.oneOfText(starts)
		if len(links) == 1 {
			parts = append(parts, deductionText("forcing.itself", "start", start))
			continue
		}
		parts = append(parts, deductionText("forcing.case", "start", start, "list", t.linkTexts(links[1:])))
	}
	if len(t.Pieces) > 0 {
		return deductionText("forcing.house", "house", t.pieceName(t.Pieces[0]), "value", t.Cases[0][0].Value, "cases", joinSentences(parts))
	}
	return deductionText("forcing.cell", "cell", t.cellName(t.Cases[0][0].Cell), "cases", joinSentences(parts))
}

// oneOfText returns a clause which states that one of the candidates in `list` is true. All of them have the same cell,
// or all have the same value.
func (s *State) oneOfText(list []Candidate) message.Message {
	var cells []message.Message
	var values []int
	for i, x := range list {
		if values = append(values, x.Value); i == 0 || x.Cell != list[0].Cell {
			cells = append(cells, message.New("explain.word", "x", s.cellName(x.Cell)))
		}
	}
	return deductionText("pair-rule.left", "cell", message.JoinList("explain.or", cells), "values", eitherText(distinctCells(values)))
}

func (s *State) linkText(l Link) message.Message {
	if l.On {
		return deductionText("is", "cell", s.cellName(l.Cell), "value", l.Value)
	}
	return deductionText("areNot", "n", 1, "cells", s.cellName(l.Cell), "values", eitherText([]int{l.Value}))
}

// linkTexts returns links as clauses; it shortens a long list. In nets and in cases, one clause names all values that a
// cell loses, or all cells that lose a value.
func (t *stepExplainer) linkTexts(links []Link) message.Message {
	var parts []message.Message
	for len(links) > 0 {
		if t.Chain != nil && len(parts) >= toldLinks {
			parts = append(parts, deductionText("more", "n", len(links)))
			break
		}
		n, clause := 1, t.linkText(links[0])
		if !links[0].On {
			for n < len(links) && !links[n].On && slices.Equal(links[n].Pieces, links[0].Pieces) {
				n++
			}
			var removed []Candidate
			for _, l := range links[:n] {
				removed = append(removed, l.Candidate)
			}
			clause = message.JoinClauses("deduction.comma", t.exclusionClauses(removed))
		}
		parts, links = append(parts, t.withRule(clause, links[0].Pieces)), links[n:]
	}
	return message.JoinClauses("deduction.comma", parts)
}

// withRule adds to a clause the name of the constraint from which it follows, unless the constraint only requires
// distinct values.
func (t *stepExplainer) withRule(clause message.Message, pieces []int) message.Message {
	if index := t.onlyConstraintOf(&Step{Pieces: pieces}); index >= 0 && !t.pieces.All[pieces[0]].Distinct {
		return deductionText("numbered.clause", "clause", clause, "rule", t.ruleName(index, nil))
	}
	return clause
}

func (t *stepExplainer) chainText() message.Message {
	start := t.linkText(t.Chain[0])
	end := t.State.Clone()
	for _, l := range t.Chain {
		if l.On {
			end.placeValue(l.Cell, t.bitOf(l.Value))
		} else {
			end.may[l.Cell] &^= 1 << t.bitOf(l.Value)
		}
	}
	clash, _ := end.Contradiction()
	if len(t.Chain) == 1 {
		return deductionText("supposition.none", "start", start, "clash", t.ContradictionText(clash))
	}
	return deductionText("supposition.why", "start", start, "list", t.linkTexts(t.Chain[1:]), "clash", t.ContradictionText(clash))
}
