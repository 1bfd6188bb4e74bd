package format

import (
	"strconv"

	"nonet/sudoku"
)

// A link of sudokuwiki.org has 81 digits after bd=, or two characters for each cell. The two characters are a number in
// base 32. Bit 0 is set if the cell is given, and bit d if digit d is possible. Newer links have a code that begins
// with S9B; see sudokuwiki_rules.go.

const sudokuWikiAddress = "https://www.sudokuwiki.org/sudoku.htm?bd="

// wikiContent parses the two characters of a cell, and returns its content in the form of the codes: 0 for an empty
// cell, d for a given, 9 + d for a player's digit, and 18 plus one bit for each candidate.
func wikiContent(text []byte) (content int, ok bool) {
	n, err := strconv.ParseUint(string(text), 32, 16)
	marks := sudoku.Candidates(n >> 1)
	if err != nil || marks == 0 || string(lowerASCII(text)) != string(text) {
		return 0, false
	}
	if content = 18 + int(marks); marks.Len() == 1 { // the site also sets the bit for a given in some cells with several candidates
		for d := range marks.Digits() {
			content = 9 + int(d) - 9*int(n&1)
		}
	}
	return content, true
}

// marksOfContent returns the candidates of a cell with this content, on the classic board.
func marksOfContent(content int) (marks sudoku.Candidates, given bool) {
	switch {
	case content == 0:
		return sudoku.AllDigits, false
	case content <= 18:
		return sudoku.CandidatesOf(sudoku.Digit((content-1)%9 + 1)), content <= 9
	}
	return sudoku.Candidates(content - 18), false
}

func isSudokuWiki(text []byte) bool {
	if len(text) != 2*sudoku.Cells {
		return isWikiCode(text)
	}
	for c := range sudoku.Cells {
		if _, ok := wikiContent(text[2*c : 2*c+2]); !ok {
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
		content := 0
		if coded {
			i := 3 + 2*c
			n, err := strconv.ParseUint(string(text[i:i+2]), 36, 16)
			if content = int(n); err != nil || content > 18+int(sudoku.AllDigits) {
				return p, ln.errorAt(s.from+i, "format.wiki.cell", "text", string(text[i:i+2]), "cell", sudoku.Cell(c).String())
			}
		} else {
			content, _ = wikiContent(text[2*c : 2*c+2])
		}
		var given bool
		p.Pencil[c], given = marksOfContent(content)
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
