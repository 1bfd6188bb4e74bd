// Package neighbours finds puzzles near others: some givens less, some others more, and one
// solution still ({-1+1}, {-2+2}, …), minimal if wanted, each once up to isomorphism, round
// after round.
//
//	finder.go   the neighbours of one puzzle
//	search.go   those of many, on all cores, and theirs
//
// It must not import what reads or writes files.
package neighbours
