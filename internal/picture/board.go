// Package picture draws a puzzle of any board and any rules through a [Brush], also as SVG. The look of a
// constraint is defined by its kind (package puzzle).
//
// The package must not import its users. It contains no font, because WebAssembly uses it, too.
package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"nonet/format"
	"nonet/puzzle"
	"nonet/sudoku"
)

// Look selects what to draw in addition to the givens.
type Look struct {
	Values bool // set to draw the digits that the player has entered
	Notes  bool // set to draw the player's notes, and the colours of the cells
}

// The unit of length on a board is a tenth of a cell.
const (
	cell   = 10.0
	margin = 0.6 // room for half the width of the frame's line
)

var (
	black = color.RGBA{0x11, 0x14, 0x18, 0xff}
	grey  = color.RGBA{0x8a, 0x90, 0x99, 0xff}
	blue  = color.RGBA{0x1f, 0x5f, 0xbf, 0xff}
	small = color.RGBA{0x55, 0x5b, 0x64, 0xff}
	white = color.RGBA{0xff, 0xff, 0xff, 0xff}
)

// contents is what a cell shows besides marks. A cell that shows a value shows no notes.
type contents struct {
	value          int // the value of the cell, or puzzle.Empty
	ink            color.RGBA
	corner, centre []int
	colours        uint16
}

// contentsOf returns the contents of the board's cells. The candidates of a pencil-mark grid count as notes.
func contentsOf(z *format.Puzzle, p *puzzle.Puzzle, look Look, solution []int) []contents {
	all := make([]contents, p.BoardCells())
	for c := range all {
		all[c].value, all[c].ink = puzzle.Empty, blue
		if solution != nil && !p.IsHole(c) {
			all[c].value = solution[c]
		}
	}
	if solution == nil && p.Rows == 9 && p.Columns == 9 {
		for c := range all {
			all[c].setPlayed(z, sudoku.Cell(c), look)
		}
	}
	for _, g := range p.Givens {
		switch {
		case g.Cell >= len(all):
		case len(g.Values) == 1:
			all[g.Cell].value, all[g.Cell].ink = g.Values[0], black
		case len(all[g.Cell].corner)+len(all[g.Cell].centre) == 0:
			all[g.Cell].centre = g.Values
		}
	}
	return all
}

// setPlayed adds the player's digit, notes and colours of a cell, as far as `look` selects them.
func (t *contents) setPlayed(z *format.Puzzle, c sudoku.Cell, look Look) {
	digits := func(all sudoku.Candidates) (list []int) {
		for d := range all.Digits() {
			list = append(list, int(d))
		}
		return list
	}
	if x := z.Extra; x != nil {
		if d := x.Values.At(c); look.Values && d != 0 {
			t.value = int(d)
		}
		if look.Notes {
			t.corner, t.centre, t.colours = digits(x.Corner[c]), digits(x.Centre[c]), x.Colours[c]
		}
	}
	if look.Notes && z.Pencil != nil && len(t.corner)+len(t.centre) == 0 {
		t.corner = digits(z.Pencil[c])
	}
}

// drawContents draws the value of a cell, or its notes.
func (b painter) drawContents(c int, t *contents) {
	border := b.borderOf(c)[0]
	x, y := border.X, border.Y
	switch {
	case t.value >= 10:
		b.Text(x+5, y+7.1, 5.6, t.ink, strconv.Itoa(t.value))
		return
	case t.value != puzzle.Empty:
		b.Text(x+5, y+7.6, 7.4, t.ink, strconv.Itoa(t.value))
		return
	}
	for _, v := range t.corner {
		b.Text(x+2+float64((v-1)%3)*3, y+3.1+float64((v-1)/3)*2.95, 2.6, small, strconv.Itoa(v))
	}
	if len(t.centre) == 0 {
		return
	}
	words := make([]string, len(t.centre))
	for i, v := range t.centre {
		words[i] = strconv.Itoa(v)
	}
	blank := ""
	if b.p.High > 9 {
		blank = " "
	}
	line := strings.Join(words, blank)
	size := min(3.2, 15/float64(len(line)))
	b.Text(x+5, y+5+size*0.36, size, small, line)
}

func (b painter) drawStripes(c int, colours uint16) {
	border := b.borderOf(c)[0]
	colours &= 1<<(format.Colours+1) - 2
	n := bits.OnesCount16(colours)
	for i := 0; colours != 0; i, colours = i+1, colours&(colours-1) {
		red, green, blue := format.ColourRGB(bits.TrailingZeros16(colours))
		w := cell / float64(n)
		b.Fill(border.X+float64(i)*w, border.Y, w, cell, color.RGBA{red, green, blue, 0xff})
	}
}

func formatNumber(f float64) string { return strconv.FormatFloat(math.Round(f*100)/100, 'f', -1, 64) }

// SVG returns a picture of a puzzle, without a fixed size, in the viewer's font.
func SVG(z *format.Puzzle, look Look) []byte {
	whole := z.Puzzle()
	box := BoxOf(whole)
	name := cmp.Or(whole.Title, fmt.Sprintf("Sudoku %d×%d", whole.Rows, whole.Columns))
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
