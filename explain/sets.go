package explain

import (
	"nonet/logic"
	"nonet/message"
)

// sets tells steps with almost locked sets.
func sets(s *logic.State, step *logic.Step) (message.Message, bool) {
	_, gone := removed(step)
	switch step.Technique {
	case logic.SueDeCoq:
		return sueDeCoq(step)
	case logic.DeathBlossom:
		return blossom(s, step, gone)
	}
	n := len(step.Sets)
	if n < 2 || gone == 0 {
		return message.Message{}, false
	}
	var list []message.Message
	for i, set := range step.Sets {
		list = append(list, text("group", "name", letter(i), "cells", cellsAnd(set.Cells), "digits", digitsAnd(set.Digits)))
	}
	intro := text("als", "list", joined("and", list))
	if n == 2 {
		common := restricted(s, step.Sets[0], step.Sets[1])
		if common.Len() > 1 {
			return sentences(intro, text("als.double", "digits", digitsAnd(common))), true
		}
		x, ok := first(common)
		return sentences(intro, text("als.linked", "digit", x), text("als.so", "digits", digitsAnd(gone))), ok
	}
	way, ok := links(s, step.Sets, gone)
	if !ok {
		return message.Message{}, false
	}
	var steps []message.Message
	for i, x := range way {
		steps = append(steps, text("als.next", "digit", x, "from", letter(i), "to", letter(i+1)))
	}
	z := digitsAnd(gone)
	key := "als.chain"
	if gone.Len() > 1 {
		key = "als.chainAny"
	}
	return sentences(intro, text(key, "digits", z, "any", digitsOr(gone), "first", letter(0), "last", letter(n-1), "list", steps)), true
}

// letter names the sets of a step A, B, C, …
func letter(i int) string { return string(rune('A' + i%26)) }

// restricted are the digits of both sets that only one of them can hold: all
// places in the one see all places in the other.
func restricted(s *logic.State, a, b logic.Set) (common logic.Digits) {
	for d := range (a.Digits & b.Digits).Digits() {
		in, there := a.Cells.And(s.Places(d)), b.Cells.And(s.Places(d))
		if !in.Meets(there) && allSee(in, there) {
			common = common.With(d)
		}
	}
	return common
}

// links are digits, each restricted between a set and the next and different from
// the one before, the first and the last of which are not among the digits gone.
func links(s *logic.State, list []logic.Set, gone logic.Digits) ([]logic.Digit, bool) {
	var way []logic.Digit
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
		for x := range restricted(s, list[i], list[i+1]).Digits() {
			if len(way) > 0 && way[len(way)-1] == x || (i == 0 || i+2 == len(list)) && gone.Has(x) {
				continue
			}
			if dead[station{i, x}] {
				continue
			}
			dead[station{i, x}] = true // unless the walk ends well, and then nobody asks
			way = append(way, x)
			if walk(i + 1) {
				return true
			}
			way = way[:len(way)-1]
		}
		return false
	}
	ok := walk(0)
	return way, ok
}

func sueDeCoq(step *logic.Step) (message.Message, bool) {
	if len(step.Sets) != 3 || len(step.Base) != 2 {
		return message.Message{}, false
	}
	cross, line, box := step.Sets[0], step.Sets[1], step.Sets[2]
	return text("sue-de-coq", "cross", cellsAnd(cross.Cells), "line", step.Base[0].Message(), "box", step.Base[1].Message(),
		"a", cellsAnd(line.Cells), "b", cellsAnd(box.Cells), "da", digitsAnd(line.Digits), "db", digitsAnd(box.Digits), "dc", digitsAnd(cross.Digits)), true
}

// blossom: the petals stand in the order of the stem's candidates.
func blossom(s *logic.State, step *logic.Step, gone logic.Digits) (message.Message, bool) {
	stem := marked(step, logic.Pivot)
	if stem.Len() != 1 {
		return message.Message{}, false
	}
	c := stem.First()
	var petals []message.Message
	i := 0
	for d := range s.Candidates(c).Digits() {
		if i >= len(step.Sets) {
			return message.Message{}, false
		}
		petals = append(petals, text("petal", "digit", d, "cells", cellsAnd(step.Sets[i].Cells), "digits", digitsAnd(step.Sets[i].Digits.Without(d))))
		i++
	}
	return text("death-blossom", "stem", c, "digits", digitsOr(s.Candidates(c)), "petals", petals, "gone", digitsAnd(gone)), true
}
