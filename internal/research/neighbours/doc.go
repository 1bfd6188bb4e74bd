// Package neighbours finds the neighbours of puzzles: some givens are removed and some added, and
// there is still one solution ({-1+1}, {-2+2}, …). It can restrict them to minimal puzzles, yields
// each once up to isomorphism, and continues round after round.
//
//	finder.go   the neighbours of one puzzle
//	search.go   the neighbours of many puzzles, on all cores, in rounds
//
// It must not import anything that reads or writes files.
package neighbours
