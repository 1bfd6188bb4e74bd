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

// MaxLine is how many bytes a line may have. The rest of a longer one is
// skipped, so that no input makes the reader hold more than this.
const MaxLine = 64 << 10

var errLongLine = errors.New("line too long")

// source hands out the text either by lines or by bytes. It reads only when what
// it holds does not answer the question, so that a line is handed out as soon as
// it is complete.
type source struct {
	in   io.Reader
	err  error // what ended the input
	buf  []byte
	r, w int // buf[r:w] is still to be handed out

	base    int64 // bytes of the input before buf
	no      int   // number of the line at r
	column  int   // characters of that line handed out before r
	start   int64 // where in the input the line handed out last starts
	cr      bool  // a CR was handed out last: an LF that follows belongs to it
	rest    bool  // at r stands the rest of a line that was too long
	started bool
	wide    bool // the input is UTF-16

	keeping bool   // what next takes
	kept    []byte // is kept here, up to maxPacked bytes
}

// keep begins, or ends, to keep what next takes.
func (s *source) keep(on bool) { s.keeping, s.kept = on, s.kept[:0] }

func newSource(in io.Reader) source {
	return source{in: in, buf: make([]byte, MaxLine+1), no: 1}
}

// fill reads once; it reports whether there is more now.
func (s *source) fill() bool {
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
		s.w += n
		s.err = err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	s.err = io.ErrNoProgress
	return false
}

// skipMark skips a byte order mark, and switches to UTF-16 if that is its mark.
func (s *source) skipMark() {
	s.started = true
	for _, mark := range []string{"\xEF\xBB\xBF", "\xFF\xFE", "\xFE\xFF"} {
		if s.has(mark) {
			s.r += len(mark)
			if len(mark) == 2 {
				var order binary.ByteOrder = binary.LittleEndian
				if mark == "\xFE\xFF" {
					order = binary.BigEndian
				}
				rest := bytes.NewReader(bytes.Clone(s.buf[s.r:s.w]))
				s.in = &utf16Reader{in: bufio.NewReader(io.MultiReader(rest, s.in)), order: order}
				s.r, s.w, s.err, s.wide = 0, 0, nil, true
			}
			return
		}
	}
}

// atLine reports whether a line begins at r, for certain.
func (s *source) atLine() bool { return !s.cr && !s.rest && s.column == 0 }

// endCR takes the LF that belongs to a CR, if it can be told whether one follows.
func (s *source) endCR() {
	if s.cr && s.r < s.w {
		s.cr = false
		if s.buf[s.r] == '\n' {
			s.r++
		}
	}
}

// line hands out the rest of the line at r without its end. It is valid until
// the next call. A line that is too long comes with errLongLine, and but its
// beginning.
func (s *source) line() (ln line, err error) {
	if !s.started {
		s.skipMark()
	}
	for scanned := 0; ; {
		s.endCR()
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
				return line{raw: window, no: s.no, before: s.column}, errLongLine
			}
			continue
		case lf < 0 && cr < 0 && s.err == nil:
			s.fill()
			scanned = len(window)
			continue
		case lf < 0 && cr < 0 && (len(window) == 0 && !s.rest || s.err != io.EOF):
			return line{no: s.no}, s.err
		}
		ln = line{raw: window[:end:end], no: s.no, before: s.column}
		s.start = s.base + int64(s.r)
		s.r += end
		switch {
		case cr >= 0:
			s.r++
			s.cr = true
			s.endCR()
		case lf >= 0:
			s.r++
		}
		s.no++
		s.column = 0
		if s.rest {
			s.rest = false
			scanned = 0
			continue
		}
		return ln, nil
	}
}

// back returns to index i, counted in bytes, of the line handed out last. Looking ahead may have
// pushed the line out of buf; the line has a copy then.
func (s *source) back(ln *line, i int) {
	if at := s.start + int64(i); at >= s.base {
		s.r = int(at - s.base)
	} else {
		text := slices.Concat(ln.raw[i:], []byte{'\n'}, s.buf[s.r:s.w])
		s.base, s.r, s.w = s.base+int64(s.r-len(ln.raw[i:])-1), 0, len(text)
		s.buf = append(text, make([]byte, max(0, MaxLine+1-len(text)))...)
	}
	s.cr, s.rest = false, false
	s.no = ln.no
	s.column = ln.before + utf8.RuneCount(ln.raw[:i])
}

// peek is the next byte.
func (s *source) peek() (byte, error) {
	for {
		if s.endCR(); s.r < s.w {
			return s.buf[s.r], nil
		}
		if !s.fill() {
			return 0, s.err
		}
	}
}

// next takes the byte that peek showed.
func (s *source) next() {
	b := s.buf[s.r]
	s.r++
	if s.keeping && len(s.kept) < maxPacked {
		s.kept = append(s.kept, b)
	}
	switch {
	case b == '\n' || b == '\r':
		s.cr = b == '\r'
		s.no++
		s.column = 0
	case utf8.RuneStart(b):
		s.column++
	}
}

// has reports whether the input goes on with text.
func (s *source) has(text string) bool {
	for s.w-s.r < len(text) {
		if !bytes.HasPrefix([]byte(text), s.buf[s.r:s.w]) || !s.fill() {
			return false
		}
	}
	return bytes.HasPrefix(s.buf[s.r:s.w], []byte(text))
}
