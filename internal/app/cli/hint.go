package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/hint"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/logic"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/wire"
)

// hintRun holds the flags of nonet hint.
type hintRun struct {
	app       *app
	level     int
	goal      string
	technique string
	puzzle    string
	why       string // the question of --why, such as r3c5=4; cell and value hold its two parts
	cell      string
	value     int
	givens    *sudoku.Grid // the givens in the flag --puzzle; nil without the flag
	wanted    hint.Goal
	practice  *logic.Technique
	limits    puzzle.Limits
}

func (a *app) hintCommand() *cobra.Command {
	h := &hintRun{app: a, level: 1}
	cmd := a.puzzleCommand("hint", func(cmd *cobra.Command, args []string) error {
		return h.run(args, cmd.Flags().Changed("why"))
	})
	a.addBoardFlag(cmd)
	a.addRulesFlags(cmd)
	cmd.Flags().Var(rangeFlag(&h.level, 1, hint.Levels, "cli.hint.badLevel"), "level", a.TextOf("cli.hint.level"))
	a.addChoice(cmd, cmd.Flags(), &h.goal, "goal", hint.Easiest.String(), goalNames(), "cli.hint.goal")
	cmd.Flags().StringVar(&h.technique, "technique", "", a.TextOf("cli.hint.technique"))
	cmd.RegisterFlagCompletionFunc("technique", completeWords(operation.TechniqueIDs()...))
	cmd.Flags().StringVar(&h.why, "why", "", a.TextOf("cli.hint.why"))
	cmd.Flags().StringVar(&h.puzzle, "puzzle", "", a.TextOf("cli.hint.puzzle"))
	a.addTimeoutFlag(cmd, &h.limits)
	return cmd
}

// goalNames returns the words for the flag --goal, in the order of hint.Goals.
func goalNames() []string { return wire.CodesOf(hint.Goals()...) }

func (h *hintRun) run(args []string, why bool) error {
	if err := h.wanted.UnmarshalText([]byte(h.goal)); err != nil {
		return err
	}
	if h.technique != "" {
		found, err := operation.TechniqueNamed(h.technique)
		if err != nil {
			return err
		}
		h.practice = &found
	}
	if why {
		cell, digits, _ := strings.Cut(h.why, "=")
		value, err := strconv.Atoi(digits)
		if err != nil {
			return h.app.badFlag("--why", h.why, "cli.hint.badWhy")
		}
		h.cell, h.value = cell, value
	}
	if h.puzzle != "" {
		p, err := format.ParseClassic(h.puzzle)
		if err != nil {
			return &stream.InputError{Source: "--puzzle", Err: err}
		}
		h.givens = &p.Grid
	}
	return h.app.eachPosition(args, h.printHint)
}

// positionOf returns the position of the puzzle p or, if the flag --puzzle is set, that position with the givens of the
// flag's puzzle.
func (h *hintRun) positionOf(p position) (operation.Position, error) {
	err := p.Position.Subject.CheckFlags("hint", map[string]bool{"--technique": h.practice != nil, "--puzzle": h.givens != nil, "--goal": h.wanted != hint.Easiest})
	if err != nil || h.givens == nil {
		return p.Position, err
	}
	return p.Position.WithGivens(*h.givens)
}

func (h *hintRun) printHint(a *app, p position) error {
	from, err := h.positionOf(p)
	if err != nil {
		return a.badPosition(p, err)
	}
	ctx, cancel := h.limits.BoundContext(a.Ctx)
	defer cancel()
	if h.why != "" {
		x, _, err := from.Subject.ParseCandidate(h.cell, h.value)
		if err != nil {
			return a.badPosition(p, err)
		}
		w, outcome, err := operation.Why(ctx, from, x, a.Lang)
		if err := a.reportUnanswered(p.place, outcome, err); err != nil {
			return err
		}
		if outcome == sudoku.Found && w.Reason != "" { // a limit ended the search for an argument
			a.Status.RaiseTo(stream.Undecided)
		}
		if a.json {
			return a.writeJSON(w)
		}
		return a.printArgument(w)
	}
	w, outcome, err := operation.Hint(ctx, from, operation.HintAsked{Goal: h.wanted, Technique: h.practice, Level: h.level}, a.Lang)
	if err := a.reportUnanswered(p.place, outcome, err); err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(w)
	}
	return a.printLines(w.Texts)
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

// explainRun holds the flags of nonet explain.
type explainRun struct {
	app    *app
	board  bool
	goal   string
	asked  operation.ExplainAsked
	limits puzzle.Limits
}

func (a *app) explainCommand() *cobra.Command {
	x := &explainRun{app: a}
	cmd := a.puzzleCommand("explain", func(_ *cobra.Command, args []string) error {
		if err := x.asked.Goal.UnmarshalText([]byte(x.goal)); err != nil {
			return err
		}
		return a.eachPosition(args, x.explainPosition)
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

func (x *explainRun) explainPosition(a *app, p position) error {
	if err := p.Position.Subject.CheckFlags("explain", map[string]bool{"--board": x.board, "--short": x.asked.Prune, "--goal": x.asked.Goal != hint.Easiest}); err != nil {
		return a.badPosition(p, err)
	}
	ctx, cancel := x.limits.BoundContext(a.Ctx)
	defer cancel()
	found := operation.Explain(ctx, p.Position, x.asked)
	if found.Outcome == sudoku.None && found.Err == nil {
		a.Status.RaiseTo(stream.None)
	} else if interrupted := a.reportUnanswered(p.place, found.Outcome, found.Err); interrupted != nil {
		return interrupted
	}
	w := found.Wire(a.Ctx, false, a.Lang)
	if a.json {
		return a.writeJSON(w)
	}
	lines := x.pathLines(&found, &w)
	if p.n > 0 || a.Continues() {
		lines = append([]string{""}, lines...)
	}
	return a.printLines(lines)
}

// pathLines returns a line for each step of a path. If the path does not reach the solution, a last line says why. With
// --board, a drawing of the position precedes each line.
func (x *explainRun) pathLines(found *operation.Explained, w *wire.Explain) (lines []string) {
	a := x.app
	var boards []string
	if x.board {
		boards = found.Drawings()
	}
	for i, line := range a.stepLines(w.Steps) {
		if boards != nil {
			lines = append(lines, strings.TrimSuffix(boards[i], "\n"))
		}
		lines = append(lines, line)
	}
	if found.Outcome != sudoku.Found {
		if note := found.EndNote(); note.Key != "" {
			lines = append(lines, "# "+note.In(a.Lang))
		}
		return lines
	}
	if boards != nil {
		lines = append(lines, strings.TrimSuffix(boards[len(boards)-1], "\n"))
	}
	if w.Hardest != "" {
		hardest := ""
		for _, step := range w.Steps {
			if step.Technique == w.Hardest {
				hardest = step.Name
			}
		}
		sum := a.TextOf("cli.explain.sum", "n", len(w.Steps), "hardest", hardest)
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
