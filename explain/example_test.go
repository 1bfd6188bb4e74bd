package explain_test

import (
	"context"
	"fmt"

	"nonet/explain"
	"nonet/logic"
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
