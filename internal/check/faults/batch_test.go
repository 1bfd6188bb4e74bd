//go:build linux

package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"nonet/internal/app/batch"
	"nonet/internal/app/netjob"
	"nonet/internal/check/freeport"
)

var rounds = flag.Int("batch-rounds", 1, "how often each trouble of a job is tried; make soak has more")

var stop = flag.Duration("batch-stop", 0, "how long at least a node is stopped; make soak has a minute")

// puzzles are puzzles of a few kinds, a bad line now and then among them.
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

// nonet is a command as a process; before is what a shell does first.
func nonet(t *testing.T, before string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	c := exec.Command("/bin/sh", append([]string{"-c", before + `exec "$0" "$@"`, os.Args[0]}, args...)...)
	c.Env = append(os.Environ(), asNonet+"=1", "NONET_E2E=")
	told := new(bytes.Buffer)
	c.Stderr = told
	return c, told
}

// trouble is a job in a directory of its own, and what its output has to be.
type trouble struct {
	t          *testing.T
	input, out string
	want       []byte
	op         []string
	size       int // of a shard
}

func newTrouble(t *testing.T, n int) *trouble {
	dir := t.TempDir()
	j := &trouble{t: t, input: filepath.Join(dir, "in.txt"), out: filepath.Join(dir, "out.txt"), op: []string{"check", "--nodes", "100000"}, size: 1024}
	text := puzzles(n)
	if err := os.WriteFile(j.input, text, 0o666); err != nil {
		t.Fatal(err)
	}
	c, told := nonet(t, "", append(j.op, "-k", j.input)...)
	want, err := c.Output()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		t.Fatal(err, told)
	}
	j.want = want
	return j
}

func (j *trouble) args(command string, more ...string) []string {
	return append(append([]string{"batch", command, "--op", j.op[0], "--size", strconv.Itoa(j.size), j.input, "-o", j.out}, more...), append([]string{"--"}, j.op[1:]...)...)
}

// done is how many shards the manifest knows as done.
func (j *trouble) done() int {
	b, err := os.ReadFile(filepath.Join(j.out+".batch", "manifest.jsonl"))
	if err != nil {
		return 0
	}
	return max(0, bytes.Count(b, []byte("\n"))-1)
}

// same fails unless the output is what the plain command prints, nothing missing and nothing twice.
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

// kill ends a process at once, whatever it was about.
func (j *trouble) kill(c *exec.Cmd) {
	j.t.Helper()
	if err := c.Process.Kill(); err != nil {
		j.t.Fatal(err)
	}
	_ = c.Wait()
}

// A job that is killed again and again, at whatever point, comes to the same output in the end.
func TestBatchKilled(t *testing.T) {
	j := newTrouble(t, 250)
	for range 3 * *rounds {
		before := j.done()
		c, _ := nonet(t, "", j.args("run")...)
		j.start(c)
		until(t, "a shard more is done", func() bool { return j.done() > before || j.over() })
		j.kill(c)
	}
	// One was killed as it made one file of all.
	half := j.out + ".123456.part"
	if err := os.WriteFile(half, []byte("half"), 0o666); err != nil {
		t.Fatal(err)
	}
	c, told := nonet(t, "", j.args("run")...)
	j.start(c)
	j.complete(c, told)
	j.same()
	if _, err := os.Stat(half); err == nil {
		t.Error("what a process that was killed left is there still")
	}
}

// A disk that takes no more ends a run with what is wrong; where there is room again, it goes on.
func TestBatchOnAFullDisk(t *testing.T) {
	j := newTrouble(t, 200)
	// The manifest is what grows; no file may have more than so many blocks of 512 bytes.
	c, told := nonet(t, "ulimit -f 4; ", j.args("run")...)
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

// serve starts a process that serves the job, or stands by.
func (j *trouble) serve(more ...string) (*exec.Cmd, *bytes.Buffer) {
	c, told := nonet(j.t, "", j.args("serve", append([]string{"--addr", "127.0.0.1:0", "--lease", "500ms"}, more...)...)...)
	return j.start(c), told
}

// served waits until somebody serves it.
func (j *trouble) served() {
	j.t.Helper()
	until(j.t, "somebody serves the job", func() bool {
		b, err := os.ReadFile(filepath.Join(j.out+".batch", ".nonet", "serve.json"))
		var a struct{ URLs []string }
		return err == nil && json.Unmarshal(b, &a) == nil && len(a.URLs) > 0
	})
}

// Three nodes: the one that serves is killed; another, which may serve by then, is stopped for longer than
// a lease. What comes out is the same to the byte.
func TestBatchServed(t *testing.T) {
	for range *rounds {
		j := newTrouble(t, 400)
		first, _ := j.serve("--workers", "1")
		j.served()
		second, _ := j.serve("--workers", "1")
		third, _ := j.serve("--workers", "1")
		until(t, "a shard is done", func() bool { return j.done() > 0 || j.over() })
		j.kill(first)
		began := time.Now()
		n := j.done()
		until(t, "another goes on", func() bool { return j.done() > n || j.over() })
		t.Logf("a pause of %v after the death of who served", time.Since(began).Round(time.Millisecond))
		_ = third.Process.Signal(syscall.SIGSTOP)
		stopped := time.Now()
		n = j.done()
		until(t, "it goes on without one that is stopped, or waits for it", func() bool { return j.done() > n+3 || j.over() || time.Since(stopped) > 700*time.Millisecond })
		_ = third.Process.Signal(syscall.SIGCONT)
		// One of the two serves, and makes the file; the other ends when it does, or finds it done.
		ended := make(chan error, 2)
		go func() { ended <- second.Wait() }()
		go func() { ended <- third.Wait() }()
		until(t, "the job is done", func() bool { return j.over() })
		for range 2 {
			select {
			case <-ended:
			case <-time.After(patience):
				t.Fatalf("one does not end")
			}
		}
		j.same()
	}
}

func (j *trouble) over() bool {
	_, err := os.Stat(j.out)
	return err == nil
}

// All are killed at once; started again, they go on.
func TestBatchAllKilled(t *testing.T) {
	j := newTrouble(t, 250)
	for range *rounds {
		a, _ := j.serve("--workers", "2")
		before := j.done()
		until(t, "a shard more is done", func() bool { return j.done() > before || j.over() })
		b, _ := j.serve("--workers", "1")
		j.kill(a)
		j.kill(b)
	}
	c, told := j.serve("--workers", "2")
	j.complete(c, told)
	j.same()
}

// node is one of several that serve a job, each with a directory of its own.
type node struct {
	*trouble
	out, addr string
	gate      *gate  // nil: others reach it at addr
	space     string // the network namespace that it is in, or ""
	process   *exec.Cmd
	told      *bytes.Buffer
}

// link is what a node tells others to start, after the words of the command.
func (n *node) link(command string) (link string) {
	n.t.Helper()
	until(n.t, "a node serves the job", func() bool {
		told, _ := os.ReadFile(n.out + ".told")
		_, after, _ := strings.Cut(string(told), command+" '")
		link, _, _ = strings.Cut(after, "'")
		return link != ""
	})
	return link
}

// peer is the link with which others keep a copy of what a node serves.
func (n *node) peer() string { n.t.Helper(); return n.link("--peer") }

// entries is how many shards its manifest knows as done.
func (n *node) entries() int {
	b, err := os.ReadFile(filepath.Join(n.out+".batch", "manifest.jsonl"))
	if err != nil {
		return 0
	}
	return bytes.Count(b, []byte(`{"done"`))
}

// shards is how many the job has.
func (n *node) shards() int {
	info, err := os.Stat(n.input)
	if err != nil {
		n.t.Fatal(err)
	}
	return (int(info.Size()) + n.size - 1) / n.size
}

// start starts the node, or starts it again, within the same port.
func (n *node) start(args ...string) {
	n.t.Helper()
	if n.addr == "" {
		n.addr = freeport.Address(n.t)
	}
	advertised, before := n.addr, ""
	if n.gate != nil {
		advertised = n.gate.Addr()
	}
	all := append([]string{"batch", "serve", "--lang=en", "-o", n.out, "--addr", n.addr, "--advertise", advertised, "--workers", "1"}, args...)
	if n.space != "" {
		before = "exec ip netns exec " + n.space + ` "$0" "$@"; `
	}
	n.process, n.told = nonet(n.t, before, all...)
	told, err := os.Create(n.out + ".told")
	if err != nil {
		n.t.Fatal(err)
	}
	n.process.Stderr = told
	n.trouble.start(n.process)
	told.Close()
	if n.gate != nil {
		n.gate.To(n.addr)
	}
}

// finished waits for its end, and compares what it made.
func (n *node) finished() {
	n.t.Helper()
	n.complete(n.process, n.told)
	defer func() {
		if n.t.Failed() {
			told, _ := os.ReadFile(n.out + ".told")
			n.t.Logf("%s told: %s", n.out, told)
		}
	}()
	whole := *n.trouble
	whole.out = n.out
	whole.same()
}

// gate is an address under which others reach a node, as long as it is open.
type gate struct {
	l  net.Listener
	mu sync.Mutex
	to string // "": shut
	at map[net.Conn]bool
}

func newGate(t *testing.T) *gate {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{l: l, at: map[net.Conn]bool{}}
	t.Cleanup(func() { l.Close(); g.To("") })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go g.pass(in)
		}
	}()
	return g
}

func (g *gate) Addr() string { return g.l.Addr().String() }

// To opens the gate to an address, or shuts it and ends what passes.
func (g *gate) To(addr string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.to = addr; addr == "" {
		for c := range g.at {
			c.Close()
		}
	}
}

func (g *gate) pass(in net.Conn) {
	g.mu.Lock()
	to := g.to
	g.mu.Unlock()
	out, err := net.Dial("tcp", to)
	if err != nil || to == "" {
		in.Close()
		return
	}
	g.mu.Lock()
	g.at[in], g.at[out] = true, true
	if g.to == "" {
		in.Close()
	}
	g.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(out, in)
		out.Close()
		close(ended)
	}()
	_, _ = io.Copy(in, out)
	in.Close()
	<-ended
	g.mu.Lock()
	delete(g.at, in)
	delete(g.at, out)
	g.mu.Unlock()
}

// more waits until nodes know of more than was under way, or all.
func more(t *testing.T, what string, of ...*node) {
	t.Helper()
	before := make([]int, len(of))
	for i, n := range of {
		before[i] = n.entries()
	}
	began := time.Now()
	defer func() {
		if t.Failed() {
			for _, n := range of {
				told, _ := os.ReadFile(n.out + ".told")
				t.Logf("%s knows of %d, and told: %s", n.out, n.entries(), told)
			}
		}
	}()
	until(t, what, func() bool {
		for i, n := range of {
			if _, err := os.Stat(n.out); err != nil && n.entries() < min(n.shards(), before[i]+8) {
				return false
			}
		}
		return true
	})
	t.Logf("%s: after %v, from %d", what, time.Since(began).Round(time.Millisecond), before)
}

// Three nodes with a copy each. One is cut off, so that two lead; who leads is stopped, and killed; all are
// killed. Each has the same output in the end, to the byte.
func TestBatchCopies(t *testing.T) {
	for range *rounds {
		j := newTrouble(t, 900)
		j.size = 512
		nodes := make([]*node, 3)
		for i := range nodes {
			nodes[i] = &node{trouble: j, out: fmt.Sprintf("%s.%d", j.out, i), gate: newGate(t)}
		}
		first := append([]string{"--op", j.op[0], "--size", strconv.Itoa(j.size), "--lease", "600ms", "--replicas", "3", j.input, "--"}, j.op[1:]...)
		nodes[0].start(first...)
		join := []string{"--replicas", "3", "--peer", nodes[0].peer()}
		nodes[1].start(join...)
		nodes[2].start(join...)
		more := func(what string, of ...*node) { t.Helper(); more(t, what, of...) }
		more("all know of something done", nodes...)
		nodes[0].gate.To("")
		more("both sides of a cut go on", nodes...)
		nodes[0].gate.To(nodes[0].addr)
		_ = nodes[0].process.Process.Signal(syscall.SIGSTOP)
		stopped := time.Now()
		more("the others go on without who leads, which is stopped", nodes[1:]...)
		time.Sleep(*stop - time.Since(stopped))
		_ = nodes[0].process.Process.Signal(syscall.SIGCONT)
		more("it takes part again", nodes...)
		j.kill(nodes[0].process)
		more("the others go on when who leads is killed", nodes[1:]...)
		for _, n := range nodes[1:] {
			j.kill(n.process)
		}
		nodes[2].start(join...)
		more("the last goes on alone", nodes[2])
		nodes[1].start(join...)
		nodes[0].start(first...)
		for _, n := range nodes {
			n.finished()
		}
	}
}

var (
	fleet  = flag.Int("batch-fleet", 50, "simulated workers; make soak has 1,000")
	shards = flag.Int("batch-shards", 500, "shards for them; make soak has a million")
)

// Many workers, whose work is to sleep, and many small shards: what one coordinator takes for that.
func TestBatchFleet(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out") + string(os.PathSeparator)
	c, _ := nonet(t, "", "batch", "serve", "--lang=en", "--op", "generate", "--range", fmt.Sprintf("0..%d", *shards), "--size", "1", "--workers", "0", "--addr", "127.0.0.1:0", "-o", out)
	name := filepath.Join(t.TempDir(), "told")
	told, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer told.Close()
	c.Stderr = told
	(&trouble{t: t}).start(c)
	link := ""
	until(t, "it serves", func() bool {
		b, _ := os.ReadFile(name)
		_, after, _ := strings.Cut(string(b), "--peer '")
		link, _, _ = strings.Cut(after, "'")
		return link != ""
	})
	begin, err := netjob.Begin(t.Context(), link)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	work := func(ctx context.Context, task *batch.Task) (int, error) {
		select {
		case <-time.After(time.Duration(100+rand.IntN(100)) * time.Millisecond):
		case <-ctx.Done():
		}
		fmt.Fprintln(task.Out, inkala)
		task.Puzzles.Add(1)
		return 0, ctx.Err()
	}
	// A connection for some workers each, as a machine has.
	const machine = 25
	var group sync.WaitGroup
	for n := 0; n < *fleet; n += machine {
		group.Go(func() {
			w := &netjob.Client{Link: func() (string, error) { return link, nil }, Name: "w", Version: begin.Info.Version, Patience: patience,
				Work: func([]string) batch.Work { return work }}
			if err := w.Run(t.Context(), min(machine, *fleet-n)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	took := time.Since(began)
	if err := c.Wait(); err != nil {
		b, _ := os.ReadFile(name)
		t.Fatalf("%v: %s", err, b)
	}
	usage := c.ProcessState.SysUsage().(*syscall.Rusage)
	used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	t.Logf("%d workers, %d shards: %v; the coordinator took %.2f cores, %d MB", *fleet, *shards, took.Round(time.Millisecond), used.Seconds()/took.Seconds(), usage.Maxrss>>10)
	if all, err := filepath.Glob(out + "*.txt"); err != nil || len(all) != *shards {
		t.Errorf("%v; %d outputs", err, len(all))
	}
}
