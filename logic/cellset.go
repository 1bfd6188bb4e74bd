package logic

import (
	"nonet/board"
	"nonet/sudoku"
)

type (
	Cell    = board.Cell
	CellSet = board.CellSet
	House   = board.House
	Digit   = sudoku.Digit
	Digits  = sudoku.Candidates
)

const cells = board.Cells

// CellsOf is [board.CellsOf], so that callers need not import package board.
func CellsOf(list ...Cell) CellSet { return board.CellsOf(list...) }

// rowOf and columnOf hold the row and the column of each cell, for searches that support only 9×9 boards. A lookup
// avoids a division. The tables have 256 entries, so that an index needs no bounds check.
var rowOf, columnOf [256]House

func init() {
	for c := range Cell(cells) {
		rowOf[c], columnOf[c] = board.HouseOf(board.Row, c.Row()), board.HouseOf(board.Column, c.Column())
	}
}

func (f *Finder) isLine(h House) bool { return (f.board.Rows() | f.board.Columns()).Has(h) }

// isInOneLine reports whether a row or a column contains s.
func (f *Finder) isInOneLine(s CellSet) bool {
	h, ok := f.board.HouseWith(s) // if several houses contain s, a line is the first of them
	return ok && f.isLine(h)
}
