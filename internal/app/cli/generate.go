package cli

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/generate"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/wire"
)

type generateRun struct {
	operation.GenerateRequest
	app      *app
	cmd      *cobra.Command
	spec     generate.Spec
	n, until uint64
	givens   string
	limit    generate.Limits
	timeout  puzzle.Limits
	to       format.Kind
}

func (a *app) generateCommand() *cobra.Command {
	g := &generateRun{app: a}
	g.Seed = new(uint64)
	cmd := &cobra.Command{Use: "generate", Args: refuseArguments}
	cmd.RunE = func(*cobra.Command, []string) error { return g.run() }
	g.cmd = cmd
	symmetries := operation.Symmetries()
	f := cmd.Flags()
	f.Uint64VarP(&g.n, "number", "n", 1, a.TextOf("cli.generate.number"))
	f.Uint64Var(g.Seed, "seed", 0, a.TextOf("cli.generate.seed"))
	f.StringSliceVar(&g.Variant, "variant", nil, a.TextOf("cli.generate.variant", "words", strings.Join(generate.Words(), " ")))
	f.IntVar(&g.Size, "size", 9, a.TextOf("cli.generate.size"))
	a.addChoice(cmd, f, &g.Grade, "grade", "any", operation.Grades(), "cli.generate.grade")
	a.addChoice(cmd, f, &g.MaxGrade, "max-grade", "any", operation.Grades(), "cli.generate.maxGrade")
	f.BoolVar(&g.Logic, "logic", false, a.TextOf("cli.generate.logic"))
	f.IntVar(&g.MinScore, "min-score", 0, a.TextOf("cli.generate.minScore"))
	f.IntVar(&g.MaxScore, "max-score", 0, a.TextOf("cli.generate.maxScore"))
	a.addChoice(cmd, f, &g.Symmetry, "symmetry", symmetries[0], symmetries, "cli.generate.symmetry")
	f.StringVar(&g.Pattern, "pattern", "", a.TextOf("cli.generate.pattern"))
	f.Uint64Var(&g.Attempt, "attempt", 0, a.TextOf("cli.generate.attempt"))
	f.Uint64Var(&g.until, "until", 0, a.TextOf("cli.generate.until"))
	f.BoolVar(&g.Minimal, "minimal", false, a.TextOf("cli.generate.minimal"))
	f.StringVar(&g.givens, "givens", "", a.TextOf("cli.generate.givens"))
	f.IntVar(&g.MinGivens, "min-givens", 0, a.TextOf("cli.generate.min"))
	f.IntVar(&g.MaxGivens, "max-givens", 0, a.TextOf("cli.generate.max"))
	f.StringSliceVar(&g.Require, "require", nil, a.TextOf("cli.generate.require"))
	f.StringSliceVar(&g.Forbid, "forbid", nil, a.TextOf("cli.generate.forbid"))
	f.StringVar(&g.Hardest, "hardest", "", a.TextOf("cli.generate.hardest"))
	f.Uint64Var(&g.limit.Attempts, "attempts", 0, a.TextOf("cli.generate.attempts"))
	f.Var(timeLimitFlag(&g.timeout.Time), "timeout", a.TextOf("cli.generate.timeout"))
	f.Var(kindFlag(&g.to, ""), "to", a.TextOf("cli.generate.to", "formats", strings.Join(format.AnyRulesStyles(), " ")))
	for _, name := range []string{"require", "forbid", "hardest"} {
		cmd.RegisterFlagCompletionFunc(name, completeWords(operation.TechniqueIDs()...))
	}
	cmd.RegisterFlagCompletionFunc("variant", completeWords(generate.Words()...))
	cmd.RegisterFlagCompletionFunc("to", completeWords(format.AnyRulesStyles()...))
	return cmd
}

func (g *generateRun) givenFlags(names ...string) (given []string) {
	for _, name := range names {
		if g.cmd.Flags().Changed(name) {
			given = append(given, "--"+name)
		}
	}
	return given
}

func (g *generateRun) run() error {
	if g.givenFlags("until") != nil && g.givenFlags("number", "attempts") != nil {
		return stream.Problem("error.together", "a", "--until", "b", "--number, --attempts")
	}
	if g.givenFlags("givens") != nil {
		if others := g.givenFlags("min-givens", "max-givens"); others != nil {
			return stream.Problem("error.together", "a", "--givens", "b", others[0])
		}
		var ok bool
		if g.MinGivens, g.MaxGivens, ok = parseRange(g.givens); !ok {
			return stream.Problem("cli.generate.badGivens", "text", g.givens)
		}
		g.NoGivens = g.MaxGivens == 0
	}
	g.limit.Workers = g.app.WorkerCount()
	if g.Size == 0 { // in a Spec, a zero size means 9
		return stream.Problem("rules.make.size", "n", 0, "least", generate.Smallest, "most", generate.Largest)
	}
	if g.Hardest == "" && g.givenFlags("hardest") != nil {
		return &operation.UnknownTechniqueError{}
	}
	source := "--pattern"
	if _, missing := os.Stat(g.Pattern); missing == nil {
		source = g.Pattern
		text, err := g.app.Contents(source, 64<<10)
		if err != nil {
			return err
		}
		g.Pattern = text + "\n" // not empty, so that an empty file is refused
	}
	given := map[string]bool{}
	for _, flag := range g.givenFlags("min-score", "max-score", "pattern", "require", "forbid") {
		given[flag] = true
	}
	spec, part, err := g.Spec(given)
	switch g.spec = spec; {
	case part == "pattern":
		return &stream.InputError{Source: source, Err: err}
	case err != nil:
		return err
	}
	if g.givenFlags("attempts") == nil {
		g.limit.Attempts = g.spec.AttemptsPerMinute()
	}
	if g.givenFlags("to") != nil {
		return g.writePuzzles(&g.to)
	}
	return g.writePuzzles(nil)
}

// parseRange parses "N", "A-B", or "A-", which has no upper limit.
func parseRange(text string) (minimum, greatest int, ok bool) {
	from, to, several := strings.Cut(text, "-")
	minimum, err := strconv.Atoi(from)
	if err != nil || minimum < 0 {
		return 0, 0, false
	}
	if greatest = minimum; several {
		if greatest = 1 << 20; to != "" {
			greatest, err = strconv.Atoi(to)
		}
	}
	return minimum, greatest, err == nil && greatest >= minimum
}

// writePuzzles writes g.n puzzles, each as soon as it is found. With --until it instead writes the puzzles of all
// attempts whose numbers are below g.until. With --json it writes objects. Otherwise it writes texts in the format
// `to`, or lines if `to` is nil.
func (g *generateRun) writePuzzles(to *format.Kind) error {
	a, all := g.app, g.givenFlags("until") != nil
	if !all && g.n == 0 || all && g.spec.From >= g.until {
		return nil
	}
	if all {
		g.limit.Attempts = g.until - g.spec.From
	}
	ctx, cancel := g.timeout.BoundContext(a.Ctx)
	defer cancel()
	a.Out.OnFailure(cancel)
	done := uint64(0)
	for p, err := range generate.Puzzles(ctx, g.spec, g.limit) {
		var none *generate.LimitError
		switch {
		case err != nil && a.Ctx.Err() != nil:
			return a.Ctx.Err()
		case all && errors.As(err, &none) && none.Cause == nil, all && err == nil && p.Attempt >= g.until:
			return nil
		case errors.As(err, &none):
			a.reportUndecided("generate", err)
			return nil
		case err != nil:
			return err
		}
		if a.json {
			err = a.writeJSON(operation.GeneratedOf(&p, g.spec.Seed))
		} else if text, wrong := operation.GeneratedText(&p, to); wrong == nil {
			_, err = a.Out.Write([]byte(text))
		} else {
			err = wrong
		}
		if err != nil {
			return err
		}
		if done++; all {
			if a.CountAnswered(1); p.Attempt+1 == g.until {
				return nil
			}
		} else if done == g.n {
			break
		}
	}
	return a.Out.Flush()
}

func (a *app) dailyCommand() *cobra.Command {
	var grade string
	cmd := &cobra.Command{Use: "daily [" + a.TextOf("cli.word.date") + "]", RunE: func(_ *cobra.Command, args []string) error {
		var level hodoku.Level
		if err := level.UnmarshalText([]byte(grade)); err != nil {
			return err
		}
		day := time.Now()
		switch len(args) {
		case 0:
		case 1:
			var err error
			if day, err = operation.ParseDay(args[0]); err != nil {
				return err
			}
		default:
			return stream.Problem("error.oneDate", "n", len(args))
		}
		w := operation.Daily(a.Ctx, day, level, a.Lang)
		if a.Ctx.Err() != nil {
			return a.Ctx.Err()
		}
		return a.printTextOrObject(w, w.Generated.Puzzle+"\n")
	}}
	grades := operation.Grades()[1:]
	a.addChoice(cmd, cmd.Flags(), &grade, "grade", grades[0], grades, "cli.daily.grade")
	return cmd
}

func (a *app) minimiseCommand() *cobra.Command {
	cmd := a.reviseCommand("minimise", generate.Minimise)
	cmd.Aliases = []string{"minimize"}
	return cmd
}

func (a *app) completeCommand() *cobra.Command { return a.reviseCommand("complete", generate.Complete) }

// reviseCommand returns the command called `name`, which changes the givens of each puzzle with revise.
func (a *app) reviseCommand(name string, revise operation.Reviser) *cobra.Command {
	var l puzzle.Limits
	revision := generate.Revision{Attempts: 256}
	var symmetry string
	cmd := a.puzzleCommand(name, func(_ *cobra.Command, args []string) error {
		if err := revision.Symmetry.UnmarshalText([]byte(symmetry)); err != nil {
			return err
		}
		bad := a.badInputWriter(wire.Revised{Outcome: sudoku.Undecided.String(), Seed: revision.Seed})
		return a.passPuzzles(args, stream.Stage{Batch: 1, Bad: bad, Handler: stream.OneByOne(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
			return a.answerRevise(ctx, e, r, revise, revision, l)
		})})
	})
	symmetries := operation.Symmetries()
	f := cmd.Flags()
	a.addChoice(cmd, f, &symmetry, "symmetry", symmetries[0], symmetries, "cli.revise.symmetry")
	f.Var(positiveFlag(&revision.Attempts), "attempts", a.TextOf("cli.revise.attempts"))
	a.addSeedFlag(cmd, &revision.Seed)
	a.addTimeoutFlag(cmd, &l)
	return cmd
}

func (a *app) answerRevise(ctx context.Context, e *stream.Entry, r *stream.Report, revise operation.Reviser, revision generate.Revision, l puzzle.Limits) bool {
	one, cancel := l.BoundContext(ctx)
	defer cancel()
	w, outcome, err := operation.ReviseGrid(one, e.Grid, revise, revision, a.Lang)
	if ctx.Err() != nil {
		return false
	}
	line := w.Revised + "\n"
	switch outcome {
	case sudoku.None:
		r.Status.RaiseTo(stream.None)
		r.Note(e, message.TextOf(err, a.Lang))
		line = "# " + a.TextOf("cli.revise.none") + "\n"
	case sudoku.Undecided:
		r.ReportUndecided(e, err)
		line = notDecided
	}
	a.writeTextOrObject(r, w, line)
	return true
}
