package puzzle

import (
	"slices"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// This file has the kinds about regions that the solver must find. The group CC has one cell for each cell of the
// board: its value is the number of that cell's region. Regions are numbered from Low on, in the order of their first
// cells.

var chaosConstruction = Kind{
	Name:    "ChaosConstruction",
	Form:    FormNone,
	partial: true,
	check:   findRegionsConflict,
	Example: ".ChaosConstruction",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		switch l, ok := p.layerNamed("CC"); {
		case p.Size() < 2 || p.BoardCells()%p.Size() != 0 || p.Size() > p.Values():
			return newMessage("rules.regionsFit", "n", p.BoardCells(), "size", p.Size())
		case !ok || l.count != p.BoardCells() || l.columns != p.Columns || l.high != p.Low+p.BoardCells()/p.Size()-1:
			return newMessage("rules.group", "name", "CC")
		}
		return nil
	},
	compile: func(b *builder, c *Constraint) {
		l, _ := b.layerNamed("CC")
		size := b.Size()
		last := b.Low + b.BoardCells()/size - 1
		cells, around := cspCells(l.cells()), b.neighboursIn(l, l.cells())
		for n := b.Low; n <= last; n++ {
			b.into.Connected(cells, around, b.net.SetOf(n), size)
		}
		b.into.FirstOccurrencesAscend(cells)
		b.into.DistinctInGroups(cspCells(b.layerOf(0).cells()), cells, size)
	},
}

// isConnected reports whether cells of one layer form one area, joined by sides.
func (p *Puzzle) isConnected(cells []int) bool {
	if len(cells) == 0 {
		return true
	}
	reached := cells[:1:1]
	for i := 0; i < len(reached); i++ {
		for _, beside := range p.layerOf(reached[i]).orthogonalNeighboursOf(reached[i]) {
			if slices.Contains(cells, beside) && !slices.Contains(reached, beside) {
				reached = append(reached, beside)
			}
		}
	}
	return len(reached) == len(cells)
}

// checkRegionCells returns a fault if the puzzle lacks the group CC, if Numbers[0] is neither 0 nor 1, or if Cells is
// not one cell. It also does so if a set contains a cell outside CC, or if the sets do not all begin with the same
// cell.
func checkRegionCells(p *Puzzle, c *Constraint) *message.Message {
	l, ok := p.layerNamed("CC")
	if !ok {
		return newMessage("rules.group", "name", "CC")
	}
	if c.Numbers[0] != 0 && c.Numbers[0] != 1 {
		return newMessage("rules.choice", "value", c.Numbers[0], "choices", "0, 1")
	}
	if len(c.Cells) != 1 {
		return newMessage("rules.tooFew", "n", len(c.Cells), "least", 1)
	}
	for _, set := range c.Sets {
		for _, cell := range set {
			if cell < l.first || cell >= l.first+l.count {
				return newMessage("rules.regionCell", "cell", p.CellName(cell))
			}
		}
	}
	for _, set := range c.Sets {
		if len(set) == 0 || set[0] != c.Sets[0][0] {
			return newMessage("rules.armStart")
		}
	}
	return nil
}

var chaosArrow = Kind{
	Name:    "ChaosArrow",
	Form:    FormControl, // if Numbers[0] is 1, the cell where the arms begin is not counted
	Draw:    Look{Shape: ShapeRing},
	partial: true,
	check:   findArmsConflict,
	Example: ".ChaosConstruction.NoBoxes.ChaosArrow~R1C1~0~CC1~CC2~CC3",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if what := checkRegionCells(p, c); what != nil {
			return what
		}
		if len(c.Sets) == 0 {
			return newMessage("rules.tooFew", "n", 0, "least", 1)
		}
		return nil
	},
	compile: func(b *builder, c *Constraint) {
		arms := make([][]csp.Cell, len(c.Sets))
		for i, arm := range c.Sets {
			for _, cell := range cspCells(arm) {
				arms[i] = append(arms[i], b.net.FirstEqual(cell))
			}
		}
		var next []int // the neighbours of the first cell
		for _, arm := range c.Sets {
			next = append(next, arm[1:min(len(arm), 2)]...)
		}
		beyond := 0
		if b.neighboursAmong(c.Sets[0][0], next) != 0 {
			beyond = 1
		}
		b.into.Add(&runLength{cspCell(c.Cells[0]), arms, 1 - c.Numbers[0] - b.net.FirstNumber(), beyond})
	},
}

// chaosArmsAt returns the four arms of a cell of the board: left, right, up and down. An arm is a list of cells of the
// group CC. It begins with the cell of CC that stands for the cell itself.
func (p *Puzzle) chaosArmsAt(control int) (all [][]int) {
	l, _ := p.layerNamed("CC")
	row, column := p.layerOf(0).rowAndColumnOf(control)
	for _, d := range [][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
		var arm []int
		for cell, r, c := 0, row, column; cell >= 0; r, c = r+d[0], c+d[1] {
			if cell = l.cellAt(r, c); cell >= 0 {
				arm = append(arm, cell)
			}
		}
		all = append(all, arm)
	}
	return all
}

// cellsAround returns the cells of the group CC in the 3×3 square around a cell of the board. The first of
// them stands for the cell itself.
func (p *Puzzle) cellsAround(control int) []int {
	l, _ := p.layerNamed("CC")
	row, column := p.layerOf(0).rowAndColumnOf(control)
	all := []int{l.cellAt(row, column)}
	for r := row - 1; r <= row+1; r++ {
		for c := column - 1; c <= column+1; c++ {
			if cell := l.cellAt(r, c); cell >= 0 && cell != all[0] {
				all = append(all, cell)
			}
		}
	}
	return all
}

var chaosCount = Kind{
	Name:    "ChaosCount",
	Form:    FormControl, // if Numbers[0] is 1, the first cell is not counted
	Draw:    Look{Shape: ShapeRing},
	partial: true,
	check:   findNeighboursConflict,
	Example: ".ChaosConstruction.NoBoxes.ChaosCount~R1C1~0~CC1~CC2~CC3",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if what := checkRegionCells(p, c); what != nil {
			return what
		}
		if len(c.Sets) != 1 {
			return newMessage("rules.tooFew", "n", len(c.Sets), "least", 1)
		}
		return nil
	},
	compile: func(b *builder, c *Constraint) {
		b.into.Add(&sameCount{cspCell(c.Cells[0]), cspCells(c.Sets[0]), c.Numbers[0] + b.net.FirstNumber(), b.neighboursAmong(c.Sets[0][0], c.Sets[0])})
	},
}

// neighboursAmong returns the neighbours of a cell of the group CC, as a set of indices in `among`. The kind
// ChaosConstruction requires at least one of these neighbours to be in the cell's region. If the puzzle lacks this
// kind, or if `among` lacks a neighbour, the result is 0.
func (b *builder) neighboursAmong(cell int, among []int) (all uint64) {
	if b.alone || b.Size() < 2 || !slices.ContainsFunc(b.Constraints, func(c Constraint) bool { return c.Kind == chaosConstruction.Name }) {
		return 0
	}
	l, _ := b.layerNamed("CC")
	for _, beside := range l.orthogonalNeighboursOf(cell) {
		i := slices.Index(among, beside)
		if i < 0 || i > 63 {
			return 0
		}
		all |= 1 << i
	}
	return all
}

var connectedValues = Kind{
	Name:    "ConnectedValues",
	extra:   useNumbers,
	Form:    FormWord, // Text is a group, or "" for the board. Numbers[0] is the size of each connected area, or 0 for any size; the other numbers are values, each of which forms an area
	Example: ".Shape~9x9~1-9~Raw.ConnectedValues~~1_3_5_7_9",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		l, ok := p.layerNamed(c.Text)
		switch {
		case !ok:
			return newMessage("rules.group", "name", c.Text)
		case len(c.Numbers) < 2:
			return newMessage("rules.connected")
		case c.Numbers[0] < 0 || c.Numbers[0] > len(l.cells()):
			return newMessage("rules.connectedCells", "n", c.Numbers[0], "most", len(l.cells()))
		}
		for _, v := range c.Numbers[1:] {
			if v < p.Low || v > l.high {
				return newMessage("rules.value", "value", v, "low", p.Low, "high", l.high)
			}
		}
		return nil
	},
	check: func(g grid, c *Constraint) []int {
		l, _ := g.layerNamed(c.Text)
		var regions []int
		for _, cell := range l.cells() {
			if slices.Contains(c.Numbers[1:], g.v[cell]) {
				regions = append(regions, cell)
			}
		}
		switch {
		case len(regions) == 0:
			return l.cells()
		case c.Numbers[0] > 0 && len(regions) != c.Numbers[0]:
			return regions
		}
		return cellsUnless(g.isConnected(regions), regions)
	},
	compile: func(b *builder, c *Constraint) {
		l, _ := b.layerNamed(c.Text)
		set := b.net.SetOf(c.Numbers[1:]...)
		cells := l.cells()
		least, most := 1, len(cells)
		if c.Numbers[0] > 0 {
			least, most = c.Numbers[0], c.Numbers[0]
		}
		b.into.Connected(cspCells(cells), b.neighboursIn(l, cells), set, c.Numbers[0])
		b.into.Count(cspCells(cells), set, least, most)
	},
}

// Surroundings returns the sets of a constraint at a cell of the board. For the kind ChaosArrow these are the cell's
// four arms. For ChaosCount the only set is the 3×3 square around the cell.
func (p *Puzzle) Surroundings(kind string, control int) [][]int {
	if kind == "ChaosArrow" {
		return p.chaosArmsAt(control)
	}
	return [][]int{p.cellsAround(control)}
}
