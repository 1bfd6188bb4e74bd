package cli

import (
	"time"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/logic/hodoku"
)

func (a *app) dailyCommand() *cobra.Command {
	var grade string
	cmd := &cobra.Command{Use: "daily [" + a.TextOf("cli.word.date") + "]"}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		var level hodoku.Level
		if err := level.UnmarshalText([]byte(grade)); err != nil {
			return err
		}
		day := time.Now()
		switch len(args) {
		case 0:
		case 1:
			var err error
			if day, err = operation.DayIn(args[0]); err != nil {
				return err
			}
		default:
			return stream.Problem("error.oneDate", "n", len(args))
		}
		w := operation.Daily(a.Ctx, day, level, a.Lang)
		switch {
		case a.Ctx.Err() != nil:
			return a.Ctx.Err()
		case a.json:
			return a.writeJSON(w)
		}
		_, err := a.Out.Write([]byte(w.Generated.Puzzle + "\n"))
		return err
	}
	grades := operation.Grades()[1:]
	a.addChoice(cmd, cmd.Flags(), &grade, "grade", grades[0], grades, "cli.daily.grade")
	return cmd
}
