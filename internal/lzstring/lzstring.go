// Package lzstring packs texts as links of f-puzzles and SudokuPad do: by LZ78 over UTF-16, written in base64, like the
// library lz-string. The code was written from a description of the algorithm.
//
// A packed text is a sequence of codes, least bit first, six bits per character. Code 0 announces a character of 8 bits
// and code 1 a character of 16 bits; code 2 is the end. Every other code names a phrase. After each phrase, the reader
// adds a new phrase: the previous phrase, followed by the first character of the current phrase. The first codes
// have two bits. Whenever all codes of the present width are in use, the following codes have one bit more.
//
// The package knows nothing of puzzles, and must not import any other package of this module.
package lzstring

import (
	"errors"
	"unicode/utf16"
)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// These codes have a special meaning; all greater codes are phrases.
const (
	char8 = iota
	char16
	end
	phrases // the first code of a phrase
)

// These are the errors of Unpack. An [Error] wraps one of them and adds its place.
var (
	ErrCharacter = errors.New("a character that base64 does not have")
	ErrCut       = errors.New("the text breaks off")
	ErrCode      = errors.New("a code that names nothing")
	ErrLong      = errors.New("the text is longer than it may be")
	ErrUTF16     = errors.New("half a character of UTF-16")
)

// Error reports that a packed text is damaged, and the index of the byte that shows it.
type Error struct {
	Index int
	Err   error
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// reader reads a packed text as a sequence of bits.
type reader struct {
	text string
	next int  // the index of the character after the current one
	six  byte // the value of the current character
	left int  // the number of unread bits of the current character
	err  error
}

// sixBitsOf returns the six bits that a character of base64 stands for, or 64 for an invalid character. In links, other
// characters may replace + and /, and a space may replace +.
func sixBitsOf(c byte) byte {
	switch {
	case c >= 'A' && c <= 'Z':
		return c - 'A'
	case c >= 'a' && c <= 'z':
		return c - 'a' + 26
	case c >= '0' && c <= '9':
		return c - '0' + 52
	case c == '+' || c == ' ':
		return 62
	case c == '/' || c == '-' || c == '_':
		return 63
	}
	return 64
}

// readBits returns a number of n bits, which the text stores least bit first.
func (r *reader) readBits(n int) (bits int) {
	for i := range n {
		if r.left == 0 {
			switch {
			case r.err != nil:
			case r.next == len(r.text) || r.text[r.next] == '=' || r.text[r.next] == '$':
				r.err = &Error{r.next, ErrCut}
			case sixBitsOf(r.text[r.next]) > 63:
				r.err = &Error{r.next, ErrCharacter}
			}
			if r.err != nil {
				return 0
			}
			r.six, r.left = sixBitsOf(r.text[r.next]), 6
			r.next++
		}
		r.left--
		bits |= int(r.six>>r.left&1) << i
	}
	return bits
}

// widths holds the current width of codes in bits, and how many more phrases fit before the width grows.
type widths struct{ width, room int }

// widenForPhrase counts one more phrase. If all codes of the current width are then in use, it widens the codes by one
// bit.
func (w *widths) widenForPhrase() {
	if w.room--; w.room == 0 {
		w.room = 1 << w.width
		w.width++
	}
}

// phrase is a range of the text that is already unpacked.
type phrase struct{ from, to int }

// Unpack returns the text of a packed text. `limit` limits its length in UTF-16 units, and thus the memory, whatever
// packed contains. Unpack ignores everything after the end code. The error is an *[Error].
func Unpack(packed string, limit int) (string, error) {
	r := reader{text: packed}
	var text []uint16
	known := make([]phrase, phrases, 256)
	var last phrase // the last phrase unpacked
	for w := (widths{2, 2}); ; w.widenForPhrase() {
		index := r.next
		code := r.readBits(w.width)
		if r.err != nil {
			return "", r.err
		}
		literal := -1
		switch code {
		case end:
			return decodeUTF16(text, len(packed))
		case char8:
			literal = r.readBits(8)
		case char16:
			literal = r.readBits(16)
		}
		if literal >= 0 {
			w.widenForPhrase()
			known = append(known, phrase{len(text), len(text) + 1})
			code = len(known) - 1
		}
		if last.to > 0 {
			known = append(known, phrase{last.from, last.to + 1}) // the character after the last phrase is now known, and completes a new phrase
		}
		if code >= len(known) {
			return "", &Error{index, ErrCode}
		}
		p := known[code]
		if len(text)+p.to-p.from > limit {
			return "", &Error{index, ErrLong}
		}
		last = phrase{len(text), len(text) + p.to - p.from}
		if literal >= 0 {
			text = append(text, uint16(literal))
			continue
		}
		for i := p.from; i < p.to; i++ {
			text = append(text, text[i])
		}
	}
}

// decodeUTF16 converts text to UTF-8. If half of a surrogate pair is missing, the error has the index `index`.
func decodeUTF16(text []uint16, index int) (string, error) {
	for i := 0; i < len(text); i++ {
		if !utf16.IsSurrogate(rune(text[i])) {
			continue
		}
		if i+1 == len(text) || utf16.DecodeRune(rune(text[i]), rune(text[i+1])) == '\uFFFD' {
			return "", &Error{index, ErrUTF16}
		}
		i++
	}
	return string(utf16.Decode(text)), nil
}

// writer collects bits and appends a character of base64 for each six bits.
type writer struct {
	text []byte
	six  byte
	n    int // the number of bits in six
}

// writeBits writes the n lowest bits of a value, beginning with the least.
func (w *writer) writeBits(value, n int) {
	for i := range n {
		w.six = w.six<<1 | byte(value>>i&1)
		if w.n++; w.n == 6 {
			w.text = append(w.text, alphabet[w.six])
			w.six, w.n = 0, 0
		}
	}
}

// Pack returns text in packed form, byte for byte the same as lz-string's compressToBase64. If text is valid UTF-8,
// Unpack returns it.
func Pack(text string) string {
	type longer struct {
		code int
		unit uint16
	}
	var (
		w      writer
		units  = utf16.Encode([]rune(text))
		single = map[uint16]int{}  // for each character, its code
		more   = map[longer]int{}  // the code of each known phrase; the key is the code of the phrase without its last character, and this character
		unsaid = map[uint16]bool{} // characters with a code that has not been written yet
		size   = phrases           // the next free code
		width  = widths{2, 2}
		code   = 0    // the code of the current phrase; 0 if there is none
		first  uint16 // the first character of the current phrase
	)
	say := func() {
		switch {
		case !unsaid[first] || code != single[first]:
			w.writeBits(code, width.width)
		case first < 256:
			w.writeBits(char8, width.width)
			w.writeBits(int(first), 8)
			width.widenForPhrase()
		default:
			w.writeBits(char16, width.width)
			w.writeBits(int(first), 16)
			width.widenForPhrase()
		}
		if code == single[first] {
			delete(unsaid, first)
		}
		width.widenForPhrase()
	}
	for _, u := range units {
		if single[u] == 0 {
			single[u], unsaid[u] = size, true
			size++
		}
		if code == 0 {
			code, first = single[u], u
			continue
		}
		if next := more[longer{code, u}]; next > 0 {
			code = next
			continue
		}
		say()
		more[longer{code, u}] = size
		size++
		code, first = single[u], u
	}
	if code > 0 {
		say()
	}
	w.writeBits(end, width.width)
	w.writeBits(0, 6-w.n) // this fills the last character, with at least one bit
	for len(w.text)%4 > 0 {
		w.text = append(w.text, '=')
	}
	return string(w.text)
}
