package minimal

import (
	"context"
	"math"
	"slices"
	"testing"

	"nonet/board"
	"nonet/sudoku"
)

// puzzle has seven givens more than some minimal puzzle inside it.
var (
	puzzle   = sudoku.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	solution = sudoku.MustParse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
)

func minimalInside(t *testing.T, o Inside, p sudoku.Grid) (all []sudoku.Grid) {
	t.Helper()
	for g, err := range o.All(t.Context(), p, solution) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

// TestInside compares the minimal puzzles inside a puzzle with the result of trying every subset of its givens:
// the subsets with a single solution that contain no other such subset. They must come in order, and
// Inside.Most and Inside.After must select among them.
func TestInside(t *testing.T) {
	// Each of these givens can be removed alone.
	r, _ := sudoku.Check(t.Context(), puzzle, sudoku.Limits{})
	open := board.CellsOf(r.Redundant...)
	p, n := puzzle, open.Len()
	if n < 8 {
		t.Fatalf("%d givens to spare", n)
	}
	for ; n > 11; n-- { // 2^11 subsets are soon tried
		p = p.With(open.Pop(), 0)
		r, _ = sudoku.Check(t.Context(), p, sudoku.Limits{})
		open = board.CellsOf(r.Redundant...)
		n = open.Len() + 1
	}
	cells := slices.Collect(open.All())
	var want []sudoku.Grid
	unique := make([]bool, 1<<len(cells))
	for without := len(unique) - 1; without >= 0; without-- {
		g := p
		for i, c := range cells {
			if without>>i&1 != 0 {
				g = g.With(c, 0)
			}
		}
		tally, _ := sudoku.Count(t.Context(), g, 2, sudoku.Limits{})
		unique[without] = tally.N == 1
		minimal := unique[without]
		for i := range cells {
			if more := without | 1<<i; more != without && unique[more] {
				minimal = false
			}
		}
		if minimal {
			want = append(want, g)
		}
	}
	slices.SortFunc(want, sudoku.Grid.Compare)
	got := minimalInside(t, Inside{}, p)
	if !slices.Equal(got, want) {
		t.Fatalf("%d minimal puzzles, want %d", len(got), len(want))
	}
	if after := minimalInside(t, Inside{After: want[3]}, p); !slices.Equal(after, want[4:]) {
		t.Errorf("%d after the fourth of %d", len(after), len(want))
	}
	most := want[0].Givens()
	few := slices.DeleteFunc(slices.Clone(want), func(g sudoku.Grid) bool { return g.Givens() > most })
	if got := minimalInside(t, Inside{Most: most}, p); !slices.Equal(got, few) {
		t.Errorf("%d with up to %d givens, want %d", len(got), most, len(few))
	}
	if got := minimalInside(t, Inside{}, sudoku.Grid{}); got != nil {
		t.Errorf("%d minimal puzzles in no givens", len(got))
	}
	for c := range board.Cell(board.Cells) { // without a given of a minimal puzzle, there are several solutions
		if got := minimalInside(t, Inside{}, want[0].With(c, 0)); want[0].At(c) != 0 && got != nil {
			t.Errorf("%d minimal puzzles without %v", len(got), c)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for g, err := range (Inside{}).All(ctx, puzzle, solution) {
		if err == nil {
			t.Errorf("cancelled, %v", g)
		}
	}
}

// TestSamples checks that samples are minimal puzzles, and that they estimate the number of minimal puzzles. A
// seed must give the same samples on any number of cores.
func TestSamples(t *testing.T) {
	exact := float64(len(minimalInside(t, Inside{}, puzzle)))
	var e Estimate
	var first []Sample
	for s, err := range Samples(t.Context(), puzzle, solution, 1000, 7, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Add(s); len(first) < 100 {
			r, _ := sudoku.Check(t.Context(), s.Puzzle, sudoku.Limits{})
			if r.Minimal != sudoku.Yes || !puzzle.Extends(s.Puzzle) {
				t.Errorf("%v: minimal %v", s.Puzzle, r.Minimal)
			}
			first = append(first, s)
		}
	}
	if d := math.Abs(e.Mean() - exact); e.N != 1000 || d > 5*e.Error() || e.Error() > exact/4 {
		t.Errorf("%d samples: %g ± %g, there are %g", e.N, e.Mean(), e.Error(), exact)
	}
	i := 0
	for s := range Samples(t.Context(), puzzle, solution, 100, 7, 1) {
		if s != first[i] {
			t.Errorf("sample %d is %v, was %v", i, s, first[i])
		}
		i++
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range Samples(ctx, puzzle, solution, 10, 7, 0) {
		if err == nil {
			t.Error("cancelled, and a sample")
		}
	}
}

// TestUnavoidable visits every other solution in which six of the digits keep their places. If it differs in
// few cells, these cells must contain one of the sets found. Each set must be unavoidable and minimal.
func TestUnavoidable(t *testing.T) {
	const most = 10
	sets, err := UnavoidableSets(t.Context(), solution, most)
	if err != nil {
		t.Fatal(err)
	}
	met := map[board.CellSet]bool{}
	for a := 1; a <= 9; a++ {
		for b := a + 1; b <= 9; b++ {
			for c := b + 1; c <= 9; c++ {
				p := solution
				for cell := range sudoku.Cell(sudoku.Cells) {
					if d := int(solution.At(cell)); d == a || d == b || d == c {
						p = p.With(cell, 0)
					}
				}
				for g, err := range sudoku.Solutions(t.Context(), p, sudoku.AnyOrder) {
					if err != nil {
						t.Fatal(err)
					}
					var differ board.CellSet
					for cell := range sudoku.Cell(sudoku.Cells) {
						if g.At(cell) != solution.At(cell) {
							differ.Add(cell)
						}
					}
					if n := differ.Len(); n == 0 || n > most {
						continue
					}
					i := slices.IndexFunc(sets, func(s board.CellSet) bool { return s.Within(differ) })
					if i < 0 {
						t.Fatalf("no set in %v, where %v differs", differ, g)
					}
					met[sets[i]] = met[sets[i]] || sets[i] == differ
				}
			}
		}
	}
	if len(met) < 20 {
		t.Errorf("%d sets of %d met", len(met), len(sets))
	}
	for _, s := range sets { // check that s is unavoidable and minimal
		p := solution
		for c := range s.All() {
			p = p.With(c, 0)
		}
		if tally, _ := sudoku.Count(t.Context(), p, 2, sudoku.Limits{}); tally.N != 2 {
			t.Errorf("%v can be avoided", s)
		}
		for c := range s.All() {
			if tally, _ := sudoku.Count(t.Context(), p.With(c, solution.At(c)), 2, sudoku.Limits{}); tally.N != 1 {
				t.Errorf("%v has %v to spare", s, c)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := UnavoidableSets(ctx, solution, 20); err == nil {
		t.Errorf("cancelled, %d sets", len(got))
	}
}

// TestHitting compares hitting numbers with those found by trying all choices, and checks that
// bounds hold when time runs out.
func TestHitting(t *testing.T) {
	sets, _ := UnavoidableSets(t.Context(), solution, 8)
	b, cells := HittingNumber(t.Context(), sets)
	if !b.Exact() || cells.Len() != b.Most {
		t.Errorf("%+v, %d cells", b, cells.Len())
	}
	for _, s := range sets {
		if !s.Meets(cells) {
			t.Errorf("%v is not met", s)
		}
	}
	// With few sets, all choices of cells and of sets can be tried.
	some := sets[:12]
	b, _ = HittingNumber(t.Context(), some)
	apart, chosen := DisjointSets(t.Context(), some)
	most := 0
	for choice := range 1 << len(some) {
		var used board.CellSet
		n := 0
		for i, s := range some {
			if choice>>i&1 != 0 && n >= 0 {
				if n++; s.Meets(used) {
					n = -1
				}
				used = used.Or(s)
			}
		}
		most = max(most, n)
	}
	if !apart.Exact() || apart.Least != most || len(chosen) != most {
		t.Errorf("%+v apart, %d chosen, want %d", apart, len(chosen), most)
	}
	var least func(left []board.CellSet, n int) bool
	least = func(left []board.CellSet, n int) bool {
		if len(left) == 0 {
			return true
		}
		if n == 0 {
			return false
		}
		for c := range left[0].All() {
			if least(slices.DeleteFunc(slices.Clone(left), func(s board.CellSet) bool { return s.Has(c) }), n-1) {
				return true
			}
		}
		return false
	}
	if !b.Exact() || !least(some, b.Most) || least(some, b.Most-1) {
		t.Errorf("%+v to meet twelve sets", b)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	all, _ := UnavoidableSets(t.Context(), solution, 11)
	if b, cells := HittingNumber(ctx, all); b.Exact() || b.Least < 8 || cells.Len() != b.Most {
		t.Errorf("cancelled, %+v", b)
	}
	if b, _ := HittingNumber(t.Context(), nil); b != (Bounds{}) {
		t.Errorf("%+v cells to meet no sets", b)
	}
}
