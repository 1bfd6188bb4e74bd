package cli

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"nonet/internal/app/cli/stream"
)

// bzipped is three times the puzzle inkala; the standard library has no writer for bzip2.
const bzipped = "QlpoOTFBWSZTWc+vXfYAAGrYAHkQAAE/4CAAUKYACaDeqlNknpMn5TmQfmIkt0pTC1LaW+NjTLlxG2ETthJTxTbL+8adsqWtwk9F3JFOFCQz69d9gA=="

// flusher is a compressor that can flush everything written so far.
type flusher interface {
	io.WriteCloser
	Flush() error
}

var flushers = map[string]func(io.Writer) flusher{
	"gzip": func(w io.Writer) flusher { return gzip.NewWriter(w) },
	"zstd": func(w io.Writer) flusher {
		z, err := zstd.NewWriter(w)
		if err != nil {
			panic(err)
		}
		return z
	},
}

// compressedPuzzles returns three puzzles, compressed in each format and flushed after each puzzle.
func compressedPuzzles(t *testing.T) map[string][]byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(bzipped)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{"bzip2": b}
	for name, newWriter := range flushers {
		var out bytes.Buffer
		w := newWriter(&out)
		for range 3 {
			io.WriteString(w, inkala+"\n")
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		all[name] = out.Bytes()
	}
	return all
}

// runSolve runs nonet solve on standard input.
func runSolve(in io.Reader, args ...string) (status stream.Status, answers, notes string) {
	var out, told bytes.Buffer
	status = stream.Status(Main(append([]string{"solve"}, args...), in, &out, &told, func(string) string { return "" }))
	return status, out.String(), told.String()
}

// Compressed input is recognised by its content. It may be in a file, in standard input that is a file, or in a
// pipe that delivers byte by byte.
func TestPackedInput(t *testing.T) {
	plain := strings.Repeat(inkala+"\n", 3)
	_, want, _ := runSolve(strings.NewReader(plain))
	if strings.Count(want, "\n") != 3 {
		t.Fatalf("%q", want)
	}
	all := compressedPuzzles(t)
	all["nothing"] = []byte(plain)
	for name, packed := range all {
		file := filepath.Join(t.TempDir(), "puzzles")
		if err := os.WriteFile(file, packed, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for from, run := range map[string]func() (stream.Status, string, string){
			"argument":  func() (stream.Status, string, string) { return runSolve(strings.NewReader(""), file) },
			"redirect":  func() (stream.Status, string, string) { return runSolve(f) },
			"pipe":      func() (stream.Status, string, string) { return runSolve(bytes.NewReader(packed)) },
			"slow pipe": func() (stream.Status, string, string) { return runSolve(iotest.OneByteReader(bytes.NewReader(packed))) },
			"end with last byte": func() (stream.Status, string, string) {
				return runSolve(iotest.DataErrReader(bytes.NewReader(packed)))
			},
		} {
			if status, got, notes := run(); status != stream.Done || got != want || notes != "" {
				t.Errorf("%s by %s: status %d, %q, %s", name, from, status, got, notes)
			}
		}
	}
}

// A truncated archive is bad input, and the puzzles before the end are answered.
func TestPackedInputCutOff(t *testing.T) {
	_, want, _ := runSolve(strings.NewReader(strings.Repeat(inkala+"\n", 3)))
	for name, packed := range compressedPuzzles(t) {
		most := 0
		for n := range packed {
			status, got, notes := runSolve(bytes.NewReader(packed[:n]))
			if status != stream.Bad || !strings.HasPrefix(want, got) || !strings.Contains(notes, "<stdin>") {
				t.Fatalf("%d bytes of %s: status %d, %q, %s", n, name, status, got, notes)
			}
			if n > 9 && !strings.Contains(notes, "ends too early") {
				t.Errorf("%d bytes of %s: %s", n, name, notes)
			}
			most = max(most, strings.Count(got, "\n"))
		}
		if name != "bzip2" && most != 3 { // bzip2 has the whole text in one block
			t.Errorf("%s: at most %d puzzles are answered", name, most)
		}
	}
	for name, text := range map[string]string{"xz": "\xfd7zXZ\x00rest", "zip": "PK\x03\x04rest", "gzip": "\x1f\x8bgarbage that is long enough", "bzip2": "BZh91AY&SYgarbage"} {
		if status, got, notes := runSolve(strings.NewReader(text)); status != stream.Bad || got != "" || !strings.HasPrefix(notes, "nonet: <stdin>: ") {
			t.Errorf("%s: status %d, %q, %s", name, status, got, notes)
		}
	}
}

// A text that begins like bzip2 is a text, and an error in it is reported with its line.
func TestTextLikeBzip2(t *testing.T) {
	for _, text := range []string{"B", "BZh", "BZh9", "BZh is no puzzle\n", "BZh0\x31\x41\x59\x26\x53\x59", "BZh91AY&S"} {
		if status, got, notes := runSolve(strings.NewReader(text)); status != stream.Bad || got != "" || !strings.HasPrefix(notes, "<stdin>:1:") {
			t.Errorf("%q: status %d, %q, %s", text, status, got, notes)
		}
	}
}

// Compressed input that arrives slowly is answered as it arrives.
func TestPackedInteractive(t *testing.T) {
	for name, newWriter := range flushers {
		in, typing := io.Pipe()
		screen, out := io.Pipe()
		status := make(chan int)
		go func() {
			status <- Main([]string{"solve"}, in, out, io.Discard, func(string) string { return "" })
			out.Close()
		}()
		w, buf := newWriter(typing), make([]byte, 1000)
		for range 3 {
			io.WriteString(w, inkala+"\n")
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			if n, err := screen.Read(buf); err != nil || n == 0 {
				t.Fatalf("%s: %d bytes, %v", name, n, err)
			}
		}
		w.Close()
		typing.Close()
		if got := <-status; got != 0 {
			t.Errorf("%s: status %d", name, got)
		}
	}
}
