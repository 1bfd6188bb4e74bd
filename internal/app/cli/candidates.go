package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

func (a *app) candidatesCommand() *cobra.Command {
	var l puzzle.Limits
	var style string
	var perValue uint64
	limit := uint64(4096)
	cmd := a.puzzleCommand("candidates", func(cmd *cobra.Command, args []string) error {
		if limit == 0 {
			return a.badFlag("--limit", limit, "cli.candidates.badLimit")
		}
		if err := a.unifyJSONFormat(cmd, &style); err != nil {
			return err
		}
		s := stream.Stage{Batch: 16}
		if perValue > 0 && style != "json" && cmd.Flags().Changed("format") {
			return stream.Problem("error.together", "a", "--each", "b", "--format "+style)
		}
		if style != "json" {
			if err := requireFlagWith(cmd, "limit", "json"); err != nil {
				return err
			}
			limit = 1 // the output does not show the number of solutions, so one is enough
		}
		s.Bad = a.badInputWriter(wire.TrueCandidates{Outcome: sudoku.Undecided.String()})
		a.answerSubjects(&s, func(ctx context.Context, p *subject, r *stream.Report) bool {
			return a.writeCandidates(ctx, p, r, style, limit, perValue, l)
		})
		return a.passPuzzles(args, s)
	})
	kinds := []string{format.Candidates.Style(), format.Pencil729.Style(), "json"}
	a.addChoice(cmd, cmd.Flags(), &style, "format", kinds[0], kinds, "cli.flag.format")
	cmd.Flags().Uint64Var(&limit, "limit", limit, a.TextOf("cli.candidates.limit"))
	cmd.Flags().Uint64Var(&perValue, "each", 0, a.TextOf("cli.candidates.each"))
	a.addBoardFlag(cmd)
	a.addLimitFlags(cmd, &l)
	a.addRulesFlags(cmd)
	return cmd
}

// writeCandidates writes each cell's values in the solutions of a puzzle.
func (a *app) writeCandidates(ctx context.Context, p *subject, r *stream.Report, style string, limit, perValue uint64, l puzzle.Limits) bool {
	if err := p.CheckFlags("candidates", map[string]bool{"--format " + style: true}); err != nil {
		return p.reportBad(r, err)
	}
	var kind format.Kind
	if style != "json" {
		if err := kind.UnmarshalText([]byte(style)); err != nil {
			return r.ReportFault(&stream.InputError{Source: "--format", Err: err})
		}
	}
	start := time.Now()
	found, err := solve.CandidatesOf(ctx, p.Puzzle, limit, perValue, l)
	if answered, more := p.isAnswered(ctx, r, err, found.Tally); !answered {
		return more
	}
	none := found.Exact && found.N == 0
	switch {
	case none:
		r.ReportNoSolution(&p.entry, err)
	case found.IsOpen() || err != nil && (found.N == 0 || perValue > 0):
		r.ReportUndecided(&p.entry, err)
	}
	switch {
	case style == "json":
		r.AddObject(p.WireCandidates(&found, err, time.Since(start), a.Lang))
	case none:
		r.Out = append(r.Out, noSolution...)
	case found.IsOpen() || perValue > 0 && found.Counts == nil:
		r.Out = append(r.Out, notDecided...)
	case perValue > 0:
		if found.Exact && found.N == 1 {
			r.Out = append(r.Out, oneSolution...)
		}
		r.Out = appendValueCounts(r.Out, p, &found, perValue)
	default:
		r.Out = p.AppendCandidates(r.Out, kind, found.True)
	}
	return true
}

// appendValueCounts appends a line for each cell of the board with several values, such as "r1c2 3:17 5:100+". Here 17
// solutions have the value 3. The plus means that the count of solutions with 5 stopped at the limit. A blank line ends
// a puzzle.
func appendValueCounts(out []byte, p *subject, found *solve.Candidates, limit uint64) []byte {
	for cell, counts := range found.Counts[:p.BoardCells()] {
		if len(counts) < 2 {
			continue
		}
		out = append(out, p.CellName(cell)...)
		for i, n := range counts {
			out = fmt.Appendf(out, " %d:%d", found.True[cell][i], n)
			if n == limit {
				out = append(out, '+')
			}
		}
		out = append(out, '\n')
	}
	return append(out, '\n')
}
