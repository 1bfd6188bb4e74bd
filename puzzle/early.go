package puzzle

import "slices"

// This file has checks that use the values which empty cells can have. Each decides full grids, too, except
// findRankConflict.

// leastValue and greatestValue return the least and the greatest value that a cell can still have.
func (g grid) leastValue(cell int) int {
	if g.isEmpty(cell) {
		return g.Low
	}
	return g.v[cell]
}

func (g grid) greatestValue(cell int) int {
	if g.isEmpty(cell) {
		return g.layerOf(cell).high
	}
	return g.v[cell]
}

func (g grid) isFixed(cell int) bool { return g.leastValue(cell) == g.greatestValue(cell) }

func (g grid) canBe(cell, value int) bool {
	return value >= g.leastValue(cell) && value <= g.greatestValue(cell)
}

func (g grid) sumBounds(cells []int) (least, most int) {
	for _, cell := range cells {
		least += g.leastValue(cell)
		most += g.greatestValue(cell)
	}
	return least, most
}

// findPartsConflict returns the cells that break a constraint with parts. All parts must hold; in an Or, at least one
// must hold.
func findPartsConflict(g grid, c *Constraint) (broken []int) {
	parts := c.Parts
	if c.Kind == "Replicate" {
		parts = g.copyPartsToTargets(c)
	}
	for i := range parts {
		one := g.findConflict(&parts[i])
		if c.Kind == "Or" && len(one) == 0 {
			return nil
		}
		broken = append(broken, one...)
	}
	return broken
}

func findNumberedRoomConflict(g grid, c *Constraint) []int {
	first := c.Cells[0]
	if g.isEmpty(first) {
		return nil
	}
	n := g.v[first]
	if n < 1 || n > len(c.Cells) {
		return c.Cells[:1]
	}
	return cellsUnless(g.canBe(c.Cells[n-1], c.Numbers[0]), []int{first, c.Cells[n-1]})
}

func findIndexingConflict(g grid, c *Constraint) (broken []int) {
	not := c.Text[0] == 'N'
	for _, cell := range c.Cells {
		if g.isEmpty(cell) {
			continue
		}
		line, own := g.IndexedCells(c.Text, cell)
		if v := g.v[cell]; v < 1 || v > len(line) {
			if !not {
				broken = append(broken, cell)
			}
		} else if at := line[v-1]; not && !g.isEmpty(at) && g.v[at] == own || !not && !g.canBe(at, own) {
			broken = append(broken, cell, at)
		}
	}
	return broken
}

// findRankConflict checks the rank of a line, which is a row or column read from either end. If rows and columns
// contain every value, each value begins exactly four lines. So the rank determines the line's first value, which
// findRankConflict compares with the first cell. It also compares the line, cell by cell, with lines of greater rank.
func findRankConflict(g grid, c *Constraint) []int {
	first := c.Cells[0]
	begun := 4 * (g.v[first] - g.Low)
	if !g.isEmpty(first) && (begun >= c.Numbers[0] || c.Numbers[0] > begun+4) {
		return c.Cells[:1]
	}
	for i := range g.Constraints { // read as a number, a line with a greater rank must be greater
		other := &g.Constraints[i]
		if other.Kind != c.Kind || other.Numbers[0] <= c.Numbers[0] {
			continue
		}
		for index, cell := range c.Cells {
			if index == 0 && (c.Numbers[0]-1)/4 == (other.Numbers[0]-1)/4 {
				continue // both lines begin with the same value
			}
			if g.leastValue(cell) > g.greatestValue(other.Cells[index]) {
				return []int{cell, other.Cells[index]}
			}
			if !g.isFixed(cell) || !g.isFixed(other.Cells[index]) || g.leastValue(cell) < g.leastValue(other.Cells[index]) {
				break
			}
		}
	}
	return nil
}

// findSameSetsConflict returns two cells that cannot be equal, if each set has one cell. For larger sets, it compares
// the values of the sets when all cells are filled.
func findSameSetsConflict(g grid, c *Constraint) []int {
	if len(c.Cells) != c.Numbers[0] {
		return cellsUnless(slices.ContainsFunc(c.Cells, g.isEmpty) || g.haveSameValues(splitEqually(c.Cells, c.Numbers[0])), c.Cells)
	}
	for i, cell := range c.Cells {
		for _, other := range c.Cells[:i] {
			if !g.canBeEqual(cell, other) {
				return []int{other, cell}
			}
		}
	}
	return nil
}

// findCirclesConflict returns each filled circle whose value v is in more than v circles, or possible in fewer than v.
// If there are none, it searches for a set of different values whose sum is the number of circles. The set must include
// the values of filled circles, and each value v of the set must be possible in at least v circles. If no such set
// exists, findCirclesConflict returns all circles.
func findCirclesConflict(g grid, c *Constraint) (broken []int) {
	count := func(v int, hasValue func(cell, v int) bool) (n int) {
		for _, cell := range c.Cells {
			if hasValue(cell, v) {
				n++
			}
		}
		return n
	}
	holds := func(cell, v int) bool { return !g.isEmpty(cell) && g.v[cell] == v }
	for _, cell := range g.filledCellsOf(c.Cells) {
		if v := g.v[cell]; count(v, holds) > v || count(v, g.canBe) < v {
			broken = append(broken, cell)
		}
	}
	if broken != nil {
		return broken
	}
	sums := make([]bool, len(c.Cells)+1)
	sums[0] = true
	for v := 1; v <= len(c.Cells); v++ {
		places, needed := count(v, g.canBe), count(v, holds) > 0
		for sum := len(c.Cells); sum >= 0; sum-- {
			joined := sum >= v && places >= v && sums[sum-v]
			sums[sum] = joined || !needed && sums[sum]
		}
	}
	return cellsUnless(sums[len(c.Cells)], c.Cells)
}

// findSquareConflicts returns the cells of each 2×2 square that has fewer open cells than missing classes of values.
// `class` returns the class of a value: 0, 1 or 2.
func findSquareConflicts(g grid, class func(p *Puzzle, v int) int) (broken []int) {
	for _, square := range g.allTwoByTwoSquares() {
		var seen [3]bool
		open, missing := 0, 3
		for _, cell := range square {
			if g.isEmpty(cell) {
				open++
			} else if at := class(g.Puzzle, g.v[cell]); !seen[at] {
				seen[at] = true
				missing--
			}
		}
		if missing > open {
			broken = append(broken, square...)
		}
	}
	return broken
}

// findArmsConflict compares the possible values of Cells[0] with the number of cells in the shortest and in the longest
// possible arms. If no value can be right, it returns Cells.
func findArmsConflict(g grid, c *Constraint) []int {
	least, most := 1-c.Numbers[0], 1-c.Numbers[0]
	for _, arm := range c.Sets {
		sure := true
		for _, cell := range arm[1:] {
			if !g.canBeEqual(arm[0], cell) {
				break
			}
			most++
			if sure = sure && g.isFixed(arm[0]) && g.isFixed(cell); sure {
				least++
			}
		}
	}
	return cellsUnless(least <= g.greatestValue(c.Cells[0]) && most >= g.leastValue(c.Cells[0]), c.Cells)
}

// findNeighboursConflict compares a count with two numbers: how many cells must be in the region of the first cell, and
// how many can be.
func findNeighboursConflict(g grid, c *Constraint) []int {
	arms := *c // each further cell is an arm of its own
	arms.Sets = nil
	for _, cell := range c.Sets[0][1:] {
		arms.Sets = append(arms.Sets, []int{c.Sets[0][0], cell})
	}
	return findArmsConflict(g, &arms)
}

func (g grid) canBeEqual(a, b int) bool {
	return max(g.leastValue(a), g.leastValue(b)) <= min(g.greatestValue(a), g.greatestValue(b))
}

// findRegionsConflict checks that regions are numbered in the order of their first cells, and that no region contains a
// value twice. It also checks that each region can still get enough cells, and that these can be connected.
func findRegionsConflict(g grid, _ *Constraint) (broken []int) {
	l, _ := g.layerNamed("CC")
	n, size := g.BoardCells(), g.Size()
	begun := g.Low - 1 // the greatest number that a region can have if its first cell is among the cells examined so far
	for i := range n {
		if least := g.leastValue(l.first + i); least > begun+1 {
			broken, begun = append(broken, l.first+i), least
		}
		begun = max(begun, min(g.greatestValue(l.first+i), begun+1))
	}
	for number := g.Low; number < g.Low+n/size; number++ {
		var sure []int
		for index := range n {
			if cell := l.first + index; g.isFixed(cell) && g.canBe(cell, number) {
				for _, other := range sure {
					if g.isFixed(index) && g.isFixed(other) && g.canBeEqual(index, other) {
						broken = append(broken, other, index, l.first+other, cell)
					}
				}
				sure = append(sure, index)
			}
		}
		// For each cell that is certain to be in the region, compute which cells the region can reach from it, and in
		// how many steps.
		for _, from := range sure {
			away := map[int]int{from: 0}
			queue := []int{from}
			nearest := 0
			for index := 0; index < len(queue); index++ {
				if queue[index] != from && slices.Contains(sure, queue[index]) && nearest == 0 {
					nearest = away[queue[index]]
				}
				for _, beside := range l.orthogonalNeighboursOf(l.first + queue[index]) {
					next := beside - l.first
					if _, met := away[next]; !met && g.canBe(beside, number) {
						away[next] = away[queue[index]] + 1
						queue = append(queue, next)
					}
				}
			}
			if len(sure) > 1 && nearest == 0 || len(queue) < size || len(sure)+max(nearest-1, 0) > size {
				broken = append(broken, l.first+from)
			}
			for _, other := range sure {
				if _, met := away[other]; !met {
					broken = append(broken, l.first+from, l.first+other)
				}
			}
		}
	}
	return broken
}

// findRenbanConflict finds repeated values, and values that are too far apart for the number of cells.
func findRenbanConflict(g grid, c *Constraint) []int {
	cells := withoutClosingCell(c.Cells)
	filled := g.filledCellsOf(cells)
	if len(filled) == 0 {
		return nil
	}
	if broken := g.repeatedCells(filled); broken != nil {
		return broken
	}
	values := g.valuesAt(filled)
	return cellsUnless(slices.Max(values)-slices.Min(values) < len(cells), filled)
}

// findLunchboxConflict finds two equal values in a lunchbox. If all cells are filled, it also checks the sum.
func findLunchboxConflict(g grid, c *Constraint) []int {
	if broken := g.repeatedCells(g.filledCellsOf(c.Cells)); broken != nil || slices.ContainsFunc(c.Cells, g.isEmpty) {
		return broken
	}
	return cellsUnless(sumOfSandwich(g.valuesAt(c.Cells)) == c.Numbers[0], c.Cells)
}
