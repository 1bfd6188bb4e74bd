package csp

import "slices"

// occurrenceCounts restricts how often each value occurs in cells.
type occurrenceCounts struct {
	cells []Cell
	times []Set // for each value: how often it may occur, as bits
	parts [][][]Cell
	masks [][]uint64 // if there are at most 64 cells: the parts as sets of cells, in which bit i stands for cells[i]
}

// newOccurrenceCounts partitions the cells in several ways into parts in which a value occurs at most once. Each family
// of distinct groups gives one way: by rows, by columns, by boxes.
func (c *compiler) newOccurrenceCounts(x occurOf) occurrenceCounts {
	o := occurrenceCounts{cells: x.cells, times: make([]Set, c.all.Len())}
	for i := range o.times {
		o.times[i] = ^Set(0)
		if i < len(x.times) {
			o.times[i] = x.times[i]
		}
		if len(x.cells) < 63 {
			o.times[i] &= 2<<len(x.cells) - 1
		}
	}
	for _, family := range c.distinctFamilies() {
		c.budget.Spend(2 * (len(c.start) + len(x.cells)))
		part, mask := make([][]Cell, len(family.groups)), make([]uint64, len(family.groups))
		var parts [][]Cell
		var masks []uint64
		for i, cell := range x.cells {
			if h := family.of[cell]; h >= 0 {
				part[h] = append(part[h], cell)
				mask[h] |= 1 << (i & 63)
			} else {
				parts = append(parts, []Cell{cell})
				masks = append(masks, 1<<(i&63))
			}
		}
		for h, p := range part {
			if len(p) > 0 {
				parts = append(parts, p)
				masks = append(masks, mask[h])
			}
		}
		if len(parts) < len(x.cells) {
			o.parts = append(o.parts, parts)
			if len(x.cells) <= 64 {
				o.masks = append(o.masks, masks)
			}
		}
	}
	if parts, masks := c.partitionDistinct(x.cells); parts != nil && !slices.ContainsFunc(o.parts, func(p [][]Cell) bool { return len(p) <= len(parts) }) {
		o.parts, o.masks = append(o.parts, parts), append(o.masks, masks)
	}
	return o
}

// partitionDistinct partitions up to 64 cells into parts of distinct cells. It takes each part from the group with the
// most remaining cells. If groups overlap, this may give fewer parts than rows, columns or boxes do. For more than 64
// cells it returns nil.
func (c *compiler) partitionDistinct(cells []Cell) (parts [][]Cell, masks []uint64) {
	if len(cells) > 64 {
		return nil, nil
	}
	c.budget.Spend(len(c.start))
	at := make([]uint64, len(c.start))
	for i, x := range cells {
		at[x] |= 1 << i
	}
	var within []uint64
	for _, family := range c.distinctFamilies() {
		c.budget.Spend(len(c.start))
		for _, group := range family.groups {
			m := uint64(0)
			for _, x := range group {
				m |= at[x]
			}
			if m&(m-1) != 0 {
				within = append(within, m)
			}
		}
	}
	for left := ^uint64(0) >> (64 - len(cells)); left != 0; {
		best := left & -left
		for _, m := range within {
			if m &= left; Set(m).Len() > Set(best).Len() {
				best = m
			}
		}
		left &^= best
		var part []Cell
		for m := Set(best); m != 0; m &= m - 1 {
			part = append(part, cells[m.Min()])
		}
		parts, masks = append(parts, part), append(masks, best)
	}
	return parts, masks
}

// occurRoom is scratch memory of narrowOccur. Each array has an entry for each value.
type occurRoom struct {
	times     [64]Set    // how often the value may occur, as bits
	has, sure [64]uint64 // has: the cells that may have the value; sure: those that have it
	sums      [65]uint64 // scratch of pruneOccurrenceCounts
}

func (s *search) narrowOccur(x *occurrenceCounts, d *Domains) bool {
	if s.occurRoom == nil {
		s.occurRoom = new(occurRoom)
	}
	r := s.occurRoom
	times, has, sure := &r.times, &r.has, &r.sure
	clear(has[:s.all.Len()])
	clear(sure[:s.all.Len()])
	for i, c := range x.cells[:min(len(x.cells), 64)] {
		m := d.sets[c]
		if m.Single() {
			sure[m.Min()&63] |= 1 << i
		}
		for ; m != 0; m &= m - 1 {
			has[m.Min()&63] |= 1 << i
		}
	}
	for i := range x.times {
		bit := Set(1) << i
		var fixed, may int
		if len(x.cells) > 64 {
			fixed, may = x.countCells(bit, d)
			for _, parts := range x.parts {
				may = min(may, partsWith(parts, bit, d))
			}
		} else {
			fixed, may = Set(sure[i]).Len(), Set(has[i]).Len()
			for _, masks := range x.masks {
				if may == fixed {
					break
				}
				may = min(may, countTouched(masks, has[i]))
			}
		}
		times[i] = x.times[i] & indicesBetween(fixed, min(may, 63))
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
		if len(x.cells) > 64 {
			if !s.limitOccurrences(x, bit, times[i].Min(), times[i].Max(), d) {
				return false
			}
			continue
		}
		if has[i] == sure[i] {
			continue
		}
		if len(d.changed) != before { // a change for another value may have affected this one
			has[i], sure[i] = x.cellsWithValue(bit, d)
		}
		if !s.limitOccurrencesByMask(x, bit, times[i].Min(), times[i].Max(), has[i], sure[i], d) {
			return false
		}
	}
	return true
}

// cellsWithValue returns two sets of up to 64 cells: those that may have a value, and those that have it.
func (x *occurrenceCounts) cellsWithValue(bit Set, d *Domains) (has, sure uint64) {
	for i, c := range x.cells {
		if m := d.sets[c]; m&bit != 0 {
			has |= 1 << (i & 63)
			if m == bit {
				sure |= 1 << (i & 63)
			}
		}
	}
	return has, sure
}

// limitOccurrencesByMask is like limitOccurrences, for up to 64 cells. has is the set of cells that may have
// the value, and sure the set of cells that have only this value.
func (s *search) limitOccurrencesByMask(x *occurrenceCounts, bit Set, lo, hi int, has, sure uint64, d *Domains) bool {
	fixed, may := Set(sure).Len(), Set(has).Len()
	if fixed == may {
		return true
	}
	if fixed == hi || may == lo {
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
	for k, masks := range x.masks {
		if len(masks) < lo || countTouched(masks, has) != lo {
			continue
		}
		// Each part must have the value exactly once.
		for j, mask := range masks {
			n, last := 0, Cell(0)
			for m := Set(mask & has); m != 0; m &= m - 1 {
				if c := x.cells[m.Min()]; d.sets[c]&bit != 0 {
					n++
					last = c
				}
			}
			if n == 1 && !d.Keep(last, bit) || n > 1 && !s.removeFromCommonPeers(x.parts[k][j], bit, d) {
				return false
			}
		}
	}
	return true
}

// countCells returns the number of cells that have a value, and the number of cells that may have it.
func (x *occurrenceCounts) countCells(bit Set, d *Domains) (fixed, may int) {
	for _, c := range x.cells {
		if m := d.sets[c]; m&bit != 0 {
			may++
			if m == bit {
				fixed++
			}
		}
	}
	return fixed, may
}

func countTouched(masks []uint64, places uint64) (n int) {
	for _, m := range masks {
		if places&m != 0 {
			n++
		}
	}
	return n
}

func partsWith(parts [][]Cell, bit Set, d *Domains) (n int) {
	for _, part := range parts {
		for _, c := range part {
			if d.sets[c]&bit != 0 {
				n++
				break
			}
		}
	}
	return n
}

// limitOccurrences requires a value to occur from lo to hi times. It is for more than 64 cells.
func (s *search) limitOccurrences(x *occurrenceCounts, bit Set, lo, hi int, d *Domains) bool {
	fixed, may := x.countCells(bit, d)
	if fixed == may {
		return true
	}
	if fixed == hi || may == lo {
		keep := bit
		if fixed == hi {
			keep = ^bit
		}
		for _, c := range x.cells {
			if m := d.sets[c]; m&bit != 0 && m != bit && !d.Keep(c, keep) {
				return false
			}
		}
		return true
	}
	if lo == 1 && fixed == 0 && !s.removeFromCommonPeers(x.cells, bit, d) {
		return false
	}
	for _, parts := range x.parts {
		if partsWith(parts, bit, d) != lo {
			continue
		}
		// Each part must have the value exactly once.
		for _, part := range parts {
			n, last := 0, Cell(0)
			for _, c := range part {
				if d.sets[c]&bit != 0 {
					n++
					last = c
				}
			}
			if n == 1 && !d.Keep(last, bit) || n > 1 && !s.removeFromCommonPeers(part, bit, d) {
				return false
			}
		}
	}
	return true
}

// pruneOccurrenceCounts prunes how often each value may occur, by the total of all values. times has these numbers for
// each value, as bits. It removes a number from a value's set unless numbers of the other sets can complete it to
// total. It returns false if no choice has this total. For a total above 63 it only checks whether total can be
// reached.
func pruneOccurrenceCounts(times []Set, total int, sums *[65]uint64) bool {
	if total > 63 {
		most := 0
		for _, t := range times {
			if t.Max() == 63 { // bit 63 stands for 63 and any greater number
				return true
			}
			most += t.Max()
		}
		return most >= total
	}
	sums[0] = 1 // bit k of sums[i] is set if the values before i can occur k times in all
	for i, t := range times {
		before, with := sums[i&63], uint64(0)
		for ; t != 0; t &= t - 1 {
			with |= before << t.Min()
		}
		sums[i&63+1] = with
	}
	if sums[len(times)]>>total&1 == 0 {
		return false
	}
	need := uint64(1) << total // as bits: sums of the values up to i which the values after i can complete to total
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
