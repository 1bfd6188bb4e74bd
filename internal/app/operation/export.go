package operation

import (
	"context"
	"errors"
	"strings"

	"nonet/format"
	"nonet/internal/picture"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/wire"
)

// svg names the picture format. Unlike the other formats, it cannot be read back as a puzzle.
const svg = "svg"

// ExportRequest asks for a puzzle in another program's format, or as a picture.
type ExportRequest struct {
	Puzzle     string   `json:"puzzle" doc:"The puzzle, in any format"`
	Values     string   `json:"values,omitempty" doc:"The givens and the player's digits, 81 characters"`
	Candidates []string `json:"candidates,omitempty" minItems:"81" maxItems:"81" doc:"The digits still possible in each cell, row by row; for candidates and pencil729"`
	Corner     []string `json:"corner,omitempty" minItems:"81" maxItems:"81" doc:"Notes in the corners of the cells: the digits of each cell, row by row"`
	Centre     []string `json:"centre,omitempty" minItems:"81" maxItems:"81" doc:"Notes in the middle of the cells: the digits of each cell, row by row"`
	Colours    []string `json:"colours,omitempty" minItems:"81" maxItems:"81" doc:"Colours of the cells: for each cell, row by row, its colours as digits from 1 to 9"`
	Title      string   `json:"title,omitempty" doc:"Its title; a long one is cut"`
	Author     string   `json:"author,omitempty" doc:"Who made it"`
	Rules      string   `json:"rules,omitempty" doc:"Its rules in words"`
	To         string   `json:"to,omitempty" enum:"formats,svg" default:"line" doc:"The format; iss is items of Interactive Sudoku Solver, nonet its JSON, solo a game id of Simon Tatham's Solo, sudokuwiki and puzz-link links of these sites, svg a picture"`
	RulesRequest

	puzzle format.Puzzle
	to     format.Kind
	text   Converted // the converted puzzle; empty for a picture
}

// prepare checks the request and converts the puzzle. So the request fails early if the format cannot express the
// puzzle.
func (q *ExportRequest) prepare(c *Call) (err error) {
	if err = q.mergeRequestFields(c); err != nil || q.To == svg {
		return err
	}
	if q.text, err = Convert(q.puzzle, q.to, Reading{}.With(q.IgnoreUnknown, q.Letters)); err != nil {
		what := message.New("rules.cannotWrite", "style", q.To, "formats", strings.Join(format.AnyRulesStyles(), " "))
		if lost := (*LostRulesError)(nil); errors.As(err, &lost) {
			what = lost.reasonText()
		} else if m := message.Messenger(nil); errors.As(err, &m) {
			what = m.Message()
		}
		return c.invalidProblem("to", what, q.To)
	}
	return nil
}

// mergeRequestFields combines the puzzle in the text with the fields of the request. A field overrides the text: for
// example, the field title replaces a title in the text.
func (q *ExportRequest) mergeRequestFields(c *Call) (err error) {
	if q.puzzle, err = c.parseAnyPuzzle(q.Puzzle, "puzzle", q.RulesRequest); err != nil {
		return err
	}
	if q.To != svg {
		if err = q.to.UnmarshalText([]byte(q.To)); err != nil {
			return err
		}
	}
	given := map[string]bool{"values": q.Values != "", "candidates": q.Candidates != nil, "corner": q.Corner != nil, "centre": q.Centre != nil, "colours": q.Colours != nil}
	if err := c.checkFields(SubjectOf(&q.puzzle), given); err != nil {
		return err
	}
	p := &q.puzzle
	p.Describe(q.Title, q.Author, q.Rules)
	extra := format.Extra{}
	if p.Extra != nil {
		extra = *p.Extra
	}
	if q.Values != "" {
		values, err := c.parseClassic(q.Values, "values")
		if err != nil {
			return err
		}
		played := newPosition(SubjectOf(p))
		if err := played.setValues(puzzle.GridValues(values.Grid)); err != nil {
			return c.invalidError("values", err, nil)
		}
		extra.Values = values.Grid
		for cell := range sudoku.Cell(sudoku.Cells) {
			if p.Grid.At(cell) != 0 {
				extra.Values = extra.Values.With(cell, 0)
			}
		}
	}
	for _, list := range []struct {
		field string
		cells []string
		take  func(*[sudoku.Cells]sudoku.Candidates)
	}{
		{"corner", q.Corner, func(sets *[sudoku.Cells]sudoku.Candidates) { extra.Corner = *sets }},
		{"centre", q.Centre, func(sets *[sudoku.Cells]sudoku.Candidates) { extra.Centre = *sets }},
		{"candidates", q.Candidates, func(sets *[sudoku.Cells]sudoku.Candidates) { p.Pencil = sets }},
		{"colours", q.Colours, func(sets *[sudoku.Cells]sudoku.Candidates) {
			for cell, set := range sets {
				extra.Colours[cell] = uint16(set) << 1 // colour n becomes digit n, whose bit is n−1
			}
		}},
	} {
		if list.cells == nil {
			continue
		}
		marks, err := c.parseMarks(SubjectOf(p), list.cells, list.field)
		if err != nil {
			return err
		}
		sets := new([sudoku.Cells]sudoku.Candidates)
		for cell, digits := range marks {
			for _, d := range digits {
				sets[cell] = sets[cell].With(sudoku.Digit(d))
			}
		}
		list.take(sets)
	}
	p.Extra = &extra
	if q.To != svg && (q.to == format.Candidates || q.to == format.Pencil729) { // candidate grids do not show which digits are givens
		p.Grid = p.Position()
		p.Extra.Values = sudoku.Grid{}
	}
	return nil
}

func (q *ExportRequest) answer(_ context.Context, c *Call) any {
	if q.To == svg {
		return wire.Export{Text: string(picture.SVG(&q.puzzle, picture.Look{Values: true, Notes: true})), Format: svg, File: svg}
	}
	e := wire.Export{Text: q.text.Text, Format: q.to.Style(), File: q.to.Extension()}
	e.Lost, e.Drawn = InLanguage(q.text.Lost, c.Lang), InLanguage(q.text.Drawn, c.Lang)
	return e
}
