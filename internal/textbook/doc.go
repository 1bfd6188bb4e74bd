// Package textbook holds the classic ways to search a Sudoku, each told apart
// from the others by name, and all run by one instrumented search. It is there
// to teach, to be animated, and to be the independent oracle of the tests: it
// shares no code with the engines and prefers the obvious to the fast.
//
// # Notation
//
// A grid is [81]uint8, row by row: 0 is an empty cell, 1–9 a digit. Rows,
// columns and boxes are numbered 0–8; a cell c lies in row c/9, column c%9 and
// box c/27*3 + c%9/3. Text calls the cell in row 0 and column 4 "r1c5".
//
//	node        one digit placed in an empty cell (dancing links: one row of
//	            the matrix selected, which is the same thing). Givens are
//	            placed beforehand and are not nodes.
//	backtrack   one placement undone because everything below it was searched.
//	            A search that ran to the end has as many backtracks as nodes.
//	depth       how many placements stand; givens are not counted.
//	read        one cell, table entry, counter or link read while searching:
//	            to choose, to check, to place or to undo. Changing a value in
//	            place (x++) is one read; writing is none; preparing the tables
//	            from the givens is not counted.
//
// # Strategies
//
// search.go is the search: descend is its heart. Each strategy has a file that says where
// to go on (choose), what may go there (next), and what must be kept up to date (place, undo).
//
// The first three find solutions in lexicographic order of the 81 digits, as
// do the programs they come from; the others in an order of their own. All six
// are complete: they find every solution once.
//
// The programs they come from never check the givens: with two equal givens in
// a house they print a grid that is no solution, print nothing, or search for
// hours. Here such a puzzle has no solution, and that is known at once.
//
// It is what the engines are checked against, so it must not import any of them.
package textbook
