//go:build !js || rules

package operation

import (
	"context"
	"time"

	"nonet/message"
	"nonet/sudoku"
	"nonet/variant"
	"nonet/variant/deduction"
	"nonet/wire"
)

// Deduce is the way to the solution of a puzzle of any rules, step by step. The outcome is found if
// the steps lead there; none, without an error, where logic found no more, or with an [*NoAnswerError]
// where there is no solution; undecided with the context's error. The path is nil where the puzzle
// makes no sense.
func Deduce(ctx context.Context, r *Ruled, suppose bool) (*deduction.Path, sudoku.Outcome, error) {
	path, err := deduction.PathOf(ctx, r.Puzzle, suppose)
	switch {
	case err != nil && (ctx.Err() != nil || r.Validate() == nil):
		return path, sudoku.Undecided, err
	case err != nil:
		return path, sudoku.None, err
	case path.Solved:
		return path, sudoku.Found, nil
	case path.End.Broken():
		return path, sudoku.None, noAnswer("noSolution")
	}
	return path, sudoku.None, nil
}

// Grade is how hard a puzzle of any rules is. The outcome is None or Undecided with the reason as
// the error, and then w has what was ready. One that the techniques do not solve is searched for a
// second solution, within ctx.
func (r *Ruled) Grade(ctx context.Context, lang message.Lang) (w wire.Grade, outcome sudoku.Outcome, err error) {
	start := time.Now()
	w = wire.Grade{Puzzle: r.Written(), Board: r.board(), Notes: r.notes(lang)}
	g, err := deduction.GradeOf(ctx, r.Puzzle, deduction.Extreme)
	switch {
	case err != nil && (ctx.Err() != nil || r.Validate() == nil):
		outcome = sudoku.Undecided
	case err != nil:
		outcome = sudoku.None
	case g.Broken:
		outcome, err = sudoku.None, noAnswer("notOneGrade")
	case g.Solved:
		outcome = sudoku.Found
	default:
		var found variant.Result
		found, err = r.Count(ctx, variant.Limits{Solutions: 2})
		switch {
		case found.N > 1 || err == nil && found.N == 0:
			outcome, err = sudoku.None, noAnswer("notOneGrade")
		case err != nil:
			outcome = sudoku.Undecided
		default:
			outcome = sudoku.Found
		}
	}
	w.Outcome, w.Milliseconds = outcome.String(), wire.Milliseconds(time.Since(start))
	if outcome != sudoku.Found {
		_, w.Reason = wire.Why(err, lang)
		return w, outcome, err
	}
	w.Level, w.Hardest, w.Steps = g.Level.String(), g.Hardest.String(), g.Steps
	w.Nonet = &wire.Rounds{Hardest: w.Hardest, Rounds: g.Rounds, Bottleneck: g.Bottleneck, Solved: g.Solved}
	return w, outcome, nil
}

func (q *GradeRequest) ruledAnswer(ctx context.Context, c *Call) wire.Grade {
	w, _, _ := q.ruled.Grade(ctx, c.Lang)
	c.Outcome = w.Outcome
	return w
}

// Deductions is the wire form of a path.
func (r *Ruled) Deductions(path *deduction.Path, outcome sudoku.Outcome, err error, took time.Duration, lang message.Lang) wire.Deductions {
	w := wire.Deductions{Puzzle: r.Written(), Outcome: outcome.String(), Steps: []wire.Deduction{}, Milliseconds: wire.Milliseconds(took)}
	_, w.Reason = wire.Why(err, lang)
	if path == nil {
		return w
	}
	w.Suppositions = path.Supposed
	at, hardest := path.Start.Clone(), deduction.NakedSingle
	for _, step := range path.Steps {
		w.Steps = append(w.Steps, r.Deduction(at, step, lang))
		hardest = max(hardest, step.Technique)
		at.Apply(step)
	}
	if len(path.Steps) > 0 {
		w.Hardest = hardest.String()
	}
	return w
}

// Deduction is the wire form of a step in a position.
func (r *Ruled) Deduction(at *deduction.State, step *deduction.Step, lang message.Lang) wire.Deduction {
	candidate := func(x deduction.Candidate) wire.CellValue {
		return wire.CellValue{Cell: r.CellName(x.Cell), Value: x.Value}
	}
	w := wire.Deduction{
		Technique: step.Technique.String(), Name: step.Technique.Label().In(lang), Cells: r.CellNames(step.Cells),
		Placements: []wire.CellValue{}, Eliminations: []wire.CellValue{}, Text: at.Sentence(step).In(lang),
	}
	for _, x := range step.Places {
		w.Placements = append(w.Placements, candidate(x))
	}
	for _, x := range step.Removes {
		w.Eliminations = append(w.Eliminations, candidate(x))
	}
	for _, l := range step.Chain {
		w.Chain = append(w.Chain, wire.DeductionLink{CellValue: candidate(l.Candidate), On: l.On, From: l.From})
	}
	return w
}
