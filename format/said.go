package format

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"nonet/puzzle"
)

// This file reads boards in words: rows that each have a label, and lists of cells.
//
// 	row 1: 5 3 . . 7 . . . .                      or "1. 53..7....", "1) 5 3 . . 7 . . . ."
// 	r1c1=5 r1c2=3 r1c5=7 …
// 	given(1,1,5). given(1,2,3). …                 facts of a logic program: row, column, digit

// readBoardInWords outputs the board that begins with this line, if it is written as rows with labels or as a list of
// cells.
func (r *Reader) readBoardInWords(text []byte) bool {
	numbered := len(text) > 3 && text[0] == '1' && isLabelEnd(text[1]) && text[2] == ' '
	if first := text[0] | 0x20; !numbered && (!isLetter(text[0]) || first != 'r' && first != 'l' && bytes.IndexByte(text, '(') < 0) {
		return false
	}
	if cells, ok := placementsIn(string(text)); ok {
		lines := 0
		for {
			raw, there := r.lineAhead(lines)
			next, ok := placementsIn(string(raw))
			if !there || !ok {
				break
			}
			cells = append(cells, next...)
			lines++
		}
		board, twice := boardOfPlacements(cells)
		if twice != nil {
			r.skipLines(lines)
			r.emitPuzzleError(newSyntaxError(r.ln.number, 1, "format.placedTwice", "cell", fmt.Sprintf("r%dc%d", twice.row, twice.column)))
			return true
		}
		return r.emitBoards(Drawn, []string{board}, lines)
	}
	var table [][]string
	for row := string(text); ; {
		cells, ok := cellsAfterLabel(row, len(table)+1)
		if !ok {
			break
		}
		table = append(table, cells)
		raw, there := r.lineAhead(len(table) - 1)
		if !there {
			break
		}
		row = string(raw)
	}
	board, ok := boardOfTable(table)
	return ok && r.emitBoards(Drawn, []string{board}, len(table)-1)
}

// cellsAfterLabel returns the cells after the label of a row: "row 1:", "r1 =", "line 1", "1.", "1)".
func cellsAfterLabel(text string, row int) (cells []string, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	bare := strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(text, "line"), "row"), "r"), " #")
	rest, ok := strings.CutPrefix(bare, strconv.Itoa(row))
	switch {
	case !ok || rest == "" || !isLabelEnd(rest[0]) && (bare == text || rest[0] != ' '):
		return nil, false // for example "1 2 3", which is a row of numbers
	case bare == text && (len(rest) == 1 || rest[1] != ' '):
		return nil, false // "1.2" begins with two cells, not with a label
	case bare == text:
		rest = rest[1:]
	}
	rest = strings.TrimLeft(strings.TrimLeft(rest, ":=)"), " ")
	if !strings.ContainsAny(rest, " ,\t") {
		cells, ok = strings.Split(rest, ""), true
	} else {
		cells, ok = parseProgramCells(rest)
	}
	return cells, ok && len(cells) > 3
}

func isLabelEnd(b byte) bool { return b == ':' || b == '=' || b == ')' || b == '.' }

// placement is a digit in a cell of a board. Rows and columns count from 1.
type placement struct{ row, column, digit int }

// placementsIn returns the placements that a line lists, such as "r1c1=5, r1c2=3" or "given(1,1,5)." ok is false if the
// line has anything else.
func placementsIn(text string) (cells []placement, ok bool) {
	text = strings.ToLower(text)
	if name, _, fact := strings.Cut(text, "("); fact {
		text = strings.NewReplacer(" ", "", ").", " ", ")", " ").Replace(text)
		for word := range strings.FieldsSeq(text) {
			inside, ok := strings.CutPrefix(strings.TrimLeft(word, ",;."), strings.TrimSpace(name)+"(")
			numbers := strings.Split(inside, ",")
			if !ok || len(numbers) != 3 {
				return nil, false
			}
			if cells, ok = appendPlacement(cells, numbers); !ok {
				return nil, false
			}
		}
		return cells, len(cells) > 0
	}
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return c <= ' ' || c == ',' || c == ';' }) {
		place, digit, ok := strings.Cut(word, "=")
		inside, is := strings.CutPrefix(place, "r")
		row, column, cell := strings.Cut(inside, "c")
		if ok = ok && is && cell; ok {
			cells, ok = appendPlacement(cells, []string{row, column, digit})
		}
		if !ok {
			return nil, false
		}
	}
	return cells, len(cells) > 0
}

// appendPlacement appends the placement that three numbers state: row, column and digit. For digit 0, an empty cell, it
// appends nothing.
func appendPlacement(cells []placement, numbers []string) ([]placement, bool) {
	var p placement
	for i, to := range []*int{&p.row, &p.column, &p.digit} {
		n, err := strconv.Atoi(numbers[i])
		if err != nil || n < 0 || n > puzzle.Most || n == 0 && i < 2 {
			return nil, false
		}
		*to = n
	}
	if p.digit == 0 {
		return cells, true
	}
	return append(cells, p), true
}

// boardOfPlacements returns the text of a board: the smallest of 9×9, 16×16, 25×25 and nonet's largest that has room
// for all cells and digits. `twice` is the first placement, if any, that gives a cell a second digit.
func boardOfPlacements(cells []placement) (board string, twice *placement) {
	n := 9
	for _, p := range cells {
		for _, v := range []int{p.row, p.column, p.digit} {
			for n < v {
				n = map[int]int{9: 16, 16: 25, 25: puzzle.Most}[n]
			}
		}
	}
	rows := make([][]string, n)
	for i := range rows {
		rows[i] = make([]string, n)
	}
	for i, p := range cells {
		cell, digit := &rows[p.row-1][p.column-1], strconv.Itoa(p.digit)
		if *cell != "" && *cell != digit {
			return "", &cells[i]
		}
		*cell = digit
	}
	board, _ = boardTextOf(rows)
	return board, nil
}
