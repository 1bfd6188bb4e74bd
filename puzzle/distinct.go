package puzzle

import (
	"slices"
	"strconv"
	"strings"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// This file has the kinds whose cells have distinct values.

// checkAllDistinct returns the cells whose value occurs more than once among the constraint's cells.
func checkAllDistinct(g grid, c *Constraint) []int { return g.repeatedCells(c.Cells) }

// checkCellCount refuses more cells than values.
func checkCellCount(p *Puzzle, c *Constraint) *message.Message {
	if values := p.valueCountOf(c.Cells); len(c.Cells) > values {
		return newMessage("rules.tooMany", "n", len(c.Cells), "values", values)
	}
	return nil
}

// checkOpenCellCount is like checkCellCount for lines. On a closed line, the cell where the ends meet counts once.
func checkOpenCellCount(p *Puzzle, c *Constraint) *message.Message {
	return checkCellCount(p, &Constraint{Cells: withoutClosingCell(c.Cells)})
}

var allDifferent = Kind{
	Name:     "AllDifferent",
	partial:  partialPairs,
	Form:     FormCells,
	Draw:     Look{Shape: ShapeArea},
	Example:  ".AllDifferent~R1C1~R2C2~R3C3",
	possible: checkCellCount,
	check:    checkAllDistinct,
	compile:  func(b *builder, c *Constraint) { b.requireDistinct(c.Cells) },
}

var extraRegion = Kind{
	Name:     "ExtraRegion",
	partial:  partialPairs,
	Form:     FormCells,
	Draw:     Look{Shape: ShapeArea},
	Lay:      Lay{Words: []string{"extra-region"}, Share: 40, alike: isAnyExchange},
	FPuzzles: "extraregion",
	Example:  `{"kind":"ExtraRegion","cells":["r1c1","r2c2","r3c3","r4c4","r5c5","r6c6","r7c7","r8c8","r9c9"]}`,
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if len(c.Cells) != p.Values() {
			return newMessage("rules.regionSize", "n", len(c.Cells), "size", p.Values())
		}
		return nil
	},
	check:   checkAllDistinct,
	compile: func(b *builder, c *Constraint) { b.requireDistinct(c.Cells) },
}

var diagonal = Kind{
	Name:    "Diagonal",
	Words:   []string{"1", "-1"},
	partial: partialPairs,
	Form:    FormChoice, // 1 is the diagonal that rises to the right; −1 is the diagonal that falls
	Draw:    Look{Shape: ShapeLine, Colour: "steel", Width: 0.5},
	Lay:     Lay{Words: []string{"x"}, Numbers: [][]int{{1}, {-1}}, alike: isAnyExchange},
	Example: ".Diagonal~1",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		switch {
		case c.Numbers[0] != 1 && c.Numbers[0] != -1:
			return newMessage("rules.choice", "value", c.Numbers[0], "choices", "1, -1")
		case p.Rows != p.Columns:
			return newMessage("rules.square")
		}
		return nil
	},
	check: func(g grid, c *Constraint) []int {
		cells := make([]int, g.Rows)
		for r := range cells {
			cells[r] = r*g.Columns + r
			if c.Numbers[0] == 1 {
				cells[r] = r*g.Columns + g.Columns - 1 - r
			}
		}
		return g.repeatedCells(g.withoutHoles(cells))
	},
	compile: func(b *builder, c *Constraint) {
		b.requireDistinct(b.diagonalCells(c.Numbers[0]))
	},
}

// diagonalCells returns the cells of a diagonal, from the left border to the right. The diagonal rises if way is 1, and
// falls if way is −1.
func (p *Puzzle) diagonalCells(way int) (cells []int) {
	for at := range p.Rows {
		if way > 0 {
			cells = append(cells, (p.Rows-1-at)*p.Columns+at)
		} else {
			cells = append(cells, at*(p.Columns+1))
		}
	}
	return p.withoutHoles(cells)
}

// Windows returns the extra boxes of a windoku as lists of cells. The windows begin in the second row and the second
// column, with gaps of one cell between them.
func (p *Puzzle) Windows() (all [][]int) {
	size := p.Values()
	if p.RegionSize > 0 {
		size = p.RegionSize
	}
	box := BoxOf(p.Rows, p.Columns, size)
	if box.Rows == 0 {
		return nil
	}
	for left := 1; left+box.Columns < p.Columns; left += box.Columns + 1 {
		for top := 1; top+box.Rows < p.Rows; top += box.Rows + 1 {
			var cells []int
			for i := range size {
				cells = append(cells, (top+i/box.Columns)*p.Columns+left+i%box.Columns)
			}
			all = append(all, cells)
		}
	}
	return all
}

var windoku = Kind{
	Name:    "Windoku",
	partial: partialPairs,
	Form:    FormNone,
	Draw:    Look{Shape: ShapeArea},
	Lay:     Lay{Words: []string{"windoku"}, alike: isAnyExchange},
	Example: ".Windoku",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if p.Rows != p.Columns || p.Windows() == nil {
			return newMessage("rules.windows")
		}
		return nil
	},
	check: func(g grid, c *Constraint) (broken []int) {
		for _, cells := range g.Windows() {
			broken = append(broken, g.repeatedCells(cells)...)
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		for _, cells := range b.Windows() {
			b.requireDistinct(cells)
		}
	},
}

// disjointSets requires cells to differ if they have the same place in different boxes. Numbers lists these places,
// counted row by row from 1. Without numbers, the rule applies to all places.
var disjointSets = Kind{
	Name:    "DisjointSets",
	partial: partialPairs,
	Form:    FormNone,
	also:    useNumbers,
	Lay:     Lay{Words: []string{"disjoint"}, alike: isAnyExchange},
	Example: ".DisjointSets",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		box := BoxOf(p.Rows, p.Columns, p.Size())
		if box.Rows == 0 {
			return newMessage("rules.noBoxes")
		}
		for i, n := range c.Numbers {
			if n < 1 || n > box.Rows*box.Columns || slices.Contains(c.Numbers[:i], n) {
				return newMessage("rules.placeInBox", "n", n, "most", box.Rows*box.Columns)
			}
		}
		return nil
	},
	check: func(g grid, c *Constraint) (broken []int) {
		boxes := boxesOf(g.Rows, g.Columns, BoxOf(g.Rows, g.Columns, g.Size()))
		for i := range boxes[0] {
			if len(c.Numbers) > 0 && !slices.Contains(c.Numbers, i+1) {
				continue
			}
			for j := range boxes {
				for k := range j {
					if g.v[boxes[j][i]] == g.v[boxes[k][i]] {
						broken = append(broken, boxes[k][i], boxes[j][i])
					}
				}
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		for _, cells := range b.DisjointGroups(c.Numbers) {
			b.requireDistinct(cells)
		}
	},
}

// DisjointGroups returns, for each numbered place of a box, the cells that have this place in their boxes.
// Without numbers it returns the groups of all places. It returns nil if the board cannot have boxes.
func (p *Puzzle) DisjointGroups(numbers []int) (groups [][]int) {
	box := BoxOf(p.Rows, p.Columns, p.Size())
	for i := range box.Rows * box.Columns {
		if len(numbers) > 0 && !slices.Contains(numbers, i+1) {
			continue
		}
		var cells []int
		for r := i / box.Columns; r < p.Rows; r += box.Rows {
			for at := i % box.Columns; at < p.Columns; at += box.Columns {
				cells = append(cells, r*p.Columns+at)
			}
		}
		groups = append(groups, cells)
	}
	return groups
}

var antiKnight = Kind{
	Name:    "AntiKnight",
	partial: partialPairs,
	Form:    FormNone,
	Lay:     Lay{Words: []string{"anti-knight"}, alike: isAnyExchange},
	Example: ".AntiKnight",
	check: func(g grid, c *Constraint) []int {
		return g.brokenPairs(func(dr, dc, a, b int) bool { return dr*dc == 2 && a == b })
	},
	compile: func(b *builder, c *Constraint) { b.requireDistinctBySteps([][2]int{{1, 2}, {2, 1}, {1, -2}, {2, -1}}) },
}

var antiKing = Kind{
	Name:    "AntiKing",
	partial: partialPairs,
	Form:    FormNone,
	Lay:     Lay{Words: []string{"anti-king"}, alike: isAnyExchange},
	Example: ".AntiKing",
	check: func(g grid, c *Constraint) []int {
		return g.brokenPairs(func(dr, dc, a, b int) bool { return dr == 1 && dc == 1 && a == b })
	},
	compile: func(b *builder, c *Constraint) { b.requireDistinctBySteps([][2]int{{1, 1}, {1, -1}}) },
}

// antiMove forbids equal values in two cells that are one move apart. Numbers holds a pair for each move: a number of
// rows and a number of columns, in any direction. A knight has 1 2, a camel 1 3, a zebra 2 3. A taxi of N steps has all
// pairs with the sum N. Text lists the values to which the rule applies, with blanks between them; "" means all values.
var antiMove = Kind{
	Name:    "AntiMove",
	also:    useNumbers | useText,
	partial: partialPairs,
	Form:    FormChoice,
	Example: `{"kind":"AntiMove","numbers":[7,8]}`,
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		for at := range slices.Chunk(c.Numbers, 2) {
			if len(at) < 2 || min(at[0], at[1]) < 0 || max(at[0], at[1]) > Most || at[0]+at[1] == 0 || len(c.Numbers) > 2*Most {
				return newMessage("rules.moves")
			}
		}
		for _, word := range strings.Fields(c.Text) {
			v, err := strconv.Atoi(word)
			if err != nil {
				return newMessage("rules.notNumber", "text", word)
			}
			if v < p.Low || v > p.High {
				return newMessage("rules.value", "value", v, "low", p.Low, "high", p.High)
			}
		}
		return nil
	},
	check: func(g grid, c *Constraint) []int {
		values := " " + strings.Join(strings.Fields(c.Text), " ") + " "
		return g.brokenPairs(func(dr, dc, a, b int) bool {
			return a == b && hasMove(c.Numbers, dr, dc) && (len(values) == 2 || strings.Contains(values, " "+strconv.Itoa(a)+" "))
		})
	},
	compile: func(b *builder, c *Constraint) {
		var steps [][2]int
		for at := range slices.Chunk(c.Numbers, 2) {
			for _, step := range [][2]int{{at[0], at[1]}, {at[1], at[0]}, {at[0], -at[1]}, {at[1], -at[0]}} {
				if step[0] == 0 {
					step[1] = max(step[1], -step[1])
				}
				if !slices.Contains(steps, step) && !slices.Contains(steps, [2]int{-step[0], -step[1]}) {
					steps = append(steps, step)
				}
			}
		}
		if values := c.MovedValues(); len(values) > 0 {
			set := b.net.SetOf(values...)
			for _, at := range b.cellPairsBySteps(steps) {
				b.into.NotBoth(at[0], at[1], set)
			}
			return
		}
		b.requireDistinctBySteps(steps)
	},
}

// MovedValues returns the values to which an AntiMove applies. An empty list means all values.
func (c *Constraint) MovedValues() (values []int) {
	for _, word := range strings.Fields(c.Text) {
		v, _ := strconv.Atoi(word)
		values = append(values, v)
	}
	return values
}

// hasMove reports whether moves contains a pair with this distance in rows and in columns.
func hasMove(moves []int, rows, columns int) bool {
	for i := 0; i < len(moves); i += 2 {
		if x, y := moves[i], moves[i+1]; x == rows && y == columns || x == columns && y == rows {
			return true
		}
	}
	return false
}

// MovePairs returns the pairs of board cells that are one move apart. numbers lists the moves in the form of an
// AntiMove: for each move the number of rows, then the number of columns.
func (p *Puzzle) MovePairs(numbers []int) (pairs [][2]int) {
	all := grid{p, make([]int, p.BoardCells())}.brokenPairs(func(dr, dc, _, _ int) bool { return hasMove(numbers, dr, dc) })
	for i := 0; i < len(all); i += 2 {
		pairs = append(pairs, [2]int{all[i], all[i+1]})
	}
	return pairs
}

// brokenPairs returns the cells of the pairs for which breaks returns true. breaks receives the distance in
// rows and in columns, and the two values.
func (g grid) brokenPairs(breaks func(rows, columns, a, b int) bool) (broken []int) {
	for _, i := range g.cellsOfBoard() {
		for j := range i {
			if g.IsHole(j) {
				continue
			}
			rows, columns := i/g.Columns-j/g.Columns, i%g.Columns-j%g.Columns
			if breaks(max(rows, -rows), max(columns, -columns), g.v[i], g.v[j]) {
				broken = append(broken, j, i)
			}
		}
	}
	return broken
}

// requireDistinctBySteps requires any two cells of the board to differ if one of the steps leads from one to the other.
func (b *builder) requireDistinctBySteps(steps [][2]int) {
	pairs := b.cellPairsBySteps(steps)
	for i := range pairs {
		b.into.Distinct(pairs[i][:]...)
	}
}

// cellPairsBySteps returns the pairs of board cells such that one of the steps leads from the first to the second.
func (b *builder) cellPairsBySteps(steps [][2]int) (pairs [][2]csp.Cell) {
	board := b.layerOf(0)
	pairs = make([][2]csp.Cell, 0, len(steps)*b.BoardCells())
	for _, cell := range b.cellsOfBoard() {
		row, column := board.rowAndColumnOf(cell)
		for _, step := range steps {
			if other := board.cellAt(row+step[0], column+step[1]); other >= 0 {
				pairs = append(pairs, [2]csp.Cell{cspCell(cell), cspCell(other)})
			}
		}
	}
	return pairs
}
