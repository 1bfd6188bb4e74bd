package batch

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"nonet/internal/app/cli/stream"
	"nonet/internal/job"
)

// Inputs holds the open files that a job reads, and how they are cut into shards.
type Inputs struct {
	All   []job.Input
	Paths []string // the paths of the opened files, which are the named files or copies of them
	files []*os.File
	texts []*Text // one text per input, in the order of All
}

// Stdin is the name that stands for standard input.
const Stdin = "-"

// OpenInputs opens the named inputs: files, directories (all files in them), and [Stdin]. It first copies standard
// input and compressed files, decompressed, to d, so that they can be read again and at any offset. areLines reports
// whether a text has one puzzle per line. OpenInputs calls it with the beginning of each input, and cuts the input into
// several shards only if the result is true.
func OpenInputs(ctx context.Context, names []string, stdin io.Reader, d *Dir, areLines func(string) bool) (*Inputs, error) {
	if len(names) == 0 {
		names = []string{Stdin}
	}
	in := &Inputs{}
	for _, name := range names {
		files, err := filesOf(name)
		if err != nil {
			return in, err
		}
		for _, file := range files {
			if err := in.openInput(ctx, file, stdin, d, areLines); err != nil {
				return in, err
			}
		}
	}
	return in, nil
}

// OpenIfUnchanged opens the file at path if its length and samples match the input. If not, it returns nil.
func OpenIfUnchanged(path string, in *job.Input) *os.File {
	if path == "" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() == in.Bytes {
		if sum, err := job.SampleDigest(f, in.Bytes); err == nil && sum == in.Sum {
			return f
		}
	}
	f.Close()
	return nil
}

// filesOf returns the regular files in the directory `name`, sorted, except names that begin with a dot. If `name` is
// not a directory, it returns `name`.
func filesOf(name string) (files []string, err error) {
	info, err := os.Stat(name)
	if name == Stdin || err == nil && !info.IsDir() {
		return []string{name}, nil
	}
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(name, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != name && strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
		case e.Type().IsRegular():
			files = append(files, path)
		}
		return nil
	})
	slices.Sort(files)
	return files, err
}

func (in *Inputs) openInput(ctx context.Context, name string, stdin io.Reader, d *Dir, areLines func(string) bool) error {
	path := name
	if name == Stdin {
		spooled, err := d.spoolInput(ctx, len(in.All), name, stdin, nil)
		if err != nil {
			return err
		}
		path, name = spooled, "<stdin>"
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	if plain, reader, err := openPlain(f); err != nil {
		f.Close()
		return &fs.PathError{Op: "read", Path: name, Err: err}
	} else if !plain {
		spooled, err := d.spoolInput(ctx, len(in.All), path, reader, f)
		f.Close()
		if err != nil {
			return err
		}
		if f, err = os.Open(spooled); err != nil {
			return err
		}
		path = spooled
	}
	in.files = append(in.files, f)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	sum, err := job.SampleDigest(f, info.Size())
	if err != nil {
		return err
	}
	severalLines := !areLines(firstLines(f))
	in.All = append(in.All, job.Input{Name: name, Bytes: info.Size(), Sum: sum, Whole: severalLines})
	in.Paths, in.texts = append(in.Paths, path), append(in.texts, &Text{ReaderAt: f, Length: info.Size()})
	return nil
}

// firstLines returns the lines within the first 64 KiB of a text. If the first line is longer, it
// returns the first 64 KiB.
func firstLines(r io.ReaderAt) string {
	b := make([]byte, 64<<10)
	n, _ := r.ReadAt(b, 0)
	if i := bytes.LastIndexByte(b[:n], '\n'); i >= 0 && n == len(b) {
		n = i + 1
	}
	return string(b[:n])
}

// firstContentOffset returns the offset of the first line that is neither blank nor a comment, or −1 if there is no
// such line.
func firstContentOffset(r io.ReaderAt) int64 {
	in, offset := bufio.NewReader(io.NewSectionReader(r, 0, 1<<62)), int64(0)
	for begins := true; ; {
		line, err := in.ReadSlice('\n')
		if text := bytes.TrimSpace(line); begins && len(text) > 0 && text[0] != '#' {
			return offset
		}
		offset += int64(len(line))
		if begins = err == nil; err != nil && err != bufio.ErrBufferFull {
			return -1
		}
	}
}

// Close closes the files of all inputs.
func (in *Inputs) Close() {
	for _, f := range in.files {
		if f != nil {
			f.Close()
		}
	}
}

// Section returns the text of a shard. torn is set if the text may begin or end within a puzzle.
func (in *Inputs) Section(s job.Shard) (text *io.SectionReader, torn bool, err error) {
	return in.texts[s.Input].Section(s)
}

// Text is an input that can be cut into shards. Its methods may be called from several
// goroutines.
type Text struct {
	io.ReaderAt
	Length int64

	mu sync.Mutex
	// All offsets in [from, to] lie in one long line, and have this border. Text keeps the border, so that the shards
	// within this line do not search for the end of the line again.
	from, to int64
	border   border
}

// border is an offset at which a text is cut.
type border struct {
	offset int64
	torn   bool // set if the offset may lie within a puzzle of several lines
}

// longLine is the least length, in bytes, of a line whose border a Text caches.
const longLine = 64 << 10

// Section returns the text of a shard, from the border of s.From to the border of s.To. torn is set if one of the
// borders may lie within a puzzle.
func (t *Text) Section(s job.Shard) (text *io.SectionReader, torn bool, err error) {
	from, err := t.shardBorderAt(s.From)
	if err != nil {
		return nil, false, err
	}
	to, err := t.shardBorderAt(s.To)
	return io.NewSectionReader(t.ReaderAt, from.offset, max(0, to.offset-from.offset)), from.torn || to.torn, err
}

// shardBorderAt returns the border for the offset `offset`: the place where one shard ends and the next begins.
func (t *Text) shardBorderAt(offset int64) (b border, err error) {
	t.mu.Lock()
	from, to, known := t.from, t.to, t.border
	t.mu.Unlock()
	if from <= offset && offset <= to && to > 0 {
		return known, nil
	}
	if to, err = nextLineOffset(t.ReaderAt, t.Length, offset); err != nil {
		return b, err
	}
	b, err = t.borderAt(to)
	if err == nil && to-offset > longLine {
		t.mu.Lock()
		t.from, t.to, t.border = offset, to, b
		t.mu.Unlock()
	}
	return b, err
}

// To find a border, borderAt examines the bytes that follow the beginning of a line; reach is their number. The last
// lineEnd bytes of a line show whether the line is a puzzle.
const (
	reach   = 8 << 10
	lineEnd = 512
)

// borderAt returns the border for an offset where a line begins. If the previous line is a complete puzzle, the border
// is this offset, because no earlier line affects the following lines. Otherwise the border is the end of the next line
// that is a complete puzzle. Thus puzzles of several lines, and lines that are no puzzles, stay together in one shard,
// and are read as in the complete text. If the next `reach` bytes have no complete puzzle, the border is the offset
// itself, with torn set. But if the text ends within these bytes, and has a complete puzzle shortly before the offset,
// the border is the end of the text. A greater offset never has a smaller border.
func (t *Text) borderAt(offset int64) (b border, err error) {
	if offset <= 0 || offset >= t.Length {
		return border{offset: min(max(offset, 0), t.Length)}, nil
	}
	before, err := t.bytesBetween(offset-1-lineEnd, offset-1)
	if err != nil {
		return b, err
	}
	if standsAlone(before[bytes.LastIndexByte(before, '\n')+1:]) {
		return border{offset: offset}, nil
	}
	ahead, err := t.bytesBetween(offset, offset+reach)
	if err != nil {
		return b, err
	}
	if n, ok := lonePuzzleEnd(ahead); ok {
		return border{offset: offset + int64(n)}, nil
	}
	if offset+reach >= t.Length { // no complete puzzle follows up to the end of the text
		behind, err := t.bytesBetween(t.Length-2*reach, offset)
		if err != nil {
			return b, err
		}
		if _, ok := lonePuzzleEnd(behind[bytes.IndexByte(behind, '\n')+1:]); ok {
			return border{offset: t.Length}, nil
		}
	}
	return border{offset, true}, nil
}

// bytesBetween returns the bytes from `from` to `to`−1 of the text, or fewer if the text ends earlier.
func (t *Text) bytesBetween(from, to int64) ([]byte, error) {
	from, to = max(from, 0), min(to, t.Length)
	b := make([]byte, to-from)
	n, err := t.ReadAt(b, from)
	if err == io.EOF {
		err = nil
	}
	return b[:n], err
}

// lonePuzzleEnd returns the offset of the end of the first line that is a complete puzzle.
func lonePuzzleEnd(text []byte) (n int, ok bool) {
	for {
		i := bytes.IndexByte(text[n:], '\n')
		if i < 0 {
			return 0, false
		}
		line := text[n : n+i]
		if n += i + 1; standsAlone(line[max(0, len(line)-lineEnd):]) {
			return n, true
		}
	}
}

// standsAlone reports whether a line looks like a complete puzzle. Such a line begins like an item of Interactive
// Sudoku Solver, or has a word of at least 81 characters. No line of a drawn grid has such a word. The argument may be
// only the end of a line.
func standsAlone(line []byte) bool {
	if text := bytes.TrimLeft(line, " \t"); len(line) < lineEnd && len(text) > 1 {
		switch {
		case text[0] == '#':
			return false
		case text[0] == '.' && 'A' <= text[1] && text[1] <= 'Z':
			return true
		}
	}
	n := 0
	for _, b := range line {
		switch b {
		case ' ', '\t', '\r', '|':
			n = 0
		default:
			if n++; n == 81 {
				return true
			}
		}
	}
	return false
}

// nextLineOffset returns the offset of the first line that begins at the given offset or later, or length if there is
// no such line.
func nextLineOffset(r io.ReaderAt, length, offset int64) (int64, error) {
	if offset <= 0 {
		return 0, nil
	}
	buf := make([]byte, 4<<10)
	for offset--; offset < length; offset += int64(len(buf)) { // the previous line may end at offset at−1
		n, err := r.ReadAt(buf[:min(int64(len(buf)), length-offset)], offset)
		if i := bytes.IndexByte(buf[:n], '\n'); i >= 0 {
			return offset + int64(i) + 1, nil
		}
		if err != nil && err != io.EOF {
			return 0, err
		}
		if n == 0 {
			break
		}
	}
	return length, nil
}

// openPlain reports whether a file is plain, that is, not compressed. Otherwise r returns its decompressed content.
func openPlain(f *os.File) (plain bool, r io.Reader, err error) {
	head := make([]byte, 6)
	n, _ := f.ReadAt(head, 0)
	in, err := stream.NewUnpacker(head[:n], bufio.NewReaderSize(f, 1<<20))
	if in == nil {
		return err == nil, nil, err
	}
	return false, in, nil
}

// spoolInput copies an input to the directory and returns the path of the copy. It makes no new copy if the directory
// has a copy of the file `original`. It also makes no new copy if standard input is empty and was copied in an earlier
// run.
func (d *Dir) spoolInput(ctx context.Context, n int, name string, r io.Reader, original *os.File) (string, error) {
	path := filepath.Join(d.path, hidden, fmt.Sprintf("input-%04d", n))
	if original != nil {
		info, err := original.Stat()
		if err != nil {
			return "", err
		}
		sum, err := job.SampleDigest(original, info.Size())
		if err != nil {
			return "", err
		}
		if path += "-" + sum; exists(path) {
			return path, nil
		}
	}
	out, err := os.CreateTemp(filepath.Dir(path), "*.part")
	if err != nil {
		return "", err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	copied := make(chan error, 1)
	var size int64
	go func() {
		var err error
		size, err = io.CopyBuffer(out, r, make([]byte, 1<<20))
		copied <- err
	}()
	select {
	case err = <-copied:
	case <-ctx.Done(): // a pipe may block until its writer writes
		return "", ctx.Err()
	}
	if err != nil {
		return "", &fs.PathError{Op: "read", Path: name, Err: err}
	}
	if _, failed := os.Stat(path); size == 0 && original == nil && failed == nil {
		return path, nil
	}
	if err := out.Sync(); err != nil {
		return "", err
	}
	return path, os.Rename(out.Name(), path)
}

// NewCompressor returns a writer that compresses if the extension of name is .gz or .zst, and otherwise copies. Its
// Close ends the compressed data and does not close w.
func NewCompressor(w io.Writer, name string) (io.WriteCloser, error) {
	switch filepath.Ext(name) {
	case ".gz":
		return gzip.NewWriter(w), nil
	case ".zst":
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	}
	return unclosed{w}, nil
}

type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
