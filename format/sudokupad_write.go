package format

import (
	"encoding/json"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/exchange"
	"nonet/puzzle"
)

// What SudokuPad draws. Places are [row, column] in cells from the top left corner.
type (
	padCell struct {
		Value string `json:"value,omitempty"`
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
		Title    string    `json:"title,omitempty"`
		Author   string    `json:"author,omitempty"`
		Rules    string    `json:"rules,omitempty"`
		Solution string    `json:"solution,omitempty"`
		Nonet    *padNonet `json:"nonet,omitempty"`
	}
	// padNonet is the puzzle itself, which SudokuPad leaves alone.
	padNonet struct {
		Puzzle json.RawMessage `json:"puzzle"`
		Drawn  string          `json:"drawn"` // the digest of what is drawn for it, see padDigest
	}
)

// cellSize is what SudokuPad's thicknesses are measured against.
const cellSize = 64

const padGrey = "#CFCFCF"

// writeSudokuPadJSON is the puzzle as SudokuPad has it: digits, regions and cages as what
// they are, all other constraints as drawings, which kinds these are, and their rules in
// words, in English where the puzzle has none of its own. Where there are such drawings the
// metadata has the puzzle itself, too, which readSudokuPad takes.
func writeSudokuPadJSON(p *puzzle.Puzzle) (text string, drawn []string) {
	o := struct {
		CellSize  int         `json:"cellSize"`
		Metadata  padMeta     `json:"metadata"`
		Cells     [][]padCell `json:"cells"`
		Regions   [][][2]int  `json:"regions"`
		Cages     []padCage   `json:"cages"`
		Lines     []padLine   `json:"lines,omitempty"`
		Arrows    []padLine   `json:"arrows,omitempty"`
		Underlays []padShape  `json:"underlays,omitempty"`
		Overlays  []padShape  `json:"overlays,omitempty"`
	}{CellSize: cellSize, Metadata: padMeta{Title: p.Title, Author: p.Author, Rules: rulesOf(p), Solution: padSolution(p)}, Cells: make([][]padCell, p.Rows), Regions: [][][2]int{}, Cages: []padCage{}}
	at := func(cells []int) (places [][2]int) {
		for _, c := range cells {
			places = append(places, [2]int{c / p.Columns, c % p.Columns})
		}
		return places
	}
	for i := range o.Cells {
		o.Cells[i] = make([]padCell, p.Columns)
	}
	for _, g := range p.Givens {
		switch {
		case g.Cell >= p.BoardCells(): // with its group
		case len(g.Values) == 1:
			o.Cells[g.Cell/p.Columns][g.Cell%p.Columns].Value = strconv.Itoa(g.Values[0])
		default:
			drawn = append(drawn, lostGivens)
		}
	}
	for _, cells := range p.Areas() {
		o.Regions = append(o.Regions, at(cells))
	}
	if p.Low != 1 || p.High != max(p.Rows, p.Columns) || p.Free || p.RegionSize > 0 {
		drawn = append(drawn, lostBoard)
	}
	if len(p.Groups) > 0 {
		drawn = append(drawn, lostGroups)
	}
	for i := range p.Constraints {
		c := &p.Constraints[i]
		if c.Kind != "Cage" || !onBoard(p, c.Cells) {
			drawn = append(drawn, c.Kind)
			continue
		}
		cage := padCage{Cells: at(c.Cells), Unique: true}
		if c.Numbers[0] != 0 {
			cage.Value = strconv.Itoa(c.Numbers[0])
		}
		o.Cages = append(o.Cages, cage)
	}
	marks := p.Drawing()
	signless := oneKindOutside(marks)
	for _, m := range marks {
		if m.Kind == "Cage" && m.Shape == puzzle.ShapeCage {
			continue
		}
		look := puzzle.KindNamed(m.Kind).Draw
		line := padLine{Color: look.Hex(), Thickness: cellSize * look.Thickness()}
		for _, c := range m.Cells {
			line.Points = append(line.Points, [2]float64{float64(c/p.Columns) + 0.5, float64(c%p.Columns) + 0.5})
		}
		shape := padShape{Center: [2]float64{m.Y, m.X}, Width: 0.35, Height: 0.35, Text: m.Text}
		switch m.Shape {
		case puzzle.ShapeLine:
			if len(line.Points) == 0 {
				continue
			}
			ends := [2][2]float64{line.Points[0], line.Points[len(line.Points)-1]}
			if m.Start == "circle" {
				line.Points = fromEdge(line.Points)
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
		case puzzle.ShapeCage:
			// A cage that is none of sums: shaded, lest it be taken for one.
			fallthrough
		case puzzle.ShapeArea:
			for i, place := range line.Points {
				one := padShape{Center: place, Width: 1, Height: 1, Background: "#EEEEEE"}
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
		case puzzle.ShapeGreater: // it opens to the greater
			shape.Text, shape.FontSize = map[[2]int]string{{1, 0}: "<", {-1, 0}: ">", {0, 1}: "∧", {0, -1}: "∨"}[[2]int{m.DX, m.DY}], 20
			o.Overlays = append(o.Overlays, shape)
		case puzzle.ShapeMinimum, puzzle.ShapeMaximum:
			o.Underlays = append(o.Underlays, padShape{Center: shape.Center, Width: 1, Height: 1, Background: "#EEEEEE"})
			tip, base := 0.36, 0.46
			if m.Shape == puzzle.ShapeMaximum {
				tip, base = base, tip
			}
			for _, to := range [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				at := func(far, aside float64) [2]float64 {
					return [2]float64{m.Y + to[0]*far + to[1]*aside, m.X + to[1]*far + to[0]*aside}
				}
				o.Lines = append(o.Lines, padLine{Points: [][2]float64{at(base, 0.1), at(tip, 0), at(base, -0.1)}, Color: "#000000", Thickness: 2})
			}
		case puzzle.ShapeQuad: // its digits in rows that fit into the circle
			o.Overlays = append(o.Overlays, padShape{Center: shape.Center, Width: 0.5, Height: 0.5, Rounded: true, Background: white, Border: "#000000"})
			rows := [][]string{strings.Fields(m.Text)}
			if len(rows[0]) > 2 {
				rows = [][]string{rows[0][:2], rows[0][2:]}
			}
			for i, row := range rows {
				y := m.Y + (float64(i)-float64(len(rows)-1)/2)*0.19
				o.Overlays = append(o.Overlays, padShape{Center: [2]float64{y, m.X}, Width: 0.4, Height: 0.2, Text: strings.Join(row, " "), FontSize: 12})
			}
		default: // dots, discs and squares
			shape.Rounded = m.Shape != puzzle.ShapeSquare
			shape.Border = "#000000"
			shape.Background = "#FFFFFF"
			if m.End == "black" {
				shape.Background = "#000000"
			}
			if m.Shape == puzzle.ShapeCircle || m.Shape == puzzle.ShapeSquare || m.Shape == puzzle.ShapeRing {
				shape.Width, shape.Height, shape.Background = 0.8, 0.8, padGrey
				o.Underlays = append(o.Underlays, shape)
			} else {
				o.Overlays = append(o.Overlays, shape)
			}
		}
	}
	slices.Sort(drawn)
	written := func() string {
		var out strings.Builder
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(o); err != nil {
			panic(err) // it has nothing that JSON lacks
		}
		return strings.TrimSuffix(out.String(), "\n")
	}
	if len(drawn) > 0 {
		held, _ := exchange.Read(written())
		o.Metadata.Nonet = &padNonet{json.RawMessage(WriteNonet(p)), padDigest(held)}
	}
	return written(), slices.Compact(drawn)
}

// circleWidth is the width of an arrow's circle, in cells.
const circleWidth = 0.75

// fromEdge is a line that begins at the edge of the circle round its first point.
func fromEdge(points [][2]float64) [][2]float64 {
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

// oneKindOutside reports whether all clues beside the board are of one kind, so that none needs a sign.
func oneKindOutside(marks []puzzle.Mark) bool {
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

// padSolution is the solution as SudokuPad compares it with what a player enters: a character for
// each cell. "" where there is none, or where a value needs two characters.
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

// padDigest identifies the board and what is drawn on it. Who draws something else, or enters
// another given, makes another puzzle, so that the one kept in the text no longer holds.
func padDigest(held *exchange.Puzzle) string {
	digest := fnv.New64a()
	for _, member := range []string{"cells", "regions", "cages", "lines", "arrows", "underlays", "overlays", "thermos", "foglight", "global"} {
		_, _ = digest.Write([]byte(jsonText(held.Object[member]))) // it never fails
	}
	_, _ = digest.Write([]byte(held.Rules))
	return strconv.FormatUint(digest.Sum64(), 36)
}

// padPuzzle is the puzzle that our own text for SudokuPad holds; nil where there is none, or where
// something else is drawn by now.
func padPuzzle(held *exchange.Puzzle) *puzzle.Puzzle {
	own, _ := held.About()["nonet"].(exchange.Object)
	if own == nil || own.Text("drawn") != padDigest(held) {
		return nil
	}
	p, err := ReadNonet(jsonText(own["puzzle"]))
	if err != nil || p.Rows != len(held.Rows) || p.Columns != len(held.Rows[0]) {
		return nil
	}
	return p
}

func onBoard(p *puzzle.Puzzle, cells []int) bool {
	return !slices.ContainsFunc(cells, func(c int) bool { return c >= p.BoardCells() })
}
