package explain

import (
	"nonet/logic"
	"nonet/message"
)

// almostLockedSetReason returns the reason for a step with almost locked sets, a Sue de Coq, or a death blossom.
func almostLockedSetReason(s *logic.State, step *logic.Step) message.Message {
	_, removed := removedCandidates(step)
	switch step.Technique {
	case logic.SueDeCoq:
		cross, line, box := elementAt(step.Sets, 0), elementAt(step.Sets, 1), elementAt(step.Sets, 2)
		return explainText("sue-de-coq", "cross", cellsJoinedByAnd(cross.Cells), "line", houseWord(elementAt(step.Base, 0)), "box", houseWord(elementAt(step.Base, 1)),
			"a", cellsJoinedByAnd(line.Cells), "b", cellsJoinedByAnd(box.Cells), "da", digitsJoinedByAnd(line.Digits), "db", digitsJoinedByAnd(box.Digits), "dc", digitsJoinedByAnd(cross.Digits))
	case logic.DeathBlossom:
		return blossomReason(s, step, removed)
	}
	n := len(step.Sets)
	way := SetLinks(s, step)
	if len(way) < max(n-1, 1) {
		return generalReason(step)
	}
	var list []message.Message
	for i, set := range step.Sets {
		list = append(list, explainText("group", "name", setLetter(i), "cells", cellsJoinedByAnd(set.Cells), "digits", digitsJoinedByAnd(set.Digits)))
	}
	intro := explainText("als", "list", joinMessages("and", list))
	switch {
	case n == 2 && len(way) > 1:
		var common logic.Digits
		for _, l := range way {
			common = common.With(l.Digit)
		}
		return joinSentences(intro, explainText("als.double", "digits", digitsJoinedByAnd(common)))
	case n == 2:
		return joinSentences(intro, explainText("als.linked", "digit", way[0].Digit), explainText("als.so", "digits", digitsJoinedByAnd(removed)))
	}
	var steps []message.Message
	for i, l := range way {
		steps = append(steps, explainText("als.next", "digit", l.Digit, "from", setLetter(i), "to", setLetter(i+1)))
	}
	key := "als.chain"
	if removed.Len() > 1 {
		key = "als.chainAny"
	}
	return joinSentences(intro, explainText(key, "digits", digitsJoinedByAnd(removed), "any", digitsJoinedByOr(removed), "first", setLetter(0), "last", setLetter(n-1), "list", steps))
}

// setLetter returns the letter that names a step's i-th set: A, B, C, …
func setLetter(i int) string { return string(rune('A' + i%26)) }

// SetLink is a digit that links two sets, because only one of the sets can contain it. The sets are almost locked sets,
// or the stem and a petal of a death blossom.
type SetLink struct {
	From, To logic.CellSet // the places of the digit in the two sets
	Digit    logic.Digit
}

// SetLinks returns the links between a step's almost locked sets. For two sets it returns all their links. For a chain
// of three or more sets it returns one link for each pair of neighbours, and for a stem with petals one link to each
// petal. For any other step, and for a step that is explained as a chain, it returns none.
func SetLinks(s *logic.State, step *logic.Step) (all []SetLink) {
	add := func(from, to logic.CellSet, d logic.Digit) {
		all = append(all, SetLink{s.Places(d).And(from), s.Places(d).And(to), d})
	}
	sets := step.Sets
	switch {
	case step.Technique.Info().Family != logic.FamilyALS || step.Technique == logic.SueDeCoq || len(step.Nodes) > 0:
	case step.Technique == logic.DeathBlossom:
		if stem := markedCells(step, logic.Pivot); stem.Len() == 1 {
			for d := range s.Candidates(stem.First()).Digits() {
				if len(all) < len(sets) {
					add(stem, sets[len(all)].Cells, d)
				}
			}
		}
	case len(sets) == 2:
		for d := range restrictedDigits(s, sets[0], sets[1]).Digits() {
			add(sets[0].Cells, sets[1].Cells, d)
		}
	case len(sets) > 2:
		_, removed := removedCandidates(step)
		for i, d := range findRestrictedDigits(s, sets, removed) {
			add(sets[i].Cells, sets[i+1].Cells, d)
		}
	}
	return all
}

// restrictedDigits returns the digits that are candidates of both sets, but that only one of the two sets can contain.
// All places of such a digit in one set see all places of the digit in the other set.
func restrictedDigits(s *logic.State, a, b logic.Set) (common logic.Digits) {
	for d := range (a.Digits & b.Digits).Digits() {
		in, there := a.Cells.And(s.Places(d)), b.Cells.And(s.Places(d))
		if !in.Meets(there) && there.Within(s.Board().CommonPeers(in)) {
			common = common.With(d)
		}
	}
	return common
}

// findRestrictedDigits returns a restricted digit for each pair of consecutive sets. Consecutive digits differ. The
// first and the last digit are not in gone. It returns nil if there are no such digits.
func findRestrictedDigits(s *logic.State, list []logic.Set, removed logic.Digits) (way []logic.Digit) {
	type station struct {
		i int
		x logic.Digit
	}
	dead := map[station]bool{}
	var walk func(i int) bool
	walk = func(i int) bool {
		if i+1 == len(list) {
			return true
		}
		for x := range restrictedDigits(s, list[i], list[i+1]).Digits() {
			if len(way) > 0 && way[len(way)-1] == x || (i == 0 || i+2 == len(list)) && removed.Has(x) {
				continue
			}
			if dead[station{i, x}] {
				continue
			}
			dead[station{i, x}] = true // marked as dead before the search from here, because nobody reads the mark if the search succeeds
			way = append(way, x)
			if walk(i + 1) {
				return true
			}
			way = way[:len(way)-1]
		}
		return false
	}
	walk(0)
	return way
}

func blossomReason(s *logic.State, step *logic.Step, removed logic.Digits) message.Message {
	stem := markedCells(step, logic.Pivot).First()
	var petals []message.Message
	for i, l := range SetLinks(s, step) {
		petals = append(petals, explainText("petal", "digit", l.Digit, "cells", cellsJoinedByAnd(step.Sets[i].Cells), "digits", digitsJoinedByAnd(step.Sets[i].Digits.Without(l.Digit))))
	}
	return explainText("death-blossom", "stem", stem, "digits", digitsJoinedByOr(s.Candidates(stem)), "petals", petals, "gone", digitsJoinedByAnd(removed))
}
