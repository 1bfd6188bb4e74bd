package sudoku_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"nonet/internal/textbook"
	"nonet/sudoku"
)

// puzzlesWithFewGivens returns puzzles with few givens. They are a puzzle without up to seven of its givens, the empty
// grid, and grids without a solution.
func puzzlesWithFewGivens() (all []sudoku.Grid) {
	inkala := sudoku.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	r := rand.New(rand.NewPCG(7, 7))
	for n := range 8 {
		g := inkala
		for cells := r.Perm(sudoku.Cells); n > 0; cells = cells[1:] {
			if c := sudoku.Cell(cells[0]); g.At(c) != 0 {
				g, n = g.With(c, 0), n-1
			}
		}
		all = append(all, g)
	}
	return append(all, sudoku.Grid{},
		sudoku.MustParse("12345678...............................................................9........."), // r1c9 has no digit left
		sudoku.MustParse("11..............................................................................."),
		sudoku.MustParse(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."), // no solution, but only a long search shows this
	)
}

// TestTrueCandidatesAreThoseOfSomeSolution checks each candidate by itself with the textbook, which
// shares no code with the engines.
func TestTrueCandidatesAreThoseOfSomeSolution(t *testing.T) {
	oracle, ok := textbook.ByID("dancing-links")
	if !ok {
		t.Fatal("no oracle")
	}
	holds := func(g sudoku.Grid) bool {
		return oracle.Search(t.Context(), g.Values(), textbook.Limits{Solutions: 1}, nil, nil).Solutions > 0
	}
	for _, g := range puzzlesWithFewGivens() {
		all, err := sudoku.TrueCandidatesOf(t.Context(), g, sudoku.Limits{})
		var contradictions *sudoku.ContradictionError
		if err != nil && !errors.As(err, &contradictions) {
			t.Fatalf("%v: %v", g, err)
		}
		some := holds(g)
		for c := range sudoku.Cell(sudoku.Cells) {
			if all.Open[c] != 0 {
				t.Errorf("%v: %v is open: %v", g, c, all.Open[c])
			}
			for d := range sudoku.AllDigits.Digits() {
				want := some && (g.At(c) == 0 || g.At(c) == d) && holds(g.With(c, d))
				if all.True[c].Has(d) != want {
					t.Errorf("%v: %v in %v: %v, want %v", g, d, c, !want, want)
				}
			}
		}
		if (all.Solvable == sudoku.Yes) != some {
			t.Errorf("%v: solvable: %v", g, all.Solvable)
		}
	}
}

// TestTrueCandidatesCutShort checks that a search that is cut short leaves unproven candidates open.
func TestTrueCandidatesCutShort(t *testing.T) {
	hard := sudoku.MustParse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4....")
	all, err := sudoku.TrueCandidatesOf(t.Context(), hard, sudoku.Limits{Nodes: 1})
	var limit *sudoku.NodeLimitError
	if !errors.As(err, &limit) || all.Open[0] == 0 || all.Unique != sudoku.Unknown {
		t.Errorf("%v, %v, %v", err, all.Open[0], all.Unique)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if all, err = sudoku.TrueCandidatesOf(ctx, sudoku.Grid{}, sudoku.Limits{}); !errors.Is(err, context.Canceled) || all.Open[80] != sudoku.AllDigits {
		t.Errorf("%v, %v", err, all.Open[80])
	}
}

func BenchmarkTrueCandidates(b *testing.B) {
	full := sudoku.MustParse("812753649943682175675491283154237896369845721287169534521974368438526917796318452")
	cells := rand.New(rand.NewPCG(1, 1)).Perm(sudoku.Cells)
	for _, n := range []int{0, 5, 10, 15, 17, 20, 22, 25} {
		g := sudoku.Grid{}
		for _, c := range cells[:n] {
			g = g.With(sudoku.Cell(c), full.At(sudoku.Cell(c)))
		}
		b.Run(g.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := sudoku.TrueCandidatesOf(context.Background(), g, sudoku.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
