package csp

import (
	"fmt"
	"slices"
)

// This file adds what follows from several constraints at once: sums of what a run of
// houses and the cages in it do not share (innies and outies), and crossings.

// families deals the houses, those with all values, into lists of houses that share no
// cells, in the order in which they were added: rows, columns, boxes.
func (c *compiler) families() [][][]Cell {
	var families [][][]Cell
	var taken []map[Cell]bool
next:
	for _, h := range c.houses {
		cells := c.distinct[h].cells
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
		families = append(families, [][]Cell{cells})
		t := make(map[Cell]bool)
		for _, x := range cells {
			t[x] = true
		}
		taken = append(taken, t)
	}
	return families
}

// maxDerived and maxDerivedCliques bound sums that follow from others: longer ones take
// little away. One of up to maxDerivedLong cells is kept where it has few cliques.
const (
	maxDerived        = 7
	maxDerivedLong    = 9
	maxDerivedCliques = 3
)

// derive adds, for runs of houses, the difference between the run's total and the totals
// of the sums that lie mostly in it.
func (c *compiler) derive(sets []setsOf) {
	type total struct {
		cells []Cell
		sum   int
	}
	var totals []total
	for _, s := range c.totals {
		t := total{sum: s.lo}
		seen := make(map[Cell]bool)
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
	values := c.all.Len()
	known := make(map[string]bool)
	in, coefficient := make([]int, len(c.start)), make([]int, len(c.start))
	used := make([]bool, len(c.start))
	for _, family := range c.families() {
		for i := range family {
			for j := i + 1; j <= len(family) && j-i <= (len(family)+1)/2; j++ {
				clear(in)
				clear(used)
				for _, h := range family[i:j] {
					for _, x := range h {
						in[c.same[x]]++
					}
				}
				copy(coefficient, in)
				sum, hit := (j-i)*values*(values-1)/2, false
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
						coefficient[x]--
					}
				}
				if !hit {
					continue
				}
				c.addDerived(coefficient, sum, known)
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

func (c *compiler) addDerived(coefficient []int, sum int, known map[string]bool) {
	var cells []Cell
	of := make(map[Cell]int)
	for x, k := range coefficient {
		if k != 0 {
			cells = append(cells, Cell(x))
			of[Cell(x)] = k
		}
	}
	if len(cells) > maxDerivedLong {
		return
	}
	key := fmt.Sprint(cells, of)
	if known[key] {
		return
	}
	known[key] = true
	if len(cells) > maxDerived && len(c.cliques(cells, of)) > maxDerivedCliques {
		return
	}
	c.props, _ = c.linear(cells, of, sum, sum, c.props, nil, true)
}

// cross adds crossings: between families of houses where these share the same cells, and
// between pairs of other houses.
func (c *compiler) cross() {
	families := c.families()
	for i, a := range families {
		for _, b := range families[i+1:] {
			c.crossFamilies(a, b)
		}
	}
}

// crossFamilies finds, in two families, the least groups of houses that have the same
// cells: a band's rows and boxes.
func (c *compiler) crossFamilies(a, b [][]Cell) {
	of := make(map[Cell]int) // the house of b
	for j, h := range b {
		for _, x := range h {
			of[x] = j
		}
	}
	doneA, doneB := make([]bool, len(a)), make([]bool, len(b))
	inA := make(map[Cell]int)
	for i, h := range a {
		for _, x := range h {
			inA[x] = i
		}
	}
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
func shared(house []Cell, of map[Cell]int) (out []int) {
	count := make(map[int]int)
	for _, x := range house {
		if j, ok := of[x]; ok {
			if count[j]++; count[j] == 2 {
				out = append(out, j)
			}
		}
	}
	return out
}

// addCrossing adds what these lines and boxes take from each other. Cells that only one of
// them has are segments, too.
func (c *compiler) addCrossing(a, b [][]Cell, lines, boxes []int, of map[Cell]int) {
	if len(boxes) == 0 || len(lines)+1 > maxCrossing || len(boxes)+1 > maxCrossing {
		return
	}
	// a cell's segment is its line and its box; what has no box here stands in box number
	// len(boxes), from which nothing is taken
	x := crossing{lines: len(lines), boxes: len(boxes)}
	number := make(map[int]int)
	for k, j := range boxes {
		number[j] = k
	}
	index := make(map[[2]int]int)
	seen := make(map[Cell]bool)
	add := func(cell Cell, l, k int) {
		at, known := index[[2]int{l, k}]
		if !known {
			at = len(x.segments)
			index[[2]int{l, k}] = at
			x.segments = append(x.segments, segment{line: l, box: k})
		}
		x.segments[at].cells = append(x.segments[at].cells, cell)
		x.cells = append(x.cells, cell)
		seen[cell] = true
	}
	for l, i := range lines {
		for _, cell := range a[i] {
			k := len(boxes)
			if j, ok := of[cell]; ok {
				if n, ok := number[j]; ok {
					k = n
				}
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
	slices.Sort(x.cells)
	c.crossings = append(c.crossings, x)
	c.props = append(c.props, prop{kindCrossing, int32(len(c.crossings) - 1)})
}
