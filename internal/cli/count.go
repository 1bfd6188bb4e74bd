package cli

import (
	"context"
	"errors"
	"math"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"nonet/internal/kernel"
	"nonet/internal/wire"
	"nonet/sudoku"
)

// counting is a run of nonet count.
type counting struct {
	app    *app
	limit  uint64 // 0: count them all
	limits limits
}

func (a *app) countCommand() *cobra.Command {
	c := &counting{app: a}
	cmd := a.puzzleCommand("count", c.run)
	cmd.Flags().Uint64Var(&c.limit, "limit", 0, a.t("cli.flag.limitCount"))
	a.limitFlags(cmd, &c.limits)
	return cmd
}

func (c *counting) run(_ *cobra.Command, args []string) error {
	s := stage{batch: 256, handler: func() handler { return (&counter{counting: c}).together }}
	if c.limit != 0 && c.limit <= 2 {
		s.batch = 4096
	}
	if c.app.json || c.limits.timeout > 0 {
		s.handler = func() handler { return c.each }
	}
	sum, err := c.app.run(args, s)
	c.app.sumUp(sum, c.limit)
	return err
}

func (c *counting) upTo() uint64 {
	if c.limit == 0 {
		return math.MaxUint64
	}
	return c.limit
}

type counter struct {
	*counting
	batchSearch
}

// together counts a batch in one call.
func (c *counter) together(ctx context.Context, entries []entry, r *report) int {
	finished := c.search(ctx, entries, kernel.Limits{Solutions: c.upTo(), Nodes: c.limits.nodes})
	for i := range finished {
		e, result := &entries[i], &c.results[i]
		tally, err := tallyOf(e, result)
		c.answer(e, r, tally, err)
	}
	if finished < len(entries) {
		c.interrupted(&entries[finished], r, c.results[finished].Solutions)
	}
	return finished
}

// each counts puzzle by puzzle, which times each.
func (c *counting) each(ctx context.Context, entries []entry, r *report) int {
	for i := range entries {
		e := &entries[i]
		one, cancel := c.limits.bound(ctx)
		start := time.Now()
		tally, err := sudoku.Count(one, e.Grid, c.upTo(), sudoku.Limits{Nodes: c.limits.nodes})
		took := time.Since(start)
		cancel()
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			c.interrupted(e, r, tally.N)
			return i
		}
		if c.app.json {
			r.object(wire.CountOf(e.Grid, tally, err, took, c.app.lang))
			c.judge(e, r, tally, err)
		} else {
			c.answer(e, r, tally, err)
		}
	}
	return len(entries)
}

// interrupted says how far a count came.
func (c *counting) interrupted(e *entry, r *report, n uint64) {
	if n > 0 && c.app.ctx.Err() != nil {
		r.note(e, "cli.atLeast", "n", n)
	}
}

func (c *counting) answer(e *entry, r *report, tally sudoku.Tally, err error) {
	r.out = append(strconv.AppendUint(r.out, tally.N, 10), '\n')
	c.judge(e, r, tally, err)
}

// judge sets the status and writes the notes for a count.
func (c *counting) judge(e *entry, r *report, tally sudoku.Tally, err error) {
	switch {
	case tally.Exact && tally.N == 0:
		r.none(e, err)
	case tally.Exact:
	case err != nil:
		r.undecided(e, err)
		r.note(e, "cli.atLeast", "n", tally.N)
	default:
		r.tally.limited.add(1, e.place())
	}
}
