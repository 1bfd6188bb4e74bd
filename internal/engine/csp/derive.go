package csp

import "slices"

// This file adds what follows from several constraints at once: sums of what a run of
// houses and the cages in it do not share (innies and outies), and crossings.

// families deals groups of distinct cells into lists of groups that share no cells, in the
// order in which they were added: rows, columns, boxes.
func (c *compiler) families(groups []int32) [][][]Cell {
	var families [][][]Cell
	var taken [][]bool
next:
	for _, h := range groups {
		cells := c.distinct[h].cells
		c.budget.Spend(8 * (len(families) + len(cells)))
	family:
		for i := range families {
			for _, x := range cells {
				if taken[i][x] {
					continue family
				}
			}
			families[i] = append(families[i], cells)
			for _, x := range cells {
				taken[i][x] = true
			}
			continue next
		}
		c.budget.Spend(len(c.start))
		families = append(families, [][]Cell{cells})
		t := make([]bool, len(c.start))
		for _, x := range cells {
			t[x] = true
		}
		taken = append(taken, t)
	}
	return families
}

// every deals all groups of distinct cells.
func (c *compiler) every() [][][]Cell {
	if c.dealt == nil {
		groups := make([]int32, len(c.distinct))
		for i := range groups {
			groups[i] = int32(i)
		}
		c.dealt = c.families(groups)
	}
	return c.dealt
}

// maxDerived and maxDerivedCliques bound sums that follow from others: longer ones take
// little away. One of up to maxDerivedLong cells is kept where it has few cliques.
const (
	maxDerived        = 7
	maxDerivedLong    = 9
	maxDerivedCliques = 3
)

// mostDerivation is how many cells derive looks at; beyond that it is left out.
const mostDerivation = 20_000_000

// derive adds, for runs of houses, the difference between the run's total and the totals
// of the sums that lie mostly in it.
func (c *compiler) derive(sets []setsOf, families [][][]Cell) {
	type total struct {
		cells []Cell
		sum   int
	}
	var totals []total
	for _, s := range c.totals {
		t := total{sum: s.lo}
		seen := make([]bool, len(c.start))
		for _, x := range s.terms {
			if x.Coefficient != 1 || seen[c.same[x.Cell]] {
				t.cells = nil
				break
			}
			seen[c.same[x.Cell]] = true
			t.cells = append(t.cells, c.same[x.Cell])
			t.sum -= c.first
		}
		if len(t.cells) > 0 {
			totals = append(totals, t)
		}
	}
	for _, s := range sets {
		if sum, ok := totalOf(s); ok && len(s.cells) < c.all.Len() {
			t := total{sum: sum}
			for _, x := range s.cells {
				t.cells = append(t.cells, c.same[x])
			}
			totals = append(totals, t)
		}
	}
	if len(totals) == 0 {
		return
	}
	known := make(map[string]bool)
	in := make([]int, len(c.start))
	used := make([]bool, len(c.start))
	size := 0 // of all totals: what a run of houses costs
	for _, t := range totals {
		size += len(t.cells)
	}
	runs := 0
	for _, family := range families {
		runs += len(family) * (len(family) + 1) / 2
	}
	if runs*(size+len(c.start)) > mostDerivation {
		return
	}
	for _, family := range families {
		for i := range family {
			for j := i + 1; j <= len(family) && j-i <= (len(family)+1)/2; j++ {
				clear(in)
				clear(used)
				for _, h := range family[i:j] {
					for _, x := range h {
						in[c.same[x]]++
					}
				}
				copy(c.coefficient, in)
				sum, hit := 0, false
				for _, h := range family[i:j] {
					u := c.unionOf(h)
					sum += u.least(u.Len())
				}
				for _, t := range totals {
					inside, over := 0, false
					for _, x := range t.cells {
						inside += in[x]
						over = over || used[x]
					}
					if over || 2*inside <= len(t.cells) {
						continue
					}
					hit = true
					sum -= t.sum
					for _, x := range t.cells {
						used[x] = true
						c.coefficient[x]--
					}
				}
				if hit {
					c.addDerived(sum, known)
				}
				clear(c.coefficient)
			}
		}
	}
}

// totalOf returns what the values of each of the sets add up to, if that is one sum.
func totalOf(x setsOf) (sum int, ok bool) {
	for i, t := range x.sets {
		if s := t.least(t.Len()); i == 0 {
			sum = s
		} else if s != sum {
			return 0, false
		}
	}
	return sum, len(x.sets) > 0
}

// addDerived adds a sum over the cells that have a coefficient, unless it is long or known.
func (c *compiler) addDerived(sum int, known map[string]bool) {
	var cells []Cell
	var key []byte
	for x, k := range c.coefficient {
		if k != 0 {
			if len(cells) == maxDerivedLong {
				return
			}
			cells = append(cells, Cell(x))
			key = append(key, byte(x), byte(x>>8), byte(k))
		}
	}
	if known[string(key)] {
		return
	}
	known[string(key)] = true
	if len(cells) > maxDerived && len(c.cliques(cells)) > maxDerivedCliques {
		return
	}
	c.props, _ = c.linear(cells, sum, sum, c.props, nil, true)
}

// unionOf is what the cells can have at the root.
func (c *compiler) unionOf(cells []Cell) (u Set) {
	for _, x := range cells {
		u |= c.start[x]
	}
	return u
}

// cross adds crossings between groups of distinct cells that share two cells or more, one
// of them at least a house.
func (c *compiler) cross() {
	families := c.every()
	for i, a := range families {
		for _, b := range families[i+1:] {
			c.crossFamilies(a, b)
		}
	}
}

// crossFamilies finds, in two families, the least groups of houses that have the same
// cells: a band's rows and boxes.
func (c *compiler) crossFamilies(a, b [][]Cell) {
	c.budget.Spend(2*len(c.start) + 64*(len(a)+len(b)))
	of, inA := c.houseOf(b), c.houseOf(a)
	doneA, doneB := make([]bool, len(a)), make([]bool, len(b))
	for i := range a {
		if doneA[i] {
			continue
		}
		// all houses that hang together with this one by two cells or more
		lines, boxes := []int{i}, []int{}
		doneA[i] = true
		for l, k := 0, 0; l < len(lines) || k < len(boxes); {
			if l < len(lines) {
				for _, j := range shared(a[lines[l]], of) {
					if !doneB[j] {
						doneB[j] = true
						boxes = append(boxes, j)
					}
				}
				l++
			} else {
				for _, j := range shared(b[boxes[k]], inA) {
					if !doneA[j] {
						doneA[j] = true
						lines = append(lines, j)
					}
				}
				k++
			}
		}
		c.addCrossing(a, b, lines, boxes, of)
	}
}

// shared lists the houses with which a house shares two cells or more.
func shared(house []Cell, of []int) (out []int) {
	for i, x := range house {
		j := of[x]
		if j < 0 || slices.Contains(out, j) {
			continue
		}
		for _, y := range house[i+1:] {
			if of[y] == j {
				out = append(out, j)
				break
			}
		}
	}
	return out
}

// houseOf returns which of the houses each cell is in, -1 without.
func (c *compiler) houseOf(houses [][]Cell) []int {
	of := make([]int, len(c.start))
	for x := range of {
		of[x] = -1
	}
	for i, h := range houses {
		for _, x := range h {
			of[x] = i
		}
	}
	return of
}

// addCrossing adds what these lines and boxes take from each other. Cells that only one of
// them has are segments, too.
func (c *compiler) addCrossing(a, b [][]Cell, lines, boxes []int, of []int) {
	if len(boxes) == 0 || len(lines)+1 > maxCrossing || len(boxes)+1 > maxCrossing {
		return
	}
	x := crossing{lines: len(lines), boxes: len(boxes)}
	index := make([]int, (len(lines)+1)*(len(boxes)+1))
	seen := make([]bool, len(c.start))
	add := func(cell Cell, l, k int) {
		at := &index[l*(len(boxes)+1)+k]
		if *at == 0 {
			x.segments = append(x.segments, segment{line: l, box: k})
			*at = len(x.segments)
		}
		g := &x.segments[*at-1]
		g.cells = append(g.cells, cell)
		x.cells = append(x.cells, cell)
		seen[cell] = true
	}
	for l, i := range lines {
		for _, cell := range a[i] {
			k := slices.Index(boxes, of[cell])
			if k < 0 {
				k = len(boxes)
			}
			add(cell, l, k)
		}
	}
	for k, j := range boxes {
		for _, cell := range b[j] {
			if !seen[cell] {
				add(cell, len(lines), k)
			}
		}
	}
	x.free = [2][]int{{len(lines)}, {len(boxes)}}
	houses := 0
	for l, i := range lines {
		if c.unionOf(a[i]).Len() != len(a[i]) {
			x.free[0] = append(x.free[0], l)
		} else {
			houses++
		}
	}
	for k, j := range boxes {
		if c.unionOf(b[j]).Len() != len(b[j]) {
			x.free[1] = append(x.free[1], k)
		} else {
			houses++
		}
	}
	if houses == 0 {
		return
	}
	c.crossings = append(c.crossings, x)
	c.props = append(c.props, prop{kindCrossing, int32(len(c.crossings) - 1)})
}
