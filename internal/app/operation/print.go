//go:build !js

package operation

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"nonet/format"
	"nonet/internal/app/picture"
	"nonet/internal/app/sheet"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// heavy are the operations that WebAssembly does without.
var heavy = []Operation{
	row[PrintRequest, wire.Print]("print", Search, `{"puzzles":[`+easyOne+`],"paper":"a4","per_page":1,"title":"Sunday"}`),
}

// PrintRequest asks for sheets of puzzles as PDF.
type PrintRequest struct {
	Puzzles   []string `json:"puzzles" minItems:"1" maxItems:"480" doc:"The puzzles, each in any format"`
	Title     string   `json:"title,omitempty" doc:"What stands at the head of each page"`
	Paper     string   `json:"paper,omitempty" enum:"a4,letter" default:"a4" doc:"The size of the paper"`
	PerPage   int64    `json:"per_page,omitempty" minimum:"1" maximum:"6" default:"4" doc:"Puzzles on a page: 1, 2, 4 or 6"`
	Solutions bool     `json:"solutions,omitempty" doc:"Whether the solutions follow"`
	Played    bool     `json:"played,omitempty" doc:"Whether the player's digits, notes and colours are drawn"`
	TimeoutMS int64    `json:"timeout_ms,omitempty" minimum:"1" default:"10000" limit:"time" doc:"Milliseconds the request may wait and search"`

	puzzles []format.Puzzle
}

func (q *PrintRequest) prepare(c *Call) error {
	if n := int(q.PerPage); !slices.Contains(sheet.PerPage(), n) {
		return c.invalid("per_page", message.New("operation.perPage"), n)
	}
	for i, text := range q.Puzzles {
		p, err := c.puzzle(text, fmt.Sprintf("puzzles[%d]", i))
		if err != nil {
			return err
		}
		q.puzzles = append(q.puzzles, p)
	}
	return nil
}

func (q *PrintRequest) answer(ctx context.Context, c *Call) (w wire.Print) {
	var pdf bytes.Buffer
	s := sheet.Sheets{
		Paper: q.Paper, PerPage: int(q.PerPage), Title: q.Title, Solutions: q.Solutions, Lang: c.Lang,
		Look: picture.Look{Values: q.Played, Notes: q.Played},
	}
	if err := sheet.PDF(ctx, &pdf, q.puzzles, s); err != nil {
		w.Outcome = sudoku.Undecided.String()
		_, w.Reason = wire.Why(context.Cause(ctx), c.Lang)
	} else {
		w.Outcome, w.PDF = sudoku.Found.String(), pdf.Bytes()
	}
	c.Outcome = w.Outcome
	return w
}
