package batch

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"

	"nonet/internal/job"
)

// A job whose output is one plain file is gathered while it runs: the outputs of its first shards stand in one
// file, in order, so that the end has only to give it its name. The manifest names a shard there as any
// other. What stands behind the shards that the manifest knows is not durable, and is cut off by the next
// run. A shard that is done long before its turn gets a file of its own, which is appended later.

// gatheredName is that file, among the hidden ones.
const gatheredName = "whole"

// gathered is the outputs of the shards from 0 to len(ends)−1, one behind the other.
type gathered struct {
	m    *job.Manifest
	file *os.File // nil: only to be read, by name
	ends []int64  // of each shard
}

// end returns where the next output begins.
func (g *gathered) end() int64 {
	if len(g.ends) == 0 {
		return 0
	}
	return g.ends[len(g.ends)-1]
}

// section returns where the output of a shard begins and ends; not ok: it is not among them.
func (g *gathered) section(shard int) (from, to int64, ok bool) {
	if g == nil || shard >= len(g.ends) {
		return 0, 0, false
	}
	if shard > 0 {
		from = g.ends[shard-1]
	}
	return from, g.ends[shard], true
}

// shardNamed returns the shard that an output's name begins with, see [job.Job.Name].
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

// Look finds which outputs were gathered, as far as their lengths tell. It changes nothing.
func (d *Dir) Look(m *job.Manifest) error {
	size, err := length(d.gatheredPath())
	if err != nil || size < 0 {
		return err
	}
	g := &gathered{m: m}
	for n, all := 0, m.Job.Shards(); n < all; n++ {
		e, done := m.Done(n)
		if !done || g.end()+e.Bytes > size {
			break
		}
		g.ends = append(g.ends, g.end()+e.Bytes)
	}
	d.whole = g
	return nil
}

// Gather begins to gather outputs, or goes on: what was gathered before is compared with the manifest, and
// cut off where it differs. Nobody else may work on the directory.
func (d *Dir) Gather(m *job.Manifest) error {
	f, err := os.OpenFile(d.gatheredPath(), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	g := &gathered{m: m, file: f}
	buf := make([]byte, 128<<10)
	for n, all := 0, m.Job.Shards(); n < all; n++ {
		e, done := m.Done(n)
		if !done {
			break
		}
		h := Digest()
		read, err := io.CopyBuffer(h, io.NewSectionReader(f, g.end(), e.Bytes), buf)
		if err != nil {
			f.Close()
			return err
		}
		if read != e.Bytes || job.Sum(h) != e.Sum {
			break
		}
		g.ends = append(g.ends, g.end()+e.Bytes)
	}
	if err := f.Truncate(g.end()); err == nil {
		_, err = f.Seek(g.end(), io.SeekStart)
	}
	if err != nil {
		f.Close()
		return err
	}
	d.whole = g
	for n := range g.ends {
		if e, done := m.Done(n); done {
			os.Remove(filepath.Join(d.path, e.Name)) // it was appended just before a run ended
		}
	}
	return nil
}

// append adds an output of n bytes behind the others. After an error it is as before.
func (g *gathered) append(from io.Reader, n int64) error {
	read, err := io.Copy(g.file, from)
	if err == nil && read != n {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		g.cut(len(g.ends))
		return err
	}
	g.ends = append(g.ends, g.end()+n)
	return nil
}

// cut leaves the first n outputs.
func (g *gathered) cut(n int) {
	g.ends = g.ends[:n]
	g.file.Truncate(g.end())
	g.file.Seek(g.end(), io.SeekStart)
}

// Bounds of what a run holds until its turn comes; what is beyond gets files of its own. A kill loses it.
const (
	mostHeld      = 16       // shards, or three a worker
	mostHeldBytes = 64 << 20 // of outputs
)

// gatherer appends outputs to one file as they are finished, in the shards' order.
type gatherer struct {
	dir    *Dir
	m      *job.Manifest
	enter  func(...job.Entry) error
	most   int
	held   map[int]*Piece
	bytes  int64
	behind []string // files that are appended, and go once that is durable
}

func newGatherer(d *Dir, m *job.Manifest, workers int, enter func(...job.Entry) error) *gatherer {
	return &gatherer{dir: d, m: m, enter: enter, most: max(mostHeld, 3*workers), held: map[int]*Piece{}}
}

// add takes over the output of a shard.
func (g *gatherer) add(s job.Shard, p *Piece) {
	g.held[s.N] = p
	g.bytes += p.Output.bytes
}

// take returns a held output, which is held no longer.
func (g *gatherer) take(shard int) *Piece {
	p := g.held[shard]
	if p != nil {
		delete(g.held, shard)
		g.bytes -= p.Output.bytes
	}
	return p
}

// settle appends what is next, makes it durable and enters it. After an error, what was not entered is gone.
func (g *gatherer) settle() error {
	w := g.dir.whole
	before := len(w.ends)
	var entries []job.Entry
	var pieces []*Piece
	drop := func() {
		for _, p := range pieces {
			p.Output.Discard()
		}
	}
	for {
		n := len(w.ends)
		if p := g.take(n); p != nil {
			pieces = append(pieces, p)
			if err := p.Output.gather(g.m, g.m.Job.Shard(n), &p.Entry); err != nil {
				drop()
				w.cut(before)
				return err
			}
			entries = append(entries, p.Entry)
			continue
		}
		e, done := g.m.Done(n)
		if !done {
			break
		}
		if err := g.adopt(&e); err != nil {
			drop()
			w.cut(before)
			return err
		}
	}
	if len(w.ends) == before {
		return nil
	}
	err := w.file.Sync()
	if err == nil && len(entries) > 0 {
		err = g.enter(entries...)
	}
	drop()
	if err != nil {
		w.cut(before)
		return err
	}
	for _, name := range g.behind {
		os.Remove(name)
	}
	g.behind = g.behind[:0]
	return nil
}

// adopt appends an output that has a file of its own.
func (g *gatherer) adopt(e *job.Entry) error {
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
	g.behind = append(g.behind, name)
	return g.dir.whole.append(in, e.Bytes)
}

// spill gives outputs files of their own, if more are held than may be, or at the end.
func (g *gatherer) spill(end bool) error {
	if !end && len(g.held) <= g.most && g.bytes <= mostHeldBytes {
		return nil
	}
	for n, p := range g.held {
		g.take(n)
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

// discard drops what is held.
func (g *gatherer) discard() {
	for n, p := range g.held {
		g.take(n)
		p.Output.Discard()
	}
}

// gather appends the output to the one file, and fills in what an entry says of it.
func (o *Output) gather(m *job.Manifest, s job.Shard, e *job.Entry) error {
	if err := o.describe(m, s, e); err != nil {
		return err
	}
	if _, err := o.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return o.dir.whole.append(o.file, o.bytes)
}

// renameOutput gives the gathered file its name, once all outputs are in it.
func (d *Dir) renameOutput(m *job.Manifest, output string) error {
	g := newGatherer(d, m, 1, nil)
	if err := g.settle(); err != nil {
		return err
	}
	w := d.whole
	if n := len(w.ends); n < m.Job.Shards() {
		return &job.Fault{Shard: n, Kind: job.Missing}
	}
	err := w.file.Chmod(0o644)
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
