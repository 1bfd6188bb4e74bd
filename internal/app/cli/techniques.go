package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"nonet/explain"
	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/input"
	"nonet/internal/app/operation"
	"nonet/internal/practice"
	"nonet/internal/techdoc"
	"nonet/logic"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/wire"
)

// textWidth is the maximum width of a line in paragraphs, in columns of the terminal.
const textWidth = 80

func (a *app) techniquesCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "techniques " + a.TextOf("cli.techniques.arguments"),
		RunE:              func(_ *cobra.Command, args []string) error { return a.printTechniques(args) },
		ValidArgsFunction: completeWords(operation.TechniqueIDs()...),
	}
}

func (a *app) printTechniques(names []string) error {
	if len(names) == 0 {
		return a.listTechniques(operation.Techniques(a.Lang))
	}
	techniques, err := operation.TechniquesNamed(names)
	if err != nil {
		return err
	}
	for i, t := range techniques {
		if i > 0 && !a.json {
			fmt.Fprintln(a.Out)
		}
		if err := a.describeTechnique(t); err != nil {
			return err
		}
	}
	return nil
}

// listTechniques prints a table with one technique per line.
func (a *app) listTechniques(all []wire.Technique) error {
	if a.json {
		for _, t := range all {
			if err := a.writeJSON(t); err != nil {
				return err
			}
		}
		return nil
	}
	t := table{right: make([]bool, 6)}
	t.addRow("ID", a.TextOf("cli.techniques.name"), a.TextOf("cli.techniques.family"), a.TextOf("techdoc.code"), a.TextOf("techdoc.score"), "SE")
	for _, w := range all {
		t.addRow(w.ID, w.Name, w.FamilyName, cmp.Or(w.Code, "-"), fmt.Sprint(w.Score), ratingText(w.SE))
	}
	_, err := a.Out.Write([]byte(t.String()))
	return err
}

// ratingText returns Sudoku Explainer's rating with one decimal, or "-" if there is none.
func ratingText(se float64) string {
	if se == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", se)
}

// techniqueDetails is the JSON object for one technique, with an example of a step.
type techniqueDetails struct {
	wire.Technique
	About   string `json:"about"`
	Example struct {
		Line string    `json:"line"` // the example's position, as a line of HoDoKu's library
		Step wire.Step `json:"step"`
	} `json:"example"`
}

// describeTechnique prints a paragraph about t, and an example: the drawing of a position and the step's sentence.
func (a *app) describeTechnique(t logic.Technique) error {
	s, step, err := techdoc.Example(t)
	if err != nil {
		return err
	}
	w, sentence := operation.TechniqueOf(t, a.Lang), explain.Sentence(&s, &step).In(a.Lang)
	details := techniqueDetails{Technique: w, About: techdoc.AboutTechnique(t, a.Lang)}
	details.Example.Line, details.Example.Step = techdoc.LibraryLine(&s, &step), wire.StepOf(&step, sentence, a.Lang)
	facts := []string{w.ID, w.FamilyName, techdoc.RatingOf(t).In(a.Lang)}
	if w.SE > 0 {
		facts = append(facts, "SE "+ratingText(w.SE))
	}
	return a.printTextOrObject(details, fmt.Sprintf("%s\n%s\n\n%s\n\n%s%s\n\n%s\n", w.Name, strings.Join(facts, " · "), wrapText(details.About, textWidth),
		explain.Drawing(&s, &step), a.TextOf("cli.techniques.signs"), wrapText(sentence, textWidth)))
}

// wrapText breaks a text into lines of at most width columns. It breaks at blanks and, in Chinese, before any
// character that is not punctuation.
func wrapText(text string, width int) string {
	var b strings.Builder
	column := 0
	for len(text) > 0 {
		piece := unbreakablePrefix(text)
		text = text[len(piece):]
		bare := stream.TextWidth(strings.TrimRight(piece, " "))
		if column > 0 && column+bare > width {
			line := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(line + "\n")
			column = 0
		}
		b.WriteString(piece)
		column += stream.TextWidth(piece)
	}
	return strings.TrimRight(b.String(), " ")
}

// unbreakablePrefix returns the beginning of text that must stay on one line, up to and including the blanks after it.
func unbreakablePrefix(text string) string {
	isWide := false
	for i, r := range text {
		switch {
		case i == 0:
		case r == ' ':
		case text[i-1] == ' ':
			return text[:i]
		case unicode.IsPunct(r) && r != '(' && r != '“' && r != '（':
		case isWide || unicode.Is(unicode.Han, r):
			return text[:i]
		}
		isWide = unicode.Is(unicode.Han, r) || unicode.IsPunct(r) && r > 0x2E80 && r != '（'
	}
	return text
}

func (a *app) kindsCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "kinds " + a.TextOf("cli.kinds.arguments"),
		RunE:              func(_ *cobra.Command, args []string) error { return a.listKinds(args) },
		ValidArgsFunction: completeKinds,
	}
}

// completeKinds returns the names of all kinds, for shell completion. The list takes time to build, so only completion
// builds it.
func completeKinds(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
	for _, k := range puzzle.Kinds() {
		names = append(names, k.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// kindJSON is the JSON object that nonet kinds prints for a kind of constraint.
type kindJSON struct {
	Name     string   `json:"name"`
	Label    string   `json:"label"`
	Rule     string   `json:"rule"`
	FPuzzles string   `json:"fpuzzles,omitempty"`
	Generate []string `json:"generate,omitempty"`
	Example  string   `json:"example"`
}

// listKinds prints a line for each kind of constraint. If `names` is not empty, it describes the named kinds instead.
func (a *app) listKinds(names []string) error {
	kinds := puzzle.Kinds()
	if len(names) > 0 {
		kinds = nil
		for _, name := range names {
			k := puzzle.KindNamed(name)
			if k == nil {
				return stream.Problem("rules.unknownKind", "kind", name)
			}
			kinds = append(kinds, k)
		}
	}
	for i, k := range kinds {
		label, rule := k.Label().In(a.Lang), k.Rule().In(a.Lang)
		switch {
		case a.json:
			if err := a.writeJSON(kindJSON{k.Name, label, rule, k.FPuzzles, k.Lay.Words, k.Example}); err != nil {
				return err
			}
		case len(names) == 0:
			fmt.Fprintf(a.Out, "%-17s %s\n", k.Name, label)
		default:
			if i > 0 {
				fmt.Fprintln(a.Out)
			}
			fmt.Fprintf(a.Out, "%s · %s\n%s\n%s\n", k.Name, label, rule, a.TextOf("cli.kinds.isExample", "example", strings.TrimSpace(k.Example)))
			if words := k.Lay.Words; len(words) > 0 {
				fmt.Fprintln(a.Out, a.TextOf("cli.kinds.generate", "words", strings.Join(words, ", ")))
			}
			if k.FPuzzles != "" {
				fmt.Fprintln(a.Out, a.TextOf("cli.kinds.fpuzzles", "name", k.FPuzzles))
			}
		}
	}
	return nil
}

func (a *app) practiceCommand() *cobra.Command {
	var w practice.Wish
	var grade string
	var l puzzle.Limits
	cmd := &cobra.Command{
		Use:               "practice " + a.TextOf("cli.practice.arguments"),
		ValidArgsFunction: completeWords(operation.TechniqueIDs()...),
	}
	cmd.RunE = func(_ *cobra.Command, args []string) (err error) {
		if len(args) != 1 {
			return stream.Problem("error.oneTechnique", "n", len(args))
		}
		if w.Technique, err = operation.TechniqueNamed(args[0]); err != nil {
			return err
		}
		if w.MinLevel, w.MaxLevel, err = operation.LevelRange(grade, grade); err != nil {
			return err
		}
		return a.printPracticePosition(w, l)
	}
	f := cmd.Flags()
	a.addSeedFlag(cmd, &w.Seed)
	a.addChoice(cmd, f, &grade, "grade", "any", operation.Grades(), "cli.practice.grade")
	a.addTimeoutFlag(cmd, &l)
	return cmd
}

// printPracticePosition prints a grid of candidates in which a person can practise the technique of wish.
func (a *app) printPracticePosition(wish practice.Wish, l puzzle.Limits) error {
	ctx, cancel := l.BoundContext(a.Ctx)
	defer cancel()
	w, p, outcome, err := operation.Practice(ctx, wish, a.Lang)
	var none *practice.NoneError
	switch {
	case errors.As(err, &none):
		a.Status.RaiseTo(stream.None)
		a.Notes.Line("practice: " + none.Message().In(a.Lang))
		return nil
	case outcome == sudoku.None:
		return err
	case outcome == sudoku.Undecided:
		return a.reportUnanswered("practice", outcome, err)
	}
	return a.printTextOrObject(w, string(format.AppendPuzzle(nil, format.Candidates, input.PuzzleOf(&p.State))))
}
