package operation

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/target"
)

// ScoreRequest is the part of a request that holds a puzzle, and the goal and weights that give its solutions scores.
type ScoreRequest struct {
	SubjectRequest
	Goal    string  `json:"goal,omitempty" enum:"maximum,minimum" default:"maximum" doc:"Whether to find the highest or the lowest score"`
	Weights []int64 `json:"weights,omitempty" minItems:"1" maxItems:"4096" minimum:"-1000000000" maximum:"1000000000" doc:"The weight of each cell, row by row: 81 numbers from -111111111 to 111111111; or 729, the worth of the digits 1 to 9 in each cell; for another board, one number a cell. Without it, the puzzle's own weights or the rings: 6 at the edge, and one more each step inwards, to 10 in the centre of nine rows"`

	goal target.Goal
}

func (q *ScoreRequest) prepare(c *Call) (err error) {
	if err = q.SubjectRequest.prepare(c); err != nil {
		return err
	}
	if err := q.goal.UnmarshalText([]byte(q.Goal)); err != nil {
		return err
	}
	r := q.subject
	switch n, cells := len(q.Weights), r.BoardCells(); {
	case n == 0:
		return nil
	case n == cells:
		return c.checkCellWeights(q.Weights)
	case n == 9*cells && r.TakesDigitWeights():
		return nil
	case r.TakesDigitWeights():
		return c.invalidProblem("weights", message.New("api.weights", "n", n), nil)
	default:
		return c.invalidProblem("weights", message.New("rules.weights", "n", n, "cells", cells), nil)
	}
}

// checkCellWeights returns a problem if a weight times a digit could exceed target.MaxWeight.
func (c *Call) checkCellWeights(weights []int64) error {
	const maxWeight = target.MaxWeight / 9
	for i, w := range weights {
		field := fmt.Sprintf("weights[%d]", i)
		if w > maxWeight {
			return c.invalidProblem(field, message.New("api.fault.maximum", "value", maxWeight), float64(w))
		}
		if w < -maxWeight {
			return c.invalidProblem(field, message.New("api.fault.minimum", "value", -maxWeight), float64(w))
		}
	}
	return nil
}

func (q *ScoreRequest) scoringOf() solve.Scoring {
	return solve.Scoring{Goal: q.goal, Weights: q.Weights}
}

// progressReport returns a function that reports the progress of a search, which began at the time start.
func (q *ScoreRequest) progressReport(c *Call, r *Subject, start time.Time) func(solve.Optimum) {
	if c.Event == nil {
		return nil
	}
	return func(o solve.Optimum) { c.Event(r.wireProgress(o, time.Since(start))) }
}

// TargetRequest asks for the solution with the best score.
type TargetRequest struct {
	ScoreRequest
}

func (q *TargetRequest) answer(ctx context.Context, c *Call) any {
	best := c.Best
	if best == nil {
		best = solve.Best
	}
	start, r := time.Now(), q.subject
	found, err := best(ctx, r.Puzzle, q.scoringOf(), puzzle.Limits{}, q.progressReport(c, r, start))
	return r.WireTarget(q.goal, found, err, time.Since(start), c.Lang)
}

// TargetBestRequest asks for several solutions with the best scores.
type TargetBestRequest struct {
	ScoreRequest
	Limit int `json:"limit,omitempty" minimum:"1" default:"10" limit:"solutions" doc:"How many completions to return at most"`
}

func (q *TargetBestRequest) answer(ctx context.Context, c *Call) any {
	start, r := time.Now(), q.subject
	found, err := solve.BestSolutions(ctx, r.Puzzle, q.scoringOf(), q.Limit, puzzle.Limits{}, q.progressReport(c, r, start))
	return r.WireRanking(q.goal, found, err, time.Since(start), c.Lang)
}

// TargetCountRequest asks how many solutions have the best score.
type TargetCountRequest struct {
	ScoreRequest
	Limit *uint64 `json:"limit,omitempty" minimum:"0" default:"1000000" limit:"count" doc:"Where to stop counting; 0 counts them all, as far as the time allows"`
}

func (q *TargetCountRequest) answer(ctx context.Context, c *Call) any {
	start, r := time.Now(), q.subject
	limits := puzzle.Limits{Solutions: int(min(cmp.Or(*q.Limit, c.Limits.Count), exactCount))}
	found, err := solve.CountBest(ctx, r.Puzzle, q.scoringOf(), limits, q.progressReport(c, r, start))
	return r.WireTies(q.goal, found, err, time.Since(start), c.Lang)
}
