package stream

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
	"testing/iotest"

	"pgregory.net/rapid"
)

// Adjacent ranges contain each line exactly once.
func TestRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching("([a-z]{0,9}\n){0,40}[a-z]{0,9}").Draw(t, "text")
		if rapid.Bool().Draw(t, "long") {
			text = strings.Replace(text, "\n", strings.Repeat("x", rapid.IntRange(70, 2000).Draw(t, "x"))+"\n", 3)
		}
		var whole strings.Builder
		var buf []byte
		for from := 0; from < len(text); {
			to := from + rapid.IntRange(1, len(text)).Draw(t, "step")
			r := Range{From: int64(from), To: int64(min(to, len(text)))}
			part, at, err := r.Lines(strings.NewReader(text), buf)
			if err != nil || len(part) > 0 && (int(at) != whole.Len() || at < r.From || at >= r.To) {
				t.Fatalf("%v: %q at %d after %d bytes, %v", r, part, at, whole.Len(), err)
			}
			whole.Write(part)
			buf, from = part, to
		}
		if whole.String() != text {
			t.Fatalf("%q, want %q", whole.String(), text)
		}
	})
}

// numberingStage returns a stage that writes each puzzle with its line, notes some, and counts.
func numberingStage(size int) Stage {
	return Stage{Batch: size, Bad: func(out []byte, why error) []byte { return fmt.Appendln(out, "bad", why) }, Handler: func() Handler {
		return func(_ context.Context, puzzles *Slots, r *Report) int {
			for i := range puzzles.Cells {
				e := puzzles.Entry(i)
				r.Out = fmt.Appendln(r.Out, e.Grid, puzzles.HasNoPencilMarks(i))
				if e.Grid.At(0) == 1 {
					r.Note(&e, "one")
					r.Tally.More.Add(&e)
				}
			}
			return len(puzzles.Cells)
		}
	}}
}

// Workers read the same from ranges of a file as a sequential reader. This includes line numbers, whatever is
// between the lines.
func TestRuns(t *testing.T) {
	dir := t.TempDir()
	names := 0
	var memory Memory // shared by all parts
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		odd := rapid.SampledFrom([]int{0, 0, 1, 5, 100}).Draw(t, "odd lines in 1000")
		end := rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\r"}).Draw(t, "end")
		var text strings.Builder
		text.WriteString(rapid.SampledFrom([]string{"", "", "\ufeff", "# a comment" + end, "id,puzzle" + end}).Draw(t, "head"))
		for range rapid.IntRange(0, 700).Draw(t, "lines") {
			line := make([]byte, 81)
			for i := range line {
				line[i] = "..0123456789"[rng.IntN(12)]
			}
			if rng.IntN(1000) < odd {
				switch rng.IntN(7) {
				case 0:
					line = []byte("# a comment")
				case 1:
					line = nil
				case 2:
					line = line[:80]
				case 3:
					line = bytes.Join(slices.Collect(slices.Chunk(line, 9)), []byte(end))
				case 4:
					line = append(line, " # a name"...)
				case 5:
					line = append(line, strings.Repeat(",x", rng.IntN(50_000))...)
				case 6:
					line = []byte("3")
				}
			}
			text.Write(line)
			text.WriteString(end)
		}
		whole := text.String()[:text.Len()-rng.IntN(min(100, text.Len()+1))]
		names++
		name := filepath.Join(dir, fmt.Sprint(names))
		if err := os.WriteFile(name, []byte(whole), 0o666); err != nil {
			t.Fatal(err)
		}
		size := rapid.IntRange(1, 20).Draw(t, "batch")
		keep := rapid.Bool().Draw(t, "keep going")
		type outcome struct {
			out, notes, first string
			status            Status
			n                 int64
		}
		var part *Part
		do := func(in io.Reader, args ...string) outcome {
			var out, notes bytes.Buffer
			r := newRun(&out, &notes)
			r.Part = part
			r.In, r.KeepGoing = in, keep
			sum, err := r.Stream(args, numberingStage(size))
			if err != nil {
				t.Fatal(err)
			}
			r.Out.Close()
			clean := strings.NewReplacer(name, "TEXT", "<stdin>", "TEXT").Replace
			return outcome{clean(out.String()), clean(notes.String()), clean(sum.More.First), r.Status, sum.Puzzles}
		}
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		want := do(iotest.HalfReader(strings.NewReader(whole)))
		if got := do(nil, name); got != want {
			t.Fatalf("by name %+v\nwant %+v", got, want)
		}
		if got := do(file); got != want {
			t.Fatalf("as standard input %+v\nwant %+v", got, want)
		}
		if rest, err := io.ReadAll(file); err != nil || keep && len(rest) > 0 {
			t.Fatalf("%d bytes of the file are left, %v", len(rest), err)
		}
		section := func() io.Reader { return io.NewSectionReader(file, 0, int64(len(whole))) }
		part = &Part{Workers: 1, Name: "TEXT"}
		want = do(section())
		part = &Part{Workers: 1, Name: "TEXT", Memory: &memory}
		if got := do(section()); got != want {
			t.Fatalf("with memory of a part before %+v\nwant %+v", got, want)
		}
	})
	// Random texts may be too short to be read in ranges; the last text is not.
	text := strings.Repeat(strings.Repeat(".", 80)+"1\n", 10)
	r := newRun(io.Discard, io.Discard)
	r.Part, r.In = &Part{Workers: 1, Name: "TEXT", Memory: &memory}, io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))
	if _, err := r.Stream(nil, numberingStage(1)); err != nil {
		t.Fatal(err)
	}
	r.Out.Close()
	if b := &memory.batch; cap(b.Cells) == 0 || cap(b.report.Out) == 0 || cap(memory.text) == 0 || b.report.run != nil || b.part.run != nil {
		t.Error("the last part left no buffers, or more than those")
	}
}

// BenchmarkTurn measures the part of a puzzle's time in which all other workers must wait: for ranges of a
// file, for sequential reading, and for a pipe.
func BenchmarkTurn(b *testing.B) {
	line := strings.Repeat(".", 80) + "1\n"
	name := filepath.Join(b.TempDir(), "puzzles")
	if err := os.WriteFile(name, []byte(strings.Repeat(line, 200_000)), 0o666); err != nil {
		b.Fatal(err)
	}
	for _, how := range []string{"ranges", "in order", "pipe"} {
		b.Run(how, func(b *testing.B) {
			puzzles := 0
			for b.Loop() {
				r := newRun(io.Discard, io.Discard)
				sources := r.Sources([]string{name})
				if how == "in order" {
					sources[0].open = func() (io.ReadCloser, error) {
						f, err := os.Open(name)
						return struct{ io.ReadCloser }{f}, err
					}
				}
				if how == "pipe" {
					sources[0].prompt, sources[0].open = false, func() (io.ReadCloser, error) {
						from, to, err := os.Pipe()
						go func() {
							defer to.Close()
							text := []byte(strings.Repeat(line, 1000))
							for range 200 {
								to.Write(text)
							}
						}()
						return from, err
					}
				}
				s := numberingStage(2048)
				work, stop := r.batchWork(b.Context(), &s, sources, new(atomic.Int64))
				var home batch
				for work.Pull(b.Context(), &home) {
					n := len(home.Cells)
					if p := &home.part; p.run != nil { // the worker would set it in this way
						n = int((p.span.To - p.span.From) / 82)
						p.size, p.ends = p.span.To-p.span.From, true
						home.Cells = slices.Grow(home.Cells[:0], n)[:n]
						home.setLineNumbers()
					}
					puzzles += n
				}
				stop()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(puzzles), "ns/puzzle")
		})
	}
}
