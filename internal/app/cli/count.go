package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

type countRun struct {
	app    *app
	limit  uint64 // the count stops at this number; 0 means no limit
	limits puzzle.Limits

	estimate bool
	samples  int
	seed     uint64
}

func (a *app) countCommand() *cobra.Command {
	c := &countRun{app: a, samples: 100}
	cmd := a.puzzleCommand("count", c.run)
	cmd.Flags().Uint64Var(&c.limit, "limit", 0, a.TextOf("cli.flag.limitCount"))
	cmd.Flags().BoolVar(&c.estimate, "estimate", false, a.TextOf("cli.count.estimate"))
	cmd.Flags().Var(positiveFlag(&c.samples), "sample", a.TextOf("cli.count.sample"))
	a.addSeedFlag(cmd, &c.seed)
	a.addLimitFlags(cmd, &c.limits)
	a.addThreadsFlag(cmd, &c.limits)
	a.addRulesFlags(cmd)
	return cmd
}

func (c *countRun) run(cmd *cobra.Command, args []string) error {
	if c.estimate && cmd.Flags().Changed("limit") {
		return stream.Problem("error.together", "a", "--estimate", "b", "--limit")
	}
	s := stream.Stage{Batch: 256, Handler: func() stream.Handler { return c.newCounter().countBatch }}
	s.Bad = c.app.badInputWriter(wire.Count{})
	if c.limit != 0 && c.limit <= 2 {
		s.Batch = batchSize
	}
	// A count may take minutes, so show progress even if the answers go to the same terminal.
	s.Slow = c.app.Out.IsTerminal()
	if c.estimate {
		s.Batch, s.Handler = 1, nil
		c.app.answerSubjects(&s, c.writeEstimate)
	} else {
		c.app.acceptAnyRules(&s, c.answerCount)
	}
	sum, err := c.app.Stream(args, s)
	c.app.printSummaryNotes(sum, c.limit)
	return err
}

// counter holds the batch and scratch memory of one worker of nonet count.
type counter struct {
	*countRun
	batch operation.CountBatch
}

func (c *countRun) newCounter() *counter {
	w := &counter{countRun: c, batch: operation.CountBatch{Limits: c.limits, Limit: c.limit, Lang: c.app.Lang}}
	w.batch.Progress = func(p sudoku.Progress) {
		c.app.Notes.Show(func(line *stream.Progress) {
			line.SetText(func() string {
				return c.app.TextOf("cli.countProgress", "n", p.AtLeast, "percent", int(100*p.Share))
			})
		})
	}
	return w
}

func (c *counter) countBatch(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
	return c.batch.AnswerEach(ctx, puzzles.Cells, func(i int, n uint64, complete bool) bool {
		if c.app.json {
			r.Out = c.batch.AppendCount(r.Out, &puzzles.Cells[i], i)
		} else {
			r.Out = append(strconv.AppendUint(r.Out, n, 10), '\n')
		}
		if !complete {
			r.Tally.Limited.AddPuzzle(puzzles, i)
		}
		return true
	}, func(i int, counted *operation.Counted) {
		if errors.Is(counted.Err, context.Canceled) && !counted.Total.Exact && c.app.Ctx.Err() == nil {
			return // the reader of the output is gone
		}
		p := c.app.subjectOf(puzzles.Entry(i), nil)
		c.writeCount(&p, r, &counted.Total, counted.Err, counted.Took)
	})
}

// answerCount counts the solutions of one puzzle and writes their number.
func (c *countRun) answerCount(ctx context.Context, p *subject, r *stream.Report) (more bool) {
	limits := c.limits
	limits.Valid = true // skip the validation, which was done before
	start := time.Now()
	found, err := solve.CountAll(ctx, p.Puzzle, c.limit, limits, nil)
	if answered, more := p.isAnswered(ctx, r, err, found.Tally(), found.First); !answered {
		return more
	}
	c.writeCount(p, r, &found, err, time.Since(start))
	return true
}

// writeEstimate writes an estimate of the number of solutions, and the estimate's standard error.
func (c *countRun) writeEstimate(ctx context.Context, p *subject, r *stream.Report) (more bool) {
	limits := c.limits
	limits.Valid = true // skip the validation, which was done before
	start := time.Now()
	w, found, err := p.AnswerEstimate(ctx, c.samples, c.seed, limits, c.app.Lang)
	if ctx.Err() != nil {
		return false
	}
	if found.Samples == 0 { // the result is an exact count, or the search ended early
		if refused, more := p.reportRefusal(r, found.Exact, err); refused {
			return more
		}
		total := found.Total()
		c.writeCount(p, r, &total, err, time.Since(start))
		return true
	}
	if err != nil {
		r.ReportUndecided(&p.entry, err)
	}
	r.Note(&p.entry, c.app.TextOf("cli.count.estimated", "n", found.Samples))
	c.app.writeTextOrObject(r, w, fmt.Sprintf("%.4g\t%.2g\n", found.Mean, found.Error))
	return true
}

// writeCount writes the number of solutions. err is the error that ended the count early, or nil.
func (c *countRun) writeCount(p *subject, r *stream.Report, found *solve.Total, err error, took time.Duration) {
	none, cut := found.N.Sign() == 0, err != nil && !found.Exact
	switch {
	case found.Exact && none:
		r.ReportNoSolution(&p.entry, err)
	case found.Exact:
	case !cut:
		r.Tally.Limited.Add(&p.entry)
	default:
		if c.app.Ctx.Err() == nil {
			r.ReportUndecided(&p.entry, err)
		}
		if !none {
			r.Note(&p.entry, c.app.TextOf("cli.atLeast", "n", found.N))
		}
	}
	switch {
	case c.app.json:
		r.AddObject(p.WireCount(*found, err, took, c.app.Lang))
	case cut && none:
		r.Out = append(r.Out, notDecided...)
	case cut:
		r.Out = append(found.N.Append(append(r.Out, "# undecided, at least "...), 10), '\n')
	default:
		r.Out = append(found.N.Append(r.Out, 10), '\n')
	}
}
