// Package board describes the geometry of a Sudoku: its cells, its houses, and which cells see each other.
//
// A [Board] is immutable. Packages that reason, draw or count take rows and boxes from it, and compute none
// themselves. A [CellSet] is up to 256 cells in four words. A [House] is a group of cells that holds each value
// once, with a code such as r3 or b3. A [HouseSet] is one word.
//
// [Parse] makes the boards that have a name. They have nine rows and nine columns, and also:
//
//	classic        nine boxes                               27 houses
//	x              boxes and both diagonals                 29
//	windoku        boxes and four windows                   31
//	x+windoku      all of these                             33
//	jigsaw:REGIONS nine regions of any shape, no boxes      27
//
// A house has the same number and code on each of these boards, so a House determines its kind. The cells of a
// region depend on the board.
//
// [New] makes a board of any shape, with up to 256 cells and 16 values. It may have rows, columns, blocks and
// other groups of cells whose values differ, such as diagonals, and single pairs of cells that differ, as in
// anti-knight. New gives its houses numbers, but no codes.
//
// The package imports only message, for its errors.
//
//go:generate go test . -run TestPageHasTheBoard -update
package board
