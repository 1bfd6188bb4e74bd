package cli

import (
	"context"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/sudoku"
	"nonet/wire"
)

func (a *app) candidatesCommand() *cobra.Command {
	var l operation.SearchLimits
	var style string
	limit := uint64(4096)
	cmd := a.puzzleCommand("candidates", nil)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if limit == 0 {
			return stream.Problem("error.flagInvalid", "name", "--limit", "value", limit, "why", a.T("cli.candidates.badLimit"))
		}
		if err := a.jsonStyle(cmd, &style); err != nil {
			return err
		}
		s := stream.Stage{Batch: 16}
		if style != "json" {
			limit = 1 // the number is not shown
		}
		if style == "json" {
			s.Bad = a.badInput(func(reason string) any {
				return wire.TrueCandidates{Outcome: sudoku.Undecided.String(), Reason: reason}
			})
		} else {
			s.Bad = a.badInput(nil)
		}
		s.Handler = stream.Singly(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
			return a.candidates(ctx, e, r, style, limit, l)
		})
		a.rules(&s, func(ctx context.Context, some []subject, r *stream.Report) int {
			return a.candidatesRules(ctx, some, r, style, limit, l)
		})
		_, err := a.Stream(args, s)
		return err
	}
	kinds := []string{format.Candidates.Style(), format.Pencil729.Style(), "json"}
	a.choice(cmd, cmd.Flags(), &style, "format", kinds[0], kinds, "cli.flag.format")
	cmd.Flags().Uint64Var(&limit, "limit", limit, a.T("cli.candidates.limit"))
	a.boardFlag(cmd)
	a.limitFlags(cmd, &l)
	a.ignoreFlag(cmd)
	return cmd
}

func (a *app) candidates(ctx context.Context, e *stream.Entry, r *stream.Report, style string, limit uint64, l operation.SearchLimits) bool {
	one, cancel := l.Bound(ctx)
	defer cancel()
	w, all, err := operation.Candidates(one, e.Grid, limit, l.Sudoku(), a.Lang)
	if ctx.Err() != nil {
		return false
	}
	switch {
	case all.Solvable == sudoku.No:
		r.None(e, err)
	case err != nil:
		r.Undecided(e, err)
	}
	switch {
	case style == "json":
		r.Object(w)
	case all.Solvable == sudoku.No:
		r.Out = append(r.Out, noSolution...)
	case all.Open != [sudoku.Cells]sudoku.Candidates{}:
		r.Out = append(r.Out, notDecided...)
	default:
		// Digits that only the solutions hold are candidates, so that the givens stand out.
		p := format.Puzzle{Grid: e.Grid, Pencil: &all.True}
		var kind format.Kind
		if err := kind.UnmarshalText([]byte(style)); err != nil {
			return false // not among the choices
		}
		r.Out = format.AppendPuzzle(r.Out, kind, p)
	}
	return true
}
