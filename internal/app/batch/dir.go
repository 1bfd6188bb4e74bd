// Package batch runs jobs on files of this machine. It finds the inputs, cuts them into shards, and runs a function on
// each shard. It stores the outputs in a directory with a manifest, and can join them in one file.
//
// The caller supplies the function, [Work]. On the command line, it runs a command with the shard as standard input.
// The package must not import internal/app/cli.
package batch

import (
	"bytes"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"nonet/internal/job"
)

// DigestName is the name of the checksum of outputs, XXH64, which the command xxh64sum computes, too. It recognizes
// damage, not forgery.
const DigestName = "xxh64"

// Digest returns a hash that computes checksums of the kind [DigestName].
func Digest() hash.Hash { return xxhash.New() }

// These are the names of files and directories in a job's directory.
const (
	manifestBegin, manifestEnd = "manifest", ".jsonl"
	hidden                     = ".nonet" // the directory of temporary files, notes, and copies of inputs that cannot be read twice
	notesEnd                   = ".notes"
	// NotesName is the file with the notes on all puzzles, in the order of the puzzles.
	NotesName = "notes.txt"
)

// Dir is a directory that stores the outputs of a job and their manifest. It implements [job.Store].
//
// Each process that works on the directory appends to a manifest of its own, because some network file systems do not
// let several processes append to one file.
type Dir struct {
	path     string
	manifest string   // the name of the manifest that this process appends to
	created  []string // the directories that OpenDir created, the deepest first

	gathering *gathered // the file that gathers the outputs, or nil
	blocks    blocks

	mu    sync.Mutex
	file  *os.File
	first []byte // the first line of every manifest, which describes the job
	temp  int
}

// OpenDir opens the directory path and creates it if needed. The process appends to the manifest called `name`; ""
// selects the usual manifest.
func OpenDir(path, name string) (*Dir, error) {
	path = filepath.Clean(path)
	var created []string
	for folder := filepath.Join(path, hidden); !exists(folder); folder = filepath.Dir(folder) {
		created = append(created, folder)
	}
	if err := os.MkdirAll(filepath.Join(path, hidden), 0o777); err != nil {
		return nil, err
	}
	if name != "" {
		name = "." + name
	}
	return &Dir{path: path, manifest: manifestBegin + name + manifestEnd, created: created}, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil || filepath.Dir(path) == path
}

// IsDir reports whether the directory at path holds a job, that is, whether it has a manifest.
func IsDir(path string) bool { return len(manifestsIn(path)) > 0 }

func manifestsIn(path string) []string {
	all, _ := filepath.Glob(filepath.Join(path, manifestBegin+"*"+manifestEnd))
	return all
}

// Path returns the argument path of [OpenDir], cleaned by [filepath.Clean].
func (d *Dir) Path() string { return d.path }

// Manifest implements [job.Store]. It returns the manifests of all processes, joined.
func (d *Dir) Manifest() (io.ReadCloser, error) {
	names := slices.DeleteFunc(manifestsIn(d.path), func(name string) bool { return filepath.Base(name) == d.manifest })
	all := opened{}
	for _, name := range append(names, filepath.Join(d.path, d.manifest)) {
		f, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			all.Close()
			return nil, err
		}
		// A manifest may end in the middle of a line, so a line end follows it.
		all.files = append(all.files, f)
		all.readers = append(all.readers, strings.NewReader("\n"), f)
		if d.first == nil {
			head := make([]byte, 64<<10)
			n, _ := f.ReadAt(head, 0)
			if i := bytes.IndexByte(head[:n], '\n'); i >= 0 {
				d.first = head[:i+1]
			}
		}
	}
	all.Reader = io.MultiReader(all.readers...)
	return all, nil
}

type opened struct {
	io.Reader
	readers []io.Reader
	files   []*os.File
}

func (o opened) Close() error {
	for _, f := range o.files {
		f.Close()
	}
	return nil
}

// ErrLocked means that another process works on the directory under the same manifest name.
var ErrLocked = errors.New("locked")

// Append implements [job.Store]. It appends b to the manifest of this process.
func (d *Dir) Append(b []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.lock(); err != nil {
		return err
	}
	if info, err := d.file.Stat(); err == nil && info.Size() == 0 && d.first != nil {
		b = append(slices.Clone(d.first), b...)
	}
	_, err := d.file.Write(b)
	return err
}

// Lock locks this process's manifest until Close. It fails if another process holds the lock.
func (d *Dir) Lock() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.lock()
}

func (d *Dir) lock() error {
	if d.file != nil {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(d.path, d.manifest), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	if err := lockFile(f); err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", d.path, ErrLocked)
	}
	d.file = f
	return nil
}

// Close releases the lock and closes the manifest.
func (d *Dir) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.gathering != nil && d.gathering.file != nil {
		d.gathering.file.Close()
		d.gathering = nil
	}
	if d.file == nil {
		return nil
	}
	err := d.file.Close()
	d.file = nil
	return err
}

// Abandon closes the directory. Unless the directory has a job, Abandon also removes the directories that OpenDir
// created.
func (d *Dir) Abandon() {
	d.mu.Lock()
	isOpen := d.file != nil // if this process has no open manifest, another process may be about to write one
	d.mu.Unlock()
	d.Close()
	manifest := filepath.Join(d.path, d.manifest)
	if info, err := os.Stat(manifest); isOpen && err == nil && info.Size() == 0 {
		os.Remove(manifest)
	}
	if !IsDir(d.path) {
		inputs, _ := filepath.Glob(filepath.Join(d.path, hidden, "input-*"))
		for _, name := range inputs {
			os.Remove(name)
		}
	}
	for _, name := range d.created {
		os.Remove(name) // Remove fails if the directory is not empty
	}
}

// Open implements [job.Store]. It opens the output of the entry's shard.
func (d *Dir) Open(e *job.Entry) (io.ReadCloser, error) {
	if !isOutputName(e.Name) {
		return nil, fs.ErrNotExist
	}
	f, err := os.Open(filepath.Join(d.path, e.Name))
	from, to, ok := d.gathering.sectionOf(e.Shard)
	if !ok || !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	if f, err = os.Open(d.gatheredPath()); err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{io.NewSectionReader(f, from, to-from), f}, nil
}

// isOutputName reports whether the name has the form that this package gives to outputs. Names come from manifests, so
// this check also rejects paths to other files.
func isOutputName(name string) bool {
	return len(name) > 4 && filepath.Base(name) == name && strings.HasSuffix(name, ".txt") && strings.Trim(name[:len(name)-4], "0123456789abcdef-") == ""
}

// Notes implements [job.Store]. It returns the notes of the entry's shard.
func (d *Dir) Notes(e *job.Entry) ([]byte, error) { return os.ReadFile(d.notesPath(e)) }

func (d *Dir) notesPath(e *job.Entry) string { return filepath.Join(d.path, hidden, e.Name+notesEnd) }

// writeWhole writes a file that appears complete or not at all, unless the power is cut.
func writeWhole(name string, b []byte) error {
	return createWhole(name, func(out *os.File) error {
		_, err := out.Write(b)
		return err
	})
}

// createWhole creates a file with the given name, whose content comes from write. The file appears complete or not
// at all, unless the power is cut.
func createWhole(name string, write func(*os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.part")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err = write(f); err == nil {
		err = f.Chmod(0o644)
	}
	if failed := f.Close(); err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// RemoveStrays removes files that no manifest names: temporary files of processes that died, and outputs that another
// process committed first. No other process may work on the directory.
func (d *Dir) RemoveStrays(m *job.Manifest) {
	if d.gathering == nil {
		os.Remove(d.gatheredPath())
	}
	known := map[string]bool{}
	for e := range m.Entries {
		known[e.Name] = true
	}
	for _, dir := range []string{filepath.Join(d.path, hidden), d.path} {
		files, _ := os.ReadDir(dir) // if the directory does not exist, nothing is to be removed
		for _, f := range files {
			output := strings.TrimSuffix(f.Name(), notesEnd)
			if !known[output] && isOutputName(output) || dir != d.path && strings.HasSuffix(f.Name(), ".part") {
				os.Remove(filepath.Join(dir, f.Name()))
			}
		}
	}
}
