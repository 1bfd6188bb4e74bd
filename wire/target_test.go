package wire

import (
	"context"
	"strings"
	"testing"
	"time"

	"nonet/message"
	"nonet/sudoku"
	"nonet/target"
)

// The golden file holds one target object of every kind and language.
func TestTargetGolden(t *testing.T) {
	write, check := objects(t)
	heavy := target.Rings()
	heavy[0][1] = target.MaxWeight + 1
	for _, lang := range message.Langs() {
		for _, test := range []struct {
			name   string
			puzzle sudoku.Grid
			w      target.Weights
			goal   target.Goal
		}{
			{"unique", sudoku.MustParse(inkala), target.Rings(), target.Maximum},
			{"minimum", sudoku.MustParse(inkala), target.Rings(), target.Minimum},
			{"unsolvable", sudoku.MustParse("12345678.........9" + strings.Repeat(".", 63)), target.Rings(), target.Maximum},
			{"contradictory", sudoku.MustParse("8...8" + inkala[5:]), target.Rings(), target.Maximum},
			{"weight", sudoku.MustParse(inkala), heavy, target.Maximum},
		} {
			r, err := target.Optimum(t.Context(), test.puzzle, test.w, target.Options{Goal: test.goal})
			write("target/"+test.name, lang, TargetOf(test.puzzle, test.goal, r, err, time.Second, lang))
		}
		cut := target.Result{HasGrid: true, Score: 7, Bound: 9}
		write("target/deadline", lang, TargetOf(sudoku.Grid{}, target.Maximum, cut, context.DeadlineExceeded, time.Second, lang))
		write("target/cancelled", lang, TargetOf(sudoku.Grid{}, target.Minimum, target.Result{Bound: -9}, context.Canceled, time.Second, lang))
	}
	write("progress/bound", message.English, TargetProgressOf(target.Progress{Bound: 9, Elapsed: time.Second}))
	write("progress/both", message.English, TargetProgressOf(target.Progress{Score: 12, HasScore: true, Bound: 9, Elapsed: time.Second}))
	check("testdata/target.txt")
}
