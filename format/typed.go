package format

import (
	"bytes"
	"strings"

	"nonet/puzzle"
)

// This file reads rows as people type or copy them, in forms that have no name:
//
// 	53..7..../6..195.../.98....6./…      rows on one line, with the same sign between them
// 	5<tab>3<tab><tab><tab>7              rows of a spreadsheet that lost the tabs at their ends
// 	5 & 3 & & & 7 & & & & \\             rows of LaTeX without the table around them

// readTypedRows outputs a board that begins on this line in one of the forms above.
func (r *Reader) readTypedRows(ln *line, text []byte) bool {
	for _, sign := range [...]byte{'/', ';', '|', ',', '-'} {
		// The first of n rows must have n characters. This quick check excludes most other lines.
		first := bytes.IndexByte(text, sign)
		if n := bytes.Count(text, []byte{sign}); n > 2 && (n == first || n+1 == first) {
			board, ok := boardOfTable(joinedRows(string(text), string(sign)))
			return ok && r.emitBoards(Drawn, []string{board}, 0)
		}
	}
	separator := byte('&')
	if bytes.IndexByte(ln.raw, '\t') >= 0 {
		separator = '\t'
	} else if bytes.Count(text, []byte{'&'}) < 3 {
		return false
	}
	if !r.mayLookAhead() {
		return false
	}
	table, lines, width, short := [][]string(nil), 0, 0, false
	for raw := ln.raw; lines <= 2*puzzle.Most && len(raw) <= mostLength; lines++ {
		row := strings.Split(strings.TrimRight(strings.ReplaceAll(string(raw), `\hline`, ""), ` \`), string(separator))
		if len(row) > 1 || separator == '\t' && len(table) < width {
			short = short || len(table) > 0 && len(row) != width || len(row) < width
			width = max(width, len(row))
			table = append(table, row)
		} else if separator == '\t' || !bytes.Contains(raw, []byte(`\hline`)) {
			break
		}
		var found bool
		if raw, found = r.lineAhead(lines); !found {
			lines++
			break
		}
	}
	for i, row := range table {
		table[i] = append(row, make([]string, width-len(row))...)
	}
	if width == 11 {
		table = withoutGaps(table)
		short = short || len(table[0]) == 9
	}
	if len(table) == 0 || len(table) != len(table[0]) || separator == '\t' && !short {
		return false
	}
	board, ok := boardOfTable(table)
	return ok && r.emitBoards(Drawn, []string{board}, lines-1)
}

// joinedRows returns the cells of a board on one line, where `sign` separates the rows.
func joinedRows(text, sign string) (table [][]string) {
	for row := range strings.SplitSeq(strings.Trim(text, sign), sign) {
		table = append(table, strings.Split(strings.TrimSpace(row), ""))
	}
	return table
}
