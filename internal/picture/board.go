// Package picture draws classic puzzles through a [Pen], and any puzzle through a [Brush]. It also writes both as SVG.
// The kind of a constraint (package puzzle) defines its look.
//
// The package must not import its users. It contains no font, because WebAssembly uses it, too.
package picture

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"nonet/format"
	"nonet/sudoku"
)

// Look selects what to draw in addition to the givens.
type Look struct {
	Values bool // the digits that the player has entered
	Notes  bool // the player's notes, and the colours of the cells
}

// Lengths on a board are in tenths of a cell:
//
//	0 ── Margin ── 90 ── Margin
const (
	cell   = 10.0
	side   = 9 * cell
	margin = 0.6 // room for half the width of the frame
)

var (
	black = color.RGBA{0x11, 0x14, 0x18, 0xff}
	grey  = color.RGBA{0x8a, 0x90, 0x99, 0xff}
	blue  = color.RGBA{0x1f, 0x5f, 0xbf, 0xff}
	small = color.RGBA{0x55, 0x5b, 0x64, 0xff}
	white = color.RGBA{0xff, 0xff, 0xff, 0xff}
)

// paintGrid draws a classic puzzle: its frame, givens and what look selects.
func paintGrid(p Brush, z *format.Puzzle, look Look) {
	for c := range sudoku.Cells {
		x, y := float64(c%9)*cell, float64(c/9)*cell
		given, value, corner, centre, colours := contentsOf(z, sudoku.Cell(c), look)
		drawStripes(p, x, y, colours)
		switch {
		case given != 0:
			p.Text(x+5, y+7.6, 7.4, black, digitText(given))
		case value != 0:
			p.Text(x+5, y+7.6, 7.4, blue, digitText(value))
		default:
			for d := range corner.Digits() {
				i := int(d - 1)
				p.Text(x+2+float64(i%3)*3, y+3.1+float64(i/3)*2.95, 2.6, small, digitText(d))
			}
			if n := centre.Len(); n > 0 {
				var digits strings.Builder
				for d := range centre.Digits() {
					digits.WriteString(digitText(d))
				}
				// The width of a digit is about 0.56 of the font size.
				size := math.Min(3.2, 8.6/(0.56*float64(n)))
				p.Text(x+5, y+5+size*0.36, size, small, digits.String())
			}
		}
	}
	for _, thick := range []bool{false, true} {
		for i := range 10 {
			at, width, ink := float64(i)*cell, 0.25, grey
			if i%3 == 0 {
				width, ink = 0.8, black
			}
			if thick == (i%3 == 0) {
				p.Line(0, at, side, at, width, ink)
				p.Line(at, 0, at, side, width, ink)
			}
		}
	}
}

// contentsOf returns what the look shows of a cell. The candidates of a grid of pencil marks count as notes.
func contentsOf(z *format.Puzzle, c sudoku.Cell, look Look) (given, value sudoku.Digit, corner, centre sudoku.Candidates, colours uint16) {
	given = z.Grid.At(c)
	if x := z.Extra; x != nil {
		if look.Values && given == 0 {
			value = x.Values.At(c)
		}
		if look.Notes {
			corner, centre, colours = x.Corner[c], x.Centre[c], x.Colours[c]
		}
	}
	if look.Notes && z.Pencil != nil && corner|centre == 0 {
		corner = z.Pencil[c]
	}
	return given, value, corner, centre, colours
}

// drawStripes fills the cell at x, y with a stripe of each of its colours.
func drawStripes(p Brush, x, y float64, colours uint16) {
	var inks []color.RGBA
	for n := 1; n <= format.Colours; n++ {
		if colours&(1<<n) != 0 {
			r, g, b := format.ColourRGB(n)
			inks = append(inks, color.RGBA{r, g, b, 0xff})
		}
	}
	for i, ink := range inks {
		w := cell / float64(len(inks))
		p.Fill(x+float64(i)*w, y, w, cell, ink)
	}
}

func formatNumber(f float64) string { return strconv.FormatFloat(math.Round(f*100)/100, 'f', -1, 64) }

func digitText(d sudoku.Digit) string { return strconv.Itoa(int(d)) }

// SVG returns a picture of a puzzle. The picture has no fixed size, and uses a font of the viewer.
func SVG(z *format.Puzzle, look Look) []byte {
	whole := z.Puzzle()
	box, name := BoxOf(whole), whole.Title
	switch {
	case name != "":
	case z.IsClassic():
		name = "Sudoku " + z.Grid.String()
	default:
		name = "Sudoku " + strconv.Itoa(whole.Rows) + "×" + strconv.Itoa(whole.Columns)
	}
	p := newSVGPen(box.X, box.Y, box.W, box.H, name)
	Paint(p, z, look, nil)
	p.WriteString("</svg>\n")
	return []byte(p.String())
}

func newSVGPen(x, y, w, h float64, name string) *svgPen {
	p := &svgPen{}
	fmt.Fprintf(p, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%s %s %s %s" role="img" font-family="Arial, Helvetica, sans-serif" text-anchor="middle">`+"\n",
		formatNumber(x), formatNumber(y), formatNumber(w), formatNumber(h))
	p.WriteString("<title>")
	p.writeEscaped(name)
	p.WriteString("</title>\n")
	p.Fill(x, y, w, h, white)
	return p
}

// writeEscaped writes a text with escapes. It omits characters that XML forbids.
func (p *svgPen) writeEscaped(s string) {
	p.WriteString(strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;").Replace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, s)))
}

type svgPen struct{ strings.Builder }

func hexColour(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (p *svgPen) Fill(x, y, w, h float64, ink color.RGBA) {
	fmt.Fprintf(p, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n", formatNumber(x), formatNumber(y), formatNumber(w), formatNumber(h), hexColour(ink))
}

func (p *svgPen) Line(x1, y1, x2, y2, width float64, ink color.RGBA) {
	fmt.Fprintf(p, `<path d="M%s %sL%s %s" stroke="%s" stroke-width="%s" stroke-linecap="square"/>`+"\n", formatNumber(x1), formatNumber(y1), formatNumber(x2), formatNumber(y2), hexColour(ink), formatNumber(width))
}

func (p *svgPen) Text(x, y, size float64, ink color.RGBA, s string) {
	fmt.Fprintf(p, `<text x="%s" y="%s" font-size="%s" fill="%s">`, formatNumber(x), formatNumber(y), formatNumber(size), hexColour(ink))
	p.writeEscaped(s)
	p.WriteString("</text>\n")
}
