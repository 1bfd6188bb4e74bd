package explain

import (
	"nonet/logic"
	"nonet/message"
)

// unique tells steps that rely on the puzzle having one solution.
func unique(s *logic.State, step *logic.Step) (message.Message, bool) {
	switch step.Technique {
	case logic.UniqueLoop1, logic.UniqueLoop2, logic.UniqueLoop3, logic.UniqueLoop4:
		return ring(s, step)
	case logic.BUG2, logic.BUG3, logic.BUG4:
		return grave(s, step)
	}
	if step.Uniqueness == logic.Grave && len(step.Marks) > 0 {
		return text("bug-plus-1", "cell", step.Marks[0].Cell, "digit", step.Marks[0].Digit), true
	}
	if step.Uniqueness != logic.Rectangle {
		return message.Message{}, false
	}
	var pair, extra logic.Digits
	pair = pair.With(step.Pair[0]).With(step.Pair[1])
	corners := logic.CellsOf(step.Corners[:]...)
	var open, more logic.CellSet
	for c := range corners.All() {
		if s.Value(c) == 0 {
			open.Add(c)
			if rest := s.Candidates(c) &^ pair; rest != 0 {
				more.Add(c)
				extra |= rest
			}
		}
	}
	gone, goneDigits := removed(step)
	z, _ := first(goneDigits)
	house, digit, has := logic.House(0), logic.Digit(0), false
	for _, t := range step.Truths {
		if t.Kind == logic.HouseTruth {
			house, digit, has = t.House, t.Digit, true
		}
	}
	blocks := text("blocks." + s.Board().Blocks().First().Kind().String())
	intro := text("rectangle", "corners", cellsAnd(corners), "blocks", blocks, "a", step.Pair[0], "b", step.Pair[1])
	if step.Technique == logic.AvoidableRectangle1 || step.Technique == logic.AvoidableRectangle2 {
		intro = text("avoidable", "corners", cellsAnd(corners), "blocks", blocks, "solved", cellsAnd(corners.Less(open)), "a", step.Pair[0], "b", step.Pair[1])
	}
	var why message.Message
	switch step.Technique {
	case logic.UniqueRectangle1:
		why = text("unique-rectangle-1", "cell", more.First(), "any", digitsOr(pair))
	case logic.UniqueRectangle2, logic.UniqueRectangle5:
		why = text("unique-rectangle-2", "cells", cellsAnd(more), "digit", z)
	case logic.UniqueRectangle3:
		why = filledUp(s, step, more, extra)
	case logic.UniqueRectangle4:
		if !has {
			return why, false
		}
		why = text("unique-rectangle-4", "house", houseWord(house), "cells", cellsOr(more), "digit", digit, "other", z)
	case logic.UniqueRectangle6:
		why = text("unique-rectangle-6", "cells", cellsAnd(more), "digit", z)
	case logic.HiddenRectangle:
		if !has {
			return why, false
		}
		far := gone.First()
		lines := s.Board().HousesOf(far)
		why = text("hidden-rectangle", "cell", far, "row", houseWord(lines.Pop()), "column", houseWord(lines.Pop()), "digit", digit, "other", z)
	case logic.AvoidableRectangle1:
		why = text("avoidable-rectangle-1", "cell", gone.First(), "digit", z)
	case logic.AvoidableRectangle2:
		why = text("unique-rectangle-2", "cells", cellsAnd(open), "digit", z)
	default:
		return why, false
	}
	return sentences(intro, why), true
}

// ring tells a unique loop.
func ring(s *logic.State, step *logic.Step) (message.Message, bool) {
	pair := logic.Digits(0).With(step.Pair[0]).With(step.Pair[1])
	var all, more logic.CellSet
	var extra logic.Digits
	for _, c := range step.Ring {
		all.Add(c)
		if rest := s.Candidates(c) &^ pair; rest != 0 {
			more.Add(c)
			extra |= rest
		}
	}
	if more.Empty() {
		return message.Message{}, false
	}
	var cells []message.Message
	for _, c := range step.Ring {
		cells = append(cells, word(c))
	}
	intro := text("ring", "cells", joined("and", cells), "a", step.Pair[0], "b", step.Pair[1])
	_, gone := removed(step)
	z, ok := first(gone)
	if !ok {
		return message.Message{}, false
	}
	switch step.Technique {
	case logic.UniqueLoop1:
		return sentences(intro, text("unique-rectangle-1", "cell", more.First(), "any", digitsOr(pair))), true
	case logic.UniqueLoop2:
		return sentences(intro, text("unique-rectangle-2", "cells", cellsAnd(more), "digit", z)), true
	case logic.UniqueLoop3:
		return sentences(intro, filledUp(s, step, more, extra)), true
	case logic.UniqueLoop4:
		if other, ok := first(pair.Without(z)); ok && len(step.Base) > 0 {
			return sentences(intro, text("unique-rectangle-4", "house", houseWord(step.Base[0]), "cells", cellsOr(more), "digit", other, "other", z)), true
		}
	}
	return message.Message{}, false
}

// filledUp tells the naked subset of type 3.
func filledUp(s *logic.State, step *logic.Step, more logic.CellSet, extra logic.Digits) message.Message {
	others := marked(step, logic.Pattern)
	digits := extra
	for c := range others.All() {
		digits |= s.Candidates(c)
	}
	return text("unique-rectangle-3", "more", cellsOr(more), "others", cellsAnd(others), "digits", digitsAnd(digits), "any", digitsOr(extra), "n", digits.Len())
}

// grave tells the types 2 to 4 of a bivalue universal grave.
func grave(s *logic.State, step *logic.Step) (message.Message, bool) {
	fins := marked(step, logic.Fin)
	var list []message.Message
	for c := range fins.All() {
		var here logic.Digits
		for _, m := range step.Marks {
			if m.Role == logic.Fin && m.Cell == c {
				here = here.With(m.Digit)
			}
		}
		list = append(list, text("grave.extra", "digits", digitsAnd(here), "cell", c))
	}
	if len(list) < 2 {
		return message.Message{}, false
	}
	intro := text("grave", "list", joined("and", list))
	_, gone := removed(step)
	z, ok := first(gone)
	switch {
	case step.Technique == logic.BUG2 && ok:
		return sentences(intro, text("bug-2", "digit", z, "cells", cellsOr(fins))), true
	case step.Technique == logic.BUG3:
		return sentences(intro, filledUp(s, step, fins, finDigits(step))), true
	case step.Technique == logic.BUG4 && len(step.Base) > 0:
		d, ok := first(step.Digits)
		return sentences(intro, text("bug-4", "house", houseWord(step.Base[0]), "digit", d, "cells", cellsOr(fins))), ok
	}
	return message.Message{}, false
}

// finDigits are the digits of the step's fins.
func finDigits(step *logic.Step) (set logic.Digits) {
	for _, m := range step.Marks {
		if m.Role == logic.Fin {
			set = set.With(m.Digit)
		}
	}
	return set
}
