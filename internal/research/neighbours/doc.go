// Package neighbours finds the neighbours of puzzles: unique puzzles in which some givens are replaced by others
// ({-1+1}, {-2+2}, …). The search can be restricted to minimal puzzles, and yields each neighbour once up to
// isomorphism. Further rounds start from the neighbours.
//
//	finder.go   the neighbours of one puzzle
//	search.go   the neighbours of many puzzles, on all cores, in rounds
//
// The package must not import anything that reads or writes files.
package neighbours
