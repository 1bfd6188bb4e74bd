package stream

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"nonet/format"
)

// Source is an input with puzzles: a file, standard input, or the text of an argument.
type Source struct {
	Name string // the name that error messages show
	Text string // the content of an argument that names no file
	Size int64  // the size in bytes; −1 if unknown

	open func() (io.ReadCloser, error)
	// prompt is true if reads never wait for a person or another program.
	prompt  bool
	part    bool // true for a part of a larger input; such a part may be empty
	section *format.Section
}

// Sources returns the sources that the arguments name: "-" is standard input, the name of an existing file is this
// file, and any other argument is the text of a puzzle. Without arguments, the source is standard input.
func (r *Run) Sources(args []string) []Source {
	if len(args) == 0 {
		args = []string{"-"}
	}
	all := make([]Source, len(args))
	for i, arg := range args {
		if arg == "-" {
			all[i] = r.Stdin()
		} else if _, err := os.Stat(arg); err == nil {
			all[i] = FileNamed(arg)
		} else {
			open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(arg)), nil }
			all[i] = Source{Name: "<" + r.TextOf("cli.argument", "n", i+1) + ">", Text: arg, Size: -1, open: open, prompt: true}
		}
	}
	return all
}

// checkArguments calls `first` for each source that is the text of a puzzle and comes after a file. It stops at the
// first error. It runs before any puzzle is answered, so the error precedes all answers. If the run continues after bad
// input, checkArguments does nothing.
func (r *Run) checkArguments(sources []Source, first func(*Source) error) error {
	later := false
	for i := range sources {
		s := &sources[i]
		if s.Text != "" && later && !r.KeepGoing {
			if err := first(s); err != nil {
				return s.WrapError(err, true)
			}
		}
		later = later || s.Text == ""
	}
	return nil
}

// Stdin returns the source for standard input, which decompresses compressed input.
func (r *Run) Stdin() Source {
	if in, ok := r.In.(*io.SectionReader); ok && r.Part != nil {
		return Source{Name: r.Part.Name, Size: in.Size(), prompt: true, part: true, section: r.Part.Section,
			open: func() (io.ReadCloser, error) { return fileSection{in}, nil }}
	}
	s, in := Source{Name: "<stdin>", Size: -1}, io.NopCloser(r.In)
	if file, ok := r.In.(*os.File); ok {
		info, err := file.Stat()
		s.prompt, in = err == nil && info.Mode().IsRegular(), unclosedFile{file}
		if c, _ := compressionOf(firstBytes(file)); s.prompt && c == nil {
			s.open = func() (io.ReadCloser, error) { return in, nil } // standard input is a regular file, so it can be read at any offset
			return s
		}
	}
	s.open = func() (io.ReadCloser, error) {
		if IsTerminal(r.In) {
			r.Notes.Line(r.TextOf("cli.typing"))
		}
		return &unpackingReader{r: in}, nil
	}
	return s
}

// fileSection reads a file that is standard input, from the file's current offset to its end.
type fileSection struct{ *io.SectionReader }

func (fileSection) Close() error { return nil }

// unclosedFile is a file that stays open: its Close does nothing.
type unclosedFile struct{ *os.File }

func (unclosedFile) Close() error { return nil }

// FileNamed returns the source for a file, which need not exist before the source is opened. Files compressed by gzip,
// bzip2 or zstd are decompressed.
func FileNamed(name string) Source {
	s := Source{Name: name, Size: -1, open: func() (io.ReadCloser, error) {
		f, err := OpenFile(name)
		if err != nil {
			return nil, err
		}
		return &unpackingReader{r: f}, nil
	}}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		if s.prompt = true; !isPacked(name) {
			s.Size, s.open = info.Size(), func() (io.ReadCloser, error) { return OpenFile(name) }
		}
	}
	return s
}

// IsFile reports whether the source is a regular file, so that its size is known.
func (s *Source) IsFile() bool { return s.Size >= 0 }

// Contents returns the content of a file, or of standard input for "-". It reads at most limit bytes.
func (r *Run) Contents(name string, limit int64) (string, error) {
	from := FileNamed(name)
	if name == "-" {
		from = r.Stdin()
	}
	in, err := from.Reader(r.Ctx)
	if err != nil {
		return "", err
	}
	defer in.Close()
	b, err := io.ReadAll(io.LimitReader(in, limit))
	return string(b), err
}

// OpenFile opens a file that the user named. The error's text can be shown to the user.
func OpenFile(name string) (*os.File, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, Problem("error.noFile", "name", name)
	case err == nil && info.IsDir():
		return nil, Problem("error.directory", "name", name)
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrPermission) {
		return nil, Problem("error.permission", "name", name)
	}
	return f, err
}

// Reader opens the source for reading. If ctx ends while an open or a read blocks, for example on a named pipe without
// a writer, the call returns an error. The goroutine that blocks stays blocked.
func (s *Source) Reader(ctx context.Context) (io.ReadCloser, error) {
	return s.openReader(ctx, new(atomic.Int64), func() {})
}

// openReader opens the source as Reader does. The reader adds the number of bytes to the counter `read`, and calls
// pause before any read that may block.
func (s *Source) openReader(ctx context.Context, read *atomic.Int64, pause func()) (io.ReadCloser, error) {
	if s.prompt {
		file, err := s.open()
		if err != nil {
			return nil, err
		}
		return &countingReader{file, ctx, read, 0}, nil
	}
	var file io.ReadCloser
	done := make(chan error, 1)
	go func() {
		var err error
		file, err = s.open()
		done <- err
	}()
	pause()
	select {
	case err := <-done:
		if err != nil {
			return nil, err
		}
		return newReadAhead(ctx, file, read, pause), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// countingReader is a reader that counts bytes. Its reads fail after its context has ended.
type countingReader struct {
	io.ReadCloser
	ctx    context.Context
	read   *atomic.Int64
	length int64 // how many bytes were read from this source
}

func (c *countingReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.ReadCloser.Read(p)
	c.read.Add(int64(n))
	c.length += int64(n)
	return n, err
}

// readAhead reads in its own goroutine, so that the caller can abandon a read that blocks.
type readAhead struct {
	ctx     context.Context
	cancel  context.CancelFunc
	chunks  chan chunk
	spare   chan []byte
	current chunk
	rest    []byte
	pause   func()
	read    *atomic.Int64
}

type chunk struct {
	bytes []byte
	err   error
}

const chunkSize = 256 << 10

func newReadAhead(ctx context.Context, r io.ReadCloser, read *atomic.Int64, pause func()) *readAhead {
	a := &readAhead{chunks: make(chan chunk, 2), spare: make(chan []byte, 4), pause: pause, read: read}
	a.ctx, a.cancel = context.WithCancel(ctx)
	go func() {
		defer r.Close()
		for {
			var buf []byte
			select {
			case buf = <-a.spare:
			default:
				buf = make([]byte, chunkSize)
			}
			n, err := r.Read(buf[:chunkSize])
			select {
			case a.chunks <- chunk{buf[:n], err}:
			case <-a.ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return a
}

func (a *readAhead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.current.err != nil {
			return 0, a.current.err
		}
		if cap(a.current.bytes) > 0 {
			select {
			case a.spare <- a.current.bytes:
			default:
			}
		}
		select {
		case a.current = <-a.chunks:
		default:
			a.pause()
			select {
			case a.current = <-a.chunks:
			case <-a.ctx.Done():
				return 0, a.ctx.Err()
			}
		}
		a.rest = a.current.bytes
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	a.read.Add(int64(n))
	return n, nil
}

// Close returns at once. The goroutine ends after its current read.
func (a *readAhead) Close() error {
	a.cancel()
	return nil
}

// compression is a format of compressed files, recognized by their first bytes.
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

// bzip2Beginnings returns the possible beginnings of a bzip2 file: BZh, a level, and the magic number of a block or of
// the end. A text may also begin with BZh, so these three letters alone do not suffice.
func bzip2Beginnings() (all []compression) {
	for level := '1'; level <= '9'; level++ {
		for _, number := range []string{"\x31\x41\x59\x26\x53\x59", "\x17\x72\x45\x38\x50\x90"} {
			all = append(all, compression{[]byte("BZh" + string(level) + number), bzipped})
		}
	}
	return all
}

// ErrXZ reports a file that is compressed by xz, which nonet cannot decompress.
var ErrXZ = Problem("error.xz")

// ErrZip reports a zip archive, which nonet cannot unpack.
var ErrZip = Problem("error.zip")

// compressionOf returns the compression of a file that begins with the bytes in `begin`, or nil. undecided is true if
// more bytes could still show a compression.
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

// NewUnpacker returns a reader that decompresses r, or nil if r is not compressed. `begin` holds the first bytes of r;
// reading r returns them again. The error is [ErrXZ], [ErrZip] or that of the decompressor.
func NewUnpacker(begin []byte, r io.Reader) (io.ReadCloser, error) {
	c, _ := compressionOf(begin)
	if c == nil {
		return nil, nil
	}
	return c.open(r)
}

// firstBytes returns at most ten bytes from the file's current offset on. The offset stays the same.
func firstBytes(f *os.File) []byte {
	var begin [10]byte // ten bytes, the length of the longest magic number
	offset, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil
	}
	n, _ := f.ReadAt(begin[:], offset)
	return begin[:n]
}

// isPacked reports whether the file is a regular file whose first bytes show a compression.
func isPacked(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	c, _ := compressionOf(firstBytes(f))
	return c != nil
}

// unpackingReader reads r, and decompresses the content of r if it is compressed. If the first bytes do not show
// whether r is compressed, a read waits for more bytes.
type unpackingReader struct {
	r    io.ReadCloser
	head []byte    // bytes read before the compression was decided
	in   io.Reader // the decompressed content; nil while the compression is undecided
}

func (u *unpackingReader) Read(p []byte) (int, error) {
	for u.in == nil {
		n, err := u.r.Read(p)
		c, undecided := compressionOf(append(u.head, p[:n]...))
		if c == nil && !undecided && len(u.head) == 0 {
			u.in = u.r
			return n, err
		}
		u.head = append(u.head, p[:n]...)
		rest := io.Reader(u.r)
		if err != nil {
			rest = failingReader{err} // keep the error, because a terminal reports its end only once
		}
		stream := io.MultiReader(bytes.NewReader(u.head), rest)
		switch {
		case c != nil:
			in, err := c.open(stream)
			if err != nil {
				in = io.NopCloser(failingReader{err})
			}
			u.in = &decompressedFile{in, u.r}
		case !undecided || err != nil:
			u.in = stream
		}
	}
	return u.in.Read(p)
}

func (u *unpackingReader) Close() error {
	if in, ok := u.in.(*decompressedFile); ok {
		return in.Close()
	}
	return u.r.Close()
}

type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }

// decompressedFile is a reader of a compressed file's content. The field `from` is the file, and `in` decompresses it.
type decompressedFile struct {
	in   io.ReadCloser
	from io.Closer
}

// Read reports an error of the decompressor d.in as an error of the file.
func (d *decompressedFile) Read(p []byte) (n int, err error) {
	if n, err = d.in.Read(p); err != nil && err != io.EOF {
		err = unpackError(err)
	}
	return n, err
}

func (d *decompressedFile) Close() error {
	d.in.Close()
	return d.from.Close()
}

func unpackError(err error) error {
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
