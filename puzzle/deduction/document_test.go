package deduction

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/golden"
	"nonet/message"
	"nonet/puzzle"
)

// shown is a step in the document.
type shown struct {
	at   *State
	step *Step
}

// document compares docs/DEDUCTIONS.md, its Chinese counterpart and the pictures with the actual
// steps. Text outside the marks is written by hand.
func document(t *testing.T, steps []shown) {
	const begin, end = "<!-- steps: go test ./puzzle/deduction -update -->\n", "<!-- end of steps -->\n"
	slices.SortStableFunc(steps, func(a, b shown) int { return int(a.step.Technique) - int(b.step.Technique) })
	const folder = "../../docs/img/deductions/"
	files := map[string]bool{}
	for lang, file := range map[message.Lang]string{message.English: "DEDUCTIONS.md", message.Chinese: "DEDUCTIONS.zh-CN.md"} {
		var b strings.Builder
		last, n := Technique(255), 0
		for _, x := range steps {
			if t := x.step.Technique; t != last {
				last, n = t, 0
				fmt.Fprintf(&b, "\n### %s\n\n%s\n", t.Label().In(lang), message.New("deduction.level", "level", t.Level().Name()).In(lang))
			}
			n++
			name := fmt.Sprintf("%s-%d.svg", last, n)
			if lang == message.English {
				golden.Check(t, folder+name, drawn(x.at, x.step))
				files[name] = true
			}
			title := ""
			if x.at.titleNamesRule(x.step) {
				title = "**" + x.at.Title(x.step).In(lang) + "** "
			}
			fmt.Fprintf(&b, "\n<img src=\"img/deductions/%s\" width=\"400\" alt=\"\">\n\n%s%s\n", name, title, x.at.Sentence(t.Context(), x.step, nil).In(lang))
		}
		old, err := os.ReadFile("../../docs/" + file)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, ok := strings.Cut(string(old), begin)
		_, after, ok2 := strings.Cut(rest, end)
		if !ok || !ok2 {
			t.Fatalf("docs/%s has no %q … %q", file, begin, end)
		}
		golden.Check(t, "../../docs/"+file, before+begin+b.String()+"\n"+end+after)
	}
	kept, _ := filepath.Glob(folder + "*")
	for _, file := range kept {
		if !files[filepath.Base(file)] {
			if golden.IsUpdating() {
				os.Remove(file)
				continue
			}
			t.Errorf("%s is of no step", file)
		}
	}
}

const unit = 40

// drawn returns the picture of a step. Its rules are blue, and the cells that it examines are yellow. Removed
// candidates are red and struck through, and placed values are green.
func drawn(s *State, step *Step) string {
	p := s.pieces.Puzzle
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	marks := p.Drawing()
	left, top, right, bottom := 0.0, 0.0, float64(p.Columns), float64(p.Rows)
	for _, m := range marks {
		if m.Shape == puzzle.ShapeOutside {
			left, top, right, bottom = min(left, m.X-0.5), min(top, m.Y-0.5), max(right, m.X+0.5), max(bottom, m.Y+0.5)
		}
	}
	add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="%g %g %g %g" font-family="sans-serif" text-anchor="middle">`, left*unit-3, top*unit-3, (right-left)*unit+6, (bottom-top)*unit+6)
	add(`<rect x="%g" y="%g" width="100%%" height="100%%" fill="#fff"/>`, left*unit-3, top*unit-3)
	// Cells with the numbers of regions are drawn over the cells of the regions.
	place := func(cell int) (x, y int, ok bool) {
		first := p.BoardCells()
		for i := 0; cell >= first && i < len(p.Groups); i++ {
			if p.Groups[i].Count == p.BoardCells() && cell < first+p.BoardCells() {
				cell -= first
				break
			}
			first += p.Groups[i].Count
		}
		return cell % p.Columns, cell / p.Columns, cell < p.BoardCells()
	}
	fill := func(cells []int, colour string) {
		for _, c := range cells {
			if x, y, ok := place(c); ok {
				add(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x*unit, y*unit, unit, unit, colour)
			}
		}
	}
	for _, part := range s.Parts(step) {
		if len(part.Cells) <= p.BoardCells()/2 {
			fill(part.Cells, "#dceafb")
		}
	}
	fill(step.Cells, "#fff1c4")
	middle := func(c int) (float64, float64) {
		return (float64(c%p.Columns) + 0.5) * unit, (float64(c/p.Columns) + 0.5) * unit
	}
	for _, m := range marks {
		x, y := m.X*unit, m.Y*unit
		switch m.Shape {
		case puzzle.ShapeLine:
			colour := map[string]string{"Whisper": "#4caf50", "Renban": "#ab47bc", "RegionSumLine": "#2196f3"}[m.Kind]
			if colour == "" {
				colour = "#9e9e9e"
			}
			var points []string
			for _, c := range m.Cells {
				px, py := middle(c)
				points = append(points, fmt.Sprintf("%g,%g", px, py))
			}
			add(`<polyline points="%s" fill="none" stroke="%s" stroke-opacity="0.55" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>`, strings.Join(points, " "), colour)
			px, py := middle(m.Cells[0])
			switch m.Start {
			case "bulb":
				add(`<circle cx="%g" cy="%g" r="14" fill="%s" fill-opacity="0.55"/>`, px, py, colour)
			case "circle", "diamond", "pill":
				add(`<circle cx="%g" cy="%g" r="16" fill="none" stroke="%s" stroke-width="3"/>`, px, py, colour)
			}
		case puzzle.ShapeCage, puzzle.ShapeArea:
			for _, c := range m.Cells {
				cx, cy := c%p.Columns*unit, c/p.Columns*unit
				for _, d := range []struct{ dc, dr, x1, y1, x2, y2 int }{{0, -1, 4, 4, 36, 4}, {0, 1, 4, 36, 36, 36}, {-1, 0, 4, 4, 4, 36}, {1, 0, 36, 4, 36, 36}} {
					col, row := c%p.Columns+d.dc, c/p.Columns+d.dr
					if col >= 0 && col < p.Columns && row >= 0 && row < p.Rows && slices.Contains(m.Cells, row*p.Columns+col) {
						continue
					}
					add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#555" stroke-dasharray="4 3"/>`, cx+d.x1, cy+d.y1, cx+d.x2, cy+d.y2)
				}
			}
			if m.Text != "" {
				c := slices.Min(m.Cells)
				add(`<text x="%d" y="%d" font-size="9" text-anchor="start">%s</text>`, c%p.Columns*unit+5, c/p.Columns*unit+12, html.EscapeString(m.Text))
			}
		case puzzle.ShapeCircle, puzzle.ShapeRing:
			add(`<circle cx="%g" cy="%g" r="18" fill="none" stroke="#9e9e9e" stroke-width="2"/>`, x, y)
		case puzzle.ShapeOutside:
			add(`<text x="%g" y="%g" font-size="15">%s</text>`, x, y+5, html.EscapeString(m.Text))
		}
	}
	areas := p.Areas()
	for c := range p.BoardCells() {
		x, y := c%p.Columns*unit, c/p.Columns*unit
		add(`<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#bbb"/>`, x, y, unit, unit)
	}
	of := func(c int) int {
		return slices.IndexFunc(areas, func(area []int) bool { return slices.Contains(area, c) })
	}
	for c := range p.BoardCells() {
		x, y := c%p.Columns*unit, c/p.Columns*unit
		if (c+1)%p.Columns != 0 && of(c) != of(c+1) {
			add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#222" stroke-width="2"/>`, x+unit, y, x+unit, y+unit)
		}
		if c+p.Columns < p.BoardCells() && of(c) != of(c+p.Columns) {
			add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#222" stroke-width="2"/>`, x, y+unit, x+unit, y+unit)
		}
	}
	add(`<rect x="0" y="0" width="%d" height="%d" fill="none" stroke="#222" stroke-width="3"/>`, p.Columns*unit, p.Rows*unit)
	digits(s, step, place, add)
	for _, m := range marks { // over the digits, which must not cover them
		x, y := m.X*unit, m.Y*unit
		switch m.Shape {
		case puzzle.ShapeDot, puzzle.ShapeQuad, puzzle.ShapeLetter, puzzle.ShapeGreater:
			if colour := map[string]string{"white": "#fff", "black": "#222"}[m.End]; colour != "" || m.Shape == puzzle.ShapeQuad {
				if colour == "" {
					colour = "#fff"
				}
				add(`<circle cx="%g" cy="%g" r="%d" fill="%s" stroke="#222"/>`, x, y, map[bool]int{true: 11, false: 6}[m.Shape == puzzle.ShapeQuad], colour)
			}
			if m.Text != "" {
				add(`<text x="%g" y="%g" font-size="%d">%s</text>`, x, y+2.5, map[bool]int{true: 6, false: 8}[len(m.Text) > 3], html.EscapeString(strings.ReplaceAll(m.Text, " ", "")))
			}
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// digits draws the values, and the candidates of the cells that the step is about.
func digits(s *State, step *Step, place func(int) (int, int, bool), add func(string, ...any)) {
	p := s.pieces.Puzzle
	about, labelled := map[int]bool{}, map[int]bool{} // labelled has the cells with the sum of a cage
	for _, m := range p.Drawing() {
		if (m.Shape == puzzle.ShapeCage || m.Shape == puzzle.ShapeArea) && m.Text != "" {
			labelled[slices.Min(m.Cells)] = true
		}
	}
	for _, c := range step.Cells {
		about[c] = true
	}
	for _, x := range slices.Concat(step.Places, step.Removes, s.Pattern(step)) {
		about[x.Cell] = true
	}
	pattern := s.Pattern(step)
	wide := 1
	for wide*wide < p.Values() {
		wide++
	}
	for c := range s.may {
		x, y, ok := place(c)
		if !ok {
			continue
		}
		values := s.valuesOf(s.may[c])
		if len(values) == 1 && c < p.BoardCells() && !slices.ContainsFunc(step.Places, func(x Candidate) bool { return x.Cell == c }) {
			add(`<text x="%d" y="%d" font-size="24">%d</text>`, x*unit+unit/2, y*unit+29, values[0])
			continue
		}
		if !about[c] {
			continue
		}
		top, size := 6, 28 // top of the square for the candidates, and its size
		if labelled[c] {
			top, size = 12, 24
		}
		for _, v := range values {
			i := v - p.Low
			cx, cy := float64(x*unit+unit/2-size/2)+(float64(i%wide)+0.5)*float64(size)/float64(wide), float64(y*unit+top)+(float64(i/wide)+0.5)*float64(size)/float64(wide)
			one, look := Candidate{c, v}, `fill="#444"`
			switch {
			case slices.Contains(step.Places, one):
				look = `fill="#1b7f3b" font-weight="bold"`
			case slices.Contains(step.Removes, one):
				look = `fill="#c62828" text-decoration="line-through"`
			case slices.Contains(pattern, one):
				look = `fill="#1257b0" font-weight="bold"`
			}
			add(`<text x="%.1f" y="%.1f" font-size="%d" %s>%d</text>`, cx, cy+float64(size)/float64(wide)*0.35, size/wide, look, v)
		}
	}
}
