package format

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nonet/sudoku"
)

// alignedBoard returns the board of nine lines such as "R1 | 5 3 . . 7 . . . .". Each line has the same number of words
// before its nine cells. A second board beside the first must be its solution. All empty cells have the same
// sign, which may be any character. The result is "" if there is no board, or several.
func alignedBoard(text string) string {
	if strings.Contains(text, ",,") {
		return "" // a part is missing
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if cells := strings.Split(line, "\t"); len(cells) > 8 { // a table with empty cells
			for i, cell := range cells[1:] {
				cells[i+1] = cmp.Or(strings.TrimSpace(cell), ".")
			}
			line = strings.Join(cells, " ")
		}
		lines = append(lines, line)
	}
	text = strings.Join(lines, "\n")
	signs := map[rune]int{-1: sudoku.Cells} // how often each sign occurs; -1 stands for a text without empty cells
	for _, c := range text {
		if c != '\n' && !unicode.IsSpace(c) && (c < '1' || c > '9') {
			signs[c]++
		}
	}
	isPuzzleRow := func(line string) bool {
		for sign, n := range signs {
			cells := strings.Join(pastedRowOf(line, sign).cells, "")
			if n >= sudoku.Cells-64 && strings.Contains(cells, ".") && strings.Trim(cells, ".") != "" {
				return true
			}
		}
		return false
	}
	if slices.ContainsFunc(lines, isPuzzleRow) {
		delete(signs, -1) // if some rows have empty cells, full rows beside them are their solution
	}
	board := ""
	for sign, n := range signs {
		if n < sudoku.Cells-64 {
			continue
		}
		found := boardWithSign(text, sign)
		empty := strings.Count(found, ".")
		if found == "" || sign >= 0 && !isUsualSign(sign) && (empty < 27 || empty > 64) { // so many signs cannot be typing errors
			continue
		}
		if board != "" && board != found {
			return ""
		}
		board = found
	}
	return board
}

// isUsualSign reports whether the notations also read the character `sign` as an empty cell.
func isUsualSign(sign rune) bool { return sign < 0x80 && digits[sign] == 0 }

// pastedRow is a line with the cells of one or two rows, and the words before and after these cells.
type pastedRow struct {
	before []string
	cells  []string // a string of digits and dots for each row
	after  []string
}

// isMarked reports whether the line has anything besides one row of nine cells.
func (r pastedRow) isMarked() bool {
	return len(r.before)+len(r.after) > 0 || len(r.cells) > 1 || len(r.cells[0]) != 9
}

// mayBeRemark reports whether the line may be a remark that contains a number. The number of words after the cells of
// such a line differs from that of `first`.
func (r pastedRow) mayBeRemark(first pastedRow) bool {
	after := strings.Join(r.after, "")
	return len(r.after) != len(first.after) && (strings.ContainsAny(after, "0123456789") || after != "" && !strings.Contains(r.cells[0], "."))
}

// boardWithSign is like alignedBoard, but only the character `sign` stands for an empty cell.
func boardWithSign(text string, sign rune) string {
	words := strings.Fields(text)
	if cells := cellsWithSign(strings.Join(words, ""), sign); len(cells) == 81 && len(words) > 0 {
		if haveOneLength(words) && (len(words) == 3 || len(words) == 27 && strings.Count(text, "\n") < 26) || len(words) == 2 && len(words[0]) > 35 { // parts of a line; 27 lines may be boxes
			return cells
		}
	}
	var board []pastedRow
	of := "" // the shape of these rows: the number of words before the cells, and the numbers of cells
	header, ended := false, false
	numbers, shapeOfNumbers := pastedRow{}, "" // the numbers of columns, or a row from 1 to 9
	for line := range strings.SplitSeq(text, "\n") {
		row := pastedRowOf(line, sign)
		shape := fmt.Sprint(len(row.before))
		for _, cells := range row.cells {
			shape += fmt.Sprint(" ", len(cells))
		}
		switch {
		case len(row.cells) > 0 && len(row.cells[0]) != 81 && isNumbering(strings.Split(row.cells[0], "")):
			if len(board) == 0 || header {
				header, numbers, shapeOfNumbers = true, row, shape
				continue
			}
		case len(board) == 0 && namesColumns([]byte(line)):
			header = true
			continue
		case len(row.cells) == 0 && strings.ContainsFunc(line, unicode.IsDigit) && !strings.ContainsFunc(line, unicode.IsLetter):
			return "" // perhaps another row, or a count
		case len(row.cells) == 0 && !strings.ContainsFunc(line, isLetterOrDigit):
			continue // a border
		case len(row.cells) == 0:
			ended = len(board) > 0
			continue
		}
		if shape == shapeOfNumbers && len(board) == 0 {
			board, of, header = append(board, numbers), shape, false
		}
		if len(board) > 0 && (ended || shape != of) {
			return "" // the rows have several shapes, or words between them
		}
		board, of = append(board, row), shape
	}
	var all [2]string
	usual := !header && (sign < 0 || isUsualSign(sign))
	if usual && len(board) == 9 && !slices.ContainsFunc(board, pastedRow.isMarked) {
		return "" // a notation has refused these rows, and its error says more
	}
	switch {
	case len(board) == 1 && len(board[0].cells) < 3 && !statesOrder(strings.Join(board[0].before, " ")):
		copy(all[:], board[0].cells)
	case len(board) != 9 || !areLabels(board):
		return ""
	case slices.ContainsFunc(board, func(row pastedRow) bool { return row.mayBeRemark(board[0]) || board[0].mayBeRemark(row) }):
		return ""
	case len(board[0].cells) < 3:
		for _, row := range withoutNumbers(board) {
			for i, cells := range row.cells {
				all[i] += cells
			}
		}
	}
	if len(all[0]) != 81 || all[1] != "" && (strings.Contains(all[1], ".") || !boardsAgree(all[0], all[1])) {
		return ""
	}
	return all[0]
}

func isLetterOrDigit(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

func boardsAgree(a, b string) bool {
	for i := range len(a) {
		if i >= len(b) || a[i] != '.' && b[i] != '.' && a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// pastedRowOf finds the cells in a line: a word of several cells, words of three cells, or single cells. Five cells are
// enough, so that a row with a fault is noticed.
func pastedRowOf(line string, sign rune) (row pastedRow) {
	words := strings.FieldsFunc(line, func(c rune) bool { return c != sign && c != '.' && c != '-' && !isLetterOrDigit(c) })
	var run string
	begin := 0
	end := func(line int) {
		switch n := len(run); {
		case n < 5:
		case n == 18:
			row.cells = append(row.cells, run[:9], run[9:])
		default:
			row.cells = append(row.cells, run)
		}
		if len(run) >= 5 && row.before == nil {
			row.before = append([]string{}, words[:begin]...)
		}
		if len(run) >= 5 {
			row.after = words[line:]
		}
		run, begin = "", line
	}
	size := 0
	for i, word := range words {
		cells := cellsWithSign(word, sign)
		if len(cells) == 0 || len(cells) != size || len(cells) > 3 || len(cells) == 3 && len(run) == 9 {
			end(i)
		}
		size = len(cells)
		run += cells
	}
	end(len(words))
	return row
}

// cellsWithSign returns the cells of a word, with a dot for each empty cell.
func cellsWithSign(word string, sign rune) string {
	var cells []byte
	for _, c := range word {
		switch {
		case c == sign:
			cells = append(cells, '.')
		case c >= '1' && c <= '9':
			cells = append(cells, byte(c))
		default:
			return ""
		}
	}
	return string(cells)
}

// rowLabels has the words that may stand before the number of a row.
const rowLabels = "  r row line zeile ligne fila 行 第 "

// areLabels reports whether the words before the cells of rows may be labels of rows: the same words in all rows,
// consecutive numbers or letters, or times.
func areLabels(rows []pastedRow) bool {
	numbered, named := len(rows[0].cells[0]) == 10, false // numbered: if a row has ten cells, the first is its number
	for i, word := range rows[0].before {
		word = strings.TrimRight(word, ".")
		name := strings.ToLower(strings.TrimRight(word, "0123456789"))
		if name != "" && isWordIn(manyParts+onePart+" c b ", name) && (len(rows[0].before) > 1 || name != strings.ToLower(word)) {
			return false // such as c1 or Box 1, which label a column or a box
		}
		same, ascends := true, true
		for k := range rows[1:] {
			upper, lower := strings.TrimRight(rows[k].before[i], "."), strings.TrimRight(rows[k+1].before[i], ".")
			same = same && upper == lower
			a, wrongA := strconv.Atoi(strings.TrimPrefix(strings.ToLower(upper), name))
			b, wrongB := strconv.Atoi(strings.TrimPrefix(strings.ToLower(lower), name))
			switch {
			case wrongA == nil && wrongB == nil:
				ascends = ascends && (b == a+1 && isWordIn(rowLabels, name) || name == "" && b >= a && a > 9)
			default:
				ascends = ascends && len(upper) == 1 && len(lower) == 1 && lower[0] == upper[0]+1
			}
		}
		if !same && !ascends {
			return false
		}
		numbered = numbered || !same && len(word) == len(name)+1
		named = named || same && name != "" && !isWordIn(rowLabels, name)
	}
	return !numbered || !named
}

// withoutNumbers removes row numbers from rows in which each cell is one character. The numbers stand on the left, on
// the right or on both sides. The result is nil unless each row then has nine cells.
func withoutNumbers(rows []pastedRow) []pastedRow {
	n := len(rows[0].cells[0])
	numbers := func(column int) bool {
		var labels []string
		for _, row := range rows {
			labels = append(labels, row.cells[0][column:column+1])
		}
		return isNumbering(labels) && labels[0] < labels[1]
	}
	from, to := 0, n
	if (n == 10 || n == 11) && numbers(0) {
		from++
	}
	if (n == 10 || n == 11) && numbers(n-1) {
		to--
	}
	if to-from != 9 {
		return nil
	}
	for i := range rows {
		rows[i].cells[0] = rows[i].cells[0][from:to]
	}
	return rows
}
