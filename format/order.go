package format

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"nonet/sudoku"
)

// This file finds words around a board which say that the board's lines are not its rows from top to bottom. For
// example, the lines are columns, or the last row comes first. Such a board is an error, because nonet would read it as
// a different board.

// changedOrder has words which say that the lines of a board are not its rows from top to bottom.
const changedOrder = " transpose transposed transposiert transponiert vertical vertically verticals flipped " +
	"flipud fliplr mirrored reversed upside " +
	"rotated rot turned gedreht clockwise sideways backwards rtl fortran columnwise colwise spaltenweise boxwise " +
	"blockwise " +
	"转置 轉置 转置后 旋转 旋轉 倒序 按列 逐列 列优先 竖排 竖列 纵向 纵列 按宫 逐宫 按宮 逐宮 从下往上 从下到上 自下而上 从右往左 从右到左 縦 縦列 縦順 ブロックごと 세로 "

// changedOrders has phrases with the same meaning as changedOrder. Each phrase has only words of the lists below.
var changedOrders = [...]string{"bottom to top", "bottom up", "from bottom", "from the bottom", "last row first",
	"right to left", "down first", "down then across", "y up", "x first", "x major", "x squares", "nine squares", "sub grids",
	"sub squares", "mini grids", "grid x y", "board x y", "x y order", "grid col row", "board col row", "indexed column row",
	"order f", "f order", "top to bottom then left to right", "von unten nach oben", "von oben nach unten",
	"von rechts nach links", "de bas en haut", "de droite à gauche",
	"снизу вверх", "справа налево"}

// manyParts has plural words for parts of a board other than rows, such as columns. onePart has singular words for such
// parts, such as box. A word of onePart may also occur in a title, such as Puzzle Box.
const (
	manyParts = " boxes blocks subgrids subsquares minigrids quadrants sectors cols columns colmajor regions " +
		"spalten blöcke kästchen colonnes blocs carrés régions columnas cajas bloques cuadrantes regiones colunas " +
		"caixas blocos quadrantes riquadri " +
		"kolommen blokken kolumny bloki sloupce bloky столбцы столбцам блоки блокам квадраты квадратам 列 宫 宮 九宫 九宮 ブロック 열 박스 "
	onePart = " box block subgrid col column spalte bloc colonne columna mirror reverse "
)

// rowWords has words for rows. A heading that names rows and also columns or boxes usually lists the parts of a sudoku.
const rowWords = " row rows zeile zeilen ligne lignes fila filas 行 "

// orderWords has further words that may occur in a heading about the order of lines.
const orderWords = " by in of as to at the a an is are from read listed given written here below this order " +
	"ordered major style first last down up across left right top bottom " +
	"each every line lines per one and then all my list data array grid board puzzle sudoku input wise sub mini " +
	"nine x y f r image degrees horizontally matlab squares grids indexed ° × " +
	"von nach oben unten rechts links für par por de en bas haut droite à gauche снизу вверх справа налево по "

func isWordIn(list, word string) bool { return strings.Contains(list, " "+word+" ") }

// wordsOf returns the words of a text in lower case. by_column and byColumn are two words each. digits reports whether
// the text has a number other than 3, 90 and 180, which occur in "3x3 boxes" and "turned by 90 degrees".
func wordsOf(text string) (words []string, digits bool) {
	var plain []byte
	for i := range len(text) {
		b := text[i]
		if isDigit(b) && (i == 0 || !isDigit(text[i-1])) {
			number := text[i : len(text)-len(strings.TrimLeft(text[i:], "0123456789"))]
			digits = digits || !isWordIn(" 3 90 180 ", number)
		}
		if b < 0x80 && !isLetter(b) {
			b = ' '
		} else if i > 0 && b >= 'A' && b <= 'Z' && text[i-1] >= 'a' && text[i-1] <= 'z' {
			plain = append(plain, ' ')
		}
		plain = append(plain, b)
	}
	return strings.Fields(strings.ToLower(string(plain))), digits
}

// statesOrder reports whether a heading says, and says nothing else, that the lines below are not rows from top to
// bottom.
func statesOrder(heading string) bool {
	words, digits := wordsOf(heading)
	if digits || len(words) == 0 {
		return false
	}
	for _, word := range words {
		if !isWordIn(changedOrder+manyParts+onePart+rowWords+orderWords, word) {
			return false
		}
	}
	ok := hasWordIn(" is are as ", words)
	lines := (ok || !hasWordIn(rowWords, words)) && (hasWordIn(manyParts, words) ||
		hasWordIn(onePart, words) && (ok || len(words) == 1 ||
			hasWordIn(" by each every per order ordered major wise first für par por ", words)))
	return lines || changesOrder(words)
}

// changesOrder reports whether words say that lines are not rows from top to bottom.
func changesOrder(words []string) bool {
	if len(words) < 2 { // most names in JSON are one word
		return hasWordIn(changedOrder, words)
	}
	all := " " + strings.Join(words, " ") + " "
	states := func(order string) bool { return isWordIn(all, order) }
	return hasWordIn(changedOrder, words) || slices.ContainsFunc(changedOrders[:], states)
}

func hasWordIn(list string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return isWordIn(list, word) })
}

// namesOrder reports whether a program's statement before a board names columns or boxes and no rows, or calls a
// function that changes the order of rows.
func namesOrder(before []byte) bool {
	words, _ := wordsOf(string(before[bytes.LastIndexByte(before, ';')+1:]))
	return changesOrder(words) || hasWordIn(" mirror reverse zip flip reshape swapaxes cbind ", words) ||
		hasWordIn(manyParts+onePart, words) && !hasWordIn(rowWords, words)
}

// orderOf returns the words which say that the next puzzle's lines are not its rows from top to bottom, or "".
func (r *Reader) orderOf(p *Puzzle) string {
	heading := r.name
	if p.Kind == Line && p.Name != "" {
		heading = p.Name
	} else if r.title.text != "" {
		heading = r.title.text
	}
	if r.order == "" && statesOrder(heading) {
		return heading
	}
	return r.order
}

// isHeader reports whether nine cells may be the numbers of the columns, counted from 1 or from 0, in either
// direction.
func isHeader(cells []item) bool {
	return isCounting(len(cells), func(i int) int { return int(cells[i].digit) })
}

// hasHeader reports whether the first of nine rows only numbers the columns. Then a tenth row follows. This is certain
// if the tenth row has empty cells and no eleventh row follows, or if the first nine rows contradict each other.
// Otherwise the tenth row may belong to another grid.
func (r *Reader) hasHeader() bool {
	b := &r.grid
	if b.err != nil || b.freeform || !isHeader(b.items[:9]) {
		return false
	}
	if b.seen[CSV] {
		return r.hasTenthRow()
	}
	isRow := func(i int) (is, full bool) {
		text, ok := r.contentAhead(i)
		row, cells := sizedRowOf(text)
		full = !slices.ContainsFunc(text, func(b byte) bool { return digits[b] == 0 })
		return ok && cells && row.n == 9 && row.shown, full
	}
	tenth, full := isRow(0)
	if !tenth { // decide now, without waiting for the line after a blank line
		return contradictsAsRow(gridOf(b.items[:]))
	}
	eleventh, _ := isRow(1)
	return !full && !eleventh || !gridOf(b.items[:]).IsConsistent()
}

// contradictsAsRow reports whether a grid has contradictions that disappear without its first row. Then the first row
// only numbers the columns.
func contradictsAsRow(g sudoku.Grid) bool {
	values := g.Values()
	clear(values[copy(values[:], values[9:]):])
	others, _ := sudoku.FromCells(values)
	return others.IsConsistent() && !g.IsConsistent()
}

// withoutLabels drops the first row and the first column of a square board if they only number the columns and rows.
func withoutLabels(cells []string, n int) []string {
	if n < 5 || !isBlank(cells[0]) || !isNumbering(cells[1:n]) {
		return cells
	}
	var left, inner []string
	for i := n; i < len(cells); i += n {
		left, inner = append(left, cells[i]), append(inner, cells[i+1:i+n]...)
	}
	if !isNumbering(left) && (n != 10 || strings.Trim(strings.Join(left, ""), "._*0-") != "") {
		return cells
	}
	return inner
}

// isNumbering reports whether labels count from 0, 1 or A, up or down: 1 2 3, 3 2 1 0, A B C.
func isNumbering(labels []string) bool {
	return isCounting(len(labels), func(i int) int {
		label := strings.TrimSpace(labels[i])
		if n, err := strconv.Atoi(label); err == nil || label == "." {
			return n
		}
		if len(label) == 1 && isLetter(label[0]) {
			return letterValue(label[0])
		}
		return -sudoku.Cells
	})
}

// isCounting reports whether n values count from 0, 1 or A, up or down.
func isCounting(n int, value func(i int) int) bool {
	step, least := value(1)-value(0), min(value(0), value(n-1))
	if step != 1 && step != -1 || least != 0 && least != 1 && least != letterValue('A') {
		return false
	}
	for i := range n - 1 {
		if value(i+1)-value(i) != step {
			return false
		}
	}
	return true
}
