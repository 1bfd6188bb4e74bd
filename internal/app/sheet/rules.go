package sheet

import (
	"context"
	"strings"
	"time"

	"nonet/format"
	"nonet/internal/picture"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
)

// searching limits the time for solving one puzzle.
const searching = 10 * time.Second

// puzzleTexts returns the name, the author and the rules in words. If the author wrote no rules, `rules` describes the
// puzzle's kinds of constraints.
func puzzleTexts(p *puzzle.Puzzle, lang message.Lang) (name, author, rules string) {
	if p.Rules != "" {
		return p.Title, p.Author, p.Rules
	}
	var lines []string
	for _, r := range p.RuleList() {
		lines = append(lines, message.New("draft.rules.kind", "name", r.FullName(), "rule", r.Text).In(lang))
	}
	return p.Title, p.Author, strings.Join(lines, "\n")
}

// drawSolved draws the unique solution of a puzzle. If the puzzle has no unique solution, it draws a text that says
// why.
func (d *document) drawSolved(ctx context.Context, place slot, z *format.Puzzle) error {
	found, err := solve.Count(ctx, z.Puzzle(), puzzle.Limits{Solutions: 2, Keep: 2, Time: searching})
	what := "sheet.undecided"
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case found.N > 1:
		what = "sheet.several"
	case found.Exact && found.N == 0:
		what = "sheet.none"
	case err != nil:
	default:
		d.drawBoard(place, z, picture.Look{Values: true}, found.Solutions[0])
		return nil
	}
	d.drawTextLeft(place.x, place.y+captionSize, captionSize, grey, message.New(what).In(d.sheets.Lang))
	return nil
}

// setStyle makes s the style of the lines and areas that are drawn next. It returns the PDF operator that draws, fills,
// or does both.
func (p *pdfPen) setStyle(s picture.Stroke) (how string) {
	if s.Ink.A != 0 {
		how = "D"
		p.SetDrawColor(int(s.Ink.R), int(s.Ink.G), int(s.Ink.B))
		p.SetLineWidth(s.Width * p.scale)
		p.SetLineCapStyle("butt")
		p.SetLineJoinStyle("miter")
		if s.Round {
			p.SetLineCapStyle("round")
			p.SetLineJoinStyle("round")
		}
		dashes := make([]float64, len(s.Dash))
		for i, n := range s.Dash {
			dashes[i] = n * p.scale
		}
		p.SetDashPattern(dashes, 0)
	}
	if s.Fill.A != 0 {
		how += "F"
		p.SetFillColor(int(s.Fill.R), int(s.Fill.G), int(s.Fill.B))
	}
	return how
}

func (p *pdfPen) Path(s picture.Stroke, lines ...[]picture.Point) {
	how := p.setStyle(s)
	for _, points := range lines {
		for i, point := range points {
			x, y := p.x+point.X*p.scale, p.y+point.Y*p.scale
			if i == 0 {
				p.MoveTo(x, y)
			} else {
				p.LineTo(x, y)
			}
		}
		if s.Closed {
			p.ClosePath()
		}
	}
	if len(lines) > 0 {
		p.DrawPath(how)
	}
	p.SetDashPattern(nil, 0)
}

func (p *pdfPen) Disc(x, y, r float64, s picture.Stroke) {
	p.Circle(p.x+x*p.scale, p.y+y*p.scale, r*p.scale, p.setStyle(s))
	p.SetDashPattern(nil, 0)
}
