package puzzle

import (
	"slices"
	"strings"

	"nonet/message"
)

// This file has the kinds about the values of single cells.

var given = Kind{
	Name:    "Given",
	Form:    FormValues,
	Most:    1,
	Example: ".~R1C1_1_3_5",
	check: func(g grid, c *Constraint) []int {
		return cellsUnless(slices.Contains(c.Numbers, g.v[c.Cells[0]]), c.Cells)
	},
	compile: func(b *builder, c *Constraint) {
		b.into.Allow(cspCell(c.Cells[0]), b.net.SetOf(c.Numbers...))
	},
}

var (
	odd  = newParityKind("Odd", ShapeCircle, 1)
	even = newParityKind("Even", ShapeSquare, 0)
)

// newParityKind returns the kind of cells whose values have the remainder `rest` modulo 2.
func newParityKind(name string, shape Shape, rest int) Kind {
	return Kind{
		Name:     name,
		partial:  true,
		Form:     FormCells,
		Draw:     Look{Shape: shape},
		Lay:      Lay{Words: []string{"odd-even"}, Share: 25, alike: exchangeKeepsParity},
		FPuzzles: strings.ToLower(name),
		Example:  `{"kind":"` + name + `","cells":["r1c1","r2c2"]}`,
		check: func(g grid, c *Constraint) []int {
			return slices.DeleteFunc(slices.Clone(c.Cells), func(cell int) bool { return g.v[cell]%2 == rest || g.isEmpty(cell) })
		},
		compile: func(b *builder, c *Constraint) { b.restrictValues(c.Cells, func(v int) bool { return v&1 == rest }) },
	}
}

// minimum and maximum compare marked cells only with unmarked neighbours, as programs for setters do.
var minimum = Kind{
	Name:     "Minimum",
	Form:     FormCells,
	Draw:     Look{Shape: ShapeMinimum},
	Lay:      Lay{Words: []string{"minimum"}, Share: 100, alike: func(p *Puzzle, to []int) bool { return isHarmlessExchange(p, to, p.High-1, p.High) }},
	FPuzzles: "minimum",
	Example:  `{"kind":"Minimum","cells":["r1c1"]}`,
	pair:     &pairRule{pairs: borderPairs, values: &ascend},
}

var maximum = Kind{
	Name:     "Maximum",
	Form:     FormCells,
	Draw:     Look{Shape: ShapeMaximum},
	Lay:      Lay{Words: []string{"maximum"}, Share: 100, alike: func(p *Puzzle, to []int) bool { return isHarmlessExchange(p, to, p.Low, p.Low+1) }},
	FPuzzles: "maximum",
	Example:  `{"kind":"Maximum","cells":["r1c1"]}`,
	pair:     &pairRule{pairs: borderPairs, values: &ascend, reverse: true},
}

// BorderPairs returns the pairs of neighbours whose first cell is in `cells` and whose second cell is not.
func (p *Puzzle) BorderPairs(cells []int) (pairs [][2]int) {
	for _, cell := range cells {
		for _, beside := range p.layerOf(cell).orthogonalNeighboursOf(cell) {
			if !slices.Contains(cells, beside) {
				pairs = append(pairs, [2]int{cell, beside})
			}
		}
	}
	return pairs
}

// checkValuesInRange refuses a value that is below Low, or that is too great for all of the cells.
func checkValuesInRange(p *Puzzle, cells, values []int) *message.Message {
	high := p.greatestValueOf(cells)
	for _, v := range values {
		if v < p.Low || v > high {
			return newMessage("rules.value", "value", v, "low", p.Low, "high", high)
		}
	}
	return nil
}
