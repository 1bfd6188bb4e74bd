package operation

import (
	"context"
	"math/rand/v2"
	"time"

	"nonet/generate"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// CandidatesRequest asks for the values that occur in a puzzle's solutions.
type CandidatesRequest struct {
	PuzzleOnRequest
	Limit uint64 `json:"limit,omitempty" minimum:"1" default:"4096" limit:"count" doc:"Where to stop counting the solutions: up to 4096 that takes milliseconds, beyond it seconds for few givens"`
	Each  uint64 `json:"each,omitempty" minimum:"0" maximum:"1000000" doc:"Also count the solutions of each candidate, up to this number; 0 does not count them"`
}

func (q *CandidatesRequest) answer(ctx context.Context, c *Call) any {
	start, r := time.Now(), q.subject
	found, err := solve.EachOf(ctx, r.Puzzle, q.Limit, q.Each, puzzle.Limits{})
	return r.WireCandidates(&found, err, time.Since(start), c.Lang)
}

// RevisionRequest is the part of a request that selects a change of a puzzle's givens.
type RevisionRequest struct {
	PuzzleRequest
	Symmetry string  `json:"symmetry,omitempty" enum:"none,rotate180,rotate90,mirror-horizontal,mirror-vertical,diagonal,anti-diagonal,full,mirror" default:"none" doc:"The symmetry that the givens keep: symmetric cells change together; mirror is mirror-horizontal"`
	Seed     *uint64 `json:"seed,omitempty" maximum:"9007199254740991" doc:"The seed of the random choices; without it, another each time"`
	Attempts int     `json:"attempts,omitempty" minimum:"1" maximum:"100000" default:"256" doc:"How many random orders are tried; the result is that with the fewest givens"`

	revision generate.Revision
}

// AnySeed returns a random seed, small enough for every JSON reader.
func AnySeed() uint64 { return rand.Uint64N(greatestSeed + 1) }

// seedOr returns the request's seed, or a random one if it has none.
func seedOr(seed *uint64) uint64 {
	if seed == nil {
		return AnySeed()
	}
	return *seed
}

func (q *RevisionRequest) prepare(c *Call) error {
	q.revision = generate.Revision{Seed: seedOr(q.Seed), Attempts: q.Attempts}
	if err := q.revision.Symmetry.UnmarshalText([]byte(q.Symmetry)); err != nil {
		return err
	}
	return q.PuzzleRequest.prepare(c)
}

func (q *RevisionRequest) revise(ctx context.Context, c *Call, revise Reviser) wire.Revised {
	w, _, _ := ReviseGrid(ctx, q.puzzle.Grid, revise, q.revision, c.Lang)
	w.Notes = notesOn(&q.puzzle, c.Lang)
	return w
}

// Reviser is the type of [generate.Minimise] and [generate.Complete].
type Reviser func(context.Context, sudoku.Grid, generate.Revision) (generate.Puzzle, sudoku.Outcome, error)

// ReviseGrid applies revise to g and returns the answer, with the outcome and error of revise.
func ReviseGrid(ctx context.Context, g sudoku.Grid, revise Reviser, r generate.Revision, lang message.Lang) (wire.Revised, sudoku.Outcome, error) {
	start := time.Now()
	p, outcome, err := revise(ctx, g, r)
	return wire.RevisedOf(g, p.Grid, p.Solution, r.Seed, outcome, err, time.Since(start), lang), outcome, err
}

// MinimiseRequest asks for a puzzle without its redundant givens.
type MinimiseRequest struct{ RevisionRequest }

func (q *MinimiseRequest) answer(ctx context.Context, c *Call) any {
	return q.revise(ctx, c, generate.Minimise)
}

// CompleteRequest asks for a puzzle with further givens, so that its solution is unique.
type CompleteRequest struct{ RevisionRequest }

func (q *CompleteRequest) answer(ctx context.Context, c *Call) any {
	return q.revise(ctx, c, generate.Complete)
}
