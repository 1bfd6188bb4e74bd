package picture

import (
	"fmt"
	"image/color"
	"strings"

	"nonet/format"
)

// SVG returns an SVG picture of a puzzle. It has no fixed size, and uses the viewer's font.
func SVG(z *format.Puzzle, look Look) []byte {
	if z.Other != nil {
		return RulesSVG(z.Other, nil)
	}
	p := newSVGPen(-Margin, -Margin, Whole, Whole, altText(z))
	Paint(p, z, look)
	p.WriteString("</svg>\n")
	return []byte(p.String())
}

// newSVGPen returns an SVG document that so far has a white background.
func newSVGPen(x, y, w, h float64, name string) *svgPen {
	p := &svgPen{}
	fmt.Fprintf(p, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%s %s %s %s" role="img" font-family="Arial, Helvetica, sans-serif" text-anchor="middle">`+"\n",
		number(x), number(y), number(w), number(h))
	p.WriteString("<title>")
	p.writeEscaped(name)
	p.WriteString("</title>\n")
	p.Fill(x, y, w, h, white)
	return p
}

// writeEscaped writes a text, without the characters that XML does not allow.
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
	fmt.Fprintf(p, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n", number(x), number(y), number(w), number(h), hexColour(ink))
}

func (p *svgPen) Line(x1, y1, x2, y2, width float64, ink color.RGBA) {
	fmt.Fprintf(p, `<path d="M%s %sL%s %s" stroke="%s" stroke-width="%s" stroke-linecap="square"/>`+"\n", number(x1), number(y1), number(x2), number(y2), hexColour(ink), number(width))
}

func (p *svgPen) Text(x, y, size float64, ink color.RGBA, s string) {
	fmt.Fprintf(p, `<text x="%s" y="%s" font-size="%s" fill="%s">`, number(x), number(y), number(size), hexColour(ink))
	p.writeEscaped(s)
	p.WriteString("</text>\n")
}
