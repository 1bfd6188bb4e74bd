package exchange

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Element is a line, shape or text that is drawn on or beside the board. Points count rows and columns from the board's
// top left corner: the middle of r1c1 is (0.5, 0.5). Lengths are in cells.
type Element struct {
	Shape  Shape
	Points []Point // the points of a line
	At     Point   // the middle of an element that is not a line
	Width  float64 // the width in cells; for a line, its thickness
	Height float64
	Colour string // the colour of a line, or the colour that fills a shape, as written
	Border string
	Text   string
	Angle  float64 // the rotation of a text, clockwise, in degrees
	Head   bool    // set for a line with an arrowhead
}

// Point is a position on or near the board, in cells.
type Point struct{ Row, Column float64 }

// Shape is the outline of an element: a line, a circle, a square or a diamond. A text has no outline.
type Shape uint8

const (
	Line Shape = iota
	Round
	Square
	Diamond
	Text // a text without a shape around it
)

// SquareAt returns the shape of a square that is rotated by an angle, in degrees.
func SquareAt(angle float64) Shape {
	if angle = math.Mod(math.Abs(angle), 90); angle > 30 && angle < 60 {
		return Diamond
	}
	return Square
}

const (
	mostElements = 4096
	mostPoints   = 512 // the greatest number of points of a line
	// padPixels is the side of a cell in SudokuPad's pixels, which measure the thickness of lines.
	padPixels = 64
)

// Elements returns the drawings of a puzzle, except cages and colours of whole cells. `all` is false if the puzzle has
// too many drawings, so that some are missing.
func (p *Puzzle) Elements() (elements []Element, all bool) {
	switch p.Site {
	case SudokuPad:
		elements, all = p.sudokuPadElements()
	case FPuzzles:
		elements, all = p.fpuzzlesElements()
	default:
		all = true
	}
	elements = append(elements, p.Extra...)
	return elements, all && len(elements) <= mostElements
}

func (p *Puzzle) sudokuPadElements() (elements []Element, all bool) {
	all = true
	for _, name := range []string{"lines", "arrows", "thermos"} {
		for _, o := range p.shownElements(name) {
			e := Element{Shape: Line, Width: numberMember(o, "thickness") / padPixels, Colour: o.Text("color"), Head: name == "arrows"}
			list := o.List("wayPoints")
			if len(list) == 0 {
				list = o.List("line")
			}
			all = all && len(list) <= mostPoints && (len(list) > 0 || !hasOtherMembers(o, "color", "thickness", "headLength")) // a line without points is not drawn
			for _, point := range list[:min(len(list), mostPoints)] {
				point, ok := p.pointOf(point)
				all = all && ok
				e.Points = append(e.Points, point)
			}
			if len(e.Points) > 0 {
				elements = append(elements, e)
			}
		}
	}
	for _, name := range []string{"underlays", "overlays"} {
		for _, o := range p.shownElements(name) {
			if len(elements) > mostElements || o.Text("class") == "board-position" {
				continue
			}
			point, ok := p.pointOf(o["center"])
			if !ok {
				all = all && len(o) == 0
				continue
			}
			e := Element{Shape: Square, At: point, Width: numberMember(o, "width"), Height: numberMember(o, "height"), Colour: o.Text("backgroundColor"),
				Border: o.Text("borderColor"), Text: strings.TrimSpace(o.Text("text")), Angle: numberMember(o, "angle")}
			switch {
			case e.Colour == "" && e.Border == "":
				e.Shape = Text
			case o.IsTrue("rounded") && o["rounded"] != 0.0:
				e.Shape = Round
			default:
				e.Shape = SquareAt(e.Angle)
			}
			if e.Shape == Text && e.Text == "" {
				continue
			}
			elements = append(elements, e)
		}
	}
	return elements, all
}

func (p *Puzzle) fpuzzlesElements() (elements []Element, all bool) {
	all = true
	for _, name := range Drawings {
		for _, one := range p.List(name) {
			o, _ := one.(Object)
			if name == "cage" || o.Text("fromConstraint") != "" {
				continue // the drawing shows a constraint, which is read instead
			}
			for _, line := range o.List("lines") {
				line, _ := line.([]any)
				e := Element{Shape: Line, Width: numberMember(o, "width"), Colour: o.Text("outlineC")}
				for _, cell := range line[:min(len(line), mostPoints)] {
					cell, _ := cell.(string)
					point, ok := namedPoint(cell)
					all = all && ok
					e.Points = append(e.Points, point)
				}
				elements = append(elements, e)
			}
			cells := Texts(o.List("cells"))
			if name == "line" || len(cells) == 0 || len(cells) > 4 {
				all = all && name == "line"
				continue
			}
			e := Element{Width: numberMember(o, "width"), Height: numberMember(o, "height"), Colour: o.Text("baseC"), Border: o.Text("outlineC"), Text: strings.TrimSpace(o.Text("value"))}
			for _, cell := range cells {
				point, ok := namedPoint(cell)
				all = all && ok
				e.At.Row += point.Row / float64(len(cells))
				e.At.Column += point.Column / float64(len(cells))
			}
			switch name {
			case "text":
				e.Shape = Text
			case "circle":
				e.Shape = Round
			default:
				e.Shape = SquareAt(numberMember(o, "angle"))
			}
			if e.Shape != Text || e.Text != "" {
				elements = append(elements, e)
			}
		}
	}
	return elements, all
}

func hasOtherMembers(o Object, names ...string) bool {
	for name := range o {
		if !slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// numberMember returns the number in member key, a length or an angle. It returns 0 if the object has no such number,
// or if the number is far too large.
func numberMember(o Object, key string) float64 {
	switch v := o[key].(type) {
	case float64:
		if v >= -1000 && v <= 1000 {
			return v
		}
	case string:
		if n, _ := strconv.ParseFloat(v, 64); n >= -1000 && n <= 1000 {
			return n
		}
	}
	return 0
}

// shownElements returns the elements of a member, without those that only paint the margin around the board.
func (p *Puzzle) shownElements(member string) (all []Object) {
	for _, one := range p.List(member) {
		if o, _ := one.(Object); p.board.side == 0 || !p.board.isBackground(o) {
			all = append(all, o)
		}
	}
	return all
}

// pointOf converts a list [row, column] to a point, counted from the board's corner.
func (p *Puzzle) pointOf(v any) (point Point, ok bool) {
	point, ok = pointOf(v)
	return Point{point.Row - float64(p.board.row), point.Column - float64(p.board.column)}, ok
}

// pointOf is like the method pointOf, but counts from the corner of the grid.
func pointOf(v any) (point Point, ok bool) {
	list, _ := v.([]any)
	if len(list) != 2 {
		return point, false
	}
	row, is := list[0].(float64)
	column, too := list[1].(float64)
	return Point{row, column}, is && too && math.Abs(row) < 1000 && math.Abs(column) < 1000
}

// namedPoint returns the middle of the cell with a name such as R1C1.
func namedPoint(name string) (point Point, ok bool) {
	row, column, cut := strings.Cut(strings.TrimPrefix(strings.ToUpper(name), "R"), "C")
	i, err := strconv.Atoi(row)
	j, err2 := strconv.Atoi(column)
	return Point{float64(i) - 0.5, float64(j) - 0.5}, cut && err == nil && err2 == nil && max(i, -i, j, -j) < 1000
}
