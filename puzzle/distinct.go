package puzzle

import (
	"slices"
	"strconv"
	"strings"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// This file has the kinds whose cells have distinct values.

func oneGroup(_ *Puzzle, c *Constraint) [][]int { return [][]int{c.Cells} }

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
	Form:     FormCells,
	Draw:     Look{Shape: ShapeArea},
	Example:  ".AllDifferent~R1C1~R2C2~R3C3",
	possible: checkCellCount,
	groups:   oneGroup,
}

var extraRegion = Kind{
	Name:     "ExtraRegion",
	Form:     FormCells,
	Draw:     Look{Shape: ShapeArea},
	Lay:      Lay{Words: []string{"extra-region"}, Share: 40, alike: acceptsEveryExchange},
	FPuzzles: "extraregion",
	Example:  `{"kind":"ExtraRegion","cells":["r1c1","r2c2","r3c3","r4c4","r5c5","r6c6","r7c7","r8c8","r9c9"]}`,
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if len(c.Cells) != p.Values() {
			return newMessage("rules.regionSize", "n", len(c.Cells), "size", p.Values())
		}
		return nil
	},
	groups: oneGroup,
}

var diagonal = Kind{
	Name:    "Diagonal",
	Words:   []string{"1", "-1"},
	Form:    FormChoice, // 1 is the diagonal that rises to the right; −1 is the diagonal that falls
	Draw:    Look{Shape: ShapeLine, Colour: "steel", Width: 0.5},
	Lay:     Lay{Words: []string{"x"}, Numbers: [][]int{{1}, {-1}}, alike: acceptsEveryExchange},
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
	groups: func(p *Puzzle, c *Constraint) [][]int { return [][]int{p.diagonalCells(c.Numbers[0])} },
}

// diagonalCells returns the cells of a diagonal, from the left border to the right. The diagonal rises if way is 1, and
// falls if way is −1.
func (p *Puzzle) diagonalCells(way int) []int {
	if way > 0 {
		return p.withoutHoles(progression((p.Rows-1)*p.Columns, 1-p.Columns, p.Rows))
	}
	return p.withoutHoles(progression(0, p.Columns+1, p.Rows))
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
			all = append(all, box.cellsFrom(top*p.Columns+left, p.Columns))
		}
	}
	return all
}

var windoku = Kind{
	Name:    "Windoku",
	Form:    FormNone,
	Draw:    Look{Shape: ShapeArea},
	Lay:     Lay{Words: []string{"windoku"}, alike: acceptsEveryExchange},
	Example: ".Windoku",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if p.Rows != p.Columns || p.Windows() == nil {
			return newMessage("rules.windows")
		}
		return nil
	},
	groups: func(p *Puzzle, _ *Constraint) [][]int { return p.Windows() },
}

// disjointSets requires cells to differ if they have the same place in different boxes. Numbers lists these places,
// counted row by row from 1. Without numbers, the rule applies to all places.
var disjointSets = Kind{
	Name:    "DisjointSets",
	Form:    FormNone,
	extra:   useNumbers,
	Lay:     Lay{Words: []string{"disjoint"}, alike: acceptsEveryExchange},
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
	groups: func(p *Puzzle, c *Constraint) [][]int { return p.DisjointGroups(c.Numbers) },
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
			for column := i % box.Columns; column < p.Columns; column += box.Columns {
				cells = append(cells, r*p.Columns+column)
			}
		}
		groups = append(groups, cells)
	}
	return groups
}

var (
	antiKnight = newMoveKind("AntiKnight", "anti-knight", 1, 2)
	antiKing   = newMoveKind("AntiKing", "anti-king", 1, 1)
)

// newMoveKind returns a kind that forbids equal values in cells that are one move apart, like an AntiMove with these
// two numbers. `word` selects the kind for generated puzzles.
func newMoveKind(name, word string, numbers ...int) Kind {
	return Kind{
		Name:    name,
		partial: true,
		Form:    FormNone,
		Lay:     Lay{Words: []string{word}, alike: acceptsEveryExchange},
		Example: "." + name,
		check:   func(g grid, _ *Constraint) []int { return g.equalMoves(numbers, nil) },
		compile: func(b *builder, _ *Constraint) { b.forbidEqualMoves(numbers, nil) },
	}
}

// antiMove forbids equal values in two cells that are one move apart. Numbers holds a pair for each move: a number of
// rows and a number of columns, in any direction. A knight has 1 2, a camel 1 3, a zebra 2 3. A taxi of N steps has all
// pairs with the sum N. Text lists the values to which the rule applies, with blanks between them; "" means all values.
var antiMove = Kind{
	Name:    "AntiMove",
	extra:   useNumbers | useText,
	partial: true,
	Form:    FormChoice,
	Example: `{"kind":"AntiMove","numbers":[7,8]}`,
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		for pair := range slices.Chunk(c.Numbers, 2) {
			if len(pair) < 2 || min(pair[0], pair[1]) < 0 || max(pair[0], pair[1]) > Most || pair[0]+pair[1] == 0 || len(c.Numbers) > 2*Most {
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
	check:   func(g grid, c *Constraint) []int { return g.equalMoves(c.Numbers, c.MovedValues()) },
	compile: func(b *builder, c *Constraint) { b.forbidEqualMoves(c.Numbers, c.MovedValues()) },
}

// equalMoves returns the cells of each pair that is one move apart and has equal values. If `values` is not empty, it
// returns only cells with one of these values. `numbers` lists the moves as in [Puzzle.MovePairs].
func (g grid) equalMoves(numbers, values []int) (broken []int) {
	for _, pair := range g.MovePairs(numbers) {
		if v := g.v[pair[0]]; v == g.v[pair[1]] && (len(values) == 0 || slices.Contains(values, v)) {
			broken = append(broken, pair[0], pair[1])
		}
	}
	return broken
}

// forbidEqualMoves requires that cells one move apart do not both have the same value of `values`. If `values` is
// empty, this applies to every value.
func (b *builder) forbidEqualMoves(numbers, values []int) {
	set, pairs := b.net.SetOf(values...), b.MovePairs(numbers)
	net := make([]csp.Cell, 0, 2*len(pairs))
	for _, pair := range pairs {
		n := len(net)
		if net = append(net, cspCell(pair[0]), cspCell(pair[1])); len(values) == 0 {
			b.into.Distinct(net[n : n+2 : n+2]...)
		} else {
			b.into.NotBoth(net[n], net[n+1], set)
		}
	}
}

// MovedValues returns the values to which an AntiMove applies. An empty list means all values.
func (c *Constraint) MovedValues() (values []int) {
	for _, word := range strings.Fields(c.Text) {
		v, _ := strconv.Atoi(word)
		values = append(values, v)
	}
	return values
}

// MovePairs returns the pairs of board cells that are one move apart. In each pair, the cell with the lower number
// comes first. The pairs are sorted by the second cell. `numbers` lists the moves in the form of an AntiMove: for each
// move the number of rows, then the number of columns.
func (p *Puzzle) MovePairs(numbers []int) (pairs [][2]int) {
	var steps [][2]int // the steps that the moves allow, downwards or to the right
	for pair := range slices.Chunk(numbers, 2) {
		for _, step := range [][2]int{{pair[0], pair[1]}, {pair[1], pair[0]}, {pair[0], -pair[1]}, {pair[1], -pair[0]}} {
			if step[0] == 0 {
				step[1] = max(step[1], -step[1])
			}
			if !slices.Contains(steps, step) {
				steps = append(steps, step)
			}
		}
	}
	slices.SortFunc(steps, func(a, b [2]int) int { return slices.Compare(b[:], a[:]) })
	board := p.layerOf(0)
	pairs = make([][2]int, 0, len(steps)*p.BoardCells())
	for _, cell := range p.cellsOfBoard() {
		row, column := board.rowAndColumnOf(cell)
		for _, step := range steps {
			if before := board.cellAt(row-step[0], column-step[1]); before >= 0 {
				pairs = append(pairs, [2]int{before, cell})
			}
		}
	}
	return pairs
}

// eachPair calls yield for every two cells of the board, with their distance in rows and in columns.
func (p *Puzzle) eachPair(yield func(one, two, rows, columns int)) {
	for _, two := range p.cellsOfBoard() {
		for one := range two {
			if columns := two%p.Columns - one%p.Columns; !p.IsHole(one) {
				yield(one, two, two/p.Columns-one/p.Columns, max(columns, -columns))
			}
		}
	}
}
