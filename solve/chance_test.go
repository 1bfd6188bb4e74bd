package solve_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"nonet/format"
	"nonet/puzzle"
	"nonet/solve"
)

func puzzleOf(t *testing.T, text string) *puzzle.Puzzle {
	t.Helper()
	p, err := format.ParseOne(text)
	if err != nil {
		t.Fatal(err)
	}
	return p.Puzzle()
}

// TestRandom checks that random solutions are solutions, and that a seed always gives the same one. If there
// are few solutions, each of them is drawn.
func TestRandom(t *testing.T) {
	for _, text := range []string{
		strings.Repeat(".", 81),
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"8..7536499436821756754912831542378963698457212871695345..974368438526917796318452",
		".Shape~6x6", ".Shape~6x6.AntiKing", ".Shape~4x4.Thermo~R1C1~R2C1~R3C1~R4C1",
		".Shape~4x4.Var~A~~2.SameValues~2~VA1~VA2",
	} {
		p := puzzleOf(t, text)
		all, err := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 500, Keep: 500})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for seed := range uint64(60) {
			r, err := solve.RandomSolution(t.Context(), p, seed, puzzle.Limits{})
			again, _ := solve.RandomSolution(t.Context(), p, seed, puzzle.Limits{})
			if err != nil || len(r.Solutions) != 1 || !slices.Equal(r.Solutions[0], again.Solutions[0]) {
				t.Fatal(text, seed, r, err)
			}
			if broken, err := p.Check(r.Solutions[0]); err != nil || len(broken) > 0 {
				t.Fatal(text, seed, broken, err)
			}
			if (r.N == 1 && r.Exact) != (all.N == 1) {
				t.Errorf("%s: %d solutions, exact: %v", text, r.N, r.Exact)
			}
			seen[format.ValuesLine(p, r.Solutions[0])]++
		}
		if n := int(all.N); all.Exact && n < 20 && len(seen) != n || !all.Exact && len(seen) < 50 {
			t.Errorf("%s: %d different solutions of %d in 60", text, len(seen), n)
		}
	}
	none := puzzleOf(t, ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R1C3~R1C4")
	if r, err := solve.RandomSolution(t.Context(), none, 1, puzzle.Limits{}); r.N != 0 || !r.Exact || r.Solutions != nil {
		t.Error(r, err)
	}
	if r, err := solve.RandomSolution(t.Context(), puzzleOf(t, ".AntiKnight"), 1, puzzle.Limits{Nodes: 1}); err == nil && r.Solutions == nil {
		t.Error(r, err)
	}
}

// TestEstimate checks that an estimate is within four standard errors of the known number.
func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		text    string
		n       float64
		samples int
	}{
		{strings.Repeat(".", 81), 6670903752021072936960, 40},
		{".Shape~6x6", 28200960, 40},
		{".Diagonal~1.Diagonal~-1", 55613393399531520, 60}, // A. Kitagawa's count of Sudoku X
		{".Shape~4x4", 288, 40},
		{".Shape~5x5", 161280, 40}, // Latin squares
		{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 1, 40},
	} {
		e, err := solve.EstimateOf(t.Context(), puzzleOf(t, c.text), c.samples, 7, puzzle.Limits{})
		t.Logf("%.20s: %.4g ± %.2g, in all %.4g, %d nodes", c.text, e.Mean, e.Error, c.n, e.Nodes)
		if err != nil || math.Abs(e.Mean-c.n) > 4*e.Error || e.Exact && e.Mean != c.n || e.Exact != (c.n <= 1000) {
			t.Errorf("%s: %+v, %v, not %g", c.text, e, err, c.n)
		}
	}
}

// TestEach checks that the number of solutions with a value in a cell equals the count of the
// puzzle with this value as a given.
func TestEach(t *testing.T) {
	for _, text := range []string{
		"8..7536499436821756754912831542378963698457212871695345..974368438526917796318452",
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.......",
		".Shape~6x6.AntiKing", ".Shape~4x4.Thermo~R1C1~R2C1~R3C1", ".Shape~4x4", strings.Repeat(".", 81),
	} {
		p := puzzleOf(t, text)
		const most = 30
		each, err := solve.CandidatesOf(t.Context(), p, 100, most, puzzle.Limits{})
		if err != nil || each.Counts == nil {
			t.Fatal(text, err)
		}
		for cell := 0; cell < p.BoardCells(); cell += 7 {
			for v := p.Low; v <= p.High; v++ {
				with := *p
				with.Givens = append(slices.Clip(with.Givens), puzzle.Given{Cell: cell, Values: []int{v}})
				want, _ := solve.Count(t.Context(), &with, puzzle.Limits{Solutions: most})
				got := uint64(0)
				if i := slices.Index(each.True[cell], v); i >= 0 {
					got = each.Counts[cell][i]
				}
				if got != want.N {
					t.Errorf("%s: %d in %s: %d, not %d", text, v, p.CellName(cell), got, want.N)
				}
			}
		}
	}
	if each, err := solve.CandidatesOf(t.Context(), puzzleOf(t, strings.Repeat(".", 81)), 100, 0, puzzle.Limits{}); err != nil || each.Counts != nil {
		t.Error("counts that nobody asked for")
	}
}
