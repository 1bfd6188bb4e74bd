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
	dir *Dir // the directory of the job; nil for an output of [NewOutput]
	// place is the offset of this output in the gathered file if each output is as long as its text. room is then the
	// length of this output in bytes. An output that cannot be written directly to the gathered file has a room of
	// −1.
	place, room int64

	mu     sync.Mutex // blocks during a write, so that [gathered.clearPlaces] waits for the end of the write
	placed bool       // set if the output is written directly to the gathered file
	file   *os.File   // the temporary file; nil while the output is in the gathered file or in memory
	blocks [][]byte   // the output in memory, in blocks that belong to dir
	sum    hash.Hash
	bytes  int64
	notes  bytes.Buffer
}

// blocks holds memory for the outputs that wait to be gathered in one file. The memory is bounded: an output that gets
// no block goes to a temporary file.
type blocks struct {
	mu         sync.Mutex
	free       [][]byte
	blockCount int
	limit      int
}

const blockSize = 256 << 10

// takeBlock returns an empty block, or nil if all blocks are in use.
func (b *blocks) takeBlock() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.free); n > 0 {
		block := b.free[n-1]
		b.free = b.free[:n-1]
		return block[:0]
	}
	if b.blockCount == b.limit {
		return nil
	}
	b.blockCount++
	return make([]byte, 0, blockSize)
}

func (b *blocks) returnBlocks(all [][]byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free = append(b.free, all...)
}

// Create returns a new output, which has no place in the gathered file.
func (d *Dir) Create() (*Output, error) { return d.createAt(-1, -1) }

func (d *Dir) createAt(place, room int64) (*Output, error) {
	o := &Output{dir: d, sum: Digest(), place: place, room: room}
	if d.gathering == nil || d.gathering.file == nil {
		return o, o.moveToFile()
	}
	d.gathering.letWriteInPlace(o)
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
	_, err = o.WriteTo(f)
	o.file, o.placed = f, false
	o.freeMemory()
	return err
}

func (o *Output) freeMemory() {
	if o.dir != nil {
		o.dir.blocks.returnBlocks(o.blocks)
	}
	o.blocks = nil
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
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.placed && o.bytes+int64(len(p)) > o.room || o.file == nil && !o.placed && !o.takeBlocks(len(p)) {
		if err := o.moveToFile(); err != nil {
			return 0, err
		}
	}
	switch {
	case o.placed:
		n, err = o.dir.gathering.file.WriteAt(p, o.place+o.bytes)
	case o.file != nil:
		n, err = o.file.Write(p)
	default:
		for n < len(p) {
			block := &o.blocks[(o.bytes+int64(n))/blockSize]
			part := p[n:min(len(p), n+blockSize-len(*block))]
			*block = append(*block, part...)
			n += len(part)
		}
	}
	o.sum.Write(p[:n])
	o.bytes += int64(n)
	return n, err
}

func (o *Output) takeBlocks(n int) bool {
	for int64(len(o.blocks))*blockSize < o.bytes+int64(n) {
		block := o.dir.blocks.takeBlock()
		if block == nil {
			return false
		}
		o.blocks = append(o.blocks, block)
	}
	return true
}

// WriteTo copies the output written so far to w.
func (o *Output) WriteTo(w io.Writer) (n int64, err error) {
	switch {
	case o.placed:
		return io.Copy(w, io.NewSectionReader(o.dir.gathering.file, o.place, o.bytes))
	case o.file != nil:
		if _, err := o.file.Seek(0, io.SeekStart); err != nil {
			return 0, err
		}
		return io.Copy(w, o.file)
	}
	for _, block := range o.blocks {
		written, err := w.Write(block)
		if n += int64(written); err != nil {
			return n, err
		}
	}
	return n, nil
}

// Checksum returns the digest of the bytes written so far.
func (o *Output) Checksum() string { return job.HexDigest(o.sum) }

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

// store moves the output of a shard to a file of its own, and enters it in the manifest.
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
	o.mu.Lock()
	defer o.mu.Unlock()
	o.placed = false
	o.freeMemory()
	if o.file != nil {
		o.file.Close()
		os.Remove(o.file.Name())
	}
}
