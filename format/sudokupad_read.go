package format

import (
	"encoding/json"
	"strings"

	"nonet/internal/exchange"
)

// A SudokuPad text states digits and regions directly. Everything else is drawings: cages, lines, arrows and shapes.
// Words or conventions determine their rules; see drawn_bind.go. A text that nonet wrote also contains a copy of the
// whole puzzle. nonet reads the copy if the drawings are unchanged.

// readCages reads the cages, and the rules that SudokuPad stores as cages without cells. It adds a note for each such
// rule.
func (r *fpuzzlesReader) readCages(held *exchange.Puzzle) {
	r.part, r.sums = "cages", true
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
		r.recordError("rules.noCell", "name", strings.Trim(bad, "[]"))
	}
	return cells
}

func jsonText(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
