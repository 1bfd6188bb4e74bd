// Package collection works on sets of puzzles that may be larger than memory. It finds isomorphs, computes differences
// of sets, sorts by a column, selects by an expression over columns, and summarises columns.
//
//	key.go         keys that isomorphs have in common
//	set.go         sets of keys, in memory and beyond
//	runs.go        sorting records outside of memory
//	column.go      properties of a puzzle: givens, er, minimal, …
//	expression.go  givens <= 20 && er >= 9
//	summary.go     statistics, and histograms as text and SVG
//
// It must not import anything that reads or writes files: callers pass a [Storage].
package collection
