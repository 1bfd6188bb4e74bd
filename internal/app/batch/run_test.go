package batch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nonet/internal/job"
)

// Shards take two seconds, or 30 at the slowest place, and each worker gets several shards.
func TestSizeFor(t *testing.T) {
	for _, c := range []struct {
		pace     Pace
		length   int64
		numbered bool
		want     int64
	}{
		{Pace{1e6, 1e6}, 1 << 40, false, 1 << 20},  // 2 s
		{Pace{1e6, 1e3}, 1 << 40, false, 1 << 14},  // 30 s at the slowest place
		{Pace{1e9, 1e9}, 1 << 40, false, 32 << 20}, // limited by memory
		{Pace{1e6, 1e6}, 1 << 20, false, 1 << 16},  // 8 for each of two workers
		{Pace{1, 1}, 1 << 20, false, 128},          // at least a line
		{Pace{100, 100}, 1 << 40, true, 1 << 14},   // limited by the maximum number of shards
		{Pace{100, 10}, 1 << 20, true, 128},        // numbers
		{Pace{0.1, 0.1}, 1000, true, 1},            // one number takes 10 s
	} {
		if got := ShardSize(c.pace, c.length, 2, c.numbered, false); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// The tried places are spread over all inputs.
func TestCalibrateLooksEverywhere(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for i := range 3 {
		names = append(names, filepath.Join(dir, fmt.Sprint(i)))
		if err := os.WriteFile(names[i], bytes.Repeat([]byte(fmt.Sprintf("%02d line\n", i)), 100_000), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d, err := OpenDir(filepath.Join(dir, "out"), "")
	if err != nil {
		t.Fatal(err)
	}
	in, err := OpenInputs(t.Context(), names, nil, d, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	seen := map[string]bool{}
	r := &Runner{Inputs: in, Work: func(_ context.Context, t *Task) (int, error) {
		b, err := io.ReadAll(t.In)
		seen[string(b[:min(2, len(b))])] = true
		return 0, err
	}}
	p, err := r.MeasurePace(t.Context())
	if err != nil || p.Slowest > p.Mean || p.Slowest <= 0 || len(seen) != 3 {
		t.Errorf("%+v %v; of %v", p, err, seen)
	}
	r.Inputs = &Inputs{All: []job.Input{{Range: true, From: 5, To: 1000}}}
	from := map[uint64]bool{}
	r.Work = func(_ context.Context, t *Task) (int, error) {
		from[t.From] = t.To > t.From
		return 0, nil
	}
	if p, err := r.MeasurePace(t.Context()); err != nil || p.Mean < 1 || !from[5] || len(from) != places {
		t.Errorf("%+v %v; from %v", p, err, from)
	}
}

// While one worker is busy with a hard puzzle, other workers do the rest of the same shard. The output must be
// the same, and notes must have the line numbers of the input, also where a span continues the output of another.
func TestShardsAreDivided(t *testing.T) {
	for _, c := range []struct{ hard, noted int }{{7, 0}, {7, 900}, {1510, 0}, {1510, 900}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) { testShardsAreDivided(t, c.hard, c.noted) })
	}
}

// testShardsAreDivided runs lines of which line `hard`, from 0, waits for the work of the other workers. Every 300th
// line has a note, from line `noted` on.
func testShardsAreDivided(t *testing.T, hard, noted int) {
	dir := t.TempDir()
	const lines = 2000
	var text, want, notes bytes.Buffer
	for i := range lines {
		line := fmt.Sprintf("%d", i)
		if i == hard {
			line = "hard"
		}
		fmt.Fprintln(&text, line)
		fmt.Fprintf(&want, "<%s>\n", line)
		if i >= noted && i%300 == 0 {
			fmt.Fprintf(&notes, "%s:%d: noted\n", filepath.Join(dir, "in"), i+1)
		}
	}
	name := filepath.Join(dir, "in")
	if err := os.WriteFile(name, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := OpenDir(filepath.Join(dir, "out"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	in, err := OpenInputs(t.Context(), []string{name}, nil, d, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	m, err := job.Create(d, job.Job{Op: []string{"x"}, Inputs: in.All, Size: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	var answered atomic.Int64
	most := int64(lines)
	r := &Runner{Manifest: m, Dir: d, Inputs: in, Workers: 3, Work: func(ctx context.Context, t *Task) (status int, err error) {
		b, err := io.ReadAll(t.In)
		own := int64(bytes.Count(b, []byte("\n")))
		for line := range strings.Lines(string(b)) {
			if line == "hard\n" {
				for answered.Load() < most-own && ctx.Err() == nil { // until the others have done all other work
					time.Sleep(time.Millisecond)
				}
				status = 1
			}
			fmt.Fprintf(t.Out, "<%s>\n", strings.TrimSpace(line))
			t.Puzzles.Add(1)
		}
		for at, line := range strings.Split(string(b), "\n") {
			if n, err := strconv.Atoi(line); err == nil && n >= noted && n%300 == 0 {
				fmt.Fprintf(t.Notes, "%s:%d: noted\n", PartName, at+1)
			}
		}
		answered.Add(own)
		return status, err
	}}
	if err := r.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := job.Merge(&out, m, Digest); err != nil || out.String() != want.String() {
		t.Errorf("%v; %q", err, out.String())
	}
	if e, _ := m.Done(0); e.Status != 1 || e.Puzzles != lines {
		t.Errorf("%+v", e)
	}
	// An earlier run wrote some of the notes, or none; edited notes are kept.
	name = filepath.Join(d.Path(), NotesName)
	for _, before := range []string{"", notes.String()[:strings.LastIndexByte(strings.TrimSpace(notes.String()), '\n')+1], "mine\n", notes.String() + "mine"} {
		if err := os.WriteFile(name, []byte(before), 0o666); err != nil {
			t.Fatal(err)
		}
		other := ""
		if _, err := d.WriteNotes(name, m, in, func(_, kept string) { other = kept }); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != notes.String() {
			t.Errorf("%v: %s, want %s", err, got, notes.String())
		}
		if got, _ := os.ReadFile(other); other != "" != strings.Contains(before, "mine") || other != "" && string(got) != before {
			t.Errorf("%q: kept %q in %q", before, got, other)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(d.Path(), ".nonet", "*.part")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// counted counts the bytes read.
type counted struct {
	io.ReaderAt
	n int64
}

func (c *counted) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, off)
	c.n += int64(n)
	return n, err
}

// If a line is much longer than a span, its end is found once.
func TestLongLineIsOneSpan(t *testing.T) {
	text := strings.Repeat("x", 1<<20) + "\nlast\n"
	in := &counted{ReaderAt: strings.NewReader(text)}
	u := &underway{task: &Task{In: io.NewSectionReader(in, 0, int64(len(text))), Continues: true}, next: 1}
	got := ""
	for u.next < u.task.Len() {
		s, err := u.takeFront(bytesOfClassic)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(s.task.In)
		if got += string(b); err != nil {
			t.Fatal(err)
		}
	}
	if got != "last\n" || in.n > 10<<20 {
		t.Errorf("%q, for which %d bytes were read", got, in.n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out, err := NewOutput()
	if err != nil {
		t.Fatal(err)
	}
	nothing := &Task{In: io.NewSectionReader(in, 0, 0), Continues: true}
	if _, err := Work(nil).Run(ctx, out, nothing); err == nil {
		t.Error("work that was ended is done where no line begins")
	}
}

// Of the shards within one long line, only one searches for its end.
func TestLongLineIsSoughtOnce(t *testing.T) {
	text := "first\n" + strings.Repeat("x", 1<<20) + "\nlast\n"
	in := &counted{ReaderAt: strings.NewReader(text)}
	whole := &Text{ReaderAt: in, Length: int64(len(text))}
	got := ""
	for from := int64(0); from < whole.Length; from += 128 {
		s, _, err := whole.Section(job.Shard{From: from, To: min(from+128, whole.Length)})
		if err != nil {
			t.Fatal(err)
		}
		_, at, n := s.Outer()
		got += text[at : at+n]
	}
	if got != text || in.n > 3<<20 {
		t.Errorf("%d bytes of %d, for which %d were read", len(got), len(text), in.n)
	}
}

// Adjacent sections contain each line exactly once. Between puzzles on lines of their own, a puzzle of several
// lines is in one section, wherever the borders are. If no puzzle on a line of its own is near, the sections are
// torn.
func TestSections(t *testing.T) {
	own := strings.Repeat("1", 81) + "\n"
	kinds := []string{own, own, own, "12345\n12345\n12345\n", "\n", "# " + own, "| 1 2 3 |\n+---+\n", "words here\r\n", ".Killer~5\n", strings.Repeat("long", 200) + "\n"}
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		for range 60 {
			b.WriteString(kinds[rng.IntN(len(kinds))])
		}
		if seed%9 == 0 {
			b.WriteString(strings.Repeat("12345\n", 3000))
		}
		if seed%2 == 0 {
			b.WriteString("last")
		}
		all := b.String()
		text := &Text{ReaderAt: strings.NewReader(all), Length: int64(len(all))}
		size := 1 + rng.Int64N(400)
		next := int64(0)
		for from := int64(0); from < text.Length; from += size {
			s, torn, err := text.Section(job.Shard{From: from, To: min(from+size, text.Length)})
			if err != nil {
				t.Fatal(err)
			}
			_, at, n := s.Outer()
			if at != next {
				t.Fatalf("seed %d: a section from %d to %d begins at %d, behind %d", seed, from, from+size, at, next)
			}
			next = at + n
			if before := all[:next]; next < text.Length && !torn && n > 0 {
				last := before[strings.LastIndexByte(before[:next-1], '\n')+1:]
				if last != own && last != kinds[8] && last != kinds[9] {
					t.Fatalf("seed %d: a section that is not torn ends behind %q", seed, last)
				}
			} else if torn && seed%9 != 0 {
				t.Fatalf("seed %d: the section from %d is torn", seed, from)
			}
		}
		if next != text.Length {
			t.Fatalf("seed %d: the last section ends at %d of %d", seed, next, text.Length)
		}
	}
}
