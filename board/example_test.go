package board_test

import (
	"fmt"

	"nonet/board"
)

// List the houses of a cell and count the cells that it sees.
func Example() {
	b, err := board.Parse("windoku")
	if err != nil {
		fmt.Println(err)
		return
	}
	cell := board.CellAt(1, 1)
	for house := range b.HousesOf(cell).All() {
		fmt.Println(house)
	}
	fmt.Println(cell, "sees", b.Peers(cell).Len(), "cells")
	// Output:
	// r1
	// c1
	// b1
	// r1c1 sees 20 cells
}
