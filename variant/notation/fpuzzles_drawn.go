package notation

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"nonet/message"
	"nonet/variant"
)

// SudokuPad opens f-puzzles' links, and draws of them what f-puzzles has by itself. What came to f-puzzles by
// add-ons, renban lines among it, these write twice: as the rule, and as a drawing that names the
// rule it is from. So do we, and of kinds that f-puzzles has not at all we write the drawing alone.

// padDraws are the members of f-puzzles that SudokuPad draws by itself.
var padDraws = []string{
	"arrow", "betweenline", "clone", "difference", "even", "extraregion", "killercage", "littlekillersum", "maximum", "minimum", "odd",
	"palindrome", "quadruple", "ratio", "sandwichsum", "thermometer", "xv",
}

// fpuzzlesDrawings are the members that are drawings.
var fpuzzlesDrawings = []string{"cage", "circle", "line", "rectangle", "text"}

// fpuzzlesDrawing is an object of such a member: lengths in cells, colours as #rrggbb.
type fpuzzlesDrawing struct {
	Lines   [][]string `json:"lines,omitempty"`
	Cells   []string   `json:"cells,omitempty"`
	Value   string     `json:"value,omitempty"`
	Base    string     `json:"baseC,omitempty"`
	Outline string     `json:"outlineC,omitempty"`
	Font    string     `json:"fontC,omitempty"`
	Width   float64    `json:"width,omitempty"`
	Height  float64    `json:"height,omitempty"`
	Size    float64    `json:"size,omitempty"`
	From    string     `json:"fromConstraint,omitempty"` // none where the rule itself is not told
}

const black, white = "#000000", "#FFFFFF"

// drawings are those of all constraints that SudokuPad would not draw, by member; those of shaded cells are colours
// of the grid's.
func (w *fpuzzlesWriter) drawings(grid [][]fpuzzlesCell, lost []string) map[string][]fpuzzlesDrawing {
	all := map[string][]fpuzzlesDrawing{}
	for _, m := range w.Drawing() {
		k := variant.KindNamed(m.Kind)
		if slices.Contains(padDraws, k.FPuzzles) && !slices.Contains(lost, m.Kind) || m.Kind == "Diagonal" || m.Kind == "AllDifferent" {
			continue
		}
		from := ""
		if !slices.Contains(lost, m.Kind) {
			from = k.Label().In(message.English)
		}
		add := func(member string, d fpuzzlesDrawing) {
			d.From = from
			all[member] = append(all[member], d)
		}
		colour := k.Draw.Hex()
		cells := w.names(m.Cells)
		round := func(cells []string, size float64, base, outline, text string) {
			add("circle", fpuzzlesDrawing{Cells: cells, Width: size, Height: size, Base: base, Outline: outline, Font: black, Value: text})
		}
		switch m.Shape {
		case variant.ShapeLine:
			if len(cells) == 0 {
				continue
			}
			add("line", fpuzzlesDrawing{Lines: [][]string{cells}, Outline: colour, Width: k.Draw.Thickness()})
			for i, end := range []string{m.Start, m.End} {
				at := cells[i*(len(cells)-1):][:1]
				switch end {
				case "bulb":
					round(at, 0.7, colour, colour, "")
				case "circle", "diamond":
					round(at, 0.75, white, colour, "")
				}
			}
		case variant.ShapeCage:
			add("cage", fpuzzlesDrawing{Cells: cells, Value: m.Text, Outline: black, Font: black})
		case variant.ShapeArea:
			for _, c := range m.Cells {
				grid[c/w.Columns][c%w.Columns].Colour = loose(k.Draw.Hex())
			}
		case variant.ShapeCircle, variant.ShapeRing:
			round(w.round(m.X, m.Y), 0.75, map[bool]string{true: white, false: colour}[m.Shape == variant.ShapeRing], colour, m.Text)
		case variant.ShapeSquare:
			add("rectangle", fpuzzlesDrawing{Cells: w.round(m.X, m.Y), Width: 0.75, Height: 0.75, Base: colour, Outline: colour})
		case variant.ShapeDot, variant.ShapeQuad:
			base, size := white, 0.35
			if m.End == "black" {
				base = black
			}
			if m.Shape == variant.ShapeQuad {
				size = 0.5
			}
			round(w.round(m.X, m.Y), size, base, black, m.Text)
		default: // letters, signs, clues beside the board
			text := m.Text
			if text == "" {
				text = map[variant.Shape]string{variant.ShapeMinimum: "min", variant.ShapeMaximum: "max"}[m.Shape]
			}
			if m.Shape == variant.ShapeGreater {
				text = map[[2]int]string{{1, 0}: "<", {-1, 0}: ">", {0, 1}: "∧", {0, -1}: "∨"}[[2]int{m.DX, m.DY}]
			}
			add("text", fpuzzlesDrawing{Cells: w.round(m.X, m.Y), Value: text, Font: black, Size: 0.6})
		}
	}
	return all
}

// round are the cells round a place: one, two, or four.
func (w *fpuzzlesWriter) round(x, y float64) (names []string) {
	const near = 0.25
	for _, row := range slices.Compact([]float64{math.Floor(y - near), math.Floor(y + near)}) {
		for _, column := range slices.Compact([]float64{math.Floor(x - near), math.Floor(x + near)}) {
			if row >= -1 && column >= -1 { // beside those there is no name
				names = append(names, w.name(int(row)+1, int(column)+1))
			}
		}
	}
	return names
}

// drawn takes drawings: those that say which rule they are from, one that was told, are no more than that.
func (r *fpuzzlesReader) drawn(name string, raw json.RawMessage) {
	var all []json.RawMessage
	if json.Unmarshal(raw, &all) != nil {
		r.read(name, raw)
		return
	}
	all = slices.DeleteFunc(all, func(one json.RawMessage) bool {
		var d fpuzzlesDrawing
		// Of a drawing that has members of other types nothing is known but its cells.
		_ = json.Unmarshal(one, &d)
		cells := append(slices.Clone(d.Cells), slices.Concat(d.Lines...)...)
		return d.From != "" && len(cells) > 0 && !slices.ContainsFunc(cells, func(name string) bool { return !r.told[strings.ToUpper(name)] })
	})
	raw, _ = json.Marshal(all)
	r.read(name, raw)
}

// rulesOf is the rules of the puzzle's kinds in words, in English, where the puzzle has none of its own.
func rulesOf(p *variant.Puzzle) string {
	if p.Rules != "" {
		return p.Rules
	}
	var rules []string
	for i := range p.Constraints {
		k := variant.KindNamed(p.Constraints[i].Kind)
		rules = append(rules, k.Label().In(message.English)+": "+k.Rule().In(message.English))
	}
	slices.Sort(rules)
	return strings.Join(slices.Compact(rules), "\n")
}
