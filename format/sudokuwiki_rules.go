package format

import (
	"bytes"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/exchange"
	"nonet/puzzle"
	"nonet/sudoku"
)

// On sudokuwiki.org, pages for variants have parameters of their own. Since 2024 they also have codes.
//
// 	SudokuX?bd=81             digits, or two characters a cell as on the main page
// 	Jigsaw?shape=33&bd=…      a layout that the site has, or its own:
// 	  &jigmap=81              the number of each cell's region
// 	KillerSudoku?bd=81,162    a colour for each cell, then the sum in the first cell of each cage; adjacent cells
// 	                          of one colour are a cage
// 	KillerSudoku?bd=162,162   in base 32: the sum times 8 and the colour, then the candidates
// 	X9B…                      a code: a letter for the rules, the side, a version, and the cells
//
// A cell of a code is a number in base 36. It has up to four parts, as the rules need them: the number of the cell's
// region, the colour of its cage, the sum or operator of its cage, and its content. The content of an empty cell is 0.
// A given is its digit, and a player's digit is the digit plus the side. Candidates are twice the side plus one bit for
// each candidate.

const wikiHost = "sudokuwiki.org/"

// wikiPages maps a part of an address to the letter of the page's rules. If an address contains several parts, the first
// part in the table decides.
var wikiPages = []struct {
	mark   string
	letter byte
}{
	{"killerjigsaw", 'M'}, {"killer", 'L'}, {"jigsaw", 'J'}, {"shape=", 'J'}, {"sudokux", 'X'}, {"windoku", 'W'},
	{"str8ts", 'T'}, {"kenken", 'K'}, {"kendoku", 'D'}, {"kakuro", '?'}, {"codeword", '?'}, {"colorsudoku", '?'},
}

// wikiLetters holds the letters that stand for rules in codes. S is classic Sudoku, X has diagonals, W windows, J
// regions, L cages, M regions and cages, K and D cages with operators. The other letters are Str8ts and its variants,
// which nonet does not read.
const wikiLetters = "SXWJLMKDTBUV"

// wikiCode holds what the first characters of a code determine: the rules, the side, and the layout of a cell.
type wikiCode struct {
	letter byte
	side   int
	// region, colour, sum and content are the sizes, in bits, of these parts of a cell. width is the number of
	// characters of a cell.
	region, colour, sum, content int
	width                        int
}

// wikiCodeOf parses the letter, the side and the version with which a code begins.
func wikiCodeOf(text []byte) (code wikiCode, ok bool) {
	if len(text) < 3 {
		return code, false
	}
	code.letter = text[0] &^ 0x20
	code.side = letterValue(text[1])
	if version := text[2] &^ 0x20; strings.IndexByte(wikiLetters, code.letter) < 0 || code.side < 3 || code.side > 25 || version < 'A' || version > 'Z' {
		return code, false
	}
	n := code.side
	top := 0
	add := func(to *int, limit int) {
		*to = bits.Len(uint(limit))
		top = top<<*to + limit
	}
	if code.letter == 'J' || code.letter == 'M' {
		add(&code.region, n-1)
	}
	if strings.IndexByte("LMKD", code.letter) >= 0 {
		add(&code.colour, 4)
		most := n * (n + 1) / 2
		if code.letter == 'K' || code.letter == 'D' {
			most = min(2047, n*n*n*(n-1)*(n-2))
		}
		add(&code.sum, most)
	}
	add(&code.content, 2*n+1<<n-1)
	code.width = len(strconv.FormatInt(int64(top), 36))
	return code, true
}

// isInWikiAddress reports whether part, a piece of an address, may be a puzzle of the site. In addresses of other
// sites, letters and digits may look like a code by chance.
func isInWikiAddress(address, part []byte) bool {
	return !isWikiCode(part) || bytes.Contains(bytes.ToLower(address), []byte(wikiHost))
}

// isWikiCode reports whether a word begins like a code, and has the length that this beginning requires.
func isWikiCode(text []byte) bool {
	code, ok := wikiCodeOf(text)
	return ok && len(text) == 3+code.side*code.side*code.width && isAlphanumeric(text)
}

func isAlphanumeric(text []byte) bool {
	return !slices.ContainsFunc(text, func(b byte) bool { return !isLetter(b) && !isDigit(b) })
}

// wikiPageOf parses an address of the site. It returns the letter of the page's rules, and the parameters. ok is false
// for any other word, and for the address of a classic puzzle.
func wikiPageOf(word []byte) (letter byte, parameters map[string]string, ok bool) {
	lower := lowerASCII(word)
	i := bytes.Index(lower, []byte(wikiHost))
	if i < 0 {
		return 0, nil, false
	}
	name, query, _ := strings.Cut(string(lower[i+len(wikiHost):]), "?")
	parameters = map[string]string{}
	for part := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(part, "=")
		value, _, _ = strings.Cut(value, "#")
		parameters[key] = strings.TrimRight(strings.ReplaceAll(value, "%2c", ","), ")>]\"',;")
	}
	text := []byte(parameters["bd"])
	if len(text) == 0 {
		return 0, nil, false
	}
	plain := strings.ReplaceAll(name, "_", "") + "?" + query
	for _, known := range wikiPages {
		if strings.Contains(plain, known.mark) {
			return known.letter, parameters, true
		}
	}
	code, coded := wikiCodeOf(text)
	return 'S', parameters, coded && len(text) != 2*sudoku.Cells && (code.letter != 'S' || code.side != 9 || !isWikiCode(text))
}

// wikiKiller is the length of a killer puzzle without an address: a colour per cell, a comma, and two characters per
// cell for the sums.
const wikiKiller = sudoku.Cells + 1 + 2*sudoku.Cells

func isWikiKiller(text []byte) bool {
	if len(text) != wikiKiller || text[sudoku.Cells] != ',' {
		return false
	}
	for i, b := range text {
		if !isDigit(b) && i != sudoku.Cells || b == '0' && i < sudoku.Cells {
			return false
		}
	}
	return true
}

// wikiRulesIn returns the word of a line that is a variant puzzle of sudokuwiki.org.
func wikiRulesIn(text []byte) (s span, ok bool) {
	if len(text) < sudoku.Cells {
		return s, false
	}
	if isWikiKiller(text) {
		return span{0, len(text)}, true
	}
	i := max(bytes.Index(text, []byte("udokuwiki.org/")), bytes.Index(text, []byte("udokuWiki.org/"))) // two searches, because a copy in lower case would allocate
	if i < 0 {
		return s, false
	}
	isEnd := func(c rune) bool { return c <= ' ' || c == '"' || c == '<' || c == '(' || c == '|' }
	s.from = bytes.LastIndexFunc(text[:i], isEnd) + 1
	if n := bytes.IndexFunc(text[i:], isEnd); n >= 0 {
		s.to = i + n
	} else {
		s.to = len(text)
	}
	_, _, ok = wikiPageOf(text[s.from:s.to])
	return s, ok
}

// emitWikiRules outputs the variant puzzle of sudokuwiki.org in a line.
func emitWikiRules(r *Reader, ln *line) bool {
	text := ln.text[ln.all.from:ln.all.to]
	s, ok := wikiRulesIn(text)
	if !ok {
		return false
	}
	word := bytes.Clone(text[s.from:s.to])
	p := Puzzle{Kind: kindSudokuWiki, Line: ln.number, column: ln.columnOf(ln.all.from + s.from)}
	r.emitLater(p, func() (*puzzle.Puzzle, []Note, error) { return readWikiRules(word) })
	return true
}

// wikiReader builds a variant puzzle from a code or an address of sudokuwiki.org.
type wikiReader struct {
	*fpuzzlesReader
	regions, colours, sums []int // one number per cell
	played, marked         bool
}

// readWikiRules parses a code, or the address of a page for variants.
func readWikiRules(word []byte) (*puzzle.Puzzle, []Note, error) {
	letter, parameters, ok := wikiPageOf(word)
	if !ok {
		letter, parameters = 'S', map[string]string{"bd": string(bytes.ToLower(word))}
	}
	text := parameters["bd"]
	if len(text) == wikiKiller && !ok {
		letter = 'L'
	}
	code, coded := wikiCodeOf([]byte(text))
	coded = coded && len(text) != 2*sudoku.Cells && isAlphanumeric([]byte(text))
	if !coded {
		code.side = 9
	} else if code.letter != 'S' {
		letter = code.letter
	}
	if strings.IndexByte("SXWJLMKD", letter) < 0 || coded && text[2] != 'b' && text[2] != 'c' {
		return nil, nil, newPartError(strings.ToUpper(text[:min(3, len(text))]), "format.wiki.rules")
	}
	p := puzzle.New(code.side, code.side)
	r := &wikiReader{fpuzzlesReader: newReaderOf(p, "bd")}
	if coded {
		r.readCode(code, text)
	} else if err := r.readParameters(letter, parameters); err != nil {
		return nil, nil, err
	}
	if r.err != nil {
		return nil, nil, r.err
	}
	switch letter {
	case 'X':
		r.appendKind("Diagonal", []int{1}, nil)
		r.appendKind("Diagonal", []int{-1}, nil)
	case 'W':
		r.appendKind("Windoku", nil, nil)
	case 'K':
		p.Box = puzzle.Box{}
	}
	if r.regions != nil {
		p.Box = puzzle.Box{}
		r.setAreas(groupCellsByNumber(r.regions))
	}
	if r.colours != nil {
		r.addCages(letter == 'K' || letter == 'D')
	}
	r.addPlayerNotes(map[string]bool{noteDigits: r.played, noteNotes: r.marked})
	return validateResult(p, r.notes, r.err)
}

// readCode decodes the cells of a code. After three characters, the code has code.width characters in base 36 per cell.
func (r *wikiReader) readCode(code wikiCode, text string) {
	cells := r.BoardCells()
	if length := 3 + cells*code.width; len(text) != length {
		r.recordError("format.wiki.length", "n", len(text), "want", length, "code", strings.ToUpper(text[:3]))
		return
	}
	for cell := range cells {
		one := text[3+cell*code.width : 3+(cell+1)*code.width]
		n, err := strconv.ParseInt(one, 36, 64)
		take := func(bits int) (field int) {
			field = int(n & (1<<bits - 1))
			n >>= bits
			return field
		}
		content, sum, colour, region := take(code.content), take(code.sum), take(code.colour), take(code.region)
		if err != nil || n != 0 || content > 2*code.side+1<<code.side-1 || region >= code.side {
			r.recordError("format.wiki.cell", "text", one, "cell", r.CellName(cell))
			return
		}
		r.storeCell(cell, content)
		if code.region > 0 {
			r.regions = append(r.regions, region)
		}
		if code.colour > 0 {
			r.colours, r.sums = append(r.colours, colour), append(r.sums, sum)
		}
	}
}

// storeCell decodes the content of a cell; the comment on wikiHost explains the form of the content. It stores a given.
// For a player's digit or pencil marks, it only sets r.played or r.marked.
func (r *wikiReader) storeCell(cell, content int) {
	switch n := r.High; {
	case content == 0:
	case content <= n:
		r.Givens = append(r.Givens, puzzle.Given{Cell: cell, Values: []int{content}})
	case content <= 2*n:
		r.played = true
	default:
		r.marked = r.marked || content != 2*n+1<<n-1
	}
}

// readParameters reads the parameters of an address without a code.
func (r *wikiReader) readParameters(letter byte, parameters map[string]string) error {
	const cells = sudoku.Cells
	text, clues, cages := strings.Cut(parameters["bd"], ",")
	length := func(text string, lengths ...int) bool {
		if !slices.Contains(lengths, len(text)) {
			r.recordError("format.wiki.length", "n", len(text), "want", lengths[0], "code", "bd=")
		}
		return r.err == nil
	}
	if (letter == 'L' || letter == 'M') != cages {
		return newPartError(text, "format.wiki.rules")
	}
	layout := parameters["jigmap"]
	if shape := parameters["shape"]; (letter == 'J' || letter == 'M' || shape != "") && layout == "" {
		return newPartError("shape="+shape, "format.wiki.shape")
	} else if layout != "" {
		if r.part = "jigmap"; !length(layout, cells) {
			return r.err
		}
		for _, region := range []byte(layout) {
			r.regions = append(r.regions, int(region))
		}
		r.part = "bd"
	}
	if !cages {
		if length(text, cells, 2*cells) {
			r.readCells(text)
		}
		return r.err
	}
	if !length(text, cells, 2*cells) || !length(clues, 2*cells) {
		return r.err
	}
	if len(text) == 2*cells {
		r.readCells(clues)
	}
	for cell := range cells {
		two := clues[2*cell : 2*cell+2]
		if len(text) == cells {
			r.colours, r.sums = append(r.colours, int(text[cell])), append(r.sums, r.parseInt(two))
			continue
		}
		n, err := strconv.ParseInt(text[2*cell:2*cell+2], 32, 32)
		if err != nil {
			r.recordError("format.wiki.cell", "text", text[2*cell:2*cell+2], "cell", r.CellName(cell))
		}
		r.colours, r.sums = append(r.colours, int(n&7)), append(r.sums, int(n>>3))
	}
	return r.err
}

// readCells reads the text of all cells: one digit per cell, or two characters as on the main page.
func (r *wikiReader) readCells(text string) {
	for cell := range r.BoardCells() {
		if len(text) > r.BoardCells() {
			two := text[2*cell : 2*cell+2]
			content, ok := wikiContent([]byte(two))
			if !ok {
				r.recordError("format.wiki.cell", "text", two, "cell", r.CellName(cell))
			}
			r.storeCell(cell, content)
			continue
		}
		v := digits[text[cell]]
		if v == noCell {
			r.recordError("format.wiki.cell", "text", text[cell:cell+1], "cell", r.CellName(cell))
			return
		}
		r.storeCell(cell, int(v))
	}
}

// groupCellsByNumber returns the groups of cells with equal numbers, in the order of their first cells.
func groupCellsByNumber(numbers []int) (groups [][]int) {
	index := map[int]int{}
	for cell, n := range numbers {
		i, known := index[n]
		if !known {
			i = len(groups)
			index[n] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], cell)
	}
	return groups
}

// numbersOfGroups returns, for each cell, the index of its group, or `none` if the cell is in no group.
func numbersOfGroups(groups [][]int, cells, none int) []int {
	numbers := slices.Repeat([]int{none}, cells)
	for i, group := range groups {
		for _, cell := range group {
			numbers[cell] = i
		}
	}
	return numbers
}

// addCages adds the cages, which are connected cells of one colour. If `operators` is true, the operator of a cage is
// in the sum of its second cell, which is to the right of the first cell or below it.
func (r *wikiReader) addCages(operators bool) {
	for _, cage := range exchange.ConnectedGroups(evenlySpaced(0, 1, len(r.colours)), r.Neighbours, func(a, b int) bool { return r.colours[a] == r.colours[b] }) {
		first := cage[0]
		sum, operator := r.sums[first], 0
		if operators && len(cage) > 1 {
			second := first + 1
			if second%r.Columns == 0 || !slices.Contains(cage, second) {
				second = first + r.Columns
			}
			operator = []int{1: 4, 2: 2, 3: 3, 4: 1, 5: 0}[min(5, r.sums[second])]
			r.sums[second] = 0
		}
		sums := 0
		for _, cell := range cage {
			if r.sums[cell] > 0 {
				sums, sum = sums+1, r.sums[cell]
			}
		}
		switch {
		case sums != 1:
			r.recordError("format.wiki.sums", "n", sums, "cell", r.CellName(first))
		case operators:
			r.addMathCage(operator, sum, cage)
		default:
			r.appendKind("Cage", []int{sum}, cage)
		}
	}
}

// wikiText returns p as a link of the site, and records in l what the page lacks.
func wikiText(p *puzzle.Puzzle, l *losses) (text string, ok bool) {
	classic, ok := withMarks(p)
	if !ok || p.Free {
		return "", false
	}
	l.recordTextLosses(false)
	w, rest := &wikiReader{fpuzzlesReader: newReaderOf(p, "")}, *p // rest will have only the parts that the link lacks
	hasKind := func(kind string, numbers ...int) bool {
		return w.hasSameKindAndNumbers(puzzle.Constraint{Kind: kind, Numbers: numbers})
	}
	var letter byte
	page, other := "", ""
	switch isJigsaw := w.setRegions(); {
	case w.setCages() && isJigsaw:
		letter, page, other = 'M', "killerjigsaw", "Cage"
	case w.colours != nil:
		letter, page, other = 'L', "KillerSudoku", "Cage"
	case isJigsaw:
		letter, page = 'J', "jigsaw"
	case hasKind("Diagonal", 1) && hasKind("Diagonal", -1):
		letter, page, other = 'X', "SudokuX", "Diagonal"
	case hasKind("Windoku"):
		letter, page, other = 'W', "windoku", "Windoku"
	}
	rest.Constraints = slices.DeleteFunc(slices.Clone(p.Constraints), func(c puzzle.Constraint) bool { return c.Kind == other })
	if w.regions != nil {
		rest.Regions, rest.Box = nil, puzzle.New(9, 9).Box
	}
	lost := losses{p: &rest}
	lost.recordBoardLosses(letter == 0)
	l.Rules = append(l.Rules, lost.Rules...)
	if letter == 0 {
		return strings.TrimSpace(string(appendSudokuWiki(nil, classic))), true
	}
	link := []byte("https://www." + wikiHost + page + ".aspx?bd=" + string(letter) + "9B")
	code, _ := wikiCodeOf([]byte{letter, '9', 'B'})
	for cell, v := range classic.Grid.Values() {
		n := 0
		if w.regions != nil {
			n = w.regions[cell]
		}
		if w.colours != nil {
			n = (n<<code.colour|w.colours[cell])<<code.sum | w.sums[cell]
		}
		if n <<= code.content; v > 0 {
			n += int(v)
		} else {
			n += 2*9 + int(sudoku.AllDigits)
		}
		one := strconv.FormatInt(int64(n), 36)
		link = append(append(link, strings.Repeat("0", code.width-len(one))...), one...)
	}
	return string(link), true
}

// setRegions gives each cell the number of its region in a jigsaw. It returns false if the board has boxes, or if it
// does not have nine regions.
func (r *wikiReader) setRegions() bool {
	if len(r.Regions) != 9 || r.Box != (puzzle.Box{}) {
		return false
	}
	r.regions = numbersOfGroups(r.Regions, sudoku.Cells, 0)
	return true
}

// setCages gives each cage one of five colours, which no adjacent cage has. It stores the sum in the cage's first cell.
// It returns false if the cages do not cover the board without overlaps, if a cage is not connected or has no sum from
// 1 to 45, or if five colours do not suffice.
func (r *wikiReader) setCages() bool {
	cageOf, sums := slices.Repeat([]int{-1}, sudoku.Cells), make([]int, sudoku.Cells)
	var cages [][]int
	for _, c := range r.Constraints {
		if c.Kind != "Cage" {
			continue
		}
		for _, cell := range c.Cells {
			if cell >= sudoku.Cells || cageOf[cell] >= 0 || c.Numbers[0] < 1 || c.Numbers[0] > 45 {
				return false
			}
			cageOf[cell] = len(cages)
		}
		sums[slices.Min(c.Cells)] = c.Numbers[0]
		cages = append(cages, c.Cells)
	}
	all := slices.Concat(cages...)
	if len(all) < sudoku.Cells || len(exchange.ConnectedGroups(all, r.Neighbours, func(a, b int) bool { return cageOf[a] == cageOf[b] })) != len(cages) {
		return false
	}
	colours, order := make([]int, len(cages)), evenlySpaced(0, 1, len(cages))
	for range 2 * len(order) { // in the next round, a cage that found no colour is the first to choose
		clear(colours)
		index := slices.IndexFunc(order, func(i int) bool {
			used := 1 // colour 0 is never used
			for _, cell := range cages[i] {
				for _, beside := range r.Neighbours(cell) {
					if cageOf[beside] != i {
						used |= 1 << colours[cageOf[beside]]
					}
				}
			}
			colours[i] = bits.TrailingZeros(^uint(used))
			return colours[i] > 5
		})
		if index < 0 {
			r.sums = sums
			for _, i := range cageOf {
				r.colours = append(r.colours, colours[i]-1)
			}
			return true
		}
		order = slices.Concat(order[index:index+1], order[:index], order[index+1:])
	}
	return false
}
