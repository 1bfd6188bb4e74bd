package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nonet/board"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/wire"
)

type minimalRun struct {
	app      *app
	question operation.MinimalAsked
	limit    int
	count    bool
	after    bool
	limits   puzzle.Limits
}

func (a *app) minimalCommand() *cobra.Command {
	m := &minimalRun{app: a}
	var after string
	cmd := a.puzzleCommand("minimal", func(_ *cobra.Command, args []string) error {
		if m.question.Samples > 0 && (m.question.Most > 0 || after != "") {
			return stream.Problem("error.together", "a", "--sample", "b", "--most, --after")
		}
		if m.after = after != ""; m.after {
			g, err := sudoku.Parse(after)
			if err != nil {
				return stream.Problem("error.flagInvalid", "name", "--after", "value", shortText(after), "why", err)
			}
			m.question.After = g
		}
		s := stream.Stage{Batch: 1, Slow: true, Bad: a.badInputWriter(wire.Minimal{Outcome: sudoku.Undecided.String(), Puzzles: []string{}})}
		if m.question.Workers = 1; !m.count {
			s.Direct, m.question.Workers = true, a.WorkerCount() // print each puzzle as soon as it is found
		}
		a.answerSubjects(&s, m.answerMinimal)
		return a.passPuzzles(args, s)
	})
	a.addRulesFlags(cmd)
	f := cmd.Flags()
	f.Var(numberFlag(&m.limit), "limit", a.TextOf("cli.minimal.limit"))
	f.Var(numberFlag(&m.question.Most), "most", a.TextOf("cli.minimal.most"))
	f.StringVar(&after, "after", "", a.TextOf("cli.minimal.after"))
	f.BoolVar(&m.count, "count", false, a.TextOf("cli.minimal.count"))
	f.Var(numberFlag(&m.question.Samples), "sample", a.TextOf("cli.minimal.sample"))
	a.addSeedFlag(cmd, &m.question.Seed)
	a.addTimeoutFlag(cmd, &m.limits)
	return cmd
}

func (m *minimalRun) answerMinimal(ctx context.Context, p *subject, r *stream.Report) bool {
	if err := p.CheckFlags("minimal", map[string]bool{"--count": m.count, "--most": m.question.Most > 0, "--after": m.after}); err != nil {
		return p.reportBad(r, err)
	}
	one, cancel := m.limits.BoundContext(ctx)
	defer cancel()
	var broken error
	n := 0
	var found []string // puzzles for the next JSON object, in the order of discovery
	w, outcome, err := m.question.Answer(one, p.Subject, m.limits, m.app.Lang, func(text string) bool {
		n++
		switch {
		case m.count:
		case m.app.json:
			if found = append(found, text); len(found) == inBatch {
				r.AddObject(wire.Minimal{Puzzle: p.PuzzleText(), Outcome: sudoku.Found.String(), Puzzles: found, Count: uint64(n)})
				found, broken = nil, r.WriteCollected()
			}
		default:
			r.Out = append(append(r.Out, text...), '\n')
			broken = r.WriteCollected()
		}
		return broken == nil && (m.limit == 0 || n < m.limit)
	})
	if ctx.Err() != nil || broken != nil {
		return false
	}
	if refused, more := p.reportRefusal(r, outcome == sudoku.Found, err); refused {
		return more
	}
	line := ""
	switch outcome {
	case sudoku.None:
		if err != nil || !m.count {
			line = m.app.noResultLine(&p.entry, r, err)
		}
	case sudoku.Undecided:
		r.ReportUndecided(&p.entry, err)
		switch {
		case w.Reduced != "":
			line = "# undecided, so far: " + w.Reduced + "\n"
		case n > 0:
			line = fmt.Sprintf("# undecided, at least %d\n", n)
		default:
			line = notDecided
		}
	}
	switch {
	case m.app.json:
		if len(found) > 0 {
			w.Puzzles = found
		}
		r.AddObject(w)
	case line == "" && m.count && w.Estimate != nil:
		r.Out = fmt.Appendf(r.Out, "%.4g\t%.2g\n", w.Estimate.Mean, w.Estimate.Error)
	case line == "" && m.count:
		r.Out = fmt.Appendf(r.Out, "%d\n", n)
	default:
		r.Out = append(r.Out, line...)
	}
	return true
}

// noResultLine sets the exit status, adds a note, and returns a comment line for a puzzle without a result. `cause` is
// the reason. If it is nil, the text is "no such puzzle".
func (a *app) noResultLine(e *stream.Entry, r *stream.Report, cause error) string {
	r.Status.RaiseTo(stream.None)
	text := a.TextOf("cli.minimal.none")
	if cause != nil {
		text = a.noAnswerNote(cause)
	}
	r.Note(e, text)
	return "# " + text + "\n"
}

func (a *app) unavoidableCommand() *cobra.Command {
	size := 12
	var count, hitting bool
	var l puzzle.Limits
	cmd := a.puzzleCommand("unavoidable", func(_ *cobra.Command, args []string) error {
		s := stream.Stage{Batch: 1, Slow: true, Handler: stream.OneByOne(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
			one, cancel := l.BoundContext(ctx)
			defer cancel()
			w, sets, outcome, err := operation.UnavoidableOf(one, e.Grid, size, hitting, a.Lang)
			if ctx.Err() != nil {
				return false
			}
			line := ""
			switch outcome {
			case sudoku.None:
				line = a.noResultLine(e, r, err)
			case sudoku.Undecided:
				if r.ReportUndecided(e, err); w.Hitting == nil {
					line = notDecided
				}
			}
			switch {
			case a.json:
				w.Sets = operation.CellSets(sets, len(sets))
				r.AddObject(w)
			case line != "":
				r.Out = append(r.Out, line...)
			case hitting:
				r.Out = fmt.Appendf(r.Out, "%s\t%s\n", boundsText(w.Hitting), boundsText(w.Apart))
			case count:
				r.Out = fmt.Appendf(r.Out, "%d\n", w.Count)
			default:
				for _, s := range sets {
					line := []byte(strings.Repeat(".", board.Cells) + "\n")
					for c := range s.All() {
						line[c] = w.Grid[c]
					}
					r.Out = append(r.Out, line...)
				}
			}
			return true
		})}
		s.Bad = a.badInputWriter(wire.Unavoidable{Outcome: sudoku.Undecided.String()})
		return a.passPuzzles(args, s)
	})
	f := cmd.Flags()
	f.Var(rangeFlag(&size, 4, operation.MostUnavoidable, "cli.unavoidable.badSize", "n", operation.MostUnavoidable), "size", a.TextOf("cli.unavoidable.size"))
	f.BoolVar(&count, "count", false, a.TextOf("cli.unavoidable.count"))
	f.BoolVar(&hitting, "hitting", false, a.TextOf("cli.unavoidable.hitting"))
	a.addTimeoutFlag(cmd, &l)
	return cmd
}

func boundsText(b *wire.Bounds) string {
	if b.Least == b.Most {
		return fmt.Sprint(b.Least)
	}
	return fmt.Sprintf("%d-%d", b.Least, b.Most)
}

func (a *app) backdoorCommand() *cobra.Command {
	limit := 10
	var l puzzle.Limits
	cmd := a.puzzleCommand("backdoor", func(_ *cobra.Command, args []string) error {
		s := stream.Stage{Batch: 1, Slow: true, Handler: stream.OneByOne(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
			one, cancel := l.BoundContext(ctx)
			defer cancel()
			w, sets, outcome, err := operation.BackdoorOf(one, e.Grid, a.Lang)
			if ctx.Err() != nil {
				return false
			}
			if limit > 0 && len(sets) > limit {
				sets = sets[:limit]
			}
			w.Sets = operation.CellSets(sets, len(sets))
			var shown []string
			for _, cells := range w.Sets {
				shown = append(shown, strings.Join(cells, " "))
			}
			line := fmt.Sprintf("%d\t%d\t%s\n", w.Size, w.Count, strings.Join(shown, ", "))
			switch outcome {
			case sudoku.None:
				line = a.noResultLine(e, r, err)
			case sudoku.Undecided:
				r.ReportUndecided(e, err)
				line = fmt.Sprintf("# undecided, at least %d\n", w.Size)
			}
			a.writeTextOrObject(r, w, line)
			return true
		})}
		s.Bad = a.badInputWriter(wire.Backdoor{Outcome: sudoku.Undecided.String()})
		return a.passPuzzles(args, s)
	})
	cmd.Flags().Var(numberFlag(&limit), "limit", a.TextOf("cli.backdoor.limit"))
	a.addTimeoutFlag(cmd, &l)
	return cmd
}
