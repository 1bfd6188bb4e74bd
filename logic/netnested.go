package logic

import "slices"

// This file makes nets within nets by nested suppositions, and has the technique that uses them.

// refuteAll supposes each remaining candidate, and removes those that lead to a contradiction. It returns true if it
// removed a candidate and the net itself has no contradiction.
func (t *net) refuteAll() bool {
	any := false
	for c := range t.world.digits[0].All() {
		for d := range t.world.cands[c].Digits() {
			n := claimOf(c, d, true)
			if t.absurd || t.world.cands[c].Len() < 2 || !t.world.cands[c].Has(d) || t.limited && !slices.Contains(t.allowed, n) || t.isOver() {
				continue
			}
			if t.refuteNested(n) {
				any = true
				t.followNewLines()
			}
		}
	}
	return any && !t.absurd
}

// refuteNested makes a supposition inside the net, and reports whether it leads to a contradiction. If so, it adds the
// opposite of the supposition to the net, and keeps the lines from which the contradiction follows.
func (t *net) refuteNested(n claim) bool {
	mark, was := len(t.lines), t.world
	t.depth++
	t.addLine(netLine{claim: n, reason: Supposed, depth: t.depth, causes: -1})
	t.followNewLines()
	t.depth--
	refuted := t.absurd
	var keep []netLine
	var causes []uint16
	if refuted {
		// The causes of the lines from index mark on must be stored now, because they cannot be derived later.
		t.markReasons(t.contradictingLines())
		sup := uint16(mark)
		t.isWanted[sup] = true
		place := map[uint16]uint16{}
		indexOf := func(k uint16) uint16 {
			if int(k) >= mark {
				return place[k]
			}
			return k
		}
		for k := mark; k < len(t.lines); k++ {
			if !t.isWanted[k] {
				continue
			}
			l := t.lines[k]
			if l.reason != Supposed {
				causes := t.causesOf(&l)
				for i := range causes {
					causes[i] = indexOf(causes[i])
				}
				technique := BruteForce
				if l.causes >= 0 {
					technique = t.reasons[l.causes].technique
				}
				l.causes = t.addReason(netReason{causes, t.reasonTruthsOf(&l), technique})
			}
			place[uint16(k)] = uint16(mark + len(keep))
			keep = append(keep, l)
		}
		for _, k := range t.contradictingLines() {
			causes = append(causes, indexOf(k))
		}
	}
	for k := mark; k < len(t.lines); k++ {
		t.number[t.lines[k].claim] = noLine
	}
	t.lines, t.world, t.absurd = append(t.lines[:mark], keep...), was, false
	t.head = len(t.lines)
	if refuted {
		far := uint16(0)
		for _, k := range causes {
			far = max(far, t.lines[k].far)
		}
		t.addLine(netLine{claim: n ^ 1, reason: Refuted, depth: t.depth, far: far + 1, causes: t.addReason(netReason{append(causes, uint16(mark)), nil, 0})})
	}
	return refuted
}

// findNestedNets searches for contradictions that no other kind of net finds. It begins with the cells that have the
// fewest candidates. It collects refutedAtOnce refutations at a time, and reports the shortest of them first.
func findNestedNets(f *Finder) {
	t := f.currentNet()
	open := slices.SortedStableFunc(f.state.openCandidates, func(a, b Candidate) int {
		return f.state.cands[a.Cell].Len() - f.state.cands[b.Cell].Len()
	})
	for len(open) > 0 {
		var batch []Branch
		for len(open) > 0 && len(batch) < refutedAtOnce {
			if f.countNode() {
				return
			}
			x := claimOf(open[0].Cell, open[0].Digit, true)
			open = open[1:]
			if t.consequencesOf(patternNet, x).absurd {
				continue
			}
			t.limited = false
			if branch, ok := t.nestedRefutationOf(x); ok {
				batch = append(batch, t.removeNeedlessSuppositions(x, branch))
			}
		}
		slices.SortStableFunc(batch, func(a, b Branch) int { return len(a.Lines) - len(b.Lines) })
		for _, b := range batch {
			x := b.Lines[0].Candidate
			f.beginStep(NestedForcingNet, digitBit(x.Digit))
			f.step.Branches = append(f.step.Branches, b)
			f.completeForcingStep(&conclusion{claim: claimOf(x.Cell, x.Digit, false), absurd: true})
		}
	}
}

// refutedAtOnce is the number of refutations that the search collects before it sorts and reports them.
const refutedAtOnce = 8

// nestedRefutationOf returns a branch from x to a contradiction, with nested suppositions from t.allowed. The second
// result is false if there is none.
func (t *net) nestedRefutationOf(x claim) (Branch, bool) {
	t.reset(nestedNet)
	t.followSupposition(x)
	if !t.absurd {
		return Branch{}, false
	}
	return t.branchTo(t.contradictingLines()), true
}

// removeNeedlessSuppositions removes nested suppositions without which the net still refutes x. It begins with the
// supposition that has the most lines.
func (t *net) removeNeedlessSuppositions(x claim, b Branch) Branch {
	t.limited = true
	tried := map[claim]bool{}
	for {
		t.allowed = t.allowed[:0]
		worst, most, supposed := -1, 0, 0
		for i := range b.Lines {
			l := &b.Lines[i]
			switch l.Reason {
			case Supposed:
				supposed = i
			case Refuted:
				n := claimOf(l.Candidate.Cell, l.Candidate.Digit, true)
				if !tried[n] && i-supposed > most {
					worst, most = len(t.allowed), i-supposed
				}
				t.allowed = append(t.allowed, n)
			}
		}
		if worst < 0 || len(t.allowed) == 1 {
			t.limited = false
			return b
		}
		tried[t.allowed[worst]] = true
		t.allowed = slices.Delete(t.allowed, worst, worst+1)
		if shorter, ok := t.nestedRefutationOf(x); ok {
			b = shorter
		}
	}
}
