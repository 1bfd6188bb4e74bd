package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"nonet/explain"
	"nonet/format"
	"nonet/internal/wire"
	"nonet/logic"
	"nonet/sudoku"
)

// hinting is a run of nonet hint.
type hinting struct {
	app       *app
	level     int
	goal      string
	technique string
	puzzle    string
	givens    *sudoku.Grid // those of --puzzle
	wanted    explain.Goal
	practice  logic.Technique
	limits    limits
}

func (a *app) hintCommand() *cobra.Command {
	h := &hinting{app: a}
	cmd := a.puzzleCommand("hint", func(_ *cobra.Command, args []string) error { return h.run(args) })
	cmd.Flags().IntVar(&h.level, "level", 1, a.t("cli.hint.level"))
	a.choice(cmd, cmd.Flags(), &h.goal, "goal", explain.Goals[0], explain.Goals, "cli.hint.goal")
	cmd.Flags().StringVar(&h.technique, "technique", "", a.t("cli.hint.technique"))
	cmd.RegisterFlagCompletionFunc("technique", complete(techniqueIDs()...))
	cmd.Flags().StringVar(&h.puzzle, "puzzle", "", a.t("cli.hint.puzzle"))
	cmd.Flags().DurationVar(&h.limits.timeout, "timeout", 0, a.t("cli.flag.timeout"))
	return cmd
}

func (h *hinting) run(args []string) error {
	if h.level < 1 || h.level > explain.Levels {
		return problem("error.flagInvalid", "name", "--level", "value", h.level, "why", h.app.t("cli.hint.badLevel"))
	}
	for i, name := range explain.Goals {
		if name == h.goal {
			h.wanted = explain.Goal(i)
		}
	}
	if h.technique != "" {
		found, err := techniquesNamed([]string{h.technique})
		if err != nil {
			return err
		}
		h.wanted, h.practice = explain.Practice, found[0]
	}
	if h.puzzle != "" {
		p, err := format.ParseOne(h.puzzle)
		if err != nil {
			return &inputError{"--puzzle", err}
		}
		h.givens = &p.Grid
	}
	return h.app.positions(args, h.each)
}

// givensOf are the values of the position that the puzzle gave.
func (h *hinting) givensOf(p position) (sudoku.Grid, error) {
	all := p.state.Grid()
	if h.givens != nil {
		for c := range logic.Cell(sudoku.Cells) {
			if d := h.givens.At(c); d != 0 && all.At(c) != d {
				return all, problem("cli.hint.notExtended", "cell", c, "digit", d)
			}
		}
		return *h.givens, nil
	}
	var given sudoku.Grid
	for c := range logic.Cell(sudoku.Cells) {
		if p.state.Given(c) {
			given = given.With(c, all.At(c))
		}
	}
	return given, nil
}

func (h *hinting) each(p position) error {
	a := h.app
	givens, err := h.givensOf(p)
	if err != nil {
		a.fail(&inputError{p.place, err})
		if a.keepGoing {
			return nil
		}
		return a.ctx.Err()
	}
	ctx, cancel := h.limits.bound(a.ctx)
	defer cancel()
	found, outcome, err := explain.Next(ctx, givens, p.state, h.wanted, h.practice)
	if a.ctx.Err() != nil {
		return a.ctx.Err()
	}
	switch {
	case outcome == sudoku.Undecided:
		a.undecided(p.place, err)
	case errors.Is(err, explain.ErrNotOpen):
		err = problem("cli.hint.notOpen", "technique", h.practice.Name())
	case outcome == sudoku.None && p.state.Solved() && err == nil && givens.Contradictions() == nil:
		err = problem("cli.hint.done")
	case outcome == sudoku.None && err == nil:
		err = problem("cli.explain.notOne")
	}
	if outcome == sudoku.None {
		a.none(p.place, err)
	}
	texts := []string{}
	if outcome == sudoku.Found {
		for _, t := range found.Texts[:h.level] {
			texts = append(texts, t.In(a.lang))
		}
	}
	if !a.json {
		_, err = a.out.Write([]byte(strings.Join(append(texts, ""), "\n")))
		return err
	}
	w := wire.Hint{Puzzle: p.state.Grid().String(), Outcome: outcome.String(), Texts: texts}
	w.Contradictions, w.Reason = wire.Why(err, a.lang)
	if outcome == sudoku.Found {
		w.Kind = found.Kind.String()
		if found.Kind == explain.StepHint && h.level == explain.Levels {
			step := wire.StepOf(&found.Step, a.sentence(&p.state, &found.Step), a.lang)
			w.Step = &step
		}
	}
	return a.object(w)
}
