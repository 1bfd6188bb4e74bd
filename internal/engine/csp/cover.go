package csp

import "slices"

// cover requires, for each of several groups of values, a cell with one of these values. Example: one low, one middle
// and one high value in a square.
type cover struct {
	cells  []Cell
	groups []Set // the groups of values, which are disjoint
}

// mostCover is the maximum number of groups of a cover, and of its cells. Six groups have 64 subsets, and a uint64 has
// a bit for each subset.
const mostCover = 6

// combineCoverCounts merges counts into covers. Counts can be merged if they require at least one cell, have the same
// cells, and have disjoint sets of values.
func combineCoverCounts(counts []countOf) (all []cover) {
next:
	for _, x := range counts {
		if x.lo != 1 || x.hi < 1 || len(x.cells) > mostCover || !areDistinct(x.cells) {
			continue
		}
		for i := len(all) - 1; i >= 0 && i >= len(all)-4; i-- {
			c := &all[i]
			if len(c.groups) == mostCover || !slices.Equal(c.cells, x.cells) {
				continue
			}
			for _, g := range c.groups {
				if g&x.set != 0 {
					continue next
				}
			}
			c.groups = append(c.groups, x.set)
			continue next
		}
		all = append(all, cover{x.cells, []Set{x.set}})
	}
	return slices.DeleteFunc(all, func(c cover) bool { return len(c.groups) < 2 })
}

func isCoveredBy(covers []cover, x countOf) bool {
	for i := range covers {
		c := &covers[i]
		if x.lo == 1 && x.hi > len(x.cells)-len(c.groups) && slices.Contains(c.groups, x.set) && slices.Equal(c.cells, x.cells) {
			return true
		}
	}
	return false
}

// Bit s of withGroup[j] is set if bit j of s is set. So withGroup[j] holds the sets of groups that contain group j, if
// s stands for a set of groups.
var withGroup = [mostCover]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// narrowCover goes through the cells forwards, then backwards. At each cell it computes the sets of groups that the
// cells so far can serve. A cell serves a group if it has a value of the group. If only one value of a group is left,
// narrowCover removes this value from the cells that see all its places.
func (s *search) narrowCover(x *cover, d *Domains) bool {
	n, all := len(x.cells), 1<<len(x.groups)
	var groups Set
	for _, g := range x.groups {
		groups |= g
	}
	var reached [mostCover + 1]uint64 // before each cell: bit k is set if the cells so far can serve all groups of the set k
	reached[0] = 1
	for i, c := range x.cells {
		m, before, to := d.sets[c], reached[i], uint64(0)
		if m&^groups != 0 {
			to = before
		}
		for j, g := range x.groups {
			if m&g != 0 {
				using := withGroup[j%mostCover]
				to |= before&using | before&^using<<(1<<j)
			}
		}
		reached[i+1] = to
	}
	complete := uint64(1) << (all - 1)
	if reached[n]&complete == 0 {
		return false
	}
	for i := n - 1; i >= 0; i-- {
		m, before, from := d.sets[x.cells[i]], reached[i], uint64(0)
		var keep Set
		if before&complete != 0 {
			if keep = m &^ groups; keep != 0 {
				from = before & complete
			}
		}
		for j, g := range x.groups {
			if m&g != 0 {
				using := complete & withGroup[j%mostCover]
				if now := before & (using | using>>(1<<j)); now != 0 {
					keep |= m & g
					from |= now
				}
			}
		}
		if !d.Keep(x.cells[i], keep) {
			return false
		}
		complete = from
	}
	var one, fixed Set
	for _, c := range x.cells {
		m := d.sets[c]
		one |= m
		if m&(m-1) == 0 {
			fixed |= m
		}
	}
	for _, g := range x.groups {
		if v := one & g; v.Single() && fixed&v == 0 && !s.removeFromCommonPeers(x.cells, v, d) {
			return false
		}
	}
	return true
}

// addCommonPeerProps adds propagators for houses: if a cell outside the house sees all of the house's places for a
// value, the cell loses the value. A house gets a propagator if the network has NotBoth constraints. It also gets one
// if two of its cells see the same cell through more than groups, for example by an anti-knight constraint.
func (c *compiler) addCommonPeerProps() {
	w := c.seeWords
	groups, together := c.distinct, c.rooms.words.Allocate(len(c.start)*w) // for each cell, the set of cells that share a group with it
	if b := c.board; b != nil && len(b.distinct) == len(b.groups) {
		if c.alike == nil && slices.Equal(c.sees, b.sees) {
			return
		}
		copy(together, b.sees)
		groups = groups[len(b.distinct):]
	}
	for _, g := range groups {
		c.budget.Spend(len(g.cells) * len(g.cells))
		for _, a := range g.cells {
			for _, b := range g.cells {
				together[int(a)*w+int(b>>6)] |= 1 << (b & 63)
			}
		}
	}
	hasMore := func(x Cell) bool { // whether x sees cells outside its groups
		from := int(x) * w
		for k, m := range c.sees[from : from+w] {
			if m&^together[from+k] != 0 {
				return true
			}
		}
		return false
	}
	for _, h := range c.houses {
		c.budget.PanicIfEnded()
		cells := c.distinct[h].cells
		more := false
		for i := 0; i < len(cells) && !more; i++ {
			if !hasMore(cells[i]) {
				continue
			}
			for j := 0; j < len(cells) && !more; j++ {
				if i == j {
					continue
				}
				for k := range w {
					a, b := int(cells[i])*w+k, int(cells[j])*w+k
					if both := c.sees[a] & c.sees[b]; both&^(together[a]&together[b]) != 0 {
						more = true
						break
					}
				}
			}
		}
		if more || c.alike != nil {
			c.places = append(c.places, cells)
			c.props = append(c.props, prop{kindPlaces, int32(len(c.places) - 1)})
		}
	}
}

// narrowPlaces handles values with two or three places in a house. Cells that see all places of a value lose it.
func (s *search) narrowPlaces(cells []Cell, d *Domains) bool {
	var one, two, three, four Set
	for _, c := range cells {
		m := d.sets[c]
		four |= three & m
		three |= two & m
		two |= one & m
		one |= m
	}
	for v := two &^ four; v != 0; v &= v - 1 {
		if !s.removeFromCommonPeers(cells, v&-v, d) {
			return false
		}
	}
	return true
}

// recordValuePeers records, for each cell and value, which other cells lose the value when the cell takes it.
func (c *compiler) recordValuePeers(pairs []notBothOf) {
	if len(pairs) == 0 {
		return
	}
	values, w := c.all.Len(), c.seeWords
	c.budget.Spend(len(c.start) * values * (24 + 8*w))
	c.alike = make([][]Cell, len(c.start)*values)
	c.seesBy = make([][]uint64, values)
	for v := range c.seesBy {
		c.seesBy[v] = slices.Clone(c.sees)
	}
	for _, x := range pairs {
		a, b := c.same[x.a], c.same[x.b]
		if a == b {
			c.start[a] &^= x.set
			continue
		}
		for m := x.set & c.all; m != 0; m &= m - 1 {
			v := m.Min()
			c.alike[int(a)*values+v] = append(c.alike[int(a)*values+v], b)
			c.alike[int(b)*values+v] = append(c.alike[int(b)*values+v], a)
			c.seesBy[v][int(a)*w+int(b>>6)] |= 1 << (b & 63)
			c.seesBy[v][int(b)*w+int(a>>6)] |= 1 << (a & 63)
		}
	}
}
