package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"nonet/generate"
	"nonet/logic"
)

// generated is a puzzle in the JSON of nonet generate.
type generated struct {
	Puzzle     string            `json:"puzzle"`
	Solution   string            `json:"solution"`
	Givens     int               `json:"givens"`
	Seed       uint64            `json:"seed"`
	Attempt    uint64            `json:"attempt"` // which attempt of the seed made it
	Level      string            `json:"level,omitempty"`
	Score      int               `json:"score,omitempty"`
	Techniques []logic.Technique `json:"techniques,omitempty"`
}

var gradeNames = []string{"any", "easy", "medium", "hard", "unfair", "extreme"}

func (a *app) generateCommand() *cobra.Command {
	var n uint64
	var grade, symmetry string
	var require, forbid []string
	var w generate.Wish
	l := limits{}
	var attempts uint64
	cmd := &cobra.Command{Use: "generate", Args: noArguments}
	cmd.RunE = func(*cobra.Command, []string) error {
		for i, name := range gradeNames {
			if i > 0 && name == grade {
				w.MinLevel, w.MaxLevel = logic.Level(i), logic.Level(i)
			}
		}
		w.Symmetry, _ = generate.SymmetryByName(symmetry)
		for names, to := range map[*[]string]*[]logic.Technique{&require: &w.Require, &forbid: &w.Forbid} {
			if len(*names) > 0 {
				found, err := techniquesNamed(*names)
				if err != nil {
					return err
				}
				*to = found
			}
		}
		return a.generate(w, n, generate.Limits{Attempts: attempts}, l)
	}
	var symmetries []string
	for _, s := range generate.Symmetries() {
		symmetries = append(symmetries, s.String())
	}
	f := cmd.Flags()
	f.Uint64VarP(&n, "number", "n", 1, a.t("cli.generate.number"))
	f.Uint64Var(&w.Seed, "seed", 0, a.t("cli.generate.seed"))
	a.choice(cmd, f, &grade, "grade", "any", gradeNames, "cli.generate.grade")
	a.choice(cmd, f, &symmetry, "symmetry", symmetries[0], symmetries, "cli.generate.symmetry")
	f.BoolVar(&w.Minimal, "minimal", false, a.t("cli.generate.minimal"))
	f.IntVar(&w.Givens.Min, "min-givens", 0, a.t("cli.generate.min"))
	f.IntVar(&w.Givens.Max, "max-givens", 0, a.t("cli.generate.max"))
	f.StringSliceVar(&require, "require", nil, a.t("cli.generate.require"))
	f.StringSliceVar(&forbid, "forbid", nil, a.t("cli.generate.forbid"))
	f.Uint64Var(&attempts, "attempts", 1_000_000, a.t("cli.generate.attempts"))
	f.DurationVar(&l.timeout, "timeout", 0, a.t("cli.generate.timeout"))
	for _, name := range []string{"require", "forbid"} {
		cmd.RegisterFlagCompletionFunc(name, complete(techniqueIDs()...))
	}
	return cmd
}

// generate writes n puzzles of the wish, as they are found.
func (a *app) generate(w generate.Wish, n uint64, limit generate.Limits, l limits) error {
	if n == 0 {
		return nil
	}
	ctx, cancel := l.bound(a.ctx)
	defer cancel()
	a.out.onFailure(cancel)
	done := uint64(0)
	for p, err := range generate.Puzzles(ctx, w, limit) {
		var none *generate.LimitError
		switch {
		case err != nil && a.ctx.Err() != nil:
			return a.ctx.Err()
		case errors.As(err, &none), errors.Is(err, context.DeadlineExceeded):
			a.undecided("generate", err)
			return nil
		case err != nil:
			return err
		}
		if a.json {
			g := generated{p.Grid.String(), p.Solution.String(), p.Grid.Givens(), w.Seed, p.Attempt, "", p.Score, p.Techniques}
			if p.Level > 0 {
				g.Level = p.Level.String()
			}
			err = a.object(g)
		} else {
			_, err = a.out.Write([]byte(p.Grid.String() + "\n"))
		}
		if done++; err != nil || done == n {
			return err
		}
	}
	return nil
}
