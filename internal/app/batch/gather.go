package batch

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"nonet/internal/app/cli/stream"
	"nonet/internal/job"
)

// If the output of a job is one plain file, the job gathers its outputs while it runs. It appends each shard's output
// to the gathered file, in the order of the shards; an early output waits in memory. An output often has the length of
// the shard's text, for example if puzzles are solved. As long as all outputs have, workers write to the gathered file
// directly, at the offset where the output will be. At the end the job renames the gathered file. The manifest has the
// usual entry for each shard. The next run removes all bytes after the outputs that the manifest lists. A shard that
// finishes long before its turn gets a separate file. The job appends this file later.

// gatheredName is the name of the gathered file in the directory called hidden.
const gatheredName = "whole"

// gathered is the file that contains the outputs of the shards 0 to len(ends)−1, in order.
type gathered struct {
	file *os.File // the open file; nil if other processes append, and this process only reads
	ends []int64  // for each shard, the offset where its output ends

	mu     sync.Mutex
	equal  bool                 // set if each output so far is as long as the text of its shard
	placed map[*Output]struct{} // the outputs that workers write directly to this file
}

// endOffset returns the offset where the next output begins, which is the length of all outputs.
func (g *gathered) endOffset() int64 {
	if len(g.ends) == 0 {
		return 0
	}
	return g.ends[len(g.ends)-1]
}

// sectionOf returns the offsets in bytes at which the output of a shard begins and ends.
func (g *gathered) sectionOf(shard int) (from, to int64, ok bool) {
	if g == nil || shard >= len(g.ends) {
		return 0, 0, false
	}
	if shard > 0 {
		from = g.ends[shard-1]
	}
	return from, g.ends[shard], true
}

func (d *Dir) gatheredPath() string { return filepath.Join(d.path, hidden, gatheredName) }

// ListGatheredOutputs determines which outputs the gathered file should have, given the manifest. It changes no file.
func (d *Dir) ListGatheredOutputs(m *job.Manifest) {
	if d.gathering = nil; !exists(d.gatheredPath()) {
		return
	}
	g := &gathered{}
	for n, all := 0, m.Job.Shards(); n < all; n++ {
		e, done := m.Done(n)
		if !done || exists(filepath.Join(d.path, e.Name)) { // a separate file of an output exists only until the output has been appended
			break
		}
		g.ends = append(g.ends, g.endOffset()+e.Bytes)
	}
	d.gathering = g
}

// Resume compares all outputs with the digests in the manifest, because a power cut may have damaged any of them. It
// marks lost shards as missing and returns them. It renames an output that differs, and calls `moved` with the old and
// the new name. It skips outputs for which `reads` returns false. If gather is true, Resume opens the gathered file for
// appending; then no other process may work on the directory.
func (d *Dir) Resume(ctx context.Context, m *job.Manifest, reads func(*job.Entry) bool, moved func(name, moved string), gather bool) (lost []int, err error) {
	d.ListGatheredOutputs(m)
	lost, err = m.Reconcile(ctx, Digest, reads, func(output string) error {
		name := filepath.Join(d.path, output)
		if !exists(name) { // the output is a part of the gathered file
			return nil
		}
		other, err := setAside(name)
		if err == nil {
			moved(name, other)
		}
		return err
	})
	if err == nil && gather {
		err = d.openGathered(m)
	}
	return lost, err
}

// setAside renames a file whose content is not what the job wrote, and returns the new name. It does not remove the
// file, because somebody may have changed it on purpose.
func setAside(name string) (other string, err error) {
	for n := 1; other == "" || exists(other); n++ {
		other = fmt.Sprintf("%s.changed-%d", name, n)
	}
	return other, os.Rename(name, other)
}

// openGathered opens the gathered file for appending. It truncates the file before the first shard that is missing.
// Outputs of later shards get separate files.
func (d *Dir) openGathered(m *job.Manifest) error {
	f, err := os.OpenFile(d.gatheredPath(), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	if d.gathering == nil {
		d.gathering = &gathered{}
	}
	g := d.gathering
	g.file, g.placed = f, map[*Output]struct{}{}
	n := 0
	for n < len(g.ends) && m.Has(n) {
		n++
	}
	for later := n; later < len(g.ends); later++ {
		if e, done := m.Done(later); done {
			if err := createWhole(filepath.Join(d.path, e.Name), func(out *os.File) error { return m.Copy(out, &e, Digest) }); err != nil {
				return err
			}
		}
	}
	g.ends = g.ends[:n]
	g.equal = n == 0 // nobody knows whether earlier outputs were as long as their texts
	return g.truncate()
}

// truncate removes all bytes after the outputs. It leaves a file of the right size alone, because ext4 writes a
// truncated file to the disk when it is closed.
func (g *gathered) truncate() error {
	if info, err := g.file.Stat(); err != nil || info.Size() == g.endOffset() {
		return err
	}
	return g.file.Truncate(g.endOffset())
}

// letWriteInPlace sets o.placed, so that the output o is written directly to the gathered file. It does so only if
// g.equal is true and o has a room.
func (g *gathered) letWriteInPlace(o *Output) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if o.placed = g.equal && o.room > 0; o.placed {
		g.placed[o] = struct{}{}
	}
}

// clearPlaces ends direct writing to the gathered file. It moves the outputs that are being written there to separate
// files. New outputs are not written there until appendOutput finds an output that is as long as its text.
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

// appendOutput appends an output to the gathered file. It copies no bytes if workers have written the output there.
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
	return g.appendBytes(o.bytes, func(w io.Writer) error {
		written, err := o.WriteTo(w)
		if err == nil && written != o.bytes {
			err = io.ErrUnexpectedEOF
		}
		return err
	})
}

// appendBytes appends an output of n bytes. After an error the file is as before.
func (g *gathered) appendBytes(n int64, write func(io.Writer) error) error {
	_, err := g.file.Seek(g.endOffset(), io.SeekStart)
	if err == nil {
		err = write(g.file)
	}
	if err != nil {
		g.file.Truncate(g.endOffset())
		return err
	}
	g.ends = append(g.ends, g.endOffset()+n)
	return nil
}

// mostHeld is the number of outputs that may wait in memory for their turn, or 3 per worker if that is more. If more
// wait, all of them get separate files. If the process is killed, the outputs in memory are lost.
const mostHeld = 16

// gatherer appends finished outputs to the gathered file, in the order of the shards.
type gatherer struct {
	dir   *Dir
	m     *job.Manifest
	limit int

	mu      sync.Mutex
	waiting map[int]*Piece
}

func newGatherer(d *Dir, m *job.Manifest, workers int) *gatherer {
	d.blocks.limit = (workers + 4) * (maxGathered / blockSize)
	return &gatherer{dir: d, m: m, limit: max(mostHeld, 3*workers), waiting: map[int]*Piece{}}
}

// takePiece takes the output of a finished shard. If it is the shard's turn, takePiece enters the output in the
// manifest at once. Otherwise a later call does so.
func (g *gatherer) takePiece(shard int, p *Piece) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting[shard] = p
	err := g.appendReadyOutputs()
	if err == nil && len(g.waiting) > g.limit {
		err = g.spillHeldOutputs()
	}
	return err
}

// appendReadyOutputs appends the outputs whose turn it is, enters them in the manifest, and removes their separate
// files, if there are any.
func (g *gatherer) appendReadyOutputs() error {
	for w := g.dir.gathering; ; {
		n := len(w.ends)
		e, done := g.m.Done(n)
		var err error
		if p := g.waiting[n]; p != nil {
			delete(g.waiting, n)
			if err = w.appendOutput(p.Output); err == nil {
				_, err = g.m.Add(p.Entry)
			}
			p.Output.Discard()
		} else if !done {
			return nil
		} else if err = g.appendOutputFile(&e); err == nil {
			os.Remove(filepath.Join(g.dir.path, e.Name))
		}
		if err != nil {
			return err
		}
	}
}

// appendOutputFile appends an output from a separate file. The error is a *job.Fault if the file does not
// match its entry.
func (g *gatherer) appendOutputFile(e *job.Entry) error {
	if err := g.dir.gathering.clearPlaces(); err != nil {
		return err
	}
	return g.dir.gathering.appendBytes(e.Bytes, func(w io.Writer) error { return g.m.Copy(w, e, Digest) })
}

// spillHeldOutputs writes the held outputs to separate files, and enters them in the manifest.
func (g *gatherer) spillHeldOutputs() (err error) {
	for n, p := range g.waiting {
		delete(g.waiting, n)
		if err != nil {
			p.Output.Discard()
		} else {
			err = p.store(g.m)
		}
	}
	return err
}

// renameOutput appends the missing outputs to the gathered file, and gives this file the name of the output. The error
// is a *job.Fault if a shard is missing.
func (d *Dir) renameOutput(m *job.Manifest, output string) error {
	if err := newGatherer(d, m, 1).appendReadyOutputs(); err != nil {
		return err
	}
	w := d.gathering
	if n := len(w.ends); n < m.Job.Shards() {
		return &job.Fault{Shard: n, Kind: job.Missing}
	}
	d.gathering = nil
	if err := errors.Join(w.truncate(), w.file.Chmod(0o644), w.file.Close()); err != nil {
		return err
	}
	if err := writeWhole(WholeManifest(output), m.Marshal()); err != nil {
		return err
	}
	return os.Rename(d.gatheredPath(), output)
}

// PrepareResume prepares the directory for resuming the job of an output that Assemble wrote. It renames the output,
// and returns the new name. If the output is compressed, or the directory has a gathered file, it removes the manifest
// next to the output. Otherwise it copies the output to the gathered file, and moves this manifest to the directory.
func (d *Dir) PrepareResume(output string) (moved string, err error) {
	if err := d.Lock(); err != nil {
		return "", err
	}
	if moved, err = setAside(output); err != nil {
		return "", err
	}
	if !IsGathered(output) || exists(d.gatheredPath()) {
		return moved, os.Remove(WholeManifest(output))
	}
	if err := createWhole(d.gatheredPath(), func(out *os.File) error {
		in, err := os.Open(moved)
		if err != nil {
			return err
		}
		defer in.Close()
		_, err = io.Copy(out, in)
		return err
	}); err != nil {
		return moved, err
	}
	return moved, os.Rename(WholeManifest(output), filepath.Join(d.path, manifestBegin+"."+gatheredName+manifestEnd))
}

// PartName stands for the name of the input in the notes of a shard. Line numbers in these notes count from the shard's
// first line.
const PartName = "\ue000"

var place = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(PartName + `(:\d+)?|` + stream.LineMark + `\d+`)
})

// WriteNotes joins the notes of all finished shards, in order, and writes them to the file `name`. Each note then names
// its input and line. If `in` is nil, the notes name shards instead. WriteNotes returns the number of lines written. If
// there are no notes, it removes the file. If the old file has lines that are not among the notes, WriteNotes first
// renames the old file, and calls kept with both names.
func (d *Dir) WriteNotes(name string, m *job.Manifest, in *Inputs, moved func(name, moved string)) (lines int64, err error) {
	noted := false
	for e := range m.Entries {
		if noted = e.Notes > 0; noted {
			break
		}
	}
	before := earlierLines{in: bufio.NewReader(strings.NewReader(""))}
	if f, err := os.Open(name); err == nil {
		defer f.Close()
		before.in.Reset(f)
	}
	replace := func() error {
		if before.areIncluded() {
			return nil
		}
		other, err := setAside(name)
		if err == nil {
			moved(name, other)
		}
		return err
	}
	if !noted {
		if err := replace(); err != nil {
			return 0, err
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
		return 0, nil
	}
	removeTemporary(name)
	err = createWhole(name, func(out *os.File) error {
		w := bufio.NewWriterSize(out, 64<<10)
		at := lineCounter{in: in, inputs: m.Job.Inputs, input: -1}
		for e := range m.Entries {
			if e.Notes == 0 {
				continue
			}
			b, err := d.Notes(&e)
			if err == nil {
				b, err = at.locateNotes(b, m.Job.Shard(e.Shard))
			}
			if err != nil {
				return err
			}
			lines += int64(bytes.Count(b, []byte("\n")))
			before.skipLinesAlreadyThere(b)
			w.Write(b)
		}
		// Sync, because no digest would show damage to the joined notes.
		return cmp.Or(w.Flush(), out.Sync(), replace())
	})
	return lines, err
}

// earlierLines compares the lines of an existing file with the lines that will replace them. If all lines of the file
// are among the new lines, in the same order, an earlier run wrote the file and nobody edited it.
type earlierLines struct {
	in   *bufio.Reader
	next []byte // the first line of the file that has not yet occurred among the new lines; empty if it is still to be read
}

func (l *earlierLines) skipLinesAlreadyThere(lines []byte) {
	for line := range bytes.Lines(lines) {
		if len(l.next) == 0 {
			l.next, _ = l.in.ReadBytes('\n')
		}
		if bytes.Equal(l.next, line) {
			l.next = nil
		}
	}
}

func (l *earlierLines) areIncluded() bool {
	_, err := l.in.Peek(1)
	return len(l.next) == 0 && err != nil
}

// lineCounter counts the lines of an input before a shard. The caller asks for shards in ascending order.
type lineCounter struct {
	in     *Inputs // the inputs; nil if they cannot be read
	inputs []job.Input
	input  int
	newlines
}

func (c *lineCounter) locateNotes(notes []byte, s job.Shard) ([]byte, error) {
	base, err := c.linesBefore(s)
	return renumberNotes(notes, c.inputs[s.Input].Name, base), err
}

// LocateNotes returns the notes of a shard with the name of the shard's input, and with line numbers that count from
// the beginning of this input.
func (in *Inputs) LocateNotes(notes string, s job.Shard) (string, error) {
	c := lineCounter{in: in, inputs: in.All, input: -1}
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
	from, err := c.in.texts[s.Input].shardBorderAt(s.From)
	if err != nil {
		return 0, err
	}
	return c.newlines.countBefore(from.offset)
}

// newlines counts the lines of a text before given offsets. The offsets must ascend, and a line must begin at each.
type newlines struct {
	in    io.ReaderAt
	at, n int64
	buf   []byte
}

// countBefore returns the number of lines that begin before an offset.
func (l *newlines) countBefore(to int64) (_ int64, err error) {
	if l.buf == nil {
		l.buf = make([]byte, 64<<10)
	}
	for err == nil && l.at < to {
		var n int
		n, err = l.in.ReadAt(l.buf[:min(int64(len(l.buf)), to-l.at)], l.at)
		if err == io.EOF && n > 0 {
			err = nil
		}
		l.n += int64(bytes.Count(l.buf[:n], []byte("\n")))
		l.at += int64(n)
	}
	return l.n, err
}

// placeNotes returns the notes of a span with line numbers that count from the first line of the shard, whose text is
// l.in. The spans must ascend.
func (l *newlines) placeNotes(s *span, notes []byte) ([]byte, error) {
	base, err := l.countBefore(s.textOffset())
	return renumberNotes(notes, PartName, base), err
}

// renumberNotes replaces [PartName] in notes by the given name, and adds base to the line numbers.
func renumberNotes(notes []byte, name string, base int64) []byte {
	return place().ReplaceAllFunc(notes, func(found []byte) []byte {
		if digits, ok := bytes.CutPrefix(found, []byte(stream.LineMark)); ok {
			n, err := strconv.ParseInt(string(digits), 10, 64)
			if err != nil {
				return found
			}
			var b []byte
			if name == PartName { // for a part of a shard, the line numbers still count from the shard's first line
				b = append(b, stream.LineMark...)
			}
			return strconv.AppendInt(b, n+base, 10)
		}
		b := []byte(name)
		if n, err := strconv.ParseInt(string(bytes.TrimPrefix(found[len(PartName):], []byte(":"))), 10, 64); err == nil {
			b = strconv.AppendInt(append(b, ':'), n+base, 10)
		}
		return b
	})
}

// WholeManifest returns the name of the manifest of an output that is one file.
func WholeManifest(output string) string { return output + ".manifest" + manifestEnd }

// IsGathered reports whether a job with this output file gathers its outputs while it runs. A job does so unless the
// file's name asks for compression.
func IsGathered(output string) bool {
	ext := filepath.Ext(output)
	return ext != ".gz" && ext != ".zst"
}

// Assemble joins the outputs of all shards in one file, and writes the manifest next to it. If the name ends in .gz or
// .zst, it compresses the file. It renames a gathered file, and copies all other outputs. Each file appears complete or
// not at all. Assemble also removes temporary files that dead processes left next to the output. No other process may
// work on the directory.
func (d *Dir) Assemble(m *job.Manifest, output string) error {
	for _, name := range []string{output, WholeManifest(output)} {
		removeTemporary(name)
	}
	if d.gathering != nil && d.gathering.file != nil {
		return d.renameOutput(m, output)
	}
	return createWhole(output, func(out *os.File) error {
		buffered := bufio.NewWriterSize(out, 1<<20)
		w, err := NewCompressor(buffered, output)
		if err != nil {
			return err
		}
		if err := job.Merge(w, m, Digest); err != nil {
			return err
		}
		if err := errors.Join(w.Close(), buffered.Flush(), out.Sync()); err != nil { // a damaged compressed file could not be repaired
			return err
		}
		return writeWhole(WholeManifest(output), m.Marshal())
	})
}

// removeTemporary removes the files that os.CreateTemp made for the file `name`. It ignores errors: a file that stays
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

// Manifest implements [job.Store]. It returns the manifest that is stored next to the output.
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
func (w AssembledOutput) Open(*job.Entry) (io.ReadCloser, error) { return nil, fs.ErrNotExist }

// Notes implements [job.Store]. It always fails, because the notes are joined too.
func (w AssembledOutput) Notes(*job.Entry) ([]byte, error) { return nil, fs.ErrNotExist }

// OpenDecompressed returns a reader of the output's text, which it decompresses if the file is compressed.
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

// IsWhole reports whether the output has the content that the manifest states. It calls passed with the number of bytes
// of each read. If ctx ends first, the error is ctx's cause.
func (w AssembledOutput) IsWhole(ctx context.Context, m *job.Manifest, passed func(n int64)) (whole bool, err error) {
	in, err := w.OpenDecompressed()
	if err != nil {
		return false, err
	}
	defer in.Close()
	whole = true
	err = job.VerifyWhole(WatchReader(ctx, in, passed), m, Digest, func(*job.Fault) bool {
		whole = false
		return false
	})
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	return whole && err == nil, nil
}

// WatchReader returns a reader of r that fails when ctx has ended. It calls passed with the number of bytes of each
// read.
func WatchReader(ctx context.Context, r io.Reader, passed func(n int64)) io.Reader {
	return readFunc(func(p []byte) (int, error) {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		n, err := r.Read(p)
		passed(int64(n))
		return n, err
	})
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// Remove removes the directory after Assemble, unless it contains other files. It ignores errors, because
// files that are left do no harm. Some files are left if another process waits for the lock.
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
