package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonet/sudoku"
	"nonet/wire"
)

func (a *app) checkCommand() *cobra.Command {
	var l limits
	cmd := a.puzzleCommand("check", func(_ *cobra.Command, args []string) error {
		_, err := a.run(args, stage{batch: 64, handler: func() handler {
			return func(ctx context.Context, entries []entry, r *report) int { return a.check(ctx, entries, r, l) }
		}})
		return err
	})
	a.limitFlags(cmd, &l)
	return cmd
}

func (a *app) check(ctx context.Context, entries []entry, r *report, l limits) int {
	for i := range entries {
		e := &entries[i]
		one, cancel := l.bound(ctx)
		start := time.Now()
		found, err := sudoku.Check(one, e.Grid, sudoku.Limits{Nodes: l.nodes})
		took := time.Since(start)
		cancel()
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return i
		}
		switch {
		case found.Unique == sudoku.No:
			r.status = worse(r.status, None)
		case err != nil:
			r.undecided(e, err)
		}
		if a.json {
			r.object(wire.CheckOf(e.Grid, found, err, took, a.lang))
		} else {
			r.out = append(r.out, a.verdict(found)+"\n"...)
		}
	}
	return len(entries)
}

// verdict is a check's line for a person.
func (a *app) verdict(found sudoku.Report) string {
	valid := sudoku.Yes
	if found.Contradictions != nil {
		valid = sudoku.No
	}
	answer := func(x sudoku.Answer) string { return a.t("cli.answer." + x.String()) }
	line := a.t("cli.check.line", "valid", answer(valid), "unique", answer(found.Unique), "minimal", answer(found.Minimal), "n", found.Givens)
	switch {
	case found.Contradictions != nil:
		all := sudoku.ContradictionError{Contradictions: found.Contradictions}
		line += a.t("cli.check.because", "why", all.List())
	case found.Solvable == sudoku.No:
		line += a.t("cli.check.because", "why", a.t("cli.none"))
	case found.Unique == sudoku.No:
		line += a.t("cli.check.because", "why", a.t("cli.check.several"))
	case found.Redundant != nil:
		var all []string
		for _, c := range found.Redundant {
			all = append(all, c.String())
		}
		line += a.t("cli.check.because", "why", a.t("cli.check.redundant", "list", strings.Join(all, " ")))
	}
	return line
}
