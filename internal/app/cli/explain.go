package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"nonet/hint"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/sudoku"
	"nonet/wire"
)

// explaining is a run of nonet explain.
type explaining struct {
	app    *app
	board  bool
	goal   string
	asked  operation.ExplainAsked
	limits operation.SearchLimits
}

func (a *app) explainCommand() *cobra.Command {
	x := &explaining{app: a}
	cmd := a.puzzleCommand("explain", func(_ *cobra.Command, args []string) error {
		if err := x.asked.Goal.UnmarshalText([]byte(x.goal)); err != nil {
			return err
		}
		return a.anyPositions(args, x.explainPosition)
	})
	a.addBoardFlag(cmd)
	a.addRulesFlags(cmd)
	cmd.Flags().BoolVar(&x.asked.Suppose, "suppose", false, a.TextOf("cli.explain.suppose"))
	cmd.Flags().BoolVar(&x.board, "board", false, a.TextOf("cli.explain.board"))
	cmd.Flags().BoolVar(&x.asked.Prune, "short", false, a.TextOf("cli.explain.shorten"))
	a.addChoice(cmd, cmd.Flags(), &x.goal, "goal", hint.Easiest.String(), goalNames(), "cli.explain.goal")
	a.addTimeoutFlag(cmd, &x.limits)
	return cmd
}

func (x *explaining) explainPosition(a *app, p position) error {
	for flag, given := range map[string]bool{"--board": x.board, "--short": x.asked.Prune, "--goal": x.asked.Goal != hint.Easiest} {
		if err := p.checkFlag("explain", flag); given && err != nil {
			return a.badPosition(p, err)
		}
	}
	ctx, cancel := x.limits.BoundContext(a.Ctx)
	defer cancel()
	found := operation.Explain(ctx, p.Position, x.asked)
	if found.Outcome == sudoku.None && found.Err == nil {
		a.Status.RaiseTo(stream.None)
	} else if interrupted := a.reportUnanswered(p.place, found.Outcome, found.Err); interrupted != nil {
		return interrupted
	}
	w := found.Wire(false, a.Lang)
	if a.json {
		return a.writeJSON(w)
	}
	lines := x.pathLines(&found, &w)
	if p.n > 0 || a.Continues() {
		lines = append([]string{""}, lines...)
	}
	return a.printLines(lines)
}

// pathLines returns the lines that describe a path.
func (x *explaining) pathLines(found *operation.Explained, w *wire.Explain) (lines []string) {
	a := x.app
	var boards []string
	if x.board {
		boards = found.Drawings()
	}
	for i, line := range a.stepLines(w.Steps, w.Deductions) {
		if boards != nil {
			lines = append(lines, strings.TrimSuffix(boards[i], "\n"))
		}
		lines = append(lines, line)
	}
	switch found.PathEnding() {
	case operation.EndUnsolved:
		return append(lines, "# "+a.TextOf("cli.explain.incomplete"))
	case operation.EndStuck:
		return append(lines, "# "+a.TextOf("deduction.stuck"))
	case operation.EndNoSolution:
		return append(lines, strings.TrimSuffix(noSolution, "\n"))
	case operation.EndBroken:
		return lines
	}
	if boards != nil {
		lines = append(lines, strings.TrimSuffix(boards[len(boards)-1], "\n"))
	}
	if n := len(w.Steps) + len(w.Deductions); w.Hardest != "" {
		hardest := ""
		for _, step := range w.Steps {
			if step.Technique == w.Hardest {
				hardest = step.Name
			}
		}
		for _, step := range w.Deductions {
			if step.Technique == w.Hardest {
				hardest = step.Name
			}
		}
		sum := a.TextOf("cli.explain.sum", "n", n, "hardest", hardest)
		if w.HoDoKu != nil {
			sum += a.TextOf("cli.explain.score", "score", w.HoDoKu.Score, "level", a.TextOf("explain.level."+w.HoDoKu.Level))
		}
		lines = append(lines, sum)
	}
	if w.Suppositions > 0 {
		lines = append(lines, a.TextOf("cli.explain.supposed", "n", w.Suppositions))
	}
	return lines
}
