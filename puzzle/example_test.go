package puzzle_test

import (
	"context"
	"fmt"

	"nonet/puzzle"
)

// A puzzle is a board, givens and constraints. Search finds its solutions, Check tests them by other code.
func Example() {
	p := puzzle.New(4, 4)
	p.Box = puzzle.BoxOf(4, 4, 4)
	p.Givens = []puzzle.Given{{Cell: 15, Values: []int{2}}}
	p.Constraints = []puzzle.Constraint{
		{Kind: "Thermo", Cells: []int{12, 8, 4, 0}},
		{Kind: "Cage", Numbers: []int{3}, Cells: []int{1, 5}},
	}
	if err := p.Validate(); err != nil {
		fmt.Println(err)
		return
	}
	found, err := p.Search(context.Background(), puzzle.Limits{Solutions: 10})
	fmt.Println(found.N, found.Exact, err)
	wrong := append([]int(nil), found.Solutions[0]...)
	wrong[0], wrong[1] = wrong[1], wrong[0]
	conflicts, _ := p.Check(wrong)
	for _, c := range conflicts {
		fmt.Println(p.Reason(c, wrong))
	}
	// Output:
	// 6 true <nil>
	// Column: r1c1 r3c1 have the same value
	// Column: r1c2 r4c2 have the same value
	// Thermometer (r2c1 r1c1): Values rise from the bulb on. Here: 3, 2.
	// Killer cage (r1c2 r2c2): The values differ and add up to 3. Here 4 + 1 ≠ 3.
}
