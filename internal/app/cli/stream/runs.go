package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"nonet/format"
	"nonet/sudoku"
)

// Workers read a long run of puzzles in parallel, if each puzzle is on a line of its own. Pull hands out ranges of
// bytes, and each worker reads and parses its range. If a range contains other text, one goroutine continues from
// there, and later ranges are discarded.

// Range selects the lines of a text that begin at an offset from From to To−1, in bytes. Thus adjacent ranges contain
// each line exactly once.
type Range struct {
	From, To int64
	Begins   bool // true if a line is known to begin at From; otherwise Lines looks for a line end before From
}

// Lines reads the whole lines of the range, with their line ends (LF). The text is in buf, or in new memory if buf is
// too small. `from` is the offset of its first byte. The last line lacks its line end if the text ends there, or if the
// line is longer than [format.MaxLine].
func (r Range) Lines(in io.ReaderAt, buf []byte) (text []byte, from int64, err error) {
	from = r.From
	if !r.Begins && from > 0 {
		from-- // include the byte before the range, which shows whether a line begins at From
	}
	length := int(r.To - from) // how many bytes are read before To; byte To−1 belongs to the range's last line
	for beyond := sudoku.Cells + 2; ; beyond *= 8 {
		n := length + min(beyond, format.MaxLine)
		text = slices.Grow(buf[:0], n)[:n]
		n, err = in.ReadAt(text, from)
		ended := err == io.EOF
		if text = text[:n]; err != nil && !ended {
			return nil, from, err
		}
		end := -1
		if n >= length {
			if end = bytes.IndexByte(text[length-1:], '\n'); end >= 0 {
				text = text[:length+end]
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

// seekable is a file that can be read at any offset.
type seekable interface {
	io.ReaderAt
	io.Seeker
}

// run is a sequence of lines that workers read in parts. line is the number of the first line.
type run struct {
	from *Source
	file io.ReaderAt
	line int

	ctx     context.Context
	changed chan struct{} // receives a value whenever setLineNumbers has finished a part
	mu      sync.Mutex
	pending int // how many parts are handed out and not finished
	lines   int // how many lines, each a puzzle, the finished parts have
	size    int64
	broken  bool
}

// part is the range of a run that one batch contains. The zero value means that the batch has no such range.
type part struct {
	run  *run
	span Range
	size int64 // how many bytes of the part precede its first line that is not a whole puzzle
	ends bool  // true if the part contains nothing but puzzles
}

// readPart reads and parses the batch's part of a run. It uses buf as scratch memory, and returns buf, possibly
// reallocated.
func (b *batch) readPart(buf []byte) []byte {
	p := &b.part
	if p.run == nil {
		return buf
	}
	b.from = p.run.from
	buf = slices.Grow(buf[:0], int(p.span.To-p.span.From)+sudoku.Cells+3)
	text, _, err := p.span.Lines(p.run.file, buf)
	if err != nil {
		return buf // the goroutine that reads the rest will report the error
	}
	room := len(text)/(sudoku.Cells+1) + 1
	b.Cells = slices.Grow(b.Cells[:0], room)[:room]
	n, size := format.Lines(text, b.Cells)
	b.Cells = b.Cells[:n]
	p.size, p.ends = int64(size), size == len(text)
	return buf
}

// setLineNumbers sets the batch's line numbers and finishes its part. It is called for the batches in order. `void` is
// true if the batch must be discarded, because an earlier part of the run had other text.
func (b *batch) setLineNumbers() (void bool) {
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
	r.pending--
	select {
	case r.changed <- struct{}{}:
	default:
	}
	return void
}

// tryAddPart adds 1 to r.under, the number of unfinished parts. If other text has ended the run of lines, it does not
// add a part, and returns false.
func (r *run) tryAddPart() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.broken {
		r.pending++
	}
	return !r.broken
}

// awaitAllParts waits until all parts are finished. It returns false if ctx has ended.
func (r *run) awaitAllParts() bool {
	for {
		r.mu.Lock()
		under := r.pending
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

// dispatchRanges hands out ranges of the file while every line is a whole puzzle. It moves the reader past these lines,
// and returns their number n. `broke` is true if other text followed. `more` is false if the run ends.
func (f *feed) dispatchRanges(from *Source, in *format.Reader, file io.Reader) (n int, broke, more bool) {
	c, _ := file.(*countingReader)
	if c == nil {
		return 0, false, true
	}
	seeker, ok := c.ReadCloser.(seekable)
	offset, line, plain := in.Place()
	if !ok || !plain || f.stage.Placed {
		return 0, false, true
	}
	at, err := seeker.Seek(0, io.SeekCurrent)
	end, failed := seeker.Seek(0, io.SeekEnd)
	_, back := seeker.Seek(at, io.SeekStart)
	begin := at - c.length + offset // the offset in the file, because standard input may begin in the middle of a file
	step := int64(f.stage.Batch) * (sudoku.Cells + 1)
	if errors.Join(err, failed, back) != nil || end-begin < 2*step {
		return 0, false, true
	}
	next := begin
	r := &run{from: from, file: seeker, line: line, ctx: f.ctx, changed: make(chan struct{}, 1)}
	for ; next < end && r.tryAddPart(); next += step {
		f.batch.part.run = r
		f.batch.part.span = Range{next, min(next+step, end), next == begin}
		f.read.Add(step)
		if !f.sendBatch() {
			return 0, false, false
		}
	}
	if !r.awaitAllParts() {
		return 0, false, false
	}
	if _, err := seeker.Seek(begin+r.size, io.SeekStart); err != nil {
		return 0, false, false
	}
	f.read.Add(begin + r.size - next)
	c.length = offset + r.size
	in.Resume(file, r.lines, r.size)
	return r.lines, r.broken, true
}
