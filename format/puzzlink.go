package format

import (
	"bytes"
	"fmt"
	"strconv"

	"nonet/puzzle"
)

// This file reads links of puzz.link and of sites with the same program: …?sudoku/9/9/53h7j… has the number of
// columns, the number of rows, and the cells row by row. A character 0 to f is a number. Larger numbers are written in
// hexadecimal, as -10 to -ff and +100 to +fff. A letter g to z is a run of 1 to 20 empty cells. A dot is one cell that
// is marked as empty. Boxes follow from the size: 2×3 cells on a board of 6×6, otherwise squares.

const puzzLinkAddress = "https://puzz.link/p?sudoku/"

// isPuzzLinkSide reports whether a board of n rows and n columns has the boxes that puzz.link gives it: squares, or
// 2×3 cells if n is 6.
func isPuzzLinkSide(n int) bool {
	box := puzzle.New(n, n).Box
	return n == 6 || box.Rows > 1 && box.Rows == box.Columns
}

// puzzLinkIn returns the span after "sudoku/" in an address of puzz.link.
func puzzLinkIn(word []byte) (link span, ok bool) {
	for _, mark := range []string{"?sudoku/", "#sudoku/", "&sudoku/", "/p/sudoku/"} {
		if i := bytes.Index(word, []byte(mark)); i >= 0 {
			return span{i + len(mark), len(word)}, true
		}
	}
	return link, false
}

// readPuzzLink parses the text after "sudoku/".
func readPuzzLink(text string) (*puzzle.Puzzle, []Note, error) {
	parts := bytes.Split([]byte(text), []byte{'/'})
	if len(parts) > 0 && len(parts[0]) > 1 && parts[0][len(parts[0])-1] == ':' { // skip a setting of the display, such as "v:"
		parts = parts[1:]
	}
	if len(parts) < 3 {
		return nil, nil, newPartError(text, "format.puzzlink")
	}
	columns, err := strconv.Atoi(string(parts[0]))
	rows, err2 := strconv.Atoi(string(parts[1]))
	if err != nil || err2 != nil || rows != columns || rows < 2 || rows > puzzle.Most || !isPuzzLinkSide(rows) {
		return nil, nil, newPartError(text, "format.puzzlink")
	}
	p := puzzle.New(rows, columns)
	cell, body := 0, parts[2]
	digits := func(n int) (v int, ok bool) {
		if len(body) < n {
			return 0, false
		}
		number, err := strconv.ParseUint(string(body[:n]), 16, 16)
		body = body[n:]
		return int(number), err == nil
	}
	for len(body) > 0 {
		v, ok := 0, true
		switch b := body[0]; {
		case b >= 'g' && b <= 'z':
			cell, body = cell+int(b-'g')+1, body[1:]
			continue
		case b == '.':
			body = body[1:]
		case b == '-':
			body = body[1:]
			v, ok = digits(2)
		case b == '+':
			body = body[1:]
			v, ok = digits(3)
		default:
			v, ok = digits(1)
		}
		if !ok || cell >= p.BoardCells() {
			return nil, nil, newPartError(text, "format.puzzlink")
		}
		if v > 0 {
			p.Givens = append(p.Givens, puzzle.Given{Cell: cell, Values: []int{v}})
		}
		cell++
	}
	if cell > p.BoardCells() {
		return nil, nil, newPartError(text, "format.puzzlink")
	}
	return validateResult(p, nil, nil)
}

// puzzLinkText returns p as a link of puzz.link, and records in l what the link lacks.
func puzzLinkText(p *puzzle.Puzzle, l *losses) (text string, ok bool) {
	n := p.Rows
	if p.Columns != n || p.Low != 1 || p.High != n || p.Free || !isPuzzLinkSide(n) {
		return "", false
	}
	l.recordTextLosses(false)
	l.recordBoardLosses(false)
	dst := fmt.Appendf([]byte(puzzLinkAddress), "%d/%d/", n, n)
	run := 0
	appendRun := func() {
		if run > 0 {
			dst = append(dst, 'g'+byte(run-1))
		}
		run = 0
	}
	for _, v := range givensOf(p) {
		if v < 1 {
			if run++; run == 20 {
				appendRun()
			}
			continue
		}
		if appendRun(); v > 15 {
			dst = append(dst, '-')
		}
		dst = strconv.AppendInt(dst, int64(v), 16)
	}
	appendRun()
	return string(dst), true
}
