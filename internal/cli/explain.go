package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonet/explain"
	"nonet/internal/wire"
	"nonet/logic"
	"nonet/sudoku"
)

// explaining is a run of nonet explain.
type explaining struct {
	app          *app
	board, short bool
	limits       limits
	more         bool // another position came before
}

func (a *app) explainCommand() *cobra.Command {
	x := &explaining{app: a}
	cmd := a.puzzleCommand("explain", func(_ *cobra.Command, args []string) error { return a.positions(args, x.each) })
	cmd.Flags().BoolVar(&x.board, "board", false, a.t("cli.explain.board"))
	cmd.Flags().BoolVar(&x.short, "short", false, a.t("cli.explain.shorten"))
	cmd.Flags().DurationVar(&x.limits.timeout, "timeout", 0, a.t("cli.flag.timeout"))
	return cmd
}

func (x *explaining) each(p position) error {
	a := x.app
	ctx, cancel := x.limits.bound(a.ctx)
	defer cancel()
	start := time.Now()
	path, outcome, err := logic.Path(ctx, p.state, logic.DefaultOrder())
	if x.short && outcome == sudoku.Found {
		path = explain.Short(ctx, path)
	}
	took := time.Since(start)
	if a.ctx.Err() != nil {
		return a.ctx.Err()
	}
	switch outcome {
	case sudoku.None:
		if err == nil {
			err = problem("cli.explain.notOne")
		}
		a.none(p.place, err)
	case sudoku.Undecided:
		a.undecided(p.place, err)
	}
	if a.json {
		w := wire.Explain{Puzzle: p.state.Grid().String(), Outcome: outcome.String(), Steps: []wire.Step{}, Milliseconds: wire.Milliseconds(took)}
		w.Contradictions, w.Reason = wire.Why(err, a.lang)
		at := path.Start
		for i := range path.Steps {
			w.Steps = append(w.Steps, wire.StepOf(&path.Steps[i], a.sentence(&at, &path.Steps[i]), a.lang))
			at.Apply(&path.Steps[i])
		}
		if outcome == sudoku.Found {
			score, level := explain.Difficulty(path.Steps)
			w.HoDoKu = &wire.HoDoKu{Level: level.String(), Score: score}
		}
		return a.object(w)
	}
	var b strings.Builder
	if x.more {
		b.WriteByte('\n')
	}
	x.more = true
	x.tell(&b, path, outcome == sudoku.Found)
	_, err = a.out.Write([]byte(b.String()))
	return err
}

func (x *explaining) tell(b *strings.Builder, path logic.Solution, whole bool) {
	a := x.app
	at := path.Start
	for i := range path.Steps {
		step := &path.Steps[i]
		if x.board {
			b.WriteString(explain.Drawing(&at, step))
		}
		fmt.Fprintf(b, "%s\n", a.t("cli.explain.step", "n", i+1, "technique", step.Technique.Name(), "text", explain.Sentence(&at, step)))
		at.Apply(step)
	}
	if !whole {
		b.WriteString("# " + a.t("cli.explain.incomplete") + "\n")
		return
	}
	if x.board {
		b.WriteString(explain.Drawing(&at, nil))
	}
	score, level := explain.Difficulty(path.Steps)
	hardest, _ := explain.Hardest(path.Steps)
	b.WriteString(a.t("cli.explain.sum", "n", len(path.Steps), "hardest", hardest.Name(), "score", score, "level", a.t("explain.level."+level.String())) + "\n")
}
