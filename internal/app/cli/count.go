package cli

import (
	"context"
	"errors"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"nonet/internal/engine/counting"
	"nonet/internal/engine/kernel"
	"nonet/sudoku"
	"nonet/wire"
)

// census is a run of nonet count.
type census struct {
	app    *app
	limit  uint64 // 0: count them all
	limits limits
}

func (a *app) countCommand() *cobra.Command {
	c := &census{app: a}
	cmd := a.puzzleCommand("count", c.run)
	cmd.Flags().Uint64Var(&c.limit, "limit", 0, a.t("cli.flag.limitCount"))
	a.limitFlags(cmd, &c.limits)
	return cmd
}

func (c *census) run(_ *cobra.Command, args []string) error {
	s := stage{batch: 256, searcher: func() searcher { return (&counter{census: c}).together }}
	if c.limit != 0 && c.limit <= 2 {
		s.batch = together
	}
	// One count may take minutes, which is worth showing above its answer.
	s.slow = isTerminal(c.app.out.w)
	if c.app.json || c.limits.timeout > 0 {
		s.searcher, s.handler = nil, func() handler { return c.each }
	}
	sum, err := c.app.run(args, s)
	c.app.sumUp(sum, c.limit)
	return err
}

func (c *census) upTo() uint64 {
	if c.limit == 0 {
		return math.MaxUint64
	}
	return c.limit
}

type counter struct {
	*census
	batchSearch
}

// together searches a batch in one call, then counts one by one what has more
// solutions than a search should visit.
func (c *counter) together(ctx context.Context, puzzles *slots, r *report) int {
	most := min(c.upTo(), counting.HandOver)
	finished := c.search(ctx, puzzles, kernel.Limits{Solutions: most, Nodes: c.limits.nodes})
	for i := range finished {
		result := &c.results[i]
		if result.Outcome == kernel.Complete && result.Solutions > 0 {
			r.out = append(strconv.AppendUint(r.out, result.Solutions, 10), '\n') // nothing else is to be said
			continue
		}
		e := puzzles.entry(i)
		tally, err := tallyOf(&e, result)
		if result.Outcome != kernel.LimitReached || most == c.limit {
			c.answer(&e, r, strconv.AppendUint(nil, tally.N, 10), tally, err)
			continue
		}
		total, tally, err := c.one(ctx, &e)
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			c.interrupted(&e, r, total)
			return i
		}
		c.answer(&e, r, total.Append(nil, 10), tally, err)
	}
	if finished < len(puzzles.cells) {
		e := puzzles.entry(finished)
		c.interrupted(&e, r, new(big.Int).SetUint64(c.results[finished].Solutions))
	}
	return finished
}

// each counts puzzle by puzzle, which times each.
func (c *census) each(ctx context.Context, entries []entry, r *report) int {
	for i := range entries {
		e := &entries[i]
		bounded, cancel := c.limits.bound(ctx)
		start := time.Now()
		total, tally, err := c.one(bounded, e)
		took := time.Since(start)
		cancel()
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			c.interrupted(e, r, total)
			return i
		}
		if c.app.json {
			r.object(wire.CountOf(e.Grid, total, tally, err, took, c.app.lang))
			c.judge(e, r, total.Append(nil, 10), tally, err)
		} else {
			c.answer(e, r, total.Append(nil, 10), tally, err)
		}
	}
	return len(entries)
}

// one counts one puzzle and shows how far it is. Its tally has no more than 64
// bits can hold.
func (c *census) one(ctx context.Context, e *entry) (*big.Int, sudoku.Tally, error) {
	limits := sudoku.Limits{Nodes: c.limits.nodes}
	if c.limit != 0 {
		tally, err := sudoku.Count(ctx, e.Grid, c.limit, limits)
		return new(big.Int).SetUint64(tally.N), tally, err
	}
	total, err := sudoku.CountAll(ctx, e.Grid, limits, func(p sudoku.Progress) {
		c.app.stderr.show(func(line *progress) {
			line.set(line.done, func() string {
				return c.app.t("cli.countProgress", "n", p.AtLeast, "percent", int(100*p.Share))
			})
		})
	})
	return total.N, wire.TallyOf(total), err
}

// interrupted says how far a count came.
func (c *census) interrupted(e *entry, r *report, n *big.Int) {
	if n.Sign() > 0 && c.app.ctx.Err() != nil {
		r.note(e, "cli.atLeast", "n", n)
	}
}

func (c *census) answer(e *entry, r *report, n []byte, tally sudoku.Tally, err error) {
	r.out = append(append(r.out, n...), '\n')
	c.judge(e, r, n, tally, err)
}

// judge sets the status and writes the notes for a count.
func (c *census) judge(e *entry, r *report, n []byte, tally sudoku.Tally, err error) {
	switch {
	case tally.Exact && tally.N == 0:
		r.none(e, err)
	case tally.Exact:
	case err != nil:
		if r.undecided(e, err); string(n) != "0" {
			r.note(e, "cli.atLeast", "n", string(n))
		}
	default:
		r.tally.limited.add(1, e.place())
	}
}
