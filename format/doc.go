// Package format reads and writes Sudoku puzzles as people keep and paste them.
package format
