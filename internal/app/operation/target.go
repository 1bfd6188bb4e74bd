package operation

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"nonet/message"
	"nonet/sudoku"
	"nonet/target"
	"nonet/wire"
)

// ScoreRequest is a puzzle whose completions have scores, in any request of one.
type ScoreRequest struct {
	PuzzleRequest
	RulesRequest
	Goal    string  `json:"goal,omitempty" enum:"maximum,minimum" default:"maximum" doc:"Which end of the scores is wanted"`
	Weights []int64 `json:"weights,omitempty" minItems:"1" maxItems:"4096" minimum:"-1000000000" maximum:"1000000000" doc:"What each cell's digit is multiplied by, row by row: 81 numbers, to 111111111 on either side of 0; or what the digits 1 to 9 are worth in each cell: 729; for a puzzle of another board one number a cell; without it the puzzle's own or the rings: 6 at the rim, and one more a step, to 10 in the centre of nine rows"`

	goal    target.Goal
	weights target.Weights
}

func (q *ScoreRequest) prepare(c *Call) error {
	if err := q.read(c, &q.PuzzleRequest); err != nil {
		return err
	}
	if q.ruled == nil {
		return q.prepareScores(c)
	}
	if err := q.goal.UnmarshalText([]byte(q.Goal)); err != nil {
		return err
	}
	return q.prepareRuled(c)
}

// prepareScores is the goal and the weights of a classic puzzle.
func (q *ScoreRequest) prepareScores(c *Call) error {
	const digits = 9
	if err := q.goal.UnmarshalText([]byte(q.Goal)); err != nil {
		return err
	}
	switch len(q.Weights) {
	case 0:
		q.weights = target.Rings()
	case sudoku.Cells:
		if err := c.cellWeights(q.Weights); err != nil {
			return err
		}
		q.weights = target.CellWeights([sudoku.Cells]int64(q.Weights))
	case digits * sudoku.Cells:
		for i, w := range q.Weights {
			q.weights[i/digits][i%digits+1] = w
		}
	default:
		return c.invalid("weights", message.New("api.weights", "n", len(q.Weights)), nil)
	}
	return nil
}

// cellWeights refuses numbers that are too great for a cell's digits to be multiplied by.
func (c *Call) cellWeights(weights []int64) error {
	const most = target.MaxWeight / 9
	for i, w := range weights {
		field := fmt.Sprintf("weights[%d]", i)
		if w > most {
			return c.invalid(field, message.New("api.fault.maximum", "value", most), float64(w))
		}
		if w < -most {
			return c.invalid(field, message.New("api.fault.minimum", "value", -most), float64(w))
		}
	}
	return nil
}

// options are what is looked for, told as it goes if anybody listens.
func (q *ScoreRequest) options(c *Call) target.Options {
	options := target.Options{Goal: q.goal}
	if c.Event != nil {
		options.Progress = func(p target.Progress) { c.Event(wire.TargetProgressOf(p)) }
	}
	return options
}

// TargetRequest asks for the completion with the best score.
type TargetRequest struct {
	ScoreRequest
}

func (q *TargetRequest) answer(ctx context.Context, c *Call) wire.Target {
	if q.ruled != nil {
		return q.ruledAnswer(ctx, c)
	}
	optimum := c.Optimum
	if optimum == nil {
		optimum = target.Optimum
	}
	start := time.Now()
	r, err := optimum(ctx, q.puzzle.Grid, q.weights, q.options(c))
	w := wire.TargetOf(q.puzzle.Grid, q.goal, r, err, time.Since(start), c.Lang)
	w.Notes, c.Outcome = c.notesOn(q.puzzle), w.Outcome
	return w
}

// TargetBestRequest asks for several of the best completions.
type TargetBestRequest struct {
	ScoreRequest
	Limit int `json:"limit,omitempty" minimum:"1" default:"10" limit:"solutions" doc:"How many completions to return at most"`
}

func (q *TargetBestRequest) answer(ctx context.Context, c *Call) wire.TargetRanking {
	if q.ruled != nil {
		return q.ruledAnswer(ctx, c)
	}
	start := time.Now()
	r, err := target.BestCompletions(ctx, q.puzzle.Grid, q.weights, q.Limit, q.options(c))
	w := wire.TargetRankingOf(q.puzzle.Grid, q.goal, r, err, time.Since(start), c.Lang)
	w.Notes, c.Outcome = c.notesOn(q.puzzle), w.Outcome
	return w
}

// TargetCountRequest asks how many completions have the best score.
type TargetCountRequest struct {
	ScoreRequest
	Limit *uint64 `json:"limit,omitempty" minimum:"0" default:"1000000" limit:"count" doc:"Where to stop counting; 0 counts them all, as far as the time allows"`
}

func (q *TargetCountRequest) answer(ctx context.Context, c *Call) wire.TargetCount {
	if q.ruled != nil {
		return q.ruledAnswer(ctx, c)
	}
	start := time.Now()
	counted, err := target.CountOptima(ctx, q.puzzle.Grid, q.weights, cmp.Or(*q.Limit, c.Limits.Count), q.options(c))
	w := wire.TargetCountOf(q.puzzle.Grid, q.goal, counted, err, time.Since(start), c.Lang)
	w.Notes, c.Outcome = c.notesOn(q.puzzle), w.Outcome
	return w
}
