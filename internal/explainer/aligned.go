package explainer

import "math/bits"

// exclusionPeers returns in `base` the cells that may take part in an aligned exclusion. For each of these cells, `peersOf`
// has the peers that have from 2 to `size` candidates. A cell that sees a naked single is not in `base`.
func exclusionPeers(b *board, size int) (base []uint8, peersOf [cells]cellSet) {
	for c := range uint8(cells) {
		if ones[b.cand[c]] < 2 {
			continue
		}
		sound := true
		for _, p := range peers[c] {
			switch n := int(ones[b.cand[p]]); {
			case n == 1:
				sound = false
			case n >= 2 && n <= size:
				peersOf[c].add(p)
			}
		}
		if sound && !peersOf[c].empty() {
			base = append(base, c)
		} else {
			peersOf[c] = cellSet{}
		}
	}
	return base, peersOf
}

// searchAligned searches for two or three cells, one of which has an excluded digit: each combination of digits with
// this digit breaks a rule, or leaves a common peer without candidates. size is the number of cells. A third cell is one
// of the peers that exclusionPeers returns for the first or the second.
func (s *solver) searchAligned(technique string, rating float64, size int) bool {
	base, peersOf := exclusionPeers(s.board, size)
	var candidates cellSet
	for _, c := range base {
		candidates.add(c)
	}
	for j := 1; j < len(base); j++ {
		for i := range j {
			c0, c1 := base[i], base[j]
			pair := intersection(&peersOf[c0], &peersOf[c1])
			if !hasAtLeastTwo(pair) {
				continue
			}
			if size == 2 {
				if s.excludeAligned(technique, rating, pair, c0, c1) {
					return true
				}
				continue
			}
			// The peers of the first cell are tried before the peers of the second cell.
			first, second := peersOf[c0], peersOf[c1]
			second.removeSet(&first)
			for _, tail := range [2]cellSet{first, second} {
				tail.intersect(&candidates)
				tail.remove(c0)
				tail.remove(c1)
				for _, c2 := range tail.appendTo(s.cellBuffer[:0]) {
					common := intersection(&pair, &peersOf[c2])
					if hasAtLeastTwo(common) && s.excludeAligned(technique, rating, common, c0, c1, c2) {
						return true
					}
				}
			}
		}
	}
	return false
}

func hasAtLeastTwo(s cellSet) bool { return bits.OnesCount64(s[0])+bits.OnesCount64(s[1]) >= 2 }

// excludeAligned removes the digits that occur in no allowed combination of digits in the cells of `set`. An allowed
// combination leaves a candidate in each cell of `common`.
func (s *solver) excludeAligned(t string, rating float64, common cellSet, set ...uint8) bool {
	b := s.board
	var buffer [cells]uint8
	guards := common.appendTo(buffer[:0])
	var allowed, chosen [3]uint16
	var try func(i int)
	try = func(i int) {
		// Skip combinations of digits already known to be allowed.
		known := true
		for k, c := range set {
			if k < i {
				known = known && chosen[k]&^allowed[k] == 0
			} else {
				known = known && b.cand[c] == allowed[k]
			}
		}
		if known {
			return
		}
		if i == len(set) {
			all := chosen[0] | chosen[1] | chosen[2]
			for _, g := range guards {
				if b.cand[g]&^all == 0 {
					return
				}
			}
			for k := range set {
				allowed[k] |= chosen[k]
			}
			return
		}
	digits:
		for _, d := range digitsOf[b.cand[set[i]]] {
			chosen[i] = 1 << d
			for k := range i {
				if chosen[k] == chosen[i] && sees[set[k]].has(set[i]) {
					continue digits
				}
			}
			try(i + 1)
		}
		chosen[i] = 0
	}
	try(0)
	s.found.removed = s.found.removed[:0]
	for k, c := range set {
		s.addElimination(c, b.cand[c]&^allowed[k])
	}
	return len(s.found.removed) > 0 && s.recordElimination(t, rating)
}
