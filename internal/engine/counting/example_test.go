package counting_test

import (
	"context"
	"fmt"

	"nonet/internal/engine/counting"
)

// This counts the grids that begin with these two bands.
func ExampleSolutions() {
	const band = "812753649943682175675491283154237896369845721287169534"
	var puzzle [81]uint8
	for i := range band {
		puzzle[i] = band[i] - '0'
	}
	r := counting.Solutions(context.Background(), &puzzle, counting.Limits{}, nil)
	fmt.Println(r.Solutions)
	// Output: 144
}
