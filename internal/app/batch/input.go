package batch

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
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
	"nonet/job"
)

// Inputs are the texts of a job, open.
type Inputs struct {
	All   []job.Input
	Paths []string // of the files that are read, which may not be those that were named
	files []*os.File

	mu    sync.Mutex
	texts map[int]*Text
}

// Stdin stands for standard input among names.
const Stdin = "-"

// OpenInputs opens what the names stand for: files, directories with all files in them, and
// "-". What is compressed, and standard input, is copied to the directory first, so that it
// can be read at any place, and again. AreLines tells whether puzzles stand on lines of their own in a text: an input
// whose beginning is not so, is not cut.
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
			if err := in.open(ctx, file, stdin, d, areLines); err != nil {
				return in, err
			}
		}
	}
	return in, nil
}

// CopyInputs opens the inputs of a job that another machine cut: the same files at these paths, where they
// are here too, else copies in the directory. What is not there yet is fetched, from a place on; a copy that
// was begun goes on.
func CopyInputs(ctx context.Context, j *job.Job, paths []string, d *Dir, fetch func(ctx context.Context, input int, from int64) (io.ReadCloser, error)) (*Inputs, error) {
	in := &Inputs{}
	for n := range j.Inputs {
		if j.Inputs[n].Range {
			in.files, in.Paths, in.All = append(in.files, nil), append(in.Paths, ""), append(in.All, j.Inputs[n])
			continue
		}
		path := ""
		if n < len(paths) {
			path = paths[n]
		}
		f := OpenSame(path, &j.Inputs[n])
		if f == nil {
			path = filepath.Join(d.path, hidden, fmt.Sprintf("input-%04d", n))
			f = OpenSame(path, &j.Inputs[n])
		}
		if f == nil {
			if err := fetched(ctx, path, j.Inputs[n].Bytes, func(from int64) (io.ReadCloser, error) { return fetch(ctx, n, from) }); err != nil {
				return in, err
			}
			if f = OpenSame(path, &j.Inputs[n]); f == nil {
				os.Remove(path)
				return in, &fs.PathError{Op: "read", Path: j.Inputs[n].Name, Err: errChanged}
			}
		}
		in.files, in.Paths, in.All = append(in.files, f), append(in.Paths, path), append(in.All, j.Inputs[n])
	}
	return in, nil
}

var errChanged = errors.New("it has changed since the job was begun")

// fetched copies what fetch gives to a file of that name, durably.
func fetched(ctx context.Context, path string, length int64, fetch func(from int64) (io.ReadCloser, error)) error {
	out, err := os.OpenFile(path+".copy", os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	defer out.Close()
	info, err := out.Stat()
	if err != nil {
		return err
	}
	r, err := fetch(min(info.Size(), length))
	if err != nil {
		return err
	}
	defer r.Close()
	defer context.AfterFunc(ctx, func() { r.Close() })()
	if _, err := io.Copy(out, r); err != nil {
		return err
	}
	if err := out.Sync(); err != nil {
		return err
	}
	return os.Rename(path+".copy", path)
}

// OpenSame opens the file of that name if it is the input, as far as its length and its samples tell; else nil.
func OpenSame(path string, in *job.Input) *os.File {
	if path == "" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() == in.Bytes {
		if sum, err := job.Sample(f, in.Bytes); err == nil && sum == in.Sum {
			return f
		}
	}
	f.Close()
	return nil
}

// Text is an input, from its beginning to its end.
func (in *Inputs) Text(n int) *io.SectionReader {
	if n < 0 || n >= len(in.files) || in.files[n] == nil {
		return nil
	}
	return io.NewSectionReader(in.files[n], 0, in.All[n].Bytes)
}

// filesOf are the ordinary files of a directory, in the order of their names, without those
// whose name begins with a dot; or the name.
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

func (in *Inputs) open(ctx context.Context, name string, stdin io.Reader, d *Dir, areLines func(string) bool) error {
	path := name
	if name == Stdin {
		spooled, err := d.spool(ctx, len(in.All), name, stdin, nil)
		if err != nil {
			return err
		}
		path, name = spooled, "<stdin>"
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	if plain, reader, err := expanded(f); err != nil {
		f.Close()
		return &fs.PathError{Op: "read", Path: name, Err: err}
	} else if !plain {
		spooled, err := d.spool(ctx, len(in.All), path, reader, f)
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
	sum, err := job.Sample(f, info.Size())
	if err != nil {
		return err
	}
	whole := !areLines(head(f))
	in.All = append(in.All, job.Input{Name: name, Bytes: info.Size(), Sum: sum, Whole: whole})
	in.Paths = append(in.Paths, path)
	return nil
}

// head is the lines that a text begins with: those of 64 KiB, or the beginning of a longer one.
func head(r io.ReaderAt) string {
	b := make([]byte, 64<<10)
	n, _ := r.ReadAt(b, 0)
	if i := bytes.LastIndexByte(b[:n], '\n'); i >= 0 && n == len(b) {
		n = i + 1
	}
	return string(b[:n])
}

// firstContent is where the first line begins that is not blank and no comment, of those
// that begin a text; −1 if that has none.
func firstContent(r io.ReaderAt) int64 {
	in, at := bufio.NewReaderSize(io.NewSectionReader(r, 0, 1<<62), 64<<10), int64(0)
	for begins := true; ; {
		line, err := in.ReadSlice('\n')
		if text := bytes.TrimSpace(line); begins && len(text) > 0 && text[0] != '#' {
			return at
		}
		at += int64(len(line))
		if begins = err == nil; err != nil && err != bufio.ErrBufferFull {
			return -1
		}
	}
}

// Close closes them.
func (in *Inputs) Close() {
	for _, f := range in.files {
		if f != nil {
			f.Close()
		}
	}
}

// Section is the text of a shard.
func (in *Inputs) Section(s job.Shard) (*io.SectionReader, error) {
	in.mu.Lock()
	t := in.texts[s.Input]
	if t == nil {
		if in.texts == nil {
			in.texts = map[int]*Text{}
		}
		t = &Text{ReaderAt: in.files[s.Input], Length: in.All[s.Input].Bytes}
		in.texts[s.Input] = t
	}
	in.mu.Unlock()
	return t.Section(s)
}

// Text is an input of so many bytes that is cut. Its methods may be called by several goroutines.
type Text struct {
	io.ReaderAt
	Length int64

	mu sync.Mutex
	// Behind from the next line begins at to: a line in which so many shards may lie that none should
	// look for its end again.
	from, to int64
}

// longLine is how many bytes it takes to be remembered.
const longLine = 64 << 10

// Section is the text of a shard: the lines that begin in it.
func (t *Text) Section(s job.Shard) (*io.SectionReader, error) {
	from, err := t.line(s.From)
	if err != nil {
		return nil, err
	}
	to, err := t.line(s.To)
	return io.NewSectionReader(t.ReaderAt, from, max(0, to-from)), err
}

// line is where the first line begins that does so at a place or behind it.
func (t *Text) line(at int64) (int64, error) {
	t.mu.Lock()
	from, to := t.from, t.to
	t.mu.Unlock()
	if from <= at && at <= to {
		return to, nil
	}
	to, err := lineFrom(t.ReaderAt, t.Length, at)
	if err == nil && to-at > longLine {
		t.mu.Lock()
		t.from, t.to = at, to
		t.mu.Unlock()
	}
	return to, err
}

// lineFrom is where the first line begins that does so at a place or behind it.
func lineFrom(r io.ReaderAt, length, at int64) (int64, error) {
	if at <= 0 {
		return 0, nil
	}
	buf := make([]byte, 4<<10)
	for at--; at < length; at += int64(len(buf)) { // the line before may end right there
		n, err := r.ReadAt(buf[:min(int64(len(buf)), length-at)], at)
		if i := bytes.IndexByte(buf[:n], '\n'); i >= 0 {
			return at + int64(i) + 1, nil
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

// expanded tells whether a file is not compressed, or else what it expands to.
func expanded(f *os.File) (plain bool, r io.Reader, err error) {
	head := make([]byte, 6)
	n, _ := f.ReadAt(head, 0)
	in := bufio.NewReaderSize(f, 1<<20)
	switch head = head[:n]; {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		r, err = gzip.NewReader(in)
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		var z *zstd.Decoder
		if z, err = zstd.NewReader(in); err == nil {
			r = z.IOReadCloser()
		}
	case stream.IsXZ(head):
		return false, nil, stream.ErrXZ
	case bytes.HasPrefix(head, []byte("BZh")):
		r = bzip2.NewReader(in)
	default:
		return true, nil, nil
	}
	return false, r, err
}

// spooled is what a copy was made of, beside the copy.
type spooled struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
	Sum   string `json:"sum"` // of the original
}

// spool copies an input to the directory. A copy of the same original that is there is taken
// as it is, also where standard input has nothing more to say.
func (d *Dir) spool(ctx context.Context, n int, name string, r io.Reader, original *os.File) (string, error) {
	path := filepath.Join(d.path, hidden, fmt.Sprintf("input-%04d", n))
	of := spooled{Name: name}
	if original != nil {
		info, err := original.Stat()
		if err != nil {
			return "", err
		}
		if of.Sum, err = job.Sample(original, info.Size()); err != nil {
			return "", err
		}
		of.Bytes = info.Size()
		var before spooled
		if b, err := os.ReadFile(path + ".json"); err == nil && json.Unmarshal(b, &before) == nil && before == of {
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
	case <-ctx.Done(): // a pipe may wait for its writer
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
	if err := os.Rename(out.Name(), path); err != nil {
		return "", err
	}
	b, err := json.Marshal(of)
	if err == nil {
		err = writeDurably(path+".json", b)
	}
	return path, err
}

// Compressed compresses what is written by the extension of a name, .gz or .zst; other names leave it as
// it is. Close ends the compression and leaves w open.
func Compressed(w io.Writer, name string) (io.WriteCloser, error) {
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
