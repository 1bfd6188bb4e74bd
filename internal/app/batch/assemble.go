package batch

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"nonet/internal/app/cli/stream"
	"nonet/internal/job"
)

// PartName stands for the input's name in the notes of a shard. Line numbers there count from
// the shard's first line.
const PartName = "\ue000"

var place = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(PartName + `(:\d+)?|` + stream.LineMark + `\d+`)
})

// WriteNotes joins the notes of all finished shards in order and writes them to [NotesName], with the names of the
// inputs and line numbers there. If in is nil, the notes have shards instead of lines. Notes returns the
// number of lines written. If it is 0, there is no file.
func (d *Dir) WriteNotes(m *job.Manifest, in *Inputs) (lines int64, err error) {
	name := filepath.Join(d.path, NotesName)
	noted := false
	for e := range m.Entries {
		if noted = e.Notes > 0; noted {
			break
		}
	}
	if !noted {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
		return 0, nil
	}
	removeTemporary(name)
	err = createDurably(name, func(out io.Writer) error {
		w := bufio.NewWriterSize(out, 64<<10)
		at := lineCounter{in: in, of: m.Job.Inputs, input: -1}
		for e := range m.Entries {
			if e.Notes == 0 {
				continue
			}
			b, err := os.ReadFile(d.notesPath(&e))
			if err == nil {
				b, err = at.placeNotes(b, m.Job.Shard(e.Shard))
			}
			if err != nil {
				return err
			}
			lines += int64(bytes.Count(b, []byte("\n")))
			w.Write(b)
		}
		return w.Flush()
	})
	return lines, err
}

// lineCounter counts the lines before a shard. The caller asks for shards in ascending order.
type lineCounter struct {
	in    *Inputs // may be nil
	of    []job.Input
	input int
	newlines
}

// placeNotes returns the notes of a shard with the name of its input and the line numbers of that input.
func (c *lineCounter) placeNotes(notes []byte, s job.Shard) ([]byte, error) {
	base, err := c.linesBefore(s)
	return renumberNotes(notes, c.of[s.Input].Name, base), err
}

// PlaceNotes returns the notes of a shard with the name of its input and the line numbers of that input.
func (in *Inputs) PlaceNotes(notes string, s job.Shard) (string, error) {
	c := lineCounter{in: in, of: in.All, input: -1}
	b, err := c.placeNotes([]byte(notes), s)
	return string(b), err
}

func (c *lineCounter) linesBefore(s job.Shard) (int64, error) {
	if c.in == nil || c.in.All[s.Input].Range {
		return 0, nil
	}
	if s.Input != c.input {
		c.input, c.newlines = s.Input, newlines{in: c.in.files[s.Input]}
	}
	from, err := c.in.textOf(s.Input).cutAt(s.From)
	if err != nil {
		return 0, err
	}
	return c.newlines.countBefore(from.at)
}

// WholeManifest returns the name of the manifest beside an output that is one file.
func WholeManifest(output string) string { return output + ".manifest" + manifestEnd }

// IsGathered reports whether a job that ends in the file output collects its shards there while it runs. It
// does so unless the file is to be compressed.
func IsGathered(output string) bool {
	ext := filepath.Ext(output)
	return ext != ".gz" && ext != ".zst"
}

// Assemble joins the outputs of all shards in one file, which it compresses if the name ends in .gz or .zst, and
// writes the manifest next to it. The gathered file is only renamed; other outputs are copied. Each file appears
// complete or not at all. Assemble also removes the temporary files of processes that died here. No other process
// may work on the directory.
func (d *Dir) Assemble(m *job.Manifest, output string) error {
	for _, name := range []string{output, WholeManifest(output)} {
		removeTemporary(name)
	}
	if d.whole != nil && d.whole.file != nil {
		return d.renameOutput(m, output)
	}
	if err := createDurably(output, func(out io.Writer) error {
		buffered := bufio.NewWriterSize(out, 1<<20)
		w, err := NewCompressor(buffered, output)
		if err != nil {
			return err
		}
		if err := job.Merge(w, m, Digest); err != nil {
			return err
		}
		if err := errors.Join(w.Close(), buffered.Flush()); err != nil {
			return err
		}
		return writeDurably(WholeManifest(output), m.Marshal())
	}); err != nil {
		return err
	}
	return syncDir(filepath.Dir(output))
}

// removeTemporary removes the files that os.CreateTemp made for the file name. It ignores errors: a file that
// stays costs only space.
func removeTemporary(name string) {
	entries, _ := os.ReadDir(filepath.Dir(name))
	for _, e := range entries {
		middle, ok := strings.CutPrefix(e.Name(), filepath.Base(name)+".")
		middle, part := strings.CutSuffix(middle, ".part")
		if ok && part && middle != "" && strings.Trim(middle, "0123456789") == "" {
			os.Remove(filepath.Join(filepath.Dir(name), e.Name()))
		}
	}
}

// Whole is an output of [Dir.Assemble] with its manifest.
type Whole struct{ Name string }

// Manifest implements [job.Store].
func (w Whole) Manifest() (io.ReadCloser, error) {
	f, err := os.Open(WholeManifest(w.Name))
	if errors.Is(err, fs.ErrNotExist) {
		return io.NopCloser(bytes.NewReader(nil)), nil
	}
	return f, err
}

// Append implements [job.Store]. It fails, as a whole output does not change.
func (w Whole) Append([]byte) error { return fs.ErrPermission }

// Open implements [job.Store]. It fails, as a whole output has no parts.
func (w Whole) Open(string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }

// Lengths implements [job.Store].
func (w Whole) Lengths(*job.Entry) (output, notes int64, err error) { return -1, -1, nil }

// Read opens the output and decompresses it.
func (w Whole) Read() (io.ReadCloser, error) {
	f, err := os.Open(w.Name)
	if err != nil {
		return nil, err
	}
	plain, r, err := openPlain(f)
	if err != nil || plain {
		return f, err
	}
	return struct {
		io.Reader
		io.Closer
	}{r, f}, nil
}

// Remove removes the directory after Assemble, unless it contains other files. It ignores
// errors, since files that stay do no harm, and another process may be waiting for the lock.
func (d *Dir) Remove(m *job.Manifest) {
	for e := range m.Entries {
		os.Remove(filepath.Join(d.path, e.Name))
	}
	for _, name := range manifestsIn(d.path) {
		os.Remove(name)
	}
	os.RemoveAll(filepath.Join(d.path, hidden))
	d.Close()
	os.Remove(d.path)
}
