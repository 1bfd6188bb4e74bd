package explain

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nonet/internal/check/golden"
	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
)

// goldenCase is a step of logic's golden cases, found again.
type goldenCase struct {
	state logic.State
	step  logic.Step
}

func goldenCases(t testing.TB) map[logic.Technique][]goldenCase {
	files, err := filepath.Glob("../logic/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden cases of logic", err)
	}
	all := map[logic.Technique][]goldenCase{}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			parts := strings.Split(line, ":")
			if len(parts) < 7 || parts[0] != "" {
				continue
			}
			code, variant, _ := strings.Cut(parts[1], "-")
			k, ok := logic.ByCode(code)
			o := logic.LibraryOptions(code, variant)
			if t, named := logic.ByID(parts[1]); named {
				k, o, ok = t, logic.Options{}, true
			}
			s, err := logic.ParseLibrary(parts[3], parts[4])
			if !ok || err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			want, err := logic.ParseTriples(parts[5] + " " + parts[6])
			if err != nil {
				t.Fatal(err)
			}
			if k == logic.BruteForce {
				p, _, _ := logic.Path(context.Background(), s, nil)
				all[k] = append(all[k], goldenCase{s, p.Steps[0]})
				continue
			}
			found := false
			logic.NewFinder(s, o).Each(context.Background(), k, func(step *logic.Step) bool {
				did := fmt.Sprint(append(append([]logic.Candidate{}, step.Eliminations...), step.Placements...))
				if found = (step.Code() == code || step.Code() == "") && step.LibraryDigits().String() == parts[2] && did == fmt.Sprint(want); found {
					all[k] = append(all[k], goldenCase{s, step.Clone()})
				}
				return !found
			})
			if !found {
				t.Errorf("not found again: %s", line)
			}
		}
	}
	return all
}

// Every golden case of every technique has a sentence of its own in both
// languages, as testdata/sentences.txt shows; it names every cell that changes.
func TestSentences(t *testing.T) {
	cases := goldenCases(t)
	var b strings.Builder
	for _, k := range logic.Techniques() {
		if k != logic.BruteForce && len(cases[k]) == 0 && k.Info().Default {
			t.Errorf("%s has no golden case", k)
		}
		for _, c := range cases[k] {
			if _, ok := reasonOf(&c.state, &c.step); !ok {
				t.Errorf("%s has no sentence of its own: %s", k, &c.step)
			}
			for _, lang := range message.Langs {
				s := Sentence(&c.state, &c.step).In(lang)
				checkText(t, lang, s)
				for _, e := range append(c.step.Eliminations, c.step.Placements...) {
					if !strings.Contains(s, e.Cell.String()) {
						t.Errorf("%s: %s is not in %q", k, e.Cell, s)
					}
				}
				fmt.Fprintf(&b, "%s: %s\n", k.Name().In(lang), s)
			}
			b.WriteByte('\n')
		}
	}
	golden.Check(t, "testdata/sentences.txt", b.String())
}

func checkText(t *testing.T, lang message.Lang, s string) {
	t.Helper()
	if s == "" || strings.ContainsAny(s, "{}") || strings.Contains(s, "explain.") || strings.Contains(s, "hint.") ||
		strings.Contains(s, " nothing.") || strings.Contains(s, "r10") || strings.Contains(s, "  ") {
		t.Errorf("not a proper text: %q", s)
	}
	end := map[message.Lang]string{message.English: ".", message.Chinese: "。"}[lang]
	if !strings.HasSuffix(s, end) {
		t.Errorf("%s: no sentence: %q", lang, s)
	}
	if lang == message.Chinese {
		for _, w := range []string{" and ", " or ", " the ", "row", "box"} {
			if strings.Contains(s, w) {
				t.Errorf("English in %q", s)
			}
		}
	}
}

// puzzles with one solution, from easy to beyond every technique.
var puzzles = []string{
	"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
	"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
	"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
	"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
}

// Every golden case told in five levels, no level empty, the move last. No text
// before the third names a cell; none before the fourth what goes, or what comes
// where; and of a step that fills a cell in, none before the fifth.
func TestHintLevels(t *testing.T) {
	for k, cases := range goldenCases(t) {
		for _, c := range cases {
			h := PartsOf(&c.state, &c.step)
			for _, lang := range message.Langs {
				var texts [Levels]string
				for i, text := range h.Texts {
					texts[i] = text.In(lang)
					checkText(t, lang, texts[i])
				}
				early := strings.Join(texts[:2], " ")
				if regexp.MustCompile(`r[1-9]c[1-9]`).MatchString(early) {
					t.Errorf("%s: too much at once: %s", k, early)
				}
				for _, e := range c.step.Eliminations {
					if !PatternCells(&c.step).Has(e.Cell) && strings.Contains(early+texts[2], e.Cell.String()) {
						t.Errorf("%s: %s names %s, from which something goes", k, texts[2], e.Cell)
					}
				}
				for _, p := range c.step.Placements {
					told := strings.Join(texts[:4], " ")
					if strings.Contains(told, p.Cell.String()) && strings.Contains(number.ReplaceAllString(told, ""), fmt.Sprint(p.Digit)) {
						t.Errorf("%s: says before the move that %s is %d: %s", k, p.Cell, p.Digit, told)
					}
				}
			}
		}
	}
}

// number matches where digits stand that are no cell's value.
var number = regexp.MustCompile(`r[1-9]c[1-9]|(?:row|column|box)(?:es|s)? [1-9](?:(?:, | and )[1-9])*|第 [1-9](?:、[1-9])*(?: 和 [1-9])? [行列宫]|BUG\+1`)

// A step is told whatever is in it: nothing panics on steps that are not whole.
func FuzzSentence(f *testing.F) {
	for k := range logic.Techniques() {
		f.Add(uint8(k), uint16(5), []byte{1, 2, 3, 40, 80})
	}
	f.Fuzz(func(t *testing.T, technique uint8, digits uint16, data []byte) {
		k := logic.Technique(int(technique) % len(logic.Techniques()))
		s := logic.NewState(sudoku.MustParse(puzzles[0]))
		step := logic.Step{Technique: k, Digits: logic.Digits(digits) & sudoku.AllDigits}
		for i, b := range data {
			c, d := logic.Cell(b%81), logic.Digit(b%9+1)
			switch i % 6 {
			case 0:
				step.Marks = append(step.Marks, logic.Mark{Candidate: logic.Candidate{Cell: c, Digit: d}, Role: logic.Role(b % 9)})
			case 1:
				step.Eliminations = append(step.Eliminations, logic.Candidate{Cell: c, Digit: d})
			case 2:
				step.Base, step.Cover = append(step.Base, logic.House(b%27)), append(step.Cover, logic.House(b/2%27))
			case 3:
				step.Nodes = append(step.Nodes, logic.Node{Cells: logic.CellsOf(c), Digit: d, On: b%2 == 0, Kind: logic.NodeKind(b % 3), Set: b})
			case 4:
				step.Sets = append(step.Sets, logic.Set{Cells: logic.CellsOf(c, logic.Cell(i)), Digits: step.Digits})
			case 5:
				step.Truths = append(step.Truths, logic.Truth{Kind: logic.TruthKind(b % 2), Digit: d, House: logic.House(b % 27), Cell: c})
				step.Uniqueness = logic.Uniqueness(b % 3)
			}
		}
		for _, lang := range message.Langs {
			for _, text := range PartsOf(&s, &step).Texts {
				if text.In(lang) == "" {
					t.Error("an empty text")
				}
			}
			Sentence(&s, &step).In(lang)
		}
		Drawing(&s, &step)
	})
}
