package sudoku_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/sudoku"
)

// TestRedundantBatch checks that each puzzle of a batch has the same redundant givens as it has alone.
func TestRedundantBatch(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	easy, err := sudoku.Parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		t.Fatal(err)
	}
	hard, err := sudoku.Parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	if err != nil {
		t.Fatal(err)
	}
	var puzzles [][sudoku.Cells]uint8
	for i := range 300 {
		g := []sudoku.Grid{easy, hard}[i%2]
		r, err := sudoku.Check(t.Context(), g, sudoku.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for range random.IntN(12) * (i % 5) {
			c := sudoku.Cell(random.IntN(sudoku.Cells))
			g = g.With(c, r.Solution.At(c))
		}
		puzzles = append(puzzles, g.Values())
	}
	var batch, knowing sudoku.RedundantGivens
	for _, p := range puzzles {
		g, _ := sudoku.FromCells(p)
		solution, _, _ := sudoku.Solve(t.Context(), g, sudoku.Limits{})
		knowing.Solutions = append(knowing.Solutions, solution.Values())
	}
	for _, r := range []*sudoku.RedundantGivens{&batch, &knowing} {
		if n := sudoku.RedundantBatch(t.Context(), puzzles, sudoku.Limits{}, r); n != len(puzzles) {
			t.Fatalf("%d of %d puzzles", n, len(puzzles))
		}
	}
	some, none := false, false
	saved := int64(0) // the nodes saved in all; a single puzzle may take more, depending on the others in the batch
	for i, p := range puzzles {
		got, nodes := batch.At(i)
		known, fewer := knowing.At(i)
		if !slices.Equal(known, got) {
			t.Errorf("puzzle %d: %v with its solution, %v without", i, known, got)
		}
		saved += int64(nodes) - int64(fewer)
		g, _ := sudoku.FromCells(p)
		want, err := sudoku.Check(t.Context(), g, sudoku.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want.Redundant) && len(got)+len(want.Redundant) > 0 {
			t.Errorf("%v: %v, want %v", g, got, want.Redundant)
		}
		some, none = some || len(got) > 0, none || len(got) == 0
	}
	if !some || !none {
		t.Error("the puzzles are all of a kind")
	}
	if saved < 0 {
		t.Errorf("knowing solutions takes %d nodes more", -saved)
	}
	// A batch that is cut short returns fewer results, which must be right.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n := sudoku.RedundantBatch(ctx, puzzles, sudoku.Limits{}, &batch); n == len(puzzles) {
		t.Error("a context that has ended ends nothing")
	}
	n := sudoku.RedundantBatch(t.Context(), puzzles, sudoku.Limits{Nodes: 1}, &batch)
	if n == len(puzzles) {
		t.Error("a limit of nodes limits nothing")
	}
	for i := range n {
		got, _ := batch.At(i)
		g, _ := sudoku.FromCells(puzzles[i])
		if want, _ := sudoku.Check(t.Context(), g, sudoku.Limits{}); !slices.Equal(got, want.Redundant) && len(got)+len(want.Redundant) > 0 {
			t.Errorf("limited, %v: %v, want %v", g, got, want.Redundant)
		}
	}
}
