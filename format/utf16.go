package format

import (
	"bufio"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// utf16Reader converts UTF-16 to UTF-8. It turns a malformed unit into a byte that is not UTF-8, so that the reader
// reports an error at the place of the unit.
type utf16Reader struct {
	in    *bufio.Reader
	order binary.ByteOrder
	out   []byte // decoded bytes that Read has not returned yet
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 || len(u.out) < len(p) && u.in.Buffered() >= 4 {
		r, size, err := u.peek()
		if size == 0 {
			return 0, err
		}
		u.in.Discard(size)
		if utf16.IsSurrogate(r) {
			low, size, _ := u.peek()
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				u.in.Discard(size)
			} else {
				r = -1
			}
		}
		if r < 0 {
			u.out = append(u.out, 0xff)
		} else {
			u.out = utf8.AppendRune(u.out, r)
		}
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

// peek returns the next unit and its size in bytes. The unit is −1 if the input ends in the middle of it.
func (u *utf16Reader) peek() (unit rune, size int, err error) {
	b, err := u.in.Peek(2)
	if len(b) < 2 {
		return -1, len(b), err
	}
	return rune(u.order.Uint16(b)), 2, nil
}
