package cli

import (
	"context"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/internal/research/canon"
	"nonet/sudoku"
)

func (a *app) canonCommand() *cobra.Command {
	var form string
	var transform bool
	cmd := a.puzzleCommand("canon", nil)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		bad := a.badInputWriter(operation.NoCanon(form, ""))
		return a.passPuzzles(args, stream.Stage{Batch: together, Bad: bad, Handler: func() stream.Handler {
			c := &canonising{app: a, form: form, transform: transform}
			return c.canoniseBatch
		}})
	}
	a.addChoice(cmd, cmd.Flags(), &form, "form", "minlex", operation.CanonForms, "cli.canon.form")
	cmd.Flags().BoolVar(&transform, "transform", false, a.TextOf("cli.canon.transform"))
	return cmd
}

// canonising is a worker of nonet canon.
type canonising struct {
	app       *app
	form      string
	transform bool

	forms, solutions, rest [][sudoku.Cells]uint8
	results                sudoku.Results
}

func (c *canonising) canoniseBatch(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
	n := len(puzzles.Cells)
	unique := func(int) bool { return true }
	if c.form == "solution-minlex" {
		if sudoku.SolveBatch(ctx, puzzles.Cells, 2, sudoku.Limits{}, &c.results) < n {
			return 0
		}
		unique = func(i int) bool { _, ok := c.results.Unique(i); return ok }
	}
	fast := !c.app.json && !c.transform && c.form != "pattern-minlex"
	if fast && c.answerAll(ctx, puzzles.Cells, unique) != nil {
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

// answerAll computes the canonical forms of the puzzles. For solution-minlex it does so only for those with
// one solution. The error is ctx's.
func (c *canonising) answerAll(ctx context.Context, puzzles [][sudoku.Cells]uint8, unique func(int) bool) error {
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

// answerSeveralOrNone answers a puzzle without a unique solution, which has no solution-minlex form.
func (c *canonising) answerSeveralOrNone(e *stream.Entry, r *stream.Report, i int) {
	found := c.results.At(i)
	why := "cli.check.several"
	if found.Outcome() == sudoku.None {
		why = "cli.none"
	}
	r.Status.RaiseTo(stream.None)
	text := c.app.TextOf("cli.canon.notUnique", "why", c.app.TextOf(why))
	r.Note(e, text)
	c.app.write(r, operation.NoCanon(c.form, text), "# "+text+"\n")
}

func (a *app) isoCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "iso A B", Args: func(_ *cobra.Command, args []string) error {
		if len(args) != 2 {
			return stream.Problem("error.twoPuzzles", "n", len(args))
		}
		return nil
	}}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
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
		if !ok {
			a.Status.RaiseTo(stream.None)
		}
		switch {
		case a.json:
			return a.writeJSON(operation.IsoOf(t, ok))
		case ok:
			_, err = a.Out.Write([]byte(t.String() + "\n"))
			return err
		}
		_, err = a.Out.Write([]byte("# " + a.TextOf("cli.iso.none") + "\n"))
		return err
	}
	return cmd
}
