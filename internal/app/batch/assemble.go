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

// PartName stands in notes for the name of the input, where lines are counted from the
// shard's first.
const PartName = "\ue000"

var place = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(PartName + `(:\d+)?|` + stream.LineMark + `\d+`)
})

// Notes writes what was noted of all shards that are done to [NotesName], in order, with the inputs' names and
// lines. It returns how many lines that are; none leaves no file. Without inputs, places
// are told by shards.
func (d *Dir) Notes(m *job.Manifest, in *Inputs) (lines int64, err error) {
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
	err = durably(name, func(out io.Writer) error {
		w := bufio.NewWriterSize(out, 64<<10)
		at := lineCounter{in: in, of: m.Job.Inputs, input: -1}
		for e := range m.Entries {
			if e.Notes == 0 {
				continue
			}
			b, err := os.ReadFile(d.notes(&e))
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

// lineCounter counts the lines before shards, which come in order.
type lineCounter struct {
	in    *Inputs // or nil
	of    []job.Input
	input int
	newlines
}

// placeNotes returns what was noted of a shard with the input's name and lines in it.
func (c *lineCounter) placeNotes(notes []byte, s job.Shard) ([]byte, error) {
	base, err := c.linesBefore(s)
	return renumbered(notes, c.of[s.Input].Name, base), err
}

// PlaceNotes returns what was noted of a shard with the inputs' names and lines in it.
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
	from, err := c.in.text(s.Input).cut(s.From)
	if err != nil {
		return 0, err
	}
	return c.newlines.countBefore(from.at)
}

// WholeManifest returns the name of the manifest beside an output that is one file.
func WholeManifest(output string) string { return output + ".manifest" + manifestEnd }

// IsGathered reports whether the outputs of a job that becomes a file of that name are gathered while it runs:
// it is not compressed.
func IsGathered(output string) bool {
	ext := filepath.Ext(output)
	return ext != ".gz" && ext != ".zst"
}

// Assemble makes one file of all outputs, compressed by the extension of its name, and puts
// the manifest beside it. What was gathered gets its name; all else is copied. Either is there whole or not at all; what processes that died here left is removed. Nobody else may
// work on the directory.
func (d *Dir) Assemble(m *job.Manifest, output string) error {
	for _, name := range []string{output, WholeManifest(output)} {
		removeTemporary(name)
	}
	if d.whole != nil && d.whole.file != nil {
		return d.renameOutput(m, output)
	}
	if err := durably(output, func(out io.Writer) error {
		buffered := bufio.NewWriterSize(out, 1<<20)
		w, err := Compressed(buffered, output)
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

// removeTemporary removes the temporary files of os.CreateTemp for a file of that name. What cannot be removed takes up room alone.
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

// Whole is an output that [Dir.Assemble] made, with its manifest.
type Whole struct{ Name string }

// Manifest implements [job.Store].
func (w Whole) Manifest() (io.ReadCloser, error) {
	f, err := os.Open(WholeManifest(w.Name))
	if errors.Is(err, fs.ErrNotExist) {
		return io.NopCloser(bytes.NewReader(nil)), nil
	}
	return f, err
}

// Append implements [job.Store]: nothing is added to what is whole.
func (w Whole) Append([]byte) error { return fs.ErrPermission }

// Open implements [job.Store]: there are no parts.
func (w Whole) Open(string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }

// Lengths implements [job.Store].
func (w Whole) Lengths(*job.Entry) (output, notes int64, err error) { return -1, -1, nil }

// Read opens what the outputs were before they were compressed.
func (w Whole) Read() (io.ReadCloser, error) {
	f, err := os.Open(w.Name)
	if err != nil {
		return nil, err
	}
	plain, r, err := expanded(f)
	if err != nil || plain {
		return f, err
	}
	return struct {
		io.Reader
		io.Closer
	}{r, f}, nil
}

// Remove removes the directory, of which one file was made, unless something else is in it. It
// may fail and leave some of it, which harms nobody; another process may stand by for the lock.
func (d *Dir) Remove(m *job.Manifest) {
	for e := range m.Entries {
		os.Remove(filepath.Join(d.path, e.Name))
	}
	for _, name := range manifests(d.path) {
		os.Remove(name)
	}
	os.RemoveAll(filepath.Join(d.path, hidden))
	d.Close()
	os.Remove(d.path)
}
