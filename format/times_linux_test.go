package format

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"nonet/internal/check/reference"
	"nonet/internal/engine/csp/lanes"
	"nonet/puzzle"
	"nonet/solve"
)

var (
	times   = flag.Int("times", 0, "runs of each puzzle of the corpus for TestTimes, of which the shortest counts")
	only    = flag.String("only", "", "puzzles whose names have this in them")
	most    = flag.Duration("most", 20*time.Second, "time for each search of TestTimes")
	among   = flag.String("among", "", "puzzles of these names, with | between them")
	with    = flag.String("kernel", "", "lanes for TestTimes: avx512, avx2 or none")
	least   = flag.Float64("least", 0, "puzzles that took Interactive Sudoku Solver so many ms at least")
	against = flag.String("against", "", "file of times for TestTimes to compare with: a puzzle's name, a tab, ms, in the corpus' order")
)

// TestTimes logs the processor time of each puzzle of the corpus. The log also has a time to compare with: the
// one published for Interactive Sudoku Solver, or the one in the file -against, which was measured on the same
// machine. The command is go test ./format -run TestTimes -v -times 5
func TestTimes(t *testing.T) {
	if *times == 0 {
		t.Skip("-times was not given")
	}
	if *with != "" {
		lanes.SelectKernel(*with)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	fmt.Println("#iss ms\tread\tcount\tratio\tnodes\titeration nodes\tname")
	all := reference.Variants(t)
	if *against != "" {
		readTimes(t, *against, all)
	}
	for _, one := range all {
		if !strings.Contains(one.Name, *only) || *among != "" && !strings.Contains("|"+*among+"|", "|"+one.Name+"|") ||
			one.Milliseconds < *least {
			continue
		}
		var read, count time.Duration
		var r puzzle.Result
		var fault error
		for i := range *times {
			began := processorTime()
			p, err := ReadISS(one.Text)
			if err != nil {
				t.Fatal(err)
			}
			half := processorTime()
			ctx, cancel := context.WithTimeout(t.Context(), *most)
			// A puzzle that was just read is valid, so skip this check, as the command line does.
			r, fault = solve.Count(ctx, p, puzzle.Limits{Solutions: 2, Seed: *seed, Valid: true})
			cancel()
			end := processorTime()
			if i == 0 || half-began < read {
				read = half - began
			}
			if i == 0 || end-half < count {
				count = end - half
			}
			if end-began > time.Second {
				break
			}
		}
		ms := func(d time.Duration) float64 { return float64(d) / 1e6 }
		state := ""
		if fault != nil {
			state = "OPEN "
		}
		fmt.Printf("%.3f\t%.3f\t%.3f\t%.2f\t%d\t%s\t%s%s\n", one.Milliseconds, ms(read), ms(count), one.Milliseconds/ms(read+count), r.Nodes, one.Guesses, state, one.Name)
	}
}

// readTimes replaces the published times by those of a file. Lines that begin with # and fields after the
// second are ignored. Names are not unique, so the order must be that of the corpus.
func readTimes(t *testing.T, path string, all []reference.Variant) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		f := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if n == len(all) || len(f) < 2 || f[0] != all[n].Name {
			t.Fatalf("%s: puzzle %d of the corpus is not that of %q", path, n+1, line)
		}
		if all[n].Milliseconds, err = strconv.ParseFloat(f[1], 64); err != nil {
			t.Fatalf("%s: %s: %v", path, f[0], err)
		}
		n++
	}
	if n < len(all) {
		t.Fatalf("%s has times for %d puzzles of %d", path, n, len(all))
	}
}

// processorTime returns the processor time of this thread. If the system's figure is too coarse, it returns the
// wall time.
func processorTime() time.Duration {
	var ts syscall.Timespec
	const thread = 3 // CLOCK_THREAD_CPUTIME_ID
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, thread, uintptr(unsafe.Pointer(&ts)), 0)
	return time.Duration(ts.Nano())
}
