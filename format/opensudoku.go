package format

import (
	"cmp"
	"encoding/xml"
	"io"
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
// Only the five entities of XML itself are known. A document that declares other entities is an error, so that no
// entity can expand to a huge text.

const (
	xmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku version=\"2\">\n"
	xmlTail = "</opensudoku>\n"

	mostXML = maxPacked / 2 // the maximum length of a tag with the text after it, in bytes
)

type xmlReader struct {
	*xml.Decoder
	open   bool
	root   bool   // set after the root element's tag
	tag    place  // the place of the current tag
	last   place  // the place of the byte that the decoder read last
	entity place  // the place of the last &
	inTag  bool   // set between < and >
	tail   int    // the number of bytes that follow in the current character
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
	r.xml = xmlReader{open: true}
	r.startXMLDecoder()
	r.inRun = false
}

func (r *Reader) startXMLDecoder() {
	r.xml.Decoder = xml.NewDecoder((*xmlBytes)(r))
	r.xml.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // the source has decoded UTF-16
}

// endXMLDocument ends the document, with the error e if it is not nil, and skips the rest of the document's last line.
func (r *Reader) endXMLDocument(e *SyntaxError) {
	r.xml.open = false
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

// xmlBytes supplies the bytes of an XML document to the decoder. It replaces each control character, and each byte that
// is not UTF-8, with the character DEL. Comments are left out, because the decoder refuses two hyphens in them. After
// mostXML bytes without a tag the document ends, which bounds the memory.
type xmlBytes Reader

func (x *xmlBytes) ReadByte() (byte, error) {
	b, err := x.src.peek()
	for b == '<' && !x.xml.inTag && x.src.hasNext("<!--") {
		x.skipComment()
		b, err = x.src.peek()
	}
	if err != nil || len(x.src.pending) > mostXML {
		return 0, cmp.Or(err, io.EOF)
	}
	x.xml.last = (*Reader)(x).nextPlace()
	switch {
	case b == '<' && !x.xml.inTag:
		x.xml.inTag, x.xml.tag = true, x.xml.last
		x.src.keepBytes(true)
	case b == '>':
		x.xml.inTag = false
	case b == '&':
		x.xml.entity = x.xml.last
	}
	switch {
	case utf8.RuneStart(b):
		if x.xml.tail = utf8.RuneLen((*Reader)(x).peekRune()) - 1; x.xml.tail < 0 {
			b = 0
		}
	case x.xml.tail <= 0:
		b = 0
	default:
		x.xml.tail--
	}
	if x.src.skipByte(); b < ' ' && strings.IndexByte("\t\n\r", b) < 0 {
		b = 0x7f
	}
	return b, nil
}

// skipComment skips a comment, which counts neither as a tag nor as a part of the text around it.
func (x *xmlBytes) skipComment() {
	x.src.keeping = false
	for {
		b, err := x.src.peek()
		if err != nil {
			return
		}
		if b == '-' && x.src.hasNext("-->") {
			break
		}
		x.src.skipByte()
	}
	for range len("-->") {
		x.src.skipByte()
	}
	x.src.keeping = true
}

// Read is never called; see [xml.NewDecoder].
func (x *xmlBytes) Read([]byte) (int, error) { return 0, io.EOF }

// readGame reads and outputs the next puzzle. If no puzzle follows, it reads to the end of the document.
func (r *Reader) readGame() {
	for r.xml.open && r.done == len(r.out) {
		part, err := r.xml.RawToken()
		e := r.readXMLError(err)
		switch part := part.(type) {
		case xml.CharData:
			r.readXMLText(printableName(part[:min(len(part), maxString)]))
		case xml.Directive:
			e = r.xml.tag.errorHere("format.xml.declaration")
		case xml.StartElement:
			e = r.readElement(part)
		case xml.EndElement:
			switch name := part.Name.Local; {
			case !r.xml.root:
				e = r.xml.tag.errorHere("format.xml.root", "name", name)
			case isXMLRoot(name):
				r.endXMLDocument(nil)
			}
		}
		if e != nil {
			r.endXMLDocument(e)
		}
	}
	if !r.xml.open {
		r.src.keepBytes(false)
	}
}

// readXMLError returns the error to output for an error of the decoder. It returns nil if the decoder reported no
// error, if the input failed, or if the decoder only refused the version of XML.
func (r *Reader) readXMLError(err error) *SyntaxError {
	if err == nil {
		return nil
	}
	text := string(r.src.pending)
	_, entity, _ := strings.Cut(err.Error(), "character entity &")
	switch i := strings.LastIndexAny(text, `"'`) + 1; {
	case err == io.EOF:
		return r.nextPlace().errorHere("format.xml.end")
	case err == r.src.err: // the input failed, which the reader reports
		r.xml.open = false
		return nil
	case strings.HasPrefix(text, "<?xml") && strings.HasSuffix(text, "?>"): // the decoder knows only version 1.0
		r.startXMLDecoder()
		return nil
	case entity != "":
		name, _, _ := strings.Cut(strings.TrimSuffix(entity, " (no semicolon)"), ";")
		return r.xml.entity.errorHere("format.xml.entity", "name", shortenPart(name))
	case i > 0 && strings.Count(text, text[i-1:i])%2 == 1:
		return r.xml.tag.after(text[:i]).errorHere("format.xml.value")
	case r.src.err == io.EOF && r.src.r == r.src.w:
		return r.xml.tag.errorHere("format.xml.tag")
	}
	return r.xml.last.errorHere("format.xml.tag")
}

func (r *Reader) readXMLText(text string) {
	switch r.xml.inside {
	case "name":
		r.xml.folder = text
	case "author":
		r.xml.author = text
	}
	r.xml.inside = ""
}

func isXMLRoot(name string) bool { return name == "opensudoku" || name == "opensudoku2" }

func (r *Reader) readElement(element xml.StartElement) *SyntaxError {
	x, where, name := &r.xml, r.xml.tag, element.Name.Local
	attributes := map[string]string{}
	for _, one := range element.Attr {
		attributes[one.Name.Local] = one.Value
	}
	switch {
	case !x.root && !isXMLRoot(name):
		return where.errorHere("format.xml.root", "name", name)
	case isXMLRoot(name):
		x.root = true
	case name == "folder":
		x.folder = printableName([]byte(attributes["name"]))
	case name == "name" || name == "author":
		x.inside = name
	case name == "game":
		data, ok := attributes["data"]
		if !ok {
			r.emitPuzzleError(where.errorHere("format.xml.data"))
			return nil
		}
		p, wrong := parseGameData(data)
		if wrong != nil {
			before, _, _ := strings.Cut(string(r.src.pending), "data=")
			e := where.after(before + `data="`).errorHere(wrong.what.Key)
			e.What = wrong.what
			r.emitPuzzleError(e.inCell(wrong.cell))
			return nil
		}
		p.Line, p.column, p.Name = where.line, where.column, x.folder
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

// after returns the place after a text that begins at `where`.
func (where place) after(text string) place {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		return place{where.line + strings.Count(text, "\n"), utf8.RuneCountInString(text[i:])}
	}
	return place{where.line, where.column + utf8.RuneCountInString(text)}
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

// appendOpenSudoku appends a document with one folder. The folder has the puzzle's name and contains only this puzzle.
// If p has notes in the middle of cells, the function writes version 4.
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
		cell := sudoku.Cell(c)
		given := p.Grid.At(cell)
		if version == "" {
			dst = append(dst, '0'+byte(given))
			continue
		}
		editable := byte('0')
		if given == 0 {
			editable = '1'
		}
		dst = append(dst, '0'+byte(max(given, e.Values.At(cell))), '|')
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
