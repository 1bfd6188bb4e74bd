package format

import (
	"encoding/json"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/exchange"
	"nonet/puzzle"
)

// SudokuPad stores a puzzle as an object: cells, which are rows of objects, and lists of drawings. Constraints are only
// drawings, and rules in words. Therefore nonet reads any drawing as a possible constraint.

// The following types are parts of SudokuPad's JSON. A place is [row, column], in cells from the top left corner.
type (
	padCell struct {
		Value  string `json:"value,omitempty"`
		Corner []int  `json:"pencilMarks,omitempty"`
		Centre []int  `json:"centremarks,omitempty"`
	}
	padCage struct {
		Cells  [][2]int `json:"cells"`
		Value  string   `json:"value,omitempty"`
		Unique bool     `json:"unique,omitempty"`
	}
	padLine struct {
		Points     [][2]float64 `json:"wayPoints"`
		Color      string       `json:"color"`
		Thickness  float64      `json:"thickness"`
		HeadLength float64      `json:"headLength,omitempty"`
	}
	padShape struct {
		Center     [2]float64 `json:"center"`
		Width      float64    `json:"width"`
		Height     float64    `json:"height"`
		Rounded    bool       `json:"rounded,omitempty"`
		Background string     `json:"backgroundColor,omitempty"`
		Border     string     `json:"borderColor,omitempty"`
		Text       string     `json:"text,omitempty"`
		FontSize   float64    `json:"fontSize,omitempty"`
	}
	padMeta struct {
		Title    string   `json:"title,omitempty"`
		Author   string   `json:"author,omitempty"`
		Rules    string   `json:"rules,omitempty"`
		Solution string   `json:"solution,omitempty"`
		Nonet    *ownCopy `json:"nonet,omitempty"`
	}
	// ownCopy holds nonet's copy of the whole puzzle, which SudokuPad and f-puzzles ignore.
	ownCopy struct {
		Puzzle json.RawMessage `json:"puzzle"`
		Drawn  string          `json:"drawn"` // a digest of the drawings in the same text; see drawingDigest
	}
)

// cellSize is the width of a cell in SudokuPad's unit for the widths of lines.
const cellSize = 64

const padGrey = "#CFCFCF"

// isCage reports whether SudokuPad draws constraints of this kind as cages with a clue.
func isCage(kind string) bool { return kind == "Cage" || kind == "CageAmong" }

// padDocument is the object of a puzzle in SudokuPad's JSON.
type padDocument struct {
	CellSize  int         `json:"cellSize"`
	Metadata  padMeta     `json:"metadata"`
	Cells     [][]padCell `json:"cells"`
	Regions   [][][2]int  `json:"regions"`
	Cages     []padCage   `json:"cages"`
	Lines     []padLine   `json:"lines,omitempty"`
	Arrows    []padLine   `json:"arrows,omitempty"`
	Underlays []padShape  `json:"underlays,omitempty"`
	Overlays  []padShape  `json:"overlays,omitempty"`
}

// writeSudokuPadJSON returns p as SudokuPad's JSON. Digits, regions and cages keep their meaning there. All other
// constraints become drawings; `drawn` lists their kinds. The text states the rules of the drawings in words, in
// English unless the puzzle has its own words. With such drawings, the metadata also contains a copy of the whole
// puzzle for readRules. played is nil, or p with a player's notes and colours if p is classic. The player's digits are
// left out, because this JSON has only givens.
func writeSudokuPadJSON(p *puzzle.Puzzle, played *Puzzle) (text string, drawn []string) {
	o := padDocument{
		CellSize: cellSize,
		Metadata: padMeta{Title: p.Title, Author: p.Author, Rules: rulesOf(p), Solution: padSolution(p)},
		Regions:  [][][2]int{},
		Cages:    []padCage{},
	}
	drawn = o.addRules(p)
	if played != nil {
		o.addPlayed(p, played.extra())
	}
	marks := p.Drawing()
	signless := hasOneOutsideKind(marks)
	for _, m := range marks {
		o.addMark(p, m, signless)
	}
	slices.Sort(drawn)
	if len(drawn) > 0 {
		payload, _ := exchange.Read(o.asText())
		o.Metadata.Nonet = &ownCopy{json.RawMessage(WriteNonet(p)), drawingDigest(payload)}
	}
	return o.asText(), slices.Compact(drawn)
}

func (o *padDocument) asText() string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(o); err != nil {
		panic(err) // impossible, because JSON can express every value
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// addRules adds givens, regions and cages, which SudokuPad checks itself. `rest` lists the kinds of all other
// constraints.
func (o *padDocument) addRules(p *puzzle.Puzzle) (rest []string) {
	places := func(cells []int) (all [][2]int) {
		for _, c := range cells {
			all = append(all, [2]int{c / p.Columns, c % p.Columns})
		}
		return all
	}
	o.Cells = make([][]padCell, p.Rows)
	for i := range o.Cells {
		o.Cells[i] = make([]padCell, p.Columns)
	}
	for _, g := range p.Givens {
		switch {
		case g.Cell >= p.BoardCells(): // a cell outside the board has the name of its group
		case len(g.Values) == 1:
			o.Cells[g.Cell/p.Columns][g.Cell%p.Columns].Value = strconv.Itoa(g.Values[0])
		default:
			rest = append(rest, lostGivens)
		}
	}
	for _, cells := range p.Areas() {
		o.Regions = append(o.Regions, places(cells))
	}
	if p.Low != 1 || p.High != max(p.Rows, p.Columns) || p.Free || p.RegionSize > 0 {
		rest = append(rest, lostBoard)
	}
	if hasGroupsWithoutConstraint(p) {
		rest = append(rest, lostGroups)
	}
	for i := range p.Constraints {
		c := &p.Constraints[i]
		if !isCage(c.Kind) || !areOnBoard(p, c.Cells) {
			rest = append(rest, c.Kind)
			continue
		}
		o.Cages = append(o.Cages, padCage{Cells: places(c.Cells), Value: p.CageClue(c), Unique: true})
	}
	return rest
}

// addPlayed adds a player's notes and colours.
func (o *padDocument) addPlayed(p *puzzle.Puzzle, e *Extra) {
	for c, center := range padCenters(p, evenlySpaced(0, 1, p.BoardCells())) {
		cell := &o.Cells[c/p.Columns][c%p.Columns]
		cell.Corner, cell.Centre = digitsIn(e.Corner[c]), digitsIn(e.Centre[c])
		for _, colour := range coloursIn(e.Colours[c]) {
			o.Underlays = append(o.Underlays, padShape{Center: center, Width: 1, Height: 1, Background: colour})
		}
	}
}

// addMark adds the drawing of a mark. If signless is true, a clue outside the board does not show the sign of its kind.
func (o *padDocument) addMark(p *puzzle.Puzzle, m puzzle.Mark, signless bool) {
	if isCage(m.Kind) && m.Shape == puzzle.ShapeCage {
		return // a cage, which addRules has added
	}
	look := puzzle.KindNamed(m.Kind).Draw
	shape := padShape{Center: [2]float64{m.Y, m.X}, Width: 0.35, Height: 0.35, Text: m.Text}
	switch m.Shape {
	case puzzle.ShapeLine:
		o.addLine(m, look, padCenters(p, m.Cells))
	case puzzle.ShapeCage, puzzle.ShapeArea: // shading distinguishes a cage without a sum from a cage with a sum
		for i, center := range padCenters(p, m.Cells) {
			one := padShape{Center: center, Width: 1, Height: 1, Background: "#EEEEEE"}
			if i == 0 {
				one.Text = m.Text
			}
			o.Underlays = append(o.Underlays, one)
		}
	case puzzle.ShapeOutside:
		if signless {
			shape.Text = strings.TrimPrefix(shape.Text, look.Sign)
		}
		shape.FontSize = 24
		o.Overlays = append(o.Overlays, shape)
		if m.End == "arrow" {
			arrow := padLine{Color: "#000000", Thickness: 2, HeadLength: 0.2}
			for _, far := range []float64{0.26, 0.46} {
				arrow.Points = append(arrow.Points, [2]float64{m.Y + far*float64(m.DY), m.X + far*float64(m.DX)})
			}
			o.Arrows = append(o.Arrows, arrow)
		}
	case puzzle.ShapeLetter:
		shape.FontSize = 22
		o.Overlays = append(o.Overlays, shape)
	case puzzle.ShapeGreater: // the sign opens toward the greater cell
		shape.Text, shape.FontSize = map[[2]int]string{{1, 0}: "<", {-1, 0}: ">", {0, 1}: "∧", {0, -1}: "∨"}[[2]int{m.DX, m.DY}], 20
		o.Overlays = append(o.Overlays, shape)
	case puzzle.ShapeMinimum, puzzle.ShapeMaximum:
		o.addExtreme(m)
	case puzzle.ShapeQuad:
		o.addQuad(m)
	case puzzle.ShapeCircle, puzzle.ShapeSquare, puzzle.ShapeRing:
		shape.Rounded = m.Shape != puzzle.ShapeSquare
		shape.Width, shape.Height, shape.Border, shape.Background = 0.8, 0.8, "#000000", padGrey
		o.Underlays = append(o.Underlays, shape)
	default: // a dot
		shape.Rounded, shape.Border, shape.Background = true, "#000000", "#FFFFFF"
		if m.End == "black" {
			shape.Background = "#000000"
		}
		o.Overlays = append(o.Overlays, shape)
	}
}

// padCenters returns the centers of cells as places of SudokuPad: [row, column].
func padCenters(p *puzzle.Puzzle, cells []int) (centers [][2]float64) {
	for _, c := range cells {
		centers = append(centers, [2]float64{float64(c/p.Columns) + 0.5, float64(c%p.Columns) + 0.5})
	}
	return centers
}

// addLine draws a line or an arrow through points, with a bulb, circle or diamond at its ends if `look` has one.
func (o *padDocument) addLine(m puzzle.Mark, look puzzle.Look, points [][2]float64) {
	if len(points) == 0 {
		return
	}
	line := padLine{Points: points, Color: look.Hex(), Thickness: cellSize * look.Thickness()}
	ends := [2][2]float64{points[0], points[len(points)-1]}
	if m.Start == "circle" {
		line.Points = moveStartToCircle(points)
	}
	if m.End == "arrow" {
		line.HeadLength, line.Thickness = 0.3, 2
		o.Arrows = append(o.Arrows, line)
	} else {
		o.Lines = append(o.Lines, line)
	}
	for i, end := range []string{m.Start, m.End} {
		one := padShape{Center: ends[i], Width: circleWidth, Height: circleWidth, Rounded: true, Border: look.Hex(), Background: white}
		switch end {
		case "bulb":
			one.Background = look.Hex()
			o.Underlays = append(o.Underlays, one)
		case "circle", "diamond":
			o.Underlays = append(o.Underlays, one)
		}
	}
}

// addExtreme shades the cell of a minimum or maximum, and draws four signs. Each sign opens towards the greater cell.
func (o *padDocument) addExtreme(m puzzle.Mark) {
	o.Underlays = append(o.Underlays, padShape{Center: [2]float64{m.Y, m.X}, Width: 1, Height: 1, Background: "#EEEEEE"})
	tip, base := 0.36, 0.46
	if m.Shape == puzzle.ShapeMaximum {
		tip, base = base, tip
	}
	for _, to := range [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		point := func(far, aside float64) [2]float64 {
			return [2]float64{m.Y + to[0]*far + to[1]*aside, m.X + to[1]*far + to[0]*aside}
		}
		o.Lines = append(o.Lines, padLine{Points: [][2]float64{point(base, 0.1), point(tip, 0), point(base, -0.1)}, Color: "#000000", Thickness: 2})
	}
}

// addQuad draws a circle on a corner, with the digits of the clue. More than two digits take two rows.
func (o *padDocument) addQuad(m puzzle.Mark) {
	o.Overlays = append(o.Overlays, padShape{Center: [2]float64{m.Y, m.X}, Width: 0.5, Height: 0.5, Rounded: true, Background: white, Border: "#000000"})
	rows := [][]string{strings.Fields(m.Text)}
	if len(rows[0]) > 2 {
		rows = [][]string{rows[0][:2], rows[0][2:]}
	}
	for i, row := range rows {
		y := m.Y + (float64(i)-float64(len(rows)-1)/2)*0.19
		o.Overlays = append(o.Overlays, padShape{Center: [2]float64{y, m.X}, Width: 0.4, Height: 0.2, Text: strings.Join(row, " "), FontSize: 12})
	}
}

// circleWidth is the diameter of the circle at an arrow's start, in cells.
const circleWidth = 0.75

// moveStartToCircle returns a copy of points whose first point is moved to the edge of the arrow's circle.
func moveStartToCircle(points [][2]float64) [][2]float64 {
	if len(points) < 2 {
		return points
	}
	points = slices.Clone(points)
	dy, dx := points[1][0]-points[0][0], points[1][1]-points[0][1]
	far := math.Hypot(dy, dx)
	if far == 0 {
		return points
	}
	round := func(v float64) float64 { return math.Round(v*1000) / 1000 }
	points[0] = [2]float64{round(points[0][0] + dy/far*circleWidth/2), round(points[0][1] + dx/far*circleWidth/2)}
	return points
}

// hasOneOutsideKind reports whether all clues outside the board have one kind, so that they need no sign of their kind.
func hasOneOutsideKind(marks []puzzle.Mark) bool {
	kind := ""
	for _, m := range marks {
		if m.Shape == puzzle.ShapeOutside {
			if kind != "" && kind != m.Kind {
				return false
			}
			kind = m.Kind
		}
	}
	return true
}

// padSolution returns the solution as SudokuPad stores it: one character per cell. It returns "" if there is no
// solution, or if a value of the puzzle is not one digit.
func padSolution(p *puzzle.Puzzle) string {
	if p.High > 9 || p.Low < 0 || len(p.Solution) < p.BoardCells() {
		return ""
	}
	var text []byte
	for _, value := range p.Solution[:p.BoardCells()] {
		if value < p.Low || value > p.High {
			return ""
		}
		text = append(text, byte('0'+value))
	}
	return string(text)
}

// ownMember names the member of f-puzzles' JSON with nonet's copy of the whole puzzle.
const ownMember = "nonetPuzzle"

// drawingDigest returns a hash of the board and its drawings. If it differs from the digest in the text, somebody
// changed a drawing or a given, and nonet ignores the copy.
func drawingDigest(payload *exchange.Puzzle) string {
	digest := fnv.New64a()
	members := []string{"cells", "regions", "cages", "lines", "arrows", "underlays", "overlays", "thermos", "foglight", "global"}
	if payload.Site == exchange.FPuzzles { // in f-puzzles' JSON, any member may be a constraint
		members = slices.DeleteFunc(slices.Sorted(maps.Keys(payload.Object)), func(name string) bool {
			return slices.Contains([]string{ownMember, "title", "author", "ruleset", "solution"}, name)
		})
	}
	for _, member := range members {
		_, _ = digest.Write([]byte(jsonText(payload.Object[member]))) // a hash's Write never fails
	}
	_, _ = digest.Write([]byte(payload.Rules))
	return strconv.FormatUint(digest.Sum64(), 36)
}

// ownPuzzle returns nonet's copy of the puzzle in a text of f-puzzles or SudokuPad. It returns nil if there is no
// readable copy, or if somebody has changed the drawings.
func ownPuzzle(payload *exchange.Puzzle) *puzzle.Puzzle {
	nonet, _ := payload.Metadata()["nonet"].(exchange.Object)
	if payload.Site == exchange.FPuzzles {
		nonet, _ = payload.Object[ownMember].(exchange.Object)
	}
	if nonet == nil || nonet.Text("drawn") != drawingDigest(payload) {
		return nil
	}
	p, err := parseNonet(jsonText(nonet["puzzle"]))
	if err != nil || p.Rows != len(payload.Rows) || p.Columns != len(payload.Rows[0]) {
		return nil
	}
	p.Title, p.Author = payload.Title, payload.Author
	return p
}

func areOnBoard(p *puzzle.Puzzle, cells []int) bool {
	return !slices.ContainsFunc(cells, func(c int) bool { return c >= p.BoardCells() })
}
