package canon_test

import (
	"context"
	"fmt"

	"nonet/internal/research/canon"
	"nonet/sudoku"
)

// Isomorphic grids have the same minlex form. Minlex also returns a transformation that leads to
// the form.
func ExampleMinlex() {
	g := sudoku.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	form, t, err := canon.Minlex(context.Background(), g)
	fmt.Println(form, err)
	fmt.Println(t.Apply(g) == form)
	// Output:
	// ........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45. <nil>
	// true
}
