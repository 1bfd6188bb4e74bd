package stream

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

var (
	gzipped   = []byte{0x1f, 0x8b}
	zstandard = []byte{0x28, 0xb5, 0x2f, 0xfd}
	xzipped   = []byte{0xfd, '7', 'z', 'X', 'Z', 0}
)

// ErrXZ is the error of a file that xz compressed, which is not read.
var ErrXZ = Problem("error.xz")

// packed reports whether an ordinary file is compressed, whatever its name.
func packed(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	var begin [6]byte
	n, _ := io.ReadFull(f, begin[:])
	return bytes.HasPrefix(begin[:n], gzipped) || bytes.HasPrefix(begin[:n], zstandard) || IsXZ(begin[:n])
}

// IsXZ reports whether what begins so was compressed by xz.
func IsXZ(begin []byte) bool { return bytes.HasPrefix(begin, xzipped) }

// unpacked reads what is compressed in a file.
func unpacked(f *os.File) (io.ReadCloser, error) {
	var begin [6]byte
	n, err := f.ReadAt(begin[:], 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if IsXZ(begin[:n]) {
		f.Close()
		return nil, &InputError{f.Name(), ErrXZ}
	}
	if bytes.HasPrefix(begin[:n], gzipped) {
		r, err := gzip.NewReader(f)
		if err != nil {
			f.Close()
			return nil, &InputError{f.Name(), badlyPacked(err)}
		}
		return &unpacking{r, f.Close}, nil
	}
	r, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
	if err != nil {
		return nil, err
	}
	return &unpacking{r, func() error {
		r.Close()
		return f.Close()
	}}, nil
}

type unpacking struct {
	io.Reader
	close func() error
}

func (u *unpacking) Close() error { return u.close() }

// Read tells what the compression says is wrong as what is wrong with the file.
func (u *unpacking) Read(p []byte) (n int, err error) {
	if n, err = u.Reader.Read(p); err != nil && err != io.EOF {
		err = badlyPacked(err)
	}
	return n, err
}

func badlyPacked(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return Problem("error.packed.short")
	}
	return Problem("error.packed", "why", err.Error())
}
