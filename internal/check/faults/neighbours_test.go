//go:build linux

package faults

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestNeighboursKilled kills a search repeatedly, sometimes with half a line in its journal. The search finds
// and prints the same as an undisturbed search, in the same order.
func TestNeighboursKilled(t *testing.T) {
	t.Setenv("GORACE", "atexit_sleep_ms=10") // otherwise each command waits a second at its end under the race detector
	state := filepath.Join(t.TempDir(), "state")
	args := []string{"neighbours", "--minimal", "--rounds", "4", "--score", "givens", "--beam", "10", "--state", state,
		".3..........195.....8....6.8...6....4..8....1....2.....6....28....419..5.......7."}
	c, told := nonet(t, "", args...)
	want, err := c.Output()
	if err != nil {
		t.Fatal(err, told)
	}
	whole, err := os.ReadFile(state)
	if err != nil || os.Remove(state) != nil {
		t.Fatal(err)
	}
	printed := map[string]bool{}
	kills := 0
	for _, after := range []int{1, 16, 3, 40, 1, 30, 1 << 20} { // numbers of lines; the first round has 15
		c, told := nonet(t, "", args...)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		// With the smallest pipe, the search cannot end while nobody reads.
		if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, out.(*os.File).Fd(), syscall.F_SETPIPE_SZ, 1); errno != 0 {
			t.Fatal(errno)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Process.Kill() })
		read := bufio.NewReader(out)
		for n, killed := 0, false; ; n++ {
			if n == after {
				killed = c.Process.Kill() == nil
				kills++
			}
			line, err := read.ReadString('\n')
			if err == nil {
				printed[line] = true
				continue
			}
			if err := c.Wait(); err != nil && !killed {
				t.Fatal(err, told)
			}
			break
		}
		if after%2 == 1 { // the remains of an incomplete write
			f, err := os.OpenFile(state, os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = f.WriteString(string(want[:50]))
				_ = f.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if kills < 3 {
		t.Error("killed only", kills, "times")
	}
	if got, err := os.ReadFile(state); err != nil || !bytes.Equal(got, whole) {
		t.Errorf("%v; the journal of an undisturbed search:\n%s\nof one that was killed:\n%s", err, whole, got)
	}
	for line := range strings.Lines(string(want)) {
		if !printed[line] {
			t.Errorf("never printed: %s", line)
		}
	}
}
