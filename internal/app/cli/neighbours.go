package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/research/collection"
	"nonet/internal/research/neighbours"
	"nonet/sudoku"
)

func (a *app) neighboursCommand() *cobra.Command {
	s := neighbours.Search{Remove: 1, Add: 1, Rounds: 1}
	var score, state string
	var seen []string
	var lowest bool
	cmd := a.puzzleCommand("neighbours", func(_ *cobra.Command, args []string) error {
		if score != "" {
			c, _, err := a.parseColumn([]string{score})
			if err == nil && !c.IsNumeric() {
				err = stream.Problem("error.columnText", "name", c.Name)
			}
			if err != nil {
				return err
			}
			s.Score = func(ctx context.Context, g sudoku.Grid) float64 {
				n, ok := collection.Number(c.Value(collection.NewFacts(ctx, g)))
				switch {
				case !ok:
					return -1e9
				case lowest:
					return -n
				}
				return n
			}
		}
		if len(seen) > 0 && s.Repeats {
			return stream.Problem("cli.neighbours.seenRepeats")
		}
		return a.findNeighbours(args, s, seen, state, lowest)
	})
	cmd.Aliases = []string{"neighbors"}
	f := cmd.Flags()
	f.Var(rangeFlag(&s.Remove, 0, sudoku.Cells, "error.number"), "remove", a.TextOf("cli.neighbours.remove"))
	f.Var(rangeFlag(&s.Add, 0, sudoku.Cells, "error.number"), "add", a.TextOf("cli.neighbours.add"))
	f.BoolVar(&s.Minimal, "minimal", false, a.TextOf("cli.neighbours.minimal"))
	f.BoolVar(&s.Repeats, "repeats", false, a.TextOf("cli.neighbours.repeats"))
	f.StringArrayVar(&seen, "seen", nil, a.TextOf("cli.neighbours.seen"))
	f.Var(numberFlag(&s.Rounds), "rounds", a.TextOf("cli.neighbours.rounds"))
	f.StringVar(&score, "score", "", a.TextOf("cli.neighbours.score"))
	f.BoolVar(&lowest, "lowest", false, a.TextOf("cli.neighbours.lowest"))
	f.Var(numberFlag(&s.Beam), "beam", a.TextOf("cli.neighbours.beam"))
	f.StringVar(&state, "state", "", a.TextOf("cli.neighbours.state"))
	return cmd
}

// neighboursRun holds the flags of nonet neighbours, and the state of the search and of its journal.
type neighboursRun struct {
	*app
	search   neighbours.Search
	state    string // the name of the journal, in which an interrupted search continues
	journal  *os.File
	lowest   bool
	written  []neighbours.Found // puzzles found in this round, which are not yet in the journal
	n, round int
	fault    error // the first error of an input
}

func (a *app) findNeighbours(args []string, s neighbours.Search, seen []string, state string, lowest bool) error {
	switch {
	case a.Part == nil:
	case state != "":
		return stream.Problem("cli.neighbours.part")
	case len(seen) > 0:
		return stream.Problem("cli.neighbours.seenPart")
	}
	run := &neighboursRun{app: a, search: s, state: state, lowest: lowest}
	if state != "" {
		var err error
		if run.journal, run.search.Known, err = resumeJournal(state); err != nil {
			return err
		}
		defer run.journal.Close()
	}
	a.StartProgress(-1, true)
	defer a.Notes.EndProgress()
	ctx, cancel := context.WithCancel(a.Ctx)
	defer cancel()
	a.Out.OnFailure(cancel)
	run.search.Workers = a.WorkerCount()
	if len(seen) > 0 {
		run.search.Seen = func(yield func(sudoku.Grid) bool) {
			if run.eachPuzzle(ctx, seen, yield); run.fault != nil && !a.KeepGoing {
				cancel() // the list of known puzzles is incomplete, so the search would report some of them as new
			}
		}
	}
	return run.searchAndPrint(ctx, func(yield func(sudoku.Grid) bool) {
		run.eachPuzzle(ctx, args, func(g sudoku.Grid) bool {
			a.CountAnswered(1)
			return yield(g)
		})
	})
}

// eachPuzzle calls the function yield with every puzzle of the named inputs, until the function returns false or ctx
// ends.
func (r *neighboursRun) eachPuzzle(ctx context.Context, names []string, yield func(sudoku.Grid) bool) {
	for e, err := range stream.Puzzles(ctx, r.Sources(names), true) {
		if err != nil {
			r.fault = err
			r.Fail(err)
		}
		if err != nil && !r.KeepGoing || err == nil && !yield(e.Grid) {
			return
		}
	}
}

// searchAndPrint searches from the puzzles that start yields, and prints the puzzles that the search finds.
func (r *neighboursRun) searchAndPrint(ctx context.Context, start func(yield func(sudoku.Grid) bool)) error {
	for f, err := range r.search.All(ctx, start) {
		if err != nil {
			if r.Ctx.Err() == nil {
				return nil // the reader of the output is gone
			}
			return r.Ctx.Err()
		}
		if f.Round != r.round {
			if err := r.endRound(); err != nil {
				return err
			}
			r.round = f.Round
		}
		if r.journal != nil {
			r.written = append(r.written, f)
		}
		r.n++
		if err := r.printFound(f); err != nil {
			return err
		}
	}
	if r.fault != nil && !r.KeepGoing {
		return nil // the error was reported before
	}
	return r.endRound()
}

func (r *neighboursRun) printFound(f neighbours.Found) error {
	shown := f.Score
	if r.lowest {
		shown = -shown
	}
	if r.json {
		o := map[string]any{"puzzle": f.Puzzle, "solution": f.Solution, "round": f.Round}
		if r.search.Score != nil && f.Score > -1e9 {
			o["score"] = shown
		}
		return r.writeJSON(o)
	}
	line := f.Puzzle.String()
	switch {
	case r.search.Score != nil && f.Score == -1e9:
		line += "\t-"
	case r.search.Score != nil:
		line += "\t" + collection.Text(shown)
	}
	if _, err := io.WriteString(r.Out, line+"\n"); err != nil {
		return err
	}
	r.Notes.Show(func(p *stream.Progress) {
		p.SetText(func() string { return r.TextOf("cli.neighbours.progress", "n", r.n, "round", r.round) })
	})
	return nil
}

// endRound appends the puzzles of the finished round to the journal.
func (r *neighboursRun) endRound() error {
	if r.journal == nil || len(r.written) == 0 {
		return nil
	}
	var b strings.Builder
	for _, f := range r.written {
		fmt.Fprintf(&b, "%s\t%s\t%d\t%g\n", f.Puzzle, f.Solution, f.Round, f.Score)
	}
	fmt.Fprintf(&b, "# %d\n", r.round)
	r.written = r.written[:0]
	if err := r.Out.Flush(); err != nil { // flush before the journal is written, because puzzles in the journal are never printed again
		return err
	}
	if _, err := io.WriteString(r.journal, b.String()); err != nil {
		return stream.Problem("error.write", "name", r.state, "why", systemErrorOf(err))
	}
	return nil
}

// resumeJournal opens a journal, or creates it, and reads its complete rounds. It removes the lines of an interrupted
// round from the file.
func resumeJournal(name string) (*os.File, []neighbours.Found, error) {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, stream.Problem("error.read", "name", name, "why", systemErrorOf(err))
	}
	const title = "# nonet neighbours\n"
	body, ok := strings.CutPrefix(string(text), title)
	if !ok && len(text) > 0 {
		return nil, nil, stream.Problem("error.journal", "name", name, "line", 1)
	}
	var known, part []neighbours.Found
	offset, number := len(title), 1
	end := offset
	for line := range strings.Lines(body) {
		offset += len(line)
		if number++; strings.HasPrefix(line, "# ") && strings.HasSuffix(line, "\n") {
			known, part, end = append(known, part...), nil, offset
			continue
		}
		var f neighbours.Found
		var puzzle, solution string
		if _, err := fmt.Sscanf(line, "%s\t%s\t%d\t%g", &puzzle, &solution, &f.Round, &f.Score); err == nil {
			if f.Puzzle, err = sudoku.Parse(puzzle); err == nil {
				f.Solution, err = sudoku.Parse(solution)
			}
			if err == nil && f.Solution.Solved() && f.Solution.Extends(f.Puzzle) {
				part = append(part, f)
				continue
			}
		}
		if offset < len(text) {
			return nil, nil, stream.Problem("error.journal", "name", name, "line", number)
		}
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err == nil {
		if len(text) == 0 {
			_, err = io.WriteString(f, title)
		} else if err = f.Truncate(int64(end)); err == nil {
			_, err = f.Seek(0, io.SeekEnd)
		}
	}
	if err != nil {
		return nil, nil, stream.Problem("error.write", "name", name, "why", systemErrorOf(err))
	}
	return f, known, nil
}
