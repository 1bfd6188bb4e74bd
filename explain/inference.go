package explain

import (
	"slices"

	"nonet/logic"
	"nonet/message"
)

// Inferences returns a branch one line at a time, each with what it follows from: "r3c5 is 4
// and r1c2 is 7, so r3c6 can only be 2." They stand by line, and the last, after those of
// the lines, is that of a contradiction; the zero Message where there is nothing to tell:
// in a net it goes without saying that a true candidate takes others away. What would name
// a hidden cell is not told.
func Inferences(b *logic.Branch, hidden logic.CellSet) []message.Message {
	all := make([]message.Message, len(b.Lines)+1)
	if !whole(b) {
		return all
	}
	chain := chained(b)
	passed := func(l *logic.Line) bool { return l.Reason == logic.Seen && !l.On && !chain }
	// causes are the lines to name where something follows from others.
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
			if hidden.Has(b.Lines[k].Cell) {
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
			key = "line.as" // from the position alone
		}
		all[i] = text(key, args...)
	}
	for i := range b.Lines {
		switch l := &b.Lines[i]; {
		case l.Reason == logic.Supposed && i == 0:
			tell(i, l.Cell, nil, "force.suppose", "start", lineFact(l))
		case l.Reason == logic.Supposed:
			tell(i, l.Cell, nil, "line.suppose", "start", lineFact(l))
		case l.Reason == logic.Refuted && len(l.From) == 2:
			from, clash := contradiction(b, l.From)
			tell(i, l.Cell, causes(from), "line.refuted", "clash", clash, "what", lineFact(l))
		case passed(l) && !(slices.Contains(b.End, i) && !b.Contradiction()), isClash(b, i):
		default:
			tell(i, l.Cell, causes(l.From), "line.so", "what", clause(l))
		}
	}
	if b.Contradiction() {
		from, clash := contradiction(b, b.End)
		tell(len(b.Lines), b.Lines[b.End[0]].Cell, causes(from), "line.clash", "clash", clash)
	}
	return all
}

// contradiction returns what two lines clash by, and the lines that it rests on.
func contradiction(b *logic.Branch, end []int) (from []int, clash message.Message) {
	on, off := end[0], end[1]
	if !b.Lines[on].On {
		on, off = off, on
	}
	from = []int{off}
	if l := &b.Lines[on]; l.Reason == logic.LastInCell || l.Reason == logic.LastInHouse {
		from = append(from, l.From...)
	}
	return from, clashOf(b, end)
}

// isClash reports whether a line is there only to clash with another: the last candidate
// of a cell, or place in a house, that is gone as well.
func isClash(b *logic.Branch, i int) bool {
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
			return false // it leads on
		}
	}
	return ends
}

// Links returns a chain one link at a time, the first with the supposition that it begins
// with; of a loop the last closes it.
func Links(step *logic.Step) (all []message.Message) {
	n := len(step.Nodes)
	for i := range n {
		if i == n-1 && !(step.Loop && n > 2) {
			break
		}
		a, b := step.Nodes[i], step.Nodes[(i+1)%n]
		m := text("line.so", "facts", fact(step, a, a.On), "what", fact(step, b, b.On))
		if i == 0 {
			m = sentences(text("force.suppose", "start", fact(step, a, a.On)), m)
		}
		all = append(all, m)
	}
	return all
}
