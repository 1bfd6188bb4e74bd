package cli

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/input"
	"nonet/internal/app/operation"
	"nonet/logic"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

// position is an entry of the input, with its place. The command asks a question about this entry.
type position struct {
	input.Entry
	place string
	n     int // the number of the position in the input, counted from 0
}

// reportUnanswered sets the exit status and prints a note for a position whose outcome is None or Undecided. It returns
// the context's error if the run was interrupted, and otherwise nil.
func (a *app) reportUnanswered(place string, outcome sudoku.Outcome, cause error) error {
	switch {
	case a.Ctx.Err() != nil:
		return a.Ctx.Err()
	case outcome == sudoku.None:
		a.Status.RaiseTo(stream.None)
		a.Notes.Line(place + ": " + a.noAnswerNote(cause))
	case outcome == sudoku.Undecided:
		a.reportUndecided(place, cause)
	}
	return nil
}

// reportUndecided sets the exit status and prints a note for a position whose search reached a limit. `cause` is the
// error that names the limit.
func (a *app) reportUndecided(place string, cause error) {
	a.Status.RaiseTo(stream.Undecided)
	a.Notes.Line(place + ": " + a.TextOf("cli.undecided", "why", stream.Reason(cause)))
}

// noAnswerNote returns the text of the error `cause` in the run's language. If `cause` is nil, the text says only that no
// answer exists.
func (a *app) noAnswerNote(cause error) string {
	var reported *message.Error
	switch {
	case errors.As(cause, &reported):
		return reported.Message().In(a.Lang)
	case cause != nil:
		return a.TextOf("cli.noneWhy", "why", cause)
	}
	return a.TextOf("cli.none")
}

// runForEachItem calls the function work with every item that read returns, on all processors. It is like
// [stream.Each], but each call of work gets a copy of the app. The copy's field Run is the run of this call.
func runForEachItem[P any](a *app, args []string, read func(io.Reader) func() (P, error), work func(a *app, what P, from *stream.Source, n int) error) error {
	before := *a // copied before workers start, because they change a.Run
	return stream.Each(&a.Run, args, read, func(r *stream.Run, what P, from *stream.Source, n int) error {
		reported := before
		reported.Run = *r
		err := work(&reported, what, from, n)
		r.Status, r.Limited = reported.Status, reported.Limited
		return err
	})
}

// eachPosition calls the function answer with the positions that args name: puzzles in any format, or lines of a
// library.
func (a *app) eachPosition(args []string, answer func(*app, position) error) error {
	read := func(r io.Reader) func() (input.Entry, error) {
		options := format.Options{Letters: a.reading.Letters}
		if a.Part != nil {
			options.Section = a.Part.Section
		}
		positions := input.NewReader(r, options)
		positions.MayBeEmpty = a.Part != nil
		return positions.Next
	}
	return runForEachItem(a, args, read, func(a *app, what input.Entry, from *stream.Source, n int) error {
		return answer(a, position{what, from.Name + ":" + strconv.Itoa(what.Puzzle.Line), n})
	})
}

// ask answers a question about a position. It prints the notes and a refusal, and sets the exit status. The answer is nil
// if the position was refused. The error ends the run.
func (a *app) ask(p *position, q operation.Asking) (answer any, err error) {
	if q.Rules = !a.added.IsEmpty() || len(a.as) > 0; q.Rules {
		if err := a.applyRuleFlags(&p.Puzzle); err != nil {
			return nil, a.badPosition(p, err)
		}
	}
	q.Note = func(note message.Message) { a.Notes.Line("nonet: " + p.place + ": " + note.In(a.Lang)) }
	found := q.Ask(a.Ctx, &p.Entry, a.reading, a.Lang)
	switch {
	case found.Refused != nil:
		return nil, a.badPosition(p, found.Refused)
	case found.Outcome == sudoku.None && found.Err == nil:
		a.Status.RaiseTo(stream.None)
	default:
		err = a.reportUnanswered(p.place, found.Outcome, found.Err)
	}
	if found.Cut {
		a.Status.RaiseTo(stream.Undecided)
	}
	return found.Wire, err
}

// askEach answers a question about the positions that args name. It writes each answer as JSON, or with the function
// print.
func (a *app) askEach(args []string, q *operation.Asking, print func(a *app, p position, answer any) error) error {
	return a.eachPosition(args, func(a *app, p position) error {
		answer, err := a.ask(&p, *q)
		switch {
		case err != nil || answer == nil:
			return err
		case a.json:
			return a.writeJSON(answer)
		}
		return print(a, p, answer)
	})
}

func (a *app) badPosition(p *position, err error) error {
	place := p.place
	if syntax := new(format.SyntaxError); errors.As(err, &syntax) { // the text of the puzzle has a syntax error
		from := strings.LastIndexByte(place, ':')
		place, err = place[:from], syntax
	}
	a.Fail(&stream.InputError{Source: place, Err: err})
	if a.KeepGoing {
		return nil
	}
	return stream.ErrStop
}

// stepsRun holds the flags of nonet steps.
type stepsRun struct {
	app    *app
	names  []string
	asking operation.Asking
	list   operation.StepList
}

func (a *app) stepsCommand() *cobra.Command {
	l := &stepsRun{app: a, asking: operation.Asking{Command: "steps", Limits: puzzle.Limits{Nodes: operation.StepNodes}}}
	cmd := a.puzzleCommand("steps", func(_ *cobra.Command, args []string) error { return l.run(args) })
	a.addBoardFlag(cmd)
	a.addRulesFlags(cmd)
	cmd.Flags().StringSliceVar(&l.names, "technique", nil, a.TextOf("cli.steps.technique"))
	cmd.RegisterFlagCompletionFunc("technique", completeWords(operation.TechniqueIDs()...))
	cmd.Flags().Uint64Var(&l.list.Limit, "limit", operation.StepsShown, a.TextOf("cli.flag.limitSteps"))
	a.addLimitFlags(cmd, &l.asking.Limits)
	return cmd
}

func (l *stepsRun) run(args []string) (err error) {
	if l.list.Techniques, err = operation.TechniquesNamed(l.names); err != nil {
		return err
	}
	err = l.app.eachPosition(args, l.listSteps)
	if many := l.app.Limited; many.N > 0 && err == nil && l.app.Part == nil { // in a job, every shard would repeat the note
		l.app.Notes.Line("nonet: " + l.app.TextOf("cli.steps.limited", "limit", l.list.Limit, "n", many.N, "first", many.First))
	}
	return err
}

// listSteps prints the steps that are possible in a position, each pattern once, up to the limit.
func (l *stepsRun) listSteps(a *app, p position) error {
	var broken error
	list := l.list
	list.Yield = func(s *logic.State, step *logic.Step) bool {
		broken = a.writeJSON(operation.StepOf(s, step, a.Lang))
		return broken == nil
	}
	list.More = func() { a.Limited = stream.Occurrences{N: 1, First: p.place} }
	list.Cut = func(t logic.Technique, err error) {
		if a.Ctx.Err() == nil {
			a.reportUndecided(p.place+": "+t.Name().In(a.Lang), err)
		}
	}
	asking := l.asking
	asking.Question = &list
	_, err := a.ask(&p, asking)
	return errors.Join(broken, err, a.Ctx.Err())
}

func (a *app) reglibCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "reglib " + a.TextOf("cli.word.file") + "...", RunE: func(_ *cobra.Command, args []string) error { return a.runRegressions(args) }}
	cmd.Flags().BoolVarP(&a.KeepGoing, "keep-going", "k", false, a.TextOf("cli.flag.keepGoing"))
	return cmd
}

func (a *app) runRegressions(args []string) error {
	var total, passed atomic.Int64
	read := func(r io.Reader) func() (input.Line, error) { return input.NewCasesReader(r).Next }
	err := runForEachItem(a, args, read, func(a *app, l input.Line, _ *stream.Source, _ int) error {
		pass, found, err := l.Run(a.Ctx, logic.NewFinder(logic.State{}, logic.Options{}), l.Options())
		if err != nil {
			return err
		}
		total.Add(1)
		if pass {
			passed.Add(1)
			return nil
		}
		a.Status.RaiseTo(stream.None)
		what := a.TextOf("cli.reglib.nothing")
		if _, err := l.Technique(); err != nil {
			what = a.TextOf("cli.reglib.unknown", "code", l.Code)
		} else if len(found) > 0 {
			what = a.TextOf("cli.reglib.found", "list", strings.Join(found, " | "))
		}
		return a.printTextOrObject(struct {
			Line   int      `json:"line"`
			Text   string   `json:"text"`
			Passed bool     `json:"passed"`
			Found  []string `json:"found"`
		}{l.Line, l.Text, false, append([]string{}, found...)}, l.Text+"\n  "+what+"\n")
	})
	if err != nil {
		return err
	}
	return a.printTextOrObject(struct {
		Passed int64 `json:"passed"`
		Total  int64 `json:"total"`
	}{passed.Load(), total.Load()}, a.TextOf("cli.reglib.sum", "passed", passed.Load(), "total", total.Load())+"\n")
}

func (a *app) writeJSON(v any) error {
	b, err := json.Marshal(v)
	if err == nil {
		_, err = a.Out.Write(append(b, '\n'))
	}
	return err
}
