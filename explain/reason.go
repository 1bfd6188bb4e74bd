package explain

import (
	"nonet/board"
	"nonet/logic"
	"nonet/message"
)

// Sentence returns a step in words: its reason, followed by the candidates that it removes. For a step that only places
// digits, it returns only the reason.
func Sentence(s *logic.State, step *logic.Step) message.Message {
	if len(step.Eliminations) == 0 {
		return reasonText(s, step)
	}
	return joinSentences(reasonText(s, step), moveSentence(step))
}

// reasonText returns the reason why a step found in position s is valid. For an incomplete step, or a technique
// without a text of its own, it names only candidates and houses.
func reasonText(s *logic.State, step *logic.Step) message.Message {
	if reason, ok := techniqueReason(s, step); ok {
		return reason
	}
	return fallbackReason(step)
}

// fallbackReason returns a text that is true for any step.
func fallbackReason(step *logic.Step) message.Message {
	at := markedCells(step)
	if at.Empty() {
		return explainText("general.bare", "technique", step.Technique.Name())
	}
	return explainText("general", "technique", step.Technique.Name(), "digits", digitsJoinedByAnd(step.Digits), "cells", cellsJoinedByAnd(at))
}

func techniqueReason(s *logic.State, step *logic.Step) (message.Message, bool) {
	d, hasDigit := onlyDigit(step.Digits)
	switch step.Technique {
	case logic.TemplateSet, logic.TemplateDelete:
		if step.Technique == logic.TemplateSet && len(step.Placements) > 0 {
			return explainText("template-set", "digit", d, "move", placementClause(step)), true
		}
		return explainText("template-delete", "digit", d), hasDigit
	case logic.BruteForce:
		if len(step.Placements) == 0 {
			return message.Message{}, false
		}
		return explainText("brute-force", "move", placementClause(step)), true
	case logic.KrakenFish1, logic.KrakenFish2:
		return explainForcing(s, step)
	case logic.WXYZWing:
		return wxyzReason(step)
	case logic.AlignedPair, logic.AlignedTriplet:
		return alignedReason(step)
	}
	switch step.Technique.Info().Family {
	case logic.FamilyForcing:
		return explainForcing(s, step)
	case logic.FamilySingle:
		return singleReason(step)
	case logic.FamilyLocked, logic.FamilySubset:
		return subsetReason(s, step, d)
	case logic.FamilyFish:
		return fishReason(s, step, d)
	case logic.FamilyPattern:
		return patternReason(s, step, d)
	case logic.FamilyColour:
		return colourReason(s, step, d)
	case logic.FamilyWing:
		return wingReason(s, step)
	case logic.FamilyUnique:
		return uniquenessReason(s, step)
	case logic.FamilyChain, logic.FamilyLoop:
		return explainChain(s, step)
	case logic.FamilyALS:
		return almostLockedSetReason(s, step)
	}
	return message.Message{}, false
}

func onlyDigit(set logic.Digits) (logic.Digit, bool) {
	for d := range set.Digits() {
		return d, true
	}
	return 0, false
}

func singleReason(step *logic.Step) (message.Message, bool) {
	if len(step.Placements) != 1 || len(step.Truths) == 0 {
		return message.Message{}, false
	}
	p := step.Placements[0]
	return explainText(step.Technique.String(), "cell", p.Cell, "digit", p.Digit, "house", houseWord(step.Truths[0].House)), true
}

func subsetReason(s *logic.State, step *logic.Step, d logic.Digit) (message.Message, bool) {
	at := markedCells(step, logic.Pattern)
	if len(step.Base) == 0 || at.Empty() {
		return message.Message{}, false
	}
	both := explainText("both")
	if at.Len() > 2 {
		both = explainText("all")
	}
	house := houseWord(step.Base[0])
	switch step.Technique {
	case logic.Pointing, logic.Claiming:
		if len(step.Cover) == 0 {
			return explainText("locked.seen", "house", house, "digit", d, "cells", cellsJoinedByOr(at)), true
		}
		return explainText("locked", "house", house, "digit", d, "cells", cellsJoinedByOr(at), "both", both, "cover", houseWord(step.Cover[0])), true
	case logic.LockedPair, logic.LockedTriple:
		if s.Board().HasPeersOutsideHouses() {
			break // some eliminated candidates lie outside this house, so the text names no single house
		}
		return explainText("locked-set", "houses", housesJoinedByAnd(sharedHouses(s, at)), "cells", cellsJoinedByAnd(at), "digits", digitsJoinedByAnd(step.Digits), "any", digitsJoinedByOr(step.Digits)), true
	case logic.HiddenPair, logic.HiddenTriple, logic.HiddenQuadruple:
		return explainText("hidden", "house", house, "cells", cellsJoinedByAnd(at), "digits", digitsJoinedByAnd(step.Digits)), true
	}
	return explainText("naked", "house", house, "cells", cellsJoinedByAnd(at), "digits", digitsJoinedByAnd(step.Digits), "any", digitsJoinedByOr(step.Digits), "both", both), true
}

func fishReason(s *logic.State, step *logic.Step, d logic.Digit) (message.Message, bool) {
	if len(step.Base) == 0 || len(step.Cover) == 0 {
		return message.Message{}, false
	}
	base, cover := housesJoinedByAnd(step.Base), housesJoinedByAnd(step.Cover)
	fins, endo := markedCells(step, logic.Fin, logic.EndoFin), markedCells(step, logic.EndoFin)
	var all []message.Message
	switch {
	case step.Siamese:
		return explainText("fish.siamese", "base", base, "digit", d, "cover", cover, "fins", cellsJoinedByAnd(fins)), true
	case fins.Empty():
		all = append(all, explainText("fish", "base", base, "digit", d, "cover", cover, "n", len(step.Base)))
	default:
		key := "fish.finned"
		if fins.Len() == 1 {
			key = "fish.fin"
		}
		all = append(all, explainText(key, "base", base, "digit", d, "cover", cover, "fins", cellsJoinedByAnd(fins), "n", len(step.Base)))
	}
	if !endo.Empty() {
		all = append(all, explainText("fish.endo", "cells", cellsJoinedByAnd(endo), "n", endo.Len()))
	}
	twice := logic.CellSet{}
	for _, e := range step.Eliminations {
		n := 0
		for _, h := range step.Cover {
			if houseCells(s, h).Has(e.Cell) {
				n++
			}
		}
		if n > 1 {
			twice.Add(e.Cell)
		}
	}
	if !twice.Empty() {
		all = append(all, explainText("fish.twice", "cells", cellsJoinedByAnd(twice)))
	}
	return joinSentences(all...), true
}

func patternReason(s *logic.State, step *logic.Step, d logic.Digit) (message.Message, bool) {
	switch step.Technique {
	case logic.EmptyRectangle, logic.DualEmptyRectangle:
		return rectangleReason(s, step, d)
	case logic.DualTwoStringKite:
		if len(step.Base) != 4 || len(step.Marks) != 8 {
			return message.Message{}, false
		}
		one, ok := kiteReason(s, step.Base[0], step.Base[1], step.Marks[0].Candidate.Digit)
		two, also := kiteReason(s, step.Base[2], step.Base[3], step.Marks[4].Candidate.Digit)
		return joinSentences(one, two), ok && also
	}
	if len(step.Nodes) != 4 || len(step.Truths) < 2 {
		return message.Message{}, false
	}
	at := func(i int) logic.Cell { return step.Nodes[i].Cells.First() }
	return twoLinksReason(s, d, step.Truths[0].House, step.Truths[1].House, at(0), at(1), at(2), at(3)), true
}

// twoLinksReason returns the reason for a step that joins two strong links of one digit. The digit is in cell a or b of
// the house `one`, and in cell c or e of the house `two`. Cell b sees cell c.
func twoLinksReason(s *logic.State, d logic.Digit, one, two logic.House, a, b, c, e logic.Cell) message.Message {
	args := []any{"digit", d, "one", houseWord(one), "two", houseWord(two), "a", a, "b", b, "c", c, "e", e}
	common := sharedHouses(s, logic.CellsOf(b, c))
	if len(common) == 0 {
		return explainText("twoLinks.seen", args...)
	}
	return explainText("twoLinks", append(args, "common", houseWord(common[len(common)-1]))...)
}

func kiteReason(s *logic.State, row, column logic.House, d logic.Digit) (message.Message, bool) {
	r, c := s.Places(d).And(houseCells(s, row)), s.Places(d).And(houseCells(s, column))
	for b := range r.All() {
		for e := range c.All() {
			common := sharedHouses(s, logic.CellsOf(b, e))
			if r.Len() == 2 && c.Len() == 2 && b != e && len(common) > 0 && !board.Lines.Has(common[len(common)-1]) {
				return twoLinksReason(s, d, row, column, r.Less(logic.CellsOf(b)).First(), b, e, c.Less(logic.CellsOf(e)).First()), true
			}
		}
	}
	return message.Message{}, false
}

// rectangleReason explains empty rectangles. step.Base[0] is the box; every other house of Base has a strong link. One
// end of this link sees the eliminated candidate. If the other end is true, the digit's places in the box are all in
// the line that points at the eliminated candidate.
func rectangleReason(s *logic.State, step *logic.Step, d logic.Digit) (message.Message, bool) {
	if len(step.Base) < 2 {
		return message.Message{}, false
	}
	box := step.Base[0]
	inBox := houseCells(s, box)
	var all []message.Message
	chosen := map[logic.Cell]bool{}
	for _, line := range step.Base[1:] {
		ends := s.Places(d).And(houseCells(s, line)).And(markedCells(step, logic.Pattern))
		for _, x := range step.Eliminations {
			for b := range ends.All() {
				a := ends.Less(logic.CellsOf(b)).First()
				if chosen[x.Cell] || ends.Len() != 2 || !cellsShareHouse(s, b, x.Cell) {
					continue
				}
				arm, ok := perpendicularLine(s, a, inBox, line)
				other, also := perpendicularLine(s, x.Cell, inBox, arm)
				if !ok || !also || !s.Places(d).And(inBox).Within(houseCells(s, arm).Or(houseCells(s, other))) {
					continue
				}
				chosen[x.Cell] = true
				all = append(all, explainText("empty-rectangle", "digit", d, "box", houseWord(box), "arm", houseWord(arm), "other", houseWord(other),
					"line", houseWord(line), "a", a, "b", b, "gone", x.Cell))
			}
		}
	}
	if len(all) == 0 {
		return message.Message{}, false
	}
	return joinSentences(all...), true
}

// perpendicularLine returns the row or column through c that meets the box and is perpendicular to the given line.
func perpendicularLine(s *logic.State, c logic.Cell, box logic.CellSet, not logic.House) (logic.House, bool) {
	for h := range (s.Board().HousesOf(c) & board.Lines).All() {
		if h.Kind() != not.Kind() && houseCells(s, h).Meets(box) {
			return h, true
		}
	}
	return 0, false
}

func colourReason(s *logic.State, step *logic.Step, d logic.Digit) (message.Message, bool) {
	a, b := markedCells(step, logic.ColourA), markedCells(step, logic.ColourB)
	c, e := markedCells(step, logic.ColourC), markedCells(step, logic.ColourD)
	gone, _ := removedCandidates(step)
	either := func(x, y logic.CellSet) message.Message {
		return explainText("colours", "digit", d, "a", cellsJoinedByAnd(x), "b", cellsJoinedByAnd(y))
	}
	if a.Empty() || b.Empty() {
		return message.Message{}, false
	}
	switch step.Technique {
	case logic.SimpleColoursTrap:
		return joinSentences(either(a, b), explainText("colours.trap", "digit", d)), true
	case logic.SimpleColoursWrap:
		for _, k := range [2][2]logic.CellSet{{a, b}, {b, a}} {
			if p, q, ok := seeingPair(s, k[0], k[0]); ok && gone.Meets(k[0]) {
				return joinSentences(either(a, b), explainText("colours.wrap", "digit", d, "p", p, "q", q, "house", houseWord(sharedHouses(s, logic.CellsOf(p, q))[0]), "right", cellsJoinedByAnd(k[1]))), true
			}
		}
	case logic.MultiColours1:
		all := []message.Message{either(a, b), either(c, e)}
		for _, k := range [4][4]logic.CellSet{{a, c, b, e}, {a, e, b, c}, {b, c, a, e}, {b, e, a, c}} {
			p, q, ok := seeingPair(s, k[0], k[1])
			traps := false
			for x := range gone.All() {
				_, _, one := seeingPair(s, logic.CellsOf(x), k[2])
				_, _, two := seeingPair(s, logic.CellsOf(x), k[3])
				traps = traps || one && two
			}
			if ok && traps {
				all = append(all, explainText("colours.multi", "digit", d, "p", p, "q", q, "a", cellsJoinedByAnd(k[2]), "b", cellsJoinedByAnd(k[3])))
			}
		}
		return joinSentences(all...), len(all) > 2
	case logic.MultiColours2:
		for _, side := range [2]logic.CellSet{a, b} {
			p, x, ok := seeingPair(s, side, c)
			q, y, also := seeingPair(s, side, e)
			if ok && also && gone.Meets(side) {
				return joinSentences(either(a, b), either(c, e), explainText("colours.both", "digit", d, "p", p, "x", x, "q", q, "y", y, "wrong", cellsJoinedByAnd(side))), true
			}
		}
	}
	return message.Message{}, false
}

// seeingPair returns a cell of x and a cell of y that see each other.
func seeingPair(s *logic.State, x, y logic.CellSet) (logic.Cell, logic.Cell, bool) {
	for p := range x.All() {
		for q := range y.All() {
			if cellsShareHouse(s, p, q) {
				return p, q, true
			}
		}
	}
	return 0, 0, false
}

func wingReason(s *logic.State, step *logic.Step) (message.Message, bool) {
	_, gone := removedCandidates(step)
	z, ok := onlyDigit(gone)
	if !ok {
		return message.Message{}, false
	}
	at := markedCells(step, logic.Pattern)
	if at.Len() != 2 {
		return message.Message{}, false
	}
	p := at.First()
	q := at.Less(logic.CellsOf(p)).First()
	if step.Technique == logic.WWing {
		y, ok := onlyDigit(step.Digits.Without(z))
		fins := markedCells(step, logic.Fin)
		if !ok || len(step.Base) == 0 {
			return message.Message{}, false
		}
		return explainText("w-wing", "p", p, "q", q, "x", z, "y", y, "house", houseWord(step.Base[0]), "cells", cellsJoinedByOr(fins)), true
	}
	pivots := markedCells(step, logic.Pivot)
	x, okx := onlyDigit(s.Candidates(p).Without(z))
	y, oky := onlyDigit(s.Candidates(q).Without(z))
	return explainText(step.Technique.String(), "pivot", pivots.First(), "p", p, "q", q, "x", x, "y", y, "z", z), okx && oky && !pivots.Empty()
}

// wxyzReason returns the reason for a WXYZ-wing. It returns false if the step does not mark four cells, or does not
// remove exactly one digit.
func wxyzReason(step *logic.Step) (message.Message, bool) {
	_, gone := removedCandidates(step)
	z, ok := onlyDigit(gone)
	at := markedCells(step, logic.Pivot, logic.Pattern)
	if !ok || at.Len() != 4 {
		return message.Message{}, false
	}
	return explainText("wxyz-wing", "cells", cellsJoinedByAnd(at), "digits", digitsJoinedByAnd(step.Digits), "others", digitsJoinedByAnd(step.Digits.Without(z)), "z", z), true
}

// alignedReason returns the reason for an aligned exclusion. It returns false if the step does not mark the cells
// and their guards.
func alignedReason(step *logic.Step) (message.Message, bool) {
	cells, guards := markedCells(step, logic.Pivot), markedCells(step, logic.Pattern)
	if cells.Empty() || guards.Empty() {
		return message.Message{}, false
	}
	return explainText("aligned", "cells", cellsJoinedByAnd(cells), "guards", cellsJoinedByOr(guards)), true
}
