package explainer

import "math/bits"

// step is the conclusion of one technique.
type step struct {
	technique string // the name in Sudoku Explainer, in lower case with hyphens
	rating    float64
	place     int // the candidate to place, or −1 if the step only eliminates
	removed   []elimination
}

// pattern is a step inside a chain. Chains may use four techniques for such steps. The fields suffice to find the
// candidates whose removal made the step possible.
type pattern struct {
	kind    patternKind
	digits  uint16   // for a subset: all its digits; for any other pattern: its only digit
	house   [4]uint8 // for locked candidates: house[0] from, house[1] to; for a subset: house[0]; for an X-wing: base, cover, base, cover
	cells   [2]uint8 // for naked pairs: the two cells
	removed []elimination
}

type patternKind uint8

const (
	lockedPattern patternKind = iota
	hiddenPattern
	nakedPattern
	fishPattern
)

// searchHiddenSingle searches for a digit with one place in a house. Houses with one empty cell come first.
func (s *solver) searchHiddenSingle() bool {
	b := s.board
	for _, last := range [2]bool{true, false} {
		for _, h := range houseOrder {
			if (b.free[h] == 1) != last || b.free[h] == 0 {
				continue
			}
			for d := range uint8(9) {
				if places := b.places[d][h]; ones[places] == 1 {
					rating := 1.5
					if last {
						rating = 1.0
					} else if h < firstRow {
						rating = 1.2
					}
					return s.recordPlacement("hidden-single", rating, houseCell[h][bits.TrailingZeros16(places)], d)
				}
			}
		}
	}
	return false
}

func (s *solver) searchNakedSingle() bool {
	for c := range uint8(cells) {
		if m := s.board.cand[c]; ones[m] == 1 {
			return s.recordPlacement("naked-single", 2.3, c, digitsOf[m][0])
		}
	}
	return false
}

// lockedOrder is the order of the search for locked candidates: pointing into columns, pointing into rows, claiming
// from columns, claiming from rows.
var lockedOrder = [4][2]int{{0, firstColumn}, {0, firstRow}, {firstColumn, 0}, {firstRow, 0}}

// eachLockedCandidate calls yield for each digit whose places in the house `from` all lie in the house `to`. It stops
// when yield returns true, and reports whether it did.
func eachLockedCandidate(b *board, yield func(from, to int, d uint8) bool) bool {
	for _, kinds := range lockedOrder {
		for d := range uint8(9) {
			for i := range 9 {
				from := kinds[0] + i
				places := b.places[d][from]
				if ones[places] < 2 || ones[places] > 3 {
					continue
				}
				if to := houseContaining(from, places, kinds[1]); to >= 0 && yield(from, to, d) {
					return true
				}
			}
		}
	}
	return false
}

// houseContaining returns the house of the given kind that contains a set of places, or −1 if no house of this kind
// contains them all. `places` has the places, counted in house number `house`.
func houseContaining(house int, places uint16, kind int) int {
	to := -1
	for _, p := range digitsOf[places] {
		c := houseCell[house][p]
		h := int(cellHouse[c][kind/9])
		if to < 0 {
			to = h
		} else if to != h {
			return -1
		}
	}
	return to
}

// searchDirectLocked searches for locked candidates whose eliminations leave the digit a single place in some house.
func (s *solver) searchDirectLocked() bool {
	b := s.board
	return eachLockedCandidate(b, func(from, to int, d uint8) bool {
		kind := from / 9 * 9
		for h := kind; h < kind+9; h++ {
			if h == from || ones[b.places[d][h]] < 2 || houseSet[h][0]&houseSet[to][0]|houseSet[h][1]&houseSet[to][1] == 0 {
				continue
			}
			n, single := 0, uint8(0)
			for _, p := range digitsOf[b.places[d][h]] {
				if c := houseCell[h][p]; !houseSet[to].has(c) {
					n++
					single = c
				}
			}
			if n == 1 {
				if kind == 0 {
					return s.recordPlacement("direct-pointing", 1.7, single, d)
				}
				return s.recordPlacement("direct-claiming", 1.9, single, d)
			}
		}
		return false
	})
}

func (s *solver) applyLocked() bool {
	list := lockedPattern.find(s.board, 0, s.resetPatterns(), false)
	if len(list.all) > 0 && list.all[0].house[0] >= firstRow {
		return s.useFirstPattern(list, "claiming", 2.8)
	}
	return s.useFirstPattern(list, "pointing", 2.6)
}

// find appends the first pattern of the kind that eliminates something. If all is set, it appends all such patterns.
func (k patternKind) find(b *board, degree int, list *patternList, all bool) *patternList {
	switch k {
	case lockedPattern:
		findLocked(b, list, all)
	case fishPattern:
		appendFish(b, degree, list, all)
	default:
		findSets(b, k, degree, list, all)
	}
	return list
}

func findLocked(b *board, list *patternList, all bool) {
	eachLockedCandidate(b, func(from, to int, d uint8) bool {
		list.beginPattern()
		for _, p := range digitsOf[b.places[d][to]] {
			if c := houseCell[to][p]; !houseSet[from].has(c) {
				list.remove(c, 1<<d)
			}
		}
		return list.appendPattern(pattern{kind: lockedPattern, digits: 1 << d, house: [4]uint8{uint8(from), uint8(to)}}) && !all
	})
}

func (s *solver) newDirectHiddenSearch(technique string, rating float64, degree int) ratedSearch {
	return ratedSearch{toTenths(rating), func() bool {
		b := s.board
		for _, h := range houseOrder {
			if int(b.free[h]) <= degree {
				continue
			}
			places := b.placesIn(h)
			if eachSubset(&places, degree, func(set, common uint16) bool {
				for d, placesOf := range places {
					if set>>d&1 == 0 && ones[placesOf] > 1 && ones[placesOf&^common] == 1 {
						return s.recordPlacement(technique, rating, houseCell[h][bits.TrailingZeros16(placesOf&^common)], uint8(d))
					}
				}
				return false
			}) {
				return true
			}
		}
		return false
	}}
}

// eachSubset calls yield for each choice of `size` masks among the nine in rows. Each chosen mask must have at least
// two bits, and their union must have `size` bits. It stops when yield returns true, and reports whether it did.
func eachSubset(rows *[9]uint16, size int, yield func(set, common uint16) bool) (stopped bool) {
	possible := uint16(0)
	for i, row := range rows {
		if n := int(ones[row]); n >= 2 && n <= size {
			possible |= 1 << i
		}
	}
	if int(ones[possible]) < size {
		return false
	}
	for _, set := range masks[9][size] {
		if set&^possible != 0 {
			continue
		}
		common := uint16(0)
		for _, i := range digitsOf[set] {
			common |= rows[i]
		}
		if int(ones[common]) == size && yield(set, common) {
			return true
		}
	}
	return false
}

// findSets appends hidden or naked subsets with `degree` cells.
func findSets(b *board, kind patternKind, degree int, list *patternList, all bool) {
	hidden := kind == hiddenPattern
	for _, h := range houseOrder {
		if free := int(b.free[h]); free < 2*degree || hidden && free == 2*degree {
			continue
		}
		rows := b.placesIn(h)
		if !hidden {
			rows = b.digitsIn(h)
		}
		if eachSubset(&rows, degree, func(places, digits uint16) bool {
			if hidden {
				places, digits = digits, places
			}
			list.beginPattern()
			found := pattern{kind: kind, digits: digits, house: [4]uint8{h}}
			for p, c := range houseCell[h] {
				switch inside := places>>p&1 != 0; {
				case inside && hidden:
					list.remove(c, b.cand[c]&^digits)
				case !inside && !hidden:
					list.remove(c, b.cand[c]&digits)
				}
			}
			for i, p := range digitsOf[places][:2] {
				found.cells[i] = houseCell[h][p]
			}
			return list.appendPattern(found) && !all
		}) {
			return
		}
	}
}

// appendFish appends basic fish: first the fish whose base lines are columns, then those whose base lines are rows. It
// goes through the sets of base lines, and for each set through the digits.
func appendFish(b *board, degree int, list *patternList, all bool) {
	for _, base := range [2]int{firstColumn, firstRow} {
		cover := firstRow + firstColumn - base
		var possible [9]uint16 // for each digit, the base lines that a fish can have
		any := uint16(0)
		for d := range uint8(9) {
			if b.countPlaced(d)+2*degree > 9 {
				continue
			}
			for i := range 9 {
				if n := int(ones[b.places[d][base+i]]); n >= 2 && n <= degree {
					possible[d] |= 1 << i
				}
			}
			if int(ones[possible[d]]) >= degree {
				any |= 1 << d
			}
		}
		if any == 0 {
			continue
		}
		for _, set := range masks[9][degree] {
			for _, d := range digitsOf[any] {
				if set&^possible[d] != 0 {
					continue
				}
				common := uint16(0)
				for _, i := range digitsOf[set] {
					common |= b.places[d][base+int(i)]
				}
				if int(ones[common]) != degree {
					continue
				}
				list.beginPattern()
				for _, j := range digitsOf[common] {
					for _, p := range digitsOf[b.places[d][cover+int(j)]&^set] {
						list.remove(houseCell[cover+int(j)][p], 1<<d)
					}
				}
				found := pattern{kind: fishPattern, digits: 1 << d}
				for i := range 2 {
					found.house[2*i] = uint8(base) + digitsOf[set][i]
					found.house[2*i+1] = uint8(cover) + digitsOf[common][i]
				}
				if list.appendPattern(found) && !all {
					return
				}
			}
		}
	}
}

// newWingSearch returns a search for XY-wings, whose pivot has two digits, or XYZ-wings, whose pivot has three. size is
// the number of the pivot's digits.
func (s *solver) newWingSearch(technique string, rating float64, size int) ratedSearch {
	return ratedSearch{toTenths(rating), func() bool {
		b := s.board
		for pivot := range uint8(cells) {
			xy := b.cand[pivot]
			if int(ones[xy]) != size {
				continue
			}
			for _, first := range peers[pivot] {
				xz := b.cand[first]
				if ones[xz] != 2 || ones[xy&^xz] != 1 {
					continue
				}
				for _, second := range peers[pivot] {
					yz := b.cand[second]
					if ones[yz] != 2 || ones[xy|xz|yz] != 3 || int(ones[xy&xz&yz]) != size-2 {
						continue
					}
					z := digitsOf[xz&yz][0]
					victims := intersection(&sees[first], &sees[second])
					if size == 3 {
						victims.intersect(&sees[pivot])
					}
					victims.remove(pivot)
					s.found.removed = s.found.removed[:0]
					for _, c := range victims.appendTo(s.cellBuffer[:0]) {
						s.addElimination(c, b.cand[c]&(1<<z))
					}
					if len(s.found.removed) > 0 {
						return s.recordElimination(technique, rating)
					}
				}
			}
		}
		return false
	}}
}

// newPatternSearch returns a search for patterns of one degree. All steps that the search finds have the same rating.
func (s *solver) newPatternSearch(technique string, rating float64, kind patternKind, degree int) ratedSearch {
	return ratedSearch{toTenths(rating), func() bool {
		return s.useFirstPattern(kind.find(s.board, degree, s.resetPatterns(), false), technique, rating)
	}}
}

func (s *solver) useFirstPattern(list *patternList, technique string, rating float64) bool {
	if len(list.all) == 0 {
		return false
	}
	s.found.removed = append(s.found.removed[:0], list.all[0].removed...)
	return s.recordElimination(technique, rating)
}

// patternList collects patterns with their eliminations in reusable buffers.
type patternList struct {
	all     []pattern
	removed []elimination
	start   int
}

func (l *patternList) reset() *patternList {
	l.all, l.removed = l.all[:0], l.removed[:0]
	return l
}

func (l *patternList) beginPattern() { l.start = len(l.removed) }

func (l *patternList) remove(c uint8, digits uint16) {
	if digits != 0 {
		l.removed = append(l.removed, elimination{c, digits})
	}
}

// appendPattern appends p and returns true if anything was removed since beginPattern.
func (l *patternList) appendPattern(p pattern) bool {
	if len(l.removed) == l.start {
		return false
	}
	p.removed = l.removed[l.start:len(l.removed):len(l.removed)]
	l.all = append(l.all, p)
	return true
}
