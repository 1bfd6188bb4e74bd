// Package textbook has the classic algorithms that solve Sudoku by search, all run by one instrumented search. It
// serves teaching and animation, and is the independent oracle of the tests. It shares no code with the engines, and
// prefers obvious code to fast code.
//
// # Notation
//
// A grid is [81]uint8, row by row: 0 is an empty cell, 1–9 a digit. Rows, columns and boxes are numbered 0–8; a
// cell c lies in row c/9, column c%9 and box c/27*3 + c%9/3. Texts call the cell in row 0 and column 4 "r1c5".
//
//	node        one digit placed in an empty cell (dancing links: one row of
//	            the matrix selected, which is equivalent). Givens are
//	            placed beforehand and are not nodes.
//	backtrack   one placement undone after the search of everything below it.
//	            A complete search has as many backtracks as nodes.
//	depth       the number of placements in the grid; givens are not counted.
//	read        one cell, table entry, counter or link read while searching:
//	            to choose, to check, to place or to undo. Changing a value in
//	            place (x++) is one read; writing is none; preparing the tables
//	            from the givens is not counted.
//
// # Strategies
//
// search.go has the search, with descend at its core. Each strategy has a file that chooses where to branch (choose),
// lists the placements to try there (next), and keeps its tables (place, undo).
//
// The first three strategies find solutions in lexicographic order, like the programs they come from. All six
// strategies find every solution once.
//
// The original programs never check the givens. If two givens in a house are equal, they print a wrong grid or nothing,
// or search for hours. In this package such a puzzle has no solution, which is reported at once.
//
// The engines are checked against this package, so it must not import any of them.
package textbook
