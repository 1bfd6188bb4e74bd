package explain_test

import (
	"context"
	"fmt"
	"slices"

	"nonet/board"
	"nonet/explain"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
)

// A step is explained in any language, as one sentence or level by level.
func Example() {
	s := logic.NewState(sudoku.MustParse("1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5"))
	step, outcome, err := logic.NewFinder(s, logic.Options{}).First(context.Background(), logic.XWing)
	if outcome != sudoku.Found {
		fmt.Println("no step:", err)
		return
	}
	for _, lang := range message.Langs() {
		fmt.Println(explain.Sentence(&s, &step).In(lang))
	}
	for _, part := range explain.PartsOf(&s, &step).Texts {
		fmt.Println("-", part)
	}
	// Output:
	// In rows 2 and 6, 7 can only go in columns 4 and 8. The 2 cells with 7 in rows 2 and 6 use up columns 4 and 8: no other cell of these houses can be 7. This removes 7 from r1c4, r4c8, r5c4, r5c8, r8c4, r8c8, r9c4 and r9c8.
	// 在第 2、6 行中，7 只能填在第 4、8 列内。它在那里所占的 2 格恰好各占其一，所以第 4、8 列的其他格不能是 7。因此删去 r1c4、r4c8、r5c4、r5c8、r8c4、r8c8、r9c4 和 r9c8 的 7。
	// - Look for a step of this kind: Fish.
	// - Look at rows 2 and 6, for 7.
	// - X-Wing, 7 in r2c4, r2c8, r6c4 and r6c8.
	// - In rows 2 and 6, 7 can only go in columns 4 and 8. The 2 cells with 7 in rows 2 and 6 use up columns 4 and 8: no other cell of these houses can be 7.
	// - This removes 7 from r1c4, r4c8, r5c4, r5c8, r8c4, r8c8, r9c4 and r9c8.
}

// On a Sudoku X the diagonals are houses, too. A Sudoku X, a windoku and a jigsaw are solved and
// explained like a classic puzzle.
func Example_sudokuX() {
	puzzle := sudoku.MustParse("3.1...27.5...3...9.2..1.3..........7......49.8....2.3........84.............9.7.6")
	start := logic.NewStateOn(board.X(), puzzle)
	path, outcome, err := hodoku.PathOf(context.Background(), start, hodoku.DefaultOrder(), nil)
	if outcome != sudoku.Found {
		fmt.Println(outcome, err)
		return
	}
	at := path.Start
	for i := range path.Steps {
		step := &path.Steps[i]
		if slices.ContainsFunc(step.Base, func(h board.House) bool { return h.Kind() == board.Diagonal }) {
			fmt.Println(explain.Sentence(&at, step))
		}
		at.Apply(step)
	}
	fmt.Println(path.End.Grid())
	// Output:
	// In the anti-diagonal, 2 can only go in r7c3, so r7c3 is 2.
	// In the main diagonal, 5 can only go in r7c7 or r8c8, both in box 9, so 5 cannot be anywhere else in box 9. This removes 5 from r8c7.
	// In the main diagonal, 8 can only go in r5c5, so r5c5 is 8.
	// In the main diagonal, 7 can only go in r2c2 or r3c3, both in box 1, so 7 cannot be anywhere else in box 1. This removes 7 from r2c3 and r3c1.
	// In the anti-diagonal, r2c8 and r9c1 can both hold only 1 and 4, so they use up these digits: no other cell that sees all these cells can be 1 or 4. This removes 1 from r4c6.
	// In the anti-diagonal, r6c4 and r8c2 can both hold only 6 and 7, so they use up these digits: no other cell that sees all these cells can be 6 or 7. This removes 6 from r6c2 and r8c4.
	// 381946275576238149429517368213469857657183492894752631932671584765824913148395726
}
