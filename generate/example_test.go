package generate_test

import (
	"context"
	"fmt"

	"nonet/format"
	"nonet/generate"
)

// The same Spec makes the same puzzles.
func Example() {
	spec := generate.Spec{Seed: 1, Size: 4, Kinds: []string{"killer"}}
	for p, err := range generate.Puzzles(context.Background(), spec, generate.Limits{}) {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(len(p.Puzzle.Givens), "givens,", len(p.Puzzle.Constraints), "cages")
		fmt.Println(format.ValuesLine(p.Puzzle, p.Solution))
		break
	}
	// Output:
	// 0 givens, 6 cages
	// 4312124324313124
}
