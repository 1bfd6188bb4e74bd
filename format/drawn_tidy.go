package format

import (
	"math"
	"slices"
	"strings"

	"nonet/internal/exchange"
)

// Several elements may draw one thing: a line and its outline, a dot and the disc behind it, a circle and its text.
// This file merges such elements.

// mergeDuplicateElements merges elements that draw one thing together, and drops duplicates. `named` has the line
// colours that the text of the rules mentions.
func mergeDuplicateElements(elements []exchange.Element, named []string) (all []exchange.Element) {
	for _, e := range elements {
		switch e.Shape {
		case exchange.Line:
			if !mergeSamePathLine(all, &e, named) {
				all = append(all, e)
			}
		case exchange.Text:
			if !mergeTextIntoCircle(all, e) {
				all = append(all, e)
			}
		default:
			if !mergeOverShape(all, &e) {
				all = append(all, e)
			}
		}
	}
	return all
}

// mergeSamePathLine merges a line with an earlier line through the same points. combinedColour determines the colour of
// the merged line. If `named` contains both colours, the lines stay separate.
func mergeSamePathLine(all []exchange.Element, e *exchange.Element, named []string) bool {
	for i := range all {
		o := &all[i]
		if o.Shape != exchange.Line || o.Head != e.Head || !isSamePath(o.Points, e.Points) {
			continue
		}
		colour, ok := combinedColour(o.Colour, e.Colour)
		if !ok || o.Width == e.Width && !isSameColour(o.Colour, e.Colour) {
			continue
		}
		if len(named) > 0 && isCalled(o.Colour, named) && isCalled(e.Colour, named) && shadeOf(o.Colour).colourNames()[0] != shadeOf(e.Colour).colourNames()[0] {
			continue
		}
		o.Colour, o.Width = colour, max(o.Width, e.Width)
		return true
	}
	return false
}

// combinedColour returns the colour of a drawing that has the colour `upper` on top of the colour `lower`. Black, white
// and shades near them count as an outline or a gap, so the other colour is returned. ok is false if a colour is
// invisible, or if the two colours draw different things.
func combinedColour(lower, upper string) (colour string, ok bool) {
	a, b := shadeOf(lower), shadeOf(upper)
	plain := func(s shade) bool { return s.saturation < 0.13 && (s.value < 0.3 || s.value > 0.97) }
	switch {
	case !a.seen || !b.seen:
		return "", false
	case plain(b) && !plain(a):
		return lower, true
	case plain(a):
		return upper, true
	}
	hue := math.Abs(a.hue - b.hue)
	return upper, min(hue, 360-hue) < 20 && (a.saturation < 0.13) == (b.saturation < 0.13)
}

func isSamePath(a, b []exchange.Point) bool {
	if len(a) != len(b) || len(a) < 2 {
		return false
	}
	same := func(a, b exchange.Point) bool { return distanceBetween(a, b) < 0.05 }
	return slices.EqualFunc(a, b, same) || slices.EqualFunc(a, reversed(b), same)
}

// mergeOverShape merges a shape with a larger, earlier shape of the same kind. The earlier shape is visible around the
// new one and becomes its border.
func mergeOverShape(all []exchange.Element, e *exchange.Element) bool {
	for i := range all {
		o := &all[i]
		if o.Shape != e.Shape || distanceBetween(o.At, e.At) > 0.06 || o.Text != "" && e.Text != "" || e.Width <= 0 || o.Width <= 0 {
			continue
		}
		if ratio := e.Width / o.Width; ratio < 0.7 || ratio > 1.02 || math.Abs(e.Height/max(o.Height, 0.01)-ratio) > 0.2 {
			continue
		}
		if !shadeOf(e.Colour).seen { // the shape has no visible colour and only draws a rim
			o.Border = e.Border
			o.Text += e.Text
			return true
		}
		if e.Shape == exchange.Square && e.Width > 0.9 {
			continue // the shapes are two colours of one cell
		}
		if !shadeOf(e.Border).seen {
			if e.Border = o.Colour; !shadeOf(o.Colour).seen {
				e.Border = o.Border
			}
		}
		e.Text += o.Text
		*o = *e
		return true
	}
	return false
}

// mergeTextIntoCircle appends a text to the text of the small circle around it, on an edge or a corner.
func mergeTextIntoCircle(all []exchange.Element, e exchange.Element) bool {
	for i := range all {
		o := &all[i]
		inCell := math.Abs(math.Mod(math.Abs(o.At.Row), 1)-0.5) < near && math.Abs(math.Mod(math.Abs(o.At.Column), 1)-0.5) < near
		if o.Shape != exchange.Round || inCell || max(o.Width, o.Height) > 0.9 || math.Hypot(o.At.Row-e.At.Row, o.At.Column-e.At.Column) > 0.35*max(o.Width, 0.2) {
			continue
		}
		o.Text = strings.TrimSpace(o.Text + " " + e.Text)
		return true
	}
	return false
}

func uniquePictures(all []picture) (once []picture) {
	for _, d := range all {
		back := reversed(d.cells)
		if d.class == classNothing || d.cells == nil || !slices.ContainsFunc(once, func(o picture) bool {
			return o.class == d.class && o.text == d.text && o.pill == d.pill && o.colourName() == d.colourName() &&
				(slices.Equal(o.cells, d.cells) || d.class == classLine && slices.Equal(o.cells, back))
		}) {
			once = append(once, d)
		}
	}
	return slices.DeleteFunc(once, func(d picture) bool {
		return d.class == classLine && slices.ContainsFunc(once, func(o picture) bool {
			return (o.class == classArrow || o.class == classThermo) && o.colour == d.colour && isPartOf(d.cells, o.cells)
		})
	})
}

func isPartOf(line, longer []int) bool {
	for i := 0; i+len(line) <= len(longer); i++ {
		if slices.Equal(line, longer[i:i+len(line)]) {
			return true
		}
	}
	return false
}

// moveTextsToCages moves a number from a cell's corner to the cage that begins in this cell, if the cage has no number.
// It drops numbers that repeat the number of their cage.
func moveTextsToCages(all []picture) []picture {
	return slices.DeleteFunc(all, func(d picture) bool {
		if d.class == classText && d.text != "" && len(d.cells) > 0 && slices.ContainsFunc(all, func(o picture) bool {
			return o.class == classCage && o.text == d.text && slices.Contains(o.cells, d.cells[0])
		}) {
			return true
		}
		if d.class != classText || !d.start {
			return false
		}
		i := slices.IndexFunc(all, func(o picture) bool {
			return o.class == classCage && o.text == "" && len(o.cells) > 0 && slices.Min(o.cells) == d.cells[0]
		})
		if i >= 0 {
			all[i].text = d.text
		}
		return i >= 0
	})
}

// readArrowTexts turns texts beside the board into arrows. Such a text is an arrow, or a number and an arrow.
func (p *placer) readArrowTexts(lines *[]exchange.Element, texts []exchange.Element) (rest []exchange.Element) {
	for _, e := range texts {
		i := strings.IndexAny(e.Text, "↖↗↘↙⬉⬈⬊⬋⇖⇗⇘⇙🡔🡕🡖🡗")
		if i < 0 || p.distanceFromBoard(e.At) != 1 {
			rest = append(rest, e)
			continue
		}
		down, right := 1.0, 1.0
		sign := string([]rune(e.Text[i:])[:1])
		if strings.Contains("↖↗⬉⬈⇖⇗🡔🡕", sign) {
			down = -1
		}
		if strings.Contains("↖↙⬉⬋⇖⇙🡔🡗", sign) {
			right = -1
		}
		middle := exchange.Point{Row: math.Floor(e.At.Row) + 0.5, Column: math.Floor(e.At.Column) + 0.5}
		*lines = append(*lines, exchange.Element{Head: true, Points: []exchange.Point{middle, {Row: middle.Row + 0.4*down, Column: middle.Column + 0.4*right}}})
		if e.Text = strings.TrimSpace(strings.Replace(e.Text, sign, "", 1)); e.Text != "" {
			rest = append(rest, e)
		}
	}
	return rest
}
