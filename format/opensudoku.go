package format

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nonet/message"
	"nonet/sudoku"
)

// OpenSudoku's XML has an element named game for each puzzle. Its attribute data is 81 digits. Or it is "version: N", a
// line end, and the fields of each cell: digit, notes, and 1 if the digit is not given:
//
// 	version 1    5|-|0|0|1,4,|1|…             notes as digits
// 	version 2,3  5|0|0|0|9|1|…                notes as a number, bit d−1 for digit d
// 	version 4    5|0|0|0|0|9|0|1|…            two such numbers, for notes in the corners and in the middle
//
// The XML is read tag by tag. Only the five entities of XML itself are known. A document that declares other entities
// is an error, so that no entity can expand to a huge text.

const (
	xmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku version=\"2\">\n"
	xmlTail = "</opensudoku>\n"

	maxXMLName  = 64
	maxXMLValue = 16 << 10
)

type xmlReader struct {
	on     bool
	root   bool   // set after the root element's tag
	inside string // the element whose text comes next, by name
	folder string // the name of the puzzle's folder or of the file
	author string
}

func recogniseXML(_ *Reader, ln *line) answer {
	if ln.text[ln.all.from] != '<' {
		return no
	}
	text := strings.ToLower(string(ln.text[ln.all.from:min(ln.all.to, ln.all.from+16)]))
	return yes.onlyIf(strings.HasPrefix(text, "<?xml") || strings.HasPrefix(text, "<opensudoku"))
}

func readXML(r *Reader, ln *line) {
	r.src.returnTo(ln, len(ln.raw)-len(ln.rawFrom(ln.all.from)))
	r.xml = xmlReader{on: true}
	r.inRun = false
}

// endXMLDocument ends the document, with the error e if it is not nil, and skips the rest of the document's last line.
func (r *Reader) endXMLDocument(e *SyntaxError) {
	r.xml.on = false
	if e != nil {
		r.emitPuzzleError(e)
	}
	for {
		if b, err := r.src.peek(); err != nil || b == '\n' || b == '\r' {
			return
		}
		r.src.skipByte()
	}
}

// readGame reads up to the end of the next puzzle, which it outputs, or to the end of the document.
func (r *Reader) readGame() {
	x := &r.xml
	for x.on && r.done == len(r.out) {
		text, e := r.readXMLText()
		if e == nil && x.inside != "" {
			switch x.inside {
			case "name":
				x.folder = printableName([]byte(text))
			case "author":
				x.author = printableName([]byte(text))
			}
		}
		x.inside = ""
		if e == nil {
			e = r.readXMLTag()
		}
		if e != nil {
			r.endXMLDocument(e)
		}
	}
}

// readXMLText returns the text before the next tag. It cuts a long text.
func (r *Reader) readXMLText() (string, *SyntaxError) {
	text, e := r.readXMLUntil("<", maxString)
	if _, err := r.src.peek(); e == nil && err == io.EOF {
		e = r.nextPlace().errorHere("format.xml.end")
	} else if err != nil {
		r.xml.on = false
	}
	return text, e
}

// readXMLUntil returns the text before the next of the bytes in `stops`, or before the end of the input. Entities stand
// for their characters. The text is cut to about `limit` bytes.
func (r *Reader) readXMLUntil(stops string, limit int) (string, *SyntaxError) {
	var text []byte
	for {
		b, err := r.src.peek()
		switch {
		case err != nil || strings.IndexByte(stops, b) >= 0:
			return string(text), nil
		case b == '&':
			c, e := r.readEntity()
			if e != nil {
				return "", e
			}
			if len(text) < limit {
				text = utf8.AppendRune(text, c)
			}
		default:
			r.src.skipByte()
			if len(text) < limit {
				text = append(text, b)
			}
		}
	}
}

// readEntity reads an entity such as &amp; and returns its character, here &.
func (r *Reader) readEntity() (rune, *SyntaxError) {
	at := r.nextPlace()
	var name []byte
	for r.src.skipByte(); ; r.src.skipByte() {
		b, err := r.src.peek()
		if err == nil && b == ';' {
			r.src.skipByte()
			break
		}
		if err != nil || len(name) > 8 || !isDigit(b) && b != '#' && !isLetter(b) {
			return 0, at.errorHere("format.xml.entity", "name", string(name))
		}
		name = append(name, b)
	}
	if i := slices.Index([]string{"lt", "gt", "amp", "quot", "apos"}, string(name)); i >= 0 {
		return rune(`<>&"'`[i]), nil
	}
	if number, is := strings.CutPrefix(strings.ToLower(string(name)), "#"); is {
		base := 10
		if hex, ok := strings.CutPrefix(number, "x"); ok {
			base, number = 16, hex
		}
		if n, err := strconv.ParseUint(number, base, 21); err == nil {
			return rune(n), nil
		}
	}
	return 0, at.errorHere("format.xml.entity", "name", string(name))
}

// skipPast skips the input up to the end of the text `end`.
func (r *Reader) skipPast(end string) *SyntaxError {
	at := r.nextPlace()
	for !r.src.hasNext(end) {
		if _, err := r.src.peek(); err != nil {
			return at.errorHere("format.xml.tag")
		}
		r.src.skipByte()
	}
	for range len(end) {
		r.src.skipByte()
	}
	return nil
}

// readXMLTag reads a tag, from "<" to ">". It skips comments and instructions, and refuses declarations.
func (r *Reader) readXMLTag() *SyntaxError {
	if !r.xml.on {
		return nil
	}
	at := r.nextPlace()
	switch {
	case r.src.hasNext("<?"):
		return r.skipPast("?>")
	case r.src.hasNext("<!--"):
		return r.skipPast("-->")
	case r.src.hasNext("<!"):
		return at.errorHere("format.xml.declaration")
	}
	r.src.skipByte()
	closing := r.src.hasNext("/")
	if closing {
		r.src.skipByte()
	}
	name := r.readXMLName()
	if name == "" {
		return at.errorHere("format.xml.tag")
	}
	attributes := map[string]attribute{}
	for {
		b, err := r.peekToken()
		switch {
		case err != nil || len(attributes) > maxXMLName:
			return at.errorHere("format.xml.tag")
		case b == '>':
			r.src.skipByte()
			return r.readElement(name, at, closing, attributes)
		case b == '/':
			r.src.skipByte()
			continue
		}
		key := r.readXMLName()
		if b, err = r.peekToken(); key == "" || err != nil || b != '=' {
			return r.nextPlace().errorHere("format.xml.tag")
		}
		r.src.skipByte()
		if b, err = r.peekToken(); err != nil || b != '"' && b != '\'' {
			return r.nextPlace().errorHere("format.xml.tag")
		}
		value, e := r.readXMLValue(b)
		if e != nil {
			return e
		}
		attributes[key] = value
	}
}

func (r *Reader) readXMLName() string {
	var name []byte
	for len(name) < maxXMLName {
		b, err := r.src.peek()
		if err != nil || !isDigit(b) && !isLetter(b) && strings.IndexByte("_-:.", b) < 0 {
			break
		}
		name = append(name, b)
		r.src.skipByte()
	}
	return string(name)
}

// attribute is the value of an attribute, and the place of this value for errors.
type attribute struct {
	place
	text string
}

func (r *Reader) readXMLValue(quote byte) (a attribute, e *SyntaxError) {
	r.src.skipByte()
	a.place = r.nextPlace()
	if a.text, e = r.readXMLUntil(string(quote)+"<", maxXMLValue+1); e != nil {
		return a, e
	}
	if b, err := r.src.peek(); err != nil || b != quote || len(a.text) > maxXMLValue {
		return a, a.errorHere("format.xml.value")
	}
	r.src.skipByte()
	return a, nil
}

// readElement begins or ends an element. `at` is the place of its tag.
func (r *Reader) readElement(name string, at place, closing bool, attributes map[string]attribute) *SyntaxError {
	x := &r.xml
	isRoot := name == "opensudoku" || name == "opensudoku2"
	switch {
	case !x.root && (closing || !isRoot):
		return at.errorHere("format.xml.root", "name", name)
	case isRoot && closing:
		r.endXMLDocument(nil)
	case isRoot:
		x.root = true
	case closing:
	case name == "folder":
		x.folder = printableName([]byte(attributes["name"].text))
	case name == "name" || name == "author":
		x.inside = name
	case name == "game":
		data, there := attributes["data"]
		if !there {
			r.emitPuzzleError(at.errorHere("format.xml.data"))
			return nil
		}
		p, wrong := parseGameData(data.text)
		if wrong != nil {
			e := data.errorHere(wrong.what.Key)
			e.What = wrong.what
			r.emitPuzzleError(e.inCell(wrong.cell))
			return nil
		}
		p.Line, p.column, p.Name = at.line, at.column, x.folder
		if x.author != "" {
			if p.Extra == nil {
				p.Extra = new(Extra)
			}
			p.Extra.Author = x.author
		}
		r.emitPuzzle(p)
	}
	return nil
}

// parseGameData parses the puzzle in the attribute "data" of a game.
func parseGameData(data string) (Puzzle, *fault) {
	p := Puzzle{Kind: OpenSudoku}
	var givens, values [sudoku.Cells]uint8
	text, versioned := strings.CutPrefix(strings.TrimSpace(data), "version:")
	if !versioned {
		if len(text) != sudoku.Cells {
			return p, newFault(-1, "format.xml.cells", "n", utf8.RuneCountInString(text))
		}
		for c := range givens {
			if givens[c] = digits[text[c]]; givens[c] == noCell {
				r, _ := decodeRune([]byte(text[c:]))
				return p, newFault(c, "format.char", "char", message.Character(r))
			}
		}
		p.Grid, _ = sudoku.FromCells(givens)
		return p, nil
	}
	text = strings.TrimLeft(text, " ")
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	version := ""
	if end > 0 {
		version, text = text[:end], strings.TrimSpace(text[end:])
	}
	fields := strings.Split(strings.TrimSuffix(text, "|"), "|")
	notes := 1
	switch version {
	case "1", "3":
	case "2": // in this version, OpenSudoku writes two bars before a cell's last field
		fields = strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "||", "|"), "|"), "|")
	case "4":
		notes = 2
	default:
		return p, newFault(-1, "format.xml.version", "version", printableName([]byte(version)))
	}
	if len(fields) != sudoku.Cells*(2+notes) {
		return p, newFault(-1, "format.xml.fields", "n", len(fields), "wanted", sudoku.Cells*(2+notes))
	}
	e := new(Extra)
	for c := range sudoku.Cells {
		cell := fields[c*(2+notes):][:2+notes]
		d, ok := digitOf(cell[0])
		if cell[0] == "0" {
			d, ok = 0, true
		}
		if !ok {
			return p, newFault(c, "format.number", "text", printableName([]byte(cell[0])))
		}
		if cell[1+notes] == "0" {
			givens[c] = d
		} else {
			values[c] = d
		}
		for i, marks := range []*sudoku.Candidates{&e.Corner[c], &e.Centre[c]}[:notes] {
			if *marks, ok = notesOf(cell[1+i], version == "1"); !ok {
				return p, newFault(c, "format.xml.notes", "text", printableName([]byte(cell[1+i])))
			}
		}
	}
	p.Grid, _ = sudoku.FromCells(givens)
	e.Values, _ = sudoku.FromCells(values)
	p.Extra = nilIfEmpty(e)
	return p, nil
}

// notesOf parses a cell's notes: digits with commas if asDigits is true, and otherwise a number with one bit per digit.
func notesOf(text string, asDigits bool) (marks sudoku.Candidates, ok bool) {
	if asDigits {
		if text == "-" {
			return 0, true
		}
		for _, word := range strings.Split(strings.TrimSuffix(text, ","), ",") {
			d, ok := digitOf(word)
			if !ok || d == 0 {
				return 0, false
			}
			marks = marks.With(sudoku.Digit(d))
		}
		return marks, true
	}
	n, err := strconv.ParseUint(text, 10, 9)
	return sudoku.Candidates(n), err == nil
}

// appendOpenSudoku appends a document with one folder, which contains only this puzzle and has its name. If all notes
// are in the middle of the cells, it writes version 4.
func appendOpenSudoku(dst []byte, p Puzzle) []byte {
	e := p.extra()
	dst = append(dst, "  <folder name=\""...)
	dst = appendXML(dst, p.Name)
	dst = append(dst, "\">\n    <game data=\""...)
	version := ""
	switch {
	case e.Centre != [sudoku.Cells]sudoku.Candidates{}:
		version = "4"
	case e.Corner != [sudoku.Cells]sudoku.Candidates{} || e.Values != sudoku.Grid{}:
		version = "3"
	}
	if version != "" {
		dst = append(append(append(dst, "version: "...), version...), "&#10;"...)
	}
	for c := range sudoku.Cells {
		at := sudoku.Cell(c)
		given := p.Grid.At(at)
		if version == "" {
			dst = append(dst, '0'+byte(given))
			continue
		}
		editable := byte('0')
		if given == 0 {
			editable = '1'
		}
		dst = append(dst, '0'+byte(max(given, e.Values.At(at))), '|')
		dst = append(strconv.AppendUint(dst, uint64(e.Corner[c]), 10), '|')
		if version == "4" {
			dst = append(strconv.AppendUint(dst, uint64(e.Centre[c]), 10), '|')
		}
		dst = append(dst, editable, '|')
	}
	return append(dst, "\"/>\n  </folder>\n"...)
}

func appendXML(dst []byte, text string) []byte {
	return append(dst, strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)...)
}
