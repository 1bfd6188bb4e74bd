package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"nonet/format"
	"nonet/message"
	"nonet/sudoku"
)

// source is one place that puzzles come from.
type source struct {
	name string // as errors show it
	open func() (io.ReadCloser, error)
	text bool  // it was given as an argument
	size int64 // in bytes, −1 if unknown
	// prompt says that a read never waits for a person or another program.
	prompt bool
}

// sources are what the arguments name: "-" is standard input, the name of an
// existing file is that file, and anything else is itself the text of a puzzle.
// No arguments mean standard input.
func (a *app) sources(args []string) []source {
	if len(args) == 0 {
		args = []string{"-"}
	}
	all := make([]source, len(args))
	for i, arg := range args {
		if arg == "-" {
			all[i] = a.stdin()
		} else if _, err := os.Stat(arg); err == nil {
			all[i] = fileNamed(arg)
		} else {
			open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(arg)), nil }
			all[i] = source{name: "<" + a.t("cli.argument", "n", i+1) + ">", open: open, text: true, size: -1, prompt: true}
		}
	}
	return all
}

// stdin is standard input.
func (a *app) stdin() source {
	s := source{name: "<stdin>", size: -1}
	if file, ok := a.in.(*os.File); ok {
		info, err := file.Stat()
		s.prompt = err == nil && info.Mode().IsRegular()
	}
	s.open = func() (io.ReadCloser, error) {
		if isTerminal(a.in) {
			a.stderr.line(a.t("cli.typing"))
		}
		return io.NopCloser(a.in), nil
	}
	return s
}

// fileNamed is the file of that name, which need not exist.
func fileNamed(name string) source {
	s := source{name: name, open: func() (io.ReadCloser, error) { return openFile(name) }, size: -1}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		s.size, s.prompt = info.Size(), true
	}
	return s
}

// contents is what stands in a file, up to so many bytes.
func (a *app) contents(name string, most int64) (string, error) {
	file := fileNamed(name)
	r, err := file.reader(a.ctx, new(atomic.Int64), func() {})
	if err != nil {
		return "", err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, most))
	return string(b), err
}

// openFile opens a file that the person named.
func openFile(name string) (*os.File, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, problem("error.noFile", "name", name)
	case err == nil && info.IsDir():
		return nil, problem("error.directory", "name", name)
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrPermission) {
		return nil, problem("error.permission", "name", name)
	}
	return f, err
}

// entry is a puzzle and where it stands.
type entry struct {
	format.Puzzle
	source *source
}

// place is the entry's place as notes show it.
func (e *entry) place() string { return e.source.name + ":" + strconv.Itoa(e.Line) }

// slots are puzzles for one call of an engine: their values stand as engines take
// them, and apart from what is rarely looked at.
type slots struct {
	cells [][sudoku.Cells]uint8
	apart []apart
}

type apart struct {
	source *source
	line   int
	pencil *[sudoku.Cells]sudoku.Candidates
}

func (s *slots) add(e *entry) {
	s.cells = append(s.cells, e.Grid.Values())
	s.apart = append(s.apart, apart{e.source, e.Line, e.Pencil})
}

// lines takes what stands on lines of their own until there are size puzzles, and
// returns how many it took.
func (s *slots) lines(from *source, in *format.Reader, size int) int {
	s.cells = slices.Grow(s.cells, size-len(s.cells))
	n, line := in.Lines(s.cells[len(s.cells):size])
	s.cells = s.cells[:len(s.cells)+n]
	for i := range n {
		s.apart = append(s.apart, apart{source: from, line: line + i})
	}
	return n
}

// entry is the puzzle of slot i, without its name and kind.
func (s *slots) entry(i int) entry {
	at := &s.apart[i]
	g, _ := sudoku.FromCells(s.cells[i]) // which made them, or Lines
	return entry{format.Puzzle{Grid: g, Line: at.line, Pencil: at.pencil}, at.source}
}

// puzzles calls yield with each puzzle of the sources, or with what is wrong
// with one, until yield returns false. It calls pause, in between, when the next
// puzzle is yet to come from a person or a slow pipe. Read counts bytes.
//
// Lines, unless it is nil, is called before each, and may take what
// [format.Reader.Lines] gives; it returns how much that was, or false to end.
func puzzles(ctx context.Context, sources []source, read *atomic.Int64, pause func(), lines func(*source, *format.Reader) (int, bool), yield func(entry, error) bool) {
	for i := range sources {
		if !sources[i].each(ctx, read, pause, lines, yield) {
			return
		}
	}
}

func (s *source) each(ctx context.Context, read *atomic.Int64, pause func(), lines func(*source, *format.Reader) (int, bool), yield func(entry, error) bool) bool {
	file, err := s.reader(ctx, read, pause)
	if ctx.Err() != nil {
		return false
	}
	if err != nil {
		return yield(entry{source: s}, err)
	}
	defer file.Close()
	in := format.NewReader(file)
	for n := 0; ; n++ {
		if lines != nil {
			taken, more := lines(s, in)
			if n += taken; !more {
				return false
			}
		}
		p, err := in.Next()
		switch {
		case err == nil:
			if !yield(entry{p, s}, nil) {
				return false
			}
			continue
		case ctx.Err() != nil:
			return false
		case err == io.EOF && n > 0:
			return true
		case err == io.EOF:
			_, err = format.ParseOne("")
			return yield(entry{source: s}, &inputError{s.name, err})
		case readable(err):
			if !yield(entry{source: s}, s.fault(err, n == 0)) {
				return false
			}
		default:
			return yield(entry{source: s}, &inputError{s.name, err})
		}
	}
}

// fault is what is wrong with the source; first says that nothing came before it.
func (s *source) fault(err error, first bool) error {
	var syntax *format.SyntaxError
	if s.text && first && errors.As(err, &syntax) {
		syntax.What = message.New("error.neither", "what", syntax.What)
	}
	return &inputError{s.name, err}
}

// readable reports whether there is more to read after a fault.
func readable(fault error) bool {
	var syntax *format.SyntaxError
	return errors.As(fault, &syntax)
}

// reader opens the source. The end of ctx ends the opening and every read, also one
// that waits, which is then left behind: the name of a pipe waits for its writer. Pause
// is called before whatever may wait; read counts bytes.
func (s *source) reader(ctx context.Context, read *atomic.Int64, pause func()) (io.ReadCloser, error) {
	if s.prompt {
		file, err := s.open()
		if err != nil {
			return nil, err
		}
		return &counted{ctx, file, read}, nil
	}
	type opened struct {
		file io.ReadCloser
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := s.open()
		done <- opened{file, err}
	}()
	pause()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, o.err
		}
		return newReadAhead(ctx, o.file, read, pause), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// counted reads until ctx ends, and counts the bytes.
type counted struct {
	ctx  context.Context
	from io.ReadCloser
	read *atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.from.Read(p)
	c.read.Add(int64(n))
	return n, err
}

func (c *counted) Close() error { return c.from.Close() }

// readAhead reads on a goroutine of its own, so that reading, parsing and
// solving go on at once, and so that a read which blocks can be told from one
// that does not, and left behind.
type readAhead struct {
	ctx    context.Context
	cancel context.CancelFunc
	chunks chan chunk
	spare  chan []byte
	now    chunk
	rest   []byte
	pause  func()
	read   *atomic.Int64
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
		if a.now.err != nil {
			return 0, a.now.err
		}
		if cap(a.now.bytes) > 0 {
			select {
			case a.spare <- a.now.bytes:
			default:
			}
		}
		select {
		case a.now = <-a.chunks:
		default:
			a.pause()
			select {
			case a.now = <-a.chunks:
			case <-a.ctx.Done():
				return 0, a.ctx.Err()
			}
		}
		a.rest = a.now.bytes
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	a.read.Add(int64(n))
	return n, nil
}

// Close leaves the goroutine behind: it ends after the read that it is in.
func (a *readAhead) Close() error {
	a.cancel()
	return nil
}
