package solve_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nonet/format"
	"nonet/internal/textbook"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/target"
)

const hardest = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// classicPuzzle is the puzzle of most texts in format/testdata/accepted.
const classicPuzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// classicTexts returns texts of classicPuzzle by the name of their notation: those in format/testdata/accepted that
// are the whole puzzle on one line, and its writing in every notation. They include jigsaws with the classic boxes,
// the forms of SudokuPad's JSON, and notations that are only read.
func classicTexts(t testing.TB) map[string]string {
	t.Helper()
	texts := map[string]string{}
	p, err := format.ParseOne(classicPuzzle)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range format.WritableKinds() {
		texts[kind.String()] = string(format.AppendPuzzle(nil, kind, p))
	}
	files, err := filepath.Glob("../format/testdata/accepted/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		if all, err := format.Parse(string(text)); err == nil && len(all) == 1 && all[0].Grid.String() == classicPuzzle && texts[name] == "" {
			texts[name] = string(text)
		}
	}
	return texts
}

// TestClassicInEveryNotation checks that a classic puzzle goes to the kernel in whatever notation it is
// written. The answers must be the same.
func TestClassicInEveryNotation(t *testing.T) {
	ctx := t.Context()
	texts := classicTexts(t)
	for _, name := range []string{"penpa", "rules-line", "killer-json", "sudokumaker", "sudoku-bench", "puzz-link", "iss-jigsaw", "nonet-regions", "sudokupad-short"} {
		if texts[name] == "" {
			t.Errorf("no text of %s", name)
		}
	}
	grid := puzzle.FromGrid(sudoku.MustParse(classicPuzzle))
	want, err := solve.Solutions(ctx, grid, sudoku.Lexicographic, puzzle.Limits{Solutions: 3})
	wantReport, wrong := solve.Check(ctx, grid, puzzle.Limits{})
	if err != nil || wrong != nil {
		t.Fatal(err, wrong)
	}
	for name, text := range texts {
		read, err := format.ParseOne(text)
		if err != nil || !read.IsClassic() {
			t.Errorf("%s: %v, %v", text, read.Notes, err)
			continue
		}
		p := read.Puzzle()
		if found, err := solve.Solutions(ctx, p, sudoku.Lexicographic, puzzle.Limits{Solutions: 3}); err != nil || found.Engine != solve.Kernel || found.Tally != want.Tally || !slices.EqualFunc(found.Solutions, want.Solutions, slices.Equal) {
			t.Errorf("%s: %+v, %v, want %+v", name, found, err, want)
		}
		if report, err := solve.Check(ctx, p, puzzle.Limits{}); err != nil || report.Engine != solve.Kernel || report.Tally != wantReport.Tally || report.Unique != wantReport.Unique || report.Minimal != wantReport.Minimal {
			t.Errorf("%s: %+v, %v, want %+v", name, report, err, wantReport)
		}
		if total, _ := solve.CountAll(ctx, p, 100, puzzle.Limits{}, nil); total.Engine != solve.Kernel {
			t.Errorf("%s: counted by %s", name, total.Engine)
		}
		if best, _ := solve.Best(ctx, p, solve.Scoring{}, puzzle.Limits{}, nil); best.Engine != solve.Target {
			t.Errorf("%s: scored by %s", name, best.Engine)
		}
	}
}

// TestJigsawWithBoxes checks that regions which are the boxes count as boxes, also for puzzles that no text
// describes.
func TestJigsawWithBoxes(t *testing.T) {
	for _, line := range []string{hardest, "8........." + hardest[10:79] + "..", "88" + hardest[2:]} {
		p := puzzle.FromGrid(sudoku.MustParse(line))
		jigsaw := *puzzle.New(9, 9)
		jigsaw.Box = puzzle.Box{}
		jigsaw.Regions, jigsaw.Givens = puzzle.New(9, 9).Areas(), p.Givens
		want, err := solve.Solutions(t.Context(), p, sudoku.Lexicographic, puzzle.Limits{Solutions: 3})
		got, wrong := solve.Solutions(t.Context(), &jigsaw, sudoku.Lexicographic, puzzle.Limits{Solutions: 3})
		if got.Engine != solve.Kernel || got.Tally != want.Tally || (err == nil) != (wrong == nil) || !slices.EqualFunc(got.Solutions, want.Solutions, slices.Equal) {
			t.Errorf("%s: %+v, %v, want %+v, %v", line, got, wrong, want, err)
		}
	}
}

// BenchmarkNotations measures the same classic puzzle in every notation, each in turn. The metric solve-ns should be
// the same for all of them. What differs is the time of reading, parse-ns. Both are the least of all rounds.
func BenchmarkNotations(b *testing.B) {
	texts := classicTexts(b)
	names := slices.Sorted(maps.Keys(texts))
	parse, search := map[string]time.Duration{}, map[string]time.Duration{}
	for b.Loop() {
		for _, name := range names {
			start := time.Now()
			read, err := format.ParseOne(texts[name])
			parsed := time.Now()
			if err != nil {
				b.Fatal(err)
			}
			p := read.Puzzle()
			asked := time.Now()
			found, err := solve.Solutions(b.Context(), p, sudoku.AnyOrder, puzzle.Limits{Solutions: 2})
			solved := time.Since(asked)
			if err != nil || found.Engine != solve.Kernel || found.N != 1 {
				b.Fatalf("%s: %+v, %v", name, found, err)
			}
			if known, ok := parse[name]; !ok || parsed.Sub(start) < known {
				parse[name] = parsed.Sub(start)
			}
			if known, ok := search[name]; !ok || solved < known {
				search[name] = solved
			}
		}
	}
	for _, name := range names {
		b.Logf("%-30s %8d bytes  parse-ns %8d  solve-ns %6d", name, len(texts[name]), parse[name], search[name])
	}
}

// TestEngines checks that each engine answers some puzzle and is named in the result.
func TestEngines(t *testing.T) {
	ctx := t.Context()
	killer, err := format.ReadISS(".Cage~10~R1C1~R1C2~R1C3")
	if err != nil {
		t.Fatal(err)
	}
	grid := puzzle.FromGrid(sudoku.MustParse(hardest))
	named := map[string]bool{}
	for _, c := range []struct {
		p      *puzzle.Puzzle
		limits puzzle.Limits
		engine string
	}{
		{grid, puzzle.Limits{Solutions: 2}, solve.Kernel},
		{puzzle.New(9, 9), puzzle.Limits{Solutions: 2 * sudoku.Visited}, solve.Counting},
		{killer, puzzle.Limits{Solutions: 2}, solve.CSP},
		{&puzzle.Puzzle{Rows: 30, Columns: 30, Low: 1, High: 30, Box: puzzle.Box{Rows: 5, Columns: 6}}, puzzle.Limits{Solutions: 1, Keep: 1}, ""},
	} {
		r, err := solve.Count(ctx, c.p, c.limits)
		if err != nil || c.engine != "" && r.Engine != c.engine {
			t.Errorf("%+v, %v: want %s", r.Tally, err, c.engine)
		}
		named[r.Engine] = true
	}
	best, err := solve.Best(ctx, grid, solve.Scoring{}, puzzle.Limits{}, nil)
	if err != nil {
		t.Error(err)
	}
	named[best.Engine] = true
	for _, engine := range []string{solve.Kernel, solve.Counting, solve.Target, solve.CSP, solve.Clauses} {
		if !named[engine] {
			t.Errorf("no answer of %s", engine)
		}
	}
}

// TestEnginesAgree gives a classic grid a rule that forbids nothing, so that the constraint engine answers. Its
// answers must agree with those of the classic engines and of the textbook.
func TestEnginesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		full := sudoku.MustParse("812753649943682175675491283154237896369845721287169534521974368438526917796318452")
		cells := full.Values()
		for c := range cells {
			if rapid.IntRange(0, 9).Draw(t, "keep") > 4 {
				cells[c] = 0
			}
		}
		if rapid.IntRange(0, 4).Draw(t, "wrong") == 0 {
			cells[rapid.IntRange(0, 80).Draw(t, "cell")] = uint8(rapid.IntRange(1, 9).Draw(t, "digit"))
		}
		g, _ := sudoku.FromCells(cells)
		p := puzzle.FromGrid(g)
		caged := *p
		caged.Constraints = []puzzle.Constraint{{Kind: "Cage", Numbers: []int{0}, Cells: []int{0, 1}}}
		if err := caged.Validate(); err != nil {
			t.Fatal(err)
		}
		const most = 50
		s, _ := textbook.ByID("mrv")
		oracle := s.Search(context.Background(), cells, textbook.Limits{Solutions: most}, nil, nil)
		want, _ := solve.Solutions(context.Background(), p, sudoku.Lexicographic, puzzle.Limits{Solutions: most})
		got, _ := solve.Solutions(context.Background(), &caged, sudoku.Lexicographic, puzzle.Limits{Solutions: most})
		if want.Engine != solve.Kernel || got.Engine != solve.CSP && got.N > 0 {
			t.Fatalf("%q and %q", want.Engine, got.Engine)
		}
		if want.N != oracle.Solutions || want.N != got.N || !slices.EqualFunc(want.Solutions, got.Solutions, slices.Equal) {
			t.Fatalf("%s: %d solutions, with rules that forbid nothing %d, by the textbook %d", g, want.N, got.N, oracle.Solutions)
		}
		if want.N == 0 || want.N == most {
			return
		}
		a, _ := solve.CandidatesOf(context.Background(), p, most, 0, puzzle.Limits{})
		b, _ := solve.CandidatesOf(context.Background(), &caged, most, 0, puzzle.Limits{})
		if a.N != b.N || a.IsOpen() || b.IsOpen() || !slices.EqualFunc(a.True, b.True, slices.Equal) {
			t.Fatalf("%s: candidates %v and %v", g, a, b)
		}
		for _, goal := range []target.Goal{target.Maximum, target.Minimum} {
			how := solve.Scoring{Goal: goal}
			a, _ := solve.BestSolutions(context.Background(), p, how, 3, puzzle.Limits{}, nil)
			b, _ := solve.BestSolutions(context.Background(), &caged, how, 3, puzzle.Limits{}, nil)
			if a.Outcome != b.Outcome || a.Score != b.Score || a.Bound != b.Bound || a.Complete != b.Complete || !slices.EqualFunc(a.Leaders, b.Leaders, func(x, y solve.ScoredSolution) bool { return x.Score == y.Score }) {
				t.Fatalf("%s, %s: %+v and %+v", g, goal, a, b)
			}
			c, _ := solve.CountBest(context.Background(), p, how, puzzle.Limits{Solutions: most}, nil)
			d, _ := solve.CountBest(context.Background(), &caged, how, puzzle.Limits{Solutions: most}, nil)
			if c.N != d.N || c.Exact != d.Exact || c.Score != d.Score {
				t.Fatalf("%s, %s: %d and %d are the best", g, goal, c.N, d.N)
			}
		}
		x, _ := solve.Check(context.Background(), p, puzzle.Limits{})
		y, _ := solve.Check(context.Background(), &caged, puzzle.Limits{})
		if x.Unique != y.Unique || x.Solvable() != y.Solvable() {
			t.Fatalf("%s: %+v and %+v", g, x, y)
		}
	})
}

// TestLimits checks that limits end every question, and that the error names the limit.
func TestLimits(t *testing.T) {
	thermo := puzzle.New(4, 4)
	thermo.Constraints = []puzzle.Constraint{{Kind: "Thermo", Cells: []int{0, 1, 2, 3}}}
	var nodes *sudoku.NodeLimitError
	if r, err := solve.Count(t.Context(), thermo, puzzle.Limits{Solutions: 13, Nodes: 1}); !errors.As(err, &nodes) || r.Exact {
		t.Errorf("a node: %+v, %v", r, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for name, p := range map[string]*puzzle.Puzzle{"thermo": thermo, "classic": puzzle.New(9, 9)} {
		asks := map[string]func(context.Context, puzzle.Limits) error{
			"Count":     func(ctx context.Context, l puzzle.Limits) error { _, err := solve.Count(ctx, p, l); return err },
			"Solutions": func(ctx context.Context, l puzzle.Limits) error { _, err := solve.Solutions(ctx, p, 0, l); return err },
			"CountAll": func(ctx context.Context, l puzzle.Limits) error {
				_, err := solve.CountAll(ctx, p, 0, l, nil)
				return err
			},
			"Check": func(ctx context.Context, l puzzle.Limits) error { _, err := solve.Check(ctx, p, l); return err },
			"CandidatesOf": func(ctx context.Context, l puzzle.Limits) error {
				_, err := solve.CandidatesOf(ctx, p, 9, 0, l)
				return err
			},
			"Best": func(ctx context.Context, l puzzle.Limits) error {
				_, err := solve.Best(ctx, p, solve.Scoring{}, l, nil)
				return err
			},
			"Leaders": func(ctx context.Context, l puzzle.Limits) error {
				_, err := solve.BestSolutions(ctx, p, solve.Scoring{}, 2, l, nil)
				return err
			},
			"CountBest": func(ctx context.Context, l puzzle.Limits) error {
				_, err := solve.CountBest(ctx, p, solve.Scoring{}, l, nil)
				return err
			},
		}
		for ask, search := range asks {
			if err := search(ended, puzzle.Limits{}); !errors.Is(err, context.Canceled) {
				t.Errorf("%s of %s, cancelled: %v", ask, name, err)
			}
			if err := search(t.Context(), puzzle.Limits{Time: time.Nanosecond}); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s of %s within a nanosecond: %v", ask, name, err)
			}
		}
	}
}
