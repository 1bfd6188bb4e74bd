package format

import (
	"bytes"
	"strings"
	"unicode"
)

// The text of a line has one byte per character, so that indices count characters. ASCII characters stay the same.
// Full-width forms, circled digits, dashes and box drawing become similar ASCII characters. Invisible characters are
// omitted. Every other character becomes one of the following.
const (
	otherLetter  = 0x80
	otherSymbol  = 0x81
	notUTF8      = 0x82
	otherControl = 0x83
)

// isInvisible reports whether a character has no width of its own. Web pages and messengers put such characters
// between digits: zero-width spaces and joiners, marks of direction, soft hyphens, byte order marks. The emoji 5️⃣ is
// a 5 with two such characters.
func isInvisible(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad || r == 0x20e3 || r == 0xfe0e || r == 0xfe0f || r == 0xfeff:
		return true
	}
	return r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x2069
}

func plainCharacter(r rune) byte {
	switch {
	case r < 0:
		return notUTF8
	case r < 0x80:
		return byte(r)
	case r < 0xa0:
		return otherControl
	case r >= 0xff01 && r <= 0xff5e:
		return byte(r - 0xff01 + '!')
	case r >= '①' && r <= '⑨':
		return byte(r - '①' + '1')
	case r >= '❶' && r <= '❾':
		return byte(r - '❶' + '1')
	case strings.ContainsRune("·•∙□▢▫◻☐⬜░空", r):
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
		return '=' // '=' never stands for an empty cell; '-' may
	case unicode.IsLetter(r):
		return otherLetter
	}
	return otherSymbol
}

type class uint8

const (
	symbol   class = iota
	space          // blank, tab
	letter         // except x
	cellular       // possible in a cell: a digit, . 0 _ * - ? x X
	upright        // |
	control        // control characters, bytes that are not UTF-8
)

const noCell = 0xff

var (
	classes [256]class
	// digits maps a character of a cell to its digit, or to 0 for an empty cell. All other characters map to noCell.
	digits [256]uint8
	// plainDigits equals digits, except that - x X ? map to noCell. Their meaning depends on the whole line.
	plainDigits [256]uint8
)

func init() {
	for b := range 256 {
		digits[b], plainDigits[b] = noCell, noCell
		switch c := byte(b); {
		case c == otherLetter || c < 0x80 && unicode.IsLetter(rune(c)):
			classes[b] = letter
		case c == notUTF8 || c == otherControl || c < 0x80 && unicode.IsControl(rune(c)):
			classes[b] = control
		}
	}
	classes[' '], classes['\t'], classes['|'] = space, space, upright
	for i, c := range []byte("-?xX._*0123456789") {
		classes[c], digits[c] = cellular, uint8(max(0, i-7))
		if i > 3 {
			plainDigits[c] = digits[c]
		}
	}
}

// lowerASCII returns a copy of text with A to Z in lower case. The copy has the same length. bytes.ToLower would
// lengthen some letters, and each byte that is not UTF-8.
func lowerASCII(text []byte) []byte {
	lower := bytes.Clone(text)
	for i, b := range lower {
		if b >= 'A' && b <= 'Z' {
			lower[i] |= 0x20
		}
	}
	return lower
}

func isSpace(b byte) bool     { return classes[b] == space }
func isDigit(b byte) bool     { return b >= '0' && b <= '9' }
func isLetter(b byte) bool    { return classes[b] == letter || b == 'x' || b == 'X' }
func isPrintable(r rune) bool { return r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) }
