package backdoor

import (
	"context"
	"slices"
	"testing"

	"nonet/board"
	"nonet/sudoku"
)

// placeSingles returns g with naked and hidden singles placed until there are no more, found by plain
// loops.
func placeSingles(g sudoku.Grid) sudoku.Grid {
	for again := true; again; {
		again = false
		for c := range sudoku.Cell(sudoku.Cells) {
			for d := sudoku.Digit(1); d <= 9 && g.At(c) == 0; d++ {
				if !g.Candidates(c).Has(d) {
					continue
				}
				alone := [3]bool{true, true, true}
				for x := range sudoku.Cell(sudoku.Cells) {
					same := [3]bool{x/9 == c/9, x%9 == c%9, x/27 == c/27 && x%9/3 == c%9/3}
					for i := range alone {
						alone[i] = alone[i] && (x == c || !same[i] || g.At(x) != 0 || !g.Candidates(x).Has(d))
					}
				}
				if g.Candidates(c).Len() == 1 || alone[0] || alone[1] || alone[2] {
					g, again = g.With(c, d), true
				}
			}
		}
	}
	return g
}

// TestSmallest checks that singles solve the puzzle once the digits of a returned set are placed.
// It also checks that no such pair is missing among the pairs with a cell of the first set.
func TestSmallest(t *testing.T) {
	for text, want := range map[string]int{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": 0,
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..": 2,
		"1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1": 3,
	} {
		p := sudoku.MustParse(text)
		s, outcome, _ := sudoku.Solve(t.Context(), p, sudoku.Limits{})
		size, sets, err := Smallest(t.Context(), p, s, 0)
		if outcome != sudoku.Found {
			continue
		}
		if size != want || err != nil || len(sets) == 0 {
			t.Fatalf("%s: %d cells, %d sets, %v", text, size, len(sets), err)
		}
		solves := func(cells board.CellSet) bool {
			g := p
			for c := range cells.All() {
				g = g.With(c, s.At(c))
			}
			return placeSingles(g) == s
		}
		for _, set := range sets[:min(len(sets), 10)] {
			if set.Len() != size || !solves(set) {
				t.Errorf("%s: %v is none", text, set)
			}
		}
		if size != 2 {
			continue
		}
		// All pairs would take a second, so only pairs with a cell of the first set are tried.
		for a := range sets[0].All() {
			for b := range sudoku.Cell(sudoku.Cells) {
				set := board.CellsOf(a, b)
				if a != b && p.At(b) == 0 && slices.Contains(sets, set) != solves(set) {
					t.Errorf("%s: %v is one: %v", text, set, solves(set))
				}
			}
		}
	}
	hard := sudoku.MustParse("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1")
	s, _, _ := sudoku.Solve(t.Context(), hard, sudoku.Limits{})
	if size, sets, err := Smallest(t.Context(), hard, s, 2); size != 3 || sets != nil || err != nil {
		t.Errorf("up to two cells: %d, %v, %v", size, sets, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if size, sets, err := Smallest(ctx, hard, s, 0); size > 3 || sets != nil || err == nil {
		t.Errorf("cancelled: %d, %v, %v", size, sets, err)
	}
}
