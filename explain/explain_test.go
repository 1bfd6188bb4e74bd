package explain

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/board"
	"nonet/internal/check/golden"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
)

// goldenCase is a step of one of logic's golden cases, as the finder finds it.
type goldenCase struct {
	state logic.State
	step  logic.Step
}

func goldenCases(t testing.TB) map[logic.Technique][]goldenCase {
	files, err := filepath.Glob("../logic/testdata/*.txt")
	files = append(files, "../logic/testdata/more/cases.txt")
	if err != nil || len(files) == 1 {
		t.Fatal("no golden cases of logic", err)
	}
	all := map[logic.Technique][]goldenCase{}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			c, err := hodoku.Read(line)
			if err != nil {
				continue
			}
			k, err := c.Technique()
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			s, want := c.State, append(c.Eliminated, c.Placed...)
			if k == logic.BruteForce {
				p, _, _ := hodoku.PathOf(context.Background(), s, []logic.Technique{}, nil)
				all[k] = append(all[k], goldenCase{s, p.Steps[0]})
				continue
			}
			found := false
			logic.NewFinder(s, c.Options()).Each(context.Background(), k, func(step *logic.Step) bool {
				did := fmt.Sprint(append(append([]logic.Candidate{}, step.Eliminations...), step.Placements...))
				if found = (hodoku.Code(step) == c.Code || hodoku.Code(step) == "") && hodoku.Digits(step) == c.Digits && did == fmt.Sprint(want); found {
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

// Every golden case of every technique has a sentence in both languages. The sentence names every cell that
// changes. testdata/sentences.txt has, for each technique, the case with the shortest sentence. It also has a
// case for each text of the catalogue that these cases do not use.
func TestSentences(t *testing.T) {
	cases := goldenCases(t)
	shown := map[logic.Technique][]goldenCase{}
	told := map[string]bool{}
	show := func(k logic.Technique, c goldenCase) {
		shown[k] = append(shown[k], c)
		for key := range messageKeys(Sentence(&c.state, &c.step)) {
			told[key] = true
		}
	}
	length := func(c goldenCase) int { return len(Sentence(&c.state, &c.step).In(message.English)) }
	for _, k := range hodoku.Techniques() {
		if k != logic.BruteForce && len(cases[k]) == 0 && hodoku.ColumnsOf(k).Default {
			t.Errorf("%s has no golden case", k)
		}
		for _, c := range cases[k] {
			if reasonText(&c.state, &c.step).Key == "explain.general" {
				t.Errorf("%s has no sentence of its own: %s", k, &c.step)
			}
			checkSentence(t, &c.state, &c.step)
		}
		slices.SortStableFunc(cases[k], func(a, b goldenCase) int { return length(a) - length(b) })
		if len(cases[k]) > 0 {
			show(k, cases[k][0])
		}
	}
	var b strings.Builder
	for _, k := range hodoku.Techniques() {
		for _, c := range cases[k][min(1, len(cases[k])):] {
			for key := range messageKeys(Sentence(&c.state, &c.step)) {
				if !told[key] {
					show(k, c)
					break
				}
			}
		}
		for _, c := range shown[k] {
			for _, lang := range message.Langs() {
				fmt.Fprintf(&b, "%s: %s\n", k.Name().In(lang), Sentence(&c.state, &c.step).In(lang))
			}
			b.WriteByte('\n')
		}
	}
	golden.Check(t, "testdata/sentences.txt", b.String())
}

// messageKeys returns the keys of the catalogue's texts that a message uses.
func messageKeys(m message.Message) iter.Seq[string] {
	return func(yield func(string) bool) {
		var walk func(x any) bool
		walk = func(x any) bool {
			switch x := x.(type) {
			case message.Message:
				if !yield(x.Key) {
					return false
				}
				for _, arg := range x.Args {
					if !walk(arg) {
						return false
					}
				}
			case []message.Message:
				for _, m := range x {
					if !walk(m) {
						return false
					}
				}
			}
			return true
		}
		walk(m)
	}
}

var cellName = regexp.MustCompile(`r[1-9]c[1-9]`)

// checkSentence checks a step's sentence. It must be complete in both languages, must name every cell that
// changes, and may name only cells that the step marks.
func checkSentence(t *testing.T, s *logic.State, step *logic.Step) {
	t.Helper()
	at := PatternCells(step)
	for _, e := range slices.Concat(step.Eliminations, step.Placements) {
		at.Add(e.Cell)
	}
	if step.Uniqueness == logic.Rectangle {
		at = at.Or(logic.CellsOf(step.Corners[:]...))
	}
	for _, truth := range step.Truths {
		if truth.Kind == logic.CellTruth {
			at.Add(truth.Cell)
		} else {
			at = at.Or(s.Places(truth.Digit).And(houseCells(s, truth.House)))
		}
	}
	for _, branch := range step.Branches {
		for _, line := range branch.Lines {
			at.Add(line.Candidate.Cell)
		}
	}
	for _, lang := range message.Langs() {
		text := Sentence(s, step).In(lang)
		checkText(t, lang, text)
		named := cellName.FindAllString(text, -1)
		for _, e := range slices.Concat(step.Eliminations, step.Placements) {
			if !slices.Contains(named, e.Cell.String()) {
				t.Errorf("%s: %s is not in %q", step.Technique, e.Cell, text)
			}
		}
		for _, name := range named {
			if c := sudoku.CellAt(int(name[1]-'0'), int(name[3]-'0')); !at.Has(c) {
				t.Errorf("%s: %s is not in the step: %q", step.Technique, c, text)
			}
		}
	}
}

// Every step of paths through puzzles of all levels is explained and drawn. The drawing has the
// position's candidates and marks exactly those of the step.
func TestSweep(t *testing.T) {
	data, err := os.ReadFile("../grade/testdata/hodoku.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
	every := 25
	if testing.Short() {
		every = 100
	}
	steps := 0
	for i := 0; i < len(lines); i += every {
		g := sudoku.MustParse(strings.Fields(lines[i])[0])
		path, outcome, err := hodoku.PathOf(t.Context(), logic.NewState(g), hodoku.DefaultOrder(), nil)
		if outcome != sudoku.Found {
			t.Fatal(g, outcome, err)
		}
		s := path.Start
		for k := range path.Steps {
			step := &path.Steps[k]
			checkSentence(t, &s, step)
			checkDrawing(t, &s, step)
			s.Apply(step)
		}
		steps += len(path.Steps)
	}
	t.Logf("%d steps", steps)
}

func checkDrawing(t *testing.T, s *logic.State, step *logic.Step) {
	t.Helper()
	want := map[logic.Candidate]byte{}
	for _, m := range step.Marks {
		want[m.Candidate] = signs[m.Role]
	}
	for _, e := range step.Eliminations {
		want[e] = '-'
	}
	for _, p := range step.Placements {
		want[p] = '!'
	}
	cells := strings.FieldsFunc(Drawing(s, step), func(r rune) bool { return strings.ContainsRune(" |\n", r) })
	cells = slices.DeleteFunc(cells, func(cell string) bool { return !strings.ContainsAny(cell, "123456789?") })
	if len(cells) != sudoku.Cells {
		t.Fatalf("%d cells are drawn", len(cells))
	}
	for c, cell := range cells {
		sign, shown := byte(0), logic.Digits(0)
		for i := range cell {
			if cell[i] < '1' || cell[i] > '9' {
				sign = cell[i]
				continue
			}
			d := logic.Digit(cell[i] - '0')
			shown = shown.With(d)
			at := logic.Candidate{Cell: logic.Cell(c), Digit: d}
			if s.Value(at.Cell) == 0 && want[at] != sign {
				t.Errorf("%s: %s is drawn with %q, not %q", step, at, sign, want[at])
			}
			sign = 0
		}
		if s.Value(logic.Cell(c)) == 0 && shown != s.Candidates(logic.Cell(c)) {
			t.Errorf("%s: %s is drawn as %s", step, logic.Cell(c), cell)
		}
	}
}

// Nothing in this package searches: no function takes a context. From the lower packages, it calls only
// functions that build values.
func TestNothingIsSearched(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	harmless := []string{"logic.Cell", "logic.CellsOf", "sudoku.HouseName", "logic.Digit", "logic.Digits", "logic.House"}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			if spec.Path.Value == `"context"` {
				t.Errorf("%s imports context", name)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if fun, ok := n.Fun.(*ast.SelectorExpr); ok {
					of, ok := fun.X.(*ast.Ident)
					called := ""
					if ok {
						called = of.Name + "." + fun.Sel.Name
					}
					if ok && (of.Name == "logic" || of.Name == "sudoku") && !slices.Contains(harmless, called) {
						t.Errorf("%s calls %s", name, called)
					}
				}
			case *ast.SelectorExpr:
				if n.Sel.Name == "Finder" {
					t.Errorf("%s speaks of a Finder", name)
				}
			}
			return true
		})
	}
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

// puzzles lists puzzles with one solution, from easy to harder than every technique.
var puzzles = []string{
	"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
	"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
	"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
	"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
}

// Every golden case has five levels of text; none is empty, and the move is last. No text before the third
// names a cell. No text before the fourth shows the removed candidates or the placed digit. For a placement, no
// text before the fifth shows the digit.
func TestHintLevels(t *testing.T) {
	for k, cases := range goldenCases(t) {
		for _, c := range cases {
			h := PartsOf(&c.state, &c.step)
			for _, lang := range message.Langs() {
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

// number matches digits in a text that are not the value of a cell.
var number = regexp.MustCompile(`r[1-9]c[1-9]|(?:row|column|box)(?:es|s)? [1-9](?:(?:, | and )[1-9])*|第 [1-9](?:、[1-9])*(?: 和 [1-9])? [行列宫]|BUG\+1`)

// Any step can be explained: nothing panics on incomplete steps.
func FuzzSentence(f *testing.F) {
	for k := range hodoku.Techniques() {
		f.Add(uint8(k), uint16(5), []byte{1, 2, 3, 40, 80})
		f.Add(uint8(k), uint16(5), []byte{1, 2, 3, 40, 80, 6, 0, 8})  // a branch without lines
		f.Add(uint8(k), uint16(5), []byte{1, 2, 3, 40, 80, 6, 29, 8}) // a branch with lines that follow from no lines
	}
	f.Fuzz(func(t *testing.T, technique uint8, digits uint16, data []byte) {
		k := elementAt(hodoku.Techniques(), int(technique))
		s := logic.NewState(sudoku.MustParse(puzzles[0]))
		step := logic.Step{Technique: k, Digits: logic.Digits(digits) & sudoku.AllDigits}
		for i, b := range data {
			c, d := logic.Cell(b%81), logic.Digit(b%9+1)
			switch i % 8 {
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
				step.Uniqueness = logic.Uniqueness(b % 4)
			case 6:
				branch := logic.Branch{End: []int{int(b / 64), int(b % 7), 3}[:b%4]}
				for i := range int(b % 5) {
					branch.Lines = append(branch.Lines, logic.Line{Candidate: logic.Candidate{Cell: c, Digit: d}, On: i%2 == 0,
						Reason: logic.LineReason((int(b) + i) % 7), Depth: uint8(i % 2), From: []int{i - 1, int(b / 16), 1}[:b/8%4]})
				}
				step.Branches = append(step.Branches, branch)
			case 7:
				step.Placements, step.Ring = append(step.Placements, logic.Candidate{Cell: c, Digit: d}), append(step.Ring, c)
			}
		}
		for i := range step.Branches {
			Inferences(&step.Branches[i], logic.CellSet{})
		}
		Links(&step)
		for _, lang := range message.Langs() {
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

// Steps on a board of other rules can be explained: two cells may see each other outside houses, and digits go up to 16.
func TestSentenceOnOtherBoards(t *testing.T) {
	shape := board.Shape{Cells: 256, Values: 16}
	for c := range logic.Cell(100) {
		shape.Others = append(shape.Others, logic.CellsOf(c, c+100)) // the last groups become no houses
	}
	b, _, _ := board.New(shape)
	s, ok := logic.NewStateFrom(b, make([]logic.Digit, 256), make([]logic.Digits, 256))
	if !ok {
		t.Fatal("no state")
	}
	for _, k := range logic.Techniques() {
		for c := range logic.Cell(100) {
			step := logic.Step{Technique: k, Digits: 1 << 15, Eliminations: []logic.Candidate{{Cell: c, Digit: 16}}}
			for role := range logic.ColourD {
				step.Marks = append(step.Marks, logic.Mark{Candidate: logic.Candidate{Cell: c, Digit: 16}, Role: role},
					logic.Mark{Candidate: logic.Candidate{Cell: c + 100, Digit: 16}, Role: role})
			}
			if Sentence(&s, &step).String() == "" {
				t.Errorf("%s: no text", k)
			}
		}
	}
}
