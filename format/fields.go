package format

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nonet/puzzle"
	"nonet/sudoku"
)

// A grid of any size with bars between all cells is read by its fields. Each field is a cell; a blank field is an empty
// cell. A line without values is an empty row or a drawn line; the distances between lines decide which. If several
// ways to read the text fit, the text is not such a grid.
//
// 	┏━┯━┳━┯━┓      | 1 |   |   | 4 |      a Markdown table: a line of dashes below
// 	┃1│ ┃ │4┃      |---|---|---|---|      a head. The head is a row if one is missing
// 	┠─┼─╂─┼─┨      |   | 4 | 1 |   |      otherwise

// fieldLine is one line of a grid of fields: its cells, or a drawn line.
type fieldLine struct {
	text   string
	cells  []string // the trimmed texts of the fields; nil for a drawn line
	values bool     // some cell has a value
	mark   byte     // in a line without values: the character in all its cells, ' ' if they are blank
}

// barSets lists sets of characters that may separate cells. The reader uses the first set that
// makes the lines a grid.
var barSets = []string{"|", "!", ":", "|:", "|#", "|+", "#", "I", "*", "/"}

const (
	mostFieldLines = 2*puzzle.Most + 8
	leastBars      = 3
	mostDrawn      = 4 // at most 3 drawn lines stand between two rows
)

// readFields outputs the grid, with bars between cells or boxes, that begins with the line. It reports whether
// it output a grid.
func (r *Reader) readFields(ln *line, text []byte) bool {
	if len(ln.raw) > mostLength || r.grid.hasBegun() || r.csv.on || !r.mayLookAhead() {
		return false
	}
	bars := barsIn(ln.raw)
	isOther := func(b byte) bool { return b < 0x80 && !isSpace(b) && !isBorderCharacter(b) }
	if bars == 0 && !namesColumns(text) && slices.ContainsFunc(text, isOther) {
		return false
	}
	if next, ok := r.lineAhead(0); bars == 0 && (!ok || barsIn(next) == 0 && !isBorder(bytes.TrimSpace(next))) {
		return false
	}
	d := &r.fieldLines
	d.buf, d.lines = d.buf[:0], d.lines[:0]
	var lines []string
	read, values := 0, 0
	for raw, ok := ln.raw, true; ok && len(raw) <= mostLength && len(lines) <= mostFieldLines; raw, ok = r.lineAhead(len(lines) - 1) {
		d.appendLine(raw)
		whole := d.lines[len(d.lines)-1].whole
		plain := strings.TrimLeft(trimQuotes(string(d.buf[whole.from:whole.to])), "\t")
		if plain == "" && (len(lines) == 3 || len(lines) == 7) { // perhaps a blank line between bands
			if len(lines) == 7 && r.emitIfFields(ln, lines, 0, true) {
				return true
			}
			lines = append(lines, plain)
			continue
		}
		if plain == "" || strings.HasPrefix(plain, "```") || len(lines) > 0 && isRemark(plain) {
			break
		}
		lines = append(lines, plain)
		read += len(raw)
		// A grid whose rows all have values ends with its last row; drawn lines below it are
		// skipped.
		if strings.ContainsAny(plain, "123456789") {
			if values++; values >= bars-1 && values <= bars+1 && !isTable(lines) && r.emitIfFields(ln, lines, 0, false) {
				return true
			}
		}
	}
	if len(lines) <= mostFieldLines && len(lines) > 3 && r.emitWithLabels(ln, lines) {
		return true
	}
	r.vain += read
	return false
}

// emitWithLabels outputs the grid of the lines. The lines may have labels above the columns and before the rows, which
// are no cells. The result reports whether the lines are a grid.
func (r *Reader) emitWithLabels(ln *line, lines []string) bool {
	heads := 0
	if namesColumns([]byte(lines[0])) {
		heads = 1
	}
	plain := withoutRowLabels(lines, heads)
	return r.emitIfFields(ln, lines, 0, true) ||
		heads > 0 && r.emitIfFields(ln, lines, heads, true) ||
		plain != nil && r.emitIfFields(ln, plain, heads, true)
}

// withoutRowLabels replaces the labels before rows by blanks. Labels are A, B, … or 1, 2, … or r1, r2, …, in this
// order. The first `heads` lines have none. The result is nil if there are fewer than four labels.
func withoutRowLabels(lines []string, heads int) []string {
	plain, turn := slices.Clone(lines), 0
	for i, text := range lines[heads:] {
		i += heads
		at := len(text) - len(strings.TrimLeft(text, " "))
		label, rest, _ := strings.Cut(text[at:], " ")
		name := strings.TrimRight(strings.TrimPrefix(strings.ToLower(label), "r"), "):].")
		if name != string(rune('a'+turn)) && name != strconv.Itoa(turn+1) || rest == "" {
			continue
		}
		turn++
		plain[i] = strings.Repeat(" ", at+len(label)) + text[at+len(label):]
	}
	if turn < 4 {
		return nil
	}
	return plain
}

// emitIfFields outputs the grid of the lines, and reports whether they are a grid. The first `heads` lines name
// columns. whole is set if no more lines belong to the grid.
func (r *Reader) emitIfFields(ln *line, lines []string, heads int, whole bool) bool {
	last := len(lines) - 1
	lines = lines[heads:]
	for _, bars := range barSets {
		switch rows, several, ok := parseFieldRows(lines, bars); {
		case ok && !whole && isNumbering(rows[0]) && r.hasBarsAfter(lines):
			return false // the first row may be just the columns' numbers
		case ok && (whole || !slices.ContainsFunc(rows, isEmptyRow)):
			return r.emitFields(ln, rows, last)
		case several && whole:
			r.grid.reset()
			r.skipLines(last)
			r.emitPuzzleError(newSyntaxError(ln.no, 1, "format.fields"))
			return true
		}
	}
	if !whole {
		return false
	}
	for _, bars := range barSets {
		if rows, ok := parseBoxedRows(lines, bars); ok {
			return r.emitFields(ln, rows, last)
		}
	}
	return false
}

// isRemark reports whether a line has words: letters that draw no border and no bars, or three letters.
func isRemark(text string) bool {
	isOther := func(c rune) bool { return !unicode.IsLetter(c) || isBorderLetter(byte(c)) }
	isWord := func(word string) bool { return len(word) > 2 && !strings.ContainsFunc(word, isOther) }
	return barsIn([]byte(text)) == 0 && len(strings.FieldsFunc(text, isOther)) > 0 || slices.ContainsFunc(strings.Fields(text), isWord)
}

// hasBarsAfter reports whether the line below the given lines has a digit from 1 to 9, and as many bars as the last of
// them.
func (r *Reader) hasBarsAfter(lines []string) bool {
	next, ok := r.lineAhead(len(lines) - 1)
	return ok && bytes.ContainsAny(next, "123456789") && barsIn(next) == barsIn([]byte(lines[len(lines)-1]))
}

func isEmptyRow(row []string) bool {
	return !slices.ContainsFunc(row, func(cell string) bool { _, value := classifyField(cell); return value })
}

// barsIn returns the number of bars in a line, or 0 if they stand far apart. One bar is enough only in a short line
// without words. The result is only a hint that the line belongs to a grid of fields.
func barsIn(raw []byte) (bars int) {
	const wide = 32
	last := -1
	for i, b := range raw {
		if b == 0xe2 || bytes.IndexByte([]byte("|!:#I*/+"), b) >= 0 {
			if last < i-1 || i == 0 {
				bars++
			}
			last = i
			if b == 0xe2 {
				last = i + 2
			}
		} else if i > last+wide {
			return 0
		}
	}
	if bars == 1 && (len(raw) > 3*wide || slices.ContainsFunc(raw, func(b byte) bool { return b < 0x80 && b != 'I' && isLetter(b) })) {
		return 0
	}
	return bars
}

// isTable reports whether lines begin like a Markdown table whose head is not a row of the grid.
func isTable(lines []string) bool {
	return len(lines) > 1 && isSeparator(fieldsOf(lines[1], "|"), strings.HasPrefix(strings.TrimSpace(lines[1]), "|"), 0)
}

// isTableNext reports whether the next line is the line of dashes below the head of a Markdown table.
func (r *Reader) isTableNext() bool {
	next, ok := r.lineAhead(0)
	next = bytes.TrimSpace(next)
	return ok && len(next) > 6 && next[0] == '|' && len(bytes.Trim(next, "|:- ")) == 0 && bytes.IndexByte(next, '-') >= 0
}

// isBelowFields reports whether a line just below a grid of fields is a drawn line of this grid.
func (r *Reader) isBelowFields(ln *line, text []byte) bool {
	if r.lastFields == 0 || r.lastFields != ln.no-1 {
		return false
	}
	for _, b := range ln.raw {
		if b < 0x80 && !isSpace(b) && !isBorderCharacter(b) && b != 'I' && b != '>' {
			return false
		}
	}
	return len(text) > 0
}

// trimQuotes returns a line without the marks of quoted mail before it and blanks after it.
func trimQuotes(text string) string {
	for {
		rest, quote := strings.CutPrefix(strings.TrimLeft(text, " "), ">")
		if !quote {
			return strings.TrimRight(text, " \t")
		}
		text = rest
	}
}

// parseBoxedRows returns the rows of a grid with bars between its boxes. Empty cells are blank, and the cells of a box
// stand at equal distances. ok is false if the lines are not such a grid, or can be read in several ways.
func parseBoxedRows(lines []string, bars string) (rows [][]string, ok bool) {
	most, framed, indent := 0, true, mostLength
	split := make([][]string, len(lines))
	for _, text := range lines {
		if text != "" {
			indent = min(indent, len(text)-len(strings.TrimLeft(text, " ")))
		}
	}
	first := 0           // the column of the first bar
	inner, outer := 0, 0 // the width of boxes with bars on both sides, and the greatest width of the first and last boxes
	for i, text := range lines {
		split[i] = fieldsOf(text[min(indent, len(text)):], bars)
		last := len(split[i]) - 1
		if last > 0 {
			outer = max(outer, len(split[i][0]), len(split[i][last]))
		}
		if !isBoxedRow(text, bars) {
			continue
		}
		if most == 0 {
			first = len(split[i][0])
		}
		if most == 0 && last > 1 {
			inner = len(split[i][1])
		}
		most = max(most, last+1)
		framed = framed && last > 0 && strings.TrimSpace(split[i][0]) == "" && strings.TrimSpace(split[i][last]) == ""
	}
	boxes := most
	if framed {
		boxes -= 2
	}
	if boxes < 2 {
		return nil, false
	}
	widths := []int{inner}
	if inner == 0 {
		widths = []int{outer, outer + 1, outer + 2} // blanks at the ends of lines may be missing
	}
	for _, width := range widths {
		for cells := 2; cells <= 8; cells++ {
			for layout := range 2 * 3 * 4 {
				at := boxLayout{first: first, width: width, cells: cells, wide: 1 + layout%2, pad: layout / 2 % 3, gap: layout / 6}
				n := cells * boxes
				if 2*at.pad+cells*at.wide+(cells-1)*at.gap != width || n < 4 || n > min(mostSide, len(lines)) || at.wide > 1 && n < 10 {
					continue
				}
				all := make([]fieldLine, len(lines))
				fits := true
				for i := range lines {
					if all[i], fits = at.parse(lines[i], split[i], most, framed); !fits {
						break
					}
				}
				if !fits {
					continue
				}
				found, several, is := arrangeRows(all, n)
				if n == 9 { // prefer 9×9 to a larger board, whose cells would be closer together
					return found, is && !haveBlanksBetween(found)
				}
				if several || is && rows != nil && !slices.EqualFunc(rows, found, slices.Equal[[]string]) {
					return nil, false
				}
				if is {
					rows = found
				}
			}
		}
	}
	return rows, rows != nil
}

// haveBlanksBetween reports whether every other row is empty. Such lines may be the first half of a grid with a blank
// line between its rows.
func haveBlanksBetween(rows [][]string) bool {
	for i := range rows[1:] {
		if isEmptyRow(rows[i]) == isEmptyRow(rows[i+1]) {
			return false
		}
	}
	return true
}

// isBoxedRow reports whether a line has values and nothing else but blanks and bars.
func isBoxedRow(text, bars string) bool {
	values := false
	for i := range len(text) {
		b := text[i]
		value := isDigit(b) || isLetter(b) && b < 0x80
		if !value && b != ' ' && strings.IndexByte(bars, b) < 0 {
			return false
		}
		values = values || value && strings.IndexByte(bars, b) < 0
	}
	return values
}

// boxLayout says where the cells of a box stand in a row: each cell takes `wide` columns; `pad` blanks precede the
// first cell and follow the last; `gap` blanks separate two cells. `first` is the column of the first bar.
type boxLayout struct{ first, width, cells, wide, pad, gap int }

// parse parses a line of a grid with bars between boxes: a row with cells at these places, or a drawn line. ok is false
// if it is neither.
func (b boxLayout) parse(text string, fields []string, most int, framed bool) (l fieldLine, ok bool) {
	l.text = text
	drawn := func() (fieldLine, bool) {
		plain := !strings.ContainsFunc(text, func(c rune) bool {
			return c >= 0x80 || !isSpace(byte(c)) && !isBorderCharacter(byte(c)) && c != 'I' && c != 'l'
		})
		return fieldLine{text: text}, plain
	}
	if len(fields) != most || len(fields[0]) != b.first {
		return drawn()
	}
	if framed {
		fields = fields[1 : most-1]
	}
	for i, field := range fields {
		if missing := max(0, b.width-len(field)); !framed && i == 0 {
			field = strings.Repeat(" ", missing) + field
		} else if !framed && i == most-1 {
			field += strings.Repeat(" ", missing)
		}
		if len(field) != b.width {
			return drawn()
		}
		at := b.pad
		if strings.TrimSpace(field[:at]) != "" {
			return drawn()
		}
		for k := range b.cells {
			cell := strings.TrimSpace(field[at : at+b.wide])
			is, value := classifyField(cell)
			if at += b.wide; !is || cell != "" && !value || k < b.cells-1 && strings.TrimSpace(field[at:at+b.gap]) != "" {
				return drawn()
			}
			l.values = l.values || value
			l.cells = append(l.cells, cell)
			at += b.gap
		}
		if strings.TrimSpace(field[at-b.gap:]) != "" {
			return drawn()
		}
	}
	if !l.values {
		l.mark = ' '
	}
	return l, true
}

// fieldsOf splits text at runs of bars. The first and the last field may be empty.
func fieldsOf(text, bars string) (all []string) {
	from, run := 0, false
	for i := range len(text) {
		if is := strings.IndexByte(bars, text[i]) >= 0; is && !run {
			all, run = append(all, text[from:i]), true
		} else if !is && run {
			from, run = i, false
		}
	}
	if run {
		from = len(text)
	}
	return append(all, text[from:])
}

// parseFieldRows returns the rows of a grid with bars between all cells. several is set if the lines can
// be read in several ways.
func parseFieldRows(lines []string, bars string) (rows [][]string, several, ok bool) {
	fields := func(text string) []string { return fieldsOf(text, bars) }
	// The first line with a value shows how many fields each row has.
	most, framed := 0, true
	for _, text := range lines {
		all := fields(text)
		n := 0
		for _, field := range all {
			if is, value := classifyField(field); is && value {
				n++
			}
		}
		if n == 0 {
			continue
		}
		if most == 0 {
			most = len(all)
		}
		if len(all) == most && (strings.TrimSpace(all[0]) != "" || strings.TrimSpace(all[most-1]) != "") {
			framed = false
		}
	}
	if most < leastBars+1 {
		return nil, false, false
	}
	if rows, several, ok = parseUniformRows(lines, fields, most, framed); ok || several || !framed {
		return rows, several, ok
	}
	return parseUniformRows(lines, fields, most, false) // the first and the last column are blank
}

// parseUniformRows is like parseFieldRows, but each row must have `most` fields. If framed is set, the first and the
// last field are not cells.
func parseUniformRows(lines []string, fields func(string) []string, most int, framed bool) (rows [][]string, several, ok bool) {
	n := most
	if framed {
		n -= 2
	}
	if n < 4 || n > mostSide {
		return nil, false, false
	}
	all := make([]fieldLine, len(lines))
	for i, text := range lines {
		if all[i], ok = parseFieldLine(text, fields(text), framed, n); !ok && i > 0 {
			return nil, false, false
		} else if !ok && !(len(lines) > 1 && len(fields(text)) == most && isSeparator(fields(lines[1]), framed, n)) {
			return nil, false, false // a field with other words belongs to the head of a table
		}
	}
	if len(all) > 1 && len(fields(lines[0])) == most && isSeparator(fields(lines[1]), framed, n) && !slices.Contains(lines[2:], lines[1]) {
		body := all[2:]
		if len(body) == n-1 && all[0].cells != nil {
			body = slices.Concat(all[:1], body)
		}
		marks := emptyMarksOf(body)
		drawn := func(l fieldLine) bool {
			return l.cells == nil || !l.values && len(marks) > 0 && !slices.Contains(marks, l.mark)
		}
		if len(body) == n && !slices.ContainsFunc(body, drawn) {
			return cellsOfLines(body), false, true
		}
	}
	return arrangeRows(all, n)
}

// isSeparator reports whether fields are the line of dashes below the head of a Markdown table.
func isSeparator(fields []string, framed bool, n int) bool {
	if framed {
		fields = fields[1:max(1, len(fields)-1)]
	}
	return (len(fields) == n || n == 0 && len(fields) > 3) && !slices.ContainsFunc(fields, func(field string) bool {
		field = strings.TrimSpace(field)
		return strings.Trim(field, ":-") != "" || !strings.Contains(field, "-")
	})
}

// classifyField reports whether a field is a cell, and whether the cell has a value.
func classifyField(field string) (is, value bool) {
	switch field = strings.TrimSpace(field); len(field) {
	case 0:
		return true, false
	case 1:
		b := field[0]
		if digits[b] == 0 {
			return true, false
		}
		return isDigit(b) || isLetter(b), isDigit(b) || isLetter(b)
	case 2:
		return field[0] != '0' && digitsOnly([]byte(field)), true
	}
	return false, false
}

// parseFieldLine returns a line of cells or a drawn line. ok is false if the line is neither.
func parseFieldLine(text string, fields []string, framed bool, n int) (l fieldLine, ok bool) {
	l.text = text
	if framed && len(fields) == n+2 {
		if strings.TrimSpace(fields[0]) != "" || strings.TrimSpace(fields[n+1]) != "" {
			return l, false
		}
		fields = fields[1 : n+1]
	}
	if len(fields) == n {
		for i, field := range fields {
			is, value := classifyField(field)
			if !is {
				l.cells = nil
				break
			}
			l.values = l.values || value
			cell := strings.TrimSpace(field)
			if mark := append([]byte(cell), ' ')[0]; i == 0 {
				l.mark = mark
			} else if mark != l.mark {
				l.mark = 0
			}
			l.cells = append(l.cells, cell)
		}
		if l.cells != nil && (l.values || l.mark != 0) {
			return l, true
		}
	}
	if l.values {
		return l, false
	}
	l.cells = nil
	for i := range len(text) {
		if b := text[i]; !isSpace(b) && !isBorderCharacter(b) && b != 'I' && b != 'l' {
			return l, false
		}
	}
	return l, true
}

// arrangeRows decides which lines are rows. Lines with values are rows. Other lines become rows where drawn lines would
// otherwise have unequal distances, preferably lines of characters for empty cells. ok is false if no choice of lines
// fits, or if several fit.
func arrangeRows(all []fieldLine, n int) (rows [][]string, several, ok bool) {
	marks := emptyMarksOf(all)
	rows, several, ok = findArrangement(all, n, marks, true)
	if !ok && !several {
		rows, several, ok = findArrangement(all, n, marks, false)
	}
	return rows, several, ok
}

// emptyMarksOf returns the characters of empty cells in rows with values.
func emptyMarksOf(all []fieldLine) (marks []byte) {
	for i := range all {
		if all[i].values {
			for _, cell := range all[i].cells {
				if mark := append([]byte(cell), ' ')[0]; digits[mark] == 0 || mark == ' ' {
					marks = append(marks, mark)
				}
			}
		}
	}
	return marks
}

func findArrangement(all []fieldLine, n int, marks []byte, strict bool) (rows [][]string, several, ok bool) {
	var found []fieldLine
	for height := 2; height <= n; height++ {
		if n%height != 0 {
			continue
		}
		for layout := range 2 * 3 * 3 * mostDrawn {
			top, bottom, inner, band := layout%2, layout/2%3, layout/6%3, layout/18
			if n != 9 && (band < inner || max(bottom, inner, band-1) > 1) { // only 9×9 is drawn with blank rows beside borders
				continue
			}
			if boxes := n / height; top+n+(n-boxes)*inner+(boxes-1)*band+bottom != len(all) {
				continue
			}
			taken, ok := matchLayout(all, n, height, top, bottom, inner, band, marks, strict)
			if !ok || found != nil && slices.EqualFunc(found, taken, func(a, b fieldLine) bool { return &a.cells[0] == &b.cells[0] }) {
				continue
			}
			if found != nil {
				return nil, true, false
			}
			found = taken
		}
	}
	return cellsOfLines(found), false, found != nil
}

func matchLayout(all []fieldLine, n, height, top, bottom, inner, band int, marks []byte, strict bool) (rows []fieldLine, ok bool) {
	at, shape := 0, [2][mostDrawn]string{} // at: the next line; shape: the drawn lines between two rows, inside boxes and between boxes
	drawn := func(lines, of int) bool {
		for k := range lines {
			if at == len(all) || all[at].values || of < 0 && all[at].mark == ' ' && all[at].cells != nil ||
				strict && all[at].cells != nil && slices.Contains(marks, all[at].mark) {
				return false
			}
			if of >= 0 {
				if shape[of][k] == "" {
					shape[of][k] = all[at].text
				}
				if shape[of][k] != all[at].text {
					return false
				}
			}
			at++
		}
		return true
	}
	if !drawn(top, -1) {
		return nil, false
	}
	for row := range n {
		switch {
		case row == 0:
		case row%height == 0:
			ok = drawn(band, 1)
		default:
			ok = drawn(inner, 0)
		}
		if row > 0 && !ok || at == len(all) || all[at].cells == nil || !all[at].values && len(marks) > 0 && !slices.Contains(marks, all[at].mark) {
			return nil, false
		}
		rows = append(rows, all[at])
		at++
	}
	// The same text cannot be an empty row in one line and decoration in another.
	isDecoration := func(l fieldLine) bool {
		is := slices.Contains(shape[0][:], l.text) || slices.Contains(shape[1][:], l.text)
		return is && !l.values && (n != 9 || l.mark != ' ')
	}
	return rows, drawn(bottom, -1) && at == len(all) && !slices.ContainsFunc(rows, isDecoration)
}

func cellsOfLines(lines []fieldLine) (rows [][]string) {
	for i := range lines {
		rows = append(rows, lines[i].cells)
	}
	return rows
}

// emitFields outputs the grid of the rows, and reports whether they are a grid. lines is the
// number of the grid's lines after the current line.
func (r *Reader) emitFields(ln *line, rows [][]string, lines int) bool {
	n := len(rows)
	has := func(is func(cell string) bool) bool {
		return slices.ContainsFunc(rows, func(row []string) bool { return slices.ContainsFunc(row, is) })
	}
	letters := n > 23 && has(func(cell string) bool { return cell == "" || isBlank(cell) }) && // X is a value
		has(func(cell string) bool { return len(cell) == 1 && isLetter(cell[0]) && !strings.Contains("xX", cell) })
	for i, row := range rows {
		row = slices.Clone(row)
		for c, cell := range row {
			if len(cell) == 1 && digits[cell[0]] == 0 && cell != "0" && !(letters && strings.Contains("xX", cell)) {
				row[c] = ""
			} else if n <= 9 && cell != "" && (len(cell) > 1 || !isDigit(cell[0]) || int(cell[0]-'0') > n) {
				return false
			}
		}
		rows[i] = row
	}
	if n == 9 {
		var values [sudoku.Cells]uint8
		for i, row := range rows {
			for c, cell := range row {
				if cell != "" {
					values[9*i+c] = cell[0] - '0'
				}
			}
		}
		p := Puzzle{Kind: Drawn, Line: ln.no}
		p.Grid, _ = sudoku.FromCells(values)
		r.grid.reset()
		r.skipLines(lines)
		r.lastFields = ln.no + lines
		r.emitPuzzle(p)
		return true
	}
	board, ok := boardTextOf(rows)
	if ok {
		r.grid.reset()
		r.lastFields = ln.no + lines
	}
	return ok && r.emitBoards(Drawn, []string{board}, lines)
}
