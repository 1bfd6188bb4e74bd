package explain

import (
	"nonet/logic"
	"nonet/message"
)

// chain explains a chain by consecutive implications: "Suppose r1c2 is not 8. Then r1c2 is 1,
// so r8c2 is not 1, so …". ok is false if the step has no complete chain.
func chain(s *logic.State, step *logic.Step) (message.Message, bool) {
	n := len(step.Nodes)
	if n < 3 {
		return message.Message{}, false
	}
	start, end := step.Nodes[0], step.Nodes[n-1]
	if step.Technique == logic.RemotePair {
		var cells []message.Message
		for _, k := range step.Nodes {
			if k.On {
				cells = append(cells, word(k.Cells.First()))
			}
		}
		return text("remote-pairs", "cells", joinMessages("and", cells), "digits", digitsAnd(step.Digits)), true
	}
	var follows []message.Message
	for _, k := range step.Nodes[1:] {
		// In a cell with two candidates, "not the one" is equivalent to "the other".
		if step.Technique == logic.XYChain && !k.On {
			continue
		}
		follows = append(follows, fact(step, k, k.On))
	}
	if len(follows) == 0 {
		return message.Message{}, false
	}
	story := text("chain", "start", fact(step, start, start.On), "then", strung("chain.so", follows))
	same := start.Cells == end.Cells
	var so message.Message
	switch {
	case step.Technique == logic.ContinuousNiceLoop, step.Technique == logic.GroupedContinuousNiceLoop:
		so = text("chain.loop")
	case start.On && same && start.Digit == end.Digit, start.On && clashes(s, start, end):
		so = text("chain.contradiction", "what", fact(step, start, false))
	case !start.On && end.On && same && start.Digit == end.Digit:
		so = text("chain.confirmed", "what", fact(step, start, true))
	case !start.On && end.On && start.Digit == end.Digit:
		so = text("chain.either", "a", cellsAnd(start.Cells.Or(end.Cells)), "digit", start.Digit)
	case !start.On && end.On:
		so = text("chain.one", "a", fact(step, start, true), "b", fact(step, end, true))
	case !start.On:
		so = text("chain.anyway", "a", fact(step, start, true), "b", fact(step, end, false))
	default:
		so = text("chain.contradiction", "what", fact(step, start, false))
	}
	return sentences(story, so), true
}

// clashes reports whether two nodes that are both true contradict each other.
func clashes(s *logic.State, a, b logic.Node) bool {
	if a.Cells == b.Cells {
		return a.On && b.On && a.Digit != b.Digit
	}
	return a.On && b.On && a.Digit == b.Digit && allSee(s, a.Cells, b.Cells)
}

// fact returns a node as a clause: "r1c2 is not 8".
func fact(step *logic.Step, k logic.Node, on bool) message.Message {
	switch {
	case k.Kind == logic.SetNode && int(k.Set) < len(step.Sets) && !on:
		set := step.Sets[k.Set]
		return text("fact.set", "digit", k.Digit, "cells", cellsAnd(set.Cells), "digits", digitsAnd(set.Digits.Without(k.Digit)))
	case k.Cells.Len() == 1:
		return claim(logic.Candidate{Cell: k.Cells.First(), Digit: k.Digit}, on)
	case on:
		return text("fact.oneOf", "digit", k.Digit, "cells", cellsAnd(k.Cells))
	}
	return text("fact.noneOf", "digit", k.Digit, "cells", cellsAnd(k.Cells))
}

// claim returns a candidate as a clause: "r1c2 is 8".
func claim(c logic.Candidate, on bool) message.Message {
	if on {
		return text("fact.is", "cell", c.Cell, "digit", c.Digit)
	}
	return text("fact.isNot", "cell", c.Cell, "digit", c.Digit)
}
