package format

import (
	"bufio"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// utf16Reader turns UTF-16 into UTF-8; what is malformed becomes a byte that is
// not UTF-8, so that it is reported where it stands.
type utf16Reader struct {
	in    *bufio.Reader
	order binary.ByteOrder
	out   []byte // decoded, not yet handed out
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

// peek is the next unit, −1 if it is cut off, and how many bytes that is.
func (u *utf16Reader) peek() (unit rune, size int, err error) {
	b, err := u.in.Peek(2)
	if len(b) < 2 {
		return -1, len(b), err
	}
	return rune(u.order.Uint16(b)), 2, nil
}
