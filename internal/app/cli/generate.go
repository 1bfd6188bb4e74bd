package cli

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"nonet/generate"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
)

func (a *app) generateCommand() *cobra.Command {
	var n uint64
	var grade, maxGrade, symmetry, pattern, hardest string
	var require, forbid []string
	var w generate.Spec
	var l operation.SearchLimits
	var attempts, until uint64
	cmd := &cobra.Command{Use: "generate", Args: noArguments}
	cmd.RunE = func(*cobra.Command, []string) error {
		var err error
		if w.MinLevel, w.MaxLevel, err = operation.LevelRange(grade, maxGrade); err != nil {
			return err
		}
		if err = w.Symmetry.UnmarshalText([]byte(symmetry)); err != nil {
			return err
		}
		if w.Require, err = operation.TechniquesNamed(require); err != nil {
			return err
		}
		if w.Forbid, err = operation.TechniquesNamed(forbid); err != nil {
			return err
		}
		if cmd.Flags().Changed("hardest") {
			t, err := operation.TechniqueNamed(hardest)
			if err != nil {
				return err
			}
			w.Hardest = &t
		}
		if pattern != "" {
			if w.Pattern, err = a.patternIn(pattern); err != nil {
				return err
			}
		}
		if !cmd.Flags().Changed("attempts") {
			attempts = usualAttempts(&w)
		}
		limit := generate.Limits{Attempts: attempts}
		if a.Part != nil {
			limit.Workers = a.Part.Workers
		}
		if cmd.Flags().Changed("until") {
			if cmd.Flags().Changed("number") || cmd.Flags().Changed("attempts") {
				return stream.Problem("error.together", "a", "--until", "b", "--number, --attempts")
			}
			return a.generateUntil(w, until, limit, l)
		}
		return a.generate(w, n, limit, l)
	}
	symmetries := operation.Symmetries()
	f := cmd.Flags()
	f.Uint64VarP(&n, "number", "n", 1, a.T("cli.generate.number"))
	f.Uint64Var(&w.Seed, "seed", 0, a.T("cli.generate.seed"))
	a.choice(cmd, f, &grade, "grade", "any", operation.Grades(), "cli.generate.grade")
	a.choice(cmd, f, &maxGrade, "max-grade", "any", operation.Grades(), "cli.generate.maxGrade")
	f.IntVar(&w.Score.Min, "min-score", 0, a.T("cli.generate.minScore"))
	f.IntVar(&w.Score.Max, "max-score", 0, a.T("cli.generate.maxScore"))
	a.choice(cmd, f, &symmetry, "symmetry", symmetries[0], symmetries, "cli.generate.symmetry")
	f.StringVar(&pattern, "pattern", "", a.T("cli.generate.pattern"))
	f.Uint64Var(&w.From, "attempt", 0, a.T("cli.generate.attempt"))
	f.Uint64Var(&until, "until", 0, a.T("cli.generate.until"))
	f.BoolVar(&w.Minimal, "minimal", false, a.T("cli.generate.minimal"))
	f.IntVar(&w.Givens.Min, "min-givens", 0, a.T("cli.generate.min"))
	f.IntVar(&w.Givens.Max, "max-givens", 0, a.T("cli.generate.max"))
	f.StringSliceVar(&require, "require", nil, a.T("cli.generate.require"))
	f.StringSliceVar(&forbid, "forbid", nil, a.T("cli.generate.forbid"))
	f.StringVar(&hardest, "hardest", "", a.T("cli.generate.hardest"))
	f.Uint64Var(&attempts, "attempts", 0, a.T("cli.generate.attempts"))
	f.Var((*allowance)(&l.Timeout), "timeout", a.T("cli.generate.timeout"))
	for _, name := range []string{"require", "forbid", "hardest"} {
		cmd.RegisterFlagCompletionFunc(name, complete(operation.TechniqueIDs()...))
	}
	return cmd
}

// usualAttempts is how many attempts in a row may fail by default: about a minute's.
func usualAttempts(w *generate.Spec) uint64 {
	switch {
	case w.Pattern != generate.Pattern{}:
		return 2_000
	case w.NeedsPath():
		return 50_000
	}
	return 1_000_000
}

// patternIn reads a pattern from a file, or from the text itself.
func (a *app) patternIn(text string) (generate.Pattern, error) {
	name := "--pattern"
	if _, err := os.Stat(text); err == nil {
		content, err := a.Contents(text, 64<<10)
		if err != nil {
			return generate.Pattern{}, err
		}
		name, text = text, content
	}
	p, err := operation.PatternIn(text)
	if err != nil {
		return p, &stream.InputError{Source: name, Err: err}
	}
	return p, nil
}

// generate writes n puzzles of the wish, as they are found.
func (a *app) generate(w generate.Spec, n uint64, limit generate.Limits, l operation.SearchLimits) error {
	if n == 0 {
		return nil
	}
	ctx, cancel := l.Bound(a.Ctx)
	defer cancel()
	a.Out.OnFailure(cancel)
	done := uint64(0)
	for p, err := range generate.Puzzles(ctx, w, limit) {
		var none *generate.LimitError
		switch {
		case err != nil && a.Ctx.Err() != nil:
			return a.Ctx.Err()
		case errors.As(err, &none), errors.Is(err, context.DeadlineExceeded):
			a.undecided("generate", err)
			return nil
		case err != nil:
			return err
		}
		if done++; a.generated(&p, w.Seed) != nil || done == n {
			return a.Out.Flush()
		}
	}
	return nil
}

func (a *app) generated(p *generate.Puzzle, seed uint64) error {
	if a.json {
		return a.object(operation.GeneratedOf(p, seed))
	}
	_, err := a.Out.Write([]byte(p.Grid.String() + "\n"))
	return err
}

// generateUntil writes the puzzles of all attempts before one.
func (a *app) generateUntil(w generate.Spec, until uint64, limit generate.Limits, l operation.SearchLimits) error {
	ctx, cancel := l.Bound(a.Ctx)
	defer cancel()
	a.Out.OnFailure(cancel)
	if w.From >= until {
		return nil
	}
	limit.Attempts = until - w.From
	for p, err := range generate.Puzzles(ctx, w, limit) {
		var none *generate.LimitError
		switch {
		case err != nil && a.Ctx.Err() != nil:
			return a.Ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			a.undecided("generate", err)
			return nil
		case errors.As(err, &none) || err == nil && p.Attempt >= until:
			return nil
		case err != nil:
			return err
		}
		if err := a.generated(&p, w.Seed); err != nil {
			return err
		}
		if a.Answered(1); p.Attempt+1 == until {
			return nil
		}
	}
	return nil
}
