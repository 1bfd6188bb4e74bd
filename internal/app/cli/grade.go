package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/logic"
	"nonet/sudoku"
)

func (a *app) gradeCommand() *cobra.Command {
	var l limits
	cmd := a.puzzleCommand("grade", func(_ *cobra.Command, args []string) error {
		_, err := a.Stream(args, stream.Stage{Batch: 1, Slow: true, Handler: func() stream.Handler {
			return func(ctx context.Context, entries []stream.Entry, r *stream.Report) int {
				return a.grade(ctx, entries, r, l)
			}
		}})
		return err
	})
	cmd.Flags().Var((*allowance)(&l.timeout), "timeout", a.T("cli.flag.timeout"))
	return cmd
}

func (a *app) grade(ctx context.Context, entries []stream.Entry, r *stream.Report, l limits) int {
	for i := range entries {
		e := &entries[i]
		one, cancel := l.bound(ctx)
		w, outcome, err := operation.Grade(one, e.Puzzle, a.Lang)
		cancel()
		if ctx.Err() != nil {
			return i
		}
		for _, note := range w.Notes {
			r.Note(e, note)
		}
		line := ""
		switch outcome {
		case sudoku.None:
			var own *operation.NoAnswerError
			if errors.As(err, &own) {
				r.Status.Worse(stream.None)
				r.Note(e, own.Message().In(a.Lang))
			} else {
				r.None(e, err)
			}
			line = "# " + a.T("cli.grade.none")
		case sudoku.Undecided:
			r.Undecided(e, err)
			line = "# " + a.T("cli.grade.undecided")
		}
		if w.HoDoKu != nil {
			hardest, _ := logic.ByID(w.Hardest)
			se := "-/-/-"
			if w.SE != nil {
				se = fmt.Sprintf("%.1f/%.1f/%.1f", w.SE.ER, w.SE.EP, w.SE.ED)
			}
			line = a.T("cli.grade.line", "se", se, "level", a.T("explain.level."+w.HoDoKu.Level), "score", w.HoDoKu.Score, "n", w.Steps, "hardest", hardest.Name())
		}
		if a.json {
			r.Object(w)
		} else {
			r.Out = append(append(r.Out, line...), '\n')
		}
	}
	return len(entries)
}
