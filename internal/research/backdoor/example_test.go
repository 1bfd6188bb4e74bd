package backdoor_test

import (
	"context"
	"fmt"

	"nonet/internal/research/backdoor"
	"nonet/sudoku"
)

func ExampleSmallest() {
	ctx := context.Background()
	puzzle := sudoku.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	solution, _, err := sudoku.Solve(ctx, puzzle, sudoku.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	size, sets, err := backdoor.Smallest(ctx, puzzle, solution, 3)
	fmt.Println(size, len(sets), err)
	// Output:
	// 2 7 <nil>
}
