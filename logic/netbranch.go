package logic

import (
	"slices"

	"nonet/board"
)

// This file converts a net to a branch. The branch has only the lines that lead to its end.

// contradictingLines returns the indices of the lines that contradict each other. It adds such a line to the net if
// the net lacks it.
func (t *net) contradictingLines() []uint16 {
	var list []uint16
	for _, l := range t.end {
		k := t.number[l.claim]
		if k == noLine {
			k = uint16(len(t.lines))
			t.number[l.claim] = k
			t.lines = append(t.lines, l)
		}
		list = append(list, k)
	}
	return list
}

// causesOf returns the indices of the lines from which a line follows.
func (t *net) causesOf(l *netLine) []uint16 {
	if l.causes >= 0 {
		return slices.Clone(t.reasons[l.causes].causes)
	}
	var list []uint16
	c, d := l.claim.cell(), l.claim.digit()
	switch l.reason {
	case Seen:
		list = append(list, l.from)
	case LastInCell:
		for e := range t.base.cands[c].Without(d).Digits() {
			list = append(list, t.number[claimOf(c, e, false)])
		}
	case LastInHouse, ByTechnique:
		left := t.base.digits[d].And(t.base.board.Cells(l.house))
		if l.reason == ByTechnique {
			left = left.Without(t.base.board.Cells(House(l.from))) // without the cells of the group
		}
		left.Remove(c)
		for !left.Empty() {
			list = append(list, t.number[claimOf(left.Pop(), d, false)])
		}
	}
	return list
}

func (t *net) reasonTruthsOf(l *netLine) []Truth {
	switch {
	case l.causes >= 0:
		return t.reasons[l.causes].truths
	case l.reason == LastInCell:
		return []Truth{{Kind: CellTruth, Cell: l.claim.cell()}}
	case l.reason == LastInHouse, l.reason == ByTechnique:
		return []Truth{{Kind: HouseTruth, House: l.house, Digit: l.claim.digit()}}
	}
	return nil
}

// markReasons marks the lines in ends, and all lines from which these follow.
func (t *net) markReasons(ends []uint16) {
	t.isWanted = slices.Grow(t.isWanted[:0], len(t.lines))[:len(t.lines)]
	clear(t.isWanted)
	t.targets = append(t.targets[:0], ends...)
	for _, k := range ends {
		t.isWanted[k] = true
	}
	for i := 0; i < len(t.targets); i++ {
		l := &t.lines[t.targets[i]]
		if l.reason == ByTechnique && l.causes >= 0 {
			t.removeSpareCauses(l)
		}
		for _, k := range t.causesOf(l) {
			if !t.isWanted[k] {
				t.isWanted[k] = true
				t.targets = append(t.targets, k)
			}
		}
	}
}

// branchTo returns the lines of the net that lead to the lines in ends, as a branch.
func (t *net) branchTo(ends []uint16) Branch {
	t.markReasons(ends)
	t.isWanted[0] = true
	var b Branch
	place := make([]int, len(t.lines))
	for k := range t.lines {
		if !t.isWanted[k] {
			continue
		}
		l := &t.lines[k]
		line := Line{Candidate: l.claim.candidate(), On: l.claim.isTrue(), Depth: l.depth, Reason: l.reason, Truths: slices.Clone(t.reasonTruthsOf(l))}
		causes := t.causesOf(l)
		switch l.reason {
		case ByTechnique:
			line.Technique = Claiming
			if l.causes >= 0 {
				line.Technique = t.reasons[l.causes].technique
			} else if !board.Lines.Has(l.house) {
				line.Technique = Pointing
			}
		case Refuted:
			causes = causes[:len(causes)-1] // omit the supposition, which was a cause only so that markReasons keeps it
		}
		for _, c := range causes {
			if i := place[c]; !slices.Contains(line.From, i) {
				line.From = append(line.From, i)
			}
		}
		slices.Sort(line.From)
		place[k] = len(b.Lines)
		b.Lines = append(b.Lines, line)
	}
	for _, e := range ends {
		b.End = append(b.End, place[e])
	}
	return b
}
