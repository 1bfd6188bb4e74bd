package explainer

import (
	"context"
	_ "embed"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/internal/check/soak"
	"nonet/sudoku"

	"pgregory.net/rapid"
)

//go:embed testdata/ratings.txt
var ratings string

type rated struct {
	puzzle             *[cells]uint8
	figures, technique string
}

func ratedPuzzles(t testing.TB) (all []rated) {
	for line := range strings.Lines(ratings) {
		if f := strings.Fields(line); f[0] != "#" {
			all = append(all, rated{puzzleOf(t, f[0]), f[1], f[2]})
		}
	}
	return all
}

func TestRatings(t *testing.T) {
	for i, p := range ratedPuzzles(t) {
		if testing.Short() && i%3 > 0 {
			continue
		}
		r, outcome := Rate(t.Context(), p.puzzle, 0)
		if outcome != Rated || r.ratingText() != p.figures || r.Hardest != p.technique {
			t.Errorf("%v: %s %v (outcome %d), want %s %s", p.puzzle, r.ratingText(), r.Hardest, outcome, p.figures, p.technique)
		}
		if i%soak.Pick(8, 1) > 0 {
			continue
		}
		if above, outcome := Rate(t.Context(), p.puzzle, r.ER); outcome != Rated || above != r {
			t.Errorf("%v: with a ceiling of its own rating %v, outcome %d", p.puzzle, above, outcome)
		}
		if _, outcome := Rate(t.Context(), p.puzzle, r.ER-1); outcome != Above {
			t.Errorf("%v: with a ceiling below its rating outcome %d", p.puzzle, outcome)
		}
	}
}

// TestRatingAfterCeiling rates puzzles again in the position in which a ceiling ended the last rating. The chains that
// were found before the end are of a higher level than those with which the new rating begins.
func TestRatingAfterCeiling(t *testing.T) {
	n := 0
	for _, p := range ratedPuzzles(t) {
		if !strings.HasSuffix(p.figures, "/9.9") && !strings.HasSuffix(p.figures, "/11.0") {
			continue
		}
		n++
		for _, ceiling := range [...]int{91, 95, 98} {
			Rate(t.Context(), p.puzzle, ceiling)
			if r, _ := Rate(t.Context(), p.puzzle, 0); r.ratingText() != p.figures {
				t.Errorf("%v: after the ceiling %d %s, want %s", p.puzzle, ceiling, r.ratingText(), p.figures)
			}
		}
	}
	if n == 0 {
		t.Error("no puzzle needs hard chains at once")
	}
}

// isomorph shuffles a puzzle's digits, bands, stacks, rows and columns, and may
// transpose it.
func isomorph(p *[cells]uint8, seed uint64) *[cells]uint8 {
	rng := rand.New(rand.NewPCG(seed, 0))
	digits := rng.Perm(9)
	var lines [2][9]int
	for i := range lines {
		bands := rng.Perm(3)
		for b := range 3 {
			for k, within := range rng.Perm(3) {
				lines[i][3*b+k] = 3*bands[b] + within
			}
		}
	}
	turn := rng.IntN(2) == 1
	var q [cells]uint8
	for r := range 9 {
		for c := range 9 {
			v := p[9*lines[0][r]+lines[1][c]]
			if v != 0 {
				v = uint8(digits[v-1]) + 1
			}
			if turn {
				q[9*c+r] = v
			} else {
				q[9*r+c] = v
			}
		}
	}
	return &q
}

// checkSteps rates a puzzle and checks every step against its solution.
func checkSteps(t rapid.TB, p *[cells]uint8) Rating {
	g, err := sudoku.FromCells(*p)
	if err != nil {
		t.Fatal(err)
	}
	solution, _, err := sudoku.Solve(context.Background(), g, sudoku.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	values := solution.Values()
	r, outcome := rateGrid(context.Background(), p, 1000, func(b *board, s *step) {
		if n := s.place; n >= 0 && values[n/9] != uint8(n%9)+1 {
			t.Fatalf("%v: %v places %d in cell %d", p, s.technique, n%9+1, n/9)
		}
		removes := s.place >= 0
		for _, e := range s.removed {
			removes = removes || e.digits&b.cand[e.cell] != 0
			if e.digits>>(values[e.cell]-1)&1 != 0 {
				t.Fatalf("%v: %v removes the solution from cell %d", p, s.technique, e.cell)
			}
		}
		if !removes {
			t.Fatalf("%v: %v does nothing", p, s.technique)
		}
	})
	if outcome != Rated || r.ED > r.EP || r.EP > r.ER {
		t.Fatalf("%v: %s, outcome %d", p, r.ratingText(), outcome)
	}
	return r
}

func TestStepsAreSound(t *testing.T) {
	all := ratedPuzzles(t)
	rapid.Check(t, func(t *rapid.T) {
		p := all[rapid.IntRange(0, len(all)-1).Draw(t, "puzzle")]
		if p.figures[1] != '.' || p.figures > "9.5" {
			return // a second each
		}
		q := isomorph(p.puzzle, rapid.Uint64().Draw(t, "isomorph"))
		g, _ := sudoku.FromCells(*q)
		solution, _, _ := sudoku.Solve(context.Background(), g, sudoku.Limits{})
		for range rapid.IntRange(0, 4).Draw(t, "more givens") {
			c := sudoku.Cell(rapid.IntRange(0, 80).Draw(t, "cell"))
			g = g.With(c, solution.At(c))
		}
		values := g.Values()
		checkSteps(t, &values)
	})
}

// countdown is a context that ends after a number of calls.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A rating that is cut short at any point is Undecided, and does not affect the next rating of
// the same puzzle.
func TestCutShort(t *testing.T) {
	tried := 0
	for _, p := range ratedPuzzles(t) {
		if p.figures < "8" || p.figures[1] != '.' || tried >= soak.PickOfThree(1, 3, 1000) {
			continue
		}
		tried++
		all := &countdown{context.Background(), 1 << 40}
		want, _ := Rate(all, p.puzzle, 0)
		asked := 1<<40 - all.left
		for _, n := range []int{0, 1, asked / 3, asked / 2, asked * 9 / 10, asked - 1} {
			if _, outcome := Rate(&countdown{context.Background(), n}, p.puzzle, 0); outcome != Undecided {
				t.Errorf("%v after %d of %d questions: outcome %d", p.puzzle, n, asked, outcome)
			}
			if r, outcome := Rate(t.Context(), p.puzzle, 0); r != want || outcome != Rated {
				t.Errorf("%v after one cut short: %s, want %s", p.puzzle, r.ratingText(), p.figures)
			}
		}
	}
}

// No grid, contradictory or not, makes the ladder panic.
func FuzzRate(f *testing.F) {
	for _, p := range ratedPuzzles(f) {
		f.Add(p.puzzle[:])
	}
	f.Add([]byte{})
	f.Add([]byte(strings.Repeat("\x05", cells)))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p [cells]uint8
		for i := range min(cells, len(data)) {
			p[i] = data[i] % 10
		}
		if r, outcome := Rate(&countdown{context.Background(), 3000}, &p, 0); outcome == Rated && r.ED > r.ER {
			t.Errorf("%v: %s", p, r.ratingText())
		}
	})
}

func TestScale(t *testing.T) {
	for complexity, tenth := range map[int]int{2: 0, 6: 0, 7: 1, 8: 1, 9: 2, 10: 2, 11: 3, 14: 3, 15: 4, 18: 4, 19: 5, 27: 6, 35: 7, 51: 8, 67: 9, 2000: 18} {
		if got := toTenths(lengthRating(complexity)); got != tenth {
			t.Errorf("complexity %d adds %d tenths, want %d", complexity, got, tenth)
		}
	}
}

func BenchmarkRate(b *testing.B) {
	for _, p := range ratedPuzzles(b) {
		b.Run(p.figures[:strings.IndexByte(p.figures, '/')]+"-"+p.technique, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Rate(b.Context(), p.puzzle, 0)
			}
		})
	}
}
