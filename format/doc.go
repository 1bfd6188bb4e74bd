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
// Blank lines and lines that begin with # separate or say nothing. Otherwise the
// first rule that fits decides:
//
//   - A line whose first word has 81 cells, or 729, is a puzzle, whatever
//     follows on it; so is a line with such a word after a short label. Nine
//     lines of 81 are nine puzzles.
//   - [ and { begin JSON, also after "board =".
//   - A run of - = or box drawing without a cell is a border. Nine equal - _ or *
//     are a border too, unless the grid uses that character for empty cells.
//   - A line with a comma, a semicolon, or tabs about an empty field is CSV.
//   - Letters make a title of the grid below. Above or between puzzles of one
//     line each they are an error, as is a title that might hide a row.
//   - A number of up to 7 digits alone on its line is a count of the puzzles that
//     follow, and is checked; but a single digit above lines that have not
//     nine cells is the first of 81 numbers.
//   - Nine cells make a row; nine rows make a grid. Blank lines may stand after
//     the third and the sixth row, or after every row, but not just somewhere.
//   - Lines of other numbers of cells, with space between, are counted up to 81.
//   - Nine words, two of them or more lists of ascending digits, are a row of
//     candidates; a grid with a list must not have an empty cell. A single
//     candidate is a placed digit: nobody's program writes the two differently.
//     This package writes 5? for a candidate that is not placed, 0? for a cell
//     without any, and reads both.
//
// What fits no rule is a [SyntaxError], as is everything that would lose a digit:
// a row too few, a list in a grid of numbers, blank and dotted cells in one grid.
// What follows the bad line or grid is read on.
//
// It must not import anything that searches, and opens no files: it reads what an
// io.Reader yields.
package format
