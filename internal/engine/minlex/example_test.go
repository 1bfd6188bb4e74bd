package minlex_test

import (
	"fmt"

	"nonet/internal/engine/minlex"
)

// A full grid, and the same grid with two digits exchanged, have one form.
func ExampleLeastFullForm() {
	const text = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
	var grid, other [81]uint8
	for i := range grid {
		grid[i] = text[i] - '0'
		other[i] = grid[i]%9 + 1 // 1 becomes 2, …, 9 becomes 1
	}
	a, _ := minlex.LeastFullForm(&grid)
	b, _ := minlex.LeastFullForm(&other)
	fmt.Println(a == b)
	// Output:
	// true
}
