package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"nonet/explain"
	"nonet/grade"
	"nonet/internal/wire"
	"nonet/logic"
	"nonet/sudoku"
)

func (a *app) gradeCommand() *cobra.Command {
	var l limits
	cmd := a.puzzleCommand("grade", func(_ *cobra.Command, args []string) error {
		_, err := a.run(args, stage{batch: 1, slow: true, handler: func() handler {
			return func(ctx context.Context, entries []entry, r *report) int { return a.grade(ctx, entries, r, l) }
		}})
		return err
	})
	cmd.Flags().DurationVar(&l.timeout, "timeout", 0, a.t("cli.flag.timeout"))
	return cmd
}

func (a *app) grade(ctx context.Context, entries []entry, r *report, l limits) int {
	for i := range entries {
		e := &entries[i]
		one, cancel := l.bound(ctx)
		start := time.Now()
		w, err := gradeOf(one, e.Grid)
		cancel()
		if ctx.Err() != nil {
			return i
		}
		w.Milliseconds = wire.Milliseconds(time.Since(start))
		w.Contradictions, w.Reason = wire.Why(err, a.lang)
		line := ""
		switch w.Outcome {
		case sudoku.None.String():
			var own *failure
			if errors.As(err, &own) {
				r.status = worse(r.status, None)
				r.note(e, own.what.Key, own.what.Args...)
			} else {
				r.none(e, err)
			}
			line = "# " + a.t("cli.grade.none")
		case sudoku.Undecided.String():
			r.undecided(e, err)
			line = "# " + a.t("cli.grade.undecided")
		default:
			hardest, _ := logic.ByID(w.Hardest)
			se := "-/-/-"
			if w.SE != nil {
				se = fmt.Sprintf("%.1f/%.1f/%.1f", w.SE.ER, w.SE.EP, w.SE.ED)
			}
			line = a.t("cli.grade.line", "se", se, "level", a.t("explain.level."+w.HoDoKu.Level), "score", w.HoDoKu.Score, "n", w.Steps, "hardest", hardest.Name())
		}
		if a.json {
			r.object(w)
		} else {
			r.out = append(append(r.out, line...), '\n')
		}
	}
	return len(entries)
}

// gradeOf is the grade of a puzzle. Where the outcome is not found the error says
// why; a rating that Sudoku Explainer's ladder cannot give is left out.
func gradeOf(ctx context.Context, g sudoku.Grid) (wire.Grade, error) {
	w := wire.Grade{Puzzle: g.String()}
	path, outcome, err := logic.Path(ctx, logic.NewState(g), logic.DefaultOrder())
	w.Outcome = outcome.String()
	if outcome == sudoku.None && err == nil {
		err = problem("cli.grade.notOne")
	}
	if outcome != sudoku.Found {
		return w, err
	}
	rating, outcome, err := grade.Explainer(ctx, g, grade.ExplainerLimits{})
	switch {
	case outcome == sudoku.Found:
		w.SE = &wire.SE{ER: float64(rating.ER) / 10, EP: float64(rating.EP) / 10, ED: float64(rating.ED) / 10}
	case !errors.Is(err, grade.ErrBeyond):
		w.Outcome = outcome.String()
		return w, err
	}
	score, level := explain.Difficulty(path.Steps)
	w.HoDoKu = &wire.HoDoKu{Level: level.String(), Score: score}
	w.Steps = len(path.Steps)
	if hardest, ok := explain.Hardest(path.Steps); ok {
		w.Hardest = hardest.String()
	}
	rounds, outcome, err := explain.RoundsOf(ctx, logic.NewState(g), logic.DefaultOrder())
	if outcome != sudoku.Found {
		w.Outcome = outcome.String()
		return w, err
	}
	w.Nonet = &wire.Rounds{Hardest: rounds.Hardest.String(), Rounds: rounds.N, Bottleneck: rounds.Bottleneck, Solved: rounds.Solved}
	return w, nil
}
