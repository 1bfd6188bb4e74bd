package explain

import (
	"slices"

	"nonet/logic"
	"nonet/message"
)

// Inferences returns a sentence for each line of a branch. The sentence names the lines from which this line follows:
// "r3c5 is 4 and r1c2 is 7, so r3c6 can only be 2." If the branch ends in a contradiction, a last element is about the
// contradiction. An element is the zero Message if the sentence would name a cell of `hidden`, or if the line needs no
// sentence. In a net, for example, no sentence is needed for a line that removes a candidate because a true candidate
// sees it. If the branch is incomplete, all elements are the zero Message.
func Inferences(b *logic.Branch, hidden logic.CellSet) []message.Message {
	all := make([]message.Message, len(b.Lines)+1)
	if !isComplete(b) {
		return all
	}
	chain := isChain(b)
	passed := func(l *logic.Line) bool { return l.Reason == logic.Seen && !l.On && !chain }
	// causes returns the lines that a sentence names as reasons. `from` lists the lines from which the sentence's own
	// line follows. In place of a line without a sentence, causes returns the lines from which that line follows.
	causes := func(from []int) (list []int) {
		for _, k := range from {
			if passed(&b.Lines[k]) {
				list = append(list, b.Lines[k].From...)
			} else {
				list = append(list, k)
			}
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	tell := func(i int, cell logic.Cell, from []int, key string, args ...any) {
		facts := []message.Message{}
		for _, k := range from {
			if hidden.Has(b.Lines[k].Candidate.Cell) {
				return
			}
			facts = append(facts, lineFact(&b.Lines[k]))
		}
		if hidden.Has(cell) {
			return
		}
		if len(facts) > 0 {
			args = append(args, "facts", joinMessages("facts", facts))
		} else if key == "line.so" {
			key = "line.as" // the line follows from the position, without other lines
		}
		all[i] = explainText(key, args...)
	}
	for i := range b.Lines {
		switch l := &b.Lines[i]; {
		case l.Reason == logic.Supposed && i == 0:
			tell(i, l.Candidate.Cell, nil, "force.suppose", "start", lineFact(l))
		case l.Reason == logic.Supposed:
			tell(i, l.Candidate.Cell, nil, "line.suppose", "start", lineFact(l))
		case l.Reason == logic.Refuted && len(l.From) == 2:
			from, clash := describeContradiction(b, l.From)
			tell(i, l.Candidate.Cell, causes(from), "line.refuted", "clash", clash, "what", lineFact(l))
		case passed(l) && !(slices.Contains(b.End, i) && !b.Contradiction()), isContradictionLine(b, i):
		default:
			tell(i, l.Candidate.Cell, causes(l.From), "line.so", "what", lineClause(l))
		}
	}
	if b.Contradiction() {
		from, clash := describeContradiction(b, b.End)
		tell(len(b.Lines), b.Lines[b.End[0]].Candidate.Cell, causes(from), "line.clash", "clash", clash)
	}
	return all
}

// describeContradiction returns a text about the contradiction of two lines, and the lines from which the contradiction
// follows.
func describeContradiction(b *logic.Branch, end []int) (from []int, clash message.Message) {
	on, off := end[0], end[1]
	if !b.Lines[on].On {
		on, off = off, on
	}
	from = []int{off}
	if l := &b.Lines[on]; l.Reason == logic.LastInCell || l.Reason == logic.LastInHouse {
		from = append(from, l.From...)
	}
	return from, clashText(b, end)
}

// isContradictionLine reports whether a line is only needed for a contradiction. Such a line says that a
// candidate is the last in its cell or house, but another line of the branch removes this candidate.
func isContradictionLine(b *logic.Branch, i int) bool {
	l := &b.Lines[i]
	if !l.On || l.Reason != logic.LastInCell && l.Reason != logic.LastInHouse {
		return false
	}
	ends := b.Contradiction() && slices.Contains(b.End, i)
	for k := range b.Lines {
		switch other := &b.Lines[k]; {
		case !slices.Contains(other.From, i):
		case other.Reason == logic.Refuted:
			ends = true
		default:
			return false // other lines follow from this line, so the contradiction is not its only use
		}
	}
	return ends
}

// Links returns a sentence for each link of a chain. The first sentence includes the supposition. If the chain is a
// loop, the last sentence is about the link that closes it.
func Links(step *logic.Step) (all []message.Message) {
	n := len(step.Nodes)
	for i := range n {
		if i == n-1 && !(step.Loop && n > 2) {
			break
		}
		a, b := step.Nodes[i], step.Nodes[(i+1)%n]
		m := explainText("line.so", "facts", nodeClause(step, a, a.On), "what", nodeClause(step, b, b.On))
		if i == 0 {
			m = joinSentences(explainText("force.suppose", "start", nodeClause(step, a, a.On)), m)
		}
		all = append(all, m)
	}
	return all
}
