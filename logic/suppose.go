package logic

import (
	"context"
	"math/bits"
	"slices"

	"nonet/sudoku"
)

// This file refutes a supposition that the caller chooses, as shortly as possible.

// Refutation returns a step that leads a supposition to a contradiction. The supposition is that the digit is in the
// cell if on is set, and that it is not there otherwise. The outcome is Found, None if there is no contradiction, or
// Undecided with the error of [Finder.Each]. t determines how the supposition is followed.
// [ForcingNetContradiction] uses singles, and [PatternForcingNet] also the patterns of nets. [NestedForcingNet] also
// uses nested suppositions, which singles or, if these fail, patterns refute. The step's technique is t, or a simpler
// one that describes the step as well.
//
// With singles, the step fills as few cells as possible. If this search takes too long, the step may fill more cells,
// but none that it could leave out. With patterns, the step ends in the contradiction that a net finds first. Of the
// finder's options, only Nodes matters. Cost: 0.1 ms with singles at the median, some milliseconds with patterns, up to
// seconds with nested suppositions.
func (f *Finder) Refutation(ctx context.Context, t Technique, c Candidate, on bool) (Step, sudoku.Outcome, error) {
	var step Step
	outcome := sudoku.None
	if !f.state.hasCandidate(c) {
		return step, outcome, nil
	}
	n := claimOf(c.Cell, c.Digit, on)
	err := f.searchFor(ctx, t, func(s *Step) bool {
		step, outcome = s.Clone(), sudoku.Found
		return false
	}, nil, func(f *Finder) {
		var b Branch
		var ok bool
		switch t {
		case ForcingNetContradiction:
			b, ok = f.refutedBySingles(n)
		case PatternForcingNet:
			net := f.netsOfPosition().net
			net.reset(patternNet)
			net.followSupposition(n)
			if ok = net.absurd; ok {
				b = net.branchTo(net.indexContradictions())
			}
		case NestedForcingNet:
			g := f.netsOfPosition()
			g.net.limited = false
			if b, ok = g.refutedBy(n); !ok && !f.stopped {
				g.net.deep = true
				b, ok = g.refutedBy(n)
			}
			if ok {
				b = g.removeNeedlessSuppositions(n, b)
			}
			g.net.deep = false
		}
		if ok && !f.stopped {
			f.want = b.simplestTechnique(t)
			f.beginStep(f.want, digitBit(c.Digit))
			f.step.Branches = append(f.step.Branches, b)
			f.completeForcingStep(&conclusion{claim: n ^ 1, sources: []claim{n}, absurd: true})
		}
	})
	if err != nil && outcome == sudoku.None {
		outcome = sudoku.Undecided
	}
	return step, outcome, err
}

// simplestTechnique returns the simplest technique, at most t, whose reasons cover all lines of a branch that ends in a
// contradiction.
func (b *Branch) simplestTechnique(t Technique) Technique {
	because := func(why LineReason) bool {
		return slices.ContainsFunc(b.Lines, func(l Line) bool { return l.Reason == why })
	}
	switch {
	case because(Refuted):
		return t
	case because(ByTechnique):
		return min(t, PatternForcingNet)
	}
	chain, one := true, b.Lines[0].On
	for i, l := range b.Lines {
		chain = chain && (i == 0 || len(l.From) == 1)
		one = one && l.Candidate.Digit == b.Lines[0].Candidate.Digit && l.Reason != LastInCell
	}
	switch {
	case one:
		return Nishio
	case chain:
		return ForcingChainContradiction
	}
	return ForcingNetContradiction
}

// shortest is a search for the fewest singles that refute a supposition. They lead to a cell without candidates, or to
// a house without a place for a digit.
//
// A forced single stays forced when more cells are filled, so the order of singles does not matter. The search
// enumerates sets of singles by size, each once.
type shortest struct {
	f      *Finder
	base   *State
	start  claim
	houses []lack
	path   []filled
	clash  Truth
	nodes  int
	buffer [][]filled // for each depth of the search, the forced singles
}

// lack is a house and a digit that has no place in it.
type lack struct {
	cells CellSet
	truth Truth
}

// filled is a candidate and the truth that forces it, because no other possibility of this truth is left.
type filled struct {
	Candidate
	by Truth
}

// shortestNodes limits the sets of singles that the search examines.
const shortestNodes = 40_000

// refutedBySingles returns the branch by which singles refute n. ok is false if singles do not refute n.
func (f *Finder) refutedBySingles(n claim) (Branch, bool) {
	s := &shortest{f: f, base: &f.state, start: n}
	for h := range f.board.Houses().All() {
		for d := Digit(1); d <= 9; d++ {
			if f.state.lacksDigit(h, d) {
				s.houses = append(s.houses, lack{f.board.Cells(h), Truth{Kind: HouseTruth, House: h, Digit: d}})
			}
		}
	}
	if !s.placeSingles(nil) {
		return Branch{}, false
	}
	// A full derivation gives an upper bound for the number of singles. Search for a refutation with fewer, from 0
	// singles up.
	known, clash := s.contradictionSteps(), s.clash
	first := world{s.base.board, s.base.cands, s.base.digits}
	barred := s.applySupposition(&first)
	for most := range len(known) {
		s.path = s.path[:0]
		bars := barred
		if s.canRefuteWithin(&first, most, &bars) {
			return s.buildBranch(), true
		}
		if s.nodes > shortestNodes || f.stopped {
			break
		}
	}
	if s.nodes > shortestNodes {
		// Leave out singles without which the contradiction still follows, beginning with the last.
		for i := len(known) - 1; i >= 0; i-- {
			if i < len(known) && s.placeSingles(slices.Concat(known[:i], known[i+1:])) {
				known, clash = s.contradictionSteps(), s.clash
			}
		}
	}
	s.path, s.clash = known, clash
	return s.buildBranch(), true
}

// applySupposition applies the supposition to w. It returns the candidates that the search must not fill in.
func (s *shortest) applySupposition(w *world) (barred [10]CellSet) {
	c, d := s.start.cell(), s.start.digit()
	if s.start.isTrue() {
		w.placeDigit(c, d)
		barred[d].Add(c)
	} else {
		w.removeCandidate(c, d)
	}
	return barred
}

// forcedSingles returns the singles in w, except those in barred. If absurd is true, there is a contradiction, and
// s.clash is the truth that cannot hold.
func (s *shortest) forcedSingles(w *world, barred *[10]CellSet, list []filled) (_ []filled, absurd bool) {
	for i := range s.houses {
		h := &s.houses[i]
		d := h.truth.Digit
		switch at := w.digits[d].And(h.cells); {
		case at.Empty():
			s.clash = h.truth
			return list, true
		case at.Single() && !at.Meets(barred[d]):
			list = append(list, filled{Candidate{at.First(), d}, h.truth})
		}
	}
	var once, twice CellSet
	for _, places := range w.digits[1:] {
		once, twice = once.Or(places), twice.Or(once.And(places))
	}
	if none := s.base.digits[0].Less(once); !none.Empty() {
		s.clash = Truth{Kind: CellTruth, Cell: none.First()}
		return list, true
	}
	for c := range once.Less(twice).All() {
		d := Digit(bits.TrailingZeros16(uint16(w.cands[c])) + 1)
		if !barred[d].Has(c) {
			list = append(list, filled{Candidate{c, d}, Truth{Kind: CellTruth, Cell: c}})
		}
	}
	return list, false
}

// canRefuteWithin reports whether at most most further singles lead from w to a contradiction. If so, path and clash
// describe it.
func (s *shortest) canRefuteWithin(w *world, most int, barred *[10]CellSet) bool {
	s.nodes++
	for len(s.buffer) <= len(s.path) {
		s.buffer = append(s.buffer, nil)
	}
	list, absurd := s.forcedSingles(w, barred, s.buffer[len(s.path)][:0])
	s.buffer[len(s.path)] = list
	if absurd {
		return true
	}
	if most == 0 || s.nodes > shortestNodes || s.f.countNode() {
		return false
	}
	bars := *barred
	for _, one := range list {
		if bars[one.Digit].Has(one.Cell) {
			continue // another truth forces the same single, which has already been tried
		}
		next := *w
		next.placeDigit(one.Cell, one.Digit)
		// All sets with this single have now been tried, so the next branches leave it out.
		bars[one.Digit].Add(one.Cell)
		s.path = append(s.path, one)
		if s.canRefuteWithin(&next, most-1, &bars) {
			return true
		}
		s.path = s.path[:len(s.path)-1]
	}
	return false
}

// placeSingles places all singles that follow, or only those in among if it is not nil. It reports whether this leads
// to a contradiction. If so, path and clash describe the contradiction.
func (s *shortest) placeSingles(among []filled) bool {
	s.path = s.path[:0:0]
	w := world{s.base.board, s.base.cands, s.base.digits}
	barred := s.applySupposition(&w)
	for {
		list, absurd := s.forcedSingles(&w, &barred, nil)
		if absurd {
			return true
		}
		going := false
		for _, one := range list {
			wanted := among == nil || slices.ContainsFunc(among, func(k filled) bool { return k.Candidate == one.Candidate })
			if !wanted || !w.cands[one.Cell].Has(one.Digit) || barred[one.Digit].Has(one.Cell) {
				continue
			}
			w.placeDigit(one.Cell, one.Digit)
			barred[one.Digit].Add(one.Cell)
			s.path = append(s.path, one)
			going = true
		}
		if !going {
			return false
		}
	}
}

// causeIndexOf returns what removes a candidate: the single at this index of the path, counted from 1, or 0 for the
// supposition.
func (s *shortest) causeIndexOf(e Candidate) int {
	sees := func(c Cell, d Digit) bool {
		return c == e.Cell && d != e.Digit || d == e.Digit && s.base.board.Peers(c).Has(e.Cell)
	}
	if n := s.start; n.candidate() == e || n.isTrue() && sees(n.cell(), n.digit()) {
		return 0
	}
	return 1 + slices.IndexFunc(s.path, func(k filled) bool { return sees(k.Cell, k.Digit) })
}

// otherCandidates returns the candidates of a truth in the base position, except but.
func (s *shortest) otherCandidates(t Truth, but Candidate) (list []Candidate) {
	if t.Kind == CellTruth {
		for d := range s.base.cands[t.Cell].Digits() {
			list = append(list, Candidate{t.Cell, d})
		}
	} else {
		for c := range s.base.digits[t.Digit].And(s.base.board.Cells(t.House)).All() {
			list = append(list, Candidate{c, t.Digit})
		}
	}
	return slices.DeleteFunc(list, func(e Candidate) bool { return e == but })
}

// contradictionSteps returns the singles of the path that the contradiction needs.
func (s *shortest) contradictionSteps() (list []filled) {
	wanted := make([]bool, len(s.path)+1)
	need := func(t Truth, but Candidate) {
		for _, e := range s.otherCandidates(t, but) {
			wanted[s.causeIndexOf(e)] = true
		}
	}
	need(s.clash, Candidate{})
	for i := len(s.path); i > 0; i-- {
		if wanted[i] {
			need(s.path[i-1].by, s.path[i-1].Candidate)
		}
	}
	for i, one := range s.path {
		if wanted[i+1] {
			list = append(list, one)
		}
	}
	return list
}

// buildBranch returns the path as the lines of a branch. Before each single come the eliminations that it needs.
func (s *shortest) buildBranch() Branch {
	s.path = s.contradictionSteps()
	b := Branch{Lines: []Line{{Candidate: s.start.candidate(), On: s.start.isTrue(), Reason: Supposed}}}
	at := []int{0} // the line of the supposition, then the line of each single
	gone := map[Candidate]int{}
	if !s.start.isTrue() {
		gone[s.start.candidate()] = 0
	}
	from := func(t Truth, but Candidate) (list []int) {
		for _, e := range s.otherCandidates(t, but) {
			k, known := gone[e]
			if !known {
				k = len(b.Lines)
				gone[e] = k
				b.Lines = append(b.Lines, Line{Candidate: e, Reason: Seen, From: []int{at[s.causeIndexOf(e)]}})
			}
			list = append(list, k)
		}
		slices.Sort(list)
		return list
	}
	last := func(e Candidate, t Truth) {
		l := Line{Candidate: e, On: true, Reason: LastInCell, From: from(t, e), Truths: []Truth{t}}
		if t.Kind == HouseTruth {
			l.Reason = LastInHouse
		}
		b.Lines = append(b.Lines, l)
	}
	for _, one := range s.path {
		last(one.Candidate, one.by)
		at = append(at, len(b.Lines)-1)
	}
	// The last candidate must be true, because the others are removed. But it is false as well.
	all := s.otherCandidates(s.clash, Candidate{})
	lost := slices.MaxFunc(all, func(x, y Candidate) int { return s.causeIndexOf(x) - s.causeIndexOf(y) })
	last(lost, s.clash)
	b.End = append(b.End, len(b.Lines)-1)
	k, known := gone[lost]
	if !known {
		k = len(b.Lines)
		b.Lines = append(b.Lines, Line{Candidate: lost, Reason: Seen, From: []int{at[s.causeIndexOf(lost)]}})
	}
	b.End = append(b.End, k)
	return b
}
