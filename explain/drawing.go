package explain

import (
	"fmt"
	"strings"

	"nonet/logic"
	"nonet/sudoku"
)

// signs holds a sign for each role of a candidate: + pattern, # fin, * pivot, a to d colours.
const signs = "+##*+abcd"

// Drawing returns a position as a candidate grid. A sign before a candidate shows its part in the step: ! placed, -
// removed, + pattern, # fin, * pivot, a to d colours. If step is nil, there are no signs.
//
//	6   +67  9   | …
func Drawing(s *logic.State, step *logic.Step) string {
	var sign [sudoku.Cells][10]byte
	if step != nil {
		for _, m := range step.Marks {
			sign[m.Candidate.Cell][m.Candidate.Digit] = signs[int(m.Role)%len(signs)]
		}
		for _, e := range step.Eliminations {
			sign[e.Cell][e.Digit] = '-'
		}
		for _, p := range step.Placements {
			sign[p.Cell][p.Digit] = '!'
		}
	}
	var cell [sudoku.Cells]string
	width := 1
	for c := range logic.Cell(sudoku.Cells) {
		if v := s.Value(c); v != 0 {
			cell[c] = fmt.Sprint(v)
		}
		for d := range s.Candidates(c).Digits() {
			if k := sign[c][d]; k != 0 {
				cell[c] += string(k)
			}
			cell[c] += fmt.Sprint(d)
		}
		if cell[c] == "" {
			cell[c] = "?"
		}
		width = max(width, len(cell[c]))
	}
	var b strings.Builder
	rule := strings.Repeat("-", 3*width+4)
	for c := range logic.Cell(sudoku.Cells) {
		if c.Column()%3 == 1 && c.Column() > 1 {
			b.WriteString("| ")
		}
		b.WriteString(cell[c])
		if c.Column() < 9 {
			b.WriteString(strings.Repeat(" ", width-len(cell[c])+1))
			continue
		}
		b.WriteByte('\n')
		if c.Row()%3 == 0 && c.Row() < 9 {
			b.WriteString(rule[:len(rule)-1] + "+" + rule + "+" + rule + "\n")
		}
	}
	return b.String()
}
