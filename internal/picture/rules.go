package picture

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/format"
	"nonet/puzzle"
)

// Brush draws a picture. Coordinates are in the board's units, from the board's top left corner.
type Brush interface {
	Fill(x, y, w, h float64, ink color.RGBA)
	// Line draws a horizontal or vertical line. At each end, the line is half its width longer.
	Line(x1, y1, x2, y2, width float64, ink color.RGBA)
	// Text draws s with its centre at x and its baseline at y; size is the font size.
	Text(x, y, size float64, ink color.RGBA, s string)
	// Path draws one line through the points, or several lines.
	Path(stroke Stroke, lines ...[]Point)
	Disc(x, y, r float64, stroke Stroke)
}

// Point is a position in the units of the board.
type Point struct{ X, Y float64 }

// Stroke is the style of a line and of the area inside it. A colour with alpha 0 is not drawn.
type Stroke struct {
	Width     float64
	Ink, Fill color.RGBA
	Dash      []float64 // the lengths of dashes and gaps; empty for a solid line
	Round     bool      // set if the ends are round
	Closed    bool
}

func inkOf(look puzzle.Look) color.RGBA {
	red, green, blue := look.Ink()
	return color.RGBA{red, green, blue, 0xff}
}

var (
	shade = color.RGBA{0xd9, 0xdc, 0xe2, 0xff}
	rim   = color.RGBA{0x7a, 0x80, 0x8c, 0xff}
)

// Box is the area that a puzzle takes, in the board's units. It is larger than the board if there are clues outside.
type Box struct{ X, Y, W, H float64 }

// BoxOf returns the area that the picture of a puzzle takes.
func BoxOf(p *puzzle.Puzzle) Box {
	left, top, right, bottom := -margin, -margin, float64(p.Columns)*cell+margin, float64(p.Rows)*cell+margin
	for _, m := range p.Drawing() {
		if m.Shape == puzzle.ShapeOutside {
			left, top = min(left, m.X*cell-4.2), min(top, m.Y*cell-4.2)
			right, bottom = max(right, m.X*cell+4.2), max(bottom, m.Y*cell+4.2)
		}
	}
	return Box{left, top, right - left, bottom - top}
}

// Paint draws a puzzle; the origin is the board's top left corner. solution is nil or has a value or
// [puzzle.Empty] for each cell. It is drawn instead of the player's digits and notes.
func Paint(b Brush, z *format.Puzzle, look Look, solution []int) {
	p := z.Puzzle()
	cells := contentsOf(z, p, look, solution)
	painter := painter{b, p}
	for c := range cells {
		painter.drawStripes(c, cells[c].colours)
	}
	marks := p.Drawing()
	under := func(m puzzle.Mark) bool {
		return slices.Contains([]puzzle.Shape{puzzle.ShapeArea, puzzle.ShapeLine, puzzle.ShapeCircle, puzzle.ShapeSquare, puzzle.ShapeRing, puzzle.ShapeMinimum, puzzle.ShapeMaximum}, m.Shape)
	}
	for i := range marks {
		if under(marks[i]) {
			painter.drawMark(&marks[i])
		}
	}
	w, h := float64(p.Columns)*cell, float64(p.Rows)*cell
	border := [][]Point{{{0, 0}, {w, 0}, {w, h}, {0, h}}}
	if len(p.Holes) == 0 {
		for i := 1; i < p.Columns; i++ {
			b.Line(float64(i)*cell, 0, float64(i)*cell, h, 0.18, grey)
		}
		for i := 1; i < p.Rows; i++ {
			b.Line(0, float64(i)*cell, w, float64(i)*cell, 0.18, grey)
		}
	} else {
		var cellsOf []int
		for c := range p.BoardCells() {
			if !p.IsHole(c) {
				cellsOf = append(cellsOf, c)
				b.Path(Stroke{Width: 0.18, Ink: grey, Closed: true}, painter.borderOf(c))
			}
		}
		border = painter.outlineOf(cellsOf, 0)
	}
	for _, area := range p.Areas() {
		b.Path(Stroke{Width: 0.6, Ink: black}, painter.outlineOf(area, 0)...)
	}
	b.Path(Stroke{Width: 0.8, Ink: black, Closed: len(p.Holes) == 0}, border...)
	for i := range marks {
		if !under(marks[i]) {
			painter.drawMark(&marks[i])
		}
	}
	for c := range cells {
		painter.drawContents(c, &cells[c])
	}
}

type painter struct {
	Brush
	p *puzzle.Puzzle
}

// drawHalo draws a text on a white rectangle, so that it is readable on any mark.
func (b painter) drawHalo(x, y, size float64, s string) {
	width := size * 0.62 * float64(len([]rune(s)))
	b.Fill(x-width/2, y-size*0.85, width, size*1.05, white)
	b.Text(x, y, size, black, s)
}

func (b painter) borderOf(c int) []Point {
	x, y := float64(c%b.p.Columns)*cell, float64(c/b.p.Columns)*cell
	return []Point{{x, y}, {x + cell, y}, {x + cell, y + cell}, {x, y + cell}}
}

// drawMark draws one mark of the puzzle, like js/board/marks.js.
func (b painter) drawMark(m *puzzle.Mark) {
	look := puzzle.KindNamed(m.Kind).Draw
	kind := inkOf(look)
	x, y, dx, dy := m.X*cell, m.Y*cell, float64(m.DX), float64(m.DY)
	ink := Stroke{Width: 0.3, Ink: black, Fill: white}
	switch m.Shape {
	case puzzle.ShapeCage:
		b.Path(Stroke{Width: 0.22, Ink: black, Dash: []float64{0.8, 0.55}}, b.outlineOf(m.Cells, 0.8)...)
		if first := slices.Min(m.Cells); m.Text != "" {
			corner := b.borderOf(first)[0]
			width := 2.3 * 0.62 * float64(len([]rune(m.Text)))
			b.drawHalo(corner.X+0.7+width/2, corner.Y+2.45, 2.3, m.Text)
		}
	case puzzle.ShapeArea:
		fill := shade
		if look.Colour != "" {
			fill = kind
		}
		for _, c := range m.Cells {
			corner := b.borderOf(c)[0]
			b.Fill(corner.X, corner.Y, cell, cell, fill)
		}
		b.Path(Stroke{Width: 0.2, Ink: rim, Dash: []float64{0.25, 0.7}, Round: true}, b.outlineOf(m.Cells, 0.5)...)
	case puzzle.ShapeLine:
		b.drawLine(m, look, kind)
	case puzzle.ShapeDot:
		r := 1.5
		if m.Text != "" {
			r = 1.9
		}
		letters := black
		if m.End == "black" {
			ink.Fill, letters = black, white
		}
		b.Disc(x, y, r, ink)
		if m.Text != "" {
			b.Text(x, y+0.9, 2.5, letters, m.Text)
		}
	case puzzle.ShapeLetter:
		size := 3.6
		if len([]rune(m.Text)) > 1 { // the text is a factor, which is drawn in a corner
			size = 2.3
		}
		b.drawHalo(x, y+size*0.36, size, m.Text)
	case puzzle.ShapeGreater:
		b.Path(Stroke{Width: 0.45, Ink: black, Round: true}, []Point{{x + dx*0.8 + dy*1.2, y + dy*0.8 + dx*1.2}, {x - dx*0.8, y - dy*0.8}, {x + dx*0.8 - dy*1.2, y + dy*0.8 - dx*1.2}})
	case puzzle.ShapeQuad:
		b.Disc(x, y, 2.5, ink)
		words := strings.Fields(m.Text)
		rows := [][]string{words}
		if len(words) > 2 {
			rows = [][]string{words[:2], words[2:]}
		}
		for i, row := range rows {
			b.Text(x, y+0.75+(float64(i)-float64(len(rows)-1)/2)*1.9, 2.1, black, strings.Join(row, " "))
		}
	case puzzle.ShapeCircle:
		b.Disc(x, y, 3.8, Stroke{Fill: shade})
	case puzzle.ShapeSquare:
		b.Fill(x-3.6, y-3.6, 7.2, 7.2, shade)
	case puzzle.ShapeRing:
		b.Disc(x, y, 4.2, Stroke{Width: 0.7, Ink: inkOf(puzzle.Look{Colour: "grey"})})
	case puzzle.ShapeMinimum, puzzle.ShapeMaximum:
		b.Fill(x-5, y-5, cell, cell, shade)
		tip, base := 3.6, 4.7
		if m.Shape == puzzle.ShapeMaximum {
			tip, base = base, tip
		}
		for _, d := range []Point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			b.Path(Stroke{Fill: black, Closed: true}, []Point{{x + d.X*tip, y + d.Y*tip}, {x + d.X*base + d.Y, y + d.Y*base + d.X}, {x + d.X*base - d.Y, y + d.Y*base - d.X}})
		}
	case puzzle.ShapeOutside:
		size := 4.0
		if len([]rune(m.Text)) > 3 {
			size = 3
		}
		b.Text(x, y+1.4, size, black, m.Text)
		if m.End == "arrow" {
			to := Point{x + dx*4.6, y + dy*4.6}
			b.Path(Stroke{Width: 0.4, Ink: black, Round: true}, []Point{{x + dx*2.6, y + dy*2.6}, to}, arrowHead(to, math.Atan2(dy, dx), 1.3))
		}
	}
}

func arrowHead(tip Point, angle, size float64) []Point {
	side := func(a float64) Point { return Point{tip.X + math.Cos(a)*size, tip.Y + math.Sin(a)*size} }
	return []Point{side(angle + 2.5), tip, side(angle - 2.5)}
}

func (b painter) drawLine(m *puzzle.Mark, look puzzle.Look, kind color.RGBA) {
	points := make([]Point, len(m.Cells))
	for i, c := range m.Cells {
		points[i] = Point{float64(c%b.p.Columns)*cell + 5, float64(c/b.p.Columns)*cell + 5}
	}
	if len(points) == 0 {
		return
	}
	ends := func() {
		end := Stroke{Width: 0.7, Ink: inkOf(puzzle.Look{Colour: "grey"}), Fill: white}
		for i, what := range []string{m.Start, m.End} {
			at := []Point{points[0], points[len(points)-1]}[i]
			switch what {
			case "bulb":
				b.Disc(at.X, at.Y, 3.5, Stroke{Fill: kind})
			case "circle":
				b.Disc(at.X, at.Y, 3.8, end)
			case "diamond":
				end.Closed = true
				b.Path(end, []Point{{at.X, at.Y - 4.2}, {at.X + 4.2, at.Y}, {at.X, at.Y + 4.2}, {at.X - 4.2, at.Y}})
			}
		}
	}
	body := points
	long := 1
	if m.Start == "pill" {
		if n, err := strconv.Atoi(m.Text); err == nil {
			long = min(max(n, 1), len(points))
		}
		body = points[long-1:]
	}
	width := look.Width
	if width == 0 {
		width = 2.2
	}
	lines := [][]Point{body}
	if m.End == "arrow" && len(body) > 1 {
		to, from := body[len(body)-1], body[len(body)-2]
		lines = append(lines, arrowHead(to, math.Atan2(to.Y-from.Y, to.X-from.X), 2))
	}
	faced := slices.ContainsFunc([]string{m.Start, m.End}, func(e string) bool { return e == "circle" || e == "diamond" || e == "pill" })
	if !faced {
		ends()
	}
	b.Path(Stroke{Width: width, Ink: kind, Round: true}, lines...)
	if look.Core != nil {
		core := Stroke{Width: look.CoreWidth, Ink: small, Dash: look.Core, Round: look.CoreWidth == 0.5}
		if core.Width == 0 {
			core.Width = 0.22
		}
		b.Path(core, body)
	}
	if m.Start == "pill" {
		pill := points[:long]
		if long == 1 {
			pill = append(slices.Clone(pill), Point{pill[0].X + 0.01, pill[0].Y})
		}
		b.Path(Stroke{Width: 8.4, Ink: inkOf(puzzle.Look{Colour: "grey"}), Round: true}, pill)
		b.Path(Stroke{Width: 7, Ink: white, Round: true}, pill)
	}
	if faced {
		ends()
	}
	if m.Text != "" && m.Start != "pill" {
		b.Text(points[0].X-4.3, points[0].Y-2.4, 2.3, black, m.Text)
	}
}

// outlineOf returns the border of a set of cells as lines that lie inside the cells, at the distance `inset`.
func (b painter) outlineOf(cells []int, inset float64) (lines [][]Point) {
	columns := b.p.Columns
	inside := map[int]bool{}
	for _, c := range cells {
		inside[c] = true
	}
	isInside := func(row, column int) bool { return column >= 0 && column < columns && inside[row*columns+column] }
	line := func(points ...Point) { lines = append(lines, points) }
	for _, c := range cells {
		row, column := c/columns, c%columns
		square := b.borderOf(c)
		l, t, r, u := square[0].X, square[0].Y, square[2].X, square[2].Y
		up, down, left, right := isInside(row-1, column), isInside(row+1, column), isInside(row, column-1), isInside(row, column+1)
		x, ex, y, ey := l+inset, r-inset, t+inset, u-inset
		if left {
			x = l
		}
		if right {
			ex = r
		}
		if up {
			y = t
		}
		if down {
			ey = u
		}
		if !up {
			line(Point{x, t + inset}, Point{ex, t + inset})
		}
		if !down {
			line(Point{x, u - inset}, Point{ex, u - inset})
		}
		if !left {
			line(Point{l + inset, y}, Point{l + inset, ey})
		}
		if !right {
			line(Point{r - inset, y}, Point{r - inset, ey})
		}
		// The border turns inwards here, around a cell that is not in the set.
		if inset == 0 {
			continue
		}
		for _, k := range []struct {
			dr, dc            int
			isFirst, isSecond bool
			x, y              float64
		}{{-1, -1, up, left, l, t}, {-1, 1, up, right, r, t}, {1, -1, down, left, l, u}, {1, 1, down, right, r, u}} {
			if k.isFirst && k.isSecond && !isInside(row+k.dr, column+k.dc) {
				ix, iy := k.x-float64(k.dc)*inset, k.y-float64(k.dr)*inset
				line(Point{k.x, iy}, Point{ix, iy}, Point{ix, k.y})
			}
		}
	}
	return lines
}

func (p *svgPen) Path(stroke Stroke, lines ...[]Point) {
	var d strings.Builder
	for _, points := range lines {
		for i, point := range points {
			d.WriteByte("ML"[min(i, 1)])
			d.WriteString(formatNumber(point.X) + " " + formatNumber(point.Y))
		}
		if stroke.Closed {
			d.WriteByte('z')
		}
	}
	if d.Len() > 0 {
		p.WriteString(`<path d="` + d.String() + `"` + strokeAttributes(stroke) + "/>\n")
	}
}

func (p *svgPen) Disc(x, y, r float64, stroke Stroke) {
	p.WriteString(`<circle cx="` + formatNumber(x) + `" cy="` + formatNumber(y) + `" r="` + formatNumber(r) + `"` + strokeAttributes(stroke) + "/>\n")
}

func strokeAttributes(s Stroke) string {
	out := ` fill="none"`
	if s.Fill.A != 0 {
		out = ` fill="` + hexColour(s.Fill) + `"`
	}
	if s.Ink.A == 0 {
		return out
	}
	out += ` stroke="` + hexColour(s.Ink) + `" stroke-width="` + formatNumber(s.Width) + `"`
	if s.Round {
		out += ` stroke-linecap="round" stroke-linejoin="round"`
	}
	if len(s.Dash) > 0 {
		dashes := make([]string, len(s.Dash))
		for i, n := range s.Dash {
			dashes[i] = formatNumber(n)
		}
		out += ` stroke-dasharray="` + strings.Join(dashes, " ") + `"`
	}
	return out
}
