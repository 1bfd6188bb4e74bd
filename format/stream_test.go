package format_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"nonet/format"
	"nonet/sudoku"
)

// endless is a reader of a text repeated n times; it keeps only one copy of the text.
type endless struct {
	text string
	n    int
	at   int
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if e.at == len(e.text) {
			e.at = 0
			e.n--
		}
		if e.n <= 0 {
			return n, io.EOF
		}
		k := copy(p[n:], e.text[e.at:])
		n += k
		e.at += k
	}
	return n, nil
}

// TestConstantMemory reads streams of a hundred megabytes and more.
func TestConstantMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("long; and the race detector, which runs short, drops pooled memory at random")
	}
	const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	board := string(format.Append(nil, format.JSON, sudoku.MustParse(line81)))
	for _, test := range []struct {
		name, head, text string
		n, puzzles, errs int
		allocs           uint64 // the largest number of allocations for each puzzle, error, or line kept as a name
	}{
		{"lines", "", line81 + "\n", 400_000, 400_000, 0, 0},
		{"lines, Windows", "", line81 + "\r\n", 40_000, 40_000, 0, 0},
		{"lines, Mac", "", line81 + "\r", 40_000, 40_000, 0, 0},
		{"lines with fields", "", line81 + " " + solution + " 7.2\n", 40_000, 40_000, 0, 0},
		{"Kaggle", csvHead, line81 + "," + solution + "\n", 40_000, 40_000, 0, 0},
		{"rows", "", rows9, 10_000, 10_000, 0, 0},
		{"integers", "", ints9 + "\n", 10_000, 10_000, 0, 0},
		{"count", "10000\n", rows9, 10_000, 10_000, 0, 0},
		{"boards", "", board, 5_000, 5_000, 0, 0},
		{"one array of boards", "[" + board, "," + board, 5_000, 5_001, 1, 0},
		{"one line of boards", "", strings.TrimSpace(board) + ",", 5_000, 5_000, 0, 0},
		{"one long line", "", strings.Repeat(".", 1<<20), 30, 0, 1, 0},
		{"one long line of NULs", "", strings.Repeat("\x00", 1<<20), 30, 0, 1, 0},
		{"one long line of brackets", "", strings.Repeat("[", 1<<20), 8, 0, 1, 0},
		{"one long string", `["`, strings.Repeat("5", 1<<20), 8, 0, 1, 0},
		{"one long number", `[`, strings.Repeat("5", 1<<20), 8, 0, 1, 0},
		{"blank lines", "", strings.Repeat("\n", 1<<20), 8, 0, 0, 0},
		{"borders", "", strings.Repeat("---------\n", 1<<12), 25, 25 << 12 / 9, 0, 0},
		{"titles", "", strings.Repeat("title\n", 1<<10), 100, 0, 100 << 10, 6},
		{"comments", "", strings.Repeat("# a comment\n", 1<<10) + line81 + "\n", 100, 100, 0, 2 << 10},
		{"short lines", "", line81[:80] + "\n", 5_000, 0, 5_000, 9},
		{"zeros, one a line", "", strings.Repeat("0\n", 81), 2_000, 2_000, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := format.NewReader(io.MultiReader(strings.NewReader(test.head), &endless{test.text, test.n, 0}), format.Options{})
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			puzzles, errs := 0, 0
			for {
				p, err := r.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					errs++
					continue
				}
				puzzles++
				if p.Grid.At(80) == 5 {
					t.Fatal("wrong grid")
				}
			}
			runtime.ReadMemStats(&after)
			if puzzles != test.puzzles || errs != test.errs {
				t.Errorf("%d puzzles and %d errors, want %d and %d", puzzles, errs, test.puzzles, test.errs)
			}
			if n := after.Mallocs - before.Mallocs; n > test.allocs*uint64(puzzles+errs)+200 {
				t.Errorf("%d allocations", n)
			}
			if n := after.TotalAlloc - before.TotalAlloc; test.allocs == 0 && n > 1<<20 {
				t.Errorf("%d bytes allocated in all", n)
			}
		})
	}
}

// TestWordsAreTold checks lines of words. Up to a thousand lines above a grid are its title. Each other line of
// words is an error, in order.
func TestWordsAreTold(t *testing.T) {
	const words = "a\nb\n\nc\n"
	for name, test := range map[string]struct {
		text    string
		errs    []int // their lines
		puzzles int
	}{
		"above a grid":             {words + rows9, nil, 1},
		"above a column":           {words + "quiz\n" + line81 + "\n", nil, 1},
		"above a line":             {words + line81 + "\n", []int{1, 2, 4}, 1},
		"above a bad line":         {words + line81 + "1\nd\n" + line81 + "\n", []int{1, 2, 4, 5, 6}, 1},
		"alone":                    {words, []int{1, 2, 4}, 0},
		"after a grid":             {rows9 + words, nil, 1},
		"after a grid, and a line": {rows9 + words + line81, []int{10, 11, 13}, 2},
	} {
		var errs []int
		puzzles := 0
		for _, err := range format.All(strings.NewReader(test.text)) {
			if e, bad := err.(*format.SyntaxError); bad {
				errs = append(errs, e.Line)
			} else {
				puzzles++
			}
		}
		if !slices.Equal(errs, test.errs) || puzzles != test.puzzles {
			t.Errorf("%s: %d puzzles, errors in lines %v; want %d, %v", name, puzzles, errs, test.puzzles, test.errs)
		}
	}
}

// TestInteractive gives the reader one piece at a time, like a person who types. It expects each puzzle before
// the next piece.
func TestInteractive(t *testing.T) {
	for _, pieces := range [][]string{
		{line81 + "\n", line81 + "\r\n", line81 + " easy\n", "\n\n" + line81 + "\n", line81 + "\r", line81 + "\n"},
		{rows9, "\n" + rows9, rows9, drawn9, ints9, board9 + "\n", "2\n" + rows9, rows9, line81 + "\n"},
		{csvHead + line81 + "," + line81 + "\n", line81 + "," + line81 + "\n"},
		{"\xef\xbb\xbf" + line81 + "\n", board9 + "\n", "[" + board9 + "\n", "," + board9, "]\n" + line81 + "\n"},
		{"\xff\xfe" + utf16le(line81+"\n"), utf16le(line81 + "\n"), utf16le(line81[:40]) + utf16le(line81[40:]+"\n")},
		{pencil729 + "\n", strings.Repeat(listRow, 9)},
	} {
		in, out := io.Pipe()
		turn := make(chan bool)
		go func() {
			for _, piece := range pieces {
				io.WriteString(out, piece)
				<-turn
			}
			out.Close()
		}()
		r := format.NewReader(in, format.Options{})
		for i := range pieces {
			if _, err := r.Next(); err != nil {
				t.Errorf("%q: %v", pieces[i], err)
			}
			turn <- true
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("at the end: %v", err)
		}
	}
}

func utf16le(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		b.WriteByte(c)
		b.WriteByte(0)
	}
	return b.String()
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"", line81, rows9[:50], board9[:40], "\xff\xfe1"} {
		in := io.MultiReader(strings.NewReader(line81+"\n"+text), iotest.ErrReader(broken))
		r := format.NewReader(in, format.Options{})
		if _, err := r.Next(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for range 3 {
			if p, err := r.Next(); err != broken {
				t.Errorf("%q: %v, %v", text, p.Grid, err)
			}
		}
		n := 0
		for _, err := range format.All(io.MultiReader(strings.NewReader(line81+"\n"+text), iotest.ErrReader(broken))) {
			n++
			if n == 2 && err != broken || n > 2 {
				t.Errorf("%q: %d, %v", text, n, err)
			}
		}
	}
	stuck := format.NewReader(stuckReader{}, format.Options{})
	if _, err := stuck.Next(); err != io.ErrNoProgress {
		t.Errorf("a reader that gives nothing: %v", err)
	}
}

type stuckReader struct{}

func (stuckReader) Read([]byte) (int, error) { return 0, nil }

func TestLineAllocations(t *testing.T) {
	r := format.NewReader(&endless{line81 + "\n", 1 << 30, 0}, format.Options{})
	r.Next()
	if n := testing.AllocsPerRun(10_000, func() {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a puzzle", n)
	}
}

func BenchmarkReader(b *testing.B) {
	g := sudoku.MustParse(line81)
	for _, k := range format.WritableKinds() {
		var one bytes.Buffer
		w := format.NewWriter(&one, k)
		for range 100 {
			w.Write(g)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
		text := one.Bytes()
		b.Run(k.Style(), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text) / 100))
			r := format.NewReader(&endless{string(text), 1 << 40, 0}, format.Options{})
			for range b.N {
				if _, err := r.Next(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

func BenchmarkWriter(b *testing.B) {
	g := sudoku.MustParse(line81)
	for _, k := range format.WritableKinds() {
		b.Run(k.Style(), func(b *testing.B) {
			b.ReportAllocs()
			w := format.NewWriter(io.Discard, k)
			for range b.N {
				if err := w.Write(g); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

// TestCut checks a section that begins and ends anywhere in a text. Puzzles of several lines are errors there;
// puzzles on one line are not. In any section, numbers and names that refer to other lines are errors. Words
// right after a puzzle may begin a section.
func TestCut(t *testing.T) {
	line := "1........" + strings.Repeat(".", 72)
	row := "1........\n"
	grid := row + strings.Repeat(".........\n", 8)
	drawn := "+---+---+---+\n|1..|...|...|\n"
	torn, behind := &format.Section{Torn: true}, &format.Section{Behind: true}
	for _, c := range []struct {
		text    string
		section *format.Section
		want    string
	}{
		{line + "\n# a remark\n\n" + grid + line + "\n" + row + line, torn, "1, 4 MANY, 13, 14 format.rows, 15"},
		{line + "\n# a remark\n\n" + grid + line + "\n" + row + line, behind, "1, 4, 13, 14 format.rows, 15"},
		{grid[10:] + line, torn, "1 MANY, 9"},
		{line + "\n" + grid[:50], torn, "1, 2 MANY"},
		{"\n# x\n" + grid[:60] + line, torn, "3 MANY, 9"},
		{grid[:40] + line + "\n" + grid[:40], torn, "4 format.rows, 5, 9 format.rows"},
		{grid[:30], torn, "1 MANY"},
		{grid[:20], torn, "2 format.rows"},
		{drawn + line + "\n" + drawn, torn, "1 MANY, 3, 5 MANY"},
		{grid[:50] + line + "\n" + grid[:50], behind, "5 format.rows, 6, 11 format.rows"},
		{line + "\n2\n" + line + "\n" + line, behind, "1, 2 format.countCut, 3, 4"},
		{line + "\n2\n" + line + "\n" + line, nil, "1, 3, 4"},
		{line + "\nid,puzzle\n" + line, behind, "1, 2 format.text, 3"},
		{"\npuzzle\n" + line + "\n" + line, behind, "2 format.text, 3, 4"},
		{"words\n" + line, behind, "1 format.text, 2"},
		{"words\n" + grid, behind, "1 format.text, 2"},
		{"words\n" + grid, nil, "2"},
	} {
		in := format.NewReader(strings.NewReader(c.text), format.Options{Section: c.section})
		var got []string
		for {
			p, err := in.Next()
			if err == io.EOF {
				break
			}
			var at *format.SyntaxError
			if errors.As(err, &at) {
				got = append(got, fmt.Sprint(at.Line, " ", at.What.Key))
			} else {
				got = append(got, fmt.Sprint(p.Line))
			}
		}
		if want := strings.ReplaceAll(c.want, "MANY", format.ManyLines); strings.Join(got, ", ") != want {
			t.Errorf("%q: %s, want %s", c.text, strings.Join(got, ", "), want)
		}
	}
}
