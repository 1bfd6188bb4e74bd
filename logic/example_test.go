package logic_test

import (
	"context"
	"fmt"

	"nonet/logic"
	"nonet/sudoku"
)

// The program prints every XY-wing in a position, each proven from its own reason.
func Example() {
	s := logic.NewState(sudoku.MustParse("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"))
	f := logic.NewFinder(s, logic.Options{})
	err := f.Each(context.Background(), logic.XYWing, func(step *logic.Step) bool {
		fmt.Println(step, logic.Verify(s, step) == nil)
		return true // go on
	})
	fmt.Println(err)
	// Output:
	// xy-wing 348 -483 true
	// xy-wing 348 -821 -831 true
	// <nil>
}

// A technique is found by its ID.
func ExampleByID() {
	t, err := logic.ByID("x-wing")
	fmt.Println(t.Name(), "in the family", t.Info().Family.Name(), err)
	_, err = logic.ByID("y-wing")
	fmt.Println(err)
	// Output:
	// X-Wing in the family Fish <nil>
	// there is no technique "y-wing"
}
