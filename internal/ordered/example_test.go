package ordered_test

import (
	"context"
	"fmt"

	"nonet/internal/ordered"
)

// Batches are worked on in parallel, and come in the order in which they were pulled.
func Example() {
	type batch struct{ in, out int }
	next := 0
	squares := ordered.Work[batch]{
		Pull: func(_ context.Context, b *batch) bool {
			b.in = next
			next++
			return b.in < 4
		},
		Worker: func() func(context.Context, *batch) {
			return func(_ context.Context, b *batch) { b.out = b.in * b.in }
		},
	}
	for b := range squares.DoneBatches(context.Background()) {
		fmt.Println(b.in, b.out)
	}
	// Output:
	// 0 0
	// 1 1
	// 2 4
	// 3 9
}
