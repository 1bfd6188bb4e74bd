package contest_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/format"
	"nonet/internal/contest"
	"nonet/internal/textbook"
	"nonet/message"
	"nonet/sudoku"
)

func runContest(t testing.TB, name, input string) (output string, unsolved []int, err error) {
	t.Helper()
	c, ok := contest.ByName(name)
	if !ok {
		t.Fatalf("no contest %q", name)
	}
	var out bytes.Buffer
	err = c.Run(context.Background(), strings.NewReader(input), &out, func(line int, _ error) { unsolved = append(unsolved, line) })
	return out.String(), unsolved, err
}

func TestExamples(t *testing.T) {
	for _, c := range contest.All() {
		for _, lang := range message.Langs() {
			if key := "oj.about." + c.Name; message.New(key).In(lang) == key {
				t.Errorf("%s: the catalogue has no %s", lang, key)
			}
		}
		variants := map[string]string{
			"as it is": c.Example, "CR LF": strings.ReplaceAll(c.Example, "\n", "\r\n"),
			"a mark": "\uFEFF" + c.Example, "no last newline": strings.TrimSuffix(c.Example, "\n"),
		}
		for how, input := range variants {
			if got, unsolved, err := runContest(t, c.Name, input); err != nil || got != c.Answer || unsolved != nil {
				t.Errorf("%s, %s: %q, unsolved %v, error %v; want %q", c.Name, how, got, unsolved, err, c.Answer)
			}
		}
	}
}

// In hopeless, row 1 has eight givens, and its missing digit is below the empty cell. No two givens contradict
// each other, but r1c9 has no candidate.
const hopeless = "12345678." + "........." + "........." + "........9" +
	"........." + "........." + "........." + "........." + "........."

const contradictory = "8...8...." + "........." + "........." + "........." +
	"........." + "........." + "........." + "........." + "........."

func TestUnsolvable(t *testing.T) {
	for _, puzzle := range []string{hopeless, contradictory} {
		zeros := strings.ReplaceAll(puzzle, ".", "0")
		grid := sudoku.MustParse(puzzle)
		integers := string(format.Append(nil, format.Integers, grid))
		board := string(format.Append(nil, format.JSON, grid))
		questions := strings.ReplaceAll(integers, "0", "?")
		valid := "true\n"
		if puzzle == contradictory {
			valid = "false\n"
		}
		var written strings.Builder
		for i, r := range zeros {
			written.WriteString(string(r) + " ")
			if i%3 == 2 {
				written.WriteString("  ")
			}
			if i%9 == 8 {
				written.WriteString("\n")
			}
			if i%27 == 26 {
				written.WriteString("\n")
			}
		}
		rows := string(format.Append(nil, format.Rows, grid))
		solved := contestExample(t, "poj2676")
		for _, c := range []struct{ name, input, want string }{
			{"poj2676", "2\n" + rows + solved.Example[2:], solved.Answer},
			{"poj3074", puzzle + "\nend\n", ""},
			{"hdu1426", questions + "\n" + contestExample(t, "hdu1426").Example, contestExample(t, "hdu1426").Answer},
			{"p1784", integers, ""},
			{"p1074", integers, "-1\n"},
			{"leetcode36", board, valid},
			{"leetcode37", board, board},
			{"written-test", integers, written.String()},
			{"enumerate", puzzle, ""},
		} {
			got, unsolved, err := runContest(t, c.name, c.input)
			if got != c.want || err != nil {
				t.Errorf("%s: %q, error %v; want %q", c.name, got, err, c.want)
			}
			if reported := len(unsolved) == 1; reported == (c.want == "true\n") {
				t.Errorf("%s: reported as unsolvable: %v", c.name, unsolved)
			}
		}
	}
}

func contestExample(t *testing.T, name string) contest.Contest {
	c, ok := contest.ByName(name)
	if !ok {
		t.Fatalf("no contest %q", name)
	}
	return c
}

func TestBadInput(t *testing.T) {
	row := "000000000\n"
	rows := strings.Repeat(row, 9)
	puzzle := strings.Repeat(".", 81)
	board := contestExample(t, "leetcode37").Example
	for _, c := range []struct {
		name, what, input string
		line, column      int
	}{
		{"poj2676", "empty", "", 1, 1},
		{"poj2676", "count too high", "2\n" + rows, 11, 1},
		{"poj2676", "count too low", "1\n" + rows + rows, 11, 1},
		{"poj2676", "no count, so that row 1 is one of 0", rows, 2, 1},
		{"poj2676", "a letter for the count", "x\n" + rows, 1, 1},
		{"poj2676", "a count that is none", "1x\n" + rows, 1, 2},
		{"poj2676", "a negative count", "-1\n", 1, 1},
		{"poj2676", "eight digits", "1\n" + row + "00000000\n" + rows, 3, 9},
		{"poj2676", "ten digits", "1\n" + row + "0000000000\n" + rows, 3, 10},
		{"poj2676", "a dot", "1\n" + "0000.0000\n" + rows, 2, 5},
		{"poj2676", "full-width", "1\n" + "0000１２３00\n", 2, 5},
		{"poj3074", "empty", "", 1, 1},
		{"poj3074", "no end", puzzle + "\n", 2, 1},
		{"poj3074", "80 cells", puzzle[1:] + "\nend\n", 1, 81},
		{"poj3074", "82 cells", puzzle + ".\nend\n", 1, 82},
		{"poj3074", "a zero", puzzle + "\n0" + puzzle[1:] + "\nend\n", 2, 1},
		{"poj3074", "ending", "ending\n", 1, 1},
		{"poj3074", "more after the end", "end\n\n.", 3, 1},
		{"poj3074", "NUL", "\x00" + puzzle[1:] + "\nend\n", 1, 1},
		{"hdu1426", "empty", "", 1, 1},
		{"hdu1426", "a zero", "? ? ? ? 0", 1, 9},
		{"hdu1426", "two together", "? ? ?? ?", 1, 6},
		{"hdu1426", "one missing", strings.Repeat("? ? ? ? ? ? ? ? ?\n", 8) + "? ? ?\n", 9, 6},
		{"p1784", "empty", "", 1, 1},
		{"p1784", "a 10", "0 0 10", 1, 5},
		{"p1784", "negative", "0 0 -1", 1, 5},
		{"p1784", "one missing in row 3", "0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n" + strings.Repeat("0 0 0 0 0 0 0 0 0\n", 6), 3, 16},
		{"p1784", "the last missing", strings.Repeat("0 0 0 0 0 0 0 0 0\n", 8) + "0 0 0 0 0 0 0 0\n", 9, 16},
		{"p1784", "a huge number", strings.Repeat("9", 10000), 1, 1},
		{"p1074", "a letter", "0 0 a 0", 1, 5},
		{"p1074", "a grid and a digit", contestExample(t, "p1074").Example + "1", 10, 1},
		{"written-test", "a letter within", "0 0 0x 0", 1, 6},
		{"leetcode36", "empty", "", 1, 1},
		{"leetcode36", "a number", `[[5,"3"]]`, 1, 3},
		{"leetcode37", "eight in a row", strings.Replace(board, `"5",`, "", 1), 1, 34},
		{"leetcode37", "ten in a row", strings.Replace(board, `"5",`, `"5","5",`, 1), 1, 38},
		{"leetcode37", "a zero", strings.Replace(board, `"."`, `"0"`, 1), 1, 12},
		{"leetcode37", "cut off", board[:20], 1, 21},
		{"leetcode37", "second board cut off", board + "[[", 2, 3},
		{"enumerate", "empty", "", 1, 1},
		{"enumerate", "two puzzles", puzzle[:80] + "1\n" + puzzle[:80] + "2\n", 2, 1},
		{"enumerate", "80 cells", puzzle[1:], 1, 81},
	} {
		// An empty grid has too many solutions to list before the second puzzle.
		if c.what == "two puzzles" {
			c.input = strings.ReplaceAll(c.input, puzzle[:80], contestExample(t, "poj3074").Answer[:80])
		}
		_, _, err := runContest(t, c.name, c.input)
		var at *format.SyntaxError
		switch {
		case !errors.As(err, &at):
			t.Errorf("%s, %s: error %v, want one at %d:%d", c.name, c.what, err, c.line, c.column)
		case at.Line != c.line || at.Column != c.column:
			t.Errorf("%s, %s: %d:%d %v; want %d:%d", c.name, c.what, at.Line, at.Column, at.What, c.line, c.column)
		case strings.Contains(at.Message().String(), "oj."):
			t.Errorf("%s, %s: no text for %v", c.name, c.what, at.What.Key)
		}
	}
}

// The cases before a bad one are answered.
func TestAnswersBeforeAnError(t *testing.T) {
	c := contestExample(t, "poj2676")
	got, _, err := runContest(t, "poj2676", "3\n"+c.Example[2:]+"12x")
	if got != c.Answer || err == nil {
		t.Errorf("%q, error %v", got, err)
	}
}

// This test uses random puzzles, mostly with several solutions. The answers must equal those of the textbook's
// row-major search, which shares no code with the engines.
func TestLexicographicallyFirst(t *testing.T) {
	rowMajor, ok := textbook.ByID(textbook.RowMajorTables)
	if !ok {
		t.Fatal("the strategy is not there")
	}
	solved := sudoku.MustParse(strings.TrimSpace(contestExample(t, "poj3074").Answer))
	rapid.Check(t, func(t *rapid.T) {
		g := solved
		for _, c := range rapid.SliceOfNDistinct(rapid.IntRange(0, 80), 5, 52, rapid.ID).Draw(t, "empty") {
			g = g.With(sudoku.Cell(c), 0)
		}
		if rapid.Bool().Draw(t, "disturbed") {
			g = g.With(sudoku.Cell(rapid.IntRange(0, 80).Draw(t, "cell")), sudoku.Digit(rapid.IntRange(1, 9).Draw(t, "digit")))
		}
		var all []string
		report := rowMajor.Search(context.Background(), g.Values(), textbook.Limits{Solutions: 500, Nodes: 1 << 20}, nil, func(s *[81]uint8) bool {
			found, _ := sudoku.FromCells(*s)
			all = append(all, found.String())
			return true
		})
		if report.Outcome != textbook.Complete {
			t.Skip("too many solutions to list them all")
		}
		out := func(name, input string) string {
			c, _ := contest.ByName(name)
			var b bytes.Buffer
			if err := c.Run(context.Background(), strings.NewReader(input), &b, func(int, error) {}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return b.String()
		}
		first := ""
		if len(all) > 0 {
			first = all[0]
		}
		if got := strings.TrimSpace(out("poj3074", g.String()+"\nend\n")); got != first {
			t.Fatalf("poj3074 %v: %s, want %s", g, got, first)
		}
		rows := string(format.Append(nil, format.Rows, g))
		if got := strings.ReplaceAll(out("poj2676", "1\n"+rows), "\n", ""); got != first {
			t.Fatalf("poj2676 %v: %s, want %s", g, got, first)
		}
		if got := strings.ReplaceAll(out("enumerate", rows), "\n", ""); got != strings.Join(all, "") {
			t.Fatalf("enumerate %v: %s, want %s", g, got, all)
		}
	})
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := contestExample(t, "enumerate")
	lines := 0
	err := c.Run(ctx, strings.NewReader(strings.Repeat(".", 81)), writer(func(p []byte) {
		lines += bytes.Count(p, []byte("\n"))
		if lines > 1000 {
			cancel()
		}
	}), func(int, error) {})
	if !errors.Is(err, context.Canceled) || lines < 1000 {
		t.Errorf("error %v after %d lines", err, lines)
	}
}

type writer func([]byte)

func (w writer) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}

// No input makes a contest panic or hang, and every error has a position.
func FuzzContests(f *testing.F) {
	for i, c := range contest.All() {
		f.Add(uint8(i), c.Example)
	}
	all := contest.All()
	f.Fuzz(func(t *testing.T, which uint8, input string) {
		c := all[int(which)%len(all)]
		if c.Name == "enumerate" || c.Name == "p1074" {
			t.Skip("an almost empty grid takes long to answer, which is no fault of the reading")
		}
		var out bytes.Buffer
		err := c.Run(context.Background(), strings.NewReader(input), &out, func(int, error) {})
		var at *format.SyntaxError
		if err != nil && (!errors.As(err, &at) || at.Line < 1 || at.Column < 1) {
			t.Errorf("%s: %v", c.Name, err)
		}
	})
}

// textbook/testdata/seeds has the output of the posts' own programs; its README says how it was made. Our
// output is the same, unless such a program prints a grid that is not a solution, or invents input. These cases
// are named below.
func TestSeedsPrograms(t *testing.T) {
	ins, err := filepath.Glob("../textbook/testdata/seeds/*.in")
	if err != nil || len(ins) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	compared := 0
	for _, in := range ins {
		base := strings.TrimSuffix(filepath.Base(in), ".in")
		name := ""
		for _, c := range contest.All() {
			if strings.HasPrefix(base, c.Name) {
				name = c.Name
			}
		}
		input, err := os.ReadFile(in)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(in, ".in") + ".out")
		if err != nil {
			t.Fatal(err)
		}
		got, unsolved, err := runContest(t, name, string(input))
		switch why := strings.TrimPrefix(base, name+"-"); {
		case strings.HasPrefix(why, "contradictory"), strings.HasSuffix(why, "wrong"):
			if len(unsolved) == 0 || err != nil {
				t.Errorf("%s: unsolved %v, error %v", base, unsolved, err)
			}
		case why == "toofew":
			if err == nil {
				t.Errorf("%s: no error, %q", base, got)
			}
		default:
			compared++
			if err != nil || got != string(want) {
				t.Errorf("%s: %q, error %v; want %q", base, got, err, want)
			}
		}
	}
	if compared < 16 {
		t.Errorf("only %d outputs compared", compared)
	}
}
