package format

import (
	"bytes"
	"strings"

	"nonet/puzzle"
)

// This file finds the beginning and the end of puzzles that are not classic.

// isISSItemLine reports whether a line consists of items of Interactive Sudoku Solver: a dot, a name in
// letters, and arguments after tildes.
func isISSItemLine(text []byte) bool {
	if len(text) < 2 || text[0] != '.' {
		return false
	}
	tilde := bytes.IndexByte(text, '~')
	names := text[1:]
	if tilde >= 0 {
		names = text[1:tilde]
	}
	for name := range bytes.SplitSeq(names, []byte(".")) {
		switch {
		case len(name) == 0:
			if tilde < 0 {
				return false
			}
		case name[0] < 'A' || name[0] > 'Z':
			return false
		case tilde < 0 && len(name) < 3:
			return false // the line may be a board in letters
		}
		for i, b := range name {
			if !isLetter(b) || tilde < 0 && i == 1 && b < 'a' {
				return false
			}
		}
	}
	return true
}

// penpaIn returns the parameter p of an address of Penpa+; ok is false for other addresses.
func penpaIn(word []byte) (packed []byte, ok bool) {
	host, parameters, _ := bytes.Cut(word, []byte("#"))
	if len(parameters) == 0 {
		host, parameters, _ = bytes.Cut(word, []byte("?"))
	}
	for one := range bytes.SplitSeq(parameters, []byte("&")) {
		if rest, ok := bytes.CutPrefix(one, []byte("p=")); ok {
			packed = rest
		}
	}
	return packed, len(packed) > 0 && bytes.Contains(bytes.ToLower(host), []byte("penpa"))
}

// sumoCue is the beginning of a line of SumoCue: a killer puzzle with colons between the numbers of its cells.
const sumoCue = "3x3:"

// hasOtherRules reports whether a line is a 9×9 puzzle that is not classic. It may be a line of SumoCue, a killer
// puzzle of 81 characters, or a jigsaw of 162 characters. In the killer puzzle, one cell of each cage has the sum, and
// the cage's remaining cells point to that cell. The jigsaw has the digits of all cells, then their regions.
func hasOtherRules(text []byte) bool {
	const n = 81
	switch {
	case bytes.HasPrefix(text, []byte(sumoCue)):
		parts := bytes.Split(text, []byte(":"))
		return len(parts) == n+4 && string(parts[2]) == "k" && len(parts[n+3]) == 0
	case len(text) == n:
		return (bytes.IndexByte(text, '<') >= 0 || bytes.IndexByte(text, '>') >= 0 || bytes.IndexByte(text, '^') >= 0) &&
			len(bytes.Trim(text, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijv<>^`',.")) == 0
	case len(text) == 2*n:
		regions := text[n:]
		var count [256]int
		beside := 0 // the number of adjacent cells with equal characters; if it is 0, the text may be a puzzle and its solution
		for i, b := range regions {
			if count[b]++; count[b] > 9 || !isDigit(b) && !isLetter(b) {
				return false
			}
			if i%9 > 0 && regions[i-1] == b || i >= 9 && regions[i-9] == b {
				beside++
			}
		}
		return beside > 0 && len(bytes.Trim(text[:n], "0123456789._*-")) == 0
	}
	return false
}

// squareSideOf returns the side of a square board with this number of cells. It returns 0 if there is no such board, or
// if it is the classic board.
func squareSideOf(cells int) int {
	if n := boardSide(cells); n != 9 {
		return n
	}
	return 0
}

// sizedRow describes a line of cells of a board of any size. The cells are either words (numbers and signs of an empty
// cell) or characters (digits, letters and such signs).
type sizedRow struct {
	n        int  // the number of cells
	words    bool // the cells are words, not characters
	greatest int  // the greatest number, digit, or place of a letter in the alphabet
	letter   bool
	twice    bool
	solid    bool // nothing separates the cells
	single   bool // each cell is one character
	shown    bool // some cell is a digit or a letter, so the line is not just a border
}

func (row *sizedRow) fitsBoard(side int) bool {
	return row.greatest <= side || !row.letter && side > 9 && !row.words
}

func sizedRowOf(text []byte) (row sizedRow, ok bool) {
	var seen [256]bool // the characters that occur
	var twice bool
	words, characters, most := 0, 0, 0
	numbers := map[int]bool{}
	row.words, row.single = true, true
	for i := 0; i < len(text); i++ {
		from, value := i, 0
		for ; i < len(text) && !isSpace(text[i]) && text[i] != '|' && text[i] != ',' && text[i] != ';'; i++ {
			b := text[i]
			switch {
			case isDigit(b):
				value = min(value*10+int(b-'0'), 1000)
				row.greatest = max(row.greatest, int(b-'0'))
			case b|0x20 >= 'a' && b|0x20 <= 'z':
				row.letter, row.words = true, false
				row.greatest = max(row.greatest, int(b|0x20-'a')+1)
			case bytes.IndexByte([]byte("._*-"), b) < 0:
				return row, false
			}
			ok = ok || b != '-' && !isLetter(b)
			row.shown = row.shown || isDigit(b) || isLetter(b)
			row.words = row.words && (i == from || i == from+1 && isDigit(text[from]) && isDigit(b))
			if b > '0' && b != '_' {
				twice = twice || seen[b]
				seen[b] = true
			}
		}
		if i > from {
			words++
			characters += i - from
			row.single = row.single && i == from+1
			row.twice = row.twice || value > 0 && numbers[value]
			numbers[value] = true
			most = max(most, value)
		}
	}
	if row.words = row.words && words > 1; row.words {
		row.n, row.greatest = words, most
	} else {
		row.n, row.twice, row.solid = characters, twice, words == 1
	}
	return row, ok
}

// readSizedBoard outputs a board that is not 9×9, on one line or with one row per line. A line of n cells may be a
// whole small board, or a row of a board with n rows. It is a row if three things hold: no value occurs twice in it,
// there are n such lines, and one of them has a value too great for the small board. A single line without digits and
// letters is no board, because it may be a border.
func (r *Reader) readSizedBoard(ln *line, text []byte) bool {
	row, ok := sizedRowOf(text)
	if !ok || row.n == 9 {
		return false
	}
	side := squareSideOf(row.n)
	alone := side > 0 && row.shown && row.fitsBoard(side) && (row.words || row.solid) && (row.n != 729 || row.letter && !isPencilMarkText(text))
	several := row.n >= 4 && row.n <= puzzle.Most && (!row.twice || row.words && row.greatest > 9) && row.fitsBoard(row.n)
	give := func(kind Kind, lines int, text []byte) bool {
		r.inRun = kind == Line
		r.skipLines(lines)
		r.emitBoard(Puzzle{Kind: kind, Line: ln.number}, string(text))
		return true
	}
	switch {
	case !several:
		return alone && give(Line, 0, text)
	case !r.mayLookAhead():
		return false
	}
	board, count, last, small := bytes.Clone(text), 1, 0, alone
	several = row.n < 9 // lines with fewer than nine numbers may also form a classic puzzle
	for i := 0; count < row.n || several && count < mostRows; i++ {
		text, ok := r.contentAhead(i)
		if !ok || len(text) == 0 {
			break
		}
		other, ok := sizedRowOf(text)
		if isBorder(text) && !(ok && other.n == row.n && row.single && other.single && len(bytes.Trim(text, ". ")) == 0) { // a border, but not an empty row such as . . . .
			continue
		}
		if !ok && !row.letter || other.n != row.n || other.words != row.words && !(row.single && other.single) || !other.fitsBoard(row.n) {
			if several && row.words && ok && other.n < 9 {
				return false
			}
			break
		}
		small = small && other.fitsBoard(side)
		if board, count = append(append(board, '\n'), text...), count+1; count <= row.n {
			last = i + 1
		}
	}
	switch {
	case alone && (small || count < row.n):
		return give(Line, 0, text)
	case count < row.n || several && count%row.n != 0 && count < mostRows:
		return false
	}
	for rows := count; rows > row.n; rows-- {
		board = board[:bytes.LastIndexByte(board, '\n')]
	}
	return give(Rows, last, board)
}

// mostRows limits the lines of numbers that readSizedBoard examines. A classic puzzle with four numbers a line has 21
// lines.
const mostRows = 24

// boardTextOf joins rows of cells to the text of a board: a character for each cell, or numbers with blanks between
// them. ok is false unless all cells are single characters, or all are numbers.
func boardTextOf(rows [][]string) (text string, ok bool) {
	characters, numbers := true, true
	for _, row := range rows {
		for i, cell := range row {
			if cell == "" {
				row[i] = "."
				continue
			}
			characters = characters && len(cell) == 1
			numbers = numbers && len(cell) <= 2 && (strings.Trim(cell, "0123456789") == "" || strings.Contains("._*-", cell))
		}
	}
	separator := ""
	if !characters {
		separator = " "
	}
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = strings.Join(row, separator)
	}
	return strings.Join(lines, "\n"), characters || numbers
}
