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

	goal target.Goal
}

func (q *TargetRequest) prepare(c *Call) error {
	if err := q.goal.UnmarshalText([]byte(q.Goal)); err != nil {
		return err
	}
	return q.PuzzleRequest.prepare(c)
}

func (q *TargetRequest) answer(ctx context.Context, c *Call) wire.Target {
	weights, options, optimum := target.Rings(), target.Options{Goal: q.goal}, c.Optimum
	if q.Weights != nil {
		weights = target.CellWeights([sudoku.Cells]int64(q.Weights))
	}
	if c.Event != nil {
		options.Progress = func(p target.Progress) { c.Event(wire.TargetProgressOf(p)) }
	}
	if optimum == nil {
		optimum = target.Optimum
	}
	start := time.Now()
	r, err := optimum(ctx, q.puzzle.Grid, weights, options)
	w := wire.TargetOf(q.puzzle.Grid, q.goal, r, err, time.Since(start), c.Lang)
	w.Notes, c.Outcome = c.notesOn(q.puzzle), w.Outcome
	return w
}
