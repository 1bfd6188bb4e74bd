package operation

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// The appended JSON equals that of encoding/json.
func TestAppended(t *testing.T) {
	cells := rapid.Custom(func(t *rapid.T) (values [sudoku.Cells]uint8) {
		for c := range values {
			values[c] = rapid.Uint8Range(0, 9).Draw(t, "value")
		}
		return values
	})
	rapid.Check(t, func(t *rapid.T) {
		given, solution := cells.Draw(t, "puzzle"), cells.Draw(t, "solution")
		nodes := rapid.Uint64().Draw(t, "nodes")
		tally := sudoku.Tally{N: rapid.Uint64Range(1, 1<<53).Draw(t, "n"), Exact: rapid.Bool().Draw(t, "exact"), Nodes: nodes}
		took := time.Duration(rapid.Int64Range(0, int64(1000*time.Hour)).Draw(t, "took"))
		g, _ := sudoku.FromCells(given)
		s, _ := sudoku.FromCells(solution)
		one := GridSubject(g)
		for _, c := range []struct {
			got  []byte
			want any
		}{
			{wire.AppendSolved(nil, &given, &solution, nodes, took),
				one.Wire(puzzle.Result{Solutions: [][]int{puzzle.GridValues(s)}, Tally: sudoku.Tally{N: 1, Exact: true, Nodes: nodes}, Engine: solve.Kernel}, nil, 1, took, message.English)},
			{wire.AppendCounted(nil, &given, tally, took),
				one.WireCount(solve.TotalOfTally(tally), nil, took, message.English)},
		} {
			if want, err := json.Marshal(c.want); err != nil || string(c.got) != string(want) {
				t.Fatalf("%s\nwant\n%s (%v)", c.got, want, err)
			}
		}
	})
}

func BenchmarkAppendSolved(b *testing.B) {
	var puzzle, solution [sudoku.Cells]uint8
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = wire.AppendSolved(dst[:0], &puzzle, &solution, 17, 1234)
	}
}
