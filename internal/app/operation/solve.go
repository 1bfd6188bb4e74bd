package operation

import (
	"cmp"
	"context"
	"math/big"
	"time"

	"nonet/sudoku"
	"nonet/wire"
)

// PuzzleRequest is one puzzle to search, in any request of one. It is exported because
// huma looks into no other embedded type.
type PuzzleRequest struct {
	Puzzle    string `json:"puzzle" doc:"One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV …"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds the request may wait and search"`
}

// SolveRequest asks for solutions.
type SolveRequest struct {
	PuzzleRequest
	Limit int    `json:"limit,omitempty" minimum:"1" default:"2" limit:"solutions" doc:"How many solutions to return at most; with 2, complete tells whether the first is the only one"`
	Order string `json:"order,omitempty" enum:"any,lex" default:"any" doc:"Order of the solutions: any is the engine's own, the same every time; lex is ascending, read row by row"`
}

func (q *SolveRequest) search(c *Call) (func(context.Context) (wire.Solve, error), error) {
	puzzle, err := c.puzzle(q.Puzzle, "puzzle")
	if err != nil {
		return nil, err
	}
	order := sudoku.AnyOrder
	if q.Order == "lex" {
		order = sudoku.Lexicographic
	}
	return func(ctx context.Context) (wire.Solve, error) {
		start := time.Now()
		solutions, tally, err := sudoku.SolutionsUpTo(ctx, puzzle.Grid, q.Limit, order, sudoku.Limits{})
		w := wire.SolveOf(puzzle.Grid, solutions, tally, err, time.Since(start), c.Lang)
		w.Notes, c.Outcome = c.notesOn(puzzle), w.Outcome
		return w, nil
	}, nil
}

// CountRequest asks how many solutions there are.
type CountRequest struct {
	PuzzleRequest
	Limit *uint64 `json:"limit,omitempty" minimum:"0" default:"1000000" limit:"count" doc:"Where to stop counting; 0 counts them all, as far as the time allows"`
}

func (q *CountRequest) search(c *Call) (func(context.Context) (wire.Count, error), error) {
	puzzle, err := c.puzzle(q.Puzzle, "puzzle")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (wire.Count, error) {
		start := time.Now()
		limit, total, tally, err := *q.Limit, new(big.Int), sudoku.Tally{}, error(nil)
		if limit == 0 && c.Limits.Count >= exactCount {
			var all sudoku.Total
			all, err = sudoku.CountAll(ctx, puzzle.Grid, sudoku.Limits{}, nil)
			total, tally = all.N, wire.TallyOf(all)
		} else {
			limit = cmp.Or(limit, c.Limits.Count)
			tally, err = sudoku.Count(ctx, puzzle.Grid, limit, sudoku.Limits{})
			total.SetUint64(tally.N)
		}
		w := wire.CountOf(puzzle.Grid, total, tally, err, time.Since(start), c.Lang)
		w.Notes, c.Outcome = c.notesOn(puzzle), completeness(w.Complete)
		if limit != 0 && !w.Complete && w.Count >= limit {
			c.Outcome = "limit"
		}
		return w, nil
	}, nil
}

// CheckRequest asks whether a puzzle is a proper one.
type CheckRequest struct {
	PuzzleRequest
}

func (q *CheckRequest) search(c *Call) (func(context.Context) (wire.Check, error), error) {
	puzzle, err := c.puzzle(q.Puzzle, "puzzle")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (wire.Check, error) {
		start := time.Now()
		report, err := sudoku.Check(ctx, puzzle.Grid, sudoku.Limits{})
		w := wire.CheckOf(puzzle.Grid, report, err, time.Since(start), c.Lang)
		w.Notes, c.Outcome = c.notesOn(puzzle), completeness(w.Reason == "")
		return w, nil
	}, nil
}
