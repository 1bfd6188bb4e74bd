package format

import (
	"bytes"
	"strconv"

	"nonet/sudoku"
)

// A link of sudokuwiki.org has 81 digits after bd=, or two characters for each cell: a number in
// base 32, with bit 0 set if the cell is given, and bit d set if digit d is possible.

const sudokuWikiAddress = "https://www.sudokuwiki.org/sudoku.htm?bd="

// wikiCell parses the two characters of a cell. ok is false if they are not a cell.
func wikiCell(text []byte) (marks sudoku.Candidates, given, ok bool) {
	n := 0
	for _, b := range text {
		switch {
		case isDigit(b):
			n = n*32 + int(b-'0')
		case b >= 'a' && b <= 'v':
			n = n*32 + int(b-'a') + 10
		default:
			return 0, false, false
		}
	}
	marks = sudoku.Candidates(n >> 1)
	return marks, n&1 != 0 && marks.Len() == 1, marks != 0 // the site also marks some cells with several candidates as given
}

// isWikiOther reports whether a word is a link of sudokuwiki.org's to a puzzle with other rules, which
// is not read: its digits alone are another puzzle.
func isWikiOther(word []byte) bool {
	_, text, ok := bytes.Cut(bytes.ToLower(word), []byte("sudokuwiki.org/"))
	for _, mark := range [...]string{"sudokux", "sudoku_x", "jigsaw", "killer", "windoku", "shape="} {
		if ok && bytes.Contains(text, []byte(mark)) {
			return true
		}
	}
	return false
}

func isSudokuWiki(text []byte) bool {
	if len(text) != 2*sudoku.Cells {
		return false
	}
	for c := range sudoku.Cells {
		if _, _, ok := wikiCell(text[2*c : 2*c+2]); !ok {
			return false
		}
	}
	return true
}

func readSudokuWiki(ln *line, s span) (Puzzle, *SyntaxError) {
	var values [sudoku.Cells]uint8
	p := Puzzle{Kind: kindSudokuWiki, Pencil: new([sudoku.Cells]sudoku.Candidates)}
	for c := range sudoku.Cells {
		marks, given, _ := wikiCell(ln.text[s.from+2*c : s.from+2*c+2])
		if p.Pencil[c] = marks; given {
			for d := range marks.Digits() {
				values[c] = uint8(d)
			}
		}
	}
	p.Grid, _ = sudoku.FromCells(values)
	if p.Eliminations() == 0 {
		p.Pencil = nil
	}
	return p, nil
}

func appendSudokuWiki(dst []byte, p Puzzle) []byte {
	dst = append(dst, sudokuWikiAddress...)
	for c, v := range p.Grid.Values() {
		n := 0
		switch {
		case v != 0:
			n = 1<<v | 1
		case p.Pencil != nil:
			n = int(p.Pencil[c]) << 1
		default:
			n = int(p.Grid.Candidates(sudoku.Cell(c))) << 1
		}
		if n == 0 { // a cell without candidates, which the site cannot show
			n = int(sudoku.AllDigits) << 1
		}
		if n < 32 {
			dst = append(dst, '0')
		}
		dst = strconv.AppendInt(dst, int64(n), 32)
	}
	return append(dst, '\n')
}
