package format

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nonet/internal/exchange"
	"nonet/internal/wording"
)

// This file recognises drawings by their look and place; drawn_lines.go recognises lines. drawn_bind.go determines what
// the drawings mean.

// picture is a drawing, or a group of drawings, that may be one clue.
type picture struct {
	class  string
	cells  []int  // the cells of a line or an arrow in order, or the cells that a clue beside the board sees
	colour string // the colour as the text writes it
	border string
	text   string
	pill   int  // for an arrow: how many cells at the beginning of `cells` are in its circle or pill
	start  bool // for a line: its first cell has a bulb or a circle
	end    bool
	aside  bool   // for a line: an end is drawn away from the centre of its cell, and no other line touches it there
	circle string // for an arrow or a circle: the look of the circle
}

// Classes of drawings.
const (
	classLine     = "line"
	classThermo   = "thermo"   // a line with a bulb in its first cell
	classArrow    = "arrow"    // a circle and a line that leads from the circle to an arrowhead
	classDiagonal = "diagonal" // an arrow beside the board that points along a diagonal, and its number
	classOutside  = "outside"  // a number beside the board, in line with a row or a column
	classDot      = "dot"      // a dot between two cells
	classLetter   = "letter"   // a letter between two cells
	classSign     = "sign"     // one of < > ∧ ∨ between two cells
	classQuad     = "quad"     // digits on a corner of cells
	classCorner   = "corner"   // a shape without digits on a corner of cells
	classCircle   = "circle"   // a circle in a cell
	classSquare   = "square"
	classDiamond  = "diamond"
	classShade    = "shade" // the colour of a cell
	classText     = "text"  // a text in a cell
	classPointer  = "pointer"
	classOther    = "other"
	classNothing  = "" // a decoration without meaning
)

// placer finds the cells that elements of a drawing belong to, and converts the elements to pictures.
type placer struct {
	rows, columns int
	all           []picture
	shapes        []placed // circles, squares and diamonds in cells, which may belong to lines
}

// placed is a shape with the cells that it covers.
type placed struct {
	exchange.Element
	cells []int
	used  bool
}

const widestDot = 0.8 // the greatest width of a dot, in cells

const near = 0.15 // two places that are nearer than this, in cells, are the same

// cellAt returns the cell whose middle is close to a place, or -1 if there is none. The middle may be up to `tolerance`
// cells away, both across and down.
func (p *placer) cellAt(point exchange.Point, tolerance float64) int {
	row, column := math.Floor(point.Row), math.Floor(point.Column)
	if row < 0 || column < 0 || row >= float64(p.rows) || column >= float64(p.columns) ||
		math.Abs(point.Row-row-0.5) > tolerance || math.Abs(point.Column-column-0.5) > tolerance {
		return -1
	}
	return int(row)*p.columns + int(column)
}

// drawingsOf converts the elements of a board to pictures.
func drawingsOf(rows, columns int, elements []exchange.Element, named []string) []picture {
	p := &placer{rows: rows, columns: columns}
	elements = mergeDuplicateElements(elements, named)
	var lines []exchange.Element
	var texts []exchange.Element
	for _, e := range elements {
		switch {
		case e.Shape == exchange.Line && shadeOf(e.Colour).unknown:
			p.addPicture(classOther, nil, "", "")
		case e.Shape == exchange.Line:
			lines = append(lines, e)
		case e.Shape == exchange.Text:
			texts = append(texts, e)
		case shadeOf(e.Colour).unknown || shadeOf(e.Border).unknown:
			p.addPicture(classOther, nil, "", e.Text)
		default:
			p.readShape(e, &texts)
		}
	}
	texts = p.readArrowTexts(&lines, texts)
	texts = p.readOutsideArrows(&lines, texts)
	p.addArrowheads(&lines)
	lines = p.readPillLines(lines)
	p.readLines(lines)
	for _, s := range p.shapes {
		if !s.used {
			p.readLoneShape(s)
		}
	}
	for _, e := range texts {
		p.readText(e)
	}
	return uniquePictures(p.all)
}

func (p *placer) addPicture(class string, cells []int, colour, text string) {
	p.all = append(p.all, picture{class: class, cells: cells, colour: colour, text: text})
}

// cellsAround returns the cells next to a place: two at an edge, four at a corner, none elsewhere.
func (p *placer) cellsAround(point exchange.Point) []int {
	row, column := math.Round(point.Row*2), math.Round(point.Column*2)
	if math.Abs(point.Row*2-row) > 2*near || math.Abs(point.Column*2-column) > 2*near {
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
	if fill.isPaper() && !border.seen && e.Text == "" && !(e.Shape == exchange.Round && len(p.cellsAround(e.At)) == 2 && e.Width < widestDot) {
		p.addPicture(classNothing, nil, e.Colour, "") // a shape with the colour of paper has no meaning
		return
	}
	around := p.cellsAround(e.At)
	cell := p.cellAt(e.At, near)
	if block := p.blockOf(e); len(block) > 1 && !fill.isPaper() && e.Text == "" && len(p.all) < mostPictures {
		for _, cell := range block {
			p.addPicture(classShade, []int{cell}, e.Colour, "")
		}
		return
	}
	colour := e.Colour
	if !fill.seen || fill.colourNames()[0] == "white" && border.seen && e.Shape != exchange.Round {
		colour = e.Border
	}
	long := max(e.Width, e.Height)
	switch {
	case cell >= 0 && long <= 1.05:
		switch {
		case e.Shape == exchange.Square && min(e.Width, e.Height) >= 0.97:
			if !fill.isPaper() {
				p.addPicture(classShade, []int{cell}, e.Colour, "")
			}
			if e.Text != "" {
				*texts = append(*texts, e)
			}
		case long <= 0.2 && e.Text == "":
			p.addPicture(classNothing, []int{cell}, colour, "")
		default:
			p.shapes = append(p.shapes, placed{Element: e, cells: []int{cell}})
		}
	case len(around) == 2 && (long <= 0.62 || long <= widestDot && e.Shape == exchange.Round) && e.Shape != exchange.Text:
		switch {
		case e.Text != "":
			e.Shape = exchange.Text
			*texts = append(*texts, e)
		case e.Shape == exchange.Round && (e.Border != "" && border.seen && !fill.seen):
			p.addPicture(classDot, around, "#ffffff", "")
		case e.Shape == exchange.Round:
			p.addPicture(classDot, around, e.Colour, "")
		default:
			p.addPicture(classOther, around, colour, "")
		}
	case len(around) == 4 && long <= 0.9:
		if e.Shape == exchange.Round && e.Text != "" {
			p.addPicture(classQuad, around, colour, e.Text)
		} else {
			p.addPicture(classCorner, around, colour, e.Text)
		}
	case long > 1.05 && e.Shape == exchange.Round:
		if cells := p.coveredCells(e); len(cells) > 1 {
			p.shapes = append(p.shapes, placed{Element: e, cells: cells})
			return
		}
		p.addPicture(classOther, nil, colour, e.Text)
	case cell < 0 && p.distanceFromBoard(e.At) >= 0:
		if e.Text != "" {
			e.Shape = exchange.Text
			*texts = append(*texts, e)
		} else if names := fill.colourNames(); len(names) > 0 && names[0] != "white" {
			p.addPicture(classOther, nil, colour, "")
		}
	case e.Shape == exchange.Square && e.Text == "" && !(fill.seen && fill.colourNames()[0] != "white"):
		p.addPicture(classNothing, nil, colour, "")
	default:
		p.addPicture(classOther, nil, colour, e.Text)
	}
}

// mostPictures bounds the work for hostile texts: if there are more pictures, a rectangle is no longer divided into
// cells.
const mostPictures = 4096

// blockOf returns the cells of a rectangle whose sides run along the borders of cells. It returns nil for any other
// element, for a rectangle that extends beyond the board, and for one with more cells than the board's longer side.
func (p *placer) blockOf(e exchange.Element) (cells []int) {
	top, left := e.At.Row-e.Height/2, e.At.Column-e.Width/2
	row, column, height, width := math.Round(top), math.Round(left), math.Round(e.Height), math.Round(e.Width)
	if e.Shape != exchange.Square || e.Angle != 0 || max(math.Abs(top-row), math.Abs(left-column), math.Abs(e.Height-height), math.Abs(e.Width-width)) > 0.06 ||
		row < 0 || column < 0 || height*width > float64(max(p.rows, p.columns)) || row+height > float64(p.rows) || column+width > float64(p.columns) {
		return nil
	}
	for i := range int(height) {
		cells = append(cells, evenlySpaced((int(row)+i)*p.columns+int(column), 1, int(width))...)
	}
	return cells
}

// coveredCells returns the cells that a pill covers in a row or a column.
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

// distanceFromBoard returns the distance of a place from the board, in cells, rounded up. It returns -1 if the place is
// on the board.
func (p *placer) distanceFromBoard(point exchange.Point) int {
	away := max(-point.Row, -point.Column, point.Row-float64(p.rows), point.Column-float64(p.columns))
	if away <= 0 {
		return -1
	}
	return int(math.Ceil(away))
}

func distanceBetween(a, b exchange.Point) float64 { return math.Hypot(a.Row-b.Row, a.Column-b.Column) }

func isSameColour(a, b string) bool { return shadeOf(a) == shadeOf(b) && shadeOf(a).seen }

// bulbAt returns the bulb of a line that begins in a cell: a disc of the line's colour that is wider than the line. It
// returns nil if the line has no bulb.
func (p *placer) bulbAt(cell int, line exchange.Element) *placed {
	for i := range p.shapes {
		s := &p.shapes[i]
		if s.Shape == exchange.Round && len(s.cells) == 1 && s.cells[0] == cell && s.Text == "" && s.Width > 0.45 && s.Width > line.Width+0.02 &&
			shadeOf(s.Colour).seen && isSimilarColour(s.Colour, line.Colour) {
			return s
		}
	}
	return nil
}

func isSimilarColour(a, b string) bool {
	x, y := shadeOf(a), shadeOf(b)
	if !x.seen || !y.seen || x.colourNames()[0] == "white" {
		return false
	}
	hue := math.Abs(x.hue - y.hue)
	return math.Abs(x.value-y.value) < 0.08 && math.Abs(x.saturation-y.saturation) < 0.12 && (min(hue, 360-hue) < 12 || max(x.saturation, y.saturation) < 0.08)
}

// isBorder reports whether a line runs along the borders of cells.
func (p *placer) isBorder(e exchange.Element) bool {
	for i, point := range e.Points {
		if math.Abs(point.Row-math.Round(point.Row)) > near && math.Abs(point.Column-math.Round(point.Column)) > near {
			return false
		}
		if i > 0 && math.Abs(point.Row-e.Points[i-1].Row) > near && math.Abs(point.Column-e.Points[i-1].Column) > near {
			return false
		}
	}
	return true
}

// isSmall reports whether a line is less than 0.6 cells wide and high, like an ornament.
func (p *placer) isSmall(e exchange.Element) bool {
	low, high := e.Points[0], e.Points[0]
	for _, point := range e.Points {
		low = exchange.Point{Row: min(low.Row, point.Row), Column: min(low.Column, point.Column)}
		high = exchange.Point{Row: max(high.Row, point.Row), Column: max(high.Column, point.Column)}
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
			if away := distanceBetween(e.Points[0], p.middleOf(cell)); away <= least { // if two circles are in one place, the one on top counts
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
	p.all = append(p.all, picture{class: classArrow, cells: append(slices.Clone(s.cells), cells[1:]...), colour: e.Colour, pill: len(s.cells), circle: s.circleColours()})
	return true
}

func (s *placed) circleColours() string { return s.Colour + " " + s.Border }

func (p *placer) middleOf(cell int) exchange.Point {
	return exchange.Point{Row: float64(cell/p.columns) + 0.5, Column: float64(cell%p.columns) + 0.5}
}

func (p *placer) readLoneShape(s placed) {
	if len(s.cells) > 1 {
		p.addPicture(classOther, s.cells, s.Colour, s.Text)
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
	p.all = append(p.all, picture{class: class, cells: s.cells, colour: colour, border: s.Border, text: s.Text, circle: s.circleColours()})
}

// readText reads a text that does not belong to a shape.
func (p *placer) readText(e exchange.Element) {
	cells := p.cellsAround(e.At)
	if strings.Count(e.Text, " ") > 2 && wording.NamesRule(e.Text) {
		p.addPicture(classText, nil, "", e.Text)
		return
	}
	if isCaption(e.Text) {
		p.addPicture(classNothing, cells, "", "")
		return
	}
	if row, column := math.Floor(e.At.Row), math.Floor(e.At.Column); e.At.Row-row < 0.38 && e.At.Column-column < 0.38 && p.distanceFromBoard(e.At) < 0 && len(cells) != 4 && e.Text[0]|1 <= '?' {
		p.all = append(p.all, picture{class: classText, cells: []int{int(row)*p.columns + int(column)}, text: e.Text, start: true})
		return
	}
	away := p.distanceFromBoard(e.At)
	_, err := strconv.Atoi(e.Text)
	switch {
	case away > 1 && err != nil, away > 0 && isName(e.Text), len(cells) == 1 && isOrnament(e.Text):
		p.addPicture(classNothing, nil, "", e.Text)
	case away > 0:
		row, column := int(math.Floor(e.At.Row)), int(math.Floor(e.At.Column))
		d := picture{class: classOutside, text: e.Text}
		switch {
		case row >= 0 && row < p.rows:
			d.cells = evenlySpaced(row*p.columns, 1, p.columns)
		case column >= 0 && column < p.columns:
			d.cells = evenlySpaced(column, p.columns, p.rows)
		default:
			p.addPicture(classOther, nil, "", e.Text)
			return
		}
		if row >= p.rows || column >= p.columns {
			slices.Reverse(d.cells)
		}
		p.all = append(p.all, d)
	case len(cells) == 2 && dotColourOf(e.Text) != "":
		p.addPicture(classDot, cells, dotColourOf(e.Text), "")
	case len(cells) == 2:
		// cells are in the order of the board. If the sign opens to the first cell, that cell holds the greater value.
		across := cells[1] == cells[0]+1 && cells[0]/p.columns == cells[1]/p.columns
		isAlong := func(sign byte) bool {
			is := sign != 0 && across == (sign == '<' || sign == '>')
			if is && (sign == '<' || sign == '^') {
				slices.Reverse(cells)
			}
			return is
		}
		switch sign := turnSign(comparisonSignOf(e.Text), e.Angle); {
		case isAlong(sign):
			p.addPicture(classSign, cells, "", "")
		case sign != 0:
			p.addPicture(classOther, cells, "", e.Text)
		default:
			d := picture{class: classLetter, text: strings.NewReplacer("Ⅹ", "X", "Ⅴ", "V", "✕", "X", "✖", "X").Replace(strings.ToUpper(e.Text))}
			if e.Text != "×" {
				d.text = wording.PlainLetters(d.text)
			}
			d.start = d.text == "V" && isAlong(turnSign('v', e.Angle)) // the letter V may be a comparison sign
			d.cells = cells
			p.all = append(p.all, d)
		}
	case len(cells) == 4:
		p.addPicture(classQuad, cells, "", e.Text)
	default:
		p.addPicture(classText, cells, "", e.Text)
	}
}

// isCaption reports whether a text is a word for readers, such as a title, and not a clue. Such a word has at least
// three letters, some of them in lower case, no digits or signs, and is not a Roman number.
func isCaption(text string) bool {
	letters := strings.Join(strings.Fields(text), "")
	return len(letters) > 2 && strings.IndexFunc(letters, unicode.IsLower) >= 0 && strings.Trim(strings.ToLower(letters), "ivxlcdm") != "" &&
		!strings.ContainsFunc(letters, func(c rune) bool { return !unicode.IsLetter(c) })
}

// dotColourOf returns the colour of the dot that a character such as ● shows, or "" for other texts.
func dotColourOf(text string) string {
	switch text {
	case "○", "◯", "⚪", "◦", "⭘", "⚬":
		return "#ffffff"
	case "●", "⚫", "•", "⬤":
		return "#000000"
	}
	return ""
}

// isName reports whether a text has more than three characters, all of them letters, spaces or punctuation, like a
// title or a name.
func isName(text string) bool {
	return len([]rune(text)) > 3 && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsSpace(r) && !unicode.IsPunct(r) })
}

// isOrnament reports whether a text consists of pictographs, such as a snake.
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

// comparisonSignOf returns the sign < > ^ v that a text stands for, or 0. The tip of the sign points to the lesser
// cell. A v may also be a letter: the caller must know whether the puzzle has other signs.
func comparisonSignOf(text string) byte {
	for _, signs := range []string{"< < 〈 ‹ ＜ ≺", "> > 〉 › ＞ ≻", "^ ^ ∧ ⌃ ʌ ˄ ⋀ Λ ︿", "v ∨ ⌄ ˅ ⋁ ﹀"} {
		if slices.Contains(strings.Fields(signs)[1:], text) {
			return signs[0]
		}
	}
	return 0
}
