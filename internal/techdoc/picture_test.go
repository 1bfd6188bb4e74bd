package techdoc

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/explain"
	"nonet/logic"
	"nonet/sudoku"
)

// Measures of the board, in pixels. The candidates of a cell form a square of nine:
//
//	+----------+   inset is the distance from the edge to the first candidate's
//	| 1  2  3  |   centre, pitch that from one candidate to the next.
//	| 4  5  6  |
//	| 7  8  9  |
//	+----------+
const (
	side   = 48
	margin = 20 // the margin left and above, for the row and column numbers
	rim    = 6  // right and below
	pitch  = 15
	inset  = 9
	width  = margin + 9*side + rim
	radius = 7 // the radius of a candidate's mark
)

// style holds the colours for light and dark pages. The picture has its own background, so that
// it is readable on either.
const style = `
text{font:12px ui-sans-serif,system-ui,"Segoe UI",Helvetica,Arial,sans-serif;text-anchor:middle;fill:#59636e}
.n{font-size:11px}.given{font-size:27px;font-weight:600;fill:#1f2328}.value{font-size:27px;fill:#0a58ca}.on{font-weight:700;fill:#fff}.off{font-weight:700;fill:#1f2328}
.page{fill:#fff}.thin{stroke:#d1d9e0}.thick{stroke:#59636e;stroke-width:2}
.base{fill:#1f6feb;fill-opacity:.15}.cover{fill:#d4a72c;fill-opacity:.24}
.set0{fill:#2da44e;fill-opacity:.22}.set1{fill:#bf3989;fill-opacity:.18}.set2{fill:#0598bc;fill-opacity:.22}.set3{fill:#9a6700;fill-opacity:.24}.set4{fill:#6639ba;fill-opacity:.2}
.pattern,.a{fill:#1f6feb}.fin,.d{fill:#bc4c00}.pivot{fill:#8250df}.b,.placed{fill:#1a7f37}.c{fill:#9a6700}.gone{fill:#ffcecb}
.hollow,.corner{fill:#fff;stroke:#1f6feb;stroke-width:1.8}.corner{stroke:#9a6700}.strike{stroke:#cf222e;stroke-width:1.6}
.link{fill:none;stroke:#8250df;stroke-width:2}.weak{stroke-dasharray:5 3}.als{stroke-dasharray:1.5 3}.neck{stroke-width:5}.group{fill:none;stroke:#8250df;stroke-width:1.5}.tip{fill:#8250df}
.n1 .link{stroke:#0598bc}.n1 .tip{fill:#0598bc}.n2 .link{stroke:#bf3989}.n2 .tip{fill:#bf3989}.n3 .link{stroke:#9a6700}.n3 .tip{fill:#9a6700}.n4 .link{stroke:#2da44e}.n4 .tip{fill:#2da44e}
.ring{fill:none;stroke:#9a6700;stroke-width:3;stroke-opacity:.35}
@media(prefers-color-scheme:dark){text{fill:#9198a1}.given,.off{fill:#f0f6fc}.value{fill:#79c0ff}.page{fill:#0d1117}.thin{stroke:#3d444d}.thick{stroke:#9198a1}.base{fill-opacity:.25}.cover{fill-opacity:.28}
.hollow,.corner{fill:#0d1117;stroke:#58a6ff}.corner{stroke:#d29922}.link,.group{stroke:#bc8cff}.tip{fill:#bc8cff}.gone{fill:#67060c}.strike{stroke:#ff7b72}}
`

type point struct{ x, y float64 }

func (p point) addScaled(q point, k float64) point { return point{p.x + k*q.x, p.y + k*q.y} }
func (p point) distanceTo(q point) float64         { return math.Hypot(q.x-p.x, q.y-p.y) }

// corner returns the upper left corner of c.
func corner(c logic.Cell) (x, y int) {
	return margin + side*(c.Column()-1), margin + side*(c.Row()-1)
}

// centre returns the position of a candidate.
func centre(k logic.Candidate) point {
	x, y := corner(k.Cell)
	d := int(k.Digit) - 1
	return point{float64(x + inset + pitch*(d%3)), float64(y + inset + pitch*(d/3))}
}

// Picture draws a step in its position as an SVG of about 5 KB, for light and dark pages. The
// same step always gives the same bytes.
func Picture(s *logic.State, step *logic.Step) []byte {
	p := painter{state: s, step: step, marks: map[logic.Candidate]string{}}
	p.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`, width, width, width, width)
	p.printf("<style>%s</style>\n", style)
	p.printf("<rect class=\"page\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", width, width)
	p.drawShades()
	p.drawGrid()
	p.findMarks()
	p.drawLinks()
	p.drawMarks()
	p.drawDigits()
	p.printf("</svg>\n")
	return []byte(p.b.String())
}

type painter struct {
	state *logic.State
	step  *logic.Step
	b     strings.Builder
	marks map[logic.Candidate]string // classes
	drawn []point                    // the places along the links drawn so far
}

func (p *painter) printf(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

// drawShades colours houses, almost locked sets, and the cells of a deadly pattern.
func (p *painter) drawShades() {
	base, cover := p.step.Base, p.step.Cover
	if len(base) == 0 && len(p.step.Nodes) == 0 && len(p.step.Truths) == 1 && p.step.Truths[0].Kind == logic.HouseTruth {
		base = []logic.House{p.step.Truths[0].House}
	}
	if p.step.Technique.Info().Family == logic.FamilyALS {
		base = nil // the sets are more specific than the houses
	}
	for i, set := range p.step.Sets {
		for c := range set.Cells.All() {
			p.cellShade("set"+strconv.Itoa(i%5), c)
		}
	}
	for _, h := range base {
		p.houseShade("base", h)
	}
	for _, h := range cover {
		p.houseShade("cover", h)
	}
	if p.step.Uniqueness == logic.Rectangle {
		for _, c := range p.step.Corners {
			p.cellShade("cover", c)
		}
	}
	if ring := p.step.Ring; len(ring) > 0 {
		var path []string
		for _, c := range ring {
			p.cellShade("cover", c)
			x, y := corner(c)
			path = append(path, fmt.Sprintf("%d %d", x+side/2, y+side/2))
		}
		p.printf("<path class=\"ring\" d=\"M%sz\"/>\n", strings.Join(path, "L"))
	}
}

func (p *painter) cellShade(class string, c logic.Cell) {
	x, y := corner(c)
	p.printf("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class, x, y, side, side)
}

func (p *painter) houseShade(class string, h logic.House) {
	cells := slices.Collect(p.state.Board().Cells(h).All())
	x, y := corner(cells[0])
	u, v := corner(cells[8])
	p.printf("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class, x, y, u-x+side, v-y+side)
}

func (p *painter) drawGrid() {
	lines := func(class string, use func(i int) bool) {
		p.printf(`<path class="%s" d="`, class)
		for i := range 10 {
			if use(i) {
				p.printf("M%d %dh%dM%d %dv%d", margin, margin+i*side, 9*side, margin+i*side, margin, 9*side)
			}
		}
		p.printf("\"/>\n")
	}
	lines("thin", func(i int) bool { return i%3 != 0 })
	lines("thick", func(i int) bool { return i%3 == 0 })
	for i := range 9 {
		at := margin + i*side + side/2
		p.printf(`<text class="n" x="%d" y="14">%d</text><text class="n" x="10" y="%d">%d</text>`, at, i+1, at+4, i+1)
	}
	p.b.WriteByte('\n')
}

// findMarks sets the class of each candidate of the step. The page's own drawings use the same
// shapes for the same roles.
func (p *painter) findMarks() {
	for _, m := range p.step.Marks {
		p.marks[m.Candidate] = m.Role.String()
	}
	for _, on := range [...]bool{false, true} {
		for _, n := range p.step.Nodes {
			for c := range n.Cells.All() {
				k := logic.Candidate{Cell: c, Digit: n.Digit}
				if was := p.marks[k]; n.On == on && (was == "" || was == "pattern" || was == "hollow") {
					p.marks[k] = "pattern"
					if !on && n.Kind != logic.SetNode {
						p.marks[k] = "hollow"
					}
				}
			}
		}
	}
	for _, on := range [...]bool{false, true} {
		for _, b := range p.step.Branches {
			for _, l := range b.Lines {
				if was := p.marks[l.Candidate]; l.On == on && (was == "" || was == "pattern" || was == "hollow") {
					p.marks[l.Candidate] = map[bool]string{false: "hollow", true: "pattern"}[on]
				}
			}
		}
	}
	setLinks := p.setLinks()
	for _, l := range setLinks {
		for _, k := range [...]logic.Candidate{l.from, l.to} {
			if p.marks[k] != "pivot" {
				p.marks[k] = "hollow"
			}
		}
	}
	if sets := p.step.Sets; len(setLinks) > 0 {
		ends := []logic.Set{sets[0], sets[len(sets)-1]}
		if p.step.Technique == logic.DeathBlossom {
			ends = sets
		}
		for _, e := range p.step.Eliminations {
			for _, set := range ends {
				for c := range p.state.Places(e.Digit).And(set.Cells).All() {
					p.marks[logic.Candidate{Cell: c, Digit: e.Digit}] = "pattern"
				}
			}
		}
	}
	for _, e := range p.step.Eliminations {
		p.marks[e] = "gone"
	}
	for _, e := range p.step.Placements {
		p.marks[e] = "placed"
	}
}

// setLinks returns the links between almost locked sets.
func (p *painter) setLinks() (all []link) {
	for _, l := range explain.SetLinks(p.state, p.step) {
		from, to := nearestCandidates(logic.Node{Cells: l.From, Digit: l.Digit}, logic.Node{Cells: l.To, Digit: l.Digit})
		all = append(all, link{from, to, " weak", false})
	}
	return all
}

func (p *painter) drawMarks() {
	all := slices.SortedFunc(maps.Keys(p.marks), func(a, b logic.Candidate) int {
		return 10*(int(a.Cell)-int(b.Cell)) + int(a.Digit) - int(b.Digit)
	})
	for _, k := range all {
		at := centre(k)
		square := func(class string, half float64) {
			p.printf("<rect class=\"%s\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"1.5\"/>\n", class, at.x-half, at.y-half, 2*half, 2*half)
		}
		diamond := func(class string, r float64) {
			p.printf("<path class=\"%s\" d=\"M%g %gl%g %gl%g %gl%g %gz\"/>\n", class, at.x, at.y-r, r, r, -r, r, -r, -r)
		}
		switch class := p.marks[k]; class {
		case "fin", "d":
			diamond(class, 9)
		case "endofin":
			diamond("corner", 10)
			diamond("fin", 8)
		case "pivot", "corner", "b", "gone":
			square(class, 6.5)
		case "c":
			p.printf("<path class=\"c\" d=\"M%g %gl4 -7h7l4 7l-4 7h-7z\"/>\n", at.x-7.5, at.y)
		default:
			p.printf("<circle class=\"%s\" cx=\"%g\" cy=\"%g\" r=\"%d\"/>\n", class, at.x, at.y, radius)
		}
	}
}

// drawDigits writes the digits of the cells, and the candidates of each row in one element.
func (p *painter) drawDigits() {
	for c := range logic.Cell(sudoku.Cells) {
		if v := p.state.Value(c); v != 0 {
			x, y := corner(c)
			class := "value"
			if p.state.Given(c) {
				class = "given"
			}
			p.printf("<text class=\"%s\" x=\"%d\" y=\"%d\">%d</text>\n", class, x+side/2, y+side/2+9, v)
		}
	}
	for _, class := range []string{"", "on", "off"} {
		for row := range 27 {
			var xs, text []string
			for col := range 27 {
				k := logic.Candidate{Cell: sudoku.CellAt(row/3+1, col/3+1), Digit: logic.Digit(row%3*3 + col%3 + 1)}
				if p.state.Candidates(k.Cell).Has(k.Digit) && p.inkClass(k) == class {
					xs, text = append(xs, fmt.Sprint(centre(k).x)), append(text, strconv.Itoa(int(k.Digit)))
				}
			}
			if len(xs) > 0 {
				p.printf(`<text`)
				if class != "" {
					p.printf(` class="%s"`, class)
				}
				p.printf(" x=\"%s\" y=\"%d\">%s</text>\n", strings.Join(xs, " "), margin+row/3*side+inset+row%3*pitch+4, strings.Join(text, ""))
			}
		}
	}
	for _, e := range p.step.Eliminations {
		at := centre(e)
		p.printf("<path class=\"strike\" d=\"M%g %gl15 -15\"/>\n", at.x-7.5, at.y+7.5)
	}
}

// inkClass returns the class of a candidate's digit: on a filled mark, on a hollow one, or plain.
func (p *painter) inkClass(k logic.Candidate) string {
	switch p.marks[k] {
	case "":
		return ""
	case "hollow", "corner", "gone":
		return "off"
	}
	return "on"
}

// link is a line between two candidates.
type link struct {
	from, to logic.Candidate
	class    string // "", " weak" or " als"
	arrow    bool
}

// drawLinks draws the chain. If the pattern has no chain, it links the two places of a digit in a house, and the
// pivot's digits with the pincers.
func (p *painter) drawLinks() {
	kinds := p.step.Links()
	n := len(p.step.Nodes)
	for i, node := range p.step.Nodes {
		if node.Cells.Len() > 1 {
			p.drawGroup(node)
		}
		next := i + 1
		kind := logic.Strong
		if i < len(kinds) {
			kind = kinds[i]
		}
		if next == n {
			if !p.step.Loop {
				break
			}
			if next = 0; node.On {
				kind = logic.Weak
			}
		}
		from, to := nearestCandidates(node, p.step.Nodes[next])
		p.drawLink(link{from, to, [...]string{" weak", "", " als"}[kind], true})
	}
	if n > 0 {
		return
	}
	for _, l := range p.setLinks() {
		p.drawLink(l)
	}
	p.drawBranches()
	family := p.step.Technique.Info().Family
	if family == logic.FamilyColour || family == logic.FamilyPattern || family == logic.FamilyUnique {
		for _, t := range p.step.Truths {
			if t.Kind != logic.HouseTruth {
				continue
			}
			var ends []logic.Candidate
			for c := range p.state.Board().Cells(t.House).All() {
				if p.state.Candidates(c).Has(t.Digit) {
					ends = append(ends, logic.Candidate{Cell: c, Digit: t.Digit})
				}
			}
			if len(ends) == 2 && (p.marks[ends[0]] != "" && p.marks[ends[1]] != "") {
				p.drawLink(link{ends[0], ends[1], "", false})
			}
		}
	}
	if family == logic.FamilyWing {
		for _, m := range p.step.Marks {
			for _, q := range p.step.Marks {
				if m.Role == logic.Pivot && q.Role == logic.Pattern && m.Candidate.Digit == q.Candidate.Digit && !p.isEliminated(q.Candidate.Digit) {
					p.drawLink(link{m.Candidate, q.Candidate, " weak", false})
				}
			}
		}
	}
}

// most is the maximum number of branch links to draw; with more, they could not be distinguished.
const most = 48

// drawBranches draws the consequences of each supposition in a tint of its own.
func (p *painter) drawBranches() {
	n := 0
	for _, b := range p.step.Branches {
		for _, l := range b.Lines {
			n += len(l.From)
		}
	}
	if n > most {
		return
	}
	for i, b := range p.step.Branches {
		p.printf("<g class=\"n%d\">\n", i%5)
		for _, l := range b.Lines {
			for _, f := range l.From {
				if f >= len(b.Lines) || b.Lines[f].Candidate == l.Candidate {
					continue
				}
				class := " weak"
				if l.On {
					class = ""
				}
				p.drawLink(link{b.Lines[f].Candidate, l.Candidate, class, true})
			}
		}
		p.printf("</g>\n")
	}
}

func (p *painter) isEliminated(d logic.Digit) bool {
	return slices.ContainsFunc(p.step.Eliminations, func(e logic.Candidate) bool { return e.Digit == d })
}

// nearestCandidates returns the two candidates of two nodes that are closest to each other.
func nearestCandidates(a, b logic.Node) (from, to logic.Candidate) {
	least := math.Inf(1)
	for x := range a.Cells.All() {
		for y := range b.Cells.All() {
			k, l := logic.Candidate{Cell: x, Digit: a.Digit}, logic.Candidate{Cell: y, Digit: b.Digit}
			if d := centre(k).distanceTo(centre(l)); d < least {
				from, to, least = k, l, d
			}
		}
	}
	return from, to
}

// drawGroup draws a capsule around the places of a node with several cells, if they are in a line.
func (p *painter) drawGroup(n logic.Node) {
	var first, last point
	i := 0
	for c := range n.Cells.All() {
		at := centre(logic.Candidate{Cell: c, Digit: n.Digit})
		if i == 0 {
			first = at
		}
		last = at
		i++
	}
	if first.x != last.x && first.y != last.y || n.Kind == logic.SetNode {
		return
	}
	const r = radius + 2.5
	p.printf("<rect class=\"group\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"%g\"/>\n", first.x-r, first.y-r, last.x-first.x+2*r, last.y-first.y+2*r, r)
}

// drawLink draws a link as the curve that covers the fewest digits.
func (p *painter) drawLink(l link) {
	a, b := centre(l.from), centre(l.to)
	dist := a.distanceTo(b)
	if dist < 3*radius+2 {
		// A short thick line joins candidates next to each other in a cell, because there is no room for more.
		p.printf("<path class=\"link neck\" d=\"M%g %gL%g %g\"/>\n", a.x, a.y, b.x, b.y)
		return
	}
	normal := point{-(b.y - a.y) / dist, (b.x - a.x) / dist}
	var best []point
	least := math.Inf(1)
	for _, bend := range []float64{0, .1, -.1, .2, -.2, .3, -.3, .4, -.4, .55, -.55} {
		ctrl := point{(a.x + b.x) / 2, (a.y + b.y) / 2}.addScaled(normal, bend*dist)
		curve := sampleCurve(a, ctrl, b)
		if cost := p.coveredBy(curve, l) + 3*math.Abs(bend); cost < least {
			best, least = []point{a, ctrl, b}, cost
		}
	}
	p.drawn = append(p.drawn, sampleCurve(best[0], best[1], best[2])...)
	q := trimEnds(best, radius+1)
	p.printf("<path class=\"link%s\" d=\"M%.1f %.1fQ%.1f %.1f %.1f %.1f\"/>\n", l.class, q[0].x, q[0].y, q[1].x, q[1].y, q[2].x, q[2].y)
	if l.arrow {
		tip := q[2]
		back := q[1].distanceTo(tip)
		dir := point{(tip.x - q[1].x) / back, (tip.y - q[1].y) / back}
		foot := tip.addScaled(dir, -7)
		side := point{-dir.y, dir.x}
		u, v := foot.addScaled(side, 3.2), foot.addScaled(side, -3.2)
		p.printf("<path class=\"tip\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>\n", tip.x, tip.y, u.x, u.y, v.x, v.y)
	}
}

const samples = 40

func bezier(a, c, b point, t float64) point {
	u := 1 - t
	return point{u*u*a.x + 2*u*t*c.x + t*t*b.x, u*u*a.y + 2*u*t*c.y + t*t*b.y}
}

func sampleCurve(a, c, b point) []point {
	all := make([]point, 0, samples+1)
	for i := range samples + 1 {
		all = append(all, bezier(a, c, b, float64(i)/samples))
	}
	return all
}

// coveredBy returns how much a curve covers of the digits and of the links drawn so far.
func (p *painter) coveredBy(curve []point, l link) float64 {
	cost := 0.0
	for c := range logic.Cell(sudoku.Cells) {
		x, y := corner(c)
		if p.state.Value(c) != 0 {
			if passesNear(curve, point{float64(x + side/2), float64(y + side/2)}, 12) {
				cost += 2
			}
			continue
		}
		for d := range p.state.Candidates(c).Digits() {
			k := logic.Candidate{Cell: c, Digit: d}
			if k == l.from || k == l.to {
				continue
			}
			if p.marks[k] != "" {
				if passesNear(curve, centre(k), radius+2) {
					cost += 6
				}
			} else if passesNear(curve, centre(k), 5) {
				cost++
			}
		}
	}
	for _, q := range curve {
		if q.x < margin+2 || q.y < margin+2 || q.x > margin+9*side-2 || q.y > margin+9*side-2 {
			cost++
		}
		for _, old := range p.drawn {
			if q.distanceTo(old) < 4 {
				cost += .3
				break
			}
		}
	}
	return cost
}

func passesNear(curve []point, at point, within float64) bool {
	return slices.ContainsFunc(curve, func(q point) bool { return q.distanceTo(at) < within })
}

// trimEnds returns the part of a curve outside the circles of radius r around its ends.
func trimEnds(q []point, r float64) []point {
	a, c, b := q[0], q[1], q[2]
	from, to := 0.0, 1.0
	for from < .45 && bezier(a, c, b, from).distanceTo(a) < r {
		from += .005
	}
	for to > .55 && bezier(a, c, b, to).distanceTo(b) < r {
		to -= .005
	}
	// de Casteljau's construction gives the control point of that part.
	mid := func(s, t float64) point {
		return point{
			(1-s)*(1-t)*a.x + ((1-s)*t+s*(1-t))*c.x + s*t*b.x,
			(1-s)*(1-t)*a.y + ((1-s)*t+s*(1-t))*c.y + s*t*b.y,
		}
	}
	return []point{bezier(a, c, b, from), mid(from, to), bezier(a, c, b, to)}
}
