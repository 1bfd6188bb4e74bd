// Package techdoc documents the techniques: a paragraph and an example for each.
//
// The paragraphs are in files of this package. The paragraphs are not in the catalogue of texts, because every page
// loads the catalogue. Every technique needs a paragraph in each language. The examples are the first golden cases of
// logic/testdata, copied to examples.txt.
//
// Tests generate docs/TECHNIQUES.md, docs/TECHNIQUES.zh-CN.md and the pictures of the examples, and check that they are
// up to date. To generate them again, run
//
//	go generate ./internal/techdoc
//
// The package itself must not write files, and must not import the program (internal/app).
package techdoc

import (
	"context"
	"embed"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	_ "nonet/internal/texts"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
)

// examplesFile holds a line for each technique, copied from the golden cases of package logic.
//
//go:embed examples.txt
var examplesFile string

var exampleLines = sync.OnceValue(func() map[logic.Technique]string {
	lines := map[logic.Technique]string{}
	for line := range strings.Lines(examplesFile) {
		if c, err := hodoku.Read(line); err == nil {
			if t, err := c.Technique(); err == nil {
				lines[t] = c.Text
			}
		}
	}
	return lines
})

// Example returns a position in which technique t has a step, and the step. It searches for the
// step, which takes about 1 ms.
func Example(t logic.Technique) (logic.State, logic.Step, error) {
	line, ok := exampleLines()[t]
	if !ok {
		return logic.State{}, logic.Step{}, fmt.Errorf("techdoc: %s has no example", t)
	}
	return ReadLibraryLine(line)
}

// SearchNodes limits the nodes of a search for the step of a golden case.
const SearchNodes = 100_000

// Steps yields the steps of technique t in a position. Brute force has no finder, so for brute force Steps instead
// yields the first step of a path that uses no other technique.
func Steps(s logic.State, t logic.Technique, o logic.Options, yield func(*logic.Step) bool) error {
	if t != logic.BruteForce {
		return logic.NewFinder(s, o).Each(context.Background(), t, yield)
	}
	p, _, err := hodoku.PathOf(context.Background(), s, []logic.Technique{}, nil)
	if len(p.Steps) > 0 {
		yield(&p.Steps[0])
	}
	return err
}

// ErrNotFound means that the finder did not find a golden case's step in its position.
var ErrNotFound = errors.New("techdoc: the step is not found again")

// ReadLibraryLine returns the position and the step of a line in the format of HoDoKu's library. If
// several steps have the same effect, it returns the one with the least [PictureComplexityOf].
func ReadLibraryLine(line string) (s logic.State, found logic.Step, err error) {
	c, err := hodoku.Read(line)
	if err != nil {
		return s, found, err
	}
	t, err := c.Technique()
	if err != nil {
		return s, found, err
	}
	least := -1
	o := c.Options()
	o.Nodes = SearchNodes
	Steps(c.State, t, o, func(step *logic.Step) bool {
		if clutter := PictureComplexityOf(step); (least < 0 || clutter < least) && LibraryLine(&c.State, step) == line {
			found, least = step.Clone(), clutter
		}
		return true
	})
	if least < 0 {
		return s, found, ErrNotFound
	}
	return c.State, found, nil
}

// LibraryLine returns a step as a line in the format of HoDoKu's library.
func LibraryLine(s *logic.State, step *logic.Step) string {
	c := hodoku.CaseOf(s, step)
	return string(c.Append(nil))
}

// PictureComplexityOf estimates how complicated a step's picture is. The values have no unit; use them only
// to compare steps.
func PictureComplexityOf(step *logic.Step) int {
	n := 4*len(step.Marks) + 6*len(step.Nodes) + 3*len(step.Truths) + 4*max(0, len(step.Eliminations)-4)
	for _, b := range step.Branches {
		n += 8 * len(b.Lines)
	}
	for _, m := range step.Marks {
		if m.Role == logic.Fin || m.Role == logic.EndoFin {
			n += 6
		}
	}
	largest := 0
	for _, set := range step.Sets {
		n += 8 * set.Cells.Len()
		largest = max(largest, set.Cells.Len())
	}
	if largest == 1 {
		n += 60 // a disguised XY-chain
	}
	// If a chain lies within few cells, it is another technique in a different form.
	var pattern logic.CellSet
	digits := logic.Digits(0)
	for _, k := range step.Nodes {
		pattern, digits = pattern.Or(k.Cells), digits.With(k.Digit)
		if k.Kind == logic.SetNode {
			n += 20
		}
	}
	loop := step.Technique.Info().Family == logic.FamilyLoop
	if (loop || step.Technique == logic.XChain) && (len(step.Nodes) < 6 || pattern.Len() < 5) || step.Technique == logic.XYChain && len(step.Nodes) < 8 {
		n += 100
	}
	if loop && digits.Len() < 2 {
		n += 50
	}
	return n
}

//go:embed about
var aboutFiles embed.FS

// sections holds the paragraphs by language and heading.
var sections = sync.OnceValue(func() map[message.Lang]map[string]string {
	all := map[message.Lang]map[string]string{}
	for _, lang := range message.Langs() {
		all[lang] = map[string]string{}
		data, _ := aboutFiles.ReadFile("about/" + string(lang) + ".md")
		parts := strings.Split("\n"+strings.ReplaceAll(string(data), "\r\n", "\n"), "\n## ")
		for _, part := range parts[1:] {
			id, text, _ := strings.Cut(part, "\n")
			all[lang][strings.TrimSpace(id)] = strings.TrimSpace(text)
		}
	}
	return all
})

// sizes lists the sizes of fish, from two to seven base houses. Each entry has the end of the technique's ID,
// and the size in words.
var sizes = []struct {
	id    string
	words map[message.Lang]string
}{
	{"x-wing", map[message.Lang]string{message.English: "two", message.Chinese: "两"}},
	{"swordfish", map[message.Lang]string{message.English: "three", message.Chinese: "三"}},
	{"jellyfish", map[message.Lang]string{message.English: "four", message.Chinese: "四"}},
	{"squirmbag", map[message.Lang]string{message.English: "five", message.Chinese: "五"}},
	{"whale", map[message.Lang]string{message.English: "six", message.Chinese: "六"}},
	{"leviathan", map[message.Lang]string{message.English: "seven", message.Chinese: "七"}},
}

// AboutTechnique returns a paragraph on how technique t works, why it is valid and how to spot it. It
// returns "" if the language has no paragraph for the technique.
func AboutTechnique(t logic.Technique, lang message.Lang) string {
	kind, size := aboutTexts(t, lang)
	if size == "" {
		return kind
	}
	return kind + map[message.Lang]string{message.English: " "}[lang] + size
}

// aboutTexts returns the two parts of a technique's paragraph. For a fish the parts are the text on
// its kind and the text on its size. Other techniques have only the first part.
func aboutTexts(t logic.Technique, lang message.Lang) (kind, size string) {
	texts := sections()[lang]
	id := t.String()
	if text, ok := texts[id]; ok {
		return text, ""
	}
	for _, s := range sizes {
		prefix, ok := strings.CutSuffix(id, s.id)
		if text, also := texts[prefix+"fish"]; ok && also && t.Info().Family == logic.FamilyFish {
			text = strings.ReplaceAll(text, "{n}", s.words[lang])
			first, n := utf8.DecodeRuneInString(text)
			return string(unicode.ToUpper(first)) + text[n:], strings.ReplaceAll(texts["size-"+s.id], "{n}", s.words[lang])
		}
	}
	return "", ""
}

// RatingOf returns HoDoKu's code, points and level of a technique. If HoDoKu does not have the technique, it returns
// nonet's own points and level.
func RatingOf(t logic.Technique) message.Message {
	row := hodoku.ColumnsOf(t)
	level := row.Level.Name()
	if row.Code == "" {
		return message.New("techdoc.ours", "score", row.Score, "level", level)
	}
	return message.New("techdoc.hodoku", "code", row.Code, "score", row.Score, "level", level)
}

//go:generate go test . -run UpToDate -update
