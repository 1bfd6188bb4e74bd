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
		fmt.Println(len(p.Rules.Givens), "givens,", len(p.Rules.Constraints), "cages")
		fmt.Println(format.ValuesLine(p.Rules, p.Values))
		break
	}
	// Output:
	// 0 givens, 6 cages
	// 4312124324313124
}
