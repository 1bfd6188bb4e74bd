package format

import (
	"math"
	"slices"
	"strings"

	"nonet/internal/exchange"
	"nonet/message"
	"nonet/puzzle"
)

// SudokuPad opens links of f-puzzles, and draws the constraints that f-puzzles has without add-ons. For other
// constraints, such as renban lines, an add-on of f-puzzles writes the rule, and a drawing that names the rule. nonet
// also writes both. For kinds without an add-on, nonet writes only the drawing.

// padDraws lists the members of f-puzzles' JSON that SudokuPad draws itself.
var padDraws = []string{
	"arrow", "betweenline", "clone", "difference", "even", "extraregion", "killercage", "littlekillersum", "maximum", "minimum", "odd",
	"palindrome", "quadruple", "ratio", "sandwichsum", "thermometer", "xv",
}

const black, white = "#000000", "#FFFFFF"

// writeDrawings writes drawings for all constraints that SudokuPad does not draw itself. It stores the colours of
// shaded cells in grid.
func (w *fpuzzlesWriter) writeDrawings(grid [][]exchange.GridCell, lost []string) {
	for _, m := range w.Drawing() {
		k := puzzle.KindNamed(m.Kind)
		if slices.Contains(padDraws, k.FPuzzles) && !slices.Contains(lost, m.Kind) || m.Kind == "Diagonal" || m.Kind == "AllDifferent" {
			continue
		}
		from := ""
		if !slices.Contains(lost, m.Kind) {
			from = k.Label().In(message.English)
		}
		add := func(member string, d exchange.Drawing) {
			d.From = from
			w.addToMember(member, d)
		}
		colour := k.Draw.Hex()
		cells := w.cellNames(m.Cells)
		round := func(cells []string, size float64, base, outline, text string) {
			add("circle", exchange.Drawing{Cells: cells, Width: size, Height: size, Base: base, Outline: outline, Font: black, Value: text})
		}
		switch m.Shape {
		case puzzle.ShapeLine:
			if len(cells) == 0 {
				continue
			}
			add("line", exchange.Drawing{Lines: [][]string{cells}, Outline: colour, Width: k.Draw.Thickness()})
			for i, end := range []string{m.Start, m.End} {
				first := cells[i*(len(cells)-1):][:1]
				switch end {
				case "bulb":
					round(first, 0.7, colour, colour, "")
				case "circle", "diamond":
					round(first, 0.75, white, colour, "")
				}
			}
		case puzzle.ShapeCage:
			add("cage", exchange.Drawing{Cells: cells, Value: m.Text, Outline: black, Font: black})
		case puzzle.ShapeArea:
			for _, c := range m.Cells {
				grid[c/w.Columns][c%w.Columns].Colour = k.Draw.Hex()
			}
		case puzzle.ShapeCircle, puzzle.ShapeRing:
			round(w.cellsAround(m.X, m.Y), 0.75, map[bool]string{true: white, false: colour}[m.Shape == puzzle.ShapeRing], colour, m.Text)
		case puzzle.ShapeSquare:
			add("rectangle", exchange.Drawing{Cells: w.cellsAround(m.X, m.Y), Width: 0.75, Height: 0.75, Base: colour, Outline: colour})
		case puzzle.ShapeDot, puzzle.ShapeQuad:
			if m.Shape == puzzle.ShapeDot && m.DX*m.DX+m.DY*m.DY != 1 {
				continue // a dot in the middle of these cells would look like a clue about other cells
			}
			base, size := white, 0.35
			if m.End == "black" {
				base = black
			}
			if m.Shape == puzzle.ShapeQuad {
				size = 0.5
			}
			round(w.cellsAround(m.X, m.Y), size, base, black, m.Text)
		default: // letters, signs, and clues outside the board
			text := m.Text
			if text == "" {
				text = map[puzzle.Shape]string{puzzle.ShapeMinimum: "min", puzzle.ShapeMaximum: "max"}[m.Shape]
			}
			if m.Shape == puzzle.ShapeGreater {
				text = map[[2]int]string{{1, 0}: "<", {-1, 0}: ">", {0, 1}: "∧", {0, -1}: "∨"}[[2]int{m.DX, m.DY}]
			}
			if around := w.cellsAround(m.X, m.Y); len(around) > 0 { // a third clue in one place would be too far from the board, where cells have no names
				add("text", exchange.Drawing{Cells: around, Value: text, Font: black, Size: 0.6})
			}
		}
	}
}

// cellsAround returns the names of the cells that touch a place: one cell, two cells at an edge, or four at a corner.
func (w *fpuzzlesWriter) cellsAround(x, y float64) (names []string) {
	const near = 0.25
	for _, row := range slices.Compact([]float64{math.Floor(y - near), math.Floor(y + near)}) {
		for _, column := range slices.Compact([]float64{math.Floor(x - near), math.Floor(x + near)}) {
			if row >= -1 && column >= -1 { // cells have names only on the board and next to it
				names = append(names, w.cellName(int(row)+1, int(column)+1))
			}
		}
	}
	return names
}

// readDrawings reads the drawings in the member called `name`. It skips the drawing of a constraint, because the
// constraint was already read.
func (r *fpuzzlesReader) readDrawings(name string, payload *exchange.Puzzle) {
	list := payload.List(name)
	if name == "cage" {
		list = nil
		for _, cage := range payload.Cages {
			if cage.IsTrue("cells") {
				list = append(list, cage)
			}
		}
	}
	for _, one := range list {
		drawing, _ := one.(exchange.Object)
		cells := exchange.Texts(drawing.List("cells"))
		for _, line := range drawing.List("lines") {
			line, _ := line.([]any)
			cells = append(cells, exchange.Texts(line)...)
		}
		if drawing.Text("fromConstraint") == "" && len(cells) > 0 { // a drawing that belongs to no constraint may be a clue
			if name == "cage" {
				r.pictures = append(r.pictures, picture{class: classCage, cells: r.cellsOf(cells), text: strings.TrimSpace(drawing.Text("value"))})
			}
			continue
		}
		if drawing.Text("fromConstraint") == "" || len(cells) == 0 ||
			slices.ContainsFunc(cells, func(name string) bool { return !r.mentioned[strings.ToUpper(name)] }) {
			r.addNote(name)
			return
		}
	}
}

// rulesOf returns the puzzle's rules in the author's words. Without such words, it describes the puzzle's kinds in
// English.
func rulesOf(p *puzzle.Puzzle) string {
	if p.Rules != "" {
		return p.Rules
	}
	original := *p
	original.Constraints = slices.Clone(p.Constraints)
	for i := range original.Constraints {
		if c := &original.Constraints[i]; c.Kind == "CageAmong" && !strings.ContainsAny(p.CageClue(c), "/<>") { // a cage with only one sum, which readers treat as a Cage
			*c = puzzle.Constraint{Kind: "Cage", Numbers: c.Numbers[:1], Cells: c.Cells}
		}
	}
	var rules []string
	for _, r := range original.RuleList() {
		name := r.FullName()
		if name.Key == "rules.caption.says" { // a sentence that states the choice itself
			name = r.Kind.Label()
		}
		rules = append(rules, name.In(message.English)+": "+r.Text.In(message.English))
	}
	slices.Sort(rules)
	return strings.Join(slices.Compact(rules), "\n")
}
