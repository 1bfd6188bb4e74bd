package explain

import (
	"nonet/logic"
	"nonet/message"
)

// chainReason explains a chain as a sequence of implications: "Suppose r1c2 is not 8. Then r1c2 is 1, so r8c2 is not 1,
// so …".
func chainReason(step *logic.Step) message.Message {
	n := len(step.Nodes)
	if n < 2 {
		return generalReason(step)
	}
	start, end := step.Nodes[0], step.Nodes[n-1]
	if step.Technique == logic.RemotePair {
		var cells []message.Message
		for _, k := range step.Nodes {
			if k.On {
				cells = append(cells, wordMessage(k.Cells.First()))
			}
		}
		return explainText("remote-pairs", "cells", joinMessages("and", cells), "digits", digitsJoinedByAnd(step.Digits))
	}
	var follows []message.Message
	for i, k := range step.Nodes[1:] {
		// In a cell with the candidates 3 and 7, "not 3" is the same as "7".
		if step.Technique != logic.XYChain || k.On || i == n-2 {
			follows = append(follows, nodeClause(step, k, k.On))
		}
	}
	story := explainText("chain", "start", nodeClause(step, start, start.On), "then", joinClauses("chain.so", follows))
	so := explainText("chain.contradiction", "what", nodeClause(step, start, false))
	switch same := start.Cells == end.Cells; {
	case step.Technique == logic.ContinuousNiceLoop, step.Technique == logic.GroupedContinuousNiceLoop:
		so = explainText("chain.loop")
	case start.On:
	case end.On && same && start.Digit == end.Digit:
		so = explainText("chain.confirmed", "what", nodeClause(step, start, true))
	case end.On && start.Digit == end.Digit:
		so = explainText("chain.either", "a", cellsJoinedByAnd(start.Cells.Or(end.Cells)), "digit", start.Digit)
	case end.On:
		so = explainText("chain.one", "a", nodeClause(step, start, true), "b", nodeClause(step, end, true))
	default:
		so = explainText("chain.anyway", "a", nodeClause(step, start, true), "b", nodeClause(step, end, false))
	}
	return joinSentences(story, so)
}

// nodeClause returns a text such as "r1c2 is not 8" for a node of a chain.
func nodeClause(step *logic.Step, k logic.Node, isOn bool) message.Message {
	switch {
	case k.Kind == logic.SetNode && int(k.Set) < len(step.Sets) && !isOn:
		set := step.Sets[k.Set]
		return explainText("fact.set", "digit", k.Digit, "cells", cellsJoinedByAnd(set.Cells), "digits", digitsJoinedByAnd(set.Digits.Without(k.Digit)))
	case k.Cells.Len() == 1:
		return claimClause(logic.Candidate{Cell: k.Cells.First(), Digit: k.Digit}, isOn)
	case isOn:
		return explainText("fact.oneOf", "digit", k.Digit, "cells", cellsJoinedByAnd(k.Cells))
	}
	return explainText("fact.noneOf", "digit", k.Digit, "cells", cellsJoinedByAnd(k.Cells))
}

// claimClause returns a text such as "r1c2 is 8" or, if `isOn` is false, "r1c2 is not 8".
func claimClause(c logic.Candidate, isOn bool) message.Message {
	if isOn {
		return explainText("fact.is", "cell", c.Cell, "digit", c.Digit)
	}
	return explainText("fact.isNot", "cell", c.Cell, "digit", c.Digit)
}
