package cli

import (
	"context"

	"github.com/spf13/cobra"

	"nonet/generate"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

func (a *app) minimiseCommand() *cobra.Command {
	cmd := a.reviseCommand("minimise", generate.Minimise)
	cmd.Aliases = []string{"minimize"}
	return cmd
}

func (a *app) completeCommand() *cobra.Command { return a.reviseCommand("complete", generate.Complete) }

// reviseCommand returns a command that changes the givens of puzzles.
func (a *app) reviseCommand(name string, revise operation.Reviser) *cobra.Command {
	var l operation.SearchLimits
	revision := generate.Revision{Attempts: 256}
	var symmetry string
	cmd := a.puzzleCommand(name, nil)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if err := revision.Symmetry.UnmarshalText([]byte(symmetry)); err != nil {
			return err
		}
		bad := a.badInputWriter(func(reason string) any {
			return wire.Revised{Outcome: sudoku.Undecided.String(), Seed: revision.Seed, Reason: reason}
		})
		return a.passPuzzles(args, stream.Stage{Batch: 1, Bad: bad, Handler: stream.OneByOne(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
			return a.revise(ctx, e, r, revise, revision, l)
		})})
	}
	symmetries := operation.Symmetries()
	f := cmd.Flags()
	a.addChoice(cmd, f, &symmetry, "symmetry", symmetries[0], symmetries, "cli.revise.symmetry")
	f.Var(newPositive(&revision.Attempts), "attempts", a.TextOf("cli.revise.attempts"))
	a.addSeedFlag(cmd, &revision.Seed)
	a.addTimeoutFlag(cmd, &l)
	return cmd
}

func (a *app) revise(ctx context.Context, e *stream.Entry, r *stream.Report, revise operation.Reviser, revision generate.Revision, l operation.SearchLimits) bool {
	one, cancel := l.BoundContext(ctx)
	defer cancel()
	w, outcome, err := operation.ReviseGrid(one, e.Grid, revise, revision, a.Lang)
	if ctx.Err() != nil {
		return false
	}
	line := w.Revised + "\n"
	switch outcome {
	case sudoku.None:
		r.Status.RaiseTo(stream.None)
		r.Note(e, message.TextOf(err, a.Lang))
		line = "# " + a.TextOf("cli.revise.none") + "\n"
	case sudoku.Undecided:
		r.ReportUndecided(e, err)
		line = notDecided
	}
	a.write(r, w, line)
	return true
}
