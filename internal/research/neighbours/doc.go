// Package neighbours finds the neighbours of puzzles. A neighbour is the puzzle without some of its givens and
// with some other givens, and has exactly one solution ({-1+1}, {-2+2}, …). The package can restrict the
// search to minimal puzzles. It yields each neighbour once up to isomorphism, and can continue from the
// neighbours in further rounds.
//
//	finder.go   the neighbours of one puzzle
//	search.go   the neighbours of many puzzles, on all cores, in rounds
//
// The package must not import anything that reads or writes files.
package neighbours
