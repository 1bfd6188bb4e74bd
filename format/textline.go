package format

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// line is a line of the input, or the rest of a line.
type line struct {
	raw    []byte // the bytes of the line in the text, without the line's end
	text   []byte // one byte for each character of raw; see setPlainText
	no     int    // the line's number, from 1
	before int    // the number of the line's characters before raw
	// places holds, for each character of text and for the end of text, the index of the same character in raw. It is
	// nil if the indices in raw and text are equal, because raw has no invisible characters.
	places []int
	owned  bool // the source no longer uses the buffer of raw

	// The following fields are set by prepareLine. Their spans and indices count characters of text.
	all     span      // the line without space, tags and quotes at its ends
	head    span      // the first word, up to a character that ends a field
	body    span      // the line without its comment
	whole   *notation // the notation in which head is a whole puzzle, or nil
	control int       // the index of a control character in body, or −1
	between byte      // the character between fields, 0 if there are no fields
	split   bool      // set if r.spans are the words of this line
	odd     int       // the index of the first character in r.spans that cannot be a cell; −1 if there is none
	read    bool      // set if r.cells are the cells of this line
	rowOK   bool      // set if r.cells may be part of a grid
	lists   bool      // set if some of r.cells are lists of candidates
}

// columnOf returns the column of character i of the line's text, from 1. Invisible characters count, as in an
// editor.
func (ln *line) columnOf(i int) int {
	if ln.places != nil {
		i = ln.places[i]
	}
	return ln.before + i + 1
}

func (ln *line) placeAt(i int) place { return place{ln.no, ln.columnOf(i)} }

// errorAt returns an error at the character with index i of the line's text.
func (ln *line) errorAt(i int, key string, args ...any) *SyntaxError {
	return ln.placeAt(i).errorHere(key, args...)
}

// rawFrom returns the bytes of raw from character i of the line's text on.
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

// rawOf returns the bytes of raw for a span of the line's text.
func (ln *line) rawOf(s span) []byte {
	raw := ln.rawFrom(s.from)
	return raw[:len(raw)-len(ln.rawFrom(s.to))]
}

// setPlainText sets the line's text: one byte for each visible character of raw. If raw is ASCII, the text is
// raw itself; otherwise it is stored in buf. setPlainText returns buf, perhaps grown.
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

// span is the range of indices of text[from:to].
type span struct{ from, to int }

func (s span) length() int { return s.to - s.from }

// trimSpace returns the span s without the space at its ends.
func trimSpace(text []byte, s span) span {
	for s.from < s.to && isSpace(text[s.from]) {
		s.from++
	}
	for s.from < s.to && isSpace(text[s.to-1]) {
		s.to--
	}
	return s
}

// tags lists the tags that forums and web pages put around puzzles, in square or angle brackets.
var tags = bytes.Fields([]byte("code pre tt quote spoiler main section article div center p span b br"))

// tagLength returns the length of the tag at the beginning of a text, or 0 if there is none. It does not use package
// regexp, which would add a twentieth to the code that a browser loads.
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
		return end + 1 // skip this end tag: the opening tag may be on a line above
	}
	if i := bytes.IndexAny(name, " /"); i > 0 {
		name = name[:i]
	}
	if slices.ContainsFunc(tags, func(tag []byte) bool { return bytes.EqualFold(tag, name) }) {
		return end + 1
	}
	return 0
}

// trimQuoteMarks returns the span s without the space, the forum tags, and the > of quoted mail at its ends.
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

// hasOnlyCellCharacters reports whether every character of text may be a cell.
func hasOnlyCellCharacters(text []byte) bool { return strangeIndex(text) < 0 }

// strangeIndex returns the index of the first character that cannot be a cell, or −1 if there is none.
func strangeIndex(text []byte) int {
	return slices.IndexFunc(text, func(b byte) bool { return digits[b] == noCell })
}

// isBorder reports whether a line is a border. This is a fence of three backticks, or a line of border characters with
// a =, or with two equal -, _, * or ~ side by side. Nine characters that can all be cells are no border here, even if
// they are equal; grid.addLine decides about them.
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

// isText reports whether a line looks like words, not like a puzzle: at least half of its first word is
// letters.
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

// printableName returns b as a name: printable UTF-8 of at most 200 characters, without space at its ends.
func printableName(b []byte) string {
	n := 0
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\t' {
			r = ' '
		}
		if n == 200 || r == utf8.RuneError || !isPrintable(r) {
			return -1
		}
		n++
		return r
	}, string(b)))
}
