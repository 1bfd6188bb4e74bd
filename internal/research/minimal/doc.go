// Package minimal finds the minimal puzzles inside a puzzle or a full grid: with the same one solution,
// and no given to spare. A puzzle has one solution exactly if it has a given in every unavoidable set
// of that solution (cells whose digits another solution has otherwise), so these are the least sets of
// cells that meet all unavoidable sets.
//
//	inside.go       all of them, in order
//	sample.go       some by chance, and from these how many there are
//	unavoidable.go  the small unavoidable sets of a solution
//	hitting.go      how few cells meet them all, and how many of them are apart
//
// It must not import what reads or writes files, nor any package above sudoku.
package minimal
