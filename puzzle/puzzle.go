package puzzle

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/engine/csp"
)

// Most, MostCells and MostValue limit the size of a puzzle.
const (
	Most      = 64   // the maximum number of rows, of columns and of values of a board
	MostCells = 8192 // the maximum number of cells, including those beside the board
	MostValue = 1000 // the greatest value that a puzzle may have
)

// Puzzle is a board with its values, its givens and its rules.
//
//	        columns                        cells by number, row by row; those of the
//	         1  2  3  4  5  6              groups follow those of the board:
//	        ┌────────┬────────┐
//	rows  1 │  0  1  2│ 3  4  5│           Rows*Columns + 0   VL1
//	      2 │  6  7  8│ 9 10 11│           Rows*Columns + 1   VL2
//	        ├────────┼────────┤           …
//	      3 │ 12 13 14│15 16 17│
//	      4 │ 18 19 20│21 22 23│           Box{2, 3}: two rows, three columns
//	        └────────┴────────┘
//
// A cell has one of the values Low … High. No box and no region contains a value twice. Unless Free is set, no row
// and no column contains a value twice. The number of values may exceed the number of cells in a row.
type Puzzle struct {
	Title, Author, Rules string

	Rows, Columns int
	Low, High     int
	Free          bool    // rows and columns may contain a value twice
	Box           Box     // the size of the boxes; zero for a board without boxes
	RegionSize    int     // the number of cells of a region or box; 0 means the longer side of the board
	Regions       [][]int // a jigsaw's regions, as lists of cells
	Holes         []int   // places of the board that are not cells, ascending; no rule may name them
	Groups        []Group // cells beside the board
	Givens        []Given
	Constraints   []Constraint
	// Weights has a factor for each cell of the board, row by row. The score of a solution is the sum of factor ×
	// value. Weights do not affect which grids are solutions. nil means that the puzzle has no score.
	Weights []int64
	// Solution is a solution that the puzzle's text states. It has a value for each cell of the board, or [Empty] where
	// the text has none. It may be wrong, and solvers ignore it. nil means that the text states no solution.
	Solution []int
}

// Box is the size of a box, as a number of rows and a number of columns.
type Box struct{ Rows, Columns int }

// Group is a list of cells beside the board. Constraints use them for unknown clues, for shading, or for the region of
// each cell. Their values are part of the solution.
type Group struct {
	Name    string // a name such as "VL": its cells are VL1, VL2, …, or just VL if there is one cell
	Label   string // the setter's name for the group
	Count   int
	Columns int // the number of cells in each row of the group; 0 means the number of columns of the board
	High    int // the greatest value of the group's cells; 0 means the puzzle's High
}

// Given restricts a cell to the values in Values.
type Given struct {
	Cell   int
	Values []int
}

// Constraint is one rule of a puzzle: the name of a kind, and arguments. The kind's [Form] states which fields the
// constraint uses, and what they contain.
type Constraint struct {
	Kind    string
	Cells   []int
	Sets    [][]int
	Numbers []int
	Text    string
	Label   string // the setter's name for the constraint
	Parts   []Constraint
}

// New returns a puzzle without constraints on a board of the given size. The values are 1 to n, where n is the longer
// side. The board has boxes of n cells if such boxes fit.
func New(rows, columns int) *Puzzle {
	p := &Puzzle{Rows: rows, Columns: columns, Low: 1, High: max(rows, columns)}
	p.Box = BoxOf(rows, columns, max(rows, columns))
	return p
}

// BoxOf returns the size of boxes that have the given number of cells and tile a board of rows × columns. The boxes
// are as square as possible; of two equally square sizes, BoxOf returns the wider one. It returns the zero Box if no
// size fits.
func BoxOf(rows, columns, cells int) Box {
	if cells > rows*columns {
		return Box{}
	}
	for small := int(math.Sqrt(float64(cells))); small >= 2; small-- {
		large := cells / small
		switch {
		case cells%small != 0:
		case rows%small == 0 && columns%large == 0:
			return Box{small, large}
		case rows%large == 0 && columns%small == 0:
			return Box{large, small}
		}
	}
	return Box{}
}

// ValuesOf yields the values that a cell may have, ascending. It ignores givens.
func (p *Puzzle) ValuesOf(cell int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for v, high := p.Low, p.layerOf(cell).high; v <= high && yield(v); v++ {
		}
	}
}

// Values returns the number of values of a cell of the board.
func (p *Puzzle) Values() int { return p.High - p.Low + 1 }

// BoardCells returns the number of places on the board, including holes.
func (p *Puzzle) BoardCells() int { return p.Rows * p.Columns }

// Cells returns the number of cells, including the cells of groups.
func (p *Puzzle) Cells() int {
	n := p.BoardCells()
	for i := range p.Groups {
		n += p.Groups[i].Count
	}
	return n
}

// Size returns the number of cells of a region or box.
func (p *Puzzle) Size() int {
	if p.RegionSize > 0 {
		return p.RegionSize
	}
	return max(p.Rows, p.Columns)
}

// layer is the grid of cells of the board, or of one group.
type layer struct {
	first, count, columns, high int
	holed                       *Puzzle // the puzzle whose holes the layer shares; nil if the layer has no holes
}

func (p *Puzzle) layerOf(cell int) layer {
	l := layer{0, p.BoardCells(), p.Columns, p.High, nil}
	if len(p.Holes) > 0 {
		l.holed = p
	}
	for i := 0; cell >= l.first+l.count && i < len(p.Groups); i++ {
		l = layer{l.first + l.count, p.Groups[i].Count, p.Columns, p.High, nil}
		if p.Groups[i].Columns > 0 {
			l.columns = p.Groups[i].Columns
		}
		if p.Groups[i].High > 0 {
			l.high = p.Groups[i].High
		}
	}
	return l
}

// layerNamed returns the layer of the group with this name, or the layer of the board for "". The second result is
// false if no group has this name.
func (p *Puzzle) layerNamed(name string) (layer, bool) {
	if name == "" {
		return p.layerOf(0), true
	}
	first := p.BoardCells()
	for _, g := range p.Groups {
		if g.Name == name {
			return p.layerOf(first), g.Count > 0
		}
		first += g.Count
	}
	return layer{}, false
}

// cellAt returns the cell in a row and a column of a layer, counted from 0. It returns −1 for a place outside the
// layer or in a hole.
func (l layer) cellAt(row, column int) int {
	if c := row*l.columns + column; row >= 0 && column >= 0 && column < l.columns && c < l.count && (l.holed == nil || !l.holed.IsHole(c)) {
		return l.first + c
	}
	return -1
}

func (l layer) rowAndColumnOf(cell int) (row, column int) {
	return (cell - l.first) / l.columns, (cell - l.first) % l.columns
}

// cells returns the cells of the layer in ascending order, without holes.
func (l layer) cells() []int {
	cells := progression(l.first, 1, l.count)
	if l.holed != nil {
		cells = l.holed.withoutHoles(cells)
	}
	return cells
}

func progression(first, step, n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = first + i*step
	}
	return all
}

// LayerCells returns the cells of the group with this name, or those of the board without its holes for "". It returns
// nil if no group has this name.
func (p *Puzzle) LayerCells(name string) []int {
	l, _ := p.layerNamed(name)
	return l.cells()
}

// Neighbours returns the cells that share a side with a cell, in the order left, right, above, below.
func (p *Puzzle) Neighbours(cell int) []int { return p.layerOf(cell).orthogonalNeighboursOf(cell) }

// Square returns the 2×2 square with the given top left cell, or nil if the board has no such square.
func (p *Puzzle) Square(cell int) []int {
	l := p.layerOf(cell)
	row, column := l.rowAndColumnOf(cell)
	square := []int{l.cellAt(row, column), l.cellAt(row, column+1), l.cellAt(row+1, column), l.cellAt(row+1, column+1)}
	if slices.Contains(square, -1) {
		return nil
	}
	return square
}

// orthogonalNeighboursOf returns the cells that share a side with a cell, in the order left, right, above, below.
func (l layer) orthogonalNeighboursOf(cell int) []int {
	row, column := l.rowAndColumnOf(cell)
	all := make([]int, 0, 4)
	for _, d := range [][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} {
		if cell := l.cellAt(row+d[0], column+d[1]); cell >= 0 {
			all = append(all, cell)
		}
	}
	return all
}

// areAdjacent reports whether two cells are orthogonal neighbours.
func (p *Puzzle) areAdjacent(a, b int) bool {
	l := p.layerOf(a)
	if b < l.first || b >= l.first+l.count {
		return false
	}
	row, column := l.rowAndColumnOf(a)
	r, c := l.rowAndColumnOf(b)
	return max(row-r, r-row)+max(column-c, c-column) == 1
}

// CellName returns a cell's name, such as r10c12 for a cell of the board or VL3 for a cell of a group.
func (p *Puzzle) CellName(cell int) string {
	if cell < p.BoardCells() {
		return fmt.Sprintf("r%dc%d", cell/p.Columns+1, cell%p.Columns+1)
	}
	cell -= p.BoardCells()
	for _, g := range p.Groups {
		if cell < g.Count {
			if g.Count == 1 {
				return g.Name
			}
			return g.Name + strconv.Itoa(cell+1)
		}
		cell -= g.Count
	}
	return "?"
}

// CellNames returns the names of the cells, in the same order.
func (p *Puzzle) CellNames(cells []int) []string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = p.CellName(c)
	}
	return names
}

// CellNamed returns the cell with a name in the form of CellName, in upper or lower case.
func (p *Puzzle) CellNamed(name string) (cell int, ok bool) {
	if len(name) > 0 && name[0]|32 == 'r' {
		if index := strings.IndexAny(name, "cC"); index > 0 {
			r, wrong := strconv.Atoi(name[1:index])
			c, wrong2 := strconv.Atoi(name[index+1:])
			if wrong == nil && wrong2 == nil {
				return (r-1)*p.Columns + c - 1, r > 0 && r <= p.Rows && c > 0 && c <= p.Columns
			}
		}
	}
	first := p.BoardCells()
	for _, g := range p.Groups {
		if n := len(g.Name); len(name) >= n && strings.EqualFold(name[:n], g.Name) {
			rest := name[n:]
			if n, wrong := strconv.Atoi(rest); wrong == nil && n > 0 && n <= g.Count {
				return first + n - 1, true
			}
			if rest == "" && g.Count == 1 {
				return first, true
			}
		}
		first += g.Count
	}
	return 0, false
}

// AddGroup adds g. If the puzzle already has a group with the same name, AddGroup does nothing.
func (p *Puzzle) AddGroup(g Group) {
	if _, known := p.layerNamed(g.Name); !known {
		p.Groups = append(p.Groups, g)
	}
}

// AddGroupsOf adds the groups that constraints of a kind with these numbers need, if the puzzle lacks them.
// ChaosConstruction needs CC: the number of each cell's region, counted from Low. Doppelganger needs DGR for the values
// that columns lack, DGC for those that rows lack, and DGB for those that boxes lack. Doublers and Multipliers need
// VAL: the value of each cell.
func (p *Puzzle) AddGroupsOf(kind string, numbers []int) {
	switch kind {
	case doublersName, multipliersName:
		factors := factorsOf(&Constraint{Numbers: numbers})
		for i := range p.Constraints {
			if c := &p.Constraints[i]; modifiesValues(c.Kind) {
				factors = slices.Concat(factors, factorsOf(c))
			}
		}
		high := min(max(1, slices.Max(factors)), mostFactor)*p.High + max(1, offsetOf(factors, p.High))
		p.AddGroup(Group{Name: groupOfValues, Count: p.BoardCells()})
		index := slices.IndexFunc(p.Groups, func(g Group) bool { return g.Name == groupOfValues })
		p.Groups[index].High = max(p.Groups[index].High, high)
	case "ChaosConstruction":
		p.AddGroup(Group{Name: "CC", Count: p.BoardCells(), High: p.Low + max(1, p.BoardCells()/max(1, p.Size())) - 1})
	case "Doppelganger":
		p.AddGroup(Group{Name: "DGR", Count: p.Columns})
		p.AddGroup(Group{Name: "DGC", Count: p.Rows})
		if b := p.Box; b.Rows > 0 && b.Columns > 0 {
			p.AddGroup(Group{Name: "DGB", Count: p.Rows / b.Rows * (p.Columns / b.Columns), Columns: b.Rows})
		}
	}
}

// AddRegionsToFind adds ChaosConstruction, the rule that the solver must find the regions, and its group CC.
func (p *Puzzle) AddRegionsToFind() {
	p.AddGroupsOf("ChaosConstruction", nil)
	p.Constraints = append(p.Constraints, Constraint{Kind: "ChaosConstruction"})
}

// house is a set of cells that must differ by the rules of the board. The slices are shared, so callers must not modify
// them.
type house struct {
	kind  string // the house is a "row", "column", "box" or "region"
	cells []int
	net   []csp.Cell // the same cells, in the engine's type
}

// row returns the cells of a row, counted from 0.
func (p *Puzzle) row(r int) []int { return p.withoutHoles(progression(r*p.Columns, 1, p.Columns)) }

// column returns the cells of a column, counted from 0.
func (p *Puzzle) column(c int) []int { return p.withoutHoles(progression(c, p.Columns, p.Rows)) }

// boxes returns the cells of each box, without holes. Boxes that consist of holes are left out.
func (p *Puzzle) boxes() (boxes [][]int) {
	if p.Box.Rows == 0 {
		return nil
	}
	boxes = boxesOf(p.Rows, p.Columns, p.Box)
	if len(p.Holes) > 0 {
		for i := range boxes {
			boxes[i] = p.withoutHoles(boxes[i])
		}
		boxes = slices.DeleteFunc(boxes, func(box []int) bool { return len(box) == 0 })
	}
	return boxes
}

func boxesOf(rows, columns int, b Box) (boxes [][]int) {
	if b.Rows == 0 || b.Columns == 0 {
		return nil
	}
	for top := 0; top+b.Rows <= rows; top += b.Rows {
		for left := 0; left+b.Columns <= columns; left += b.Columns {
			boxes = append(boxes, b.cellsFrom(top*columns+left, columns))
		}
	}
	return boxes
}

// cellsFrom returns the cells of a box on a board with this number of columns. `first` is the box's first cell.
func (b Box) cellsFrom(first, columns int) []int {
	cells := make([]int, b.Rows*b.Columns)
	for i := range cells {
		cells[i] = first + i/b.Columns*columns + i%b.Columns
	}
	return cells
}

// Areas returns the boxes and regions of the board as lists of cells. A region that equals a box
// occurs once.
func (p *Puzzle) Areas() [][]int {
	all := p.boxes()
	for _, region := range p.Regions {
		if !slices.ContainsFunc(all, func(box []int) bool { return sameCells(box, region) }) {
			all = append(all, region)
		}
	}
	return all
}

// sameCells reports whether two lists without duplicates have the same cells.
func sameCells(a, b []int) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(cell int) bool { return !slices.Contains(b, cell) })
}

// houses returns the rows, columns, boxes and regions of the board.
func (p *Puzzle) houses() []house {
	all := p.cachedShape().houses
	for _, cells := range p.Regions {
		all = append(all, house{"region", cells, cspCells(cells)})
	}
	return all
}

// shape holds the properties that determine the rows, columns and boxes of a board.
type shape struct {
	rows, columns int
	box           Box
	isFree        bool
	values, cells int // the numbers of values and of cells, including those of groups
}

type shapeFacts struct {
	houses []house
	board  *csp.Board
}

// shapes caches the houses of at most mostShapes boards, each with up to mostShapeCells cells.
var shapes csp.Cache[shape, *shapeFacts]

const (
	mostShapeCells = 400
	mostShapes     = 100
)

func (p *Puzzle) cachedShape() *shapeFacts {
	s := shape{p.Rows, p.Columns, p.Box, p.Free, p.totalValueCount(), p.Cells()}
	if len(p.Holes) > 0 || s.cells > mostShapeCells || s.values <= 0 || s.values > Most {
		return p.newShapeFacts()
	}
	return shapes.Get(s, mostShapes, func() *shapeFacts {
		to := p.newShapeFacts()
		var groups [][]csp.Cell
		for _, h := range to.houses {
			if len(h.net) > 1 {
				groups = append(groups, h.net)
			}
		}
		to.board = csp.NewBoard(s.values, s.cells, groups)
		return to
	})
}

func (p *Puzzle) newShapeFacts() *shapeFacts {
	to := &shapeFacts{}
	add := func(kind string, cells []int) {
		to.houses = append(to.houses, house{kind, cells, cspCells(cells)})
	}
	if !p.Free {
		for r := range p.Rows {
			add("row", p.row(r))
		}
		for c := range p.Columns {
			add("column", p.column(c))
		}
	}
	for _, cells := range p.boxes() {
		add("box", cells)
	}
	to.houses = slices.Clip(to.houses)
	return to
}

// totalValueCount returns the number of values, including the values of groups.
func (p *Puzzle) totalValueCount() int {
	high := p.High
	for _, g := range p.Groups {
		high = max(high, g.High)
	}
	return high - p.Low + 1
}
