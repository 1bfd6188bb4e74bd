package format

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonet/sudoku"
)

// This file reads one classic board in a text that no notation reads. Examples are digits of other scripts, unusual
// signs for empty cells, arrays of programs, and elements of a web page. The text must have exactly nine rows of nine
// cells, or 81 cells, and nothing else that might be a row.

// mostPasted limits the bytes of a text that readPasted reads as a whole.
const mostPasted = 1 << 14

// readPasted replaces the first error of a text by a puzzle, if the whole text has exactly one. Either all other lines
// are words, or pastedPuzzle finds the puzzle.
func (r *Reader) readPasted() {
	s := &r.src
	if r.isPasted || r.options.Section != nil || r.out[0].err == nil || r.puzzles > 1 || isWordIn(ordered, r.out[0].err.What.Key) {
		return
	}
	r.isPasted = true
	if r.csv.open || !mayBePasted(s.head, r.out[0].err.Line) {
		return
	}
	r.keepBuffer() // the current line may be read again
	for len(s.head) > 0 && s.base+int64(s.w) == int64(len(s.head)) && !isLineList(s.head) && s.readMore() {
	}
	if s.err != io.EOF || s.base+int64(s.w) != int64(len(s.head)) {
		return
	}
	text := string(s.head)
	p, one, list := r.readAmongWords(text)
	if list && !one && utf8.ValidString(text) {
		return
	}
	if !one {
		if p, one = pastedPuzzle(text); !one {
			return
		}
		p.Line = 1 + strings.Count(text[:len(text)-len(strings.TrimLeft(text, "\r\n"))], "\n")
	}
	r.puzzles, r.err, r.grid, r.title = 1, io.EOF, grid{}, title{}
	r.out = append(r.out[:0], result{puzzle: p})
}

// isLineList reports whether two lines of a text have 81 cells each. Such a text is no single board, so its first lines
// can be output at once.
func isLineList(text []byte) bool {
	found := 0
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) == 81 && len(bytes.Trim(line, ".0123456789")) == 0 {
			found++
		}
	}
	return found > 1
}

// ordered has the keys of two errors: the lines are not the rows from top to bottom, or the values begin at 0.
const ordered = " format.order format.fromZero "

// readAmongWords returns the last puzzle of a text. `one` is set if the text has exactly one puzzle and all other lines
// are words. `list` is set if the text has at least one puzzle.
func (r *Reader) readAmongWords(text string) (p Puzzle, one, list bool) {
	plain := NewReader(strings.NewReader(text), r.options)
	plain.isPasted = true
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	words, puzzles := true, 0
	for {
		next, err := plain.Next()
		switch wrong, ok := err.(*SyntaxError); {
		case err == nil:
			p, puzzles = next, puzzles+1
		case ok:
			words = words && !isWordIn(ordered, wrong.What.Key) && wrong.Line <= len(lines) && isProse(lines[wrong.Line-1])
		default:
			return p, words && puzzles == 1, puzzles > 0
		}
	}
}

// otherParts has more words which may say that the lines of a board are not its rows from top to bottom.
const otherParts = " row first order by side nonets squares areas tiles zones units houses cages files stacks region blk chunks " +
	"clusters chambers matlab quadrate vakken kolonner kwadraty oszlopok sarakkeet 九宫格 "

// isProse reports whether a line is prose: it has a word, too few digits and dots for a row, and no word for a part of
// a board other than rows.
func isProse(line string) bool {
	isOther := func(c rune) bool { return c != '.' && !isLetterOrDigit(c) }
	cells, single, prose := 0, 0, strings.HasPrefix(line, "@@ ") // the head of a change by diff
	for _, word := range strings.FieldsFunc(line, isOther) {
		n := countDigits(word) + strings.Count(word, ".")
		switch cells += n; {
		case n == len(word) && (n == 9 || n > 16):
			return false
		case n == 1 && len(word) == 1:
			single++
		case strings.EqualFold(word, "hi"): // the only short word that often stands alone above a board
			prose = true
		case n == 0 && len(word) > 2 && utf8.RuneCountInString(word) > 1:
			prose = prose || strings.Trim(word, "xXoOlI一二三四五六七八九零〇") != ""
		}
	}
	words, _ := wordsOf(line)
	return prose && cells <= 20 && single < 5 && !statesOrder(line) && !hasWordIn(changedOrder+manyParts+onePart+otherParts, words)
}

// mayBePasted reports whether later lines can turn the error on line no into a board. head is the text so far. If the
// result is false, the reader of a stream outputs the error without waiting for more lines.
func mayBePasted(head []byte, no int) bool {
	start := bytes.TrimSpace(head[:min(len(head), 100)])
	if bytes.HasPrefix(start, []byte(`{"`)) || bytes.HasPrefix(start, []byte("<?")) {
		return false // the error of the JSON or XML reader says more
	}
	for line := range bytes.Lines(head) {
		if no--; no == 0 {
			cells, dots := 0, bytes.ContainsAny(line, ".0")
			for _, c := range line {
				if isDigit(c) || c == '.' {
					cells++
				}
			}
			isForeign := func(c rune) bool { return c >= 0x80 && unicode.IsDigit(c) }
			return cells <= 40 || !dots || bytes.ContainsFunc(line, isForeign) || bytes.ContainsAny(line, "[{(<=\"':") || bytes.Count(line, []byte(" ")) == 26 // nine rows have no line with more than 40 cells
		}
	}
	return true
}

// pastedPuzzle returns the only puzzle of a text. ok is false if the text has no puzzle or several, or if its rows may
// be boxes or columns.
func pastedPuzzle(text string) (p Puzzle, ok bool) {
	if strings.Contains(text, "<game") || strings.Contains(text, "://") {
		return p, false // the notation is known, and its error says more
	}
	if !utf8.ValidString(text) { // skip a title in another encoding
		lines := strings.Split(text, "\n")
		for len(lines) > 0 && (!utf8.ValidString(lines[0]) || strings.TrimSpace(lines[0]) == "") {
			lines = lines[1:]
		}
		return readOnePasted(strings.Join(lines, "\n"))
	}
	if before, sudoku, ok := strings.Cut(text, `\begin{sudoku`); ok && before != "" {
		return readOnePasted(`\begin{sudoku` + sudoku)
	}
	if strings.Contains(text, "<tr") && !strings.Contains(text, "<table") {
		return readOnePasted("<table>" + text + "</table>")
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for _, find := range []func(string) string{nestedTables, latexRows, namedCells} {
		if board := find(text); board != "" {
			return readOnePasted(board)
		}
	}
	if lower := strings.ToLower(text); strings.Count(lower, "<table") > 1 || containsAnyOf(lower, "box", "block", "column", "cbind", "transpose", "reshape", ").t", "].t", "].'", "]';", "order", "setrow") || slices.ContainsFunc(strings.Split(text, "\n"), statesOrder) {
		return p, false // the nine lists may be boxes or columns
	}
	if strings.Contains(text, "matrix(") && !strings.Contains(strings.ReplaceAll(text, " ", ""), "byrow=T") {
		return p, false // the program is in R, which fills a matrix column by column
	}
	for _, marks := range []string{"[]", "{}", "()"} {
		if strings.Count(text, marks[:1]) != strings.Count(text, marks[1:]) {
			return p, false // a part is missing
		}
	}
	plain := plainPasted(text)
	if plain != text {
		if p, ok = readOnePasted(plain); ok {
			return p, true
		}
	}
	for _, find := range []func(string) string{elementBoard, groupBoard, alignedBoard} {
		if board := find(plain); len(strings.Trim(board, ".")) > 0 && 81-strings.Count(board, ".") >= 17 {
			return readOnePasted(board)
		}
	}
	return p, false
}

func containsAnyOf(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// readOnePasted reads a text that the functions below have simplified. It must have one puzzle and no error.
func readOnePasted(text string) (Puzzle, bool) {
	r := NewReader(strings.NewReader(text), Options{})
	r.isPasted = true
	p, err := r.ReadOne()
	return p, err == nil && p.Grid.IsConsistent() // if columns or boxes are written as rows, the digits usually contradict each other
}

// plainPasted converts digits of other scripts, and words for digits and for empty cells. It removes bold marks around
// a digit, and the stamps that messengers write before a line.
func plainPasted(text string) string {
	text = strings.NewReplacer(`\n`, "\n", "\\\n", "\n", "<br>", "\n", "<br/>", "\n", "<br />", "\n", "[b]", "", "[/b]", "").Replace(text)
	if strings.Count(text, ";") > 71 && !strings.Contains(text, ",") { // OCaml: [|[|5; 3; …|]; …|]
		text = strings.NewReplacer("[|", "[", "|]", "]", ";", ",").Replace(text)
	}
	if strings.Contains(text, "NaN") {
		text = strings.NewReplacer(".0 ", " ", ".0,", ",", ".0\n", "\n").Replace(text + "\n")
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if entry := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line)+" ", "- "), "- "); len(entry) < len(strings.TrimSpace(line))+1 && len(strings.Fields(entry)) <= 1 { // a list entry such as - - 5
			if line = entry; strings.TrimSpace(line) == "" {
				continue
			}
		}
		if rest, stamp := strings.CutPrefix(strings.TrimSpace(line), "["); stamp { // a messenger's stamp, as in [10:31, 12/03/2024] Bob: 5 3 .
			if time, message, ok := strings.Cut(rest, "] "); ok && strings.Contains(time, ":") {
				if name, row, ok := strings.Cut(message, ": "); ok && strings.Trim(name, "0123456789") == name {
					line = row
				}
			}
		}
		lines = append(lines, line)
	}
	text = strings.Join(lines, "\n")
	var out strings.Builder
	mixed := strings.ContainsAny(text, "123456789") // in a text with ASCII digits, other digits and words are not cells
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		word := i
		for word < len(text) && (isLetter(text[word]) && text[word] < 0x80) {
			word++
		}
		switch d := unicodeDigit(c); {
		case word > i:
			size = word - i
			switch name := strings.ToLower(text[i:word]); {
			case name == "just": // Haskell prints Just 5
			case isWordIn(" none null nil na nan nothing undefined empty ", name):
				out.WriteByte('0')
			default:
				out.WriteString(text[i:word])
			}
		case c == '*': // bold type, as in **5**
			n := len(text[i:]) - len(strings.TrimLeft(text[i:], "*"))
			if end := i + n + 1; end+n <= len(text) && isDigit(text[i+n]) && strings.HasPrefix(text[end:], strings.Repeat("*", n)) {
				out.WriteByte(text[i+n])
				size = 2*n + 1
			} else {
				out.WriteByte('*')
			}
		case c >= 0x80 && d >= 0 && (d == 0 || !mixed):
			out.WriteByte(byte('0' + d))
		case isInvisible(c):
		default:
			out.WriteString(text[i : i+size])
		}
		i += size
	}
	return out.String()
}

// unicodeDigit returns the value of a digit of any script. For other characters it returns a number outside 0 to 9.
func unicodeDigit(c rune) int {
	if plain := plainCharacter(c); c < 0x80 || isDigit(plain) {
		return int(plain) - '0'
	}
	if c == '零' {
		return 0
	}
	if han := strings.IndexRune("〇一二三四五六七八九", c); han >= 0 {
		return han / len("〇")
	}
	n := -1
	for unicode.IsDigit(c - rune(n) - 1) { // the digits of each script are in order, from 0
		n++
	}
	return n % 10
}

// pastedCell returns the cell in a text as a digit, or as a dot if the cell is empty.
func pastedCell(text string) (cell byte, ok bool) {
	switch text = strings.TrimSpace(strings.ReplaceAll(text, "&nbsp;", "")); {
	case text == "" || len(text) == 1 && strings.Contains("0._-*?", text):
		return '.', true
	case len(text) == 1 && text[0] >= '1' && text[0] <= '9':
		return text[0], true
	}
	return 0, false
}

// pastedCells returns the cells of a text, each as a digit or a dot. The text has commas or blanks between cells, or
// words of equal length with one character for each cell.
func pastedCells(text string) string {
	parts := strings.Split(text, ",")
	if len(parts) == 1 {
		if parts = strings.Fields(text); haveOneLength(parts) {
			parts = strings.Split(strings.Join(parts, ""), "")
		}
	}
	cells := make([]byte, 0, len(parts))
	for _, part := range parts {
		cell, ok := pastedCell(strings.Trim(strings.TrimSpace(part), `"'`))
		if !ok {
			return ""
		}
		cells = append(cells, cell)
	}
	return string(cells)
}

func haveOneLength(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return len(word) != len(words[0]) })
}

// boardOfParts returns the board that parts of a text form: nine parts of nine cells, 81 parts of one cell, or one part
// of 81 cells. Without such a board it returns "".
func boardOfParts(parts []string) string {
	board := ""
	for _, part := range parts {
		if row := pastedCells(part); len(row) == 9 || len(row) == sudoku.Cells {
			board += row
		}
	}
	if len(board) == sudoku.Cells && strings.Trim(board, ".") != "" {
		return board
	}
	if board = pastedCells(strings.Join(parts, ",")); len(parts) == sudoku.Cells && len(board) == sudoku.Cells {
		return board
	}
	return ""
}

// latexRows returns the board of nine rows of LaTeX, or "". The package logicpuzzle counts rows from the bottom:
// \setrow{9}{5,3,{},{},7,…}.
func latexRows(text string) string {
	var rows []string
	for i, part := range strings.Split(text, `\setrow{`)[1:] {
		row, isTurn := strings.CutPrefix(part, strconv.Itoa(9-i)+"}{")
		row, _, closed := strings.Cut(strings.ReplaceAll(row, "{}", "."), "}")
		if !isTurn || !closed {
			return ""
		}
		rows = append(rows, row)
	}
	return boardOfParts(rows)
}

// nestedTables returns the board in a table of web pages that contains nine tables, one for each box. The result is ""
// if the text has no such table. In the text of a box, three cells a row are the box's own. More cells after these
// belong to the table around the boxes.
func nestedTables(text string) string {
	tables := htmlTables(text)
	if len(tables) != 10 {
		return ""
	}
	board := make([]byte, sudoku.Cells)
	for i, box := range tables[1:] {
		rows, columns := 3, 4
		if i == 2 || i == 5 {
			rows, columns = 4, 3
		} else if i == 8 {
			columns = 3
		}
		if len(box) != rows || len(box[0]) != 3 || len(box[1]) != 3 || len(box[2]) != columns {
			return ""
		}
		for k, text := range slices.Concat(box...)[:9] {
			cell, ok := pastedCell(text)
			if !ok {
				return ""
			}
			board[(i/3*3+k/3)*9+i%3*3+k%3] = cell
		}
	}
	return string(board)
}

// namedCells returns the board of 81 elements that state their row, their column and their value in this order: <cell
// row="0" col="4" value="7"/>, {"row": 1, "column": 5, "digit": 7}, "r1c5": 7. The result is "" if the text has other
// elements.
func namedCells(text string) string {
	var plain []byte // five characters per cell: r0c47 is a 7 in row 0, column 4
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(c rune) bool { return c != '.' && !isLetterOrDigit(c) }) {
		switch {
		case word == "row", word == "col", word == "column", len(word) == 1 && !isLetter(word[0]):
			plain = append(plain, word[0])
		case len(word) == 4 && word[0] == 'r' && word[2] == 'c':
			plain = append(plain, word...)
		case word == "null" || word == "none":
			plain = append(plain, '.')
		case countDigits(word) > 0 || len(plain) > 5*sudoku.Cells:
			return ""
		}
	}
	var all [10][10]byte
	for cell := range slices.Chunk(plain, 5) {
		if len(cell) < 5 || cell[0] != 'r' || cell[2] != 'c' || !isDigit(cell[1]) || !isDigit(cell[3]) {
			return ""
		}
		all[cell[1]-'0'][cell[3]-'0'], _ = pastedCell(string(cell[4]))
	}
	from := 0
	if all[0][0] == 0 {
		from = 1
	}
	var board []byte
	for i := range sudoku.Cells {
		board = append(board, all[from+i/9][from+i%9])
	}
	if len(plain) != 5*sudoku.Cells || bytes.IndexByte(board, 0) >= 0 {
		return ""
	}
	return string(board)
}

// elementBoard returns the board whose cells or rows are the innermost elements, or the input fields, of a web page.
// Without such a board it returns "".
func elementBoard(text string) string {
	var parts []string
	of := "" // the name of the elements that may be cells
	for _, tag := range tagsOf(text) {
		_, isCell := pastedCell(tag.text)
		value, stated := tag.attributes["value"]
		switch name := strings.ToLower(tag.name); {
		case name == "input":
			for key := range tag.attributes {
				if !stated && strings.Contains(key, "value") {
					return ""
				}
			}
			parts = append(parts, value)
		case !tag.innermost:
		case isCell && of != "" && of != name:
			return "" // the elements are pencil marks
		default:
			if parts = append(parts, tag.text); isCell {
				of = name
			}
		}
	}
	return boardOfParts(parts)
}

// groupBoard returns the board whose cells or rows stand in the innermost brackets or in quotes. Without such a board,
// or with more than four digits elsewhere in the text, it returns "".
func groupBoard(text string) string {
	holes := containsAnyOf(strings.ReplaceAll(text, "[,]", ""), ",,", "[,", ",]")
	if containsAnyOf(text, "</", "<input") || holes && containsAnyOf(text, "0", ".", "_") { // elementBoard reads elements, and a board marks its empty cells either by gaps or by signs
		return ""
	}
	for _, marks := range []string{"[]", "{}", "()", "<>", `""`, "''"} {
		var parts []string
		inside := 0
		segments := strings.Split(text, marks[1:])
		for i, part := range segments[:len(segments)-1] {
			open := strings.LastIndexByte(part, marks[0])
			if isQuote(marks[0]) && i%2 == 0 || !isQuote(marks[0]) && open < 0 {
				continue
			}
			part = part[open+1:]
			inside += countDigits(part)
			if holes && strings.Count(part, ",") == 9 {
				part = strings.TrimSuffix(part, ",") // an array of JavaScript whose last element is missing
			}
			parts = append(parts, part)
		}
		if board := boardOfParts(parts); board != "" && countDigits(text)-inside <= 4 {
			return board
		}
	}
	return ""
}

func countDigits(text string) (n int) {
	for i := range len(text) {
		if isDigit(text[i]) {
			n++
		}
	}
	return n
}
