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

func (a *app) hintCommand() *cobra.Command {
	asking, q := operation.Asking{Command: "hint"}, operation.HintRequest{Level: 1}
	var reason, givens string
	cmd := a.puzzleCommand("hint", func(cmd *cobra.Command, args []string) error {
		if err := q.Check(); err != nil {
			return err
		}
		asking.Question = &q
		if cmd.Flags().Changed("why") {
			cell, digits, _ := strings.Cut(reason, "=")
			value, err := strconv.Atoi(digits)
			if err != nil {
				return a.badFlag("--why", reason, "cli.hint.badWhy")
			}
			asking.Question = &operation.WhyRequest{Cell: cell, Digit: value}
		}
		if givens != "" {
			p, err := format.ParseClassic(givens)
			if err != nil {
				return &stream.InputError{Source: "--puzzle", Err: err}
			}
			asking.Givens = &p.Grid
		}
		asking.Flags = map[string]bool{"--technique": q.Technique != "", "--puzzle": givens != "", "--goal": q.Goal != hint.Easiest.String()}
		return a.askEach(args, &asking, printHint)
	})
	a.addBoardFlag(cmd)
	a.addRulesFlags(cmd)
	cmd.Flags().Var(rangeFlag(&q.Level, 1, hint.Levels, "cli.hint.badLevel"), "level", a.TextOf("cli.hint.level"))
	a.addChoice(cmd, cmd.Flags(), &q.Goal, "goal", hint.Easiest.String(), goalNames(), "cli.hint.goal")
	cmd.Flags().StringVar(&q.Technique, "technique", "", a.TextOf("cli.hint.technique"))
	cmd.RegisterFlagCompletionFunc("technique", completeWords(operation.TechniqueIDs()...))
	cmd.Flags().StringVar(&reason, "why", "", a.TextOf("cli.hint.why"))
	cmd.Flags().StringVar(&givens, "puzzle", "", a.TextOf("cli.hint.puzzle"))
	a.addTimeoutFlag(cmd, &asking.Limits)
	return cmd
}

func goalNames() []string { return wire.CodesOf(hint.Goals()...) }

func printHint(a *app, _ position, answer any) error {
	switch w := answer.(type) {
	case wire.Hint:
		return a.printLines(w.Texts)
	case wire.Argument:
		return a.printArgument(w)
	}
	return nil
}

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
	asking := operation.Asking{Question: &q, Command: "explain"}
	cmd := a.puzzleCommand("explain", func(_ *cobra.Command, args []string) error {
		if err := q.Check(); err != nil {
			return err
		}
		asking.Flags = map[string]bool{"--board": q.Boards, "--short": q.Prune, "--goal": q.Goal != hint.Easiest.String()}
		return a.askEach(args, &asking, printPath)
	})
	a.addBoardFlag(cmd)
	a.addRulesFlags(cmd)
	cmd.Flags().BoolVar(&q.Suppose, "suppose", false, a.TextOf("cli.explain.suppose"))
	cmd.Flags().BoolVar(&q.Boards, "board", false, a.TextOf("cli.explain.board"))
	cmd.Flags().BoolVar(&q.Prune, "short", false, a.TextOf("cli.explain.shorten"))
	a.addChoice(cmd, cmd.Flags(), &q.Goal, "goal", hint.Easiest.String(), goalNames(), "cli.explain.goal")
	a.addTimeoutFlag(cmd, &asking.Limits)
	return cmd
}

// printPath prints a line for each step of a path. If the path does not reach the solution, a last line says why. With
// --board, a drawing of the position precedes each line.
func printPath(a *app, p position, answer any) error {
	path := answer.(operation.Path)
	boards, lines := path.Boards, []string(nil)
	if p.n > 0 || a.Continues() {
		lines = append(lines, "")
	}
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
		return a.printLines(lines)
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
	return a.printLines(lines)
}
