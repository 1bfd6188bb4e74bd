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
	var revision generate.Revision
	var symmetry string
	cmd := a.puzzleCommand(name, nil)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if err := revision.Symmetry.UnmarshalText([]byte(symmetry)); err != nil {
			return err
		}
		if revision.Attempts < 1 {
			return stream.Problem("error.flagInvalid", "name", "--attempts", "value", revision.Attempts, "why", a.T("cli.revise.badAttempts"))
		}
		if !cmd.Flags().Changed("seed") {
			revision.Seed = operation.AnySeed()
		}
		s := stream.Stage{Batch: 1, Bad: a.badInput(nil)}
		if a.json {
			s.Bad = a.badInput(func(reason string) any {
				return wire.Revised{Outcome: sudoku.Undecided.String(), Seed: revision.Seed, Reason: reason}
			})
		}
		s.Handler = stream.Singly(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
			return a.revise(ctx, e, r, revise, revision, l)
		})
		_, err := a.Stream(args, s)
		return err
	}
	symmetries := operation.Symmetries()
	f := cmd.Flags()
	a.choice(cmd, f, &symmetry, "symmetry", symmetries[0], symmetries, "cli.revise.symmetry")
	f.IntVar(&revision.Attempts, "attempts", 256, a.T("cli.revise.attempts"))
	f.Uint64Var(&revision.Seed, "seed", 0, a.T("cli.practice.seed"))
	a.timeoutFlag(cmd, &l)
	return cmd
}

func (a *app) revise(ctx context.Context, e *stream.Entry, r *stream.Report, revise operation.Reviser, revision generate.Revision, l operation.SearchLimits) bool {
	one, cancel := l.Bound(ctx)
	defer cancel()
	w, outcome, err := operation.Revised(one, e.Grid, revise, revision, a.Lang)
	if ctx.Err() != nil {
		return false
	}
	line := w.Revised + "\n"
	switch outcome {
	case sudoku.None:
		r.Status.Worse(stream.None)
		r.Note(e, message.Of(err, a.Lang))
		line = "# " + a.T("cli.revise.none") + "\n"
	case sudoku.Undecided:
		r.Undecided(e, err)
		line = notDecided
	}
	if a.json {
		r.Object(w)
	} else {
		r.Out = append(r.Out, line...)
	}
	return true
}
