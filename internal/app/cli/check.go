package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonet/board"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

func (a *app) checkCommand() *cobra.Command {
	var l operation.SearchLimits
	var p proving
	cmd := a.puzzleCommand("check", nil)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if p.wanted(cmd) {
			return a.prove(args, l, &p)
		}
		s := a.checking(l)
		a.rules(&s, func(ctx context.Context, some []subject, r *stream.Report) int { return a.checkRules(ctx, some, r, l) })
		_, err := a.Stream(args, s)
		return err
	}
	a.proofFlags(cmd, &p)
	a.boardFlag(cmd)
	a.limitFlags(cmd, &l)
	a.ignoreFlag(cmd)
	return cmd
}

// checking is what is done with classic puzzles.
func (a *app) checking(l operation.SearchLimits) stream.Stage {
	s := stream.Stage{Batch: 256, Bad: a.badInput(nil), Handler: func() stream.Handler { return a.checkTogether(l) }}
	if a.json {
		s.Bad = a.badInput(func(reason string) any {
			unknown := sudoku.Unknown.String()
			return wire.Check{Solvable: unknown, Unique: unknown, Minimal: unknown, Reason: reason}
		})
	}
	return s
}

// checkTogether checks batches: those of one solution at once, the others each by itself.
func (a *app) checkTogether(l operation.SearchLimits) stream.Handler {
	b := operation.CheckBatch{SearchLimits: l}
	return func(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
		return b.Each(ctx, puzzles.Cells, func(i int, found *sudoku.Report, took time.Duration) {
			e := puzzles.Entry(i)
			a.checked(&e, r, *found, nil, took)
		}, func(i int) bool {
			e := puzzles.Entry(i)
			return a.check(ctx, &e, r, l)
		})
	}
}

func (a *app) check(ctx context.Context, e *stream.Entry, r *stream.Report, l operation.SearchLimits) bool {
	one, cancel := l.Bound(ctx)
	defer cancel()
	start := time.Now()
	found, err := sudoku.Check(one, e.Grid, l.Sudoku())
	took := time.Since(start)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return false
	}
	a.checked(e, r, found, err, took)
	return true
}

// checked writes what was found.
func (a *app) checked(e *stream.Entry, r *stream.Report, found sudoku.Report, err error, took time.Duration) {
	switch {
	case found.Unique == sudoku.No:
		r.Status.Worse(stream.None)
	case err != nil:
		r.Undecided(e, err)
	}
	if a.json {
		r.Object(wire.CheckOf(e.Grid, found, err, took, a.Lang))
	} else {
		r.Out = append(r.Out, a.verdict(found, err)+"\n"...)
	}
}

// verdict is a check's line for a person; err is what cut it short.
func (a *app) verdict(found sudoku.Report, err error) string {
	valid := sudoku.Yes
	if found.Contradictions != nil {
		valid = sudoku.No
	}
	answer := func(x sudoku.Answer) string { return a.T("cli.answer." + x.String()) }
	line := a.T("cli.check.line", "valid", answer(valid), "unique", answer(found.Unique), "minimal", answer(found.Minimal), "n", found.Givens)
	switch {
	case found.Contradictions != nil:
		all := sudoku.ContradictionError{Contradictions: found.Contradictions}
		line += a.T("cli.check.because", "why", all.List())
	case found.Solvable == sudoku.No:
		line += a.T("cli.check.because", "why", a.T("cli.none"))
	case found.Unique == sudoku.No:
		line += a.T("cli.check.because", "why", a.T("cli.check.several"))
	case found.Redundant != nil:
		key := "cli.check.redundant"
		if err != nil {
			key = "cli.check.redundantSome"
		}
		line += a.T("cli.check.because", "why", a.T(key, "list", board.CellsOf(found.Redundant...)))
	}
	return line
}

// checkRules tells of puzzles of any rules whether they have one solution, and what could
// go; of one without a solution, what clashes.
func (a *app) checkRules(ctx context.Context, some []subject, r *stream.Report, l operation.SearchLimits) int {
	for i := range some {
		p := &some[i]
		start := time.Now()
		found, err := p.Check(ctx, l.Puzzle())
		if ctx.Err() != nil {
			return i
		}
		if refused, more := p.refused(r, found.Unique != sudoku.Unknown, err); refused {
			if !more {
				return i
			}
			continue
		}
		p.compare(r, found.Tally, found.Solutions)
		switch {
		case found.Unique == sudoku.No:
			r.Status.Worse(stream.None)
		case err != nil:
			r.Undecided(&p.entry, err)
		}
		if a.json {
			r.Object(p.WireCheck(&found, err, time.Since(start), a.Lang))
		} else {
			r.Out = append(r.Out, a.rulesVerdict(p, &found, err)+"\n"...)
		}
	}
	return len(some)
}

// rulesVerdict is a check's line for a person.
func (a *app) rulesVerdict(p *subject, found *solve.Report, err error) string {
	answer := func(x sudoku.Answer) string { return a.T("cli.answer." + x.String()) }
	names := func(parts []puzzle.Part) string {
		var all []string
		for _, part := range parts {
			if part.Given {
				all = append(all, p.CellName(p.Givens[part.Index].Cell))
			} else {
				all = append(all, p.PartName(part).In(a.Lang))
			}
		}
		return strings.Join(all, ", ")
	}
	valid := sudoku.Yes
	if found.Clash != nil {
		valid = sudoku.No
	}
	line := a.T("cli.check.line", "valid", answer(valid), "unique", answer(found.Unique), "minimal", answer(found.Minimal), "n", len(p.Givens))
	why := ""
	switch {
	case found.N > 1:
		why = a.T("cli.check.several")
	case found.Exact && found.N == 0:
		if why = a.T("cli.none"); found.Clash != nil {
			why = a.T("cli.noneWhy", "why", found.Clash)
		}
		if len(found.Conflict) > 0 {
			why += "; " + a.T("cli.check.conflict", "list", names(found.Conflict))
		}
	case len(found.Redundant) > 0:
		key := "cli.check.redundant"
		if err != nil {
			key = "cli.check.redundantSome"
		}
		why = a.T(key, "list", names(found.Redundant))
	}
	if why != "" {
		line += a.T("cli.check.because", "why", why)
	}
	return line
}
