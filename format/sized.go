package format

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/puzzle"
)

// Sized text is a square board as its cells alone, of any size: numbers with blanks
// between them, or a character a cell. 0, a dot, an underscore or a star is an empty cell;
// what frames cells is passed over.
//
//	1 0 0 16 …     256 numbers: 16×16
//	1..G…          256 characters: 1 to 9 and A = 10 to G = 16
//	A..P…          the same with A = 1 to P = 16
//
// Which of the two A is, the text shows: one with digits 1 to 9 has A = 10, and one with
// a letter beyond the last that A = 10 needs has A = 1.

// sizeOf is the side of a square board of so many cells, 0 where it is none from 4 to 64.
func sizeOf(cells int) int {
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

// sizedCells are the words or characters of a text, one a cell; nil where they are no
// square board.
func sizedCells(text string) (cells []string, single bool) {
	if len(text) > mostISS {
		return nil, false
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || strings.ContainsRune("|+,;│─┼", r) })
	framed := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return len(w) > 1 && strings.Trim(w, "-=") == "" })
	if sizeOf(len(framed)) > 0 && slices.IndexFunc(framed, func(w string) bool { return len(w) > 2 }) < 0 {
		letters := func(w string) bool { return len(w) == 1 && isLetter(w[0]) }
		long := func(w string) bool { return len(w) > 1 }
		return framed, slices.ContainsFunc(framed, letters) && !slices.ContainsFunc(framed, long)
	}
	plain := strings.Join(framed, "")
	if sizeOf(len(plain)) == 0 {
		return nil, false
	}
	for i := range len(plain) {
		cells = append(cells, plain[i:i+1])
	}
	return cells, true
}

// readSized reads a square board as its cells alone.
func readSized(text string, letters Letters) (*puzzle.Puzzle, []Note, error) {
	cells, single := sizedCells(strings.TrimSpace(text))
	if cells == nil {
		return nil, nil, wrong(text, "rules.sized")
	}
	n := sizeOf(len(cells))
	if plain := []byte(strings.Join(cells, "")); n >= overlapSide && len(plain) == n*n && letters == LettersByContent {
		if o := overlapOf(slices.Collect(slices.Chunk(plain, n))); o != nil {
			return o.puzzle()
		}
	}
	p := puzzle.New(n, n)
	digits, beyond := false, false
	if single {
		for _, cell := range cells {
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
	for i, cell := range cells {
		if isBlank(cell) {
			continue
		}
		v, err := strconv.Atoi(cell)
		if err != nil && single {
			if v = letterValue(cell[0]); v > 9 && letters == LettersFromOne {
				v -= 9
			}
		}
		if v < 1 || v > n {
			return nil, nil, wrong(cell, "rules.sizedValue", "cell", p.CellName(i), "high", n)
		}
		p.Givens = append(p.Givens, puzzle.Given{Cell: i, Values: []int{v}})
	}
	if err := p.Validate(); err != nil {
		return nil, nil, err
	}
	return p, nil, nil
}

// AppendRows appends the values of the board, a row a line: a digit a cell where no value has
// two, else numbers with blanks between them. 0 stands for an empty cell, a blank for a place between
// boards that share boxes.
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

// AppendDrawn appends the values of the board with lines round its boxes, a dot for a value
// less than the least.
func AppendDrawn(dst []byte, p *puzzle.Puzzle, values []int) []byte {
	return appendBoard(dst, p, len(strconv.Itoa(p.High)), func(cell int) string {
		if values[cell] < p.Low {
			return "."
		}
		return strconv.Itoa(values[cell])
	})
}

// AppendLists is AppendDrawn for lists of values: a digit each, or numbers with commas
// between them.
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
	return appendBoard(dst, p, width, func(cell int) string { return texts[cell] })
}

// appendCells appends texts of cells, as wide as that, with lines round the boxes.
func appendBoard(dst []byte, p *puzzle.Puzzle, width int, text func(cell int) string) []byte {
	box := p.Box
	switch {
	case box == (puzzle.Box{}):
		box = puzzle.Box{Rows: p.Rows, Columns: p.Columns}
	}
	border := func() {
		for range p.Columns / box.Columns {
			dst = append(dst, '+')
			dst = append(dst, strings.Repeat("-", box.Columns*(width+1)+1)...)
		}
		dst = append(dst, "+\n"...)
	}
	for row := range p.Rows {
		if row%box.Rows == 0 {
			border()
		}
		for column := range p.Columns {
			if column%box.Columns == 0 {
				dst = append(dst, "| "...)
			}
			one := text(row*p.Columns + column)
			if p.IsHole(row*p.Columns + column) {
				one = ""
			}
			dst = append(append(dst, strings.Repeat(" ", max(0, width-len(one)))...), one...)
			dst = append(dst, ' ')
		}
		dst = append(dst, "|\n"...)
	}
	border()
	return dst
}

// ValuesLine returns the values of the board on one line: a digit a cell where no value has two, else
// numbers with blanks between them. A dot is a cell whose value is less than the least, or a place between
// boards that share boxes.
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
