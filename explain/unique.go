package explain

import (
	"slices"

	"nonet/logic"
	"nonet/message"
)

// uniquenessReason explains steps that rely on a unique solution.
func uniquenessReason(s *logic.State, step *logic.Step) (message.Message, bool) {
	switch step.Technique {
	case logic.BUG2, logic.BUG3, logic.BUG4:
		return bivalueGraveReason(s, step)
	}
	if step.Uniqueness == logic.Grave && len(step.Marks) > 0 {
		return explainText("bug-plus-1", "cell", step.Marks[0].Candidate.Cell, "digit", step.Marks[0].Candidate.Digit), true
	}
	gone, goneDigits := removedCandidates(step)
	z, ok := onlyDigit(goneDigits)
	pair := logic.Digits(0).With(step.Pair[0]).With(step.Pair[1])
	corners := logic.CellsOf(step.Corners[:]...)
	house, digit, has := logic.House(0), logic.Digit(0), false
	switch {
	case step.Uniqueness == logic.DeadlyLoop && ok:
		corners = logic.CellsOf(step.Ring...)
		if len(step.Base) > 0 {
			house = step.Base[0]
			digit, has = onlyDigit(pair.Without(z))
		}
	case step.Uniqueness == logic.Rectangle:
		for _, t := range step.Truths {
			if t.Kind == logic.HouseTruth {
				house, digit, has = t.House, t.Digit, true
			}
		}
	default:
		return message.Message{}, false
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
	intro := explainText("rectangle", "corners", cellsJoinedByAnd(corners), "a", step.Pair[0], "b", step.Pair[1])
	switch {
	case step.Uniqueness == logic.DeadlyLoop && more.Empty():
		return message.Message{}, false
	case step.Uniqueness == logic.DeadlyLoop:
		intro = explainText("ring", "cells", joinMessages("and", wordsOf(slices.Values(step.Ring))), "a", step.Pair[0], "b", step.Pair[1])
	case step.Technique == logic.AvoidableRectangle1, step.Technique == logic.AvoidableRectangle2:
		intro = explainText("avoidable", "corners", cellsJoinedByAnd(corners), "solved", cellsJoinedByAnd(corners.Less(open)), "a", step.Pair[0], "b", step.Pair[1])
	}
	var why message.Message
	switch step.Technique {
	case logic.UniqueRectangle1, logic.UniqueLoop1:
		why = explainText("unique-rectangle-1", "cell", more.First(), "any", digitsJoinedByOr(pair))
	case logic.UniqueRectangle2, logic.UniqueRectangle5, logic.UniqueLoop2:
		why = explainText("unique-rectangle-2", "cells", cellsJoinedByAnd(more), "digit", z)
	case logic.UniqueRectangle3, logic.UniqueLoop3:
		why = nakedSubsetReason(s, step, more, extra)
	case logic.UniqueRectangle4, logic.UniqueLoop4:
		if !has {
			return why, false
		}
		why = explainText("unique-rectangle-4", "house", houseWord(house), "cells", cellsJoinedByOr(more), "digit", digit, "other", z)
	case logic.UniqueRectangle6:
		why = explainText("unique-rectangle-6", "cells", cellsJoinedByAnd(more), "digit", z)
	case logic.HiddenRectangle:
		if !has {
			return why, false
		}
		far := gone.First()
		lines := s.Board().HousesOf(far)
		why = explainText("hidden-rectangle", "cell", far, "row", houseWord(lines.Pop()), "column", houseWord(lines.Pop()), "digit", digit, "other", z)
	case logic.AvoidableRectangle1:
		why = explainText("avoidable-rectangle-1", "cell", gone.First(), "digit", z)
	case logic.AvoidableRectangle2:
		why = explainText("unique-rectangle-2", "cells", cellsJoinedByAnd(open), "digit", z)
	default:
		return why, false
	}
	return joinSentences(intro, why), true
}

// nakedSubsetReason explains type 3 of a unique rectangle, which uses a naked subset.
func nakedSubsetReason(s *logic.State, step *logic.Step, more logic.CellSet, extra logic.Digits) message.Message {
	others := markedCells(step, logic.Pattern)
	digits := extra
	for c := range others.All() {
		digits |= s.Candidates(c)
	}
	return explainText("unique-rectangle-3", "more", cellsJoinedByOr(more), "others", cellsJoinedByAnd(others), "digits", digitsJoinedByAnd(digits), "any", digitsJoinedByOr(extra), "n", digits.Len())
}

// bivalueGraveReason explains types 2 to 4 of a bivalue universal grave.
func bivalueGraveReason(s *logic.State, step *logic.Step) (message.Message, bool) {
	fins := markedCells(step, logic.Fin)
	var list []message.Message
	var extra logic.Digits
	for c := range fins.All() {
		var here logic.Digits
		for _, m := range step.Marks {
			if m.Role == logic.Fin && m.Candidate.Cell == c {
				here = here.With(m.Candidate.Digit)
			}
		}
		extra |= here
		list = append(list, explainText("grave.extra", "digits", digitsJoinedByAnd(here), "cell", c))
	}
	if len(list) < 2 {
		return message.Message{}, false
	}
	intro := explainText("grave", "list", joinMessages("and", list))
	_, gone := removedCandidates(step)
	z, ok := onlyDigit(gone)
	switch {
	case step.Technique == logic.BUG2 && ok:
		return joinSentences(intro, explainText("bug-2", "digit", z, "cells", cellsJoinedByOr(fins))), true
	case step.Technique == logic.BUG3:
		return joinSentences(intro, nakedSubsetReason(s, step, fins, extra)), true
	case step.Technique == logic.BUG4 && len(step.Base) > 0:
		d, ok := onlyDigit(step.Digits)
		return joinSentences(intro, explainText("bug-4", "house", houseWord(step.Base[0]), "digit", d, "cells", cellsJoinedByOr(fins))), ok
	}
	return message.Message{}, false
}
