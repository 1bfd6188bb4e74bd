package explain

import (
	"slices"

	"nonet/logic"
	"nonet/message"
)

// forcingReason explains a step branch by branch. For nets it mentions only candidates that become true, and
// implications that are not obvious.
func forcingReason(s *logic.State, step *logic.Step) message.Message {
	incomplete := func(b logic.Branch) bool { return !isComplete(&b) }
	if len(step.Branches) == 0 || len(step.Eliminations)+len(step.Placements) == 0 || slices.ContainsFunc(step.Branches, incomplete) {
		return generalReason(step)
	}
	what := conclusionClause(step)
	if b := &step.Branches[0]; len(step.Branches) == 1 && b.Contradiction() {
		return joinSentences(explainText("force.suppose", "start", lineFact(&b.Lines[0])), contradictionStory(b, explainText("force.so", "what", what)))
	}
	all := []message.Message{alternativesClause(s, step)}
	for i := range step.Branches {
		b := &step.Branches[i]
		start := lineFact(&b.Lines[0])
		if end := b.End[len(b.End)-1]; end == 0 {
			all = append(all, explainText("force.case.itself", "start", start))
			continue
		}
		all = append(all, explainText("force.case", "start", start, "then", branchStory(b)))
	}
	return joinSentences(append(all, explainText("force.all", "what", what))...)
}

// isComplete reports whether a branch has lines and an end, and refers only to lines that exist.
func isComplete(b *logic.Branch) bool {
	missing := func(k int) bool { return k < 0 || k >= len(b.Lines) }
	return len(b.Lines) > 0 && (len(b.End) == 1 || len(b.End) == 2) && !slices.ContainsFunc(b.End, missing) &&
		!slices.ContainsFunc(b.Lines, func(l logic.Line) bool { return slices.ContainsFunc(l.From, missing) })
}

// conclusionClause returns the first conclusion of a step as a clause. The sentence about the move names all
// conclusions.
func conclusionClause(step *logic.Step) message.Message {
	if len(step.Placements) > 0 {
		return claimClause(step.Placements[0], true)
	}
	return claimClause(step.Eliminations[0], false)
}

func lineFact(l *logic.Line) message.Message { return claimClause(l.Candidate, l.On) }

// contradictionStory returns the implications from a supposition to a contradiction as sentences. The story ends with
// the sentence `then`.
func contradictionStory(b *logic.Branch, then message.Message) message.Message {
	clash := clashText(b, b.End)
	steps := branchClauses(b, 1, len(b.Lines), 0, b.End)
	if len(steps) == 0 {
		return joinSentences(explainText("force.clash", "clash", clash), then)
	}
	return joinSentences(explainText("force.then", "list", joinBranchClauses(b, steps), "clash", clash), then)
}

// branchStory returns the implications from a supposition to the end of the branch, as sentences.
func branchStory(b *logic.Branch) message.Message {
	steps := branchClauses(b, 1, len(b.Lines), 0, b.End)
	if b.Contradiction() {
		return joinBranchClauses(b, append(steps, clashText(b, b.End)))
	}
	return joinBranchClauses(b, append(steps, lineClause(&b.Lines[b.End[0]])))
}

// isChain reports whether every line follows only from the line before it.
func isChain(b *logic.Branch) bool {
	for i := 1; i < len(b.Lines); i++ {
		if from := b.Lines[i].From; len(from) != 1 || from[0] != i-1 {
			return false
		}
	}
	return true
}

// joinBranchClauses joins the clauses `steps`. If the branch is a chain, the function joins them with "so".
func joinBranchClauses(b *logic.Branch, steps []message.Message) message.Message {
	key := "force.next"
	if isChain(b) {
		key = "chain.so"
	}
	return joinClauses(key, steps)
}

// branchClauses returns the clauses of lines first to last−1. It leaves out the lines with numbers in `end`, and
// lines that are obvious. A supposition at the given depth becomes one clause together with its refutation.
func branchClauses(b *logic.Branch, first, last, depth int, end []int) (list []message.Message) {
	chain := isChain(b)
	for i := first; i < last; i++ {
		l := &b.Lines[i]
		switch {
		case l.Reason == logic.Supposed:
			// Skip to the refutation of the supposition, whose clause covers these lines.
			k := i + 1
			for k < last && int(b.Lines[k].Depth) > depth {
				k++
			}
			if k < last && b.Lines[k].Reason == logic.Refuted {
				if !slices.Contains(end, k) || len(end) == 2 {
					list = append(list, nestedClause(b, i, k, depth))
				}
				i = k
			}
		case slices.Contains(end, i):
		case l.Reason == logic.Seen && !chain:
		default:
			list = append(list, lineClause(l))
		}
	}
	return list
}

// nestedClause returns one clause for a supposition within a branch and its refutation.
func nestedClause(b *logic.Branch, from, to, depth int) message.Message {
	end := b.Lines[to].From
	if len(end) != 2 {
		return lineClause(&b.Lines[to])
	}
	args := []any{"start", lineFact(&b.Lines[from]), "clash", clashText(b, end), "what", lineFact(&b.Lines[to])}
	if steps := branchClauses(b, from+1, to, depth+1, end); len(steps) > 0 {
		return explainText("force.nested", append(args, "list", joinClauses("force.next", steps))...)
	}
	return explainText("force.nested.once", args...)
}

// lineClause returns a line as a clause, together with its reason if this is not obvious.
func lineClause(l *logic.Line) message.Message {
	switch {
	case l.Reason == logic.LastInCell && l.On:
		return explainText("force.cell", "cell", l.Candidate.Cell, "digit", l.Candidate.Digit)
	case l.Reason == logic.LastInHouse && l.On && len(l.Truths) > 0:
		return explainText("force.house", "cell", l.Candidate.Cell, "digit", l.Candidate.Digit, "house", houseWord(l.Truths[0].House))
	case l.Reason == logic.ByTechnique:
		return explainText("force.by", "fact", lineFact(l), "technique", l.Technique.Name())
	}
	return lineFact(l)
}

// clashText returns a text about two lines that contradict each other.
func clashText(b *logic.Branch, end []int) message.Message {
	on := &b.Lines[end[0]]
	if len(end) > 1 && !on.On {
		on = &b.Lines[end[1]]
	}
	switch {
	case on.Reason == logic.LastInCell:
		return explainText("force.noCandidate", "cell", on.Candidate.Cell)
	case on.Reason == logic.LastInHouse && len(on.Truths) > 0:
		return explainText("force.noPlace", "digit", on.Candidate.Digit, "house", houseWord(on.Truths[0].House))
	}
	return explainText("force.both", "cell", on.Candidate.Cell, "digit", on.Candidate.Digit)
}

// alternativesClause returns a clause that at least one of the suppositions is true.
func alternativesClause(s *logic.State, step *logic.Step) message.Message {
	var cells logic.CellSet
	var digits logic.Digits
	first := &step.Branches[0].Lines[0]
	for i := range step.Branches {
		l := &step.Branches[i].Lines[0]
		cells.Add(l.Candidate.Cell)
		digits = digits.With(l.Candidate.Digit)
	}
	switch {
	case len(step.Base) > 0 && len(step.Cover) > 0:
		return krakenIntro(s, step, cells)
	case len(step.Branches) == 2 && first.Candidate == step.Branches[1].Lines[0].Candidate:
		return explainText("force.either", "what", lineFact(first))
	case cells.Len() == 1:
		return explainText("force.cells", "cell", first.Candidate.Cell, "digits", digitsJoinedByOr(digits))
	}
	if houses := sharedHouses(s, cells); len(houses) > 0 {
		house := houses[0]
		for _, t := range step.Truths {
			if t.Kind == logic.HouseTruth && t.Digit == first.Candidate.Digit && slices.Contains(houses, t.House) {
				house = t.House
			}
		}
		return explainText("force.houses", "house", houseWord(house), "digit", first.Candidate.Digit, "cells", cellsJoinedByOr(cells))
	}
	return explainText("force.oneOf", "digits", digitsJoinedByAnd(digits), "cells", cellsJoinedByOr(cells))
}

// krakenIntro returns the sentence that introduces the branches of a kraken fish. It says that each fin leads to the
// conclusion. For type 2, it says that each fin and each place in a cover house leads to the conclusion.
func krakenIntro(s *logic.State, step *logic.Step, pattern logic.CellSet) message.Message {
	fins := markedCells(step, logic.Fin)
	args := []any{"digit", step.Branches[0].Lines[0].Candidate.Digit, "base", housesJoinedByAnd(step.Base), "cover", housesJoinedByAnd(step.Cover), "fins", cellsJoinedByOr(fins)}
	rest := pattern.Without(fins)
	if rest.Empty() {
		return explainText("kraken.1", append(args, "what", conclusionClause(step))...)
	}
	for _, h := range step.Cover {
		if rest.Within(houseCells(s, h)) {
			return explainText("kraken.2", append(args, "house", houseWord(h), "cells", cellsJoinedByOr(rest))...)
		}
	}
	return explainText("force.oneOf", "digits", digitsJoinedByAnd(step.Digits), "cells", cellsJoinedByOr(pattern))
}
