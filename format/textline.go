package format

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// line is a line of the text, or what is left of one.
type line struct {
	raw    []byte // as it stands in the text, without its end
	text   []byte // one byte for each character of raw; see plain
	no     int    // its number
	before int    // characters of the line that stand before raw
	// places are the indexes in raw, in characters, of text's characters and of
	// its end; nil if they are the same, for want of invisible characters.
	places []int
	owned  bool // the source has another buffer by now

	// What is the line's own, as prepare finds it: indexes of characters of text.
	all     span      // without space, tags and quotes at its ends
	head    span      // its first word, up to what ends a field
	body    span      // all but for a comment
	whole   *notation // whose word head is, nil if it is none's
	control int       // where body has a control character, −1 if nowhere
	between byte      // what stands between fields, 0 if it has none
	split   bool      // the reader has its words in spans, and
	odd     int       // where a word has what is no cell, −1 if nowhere
	read    bool      // the reader has its cells, and
	rowOK   bool      // they may be a part of a grid
	lists   bool      // some are lists of candidates
}

// column is the column of character i of the line's text. Invisible characters
// count, as they do in an editor.
func (ln *line) column(i int) int {
	if ln.places != nil {
		i = ln.places[i]
	}
	return ln.before + i + 1
}

func (ln *line) place(i int) place { return place{ln.no, ln.column(i)} }

// fail blames the character at index i of the line's text.
func (ln *line) fail(i int, key string, args ...any) *SyntaxError {
	return ln.place(i).fail(key, args...)
}

// from is the raw text from character i on.
func (ln *line) from(i int) []byte { return behind(ln.raw, i) }

// behind is raw text without its first n characters.
func behind(b []byte, n int) []byte {
	for len(b) > 0 {
		r, size := decode(b)
		if !invisible(r) {
			if n == 0 {
				break
			}
			n--
		}
		b = b[size:]
	}
	return b
}

// rawOf is the raw text of a span.
func (ln *line) rawOf(s span) []byte {
	raw := ln.from(s.from)
	return raw[:len(raw)-len(ln.from(s.to))]
}

// plain gives a line its text, one byte for each visible character of raw. It
// uses buf, and returns it, unless raw is ASCII.
func (ln *line) plain(buf []byte) []byte {
	if !slices.ContainsFunc(ln.raw, func(b byte) bool { return b >= utf8.RuneSelf }) {
		ln.text = ln.raw
		return buf
	}
	buf = buf[:0]
	i := 0
	for b := ln.raw; len(b) > 0; i++ {
		r, n := decode(b)
		b = b[n:]
		switch {
		case !invisible(r):
			if ln.places != nil {
				ln.places = append(ln.places, i)
			}
			buf = append(buf, likeness(r))
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

// span is text[from:to].
type span struct{ from, to int }

func (s span) len() int { return s.to - s.from }

// trim is the span without space at its ends.
func trim(text []byte, s span) span {
	for s.from < s.to && isSpace(text[s.from]) {
		s.from++
	}
	for s.from < s.to && isSpace(text[s.to-1]) {
		s.to--
	}
	return s
}

// tags are what forums and web pages put round a puzzle, in brackets of either kind.
var tags = bytes.Fields([]byte("code pre tt quote spoiler main section article div center p span b br"))

// tagLength is how long the tag is that a text begins with, 0 if it begins with none.
// By hand, as a regular expression takes a twentieth of what a browser has to load.
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
		return end + 1 // what it closes may have stood on a line above
	}
	if i := bytes.IndexAny(name, " /"); i > 0 {
		name = name[:i]
	}
	if slices.ContainsFunc(tags, func(tag []byte) bool { return bytes.EqualFold(tag, name) }) {
		return end + 1
	}
	return 0
}

// unwrapped is the span without space, tags of forums, and the > of quoted mail
// at its ends.
func unwrapped(text []byte, s span) span {
	for {
		s = trim(text, s)
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

// allCells reports whether every character may be a cell.
func allCells(text []byte) bool { return strange(text) < 0 }

// strange is the index of the first character that is no cell, −1 if all are.
func strange(text []byte) int {
	return slices.IndexFunc(text, func(b byte) bool { return digits[b] == noCell })
}

// isBorder reports whether a line is drawn: it holds a run of - or = and nothing
// but what borders are made of, or it is a fence of three backticks. Nine cells
// are no border, except that nine equal characters may be one, which grid.add
// decides.
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
	return run && (drawn || cells != 9 && (cells != 81 || isRun(text)))
}

// isText reports whether a line reads like words rather than like a puzzle: its
// first word is made of letters for the most part.
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

// printableName is b as a name: valid, printable, without space at its ends, and
// of at most 200 characters.
func printableName(b []byte) string {
	n := 0
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\t' {
			r = ' '
		}
		if n == 200 || r == utf8.RuneError || !printable(r) {
			return -1
		}
		n++
		return r
	}, string(b)))
}
