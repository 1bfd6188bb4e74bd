package format

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"nonet/puzzle"
)

// This file reads boards in tables of web pages, forums and documents:
//
// 	<table><tr><td>5</td><td>3</td>…              HTML; the value of an <input> counts, too
// 	[table][tr][td]5[/td][td]3[/td]…              tags of a forum
// 	{|                                            MediaWiki
// 	| 5 || 3 || …
// 	\begin{tabular} 5 & 3 & & … \\ …              LaTeX; or \begin{sudoku} |5|3| | …|.

// mostTable limits the length of a table in bytes.
const mostTable = 1 << 16

// markup is a language for tables: the texts that begin and end a table, in lower case, and a function that returns
// each table of a text as rows of cells.
type markup struct {
	begins []string
	ends   string
	tables func(text string) [][][]string
}

var markups = []markup{
	{[]string{"<table", "[table", "<!doctype html", "<html", "<head", "<body"}, "/table", htmlTables},
	{[]string{"<tbody"}, "/tbody", htmlTables},
	{[]string{"{|"}, "|}", wikiTable},
	{[]string{`\begin{tabular`, `\begin{array`, `\begin{pmatrix`, `\begin{bmatrix`, `\begin{sudoku`}, `\end{`, latexTable},
}

// readTableBoard outputs the boards of a table that begins on the current line.
func (r *Reader) readTableBoard(ln *line, text []byte) bool {
	if len(text) < 2 || !bytes.Contains([]byte(`<[{\`), text[:1]) || !isLetter(text[1]) && text[1] != '|' && text[1] != '!' || !r.mayLookAhead() {
		return false // checked first, without allocating, because many JSON boards begin like a table
	}
	start := strings.ToLower(string(text[:min(len(text), 16)]))
	i := slices.IndexFunc(markups, func(m markup) bool {
		return slices.ContainsFunc(m.begins, func(begins string) bool { return strings.HasPrefix(start, begins) })
	})
	if i < 0 {
		return false
	}
	all, lines, ok := r.readAhead(bytes.Clone(ln.raw), mostTable, func(line []byte) bool {
		return bytes.Contains(lowerASCII(line), []byte(markups[i].ends))
	})
	if !ok {
		return false
	}
	end := bytes.LastIndex(lowerASCII(all), []byte(markups[i].ends))
	var boards []string
	for _, table := range markups[i].tables(string(all[:end])) {
		if board, ok := boardOfTable(table); ok {
			boards = append(boards, board)
		}
	}
	return r.emitBoards(Drawn, boards, lines)
}

// boardOfTable returns the board of a table, a list of rows. It ignores rows without cells.
func boardOfTable(table [][]string) (board string, ok bool) {
	var rows [][]string
	for _, row := range table {
		if len(row) == 0 {
			continue
		}
		cells := make([]string, len(row))
		for i, cell := range row {
			words, ok := parseProgramCells(cell)
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
	return boardTextOf(rows)
}

// withoutGaps removes the fourth and eighth row and column of a table of 11×11, if they are blank. Such blank lines
// separate boxes.
func withoutGaps(table [][]string) [][]string {
	isGap := func(row []string) bool { return len(strings.Join(row, "")) == 0 }
	if len(table) == 11 && isGap(table[3]) && isGap(table[7]) {
		table = slices.Concat(table[:3], table[4:7], table[8:])
	}
	for _, row := range table {
		if len(row) != 11 || row[3]+row[7] != "" {
			return table
		}
	}
	for i, row := range table {
		table[i] = slices.Concat(row[:3], row[4:7], row[8:])
	}
	return table
}

// htmlTables returns each table of a web page or of a forum post, as rows of cells.
func htmlTables(text string) (tables [][][]string) {
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		text = strings.NewReplacer("[", "<", "]", ">").Replace(text)
	}
	var cell *string
	for _, tag := range tagsOf(text) {
		last := len(tables) - 1
		switch name := strings.ToLower(tag.name); {
		case name == "table" || name == "tbody" && last < 0:
			tables, cell = append(tables, nil), nil
		case last < 0:
		case name == "tr":
			tables[last], cell = append(tables[last], nil), nil
		case (name == "td" || name == "th") && len(tables[last]) > 0:
			row := &tables[last][len(tables[last])-1]
			*row = append(*row, withoutEntities(tag.text))
			cell = &(*row)[len(*row)-1]
		case cell != nil: // a tag inside a cell, such as bold type or an input
			*cell += " " + withoutEntities(tag.text) + " " + tag.attributes["value"]
		}
	}
	return tables
}

// withoutEntities replaces each entity, such as &nbsp;, with a space.
func withoutEntities(text string) string {
	var plain strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "&")
		plain.WriteString(before)
		_, behind, closed := strings.Cut(rest, ";")
		if !ok || !closed {
			return plain.String()
		}
		plain.WriteByte(' ')
		text = behind
	}
}

// tag is an opening tag of HTML or XML, with the text between it and the next tag.
type tag struct {
	name, text string
	attributes map[string]string
	innermost  bool // set if the element has text and no tags
}

// intAttribute returns the number in the attribute called `name`, if it is from 0 to 2²⁰. If not, it returns
// `otherwise`.
func (n *tag) intAttribute(name string, otherwise int) int {
	if v, err := strconv.Atoi(n.attributes[name]); err == nil && v >= 0 && v <= 1<<20 {
		return v
	}
	return otherwise
}

// tagsOf returns the opening tags of a document, in order.
func tagsOf(text string) (all []tag) {
	for {
		_, rest, ok := strings.Cut(text, "<")
		inside, behind, closed := strings.Cut(rest, ">")
		if !ok || !closed {
			return all
		}
		text = behind
		if strings.HasPrefix(inside, "/") {
			continue
		}
		following, next, _ := strings.Cut(behind, "<")
		name := inside
		if i := strings.IndexFunc(inside, func(c rune) bool { return c <= ' ' || c == '/' }); i >= 0 {
			name = inside[:i]
		}
		innermost := name != "" && isLetter(name[0]) && len(next) > len(name) && strings.EqualFold(next[:len(name)+1], "/"+name)
		all = append(all, tag{name, strings.TrimSpace(following), attributesOf(inside[len(name):]), innermost})
	}
}

// attributesOf returns a tag's attributes by name. A value is in quotes, or ends at a space.
func attributesOf(text string) map[string]string {
	all := map[string]string{}
	for {
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return all
		}
		if i := strings.LastIndexFunc(strings.TrimSpace(key), func(c rune) bool { return c <= ' ' }); i >= 0 {
			key = strings.TrimSpace(key)[i+1:]
		}
		value = strings.TrimSpace(value)
		end := " "
		if value != "" && isQuote(value[0]) {
			end, value = value[:1], value[1:]
		}
		value, text, _ = strings.Cut(value, end)
		all[strings.TrimSpace(key)] = value
	}
}

// wikiTable returns the table of a MediaWiki text as rows of cells, in a list of one table.
func wikiTable(text string) [][][]string {
	var table [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "{|"):
			table = nil
		case strings.HasPrefix(line, "|}"), strings.HasPrefix(line, "|+"):
		case strings.HasPrefix(line, "|-"):
			table = append(table, nil)
		case strings.HasPrefix(line, "|"):
			if len(table) == 0 {
				table = append(table, nil)
			}
			last := &table[len(table)-1]
			for cell := range strings.SplitSeq(line[1:], "||") {
				*last = append(*last, cell[strings.LastIndexByte(cell, '|')+1:]) // the cell's style precedes its text
			}
		}
	}
	return [][][]string{table}
}

// latexTable returns a LaTeX table as rows of cells: a tabular, an array, or a grid of the package sudoku.
func latexTable(text string) [][][]string {
	begin := strings.LastIndex(text, `\begin{`)
	if begin < 0 { // capital letters, as in \BEGIN{TABULAR}, are no LaTeX
		return nil
	}
	start, rest, _ := strings.Cut(text[begin:], "}")
	framed := strings.HasSuffix(start, "{sudoku") || strings.HasSuffix(start, "{sudoku-block")
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
	if columns := strings.TrimLeft(rest, " "); strings.HasPrefix(columns, "{") { // skip the columns' specification: {|c|c|}, {*{9}{c}}
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
