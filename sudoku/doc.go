// Package sudoku is the vocabulary of 9×9 Sudoku and the façade of its engines.
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
// All is for the classic board. Package puzzle has puzzles of other boards
// and rules.
//
// Every search takes a context first and has explicit limits. None answers with
// a bare bool: a search that was cut short says so ([Undecided]), and claims
// nothing it did not prove.
//
// What a search finds comes with its outcome and an error beside it: a grid, a
// step, a path, a rating (T, Outcome, error). What a search tells of itself has its
// outcome inside: a [Tally], a [Result], a [Report], package target's results. An
// error says why there is nothing, or why it is not known; where nothing stands in
// the way it is nil, also with [None]. All libraries of this module keep to that;
// internal/textbook and internal/explainer, which import nothing, have outcomes of their own.
//
// It must not import anything that reads files or formats; package format does.
package sudoku
