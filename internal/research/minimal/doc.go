// Package minimal finds the minimal puzzles inside a puzzle or a full grid: those with the same
// single solution and without redundant givens. An unavoidable set of a solution is the set of
// cells in which some other full grid differs from it. A puzzle has only this solution if and only
// if it has a given in each of them. So minimal puzzles are the minimal sets of cells that meet all
// unavoidable sets.
//
//	inside.go       all of them, in order
//	sample.go       random ones, and an estimate of their number
//	unavoidable.go  the small unavoidable sets of a solution
//	hitting.go      the fewest cells that meet all sets, and the most sets that are disjoint
//
// It must not import anything that reads or writes files, nor any package above sudoku.
package minimal
