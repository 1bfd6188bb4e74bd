package generate

import (
	"context"
	"errors"
	"fmt"
	"nonet/internal/engine/unavoidable"
	"nonet/internal/random"
	"reflect"
	"strings"
	"testing"

	"nonet/grade"
	"nonet/internal/check/golden"
	"nonet/internal/engine/kernel"
	"nonet/internal/textbook"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"

	"pgregory.net/rapid"
)

func first(t testing.TB, w Spec, n, workers int, k kernel.Kernel) []Puzzle {
	t.Helper()
	kernel.SetDefault(k)
	defer kernel.SetDefault(nil)
	var all []Puzzle
	for p, err := range Puzzles(context.Background(), w, Limits{Attempts: 3000, Workers: workers}) {
		if err != nil {
			t.Fatalf("%+v: %v", w, err)
		}
		if all = append(all, p); len(all) == n {
			break
		}
	}
	return all
}

// unique checks a puzzle with the textbook, which shares no code with the engines.
func unique(t testing.TB, p Puzzle) {
	t.Helper()
	n := 0
	textbookSolutions(t, gridOf(p).Values(), func(s [81]uint8) {
		n++
		if s != solutionOf(p).Values() {
			t.Errorf("%v has the solution %v, not %v", gridOf(p), s, solutionOf(p))
		}
	})
	if n != 1 {
		t.Errorf("%v has %d solutions", gridOf(p), n)
	}
}

func TestPuzzlesAreUniqueMinimalAndSymmetric(t *testing.T) {
	for _, s := range Symmetries() {
		for _, minimal := range []bool{false, true} {
			if minimal && s != NoSymmetry && s != Rotate180 && s != Diagonal {
				continue // such puzzles are too rare for a test
			}
			for _, p := range first(t, Spec{Seed: 7, Symmetry: s, Minimal: minimal}, 6, 2, kernel.Default()) {
				unique(t, p)
				for c := range sudoku.Cell(cells) {
					for _, image := range s.Images(9) {
						if d := image[c]; (gridOf(p).At(c) == 0) != (gridOf(p).At(sudoku.Cell(d)) == 0) {
							t.Fatalf("%v: %v is not symmetric in %v", s, gridOf(p), c)
						}
					}
				}
				if minimal || s == NoSymmetry {
					r, err := sudoku.Check(context.Background(), gridOf(p), sudoku.Limits{})
					if err != nil || r.Minimal != sudoku.Yes {
						t.Errorf("%v: %v is minimal: %v, %v", s, gridOf(p), r.Minimal, err)
					}
				}
			}
		}
	}
}

// An attempt, which uses unavoidable sets, gives the same result as testing one cell after
// another.
func TestAttemptIsTheGreedyRemoval(t *testing.T) {
	for _, s := range Symmetries() {
		b := window{seed: 3, orbits: orbitsOf(s.Images(9))}
		b.runAttempts(context.Background(), 0, 20, (*removal).beginRandomly, func(a *removal) {
			want := a.solution
			for _, o := range a.order[:len(a.orbits)] {
				without := want
				for _, c := range a.orbits[o] {
					without[c] = 0
				}
				var r [1]kernel.Result
				kernel.Default().Search(context.Background(), []grid{without}, kernel.Limits{Solutions: 2}, r[:])
				if r[0].Solutions == 1 {
					want = without
				}
			}
			if a.puzzle != want {
				t.Errorf("%v, attempt %d: %v, want %v", s, a.number, a.puzzle, want)
			}
		})
	}
}

func TestSamePuzzlesOnAllKernelsAndCores(t *testing.T) {
	pattern := PatternOf(sudoku.MustParse("1.1...1.1.1.1.1.1...1.1....1.....1.1.......1.1.....1....1.1...1.1.1.1.1.1...1.1.1"))
	for _, w := range []Spec{{Seed: 1}, {Seed: 2, Symmetry: Rotate180}, {Seed: 3, Pattern: pattern}, {Seed: 4, Givens: Range{30, 30}}, {Seed: 5, MinLevel: hodoku.Easy, MaxLevel: hodoku.Medium}} {
		want := first(t, w, 5, 1, kernel.Default())
		for _, k := range kernel.All() {
			for _, workers := range []int{1, 3} {
				if got := first(t, w, 5, workers, k); !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %d workers: %v, want %v", k.Name(), workers, got, want)
				}
			}
		}
		for _, p := range want {
			unique(t, p)
			if w.Pattern != (Pattern{}) && PatternOf(gridOf(p)) != w.Pattern {
				t.Errorf("%v is not on the pattern", gridOf(p))
			}
			if !w.Givens.has(gridOf(p).Givens()) || p.Level > hodoku.Medium {
				t.Errorf("%+v is not as asked for", p)
			}
		}
	}
}

// A puzzle with a hardest technique needs it, and nothing harder.
func TestHardest(t *testing.T) {
	for _, hardest := range []logic.Technique{logic.HiddenSingle, logic.Skyscraper, logic.UniqueRectangle1, logic.FinnedXWing + 1} {
		for _, p := range first(t, Spec{Seed: 5, Hardest: hardest.String()}, 2, 2, kernel.Default()) {
			path, _, err := hodoku.PathOf(context.Background(), logic.NewState(gridOf(p)), hodoku.DefaultOrder(), nil)
			if got, _ := grade.Hardest(path.Steps); got != hardest || err != nil {
				t.Errorf("%v needs %v, not %v, %v", gridOf(p), got, hardest, err)
			}
		}
	}
}

// Seed and attempt generate the same puzzle again, and Graded computes the grade.
func TestFromAttempt(t *testing.T) {
	for _, w := range []Spec{{Seed: 9, Graded: true}, {Seed: 9, Symmetry: Diagonal, Givens: Range{26, 28}}} {
		for _, want := range first(t, w, 4, 2, kernel.Default()) {
			w.From = want.Attempt
			if got := first(t, w, 1, 1, kernel.Default())[0]; !reflect.DeepEqual(got, want) {
				t.Errorf("%+v, attempt %d: %v, want %v", w, want.Attempt, got, want)
			}
			if w.Graded != (want.Level > 0) {
				t.Errorf("%+v: %+v", w, want)
			}
		}
	}
}

// The cells of an unavoidable set can be filled in another way.
func TestUnavoidable(t *testing.T) {
	var r random.Source
	for seed := range uint64(40) {
		r.Reseed(seed, 0)
		var s grid
		var sets [cells]unavoidable.Sets
		fillRandomly(&s, &r)
		unavoidable.FindExchangeSets(&s, &sets)
		var puzzles []grid
		for n := range unavoidable.Most {
			puzzle, held := s, 0
			for c := range puzzle {
				if sets[c]>>n&1 != 0 {
					puzzle[c] = 0
					held++
				}
			}
			if held > 0 {
				puzzles = append(puzzles, puzzle)
			}
		}
		if len(puzzles) < 30 {
			t.Errorf("seed %d has but %d sets", seed, len(puzzles))
		}
		results := make([]kernel.Result, len(puzzles))
		kernel.Default().Search(context.Background(), puzzles, kernel.Limits{Solutions: 2}, results)
		for i, found := range results {
			if found.Solutions != 2 {
				t.Errorf("seed %d: what is left of %v in %v is unique", seed, s, puzzles[i])
			}
		}
	}
}

// fill makes valid solutions. The digits of box 1 can continue into the rows of box 2 in 56 ways, and into the
// columns of box 4 in 56 ways. All of these must be equally likely.
func TestFillDistribution(t *testing.T) {
	const times = 1000
	var across, down = make(map[[9]uint8]int), make(map[[9]uint8]int)
	var r random.Source
	for i := range uint64(56 * times) {
		r.Reseed(1, i)
		var s grid
		fillRandomly(&s, &r)
		if g, err := sudoku.FromCells(s); err != nil || !g.Solved() {
			t.Fatalf("%v: %v", s, err)
		}
		// By place in box 1: the row of the digit in box 2, and its column in box 4.
		var row, column [10]uint8
		for j := range 9 {
			row[s[j/3*9+3+j%3]] = uint8(j / 3)
			column[s[(3+j/3)*9+j%3]] = uint8(j % 3)
		}
		var rows, columns [9]uint8
		for j := range 9 {
			d := s[j/3*9+j%3]
			rows[j], columns[j] = row[d], column[d]
		}
		across[rows]++
		down[columns]++
	}
	for _, ways := range []map[[9]uint8]int{across, down} {
		if len(ways) != 56 {
			t.Errorf("%d ways", len(ways))
		}
		for way, n := range ways {
			if n < times-170 || n > times+170 { // 5.4 standard deviations
				t.Errorf("%v came %d times, not about %d", way, n, times)
			}
		}
	}
}

func TestSymmetryNames(t *testing.T) {
	for _, s := range Symmetries() {
		var got Symmetry
		if err := got.UnmarshalText([]byte(s.String())); err != nil || got != s {
			t.Errorf("%v: %v, %v", s, got, err)
		}
	}
	var s Symmetry
	if err := s.UnmarshalText([]byte("mirror")); err != nil || s != MirrorHorizontal {
		t.Errorf("mirror: %v, %v", s, err)
	}
	if s.UnmarshalText([]byte("odd")) == nil {
		t.Error("an unknown symmetry")
	}
}

func TestRequiredAndForbidden(t *testing.T) {
	w := Spec{Seed: 1, Require: []logic.Technique{logic.NakedPair}, Forbid: []logic.Technique{logic.XWing}, MaxLevel: hodoku.Hard}
	for _, p := range first(t, w, 2, 2, kernel.Default()) {
		if s := fmt.Sprint(p.Techniques); !strings.Contains(s, "naked-pair") || strings.Contains(s, "x-wing") || p.Level > hodoku.Hard {
			t.Errorf("%+v", p)
		}
	}
}

// A Spec leaves out techniques that are too hard for it. This must give the same puzzles as using all
// techniques. The rejected puzzles are also rejected by their full path.
func TestOrderOfSpec(t *testing.T) {
	for _, w := range []Spec{{MaxLevel: hodoku.Easy}, {MaxLevel: hodoku.Medium}, {MinLevel: hodoku.Hard, MaxLevel: hodoku.Hard}, {MaxLevel: hodoku.Unfair}, {Score: Range{0, 700}}, {Score: Range{900, 1400}, MaxLevel: hodoku.Unfair}} {
		w.Seed = 11
		short, err := w.newPlan()
		if err != nil || len(short.order) == 0 || len(short.order) == len(hodoku.DefaultOrder()) {
			t.Fatalf("%+v: %d techniques, %v", w, len(short.order), err)
		}
		all := *short
		all.order = hodoku.DefaultOrder()
		wanted := 0
		for _, p := range first(t, Spec{Seed: 11}, 60, 2, kernel.Default()) {
			gradeBy := func(p2 *plan) (Puzzle, bool) {
				a := attempt{plan: p2, ctx: t.Context(), number: p.Attempt, puzzle: p.Puzzle, solution: p.Solution}
				r := a.gradePuzzle()
				if a.grade.Hardest == "" {
					t.Fatal("no grade")
				}
				return a.grade, r == accepted
			}
			got, wants := gradeBy(short)
			full, wantsFull := gradeBy(&all)
			if wants != wantsFull || wants && !reflect.DeepEqual(got, full) {
				t.Errorf("%+v: %v, of all techniques %v", w, got, full)
			}
			if wants {
				wanted++
			}
		}
		if wanted == 0 {
			t.Errorf("%+v: no puzzle as asked for", w)
		}
	}
}

func TestRefusals(t *testing.T) {
	onePattern := Pattern{0: true}
	lines := PatternOf(sudoku.MustParse(strings.Repeat(".", 18) + strings.Repeat("1", 63)))
	for want, w := range map[string]Spec{
		"McGuire":               {Givens: Range{0, 16}},
		"81 cells":              {Givens: Range{82, 0}},
		"cannot be from":        {Givens: Range{30, 20}},
		"quarter":               {Symmetry: Rotate90, Givens: Range{26, 27}},
		"r9c9":                  {Symmetry: Rotate180, Pattern: onePattern},
		"fewer than 17":         {Pattern: onePattern},
		"change places":         {Pattern: lines},
		"both required":         {Require: []logic.Technique{logic.XWing}, Forbid: []logic.Technique{logic.XWing}},
		"highest level allowed": {Require: []logic.Technique{logic.XWing}, MaxLevel: hodoku.Medium},
		"at most the level":     {Hardest: "naked-single", MinLevel: hodoku.Medium},
		`technique "locked"`:    {Hardest: "locked"}, // a technique for other rules
		"no technique":          {Require: []logic.Technique{250}},
		"no level":              {MinLevel: 9},
		"below the easiest":     {MinLevel: hodoku.Hard, MaxLevel: hodoku.Easy},
		"no symmetry":           {Symmetry: 99},
	} {
		_, outcome, err := One(context.Background(), w, Limits{Attempts: 1})
		var refused *SpecError
		if outcome != sudoku.None || !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, %v; want %q", w, outcome, err, want)
		}
	}
	_, _, err := One(context.Background(), Spec{Require: []logic.Technique{logic.XWing}, MaxLevel: hodoku.Medium}, Limits{})
	if text := message.TextOf(err, message.Chinese); !strings.Contains(text, "“困难”") || !strings.Contains(text, "“中等”") {
		t.Errorf("levels are not named: %s", text)
	}
}

func TestUndecided(t *testing.T) {
	_, outcome, err := One(context.Background(), Spec{Minimal: true, Givens: Range{17, 17}}, Limits{Attempts: 200})
	var limit *LimitError
	if outcome != sudoku.Undecided || !errors.As(err, &limit) || limit.Attempts != 200 || limit.Rejected[WrongGivens] != 200 {
		t.Errorf("%v, %v", outcome, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, outcome, err := One(ctx, Spec{}, Limits{}); outcome != sudoku.Undecided || !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "time ran out") {
		t.Errorf("%v, %v", outcome, err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	defer cancel()
	n := 0
	for _, err := range Puzzles(ctx, Spec{}, Limits{}) {
		if n++; n == 10 {
			cancel()
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if n < 11 {
		t.Errorf("%d puzzles, no error at the end", n)
	}
}

func TestGivensProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := Spec{Seed: rapid.Uint64().Draw(t, "seed"), Symmetry: Symmetry(rapid.IntRange(0, 2).Draw(t, "symmetry"))}
		w.Givens.Min = rapid.IntRange(30, 70).Draw(t, "min")
		w.Givens.Max = w.Givens.Min + 4
		p, outcome, err := One(context.Background(), w, Limits{Attempts: 500})
		if outcome != sudoku.Found || !w.Givens.has(gridOf(p).Givens()) || !solutionOf(p).Extends(gridOf(p)) || !solutionOf(p).Solved() {
			t.Fatalf("%+v: %+v %v %v", w, p, outcome, err)
		}
	})
}

func FuzzSpec(f *testing.F) {
	f.Add(uint64(1), uint8(2), true, 20, 30, uint8(1), uint8(5), uint8(3), uint8(7), []byte("\x01"))
	f.Fuzz(func(t *testing.T, seed uint64, symmetry uint8, minimal bool, lo, hi int, from, to, require, forbid uint8, pattern []byte) {
		w := Spec{Seed: seed, Symmetry: Symmetry(symmetry), Minimal: minimal, Givens: Range{lo, hi}, MinLevel: hodoku.Level(from), MaxLevel: hodoku.Level(to),
			Require: []logic.Technique{logic.Technique(require)}, Forbid: []logic.Technique{logic.Technique(forbid)}}
		for i, b := range pattern {
			w.Pattern[i%cells] = b&1 != 0
		}
		p, outcome, err := One(context.Background(), w, Limits{Attempts: 2})
		if (outcome == sudoku.Found) != (err == nil) || outcome == sudoku.Found && !w.Givens.has(gridOf(p).Givens()) {
			t.Errorf("%+v: %v, %v", w, outcome, err)
		}
	})
}

func TestGolden(t *testing.T) {
	var b strings.Builder
	for _, s := range []Symmetry{NoSymmetry, Rotate180, FullSymmetry} {
		for seed := range uint64(3) {
			fmt.Fprintf(&b, "%v, seed %d\n", s, seed)
			for _, p := range first(t, Spec{Seed: seed, Symmetry: s}, 5, 2, kernel.Default()) {
				fmt.Fprintln(&b, gridOf(p))
			}
		}
	}
	golden.Check(t, "testdata/puzzles.txt", b.String())
}

func Example() {
	for p, err := range Puzzles(context.Background(), Spec{Seed: 1, Minimal: true}, Limits{Attempts: 1000}) {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(gridOf(p))
		break
	}
	// Output: 8..........7.8..6.3....647........36.4.6..5.......28.9.1.9......8.52..1..93.....4
}

func textbookSolutions(t testing.TB, g [81]uint8, yield func([81]uint8)) {
	t.Helper()
	strategy, ok := textbook.ByID("dancing-links")
	if !ok {
		t.Fatal("the strategy is not there")
	}
	strategy.Search(context.Background(), g, textbook.Limits{Solutions: 2}, nil, func(s *[81]uint8) bool {
		yield(*s)
		return true
	})
}
