package stream

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// compression is a compressed file format, recognised by its first bytes.
type compression struct {
	magic []byte
	open  func(io.Reader) (io.ReadCloser, error)
}

var bzipped = func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(bzip2.NewReader(r)), nil }

var compressions = append(bzip2Beginnings(), []compression{
	{[]byte{0x1f, 0x8b}, func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{[]byte{0x28, 0xb5, 0x2f, 0xfd}, func(r io.Reader) (io.ReadCloser, error) {
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}},
	{[]byte{0xfd, '7', 'z', 'X', 'Z', 0}, func(io.Reader) (io.ReadCloser, error) { return nil, ErrXZ }},
	{[]byte("PK\x03\x04"), func(io.Reader) (io.ReadCloser, error) { return nil, ErrZip }},
}...)

// bzip2Beginnings returns the possible beginnings of bzip2: a level, and the magic number of the first block or
// of the end. Three letters are not enough, as a text may begin with BZh.
func bzip2Beginnings() (all []compression) {
	for level := '1'; level <= '9'; level++ {
		for _, number := range []string{"\x31\x41\x59\x26\x53\x59", "\x17\x72\x45\x38\x50\x90"} {
			all = append(all, compression{[]byte("BZh" + string(level) + number), bzipped})
		}
	}
	return all
}

// ErrXZ means that a file is compressed by xz, which is not supported.
var ErrXZ = Problem("error.xz")

// ErrZip means that a file is a zip archive, which is not supported.
var ErrZip = Problem("error.zip")

// compressionOf returns the compression of a file that begins with begin, or nil. undecided
// is set if more bytes could show a compression.
func compressionOf(begin []byte) (c *compression, undecided bool) {
	for i := range compressions {
		magic := compressions[i].magic
		if bytes.HasPrefix(begin, magic) {
			return &compressions[i], false
		}
		undecided = undecided || bytes.HasPrefix(magic, begin)
	}
	return nil, undecided
}

// NewUnpacker returns a reader that decompresses r, or nil if r is not compressed. begin is the
// beginning of r. The error is [ErrXZ] or [ErrZip], or that of the compression.
func NewUnpacker(begin []byte, r io.Reader) (io.ReadCloser, error) {
	c, _ := compressionOf(begin)
	if c == nil {
		return nil, nil
	}
	return c.open(r)
}

// beginOf returns the first bytes from the file's current offset on, which does not change.
func beginOf(f *os.File) []byte {
	var begin [10]byte // the longest magic number
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil
	}
	n, _ := f.ReadAt(begin[:], at)
	return begin[:n]
}

// isPacked reports whether a regular file is compressed, whatever its name.
func isPacked(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	c, _ := compressionOf(beginOf(f))
	return c != nil
}

// unpacking reads r and decompresses it if it is compressed. It waits for more bytes only while
// the compression is undecided.
type unpacking struct {
	r    io.ReadCloser
	held []byte    // bytes read while it was undecided
	in   io.Reader // nil while it is undecided
}

func (u *unpacking) Read(p []byte) (int, error) {
	for u.in == nil {
		n, err := u.r.Read(p)
		c, undecided := compressionOf(append(u.held, p[:n]...))
		if c == nil && !undecided && len(u.held) == 0 {
			u.in = u.r
			return n, err
		}
		u.held = append(u.held, p[:n]...)
		rest := io.Reader(u.r)
		if err != nil {
			rest = failing{err} // keep the end: a terminal reports it only once
		}
		whole := io.MultiReader(bytes.NewReader(u.held), rest)
		switch {
		case c != nil:
			in, err := c.open(whole)
			if err != nil {
				in = io.NopCloser(failing{err})
			}
			u.in = &decompressed{in, u.r}
		case !undecided || err != nil:
			u.in = whole
		}
	}
	return u.in.Read(p)
}

func (u *unpacking) Close() error {
	if in, ok := u.in.(*decompressed); ok {
		return in.Close()
	}
	return u.r.Close()
}

// failing is a reader that only returns an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// decompressed reads from in, which decompresses the reader from.
type decompressed struct {
	in   io.ReadCloser
	from io.Closer
}

// Read reports an error of the decompression as one of the file.
func (d *decompressed) Read(p []byte) (n int, err error) {
	if n, err = d.in.Read(p); err != nil && err != io.EOF {
		err = badlyPacked(err)
	}
	return n, err
}

func (d *decompressed) Close() error {
	d.in.Close()
	return d.from.Close()
}

func badlyPacked(err error) error {
	switch {
	case errors.Is(err, ErrXZ):
		return ErrXZ
	case errors.Is(err, ErrZip):
		return ErrZip
	case errors.Is(err, io.ErrUnexpectedEOF):
		return Problem("error.packed.short")
	}
	return Problem("error.packed", "why", err.Error())
}
