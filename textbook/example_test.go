package textbook_test

import (
	"context"
	"fmt"

	"nonet/textbook"
)

// Inkala's puzzle of 2012, with which the page of the 2014 post opens.
const inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

func ExampleStrategy_Search() {
	puzzle := mustGrid(inkala)
	for _, strategy := range textbook.Strategies() {
		report := strategy.Search(context.Background(), puzzle, textbook.Limits{Solutions: 2}, nil, nil)
		fmt.Printf("%-16s %d solution, %6d nodes\n", strategy.ID, report.Solutions, report.Nodes)
	}
	// Output:
}

func ExampleStrategy_Search_trace() {
	puzzle := mustGrid("8127536499436821756754912831542378963698457212871695345212.4368438526917796318452")
	strategy, err := textbook.ByID("empty-list")
	if err != nil {
		fmt.Println(err)
		return
	}
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
