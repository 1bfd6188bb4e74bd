package operation

import (
	"context"
	"math/rand/v2"
	"time"

	"nonet/board"
	"nonet/format"
	"nonet/generate"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// PuzzleRequest is the part of a request that holds a classic puzzle.
type PuzzleRequest struct {
	Puzzle    string `json:"puzzle" doc:"One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV …"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds the request may wait and search"`

	puzzle format.Puzzle // the parsed puzzle, for questions about classic puzzles; other questions use RulesRequest.subject
}

func (q *PuzzleRequest) prepare(c *Call) (err error) {
	q.puzzle, err = c.parseClassic(q.Puzzle, "puzzle")
	return err
}

func (q *PuzzleRequest) limits() puzzle.Limits {
	return puzzle.Limits{Time: time.Duration(q.TimeoutMS) * time.Millisecond}
}

// SubjectRequest is the part of a request that holds a puzzle with any board and any rules.
type SubjectRequest struct {
	PuzzleRequest
	RulesRequest
}

func (q *SubjectRequest) prepare(c *Call) (err error) {
	q.subject, err = c.parseSubject(q.Puzzle, q.RulesRequest)
	return err
}

// PuzzleOnRequest is the part of a request that holds a puzzle. The request may also name a board. The puzzle then also
// gets the houses of this board.
type PuzzleOnRequest struct {
	PuzzleRequest
	BoardRequest
	RulesRequest
}

func (q *PuzzleOnRequest) prepare(c *Call) (err error) {
	if err = q.BoardRequest.prepare(c); err == nil {
		q.extra = q.board
		q.subject, err = c.parseSubject(q.Puzzle, q.RulesRequest)
	}
	return err
}

// RulesRequest is the part of a request that says how to read a puzzle with any rules.
type RulesRequest struct {
	IgnoreUnknown bool   `json:"ignore_unknown,omitempty" doc:"Answer a puzzle with unknown rules by the known ones; otherwise it is refused"`
	Add           string `json:"add,omitempty" doc:"Rules to add to the puzzle: names of kinds with commas between them, such as antiknight, or items of Interactive Sudoku Solver"`
	Letters       string `json:"letters,omitempty" enum:"auto,ten,one" default:"auto" doc:"What A means in a board of one character a cell: ten, one, or auto, which decides by the content"`

	readings map[string]string // corrections to how drawings and sentences were read; see [format.Puzzle.ApplyCorrections]
	extra    *board.Board      // if not nil, a board whose houses are added to the puzzle
	subject  *Subject          // the puzzle, set by prepare
}

// SolveRequest asks for a puzzle's solutions, up to a limit.
type SolveRequest struct {
	PuzzleOnRequest
	Limit int     `json:"limit,omitempty" minimum:"1" default:"2" limit:"solutions" doc:"How many solutions to return at most; with 2, complete shows whether the first is the only one"`
	Order string  `json:"order,omitempty" enum:"any,lex,random" default:"any" doc:"Order of the solutions: any is the engine's own, always the same; lex is ascending, read row by row; random returns one at random, each equally likely if there are at most 1000"`
	Seed  *uint64 `json:"seed,omitempty" maximum:"9007199254740991" doc:"The seed of a random order; without it, another each time"`
}

func (q *SolveRequest) order() sudoku.Order {
	if q.Order == "lex" {
		return sudoku.Lexicographic
	}
	return sudoku.AnyOrder
}

func (q *SolveRequest) answer(ctx context.Context, c *Call) any {
	start, r := time.Now(), q.subject
	if q.Order == "random" {
		w, _, _ := r.AnswerRandom(ctx, seedOr(q.Seed), puzzle.Limits{Valid: true}, c.Lang)
		return w
	}
	found, err := solve.Solutions(ctx, r.Puzzle, q.order(), puzzle.Limits{Solutions: q.Limit, Valid: true})
	return r.Wire(found, err, q.Limit, time.Since(start), c.Lang)
}

// CountRequest asks for the number of a puzzle's solutions.
type CountRequest struct {
	SubjectRequest
	Limit   *uint64 `json:"limit,omitempty" minimum:"0" default:"1000000" limit:"count" doc:"Where to stop counting; 0 counts them all, as far as the time allows"`
	Samples int     `json:"samples,omitempty" minimum:"0" maximum:"100000" doc:"How many random samples to estimate the number from, in place of a count up to the limit; up to 1000 solutions are counted anyway"`
	Seed    *uint64 `json:"seed,omitempty" maximum:"9007199254740991" doc:"The seed of the samples; without it, another each time"`
}

// countLimit returns the number of solutions at which the count stops; 0 means no limit.
func (q *CountRequest) countLimit(l Limits) uint64 {
	if *q.Limit == 0 && l.Count < exactCount {
		return l.Count
	}
	return *q.Limit
}

func (q *CountRequest) answer(ctx context.Context, c *Call) any {
	start, r, limit := time.Now(), q.subject, q.countLimit(c.Limits)
	if q.Samples > 0 {
		w, _, _ := r.AnswerEstimate(ctx, q.Samples, seedOr(q.Seed), puzzle.Limits{Valid: true}, c.Lang)
		c.Outcome = completenessWord(w.Complete)
		return w
	}
	total, err := solve.CountAll(ctx, r.Puzzle, limit, puzzle.Limits{Valid: true}, nil)
	w := r.WireCount(total, err, time.Since(start), c.Lang)
	if c.Outcome = completenessWord(w.Complete); limit != 0 && !w.Complete && w.Count >= limit {
		c.Outcome = "limit"
	}
	return w
}

// CheckRequest asks whether a puzzle has a unique solution, and whether it is minimal.
type CheckRequest struct{ PuzzleOnRequest }

func (q *CheckRequest) answer(ctx context.Context, c *Call) any {
	start, r := time.Now(), q.subject
	found, err := solve.Check(ctx, r.Puzzle, puzzle.Limits{})
	w := r.WireCheck(&found, err, time.Since(start), c.Lang)
	c.Outcome = completenessWord(w.Reason == "")
	return w
}

// CandidatesRequest asks which values each cell has in a puzzle's solutions.
type CandidatesRequest struct {
	PuzzleOnRequest
	Limit uint64 `json:"limit,omitempty" minimum:"1" default:"4096" limit:"count" doc:"Where to stop counting the solutions: up to 4096 that takes milliseconds, beyond it seconds for few givens"`
	Each  uint64 `json:"each,omitempty" minimum:"0" maximum:"1000000" doc:"Also count the solutions of each candidate, up to this number; 0 does not count them"`
}

func (q *CandidatesRequest) answer(ctx context.Context, c *Call) any {
	start, r := time.Now(), q.subject
	found, err := solve.CandidatesOf(ctx, r.Puzzle, q.Limit, q.Each, puzzle.Limits{})
	return r.WireCandidates(&found, err, time.Since(start), c.Lang)
}

// RevisionRequest is the part of a request that holds a classic puzzle and the options for changing its givens.
type RevisionRequest struct {
	PuzzleRequest
	Symmetry string  `json:"symmetry,omitempty" enum:"none,rotate180,rotate90,mirror-horizontal,mirror-vertical,diagonal,anti-diagonal,full,mirror" default:"none" doc:"The symmetry that the givens keep: symmetric cells change together; mirror is mirror-horizontal"`
	Seed     *uint64 `json:"seed,omitempty" maximum:"9007199254740991" doc:"The seed of the random choices; without it, another each time"`
	Attempts int     `json:"attempts,omitempty" minimum:"1" maximum:"100000" default:"256" doc:"How many random orders are tried; the result is that with the fewest givens"`

	revision generate.Revision
}

// AnySeed returns a random seed from 0 to 2⁵³−1, which every JSON reader represents exactly.
func AnySeed() uint64 { return rand.Uint64N(greatestSeed + 1) }

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
	w.Notes = ignoredMarkNotes(&q.puzzle, c.Lang)
	return w
}

// Reviser is [generate.Minimise], which removes givens from a puzzle, or [generate.Complete], which adds givens.
type Reviser func(context.Context, sudoku.Grid, generate.Revision) (generate.Puzzle, sudoku.Outcome, error)

// ReviseGrid calls revise for g. It returns the JSON answer, and revise's outcome and error.
func ReviseGrid(ctx context.Context, g sudoku.Grid, revise Reviser, r generate.Revision, lang message.Lang) (wire.Revised, sudoku.Outcome, error) {
	start := time.Now()
	p, outcome, err := revise(ctx, g, r)
	givens, solution := p.Grids()
	return wire.RevisedOf(g, givens, solution, r.Seed, outcome, err, time.Since(start), lang), outcome, err
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
