//go:build !js

package operation

import (
	"context"

	"nonet/internal/research/canon"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// CanonRequest asks for a puzzle's canonical form.
type CanonRequest struct {
	PuzzleRequest
	Form string `json:"form,omitempty" enum:"minlex,solution-minlex,pattern-minlex" default:"minlex" doc:"Which canonical form: the least isomorph, the one with the least solution, or the one with the least pattern"`
}

func (q *CanonRequest) answer(ctx context.Context, c *Call) any {
	g := q.puzzle.Grid
	var solution sudoku.Grid
	if q.Form == "solution-minlex" {
		found, tally, _ := sudoku.SolutionsUpTo(ctx, g, 2, sudoku.AnyOrder, sudoku.Limits{})
		switch {
		case tally.N > 1:
			return c.answerWithoutForm(q.Form, sudoku.None, message.New("cli.canon.notUnique", "why", message.New("cli.check.several")))
		case !tally.Exact:
			return c.answerWithoutForm(q.Form, sudoku.Undecided, message.New("search.deadline"))
		case tally.N == 0:
			return c.answerWithoutForm(q.Form, sudoku.None, message.New("cli.canon.notUnique", "why", message.New("cli.none")))
		}
		solution = found[0]
	}
	w, err := CanonOf(ctx, g, q.Form, solution)
	if err != nil {
		return c.answerWithoutForm(q.Form, sudoku.Undecided, message.New("search.deadline"))
	}
	c.Outcome = sudoku.Found.String()
	return w
}

func (c *Call) answerWithoutForm(form string, outcome sudoku.Outcome, reason message.Message) wire.Canon {
	c.Outcome = outcome.String()
	return wire.Canon{Form: form, Reason: reason.In(c.Lang)}
}

// IsoRequest asks whether a symmetry of Sudoku maps one puzzle to another.
type IsoRequest struct {
	PuzzleRequest
	Other string `json:"other" doc:"The second puzzle, in any format"`

	other sudoku.Grid
}

func (q *IsoRequest) prepare(c *Call) error {
	if err := q.PuzzleRequest.prepare(c); err != nil {
		return err
	}
	p, err := c.parseClassic(q.Other, "other")
	q.other = p.Grid
	return err
}

func (q *IsoRequest) answer(ctx context.Context, c *Call) any {
	t, ok, err := canon.Isomorphic(ctx, q.puzzle.Grid, q.other)
	w := IsoOf(t, ok)
	if err != nil {
		c.Outcome = sudoku.Undecided.String()
		w.Reason = message.New("search.deadline").In(c.Lang)
	}
	return w
}

// RankRequest asks for a full grid's number in the catalogue of essentially different grids.
type RankRequest struct{ PuzzleRequest }

func (q *RankRequest) answer(ctx context.Context, c *Call) any {
	var all canon.Catalogue
	n, err := all.Rank(ctx, q.puzzle.Grid)
	if err != nil {
		return wire.Ranked{Reason: c.undecidedReason(ctx, err)}
	}
	w, err := RankedOf(ctx, n, q.puzzle.Grid)
	if err != nil {
		return wire.Ranked{Reason: c.undecidedReason(ctx, err)}
	}
	return w
}

// UnrankRequest asks for the grid that has a given number in the catalogue of essentially different grids.
type UnrankRequest struct {
	Rank      uint64 `json:"rank" minimum:"1" maximum:"5472730538" doc:"A place in the catalogue of essentially different grids, from 1"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds the request may wait and search"`
}

func (q *UnrankRequest) prepare(*Call) error { return nil }

func (q *UnrankRequest) answer(ctx context.Context, c *Call) any {
	var all canon.Catalogue
	g, err := all.Unrank(ctx, q.Rank)
	if err != nil {
		return wire.Ranked{Reason: c.undecidedReason(ctx, err)}
	}
	return wire.Ranked{Rank: q.Rank, Grid: g.String()}
}

// undecidedReason returns the reason why a search stopped early, as text. The reason is the time limit if ctx has
// ended, and err if ctx has not ended.
func (c *Call) undecidedReason(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return message.New("search.deadline").In(c.Lang)
	}
	return message.TextOf(err, c.Lang)
}

// CanonForms lists the canonical forms by name. minlex is the form of the puzzle, solution-minlex that of its solution,
// and pattern-minlex that of the pattern of its givens.
var CanonForms = []string{"minlex", "solution-minlex", "pattern-minlex"}

// CanonicalForm returns a canonical form of g, and a transformation that maps g to it. form is one of [CanonForms].
// solution is the only solution of g, for forms that depend on it. The error is ctx.Err().
func CanonicalForm(ctx context.Context, g sudoku.Grid, form string, solution sudoku.Grid) (sudoku.Grid, canon.Transformation, error) {
	switch form {
	case "solution-minlex":
		f, t, _ := canon.SolutionMinlex(g, solution)
		return f, t, nil
	case "pattern-minlex":
		return canon.PatternMinlex(ctx, g)
	}
	return canon.Minlex(ctx, g)
}

// mostGenerators limits the generators in an answer. Only grids with many empty lines have more generators.
const mostGenerators = 100

// CanonOf returns the [CanonicalForm] and the automorphisms of g in JSON form. The error is ctx.Err().
func CanonOf(ctx context.Context, g sudoku.Grid, form string, solution sudoku.Grid) (wire.Canon, error) {
	canonical, t, err := CanonicalForm(ctx, g, form, solution)
	if err != nil {
		return wire.Canon{}, err
	}
	group, err := canon.Automorphisms(ctx, g)
	if err != nil {
		return wire.Canon{}, err
	}
	w := wire.Canon{Form: form, Puzzle: g.String(), Canonical: canonical.String(), Transformation: t.String(), Automorphisms: group.Order}
	for _, x := range group.Generators[:min(len(group.Generators), mostGenerators)] {
		s := x.Symmetry()
		w.Generators = append(w.Generators, wire.Automorphism{Transformation: x.String(), Name: s.Name, Order: s.Order, Fixed: s.Fixed})
	}
	return w, nil
}

// IsoOf returns the result of [canon.Isomorphic] in JSON form.
func IsoOf(t canon.Transformation, ok bool) wire.Iso {
	if !ok {
		return wire.Iso{}
	}
	return wire.Iso{Isomorphic: true, Transformation: t.String()}
}

// RankedOf returns the JSON answer with rank and the [canon.Minlex] form of g. The error is ctx.Err().
func RankedOf(ctx context.Context, rank uint64, g sudoku.Grid) (wire.Ranked, error) {
	form, _, err := canon.Minlex(ctx, g)
	if err != nil {
		return wire.Ranked{}, err
	}
	return wire.Ranked{Rank: rank, Grid: form.String()}, nil
}
