package format

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// line is a line of the input, or the rest of a line whose beginning was consumed.
type line struct {
	raw    []byte // the line's bytes, without its line end
	text   []byte // one byte for each character of raw; see setPlainText
	number int    // the line's number, from 1
	before int    // how many characters of the line precede raw
	// places maps the index of each character in text, and of the end of text, to the index of the same character in
	// raw. It is nil if the two indices are always equal, because raw has no invisible characters.
	places []int
	owned  bool // set if raw is not in the source's buffer, which later reads overwrite

	// The following fields are set by prepareLine. Their spans and indices count characters of text.
	all       span      // the text without space, tags and quotes at its ends
	head      span      // the first word; it ends where a field ends
	body      span      // the text without its comment
	alone     *notation // the notation in which head alone is a puzzle; otherwise nil
	control   int       // the index of the first control character in body; −1 if none
	separator byte      // the character that separates fields; 0 if there are no fields
	split     bool      // set if r.spans holds the words of this line
	odd       int       // the index of the first character in r.spans that no cell can have; −1 if none
	read      bool      // set if r.cells holds the cells of this line
	rowOK     bool      // set if r.cells may be part of a grid
	lists     bool      // set if some of r.cells list candidates
}

// columnOf returns the column of character i, counted from 1. As in an editor, invisible characters count.
func (ln *line) columnOf(i int) int {
	if ln.places != nil {
		i = ln.places[i]
	}
	return ln.before + i + 1
}

func (ln *line) placeAt(i int) place { return place{ln.number, ln.columnOf(i)} }

func (ln *line) errorAt(i int, key string, args ...any) *SyntaxError {
	return ln.placeAt(i).errorHere(key, args...)
}

// rawFrom returns the part of raw that begins with character i of the line's text.
func (ln *line) rawFrom(i int) []byte { return dropCharacters(ln.raw, i) }

// dropCharacters returns b without its first n visible characters.
func dropCharacters(b []byte, n int) []byte {
	for len(b) > 0 {
		r, size := decodeRune(b)
		if !isInvisible(r) {
			if n == 0 {
				break
			}
			n--
		}
		b = b[size:]
	}
	return b
}

// rawOf returns the part of raw that s selects in the line's text.
func (ln *line) rawOf(s span) []byte {
	raw := ln.rawFrom(s.from)
	return raw[:len(raw)-len(ln.rawFrom(s.to))]
}

// setPlainText sets the line's text: one byte per visible character of raw. If raw is ASCII, the text is raw itself;
// otherwise it is stored in buf. setPlainText returns buf, possibly reallocated.
func (ln *line) setPlainText(buf []byte) []byte {
	if !slices.ContainsFunc(ln.raw, func(b byte) bool { return b >= utf8.RuneSelf }) {
		ln.text = ln.raw
		return buf
	}
	buf = buf[:0]
	i := 0
	for b := ln.raw; len(b) > 0; i++ {
		r, n := decodeRune(b)
		b = b[n:]
		switch {
		case !isInvisible(r):
			if ln.places != nil {
				ln.places = append(ln.places, i)
			}
			buf = append(buf, plainCharacter(r))
		case ln.places == nil:
			ln.places = make([]int, i, len(ln.raw))
			for k := range ln.places {
				ln.places[k] = k
			}
		}
	}
	if ln.places != nil {
		ln.places = append(ln.places, i)
	}
	ln.text = buf
	return buf
}

// span selects a part of a text: text[from:to].
type span struct{ from, to int }

func (s span) length() int { return s.to - s.from }

func trimSpace(text []byte, s span) span {
	for s.from < s.to && isSpace(text[s.from]) {
		s.from++
	}
	for s.from < s.to && isSpace(text[s.to-1]) {
		s.to--
	}
	return s
}

// tags lists the names of tags, in square or angle brackets, that forums and web pages put around puzzles.
var tags = bytes.Fields([]byte("code pre tt quote spoiler main section article div center p span b br"))

// tagLength returns the length of the tag at the beginning of a text, or 0 if there is none. It does not use package
// regexp, which would make the code for browsers a twentieth larger.
func tagLength(text []byte) int {
	if len(text) == 0 || text[0] != '[' && text[0] != '<' {
		return 0
	}
	end := bytes.IndexAny(text, "]>")
	if end < 0 {
		return 0
	}
	name := text[1:end]
	if len(name) > 1 && name[0] == '/' && isLetter(name[1]) {
		return end + 1 // an end tag alone, because its opening tag may be on a line above
	}
	if i := bytes.IndexAny(name, " /"); i > 0 {
		name = name[:i]
	}
	if slices.ContainsFunc(tags, func(tag []byte) bool { return bytes.EqualFold(tag, name) }) {
		return end + 1
	}
	return 0
}

func withoutQuoteMarks(raw []byte) []byte {
	s := trimQuoteMarks(raw, span{0, len(raw)})
	return raw[s.from:s.to]
}

// trimQuoteMarks returns s without what surrounds the line's content: space, forum tags, and the > of quoted mail.
func trimQuoteMarks(text []byte, s span) span {
	for {
		s = trimSpace(text, s)
		t := text[s.from:s.to]
		if len(t) == 0 {
			return s
		}
		switch first, last := t[0], t[len(t)-1]; {
		case first == '>':
			s.from++
			continue
		case first == '[' || first == '<':
			if n := tagLength(t); n > 0 {
				s.from += n
				continue
			}
		case last == ']' || last == '>':
			begin := max(bytes.LastIndexByte(t, '['), bytes.LastIndexByte(t, '<'))
			if begin >= 0 && tagLength(t[begin:]) == len(t)-begin {
				s.to = s.from + begin
				continue
			}
		}
		return s
	}
}

// hasOnlyCellCharacters reports whether each character of text can stand for a cell.
func hasOnlyCellCharacters(text []byte) bool { return strangeIndex(text) < 0 }

// strangeIndex returns the index of the first character that no cell can have, or −1 if there is none.
func strangeIndex(text []byte) int {
	return slices.IndexFunc(text, func(b byte) bool { return digits[b] == noCell })
}

// isBorder reports whether a line is a border, such as ``` or +---+. It has a =, or two equal -, _, * or ~ side by
// side. For nine characters that can all be cells, isBorder returns false, because grid.addLine decides about such a
// line. For 81 such characters, isDrawnLine decides.
func isBorder(text []byte) bool {
	if bytes.HasPrefix(text, []byte("```")) {
		return true
	}
	cells, run, drawn := 0, false, false
	for i, b := range text {
		switch {
		case isSpace(b) || b == '|':
			continue
		case strings.IndexByte("-=_+.:*'`,~", b) < 0:
			return false
		case b == '=' || i > 0 && b == text[i-1] && (b == '-' || b == '_' || b == '*' || b == '~'):
			run = true
		}
		drawn = drawn || digits[b] == noCell
		cells++
	}
	return run && (drawn || cells != 9 && (cells != 81 || isDrawnLine(text)))
}

// isText reports whether a line looks like words: at least half of the characters of its first word are letters.
func isText(text []byte) bool {
	if len(text) > 1 && text[0] == '[' {
		return isLetter(text[1])
	}
	if len(text) == 0 || !isLetter(text[0]) {
		return false
	}
	letters, n, real := 0, 0, false
	for _, b := range text {
		if isSpace(b) || b == ',' || b == ';' {
			break
		}
		n++
		if isLetter(b) {
			letters++
			real = real || classes[b] == letter
		}
	}
	return real && letters*2 >= n
}

// printableName returns the printable UTF-8 of b as a name, without space at its ends, cut to 200 characters.
func printableName(b []byte) string { return printable(string(b), 200, isPrintable) }

// printable returns text with only the characters that may occur, without space at its ends, cut to `limit` characters.
func printable(text string, limit int, mayOccur func(r rune) bool) string {
	n := 0
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\t' {
			r = ' '
		}
		if n == limit || r == utf8.RuneError || !mayOccur(r) {
			return -1
		}
		n++
		return r
	}, text))
}
