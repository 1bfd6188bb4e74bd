package format

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/puzzle"
	"nonet/sudoku"
)

// Boards as web pages, forums and documents hold them: a table's rows and cells.
//
//	<table><tr><td>5</td><td>3</td>…              HTML; the value of an <input> counts, too
//	[table][tr][td]5[/td][td]3[/td]…              a forum's marks
//	{|                                            MediaWiki
//	| 5 || 3 || …
//	\begin{tabular} 5 & 3 & & … \\ …              LaTeX; or \begin{sudoku} |5|3| | …|.
//
// And boards that words give: rows with a label each, and lists of cells.
//
//	row 1: 5 3 . . 7 . . . .
//	r1c1=5 r1c2=3 r1c5=7 …
//	given(1,1,5). given(1,2,3). …                 facts of a logic program: row, column, digit
//
// And a puzzle of one word in quotes, as a program or a list of strings has it.

// mostMarkup is how many bytes a table has at most.
const mostMarkup = 1 << 16

// markupBoard hands out the boards of a table that the line begins. Not so: it may be anything else.
func (r *Reader) markupBoard(ln *line, text []byte) bool {
	var rows func(string) [][][]string // the rows of each table
	end := ""
	if len(text) < 2 || !bytes.Contains([]byte(`<[{\`), text[:1]) || !isLetter(text[1]) && text[1] != '|' && text[1] != '!' {
		return false // without an allocation, as JSON's boards begin so
	}
	switch start := strings.ToLower(string(text[:min(len(text), 64)])); {
	case beginsWithAny(start, "<table", "<tbody", "<tr>", "<tr ", "[table", "[tr]", "<div", "<center", "<html", "<!doctype html", "<body"):
		rows = htmlTables
		if strings.HasPrefix(start[1:], "table") {
			end = "/table"
		}
	case strings.HasPrefix(start, "{|"):
		rows, end = wikiTable, "|}"
	case beginsWithAny(start, `\begin{tabular`, `\begin{array`, `\begin{sudoku`):
		rows, end = latexTable, `\end{`
	default:
		return false
	}
	all := append([]byte{}, ln.raw...)
	lines := 0
	for from := 0; end == "" || !bytes.Contains(bytes.ToLower(all[from:]), []byte(end)); lines++ {
		from = len(all)
		raw, ok := r.ahead(lines)
		if !ok || len(all) > mostMarkup {
			if end == "" {
				break
			}
			return false
		}
		all = append(append(all, '\n'), raw...)
	}
	var boards []string
	for _, table := range rows(string(all)) {
		if board, ok := boardOfTable(table); ok {
			boards = append(boards, board)
		}
	}
	return r.giveBoards(ln, boards, lines)
}

func beginsWithAny(text string, starts ...string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(text, start) })
}

// giveBoards hands out boards that the line at hand and so many after it hold, and reports whether there is one.
func (r *Reader) giveBoards(ln *line, boards []string, lines int) bool {
	if len(boards) == 0 {
		return false
	}
	r.inRun = false
	r.passOver(lines)
	for _, board := range boards {
		r.giveBoard(Puzzle{Kind: Drawn, Line: ln.no}, board)
	}
	return true
}

// boardOfTable is the board that rows of cells are. Rows without cells are passed over.
func boardOfTable(table [][]string) (board string, ok bool) {
	var rows [][]string
	for _, row := range table {
		if len(row) == 0 {
			continue
		}
		cells := make([]string, len(row))
		for i, cell := range row {
			words, ok := programCells(cell)
			if !ok || len(words) > 1 {
				return "", false
			}
			if len(words) == 1 {
				cells[i] = words[0]
			}
		}
		rows = append(rows, cells)
	}
	n := len(rows)
	if n < 4 || n > puzzle.Most || slices.ContainsFunc(rows, func(row []string) bool { return len(row) != n }) {
		return "", false
	}
	return arrayText(rows)
}

// htmlTables are the tables of a page, or of a forum's post.
func htmlTables(text string) (tables [][][]string) {
	if text[0] == '[' {
		text = strings.NewReplacer("[", "<", "]", ">").Replace(text)
	}
	var table [][]string
	inside, value := false, "" // of a cell; what an <input> of it holds
	var cell strings.Builder
	endCell := func() {
		if inside && len(table) > 0 {
			last := &table[len(table)-1]
			*last = append(*last, strings.TrimSpace(cell.String()+" "+value))
		}
		inside, value = false, ""
		cell.Reset()
	}
	endTable := func() {
		endCell()
		if table != nil {
			tables = append(tables, table)
		}
		table = nil
	}
	for text != "" {
		plain, rest, tagged := strings.Cut(text, "<")
		if inside {
			cell.WriteString(withoutEntities(plain))
		}
		if !tagged {
			break
		}
		tag, behind, _ := strings.Cut(rest, ">")
		text = behind
		name, attributes, _ := strings.Cut(strings.TrimSpace(tag), " ")
		switch strings.ToLower(strings.TrimRight(name, "/")) {
		case "table", "/table":
			endTable()
		case "tr":
			endCell()
			table = append(table, nil)
		case "td", "th":
			endCell()
			inside = true
		case "/td", "/th", "/tr":
			endCell()
		case "input":
			if _, rest, ok := strings.Cut(attributes, "value="); ok {
				rest = strings.TrimLeft(rest, `"'`)
				value = rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
			}
		}
	}
	endTable()
	return tables
}

// withoutEntities has a space for each &nbsp; and its like.
func withoutEntities(text string) string {
	before, rest, some := strings.Cut(text, "&")
	if !some {
		return text
	}
	_, behind, closed := strings.Cut(rest, ";")
	if !closed {
		return text
	}
	return before + " " + withoutEntities(behind)
}

// wikiTable is a table of MediaWiki.
func wikiTable(text string) [][][]string {
	var table [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case beginsWithAny(line, "{|", "|}", "|+", "!"):
		case strings.HasPrefix(line, "|-"):
			table = append(table, nil)
		case strings.HasPrefix(line, "|"):
			if len(table) == 0 {
				table = append(table, nil)
			}
			last := &table[len(table)-1]
			for cell := range strings.SplitSeq(line[1:], "||") {
				*last = append(*last, cell[strings.LastIndexByte(cell, '|')+1:]) // behind its style
			}
		}
	}
	return [][][]string{table}
}

// latexTable is a tabular, an array, or what LaTeX's package sudoku sets.
func latexTable(text string) [][][]string {
	start, rest, _ := strings.Cut(text, "}")
	framed := strings.HasSuffix(start, "{sudoku") || strings.HasSuffix(start, "{sudoku-block")
	rest, _, _ = strings.Cut(rest, `\end{`)
	var table [][]string
	if framed {
		for line := range strings.Lines(rest) {
			line = strings.TrimSuffix(strings.TrimSpace(line), ".")
			if cells := strings.Split(line, "|"); len(cells) > 2 {
				table = append(table, cells[1:len(cells)-1])
			}
		}
		return [][][]string{table}
	}
	if columns := strings.TrimLeft(rest, " "); strings.HasPrefix(columns, "{") { // how they are set: {|c|c|}, {*{9}{c}}
		depth := 0
		for i := range len(columns) {
			switch columns[i] {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth == 0 {
				rest = columns[i+1:]
				break
			}
		}
	}
	for row := range strings.SplitSeq(rest, `\\`) {
		if i := strings.LastIndexAny(row, "}"); i >= 0 && strings.Contains(row[:i], `\cline`) {
			row = row[i+1:]
		}
		row = strings.NewReplacer(`\hline`, "", `\midrule`, "", `\toprule`, "", `\bottomrule`, "", "$", "", "~", "").Replace(row)
		if strings.TrimSpace(row) != "" {
			table = append(table, strings.Split(row, "&"))
		}
	}
	return [][][]string{table}
}

// saidBoard hands out a board that words give, beginning with this line: rows with labels, or a list of cells.
func (r *Reader) saidBoard(ln *line, text []byte) bool {
	if !isLetter(text[0]) || bytes.IndexAny(text, "=:)0123456789") < 0 {
		return false
	}
	if cells, ok := placements(string(text)); ok {
		lines := 0
		for {
			raw, there := r.ahead(lines)
			next, ok := placements(string(raw))
			if !there || !ok {
				break
			}
			cells = append(cells, next...)
			lines++
		}
		board, twice := boardOfPlacements(cells)
		if twice != nil {
			r.passOver(lines)
			r.bad(fail(ln.no, 1, "format.placedTwice", "cell", fmt.Sprintf("r%dc%d", twice.row, twice.column)))
			return true
		}
		return r.giveBoards(ln, []string{board}, lines)
	}
	var table [][]string
	for row := string(text); ; {
		cells, ok := labelled(row, len(table)+1)
		if !ok {
			break
		}
		table = append(table, cells)
		raw, there := r.ahead(len(table) - 1)
		if !there {
			break
		}
		row = string(raw)
	}
	board, ok := boardOfTable(table)
	return ok && r.giveBoards(ln, []string{board}, len(table)-1)
}

// labelled are the cells of the row that such a label stands before: "row 1:", "r1 =", "line 1".
func labelled(text string, row int) (cells []string, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	bare := strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(text, "line"), "row"), "r"), " #")
	rest, ok := strings.CutPrefix(bare, strconv.Itoa(row))
	if !ok || bare == text || rest == "" || !strings.ContainsAny(rest[:1], ":=) .") {
		return nil, false
	}
	rest = strings.TrimLeft(strings.TrimLeft(rest, ":=)"), " ")
	if cells, ok = programCells(rest); ok && len(cells) == 1 {
		cells = strings.Split(rest, "")
	}
	return cells, ok && len(cells) > 3
}

// placement is a digit in a cell, both counted from 1.
type placement struct{ row, column, digit int }

// placements are the digits of a line that is nothing but such a list: "r1c1=5, r1c2=3", "given(1,1,5)."
func placements(text string) (cells []placement, ok bool) {
	text = strings.ToLower(text)
	if name, _, fact := strings.Cut(text, "("); fact {
		text = strings.NewReplacer(" ", "", ").", " ", ")", " ").Replace(text)
		for word := range strings.FieldsSeq(text) {
			inside, ok := strings.CutPrefix(strings.TrimLeft(word, ",;."), strings.TrimSpace(name)+"(")
			numbers := strings.Split(inside, ",")
			if !ok || len(numbers) != 3 {
				return nil, false
			}
			if cells, ok = appendPlacement(cells, numbers); !ok {
				return nil, false
			}
		}
		return cells, len(cells) > 0
	}
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return c <= ' ' || c == ',' || c == ';' }) {
		place, digit, ok := strings.Cut(word, "=")
		inside, is := strings.CutPrefix(place, "r")
		row, column, cell := strings.Cut(inside, "c")
		if ok = ok && is && cell; ok {
			cells, ok = appendPlacement(cells, []string{row, column, digit})
		}
		if !ok {
			return nil, false
		}
	}
	return cells, len(cells) > 0
}

// appendPlacement appends what a row, a column and a digit say.
func appendPlacement(cells []placement, numbers []string) ([]placement, bool) {
	var p placement
	for i, to := range []*int{&p.row, &p.column, &p.digit} {
		n, err := strconv.Atoi(numbers[i])
		if err != nil || n < 0 || n > puzzle.Most || n == 0 && i < 2 {
			return nil, false
		}
		*to = n
	}
	if p.digit == 0 {
		return cells, true
	}
	return append(cells, p), true
}

// quotedWord takes a line of which one word in quotes is a classic puzzle, and nothing else in quotes is.
func (r *Reader) quotedWord(ln *line, text []byte) bool {
	if len(text) < 83 || bytes.IndexAny(text, "'\"`") < 0 {
		return false
	}
	if !isLetter(text[0]) && (text[0] != '\'' && text[0] != '`' || len(bytes.Trim(text[83:], " ,;)]")) > 0) {
		return false // what begins so may be JSON, XML or CSV
	}
	var found []byte
	for word := range bytes.FieldsFuncSeq(text, func(c rune) bool { return c == '\'' || c == '"' || c == '`' }) {
		if isLine(word) {
			if found != nil {
				return false
			}
			found = word
		}
	}
	if found == nil {
		return false
	}
	p := Puzzle{Kind: Line, Line: ln.no}
	grid, err := sudoku.Parse(string(found))
	if err != nil {
		return false
	}
	p.Grid = grid
	r.give(p)
	return true
}

// boardOfPlacements is the board of 9×9, or 16×16 or 25×25 if they reach so far; or the first that gives a cell another digit.
func boardOfPlacements(cells []placement) (board string, twice *placement) {
	n := 9
	for _, p := range cells {
		for _, v := range []int{p.row, p.column, p.digit} {
			for n < v {
				n = map[int]int{9: 16, 16: 25, 25: puzzle.Most}[n]
			}
		}
	}
	rows := make([][]string, n)
	for i := range rows {
		rows[i] = make([]string, n)
	}
	for i, p := range cells {
		cell, digit := &rows[p.row-1][p.column-1], strconv.Itoa(p.digit)
		if *cell != "" && *cell != digit {
			return "", &cells[i]
		}
		*cell = digit
	}
	board, _ = arrayText(rows)
	return board, nil
}
