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
//
// Each notation is a row of one table, notation.go, and a file of its own. Millions
// of puzzles on lines of their own are read by [Lines], by several goroutines at
// once if need be.
//
// # What is what
//
// Blank lines and lines that begin with # separate or say nothing. About every other
// line the notations are asked in the order of the table in notation.go; what each of
// them takes is told in docs/FORMATS.md, with examples that a test reads. Words that
// no notation knows are the title of the grid below, and an error where none follows.
//
// What fits no rule is a [SyntaxError], as is everything that would lose a digit:
// a row too few, a list in a grid of numbers, blank and dotted cells in one grid.
// What follows the bad line or grid is read on.
//
// It must not import anything that searches, and opens no files: it reads what an
// io.Reader yields.
package format
