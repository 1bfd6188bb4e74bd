package textbook_test

import (
	"context"
	"fmt"

	"nonet/internal/textbook"
)

func ExampleStrategy_Search() {
	puzzle := mustGrid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	for _, strategy := range textbook.Strategies() {
		report := strategy.Search(context.Background(), puzzle, textbook.Limits{Solutions: 2}, nil, nil)
		fmt.Printf("%-16s %d solution, %4d nodes\n", strategy.ID, report.Solutions, report.Nodes)
	}
	// Output:
	// row-major-scan   1 solution, 4631 nodes
	// row-major-tables 1 solution, 4631 nodes
	// empty-list       1 solution, 4631 nodes
	// most-filled      1 solution,  347 nodes
	// mrv              1 solution,   51 nodes
	// dancing-links    1 solution,   51 nodes
}

func ExampleStrategy_Search_trace() {
	puzzle := mustGrid("81275364994368217567549128315423789636984572128716953452197436843.52.91779.318452")
	strategy, _ := textbook.ByID(textbook.EmptyList)
	strategy.Search(context.Background(), puzzle, textbook.Limits{}, func(e textbook.Event) bool {
		switch e.Kind {
		case textbook.Place:
			fmt.Printf("place %d in r%dc%d, depth %d\n", e.Digit, e.Cell/9+1, e.Cell%9+1, e.Depth)
		case textbook.Undo:
			fmt.Printf("undo r%dc%d, depth %d\n", e.Cell/9+1, e.Cell%9+1, e.Depth)
		case textbook.Solution:
			fmt.Println("solution")
		}
		return true
	}, nil)
	// Output:
	// place 6 in r8c3, depth 1
	// undo r8c3, depth 0
	// place 8 in r8c3, depth 1
	// place 6 in r8c6, depth 2
	// place 6 in r9c3, depth 3
	// solution
}

// mustGrid reads 81 characters, row by row; anything but a digit is an empty cell.
func mustGrid(s string) (grid [81]uint8) {
	if len(s) != 81 {
		panic(fmt.Sprintf("a grid has 81 characters, not %d: %s", len(s), s))
	}
	for i, c := range []byte(s) {
		if '1' <= c && c <= '9' {
			grid[i] = c - '0'
		}
	}
	return grid
}
