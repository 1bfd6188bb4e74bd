package format

import (
	"encoding/json"
	"strings"

	"nonet/internal/exchange"
	"nonet/puzzle"
)

// A SudokuPad text states digits and regions directly. Everything else is drawings: cages, lines, arrows and shapes.
// Words or conventions determine their rules; see drawn_bind.go. A text that nonet wrote also contains a copy of the
// whole puzzle. nonet reads the copy if the drawings are unchanged.

// readSudokuPad converts a puzzle of SudokuPad, with its rules. The notes describe drawings. The error is a
// [*PartError] or a [*puzzle.Error].
func readSudokuPad(held *exchange.Puzzle, as map[string]string) (*puzzle.Puzzle, []Note, error) {
	r, err := newPuzzleReader(held, as)
	if err != nil {
		return nil, nil, err
	}
	if own := ownPuzzle(held); own != nil {
		own.Solution = r.Solution
		return own, nil, nil
	}
	r.member, r.sums = "cages", true
	for _, cage := range held.Cages {
		cells := r.pairCells(held, cage["cells"])
		value := strings.TrimSpace(cage.Text("value"))
		if sum := strings.TrimSpace(cage.Text("sum")); sum != "" {
			value = sum
		}
		switch {
		case len(cells) == 1 && cage.IsTrue("outlineC") && !shadeOf(cage.Text("outlineC")).seen: // an invisible cage
			r.pictures = append(r.pictures, picture{class: classText, cells: cells, text: value, start: true})
		case exchange.IsCage(cage):
			r.pictures = append(r.pictures, picture{class: classCage, cells: cells, text: value, start: cage.IsTrue("unique") || cage.Text("style") == "killer"})
		case !cage.IsTrue("cells") && value != "":
			r.addNote("cages: " + value)
		}
	}
	if held.HasOtherFlags() {
		r.addNote("global")
	}
	return r.finishPuzzle(held)
}

// pairCells returns the cells that list names as pairs [row, column].
func (r *fpuzzlesReader) pairCells(held *exchange.Puzzle, list any) (cells []int) {
	all, bad := held.CellPairs(list)
	for _, at := range all {
		if at[0] >= r.Rows || at[1] >= r.Columns {
			bad = jsonText(at)
		}
		cells = append(cells, at[0]*r.Columns+at[1])
	}
	if bad != "" {
		r.recordError("rules.noCell", "name", newPartError(strings.Trim(bad, "[]"), "").Part)
	}
	return cells
}

func jsonText(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
