package logic

import (
	"maps"
	"math/bits"
	"slices"
)

// This file finds conclusions from suppositions: contradictions and verities.

// conclusion is a claim that follows from suppositions, with the shortest proof found so far.
type conclusion struct {
	claim   claim
	cost    int
	sources []claim
	truths  []Truth // the truth that at least one of the suppositions in sources holds, if this truth is not obvious
	absurd  bool    // the proof is a contradiction, and its only supposition is the opposite of the claim
}

// sources selects lists of suppositions such as the candidates of a cell. In each list at least one supposition is
// true.
type sources uint8

const (
	cellSources sources = 1 << iota
	houseSources
	eitherSources // a candidate and its absence
	anySources    = cellSources | houseSources | eitherSources
)

// openCandidates yields the candidates of all cells with at least two candidates.
func (s *State) openCandidates(yield func(Candidate) bool) {
	for c := range s.digits[0].All() {
		if s.cands[c].Len() < 2 {
			continue
		}
		for d := range s.cands[c].Digits() {
			if !yield(Candidate{c, d}) {
				return
			}
		}
	}
}

// findContradictions returns the claims whose opposite leads to a contradiction. For nets of one digit, these are only
// eliminations.
func (f *Finder) findContradictions(kind netKind) []conclusion {
	var list []conclusion
	t := f.currentNet()
	// Begin with true claims, which have the most consequences.
	for _, isOn := range [2]bool{true, false} {
		if !isOn && kind == digitNet {
			break
		}
		for c := range f.state.openCandidates {
			if f.countNode() {
				return nil
			}
			n := claimOf(c.Cell, c.Digit, isOn)
			if kind <= singleNet && t.safe[kind][n/64]>>(n%64)&1 != 0 {
				continue
			}
			if r := t.consequencesOf(kind, n); r.absurd {
				list = append(list, conclusion{n ^ 1, r.end, []claim{n}, nil, true})
			}
		}
	}
	return list
}

// findVerities returns the claims that follow from every supposition of a source. It examines sources with only two
// suppositions only if `from` selects all sources, because the loop techniques find their claims, too.
func (f *Finder) findVerities(kind netKind, from sources) []conclusion {
	s := &f.state
	best := map[claim]conclusion{}
	try := func(list []claim, truths ...Truth) {
		if (len(list) > 2 || len(list) == 2 && from == anySources) && !f.countNode() {
			f.addCommonConsequences(kind, list, truths, best)
		}
	}
	var list []claim
	for left := s.digits[0]; !left.Empty() && from&cellSources != 0; {
		c := left.Pop()
		list = list[:0]
		for d := range s.cands[c].Digits() {
			list = append(list, claimOf(c, d, true))
		}
		try(list, Truth{Kind: CellTruth, Cell: c})
	}
	for left := f.board.Houses(); left != 0 && from&houseSources != 0; {
		h := left.Pop()
		for d := Digit(1); d <= 9; d++ {
			list = list[:0]
			for left := f.placesIn(h, d); !left.Empty(); {
				list = append(list, claimOf(left.Pop(), d, true))
			}
			try(list, Truth{Kind: HouseTruth, House: h, Digit: d})
		}
	}
	if from&eitherSources != 0 {
		for c := range s.openCandidates {
			n := claimOf(c.Cell, c.Digit, true)
			try(append(list[:0], n, n^1))
		}
	}
	return slices.Collect(maps.Values(best))
}

// addCommonConsequences adds to `best` the claims that follow from every supposition of the list, unless `best` has a
// shorter proof. By `truths`, one of the suppositions holds. If one of the suppositions leads to a contradiction by a
// net other than a chain net, it adds nothing, because another technique reports the contradiction.
func (f *Finder) addCommonConsequences(kind netKind, list []claim, truths []Truth, best map[claim]conclusion) {
	t := f.currentNet()
	var reaches [9]*reach
	var all [len(reach{}.claims)]uint64
	for i, n := range list {
		r := t.consequencesOf(kind, n)
		reaches[i] = r
		if r.absurd && kind != chainNet {
			return
		}
		for w := range all {
			if i == 0 {
				all[w] = r.claims[w]
			} else {
				all[w] &= r.claims[w]
			}
		}
	}
	for w, b := range all {
		for ; b != 0; b &= b - 1 {
			n := claim(64*w + bits.TrailingZeros64(b))
			if n.isTrue() && f.state.cands[n.cell()].Len() < 2 || slices.Contains(list, n^1) {
				continue // the opposite of claim n is in the list, so a contradiction proves n, too
			}
			cost := 0
			for _, r := range reaches[:len(list)] {
				cost += int(r.far[n]) + 1
			}
			if old, known := best[n]; !known || cost < old.cost {
				best[n] = conclusion{n, cost, slices.Clone(list), truths, false}
			}
		}
	}
}
