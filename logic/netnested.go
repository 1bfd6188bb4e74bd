package logic

import (
	"slices"
	"sort"
)

// This file makes nets within nets by nested suppositions, and has the technique that uses them.

// refuteAll supposes each remaining candidate, and removes those that lead to a contradiction. It returns true if it
// removed a candidate and the net itself has no contradiction.
func (t *net) refuteAll() bool {
	any := false
	for c := range t.now.digits[0].All() {
		for d := range t.now.cands[c].Digits() {
			n := claimOf(c, d, true)
			if t.absurd || t.now.cands[c].Len() < 2 || !t.now.cands[c].Has(d) || t.limited && !slices.Contains(t.allowed, n) || t.over() {
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
	mark, was := len(t.lines), t.now
	t.depth++
	t.addLine(netLine{claim: n, reason: Supposed, depth: t.depth, causes: -1})
	t.followNewLines()
	t.depth--
	refuted := t.absurd
	var keep []netLine
	var why []uint16
	if refuted {
		// The causes of the lines from index mark on must be stored now, because they cannot be derived later.
		t.markReasons(t.indexContradictions())
		sup := uint16(mark)
		t.isWanted[sup] = true
		place := map[uint16]uint16{}
		at := func(k uint16) uint16 {
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
					causes[i] = at(causes[i])
				}
				by := BruteForce
				if l.causes >= 0 {
					by = t.reasons[l.causes].by
				}
				l.causes = t.addReason(netReason{causes, t.reasonTruthsOf(&l), by})
			}
			place[uint16(k)] = uint16(mark + len(keep))
			keep = append(keep, l)
		}
		for _, k := range t.indexContradictions() {
			why = append(why, at(k))
		}
	}
	for k := mark; k < len(t.lines); k++ {
		t.number[t.lines[k].claim] = noLine
	}
	t.lines, t.now, t.absurd = append(t.lines[:mark], keep...), was, false
	t.head = len(t.lines)
	if refuted {
		far := uint16(0)
		for _, k := range why {
			far = max(far, t.lines[k].far)
		}
		t.addLine(netLine{claim: n ^ 1, reason: Refuted, depth: t.depth, far: far + 1, causes: t.addReason(netReason{append(why, uint16(mark)), nil, 0})})
	}
	return refuted
}

// findNestedNets searches for contradictions that no other kind of net finds. It begins with the cells that have the
// fewest candidates. It collects refutedAtOnce refutations at a time, and reports the shortest of them first.
func findNestedNets(f *Finder) {
	g := f.netsOfPosition()
	type refuted struct {
		claim  claim
		branch Branch
	}
	var batch []refuted
	tell := func() {
		sort.SliceStable(batch, func(i, j int) bool { return len(batch[i].branch.Lines) < len(batch[j].branch.Lines) })
		for _, r := range batch {
			if !f.stopped {
				f.beginStep(NestedForcingNet, digitBit(r.claim.digit()))
				f.step.Branches = append(f.step.Branches, r.branch)
				f.completeForcingStep(&conclusion{claim: r.claim ^ 1, sources: []claim{r.claim}, absurd: true})
			}
		}
		batch = batch[:0]
	}
	for n := 2; n <= 9; n++ {
		for c := range f.state.cellsWithCandidates(n).All() {
			for d := range f.state.cands[c].Digits() {
				if f.countNode() {
					return
				}
				x := claimOf(c, d, true)
				if g.consequencesOf(patternNet, x).absurd {
					continue
				}
				g.net.limited = false
				if branch, ok := g.refutedBy(x); ok && !f.stopped {
					batch = append(batch, refuted{x, g.removeNeedlessSuppositions(x, branch)})
				}
				if len(batch) == refutedAtOnce {
					tell()
				}
				if f.stopped {
					return
				}
			}
		}
	}
	tell()
}

// refutedAtOnce is the number of refutations that the search collects before it sorts and reports them.
const refutedAtOnce = 8

// refutedBy returns the nested net that refutes x. Its nested suppositions are those in t.allowed. ok is false if no
// such net refutes x.
func (g *netFacts) refutedBy(x claim) (Branch, bool) {
	t := g.net
	t.reset(nestedNet)
	t.followSupposition(x)
	if !t.absurd {
		return Branch{}, false
	}
	return t.branchTo(t.indexContradictions()), true
}

// removeNeedlessSuppositions removes nested suppositions without which the net still refutes x. It begins with the
// supposition that has the most lines.
func (g *netFacts) removeNeedlessSuppositions(x claim, b Branch) Branch {
	t := g.net
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
		if shorter, ok := g.refutedBy(x); ok {
			b = shorter
		}
	}
}
