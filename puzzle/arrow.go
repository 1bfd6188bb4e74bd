package puzzle

import (
	"slices"

	"nonet/message"
)

// This file has the kinds about sums along a line.

var arrow = Kind{
	Name:     "Arrow",
	Form:     FormCells, // the first of Cells is the circle
	Draw:     Look{Shape: ShapeLine, Start: "circle", End: "arrow", Colour: "grey", Width: 0.8},
	Lay:      Lay{Words: []string{"arrow"}, Least: 3, Most: 5, Share: 45},
	Twice:    true,
	FPuzzles: "arrow",
	Example:  ".Arrow~R1C1~R1C2~R1C3",
	sum: func(_ *Puzzle, c *Constraint) (s weightedSum) {
		if len(c.Cells) > 1 {
			s = weightedSum{cells: c.Cells[1:], less: c.Cells[:1], totals: []int{0}}
		}
		return s
	},
}

var doubleArrow = Kind{
	Name:     "DoubleArrow",
	Twice:    true,
	Form:     FormCells, // the first and the last of Cells are the circles
	Draw:     Look{Shape: ShapeLine, Start: "circle", End: "circle", Colour: "grey", Width: 0.8},
	Lay:      Lay{Words: []string{"double-arrow"}, Least: 3, Most: 6, Share: 45},
	Least:    3,
	FPuzzles: "doublearrow",
	Example:  ".DoubleArrow~R1C1~R1C2~R1C3",
	sum: func(_ *Puzzle, c *Constraint) weightedSum {
		last := len(c.Cells) - 1
		return weightedSum{cells: c.Cells[1:last], less: []int{c.Cells[0], c.Cells[last]}, totals: []int{0}}
	},
}

var pillArrow = Kind{
	Name:    "PillArrow",
	Usual:   2,
	Form:    FormNumber, // the number of cells of the pill, which are the first of Cells
	Draw:    Look{Shape: ShapeLine, Start: "pill", End: "arrow", Colour: "grey", Width: 0.8},
	Lay:     Lay{Words: []string{"pill-arrow"}, Least: 5, Most: 7, Share: 45, clue: newConstantClue(func(p *Puzzle) int { return 2 })},
	Least:   3,
	Example: ".PillArrow~2~R1C1~R1C2~R2C3~R3C3",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		n := c.Numbers[0]
		if n != 2 && n != 3 {
			return newMessage("rules.choice", "value", n, "choices", "2, 3")
		}
		if len(c.Cells) <= n {
			return newMessage("rules.tooFew", "n", len(c.Cells), "least", n+1)
		}
		pill := slices.Sorted(slices.Values(c.Cells[:n]))
		l := p.layerOf(pill[0])
		for i := 1; i < n; i++ {
			r, column := l.rowAndColumnOf(pill[i-1])
			if to := pill[i]; to != l.cellAt(r, column+1) && to != l.cellAt(r+1, column) && to != l.cellAt(r+1, column+1) {
				return newMessage("rules.pill")
			}
		}
		return nil
	},
	check: func(g grid, c *Constraint) []int {
		pill := c.Cells[:c.Numbers[0]]
		if slices.ContainsFunc(slices.Sorted(slices.Values(pill))[1:], func(cell int) bool { return g.leastValue(cell) > 9 }) {
			return pill
		}
		s := pillSum(c)
		return cellsUnless(g.canHave(&s), c.Cells)
	},
	compile: func(b *builder, c *Constraint) {
		s := pillSum(c)
		if b.High > 9 {
			b.restrictValues(slices.Sorted(slices.Values(c.Cells[:c.Numbers[0]]))[1:], func(v int) bool { return v < 10 })
		}
		b.requireSum(s)
	},
}

// pillSum returns this condition: the digits of the pill, read from left to right or from top to bottom, are a number
// that equals the sum of the other cells.
func pillSum(c *Constraint) weightedSum {
	n := c.Numbers[0]
	s := weightedSum{cells: slices.Clone(c.Cells), totals: []int{0}}
	slices.Sort(s.cells[:n])
	slices.Reverse(s.cells[:n])
	weight := -1
	for i := range s.cells {
		if i == n {
			weight = 1
		}
		if s.times = append(s.times, weight); i < n {
			weight *= 10
		}
	}
	return s
}

var zipper = Kind{
	Name:     "Zipper",
	Twice:    true,
	Form:     FormCells,
	Draw:     Look{Shape: ShapeLine, Colour: "violet", Core: []float64{0.25, 0.6}, CoreWidth: 1.3},
	Lay:      Lay{Words: []string{"zipper"}, Least: 3, Most: 9, Share: 45, Middle: true},
	equal:    func(_ *Puzzle, c *Constraint) [][]int { return zipperPairs(c.Cells) },
	FPuzzles: "zipperline",
	Example:  ".Zipper~R1C1~R1C2~R1C3~R2C3~R3C3",
}

// zipperPairs returns the pairs of cells at equal distances from the middle of a zipper line. Before the pairs comes
// the middle cell, if there is one. For the line a b c d e, the result is [c], [a e], [b d].
func zipperPairs(cells []int) (sets [][]int) {
	n := len(cells)
	if n%2 == 1 {
		sets = append(sets, []int{cells[n/2]})
	}
	for i := range n / 2 {
		sets = append(sets, []int{cells[i], cells[n-1-i]})
	}
	return sets
}

var equalSum = Kind{
	Name:    "EqualSum",
	Form:    FormSets,
	Draw:    Look{Shape: ShapeArea},
	Example: ".EqualSum~R1C1~R1C2~-~R2C1~R3C1",
	equal:   func(_ *Puzzle, c *Constraint) [][]int { return c.Sets },
}

var regionSumLine = Kind{
	Name:     "RegionSumLine",
	Twice:    true,
	Form:     FormCells,
	Draw:     Look{Shape: ShapeLine, Colour: "blue", Core: []float64{3, 1, 0.3, 1}},
	Lay:      Lay{Words: []string{"region-sum"}, Least: 3, Most: 8, Share: 45, clue: regionSumClue},
	FPuzzles: "regionsumline",
	Example:  ".RegionSumLine~R1C3~R1C4~R2C5",
	equal:    func(p *Puzzle, c *Constraint) [][]int { return p.splitByBox(c.Cells) },
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		for i := range p.Constraints {
			if p.Constraints[i].Kind == "ChaosConstruction" {
				return newMessage("rules.regionsToFind")
			}
		}
		return nil
	},
}

// splitByBox splits a line into the longest parts that lie within one box. On a board without boxes, the parts lie
// within one region. On a board without boxes and regions, the line stays whole. If the line is closed and its ends are
// in the same box, the first part begins with the last cells of the line.
func (p *Puzzle) splitByBox(line []int) (parts [][]int) {
	regions := p.boxes()
	if len(regions) == 0 {
		regions = p.Regions
	}
	of := func(cell int) int {
		return slices.IndexFunc(regions, func(r []int) bool { return slices.Contains(r, cell) })
	}
	closed := isClosed(line)
	if closed {
		line = line[:len(line)-1]
	}
	for i, cell := range line {
		if i == 0 || of(cell) != of(line[i-1]) {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], cell)
	}
	if last := len(parts) - 1; closed && last > 0 && of(line[0]) == of(line[len(line)-1]) {
		parts[0] = append(parts[last], parts[0]...)
		parts = parts[:last]
	}
	return parts
}

var sumLine = Kind{
	Name:    "SumLine",
	extra:   useText, // the text is "loop" or empty
	Twice:   true,
	Usual:   10,
	Form:    FormNumber,
	Draw:    Look{Shape: ShapeLine, Colour: "red", Core: []float64{5, 1}},
	Lay:     Lay{Words: []string{"sum-line"}, Least: 4, Most: 7, Share: 45, clue: sumLineClue},
	Example: ".SumLine~10~R1C1~R1C2~R1C3~R2C3",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if c.Numbers[0] < 1 {
			return newMessage("rules.positive", "n", c.Numbers[0])
		}
		if c.Text != "" && c.Text != loop {
			return newMessage("rules.word", "word", c.Text, "choices", loop)
		}
		return nil
	},
	possible: func(p *Puzzle, c *Constraint) *message.Message {
		if p.Low == 0 { // a line whose values are all 0 has no parts
			return nil
		}
		return sumRangeFault(c.Numbers[0], len(c.Cells), p.Low, len(c.Cells)*p.greatestValueOf(c.Cells))
	},
	check: func(g grid, c *Constraint) []int {
		values := g.valuesAt(c.Cells)
		starts := 1
		if c.Text == loop {
			starts = len(values) // if the ends of the line join, a part may begin at any cell
		}
		for start := range starts {
			part := 0
			for i := range values {
				if part += values[(start+i)%len(values)]; part == c.Numbers[0] {
					part = 0
				} else if part > c.Numbers[0] {
					break
				}
			}
			if part == 0 {
				return nil
			}
		}
		return c.Cells
	},
	compile: func(b *builder, c *Constraint) {
		sum := c.Numbers[0]
		ends := 1
		if c.Text == loop {
			ends = sum
		}
		// If adjacent cells always differ, a part such as 5+5 is impossible. The automaton uses this only within a
		// part, not across the border between two parts.
		differ := 0
		if ends == 1 && b.successiveCellsDiffer(c.Cells) {
			differ = 1
		}
		type state struct{ part, last int }
		const none = -1
		var ways []alternativeRule
		for first := range ends { // on a closed line, the sum of the last cells if they belong to the part at the start; otherwise 0
			ways = append(ways, func(b *builder) {
				b.addAutomaton(key{"sumLine", sum, first, differ}, c.Cells, func() (any, stepper, func(any) bool) {
					step := func(from any, v int) (any, bool) {
						s := from.(state)
						if v == s.last {
							return s, false
						}
						if s.part += v; s.part == sum {
							return state{0, none}, true
						}
						if differ > 0 {
							s.last = v
						}
						return s, s.part < sum
					}
					return state{first, none}, step, func(end any) bool { return end.(state).part == first }
				})
			})
		}
		b.addAlternatives(ways)
	},
}

// successiveCellsDiffer reports whether every two successive cells of the list must differ, because they share a row,
// column, box or region that contains no value twice.
func (p *Puzzle) successiveCellsDiffer(cells []int) bool {
	for i, y := range cells[1:] {
		x := cells[i]
		if x == y || max(x, y) >= p.BoardCells() {
			return false
		}
		row, column, lower, right := x/p.Columns, x%p.Columns, y/p.Columns, y%p.Columns
		switch b := p.Box; {
		case !p.Free && (row == lower || column == right):
		case b.Rows > 0 && row/b.Rows == lower/b.Rows && column/b.Columns == right/b.Columns:
		case slices.ContainsFunc(p.Regions, func(r []int) bool { return slices.Contains(r, x) && slices.Contains(r, y) }):
		default:
			return false
		}
	}
	return true
}

// loop is the Text of a constraint on a line whose ends join.
const loop = "loop"
