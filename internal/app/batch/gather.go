package batch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"

	"nonet/internal/app/cli/stream"
	"nonet/internal/job"
)

// If the output of a job is one plain file, the job gathers its outputs while it runs. It appends each shard's output
// to this file, in the order of the shards; outputs wait for their turn in memory. As long as each output has the
// length of its text, as when puzzles are solved, workers write to the file themselves, at the offset where the output
// will be. No worker waits for the disk: another goroutine makes the file durable and then enters the outputs in the
// manifest. At the end the file is only renamed. The manifest has the usual entry for each shard. Bytes after the
// shards in the manifest may not be durable, so the next run truncates them. A shard that finishes long before its turn
// gets a separate file, which is appended later.

// gatheredName is the name of the gathered file in the directory called hidden.
const gatheredName = "whole"

// gathered is the file that contains the outputs of the shards 0 to len(ends)−1, in order.
type gathered struct {
	m    *job.Manifest
	file *os.File // the open file; nil if other processes append, and this process only reads
	ends []int64  // for each shard, the offset where its output ends

	mu     sync.Mutex
	equal  bool                 // set if each output so far is as long as its text
	placed map[*Output]struct{} // the outputs that may write to their places in the file
}

// endOffset returns the offset where the next output begins, which is the length of all outputs.
func (g *gathered) endOffset() int64 {
	if len(g.ends) == 0 {
		return 0
	}
	return g.ends[len(g.ends)-1]
}

// sectionOf returns the offsets in bytes at which the output of a shard begins and ends. ok
// is false if the file does not have the output.
func (g *gathered) sectionOf(shard int) (from, to int64, ok bool) {
	if g == nil || shard >= len(g.ends) {
		return 0, 0, false
	}
	if shard > 0 {
		from = g.ends[shard-1]
	}
	return from, g.ends[shard], true
}

// shardNamed returns the shard whose finished output has this name; see [job.Job.Name].
func (g *gathered) shardNamed(name string) (shard int, ok bool) {
	var input int
	var from int64
	if _, err := fmt.Sscanf(name, "%d-%d-", &input, &from); err != nil {
		return 0, false
	}
	j := &g.m.Job
	shard = sort.Search(j.Shards(), func(n int) bool {
		s := j.Shard(n)
		return s.Input > input || s.Input == input && s.From >= from
	})
	e, done := g.m.Done(shard)
	return shard, done && e.Name == name
}

func (d *Dir) gatheredPath() string { return filepath.Join(d.path, hidden, gatheredName) }

// FindGathered determines which outputs the gathered file contains. It only compares lengths, and changes nothing.
func (d *Dir) FindGathered(m *job.Manifest) error {
	size, err := fileLength(d.gatheredPath())
	if err != nil || size < 0 {
		return err
	}
	g := &gathered{m: m}
	for n, all := 0, m.Job.Shards(); n < all; n++ {
		e, done := m.Done(n)
		if !done || g.endOffset()+e.Bytes > size {
			break
		}
		g.ends = append(g.ends, g.endOffset()+e.Bytes)
	}
	d.whole = g
	return nil
}

// Gather opens the gathered file for appending. It compares each output in the file with the digest in the manifest,
// and truncates the file before the first output that differs. No other process may work on the directory.
func (d *Dir) Gather(m *job.Manifest) error {
	f, err := os.OpenFile(d.gatheredPath(), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	g := &gathered{m: m, file: f, placed: map[*Output]struct{}{}}
	buf := make([]byte, 128<<10)
	for n, all := 0, m.Job.Shards(); n < all; n++ {
		e, done := m.Done(n)
		if !done {
			break
		}
		h := Digest()
		read, err := io.CopyBuffer(h, io.NewSectionReader(f, g.endOffset(), e.Bytes), buf)
		if err != nil {
			f.Close()
			return err
		}
		if read != e.Bytes || job.Sum(h) != e.Sum {
			break
		}
		g.ends = append(g.ends, g.endOffset()+e.Bytes)
	}
	// The bytes that an earlier run appended may not be durable yet.
	if err := errors.Join(f.Truncate(g.endOffset()), f.Sync()); err != nil {
		f.Close()
		return err
	}
	d.whole = g
	for n := range g.ends {
		if e, done := m.Done(n); done {
			os.Remove(filepath.Join(d.path, e.Name)) // an earlier run was killed after it had appended this output, but before it removed the file
		}
	}
	return nil
}

// giveItsPlace lets an output write to its place in the gathered file, if the place is known.
func (g *gathered) giveItsPlace(o *Output) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if o.placed = g.equal && o.room > 0; o.placed {
		g.placed[o] = struct{}{}
	}
}

// clearPlaces moves all outputs from their places to files. After this, outputs get places again only when an output,
// and all outputs before it, are as long as their texts.
func (g *gathered) clearPlaces() error {
	g.mu.Lock()
	all := g.placed
	g.equal, g.placed = false, map[*Output]struct{}{}
	g.mu.Unlock()
	for o := range all {
		o.mu.Lock()
		var err error
		if o.placed {
			err = o.moveToFile()
		}
		o.mu.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}

// appendOutput appends an output, unless it was written to its place.
func (g *gathered) appendOutput(o *Output) error {
	fits := o.place == g.endOffset() && o.bytes == o.room
	if !fits {
		if err := g.clearPlaces(); err != nil {
			return err
		}
	}
	g.mu.Lock()
	g.equal = fits
	delete(g.placed, o)
	g.mu.Unlock()
	if o.placed {
		g.ends = append(g.ends, g.endOffset()+o.bytes)
		return nil
	}
	return g.append(o, o.bytes)
}

// append appends an output of n bytes. After an error, the file has its previous length.
func (g *gathered) append(from io.WriterTo, n int64) error {
	_, err := g.file.Seek(g.endOffset(), io.SeekStart)
	if err == nil {
		var written int64
		if written, err = from.WriteTo(g.file); err == nil && written != n {
			err = io.ErrUnexpectedEOF
		}
	}
	if err != nil {
		g.file.Truncate(g.endOffset())
		return err
	}
	g.ends = append(g.ends, g.endOffset()+n)
	return nil
}

// These limit the outputs that wait for their turn in memory. Further outputs get files of their own. If the process is
// killed, waiting outputs are lost.
const (
	mostHeld      = 16       // the number of outputs; at least 3 per worker
	mostHeldBytes = 64 << 20 // the total size of the outputs, in bytes
)

// gatherer appends finished outputs to the gathered file, in the order of the shards.
type gatherer struct {
	dir   *Dir
	m     *job.Manifest
	enter func(...job.Entry) error
	most  int
	held  map[int]*Piece
	bytes int64
}

func newGatherer(d *Dir, m *job.Manifest, workers int, enter func(...job.Entry) error) *gatherer {
	d.blocks.most = (workers + 4) * (maxGathered / blockSize)
	return &gatherer{dir: d, m: m, enter: enter, most: max(mostHeld, 3*workers), held: map[int]*Piece{}}
}

// holdPiece holds the output of a finished shard until its turn. The gatherer then owns it.
func (g *gatherer) holdPiece(s job.Shard, p *Piece) {
	g.held[s.N] = p
	g.bytes += p.Output.bytes
}

// takeHeld removes the output of a shard from held and returns it. It returns nil if there is none.
func (g *gatherer) takeHeld(shard int) *Piece {
	p := g.held[shard]
	if p != nil {
		delete(g.held, shard)
		g.bytes -= p.Output.bytes
	}
	return p
}

// appendReadyOutputs appends the outputs whose turn it is, and returns their entries. The outputs are not yet
// durable; see [gatherer.enterAppended].
func (g *gatherer) appendReadyOutputs() (all []job.Entry, err error) {
	for w := g.dir.whole; ; {
		n := len(w.ends)
		e, done := g.m.Done(n)
		if p := g.takeHeld(n); p != nil {
			if err = p.Output.fillEntry(g.m, g.m.Job.Shard(n), &p.Entry); err == nil {
				err = w.appendOutput(p.Output)
			}
			p.Output.Discard()
			e = p.Entry
		} else if !done {
			return all, nil
		} else {
			err = g.appendOutputFile(&e)
		}
		if err != nil {
			return all, err
		}
		all = append(all, e)
	}
}

// enterAppended makes the gathered file durable, and enters the appended outputs in the manifest. It then removes the
// files that some of them had.
func (g *gatherer) enterAppended(all ...job.Entry) error {
	if err := g.dir.whole.file.Sync(); err != nil {
		return err
	}
	if err := g.enter(all...); err != nil {
		return err
	}
	for _, e := range all {
		os.Remove(filepath.Join(g.dir.path, e.Name))
	}
	return nil
}

// appendOutputFile appends an output from a separate file. The error is a *job.Fault if the file does not
// match its entry.
func (g *gatherer) appendOutputFile(e *job.Entry) error {
	name := filepath.Join(g.dir.path, e.Name)
	in, err := os.Open(name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return &job.Fault{Shard: e.Shard, Name: e.Name, Kind: job.Lost}
		}
		return &job.Fault{Shard: e.Shard, Name: e.Name, Kind: job.Unreadable, Err: err}
	}
	defer in.Close()
	h := Digest()
	if _, err := io.CopyBuffer(h, in, make([]byte, 128<<10)); err != nil {
		return &job.Fault{Shard: e.Shard, Name: e.Name, Kind: job.Unreadable, Err: err}
	}
	if job.Sum(h) != e.Sum {
		return &job.Fault{Shard: e.Shard, Name: e.Name, Kind: job.Changed}
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := g.dir.whole.clearPlaces(); err != nil {
		return err
	}
	return g.dir.whole.append(in, e.Bytes)
}

// spillHeldOutputs writes the held outputs to separate files, if they exceed the limits or if end is set.
func (g *gatherer) spillHeldOutputs(end bool) error {
	if !end && len(g.held) <= g.most && g.bytes <= mostHeldBytes {
		return nil
	}
	for n, p := range g.held {
		g.takeHeld(n)
		err := p.Output.Commit(g.m, g.m.Job.Shard(n), &p.Entry)
		if err == nil {
			err = g.enter(p.Entry)
		}
		if err != nil {
			p.Output.Discard()
			return err
		}
	}
	return nil
}

// discardHeldOutputs discards the outputs that wait for their turn, and frees their memory.
func (g *gatherer) discardHeldOutputs() {
	for n, p := range g.held {
		g.takeHeld(n)
		p.Output.Discard()
	}
}

// renameOutput appends the missing outputs to the gathered file, and gives this file its
// final name. The error is a *job.Fault if a shard is missing.
func (d *Dir) renameOutput(m *job.Manifest, output string) error {
	g := newGatherer(d, m, 1, nil)
	if _, err := g.appendReadyOutputs(); err != nil {
		return err
	}
	w := d.whole
	if n := len(w.ends); n < m.Job.Shards() {
		return &job.Fault{Shard: n, Kind: job.Missing}
	}
	err := errors.Join(w.file.Truncate(w.endOffset()), w.file.Chmod(0o644))
	if err == nil {
		err = w.file.Sync()
	}
	if failed := w.file.Close(); err == nil {
		err = failed
	}
	d.whole = nil
	if err != nil {
		return err
	}
	if err := writeDurably(WholeManifest(output), m.Marshal()); err != nil {
		return err
	}
	if err := os.Rename(d.gatheredPath(), output); err != nil {
		return err
	}
	return syncDir(filepath.Dir(output))
}

// PartName stands for the name of the input in the notes of a shard. Line numbers in these notes count from the shard's
// first line.
const PartName = "\ue000"

var place = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(PartName + `(:\d+)?|` + stream.LineMark + `\d+`)
})

// WriteNotes joins the notes of all finished shards, in order, and writes them to [NotesName]. Each note then names its
// input and line. If in is nil, the notes name shards instead. WriteNotes returns the number of lines written. If this
// number is 0, it writes no file.
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
				b, err = at.locateNotes(b, m.Job.Shard(e.Shard))
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

// lineCounter counts the lines of an input before a shard. The caller asks for shards in ascending order.
type lineCounter struct {
	in    *Inputs // the inputs; nil if they cannot be read
	of    []job.Input
	input int
	newlines
}

// locateNotes returns the notes of a shard with the name of the shard's input, and with line numbers that count from
// the beginning of this input.
func (c *lineCounter) locateNotes(notes []byte, s job.Shard) ([]byte, error) {
	base, err := c.linesBefore(s)
	return renumberNotes(notes, c.of[s.Input].Name, base), err
}

// LocateNotes returns the notes of a shard with the name of the shard's input, and with line numbers that count from
// the beginning of this input.
func (in *Inputs) LocateNotes(notes string, s job.Shard) (string, error) {
	c := lineCounter{in: in, of: in.All, input: -1}
	b, err := c.locateNotes([]byte(notes), s)
	return string(b), err
}

func (c *lineCounter) linesBefore(s job.Shard) (int64, error) {
	if c.in == nil || c.in.All[s.Input].Range {
		return 0, nil
	}
	if s.Input != c.input {
		c.input, c.newlines = s.Input, newlines{in: c.in.files[s.Input]}
	}
	from, err := c.in.textOf(s.Input).shardBorderAt(s.From)
	if err != nil {
		return 0, err
	}
	return c.newlines.countBefore(from.at)
}

// WholeManifest returns the name of the manifest of an output that is one file.
func WholeManifest(output string) string { return output + ".manifest" + manifestEnd }

// IsGathered reports whether a job whose output is this file appends each shard's output while it runs. This is so
// unless the file is to be compressed.
func IsGathered(output string) bool {
	ext := filepath.Ext(output)
	return ext != ".gz" && ext != ".zst"
}

// Assemble joins the outputs of all shards in one file, and writes the manifest next to it. If the name ends in .gz or
// .zst, it compresses the file. It only renames a gathered file, and copies other outputs. Each file appears complete
// or not at all. Assemble also removes temporary files that dead processes left next to the output. No other process
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

// removeTemporary removes the files that os.CreateTemp made for the file name. It ignores errors: a file that stays
// costs only space.
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

// AssembledOutput is a file that [Dir.Assemble] has written, with the manifest next to it. It implements [job.Store].
type AssembledOutput struct{ Name string }

// Manifest implements [job.Store]. It returns the manifest next to the output.
func (w AssembledOutput) Manifest() (io.ReadCloser, error) {
	f, err := os.Open(WholeManifest(w.Name))
	if errors.Is(err, fs.ErrNotExist) {
		return io.NopCloser(bytes.NewReader(nil)), nil
	}
	return f, err
}

// Append implements [job.Store]. It always fails, because a whole output does not change.
func (w AssembledOutput) Append([]byte) error { return fs.ErrPermission }

// Open implements [job.Store]. It always fails, because a whole output has no parts.
func (w AssembledOutput) Open(string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }

// Lengths implements [job.Store]. It reports no files for single shards.
func (w AssembledOutput) Lengths(*job.Entry) (output, notes int64, err error) { return -1, -1, nil }

// OpenDecompressed opens the output for reading. It decompresses the text if the file is compressed.
func (w AssembledOutput) OpenDecompressed() (io.ReadCloser, error) {
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

// Remove removes the directory after Assemble, unless it contains other files. It ignores errors: files that stay do no
// harm. Some stay if another process waits for the lock.
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
