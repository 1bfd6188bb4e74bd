package deduction

import (
	"fmt"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/golden"
	"nonet/internal/check/reference"
	"nonet/message"
)

// readAloud lists puzzles of the corpus, one or two of each common kind.
var readAloud = []string{"Killer", "Thermo", "Arrow", "Between 1 and 9 Sudoku", "Little Killer Sudoku", "German Whispers",
	"Entropic connections", "'Leven", "Kropki sudoku", "X-Sum little killer", "Skyscraper", "Jigsaw", "Anti-knights move"}

// TestReadAloud compares the sentences of whole paths with testdata/read.txt, for people to read. Of
// sentences with the same form, without digits and cells, it shows the first of a puzzle.
func TestReadAloud(t *testing.T) {
	var b strings.Builder
	n := 0
	for _, puzzle := range reference.Variants(t) {
		for _, name := range readAloud {
			if puzzle.Name != name {
				continue
			}
			n++
			p, err := format.ReadISS(puzzle.Text)
			if err != nil {
				t.Fatal(name, err)
			}
			path, err := pathOf(t.Context(), p, false)
			if err != nil {
				t.Fatal(name, err)
			}
			fmt.Fprintf(&b, "%s: %d steps, solved: %v\n", name, len(path.Steps), path.Solved)
			at, forms := path.Start.Clone(), map[string]bool{}
			told := map[message.Lang]Told{}
			for _, lang := range message.Langs() {
				told[lang] = Told{}
			}
			for i, step := range path.Steps {
				texts := map[message.Lang]string{}
				for lang, rules := range told {
					texts[lang] = at.Title(step).In(lang) + ": " + at.Sentence(t.Context(), step, rules).In(lang)
				}
				if form := formOf(texts[message.English]); !forms[form] {
					forms[form] = true
					for _, lang := range message.Langs() {
						fmt.Fprintf(&b, "%d. %s\n", i+1, texts[lang])
					}
				}
				at.Apply(step)
			}
		}
	}
	if n != len(readAloud) {
		t.Errorf("%d puzzles of %d", n, len(readAloud))
	}
	golden.Check(t, "testdata/read.txt", b.String())
}

// formOf returns the words of a sentence that are neither cells nor numbers nor their connections.
func formOf(sentence string) string {
	var words []string
	for _, word := range strings.Fields(sentence) {
		if !strings.ContainsAny(word, "0123456789") && word != "and" && word != "or" && word != "is" && word != "are" {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}
