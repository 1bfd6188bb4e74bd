package neighbours

import (
	"context"
	"maps"
	"slices"
	"testing"

	"nonet/internal/engine/kernel"
	"nonet/internal/research/canon"
	"nonet/sudoku"
)

const (
	seventeen = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
	hard      = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
	rich      = "534678912672195348198342567859761423426853791713924856961537284287419635345286..."
)

// neighboursByTrial returns all neighbours of p, found by testing every puzzle that could be one.
func neighboursByTrial(p [81]uint8, remove, add int) map[[81]uint8]bool {
	all := map[[81]uint8]bool{}
	var extend func(g [81]uint8, from, n int)
	extend = func(g [81]uint8, from, n int) {
		if n == 0 {
			all[g] = true
			return
		}
		for c := from; c < 81; c++ {
			for d := uint8(1); d <= 9 && g[c] == 0; d++ {
				if d != p[c] {
					h := g
					h[c] = d
					extend(h, c+1, n-1)
				}
			}
		}
	}
	var less func(g [81]uint8, from, n int)
	less = func(g [81]uint8, from, n int) {
		if n == 0 {
			extend(g, 0, add)
			return
		}
		for c := from; c < 81; c++ {
			if h := g; g[c] != 0 {
				h[c] = 0
				less(h, c+1, n-1)
			}
		}
	}
	less(p, 0, remove)
	puzzles := slices.Collect(maps.Keys(all))
	results := make([]kernel.Result, len(puzzles))
	kernel.Default().Search(context.Background(), puzzles, kernel.Limits{Solutions: 2}, results)
	for i := range puzzles {
		if results[i].Solutions != 1 {
			delete(all, puzzles[i])
		}
	}
	return all
}

// TestFinder checks that the finder finds each neighbour exactly once, with its solution, and nothing else. The
// cases cover each of the finder's ways: with or without a complete list of alternatives, and with one or
// several givens added, at once or in turn.
func TestFinder(t *testing.T) {
	for _, c := range []struct {
		puzzle      string
		remove, add int
	}{{seventeen, 1, 1}, {hard, 1, 1}, {hard, 1, 0}, {hard, 0, 1}, {rich, 1, 2}, {rich, 0, 2}, {rich, 1, 0}} {
		p := sudoku.MustParse(c.puzzle).Values()
		want := neighboursByTrial(p, c.remove, c.add)
		f := finder{limit: map[bool]int{true: 1}[c.remove == 0]} // if remove is 0, no list of several givens is complete
		n := 0
		err := f.yieldNeighbours(context.Background(), kernel.Default(), &p, c.remove, c.add, func(puzzle, solution *[81]uint8) {
			g, _ := sudoku.FromCells(*puzzle)
			s, _ := sudoku.FromCells(*solution)
			if n++; !want[*puzzle] || !s.Solved() || !s.Extends(g) {
				t.Errorf("%s {-%d+%d}: %s with %s", c.puzzle, c.remove, c.add, g, s)
			}
			delete(want, *puzzle)
		})
		if err != nil || len(want) > 0 || n == 0 && c.add > 0 {
			t.Errorf("%s {-%d+%d}: %d found, %d are missing, %v", c.puzzle, c.remove, c.add, n, len(want), err)
		}
	}
}

// TestSearch checks that a search in rounds never finds two isomorphic puzzles, nor one isomorphic to
// a start. It also checks that a search from known puzzles continues like the first search.
func TestSearch(t *testing.T) {
	start := []sudoku.Grid{sudoku.MustParse(hard), sudoku.MustParse(seventeen)}
	fewest := func(_ context.Context, g sudoku.Grid) float64 { return -float64(g.Givens()) }
	s := Search{Remove: 1, Add: 1, Minimal: true, Rounds: 2, Score: fewest, Beam: 2}
	forms := map[sudoku.Grid]bool{}
	for _, g := range start {
		form, _, _ := canon.Minlex(t.Context(), g)
		forms[form] = true
	}
	var all []Found
	for f, err := range s.All(context.Background(), slices.Values(start)) {
		if err != nil {
			t.Fatal(err)
		}
		form, _, _ := canon.Minlex(t.Context(), f.Puzzle)
		r, _ := sudoku.Check(context.Background(), f.Puzzle, sudoku.Limits{})
		if forms[form] || r.Minimal != sudoku.Yes || r.Solution != f.Solution {
			t.Errorf("%+v: seen %v, minimal %s", f, forms[form], r.Minimal)
		}
		forms[form] = true
		all = append(all, f)
	}
	first := slices.IndexFunc(all, func(f Found) bool { return f.Round == 2 })
	if first < 1 {
		t.Fatalf("%d found, from %d on in the second round", len(all), first)
	}
	s.Known = all[:first]
	for f, err := range s.All(context.Background(), slices.Values(start)) {
		if err != nil || f != all[first] {
			t.Fatalf("%+v, %v, want %+v", f, err, all[first])
		}
		first++
	}
	if first != len(all) {
		t.Errorf("%d of %d after the known ones", first, len(all))
	}
	// A puzzle that the start has later must not be found near an earlier one.
	s = Search{Remove: 1, Add: 1, Rounds: 1}
	later, _, _ := canon.Minlex(t.Context(), all[0].Puzzle)
	for f, err := range s.All(context.Background(), slices.Values(append(start, all[0].Puzzle))) {
		if form, _, _ := canon.Minlex(t.Context(), f.Puzzle); err != nil || form == later {
			t.Errorf("%+v is of the start, %v", f, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for f, err := range s.All(ctx, slices.Values(start)) {
		if err == nil {
			t.Errorf("cancelled, %+v", f)
		}
	}
}
