package format

import (
	"slices"
	"strings"
	"unicode"

	"nonet/sudoku"
)

// This file finds words around a board that say that its lines are not the rows from top to bottom: they are columns
// or boxes, or in another order. Such a board is an error, because it would be read as another board.

// otherOrder has words for lines that are no rows, and for changes of their order.
const otherOrder = " box boxes block blocks subgrid subgrids col cols column columns colmajor transpose transposed vertical verticals regions " +
	"spalte spalten colonne colonnes columna columnas 列 宫 宮 九宫 flipped mirrored mirror reversed reverse upside rotated "

// orderWords has words that may stand beside them in a heading that says nothing else.
const orderWords = " by in of as to at the a an is are from read listed given written order ordered major first down up across left right top bottom each every line lines row rows per one and then all my list data array grid board puzzle sudoku input wise "

func isWordIn(list, word string) bool { return strings.Contains(list, " "+word+" ") }

// wordsOf returns the words of a text in small letters: by_column and byColumn are two. digits reports whether the text
// has digits.
func wordsOf(text string) (words []string, digits bool) {
	last := ' '
	var out strings.Builder
	for _, c := range text {
		if unicode.IsUpper(c) && unicode.IsLower(last) || !unicode.IsLetter(c) {
			out.WriteByte(' ')
		}
		if unicode.IsLetter(c) {
			out.WriteRune(unicode.ToLower(c))
		}
		digits = digits || unicode.IsDigit(c)
		last = c
	}
	return strings.Fields(out.String()), digits
}

// statesOrder reports whether a heading says that the lines below are no rows, or in another order, and nothing else.
func statesOrder(heading string) bool {
	words, digits := wordsOf(heading)
	if digits || len(words) == 0 || len(words) > 12 {
		return false
	}
	is := false
	for _, word := range words {
		switch {
		case isWordIn(otherOrder, word):
			is = true
		case !isWordIn(orderWords, word):
			all := strings.Join(words, " ")
			return all == "order f" || all == "order fortran"
		}
	}
	all := strings.Join(words, " ")
	return is || strings.Contains(all, "bottom to top") || strings.Contains(all, "right to left")
}

// namesOrder reports whether the part of a program before a board names columns or boxes, or calls a function that
// changes the order of rows.
func namesOrder(before []byte) bool {
	words, _ := wordsOf(string(before))
	return slices.ContainsFunc(words, func(word string) bool {
		return isWordIn(otherOrder, word) || isWordIn(" zip rot flip flipud fliplr reshape swapaxes ", word)
	})
}

// orderOf returns the words that say that the next puzzle has another order, or "".
func (r *Reader) orderOf(p *Puzzle, titled bool) string {
	switch {
	case p.whole != nil && p.whole.Rows != p.whole.Columns:
	case r.order != "":
		return r.order
	case statesOrder(r.name):
		return r.name
	case titled && statesOrder(r.title.text):
		return r.title.text
	case p.Kind == Line && statesOrder(p.Name):
		return p.Name
	}
	return ""
}

// isHeader reports whether nine cells may be the numbers of the columns, counted from 1 or from 0, in either
// direction.
func isHeader(cells []item) bool {
	up, down := true, true
	for i, c := range cells {
		up = up && int(c.digit) == i+int(cells[8].digit)-8
		down = down && int(c.digit) == int(cells[0].digit)-i
	}
	return up || down
}

// hasHeader reports whether the first of nine rows only numbers the columns. Then a tenth row follows. Rows of another
// grid may follow, too; then the nine rows contradict each other if the first is no row.
func (r *Reader) hasHeader() bool {
	b := &r.grid
	if b.err != nil || b.freeform || !isHeader(b.items[:9]) {
		return false
	}
	if b.seen[CSV] {
		return r.hasTenthRow()
	}
	isRow := func(i int) bool {
		text, ok := r.textAhead(i)
		at := trimQuoteMarks(text, span{0, len(text)})
		row, cells := sizedRowOf(text[at.from:at.to])
		return ok && cells && row.n == 9 && row.shown
	}
	return isRow(0) && (!isRow(1) || len(gridOf(b.items[:]).Contradictions()) > 0)
}

// withoutLabels drops the first row and the first column of a square board if they only number the columns and rows.
func withoutLabels(cells []string, n int) []string {
	var top, left []string
	for i := 1; i < n; i++ {
		top, left = append(top, cells[i]), append(left, cells[i*n])
	}
	unlabelled := n == 10 && !slices.ContainsFunc(left, func(cell string) bool { return !isBlank(cell) })
	if n < 5 || !isBlank(cells[0]) || !isNumbering(top) || !isNumbering(left) && !unlabelled {
		return cells
	}
	var inner []string
	for i := 1; i < n; i++ {
		inner = append(inner, cells[i*n+1:(i+1)*n]...)
	}
	return inner
}

// isNumbering reports whether labels are all numbers from 0, 1 or A, up or down: 1 2 3, 3 2 1 0, A B C.
func isNumbering(labels []string) bool {
	value := func(label string) int {
		if label == "." {
			return 0
		}
		if len(label) == 1 && isLetter(label[0]) {
			return letterValue(label[0])
		}
		n := 0
		for _, c := range []byte(label) {
			if !isDigit(c) {
				return -sudoku.Cells
			}
			n = 10*n + int(c-'0')
		}
		return n
	}
	for i, label := range labels {
		labels[i] = strings.TrimSpace(label)
	}
	step := value(labels[1]) - value(labels[0])
	least := min(value(labels[0]), value(labels[len(labels)-1]))
	if step != 1 && step != -1 || least != 0 && least != 1 && least != letterValue('A') {
		return false
	}
	for i := range labels[1:] {
		if value(labels[i+1])-value(labels[i]) != step {
			return false
		}
	}
	return true
}
