// Package sudoku has the basic types of 9×9 Sudoku and calls its engines.
//
// Notation, used in every package, text and test of the module:
//
//	r4c7     the cell in row 4, column 7, counted from 1 at the top left
//	b6       box 6; boxes are counted row by row:  b1 b2 b3
//	                                               b4 b5 b6
//	                                               b7 b8 b9
//	digit    1 to 9; 0 stands for an empty cell
//	given    a cell that the puzzle fills in
//	house    nine cells that hold each digit once: a row, a column, a box; on other
//	         boards than the classic one also a region, a diagonal, a window
//	peers    the other cells that share a house with a cell
//
// The package is for the classic board. Package puzzle has puzzles with other boards and rules.
//
// Every search takes a context and explicit limits. No search answers with a bare bool. If a search was cut short, its
// outcome is [Undecided], and the result claims only what is proven.
//
// A function that searches for something returns the thing, an Outcome and an error: (T, Outcome, error). A function
// that reports about a search returns a type with an Outcome method or field. Such types are [Tally], [Result], and the
// results of package target; [Report] and [TrueCandidates] have an [Answer] for each question instead. With [Found] the
// error is nil. With [None] it is nil or states why there is nothing to find. With [Undecided] it states why the search
// stopped. All libraries of this module use these outcomes. Only internal/textbook and internal/explainer, which import
// nothing, have their own.
//
// The package must not import anything that reads files or notations, which is the task of package format.
package sudoku
