package format

import (
	"context"
	"flag"
	"fmt"
	"runtime"
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
	times = flag.Int("times", 0, "runs of each puzzle of the corpus for TestTimes, of which the shortest counts")
	only  = flag.String("only", "", "puzzles whose names have this in them")
	most  = flag.Duration("most", 20*time.Second, "time for each search of TestTimes")
	among = flag.String("among", "", "puzzles of these names, with | between them")
	seed  = flag.Uint64("seed", 0, "seed of the guesses for TestTimes")
	with  = flag.String("kernel", "", "lanes for TestTimes: avx512, avx2 or none")
	least = flag.Float64("least", 0, "puzzles that took Interactive Sudoku Solver so many ms at least")
)

// TestTimes logs the processor time of each puzzle of the corpus with the time published for
// Interactive Sudoku Solver: go test ./format -run TestTimes -v -times 5
func TestTimes(t *testing.T) {
	if *times == 0 {
		t.Skip("-times was not given")
	}
	if *with != "" {
		lanes.Use(*with)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	fmt.Println("#iss ms\tread\tcount\tratio\tnodes\titeration nodes\tname")
	for _, one := range reference.Variants(t) {
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
			// a puzzle just read is valid; the command line skips this check, too
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

// processorTime returns the processor time of this thread, or the wall time if the system's
// figure is too coarse.
func processorTime() time.Duration {
	var ts syscall.Timespec
	const thread = 3 // CLOCK_THREAD_CPUTIME_ID
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, thread, uintptr(unsafe.Pointer(&ts)), 0)
	return time.Duration(ts.Nano())
}
