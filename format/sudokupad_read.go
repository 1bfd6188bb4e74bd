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
func (r *fpuzzlesReader) readCages(payload *exchange.Puzzle) {
	r.part, r.sums = "cages", true
	for _, cage := range payload.Cages {
		cells := r.pairCells(payload, cage["cells"])
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
	if payload.HasOtherFlags() {
		r.addNote("global")
	}
}

// pairCells returns the cells that list names as pairs [row, column].
func (r *fpuzzlesReader) pairCells(payload *exchange.Puzzle, list any) (cells []int) {
	all, bad := payload.CellPairs(list)
	for _, pair := range all {
		if pair[0] >= r.Rows || pair[1] >= r.Columns {
			bad = jsonText(pair)
		}
		cells = append(cells, pair[0]*r.Columns+pair[1])
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
