package cli

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/internal/ordered"
	"nonet/internal/research/canon"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

func (a *app) canonCommand() *cobra.Command {
	var form string
	var transform bool
	cmd := a.puzzleCommand("canon", func(_ *cobra.Command, args []string) error {
		bad := a.badInputWriter(wire.Canon{Form: form})
		return a.passPuzzles(args, stream.Stage{Batch: batchSize, Bad: bad, Handler: func() stream.Handler {
			c := &canonRun{app: a, form: form, transform: transform}
			return c.canoniseBatch
		}})
	})
	a.addChoice(cmd, cmd.Flags(), &form, "form", "minlex", operation.CanonForms, "cli.canon.form")
	cmd.Flags().BoolVar(&transform, "transform", false, a.TextOf("cli.canon.transform"))
	return cmd
}

// canonRun holds the flags, results and scratch memory of one worker of nonet canon.
type canonRun struct {
	app       *app
	form      string
	transform bool

	forms, solutions, rest [][sudoku.Cells]uint8
	results                sudoku.Results
}

func (c *canonRun) canoniseBatch(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
	n := len(puzzles.Cells)
	unique := func(int) bool { return true }
	if c.form == "solution-minlex" {
		if sudoku.SolveBatch(ctx, puzzles.Cells, 2, sudoku.Limits{}, &c.results) < n {
			return 0
		}
		unique = func(i int) bool { _, ok := c.results.Unique(i); return ok }
	}
	fast := !c.app.json && !c.transform && c.form != "pattern-minlex"
	if fast && c.computeCanonicalForms(ctx, puzzles.Cells, unique) != nil {
		return 0
	}
	for i := range n {
		if i&63 == 63 && ctx.Err() != nil {
			return i
		}
		if !unique(i) {
			e := puzzles.Entry(i)
			c.answerSeveralOrNone(&e, r, i)
			continue
		}
		if fast {
			r.Out = format.AppendLine(r.Out, &c.forms[i])
			continue
		}
		e := puzzles.Entry(i)
		var solution sudoku.Grid
		if c.form == "solution-minlex" {
			found := c.results.At(i)
			solution = found.Solution()
		}
		if c.app.json {
			w, err := operation.CanonOf(ctx, e.Grid, c.form, solution)
			if err != nil {
				return i
			}
			r.AddObject(w)
			continue
		}
		g, t, err := operation.CanonicalForm(ctx, e.Grid, c.form, solution)
		if err != nil {
			return i
		}
		r.Out = append(r.Out, g.String()...)
		if c.transform {
			r.Out = append(r.Out, "\t"+t.String()...)
		}
		r.Out = append(r.Out, '\n')
	}
	return n
}

// computeCanonicalForms stores the form of each puzzle in c.forms. For solution-minlex it skips puzzles without a
// unique solution. The error is ctx.Err().
func (c *canonRun) computeCanonicalForms(ctx context.Context, puzzles [][sudoku.Cells]uint8, unique func(int) bool) error {
	c.forms = append(c.forms[:0], puzzles...)
	if c.form != "solution-minlex" {
		return canon.MinlexAll(ctx, c.forms, puzzles)
	}
	c.rest, c.solutions = c.rest[:0], c.solutions[:0]
	for i := range puzzles {
		if solution, _ := c.results.Unique(i); unique(i) {
			c.rest = append(c.rest, puzzles[i])
			c.solutions = append(c.solutions, *solution)
		}
	}
	canon.SolutionMinlexAll(c.rest, c.rest, c.solutions)
	n := 0
	for i := range puzzles {
		if unique(i) {
			c.forms[i] = c.rest[n]
			n++
		}
	}
	return nil
}

// answerSeveralOrNone writes the answer for puzzle i, which has several solutions or none, so that the form
// solution-minlex is undefined.
func (c *canonRun) answerSeveralOrNone(e *stream.Entry, r *stream.Report, i int) {
	found := c.results.At(i)
	key := "cli.check.several"
	if found.Outcome() == sudoku.None {
		key = "cli.none"
	}
	r.Status.RaiseTo(stream.None)
	text := c.app.TextOf("cli.canon.notUnique", "why", c.app.TextOf(key))
	r.Note(e, text)
	c.app.writeTextOrObject(r, wire.Canon{Form: c.form, Reason: text}, "# "+text+"\n")
}

func (a *app) isoCommand() *cobra.Command {
	return &cobra.Command{Use: "iso A B", RunE: func(_ *cobra.Command, args []string) error {
		if len(args) != 2 {
			return stream.Problem("error.twoPuzzles", "n", len(args))
		}
		var two [2]sudoku.Grid
		for i := range args {
			e, err := a.onlyPuzzle(args[i : i+1])
			if err != nil {
				return err
			}
			two[i] = e.Grid
		}
		t, ok, err := canon.Isomorphic(a.Ctx, two[0], two[1])
		if err != nil {
			return err
		}
		text := t.String()
		if !ok {
			a.Status.RaiseTo(stream.None)
			text = "# " + a.TextOf("cli.iso.none")
		}
		return a.printTextOrObject(operation.IsoOf(t, ok), text+"\n")
	}}
}

func (a *app) catalogCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "catalog", Aliases: []string{"catalogue"}}
	cmd.AddCommand(a.catalogRankCommand(), a.catalogUnrankCommand(), a.catalogRangeCommand(), a.catalogRandomCommand())
	return cmd
}

func (a *app) catalogRankCommand() *cobra.Command {
	return a.puzzleCommand("rank", func(_ *cobra.Command, args []string) error {
		bad := a.badInputWriter(wire.Ranked{})
		return a.passPuzzles(args, stream.Stage{Batch: 4, Bad: bad, Handler: func() stream.Handler {
			var c canon.Catalogue
			return stream.OneByOne(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
				return a.answerRank(ctx, &c, e, r)
			})()
		}})
	})
}

func (a *app) answerRank(ctx context.Context, c *canon.Catalogue, e *stream.Entry, r *stream.Report) bool {
	n, err := c.Rank(ctx, e.Grid)
	if ctx.Err() != nil {
		return false
	}
	switch {
	case err != nil:
		reason := message.TextOf(err, a.Lang)
		r.Status.RaiseTo(stream.None)
		r.Note(e, reason)
		a.writeTextOrObject(r, wire.Ranked{Reason: reason}, "# "+reason+"\n")
	case a.json:
		w, err := operation.RankedOf(ctx, n, e.Grid)
		if err != nil {
			return false
		}
		r.AddObject(w)
	default:
		r.Out = append(strconv.AppendUint(r.Out, n, 10), '\n')
	}
	return true
}

func (a *app) catalogUnrankCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "unrank " + a.TextOf("cli.catalog.ranks"), RunE: func(_ *cobra.Command, args []string) error { return a.writeGridsOfRanks(args) }}
	cmd.Flags().BoolVarP(&a.KeepGoing, "keep-going", "k", false, a.TextOf("cli.flag.keepGoing"))
	return cmd
}

// writeGridsOfRanks writes the grids whose ranks are in args. An argument is a rank or a range of ranks.
func (a *app) writeGridsOfRanks(args []string) error {
	catalogues := sync.Pool{New: func() any { return new(canon.Catalogue) }}
	return runForEachItem(a, args, newRankReader, func(a *app, rank uint64, _ *stream.Source, _ int) error {
		c := catalogues.Get().(*canon.Catalogue)
		defer catalogues.Put(c)
		g, err := c.Unrank(a.Ctx, rank)
		if err != nil {
			return err
		}
		return a.printTextOrObject(wire.Ranked{Rank: rank, Grid: g.String()}, g.String()+"\n")
	})
}

// newRankReader returns a function that reads the next line of r and parses it as a rank. After the last line, the
// error is io.EOF.
func newRankReader(r io.Reader) func() (uint64, error) {
	lines := format.NewText(r)
	return func() (uint64, error) {
		for {
			text, line, err := lines.Line()
			if err != nil {
				return 0, err
			}
			field := strings.TrimSpace(text)
			if field == "" || strings.HasPrefix(field, "#") {
				continue
			}
			n, err := strconv.ParseUint(field, 10, 64)
			if err != nil || n < 1 || n > canon.Grids {
				return 0, &format.SyntaxError{Line: line, Column: 1, What: message.New("canon.rank", "rank", shortText(field), "n", uint64(canon.Grids))}
			}
			return n, nil
		}
	}
}

func rankError(text string) error {
	return stream.Problem("canon.rank", "rank", shortText(text), "n", uint64(canon.Grids))
}

func shortText(s string) string {
	if runes := []rune(s); len(runes) > 20 {
		return string(runes[:20]) + "…"
	}
	return s
}

func (a *app) catalogRangeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "range " + a.TextOf("cli.catalog.first") + " " + a.TextOf("cli.catalog.last"),
		RunE: func(_ *cobra.Command, args []string) error {
			var ends [2]uint64
			if len(args) != 2 {
				return stream.Problem("error.twoRanks", "n", len(args))
			}
			for i, arg := range args {
				n, err := strconv.ParseUint(arg, 10, 64)
				if err != nil || n < 1 || n > canon.Grids {
					return rankError(arg)
				}
				ends[i] = n
			}
			if ends[0] > ends[1] {
				return stream.Problem("error.ranksInverted", "first", ends[0], "last", ends[1])
			}
			return a.writeGridRange(ends[0], ends[1])
		},
	}
}

// piece holds consecutive grids of the catalogue as text, or the error of listing them.
type piece struct {
	stretch canon.Stretch
	err     error
	n       uint64
	out     []byte
}

// writeGridRange writes the grids with the ranks from `first` to `last`, one per line, using all cores.
func (a *app) writeGridRange(first, last uint64) error {
	ctx, cancel := context.WithCancel(a.Ctx)
	defer cancel()
	a.Out.OnFailure(cancel)
	next, stop := iter.Pull2(canon.Stretches(first, last))
	defer stop()
	work := ordered.Work[piece]{
		Workers: a.WorkerCount(),
		Pull: func(_ context.Context, p *piece) (ok bool) {
			p.out, p.n = p.out[:0], 0
			p.stretch, p.err, ok = next()
			return ok
		},
		Worker: func() func(context.Context, *piece) {
			var c canon.Catalogue
			return func(ctx context.Context, p *piece) {
				if p.err != nil {
					return
				}
				for rank, g := range c.List(ctx, p.stretch) {
					if a.json {
						p.out = append(strconv.AppendUint(append(p.out, `{"rank":`...), rank, 10), `,"grid":"`...)
						p.out = format.AppendLine(p.out, g)
						p.out = append(p.out[:len(p.out)-1], "\"}\n"...)
					} else {
						p.out = format.AppendLine(p.out, g)
					}
					p.n++
				}
			}
		},
	}
	a.StartProgress(int64(last-first+1), false)
	defer a.Notes.EndProgress()
	done := int64(0)
	for p := range work.DoneBatches(ctx) {
		if p.err != nil {
			return p.err
		}
		if _, err := a.Out.Write(p.out); err != nil {
			return err
		}
		done += int64(p.n)
		a.CountAnswered(int(p.n))
		if p.n < p.stretch.Len() {
			break // ctx ended
		}
		a.Notes.Show(func(pr *stream.Progress) { pr.Set(done, func() string { return a.TextOf("cli.progress", "n", done) }) })
	}
	return a.Ctx.Err()
}

func (a *app) catalogRandomCommand() *cobra.Command {
	var n, seed uint64
	cmd := &cobra.Command{Use: "random", Args: refuseArguments}
	cmd.RunE = func(*cobra.Command, []string) error { return a.writeRandomGrids(n, seed) }
	cmd.Flags().Uint64VarP(&n, "number", "n", 1, a.TextOf("cli.catalog.number"))
	a.addSeedFlag(cmd, &seed)
	return cmd
}

// writeRandomGrids writes n grids, each chosen from the catalogue with equal probability.
func (a *app) writeRandomGrids(n, seed uint64) error {
	if n == 0 {
		return nil
	}
	chance := rand.New(rand.NewPCG(seed, 0x6e6f6e6574))
	r, ranks := io.Pipe()
	defer r.Close()
	go func() {
		for ; n > 0; n-- {
			if _, err := fmt.Fprintln(ranks, 1+chance.Uint64N(canon.Grids)); err != nil {
				return
			}
		}
		ranks.Close()
	}()
	a.In = r
	return a.writeGridsOfRanks(nil)
}
