package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/sudoku"
	"nonet/variant/deduction"
)

// ruledPositions calls each with the positions of the arguments, and rules with puzzles of other
// boards and rules.
func (a *app) ruledPositions(args []string, each func(*app, position) error, rules func(*app, operation.Ruled, position) error) error {
	return a.positionsOf(args, true, func(a *app, p position) error {
		if p.Puzzle.Text == "" {
			return each(a, p)
		}
		r, grid, plain, err := a.understood(p.Puzzle.Text, func(note string) { a.Notes.Line("nonet: " + p.place + ": " + note) })
		if err != nil {
			return a.badPosition(p, err)
		}
		if plain {
			if p.Position, err = operation.PositionOf(a.on.Board(), grid, grid, nil); err != nil {
				return a.badPosition(p, err)
			}
			return each(a, p)
		}
		return rules(a, r, p)
	})
}

func (a *app) badPosition(p position, err error) error {
	a.Fail(&stream.InputError{Source: p.place, Err: err})
	if a.KeepGoing {
		return nil
	}
	return stream.ErrStop
}

// rules explains a puzzle of other rules.
func (x *explaining) rules(a *app, r operation.Ruled, p position) error {
	ctx, cancel := x.limits.Bound(a.Ctx)
	defer cancel()
	start := time.Now()
	path, outcome, err := operation.Deduce(ctx, &r, x.suppose)
	took := time.Since(start)
	if path == nil && outcome == sudoku.None {
		return a.badPosition(p, err)
	}
	if outcome == sudoku.None && err == nil {
		a.Status.Worse(stream.None)
	}
	if outcome != sudoku.None || err != nil {
		if interrupted := a.decided(p.place, outcome, err); interrupted != nil {
			return interrupted
		}
	}
	if a.json {
		return a.object(r.Deductions(path, outcome, err, took, a.Lang))
	}
	var b strings.Builder
	if p.n > 0 {
		b.WriteByte('\n')
	}
	if path != nil {
		at, hardest := path.Start.Clone(), deduction.NakedSingle
		for i, step := range path.Steps {
			fmt.Fprintf(&b, "%s\n", a.T("cli.explain.step", "n", i+1, "technique", step.Technique.Label(), "text", at.Sentence(step)))
			hardest = max(hardest, step.Technique)
			at.Apply(step)
		}
		if outcome == sudoku.Found {
			b.WriteString(a.T("cli.explain.sum", "n", len(path.Steps), "hardest", hardest.Label()) + "\n")
			if path.Supposed > 0 {
				b.WriteString(a.T("cli.explain.supposed", "n", path.Supposed) + "\n")
			}
		}
	}
	if outcome != sudoku.Found && (path == nil || !path.End.Broken()) {
		b.WriteString("# " + a.T("cli.explain.stuck") + "\n")
	}
	_, err = a.Out.Write([]byte(b.String()))
	return err
}

// rules hints at the next step of a puzzle of other rules.
func (h *hinting) rules(a *app, r operation.Ruled, p position) error {
	if h.asked != nil || h.practice != nil || h.givens != nil {
		return a.badPosition(p, stream.Problem("cli.hint.rules"))
	}
	ctx, cancel := h.limits.Bound(a.Ctx)
	defer cancel()
	state, err := deduction.NewState(ctx, r.Puzzle)
	if err != nil && ctx.Err() == nil {
		return a.badPosition(p, err)
	}
	var step *deduction.Step
	if err == nil {
		f := deduction.Finder{Suppose: true}
		step, err = f.Next(ctx, state)
	}
	switch {
	case err != nil:
		return a.decided(p.place, sudoku.Undecided, err)
	case step == nil && state.Broken():
		return a.decided(p.place, sudoku.None, errors.New(a.T("operation.noSolution")))
	case step == nil:
		return a.decided(p.place, sudoku.None, errors.New(a.T("cli.explain.stuck")))
	}
	if a.json {
		return a.object(r.Deduction(state, step, a.Lang))
	}
	var b strings.Builder
	texts := state.Hint(step)
	for _, text := range texts[:h.level] {
		b.WriteString(text.In(a.Lang) + "\n")
	}
	_, err = a.Out.Write([]byte(b.String()))
	return err
}
