// Package puzzle describes, checks and searches Sudoku with any board and any rules.
//
// Reading path: [Puzzle] is a board with constraints. [Kind] describes a kind of constraint, such as a killer cage.
// [Puzzle.Validate] finds invalid constraints, [Puzzle.Contradiction] finds some puzzles without a solution, and
// [Puzzle.Check] lists the rules that a full grid breaks. Package solve counts solutions, and finds the solution with
// the best score. For puzzles that are not classic it calls [Puzzle.Search].
//
//	board        rows, columns, values, boxes or regions, cells beside the board
//	constraint   a kind, and cells, numbers, a text or further constraints
//	kind         name, form of its arguments, checker, translation for the engine
//
// A rule about pairs, sums or sets of values is one function, from which the checker and the translation follow. The
// tests compare both with definitions of their own. Package format reads and writes notations. A kind also states how
// its marks look, for [Puzzle.Drawing]. For [Puzzle.Conflicts] it states whether its checker knows empty cells.
//
// The package imports message, sudoku, internal/engine/csp and, for large boards, internal/engine/clauses.
package puzzle
