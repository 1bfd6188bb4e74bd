//go:build !js

package operation

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"nonet/internal/app/sheet"
	"nonet/internal/picture"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// heavy lists the operations that are too large for the WebAssembly module.
var heavy = []Operation{
	newOperation("canon", Search, &CanonRequest{}, wire.Canon{}, `{"puzzle":`+hardOne+`,"form":"minlex"}`),
	newOperation("iso", Search, &IsoRequest{}, wire.Iso{}, `{"puzzle":`+hardOne+`,"other":"........1.....2.3...4.5.6.....6..7....678.....3...9.....8...5...9...7.1.12.....9."}`),
	newOperation("catalog/rank", Search, &RankRequest{}, wire.Ranked{}, `{"puzzle":"812753649943682175675491283154237896369845721287169534521974368438526917796318452"}`),
	newOperation("catalog/unrank", Search, &UnrankRequest{}, wire.Ranked{}, `{"rank":2736365269}`),
	newOperation("minimal", Search, &MinimalRequest{}, wire.Minimal{}, `{"puzzle":`+easyOne+`,"limit":3}`),
	newOperation("unavoidable", Search, &UnavoidableRequest{}, wire.Unavoidable{}, `{"puzzle":`+hardOne+`,"size":6}`),
	newOperation("backdoor", Search, &BackdoorRequest{}, wire.Backdoor{}, `{"puzzle":`+hardOne+`}`),
	newOperation("print", Search, &PrintRequest{}, wire.Print{}, `{"puzzles":[`+easyOne+`],"paper":"a4","per_page":1,"title":"Sunday"}`),
}

// PrintRequest asks for a PDF with puzzles to print.
type PrintRequest struct {
	Puzzles   []string `json:"puzzles" minItems:"1" maxItems:"480" doc:"The puzzles, each in any format"`
	Captions  []string `json:"captions,omitempty" maxItems:"480" doc:"What stands beside the number of each puzzle, such as its difficulty"`
	Title     string   `json:"title,omitempty" doc:"The heading of each page"`
	Paper     string   `json:"paper,omitempty" enum:"a4,letter" default:"a4" doc:"The size of the paper"`
	PerPage   int64    `json:"per_page,omitempty" minimum:"1" maximum:"6" default:"4" doc:"Puzzles on a page: 1, 2, 4 or 6"`
	Solutions bool     `json:"solutions,omitempty" doc:"Whether the solutions follow"`
	Played    bool     `json:"played,omitempty" doc:"Whether the player's digits, notes and colours are drawn"`
	TimeoutMS int64    `json:"timeout_ms,omitempty" minimum:"1" default:"10000" limit:"time" doc:"Milliseconds the request may wait and search"`

	puzzles []sheet.Puzzle
}

func (q *PrintRequest) prepare(c *Call) error {
	if n := int(q.PerPage); !slices.Contains(sheet.PuzzlesPerPageOptions(), n) {
		return c.invalidProblem("per_page", message.New("operation.perPage"), n)
	}
	if n := len(q.Captions); n > 0 && n != len(q.Puzzles) {
		return c.invalidProblem("captions", message.New("operation.captions", "n", n, "puzzles", len(q.Puzzles)), n)
	}
	for i, text := range q.Puzzles {
		p, err := c.parseAnyPuzzle(text, fmt.Sprintf("puzzles[%d]", i), RulesRequest{IgnoreUnknown: true})
		if err != nil {
			return err
		}
		z := sheet.Puzzle{Puzzle: p}
		if len(q.Captions) > 0 {
			z.Caption = q.Captions[i]
		}
		q.puzzles = append(q.puzzles, z)
	}
	return nil
}

func (q *PrintRequest) answer(ctx context.Context, c *Call) any {
	var w wire.Print
	var pdf bytes.Buffer
	s := sheet.Sheets{
		Paper: q.Paper, PerPage: int(q.PerPage), Title: q.Title, Solutions: q.Solutions, Lang: c.Lang,
		Look: picture.Look{Values: q.Played, Notes: q.Played},
	}
	if err := sheet.PDF(ctx, &pdf, q.puzzles, s); err != nil {
		w.Outcome = sudoku.Undecided.String()
		_, w.Reason = wire.WhyStopped(context.Cause(ctx), c.Lang)
	} else {
		w.Outcome, w.PDF = sudoku.Found.String(), pdf.Bytes()
	}
	return w
}
