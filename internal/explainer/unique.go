package explainer

import (
	"cmp"
	"slices"
)

// loopHint is a conclusion from a unique loop.
type loopHint struct {
	loopKey
	rating  float64
	removed []elimination
}

// loopKey identifies hints as Sudoku Explainer does: by the loop's cells, not by its two digits. The last four fields
// are for type 3.
type loopKey struct {
	kind   uint8 // the type of the hint, 1 to 4
	size   int
	cells  cellSet
	hidden bool // set if the subset is hidden, not naked
	house  uint8
	digits uint16 // the digits of the naked or hidden subset
	others uint16 // the places of the subset's other cells
}

// loopFinder searches for unique loops through one cell.
type loopFinder struct {
	board   *board
	pair    uint16 // the loop's two digits
	path    []uint8
	seen    cellSet
	visited [2]uint32 // the houses visited in even steps, and those visited in odd steps
	hints   []loopHint
}

// searchUniqueLoop finds the easiest conclusion from a unique rectangle or loop.
func (s *solver) searchUniqueLoop() bool {
	f := &s.loops
	f.board, f.hints = s.board, f.hints[:0]
	for c := range uint8(cells) {
		if pair := s.board.cand[c]; ones[pair] == 2 {
			f.pair = pair
			f.extendPath(c, 2, 0, -1)
		}
	}
	if len(f.hints) == 0 {
		return false
	}
	first := slices.MinFunc(f.hints, func(a, b loopHint) int {
		return cmp.Or(cmp.Compare(a.rating, b.rating), cmp.Compare(a.kind, b.kind))
	})
	s.found.removed = append(s.found.removed[:0], first.removed...)
	if first.size == 4 {
		return s.recordElimination("unique-rectangle", first.rating)
	}
	return s.recordElimination("unique-loop", first.rating)
}

// extendPath adds cell c to the path, and continues along houses of another kind than lastKind. `extra` collects the
// path's digits outside the pair. If `extra` has more than one digit, only `allowed` further cells may have such
// digits. As in SE 1.2.1, digits found in one branch also count in later branches from the same cell.
//
// A loop is deadly if each house that it visits has one cell at an even place of the loop and one at an odd place.
func (f *loopFinder) extendPath(c uint8, allowed int, extra uint16, lastKind int) {
	side := &f.visited[len(f.path)&1]
	h := &cellHouse[c]
	housesHere := uint32(1)<<h[0] | 1<<h[1] | 1<<h[2]
	if *side&housesHere != 0 {
		return
	}
	*side |= housesHere
	f.path = append(f.path, c)
	f.seen.add(c)
	pair := digitsOf[f.pair]
	for kind, h := range cellHouse[c] {
		if kind == lastKind {
			continue
		}
		for _, p := range digitsOf[f.board.places[pair[0]][h]&f.board.places[pair[1]][h]] {
			next := houseCell[h][p]
			if next == f.path[0] {
				if len(f.path) >= 4 && f.visited[0] == f.visited[1] {
					f.addLoopHints()
				}
			} else if !f.seen.has(next) {
				m := f.board.cand[next]
				extra = (extra | m) &^ f.pair
				if m == f.pair {
					f.extendPath(next, allowed, extra, kind)
				} else if ones[extra] == 1 || allowed > 0 {
					f.extendPath(next, allowed-1, extra, kind)
				}
			}
		}
	}
	f.seen.remove(c)
	f.path = f.path[:len(f.path)-1]
	*side &^= housesHere
}

func (f *loopFinder) addLoopHints() {
	var rich []uint8 // the cells with other digits than the pair, in the order of the loop
	extra := uint16(0)
	for _, c := range f.path {
		if m := f.board.cand[c]; m != f.pair {
			rich = append(rich, c)
			extra |= m &^ f.pair
		}
	}
	switch {
	case len(rich) == 1:
		f.addHint(loopKey{kind: 1}, []elimination{{rich[0], f.pair}})
	case len(rich) > 2:
		f.findType2(rich)
	case len(rich) == 2:
		if ones[extra] == 1 {
			f.findType2(rich)
		} else if ones[extra] >= 2 {
			f.findType3(rich[0], rich[1], extra)
		}
		f.findType4(rich[0], rich[1])
	}
}

// addHint adds a hint that removes something, unless this hint was found before.
func (f *loopFinder) addHint(h loopKey, removed []elimination) {
	if len(removed) == 0 {
		return
	}
	h.size = len(f.path)
	h.cells = f.seen
	beside, tenth, fifth, threeTenths := 4.5, 0.1, 0.2, 0.3
	switch {
	case h.size >= 10:
		beside = beside + threeTenths + fifth
	case h.size >= 8:
		beside += fifth
	case h.size >= 6:
		beside += tenth
	}
	if h.hidden {
		beside += float64(int(ones[h.others])-1) * tenth
	} else if h.kind == 3 {
		beside += float64(int(ones[h.digits])-1) * tenth
	}
	if !slices.ContainsFunc(f.hints, func(o loopHint) bool { return o.loopKey == h }) {
		f.hints = append(f.hints, loopHint{h, beside, removed})
	}
}

func (f *loopFinder) findType2(rich []uint8) {
	d := digitsOf[f.board.cand[rich[0]]&^f.pair][0]
	common := sees[rich[0]]
	for _, c := range rich[1:] {
		common.intersect(&sees[c])
	}
	var removed []elimination
	for _, c := range common.appendTo(nil) {
		if f.board.has(c, d) {
			removed = append(removed, elimination{c, 1 << d})
		}
	}
	f.addHint(loopKey{kind: 2}, removed)
}

// findType3 looks for naked and hidden subsets. Cells c1 and c2, which have extra digits, count as one cell of the
// subset.
func (f *loopFinder) findType3(c1, c2 uint8, extra uint16) {
	b := f.board
	for degree := int(ones[extra]); degree <= 7; degree++ {
		for kind := range 3 {
			h := cellHouse[c1][kind]
			if h != cellHouse[c2][kind] {
				continue
			}
			empty := int(b.free[h])
			p1, p2 := cellPlace[c1][kind], cellPlace[c2][kind]
			if 2*degree <= empty {
				rows := b.digitsIn(h)
				rows[p1], rows[p2] = extra, 0
				// The two cells contribute only those extra digits that both cells have.
				fewer := rows
				fewer[p1] &= b.cand[c1] & b.cand[c2]
				eachSubset(&rows, degree, func(set, common uint16) bool {
					digits := uint16(0)
					for _, p := range digitsOf[set] {
						digits |= fewer[p]
					}
					if set>>p1&1 == 0 || digits != common {
						return false
					}
					var removed []elimination
					for p, c := range houseCell[h] {
						if set>>p&1 == 0 && c != c2 && b.cand[c]&common != 0 {
							removed = append(removed, elimination{c, b.cand[c] & common})
						}
					}
					f.addHint(loopKey{kind: 3, house: h, digits: common, others: set &^ (1 << p1)}, removed)
					return false
				})
			}
			if 2*degree < empty {
				rest := digitsOf[(1<<9-1)&^f.pair&^extra]
				if degree-2 > len(rest) {
					continue
				}
				for _, choice := range masks[len(rest)][degree-2] {
					hidden := f.pair
					for _, i := range digitsOf[choice] {
						hidden |= 1 << rest[i]
					}
					common, sound := uint16(0), true
					for _, d := range digitsOf[hidden] {
						places := b.places[d][h] &^ (1 << p2)
						sound = sound && places != 0
						common |= places
					}
					if !sound || int(ones[common]) != degree {
						continue
					}
					others := common &^ (1 << p1) &^ (1 << p2)
					var removed []elimination
					for _, p := range digitsOf[others] {
						if c := houseCell[h][p]; b.cand[c]&^hidden != 0 {
							removed = append(removed, elimination{c, b.cand[c] &^ hidden})
						}
					}
					f.addHint(loopKey{kind: 3, hidden: true, house: h, digits: hidden, others: others}, removed)
				}
			}
		}
	}
}

// findType4 looks for a digit of the pair that is locked in the two cells. If a digit is locked in several houses,
// findType4 takes the last house. If both digits are locked, it takes the lower digit.
func (f *loopFinder) findType4(c1, c2 uint8) {
	b := f.board
	pair := digitsOf[f.pair]
	locked := [2]bool{}
	for kind := range 3 {
		if h := cellHouse[c1][kind]; h == cellHouse[c2][kind] {
			both := uint16(1)<<cellPlace[c1][kind] | 1<<cellPlace[c2][kind]
			for i, d := range pair {
				if b.places[d][h]&^both == 0 {
					locked[i] = true
				}
			}
		}
	}
	removed := -1
	if locked[0] {
		removed = int(pair[1])
	} else if locked[1] {
		removed = int(pair[0])
	}
	if removed >= 0 {
		f.addHint(loopKey{kind: 4}, []elimination{{c1, 1 << removed}, {c2, 1 << removed}})
	}
}

// findBUG searches for a bivalue universal grave that only a few surplus candidates prevent.
func (s *solver) findBUG() bool {
	b := s.board
	rest := b.marks // the candidates without the surplus ones
	var surplus [cells]uint16
	var bugCells []uint8
	var bugs, common cellSet
	all := uint16(0)
	for h := range houses {
		for d := range uint8(9) {
			places := b.places[d][h]
			if n := ones[places]; n == 0 || n == 2 {
				continue
			}
			rich, last := 0, uint8(0)
			for _, p := range digitsOf[places] {
				if c := houseCell[h][p]; ones[b.cand[c]] >= 3 {
					rich++
					last = c
				}
			}
			if rich == 0 {
				return false
			}
			if rich > 1 {
				continue // this house does not show which of these candidates is surplus, but another house may
			}
			if !bugs.has(last) {
				bugs.add(last)
				bugCells = append(bugCells, last)
			}
			surplus[last] |= 1 << d
			all |= 1 << d
			rest.remove(last, d)
			if len(bugCells) == 1 && surplus[last] == 1<<d {
				common = sees[last]
			} else {
				common.intersect(&sees[last])
			}
			common.removeSet(&bugs)
			if len(bugCells) > 1 && ones[all] > 1 && common.empty() {
				return false
			}
		}
	}
	for c := range cells {
		if b.digit[c] == 0 && ones[rest.cand[c]] != 2 {
			return false
		}
	}
	for h := range houses {
		for d := range 9 {
			if n := ones[rest.places[d][h]]; n != 0 && n != 2 {
				return false
			}
		}
	}
	s.found.removed = s.found.removed[:0]
	switch {
	case len(bugCells) == 1:
		c := bugCells[0]
		s.addElimination(c, b.cand[c]&^all)
		return s.recordElimination("bug-type-1", 5.6)
	case ones[all] == 1:
		for _, c := range common.appendTo(nil) {
			s.addElimination(c, b.cand[c]&all)
		}
		if len(s.found.removed) > 0 {
			return s.recordElimination("bug-type-2", 5.7)
		}
		return len(bugCells) == 2 && s.searchBUGType4(bugCells, &surplus, all)
	case !common.empty():
		return len(bugCells) == 2 && s.searchBUGType4(bugCells, &surplus, all) || s.searchBUGType3(bugCells, common, all)
	}
	return false
}

func (s *solver) addElimination(c uint8, digits uint16) {
	if digits != 0 {
		s.found.removed = append(s.found.removed, elimination{c, digits})
	}
}

// searchBUGType4 looks for a conclusion of type 4. It needs two cells with surplus digits in one house, and a digit
// that is surplus in neither of them.
func (s *solver) searchBUGType4(bugCells []uint8, surplus *[cells]uint16, all uint16) bool {
	c1, c2 := bugCells[0], bugCells[1]
	locked := s.board.cand[c1] & s.board.cand[c2] &^ all
	if ones[locked] != 1 || !sees[c1].has(c2) {
		return false
	}
	for _, c := range bugCells {
		s.addElimination(c, s.board.cand[c]&^surplus[c]&^locked)
	}
	return s.recordElimination("bug-type-4", 5.7)
}

// searchBUGType3 looks for a naked set in a house that contains all cells with surplus digits. In the set, these cells
// count as one cell.
func (s *solver) searchBUGType3(bugCells []uint8, common cellSet, all uint16) bool {
	b := s.board
	for kind := range 3 {
		h := cellHouse[bugCells[0]][kind]
		if slices.ContainsFunc(bugCells, func(c uint8) bool { return cellHouse[c][kind] != h }) {
			continue
		}
		inHouse := intersection(&common, &houseSet[h])
		others := inHouse.appendTo(nil)
		for degree := 2; degree <= 6 && degree <= len(others); degree++ {
			for _, set := range masks[len(others)][degree-1] {
				digits, sound := uint16(0), ones[all] > 1
				for _, i := range digitsOf[set] {
					sound = sound && ones[b.cand[others[i]]] > 1
					digits |= b.cand[others[i]]
				}
				if !sound || int(ones[digits]) != degree || all&^digits != 0 {
					continue
				}
				for i, c := range others {
					if set>>i&1 == 0 {
						s.addElimination(c, b.cand[c]&digits)
					}
				}
				if len(s.found.removed) > 0 {
					five, tenth := 5.7, 0.1
					return s.recordElimination("bug-type-3", five+float64(degree-1)*tenth)
				}
			}
		}
	}
	return false
}
