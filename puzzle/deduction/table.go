package deduction

import (
	"math/bits"
	"slices"

	"nonet/puzzle"
)

// ruleTable lists the ways to fill the cells of a rule, and indexes the ways by cell and value.
type ruleTable struct {
	ways puzzle.Ways
	at   []uint64 // the candidates of the cells when the ways were listed; nil before they are listed

	holding []waySet // for each cell and bit, the ways in which the cell has the value
	last    []int32  // for each cell and bit, the word of holding in which a possible way was last found
	room    waySet
	shares  map[int]*shares // for each house, the sets of values that the rule's cells in it can have
	shared  uint64          // the values that occur in every way
}

// waySet is a set of ways, one bit for each way.
type waySet []uint64

func (s waySet) intersects(t waySet) bool {
	for w, word := range s {
		if word&t[w] != 0 {
			return true
		}
	}
	return false
}

// addValuesOfWays adds to sets, for each cell, the values that the cell has in at least one of the ways. Values outside
// may are not added.
func (t *ruleTable) addValuesOfWays(ways waySet, may, sets []uint64) {
	wide := len(t.holding) / len(t.ways.Cells)
	for i, c := range t.ways.Cells {
		for rest := may[c]; rest != 0; rest &= rest - 1 {
			if ways.intersects(t.holding[i*wide+bits.TrailingZeros64(rest)]) {
				sets[i] |= rest & -rest
			}
		}
	}
}

// indexWays fills holding: for each cell and value, the ways in which the cell has the value.
func (t *ruleTable) indexWays(s *State) {
	wide, words := s.pieces.Values(), (len(t.ways.List)+63)/64
	n := len(t.ways.Cells) * wide
	t.holding, t.last, t.room, t.shares = make([]waySet, n), make([]int32, n), make(waySet, words), nil
	backing := make(waySet, n*words)
	for i := range t.holding {
		t.holding[i], backing = backing[:words:words], backing[words:]
	}
	t.shared = ^uint64(0)
	for i, way := range t.ways.List {
		in := uint64(0)
		for at, v := range way {
			t.holding[at*wide+s.bitOf(v)][i/64] |= 1 << (i % 64)
			in |= 1 << s.bitOf(v)
		}
		t.shared &= in
	}
}

// selectAllWays sets the field `room` to all ways.
func (t *ruleTable) selectAllWays() {
	for w := range t.room {
		t.room[w] = ^uint64(0)
	}
	if n := len(t.ways.List) % 64; n > 0 {
		t.room[len(t.room)-1] = 1<<n - 1
	}
}

// possibleWays returns the ways that are possible if the cells have the candidates may, which are a subset of the
// table's candidates. The set is valid until the next call.
func (t *ruleTable) possibleWays(may []uint64) waySet {
	t.selectAllWays()
	set, wide := t.room, len(t.holding)/len(t.ways.Cells)
	for i, c := range t.ways.Cells {
		for gone := t.at[i] &^ may[c]; gone != 0; gone &= gone - 1 {
			for w, word := range t.holding[i*wide+bits.TrailingZeros64(gone)] {
				set[w] &^= word
			}
		}
	}
	return set
}

// remainingValues returns, for each cell, the values that the cell has in at least one possible way. loses reports
// whether some cell loses a value.
func (t *ruleTable) remainingValues(may []uint64) (sets []uint64, loses bool) {
	possible, wide := t.possibleWays(may), len(t.holding)/len(t.ways.Cells)
	for i, c := range t.ways.Cells {
	values:
		for rest := may[c]; rest != 0; rest &= rest - 1 {
			at := i*wide + bits.TrailingZeros64(rest)
			holding := t.holding[at]
			if w := t.last[at]; int(w) < len(possible) && possible[w]&holding[w] != 0 {
				continue
			}
			for w, word := range holding {
				if possible[w]&word != 0 {
					t.last[at] = int32(w)
					continue values
				}
			}
			if sets == nil {
				sets = (&State{may: may}).candidateSetsOf(t.ways.Cells)
			}
			sets[i] &^= rest & -rest
		}
	}
	return sets, sets != nil
}

// mostWays limits the ways of a table. A rule with more ways has no table.
const mostWays = 2000

// updateRuleTables drops or lists again the ways in the tables of rules whose candidates have changed. A rule with
// fewer than two or more than nine open cells gets no table. The error is the context's.
func (f *finder) updateRuleTables() error {
	for i := range f.rules {
		r, t := &f.rules[i], &f.links[i]
		n := f.countOpen(r.cells)
		if n < 2 || n > 9 {
			t.at = nil
			continue
		}
		if !f.recordIfChanged(searchKey{byChain, i + 1, 0}, r.cells) {
			continue
		}
		if !f.narrowTable(t) {
			ways, err := f.of.Ways(f.ctx, r.pieces, f.may, mostWays+1)
			if err != nil {
				return err
			}
			*t = ruleTable{ways: ways}
			if !ways.All || len(ways.List) > mostWays {
				continue
			}
		}
		t.at = f.candidateSetsOf(t.ways.Cells)
		t.indexWays(f.State)
	}
	return nil
}

func (s *State) candidateSetsOf(cells []int) []uint64 {
	list := make([]uint64, len(cells))
	for i, c := range cells {
		list[i] = s.may[c]
	}
	return list
}

// narrowTable drops the ways of a table that are no longer possible. It returns false if there is no table, or if a
// cell has gained candidates since the ways were listed.
func (f *finder) narrowTable(t *ruleTable) bool {
	if t.at == nil {
		return false
	}
	for i, c := range t.ways.Cells {
		if f.may[c]&^t.at[i] != 0 {
			return false
		}
	}
	var list [][]int
	for w, word := range t.possibleWays(f.may) {
		for ; word != 0; word &= word - 1 {
			list = append(list, t.ways.List[w*64+bits.TrailingZeros64(word)])
		}
	}
	t.ways.List = list
	return true
}

// meeting is a pair of cells of two tables, as indices in the tables. The two are the same cell of the board, or their
// values must differ.
type meeting struct {
	own, other int
	same       bool
}

// loseNoCandidates reports whether two rules together exclude no candidate of their cells. Each candidate is then in a
// way of one rule that is compatible with a way of the other. The check costs far less than asking the engine.
func (f *finder) loseNoCandidates(a, b *ruleTable) bool {
	foundA, foundB := make([]uint64, len(a.ways.Cells)), make([]uint64, len(b.ways.Cells))
	return f.haveCompatibleWays(a, b, foundA, foundB) && f.haveCompatibleWays(b, a, foundB, foundA)
}

// haveCompatibleWays reports whether each candidate of table t is in a way of t that is compatible with a way of the
// second table. own receives the candidates in those ways of t. other receives the candidates in the compatible ways of
// the second table.
func (f *finder) haveCompatibleWays(t, with *ruleTable, own, other []uint64) bool {
	var meetings []meeting
	for i, c := range t.ways.Cells {
		for j, d := range with.ways.Cells {
			if c == d || f.of.MustDiffer(c, d) {
				meetings = append(meetings, meeting{i, j, c == d})
			}
		}
	}
	wide := f.of.Values()
	for i, c := range t.ways.Cells {
	values:
		for left := f.may[c] &^ own[i]; left != 0; left = left & (left - 1) &^ own[i] {
			for w, word := range t.holding[i*wide+bits.TrailingZeros64(left)] {
				for ; word != 0; word &= word - 1 {
					way := t.ways.List[w*64+bits.TrailingZeros64(word)]
					set := with.room
					with.selectAllWays()
					for _, m := range meetings {
						holding := with.holding[m.other*wide+f.bitOf(way[m.own])]
						for x := range set {
							if m.same {
								set[x] &= holding[x]
							} else {
								set[x] &^= holding[x]
							}
						}
					}
					x := slices.IndexFunc(set, func(word uint64) bool { return word != 0 })
					if x < 0 {
						continue
					}
					for i, v := range way {
						own[i] |= 1 << f.bitOf(v)
					}
					for i, v := range with.ways.List[x*64+bits.TrailingZeros64(set[x])] {
						other[i] |= 1 << f.bitOf(v)
					}
					continue values
				}
			}
			return false
		}
	}
	return true
}
