package operation

import (
	"context"
	"testing"
	"time"

	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// Batches of classic puzzles are searched without package solve, and wire names their engines. It has to
// name those that solve would.
func TestEnginesOfBatches(t *testing.T) {
	ctx := context.Background()
	for _, text := range []string{
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", // one solution
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.......", // several
		"8..........36......7..9.2...5...7.......457.....1...3.............85.............", // many
	} {
		g, err := sudoku.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		p := puzzle.FromGrid(g)
		for _, most := range []uint64{0, 1, 2, sudoku.Visited, sudoku.Visited + 1} {
			want, err := solve.CountAll(ctx, p, most, puzzle.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := wire.CountOf(g, want.N, want.Tally(), nil, time.Second, message.English); got.Engine != want.Engine {
				t.Errorf("%s, up to %d: wire says %s, solve %s", text, most, got.Engine, want.Engine)
			}
		}
		found, err := solve.Solutions(ctx, p, sudoku.AnyOrder, puzzle.Limits{Solutions: 2})
		if err != nil {
			t.Fatal(err)
		}
		if got := wire.SolveOf(g, nil, found.Tally, nil, time.Second, message.English); got.Engine != found.Engine {
			t.Errorf("%s: wire says %s, solve %s", text, got.Engine, found.Engine)
		}
		checked, err := solve.Check(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		report, err := sudoku.Check(ctx, g, sudoku.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := wire.CheckOf(g, report, nil, time.Second, message.English); got.Engine != checked.Engine {
			t.Errorf("%s: wire says %s of a check, solve %s", text, got.Engine, checked.Engine)
		}
	}
}
