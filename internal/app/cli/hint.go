package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/hint"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/sudoku"
	"nonet/wire"
)

// hintRun holds the flags of nonet hint.
type hintRun struct {
	app    *app
	asked  operation.Asking
	hint   operation.HintRequest
	why    string // the question of --why, such as r3c5=4
	puzzle string
}

func (a *app) hintCommand() *cobra.Command {
	h := &hintRun{app: a, asked: operation.Asking{Command: "hint"}, hint: operation.HintRequest{Level: 1}}
	cmd := a.puzzleCommand("hint", func(cmd *cobra.Command, args []string) error {
		return h.run(args, cmd.Flags().Changed("why"))
	})
	a.addBoardFlag(cmd)
	a.addRulesFlags(cmd)
	cmd.Flags().Var(rangeFlag(&h.hint.Level, 1, hint.Levels, "cli.hint.badLevel"), "level", a.TextOf("cli.hint.level"))
	a.addChoice(cmd, cmd.Flags(), &h.hint.Goal, "goal", hint.Easiest.String(), goalNames(), "cli.hint.goal")
	cmd.Flags().StringVar(&h.hint.Technique, "technique", "", a.TextOf("cli.hint.technique"))
	cmd.RegisterFlagCompletionFunc("technique", completeWords(operation.TechniqueIDs()...))
	cmd.Flags().StringVar(&h.why, "why", "", a.TextOf("cli.hint.why"))
	cmd.Flags().StringVar(&h.puzzle, "puzzle", "", a.TextOf("cli.hint.puzzle"))
	a.addTimeoutFlag(cmd, &h.asked.Limits)
	return cmd
}

// goalNames returns the words for the flag --goal, in the order of hint.Goals.
func goalNames() []string { return wire.CodesOf(hint.Goals()...) }

func (h *hintRun) run(args []string, why bool) error {
	if err := h.hint.Check(); err != nil {
		return err
	}
	h.asked.Question = &h.hint
	if why {
		cell, digits, _ := strings.Cut(h.why, "=")
		value, err := strconv.Atoi(digits)
		if err != nil {
			return h.app.badFlag("--why", h.why, "cli.hint.badWhy")
		}
		h.asked.Question = &operation.WhyRequest{Cell: cell, Digit: value}
	}
	if h.puzzle != "" {
		p, err := format.ParseClassic(h.puzzle)
		if err != nil {
			return &stream.InputError{Source: "--puzzle", Err: err}
		}
		h.asked.Givens = &p.Grid
	}
	h.asked.Flags = map[string]bool{"--technique": h.hint.Technique != "", "--puzzle": h.puzzle != "", "--goal": h.hint.Goal != hint.Easiest.String()}
	return h.app.askEach(args, &h.asked, printHint)
}

// printHint prints the answer to nonet hint, with or without --why.
func printHint(a *app, _ position, answer any) error {
	switch w := answer.(type) {
	case wire.Hint:
		return a.printLines(w.Texts)
	case wire.Argument:
		return a.printArgument(w)
	}
	return nil
}

// printArgument prints the answer to --why, with the steps of the argument.
func (a *app) printArgument(w wire.Argument) error {
	if w.Text == "" {
		return nil
	}
	lines := append([]string{w.Text}, a.stepLines(w.Steps)...)
	if w.End != "" {
		lines = append(lines, w.End)
	}
	return a.printLines(lines)
}

// stepLines returns the sentence of each step with a newline.
func (a *app) stepLines(steps []wire.Step) (lines []string) {
	for i := range steps {
		lines = append(lines, a.TextOf("cli.explain.step", "n", i+1, "technique", steps[i].Name, "text", steps[i].Text))
	}
	return lines
}

func (a *app) printLines(lines []string) error {
	_, err := a.Out.Write([]byte(strings.Join(append(lines, ""), "\n")))
	return err
}

func (a *app) explainCommand() *cobra.Command {
	var q operation.ExplainRequest
	asked := operation.Asking{Question: &q, Command: "explain"}
	cmd := a.puzzleCommand("explain", func(_ *cobra.Command, args []string) error {
		if err := q.Check(); err != nil {
			return err
		}
		asked.Flags = map[string]bool{"--board": q.Boards, "--short": q.Prune, "--goal": q.Goal != hint.Easiest.String()}
		return a.askEach(args, &asked, printPath)
	})
	a.addBoardFlag(cmd)
	a.addRulesFlags(cmd)
	cmd.Flags().BoolVar(&q.Suppose, "suppose", false, a.TextOf("cli.explain.suppose"))
	cmd.Flags().BoolVar(&q.Boards, "board", false, a.TextOf("cli.explain.board"))
	cmd.Flags().BoolVar(&q.Prune, "short", false, a.TextOf("cli.explain.shorten"))
	a.addChoice(cmd, cmd.Flags(), &q.Goal, "goal", hint.Easiest.String(), goalNames(), "cli.explain.goal")
	a.addTimeoutFlag(cmd, &asked.Limits)
	return cmd
}

func printPath(a *app, p position, answer any) error {
	path := answer.(operation.Path)
	lines := a.pathLines(&path)
	if p.n > 0 || a.Continues() {
		lines = append([]string{""}, lines...)
	}
	return a.printLines(lines)
}

// pathLines returns a line for each step of a path. If the path does not reach the solution, a last line says why. With
// --board, a drawing of the position precedes each line.
func (a *app) pathLines(path *operation.Path) (lines []string) {
	boards := path.Boards
	for i, line := range a.stepLines(path.Steps) {
		if boards != nil {
			lines = append(lines, strings.TrimSuffix(boards[i], "\n"))
		}
		lines = append(lines, line)
	}
	if path.Outcome != sudoku.Found.String() {
		if path.End.Key != "" {
			lines = append(lines, "# "+path.End.In(a.Lang))
		}
		return lines
	}
	if boards != nil {
		lines = append(lines, strings.TrimSuffix(boards[len(boards)-1], "\n"))
	}
	if path.Hardest != "" {
		hardest := ""
		for _, step := range path.Steps {
			if step.Technique == path.Hardest {
				hardest = step.Name
			}
		}
		sum := a.TextOf("cli.explain.sum", "n", len(path.Steps), "hardest", hardest)
		if path.HoDoKu != nil {
			sum += a.TextOf("cli.explain.score", "score", path.HoDoKu.Score, "level", a.TextOf("explain.level."+path.HoDoKu.Level))
		}
		lines = append(lines, sum)
	}
	if path.Suppositions > 0 {
		lines = append(lines, a.TextOf("cli.explain.supposed", "n", path.Suppositions))
	}
	return lines
}
