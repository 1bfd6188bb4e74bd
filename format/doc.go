// Package format reads and writes Sudoku puzzles the way people keep and paste
// them. It tells the notations apart by their content; docs/FORMATS.md shows
// each of them.
//
//	Line        53..7....6..195…    81 characters; . 0 _ * - x ? are empty
//	Rows        nine lines of nine
//	Integers    81 numbers over any lines, 0 is empty
//	Drawn       nine rows with lines round the boxes, ASCII or Unicode
//	Candidates  nine rows of nine lists such as 1248
//	Pencil729   729 characters, nine for each cell
//	POJ         a count, then as many puzzles
//	JSON        [["5","3",".",…],…], and objects and lists of such boards
//	CSV         a column of 81 characters, or nine columns of cells
//	ISS         .~R1C1_5.Cage~10~R1C2~R1C3…    items of Interactive Sudoku Solver
//	Nonet       {"nonet":1,"rows":9,…}         any board, any rules
//
// Each notation is a row of one table, notation.go, and a file of its own. Millions
// of puzzles on lines of their own are read by [Lines], by several goroutines at
// once if need be.
//
// # What is what
//
// Blank lines and lines that begin with # separate puzzles or are comments. Any other line is
// offered to the notations in the order of the table in notation.go; docs/FORMATS.md says what
// each of them takes, with examples that a test reads. Words that no notation knows are the title
// of the grid below them, or an error if none follows.
//
// What fits no rule is a [SyntaxError], as is everything that would lose a digit:
// a row too few, a list in a grid of numbers, blank and dotted cells in one grid.
// What follows the bad line or grid is read on.
//
// It searches nothing and opens no files: it reads what an io.Reader yields. Of package
// puzzle it uses the tables of kinds and the checks of a puzzle's form, not the engine.
package format
