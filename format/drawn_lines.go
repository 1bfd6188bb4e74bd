package format

import (
	"math"
	"slices"
	"strings"

	"nonet/internal/exchange"
)

// readOutsideArrows reads the short arrows beside the board that point along a diagonal, with the text behind each
// arrow. It returns the texts that belong to no arrow.
func (p *placer) readOutsideArrows(lines *[]exchange.Element, texts []exchange.Element) []exchange.Element {
	isUsed := make([]bool, len(texts))
	*lines = slices.DeleteFunc(*lines, func(e exchange.Element) bool {
		if !e.Head || len(e.Points) != 2 || distanceBetween(e.Points[0], e.Points[1]) > 1.2 {
			return false
		}
		from, to := e.Points[0], e.Points[1]
		down, right := to.Row-from.Row, to.Column-from.Column
		if p.distanceFromBoard(from) != 1 || math.Abs(math.Abs(down)-math.Abs(right)) > 0.05 {
			return false
		}
		down, right = math.Copysign(1, down), math.Copysign(1, right)
		corner := exchange.Point{Row: math.Floor(from.Row), Column: math.Floor(from.Column)}
		d := picture{class: classDiagonal, colour: e.Colour}
		for row, column := corner.Row+down, corner.Column+right; row >= 0 && column >= 0 && row < float64(p.rows) && column < float64(p.columns); row, column = row+down, column+right {
			d.cells = append(d.cells, int(row)*p.columns+int(column))
		}
		if len(d.cells) == 0 {
			return false
		}
		for i, text := range texts {
			if math.Floor(text.At.Row) == corner.Row && math.Floor(text.At.Column) == corner.Column {
				d.text, isUsed[i] = text.Text, true
			}
		}
		p.all = append(p.all, d)
		return true
	})
	var rest []exchange.Element
	for i, text := range texts {
		if !isUsed[i] {
			rest = append(rest, text)
		}
	}
	return rest
}

// addArrowheads adds an arrowhead to each line that ends at a small tip which is drawn as a separate line.
func (p *placer) addArrowheads(lines *[]exchange.Element) {
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
			if len(e.Points) < 2 {
				break
			}
			atEnd := distanceBetween(tip, e.Points[len(e.Points)-1]) < 0.1
			if atEnd || distanceBetween(tip, e.Points[0]) < 0.1 {
				if !atEnd {
					slices.Reverse(e.Points)
				}
				e.Head = true
				used++
				break
			}
		}
	}
	*lines = rest
	if used < len(tips) {
		p.addPicture(classOther, nil, "", "")
	}
}

// readPillLines turns a thick line over two or three cells into a pill if an arrow begins in one of these cells. It
// returns the other lines.
func (p *placer) readPillLines(lines []exchange.Element) (rest []exchange.Element) {
	for _, e := range lines {
		cells := p.cellsOfLine(e.Points)
		slices.Sort(cells)
		n := len(cells)
		if !e.Head && e.Width >= 0.5 && (n == 2 || n == 3) && (cells[n-1]-cells[0] == n-1 || cells[n-1]-cells[0] == (n-1)*p.columns) &&
			slices.ContainsFunc(lines, func(o exchange.Element) bool {
				return o.Head && len(o.Points) > 0 && slices.Contains(cells, p.cellAt(o.Points[0], 0.5))
			}) {
			p.shapes = append(p.shapes, placed{Element: exchange.Element{Shape: exchange.Round, Colour: e.Colour}, cells: cells})
		} else {
			rest = append(rest, e)
		}
	}
	return rest
}

// readChevron reads a small bent line across the edge between two cells. Its tip points to the cell with the lesser
// value.
func (p *placer) readChevron(e exchange.Element) bool {
	if len(e.Points) != 3 || !p.isSmall(e) {
		return false
	}
	from, tip, to := e.Points[0], e.Points[1], e.Points[2]
	down, right := tip.Row-(from.Row+to.Row)/2, tip.Column-(from.Column+to.Column)/2
	around := p.cellsAround(exchange.Point{Row: tip.Row - down/2, Column: tip.Column - right/2})
	if len(around) != 2 {
		return false
	}
	along, across := right, down
	if around[1]-around[0] > 1 {
		along, across = down, right
	}
	if math.Abs(across) > 0.03 || math.Abs(along) < 0.05 {
		return false
	}
	if along < 0 {
		slices.Reverse(around)
	}
	p.addPicture(classSign, around, "", "")
	return true
}

// readLineCage reads a closed line just inside the borders of cells as a cage.
func (p *placer) readLineCage(e exchange.Element) bool {
	n := len(e.Points)
	if n < 5 || distanceBetween(e.Points[0], e.Points[n-1]) > 0.01 {
		return false
	}
	for i, point := range e.Points {
		down, right := math.Abs(point.Row-math.Round(point.Row)), math.Abs(point.Column-math.Round(point.Column))
		if down < 0.02 || right < 0.02 || down > 0.22 || right > 0.22 {
			return false
		}
		if i > 0 && math.Abs(point.Row-e.Points[i-1].Row) > 0.01 && math.Abs(point.Column-e.Points[i-1].Column) > 0.01 {
			return false
		}
	}
	var cells []int
	for cell := range p.rows * p.columns {
		inside := false
		middle := p.middleOf(cell)
		for i := 1; i < n; i++ { // count the vertical sides of the outline to the right of the cell's middle
			a, b := e.Points[i-1], e.Points[i]
			if a.Column > middle.Column && (a.Row > middle.Row) != (b.Row > middle.Row) {
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

// moveEndsToMiddles extends a line that ends at the rim of a circle to the circle's middle. It moves a line whose
// points are corners of cells to the middles of these cells.
func (p *placer) moveEndsToMiddles(points []exchange.Point) []exchange.Point {
	n := len(points)
	if n < 2 {
		return points
	}
	points = slices.Clone(points)
	if second := p.cellAt(points[1], 0.26); n > 4 && distanceBetween(points[0], points[n-1]) < near && p.cellAt(points[0], 0.26) < 0 && second >= 0 && second == p.cellAt(points[0], 0.5) {
		points = append(points[1:n-1], points[1]) // the line is closed and begins away from the middle of a cell
		n--
	}
	for _, ends := range [][2]int{{0, 1}, {n - 1, n - 2}} {
		end, next := points[ends[0]], points[ends[1]]
		if p.cellAt(end, 0.26) >= 0 {
			continue
		}
		row, column := math.Round(end.Row), math.Round(end.Column)
		down, right := next.Row-end.Row, next.Column-end.Column
		if math.Abs(end.Row-row) < near && math.Abs(end.Column-column) < near && math.Abs(math.Abs(down)-math.Abs(right)) < near && math.Abs(down) > 0.9 {
			points[ends[0]] = exchange.Point{Row: row + math.Copysign(0.5, down), Column: column + math.Copysign(0.5, right)}
			continue
		}
		for i := range p.shapes {
			s := &p.shapes[i]
			if s.Shape != exchange.Square && len(s.cells) == 1 && distanceBetween(end, s.At) < 0.6 && distanceBetween(next, s.At) > distanceBetween(next, end) {
				points[ends[0]] = p.middleOf(s.cells[0])
				break
			}
		}
	}
	return points
}

// cellsOfLine returns the cells of a line that runs from middle to middle of cells, or nil for any other line.
func (p *placer) cellsOfLine(points []exchange.Point) (cells []int) {
	for i, point := range points {
		cell := p.cellAt(point, 0.26) // some lines end before the middle, or have round corners
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

func (p *placer) readLines(lines []exchange.Element) {
	open := p.joinLines(p.readThermometers(p.pathsOf(lines)))
	p.addLinePictures(open)
	p.attachShapes(open)
}

// pathLine is a line through the centres of cells.
type pathLine struct {
	exchange.Element
	cells []int
}

// pathsOf returns the plain lines that pass through two cells or more. It drops invisible lines, and converts all other
// elements itself: arrows, chevrons, cages, borders and unknown pieces.
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
				var cells []int
				if cell := p.cellAt(e.Points[0], 0.5); cell >= 0 {
					cells = []int{cell}
				}
				p.addPicture(classPointer, cells, e.Colour, "")
				continue
			}
			p.addPicture(classOther, nil, e.Colour, "")
			continue
		}
		if p.readChevron(e) || p.readLineCage(e) {
			continue
		}
		cells := p.cellsOfLine(p.moveEndsToMiddles(e.Points))
		switch {
		case len(cells) > 1:
			plain = append(plain, pathLine{e, cells})
		case p.isBorder(e) || e.Width < 0.045 && p.isSmall(e):
			p.addPicture(classNothing, nil, e.Colour, "")
		default:
			p.addPicture(classOther, nil, e.Colour, "")
		}
	}
	return plain
}

// readThermometers converts the lines that begin at a bulb, and their branches. It returns the other lines.
func (p *placer) readThermometers(plain []pathLine) (open []pathLine) {
	thermos := map[int]string{} // maps each cell of a thermometer to the colour of the thermometer
	for _, e := range p.splitAtBulbs(plain) {
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
	for again := true; again; { // each pass may find branches of the branches found before
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

// splitAtBulbs divides each line that passes through a bulb, or that returns to its bulb along the same cells. Each
// part begins at the bulb. A shape in the exact middle of a line divides nothing: it may be the middle of a zipper.
func (p *placer) splitAtBulbs(plain []pathLine) (all []pathLine) {
	for _, e := range plain {
		n, parts := len(e.cells), [][]int{e.cells}
		bulb := slices.IndexFunc(e.cells, func(cell int) bool { return p.bulbAt(cell, e.Element) != nil })
		if bulb >= 0 && n > 2 && n != 2*bulb+1 && e.cells[0] != e.cells[n-1] && slices.Contains(e.cells[1:n-1], e.cells[bulb]) {
			parts = [][]int{reversed(e.cells[:bulb+1]), e.cells[bulb:]}
		}
		for k := 0; k < len(parts); k++ {
			part := parts[k]
			if back := slices.Index(part[1:], part[0]); back > 0 && back+2 < len(part) {
				if turned := reversed(part[:back+2]); slices.Equal(turned, part[:back+2]) {
					parts, part = append(parts, part[back+1:]), turned[:back/2+2]
				}
			}
			if e.cells = part; len(part) > 1 {
				all = append(all, e)
			}
		}
	}
	return all
}

// joinLines joins two lines of the same colour and width that meet at their ends, unless a third such line is there.
func (p *placer) joinLines(open []pathLine) []pathLine {
	for again := true; again; {
		again = false
		for i := range open {
			for k := range open {
				if i == k || len(open[i].cells) == 0 || len(open[k].cells) == 0 || !isSameLook(open[i].Element, open[k].Element) {
					continue
				}
				for turn := range 4 { // try both directions of both lines
					a, b := open[i].turnedIf(turn&1 != 0), open[k].turnedIf(turn&2 != 0)
					if p.isContinuation(a, b, open) {
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

func isSameLook(a, b exchange.Element) bool {
	return isSameColour(a.Colour, b.Colour) && math.Abs(a.Width-b.Width) < 0.01
}

func (e pathLine) turnedIf(turned bool) pathLine {
	if e.cells, e.Points = slices.Clone(e.cells), slices.Clone(e.Points); turned {
		e.cells, e.Points = reversed(e.cells), reversed(e.Points)
	}
	return e
}

// isContinuation reports whether the line b continues the line a: b begins in the cell where a ends. No third line with
// the same look passes through this cell, no shape is in it, and it is the only cell that the lines share.
func (p *placer) isContinuation(a, b pathLine, open []pathLine) bool {
	meet := b.cells[0]
	if a.cells[len(a.cells)-1] != meet || a.cells[0] == meet || b.cells[len(b.cells)-1] == meet ||
		distanceBetween(a.Points[len(a.Points)-1], b.Points[0]) > near || p.hasShapeIn(meet) ||
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

func (p *placer) addLinePictures(open []pathLine) {
	for _, e := range open {
		d := picture{class: classLine, cells: e.cells, colour: e.Colour}
		for k, point := range []exchange.Point{e.Points[0], e.Points[len(e.Points)-1]} {
			d.aside = d.aside || distanceBetween(point, p.middleOf(e.cells[k*(len(e.cells)-1)])) > 0.1
		}
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

// attachShapes marks as used the shapes that are parts of lines. Such a shape is smaller than 0.75 cells, has the
// line's colour and is in the first, last or middle cell of the line. A diamond in the first or last cell may have any
// colour and size.
func (p *placer) attachShapes(open []pathLine) {
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

func (p *placer) hasShapeIn(cell int) bool {
	return slices.ContainsFunc(p.shapes, func(s placed) bool { return slices.Contains(s.cells, cell) })
}
