// Package collection works on sets of puzzles, also such as are larger than memory: which of them
// are isomorphs, what is in one set and not in another, the order by a column, which satisfy an
// expression over columns, and what a column's values are like.
//
//	key.go         what isomorphs have in common
//	set.go         sets of keys, in memory and beyond
//	runs.go        records sorted outside of memory
//	column.go      what can be asked of a puzzle: givens, er, minimal, …
//	expression.go  givens <= 20 && er >= 9
//	summary.go     figures, and histograms as text and SVG
//
// It must not import what reads or writes files: who calls it hands in a [Storage].
package collection
