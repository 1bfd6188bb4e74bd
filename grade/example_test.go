package grade_test

import (
	"context"
	"fmt"

	"nonet/grade"
	"nonet/sudoku"
)

func ExampleExplainer() {
	g := sudoku.MustParse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	r, outcome, err := grade.Explainer(context.Background(), g, grade.ExplainerLimits{})
	fmt.Println(outcome, err)
	fmt.Printf("ER %v (%v), EP %v, ED %v\n", r.ER, r.ERTechnique.Message(), r.EP, r.ED)

	// A ceiling spares the search for anything harder.
	_, outcome, err = grade.Explainer(context.Background(), g, grade.ExplainerLimits{Ceiling: 20})
	fmt.Println(outcome, err)
	// Output:
	// found <nil>
	// ER 2.6 (Pointing), EP 1.2, ED 1.2
	// undecided the puzzle is rated above 2.0, where the rating was to stop
}
