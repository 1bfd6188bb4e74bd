package stream

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"slices"
	"sync"

	"nonet/format"
	"nonet/sudoku"
)

// A long run of puzzles on lines of their own needs no reader in order: the turn hands out
// ranges of bytes, and each worker reads and parses its own. Where one of them meets
// anything else, the reader in order goes on from there, and what was handed out behind it
// is void.

// Range is a part of a text: the lines that begin in its bytes From to To−1. Ranges
// without a gap between them have every line once, whoever reads which.
type Range struct {
	From, To int64
	Begins   bool // a line begins at From, whatever stands before it
}

// Lines reads the lines of the range, whole, their ends LF with them, into buf, or into
// new memory where that is too small, and returns where they begin. The last may lack its
// end if the text has none, or if it is longer than [format.MaxLine].
func (r Range) Lines(in io.ReaderAt, buf []byte) (text []byte, from int64, err error) {
	from = r.From
	if !r.Begins && from > 0 {
		from-- // is it the end of a line?
	}
	own := int(r.To - from) // bytes, of which the last belongs to the last line
	for beyond := sudoku.Cells + 2; ; beyond *= 8 {
		n := own + min(beyond, format.MaxLine)
		text = slices.Grow(buf[:0], n)[:n]
		n, err = in.ReadAt(text, from)
		ended := err == io.EOF
		if text = text[:n]; err != nil && !ended {
			return nil, from, err
		}
		end := -1
		if n >= own {
			if end = bytes.IndexByte(text[own-1:], '\n'); end >= 0 {
				text = text[:own+end]
			}
		}
		if end >= 0 || ended || beyond >= format.MaxLine {
			break
		}
	}
	if from < r.From {
		i := bytes.IndexByte(text, '\n') + 1
		if i == 0 {
			i = len(text)
		}
		text, from = text[i:], from+int64(i)
	}
	return text, from, nil
}

// seekable is a file that workers can read at any place.
type seekable interface {
	io.ReaderAt
	io.Seeker
}

// size is how many bytes it has.
func size(file seekable) (int64, error) {
	switch file := file.(type) {
	case interface{ Size() int64 }:
		return file.Size(), nil
	case interface{ Stat() (fs.FileInfo, error) }:
		info, err := file.Stat()
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
	return 0, fs.ErrInvalid
}

// run is some lines from line on, on their way in parts.
type run struct {
	from *Source
	file io.ReaderAt
	line int

	ctx     context.Context
	changed chan struct{} // has an element after settle
	mu      sync.Mutex
	under   int // parts handed out that are not settled
	lines   int // settled, whole
	size    int64
	broken  bool
}

// part is a batch's of a run; its zero value is none.
type part struct {
	run  *run
	own  Range
	size int64 // bytes from the part's first line on that were puzzles
	ends bool  // nothing else stands in it
}

// read makes the part of a run puzzles. It reads into memory like buf, which it returns.
func (b *batch) read(buf []byte) []byte {
	p := &b.part
	if p.run == nil {
		return buf
	}
	b.from = p.run.from
	buf = slices.Grow(buf[:0], int(p.own.To-p.own.From)+sudoku.Cells+3)
	text, _, err := p.own.Lines(p.run.file, buf)
	if err != nil {
		return buf // the reader in order meets it, too, and says so
	}
	most := len(text)/(sudoku.Cells+1) + 1
	b.Cells = slices.Grow(b.Cells[:0], most)[:most]
	n, size := format.Lines(text, b.Cells)
	b.Cells = b.Cells[:n]
	p.size, p.ends = int64(size), size == len(text)
	return buf
}

// settle says, in order, where the lines of a batch stand, and reports whether it is void.
func (b *batch) settle() (void bool) {
	r := b.part.run
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if void = r.broken; !void {
		b.report.line = r.line + r.lines
		r.lines += len(b.Cells)
		r.size += b.part.size
		r.broken = !b.part.ends
	}
	r.under--
	select {
	case r.changed <- struct{}{}:
	default:
	}
	return void
}

// add counts a part more, unless the run is broken.
func (r *run) add() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.broken {
		r.under++
	}
	return !r.broken
}

// settled waits until all parts are settled; false means that ctx ended.
func (r *run) settled() bool {
	for {
		r.mu.Lock()
		under := r.under
		r.mu.Unlock()
		if under == 0 {
			return true
		}
		select {
		case <-r.changed:
		case <-r.ctx.Done():
			return false
		}
	}
}

// ranges hands out what follows in the file in ranges for as long as it is lines of their
// own, and reports whether it met anything else; in goes on behind them.
func (f *feed) ranges(from *Source, in *format.Reader, file io.Reader) (n int, broke, more bool) {
	c, _ := file.(*counted)
	if c == nil {
		return 0, false, true
	}
	seeker, ok := c.ReadCloser.(seekable)
	offset, line, plain := in.Place()
	if !ok || !plain || f.stage.Placed {
		return 0, false, true
	}
	at, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, false, true
	}
	begin := at - c.own + offset // the file may have been read from before
	end, err := size(seeker)
	step := int64(f.stage.Batch) * (sudoku.Cells + 1)
	if err != nil || end-begin < 2*step {
		return 0, false, true
	}
	next := begin
	r := &run{from: from, file: seeker, line: line, ctx: f.ctx, changed: make(chan struct{}, 1)}
	for ; next < end && r.add(); next += step {
		f.batch.part.run = r
		f.batch.part.own = Range{next, min(next+step, end), next == begin}
		f.read.Add(step)
		if !f.dispatch() {
			return 0, false, false
		}
	}
	if !r.settled() {
		return 0, false, false
	}
	if _, err := seeker.Seek(begin+r.size, io.SeekStart); err != nil {
		return 0, false, false
	}
	f.read.Add(begin + r.size - next)
	c.own = offset + r.size
	in.Resume(file, r.lines, r.size)
	return r.lines, r.broken, true
}
