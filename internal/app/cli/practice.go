package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/internal/practice"
	"nonet/sudoku"
)

func (a *app) practiceCommand() *cobra.Command {
	var w practice.Wish
	var grade string
	var l operation.SearchLimits
	cmd := &cobra.Command{
		Use: "practice " + a.TextOf("cli.practice.arguments"),
		ValidArgsFunction: func(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return operation.TechniqueIDs(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.RunE = func(_ *cobra.Command, args []string) (err error) {
		if len(args) != 1 {
			return stream.Problem("error.oneTechnique", "n", len(args))
		}
		if w.Technique, err = operation.TechniqueNamed(args[0]); err != nil {
			return err
		}
		if w.MinLevel, w.MaxLevel, err = operation.LevelRange(grade, grade); err != nil {
			return err
		}
		return a.practise(w, l)
	}
	f := cmd.Flags()
	a.addSeedFlag(cmd, &w.Seed)
	a.addChoice(cmd, f, &grade, "grade", "any", operation.Grades(), "cli.practice.grade")
	a.addTimeoutFlag(cmd, &l)
	return cmd
}

// practise prints, as a candidate grid, a position for practising a technique.
func (a *app) practise(wish practice.Wish, l operation.SearchLimits) error {
	ctx, cancel := l.BoundContext(a.Ctx)
	defer cancel()
	w, p, outcome, err := operation.Practice(ctx, wish, a.Lang)
	var none *practice.NoneError
	switch {
	case errors.As(err, &none):
		a.Status.RaiseTo(stream.None)
		a.Notes.Line("practice: " + none.Message().In(a.Lang))
		return nil
	case outcome == sudoku.None:
		return err
	case outcome == sudoku.Undecided:
		return a.reportUnanswered("practice", outcome, err)
	case a.json:
		return a.writeJSON(w)
	}
	_, err = a.Out.Write(format.AppendPuzzle(nil, format.Candidates, operation.PuzzleOf(&p.State)))
	return err
}
