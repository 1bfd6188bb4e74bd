package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nonet/internal/app/operation"
	"nonet/logic"
	"nonet/sudoku"
)

func (a *app) gradeCommand() *cobra.Command {
	var l limits
	cmd := a.puzzleCommand("grade", func(_ *cobra.Command, args []string) error {
		_, err := a.run(args, stage{batch: 1, slow: true, handler: func() handler {
			return func(ctx context.Context, entries []entry, r *report) int { return a.grade(ctx, entries, r, l) }
		}})
		return err
	})
	cmd.Flags().Var((*allowance)(&l.timeout), "timeout", a.t("cli.flag.timeout"))
	return cmd
}

func (a *app) grade(ctx context.Context, entries []entry, r *report, l limits) int {
	for i := range entries {
		e := &entries[i]
		one, cancel := l.bound(ctx)
		w, outcome, err := operation.Grade(one, e.Puzzle, a.lang)
		cancel()
		if ctx.Err() != nil {
			return i
		}
		for _, note := range w.Notes {
			r.notes = fmt.Appendf(r.notes, "%s: %s\n", e.place(), note)
		}
		line := ""
		switch outcome {
		case sudoku.None:
			var own *operation.NoAnswerError
			if errors.As(err, &own) {
				r.status = worse(r.status, None)
				r.notes = fmt.Appendf(r.notes, "%s: %s\n", e.place(), own.Message().In(a.lang))
			} else {
				r.none(e, err)
			}
			line = "# " + a.t("cli.grade.none")
		case sudoku.Undecided:
			r.undecided(e, err)
			line = "# " + a.t("cli.grade.undecided")
		}
		if w.HoDoKu != nil {
			hardest, _ := logic.ByID(w.Hardest)
			se := "-/-/-"
			if w.SE != nil {
				se = fmt.Sprintf("%.1f/%.1f/%.1f", w.SE.ER, w.SE.EP, w.SE.ED)
			}
			line = a.t("cli.grade.line", "se", se, "level", a.t("explain.level."+w.HoDoKu.Level), "score", w.HoDoKu.Score, "n", w.Steps, "hardest", hardest.Name())
		}
		if a.json {
			r.object(w)
		} else {
			r.out = append(append(r.out, line...), '\n')
		}
	}
	return len(entries)
}
