// Package minimal finds the minimal puzzles inside a puzzle or a full grid: puzzles that have the same only solution
// and no redundant givens. An unavoidable set is the set of cells in which some other full grid differs from the
// solution. A puzzle is unique if and only if it has a given in each unavoidable set. Thus minimal puzzles are the
// minimal sets of cells that meet all unavoidable sets.
//
//	inside.go       all minimal puzzles, in the order of Grid.Compare
//	sample.go       random minimal puzzles, and an estimate of their number
//	unavoidable.go  the small unavoidable sets of a solution
//	hitting.go      the fewest cells that meet all sets, and the most disjoint sets
//
// The package must not import anything that reads or writes files, nor any package above sudoku.
package minimal
