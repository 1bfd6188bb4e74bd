package format

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

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
		Title  string `json:"title,omitempty"`
		Author string `json:"author,omitempty"`
		Rules  string `json:"rules,omitempty"`
	}
)

// cellSize is what SudokuPad's thicknesses are measured against.
const cellSize = 64

const padGrey = "#CFCFCF"

// writeSudokuPadJSON is the puzzle as SudokuPad has it: digits, regions and cages as what
// they are, all other constraints as drawings, which kinds these are, and their rules in
// words, in English where the puzzle has none of its own.
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
	}{CellSize: cellSize, Metadata: padMeta{p.Title, p.Author, rulesOf(p)}, Cells: make([][]padCell, p.Rows), Regions: [][][2]int{}, Cages: []padCage{}}
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
	for _, m := range p.Drawing() {
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
			if m.End == "arrow" {
				line.HeadLength, line.Thickness = 0.3, 2
				o.Arrows = append(o.Arrows, line)
			} else {
				o.Lines = append(o.Lines, line)
			}
			for i, end := range []string{m.Start, m.End} {
				one := padShape{Center: line.Points[i*(len(line.Points)-1)], Width: 0.75, Height: 0.75, Rounded: true, Border: look.Hex(), Background: white}
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
		case puzzle.ShapeOutside, puzzle.ShapeLetter, puzzle.ShapeGreater, puzzle.ShapeMinimum, puzzle.ShapeMaximum:
			if shape.Text == "" {
				shape.Text = map[puzzle.Shape]string{puzzle.ShapeGreater: ">", puzzle.ShapeMinimum: "min", puzzle.ShapeMaximum: "max"}[m.Shape]
			}
			o.Overlays = append(o.Overlays, shape)
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
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(o); err != nil {
		panic(err) // it has nothing that JSON lacks
	}
	return strings.TrimSuffix(out.String(), "\n"), slices.Compact(drawn)
}

func onBoard(p *puzzle.Puzzle, cells []int) bool {
	return !slices.ContainsFunc(cells, func(c int) bool { return c >= p.BoardCells() })
}
