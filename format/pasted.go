package format

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads one classic board in a text that no notation reads. Examples are digits of other scripts, unusual
// signs for empty cells, arrays of programs, and elements of a web page. The text must have exactly nine rows of nine
// cells, or 81 cells, and nothing else that might be a row.

// mostPasted limits the bytes of such a text.
const mostPasted = 1 << 14

// readPasted replaces the first error of a text by the puzzle that pastedPuzzle finds in the whole text, if there is
// one.
func (r *Reader) readPasted() {
	s := &r.src
	if r.isPasted || r.section != nil || r.out[0].err == nil || isWordIn(" format.order format.fromZero ", r.out[0].err.What.Key) {
		return
	}
	r.isPasted = true
	if r.csv.on || !mayBePasted(s.head, r.out[0].err.Line) {
		return
	}
	r.keepBuffer() // the current line may be read again
	for len(s.head) > 0 && s.base+int64(s.w) == int64(len(s.head)) && s.readMore() {
	}
	if s.err != io.EOF || s.base+int64(s.w) != int64(len(s.head)) {
		return
	}
	text := string(s.head)
	plain := NewReader(strings.NewReader(text)) // if NewReader finds a puzzle in the text, the text is a list with errors
	plain.isPasted = true
	for utf8.ValidString(text) {
		_, err := plain.Next()
		if _, bad := err.(*SyntaxError); !bad && err != io.EOF {
			return
		}
		if err == io.EOF {
			break
		}
	}
	if p, ok := pastedPuzzle(text); ok {
		p.Line = 1 + strings.Count(text[:len(text)-len(strings.TrimLeft(text, "\r\n"))], "\n")
		r.puzzles, r.err = 1, io.EOF
		r.out = append(r.out[:0], result{puzzle: p})
	}
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
			return cells <= 40 || !dots || bytes.ContainsAny(line, "[{(<=\"'") // nine rows have no line with more than 40 cells
		}
	}
	return true
}

// pastedPuzzle returns the only puzzle of a text. ok is false if the text has none, or if its rows may be boxes or
// columns.
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
	if strings.Contains(text, "<tr") && !strings.Contains(text, "<table") {
		return readOnePasted("<table>" + text + "</table>")
	}
	if lower := strings.ToLower(text); strings.Count(lower, "<table") > 1 || containsAnyOf(lower, "box", "block", "column", "cbind", "transpose", ").t", "].t", "order") || slices.ContainsFunc(strings.Split(text, "\n"), statesOrder) {
		return p, false // the nine lists may be boxes or columns
	}
	plain := plainPasted(text)
	if plain != text {
		if p, ok = readOnePasted(plain); ok {
			return p, true
		}
	}
	for _, find := range []func(string) string{elementBoard, groupBoard, lineBoard, rowsBoard} {
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
	r := NewReader(strings.NewReader(text))
	r.isPasted = true
	p, err := r.ReadOne()
	return p, err == nil && len(p.Grid.Contradictions()) == 0 // if columns or boxes are written as rows, the digits usually contradict each other
}

// plainPasted converts digits of other scripts, and words for digits and for empty cells. It removes bold marks around
// a digit, and the stamps that messengers write before a line.
func plainPasted(text string) string {
	text = strings.ReplaceAll(text, `\n`, "\n")
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if entry := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line)+" ", "- "), "- "); len(entry) < len(strings.TrimSpace(line))+1 && len(strings.Fields(entry)) <= 1 { // a list entry such as - - 5
			if line = entry; strings.TrimSpace(line) == "" {
				continue
			}
		}
		if rest, stamp := strings.CutPrefix(strings.TrimSpace(line), "["); stamp { // a messenger's stamp, as in [10:31, 12/03/2024] Bob: 5 3 .
			if time, said, is := strings.Cut(rest, "] "); is && strings.Contains(time, ":") {
				if name, row, is := strings.Cut(said, ": "); is && strings.Trim(name, "0123456789") == name {
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
		switch d, han := digitOfScript(c), strings.IndexRune("一二三四五六七八九", c); {
		case word > i:
			if cell, is := cellOfWord(strings.ToLower(text[i:word])); is {
				out.WriteString(cell)
			} else {
				out.WriteString(text[i:word])
			}
			size = word - i
		case c == '*': // bold type, as in **5**
			n := len(text[i:]) - len(strings.TrimLeft(text[i:], "*"))
			if end := i + n + 1; end+n <= len(text) && isDigit(text[i+n]) && strings.HasPrefix(text[end:], strings.Repeat("*", n)) {
				out.WriteByte(text[i+n])
				size = 2*n + 1
			} else {
				out.WriteByte('*')
			}
		case mixed && (c >= 0x80 && d >= 0 || han >= 0) && !isInvisible(c):
			out.WriteString(text[i : i+size])
		case c >= 0x80 && d >= 0:
			out.WriteByte(byte('0' + d))
		case han >= 0:
			out.WriteByte(byte('1' + han/len("一")))
		case c == '零' || c == '〇':
			out.WriteByte('0')
		case isInvisible(c):
		default:
			out.WriteString(text[i : i+size])
		}
		i += size
	}
	return out.String()
}

// cellOfWord returns the digit, or the dot, that a word such as "five" or "empty" stands for.
func cellOfWord(word string) (cell string, ok bool) {
	if word == "just" { // Haskell prints Just 5
		return "", true
	}
	if strings.Contains(" none null nil na nothing undefined empty ", " "+word+" ") {
		return "0", true
	}
	return "", false
}

// digitOfScript returns the value of a digit outside ASCII, or -1.
func digitOfScript(c rune) int {
	if plain := plainCharacter(c); c < 0x80 || isDigit(plain) {
		return int(plain) - '0'
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
// one character for each cell. The result is "" if some part is not a cell.
func pastedCells(text string) string {
	var parts []string
	switch text = strings.TrimSpace(text); {
	case strings.Contains(text, ","):
		parts = strings.Split(text, ",")
	case strings.ContainsAny(text, " \t\n"):
		parts = strings.Fields(text)
	default:
		parts = strings.Split(text, "")
	}
	cells := make([]byte, 0, len(parts))
	for _, part := range parts {
		cell, ok := pastedCell(strings.Trim(strings.TrimSpace(part), `"'`))
		if !ok || strings.TrimSpace(part) == "" {
			return ""
		}
		cells = append(cells, cell)
	}
	return string(cells)
}

// boardOfParts returns the board in some parts of a text: nine parts are rows, 81 parts are cells, or one part has 81
// cells. It returns "" if there is no such board.
func boardOfParts(parts []string) string {
	var rows, cells []string
	single := true
	for _, part := range parts {
		cell, ok := pastedCell(part)
		if single = single && ok; ok {
			cells = append(cells, string(cell))
		}
		switch row := pastedCells(part); len(row) {
		case 9, 81:
			rows = append(rows, row)
		}
	}
	if board := strings.Join(rows, ""); len(board) == 81 && strings.Trim(board, ".") != "" {
		return board
	}
	if single && len(cells) == 81 {
		return strings.Join(cells, "")
	}
	return ""
}

// elementBoard returns the board in the innermost elements of a web page, or in its input fields, or "".
func elementBoard(text string) string {
	var parts []string
	of := "" // the name of the elements that may be cells
	for rest := text; ; {
		_, tag, ok := strings.Cut(rest, "<")
		if !ok {
			break
		}
		tag, rest, ok = strings.Cut(tag, ">")
		if !ok {
			break
		}
		name, _, _ := strings.Cut(strings.TrimSpace(tag), " ")
		switch next := strings.IndexByte(rest, '<'); {
		case strings.EqualFold(name, "input"):
			_, value, ok := strings.Cut(tag, ` value="`)
			if !ok && strings.Contains(tag, "value") {
				return ""
			}
			value, _, _ = strings.Cut(value, `"`)
			parts = append(parts, value)
		case name != "" && isLetter(name[0]) && next >= 0 && strings.HasPrefix(strings.ToLower(rest[next:]), "</"+strings.ToLower(name)):
			if _, is := pastedCell(rest[:next]); is {
				if of != "" && !strings.EqualFold(of, name) {
					return "" // the elements are pencil marks
				}
				of = name
			}
			parts = append(parts, rest[:next])
		}
	}
	return boardOfParts(parts)
}

// groupBoard returns the board in the innermost brackets, or in the quotes, of a text with few other digits, or "".
func groupBoard(text string) string {
	for _, marks := range []string{"[]", "{}", "()"} {
		if strings.Count(text, marks[:1]) != strings.Count(text, marks[1:]) {
			return "" // a part is missing
		}
	}
	if strings.Contains(text, ",,") || containsAnyOf(text, "</", "<input") { // elementBoard has already examined such texts
		return ""
	}
	for _, marks := range []string{"[]", "{}", "()", "<>", `""`, "''"} {
		var parts []string
		if marks == "()" && strings.Contains(text, "matrix") && !strings.Contains(strings.ReplaceAll(text, " ", ""), "byrow=T") {
			continue // the numbers are not rows: R fills a matrix by columns
		}
		open, inside := -1, 0
		for i := 0; i < len(text); i++ {
			switch {
			case open >= 0 && text[i] == marks[1]:
				parts = append(parts, text[open+1:i])
				inside += countDigits(text[open+1 : i])
				open = -1
			case text[i] == marks[0]:
				open = i
			}
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

// lineBoard returns the board of a text with one line of 81 cells, perhaps after a name and "=". It returns "" for
// other texts.
func lineBoard(text string) string {
	text = strings.TrimSpace(text)
	if name, cells, named := strings.Cut(text, "="); named && !strings.ContainsAny(name, "?/&") && len(pastedCells(cells)) == 81 {
		return pastedCells(cells)
	}
	blank := rune(0)
	if board := cellsWithSign(text, 81, &blank); isStrange(blank) {
		return board
	}
	return ""
}

// isStrange reports whether a sign is not a usual sign of an empty cell. Notations read texts with a usual sign, or
// refuse them for another reason.
func isStrange(sign rune) bool {
	return sign != 0 && plainCharacter(sign) < 0x80 && digits[plainCharacter(sign)] == noCell || plainCharacter(sign) >= 0x80
}

// rowsBoard returns the board of nine lines of nine cells. One sign, the same in all lines, stands for empty cells.
// Other lines may stand above and below. Either all rows or no rows have a label, or begin with a tab.
func rowsBoard(text string) string {
	blank := rune(0)
	var rows []string
	ended, labels := false, 0
	for line := range strings.SplitSeq(text, "\n") {
		row, labelled := cellsOfLine(line, len(rows), &blank)
		if labelled {
			labels++
		}
		switch {
		case row == "" && len(rows) == 0 && (!strings.ContainsFunc(line, unicode.IsDigit) || strings.ContainsFunc(line, unicode.IsLetter) || len(strings.Fields(line)) == 9):
			continue // a title, or the names of columns
		case row == "" && len(rows) == 0:
			return ""
		case row != "" && (len(rows) == 9 || ended):
			return ""
		case row != "":
			rows = append(rows, row)
		case strings.ContainsFunc(line, unicode.IsDigit):
			if len(rows) < 9 && len(strings.Fields(line)) != 10 {
				return ""
			}
			ended = true
		case len(rows) == 9:
			ended = true
		case strings.ContainsFunc(line, unicode.IsLetter):
			return ""
		}
	}
	if board := strings.Join(rows, ""); len(rows) == 9 && isSignOfEmptyCells(board) && (labels == 9 || labels == 0 && isStrange(blank)) {
		return board
	}
	return ""
}

// isSignOfEmptyCells reports whether so many cells of the board are empty that their sign cannot be a typing error.
func isSignOfEmptyCells(board string) bool {
	empty := strings.Count(board, ".")
	return empty >= 27 && empty <= 64
}

// cellsOfLine returns the nine cells of a line, or "". n is the index of the row, from 0. blank is the sign of empty
// cells, or 0 before the first. labelled reports whether a label stands before the cells.
func cellsOfLine(line string, n int, blank *rune) (row string, labelled bool) {
	if fields := strings.Split(line, "\t"); len(fields) == 10 {
		if label := strings.TrimSpace(fields[0]); label == "" || label == strconv.Itoa(n+1) || label == string(rune('A'+n)) {
			for i, cell := range fields[1:] {
				c, ok := pastedCell(cell)
				if !ok {
					return "", false
				}
				fields[i] = string(c)
			}
			return strings.Join(fields[:9], ""), true
		}
		return "", false
	}
	if fields := strings.Fields(line); len(fields) == 10 && (fields[0] == strconv.Itoa(n) || fields[0] == strconv.Itoa(n+1)) {
		line, labelled = strings.Join(fields[1:], ""), true
	} else if len(fields) == 9 && slices.Equal(fields, strings.Fields("0 1 2 3 4 5 6 7 8")) {
		return "", false // the names of columns
	}
	if n == 0 && !strings.ContainsAny(line, "123456789") {
		return "", false
	}
	row = cellsWithSign(line, 9, blank)
	return row, labelled && row != ""
}

// cellsWithSign returns the cells of a line that has n of them, and otherwise "".
func cellsWithSign(line string, n int, blank *rune) string {
	var row []byte
	sign := *blank
	for _, c := range line {
		switch {
		case c == ' ' || c == '\t' || c == '\r' || isInvisible(c) || plainCharacter(c) == ' ':
		case c >= '1' && c <= '9':
			row = append(row, byte(c))
		case c == sign || sign == 0:
			sign = c
			row = append(row, '.')
		default:
			return ""
		}
	}
	if len(row) != n || n == 81 && !isSignOfEmptyCells(string(row)) {
		return ""
	}
	*blank = sign
	return string(row)
}
