package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/logic"
	"nonet/sudoku"
)

func (a *app) gradeCommand() *cobra.Command {
	var l operation.SearchLimits
	cmd := a.puzzleCommand("grade", func(_ *cobra.Command, args []string) error {
		s := stream.Stage{Batch: 1, Slow: true, Handler: stream.Singly(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
			return a.grade(ctx, e, r, l)
		})}
		a.classicAlone(&s)
		_, err := a.Stream(args, s)
		return err
	})
	a.timeoutFlag(cmd, &l)
	return cmd
}

func (a *app) grade(ctx context.Context, e *stream.Entry, r *stream.Report, l operation.SearchLimits) bool {
	one, cancel := l.Bound(ctx)
	defer cancel()
	w, outcome, err := operation.Grade(one, e.Puzzle, a.Lang)
	if ctx.Err() != nil {
		return false
	}
	for _, note := range w.Notes {
		r.Note(e, note)
	}
	line := ""
	switch outcome {
	case sudoku.None:
		r.Status.Worse(stream.None)
		r.Note(e, a.unsolved(err))
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
	return true
}
