package hint_test

import (
	"context"
	"fmt"
	"slices"

	"nonet/hint"
	"nonet/puzzle"
	"nonet/sudoku"
)

// Each hint reveals as much as the player wants to know.
func Example() {
	ctx := context.Background()
	at := hint.Position{Puzzle: puzzle.FromGrid(sudoku.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))}
	h, _, err := at.HelpOnHouses(ctx, hint.Easiest, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for level, text := range h.Texts {
		fmt.Println(level+1, text)
	}

	at.Values = slices.Repeat([]int{puzzle.Empty}, 81)
	at.Values[2] = 9 // the player's mistake
	h, _, _ = at.HelpOnHouses(ctx, hint.Easiest, nil)
	fmt.Println(h.Mistake, h.Texts[2])
	// Output:
	// 1 Look for a step of this kind: Singles.
	// 2 Look at box 5.
	// 3 Naked Single in r5c5.
	// 4 In r5c5, every digit but one is ruled out by the cells it sees, or by earlier steps.
	// 5 r5c5 must be 5.
	// wrong r1c3 is not 9.
}
