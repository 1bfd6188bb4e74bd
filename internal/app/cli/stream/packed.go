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

// compression is a format of compressed files, which is known by its first bytes.
type compression struct {
	magic []byte
	open  func(io.Reader) (io.ReadCloser, error)
}

var bzipped = func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(bzip2.NewReader(r)), nil }

var compressions = append(bzip2s(), []compression{
	{[]byte{0x1f, 0x8b}, func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{[]byte{0x28, 0xb5, 0x2f, 0xfd}, func(r io.Reader) (io.ReadCloser, error) {
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}},
	{[]byte{0xfd, '7', 'z', 'X', 'Z', 0}, func(io.Reader) (io.ReadCloser, error) { return nil, ErrXZ }},
}...)

// bzip2s are bzip2's beginnings: a level, and the first block's or the end's number, as a text may begin
// with BZh.
func bzip2s() (all []compression) {
	for level := '1'; level <= '9'; level++ {
		for _, number := range []string{"\x31\x41\x59\x26\x53\x59", "\x17\x72\x45\x38\x50\x90"} {
			all = append(all, compression{[]byte("BZh" + string(level) + number), bzipped})
		}
	}
	return all
}

// ErrXZ is the error of a file that xz compressed, which is not read.
var ErrXZ = Problem("error.xz")

// compressionOf returns the compression of what begins with these bytes, or nil. It is
// undecided if more bytes may show one.
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

// Unpacked returns a reader of what is compressed in r, whose first bytes are begin; nil if it
// is not compressed. The error is [ErrXZ], or the compression's.
func Unpacked(begin []byte, r io.Reader) (io.ReadCloser, error) {
	c, _ := compressionOf(begin)
	if c == nil {
		return nil, nil
	}
	return c.open(r)
}

// beginOf returns the first bytes of a file from its current position on, which it keeps.
func beginOf(f *os.File) []byte {
	var begin [10]byte // the longest magic
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil
	}
	n, _ := f.ReadAt(begin[:], at)
	return begin[:n]
}

// packed reports whether an ordinary file is compressed, whatever its name.
func packed(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	c, _ := compressionOf(beginOf(f))
	return c != nil
}

// unpacked reads what is compressed in a file that is open.
func unpacked(f *os.File) (io.ReadCloser, error) {
	in, err := Unpacked(beginOf(f), f)
	switch {
	case err != nil:
		f.Close()
		return nil, &InputError{f.Name(), badlyPacked(err)}
	case in == nil: // it has changed meanwhile
		return f, nil
	}
	return &decompressed{in, f}, nil
}

// unpacking reads r, or what is compressed in r. It waits for more bytes only while those that
// came may begin a compressed file.
type unpacking struct {
	r    io.ReadCloser
	held []byte    // what came while it was undecided
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
			rest = failing{err} // a terminal's end is read once
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

// failing is a reader that has nothing but an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// decompressed reads in, which reads from a packed file.
type decompressed struct {
	in   io.ReadCloser
	from io.Closer
}

// Read reports what is wrong with the compression as what is wrong with the file.
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
	case errors.Is(err, io.ErrUnexpectedEOF):
		return Problem("error.packed.short")
	}
	return Problem("error.packed", "why", err.Error())
}
