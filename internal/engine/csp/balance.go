package csp

// balance requires a value to occur equally often in two lists of cells.
type balance struct {
	cells []Cell // the cells of the first list, followed by those of the second
	bit   Set
}

// buildValueBalances returns a balance for each value, without the cells that are in both lists of x.
func (c *compiler) buildValueBalances(x sameOf) (all []balance) {
	var one, other []Cell
	left := make([]int, len(c.start)) // for each cell, its occurrences in x.b minus those in x.a
	for _, cell := range x.b {
		left[cell]++
	}
	for _, cell := range x.a {
		if left[cell]--; left[cell] < 0 {
			one = append(one, cell)
		}
	}
	for _, cell := range x.b {
		if left[cell] > 0 {
			left[cell]--
			other = append(other, cell)
		}
	}
	if len(one) != len(other) {
		c.never = true
	}
	cells := append(one, other...)
	for v := range c.all.Len() {
		if len(cells) > 0 {
			all = append(all, balance{cells, 1 << v})
		}
	}
	return all
}

func (x *balance) narrow(d *Domains) bool {
	middle := len(x.cells) / 2
	var fixed, able [2]int
	for i, c := range x.cells {
		if m := d.sets[c]; m&x.bit != 0 {
			side := 0
			if i >= middle {
				side = 1
			}
			able[side]++
			if m == x.bit {
				fixed[side]++
			}
		}
	}
	required, possible := max(fixed[0], fixed[1]), min(able[0], able[1])
	if required > possible {
		return false
	}
	for side, cells := range [2][]Cell{x.cells[:middle], x.cells[middle:]} {
		keep := ^x.bit
		switch {
		case fixed[side] == able[side]:
			continue
		case fixed[side] == possible: // as many cells of this side already have the value as the other side can match
		case able[side] == required:
			keep = x.bit
		default:
			continue
		}
		for _, c := range cells {
			if m := d.sets[c]; m&x.bit != 0 && m != x.bit && !d.Keep(c, keep) {
				return false
			}
		}
	}
	return true
}
