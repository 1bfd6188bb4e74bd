package format

import (
	"encoding/json"
	"strings"

	"nonet/internal/lzstring"
	"nonet/sudoku"
)

// SudokuPad keeps a puzzle as an object: cells, nine rows of nine objects, and lists
// of what is drawn. Of a constraint it knows no more than its drawing and the rules in
// words, so that what is drawn is taken for one, whatever it means.

func fromSudokuPad(o object) (p Puzzle, _ *fault) {
	cells, wrong := cellsOf(o, "cells")
	if wrong != nil {
		return p, wrong
	}
	p = Puzzle{Kind: SudokuPad, Extra: new(Extra)}
	e, set := p.Extra, map[Constraint]bool{}
	var givens [sudoku.Cells]uint8
	for c, cell := range cells {
		d, ok := digitOf(cell["value"])
		if !ok {
			return p, faulty(c, "format.number", "text", printableName([]byte(cell.text("value"))))
		}
		givens[c] = d
		e.Corner[c] = marksOf(cell.list("pencilMarks"))
		for _, key := range []string{"centremarks", "centerMarks", "candidates"} {
			e.Centre[c] |= marksOf(cell.list(key))
		}
		for _, key := range []string{"c", "color", "colour", "highlight"} {
			e.colour(c, cell.text(key))
		}
	}
	p.Grid, _ = sudoku.FromCells(givens)
	meta, _ := o["metadata"].(object)
	if meta == nil {
		meta, _ = o["metaData"].(object)
	}
	p.Name = printableName([]byte(meta.text("title")))
	e.Author = printableName([]byte(meta.text("author")))
	e.Rules = printableText(meta.text("rules"))
	p.solution(meta)
	for _, key := range []string{"antiknight", "antiking"} {
		if meta.says(key) {
			set[Constraint(key)] = true
		}
	}
	for _, cage := range o.list("cages") {
		if cage, _ := cage.(object); !cage.says("hidden") && cage.text("style") != "box" {
			e.cage(&p, cage, set)
		}
	}
	for key, id := range map[string]Constraint{"lines": "line", "arrows": "arrow", "overlays": "shape", "foglight": "fog", "foglink": "fog", "triggereffect": "fog", "global": "other"} {
		if o.says(key) {
			set[id] = true
		}
	}
	for _, drawn := range o.list("underlays") {
		drawn, _ := drawn.(object)
		if c := wholeCell(drawn); c >= 0 {
			e.colour(c, drawn.text("backgroundColor"))
		} else {
			set["shape"] = true
		}
	}
	if regions := o.list("regions"); len(regions) > 0 && !regionsAreBoxes(regions) {
		set["regions"] = true
	}
	p.finish(set)
	return p, nil
}

// wholeCell is the cell that a shape colours from edge to edge, −1 if it does another thing.
func wholeCell(drawn object) int {
	at := drawn.list("center")
	if len(at) != 2 || drawn["width"] != 1.0 || drawn["height"] != 1.0 || drawn.says("rounded") || drawn.says("text") {
		return -1
	}
	row, _ := at[0].(float64)
	column, _ := at[1].(float64)
	for c := range sudoku.Cells {
		if row == float64(c/9)+0.5 && column == float64(c%9)+0.5 {
			return c
		}
	}
	return -1
}

// regionsAreBoxes reports whether lists of [row, column] are the nine boxes.
func regionsAreBoxes(lists []any) bool {
	var regions [sudoku.Cells]uint8
	n := 0
	for i, list := range lists {
		cells, _ := list.([]any)
		for _, cell := range cells {
			at, _ := cell.([]any)
			if len(at) != 2 {
				return false
			}
			row, _ := at[0].(float64)
			column, _ := at[1].(float64)
			c := int(row)*9 + int(column)
			if row < 0 || row > 8 || column < 0 || column > 8 || regions[c] != 0 {
				return false
			}
			regions[c] = uint8(min(i, 100) + 1)
			n++
		}
	}
	return n == sudoku.Cells && areBoxes(&regions)
}

// sudokuPadCell is a cell as SudokuPad writes it.
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

// sudokuPadJSON leaves the player's digits out: SudokuPad has givens only.
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

func appendSudokuPad(dst []byte, p Puzzle) []byte {
	packed := lzstring.Pack(string(sudokuPadJSON(p)))
	dst = append(dst, "https://sudokupad.app/?puzzleid=scl"...)
	return append(append(dst, strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(packed)...), '\n')
}

func appendSudokuPadJSON(dst []byte, p Puzzle) []byte {
	return append(append(dst, sudokuPadJSON(p)...), '\n')
}
