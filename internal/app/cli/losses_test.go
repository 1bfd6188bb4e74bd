package cli

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// damages are what a power cut can do to a file that has not been written to the disk.
var damages = map[string]func(b []byte) []byte{
	"removed":    func([]byte) []byte { return nil },
	"empty":      func([]byte) []byte { return []byte{} },
	"cut":        func(b []byte) []byte { return b[:len(b)/2] },
	"last lost":  func(b []byte) []byte { return b[:max(0, len(b)-1)] },
	"all zeros":  func(b []byte) []byte { return make([]byte, len(b)) },
	"zeros":      func(b []byte) []byte { clear(b[len(b)/3 : len(b)/2]); return b },
	"zeros last": func(b []byte) []byte { clear(b[len(b)-len(b)/4:]); return b },
	"swapped": func(b []byte) []byte {
		page := len(b) / 4
		last, before := b[len(b)-page:], b[len(b)-2*page:len(b)-page]
		return append(append(b[:len(b)-2*page:len(b)-2*page], last...), before...)
	},
}

// After a power cut, the same command makes the same output again, whichever file of a job was damaged, and in
// whichever way. This holds for jobs that were over, and for jobs that were not.
func TestBatchAfterLosses(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var text, bad strings.Builder
	for i := range 40 {
		fmt.Fprintln(&text, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
		if i%9 == 4 {
			fmt.Fprintln(&bad, "rubbish", i)
		}
		fmt.Fprintln(&bad, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	}
	must(t, os.WriteFile("good", []byte(text.String()), 0o666), os.WriteFile("bad", []byte(bad.String()), 0o666))
	for _, place := range []struct {
		name, input, output string
		before              func() // makes the job unfinished
	}{
		{"file", "good", "out.txt", nil},
		{"file with notes", "bad", "out.txt", nil},
		{"compressed", "good", "out.txt.gz", nil},
		{"directory", "bad", "out/", nil},
		{"not joined", "good", "out.txt", func() {
			must(t, os.MkdirAll("out.txt.batch/.nonet", 0o777))
			must(t, os.Rename("out.txt", "out.txt.batch/.nonet/whole"))
			must(t, os.Rename("out.txt.manifest.jsonl", "out.txt.batch/manifest.jsonl"))
		}},
		{"half", "bad", "out.txt", func() {
			must(t, os.RemoveAll("out.txt"), os.Remove("out.txt.manifest.jsonl"))
			runNonet(t, nil, "batch", "run", "--size", "512", "bad", "-o", "out.txt", "--shard", "1/2")
		}},
	} {
		want, _, wanted := runNonet(t, nil, "solve", "-k", place.input)
		command := []string{"batch", "run", "--size", "512", place.input, "-o", place.output}
		path := filepath.Clean(place.output)
		begin := func() {
			for _, name := range outputsOf(path) {
				must(t, os.RemoveAll(name))
			}
			runNonet(t, nil, command...)
			if place.before != nil {
				place.before()
			}
		}
		begin()
		files := filesOf(t, path)
		if len(files) < 2 {
			t.Fatalf("%s: %v", place.name, files)
		}
		for _, name := range files {
			for kind, damage := range damages {
				begin()
				b, err := os.ReadFile(name)
				must(t, err)
				before := bytes.Clone(b)
				if b = damage(b); b == nil {
					must(t, os.Remove(name))
				} else {
					must(t, os.WriteFile(name, b, 0o666))
				}
				_, notes, status := runNonet(t, nil, command...)
				got := outputOf(t, path)
				visible := name == path || strings.HasSuffix(name, ".txt")
				if kept, err := os.ReadFile(name + ".changed-1"); visible && b != nil && !bytes.Equal(b, before) && (err != nil || !bytes.Equal(kept, b) || !strings.Contains(notes, name+".changed-1")) {
					t.Errorf("%s: %s %s: what was there is lost: %v\n%s", place.name, name, kind, err, notes)
				}
				if kind == "last lost" && strings.HasSuffix(name, "whole") && !strings.Contains(notes, "1 output was lost") {
					t.Errorf("more is made again than was lost: %s", notes)
				}
				if got != want || status != wanted {
					t.Fatalf("%s: %s %s: status %d, %d bytes, want %d\n%s", place.name, name, kind, status, len(got), len(want), notes)
				}
				if out, notes, status := runNonet(t, nil, "batch", "verify", path); status != 0 {
					t.Fatalf("%s: %s %s: %s %s", place.name, name, kind, out, notes)
				}
			}
		}
	}
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// outputsOf returns the names of all that a job with this output has made.
func outputsOf(path string) []string {
	all, _ := filepath.Glob(path + "*")
	return all
}

// filesOf returns the files that hold the state of a job.
func filesOf(t *testing.T, path string) (files []string) {
	for _, root := range outputsOf(path) {
		must(t, filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() && !strings.HasSuffix(name, "notes.txt") {
				files = append(files, name)
			}
			return err
		}))
	}
	return files
}

// outputOf returns the output of a job, joined and decompressed.
func outputOf(t *testing.T, path string) string {
	t.Helper()
	names := []string{path}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		names, _ = filepath.Glob(filepath.Join(path, "0*.txt"))
	}
	var all bytes.Buffer
	for _, name := range names {
		b, err := os.ReadFile(name)
		must(t, err)
		all.Write(b)
	}
	if filepath.Ext(path) != ".gz" {
		return all.String()
	}
	r, err := gzip.NewReader(&all)
	must(t, err)
	b, err := io.ReadAll(r)
	must(t, err)
	return string(b)
}
