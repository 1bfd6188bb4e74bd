package explain

import (
	"iter"
	"slices"
	"sort"

	"nonet/board"
	"nonet/logic"
	"nonet/message"
)

// explainText returns the message with this key in the group "explain."; args are pairs of a name and a value.
func explainText(key string, args ...any) message.Message {
	return message.New("explain."+key, args...)
}

func wordMessage(x any) message.Message { return explainText("word", "x", x) }

// joinMessages joins messages with commas, and the last one with "and" or "or"; `key` selects the word.
func joinMessages(key string, parts []message.Message) message.Message {
	return message.JoinList("explain."+key, parts)
}

func wordsOf[T any](list iter.Seq[T]) (parts []message.Message) {
	for x := range list {
		parts = append(parts, wordMessage(x))
	}
	return parts
}

func cellsJoinedByAnd(set logic.CellSet) message.Message {
	return joinMessages("and", wordsOf(set.All()))
}
func cellsJoinedByOr(set logic.CellSet) message.Message {
	return joinMessages("or", wordsOf(set.All()))
}
func digitsJoinedByAnd(set logic.Digits) message.Message {
	return joinMessages("and", wordsOf(set.Digits()))
}
func digitsJoinedByOr(set logic.Digits) message.Message {
	return joinMessages("or", wordsOf(set.Digits()))
}

// houseWord returns a house's name, such as "row 3". A text with house names also has the houses as an argument. So
// [Names] can replace the names.
func houseWord(h logic.House) message.Message {
	return message.New("house."+h.Kind().String(), "n", h.Number(), "houses", []logic.House{h})
}

// housesJoinedByAnd returns the names of houses, grouped by kind: "rows 3 and 8 and box 5".
func housesJoinedByAnd(list []logic.House) message.Message {
	all := list
	list = slices.Clone(list)
	sort.SliceStable(list, func(i, j int) bool { return list[i].Kind() < list[j].Kind() })
	var parts []message.Message
	for len(list) > 0 {
		var numbers []message.Message
		only, kind := list[0], list[0].Kind()
		for len(list) > 0 && list[0].Kind() == kind {
			numbers, list = append(numbers, wordMessage(list[0].Number())), list[1:]
		}
		if len(numbers) == 1 {
			parts = append(parts, houseWord(only))
		} else {
			parts = append(parts, explainText("houses."+kind.String(), "numbers", joinMessages("numbers", numbers)))
		}
	}
	m := joinMessages("houses", parts)
	m.Args = append(m.Args, "houses", all)
	return m
}

// joinSentences joins the messages of `list`, one sentence after another.
func joinSentences(list ...message.Message) message.Message { return joinClauses("then", list) }

// joinClauses joins clauses with the text of key, whose arguments are a and b.
func joinClauses(key string, list []message.Message) message.Message {
	return message.JoinClauses("explain."+key, list)
}

// moveSentence returns the move of a step as a sentence, such as "This removes 7 from r5c1 and r6c2."
func moveSentence(step *logic.Step) message.Message {
	switch puts, takes := len(step.Placements) > 0, len(step.Eliminations) > 0; {
	case puts && takes:
		return joinSentences(placementClause(step), removalClause(step))
	case puts:
		return placementClause(step)
	case takes:
		return removalClause(step)
	}
	return explainText("nothing")
}

func placementClause(step *logic.Step) message.Message {
	var cells logic.CellSet
	for _, p := range step.Placements {
		cells.Add(p.Cell)
	}
	return explainText("move.places", "digit", elementAt(step.Placements, 0).Digit, "cells", cellsJoinedByAnd(cells))
}

func removalClause(step *logic.Step) message.Message {
	var from [board.MostValues + 1]logic.CellSet
	for _, e := range step.Eliminations {
		from[e.Digit].Add(e.Cell)
	}
	var parts []message.Message
	for d := logic.Digit(1); d <= board.MostValues; d++ {
		if from[d].Empty() {
			continue
		}
		var same logic.Digits
		for e := d; e <= board.MostValues; e++ {
			if from[e] == from[d] {
				same = same.With(e)
				if e > d {
					from[e] = logic.CellSet{}
				}
			}
		}
		parts = append(parts, explainText("move.part", "digits", digitsJoinedByAnd(same), "cells", cellsJoinedByAnd(from[d])))
	}
	return explainText("move.removes", "what", joinMessages("parts", parts))
}

// markedCells returns the cells of the step's marks that have one of the given roles. Without roles, it returns the
// cells of all marks.
func markedCells(step *logic.Step, roles ...logic.Role) (set logic.CellSet) {
	for _, m := range step.Marks {
		if roles == nil || slices.Contains(roles, m.Role) {
			set.Add(m.Candidate.Cell)
		}
	}
	return set
}

func houseCells(s *logic.State, h logic.House) logic.CellSet { return s.Board().Cells(h) }

func sharedHouses(s *logic.State, set logic.CellSet) []logic.House {
	return slices.Collect(s.Board().HousesWith(set).All())
}

func removedCandidates(step *logic.Step) (set logic.CellSet, digits logic.Digits) {
	for _, e := range step.Eliminations {
		set.Add(e.Cell)
		digits = digits.With(e.Digit)
	}
	return set, digits
}
