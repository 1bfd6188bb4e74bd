package target_test

import (
	"context"
	"fmt"
	"strings"

	"nonet/internal/certificate"
	"nonet/sudoku"
	"nonet/target"
)

// The completion of a puzzle with the greatest score, and the proof that none is better.
func Example() {
	ctx := context.Background()
	puzzle := sudoku.MustParse("7..9....11....59.....2...8...5.2...3......648413........7..2.9.2.1.6.8.4.8.5.4.12")
	best, err := target.Optimum(ctx, puzzle, target.RingWeights(), target.Options{})
	fmt.Println(best.Outcome, best.Score, err)
	fmt.Println(best.Grid)

	var proof strings.Builder
	if _, err := target.Certify(ctx, puzzle, target.RingWeights(), target.Options{}, &proof); err != nil {
		fmt.Println(err)
		return
	}
	claim, err := certificate.Verify(strings.NewReader(proof.String()))
	fmt.Println("proven:", claim.Optimum, err)
	// Output:
	// found 2829 <nil>
	// 754938261128645937639217485865429173972351648413876529547182396291763854386594712
	// proven: 2829 <nil>
}

// Any weights are possible: here only the first row counts, and the least score is sought.
func ExampleCellWeights() {
	var weights [sudoku.Cells]int64
	for c := range 9 {
		weights[c] = int64(c)
	}
	least, err := target.Optimum(context.Background(), sudoku.Grid{}, target.CellWeights(weights), target.Options{Goal: target.Minimum})
	fmt.Println(least.Outcome, least.Score, least.Grid.String()[:9], err)
	// Output: found 120 987654321 <nil>
}

// The best completions in order, and how many are as good as the best.
func ExampleBestCompletions() {
	ctx := context.Background()
	puzzle := sudoku.MustParse("7..9....11....59.....2...8...5.2...3......648413........7..2.9.2.1.6.8.4.8.5.4.12")
	ranking, err := target.BestCompletions(ctx, puzzle, target.RingWeights(), 4, target.Options{})
	for i, c := range ranking.Completions {
		fmt.Println(i+1, c.Score)
	}
	fmt.Println(ranking.Outcome, err)
	optima, err := target.CountOptima(ctx, puzzle, target.RingWeights(), 1000, target.Options{})
	fmt.Println(optima.Score, optima.N, optima.Exact, err)
	// Output:
	// 1 2829
	// 2 2829
	// 3 2829
	// found <nil>
	// 2829 3 true <nil>
}
