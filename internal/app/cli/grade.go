package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/logic"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

func (a *app) gradeCommand() *cobra.Command {
	var l puzzle.Limits
	cmd := a.puzzleCommand("grade", func(_ *cobra.Command, args []string) error {
		s := stream.Stage{Batch: 1, Slow: true}
		a.answerSubjects(&s, func(ctx context.Context, p *subject, r *stream.Report) bool { return a.answerGrade(ctx, p, r, l) })
		return a.passPuzzles(args, s)
	})
	a.addRulesFlags(cmd)
	a.addTimeoutFlag(cmd, &l)
	return cmd
}

func (a *app) answerGrade(ctx context.Context, p *subject, r *stream.Report, l puzzle.Limits) bool {
	one, cancel := l.BoundContext(ctx)
	defer cancel()
	w, outcome, err := operation.Grade(one, p.Subject, a.Lang)
	if ctx.Err() != nil {
		return false
	}
	for _, note := range w.Notes {
		if !slices.Contains(p.notes, note) {
			r.Note(&p.entry, note)
		}
	}
	line := ""
	switch {
	case outcome == sudoku.None:
		r.Status.RaiseTo(stream.None)
		r.Note(&p.entry, a.noAnswerNote(err))
		line = "# " + a.TextOf("cli.grade.none")
	case outcome == sudoku.Undecided:
		r.ReportUndecided(&p.entry, err)
		line = "# " + a.TextOf("cli.grade.undecided")
	}
	switch {
	case w.HoDoKu != nil:
		hardest, _ := logic.ByID(w.Hardest)
		se := "-/-/-"
		if w.SE != nil {
			se = fmt.Sprintf("%.1f/%.1f/%.1f", w.SE.ER, w.SE.EP, w.SE.ED)
		}
		line = a.TextOf("cli.grade.line", "se", se, "level", a.TextOf("explain.level."+w.HoDoKu.Level), "score", w.HoDoKu.Score, "n", w.Steps, "hardest", hardest.Name())
	case w.Level != "" && !w.Nonet.Solved:
		line = a.TextOf("cli.grade.beyond", "level", a.TextOf("explain.level."+w.Level), "n", w.Steps)
	case w.Level != "":
		line = a.TextOf("cli.grade.rules", "level", a.TextOf("explain.level."+w.Level), "rounds", w.Nonet.Rounds, "n", w.Steps, "hardest", message.New("deduction."+w.Hardest))
	}
	a.writeTextOrObject(r, w, line+"\n")
	return true
}
