package format

import (
	"encoding/json"

	"nonet/sudoku"
)

// SudokuPad stores a puzzle as an object: cells, which are nine rows of nine objects, and lists of drawings.
// Constraints are only drawings, and rules in words. Therefore nonet reads any drawing as a possible constraint.

// sudokuPadCell has the members of a cell that nonet writes.
type sudokuPadCell struct {
	Value  int   `json:"value,omitempty"`
	Corner []int `json:"pencilMarks,omitempty"`
	Centre []int `json:"centremarks,omitempty"`
}

type sudokuPadShape struct {
	Background string     `json:"backgroundColor"`
	Centre     [2]float64 `json:"center"`
	Width      int        `json:"width"`
	Height     int        `json:"height"`
}

type sudokuPadMeta struct {
	Title  string `json:"title,omitempty"`
	Author string `json:"author,omitempty"`
	Rules  string `json:"rules,omitempty"`
}

// sudokuPadJSON returns a classic puzzle in SudokuPad's form, without the player's digits, because this JSON has only
// givens.
func sudokuPadJSON(p Puzzle) []byte {
	e := p.extra()
	var o struct {
		CellSize  int                 `json:"cellSize"`
		Metadata  *sudokuPadMeta      `json:"metadata,omitempty"`
		Cells     [9][9]sudokuPadCell `json:"cells"`
		Regions   [9][9][2]int        `json:"regions"`
		Underlays []sudokuPadShape    `json:"underlays,omitempty"`
	}
	o.CellSize = 50
	if meta := (sudokuPadMeta{p.Name, e.Author, e.Rules}); meta != (sudokuPadMeta{}) {
		o.Metadata = &meta
	}
	for c := range sudoku.Cells {
		row, column := c/9, c%9
		o.Cells[row][column] = sudokuPadCell{int(p.Grid.At(sudoku.Cell(c))), digitsIn(e.Corner[c]), digitsIn(e.Centre[c])}
		o.Regions[row/3*3+column/3][row%3*3+column%3] = [2]int{row, column}
		for _, colour := range coloursIn(e.Colours[c]) {
			o.Underlays = append(o.Underlays, sudokuPadShape{colour, [2]float64{float64(row) + 0.5, float64(column) + 0.5}, 1, 1})
		}
	}
	text, _ := json.Marshal(o)
	return text
}

func appendSudokuPadJSON(dst []byte, p Puzzle) []byte {
	return append(append(dst, sudokuPadJSON(p)...), '\n')
}
