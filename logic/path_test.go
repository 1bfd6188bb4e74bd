package logic_test

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/board"
	"nonet/explain"
	"nonet/internal/check/reference"
	"nonet/internal/check/soak"
	. "nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// solutionOf returns the only solution of a position, or an empty grid.
func solutionOf(s *State) sudoku.Grid {
	solution, _, _ := SolutionOf(context.Background(), s)
	return solution
}

func TestSolutionOf(t *testing.T) {
	s := NewState(sudoku.Grid{})
	if _, outcome, err := SolutionOf(t.Context(), &s); outcome != sudoku.None || err != nil {
		t.Errorf("empty grid: %v %v", outcome, err)
	}
	givens := sudoku.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	s = NewState(givens.With(2, 5))
	var clash *sudoku.ContradictionError
	if _, outcome, err := SolutionOf(t.Context(), &s); outcome != sudoku.None || !errors.As(err, &clash) {
		t.Errorf("two fives in a row: %v %v", outcome, err)
	}
	s = NewState(givens)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, outcome, err := SolutionOf(ended, &s); outcome != sudoku.Undecided || err == nil {
		t.Errorf("cancelled: %v %v", outcome, err)
	}
	solution, outcome, err := SolutionOf(t.Context(), &s)
	if outcome != sudoku.Found || err != nil || !solution.Solved() || !solution.Extends(givens) {
		t.Errorf("%v %v %v", solution, outcome, err)
	}
	s.Eliminate(2, solution.At(2))
	if _, outcome, err := SolutionOf(t.Context(), &s); outcome != sudoku.None || err != nil {
		t.Errorf("a candidate is missing: %v %v", outcome, err)
	}
}

// sound checks a step against the solution and verifies it.
func sound(t testing.TB, s State, step *Step, solution sudoku.Grid) bool {
	t.Helper()
	for _, e := range step.Eliminations {
		if solution.At(e.Cell) == e.Digit {
			t.Errorf("unsound: %s takes %s, which is in the solution\n%s", step, e, explain.Drawing(&s, nil))
			return false
		}
	}
	for _, p := range step.Placements {
		if solution.At(p.Cell) != p.Digit {
			t.Errorf("unsound: %s puts %s, which is not in the solution\n%s", step, p, explain.Drawing(&s, nil))
			return false
		}
	}
	if err := Verify(s, step); err != nil {
		t.Errorf("%s: %v\n%s", step, err, explain.Drawing(&s, nil))
		return false
	}
	return true
}

// byDigit orders candidates by digit and cell, like a step's eliminations.
func byDigit(a, b Candidate) int {
	return cmp.Or(cmp.Compare(a.Digit, b.Digit), cmp.Compare(a.Cell, b.Cell))
}

// corpus returns up to n puzzles of a file, evenly spread.
func corpus(t testing.TB, path string, n int) []sudoku.Grid {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []sudoku.Grid
	for scan := bufio.NewScanner(file); scan.Scan(); {
		line := scan.Text()
		if len(line) > 81 {
			line = line[:81]
		}
		if g, err := sudoku.Parse(line); err == nil {
			all = append(all, g)
		}
	}
	var some []sudoku.Grid
	for i := 0; i < len(all) && len(some) < n; i += max(len(all)/n, 1) {
		some = append(some, all[i])
	}
	return some
}

// TestStepsAreSound finds steps in the library's positions by every technique of HoDoKu's default order. Every
// step must agree with the solution and be proven.
func TestStepsAreSound(t *testing.T) {
	cases := readLibrary(t, reference.File(t, "techniques/reglib-1.4.txt"))
	every := soak.PickOfThree(120, 30, 10)
	steps := map[Technique]int{}
	for i := 0; i < len(cases); i += every {
		c := &cases[i]
		solution := solutionOf(&c.State)
		if !solution.Solved() {
			continue // the fail cases are wrong on purpose
		}
		f := NewFinder(c.State, Options{MissingCorners: true, SetsInChains: i%8 == 0, OverlappingSets: i%8 == 4, TwoCandidateRectangles: true})
		for _, k := range hodoku.Techniques() {
			if k.Info().Family == FamilyFish && (hodoku.ColumnsOf(k).Score >= 430 || strings.Contains(k.String(), "mutant")) {
				continue
			}
			n := 0
			f.Each(context.Background(), k, func(s *Step) bool {
				n++
				return sound(t, c.State, s, solution) && n < 100
			})
			steps[k] += n
			if t.Failed() {
				return
			}
		}
	}
	total := 0
	for _, n := range steps {
		total += n
	}
	t.Logf("%d steps of %d techniques", total, len(steps))
}

func TestPathOfNoPuzzle(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		name, grid string
		ctx        context.Context
		want       sudoku.Outcome
		failed     bool
	}{
		{"empty", strings.Repeat(".", 81), context.Background(), sudoku.None, false},
		{"contradictory", "55" + easyPuzzle[2:], context.Background(), sudoku.None, true},
		{"unsolvable", "12345678.........9" + strings.Repeat(".", 63), context.Background(), sudoku.None, false},
		{"cancelled", hardPuzzle, cancelled, sudoku.Undecided, true},
	} {
		p, outcome, err := hodoku.PathOf(test.ctx, NewState(sudoku.MustParse(test.grid)), hodoku.DefaultOrder(), nil)
		if outcome != test.want || (err != nil) != test.failed || len(p.Steps) > 0 {
			t.Errorf("%s: %s, %v, %d steps", test.name, outcome, err, len(p.Steps))
		}
	}
	// A mark of the solution is missing.
	s := NewState(sudoku.MustParse(easyPuzzle))
	s.Eliminate(2, 4)
	if _, outcome, err := hodoku.PathOf(context.Background(), s, []Technique{}, nil); outcome != sudoku.None || err != nil {
		t.Errorf("without the needed mark: %s, %v", outcome, err)
	}
	// A full grid needs no step. With an empty order brute force does everything.
	p, outcome, err := hodoku.PathOf(context.Background(), NewState(sudoku.MustParse(easyPuzzle)), []Technique{}, nil)
	if outcome != sudoku.Found || err != nil || len(p.Steps) != 51 || p.Steps[0].Technique != BruteForce {
		t.Fatalf("by brute force: %s, %v, %d steps", outcome, err, len(p.Steps))
	}
	if p, outcome, err := hodoku.PathOf(context.Background(), p.End, hodoku.DefaultOrder(), nil); outcome != sudoku.Found || err != nil || len(p.Steps) != 0 {
		t.Errorf("solved already: %s, %v, %d steps", outcome, err, len(p.Steps))
	}
}

// TestPathOfWrongSolution checks that a wrong solution as an argument does no harm.
func TestPathOfWrongSolution(t *testing.T) {
	s := NewState(sudoku.MustParse(hardPuzzle))
	right := solutionOf(&s)
	rapid.Check(t, func(rt *rapid.T) {
		wrong := right
		for range rapid.IntRange(1, 81).Draw(rt, "changes") {
			c := Cell(rapid.IntRange(0, 80).Draw(rt, "cell"))
			wrong = wrong.With(c, Digit(rapid.IntRange(0, 9).Draw(rt, "digit")))
		}
		order := hodoku.DefaultOrder()[:rapid.IntRange(0, 20).Draw(rt, "techniques")]
		p, outcome, err := hodoku.PathOf(t.Context(), s, order, &wrong)
		if err != nil || (wrong == right) != (outcome == sudoku.Found) || outcome != sudoku.Found && len(p.Steps) > 0 {
			rt.Fatal(outcome, err, len(p.Steps))
		}
	})
}

// cancelAfter is a context that is cancelled after n calls.
type cancelAfter struct {
	context.Context
	n int
}

func (c *cancelAfter) Err() error {
	if c.n--; c.n < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelled checks that a cancelled search returns an error, and that its steps are sound.
func TestCancelled(t *testing.T) {
	s := NewState(sudoku.MustParse(hardPuzzle))
	solution := solutionOf(&s)
	cut := 0
	for _, k := range hodoku.Techniques() {
		for _, n := range []int{0, 1, 10} {
			f := NewFinder(s, Options{})
			err := f.Each(&cancelAfter{context.Background(), n}, k, func(step *Step) bool { return sound(t, s, step, solution) })
			if err != nil {
				cut++
			}
			// The finder works as before.
			again, all := 0, 0
			if hodoku.ColumnsOf(k).Score < 400 {
				f.Options.Nodes = 100_000
				NewFinder(s, f.Options).Each(context.Background(), k, func(*Step) bool { all++; return true })
				f.Each(context.Background(), k, func(*Step) bool { again++; return true })
			}
			if again != all {
				t.Errorf("%s: %d steps after being cancelled, %d otherwise", k, again, all)
			}
		}
	}
	if cut == 0 {
		t.Error("nothing was cut short")
	}
	for n := 1; n < 2000; n *= 3 {
		p, outcome, err := hodoku.PathOf(&cancelAfter{context.Background(), n}, s, hodoku.DefaultOrder(), nil)
		if (outcome == sudoku.Undecided) != (err != nil) || outcome == sudoku.Found && !p.End.Solved() {
			t.Errorf("cancelled after %d looks: %s, %v, %d steps", n, outcome, err, len(p.Steps))
		}
	}
}

// TestPathOutcome checks that the outcome depends only on the number of solutions. Singles may fill the grid
// before the solutions are counted.
func TestPathOutcome(t *testing.T) {
	end, outcome, err := hodoku.PathOf(context.Background(), NewState(sudoku.MustParse(easyPuzzle)), hodoku.DefaultOrder(), nil)
	if outcome != sudoku.Found {
		t.Fatal(outcome, err)
	}
	full := end.End.Grid()
	check := func(t rapid.TB, g sudoku.Grid) sudoku.Outcome {
		s := NewState(g)
		want := solutionOf(&s)
		p, outcome, _ := hodoku.PathOf(context.Background(), s, hodoku.DefaultOrder()[:12], nil)
		if unique := want.Solved(); unique != (outcome == sudoku.Found) || unique && p.End.Grid() != want || !unique && len(p.Steps) > 0 {
			t.Fatalf("%s: %s, %d steps, unique %t", g, outcome, len(p.Steps), unique)
		}
		return outcome
	}
	// Random puzzles may all have the same outcome.
	if found, none := check(t, sudoku.MustParse(easyPuzzle)), check(t, sudoku.Grid{}); found != sudoku.Found || none != sudoku.None {
		t.Errorf("an easy puzzle: %s; the empty grid: %s", found, none)
	}
	rapid.Check(t, func(rt *rapid.T) {
		keep := rapid.SampledFrom([]int{20, 30, 40, 50, 60}).Draw(rt, "givens")
		wrong := rapid.IntRange(0, 1).Draw(rt, "wrong")
		var g sudoku.Grid
		for _, c := range rapid.Permutation(slices.Collect(board.AllCells().All())).Draw(rt, "sudoku.Cells")[:keep] {
			g = g.With(c, full.At(c))
		}
		for range wrong {
			g = g.With(Cell(rapid.IntRange(0, 80).Draw(rt, "cell")), Digit(rapid.IntRange(1, 9).Draw(rt, "digit")))
		}
		check(rt, g)
	})
}

func TestPath(t *testing.T) {
	n := soak.PickOfThree(0.2, 0.5, 1)
	puzzles := corpus(t, reference.File(t, "techniques/se_ratings.tsv"), int(50*n))
	puzzles = append(puzzles, corpus(t, reference.File(t, "corpora/17_clue.txt"), int(100*n))...)
	puzzles = append(puzzles, corpus(t, reference.File(t, "corpora/hardest_11plus.txt"), int(10*n))...)
	brute, total := 0, 0
	for _, g := range puzzles {
		p, outcome, err := hodoku.PathOf(context.Background(), NewState(g), hodoku.DefaultOrder(), nil)
		if outcome != sudoku.Found || err != nil || !p.End.Grid().Solved() || !p.End.Grid().Extends(g) {
			t.Fatalf("%s: %s, %v\n%s", g, outcome, err, explain.Drawing(&p.End, nil))
		}
		s := p.Start
		for i := range p.Steps {
			if !sound(t, s, &p.Steps[i], p.End.Grid()) {
				return
			}
			if p.Steps[i].Technique == BruteForce {
				brute++
			}
			total++
			s.Apply(&p.Steps[i])
		}
	}
	t.Logf("%d puzzles, %d steps, %d of them by brute force", len(puzzles), total, brute)
}
