package format

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"nonet/sudoku"
)

// SDK is a notation of SadMan Sudoku and SudoCue: nine lines of nine characters. Headers may stand above these lines. A
// header is the sign #, a letter and a text:
//
// 	#AAuthor
// 	#DTitle
// 	#CWhat there is to say
//
// Or the lines are in sections: [Puzzle] has the givens, and [State] the grid as played.

// maxHeaders limits the comments above a grid that are kept as possible headers.
const maxHeaders = 200

// sdkHeaders holds the comments above a grid, each of which may be a header.
type sdkHeaders []string

func (h *sdkHeaders) addHeader(comment []byte) {
	if len(*h) < maxHeaders && len(comment) > 2 && strings.IndexByte("ABCDLSU", comment[1]) >= 0 {
		*h = append(*h, string(comment))
	}
}

// setDescription sets a puzzle's title, author and rules in words from its headers. It returns false if the puzzle is
// not SDK. A grid without sections is SDK if it has at least two headers, and no lower-case letter follows a header's
// letter, as in "#Another".
func (h sdkHeaders) setDescription(p *Puzzle) bool {
	if p.Kind != SDK && p.Kind != Rows {
		return false
	}
	n := 0
	var title, author, comment string
	for _, text := range h {
		if p.Kind == Rows && (text[2] == ' ' || text[2] >= 'a' && text[2] <= 'z' && text[1] != 'U') {
			return false
		}
		n++
		switch rest := text[2:]; text[1] {
		case 'A':
			author = rest
		case 'D':
			title = rest
		case 'C':
			comment += rest + "\n"
		}
	}
	if p.Kind == Rows && n < 2 || n == 0 {
		return p.Kind == SDK
	}
	p.Kind = SDK
	p.Name = printableName([]byte(title))
	if p.Extra == nil {
		p.Extra = new(Extra)
	}
	p.Extra.Author, p.Extra.Rules = printableName([]byte(author)), printableText(comment)
	p.Extra = nilIfEmpty(p.Extra)
	return true
}

// sectionName returns the name, in lower case, of the section that a line begins.
func sectionName(raw []byte) string {
	name := bytes.TrimSpace(raw)
	if len(name) < 3 || len(name) > 20 || name[0] != '[' || name[len(name)-1] != ']' {
		return ""
	}
	text := strings.ToLower(string(name[1 : len(name)-1]))
	if strings.Trim(text, "abcdefghijklmnopqrstuvwxyz ") != "" {
		return ""
	}
	return text
}

func recogniseSDK(r *Reader, ln *line) answer {
	return yes.onlyIf(sectionName(ln.text[ln.all.from:ln.all.to]) == "puzzle")
}

// readSDK reads all sections of a puzzle.
func readSDK(r *Reader, ln *line) {
	p := Puzzle{Kind: SDK, Line: ln.number, Extra: new(Extra)}
	from := ln.number + 1
	next, rest := 0, 0 // next: the next line to read; rest: the first line after the puzzle; both as indices for lineAhead
	rows := func() (g sudoku.Grid, n int) {
		var values [sudoku.Cells]uint8
		for n < 9 {
			raw, ok := r.lineAhead(next)
			row := bytes.TrimSpace(raw)
			if ok && len(row) > 0 && row[0] == '#' {
				r.headers.addHeader(row)
				next++
				continue
			}
			if !ok || len(row) != 9 || !hasOnlyCellCharacters(row) {
				break
			}
			for i, b := range row {
				values[9*n+i] = digits[b]
			}
			next++
			n++
		}
		g, _ = sudoku.FromCells(values)
		return g, n
	}
	// short outputs an error for a section that ends after n rows.
	short := func(n int, section string) {
		offset, column := from+next, 1
		if _, more := r.lineAhead(next); !more {
			offset, column = offset-1, ln.columnOf(ln.all.to)
			if next > 0 {
				last, _ := r.lineAhead(next - 1)
				column = utf8.RuneCount(last) + 1
			}
		}
		r.skipLines(next)
		r.emitPuzzleError(newSyntaxError(offset, column, "format.sdk", "n", n, "section", section))
	}
	for section := "puzzle"; section != ""; {
		switch section {
		case "puzzle", "state":
			g, n := rows()
			if n < 9 {
				short(n, strings.ToUpper(section[:1])+section[1:])
				return
			}
			if section == "puzzle" {
				p.Grid = g
				break
			}
			values := g.Values()
			for c := range values {
				if p.Grid.At(sudoku.Cell(c)) != 0 {
					values[c] = 0
				}
			}
			p.Extra.Values, _ = sudoku.FromCells(values)
		default: // skip an unknown section up to the next section or blank line
			for {
				raw, ok := r.lineAhead(next)
				if !ok || len(bytes.TrimSpace(raw)) == 0 || sectionName(raw) != "" {
					break
				}
				next++
			}
		}
		section, rest = "", next
		for section == "" && next < rest+4 { // another section may follow a blank line
			raw, ok := r.lineAhead(next)
			if section = sectionName(raw); !ok || section == "puzzle" || len(bytes.TrimSpace(raw)) > 0 && section == "" && next == rest {
				section = ""
				break
			}
			next++
		}
	}
	r.skipLines(rest)
	p.Extra = nilIfEmpty(p.Extra)
	r.emitPuzzle(p)
}

// SDX is a notation of SudoCue for a grid that is being solved: nine lines of nine words. A digit is a given. The
// letter u before a digit marks a player's digit. Any other word lists the candidates of an open cell. A list of one
// candidate looks like a given.

// parseSDXRow parses a line, and stores its cells in row number `row` of givens, values and notes. user is true if the
// row has a player's digit.
func parseSDXRow(text []byte, row int, givens, values *[sudoku.Cells]uint8, notes *[sudoku.Cells]sudoku.Candidates) (user, ok bool) {
	n := 0
	for i := 0; i < len(text); i++ {
		if isSpace(text[i]) {
			continue
		}
		from := i
		for i < len(text) && !isSpace(text[i]) {
			i++
		}
		word, cell := text[from:i], 9*row+n
		placed := len(word) > 0 && word[0] == 'u'
		if placed {
			word = word[1:]
		}
		marks, list := parseCandidates(word)
		switch {
		case n == 9 || !list || len(word) == 0 || word[len(word)-1] == '?' || placed && len(word) > 1:
			return false, false
		case placed:
			values[cell], user = word[0]-'0', true
		case len(word) == 1:
			givens[cell] = word[0] - '0'
		case len(word) < 9: // do not store nine candidates, which exclude nothing
			notes[cell] = marks
		}
		n++
	}
	return user, n == 9
}

// readSDXRows reads nine lines. ok is false unless at least one of them has a player's digit.
func (r *Reader) readSDXRows(ln *line) (p Puzzle, ok bool) {
	var givens, values [sudoku.Cells]uint8
	var notes [sudoku.Cells]sudoku.Candidates
	any := false
	for i, text := 0, ln.text; i < 9; i++ {
		if i > 0 {
			if text, ok = r.textAhead(i - 1); !ok {
				return p, false
			}
		}
		user, ok := parseSDXRow(text, i, &givens, &values, &notes)
		if !ok {
			return p, false
		}
		any = any || user
	}
	if !any {
		return p, false
	}
	p = Puzzle{Kind: kindSDX, Line: ln.number, Extra: &Extra{Centre: notes}}
	p.Grid, _ = sudoku.FromCells(givens)
	p.Extra.Values, _ = sudoku.FromCells(values)
	return p, true
}

func recogniseSDX(r *Reader, ln *line) answer {
	if r.grid.hasBegun() {
		return no
	}
	_, ok := r.readSDXRows(ln)
	return yes.onlyIf(ok)
}

func readSDX(r *Reader, ln *line) {
	p, _ := r.readSDXRows(ln)
	r.skipLines(8)
	r.emitPuzzle(p)
}

// appendSDX appends nine rows with the givens and the player's digits. In open cells it writes all nine digits as
// candidates.
func appendSDX(dst []byte, p Puzzle) []byte {
	for c, v := range p.Position().Values() {
		switch {
		case v == 0:
			dst = append(dst, "123456789"...)
		case p.Grid.At(sudoku.Cell(c)) == 0:
			dst = append(dst, 'u', '0'+v)
		default:
			dst = append(dst, '0'+v)
		}
		end := byte(' ')
		if c%9 == 8 {
			end = '\n'
		}
		dst = append(dst, end)
	}
	return dst
}

func appendSDK(dst []byte, p Puzzle) []byte {
	e := p.extra()
	line := func(tag, text string) {
		if text != "" {
			dst = append(append(append(dst, tag...), text...), '\n')
		}
	}
	line("#A", e.Author)
	line("#D", p.Name)
	for text := range strings.SplitSeq(e.Rules, "\n") {
		line("#C", text)
	}
	dst = appendDigitRows(append(dst, "[Puzzle]\n"...), p.Grid, '.', "")
	if e.Values != (sudoku.Grid{}) {
		dst = appendDigitRows(append(dst, "[State]\n"...), p.Position(), '.', "")
	}
	return dst
}
