package operation

import (
	"context"
	"testing"

	"nonet/sudoku"
)

// If there are several solutions, the first in the order is shown. After an interruption none is shown, because
// the engine may have found another one.
func TestInterruptedBatchShowsNoOtherSolution(t *testing.T) {
	one, err := sudoku.Parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	if err != nil {
		t.Fatal(err)
	}
	puzzles := [][sudoku.Cells]uint8{one.Values(), {}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b := SolveBatch{Limit: 1, Order: sudoku.Lexicographic}
	n := b.AnswerEach(ctx, puzzles, func(int, *[sudoku.Cells]uint8) bool {
		cancel() // after the search of the batch
		return true
	}, func(i int, s *Solved) { t.Errorf("puzzle %d is answered with %v", i, s.Solutions) })
	if n != 1 {
		t.Errorf("%d puzzles are answered", n)
	}
}
