// Package board is the geometry of a Sudoku: which cells there are, which houses
// they form, and who sees whom.
//
// A [Board] cannot be changed. Packages that reason, draw or count ask it and compute no rows or
// boxes of their own. A [CellSet] is up to 256 cells in four words. A [House] is cells that hold
// each value once, with a code such as r3 or b3; a [HouseSet] is one word.
//
// [Parse] makes the boards that have a name, of nine rows and nine columns. Beside these:
//
//	classic        nine boxes                               27 houses
//	x              boxes and both diagonals                 29
//	windoku        boxes and four windows                   31
//	x+windoku      all of these                             33
//	jigsaw:REGIONS nine regions of any shape, no boxes      27
//
// A house has the same number and code on each of them, so that a House says by
// itself of what kind it is; which cells a region has only the board knows.
//
// [New] makes a board of any shape: up to 256 cells and 16 values, with rows, columns, blocks and
// other groups of cells whose values differ (diagonals, disjoint groups, cages), and pairs of cells
// that differ (anti-knight). There a House is a number that New chose, and has no code.
//
// It imports only message, for its errors.
//
//go:generate go test . -run TestPageHasTheBoard -update
package board
