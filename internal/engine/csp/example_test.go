package csp_test

import (
	"context"
	"fmt"

	"nonet/internal/engine/csp"
)

// Three different digits add up to 7: 1, 2 and 4, in every order.
func Example() {
	n := csp.New(1, 9, 3) // values 1 to 9 in three cells
	n.Distinct(0, 1, 2)
	n.Sum([]csp.Term{{Cell: 0, Coefficient: 1}, {Cell: 1, Coefficient: 1}, {Cell: 2, Coefficient: 1}}, 7, 7)
	fmt.Println(csp.Count(context.Background(), n, csp.Limits{Solutions: 100}).Count)

	n.Allow(0, n.SetOf(4)) // the first cell is 4
	fmt.Println(csp.Count(context.Background(), n, csp.Limits{Solutions: 100}).Count)
	// Output:
	// 6
	// 2
}
