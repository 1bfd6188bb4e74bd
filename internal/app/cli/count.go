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
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// counting is a run of nonet count.
type counting struct {
	app    *app
	limit  uint64 // 0: count them all
	limits operation.SearchLimits
}

func (a *app) countCommand() *cobra.Command {
	c := &counting{app: a}
	cmd := a.puzzleCommand("count", c.run)
	cmd.Flags().Uint64Var(&c.limit, "limit", 0, a.T("cli.flag.limitCount"))
	a.limitFlags(cmd, &c.limits)
	a.threadsFlag(cmd, &c.limits)
	a.ignoreFlag(cmd)
	return cmd
}

func (c *counting) run(_ *cobra.Command, args []string) error {
	s := stream.Stage{Batch: 256, Bad: c.app.badInput(nil), Handler: func() stream.Handler { return c.counter().together }}
	if c.limit != 0 && c.limit <= 2 {
		s.Batch = together
	}
	if c.app.json {
		s.Bad = c.app.badInput(func(reason string) any { return wire.Count{Reason: reason} })
	}
	// One count may take minutes, which is worth showing above its answer.
	s.Slow = c.app.Out.IsTerminal()
	c.app.rules(&s, c.rules)
	sum, err := c.app.Stream(args, s)
	c.app.sumUp(sum, c.limit)
	return err
}

// counter is a worker of nonet count.
type counter struct {
	*counting
	batch operation.CountBatch
}

func (c *counting) counter() *counter {
	w := &counter{counting: c, batch: operation.CountBatch{SearchLimits: c.limits, Limit: c.limit, Lang: c.app.Lang}}
	w.batch.Progress = func(p sudoku.Progress) {
		c.app.Notes.Show(func(line *stream.Progress) {
			line.Text(func() string {
				return c.app.T("cli.countProgress", "n", p.AtLeast, "percent", int(100*p.Share))
			})
		})
	}
	return w
}

func (c *counter) together(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
	return c.batch.Each(ctx, puzzles.Cells, func(i int, n uint64) bool {
		if c.app.json {
			r.Out = c.batch.AppendExact(r.Out, &puzzles.Cells[i], i)
		} else {
			r.Out = append(strconv.AppendUint(r.Out, n, 10), '\n')
		}
		return true
	}, func(i int, counted *operation.Counted) {
		e := puzzles.Entry(i)
		cut := !counted.Tally.Exact && counted.Err != nil
		if cut && errors.Is(counted.Err, context.Canceled) && c.app.Ctx.Err() == nil {
			return // nobody reads the answer
		}
		switch some := counted.Total.Sign() > 0; {
		case c.app.json:
			r.Object(c.batch.Wire(counted))
		case cut && some:
			r.Out = append(counted.Total.Append(append(r.Out, "# undecided, at least "...), 10), '\n')
		case cut:
			r.Out = append(r.Out, notDecided...)
		default:
			r.Out = append(counted.Total.Append(r.Out, 10), '\n')
		}
		c.judge(&e, r, counted)
	})
}

// judge sets the status and writes the notes for a count.
func (c *counter) judge(e *stream.Entry, r *stream.Report, counted *operation.Counted) {
	switch tally := counted.Tally; {
	case tally.Exact && tally.N == 0:
		r.None(e, counted.Err)
	case tally.Exact:
	case counted.Err == nil:
		r.Tally.Limited.Add(e)
	default:
		if c.app.Ctx.Err() == nil {
			r.Undecided(e, counted.Err)
		}
		if counted.Total.Sign() > 0 {
			r.Note(e, c.app.T("cli.atLeast", "n", counted.Total))
		}
	}
}

// rules counts the solutions of puzzles of any rules.
func (c *counting) rules(ctx context.Context, some []subject, r *stream.Report) int {
	limits := c.limits.Puzzle()
	limits.Valid = true // as they have been read
	for i := range some {
		p := &some[i]
		start := time.Now()
		found, err := solve.CountAll(ctx, p.Puzzle, c.limit, limits, nil)
		took := time.Since(start)
		if err != nil && ctx.Err() != nil {
			return i
		}
		if refused, more := p.refused(r, found.Exact, err); refused {
			if !more {
				return i
			}
			continue
		}
		tally := found.Tally()
		var first [][]int
		if found.First != nil {
			first = [][]int{found.First}
		}
		p.compare(r, tally, first)
		switch {
		case tally.Exact && tally.N == 0:
			r.None(&p.entry, err)
		case tally.Exact:
		case err == nil:
			r.Tally.Limited.Add(&p.entry)
		default:
			r.Undecided(&p.entry, err)
			if tally.N > 0 {
				r.Note(&p.entry, c.app.T("cli.atLeast", "n", tally.N))
			}
		}
		switch {
		case c.app.json:
			r.Object(p.WireCount(found, err, took, c.app.Lang))
		case err != nil && !tally.Exact && tally.N > 0:
			r.Out = fmt.Appendf(r.Out, "# undecided, at least %d\n", tally.N)
		case err != nil && !tally.Exact:
			r.Out = append(r.Out, notDecided...)
		default:
			r.Out = fmt.Appendln(r.Out, tally.N)
		}
	}
	return len(some)
}
