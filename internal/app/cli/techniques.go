package cli

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"nonet/explain"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/internal/app/techdoc"
	"nonet/logic"
	"nonet/wire"
)

// textWidth is the width of paragraphs in columns.
const textWidth = 80

func (a *app) techniquesCommand() *cobra.Command {
	return &cobra.Command{
		Use:  "techniques " + a.TextOf("cli.techniques.arguments"),
		RunE: func(_ *cobra.Command, args []string) error { return a.printTechniques(args) },
		ValidArgsFunction: func(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return operation.TechniqueIDs(), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func (a *app) printTechniques(names []string) error {
	if len(names) == 0 {
		return a.listTechniques(operation.Techniques(a.Lang))
	}
	wanted, err := operation.TechniquesNamed(names)
	if err != nil {
		return err
	}
	for i, t := range wanted {
		if i > 0 && !a.json {
			fmt.Fprintln(a.Out)
		}
		if err := a.tellTechnique(t); err != nil {
			return err
		}
	}
	return nil
}

// listTechniques writes a table with one technique per line.
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
	t.add("ID", a.TextOf("cli.techniques.name"), a.TextOf("cli.techniques.family"), a.TextOf("techdoc.code"), a.TextOf("techdoc.score"), "SE")
	for _, w := range all {
		t.add(w.ID, w.Name, w.FamilyName, cmp.Or(w.Code, "-"), fmt.Sprint(w.Score), ratingText(w.SE))
	}
	_, err := a.Out.Write([]byte(t.String()))
	return err
}

// ratingText returns Sudoku Explainer's rating as text.
func ratingText(se float64) string {
	if se == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", se)
}

// toldTechnique is the JSON form of one technique.
type toldTechnique struct {
	wire.Technique
	About   string `json:"about"`
	Example struct {
		Line string    `json:"line"` // the position, as a line of HoDoKu's library
		Step wire.Step `json:"step"`
	} `json:"example"`
}

// tellTechnique writes the technique's paragraph, and an example with its drawing and its
// sentence.
func (a *app) tellTechnique(t logic.Technique) error {
	s, step, err := techdoc.Example(t)
	if err != nil {
		return err
	}
	w, sentence := operation.TechniqueOf(t, a.Lang), explain.Sentence(&s, &step).In(a.Lang)
	if a.json {
		told := toldTechnique{Technique: w, About: techdoc.AboutTechnique(t, a.Lang)}
		told.Example.Line, told.Example.Step = techdoc.LibraryLine(&s, &step), wire.StepOf(&step, sentence, a.Lang)
		return a.writeJSON(told)
	}
	facts := []string{w.ID, w.FamilyName, techdoc.RatingOf(t).In(a.Lang)}
	if w.SE > 0 {
		facts = append(facts, "SE "+ratingText(w.SE))
	}
	_, err = fmt.Fprintf(a.Out, "%s\n%s\n\n%s\n\n%s%s\n\n%s\n", w.Name, strings.Join(facts, " · "), wrapText(techdoc.AboutTechnique(t, a.Lang), textWidth),
		explain.Drawing(&s, &step), a.TextOf("cli.techniques.signs"), wrapText(sentence, textWidth))
	return err
}

// wrapText breaks a text into lines of at most width columns: at blanks and, in Chinese, before
// any character that is not punctuation.
func wrapText(text string, width int) string {
	var b strings.Builder
	column := 0
	for len(text) > 0 {
		piece := unbreakablePrefix(text)
		text = text[len(piece):]
		bare := stream.Width(strings.TrimRight(piece, " "))
		if column > 0 && column+bare > width {
			line := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(line + "\n")
			column = 0
		}
		b.WriteString(piece)
		column += stream.Width(piece)
	}
	return strings.TrimRight(b.String(), " ")
}

// unbreakablePrefix returns the beginning of text that must stay on one line, including the blanks after it.
func unbreakablePrefix(text string) string {
	wide := false
	for i, r := range text {
		switch {
		case i == 0:
		case r == ' ':
		case text[i-1] == ' ':
			return text[:i]
		case unicode.IsPunct(r) && r != '(' && r != '“' && r != '（':
		case wide || unicode.Is(unicode.Han, r):
			return text[:i]
		}
		wide = unicode.Is(unicode.Han, r) || unicode.IsPunct(r) && r > 0x2E80 && r != '（'
	}
	return text
}
