package format

import (
	"slices"
	"strings"
)

// title is lines of words that may be the title of the grid below.
type title struct {
	lines  []*SyntaxError // what they are if no grid follows; at most maxTitle
	text   string         // the last of them
	column bool           // which is the name of a column of puzzles
}

// maxTitle is how many lines of words may stand above a grid; those before are errors.
const maxTitle = 1000

// readTitle takes a line of words.
func (r *Reader) readTitle(ln *line) {
	if r.grid.holds() {
		r.again()
		r.endGrid()
		return
	}
	r.grid.reset()
	text := printableName(ln.from(ln.body.from))
	e := ln.fail(ln.body.from, "format.text", "text", text)
	switch {
	case strings.EqualFold(text, "end") && r.puzzles > 0: // POJ 3074 ends its input so
		return
	case r.inRun:
		r.bad(e)
		return
	case len(r.title.lines) == maxTitle:
		r.noTitle()
	}
	r.title.lines = append(r.title.lines, e)
	r.count.on = r.count.on && !r.count.full()
	r.title.text, r.title.column = text, slices.Contains(puzzleColumns, strings.ToLower(text))
}

// entitle gives a puzzle the title above it, which only a grid of several lines has.
func (r *Reader) entitle(p *Puzzle, grid bool) {
	t := &r.title
	switch {
	case len(t.lines) == 0:
		return
	case grid && p.Name == "":
		p.Name = strings.TrimRight(t.text, " :=")
	case !grid && t.column && r.section == nil:
		p.Kind = CSV
		r.csv.header = header{on: true, name: -1, between: ','}
	case !grid && p.Kind != CSV:
		r.noTitle()
	}
	*t = title{}
}

// noTitle tells each line that turned out to be no title.
func (r *Reader) noTitle() {
	for _, e := range r.title.lines {
		r.tell(e)
	}
	r.title = title{}
}
