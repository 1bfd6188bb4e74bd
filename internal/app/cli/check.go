package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

func (a *app) checkCommand() *cobra.Command {
	var l operation.SearchLimits
	var p proving
	cmd := a.puzzleCommand("check", nil)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if cmd.Flags().Changed("prove") || cmd.Flags().Changed("proof") || p.givens {
			return a.provePuzzles(args, l, &p)
		}
		s := a.checkStage(l)
		a.acceptAnyRules(&s, answerOneByOne(func(ctx context.Context, p *subject, r *stream.Report) bool { return a.check(ctx, p, r, l) }))
		return a.passPuzzles(args, s)
	}
	a.addProofFlags(cmd, &p)
	a.addBoardFlag(cmd)
	a.addLimitFlags(cmd, &l)
	a.addRulesFlags(cmd)
	return cmd
}

// checkStage returns the stage that checks classic puzzles.
func (a *app) checkStage(l operation.SearchLimits) stream.Stage {
	s := stream.Stage{Batch: 256, Bad: a.badInputWriter(unknownCheck)}
	s.Handler = func() stream.Handler { return a.checkTogether(s.Bad, l) }
	return s
}

// unknownCheck returns the JSON form of a check without a result, with the reason.
func unknownCheck(reason string) any {
	unknown := sudoku.Unknown.String()
	return wire.Check{Solvable: unknown, Unique: unknown, Minimal: unknown, Reason: reason}
}

// checkTogether checks puzzles in batches; those without a unique solution one by one.
func (a *app) checkTogether(bad func([]byte, error) []byte, l operation.SearchLimits) stream.Handler {
	b := operation.CheckBatch{SearchLimits: l}
	return func(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
		return b.AnswerEach(ctx, puzzles.Cells, func(i int, found *sudoku.Report, took time.Duration) {
			p := a.subjectOf(puzzles.Entry(i), bad)
			report := solve.ReportOf(p.Puzzle, found)
			a.writeCheck(&p, r, &report, nil, took)
		}, func(i int) bool {
			p := a.subjectOf(puzzles.Entry(i), bad)
			return a.check(ctx, &p, r, l)
		})
	}
}

// check reports whether a puzzle has a unique solution, and which of its parts could be removed.
// For a puzzle without a solution it reports which parts contradict the rest.
func (a *app) check(ctx context.Context, p *subject, r *stream.Report, l operation.SearchLimits) (more bool) {
	start := time.Now()
	found, err := solve.Check(ctx, p.Puzzle, l.Puzzle())
	if ctx.Err() != nil {
		return false
	}
	if refused, more := p.reportRefusal(r, found.Unique != sudoku.Unknown, err); refused {
		return more
	}
	p.compare(r, found.Tally, found.Solutions)
	a.writeCheck(p, r, &found, err, time.Since(start))
	return true
}

// writeCheck writes the result of a check.
func (a *app) writeCheck(p *subject, r *stream.Report, found *solve.Report, err error, took time.Duration) {
	switch {
	case found.Unique == sudoku.No:
		r.Status.RaiseTo(stream.None)
	case err != nil:
		r.ReportUndecided(&p.entry, err)
	}
	if a.json {
		r.AddObject(p.WireCheck(found, err, took, a.Lang))
		return
	}
	r.Out = append(r.Out, a.verdictLine(p, found, err)+"\n"...)
}

// verdictLine returns the line for a person. err is the error that cut the check short, or nil.
func (a *app) verdictLine(p *subject, found *solve.Report, err error) string {
	answer := func(x sudoku.Answer) string { return a.TextOf("cli.answer." + x.String()) }
	names := func(parts []puzzle.Part, between string) string {
		var all []string
		for _, part := range parts {
			if part.Given {
				all = append(all, p.CellName(p.Givens[part.Index].Cell))
			} else {
				all = append(all, p.PartName(part).In(a.Lang))
			}
		}
		return strings.Join(all, between)
	}
	valid := sudoku.Yes
	if found.Contradiction != nil {
		valid = sudoku.No
	}
	line := a.TextOf("cli.check.line", "valid", answer(valid), "unique", answer(found.Unique), "minimal", answer(found.Minimal), "n", len(p.Givens))
	var why any
	switch all, contradictory := errors.AsType[*sudoku.ContradictionError](found.Contradiction); {
	case contradictory:
		why = all.List()
	case found.N > 1:
		why = a.TextOf("cli.check.several")
	case found.Exact && found.N == 0:
		text := a.TextOf("cli.none")
		if found.Contradiction != nil {
			text = a.TextOf("cli.noneWhy", "why", found.Contradiction)
		}
		if len(found.Conflict) > 0 {
			text += "; " + a.TextOf("cli.check.conflict", "list", names(found.Conflict, ", "))
		}
		why = text
	case len(found.Redundant) > 0:
		key := "cli.check.redundant"
		if err != nil {
			key = "cli.check.redundantSome"
		}
		between := ", "
		if _, classic := p.Classic(); classic {
			between = " " // only cells
		}
		why = a.TextOf(key, "list", names(found.Redundant, between))
	}
	if why != nil {
		line += a.TextOf("cli.check.because", "why", why)
	}
	return line
}
