package format

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/exchange"
	"nonet/message"
	"nonet/puzzle"
)

// A game id of Simon Tatham's Solo is the kind of board, a colon, and the content of the board.
//
// 	3x3:b6_3e9a1…            boxes 3 high and 3 wide; letters are runs of empty cells
// 	3x4:…                    boxes 3 high and 4 wide, values 1 to 12
// 	9j:…,ab_daacaaa…         regions; the second list gives the lines between cells
// 	3x3x:…                   both diagonals
// 	3x3k:…,_aa__a…,8_15a9…   cages: the lines between cells, then the sums as another row of cells
// 	3x3kadt:…                symmetry and difficulty, which only the generator uses
//
// A letter a to z is a run of 1 to 26 empty cells, and _ only separates two numbers. The list of lines between cells
// begins with the vertical lines, row by row. The horizontal lines follow, column by column. In this list, _ is a line.
// a to y are 1 to 25 places without a line, followed by a line. z is 25 places without a line.

// mostSolo is the maximum value in Solo's puzzles.
const mostSolo = 31

// soloGame holds the parts of a game id: the kind of board and the texts of its lists.
type soloGame struct {
	side               int
	box                puzzle.Box // the size of a box; zero for a jigsaw
	diagonals, killers bool
	seed               bool // set if the id is a seed for Solo's generator and no puzzle
	parts              []string
}

// parseSolo parses a game id.
func parseSolo(text []byte) (g soloGame, ok bool) {
	head, rest, found := bytes.Cut(text, []byte{':'})
	if before, _, cut := bytes.Cut(text, []byte{'#'}); cut && len(before) < len(head) {
		head, g.seed = before, true
	}
	if !found && !g.seed || len(head) < 2 || !isDigit(head[0]) || bytes.IndexByte(rest, ':') >= 0 {
		return g, false
	}
	number := func() (n int) {
		for len(head) > 0 && isDigit(head[0]) && n < 1000 {
			n, head = 10*n+int(head[0]-'0'), head[1:]
		}
		return n
	}
	across, down, jigsaw := number(), 1, true
	if len(head) > 1 && head[0] == 'x' && isDigit(head[1]) {
		head = head[1:]
		down = number()
		jigsaw = down == 1
	} else if len(head) == 0 || head[0] != 'j' {
		return g, false
	}
	for len(head) > 0 {
		letter := head[0]
		head = head[1:]
		switch letter {
		case 'j':
			jigsaw = true
		case 'x':
			g.diagonals = true
		case 'k':
			g.killers = true
		case 'a': // "a" means no symmetry
		case 'r', 'm': // a rotation or a reflection, and its order
			if len(head) > 0 && head[0] == 'd' && letter == 'm' && len(head) > 1 && isDigit(head[1]) {
				head = head[1:]
			}
			number()
		case 'd':
			if len(head) == 0 || bytes.IndexByte([]byte("tbiaeu"), head[0]) < 0 {
				return g, false
			}
			head = head[1:]
		default:
			return g, false
		}
	}
	if g.side = across * down; g.side < 2 || across < 2 {
		return g, false
	}
	if !jigsaw {
		g.box = puzzle.Box{Rows: across, Columns: down}
	}
	if g.seed {
		return g, true
	}
	digits := 0
	for _, b := range rest {
		switch {
		case isDigit(b):
			if digits++; digits > 3 {
				return g, false // neither a value nor a sum begins with this character
			}
			continue
		case b != ',' && b != '_' && (b < 'a' || b > 'z'):
			return g, false
		}
		digits = 0
	}
	g.parts = strings.Split(string(rest), ",")
	return g, len(rest) > 0
}

func recogniseSolo(_ *Reader, ln *line) answer {
	text, _ := soloWord(ln)
	if len(text) < 5 || !isDigit(text[0]) || text[1] != 'x' && text[1] != 'j' && !isDigit(text[1]) {
		return no
	}
	_, ok := parseSolo(text)
	return yes.onlyIf(ok)
}

// soloWord returns the first word of a line, and its index in the line. If the word is an address, soloWord returns the
// part after #, where Solo puts the game id.
func soloWord(ln *line) (word []byte, from int) {
	word = firstWord(ln.text[ln.all.from:ln.all.to])
	if scheme := bytes.Index(word, []byte("://")); scheme >= 0 {
		_, id, _ := bytes.Cut(word, []byte{'#'})
		return id, ln.all.from + len(word) - len(id)
	}
	return word, ln.all.from
}

func firstWord(text []byte) []byte {
	if i := bytes.IndexFunc(text, func(r rune) bool { return r <= ' ' }); i >= 0 {
		return text[:i]
	}
	return text
}

// readSoloLine outputs the puzzle of a line that begins with a game id. A comment after the id becomes the puzzle's
// name.
func readSoloLine(r *Reader, ln *line) {
	id, from := soloWord(ln)
	word := string(id)
	p := Puzzle{Kind: Solo, Line: ln.number}
	r.finishLinePuzzle(&p, ln, from+len(word))
	p.Kind = Solo
	r.emitLater(p, func() (*puzzle.Puzzle, []Note, error) { return readSolo(word) })
}

// readSolo parses a game id.
func readSolo(text string) (*puzzle.Puzzle, []Note, error) {
	g, ok := parseSolo([]byte(text))
	n, parts := g.side, 1
	if g.box == (puzzle.Box{}) {
		parts++
	}
	if g.killers {
		parts += 2
	}
	switch {
	case !ok:
		return nil, nil, newPartError(text, "format.solo.form")
	case g.seed:
		return nil, nil, newPartError(text, "format.solo.seed")
	case n > mostSolo:
		return nil, nil, newPartError(text, "format.solo.side", "side", n, "most", mostSolo)
	case len(g.parts) != parts:
		return nil, nil, newPartError(text, "format.solo.parts", "n", len(g.parts), "parts", parts)
	}
	p := puzzle.New(n, n)
	p.Box = g.box
	values, err := parseSoloCells(g.parts[0], n*n)
	if err != nil {
		return nil, nil, err
	}
	for cell, v := range values {
		if v > n {
			return nil, nil, newPartError(strconv.Itoa(v), "rules.sizedValue", "cell", p.CellName(cell), "high", n)
		}
		if v > 0 {
			p.Givens = append(p.Givens, puzzle.Given{Cell: cell, Values: []int{v}})
		}
	}
	rest := g.parts[1:]
	if g.box == (puzzle.Box{}) {
		areas, err := parseSoloAreas(rest[0], n)
		if err != nil {
			return nil, nil, err
		}
		for _, area := range areas {
			if len(area) != n {
				return nil, nil, newPartError(rest[0], "rules.regionSize", "n", len(area), "size", n)
			}
		}
		p.Regions, rest = areas, rest[1:]
	}
	if g.diagonals {
		p.Constraints = append(p.Constraints, puzzle.Constraint{Kind: "Diagonal", Numbers: []int{1}}, puzzle.Constraint{Kind: "Diagonal", Numbers: []int{-1}})
	}
	if g.killers {
		areas, err := parseSoloAreas(rest[0], n)
		if err != nil {
			return nil, nil, err
		}
		sums, err := parseSoloCells(rest[1], n*n)
		if err != nil {
			return nil, nil, err
		}
		for _, area := range areas {
			sum := 0
			for _, cell := range area {
				if sums[cell] > 0 && sum > 0 {
					return nil, nil, newPartError(rest[1], "format.solo.sums", "cell", p.CellName(cell))
				}
				sum = max(sum, sums[cell])
			}
			if sum > 0 || len(area) > 1 {
				p.Constraints = append(p.Constraints, puzzle.Constraint{Kind: "Cage", Numbers: []int{sum}, Cells: area})
			}
		}
	}
	return validateResult(p, nil, nil)
}

// parseSoloCells parses a list of cells. `values` has a number per cell, 0 for an empty cell.
func parseSoloCells(text string, cells int) (values []int, err error) {
	for i := 0; i < len(text) && len(values) <= cells; {
		switch b := text[i]; {
		case b == '_':
			i++
		case b >= 'a' && b <= 'z':
			values = append(values, make([]int, b-'a'+1)...)
			i++
		case isDigit(b):
			from := i
			for i < len(text) && isDigit(text[i]) {
				i++
			}
			v, _ := strconv.Atoi(text[from:i])
			values = append(values, v)
		default:
			return nil, newPartError(text, "format.solo.form")
		}
	}
	if len(values) != cells {
		return nil, newPartError(text, "format.solo.cells", "n", len(values), "cells", cells)
	}
	return values, nil
}

// appendSoloCells appends values as a list of cells; see parseSoloCells.
func appendSoloCells(dst []byte, values []int) []byte {
	run, number := 0, false
	empty := func() {
		for ; run > 0; number = false {
			n := min(run, 26)
			dst = append(dst, byte('a'+n-1))
			run -= n
		}
	}
	for _, v := range values {
		if v == 0 {
			run++
			continue
		}
		empty()
		if number {
			dst = append(dst, '_')
		}
		dst, number = strconv.AppendInt(dst, int64(v), 10), true
	}
	empty()
	return dst
}

// cellsBesideWall returns the two cells on either side of place i in the list of lines between cells. The board has n
// rows and n columns.
func cellsBesideWall(i, n int) (a, b int) {
	if across := n * (n - 1); i >= across {
		column, row := (i-across)/(n-1), (i-across)%(n-1)
		return row*n + column, (row+1)*n + column
	}
	row, column := i/(n-1), i%(n-1)
	return row*n + column, row*n + column + 1
}

// parseSoloAreas parses the list of lines between cells. It returns the areas that the lines enclose, in the order of
// their first cells.
func parseSoloAreas(text string, n int) ([][]int, error) {
	lines := map[[2]int]bool{}
	walls, offset := 2*n*(n-1), 0
	for i := range len(text) {
		b := text[i]
		switch {
		case b >= 'a' && b <= 'z':
			offset += min(int(b-'a')+1, 25)
		case b != '_':
			return nil, newPartError(text, "format.solo.form")
		}
		if b != 'z' { // a line follows, except after the last place
			if offset < walls {
				x, y := cellsBesideWall(offset, n)
				lines[[2]int{x, y}] = true
			}
			offset++
		}
	}
	if offset != walls+1 {
		return nil, newPartError(text, "format.solo.walls", "n", max(offset-1, 0), "walls", walls)
	}
	return exchange.SeparatedAreas(n, n, lines), nil
}

// appendSoloAreas appends areas as a list of lines between cells; see parseSoloAreas. Adjacent cells of one area have
// no line between them.
func appendSoloAreas(dst []byte, areas [][]int, n int) []byte {
	regionOf := numbersOfGroups(areas, n*n, 0)
	run := 0
	for i := 0; i <= 2*n*(n-1); i++ {
		if i < 2*n*(n-1) {
			if a, b := cellsBesideWall(i, n); regionOf[a] == regionOf[b] {
				run++
				continue
			}
		}
		for ; run > 25; run -= 25 {
			dst = append(dst, 'z')
		}
		if run == 0 {
			dst = append(dst, '_')
		} else {
			dst = append(dst, byte('a'+run-1))
		}
		run = 0
	}
	return dst
}

// areConnected reports whether lines between cells can show the areas: each cell is in one area, and each area is
// connected.
func areConnected(areas [][]int, n int) bool {
	cells := 0
	for _, area := range areas {
		cells += len(area)
	}
	if cells != n*n {
		return false
	}
	read, err := parseSoloAreas(string(appendSoloAreas(nil, areas, n)), n)
	return err == nil && len(read) == len(areas)
}

// soloText returns p as a game id, and records in l what the id lacks.
func soloText(p *puzzle.Puzzle, l *losses) (text string, ok bool) {
	n := p.Rows
	boxes := p.Box.Rows*p.Box.Columns == n
	jigsaw := len(p.Regions) == n && p.Box == puzzle.Box{}
	if p.Columns != n || n < 4 || n > mostSolo || p.Low != 1 || p.High != n || p.Free || boxes == jigsaw || jigsaw && !areConnected(p.Regions, n) {
		return "", false
	}
	values := make([]int, n*n)
	lost := func(name string) {
		if label := lossLabelOf(name); !slices.ContainsFunc(l.Rules, func(m message.Message) bool { return m.Key == label.Key }) {
			l.Rules = append(l.Rules, label)
		}
	}
	for _, g := range p.Givens {
		if g.Cell >= len(values) || len(g.Values) != 1 {
			lost(lostGivens)
			continue
		}
		values[g.Cell] = g.Values[0]
	}
	if hasGroupsWithoutConstraint(p) {
		lost(lostGroups)
	}
	if p.RegionSize > 0 && p.RegionSize != n {
		lost(lostRegions)
	}
	diagonals := map[int]bool{}
	var cages [][]int
	sums := make([]int, n*n)
	for i := range p.Constraints {
		switch c := &p.Constraints[i]; {
		case c.Kind == "Diagonal":
			diagonals[c.Numbers[0]] = true
		case c.Kind == "Cage" && len(c.Numbers) == 1 && (c.Numbers[0] > 0 || len(c.Cells) > 1):
			cage := slices.Sorted(slices.Values(c.Cells))
			cages, sums[cage[0]] = append(cages, cage), c.Numbers[0]
		default:
			lost(c.Kind)
		}
	}
	all, inCage := cages, slices.Concat(cages...)
	for cell := range n * n {
		if !slices.Contains(inCage, cell) {
			all = append(all, []int{cell})
		}
	}
	killers := len(cages) > 0
	if killers && (n > 9 || !areConnected(all, n)) {
		killers = false
		lost("Cage")
	}
	if len(diagonals) == 1 {
		lost("Diagonal")
	}
	var dst []byte
	if jigsaw {
		dst = append(strconv.AppendInt(dst, int64(n), 10), 'j')
	} else {
		dst = append(strconv.AppendInt(dst, int64(p.Box.Rows), 10), 'x')
		dst = strconv.AppendInt(dst, int64(p.Box.Columns), 10)
	}
	if len(diagonals) == 2 {
		dst = append(dst, 'x')
	}
	if killers {
		dst = append(dst, 'k')
	}
	dst = appendSoloCells(append(dst, ':'), values)
	if jigsaw {
		dst = appendSoloAreas(append(dst, ','), p.Regions, n)
	}
	if killers {
		dst = appendSoloAreas(append(dst, ','), all, n)
		dst = appendSoloCells(append(dst, ','), sums)
	}
	l.recordTextLosses(false)
	return string(dst), true
}
