package notation

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"nonet/variant"
)

// SudokuPad keeps a puzzle as what is drawn. Digits, regions and cages with a sum mean
// what they are; lines, arrows and shapes are drawings, whose rule only the words say:
// they become notes.

// sudokuPad is the members that are read. Cells of a list are [row, column] from 0.
type sudokuPad struct {
	Cells   [][]struct{ Value loose } `json:"cells"`
	Regions []json.RawMessage         `json:"regions"`
	Cages   []struct {
		Cells  [][]float64 `json:"cells"`
		Value  loose       `json:"value"`
		Sum    loose       `json:"sum"`
		Style  string      `json:"style"`
		Hidden bool        `json:"hidden"`
		Unique *bool       `json:"unique"`
	} `json:"cages"`
	Metadata struct{ Title, Author, Rules loose } `json:"metadata"`
}

// ReadSudokuPad reads the JSON of SudokuPad; its shortened form is not read. The notes
// name drawings. The error is an [*Error] or a [*variant.Error].
func ReadSudokuPad(text string) (*variant.Puzzle, []Note, error) {
	var o sudokuPad
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return nil, nil, wrong("", "variant.json", "what", err.Error())
	}
	rows := len(o.Cells)
	if rows < 1 || rows > variant.Most || len(o.Cells[0]) < 1 || len(o.Cells[0]) > variant.Most {
		return nil, nil, wrong("cells", "variant.grid", "n", rows, "size", rows)
	}
	r := &fpuzzlesReader{Puzzle: variant.New(rows, len(o.Cells[0]))}
	r.Title, r.Author, r.Rules = string(o.Metadata.Title), string(o.Metadata.Author), string(o.Metadata.Rules)
	r.member = "cells"
	for i, row := range o.Cells {
		if len(row) != r.Columns {
			return nil, nil, wrong("cells", "variant.grid", "n", len(row), "size", r.Columns)
		}
		for j, cell := range row {
			if cell.Value != "" {
				r.Givens = append(r.Givens, variant.Given{Cell: i*r.Columns + j, Values: []int{r.number(cell.Value)}})
			}
		}
	}
	r.pieces(o.Regions)
	for _, cage := range o.Cages {
		r.member = "cages"
		cells := r.pairs(cage.Cells)
		value := cage.Value
		if cage.Sum != "" {
			value = cage.Sum
		}
		_, notNumber := strconv.Atoi(string(value))
		switch {
		case len(cells) == 0:
			r.words([]fpuzzlesClue{{Value: cage.Value}})
		case cage.Hidden || cage.Style == "box" || cage.Style == "rowcol":
		case value == "" && cage.Style == "killer", value == "" && cage.Unique != nil && *cage.Unique:
			r.add("Cage", []int{0}, cells)
		case notNumber == nil:
			r.add("Cage", []int{r.number(value)}, cells)
		default:
			r.notes = append(r.notes, Note{"cages: " + wrong(string(value), "").Part})
		}
	}
	var drawn map[string]json.RawMessage
	json.Unmarshal([]byte(text), &drawn)
	for _, name := range []string{"lines", "arrows", "overlays", "underlays", "foglight", "thermos"} {
		var list []json.RawMessage
		if json.Unmarshal(drawn[name], &list) == nil && len(list) > 0 {
			r.notes = append(r.notes, Note{name})
		}
	}
	if r.err != nil {
		return nil, nil, r.err
	}
	if err := r.Validate(); err != nil {
		return nil, nil, err
	}
	return r.Puzzle, r.notes, nil
}

// pieces takes the regions, where they are other than the boxes.
func (r *fpuzzlesReader) pieces(lists []json.RawMessage) {
	r.member = "regions"
	var all [][]int
	for _, list := range lists {
		var cells [][]float64
		if json.Unmarshal(list, &cells) == nil && len(cells) > 0 {
			all = append(all, r.pairs(cells))
		}
	}
	if len(all) == 0 {
		r.Box = variant.Box{}
		return
	}
	box := r.Box
	same := box.Rows > 0 && len(all)*box.Rows*box.Columns == r.BoardCells()
	for _, cells := range all {
		of := func(c int) [2]int {
			return [2]int{c / r.Columns / max(1, box.Rows), c % r.Columns / max(1, box.Columns)}
		}
		same = same && len(cells) == box.Rows*box.Columns && !slices.ContainsFunc(cells, func(c int) bool { return of(c) != of(cells[0]) })
	}
	if !same {
		r.Box, r.Regions = variant.Box{}, all
	}
}

// pairs are the cells of [row, column] lists.
func (r *fpuzzlesReader) pairs(list [][]float64) (cells []int) {
	for _, at := range list {
		if len(at) != 2 || at[0] < 0 || at[1] < 0 || at[0] >= float64(r.Rows) || at[1] >= float64(r.Columns) {
			r.fail("variant.noCell", "name", strings.Trim(strings.Join(strings.Fields(jsonText(at)), ""), "[]"))
			return nil
		}
		cells = append(cells, int(at[0])*r.Columns+int(at[1]))
	}
	return cells
}

func jsonText(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
