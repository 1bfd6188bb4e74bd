package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

func (a *app) gradeCommand() *cobra.Command {
	var l operation.SearchLimits
	cmd := a.puzzleCommand("grade", func(_ *cobra.Command, args []string) error {
		s := stream.Stage{Batch: 1, Slow: true, Handler: stream.Singly(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
			return a.grade(ctx, e, r, l)
		})}
		a.rules(&s, func(ctx context.Context, some []subject, r *stream.Report) int { return a.gradeRules(ctx, some, r, l) })
		_, err := a.Stream(args, s)
		return err
	})
	a.ignoreFlag(cmd)
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
	line := a.ungraded(e, r, outcome, err)
	if w.HoDoKu != nil {
		hardest, _ := logic.ByID(w.Hardest)
		se := "-/-/-"
		if w.SE != nil {
			se = fmt.Sprintf("%.1f/%.1f/%.1f", w.SE.ER, w.SE.EP, w.SE.ED)
		}
		line = a.T("cli.grade.line", "se", se, "level", a.T("explain.level."+w.HoDoKu.Level), "score", w.HoDoKu.Score, "n", w.Steps, "hardest", hardest.Name())
	}
	a.graded(r, w, line)
	return true
}

// ungraded is the line of a puzzle without a grade, which it reports.
func (a *app) ungraded(e *stream.Entry, r *stream.Report, outcome sudoku.Outcome, err error) string {
	switch outcome {
	case sudoku.None:
		r.Status.Worse(stream.None)
		r.Note(e, a.unsolved(err))
		return "# " + a.T("cli.grade.none")
	case sudoku.Undecided:
		r.Undecided(e, err)
		return "# " + a.T("cli.grade.undecided")
	}
	return ""
}

func (a *app) graded(r *stream.Report, w wire.Grade, line string) {
	if a.json {
		r.Object(w)
	} else {
		r.Out = append(append(r.Out, line...), '\n')
	}
}

// gradeRules grades puzzles of other boards and rules.
func (a *app) gradeRules(ctx context.Context, some []subject, r *stream.Report, l operation.SearchLimits) int {
	for i := range some {
		p := &some[i]
		one, cancel := l.Bound(ctx)
		w, outcome, err := p.Grade(one, a.Lang)
		cancel()
		if ctx.Err() != nil {
			return i
		}
		line := a.ungraded(&p.entry, r, outcome, err)
		if w.Nonet != nil {
			line = a.T("cli.grade.rules", "level", a.T("explain.level."+w.Level), "rounds", w.Nonet.Rounds, "n", w.Steps, "hardest", message.New("deduction."+w.Hardest))
			if !w.Nonet.Solved {
				line = a.T("cli.grade.beyond", "level", a.T("explain.level."+w.Level), "n", w.Steps)
			}
		}
		a.graded(r, w, line)
	}
	return len(some)
}
