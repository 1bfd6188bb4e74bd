package format

import (
	"encoding/json"
	"strconv"
	"strings"

	"nonet/internal/exchange"
	"nonet/puzzle"
)

// SudokuPad keeps a puzzle as what is drawn. Digits, regions and cages with a sum mean
// what they are; lines, arrows and shapes are drawings, whose rule only the words say:
// they become notes.

// readSudokuPad takes the rules of SudokuPad. The notes name drawings. The error is a [*PartError]
// or a [*puzzle.Error].
func readSudokuPad(held *exchange.Puzzle) (*puzzle.Puzzle, []Note, error) {
	r, err := begun(held)
	if err != nil {
		return nil, nil, err
	}
	r.member = "cages"
	for _, cage := range held.Cages {
		cells := r.pairs(cage["cells"])
		value, style := strings.TrimSpace(cage.Text("value")), cage.Text("style")
		if sum := strings.TrimSpace(cage.Text("sum")); sum != "" {
			value = sum
		}
		_, notNumber := strconv.Atoi(value)
		switch {
		case !exchange.IsCage(cage):
		case value == "" && (style == "killer" || cage.Says("unique")):
			r.add("Cage", []int{0}, cells)
		case notNumber == nil:
			r.add("Cage", []int{r.number(value)}, cells)
		default:
			r.note("cages: " + value)
		}
	}
	for _, name := range held.Pictures() {
		r.note(name)
	}
	return r.end(held)
}

// pairs are the cells of [row, column] lists.
func (r *fpuzzlesReader) pairs(list any) (cells []int) {
	all, bad := exchange.Places(list)
	for _, at := range all {
		if at[0] >= r.Rows || at[1] >= r.Columns {
			bad = jsonText(at)
		}
		cells = append(cells, at[0]*r.Columns+at[1])
	}
	if bad != "" {
		r.fail("rules.noCell", "name", wrong(strings.Trim(bad, "[]"), "").Part)
	}
	return cells
}

func jsonText(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
