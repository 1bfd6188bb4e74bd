package format

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nonet/internal/exchange"
)

// Drawings by their look and place. drawn_bind.go determines their meaning.

// picture is a drawing that may be one clue.
type picture struct {
	class  string
	cells  []int  // of a line or an arrow: in order; of a clue beside the board: the cells that it sees
	colour string // in the notation of the text
	border string
	text   string
	pill   int  // of an arrow: the number of cells of its circle, the first in cells
	start  bool // of a line: its first cell has a bulb or a circle
	end    bool
}

// Classes of drawings.
const (
	classLine     = "line"
	classThermo   = "thermo"   // a line with a bulb at its first cell
	classArrow    = "arrow"    // a circle, and a line from it with an arrowhead
	classDiagonal = "diagonal" // an arrow beside the board along a diagonal, and its number
	classOutside  = "outside"  // a number beside the board, in line with a row or a column
	classDot      = "dot"      // between two cells
	classLetter   = "letter"   // between two cells
	classSign     = "sign"     // between two cells, one of < > ∧ ∨
	classQuad     = "quad"     // on a corner, with digits
	classCorner   = "corner"   // on a corner, without digits
	classCircle   = "circle"   // in a cell
	classSquare   = "square"
	classDiamond  = "diamond"
	classShade    = "shade" // a cell's colour
	classText     = "text"  // in a cell
	classPointer  = "pointer"
	classOther    = "other"
	classNothing  = "" // decoration
)

// placer converts elements to pictures.
type placer struct {
	rows, columns int
	all           []picture
	shapes        []placed // circles, squares and diamonds in cells, which may belong to lines
}

// placed is a shape in one or several cells.
type placed struct {
	exchange.Element
	cells []int
	used  bool
}

const near = 0.15 // in cells: the distance within which two places are the same

// cellAt returns the cell at a place, or -1 if the middle of the cell is farther away than within.
func (p *placer) cellAt(at exchange.Point, within float64) int {
	row, column := math.Floor(at.Row), math.Floor(at.Column)
	if row < 0 || column < 0 || row >= float64(p.rows) || column >= float64(p.columns) ||
		math.Abs(at.Row-row-0.5) > within || math.Abs(at.Column-column-0.5) > within {
		return -1
	}
	return int(row)*p.columns + int(column)
}

// drawingsOf returns the pictures that the elements of a board are.
func drawingsOf(rows, columns int, elements []exchange.Element, named []string) []picture {
	p := &placer{rows: rows, columns: columns}
	elements = tidyElements(elements, named)
	var lines []exchange.Element
	var texts []exchange.Element
	for _, e := range elements {
		switch {
		case e.Shape == exchange.Line:
			lines = append(lines, e)
		case e.Shape == exchange.Text:
			texts = append(texts, e)
		default:
			p.readShape(e, &texts)
		}
	}
	texts = p.arrowTexts(&lines, texts)
	texts = p.readOutsideArrows(&lines, texts)
	p.addHeads(&lines)
	p.readLines(lines)
	for _, s := range p.shapes {
		if !s.used {
			p.readLoneShape(s)
		}
	}
	for _, e := range texts {
		p.readText(e)
	}
	return eachOnce(p.all)
}

func (p *placer) add(class string, cells []int, colour, text string) {
	p.all = append(p.all, picture{class: class, cells: cells, colour: colour, text: text})
}

// onSide returns the two cells beside an edge, or the four cells around a corner, if the place is on one.
func (p *placer) onSide(at exchange.Point) []int {
	row, column := math.Round(at.Row*2), math.Round(at.Column*2)
	if math.Abs(at.Row*2-row) > 2*near || math.Abs(at.Column*2-column) > 2*near {
		return nil
	}
	i, j := int(row), int(column)
	var cells []int
	for _, step := range [][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		y, x := i+step[0]*(1-i&1), j+step[1]*(1-j&1)
		if y < 0 || x < 0 || y >= 2*p.rows || x >= 2*p.columns {
			return nil
		}
		cells = append(cells, y/2*p.columns+x/2)
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// readShape reads a circle, a square or a diamond.
func (p *placer) readShape(e exchange.Element, texts *[]exchange.Element) {
	fill, border := shadeOf(e.Colour), shadeOf(e.Border)
	if !fill.seen && !border.seen || max(e.Width, e.Height) > 0 && min(e.Width, e.Height) == 0 {
		if e.Text != "" {
			e.Shape = exchange.Text
			*texts = append(*texts, e)
		}
		return
	}
	if white := len(fill.colourNames()) == 0 || fill.colourNames()[0] == "white"; white && !border.seen && e.Text == "" && !(e.Shape == exchange.Round && len(p.onSide(e.At)) == 2 && e.Width < 0.62) {
		p.add(classNothing, nil, e.Colour, "") // paper
		return
	}
	at := p.onSide(e.At)
	cell := p.cellAt(e.At, near)
	colour := e.Colour
	if !fill.seen || fill.colourNames()[0] == "white" && border.seen && e.Shape != exchange.Round {
		colour = e.Border
	}
	long := max(e.Width, e.Height)
	switch {
	case cell >= 0 && long <= 1.05:
		switch {
		case e.Shape == exchange.Square && min(e.Width, e.Height) >= 0.97:
			if names := fill.colourNames(); len(names) > 0 && names[0] != "white" {
				p.add(classShade, []int{cell}, e.Colour, "")
			}
			if e.Text != "" {
				*texts = append(*texts, e)
			}
		case long <= 0.2 && e.Text == "":
			p.add(classNothing, []int{cell}, colour, "")
		default:
			p.shapes = append(p.shapes, placed{Element: e, cells: []int{cell}})
		}
	case len(at) == 2 && long <= 0.62 && e.Shape != exchange.Text:
		switch {
		case e.Text != "":
			e.Shape = exchange.Text
			*texts = append(*texts, e)
		case e.Shape == exchange.Round && (e.Border != "" && border.seen && !fill.seen):
			p.add(classDot, at, "#ffffff", "")
		case e.Shape == exchange.Round:
			p.add(classDot, at, e.Colour, "")
		default:
			p.add(classOther, at, colour, "")
		}
	case len(at) == 4 && long <= 0.9:
		if e.Shape == exchange.Round && e.Text != "" {
			p.add(classQuad, at, colour, e.Text)
		} else {
			p.add(classCorner, at, colour, e.Text)
		}
	case long > 1.05 && e.Shape == exchange.Round:
		if cells := p.coveredCells(e); len(cells) > 1 {
			p.shapes = append(p.shapes, placed{Element: e, cells: cells})
			return
		}
		p.add(classOther, nil, colour, e.Text)
	case cell < 0 && p.distanceBeside(e.At) >= 0:
		if e.Text != "" {
			e.Shape = exchange.Text
			*texts = append(*texts, e)
		} else if names := fill.colourNames(); len(names) > 0 && names[0] != "white" {
			p.add(classOther, nil, colour, "")
		}
	case e.Shape == exchange.Square && e.Text == "" && !(fill.seen && fill.colourNames()[0] != "white"):
		p.add(classNothing, nil, colour, "")
	default:
		p.add(classOther, nil, colour, e.Text)
	}
}

// coveredCells returns the cells in a row or a column that a pill covers.
func (p *placer) coveredCells(e exchange.Element) (cells []int) {
	if low, high := min(e.Width, e.Height), max(e.Width, e.Height); !(low > 0 && low <= 1 && high < 10) {
		return nil
	}
	for row := math.Floor(e.At.Row - e.Height/2 + 0.2); row <= e.At.Row+e.Height/2-0.2; row++ {
		for column := math.Floor(e.At.Column - e.Width/2 + 0.2); column <= e.At.Column+e.Width/2-0.2; column++ {
			if row < 0 || column < 0 || row >= float64(p.rows) || column >= float64(p.columns) || len(cells) > 4 {
				return nil
			}
			cells = append(cells, int(row)*p.columns+int(column))
		}
	}
	return cells
}

// distanceBeside returns the distance of a place from the board in cells, rounded up, or -1 if it is on the
// board.
func (p *placer) distanceBeside(at exchange.Point) int {
	away := max(-at.Row, -at.Column, at.Row-float64(p.rows), at.Column-float64(p.columns))
	if away <= 0 {
		return -1
	}
	return int(math.Ceil(away))
}

func distanceBetween(a, b exchange.Point) float64 { return math.Hypot(a.Row-b.Row, a.Column-b.Column) }

// readOutsideArrows reads the short arrows beside the board that point into it along a diagonal, with
// the texts behind them. It returns the other texts.
func (p *placer) readOutsideArrows(lines *[]exchange.Element, texts []exchange.Element) []exchange.Element {
	taken := make([]bool, len(texts))
	*lines = slices.DeleteFunc(*lines, func(e exchange.Element) bool {
		if !e.Head || len(e.Points) != 2 || distanceBetween(e.Points[0], e.Points[1]) > 1.2 {
			return false
		}
		from, to := e.Points[0], e.Points[1]
		down, right := to.Row-from.Row, to.Column-from.Column
		if p.distanceBeside(from) != 1 || math.Abs(math.Abs(down)-math.Abs(right)) > 0.05 {
			return false
		}
		down, right = math.Copysign(1, down), math.Copysign(1, right)
		at := exchange.Point{Row: math.Floor(from.Row), Column: math.Floor(from.Column)}
		d := picture{class: classDiagonal, colour: e.Colour}
		for row, column := at.Row+down, at.Column+right; row >= 0 && column >= 0 && row < float64(p.rows) && column < float64(p.columns); row, column = row+down, column+right {
			d.cells = append(d.cells, int(row)*p.columns+int(column))
		}
		if len(d.cells) == 0 {
			return false
		}
		for i, text := range texts {
			if math.Floor(text.At.Row) == at.Row && math.Floor(text.At.Column) == at.Column {
				d.text, taken[i] = text.Text, true
			}
		}
		p.all = append(p.all, d)
		return true
	})
	var rest []exchange.Element
	for i, text := range texts {
		if !taken[i] {
			rest = append(rest, text)
		}
	}
	return rest
}

// addHeads adds an arrowhead to lines that end at a small tip, which is drawn as a separate line.
func (p *placer) addHeads(lines *[]exchange.Element) {
	var tips []exchange.Point
	rest := slices.DeleteFunc(*lines, func(e exchange.Element) bool {
		tip := len(e.Points) == 3 && !e.Head && p.cellAt(e.Points[1], 0.1) >= 0 &&
			distanceBetween(e.Points[0], e.Points[1]) < 0.55 && distanceBetween(e.Points[1], e.Points[2]) < 0.55
		if tip {
			tips = append(tips, e.Points[1])
		}
		return tip
	})
	used := 0
	for i := range rest {
		e := &rest[i]
		for _, tip := range tips {
			if len(e.Points) > 1 && distanceBetween(tip, e.Points[len(e.Points)-1]) < 0.1 {
				e.Head = true
				used++
				break
			} else if len(e.Points) > 1 && distanceBetween(tip, e.Points[0]) < 0.1 {
				slices.Reverse(e.Points)
				e.Head = true
				used++
				break
			}
		}
	}
	*lines = rest
	if used < len(tips) {
		p.add(classOther, nil, "", "")
	}
}

// readChevron reads a small bent line across the edge of two cells: a sign that points to the lesser
// cell.
func (p *placer) readChevron(e exchange.Element) bool {
	if len(e.Points) != 3 || !p.isSmall(e) {
		return false
	}
	from, tip, to := e.Points[0], e.Points[1], e.Points[2]
	down, right := tip.Row-(from.Row+to.Row)/2, tip.Column-(from.Column+to.Column)/2
	at := p.onSide(exchange.Point{Row: tip.Row - down/2, Column: tip.Column - right/2})
	if len(at) != 2 {
		return false
	}
	along, across := right, down
	if at[1]-at[0] > 1 {
		along, across = down, right
	}
	if math.Abs(across) > 0.03 || math.Abs(along) < 0.05 {
		return false
	}
	if along < 0 {
		slices.Reverse(at)
	}
	p.add(classSign, at, "", "")
	return true
}

// readLineCage reads a closed line just inside the borders of cells: a cage.
func (p *placer) readLineCage(e exchange.Element) bool {
	n := len(e.Points)
	if n < 5 || distanceBetween(e.Points[0], e.Points[n-1]) > 0.01 {
		return false
	}
	for i, at := range e.Points {
		down, right := math.Abs(at.Row-math.Round(at.Row)), math.Abs(at.Column-math.Round(at.Column))
		if down < 0.02 || right < 0.02 || down > 0.22 || right > 0.22 {
			return false
		}
		if i > 0 && math.Abs(at.Row-e.Points[i-1].Row) > 0.01 && math.Abs(at.Column-e.Points[i-1].Column) > 0.01 {
			return false
		}
	}
	var cells []int
	for cell := range p.rows * p.columns {
		inside := false
		at := p.middleOf(cell)
		for i := 1; i < n; i++ { // vertical sides to the right of it
			a, b := e.Points[i-1], e.Points[i]
			if a.Column > at.Column && (a.Row > at.Row) != (b.Row > at.Row) {
				inside = !inside
			}
		}
		if inside {
			cells = append(cells, cell)
		}
	}
	if len(cells) == 0 {
		return false
	}
	p.all = append(p.all, picture{class: classCage, cells: cells})
	return true
}

// fromRims extends a line from the rim of a circle to the circle's middle. It moves a line
// between corners of cells to the middles of these cells.
func (p *placer) fromRims(points []exchange.Point) []exchange.Point {
	n := len(points)
	if n < 2 {
		return points
	}
	points = slices.Clone(points)
	for _, ends := range [][2]int{{0, 1}, {n - 1, n - 2}} {
		at, next := points[ends[0]], points[ends[1]]
		if p.cellAt(at, 0.26) >= 0 {
			continue
		}
		row, column := math.Round(at.Row), math.Round(at.Column)
		down, right := next.Row-at.Row, next.Column-at.Column
		if math.Abs(at.Row-row) < near && math.Abs(at.Column-column) < near && math.Abs(math.Abs(down)-math.Abs(right)) < near && math.Abs(down) > 0.9 {
			points[ends[0]] = exchange.Point{Row: row + math.Copysign(0.5, down), Column: column + math.Copysign(0.5, right)}
			continue
		}
		for i := range p.shapes {
			s := &p.shapes[i]
			if s.Shape != exchange.Square && len(s.cells) == 1 && distanceBetween(at, s.At) < 0.6 && distanceBetween(next, s.At) > distanceBetween(next, at) {
				points[ends[0]] = p.middleOf(s.cells[0])
				break
			}
		}
	}
	return points
}

// cellsOfLine returns the cells of a line from middle to middle, or nil if it is not such a line.
func (p *placer) cellsOfLine(points []exchange.Point) (cells []int) {
	for i, at := range points {
		cell := p.cellAt(at, 0.26) // some lines end before the middle, or have round corners
		if cell < 0 {
			return nil
		}
		if i == 0 {
			cells = append(cells, cell)
			continue
		}
		from := cells[len(cells)-1]
		down, right := cell/p.columns-from/p.columns, cell%p.columns-from%p.columns
		steps := max(down, -down, right, -right)
		if steps == 0 {
			continue
		}
		if down%steps != 0 || right%steps != 0 {
			return nil
		}
		for k := 1; k <= steps; k++ {
			cells = append(cells, from+k*(down/steps*p.columns+right/steps))
		}
	}
	return cells
}

// readLines reads lines along cells, with the shapes at their ends.
func (p *placer) readLines(lines []exchange.Element) {
	open := p.joinLines(p.readThermometers(p.pathsOf(lines)))
	p.addLines(open)
	p.takeShapes(open)
}

// pathLine is a line through the centres of cells.
type pathLine struct {
	exchange.Element
	cells []int
}

// pathsOf returns the lines that pass through two cells or more. It converts all others itself:
// arrows, chevrons, cages, borders and unknown pieces.
func (p *placer) pathsOf(lines []exchange.Element) (plain []pathLine) {
	for _, e := range lines {
		if e.Colour != "" && !shadeOf(e.Colour).seen || e.Width == 0 && len(e.Points) < 2 {
			continue
		}
		if e.Head {
			if p.readArrow(e) {
				continue
			}
			if len(e.Points) == 2 && distanceBetween(e.Points[0], e.Points[1]) < 0.7 {
				p.add(classPointer, nil, e.Colour, "")
				continue
			}
			p.add(classOther, nil, e.Colour, "")
			continue
		}
		if p.readChevron(e) || p.readLineCage(e) {
			continue
		}
		cells := p.cellsOfLine(p.fromRims(e.Points))
		switch {
		case len(cells) > 1:
			plain = append(plain, pathLine{e, cells})
		case p.isBorder(e) || e.Width < 0.045 && p.isSmall(e):
			p.add(classNothing, nil, e.Colour, "")
		default:
			p.add(classOther, nil, e.Colour, "")
		}
	}
	return plain
}

// readThermometers converts the lines that begin at a bulb, and their branches. It returns the others.
func (p *placer) readThermometers(plain []pathLine) (open []pathLine) {
	thermos := map[int]string{} // by cell, the colour of a thermometer's line
	for _, e := range plain {
		for range 2 {
			if s := p.bulbAt(e.cells[0], e.Element); s != nil {
				s.used = true
				p.all = append(p.all, picture{class: classThermo, cells: e.cells, colour: e.Colour, start: true})
				for _, cell := range e.cells {
					thermos[cell] = e.Colour
				}
				e.cells = nil
				break
			}
			slices.Reverse(e.cells)
		}
		if e.cells != nil {
			open = append(open, e)
		}
	}
	for again := true; again; { // branches of thermometers
		again = false
		for i, e := range open {
			if e.cells == nil {
				continue
			}
			first, last := thermos[e.cells[0]] == e.Colour, thermos[e.cells[len(e.cells)-1]] == e.Colour
			if first == last || e.cells[0] == e.cells[len(e.cells)-1] {
				continue
			}
			if last {
				slices.Reverse(e.cells)
			}
			p.all = append(p.all, picture{class: classThermo, cells: e.cells, colour: e.Colour})
			for _, cell := range e.cells {
				thermos[cell] = e.Colour
			}
			open[i].cells, again = nil, true
		}
	}
	return slices.DeleteFunc(open, func(e pathLine) bool { return e.cells == nil })
}

// joinLines joins pieces that look like one line: of one colour and width, whose ends meet at a point where no other
// piece of them is.
func (p *placer) joinLines(open []pathLine) []pathLine {
	for again := true; again; {
		again = false
		for i := range open {
			for k := range open {
				if i == k || len(open[i].cells) == 0 || len(open[k].cells) == 0 || !isSameLook(open[i].Element, open[k].Element) {
					continue
				}
				for turn := range 4 { // each piece from either end
					a, b := open[i].turnedIf(turn&1 != 0), open[k].turnedIf(turn&2 != 0)
					if p.continues(a, b, open) {
						a.cells, a.Points = append(a.cells, b.cells[1:]...), append(a.Points, b.Points...)
						open[i], open[k].cells, again = a, nil, true
						break
					}
				}
			}
		}
		open = slices.DeleteFunc(open, func(e pathLine) bool { return e.cells == nil })
	}
	return open
}

// isSameLook reports whether two lines have the same colour and width.
func isSameLook(a, b exchange.Element) bool {
	return isSameColour(a.Colour, b.Colour) && math.Abs(a.Width-b.Width) < 0.01
}

// turnedIf returns a copy of a line, from its other end if turned.
func (e pathLine) turnedIf(turned bool) pathLine {
	e.cells, e.Points = slices.Clone(e.cells), slices.Clone(e.Points)
	if turned {
		slices.Reverse(e.cells)
		slices.Reverse(e.Points)
	}
	return e
}

// continues reports whether a line goes on in another: the other begins at its end, where no third line of the look
// is and no shape marks the end of both.
func (p *placer) continues(a, b pathLine, open []pathLine) bool {
	meet := b.cells[0]
	if a.cells[len(a.cells)-1] != meet || a.cells[0] == meet || b.cells[len(b.cells)-1] == meet ||
		distanceBetween(a.Points[len(a.Points)-1], b.Points[0]) > near || p.shapeIn(meet) ||
		slices.ContainsFunc(b.cells[1:], func(cell int) bool { return slices.Contains(a.cells[1:], cell) }) {
		return false
	}
	others := 0
	for _, e := range open {
		if slices.Contains(e.cells, meet) && isSameLook(a.Element, e.Element) {
			others++
		}
	}
	return others == 2
}

// addLines adds a picture for each line, with the shapes at its ends.
func (p *placer) addLines(open []pathLine) {
	for _, e := range open {
		d := picture{class: classLine, cells: e.cells, colour: e.Colour}
		for k, cell := range []int{e.cells[0], e.cells[len(e.cells)-1]} {
			for i := range p.shapes {
				if s := &p.shapes[i]; len(s.cells) == 1 && s.cells[0] == cell && s.Text == "" {
					d.start, d.end = d.start || k == 0, d.end || k == 1
					if s.Shape == exchange.Diamond && !strings.Contains(d.text, "diamond") {
						d.text = "diamond"
					}
				}
			}
		}
		p.all = append(p.all, d)
	}
}

// takeShapes makes shapes parts of lines: shapes of the line's colour at its ends or in its
// middle, and diamonds at its ends.
func (p *placer) takeShapes(open []pathLine) {
	for i := range p.shapes {
		s := &p.shapes[i]
		if s.used || len(s.cells) != 1 || s.Text != "" {
			continue
		}
		for _, e := range open {
			n := len(e.cells)
			ofLine := isSameColour(s.Colour, e.Colour) || isSameColour(s.Border, e.Colour) && !shadeOf(s.Colour).seen
			middle := n%2 == 1 && e.cells[n/2] == s.cells[0]
			end := e.cells[0] == s.cells[0] || e.cells[n-1] == s.cells[0]
			if ofLine && (middle || end) && max(s.Width, s.Height) < 0.75 || s.Shape == exchange.Diamond && end {
				s.used = true
			}
		}
	}
}

// shapeIn reports whether there is a shape in a cell.
func (p *placer) shapeIn(cell int) bool {
	return slices.ContainsFunc(p.shapes, func(s placed) bool { return slices.Contains(s.cells, cell) })
}

func isSameColour(a, b string) bool { return shadeOf(a) == shadeOf(b) && shadeOf(a).seen }

// bulbAt returns the bulb of a line that begins in a cell: a disc of the line's colour, wider than
// the line. It returns nil if there is none.
func (p *placer) bulbAt(cell int, line exchange.Element) *placed {
	for i := range p.shapes {
		s := &p.shapes[i]
		if s.Shape == exchange.Round && len(s.cells) == 1 && s.cells[0] == cell && s.Text == "" && s.Width > 0.45 && s.Width > line.Width+0.02 &&
			shadeOf(s.Colour).seen && closeColour(s.Colour, line.Colour) {
			return s
		}
	}
	return nil
}

// closeColour reports whether two colours are about the same.
func closeColour(a, b string) bool {
	x, y := shadeOf(a), shadeOf(b)
	if !x.seen || !y.seen || x.colourNames()[0] == "white" {
		return false
	}
	hue := math.Abs(x.hue - y.hue)
	return math.Abs(x.value-y.value) < 0.08 && math.Abs(x.saturation-y.saturation) < 0.12 && (min(hue, 360-hue) < 12 || max(x.saturation, y.saturation) < 0.08)
}

// isBorder reports whether a line runs along the borders of cells.
func (p *placer) isBorder(e exchange.Element) bool {
	for i, at := range e.Points {
		if math.Abs(at.Row-math.Round(at.Row)) > near && math.Abs(at.Column-math.Round(at.Column)) > near {
			return false
		}
		if i > 0 && math.Abs(at.Row-e.Points[i-1].Row) > near && math.Abs(at.Column-e.Points[i-1].Column) > near {
			return false
		}
	}
	return true
}

// isSmall reports whether a line lies within a single cell, like an ornament.
func (p *placer) isSmall(e exchange.Element) bool {
	low, high := e.Points[0], e.Points[0]
	for _, at := range e.Points {
		low = exchange.Point{Row: min(low.Row, at.Row), Column: min(low.Column, at.Column)}
		high = exchange.Point{Row: max(high.Row, at.Row), Column: max(high.Column, at.Column)}
	}
	return high.Row-low.Row < 0.6 && high.Column-low.Column < 0.6
}

// readArrow reads an arrow that begins in a circle or a pill.
func (p *placer) readArrow(e exchange.Element) bool {
	if len(e.Points) < 2 {
		return false
	}
	best, least := -1, 0.62
	for i := range p.shapes {
		s := &p.shapes[i]
		if s.Shape != exchange.Round || s.Text != "" {
			continue
		}
		for _, cell := range s.cells {
			away := distanceBetween(e.Points[0], exchange.Point{Row: float64(cell/p.columns) + 0.5, Column: float64(cell%p.columns) + 0.5})
			if away < least {
				best, least = i, away
			}
		}
	}
	if best < 0 {
		return false
	}
	s := &p.shapes[best]
	from := s.cells[0]
	for _, cell := range s.cells {
		if distanceBetween(e.Points[0], p.middleOf(cell)) < distanceBetween(e.Points[0], p.middleOf(from)) {
			from = cell
		}
	}
	points := append([]exchange.Point{p.middleOf(from)}, e.Points[1:]...)
	if first := p.cellAt(e.Points[0], 0.05); first >= 0 && first != from {
		return false
	}
	cells := p.cellsOfLine(points)
	if len(cells) < 2 {
		return false
	}
	s.used = true
	p.all = append(p.all, picture{class: classArrow, cells: append(slices.Clone(s.cells), cells[1:]...), colour: e.Colour, pill: len(s.cells)})
	return true
}

func (p *placer) middleOf(cell int) exchange.Point {
	return exchange.Point{Row: float64(cell/p.columns) + 0.5, Column: float64(cell%p.columns) + 0.5}
}

// readLoneShape reads a shape that does not belong to a line.
func (p *placer) readLoneShape(s placed) {
	if len(s.cells) > 1 {
		p.add(classOther, s.cells, s.Colour, s.Text)
		return
	}
	colour := s.Colour
	if names := shadeOf(colour).colourNames(); len(names) == 0 || names[0] == "white" && shadeOf(s.Border).seen && shadeOf(s.Border).saturation > 0.2 {
		colour = s.Border
	}
	class := map[exchange.Shape]string{exchange.Round: classCircle, exchange.Square: classSquare, exchange.Diamond: classDiamond}[s.Shape]
	if s.Shape == exchange.Square && max(s.Width, s.Height)/max(min(s.Width, s.Height), 0.01) > 1.5 {
		class = classOther
	}
	p.all = append(p.all, picture{class: class, cells: s.cells, colour: colour, border: s.Border, text: s.Text})
}

// readText reads a text that does not belong to a shape.
func (p *placer) readText(e exchange.Element) {
	cells := p.onSide(e.At)
	if row, column := math.Floor(e.At.Row), math.Floor(e.At.Column); e.At.Row-row < 0.38 && e.At.Column-column < 0.38 && p.distanceBeside(e.At) < 0 && len(cells) != 4 && e.Text[0]|1 <= '?' {
		p.all = append(p.all, picture{class: classText, cells: []int{int(row)*p.columns + int(column)}, text: e.Text, start: true})
		return
	}
	away := p.distanceBeside(e.At)
	_, err := strconv.Atoi(e.Text)
	switch {
	case away > 1 && err != nil, away > 0 && isName(e.Text), len(cells) == 1 && isOrnament(e.Text):
		p.add(classNothing, nil, "", e.Text)
	case away > 0:
		row, column := int(math.Floor(e.At.Row)), int(math.Floor(e.At.Column))
		d := picture{class: classOutside, text: e.Text}
		switch {
		case row >= 0 && row < p.rows:
			for i := range p.columns {
				d.cells = append(d.cells, row*p.columns+i)
			}
		case column >= 0 && column < p.columns:
			for i := range p.rows {
				d.cells = append(d.cells, i*p.columns+column)
			}
		default:
			p.add(classOther, nil, "", e.Text)
			return
		}
		if row >= p.rows || column >= p.columns {
			slices.Reverse(d.cells)
		}
		p.all = append(p.all, d)
	case len(cells) == 2 && dotOf(e.Text) != "":
		p.add(classDot, cells, dotOf(e.Text), "")
	case len(cells) == 2:
		// The cells are in the order of the board. If the sign opens to the first, that cell is greater.
		across := cells[1] == cells[0]+1 && cells[0]/p.columns == cells[1]/p.columns
		isAlong := func(sign byte) bool {
			is := sign != 0 && across == (sign == '<' || sign == '>')
			if is && (sign == '<' || sign == '^') {
				slices.Reverse(cells)
			}
			return is
		}
		switch sign := turnSign(signOf(e.Text), e.Angle); {
		case isAlong(sign):
			p.add(classSign, cells, "", "")
		case sign != 0:
			p.add(classOther, cells, "", e.Text)
		default:
			d := picture{class: classLetter, text: strings.NewReplacer("Ⅹ", "X", "Ⅴ", "V", "✕", "X", "✖", "X").Replace(strings.ToUpper(e.Text))}
			d.start = d.text == "V" && isAlong(turnSign('v', e.Angle)) // the V may be a sign
			d.cells = cells
			p.all = append(p.all, d)
		}
	case len(cells) == 4:
		p.add(classQuad, cells, "", e.Text)
	default:
		p.add(classText, cells, "", e.Text)
	}
}

// dotOf returns the colour of a dot that is written as a character, or "".
func dotOf(text string) string {
	switch text {
	case "○", "◯", "⚪", "◦", "⭘", "⚬":
		return "#ffffff"
	case "●", "⚫", "•", "⬤":
		return "#000000"
	}
	return ""
}

// isName reports whether a text is a word, like titles and names.
func isName(text string) bool {
	return len([]rune(text)) > 3 && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsSpace(r) && !unicode.IsPunct(r) })
}

// isOrnament reports whether a text is a pictograph, such as a snake.
func isOrnament(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r < 0x1F300 && r != 0xFE0F && r != 0x200D })
}

// turnSign returns a sign rotated clockwise by an angle, or 0 if the result is not a sign.
func turnSign(sign byte, angle float64) byte {
	const round = ">v<^"
	quarters := math.Round(angle / 90)
	k := strings.IndexByte(round, sign)
	if sign == 0 || k < 0 || math.Abs(angle-quarters*90) > 15 {
		return 0
	}
	return round[(k+int(quarters)%4+4)%4]
}

// signOf returns the sign < > ^ v in a text, or 0. Its tip points to the lesser cell. The letter v
// may be only a letter; the caller must know whether there are signs.
func signOf(text string) byte {
	switch text {
	case "<", "〈", "‹", "＜", "≺":
		return '<'
	case ">", "〉", "›", "＞", "≻":
		return '>'
	case "^", "∧", "⌃", "ʌ", "˄", "⋀", "Λ", "︿":
		return '^'
	case "∨", "⌄", "˅", "⋁", "﹀":
		return 'v'
	}
	return 0
}
