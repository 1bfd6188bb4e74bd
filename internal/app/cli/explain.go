package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonet/explain"
	"nonet/grade"
	"nonet/hint"
	"nonet/internal/app/operation"
	"nonet/logic"
	"nonet/sudoku"
)

// explaining is a run of nonet explain.
type explaining struct {
	app          *app
	board, short bool
	suppose      bool
	goal         string
	limits       operation.SearchLimits
}

func (a *app) explainCommand() *cobra.Command {
	x := &explaining{app: a}
	cmd := a.puzzleCommand("explain", func(_ *cobra.Command, args []string) error { return a.anyPositions(args, x.each, x.rules) })
	a.boardFlag(cmd)
	a.ignoreFlag(cmd)
	cmd.Flags().BoolVar(&x.suppose, "suppose", false, a.T("cli.explain.suppose"))
	cmd.Flags().BoolVar(&x.board, "board", false, a.T("cli.explain.board"))
	cmd.Flags().BoolVar(&x.short, "short", false, a.T("cli.explain.shorten"))
	a.choice(cmd, cmd.Flags(), &x.goal, "goal", hint.Easiest.String(), goalNames(), "cli.explain.goal")
	a.timeoutFlag(cmd, &x.limits)
	return cmd
}

func (x *explaining) each(a *app, p position) error {
	var goal hint.Goal
	if err := goal.UnmarshalText([]byte(x.goal)); err != nil {
		return err
	}
	ctx, cancel := x.limits.Bound(a.Ctx)
	defer cancel()
	start := time.Now()
	path, outcome, err := operation.Path(ctx, p.State, goal, x.short)
	took := time.Since(start)
	if interrupted := a.decided(p.place, outcome, err); interrupted != nil {
		return interrupted
	}
	if a.json {
		return a.object(operation.ExplainOf(&path, outcome, err, took, false, a.Lang))
	}
	var b strings.Builder
	if p.n > 0 || a.Continues() {
		b.WriteByte('\n')
	}
	x.tell(&b, path, outcome == sudoku.Found)
	_, err = a.Out.Write([]byte(b.String()))
	return err
}

func (x *explaining) tell(b *strings.Builder, path logic.Path, whole bool) {
	a := x.app
	at := path.Start
	for i := range path.Steps {
		step := &path.Steps[i]
		if x.board {
			b.WriteString(explain.Drawing(&at, step))
		}
		fmt.Fprintf(b, "%s\n", a.T("cli.explain.step", "n", i+1, "technique", step.Technique.Name(), "text", explain.Sentence(&at, step)))
		at.Apply(step)
	}
	if !whole {
		b.WriteString("# " + a.T("cli.explain.incomplete") + "\n")
		return
	}
	if x.board {
		b.WriteString(explain.Drawing(&at, nil))
	}
	hardest, _ := grade.Hardest(path.Steps)
	b.WriteString(a.T("cli.explain.sum", "n", len(path.Steps), "hardest", hardest.Name()))
	if score, level, ok := grade.HoDoKu(&path); ok {
		b.WriteString(a.T("cli.explain.score", "score", score, "level", a.T("explain.level."+level.String())))
	}
	b.WriteByte('\n')
}
