package logic

import (
	"maps"
	"math/bits"
	"slices"
)

// What suppositions force: contradictions and verities.

// conclusion is something that suppositions force.
type conclusion struct {
	claim   claim
	cost    int
	sources []claim
	absurd  bool // the one source, its contrary, leads to a contradiction
}

// sources are the wide ranges of suppositions one of which is true.
type sources uint8

const (
	cellSources sources = 1 << iota
	houseSources
	eitherSources // a candidate and its absence
	anySources    = cellSources | houseSources | eitherSources
)

// open are the candidates of the cells that have several.
func (s *State) open(yield func(Candidate) bool) {
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

// contradictions are what contradictions refute, and but for one digit alone confirm.
func (f *Finder) contradictions(kind netKind) []conclusion {
	var list []conclusion
	g := f.nets()
	// What is true first: it leads furthest.
	for _, on := range [2]bool{true, false} {
		if !on && kind == digitNet {
			break
		}
		for c := range f.state.open {
			if f.countNode() {
				return nil
			}
			n := claimOf(c.Cell, c.Digit, on)
			if g.harmless(kind, n) {
				continue
			}
			if r := g.reach(kind, n); r.absurd {
				list = append(list, conclusion{n ^ 1, r.end, []claim{n}, true})
			}
		}
	}
	return list
}

// verities are what all of some suppositions lead to, one of which is true. Two of a cell
// or of a house are left to the loops unless all sources are asked for.
func (f *Finder) verities(kind netKind, from sources) []conclusion {
	s := &f.state
	best := map[claim]conclusion{}
	try := func(list []claim) {
		if (len(list) > 2 || len(list) == 2 && from == anySources) && !f.countNode() {
			f.common(kind, list, best)
		}
	}
	var list []claim
	for left := s.digits[0]; !left.Empty() && from&cellSources != 0; {
		c := left.Pop()
		list = list[:0]
		for d := range s.cands[c].Digits() {
			list = append(list, claimOf(c, d, true))
		}
		try(list)
	}
	for left := f.board.Houses(); left != 0 && from&houseSources != 0; {
		h := left.Pop()
		for d := Digit(1); d <= 9; d++ {
			list = list[:0]
			for left := f.places(h, d); !left.Empty(); {
				list = append(list, claimOf(left.Pop(), d, true))
			}
			try(list)
		}
	}
	if from&eitherSources != 0 {
		for c := range s.open {
			n := claimOf(c.Cell, c.Digit, true)
			try(append(list[:0], n, n^1))
		}
	}
	return slices.Collect(maps.Values(best))
}

// common notes what all suppositions of the list lead to, where that is shorter than what is
// known. One that leads to a contradiction is a case for another technique.
func (f *Finder) common(kind netKind, list []claim, best map[claim]conclusion) {
	g := f.nets()
	var reaches [9]*reach
	var all [len(reach{}.claims)]uint64
	for i, n := range list {
		if i > 1 && kind != patternNet && f.nothingLeft(kind, list, &all) {
			return
		}
		r := g.reach(kind, n)
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
				continue // that one of them is not so is a contradiction's to tell
			}
			cost := 0
			for _, r := range reaches[:len(list)] {
				cost += int(r.far[n]) + 1
			}
			if old, known := best[n]; !known || cost < old.cost {
				best[n] = conclusion{n, cost, slices.Clone(list), false}
			}
		}
	}
}

// nothingLeft reports whether all of the suppositions can lead to no more than that others
// of them are not so, which are known to lead to no contradiction.
func (f *Finder) nothingLeft(kind netKind, list []claim, all *[len(reach{}.claims)]uint64) bool {
	known := f.nets().safe[kind]
	rest := *all
	for _, n := range list {
		if known[n/64]>>(n%64)&1 != 0 {
			rest[n/64] &^= 1 << ((n ^ 1) % 64)
		}
	}
	return rest == [len(rest)]uint64{}
}
