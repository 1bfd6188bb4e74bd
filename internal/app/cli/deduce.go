package cli

import (
	"errors"
	"strings"
	"time"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/sudoku"
	"nonet/wire"
)

// anyPositions calls each with the positions of the arguments, and rules with puzzles of other
// boards and rules.
func (a *app) anyPositions(args []string, each func(*app, position) error, rules func(*app, operation.Subject, position) error) error {
	return a.positionsOf(args, func(a *app, p position) error {
		if p.Puzzle.Other == nil {
			return each(a, p)
		}
		r, grid, plain, err := a.understood(&p.Puzzle, func(note string) { a.Notes.Line("nonet: " + p.place + ": " + note) })
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
	place := p.place
	if at := new(format.SyntaxError); errors.As(err, &at) { // of the puzzle's own text
		from := strings.LastIndexByte(place, ':')
		place, err = place[:from], at
	}
	a.Fail(&stream.InputError{Source: place, Err: err})
	if a.KeepGoing {
		return nil
	}
	return stream.ErrStop
}

// rules explains a puzzle of other rules.
func (x *explaining) rules(a *app, r operation.Subject, p position) error {
	ctx, cancel := x.limits.Bound(a.Ctx)
	defer cancel()
	start := time.Now()
	path, outcome, err := operation.Deduce(ctx, &operation.AnyPosition{Subject: &r}, x.suppose)
	took := time.Since(start)
	if outcome == sudoku.None && err == nil {
		a.Status.Worse(stream.None)
	}
	if outcome != sudoku.None || err != nil {
		if interrupted := a.decided(p.place, outcome, err); interrupted != nil {
			return interrupted
		}
	}
	w := r.Deductions(path, outcome, err, took, a.Lang)
	if a.json {
		return a.object(w)
	}
	lines := a.deductions(w.Steps)
	if path != nil && outcome == sudoku.Found {
		if hardest, ok := path.Hardest(); ok {
			lines = append(lines, a.T("cli.explain.sum", "n", len(path.Steps), "hardest", hardest.Label()))
		}
		if path.Supposed > 0 {
			lines = append(lines, a.T("cli.explain.supposed", "n", path.Supposed))
		}
	}
	switch {
	case path == nil && outcome == sudoku.None:
		lines = append(lines, strings.TrimSuffix(noSolution, "\n"))
	case outcome != sudoku.Found && (path == nil || !path.End.Broken()):
		lines = append(lines, "# "+a.T("deduction.stuck"))
	}
	if p.n > 0 || a.Continues() {
		lines = append([]string{""}, lines...)
	}
	return a.lines(lines)
}

// deductions are a line a step.
func (a *app) deductions(steps []wire.Deduction) (lines []string) {
	for i, step := range steps {
		lines = append(lines, a.T("cli.explain.step", "n", i+1, "technique", step.Name, "text", step.Text))
	}
	return lines
}

func (a *app) lines(lines []string) error {
	_, err := a.Out.Write([]byte(strings.Join(append(lines, ""), "\n")))
	return err
}

// rules hints at the next step of a puzzle of other rules, or tells why not a value.
func (h *hinting) rules(a *app, r operation.Subject, p position) error {
	if h.practice != nil || h.givens != nil {
		return a.badPosition(p, stream.Problem("cli.hint.rules"))
	}
	ctx, cancel := h.limits.Bound(a.Ctx)
	defer cancel()
	from := operation.AnyPosition{Subject: &r}
	if h.why != "" {
		cell, value, err := asked(h.why)
		if err != nil {
			return a.badPosition(p, a.badWhy(h.why))
		}
		x, _, err := r.Asked(cell, value)
		if err != nil {
			return a.badPosition(p, err)
		}
		w, outcome, err := from.Why(ctx, x, a.Lang)
		if err := a.decided(p.place, outcome, err); err != nil {
			return err
		}
		if outcome == sudoku.Found && w.Reason != "" {
			a.Status.Worse(stream.Undecided)
		}
		if a.json {
			return a.object(w)
		}
		if w.Text == "" {
			return nil
		}
		lines := append([]string{w.Text}, a.deductions(w.Steps)...)
		if w.End != "" {
			lines = append(lines, w.End)
		}
		return a.lines(lines)
	}
	w, outcome, err := from.Hint(ctx, h.level, a.Lang)
	if err := a.decided(p.place, outcome, err); err != nil {
		return err
	}
	if a.json {
		return a.object(w)
	}
	return a.lines(w.Texts)
}
