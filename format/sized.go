package format

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/puzzle"
)

// A text of this kind has only the cells of a square board: numbers separated by blanks, or one character per cell. An
// empty cell is 0, a dot, an underscore or a star. Frames are skipped.
//
// 	1 0 0 16 …     256 numbers: 16×16
// 	1..G…          256 characters: 1 to 9 and A = 10 to G = 16
// 	A..P…          the same with A = 1 to P = 16
//
// The text decides the value of the letter A. If it has digits from 1 to 9, A is 10. If this made some letter too
// large, A is 1.

// boardSide returns the side of a square board with this number of cells. It returns 0 for sides below 4 or above 64.
func boardSide(cells int) int {
	n := int(math.Sqrt(float64(cells)))
	for n*n > cells {
		n--
	}
	if n*n != cells || n < 4 || n > puzzle.Most {
		return 0
	}
	return n
}

func isBlank(word string) bool {
	return word == "." || word == "_" || word == "*" || word == "0" || word == "-"
}

// sideWithX is the least side of a board that may have the value X.
const sideWithX = 24

func isX[T string | []byte](cell T) bool { return len(cell) == 1 && cell[0]|0x20 == 'x' }

// splitCells splits a text into cells: at blanks, or into single characters. It returns nil if the cells do not form a
// square board. `single` is true if each cell is one character.
func splitCells(text string) (cells []string, single bool) {
	if len(text) > mostISS {
		return nil, false
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || strings.ContainsRune("|+,;│─┼", r) })
	framed := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return len(w) > 1 && strings.Trim(w, "-=") == "" })
	if boardSide(len(framed)) > 0 && slices.IndexFunc(framed, func(w string) bool { return len(w) > 2 }) < 0 {
		letters := func(w string) bool { return len(w) == 1 && isLetter(w[0]) }
		long := func(w string) bool { return len(w) > 1 }
		return framed, slices.ContainsFunc(framed, letters) && !slices.ContainsFunc(framed, long)
	}
	plain := strings.Join(framed, "")
	if boardSide(len(plain)) == 0 {
		return nil, false
	}
	for i := range len(plain) {
		cells = append(cells, plain[i:i+1])
	}
	return cells, true
}

// readSized parses the cells of a square board. `letters` states whether the letter A is 1 or 10; if it is
// LettersByContent, the text decides.
func readSized(text string, letters Letters) (*puzzle.Puzzle, []Note, error) {
	cells, single := splitCells(strings.TrimSpace(text))
	if cells == nil {
		return nil, nil, newPartError(text, "rules.sized")
	}
	cells = withoutLabels(cells, boardSide(len(cells)))
	n := boardSide(len(cells))
	if plain := []byte(strings.Join(cells, "")); n >= overlapSide && len(plain) == n*n && letters == LettersByContent {
		if o := findOverlappingBoards(slices.Collect(slices.Chunk(plain, n))); o != nil {
			return o.puzzleOf()
		}
	}
	emptyX := "xX" // the letters that stand for empty cells: on a large board, those that occur twice in a row
	if single && n >= sideWithX {
		emptyX = ""
		for row := range slices.Chunk(cells, n) {
			for _, x := range []string{"x", "X"} {
				if strings.Count(strings.Join(row, ""), x) > 1 {
					emptyX += x
				}
			}
		}
	}
	p := puzzle.New(n, n)
	digits, beyond := false, false
	if single {
		for _, cell := range cells {
			if strings.Contains(emptyX, cell) {
				continue
			}
			digits = digits || cell[0] >= '1' && cell[0] <= '9'
			beyond = beyond || cell[0] > '9' && letterValue(cell[0]) > n
		}
	}
	if letters == LettersByContent {
		letters = LettersFromTen
		if beyond || !digits && n > 9 {
			letters = LettersFromOne
		}
	}
	isAlike := func(cell string) bool { return cell > "A" && !isX(cell) && cell[0]&0x20 == emptyX[0]&0x20 }
	if letters == LettersFromOne && n >= sideWithX && single && emptyX != "" && slices.ContainsFunc(cells, isAlike) { // X is a value, too
		return nil, nil, newPartError(emptyX[:1], "rules.sizedValue", "cell", p.CellName(strings.Index(strings.Join(cells, ""), emptyX[:1])), "high", n)
	}
	zero := slices.Contains(cells, "0")
	other := slices.IndexFunc(cells, func(cell string) bool { return cell != "0" && isBlank(cell) })
	for i, cell := range cells {
		if isBlank(cell) || strings.Contains(emptyX, cell) {
			continue
		}
		v, err := strconv.Atoi(cell)
		if err != nil && single {
			if v = letterValue(cell[0]); v > 9 && letters == LettersFromOne {
				v -= 9
			}
		}
		if v < 1 || v > n {
			return nil, nil, newPartError(cell, "rules.sizedValue", "cell", p.CellName(i), "high", n)
		}
		zero = zero && v < n
		p.Givens = append(p.Givens, puzzle.Given{Cell: i, Values: []int{v}})
	}
	if zero && other >= 0 { // the values are 0 to F
		return nil, nil, newPartError("0", "format.fromZero", "empty", cells[other], "most", n)
	}
	return validateResult(p, nil, nil)
}

// AppendRows appends the values of the board, one row per line. If no value of the puzzle exceeds 9, a row has one
// digit per cell; otherwise it has numbers separated by blanks. 0 is an empty cell. A blank is a place outside
// overlapping boards.
func AppendRows(dst []byte, p *puzzle.Puzzle, values []int) []byte {
	for i, v := range values[:p.BoardCells()] {
		if i%p.Columns > 0 && p.High > 9 {
			dst = append(dst, ' ')
		}
		if p.IsHole(i) {
			dst = append(dst, ' ')
		} else {
			dst = strconv.AppendInt(dst, int64(v), 10)
		}
		if i%p.Columns == p.Columns-1 {
			dst = append(dst, '\n')
		}
	}
	return dst
}

// AppendDrawn appends the values of the board with lines around its boxes. A value below the puzzle's least value
// becomes a dot.
func AppendDrawn(dst []byte, p *puzzle.Puzzle, values []int) []byte {
	width := len(strconv.Itoa(p.High))
	return appendBoard(dst, p, func(dst []byte, cell int) []byte {
		if values[cell] < p.Low {
			return fmt.Appendf(dst, "%*s", width, ".")
		}
		return fmt.Appendf(dst, "%*d", width, values[cell])
	})
}

// AppendLists appends a list of values for each cell, with lines around the boxes. Lists are digits without separators,
// or numbers separated by commas.
func AppendLists(dst []byte, p *puzzle.Puzzle, values [][]int) []byte {
	texts, width := make([]string, p.BoardCells()), 1
	for cell := range texts {
		for i, v := range values[cell] {
			if i > 0 && p.High > 9 {
				texts[cell] += ","
			}
			texts[cell] += strconv.Itoa(v)
		}
		width = max(width, len(texts[cell]))
	}
	return appendBoard(dst, p, func(dst []byte, cell int) []byte { return fmt.Appendf(dst, "%*s", width, texts[cell]) })
}

// appendBoard appends the text of each cell, with lines around the boxes. All texts of a column have the same length.
func appendBoard(dst []byte, p *puzzle.Puzzle, appendText func(dst []byte, cell int) []byte) []byte {
	box := p.Box
	if box == (puzzle.Box{}) {
		box = puzzle.Box{Rows: p.Rows, Columns: p.Columns}
	}
	border := func() {
		for column := range p.Columns {
			if column%box.Columns == 0 {
				dst = append(dst, "+-"...)
			}
			n := len(appendText(dst, column)) - len(dst)
			dst = append(dst, strings.Repeat("-", n+1)...)
		}
		dst = append(dst, "+\n"...)
	}
	for cell := range p.BoardCells() {
		if cell%(box.Rows*p.Columns) == 0 {
			border()
		}
		if cell%p.Columns%box.Columns == 0 {
			dst = append(dst, "| "...)
		}
		n := len(dst)
		if dst = appendText(dst, cell); p.IsHole(cell) {
			copy(dst[n:], strings.Repeat(" ", len(dst)-n))
		}
		if dst = append(dst, ' '); (cell+1)%p.Columns == 0 {
			dst = append(dst, "|\n"...)
		}
	}
	border()
	return dst
}

// ValuesLine returns the values of the board on one line. If no value of the puzzle exceeds 9, the line has one digit
// per cell; otherwise it has numbers separated by blanks. A value below the puzzle's least value becomes a dot, and so
// does a place outside overlapping boards.
func ValuesLine(p *puzzle.Puzzle, values []int) string {
	var out []byte
	for i, v := range values[:p.BoardCells()] {
		if i > 0 && p.High > 9 {
			out = append(out, ' ')
		}
		if v < p.Low || p.IsHole(i) {
			out = append(out, '.')
		} else {
			out = strconv.AppendInt(out, int64(v), 10)
		}
	}
	return string(out)
}
