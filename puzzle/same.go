package puzzle

import (
	"slices"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// This file has the kinds that compare or count the values of sets of cells.

var clone = Kind{
	Name:     "Clone",
	partial:  true,
	Form:     FormSets, // cells with the same place in each set are compared
	Draw:     Look{Shape: ShapeArea, Colour: "pale"},
	Twice:    true,
	Lay:      Lay{Words: []string{"clone"}, Least: 2, Most: 4, Share: 40, alike: acceptsEveryExchange},
	FPuzzles: "clone",
	Example:  `{"kind":"Clone","sets":[["r1c1","r1c2"],["r4c5","r4c6"]]}`,
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		for _, set := range c.Sets {
			if len(set) != len(c.Sets[0]) {
				return newMessage("rules.setsDiffer", "n", len(set), "first", len(c.Sets[0]))
			}
		}
		return nil
	},
	check: func(g grid, c *Constraint) (broken []int) {
		for _, set := range c.Sets[1:] {
			for i, cell := range set {
				if g.areDifferent(cell, c.Sets[0][i]) {
					broken = append(broken, c.Sets[0][i], cell)
				}
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		for i, cell := range c.Sets[0] {
			for _, set := range c.Sets[1:] {
				if set[i] != cell {
					b.into.Equal(cspCell(cell), cspCell(set[i]))
				}
			}
		}
	},
}

func splitEqually(cells []int, n int) (all [][]int) {
	return slices.Collect(slices.Chunk(cells, len(cells)/n))
}

var sameValues = Kind{
	Name:    "SameValues",
	Usual:   2,
	Form:    FormNumber, // the number of sets; Cells lists one set after another
	Draw:    Look{Shape: ShapeArea},
	Twice:   true,
	partial: true,
	check:   findSameSetsConflict,
	Example: ".SameValues~2~R1C1~R1C2~R2C4~R2C5",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if n := c.Numbers[0]; n < 2 || len(c.Cells)%n != 0 {
			return newMessage("rules.parts", "n", len(c.Cells), "parts", n)
		}
		return nil
	},
	compile: func(b *builder, c *Constraint) { b.requireSameSets(splitEqually(c.Cells, c.Numbers[0])) },
}

// haveSameValues reports whether every value occurs equally often in all sets.
func (g grid) haveSameValues(sets [][]int) bool {
	first := slices.Sorted(slices.Values(g.valuesAt(sets[0])))
	for _, set := range sets[1:] {
		if !slices.Equal(slices.Sorted(slices.Values(g.valuesAt(set))), first) {
			return false
		}
	}
	return true
}

// If a constraint has at most mostPaired sets, every two of its sets are compared.
const mostPaired = 3

// requireSameSets requires every value to occur equally often in all sets.
func (b *builder) requireSameSets(sets [][]int) {
	if len(sets[0]) == 1 {
		for _, set := range sets[1:] {
			if set[0] != sets[0][0] {
				b.into.Equal(cspCell(sets[0][0]), cspCell(set[0]))
			}
		}
		return
	}
	if b.addSetComplement(sets) {
		return
	}
	all := make([][]csp.Cell, len(sets))
	for i, set := range sets {
		all[i] = cspCells(set)
	}
	if len(sets) <= mostPaired {
		for i := range all {
			for j := range i {
				b.into.SameValues(all[j], all[i])
			}
		}
		return
	}
	b.into.Add(&sameSets{sets: all})
}

// addSetComplement does the work of requireSameSets if it finds a complement, and otherwise returns false. A complement
// is a list of cells that forms a house together with any one of the sets. It is the rest of a house that contains
// every value, or, if no set can have a value twice, a list of new cells.
func (b *builder) addSetComplement(sets [][]int) bool {
	if b.alone || b.into != &b.net.Constraints || b.net.Values() != b.Values() {
		return false
	}
	distinct, done := 0, false
	for i, set := range sets {
		if len(distinctCells(set)) < len(set) {
			continue
		}
		inside := false
		for _, h := range b.houses() {
			if slices.ContainsFunc(set, func(cell int) bool { return !slices.Contains(h.cells, cell) }) {
				continue
			}
			inside = true
			if len(h.cells) < b.Values() {
				continue
			}
			rest := slices.DeleteFunc(slices.Clone(h.cells), func(cell int) bool { return slices.Contains(set, cell) })
			for j, other := range sets {
				switch {
				case j == i:
				case slices.ContainsFunc(other, func(cell int) bool { return slices.Contains(rest, cell) }):
					b.restrictValues(other, func(int) bool { return false }) // no solution: a cell of `other` sees all cells of `set`, but one cell of `set` must have its value
				default:
					b.requireDistinct(slices.Concat(rest, other))
				}
			}
			done = true
		}
		if inside {
			distinct++
		}
	}
	if done || distinct < len(sets) {
		return done
	}
	var lacking []int // the complement: new cells whose values ascend
	for range b.Values() - len(sets[0]) {
		lacking = append(lacking, int(b.net.AddHiddenCell(b.net.AllNumbers())))
	}
	for i, cell := range lacking[:max(0, len(lacking)-1)] {
		b.addComparison(&ascend, 0, cell, lacking[i+1])
	}
	for _, set := range sets {
		b.requireDistinct(slices.Concat(set, lacking))
	}
	return true
}

var regionSameValues = Kind{
	Name:    "RegionSameValues",
	Form:    FormNone,
	Example: ".RegionSameValues",
	check: func(g grid, c *Constraint) (broken []int) {
		largest := g.fullHouses()
		if len(largest) == 0 || g.haveSameValues(largest) {
			return nil
		}
		for _, cells := range largest {
			broken = append(broken, cells...)
		}
		return distinctCells(broken)
	},
	compile: func(b *builder, c *Constraint) {
		if sets := b.fullHouses(); len(sets) > 1 && (b.Free || len(sets[0]) < b.Values()) {
			b.requireSameSets(sets)
		}
	},
}

// fullHouses returns the rows, columns, boxes and regions with the most cells.
func (p *Puzzle) fullHouses() (all [][]int) {
	lines := *p
	lines.Free = false // include rows and columns even if they may contain a value twice
	for _, h := range lines.houses() {
		switch {
		case len(all) == 0 || len(h.cells) > len(all[0]):
			all = [][]int{h.cells}
		case len(h.cells) == len(all[0]):
			all = append(all, h.cells)
		}
	}
	return all
}

var countingCircles = Kind{
	Name:    "CountingCircles",
	Form:    FormCells,
	Draw:    Look{Shape: ShapeRing},
	Lay:     Lay{Words: []string{"counting-circles"}, together: randomCountingCircles},
	partial: true,
	check:   findCirclesConflict,
	Example: ".CountingCircles~R3C3~R4C4~R5C5",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if p.High >= 64 && len(c.Cells) >= 64 { // bit n of a set stands for the number n, so a set cannot hold 64
			return newMessage("rules.tooManyCells", "n", len(c.Cells), "most", 63)
		}
		return nil
	},
	compile: func(b *builder, c *Constraint) {
		b.restrictValues(c.Cells, func(v int) bool { return v >= 1 && v <= len(c.Cells) })
		if len(c.Cells) > csp.MostOccurring {
			if len(c.Cells) > b.High*(b.High+1)/2 {
				b.addAlternatives(nil) // no solution: at most v circles can hold the value v, so there are too many circles
				return
			}
			for v := max(b.Low, 1); v <= min(b.High, len(c.Cells)); v++ {
				b.addAlternatives([]alternativeRule{
					func(b *builder) { b.restrictValues(c.Cells, func(other int) bool { return other != v }) },
					func(b *builder) { b.into.Count(cspCells(c.Cells), b.net.SetOf(v), v, v) },
				})
			}
			return
		}
		times := make([]csp.Set, b.net.Values())
		for i := range times {
			times[i] = 1
			if v := b.net.FirstNumber() + i; v >= 1 && v < 64 {
				times[i] |= 1 << v
			}
		}
		b.into.OccurrenceCounts(cspCells(c.Cells), times)
	},
}

var countDistinct = Kind{
	Name:    "CountDistinct",
	Twice:   true,      // the first cell may count itself
	Form:    FormCells, // the first cell holds the count
	Draw:    Look{Shape: ShapeLine, Start: "circle", Colour: "grey", Width: 0.8},
	Lay:     Lay{Words: []string{"count-distinct"}, Least: 4, Most: 7, Share: 45},
	Least:   2,
	Example: ".CountDistinct~R1C1~R1C2~R2C2~R3C2",
	check: func(g grid, c *Constraint) []int {
		values := g.valuesAt(c.Cells[1:])
		slices.Sort(values)
		return cellsUnless(len(slices.Compact(values)) == g.v[c.Cells[0]], c.Cells)
	},
	compile: func(b *builder, c *Constraint) {
		b.into.Add(&distinctCount{cspCell(c.Cells[0]), cspCells(c.Cells[1:]), b.net.FirstNumber()})
	},
}

// indexWords are the words of an index constraint: C, R and B stand for column, row and box. The cell's value states in
// which place of its column, row or box a number is. With N before the letter, it states where the number is not.
var indexWords = []string{"C", "R", "B", "NC", "NR", "NB"}

var indexing = Kind{
	Name:    "Indexing",
	extra:   useCells,
	Words:   indexWords,
	Form:    FormWord,
	Draw:    Look{Shape: ShapeArea},
	Lay:     Lay{Words: []string{"indexing"}, together: columnIndexingConstraint},
	partial: true,
	check:   findIndexingConflict,
	Example: ".Indexing~C~R1C1~R2C1",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if len(c.Cells) == 0 {
			return newMessage("rules.tooFew", "n", 0, "least", 1)
		}
		for _, cell := range c.Cells {
			if cell >= p.BoardCells() {
				return newMessage("rules.onBoard", "cell", p.CellName(cell))
			}
			if line, _ := p.IndexedCells(c.Text, cell); line == nil {
				return newMessage("rules.noBoxes")
			}
		}
		return nil
	},
	compile: func(b *builder, c *Constraint) {
		for _, cell := range c.Cells {
			line, index := b.IndexedCells(c.Text, cell)
			if c.Text[0] != 'N' {
				b.requireIndex(cell, line, index)
				continue
			}
			for i, other := range line {
				b.addKeyedPair(key{"indexNot", i + 1, index, 0}, cell, other, func(x, y int) bool { return x != i+1 || y != index })
			}
		}
	},
}

// IndexedCells returns the cells to which an Indexing at a cell refers, and the cell's own number among them, from 1.
// The last letter of word names what the values count: C counts columns, so line is the row; R counts rows, so line is
// the column; any other letter counts places in the box or region. If `index` is n and the cell has the value v, then
// cell number v of line has the value n. IndexedCells returns nil if the cell is in no box and no region.
func (p *Puzzle) IndexedCells(word string, cell int) (line []int, index int) {
	row, column := cell/p.Columns, cell%p.Columns
	switch word[len(word)-1] {
	case 'C':
		return p.row(row), column + 1
	case 'R':
		return p.column(column), row + 1
	}
	for _, area := range p.Areas() {
		area = slices.Sorted(slices.Values(area))
		if index, in := slices.BinarySearch(area, cell); in {
			return area, index + 1
		}
	}
	return nil, 0
}

var valueIndexing = Kind{
	Name:    "ValueIndexing",
	Form:    FormCells, // the first of Cells holds the distance; the others follow, the nearest first
	Draw:    Look{Shape: ShapeLine, Start: "circle", Colour: "grey", Width: 0.8},
	Lay:     Lay{Words: []string{"value-indexing"}, Least: 4, Most: 7, Share: 45},
	Least:   3,
	Twice:   true,
	Example: ".ValueIndexing~R3C3~R4C4~R5C4~R6C4",
	check: func(g grid, c *Constraint) []int {
		n := g.v[c.Cells[1]]
		if n < 1 || n > len(c.Cells)-2 {
			return c.Cells[1:2]
		}
		return cellsUnless(g.v[c.Cells[n+1]] == g.v[c.Cells[0]], []int{c.Cells[0], c.Cells[1], c.Cells[n+1]})
	},
	compile: func(b *builder, c *Constraint) {
		line := c.Cells[2:]
		b.restrictValues(c.Cells[1:2], func(v int) bool { return v >= 1 && v <= len(line) })
		var ways []alternativeRule
		for i, cell := range line {
			if b.Low > i+1 || b.High < i+1 {
				continue
			}
			ways = append(ways, func(b *builder) {
				b.into.Allow(cspCell(c.Cells[1]), b.net.SetOf(i+1))
				b.into.Equal(cspCell(c.Cells[0]), cspCell(cell))
			})
		}
		b.addAlternatives(ways)
	},
}
