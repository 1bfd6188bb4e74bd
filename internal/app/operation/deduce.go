//go:build !js

package operation

import (
	"context"
	"time"

	"nonet/message"
	"nonet/sudoku"
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
	case err != nil && ctx.Err() != nil:
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
