package csp

// occur is how often each value occurs in cells.
type occur struct {
	cells []Cell
	times []Set // by value: bit k where it may occur k times
	parts [][][]Cell
}

// newOccur deals the cells, for each family of distinct groups, into parts in which a value
// occurs at most once: by rows, by columns, by boxes.
func (c *compiler) newOccur(x occurOf) occur {
	o := occur{cells: x.cells, times: make([]Set, c.all.Len())}
	for i := range o.times {
		o.times[i] = ^Set(0)
		if i < len(x.times) {
			o.times[i] = x.times[i]
		}
		if len(x.cells) < 63 {
			o.times[i] &= 2<<len(x.cells) - 1
		}
	}
	for _, family := range c.every() {
		c.budget.Spend(2 * (len(c.start) + len(x.cells)))
		part := make([][]Cell, len(family.groups))
		var parts [][]Cell
		for _, cell := range x.cells {
			if h := family.of[cell]; h >= 0 {
				part[h] = append(part[h], cell)
			} else {
				parts = append(parts, []Cell{cell})
			}
		}
		for _, p := range part {
			if len(p) > 0 {
				parts = append(parts, p)
			}
		}
		if len(parts) < len(x.cells) {
			o.parts = append(o.parts, parts)
		}
	}
	return o
}

func (s *search) narrowOccur(x *occur, d *Domains) bool {
	var times [64]Set
	for i := range x.times {
		bit := Set(1) << i
		fixed, may := x.count(bit, d)
		for _, parts := range x.parts {
			may = min(may, able(parts, bit, d))
		}
		times[i] = x.times[i] & between(fixed, min(may, 63))
		if times[i] == 0 {
			return false
		}
	}
	if !fitTotal(times[:len(x.times)], len(x.cells)) {
		return false
	}
	for i := range x.times {
		bit := Set(1) << i
		if !s.keepTimes(x, bit, times[i].Min(), times[i].Max(), d) {
			return false
		}
	}
	return true
}

// count is how many cells have a value, and how many may have it.
func (x *occur) count(bit Set, d *Domains) (fixed, may int) {
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

// able is in how many of the parts some cell may have a value.
func able(parts [][]Cell, bit Set, d *Domains) (n int) {
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

// keepTimes has a value occur from lo to hi times.
func (s *search) keepTimes(x *occur, bit Set, lo, hi int, d *Domains) bool {
	fixed, may := x.count(bit, d)
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
	if lo == 1 && fixed == 0 && !s.leavePeers(x.cells, bit, d) {
		return false
	}
	for _, parts := range x.parts {
		if able(parts, bit, d) != lo {
			continue
		}
		// each part has the value once
		for _, part := range parts {
			n, last := 0, Cell(0)
			for _, c := range part {
				if d.sets[c]&bit != 0 {
					n++
					last = c
				}
			}
			if n == 1 && !d.Keep(last, bit) || n > 1 && !s.leavePeers(part, bit, d) {
				return false
			}
		}
	}
	return true
}

// fitTotal keeps, of how often each value may occur, what can add up to the total; false:
// nothing can. Totals of 64 and more are left alone.
func fitTotal(times []Set, total int) bool {
	if total > 63 {
		return true
	}
	var sums [65]uint64 // of the values before: bit k where they can add up to k
	sums[0] = 1
	for i, t := range times {
		for ; t != 0; t &= t - 1 {
			sums[i+1] |= sums[i] << t.Min()
		}
	}
	if sums[len(times)]>>total&1 == 0 {
		return false
	}
	need := uint64(1) << total // of the values up to here: what lets the others fill up
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
