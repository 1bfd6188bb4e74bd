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

// reasonText returns the reason why a step found in position s is valid. The text of an incomplete step is incomplete,
// too.
func reasonText(s *logic.State, step *logic.Step) message.Message {
	d := firstDigit(step.Digits)
	switch step.Technique {
	case logic.TemplateSet:
		return explainText("template-set", "digit", d, "move", placementClause(step))
	case logic.TemplateDelete:
		return explainText("template-delete", "digit", d)
	case logic.BruteForce:
		return explainText("brute-force", "move", placementClause(step))
	case logic.KrakenFish1, logic.KrakenFish2:
		return forcingReason(s, step)
	case logic.AlignedPair, logic.AlignedTriplet:
		return explainText("aligned", "cells", cellsJoinedByAnd(markedCells(step, logic.Pivot)), "guards", cellsJoinedByOr(markedCells(step, logic.Pattern)))
	}
	switch step.Technique.Info().Family {
	case logic.FamilySingle:
		p := elementAt(step.Placements, 0)
		return explainText(step.Technique.String(), "cell", p.Cell, "digit", p.Digit, "house", houseWord(elementAt(step.Truths, 0).House))
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
		return chainReason(step)
	case logic.FamilyALS:
		return almostLockedSetReason(s, step)
	}
	return forcingReason(s, step)
}

// generalReason returns a text that is true for any step. It names only candidates.
func generalReason(step *logic.Step) message.Message {
	return explainText("general", "technique", step.Technique.Name(), "digits", digitsJoinedByAnd(step.Digits), "cells", cellsJoinedByAnd(markedCells(step)))
}

func elementAt[T any](list []T, i int) (x T) {
	if i < len(list) {
		x = list[i]
	}
	return x
}

// firstDigit returns the least digit of a set, or 0.
func firstDigit(set logic.Digits) logic.Digit {
	for d := range set.Digits() {
		return d
	}
	return 0
}

func subsetReason(s *logic.State, step *logic.Step, d logic.Digit) message.Message {
	pattern := markedCells(step, logic.Pattern)
	both := explainText("both")
	if pattern.Len() > 2 {
		both = explainText("all")
	}
	house := houseWord(elementAt(step.Base, 0))
	switch step.Technique {
	case logic.Pointing, logic.Claiming:
		if len(step.Cover) == 0 {
			return explainText("locked.seen", "house", house, "digit", d, "cells", cellsJoinedByOr(pattern))
		}
		return explainText("locked", "house", house, "digit", d, "cells", cellsJoinedByOr(pattern), "both", both, "cover", houseWord(step.Cover[0]))
	case logic.LockedPair, logic.LockedTriple:
		if s.Board().HasPeersOutsideHouses() {
			break // some eliminated candidates lie outside this house, so the text names no single house
		}
		return explainText("locked-set", "houses", housesJoinedByAnd(sharedHouses(s, pattern)), "cells", cellsJoinedByAnd(pattern), "digits", digitsJoinedByAnd(step.Digits), "any", digitsJoinedByOr(step.Digits))
	case logic.HiddenPair, logic.HiddenTriple, logic.HiddenQuadruple:
		return explainText("hidden", "house", house, "cells", cellsJoinedByAnd(pattern), "digits", digitsJoinedByAnd(step.Digits))
	}
	return explainText("naked", "house", house, "cells", cellsJoinedByAnd(pattern), "digits", digitsJoinedByAnd(step.Digits), "any", digitsJoinedByOr(step.Digits), "both", both)
}

func fishReason(s *logic.State, step *logic.Step, d logic.Digit) message.Message {
	fins, endo := markedCells(step, logic.Fin, logic.EndoFin), markedCells(step, logic.EndoFin)
	key := "fish.finned"
	switch {
	case step.Siamese:
		key = "fish.siamese"
	case fins.Empty():
		key = "fish"
	case fins.Len() == 1:
		key = "fish.fin"
	}
	all := []message.Message{explainText(key, "base", housesJoinedByAnd(step.Base), "digit", d, "cover", housesJoinedByAnd(step.Cover), "fins", cellsJoinedByAnd(fins), "n", len(step.Base))}
	if !endo.Empty() && !step.Siamese {
		all = append(all, explainText("fish.endo", "cells", cellsJoinedByAnd(endo), "n", endo.Len()))
	}
	var once, twice logic.CellSet
	for _, h := range step.Cover {
		in := houseCells(s, h)
		once, twice = once.Or(in), twice.Or(once.And(in))
	}
	removed, _ := removedCandidates(step)
	if twice = twice.And(removed); !twice.Empty() && !step.Siamese {
		all = append(all, explainText("fish.twice", "cells", cellsJoinedByAnd(twice)))
	}
	return joinSentences(all...)
}

func patternReason(s *logic.State, step *logic.Step, d logic.Digit) message.Message {
	switch step.Technique {
	case logic.EmptyRectangle, logic.DualEmptyRectangle:
		return rectangleReason(s, step, d)
	case logic.DualTwoStringKite:
		one := kiteReason(s, step, 0, elementAt(step.Marks, 0).Candidate.Digit)
		return joinSentences(one, kiteReason(s, step, 2, elementAt(step.Marks, 4).Candidate.Digit))
	}
	cellOf := func(i int) logic.Cell { return elementAt(step.Nodes, i).Cells.First() }
	return twoLinksReason(s, d, elementAt(step.Truths, 0).House, elementAt(step.Truths, 1).House, cellOf(0), cellOf(1), cellOf(2), cellOf(3))
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

// kiteReason returns the reason for a kite of digit d whose row and column are the houses i and i+1 of the step's base.
func kiteReason(s *logic.State, step *logic.Step, i int, d logic.Digit) message.Message {
	row, column := elementAt(step.Base, i), elementAt(step.Base, i+1)
	r, c := s.Places(d).And(houseCells(s, row)), s.Places(d).And(houseCells(s, column))
	for b := range r.All() {
		for e := range c.All() {
			if common := sharedHouses(s, logic.CellsOf(b, e)); b != e && len(common) > 0 && !board.Lines.Has(common[len(common)-1]) {
				return twoLinksReason(s, d, row, column, r.Without(logic.CellsOf(b)).First(), b, e, c.Without(logic.CellsOf(e)).First())
			}
		}
	}
	return generalReason(step)
}

// rectangleReason explains empty rectangles. step.Base[0] is the box; each further house of Base has a strong link. One
// end of this link sees the eliminated candidate. If the link's second end is true, the digit's places in the box are
// all in one line, and this line contains the eliminated candidate.
func rectangleReason(s *logic.State, step *logic.Step, d logic.Digit) message.Message {
	box := elementAt(step.Base, 0)
	inBox := houseCells(s, box)
	var all []message.Message
	chosen := map[logic.Cell]bool{}
	for _, line := range step.Base[min(1, len(step.Base)):] {
		ends := s.Places(d).And(houseCells(s, line)).And(markedCells(step, logic.Pattern))
		for _, x := range step.Eliminations {
			for b := range ends.All() {
				a := ends.Without(logic.CellsOf(b)).First()
				if chosen[x.Cell] || ends.Len() != 2 || !s.Board().Peers(b).Has(x.Cell) {
					continue
				}
				arm, ok := perpendicularLine(s, a, inBox, line)
				other, second := perpendicularLine(s, x.Cell, inBox, arm)
				if !ok || !second || !s.Places(d).And(inBox).Within(houseCells(s, arm).Or(houseCells(s, other))) {
					continue
				}
				chosen[x.Cell] = true
				all = append(all, explainText("empty-rectangle", "digit", d, "box", houseWord(box), "arm", houseWord(arm), "other", houseWord(other),
					"line", houseWord(line), "a", a, "b", b, "gone", x.Cell))
			}
		}
	}
	if len(all) == 0 {
		return generalReason(step)
	}
	return joinSentences(all...)
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

func colourReason(s *logic.State, step *logic.Step, d logic.Digit) message.Message {
	a, b := markedCells(step, logic.ColourA), markedCells(step, logic.ColourB)
	c, e := markedCells(step, logic.ColourC), markedCells(step, logic.ColourD)
	removed, _ := removedCandidates(step)
	either := func(x, y logic.CellSet) message.Message {
		return explainText("colours", "digit", d, "a", cellsJoinedByAnd(x), "b", cellsJoinedByAnd(y))
	}
	switch step.Technique {
	case logic.SimpleColoursTrap:
		return joinSentences(either(a, b), explainText("colours.trap", "digit", d))
	case logic.SimpleColoursWrap:
		for _, k := range [2][2]logic.CellSet{{a, b}, {b, a}} {
			p, q, ok := seeingPair(s, k[0], k[0])
			if houses := sharedHouses(s, logic.CellsOf(p, q)); ok && removed.Meets(k[0]) && len(houses) > 0 {
				return joinSentences(either(a, b), explainText("colours.wrap", "digit", d, "p", p, "q", q, "house", houseWord(houses[0]), "right", cellsJoinedByAnd(k[1])))
			}
		}
	case logic.MultiColours1:
		all := []message.Message{either(a, b), either(c, e)}
		for _, k := range [4][4]logic.CellSet{{a, c, b, e}, {a, e, b, c}, {b, c, a, e}, {b, e, a, c}} {
			p, q, ok := seeingPair(s, k[0], k[1])
			traps := false
			for x := range removed.All() {
				_, _, one := seeingPair(s, logic.CellsOf(x), k[2])
				_, _, two := seeingPair(s, logic.CellsOf(x), k[3])
				traps = traps || one && two
			}
			if ok && traps {
				all = append(all, explainText("colours.multi", "digit", d, "p", p, "q", q, "a", cellsJoinedByAnd(k[2]), "b", cellsJoinedByAnd(k[3])))
			}
		}
		return joinSentences(all...)
	case logic.MultiColours2:
		for _, side := range [2]logic.CellSet{a, b} {
			p, x, ok := seeingPair(s, side, c)
			q, y, second := seeingPair(s, side, e)
			if ok && second && removed.Meets(side) {
				return joinSentences(either(a, b), either(c, e), explainText("colours.both", "digit", d, "p", p, "x", x, "q", q, "y", y, "wrong", cellsJoinedByAnd(side)))
			}
		}
	}
	return generalReason(step)
}

// seeingPair returns a cell of x and a cell of y that see each other.
func seeingPair(s *logic.State, x, y logic.CellSet) (logic.Cell, logic.Cell, bool) {
	for p := range x.All() {
		for q := range y.All() {
			if s.Board().Peers(p).Has(q) {
				return p, q, true
			}
		}
	}
	return 0, 0, false
}

func wingReason(s *logic.State, step *logic.Step) message.Message {
	_, removed := removedCandidates(step)
	z, pivots, pattern := firstDigit(removed), markedCells(step, logic.Pivot), markedCells(step, logic.Pattern)
	p := pattern.First()
	q := pattern.Without(logic.CellsOf(p)).First()
	switch step.Technique {
	case logic.WWing:
		return explainText("w-wing", "p", p, "q", q, "x", z, "y", firstDigit(step.Digits.Without(z)), "house", houseWord(elementAt(step.Base, 0)), "cells", cellsJoinedByOr(markedCells(step, logic.Fin)))
	case logic.WXYZWing:
		return explainText("wxyz-wing", "cells", cellsJoinedByAnd(pivots.Or(pattern)), "digits", digitsJoinedByAnd(step.Digits), "others", digitsJoinedByAnd(step.Digits.Without(z)), "z", z)
	}
	x, y := firstDigit(s.Candidates(p).Without(z)), firstDigit(s.Candidates(q).Without(z))
	return explainText(step.Technique.String(), "pivot", pivots.First(), "p", p, "q", q, "x", x, "y", y, "z", z)
}
