package format

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"unicode"
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
}

// column is the column of character i of the line's text. Invisible characters
// count, as they do in an editor.
func (ln line) column(i int) int {
	if ln.places != nil {
		i = ln.places[i]
	}
	return ln.before + i + 1
}

// runeAt is the character i of the line; −1 if it is not UTF-8.
func (ln line) runeAt(i int) rune {
	r, _ := decode(ln.from(i))
	return r
}

// from is the raw text from character i on.
func (ln line) from(i int) []byte {
	b := ln.raw
	for len(b) > 0 {
		r, n := decode(b)
		if !invisible(r) {
			if i == 0 {
				break
			}
			i--
		}
		b = b[n:]
	}
	return b
}

// In a line's text each character is one byte, so that indexes count characters:
// ASCII is itself, full-width forms, dashes and box drawing are their ASCII
// likeness, invisible characters are left out, and the rest is one of these.
const (
	otherLetter  = 0x80
	otherSymbol  = 0x81
	notUTF8      = 0x82
	otherControl = 0x83
)

// plain gives a line its text, one byte for each visible character of raw. It
// uses buf, and returns it, unless raw is ASCII.
func (ln *line) plain(buf []byte) []byte {
	ascii := true
	for _, b := range ln.raw {
		if b >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
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

// invisible reports whether a character takes no room of its own: those that web
// pages and messengers put between digits (zero-width space and joiners, marks
// of direction, soft hyphen, byte order mark), and what makes 5️⃣ of a 5.
func invisible(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad || r == 0x20e3 || r == 0xfe0e || r == 0xfe0f || r == 0xfeff:
		return true
	}
	return r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x2069
}

func likeness(r rune) byte {
	switch {
	case r < 0:
		return notUTF8
	case r < 0x80:
		return byte(r)
	case r < 0xa0:
		return otherControl
	case r >= 0xff01 && r <= 0xff5e:
		return byte(r - 0xff01 + '!')
	case strings.ContainsRune("·•∙□▢▫◻☐⬜░", r):
		return '.'
	case r >= 0x2010 && r <= 0x2015 || r == 0x2212: // hyphens, dashes, minus
		return '-'
	case r == '“' || r == '”' || r == '„':
		return '"'
	case r == 0xa0 || r == 0x3000 || r >= 0x2000 && r <= 0x200a:
		return ' '
	case r == '│' || r == '┃' || r == '║' || r == '┆' || r == '┇' || r == '┊' || r == '┋' || r == '╎' || r == '╏' || r == '¦':
		return '|'
	case r >= 0x2500 && r <= 0x257f:
		return '=' // like '=', and unlike '-', it never stands for an empty cell
	case unicode.IsLetter(r):
		return otherLetter
	}
	return otherSymbol
}

type class uint8

const (
	symbol   class = iota
	space          // blank, tab
	letter         // but for x
	cellular       // may be a cell: a digit, . 0 _ * - ? x X
	upright        // |
	control        // control characters, bytes that are not UTF-8
)

const noCell = 0xff

var (
	classes [256]class
	// digits maps what may stand for a cell to its digit, 0 if it is empty, and all else to noCell.
	digits [256]uint8
	// plainDigits is digits without - x X ?, which need a look at the whole line.
	plainDigits [256]uint8
)

func init() {
	for b := range 256 {
		digits[b], plainDigits[b] = noCell, noCell
		switch c := byte(b); {
		case strings.IndexByte("123456789", c) >= 0:
			digits[b], plainDigits[b] = c-'0', c-'0'
		case strings.IndexByte(".0_*", c) >= 0:
			digits[b], plainDigits[b] = 0, 0
		case strings.IndexByte("-?xX", c) >= 0:
			digits[b] = 0
		}
		switch c := byte(b); {
		case digits[b] != noCell:
			classes[b] = cellular
		case c == ' ' || c == '\t':
			classes[b] = space
		case c == '|':
			classes[b] = upright
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == otherLetter:
			classes[b] = letter
		case c < ' ' || c == 0x7f || c == notUTF8 || c == otherControl:
			classes[b] = control
		}
	}
}

func isSpace(b byte) bool   { return classes[b] == space }
func isDigit(b byte) bool   { return b >= '0' && b <= '9' }
func isLetter(b byte) bool  { return classes[b] == letter || b == 'x' || b == 'X' }
func printable(r rune) bool { return r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) }

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

// tag matches what forums and web pages put round a puzzle.
var tag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)[\[<]/?(?:code|pre|tt|quote|spoiler)[\]>]`)
})

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
			if at := tag().FindIndex(t); at != nil && at[0] == 0 {
				s.from += at[1]
				continue
			}
		case last == ']' || last == '>':
			begin := max(bytes.LastIndexByte(t, '['), bytes.LastIndexByte(t, '<'))
			if begin >= 0 && len(tag().Find(t[begin:])) == len(t)-begin {
				s.to = s.from + begin
				continue
			}
		}
		return s
	}
}

// allCells reports whether every character may be a cell.
func allCells(text []byte) bool {
	for _, b := range text {
		if digits[b] == noCell {
			return false
		}
	}
	return true
}

// isBorder reports whether a line is drawn: it holds a run of - or = and nothing
// but what borders are made of, or it is a fence of three backticks. Nine cells
// are no border, except that nine equal characters may be one, which block.add
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
	return run && (drawn || cells != 9 && (cells != 81 || uniform(text, '-') || uniform(text, '*')))
}

func uniform(text []byte, b byte) bool {
	for _, t := range text {
		if t != b && !isSpace(t) && t != '|' {
			return false
		}
	}
	return true
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
	var s strings.Builder
	n := 0
	for len(b) > 0 && n < 200 {
		r, size := utf8.DecodeRune(b)
		b = b[size:]
		if r == '\t' {
			r = ' '
		}
		if printable(r) && r != utf8.RuneError {
			s.WriteRune(r)
			n++
		}
	}
	return strings.TrimSpace(s.String())
}
