//go:build !js

package operation

import (
	"context"

	"nonet/message"
	"nonet/research/canon"
	"nonet/sudoku"
	"nonet/wire"
)

// CanonRequest asks for a puzzle's canonical form.
type CanonRequest struct {
	PuzzleRequest
	Form string `json:"form,omitempty" enum:"minlex,solution-minlex,pattern-minlex" default:"minlex" doc:"Which canonical form: the least isomorph, what the puzzle becomes when its only solution is least, or the least pattern first"`
}

func (q *CanonRequest) answer(ctx context.Context, c *Call) wire.Canon {
	g := q.puzzle.Grid
	var solution sudoku.Grid
	if q.Form == "solution-minlex" {
		var results sudoku.Results
		done := sudoku.SolveBatch(ctx, [][sudoku.Cells]uint8{g.Values()}, 2, sudoku.Limits{}, &results)
		why, r := "cli.check.several", sudoku.Result{}
		if done == 1 {
			r = results.At(0)
		}
		switch tally := r.Tally(); {
		case done < 1:
			c.Outcome = sudoku.Undecided.String()
			return NoCanon(q.Form, message.New("search.deadline").In(c.Lang))
		case tally.N == 0:
			why = "cli.none"
			fallthrough
		case tally.N > 1:
			c.Outcome = sudoku.None.String()
			return NoCanon(q.Form, message.New("cli.canon.notUnique", "why", message.New(why)).In(c.Lang))
		}
		solution = r.Solution()
	}
	c.Outcome = sudoku.Found.String()
	form, t := CanonicalForm(g, q.Form, solution)
	return CanonOf(g, q.Form, form, t)
}

// IsoRequest asks whether two puzzles are isomorphs.
type IsoRequest struct {
	PuzzleRequest
	Other string `json:"other" doc:"The second puzzle, in any format"`

	other sudoku.Grid
}

func (q *IsoRequest) prepare(c *Call) error {
	if err := q.PuzzleRequest.prepare(c); err != nil {
		return err
	}
	p, err := c.puzzle(q.Other, "other")
	q.other = p.Grid
	return err
}

func (q *IsoRequest) answer(context.Context, *Call) wire.Iso {
	return IsoOf(canon.Isomorphic(q.puzzle.Grid, q.other))
}

// RankRequest asks for a full grid's place in the catalogue.
type RankRequest struct{ PuzzleRequest }

func (q *RankRequest) answer(ctx context.Context, c *Call) wire.Ranked {
	var all canon.Catalogue
	n, err := all.Rank(ctx, q.puzzle.Grid)
	if err != nil {
		return wire.Ranked{Reason: c.reason(ctx, err)}
	}
	return RankedOf(n, q.puzzle.Grid)
}

// UnrankRequest asks for the grid of a rank.
type UnrankRequest struct {
	Rank      uint64 `json:"rank" minimum:"1" maximum:"5472730538" doc:"A place in the catalogue of essentially different grids, from 1"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds the request may wait and search"`
}

func (q *UnrankRequest) prepare(*Call) error { return nil }

func (q *UnrankRequest) answer(ctx context.Context, c *Call) wire.Ranked {
	var all canon.Catalogue
	g, err := all.Unrank(ctx, q.Rank)
	if err != nil {
		return wire.Ranked{Reason: c.reason(ctx, err)}
	}
	return wire.Ranked{Rank: q.Rank, Grid: g.String()}
}

// reason is why a search has no answer.
func (c *Call) reason(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return message.New("search.deadline").In(c.Lang)
	}
	return message.Of(err, c.Lang)
}

// CanonForms are the names of the canonical forms.
var CanonForms = []string{"minlex", "solution-minlex", "pattern-minlex"}

// CanonicalForm is the form of g that a name among [CanonForms] asks for, and what makes it of
// g. Solution is g's only one where the form goes by it.
func CanonicalForm(g sudoku.Grid, form string, solution sudoku.Grid) (sudoku.Grid, canon.Transformation) {
	switch form {
	case "solution-minlex":
		f, t, _ := canon.SolutionMinlex(g, solution)
		return f, t
	case "pattern-minlex":
		return canon.PatternMinlex(g)
	}
	return canon.Minlex(g)
}

// mostGenerators bounds an answer: of more, which only grids with many empty lines have, the
// first are told.
const mostGenerators = 100

// CanonOf is a form as an object.
func CanonOf(g sudoku.Grid, form string, canonical sudoku.Grid, t canon.Transformation) wire.Canon {
	w := wire.Canon{Form: form, Puzzle: g.String(), Canonical: canonical.String(), Transformation: t.String()}
	group := canon.Automorphisms(g)
	w.Automorphisms = group.Order
	for _, x := range group.Generators[:min(len(group.Generators), mostGenerators)] {
		s := x.Symmetry()
		w.Generators = append(w.Generators, wire.Automorphism{Transformation: x.String(), Name: s.Name, Order: s.Order, Fixed: s.Fixed})
	}
	return w
}

// NoCanon is the object in place of a form that there is not.
func NoCanon(form, reason string) wire.Canon { return wire.Canon{Form: form, Reason: reason} }

// IsoOf is what [canon.Isomorphic] found, as an object.
func IsoOf(t canon.Transformation, ok bool) wire.Iso {
	if !ok {
		return wire.Iso{}
	}
	return wire.Iso{Isomorphic: true, Transformation: t.String()}
}

// RankedOf is the rank of a grid as an object.
func RankedOf(rank uint64, g sudoku.Grid) wire.Ranked {
	form, _ := canon.Minlex(g)
	return wire.Ranked{Rank: rank, Grid: form.String()}
}
