package csp

import "slices"

// occurrenceCounts restricts the number of occurrences of each value in cells.
type occurrenceCounts struct {
	cells []Cell
	times []Set      // for each value, its permitted numbers of occurrences, one bit each
	masks [][]uint64 // each element splits the cells into sets of cells whose values must differ; bit i of a set stands for cells[i]
}

// newOccurrenceCounts splits the cells in several ways into sets in which a value occurs at most once: for example by
// rows, by columns and by boxes.
func (c *compiler) newOccurrenceCounts(x occurOf) occurrenceCounts {
	o := occurrenceCounts{cells: x.cells, times: make([]Set, c.all.Len())}
	for i := range o.times {
		o.times[i] = ^Set(0)
		if i < len(x.times) {
			o.times[i] = x.times[i]
		}
		o.times[i] &= 2<<len(x.cells) - 1
	}
	for _, family := range c.distinctFamilies() {
		c.budget.Spend(2 * (len(c.start) + len(x.cells)))
		mask := make([]uint64, len(family.groups))
		var masks []uint64
		for i, cell := range x.cells {
			if h := family.groupOf[cell]; h >= 0 {
				mask[h] |= 1 << (i & 63)
			} else {
				masks = append(masks, 1<<(i&63))
			}
		}
		masks = append(masks, slices.DeleteFunc(mask, func(m uint64) bool { return m == 0 })...)
		if len(masks) < len(x.cells) {
			o.masks = append(o.masks, masks)
		}
	}
	masks := c.partitionDistinct(x.cells)
	if !slices.ContainsFunc(o.masks, func(m []uint64) bool { return len(m) <= len(masks) }) {
		o.masks = append(o.masks, masks)
	}
	return o
}

// partitionDistinct splits the cells into sets of cells whose values must differ. Each set holds the remaining cells of
// the group that has the most remaining cells. If groups overlap, this may give fewer sets than the split by rows,
// columns or boxes.
func (c *compiler) partitionDistinct(cells []Cell) (masks []uint64) {
	c.budget.Spend(len(c.start))
	first := make([]uint64, len(c.start))
	for i, x := range cells {
		first[x] |= 1 << i
	}
	var inside []uint64
	for _, family := range c.distinctFamilies() {
		c.budget.Spend(len(c.start))
		for _, group := range family.groups {
			m := uint64(0)
			for _, x := range group {
				m |= first[x]
			}
			if m&(m-1) != 0 {
				inside = append(inside, m)
			}
		}
	}
	for left := ^uint64(0) >> (64 - len(cells)); left != 0; {
		best := left & -left
		for _, m := range inside {
			if m &= left; Set(m).Len() > Set(best).Len() {
				best = m
			}
		}
		left &^= best
		masks = append(masks, best)
	}
	return masks
}

// occurRoom is scratch memory of narrowOccurrences. Each array has an entry for each value.
type occurRoom struct {
	times     [64]Set    // the possible numbers of occurrences, one bit each
	has, sure [64]uint64 // has: the cells that may have the value; sure: those that have it
	sums      [65]uint64 // scratch memory of pruneOccurrenceCounts
}

func (s *search) narrowOccurrences(x *occurrenceCounts, d *Domains) bool {
	if s.occurRoom == nil {
		s.occurRoom = new(occurRoom)
	}
	r := s.occurRoom
	times, has, sure := &r.times, &r.has, &r.sure
	clear(has[:s.all.Len()])
	clear(sure[:s.all.Len()])
	for i, c := range x.cells {
		m := d.sets[c]
		if m.Single() {
			sure[m.Min()&63] |= 1 << i
		}
		for ; m != 0; m &= m - 1 {
			has[m.Min()&63] |= 1 << i
		}
	}
	for i := range x.times {
		fixed, possible := Set(sure[i]).Len(), Set(has[i]).Len()
		for _, masks := range x.masks {
			if possible == fixed {
				break
			}
			possible = min(possible, countTouched(masks, has[i]))
		}
		times[i] = x.times[i] & indicesBetween(fixed, possible)
		if times[i] == 0 {
			return false
		}
	}
	if !pruneOccurrenceCounts(times[:len(x.times)], len(x.cells), &r.sums) {
		return false
	}
	before := len(d.changed)
	for i := range x.times {
		bit := Set(1) << i
		if has[i] == sure[i] {
			continue
		}
		if len(d.changed) != before { // a change for another value may have affected this one
			has[i], sure[i] = x.cellsWithValue(bit, d)
		}
		if !s.limitOccurrences(x, bit, times[i].Min(), times[i].Max(), has[i], sure[i], d) {
			return false
		}
	}
	return true
}

// cellsWithValue returns two sets of cells: those that may have the value `bit`, and those that certainly have it.
func (x *occurrenceCounts) cellsWithValue(bit Set, d *Domains) (has, sure uint64) {
	for i, c := range x.cells {
		if m := d.sets[c]; m&bit != 0 {
			has |= 1 << i
			if m == bit {
				sure |= 1 << i
			}
		}
	}
	return has, sure
}

// limitOccurrences requires a value to occur from lo to hi times. `has` is the set of cells that may have the value,
// and `sure` the set of cells that have only this value.
func (s *search) limitOccurrences(x *occurrenceCounts, bit Set, lo, hi int, has, sure uint64, d *Domains) bool {
	fixed, possible := Set(sure).Len(), Set(has).Len()
	if fixed == possible {
		return true
	}
	if fixed == hi || possible == lo {
		keep := bit
		if fixed == hi {
			keep = ^bit
		}
		for m := Set(has &^ sure); m != 0; m &= m - 1 {
			if !d.Keep(x.cells[m.Min()], keep) {
				return false
			}
		}
		return true
	}
	if lo == 1 && fixed == 0 {
		before := len(d.changed)
		if !s.removeFromCommonPeers(x.cells, bit, d) {
			return false
		}
		if len(d.changed) != before {
			has, _ = x.cellsWithValue(bit, d)
		}
	}
	for _, masks := range x.masks {
		if len(masks) < lo || countTouched(masks, has) != lo {
			continue
		}
		// Each set of the partition must have the value exactly once.
		for _, mask := range masks {
			var places [64]Cell
			n := 0
			for m := Set(mask & has); m != 0; m &= m - 1 {
				if c := x.cells[m.Min()]; d.sets[c]&bit != 0 {
					places[n&63] = c
					n++
				}
			}
			if n == 1 && !d.Keep(places[0], bit) || n > 1 && !s.removeFromCommonPeers(places[:n], bit, d) {
				return false
			}
		}
	}
	return true
}

func countTouched(masks []uint64, places uint64) (n int) {
	for _, m := range masks {
		if places&m != 0 {
			n++
		}
	}
	return n
}

// pruneOccurrenceCounts prunes the possible numbers of occurrences of each value. `times` has these numbers for each
// value, one bit each. All occurrences together must be `total`. A number is removed if no numbers of the other values
// complete it to `total`. The result is false if no choice of numbers has this total.
func pruneOccurrenceCounts(times []Set, total int, sums *[65]uint64) bool {
	sums[0] = 1 // bit k of sums[i] is set if the values before i can have k occurrences together
	for i, t := range times {
		before, shifted := sums[i&63], uint64(0)
		for ; t != 0; t &= t - 1 {
			shifted |= before << t.Min()
		}
		sums[i&63+1] = shifted
	}
	if sums[len(times)]>>total&1 == 0 {
		return false
	}
	need := uint64(1) << total // the sums of the values up to i which the values after i can complete to total, one bit each
	for i := len(times) - 1; i >= 0; i-- {
		var keep Set
		before := uint64(0)
		for t := times[i]; t != 0; t &= t - 1 {
			if fit := need >> t.Min() & sums[i]; fit != 0 {
				keep |= t & -t
				before |= fit
			}
		}
		times[i], need = keep, before
	}
	return true
}
