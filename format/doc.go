// Package format reads and writes Sudoku puzzles the way people keep and paste them. It recognises the notations by
// their content; docs/FORMATS.md shows all of them. These are some:
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
// Each notation is a row of the table in notation.go and has a file of its own. [Lines] reads millions of puzzles, one
// per line. Several goroutines may read parts of one text.
//
// # What is what
//
// Blank lines and lines that begin with # are comments or separate puzzles. The reader offers any other line to the
// notations, in the order of the table in notation.go. docs/FORMATS.md says what each notation accepts, with examples
// that a test reads. Words that no notation accepts are the title of the grid below. If no grid follows, they are an
// error.
//
// Text that fits no rule is a [SyntaxError], and so is text from which a digit would be lost. Examples are a grid with
// too few rows, a list of candidates in a grid of numbers, and a grid with both blanks and dots for empty cells.
// Reading continues after the bad line or grid.
//
// The package runs no search and opens no files: it reads from an io.Reader. It imports package puzzle for the table of
// kinds and the checks of a puzzle's form, and must not import an engine.
package format
