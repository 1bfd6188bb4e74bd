package explain

import (
	"slices"

	"nonet/logic"
	"nonet/message"
)

// uniquenessReason explains steps that rely on a unique solution.
func uniquenessReason(s *logic.State, step *logic.Step) message.Message {
	if step.Uniqueness == logic.Grave {
		return bivalueGraveReason(s, step)
	}
	removed, goneDigits := removedCandidates(step)
	z := firstDigit(goneDigits)
	pair := logic.Digits(0).With(step.Pair[0]).With(step.Pair[1])
	corners := logic.CellsOf(step.Corners[:]...)
	if step.Uniqueness == logic.DeadlyLoop {
		corners = logic.CellsOf(step.Ring...)
	}
	var confined logic.Truth // the digit that is confined to the pattern in a house
	for _, t := range step.Truths {
		if t.Kind == logic.HouseTruth {
			confined = t
		}
	}
	var open, more logic.CellSet
	var extra logic.Digits
	for c := range corners.All() {
		if s.Value(c) == 0 {
			open.Add(c)
			if rest := s.Candidates(c) &^ pair; rest != 0 {
				more.Add(c)
				extra |= rest
			}
		}
	}
	intro := "rectangle"
	cells := cellsJoinedByAnd(corners)
	switch {
	case step.Uniqueness == logic.DeadlyLoop:
		intro, cells = "ring", joinMessages("and", wordsOf(slices.Values(step.Ring)))
	case step.Technique == logic.AvoidableRectangle1, step.Technique == logic.AvoidableRectangle2:
		intro = "avoidable"
	}
	id := "unique-rectangle-2"
	args := []any{"cell", removed.First(), "cells", cellsJoinedByAnd(more), "digit", z}
	switch step.Technique {
	case logic.UniqueRectangle1, logic.UniqueLoop1:
		id, args = "unique-rectangle-1", []any{"cell", more.First(), "any", digitsJoinedByOr(pair)}
	case logic.UniqueRectangle3, logic.UniqueLoop3:
		id, args = "unique-rectangle-3", nakedSubsetArgs(s, step, more, extra)
	case logic.UniqueRectangle4, logic.UniqueLoop4:
		id, args = "unique-rectangle-4", []any{"house", houseWord(confined.House), "cells", cellsJoinedByOr(more), "digit", confined.Digit, "other", z}
	case logic.HiddenRectangle:
		lines := s.Board().HousesOf(removed.First())
		id, args = "hidden-rectangle", []any{"cell", removed.First(), "row", houseWord(lines.Pop()), "column", houseWord(lines.Pop()), "digit", confined.Digit, "other", z}
	case logic.UniqueRectangle6, logic.AvoidableRectangle1:
		id = step.Technique.String()
	}
	return joinSentences(explainText(intro, "corners", cells, "cells", cells, "solved", cellsJoinedByAnd(corners.Without(open)), "a", step.Pair[0], "b", step.Pair[1]), explainText(id, args...))
}

// nakedSubsetArgs returns the arguments of a text about type 3, which uses a naked subset.
func nakedSubsetArgs(s *logic.State, step *logic.Step, placesB logic.CellSet, extra logic.Digits) []any {
	others := markedCells(step, logic.Pattern)
	digits := extra
	for c := range others.All() {
		digits |= s.Candidates(c)
	}
	return []any{"more", cellsJoinedByOr(placesB), "others", cellsJoinedByAnd(others), "digits", digitsJoinedByAnd(digits), "any", digitsJoinedByOr(extra), "n", digits.Len()}
}

func bivalueGraveReason(s *logic.State, step *logic.Step) message.Message {
	first := elementAt(step.Marks, 0).Candidate
	if step.Technique == logic.BUGPlus1 {
		return explainText("bug-plus-1", "cell", first.Cell, "digit", first.Digit)
	}
	extraHere := map[logic.Cell]logic.Digits{}
	var extra logic.Digits
	for _, m := range step.Marks {
		if m.Role == logic.Fin {
			extraHere[m.Candidate.Cell] = extraHere[m.Candidate.Cell].With(m.Candidate.Digit)
			extra = extra.With(m.Candidate.Digit)
		}
	}
	fins := markedCells(step, logic.Fin)
	var list []message.Message
	for c := range fins.All() {
		list = append(list, explainText("grave.extra", "digits", digitsJoinedByAnd(extraHere[c]), "cell", c))
	}
	intro := explainText("grave", "list", joinMessages("and", list))
	switch step.Technique {
	case logic.BUG2:
		_, removed := removedCandidates(step)
		return joinSentences(intro, explainText("bug-2", "digit", firstDigit(removed), "cells", cellsJoinedByOr(fins)))
	case logic.BUG3:
		return joinSentences(intro, explainText("unique-rectangle-3", nakedSubsetArgs(s, step, fins, extra)...))
	}
	return joinSentences(intro, explainText("bug-4", "house", houseWord(elementAt(step.Base, 0)), "digit", firstDigit(step.Digits), "cells", cellsJoinedByOr(fins)))
}
