package solve_test

import (
	"context"
	"fmt"

	"nonet/format"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
)

// Read puzzles in different notations, list their rules and count their solutions. A text with a rule that nonet
// does not know is an error, because its puzzle would be another one without that rule.
func Example() {
	for _, text := range []string{
		`{"cages":[{"sum":3,"cells":["r1c1","r1c2"]}],"rules":"Normal killer sudoku rules apply. The snake never bites its tail."}`,
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		".Shape~4x4.Thermo~R4C1~R3C1~R2C1~R1C1.Cage~3~R1C2~R2C2.~R4C4_2",
	} {
		read, err := format.ParseOne(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		for _, rule := range read.Rules() {
			fmt.Println(rule.Name)
		}
		p := read.Puzzle()
		found, err := solve.Solutions(context.Background(), p, sudoku.AnyOrder, puzzle.Limits{Solutions: 2})
		fmt.Println(found.N, found.Exact, err)
		for _, solution := range found.Solutions {
			fmt.Println(format.ValuesLine(p, solution))
		}
	}
	// Output:
	// line 1, column 1: the puzzle has rules that nonet does not know (“The snake never bites its tail”)
	// 1 true <nil>
	// 534678912672195348198342567859761423426853791713924856961537284287419635345286179
	// a board of 4×4
	// Thermometer
	// Killer cage
	// 2 false <nil>
	// 4213312423411432
	// 4123321423411432
}
