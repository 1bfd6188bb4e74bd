package batch

import (
	"bytes"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"sync"

	"nonet/internal/job"
)

// Output collects the output and the notes of a shard. It gets its final name when it is complete.
type Output struct {
	dir   *Dir          // the directory of the job; nil for an output of [NewOutput]
	file  *os.File      // the temporary file; nil while the output is in memory
	held  *bytes.Buffer // the output in memory; nil if it is in a file
	sum   hash.Hash
	bytes int64
	notes bytes.Buffer
}

// buffers holds the memory of finished outputs, for later outputs.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Create returns a new output. If outputs are gathered in one file, the output is in memory while there is room, and
// otherwise in a file of its own.
func (d *Dir) Create() (*Output, error) {
	o := &Output{dir: d, sum: Digest()}
	if d.whole == nil || d.whole.file == nil {
		return o, o.moveToFile()
	}
	o.held = buffers.Get().(*bytes.Buffer)
	return o, nil
}

// moveToFile creates the output's temporary file, and moves the output written so far to this file.
func (o *Output) moveToFile() error {
	o.dir.mu.Lock()
	o.dir.temp++
	name := fmt.Sprintf("%d-%d.part", os.Getpid(), o.dir.temp)
	o.dir.mu.Unlock()
	f, err := os.OpenFile(filepath.Join(o.dir.path, hidden, name), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	if o.held != nil {
		_, err = o.WriteTo(f)
		o.freeMemory()
	}
	o.file = f
	return err
}

// freeMemory gives the output's memory to later outputs.
func (o *Output) freeMemory() {
	if o.held != nil {
		o.dir.held.Add(-o.bytes)
		o.held.Reset()
		buffers.Put(o.held)
		o.held = nil
	}
}

// NewOutput returns a new output outside of any directory. It cannot be committed; [Output.Content] returns its
// content.
func NewOutput() (*Output, error) {
	f, err := os.CreateTemp("", "nonet-*")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name()) // remove the name now, where the system allows it, so that a killed process leaves no file
	return &Output{file: f, sum: Digest()}, nil
}

func (o *Output) Write(p []byte) (n int, err error) {
	if o.held != nil {
		if o.dir.held.Add(int64(len(p))) > o.dir.room {
			o.dir.held.Add(-int64(len(p)))
			if err := o.moveToFile(); err != nil {
				return 0, err
			}
		}
	}
	if o.held != nil {
		n, err = o.held.Write(p)
	} else {
		n, err = o.file.Write(p)
	}
	o.sum.Write(p[:n])
	o.bytes += int64(n)
	return n, err
}

// WriteTo copies the output written so far to w.
func (o *Output) WriteTo(w io.Writer) (n int64, err error) {
	if o.held != nil {
		n, err := w.Write(o.held.Bytes())
		return int64(n), err
	}
	if _, err := o.file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	return io.Copy(w, o.file)
}

// writeAll copies the complete output to w.
func (o *Output) writeAll(w io.Writer) error {
	written, err := o.WriteTo(w)
	if err == nil && written != o.bytes {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// Checksum returns the digest of the bytes written so far.
func (o *Output) Checksum() string { return job.Sum(o.sum) }

// NotesText returns the notes written so far.
func (o *Output) NotesText() string { return o.notes.String() }

// Notes returns the writer for the notes on the puzzles.
func (o *Output) Notes() io.Writer { return &o.notes }

// Content returns the bytes of an output of [NewOutput], followed by its notes.
func (o *Output) Content() (*io.SectionReader, error) {
	_, err := o.file.WriteAt(o.notes.Bytes(), o.bytes)
	return io.NewSectionReader(o.file, 0, o.bytes+int64(o.notes.Len())), err
}

// Describe sets those fields of the entry that describe the output of a shard.
func (o *Output) Describe(shard int, e *job.Entry) {
	e.Shard, e.Bytes, e.Sum = shard, o.bytes, o.Checksum()
	e.Notes, e.NotesSum = int64(o.notes.Len()), job.NotesSum(o.notes.Bytes())
}

// fillEntry sets the entry's fields that describe the output, and writes the notes to a file of the directory.
func (o *Output) fillEntry(m *job.Manifest, s job.Shard, e *job.Entry) error {
	o.Describe(s.N, e)
	e.Name = m.Job.Name(m.ID, s, e.Sum)
	if o.notes.Len() == 0 {
		return nil
	}
	return os.WriteFile(o.dir.notesPath(e), o.notes.Bytes(), 0o666)
}

// Commit gives the output its final name, which contains the shard and the digest, and sets the entry's fields that
// describe the output.
func (o *Output) Commit(m *job.Manifest, s job.Shard, e *job.Entry) error {
	if err := o.fillEntry(m, s, e); err != nil {
		return err
	}
	return o.rename(e)
}

// rename moves the output to a file with the name in the entry.
func (o *Output) rename(e *job.Entry) error {
	if o.file == nil {
		if err := o.moveToFile(); err != nil {
			return err
		}
	}
	if err := o.file.Close(); err != nil {
		return err
	}
	return os.Rename(o.file.Name(), filepath.Join(o.dir.path, e.Name))
}

// store moves the output of a shard to a file of its own, and enters it in the manifest. After an error it has
// discarded the output.
func (p *Piece) store(m *job.Manifest) error {
	err := p.Output.rename(&p.Entry)
	if err == nil {
		_, err = m.Add(p.Entry)
	}
	if err != nil {
		p.Output.Discard()
	}
	return err
}

// Discard removes an output that has not been committed.
func (o *Output) Discard() {
	o.freeMemory()
	if o.file != nil {
		o.file.Close()
		os.Remove(o.file.Name())
	}
}

// appendOutput appends the output and the notes of other to o.
func (o *Output) appendOutput(other *Output) error {
	if _, err := other.WriteTo(o); err != nil {
		return err
	}
	o.notes.Write(other.notes.Bytes())
	return nil
}
