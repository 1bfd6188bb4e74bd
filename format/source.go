package format

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"unicode/utf8"
)

// MaxLine is the maximum length of a line in bytes. The reader skips the rest of a longer line, which bounds its
// memory.
const MaxLine = 64 << 10

var errLongLine = errors.New("line too long")

// source supplies the text by lines or by bytes. It reads from the input only if the buffer has no complete line, so it
// returns each line as soon as it is complete.
type source struct {
	in   io.Reader
	err  error // the error that ended the input, or io.EOF
	buf  []byte
	r, w int // buf[r:w] holds the bytes that have not been returned

	base    int64 // the offset of buf in the input
	number  int   // the number, from 1, of the line that contains buf[r]
	column  int   // how many characters of the current line precede r
	start   int64 // the offset, in the input, of the line returned last
	cr      bool  // set after a CR was returned; an LF that follows belongs to it
	rest    bool  // set while the byte at r belongs to a line that was too long
	started bool
	isWide  bool // set if the input is UTF-16

	head []byte // the beginning of the input, at most mostPasted bytes

	keeping bool   // set if skipByte appends the bytes that it reads to kept
	pending []byte // the bytes that skipByte has read, at most maxPacked
}

// keepBytes empties kept. If `on` is true, skipByte appends each later byte to kept.
func (s *source) keepBytes(on bool) { s.keeping, s.pending = on, s.pending[:0] }

func newSource(in io.Reader) source {
	return source{in: in, buf: make([]byte, MaxLine+1), number: 1}
}

// readMore reads from the input until it gets bytes or an error, at most 100 times.
func (s *source) readMore() bool {
	if s.err != nil {
		return false
	}
	if s.r > 0 {
		s.base += int64(s.r)
		s.w = copy(s.buf, s.buf[s.r:s.w])
		s.r = 0
	}
	for range 100 {
		n, err := s.in.Read(s.buf[s.w:])
		if s.base+int64(s.w) == int64(len(s.head)) && len(s.head)+n <= mostPasted {
			s.head = append(s.head, s.buf[s.w:s.w+n]...)
		}
		s.w += n
		s.err = err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	s.err = io.ErrNoProgress
	return false
}

// skipByteOrderMark skips a byte order mark. If the mark is one of UTF-16, the source then decodes the input.
func (s *source) skipByteOrderMark() {
	s.started = true
	for _, mark := range []string{"\xEF\xBB\xBF", "\xFF\xFE", "\xFE\xFF"} {
		if s.hasNext(mark) {
			s.r += len(mark)
			if len(mark) == 2 {
				var order binary.ByteOrder = binary.LittleEndian
				if mark == "\xFE\xFF" {
					order = binary.BigEndian
				}
				rest := bytes.NewReader(bytes.Clone(s.buf[s.r:s.w]))
				s.in = &utf16Reader{in: bufio.NewReader(io.MultiReader(rest, s.in)), order: order}
				s.r, s.w, s.err, s.isWide = 0, 0, nil, true
				s.head, s.base = nil, 0
			}
			return
		}
	}
}

// isAtLineStart reports whether the next byte begins a line for certain.
func (s *source) isAtLineStart() bool { return !s.cr && !s.rest && s.column == 0 }

// skipLineFeed skips the LF of a CR LF, if the LF is already in the buffer.
func (s *source) skipLineFeed() {
	if s.cr && s.r < s.w {
		s.cr = false
		if s.buf[s.r] == '\n' {
			s.r++
		}
	}
}

// readRestOfLine returns the rest of the current line without its line end. The result is valid until the next call.
// For a line that is too long, it returns only the beginning, with errLongLine.
func (s *source) readRestOfLine() (ln line, err error) {
	if !s.started {
		s.skipByteOrderMark()
	}
	for scanned := 0; ; {
		s.skipLineFeed()
		window := s.buf[s.r:s.w]
		end := len(window)
		lf := bytes.IndexByte(window[scanned:], '\n')
		if lf >= 0 {
			end = scanned + lf
		}
		cr := bytes.IndexByte(window[scanned:end], '\r')
		if cr >= 0 {
			end = scanned + cr
		}
		switch {
		case lf < 0 && cr < 0 && len(window) == len(s.buf):
			long := !s.rest
			s.rest = true
			s.start = s.base + int64(s.r)
			s.r = s.w
			scanned = 0
			if long {
				return line{raw: window, number: s.number, before: s.column}, errLongLine
			}
			continue
		case lf < 0 && cr < 0 && s.err == nil:
			s.readMore()
			scanned = len(window)
			continue
		case lf < 0 && cr < 0 && (len(window) == 0 && !s.rest || s.err != io.EOF):
			return line{number: s.number}, s.err
		}
		ln = line{raw: window[:end:end], number: s.number, before: s.column}
		s.start = s.base + int64(s.r)
		s.r += end
		switch {
		case cr >= 0:
			s.r++
			s.cr = true
			s.skipLineFeed()
		case lf >= 0:
			s.r++
		}
		s.number++
		s.column = 0
		if s.rest {
			s.rest = false
			scanned = 0
			continue
		}
		return ln, nil
	}
}

// returnTo moves back to byte i of the line returned last. If buf no longer has the line, returnTo copies it back from
// ln.
func (s *source) returnTo(ln *line, i int) {
	if offset := s.start + int64(i); offset >= s.base {
		s.r = int(offset - s.base)
	} else {
		text := slices.Concat(ln.raw[i:], []byte{'\n'}, s.buf[s.r:s.w])
		s.base, s.r, s.w = s.base+int64(s.r-len(ln.raw[i:])-1), 0, len(text)
		s.buf = append(text, make([]byte, max(0, MaxLine+1-len(text)))...)
	}
	s.cr, s.rest = false, false
	s.number = ln.number
	s.column = ln.before + utf8.RuneCount(ln.raw[:i])
}

// peek returns the next byte and does not consume it.
func (s *source) peek() (byte, error) {
	for {
		if s.skipLineFeed(); s.r < s.w {
			return s.buf[s.r], nil
		}
		if !s.readMore() {
			return 0, s.err
		}
	}
}

// skipByte consumes the byte that peek returned.
func (s *source) skipByte() {
	b := s.buf[s.r]
	s.r++
	if s.keeping && len(s.pending) < maxPacked {
		s.pending = append(s.pending, b)
	}
	switch {
	case b == '\n' || b == '\r':
		s.cr = b == '\r'
		s.number++
		s.column = 0
	case utf8.RuneStart(b):
		s.column++
	}
}

func (s *source) hasNext(text string) bool {
	for s.w-s.r < len(text) {
		if !bytes.HasPrefix([]byte(text), s.buf[s.r:s.w]) || !s.readMore() {
			return false
		}
	}
	return bytes.HasPrefix(s.buf[s.r:s.w], []byte(text))
}
