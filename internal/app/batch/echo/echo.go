// Package echo is a small job for tests of who hands jobs out: its operation answers each line with its length.
//
// It must import nothing that hands jobs out, as the tests within those packages use it.
package echo

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonet/internal/app/batch"
	"nonet/job"
)

// Work is the operation.
func Work(ctx context.Context, t *batch.Task) (int, error) {
	b, err := io.ReadAll(t.In)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(b)) {
		fmt.Fprintf(t.Out, "%d\n", len(line))
		t.Puzzles.Add(1)
	}
	return 0, ctx.Err()
}

// Lie answers something else.
func Lie(ctx context.Context, t *batch.Task) (int, error) {
	fmt.Fprintln(t.Out, "0")
	return 0, ctx.Err()
}

// Job is one that nobody works on yet, until the test ends.
type Job struct {
	Manifest *job.Manifest
	Dir      *batch.Dir
	Inputs   *batch.Inputs
	Want     string // the output
}

// New is a job of so many lines, in shards of 50 bytes.
func New(t testing.TB, lines int) *Job { return Sized(t, lines, 50) }

// Sized is a job of so many lines, in shards of so many bytes.
func Sized(t testing.TB, lines int, size int64) *Job {
	t.Helper()
	dir := t.TempDir()
	var in, want bytes.Buffer
	for i := range lines {
		n, _ := fmt.Fprintln(&in, strings.Repeat("x", i%17))
		fmt.Fprintln(&want, n)
	}
	name := filepath.Join(dir, "in")
	if err := os.WriteFile(name, in.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := batch.OpenDir(filepath.Join(dir, "out"), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	inputs, err := batch.OpenInputs(t.Context(), []string{name}, nil, d, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(inputs.Close)
	m, err := job.Create(d, job.Job{Op: []string{"echo"}, Inputs: inputs.All, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	return &Job{m, d, inputs, want.String()}
}

// Same fails the test unless the outputs are right.
func (j *Job) Same(t testing.TB) {
	t.Helper()
	var out bytes.Buffer
	if err := job.Merge(&out, j.Manifest, batch.Digest); err != nil || out.String() != j.Want {
		t.Errorf("%v; the outputs are %q, want %q", err, out.String(), j.Want)
	}
}

// Entry is what tells of an output, and its bytes.
func Entry(shard int, output string) job.Entry {
	h := batch.Digest()
	_, _ = io.WriteString(h, output) // a hash takes all
	return job.Entry{Shard: shard, Bytes: int64(len(output)), Sum: job.Sum(h)}
}

// Until waits for something that others will make true.
func Until(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: " + what)
		}
	}
}
