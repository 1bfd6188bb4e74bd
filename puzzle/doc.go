// Package puzzle is Sudoku of any board and any rules.
//
// Reading path: [Puzzle] is a board and its constraints. [Kind] is a row of the table of kinds;
// the smallest is in nothing.go. [Puzzle.Validate] finds constraints that make no sense,
// [Puzzle.Contradiction] finds some puzzles without a solution, and [Puzzle.Check] lists the rules
// that a full grid breaks. Package solve counts solutions and finds the one that scores most; for
// puzzles that are not classic it calls [Puzzle.Search].
//
//	board        rows, columns, values, boxes or regions, cells beside the board
//	constraint   a kind, and cells, numbers, a text or further constraints
//	kind         name, form of its arguments, checker, what it is to the engine
//
// The checker of a kind and what states it to the engine share no code, so that each
// proves the other. Notations are read and written by format; how a kind
// is drawn ([Puzzle.Drawing]), and what its checker can tell of a grid that is not full
// ([Puzzle.Conflicts]), stand in its row.
//
// It imports message, sudoku, internal/engine/csp, and
// internal/engine/clauses for large boards.
package puzzle
