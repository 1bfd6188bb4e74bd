package puzzle

import (
	"encoding/hex"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Look is the style and the shape of a kind's marks. The zero value is for a rule that is stated only in words.
type Look struct {
	Shape      Shape
	Start, End string // for a line: "bulb", "circle", "diamond", "pill", "arrow"; for a dot, End is "white" or "black" and Start is empty
	Sign       string // a text before the clue
	// Colour names the colour that setters usually choose for the line or the shaded cells. Each medium maps the name
	// to its own palette; "" is a pale grey.
	Colour string
	// Width, Core and CoreWidth are the style of a line, in tenths of a cell. Width is the line's width; 0 means 2.2.
	// Core lists the lengths of dashes and gaps along the middle of the line, which distinguish the kind even without
	// colour; nil means no dashes. CoreWidth is the width of the dashes; 0 means 0.22.
	Width     float64
	Core      []float64
	CoreWidth float64
}

// inks lists the colours by name; the first is the colour for "".
var inks = [...]struct {
	name string
	rgb  uint32
}{
	{"", 0xc3c7cf}, {"green", 0x58c262}, {"purple", 0xd48ae0}, {"yellow", 0xe6c229}, {"blue", 0x7fb2f2},
	{"teal", 0x45c4bd}, {"orange", 0xf5b278}, {"violet", 0xb7a3f0}, {"red", 0xe59a9a}, {"sky", 0x9fc0f5},
	{"steel", 0x6ea3e0}, {"grey", 0x8b919c}, {"pale", 0xcfe0f5},
}

// Ink returns the red, green and blue of the colour on white paper.
func (l Look) Ink() (red, green, blue uint8) {
	rgb := inks[0].rgb
	for _, ink := range inks {
		if ink.name == l.Colour {
			rgb = ink.rgb
		}
	}
	return uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb)
}

// Hex returns [Look.Ink] as #rrggbb.
func (l Look) Hex() string {
	red, green, blue := l.Ink()
	return "#" + hex.EncodeToString([]byte{red, green, blue})
}

// Thickness returns the width of a line, in cells.
func (l Look) Thickness() float64 {
	if l.Width == 0 {
		return 0.22
	}
	return l.Width / 10
}

// Shape states how a mark is drawn, such as a line or a dot.
type Shape string

const (
	ShapeCage    Shape = "cage"    // a dashed line inside the border of cells, with a clue
	ShapeArea    Shape = "area"    // shaded cells
	ShapeLine    Shape = "line"    // a line through the centres of cells
	ShapeDot     Shape = "dot"     // a dot on the side between two cells
	ShapeLetter  Shape = "letter"  // a letter on the side between two cells, or a factor in a cell
	ShapeGreater Shape = "greater" // the sign < on the side between two cells, open towards the greater cell
	ShapeQuad    Shape = "quad"    // a disc on the corner of four cells
	ShapeCircle  Shape = "circle"  // a grey disc in a cell
	ShapeSquare  Shape = "square"  // a grey square in a cell
	ShapeRing    Shape = "ring"    // a circle in a cell
	ShapeMinimum Shape = "minimum" // arrowheads at the sides of a cell, pointing to the cell
	ShapeMaximum Shape = "maximum" // arrowheads at the sides of a cell, pointing away from the cell
	ShapeOutside Shape = "outside" // a clue beside the board
)

// Mark is one object to draw. Coordinates are in cells from the board's top left corner, so the centre of r1c1 is (0.5,
// 0.5). Clues outside the board have coordinates beyond its edges.
type Mark struct {
	Constraint int // the index of the mark's constraint in Constraints
	Kind       string
	Shape      Shape
	Start, End string  // the ends of a line or the colour of a dot, as in Look
	Cells      []int   // the cells of a cage, an area or a line; for a clue outside, the cells that it sees
	X, Y       float64 // the centre of any shape except cages, areas and lines
	DX, DY     int     // a step of −1, 0 or 1 along each axis, towards the greater cell or along a clue's arrow
	Text       string
}

// Drawing returns the marks of the puzzle's constraints in the order to draw them, the lowest layer first. It omits
// marks on cells beside the board, and all parts of an Or.
func (p *Puzzle) Drawing() []Mark {
	d := drawer{p: p, outside: map[[2]int]int{}}
	for i := range p.Constraints {
		d.drawConstraint(i, &p.Constraints[i])
	}
	order := []Shape{ShapeArea, ShapeSquare, ShapeCircle, ShapeMinimum, ShapeMaximum, ShapeLine, ShapeCage}
	rank := func(m Mark) int {
		if index := slices.Index(order, m.Shape); index >= 0 {
			return index
		}
		return len(order)
	}
	sort.SliceStable(d.all, func(i, j int) bool { return rank(d.all[i]) < rank(d.all[j]) })
	return d.all
}

type drawer struct {
	p       *Puzzle
	all     []Mark
	outside map[[2]int]int // the number of clues at each place outside the board
}

func (d *drawer) addMark(m Mark) {
	if slices.ContainsFunc(m.Cells, func(cell int) bool { return cell >= d.p.BoardCells() }) {
		return
	}
	d.all = append(d.all, m)
}

func (d *drawer) middleOf(cells ...int) (x, y float64) {
	for _, cell := range cells {
		x += float64(cell%d.p.Columns) + 0.5
		y += float64(cell/d.p.Columns) + 0.5
	}
	return x / float64(len(cells)), y / float64(len(cells))
}

func (d *drawer) drawConstraint(i int, c *Constraint) {
	if c.Kind == "And" {
		for part := range c.Parts {
			d.drawConstraint(i, &c.Parts[part])
		}
		return
	}
	k := KindNamed(c.Kind)
	m := Mark{Constraint: i, Kind: c.Kind, Shape: k.Draw.Shape, Start: k.Draw.Start, End: k.Draw.End}
	switch k.Draw.Shape {
	case ShapeCage:
		m.Cells, m.Text = distinctCells(c.Cells), d.clueText(k, c)
		d.addMark(m)
	case ShapeArea:
		for _, cells := range d.shadedAreas(c) {
			if m.Cells = cells; len(d.p.Holes) > 0 && d.p.isStraightRun(cells) {
				continue // the puzzle consists of several boards, and the house is a row of one of them
			}
			d.addMark(m)
		}
		if c.Kind == multipliersName { // write the factor in a corner where no cage writes its sum
			m.Shape, m.Cells, m.Text = ShapeLetter, nil, d.clueText(k, c)
			for _, cell := range c.Cells {
				m.X, m.Y = d.middleOf(cell)
				m.X, m.Y = m.X+0.31, m.Y-0.36
				d.addMark(m)
			}
		}
	case ShapeLine:
		m.Cells, m.Text = c.Cells, c.Label
		switch c.Kind {
		case "Diagonal":
			m.Cells = d.p.diagonalCells(c.Numbers[0])
		case "SumLine":
			m.Text = strconv.Itoa(c.Numbers[0])
		case "NFA":
			for _, cells := range c.Sets {
				m.Cells = cells
				d.addMark(m)
			}
			return
		case "PillArrow":
			m.Text = strconv.Itoa(c.Numbers[0])
		}
		d.addMark(m)
	case ShapeDot, ShapeLetter, ShapeGreater:
		d.drawSides(m, k, c)
	case ShapeQuad:
		if !slices.ContainsFunc(c.Cells, func(cell int) bool { return cell >= d.p.BoardCells() }) {
			m.X, m.Y = d.middleOf(c.Cells...)
			m.Text = numbersText(c.Numbers)
			d.addMark(m)
		}
	case ShapeOutside:
		d.drawClueOutside(m, k, c)
	case "":
		if k == &disjointSets && len(c.Numbers) > 0 { // without numbers, the places would shade the whole board
			m.Shape = ShapeArea
			for _, m.Cells = range d.p.DisjointGroups(c.Numbers) {
				d.addMark(m)
			}
		}
	default:
		for _, cell := range c.Cells {
			if cell < d.p.BoardCells() {
				m.X, m.Y = d.middleOf(cell)
				d.addMark(m)
			}
		}
	}
}

// isStraightRun reports whether each cell follows the previous one in the same direction along a row or column.
func (p *Puzzle) isStraightRun(cells []int) bool {
	for i := 2; i < len(cells); i++ {
		if cells[i]-cells[i-1] != cells[1]-cells[0] {
			return false
		}
	}
	return len(cells) > 1 && p.areAdjacent(cells[0], cells[1])
}

// clueText returns the text that a cage or a mark shows for a constraint.
func (d *drawer) clueText(k *Kind, c *Constraint) string {
	if k == &cage || k == &cageAmong {
		return d.p.CageClue(c)
	}
	if k.Form == FormNumber {
		return k.Draw.Sign + strconv.Itoa(c.Numbers[0])
	}
	return k.Draw.Sign + numbersText(c.Numbers)
}

func numbersText(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " ")
}

func (d *drawer) shadedAreas(c *Constraint) [][]int {
	switch c.Kind {
	case "Windoku":
		return d.p.Windows()
	case "SameValues":
		return splitEqually(c.Cells, c.Numbers[0])
	}
	if len(c.Sets) > 0 {
		return c.Sets
	}
	return [][]int{c.Cells}
}

// drawSides draws a mark on the side of each pair of neighbours that the constraint names.
func (d *drawer) drawSides(m Mark, k *Kind, c *Constraint) {
	pairs := d.p.Sides(c.Cells)
	if len(c.Cells) == 2 { // in f-puzzles, the two cells need not be adjacent
		pairs = [][2]int{{c.Cells[0], c.Cells[1]}}
	}
	m.Text = k.Draw.Sign
	if k.Form == FormNumber {
		m.Text = strconv.Itoa(c.Numbers[0])
	}
	for _, pair := range pairs {
		if max(pair[0], pair[1]) >= d.p.BoardCells() {
			continue
		}
		m.X, m.Y = d.middleOf(pair[0], pair[1])
		m.DX, m.DY = pair[0]%d.p.Columns-pair[1]%d.p.Columns, pair[0]/d.p.Columns-pair[1]/d.p.Columns
		d.addMark(m)
	}
}

// drawClueOutside draws a clue outside the board, next to the first cell in the clue's direction. If another clue
// already occupies this place, it draws the clue further out.
func (d *drawer) drawClueOutside(m Mark, k *Kind, c *Constraint) {
	if len(c.Cells) == 0 || slices.Max(c.Cells) >= d.p.BoardCells() {
		return
	}
	place := func(cell int) (row, column int) { return cell / d.p.Columns, cell % d.p.Columns }
	row, column := place(c.Cells[0])
	if len(c.Cells) > 1 {
		r, col := place(c.Cells[1])
		m.DY, m.DX = r-row, col-column
	} else if m.DX = 1; k.Form == FormDiagonal { // the clue is at a corner of the board
		if m.DY = 1; row > 0 {
			m.DY = -1
		}
		if column > 0 {
			m.DX = -1
		}
	}
	for {
		row, column = row-m.DY, column-m.DX
		corner := [2]int{row, column}
		if d.outside[corner]++; d.outside[corner] == 1 {
			break
		}
	}
	m.X, m.Y, m.Cells = float64(column)+0.5, float64(row)+0.5, c.Cells
	m.Text = k.Draw.Sign + strconv.Itoa(c.Numbers[0])
	d.addMark(m)
}
