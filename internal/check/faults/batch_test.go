//go:build linux

package faults

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

var rounds = flag.Int("batch-rounds", 1, "how often each trouble of a job is tried; make soak has more")

// puzzles returns puzzles of a few kinds, with occasional bad lines.
func puzzles(n int) []byte {
	rng := rand.New(rand.NewPCG(17, 17))
	kinds := []string{
		inkala,
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
		"........1.......23..4..5........6....3....7.25...74......3.......6...4...8.1.....",
	}
	var b bytes.Buffer
	for range n {
		switch k := rng.IntN(50); k {
		case 0:
			b.WriteString("rubbish\n")
		case 1:
			b.WriteString("# a remark\n\n")
		default:
			b.WriteString(kinds[k%len(kinds)] + "\n")
		}
	}
	return b.Bytes()
}

// nonet returns a command as a process. before is a shell command that runs first.
func nonet(t *testing.T, before string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	c := exec.Command("/bin/sh", append([]string{"-c", before + `exec "$0" "$@"`, os.Args[0]}, args...)...)
	c.Env = append(os.Environ(), asNonet+"=1", "NONET_E2E=")
	told := new(bytes.Buffer)
	c.Stderr = told
	return c, told
}

// trouble is a job in its own directory, with its expected output.
type trouble struct {
	t          *testing.T
	input, out string
	want       []byte
	op         []string
	size       int // of a shard
}

// newTrouble returns a job of n lines. op is the command for each line; without op, the job uses a quick
// command.
func newTrouble(t *testing.T, n int, op ...string) *trouble {
	dir := t.TempDir()
	j := &trouble{t: t, input: filepath.Join(dir, "in.txt"), out: filepath.Join(dir, "out.txt"), op: op, size: 1024}
	if op == nil {
		j.op = []string{"check", "--nodes", "100000"}
	}
	text := puzzles(n)
	if err := os.WriteFile(j.input, text, 0o666); err != nil {
		t.Fatal(err)
	}
	j.want = plainOutput(t, j, text)
	return j
}

// plainOutputs holds the outputs of plain commands by operation and input: the slow tests share one.
var plainOutputs = map[string][]byte{}

// plainOutput returns the output of one plain command for the whole input of a job.
func plainOutput(t *testing.T, j *trouble, input []byte) []byte {
	t.Helper()
	key := strings.Join(j.op, " ") + "\n" + string(input)
	if plainOutputs[key] == nil {
		c, told := nonet(t, "", append(j.op, "-k", j.input)...)
		out, err := c.Output()
		var status *exec.ExitError
		if err != nil && !errors.As(err, &status) {
			t.Fatal(err, told)
		}
		plainOutputs[key] = out
	}
	return plainOutputs[key]
}

func (j *trouble) args(command string, more ...string) []string {
	return append(append([]string{"batch", command, "--op", j.op[0], "--size", strconv.Itoa(j.size), j.input, "-o", j.out}, more...), append([]string{"--"}, j.op[1:]...)...)
}

// done returns the number of shards that are done according to the manifest.
func (j *trouble) done() int {
	b, err := os.ReadFile(filepath.Join(j.out+".batch", "manifest.jsonl"))
	if err != nil {
		return 0
	}
	return max(0, bytes.Count(b, []byte("\n"))-1)
}

// same fails the test unless the output is exactly the same as that of the plain command.
func (j *trouble) same() {
	j.t.Helper()
	got, err := os.ReadFile(j.out)
	if err != nil {
		j.t.Fatal(err)
	}
	if !bytes.Equal(got, j.want) {
		j.t.Fatalf("the output has %d bytes, and not the %d that it should", len(got), len(j.want))
	}
	c, told := nonet(j.t, "", "batch", "verify", j.out)
	if out, err := c.Output(); err != nil {
		j.t.Fatalf("%v %s %s", err, out, told)
	}
}

// complete waits for a process that must finish the job.
func (j *trouble) complete(c *exec.Cmd, told *bytes.Buffer) {
	j.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case err := <-ended:
		var status *exec.ExitError
		if err != nil && (!errors.As(err, &status) || status.ExitCode() > 2) {
			j.t.Fatalf("%v: %s", err, told)
		}
	case <-time.After(patience):
		_ = c.Process.Signal(syscall.SIGQUIT)
		<-ended
		j.t.Fatalf("the job does not end: %s", told)
	}
}

func (j *trouble) start(c *exec.Cmd) *exec.Cmd {
	j.t.Helper()
	if err := c.Start(); err != nil {
		j.t.Fatal(err)
	}
	j.t.Cleanup(func() { _ = c.Process.Kill() })
	return c
}

// kill ends a process at once.
func (j *trouble) kill(c *exec.Cmd) {
	j.t.Helper()
	if err := c.Process.Kill(); err != nil {
		j.t.Fatal(err)
	}
	_ = c.Wait()
}

// TestBatchKilled checks that a job that is killed repeatedly, at any point, has the same output in
// the end.
func TestBatchKilled(t *testing.T) {
	j := newTrouble(t, 3000**rounds)
	// One process was killed while it combined the files.
	half := j.out + ".123456.part"
	if err := os.WriteFile(half, []byte("half"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 3 * *rounds {
		before := j.done()
		c, _ := nonet(t, "", j.args("run")...)
		j.start(c)
		until(t, "a shard more is done", func() bool { return j.done() > before || j.over() })
		if j.over() {
			t.Logf("the job was over after %d shards", before)
		}
		j.kill(c)
	}
	c, told := nonet(t, "", j.args("run")...)
	j.start(c)
	j.complete(c, told)
	j.same()
	if _, err := os.Stat(half); err == nil {
		t.Error("what a process that was killed left is there still")
	}
}

// TestBatchOnAFullDisk checks that a full disk ends a run with an error, and that the job continues
// when there is space.
func TestBatchOnAFullDisk(t *testing.T) {
	j := newTrouble(t, 200)
	// The output has 31 blocks of 512 bytes; no file may have more than 24.
	c, told := nonet(t, "ulimit -f 24; ", j.args("run")...)
	if err := c.Run(); err == nil || !strings.Contains(told.String(), "too large") {
		t.Fatalf("%v: %s", err, told)
	}
	if n := j.done(); n == 0 {
		t.Error("nothing was done before the disk was full")
	}
	c, told = nonet(t, "", j.args("run")...)
	j.start(c)
	j.complete(c, told)
	j.same()
}

func (j *trouble) over() bool {
	_, err := os.Stat(j.out)
	return err == nil
}
