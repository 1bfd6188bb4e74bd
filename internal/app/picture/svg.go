package picture

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"strings"

	"nonet/format"
)

// SVG is a picture of a puzzle, as large as it is shown. It needs no font of its own:
// what it is shown by has one.
func SVG(z *format.Puzzle, look Look) []byte {
	var p svgPen
	var name strings.Builder
	// Writing to memory cannot fail.
	_ = xml.EscapeText(&name, []byte(alt(z)))
	fmt.Fprintf(&p, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%[1]s %[1]s %[2]s %[2]s" role="img" font-family="Arial, Helvetica, sans-serif" text-anchor="middle">`+"\n",
		number(-Margin), number(Whole))
	fmt.Fprintf(&p, "<title>%s</title>\n", name.String())
	p.Fill(-Margin, -Margin, Whole, Whole, white)
	Paint(&p, z, look)
	p.WriteString("</svg>\n")
	return []byte(p.String())
}

type svgPen struct{ strings.Builder }

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (p *svgPen) Fill(x, y, w, h float64, ink color.RGBA) {
	fmt.Fprintf(p, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n", number(x), number(y), number(w), number(h), hex(ink))
}

func (p *svgPen) Line(x1, y1, x2, y2, width float64, ink color.RGBA) {
	fmt.Fprintf(p, `<path d="M%s %sL%s %s" stroke="%s" stroke-width="%s" stroke-linecap="square"/>`+"\n", number(x1), number(y1), number(x2), number(y2), hex(ink), number(width))
}

func (p *svgPen) Text(x, y, size float64, ink color.RGBA, s string) {
	fmt.Fprintf(p, `<text x="%s" y="%s" font-size="%s" fill="%s">%s</text>`+"\n", number(x), number(y), number(size), hex(ink), s)
}
