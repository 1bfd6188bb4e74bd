// Package board is the geometry of a Sudoku: which cells there are, which houses
// they form, and who sees whom.
//
// A [Board] is a value that nobody can change; packages that reason, draw or
// count ask it and compute no rows or boxes of their own:
//
//	Cell      one of the 81 places, r4c7                          cell.go
//	CellSet   81 cells as two words                               cell.go
//	House     nine cells that hold each digit once; its code says
//	          which: r3 c3 b3 g3 d1 w2                            house.go
//	HouseSet  houses as one word                                  house.go
//	Board     a set of houses and what follows from it            board.go
//	          its name and its JSON                               name.go
//
// Every board has nine rows and nine columns. Beside these:
//
//	classic        nine boxes                               27 houses
//	x              boxes and both diagonals                 29
//	windoku        boxes and four windows                   31
//	x+windoku      all of these                             33
//	jigsaw:REGIONS nine regions of any shape, no boxes      27
//
// A house has the same number and code on every board, so that a House says by
// itself of what kind it is; which cells a region has only the board knows.
//
// It imports message alone, for what it says of names that are none.
// internal/engine/kernel, textbook, target/certificate and grade/explainer keep
// tables of their own: the first for the layout of its bitboards, the next two
// because they check what others compute, the last because it follows a reference
// program, classic only, step by step.
//
//go:generate go test . -run TestPageHasTheBoard -update
package board
