package hint_test

import (
	"context"
	"fmt"

	"nonet/hint"
	"nonet/logic"
	"nonet/puzzle"
	"nonet/sudoku"
)

// The program solves a puzzle once, however often its player asks. Each hint reveals as much as the
// player wants to know.
func Example() {
	ctx := context.Background()
	givens := sudoku.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	at := logic.NewState(givens)
	solution, outcome, err := logic.SolutionOf(ctx, &at)
	if outcome != sudoku.Found {
		fmt.Println("not exactly one solution:", err)
		return
	}

	h, _, _ := hint.Next(ctx, at, solution, hint.Easiest)
	for level, text := range h.Texts {
		fmt.Println(level+1, text)
	}

	at.Place(sudoku.CellAt(1, 3), 9) // the player's mistake
	mistake, _ := hint.FirstMistake(puzzle.GridValues(at.Grid()), nil, puzzle.GridValues(solution))
	fmt.Println(mistake, mistake.Texts("r1c3")[2])
	// Output:
	// 1 Look for a step of this kind: Singles.
	// 2 Look at box 5.
	// 3 Naked Single in r5c5.
	// 4 In r5c5, every digit but one is ruled out by the cells it sees, or by earlier steps.
	// 5 r5c5 must be 5.
	// wrong r1c3 is not 9.
}
