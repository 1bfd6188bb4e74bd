package format

import (
	"strconv"

	"nonet/sudoku"
)

// A link of sudokuwiki.org has 81 digits after bd=, or two characters for each cell. The two characters are a number in
// base 32. Bit 0 is set if the cell is given, and bit d if digit d is possible. Newer links have a code that begins
// with S9B; see sudokuwiki_rules.go.

const sudokuWikiAddress = "https://www.sudokuwiki.org/sudoku.htm?bd="

// wikiCell parses the two characters of a cell. ok is false for other characters.
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
	return marks, n&1 != 0 && marks.Len() == 1, marks != 0 // the site also sets the bit for a given in some cells with several candidates
}

func isSudokuWiki(text []byte) bool {
	if len(text) != 2*sudoku.Cells {
		return isWikiCode(text)
	}
	for c := range sudoku.Cells {
		if _, _, ok := wikiCell(text[2*c : 2*c+2]); !ok {
			return false
		}
	}
	return true
}

func readSudokuWiki(ln *line, s span) (Puzzle, *SyntaxError) {
	text := ln.text[s.from:s.to]
	code, coded := wikiCodeOf(text)
	if coded = coded && len(text) != 2*sudoku.Cells; coded && (code.letter != 'S' || code.side != 9) {
		return newResultConverter(kindSudokuWiki, ln.placeAt(s.from))(readWikiRules(text))
	}
	var values [sudoku.Cells]uint8
	p := Puzzle{Kind: kindSudokuWiki, Pencil: new([sudoku.Cells]sudoku.Candidates)}
	for c := range sudoku.Cells {
		var given bool
		if coded {
			i := 3 + 2*c
			var ok bool
			if p.Pencil[c], given, ok = parseCodedCell(text[i : i+2]); !ok {
				return p, ln.errorAt(s.from+i, "format.wiki.cell", "text", string(text[i:i+2]), "cell", sudoku.Cell(c).String())
			}
		} else {
			p.Pencil[c], given, _ = wikiCell(text[2*c : 2*c+2])
		}
		if given {
			for d := range p.Pencil[c].Digits() {
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

// parseCodedCell parses a cell in a code for classic puzzles. ok is false for a text of another form.
func parseCodedCell(text []byte) (marks sudoku.Candidates, given, ok bool) {
	n, err := strconv.ParseUint(string(text), 36, 16)
	switch {
	case err != nil || n > 18+uint64(sudoku.AllDigits):
		return 0, false, false
	case n == 0:
		return sudoku.AllDigits, false, true
	case n <= 18:
		return sudoku.CandidatesOf(sudoku.Digit((n-1)%9 + 1)), n <= 9, true
	}
	return sudoku.Candidates(n - 18), false, true
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
		if n == 0 { // the site cannot show a cell without candidates
			n = int(sudoku.AllDigits) << 1
		}
		if n < 32 {
			dst = append(dst, '0')
		}
		dst = strconv.AppendInt(dst, int64(n), 32)
	}
	return append(dst, '\n')
}
