// Package neighbours finds the neighbours of puzzles. A neighbour is the puzzle without some of its givens and
// with some other givens ({-1+1}, {-2+2}, …). It has exactly one solution. The package can restrict the search
// to minimal puzzles. It yields each neighbour once up to isomorphism. In further rounds it continues from the
// neighbours.
//
//	finder.go   the neighbours of one puzzle
//	search.go   the neighbours of many puzzles, on all cores, in rounds
//
// The package must not import anything that reads or writes files.
package neighbours
