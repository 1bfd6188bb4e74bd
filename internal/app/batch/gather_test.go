package batch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"nonet/internal/check/soak"
	"nonet/internal/job"
)

// A job that ends in one file gives the same bytes however often it is killed. A kill may happen while outputs
// wait for their turn, between an append and its entry, or between an entry and the removal of the appended
// file. With every second seed most outputs are as long as their text, and are written to their places.
func TestGatheredAfterKills(t *testing.T) {
	var early, later int // runs that resumed a gathered file, and files of single shards
	var placed atomic.Int64
	for seed := range soak.PickOfThree[uint64](4, 8, 12) {
		rng := rand.New(rand.NewPCG(seed, 26))
		dir := t.TempDir()
		name, output := filepath.Join(dir, "in"), filepath.Join(dir, "out")
		var text, want bytes.Buffer
		const lines = 400
		answerTo := func(n int) string {
			switch {
			case seed%2 == 0 && n%200 == 130, seed%2 == 1 && n < 40:
				return ""
			case seed%2 == 0 && n%200 != 60:
				return fmt.Sprintln(n)
			}
			return fmt.Sprintf("<%d>\n", n)
		}
		for i := range lines {
			fmt.Fprintln(&text, i)
			want.WriteString(answerTo(i))
		}
		if err := os.WriteFile(name, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		for attempt := 0; ; attempt++ {
			d, err := OpenDir(output+".batch", "")
			if err != nil {
				t.Fatal(err)
			}
			in, err := OpenInputs(t.Context(), []string{name}, nil, d, func(string) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			m, err := job.Create(d, job.Job{Op: []string{"x"}, Inputs: in.All, Size: 16})
			if err != nil {
				t.Fatal(err)
			}
			// Every third process is one of several, and writes each shard to a file of its own.
			if _, err := d.Resume(t.Context(), m, nil, nil, attempt%3 != 1); err != nil {
				t.Fatal(err)
			}
			if d.gathering != nil && len(d.gathering.ends) > 3 {
				early++
			}
			if len(outputs(d)) > 0 {
				later++
			}
			d.RemoveStrays(m)
			ctx, kill := context.WithCancel(t.Context())
			left := rng.IntN(60)
			r := &Runner{Manifest: m, Dir: d, Inputs: in, Workers: 4, Work: func(_ context.Context, t *Task) (int, error) {
				b, err := io.ReadAll(t.In)
				for line := range strings.Lines(string(b)) {
					var n int
					fmt.Sscan(line, &n)
					io.WriteString(t.Out, answerTo(n))
				}
				o := t.Out.(*Output)
				o.mu.Lock()
				defer o.mu.Unlock()
				if o.placed {
					placed.Add(1)
				}
				return 0, err
			}}
			if attempt < 6 {
				r.Mine = func(shard int) bool { // the other shards are missing, as if they took long
					return rng.IntN(4) > 0 || shard < left
				}
			}
			if err := r.Run(ctx, nil); err != nil {
				t.Fatal(err)
			}
			kill()
			if m.Sums().Done == m.Sums().Shards && d.gathering != nil && d.gathering.file != nil {
				if err := d.Assemble(m, output); err != nil {
					t.Fatal(err)
				}
				d.Remove(m)
				in.Close()
				break
			}
			// These are states that a kill can leave: an append without its entry, or an output that was
			// appended but not removed.
			whole := d.gatheredPath()
			copied := map[string][]byte{}
			for n := range m.Job.Shards() {
				if e, done := m.Done(n); done && rng.IntN(8) == 0 {
					if f, err := d.Open(&e); err == nil {
						b, _ := io.ReadAll(f)
						f.Close()
						h := Digest()
						if h.Write(b); job.HexDigest(h) == e.Sum { // a flipped bit must not be copied
							copied[filepath.Join(d.path, e.Name)] = b
						}
					}
				}
			}
			in.Close()
			d.Close()
			for name, b := range copied {
				if err := os.WriteFile(name, b, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			b, err := os.ReadFile(whole)
			if err != nil {
				continue
			}
			switch rng.IntN(4) {
			case 0: // the append is torn, or the bytes there are wrong
				b = append(b, "<torn"...)
			case 1:
				b = b[:rng.IntN(len(b)+1)]
			case 2:
				if len(b) > 0 {
					b[rng.IntN(len(b))] ^= 1
				}
			}
			if err := os.WriteFile(whole, b, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(output); err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Fatalf("seed %d: %d bytes, %v, want %d", seed, len(got), err, want.Len())
		}
		if left, _ := filepath.Glob(output + ".batch"); left != nil {
			t.Errorf("seed %d: %v is left", seed, left)
		}
	}
	if early == 0 || later == 0 || placed.Load() == 0 {
		t.Errorf("%d runs went on from a gathered file, %d from single outputs; %d outputs were written to their places", early, later, placed.Load())
	}
}

// outputs returns the names of the outputs with files of their own.
func outputs(d *Dir) []string {
	all, _ := filepath.Glob(filepath.Join(d.path, "*.txt"))
	return slices.DeleteFunc(all, func(name string) bool { return !isOutputName(filepath.Base(name)) })
}

// Outputs beyond the limit of waiting outputs get files of their own, and are still appended to the gathered
// file.
func TestGathererSpills(t *testing.T) {
	dir := t.TempDir()
	d, err := OpenDir(filepath.Join(dir, "out.batch"), "")
	if err != nil {
		t.Fatal(err)
	}
	const shards = 60
	m, err := job.Create(d, job.Job{Op: []string{"x"}, Inputs: []job.Input{{Name: "n", Range: true, From: 0, To: shards}}, Size: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Resume(t.Context(), m, nil, nil, true); err != nil {
		t.Fatal(err)
	}
	most := 0
	g := newGatherer(d, m, 1)
	for i := range shards {
		n := (i + 1) % shards // the first shard finishes last
		o, err := d.Create()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(o, n)
		p := &Piece{Output: o}
		if err := o.fillEntry(m, m.Job.Shard(n), &p.Entry); err != nil {
			t.Fatal(err)
		}
		if err := g.takePiece(n, p); err != nil {
			t.Fatal(err)
		}
		if most = max(most, len(outputs(d))); len(g.waiting) > mostHeld {
			t.Fatalf("%d are held", len(g.waiting))
		}
	}
	if most < shards/2 || len(outputs(d)) > 0 || len(g.waiting) > 0 {
		t.Errorf("%d outputs had files of their own, %d have, %d are held", most, len(outputs(d)), len(g.waiting))
	}
	output := filepath.Join(dir, "out")
	if err := d.Assemble(m, output); err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for i := range shards {
		fmt.Fprintln(&want, i)
	}
	if got, err := os.ReadFile(output); err != nil || string(got) != want.String() {
		t.Errorf("%v: %q", err, got)
	}
}
