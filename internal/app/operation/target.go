package operation

import (
	"context"
	"time"

	"nonet/sudoku"
	"nonet/target"
	"nonet/wire"
)

// TargetRequest asks for the completion with the best score.
type TargetRequest struct {
	PuzzleRequest
	Goal    string  `json:"goal,omitempty" enum:"maximum,minimum" default:"maximum" doc:"Which end of the scores is wanted"`
	Weights []int64 `json:"weights,omitempty" minItems:"81" maxItems:"81" minimum:"-111111111" maximum:"111111111" doc:"What each cell's digit is multiplied by, row by row; without it the rings: 6 at the rim to 10 in the centre"`
}

func (q *TargetRequest) search(c *Call) (func(context.Context) (wire.Target, error), error) {
	puzzle, err := c.puzzle(q.Puzzle, "puzzle")
	if err != nil {
		return nil, err
	}
	weights, options := target.Rings(), target.Options{}
	if q.Weights != nil {
		weights = target.CellWeights([sudoku.Cells]int64(q.Weights))
	}
	if err := options.Goal.UnmarshalText([]byte(q.Goal)); err != nil {
		return nil, err
	}
	if c.Event != nil {
		options.Progress = func(p target.Progress) { c.Event(wire.TargetProgressOf(p)) }
	}
	optimum := c.Optimum
	if optimum == nil {
		optimum = target.Optimum
	}
	return func(ctx context.Context) (wire.Target, error) {
		start := time.Now()
		r, err := optimum(ctx, puzzle.Grid, weights, options)
		w := wire.TargetOf(puzzle.Grid, options.Goal, r, err, time.Since(start), c.Lang)
		w.Notes, c.Outcome = c.notesOn(puzzle), w.Outcome
		return w, nil
	}, nil
}
