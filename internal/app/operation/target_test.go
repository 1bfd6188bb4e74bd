package operation

import (
	"context"
	"strings"
	"testing"
	"time"

	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/target"
)

// The golden file has a target object of every kind and language.
func TestTargetGolden(t *testing.T) {
	write, check := goldenObjects(t)
	line := strings.Trim(hardOne, `"`)
	rings := puzzle.FromGrid(sudoku.Grid{}).RingWeights()
	heavy := make([]int64, 9*len(rings)) // one weight per digit and cell
	heavy[0] = target.MaxWeight + 1
	empty := GridSubject(sudoku.Grid{})
	for _, lang := range message.Langs() {
		for _, test := range []struct {
			name    string
			puzzle  string
			weights []int64
			goal    target.Goal
		}{
			{"unique", line, rings, target.Maximum},
			{"minimum", line, rings, target.Minimum},
			{"unsolvable", "12345678.........9" + strings.Repeat(".", 63), rings, target.Maximum},
			{"contradictory", "8...8" + line[5:], rings, target.Maximum},
			{"weight", line, heavy, target.Maximum},
		} {
			p := GridSubject(sudoku.MustParse(test.puzzle))
			best, err := solve.Best(t.Context(), p.Puzzle, solve.Scoring{Goal: test.goal, Weights: test.weights}, puzzle.Limits{}, nil)
			write("target/"+test.name, lang, p.WireTarget(test.goal, best, err, time.Second, lang))
		}
		cut := solve.Optimum{Solution: puzzle.GridValues(sudoku.Grid{}), Score: 7, Bound: 9, Engine: solve.Target}
		write("target/deadline", lang, empty.WireTarget(target.Maximum, cut, context.DeadlineExceeded, time.Second, lang))
		write("target/cancelled", lang, empty.WireTarget(target.Minimum, solve.Optimum{Bound: -9, Engine: solve.Target}, context.Canceled, time.Second, lang))
	}
	write("progress/bound", message.English, empty.wireProgress(solve.Optimum{Bound: 9}, time.Second))
	write("progress/both", message.English, empty.wireProgress(solve.Optimum{Solution: puzzle.GridValues(sudoku.Grid{}), Score: 12, Bound: 9}, time.Second))
	check("testdata/target.txt")
}
