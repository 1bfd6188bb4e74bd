//go:build linux

package faults

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonet/internal/check/freeport"
	"nonet/internal/check/natsserver"
	"nonet/internal/check/soak"
)

// process is a nonet process that writes its output to a file.
type process struct {
	*exec.Cmd
	told string
}

// in starts a nonet, as an argument of another command if before is not empty.
func (j *trouble) in(before []string, args ...string) *process {
	j.t.Helper()
	told, err := os.CreateTemp(j.t.TempDir(), "told")
	if err != nil {
		j.t.Fatal(err)
	}
	defer told.Close()
	words := append(append(append([]string(nil), before...), os.Args[0]), args...)
	c := exec.Command(words[0], words[1:]...)
	c.Env = append(os.Environ(), asNonet+"=1", "NONET_E2E=")
	c.Stderr = told
	p := &process{c, told.Name()}
	j.start(c)
	j.t.Cleanup(func() {
		if j.t.Failed() {
			j.t.Logf("%v told: %s", args, p.text())
		}
	})
	return p
}

// text returns the output of the process so far.
func (p *process) text() string {
	b, _ := os.ReadFile(p.told)
	return string(b)
}

// tells waits until a process writes a text. It returns the rest of the line, or "" if the job ends first.
func (j *trouble) tells(p *process, what string) (rest string) {
	j.t.Helper()
	until(j.t, "it is told: "+what, func() bool {
		_, after, ok := strings.Cut(p.text(), what)
		rest, _, _ = strings.Cut(after, "\n")
		return ok && strings.Contains(after, "\n") || j.over()
	})
	return strings.TrimSpace(rest)
}

// serve starts a nonet batch serve. more are flags.
func (j *trouble) serve(url string, more ...string) *process {
	return j.in(nil, j.args("serve", append([]string{"--lang=en", "--nats", url, "--lease", "1s"}, more...)...)...)
}

// worker starts a nonet batch join.
func (j *trouble) worker(url string) *process {
	return j.in(nil, "batch", "join", "--lang=en", "--nats", url, "--workers", "1")
}

// more waits until another shard is done, or all shards are done.
func (j *trouble) more(what string) {
	j.t.Helper()
	before, began := j.done(), time.Now()
	until(j.t, what, func() bool { return j.over() || j.done() > before+4 })
	j.t.Logf("%s: after %v, from %d shards", what, time.Since(began).Round(time.Millisecond), before)
}

// ends waits for processes that end when the job is over.
func (j *trouble) ends(all ...*process) {
	j.t.Helper()
	for _, p := range all {
		ended := make(chan error, 1)
		go func() { ended <- p.Wait() }()
		select {
		case err := <-ended:
			var status *exec.ExitError
			if err != nil && (!errors.As(err, &status) || status.ExitCode() > 2) || strings.Contains(p.text(), "no answer from") && strings.Contains(p.text(), "nonet: error") {
				j.t.Errorf("%v: %s", err, p.text())
			}
		case <-time.After(patience):
			_ = p.Process.Signal(syscall.SIGQUIT)
			<-ended
			j.t.Fatalf("a process does not end: %s", p.text())
		}
	}
}

// long skips a test in a short run.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("processes that are killed and go on take many seconds: make test has them")
	}
}

// TestBatchServed starts the processes of a job before the NATS server. A worker is killed, and another is
// stopped for longer than a lease. The serving process is killed while another process waits for its place. The
// NATS server is killed, and then loses its disk. The output is the same to the byte.
func TestBatchServed(t *testing.T) {
	long(t)
	for range *rounds {
		j := newSlowTrouble(t, 80)
		n := natsserver.New(t, freeport.Address(t))
		first, killed, stopped := j.serve(n.URL(), "--workers", "0"), j.worker(n.URL()), j.worker(n.URL())
		j.tells(first, "cannot be used now")
		j.tells(killed, "no answer from")
		n.Start(t)
		j.more("shards are done once NATS is there")
		second := j.serve(n.URL(), "--workers", "1")
		j.tells(second, "this one waits")
		j.kill(killed.Cmd)
		_ = stopped.Process.Signal(syscall.SIGSTOP)
		last := j.worker(n.URL())
		j.more("another worker goes on")
		j.kill(first.Cmd)
		j.more("another serves")
		n.Kill(t)
		n.Start(t)
		j.more("the NATS server is back")
		n.Kill(t)
		if err := os.RemoveAll(n.Store); err != nil {
			t.Fatal(err)
		}
		n.Start(t)
		_ = stopped.Process.Signal(syscall.SIGCONT)
		j.ends(second, stopped, last)
		j.same()
	}
}

// TestBatchAllKilled kills all processes at once, repeatedly.
func TestBatchAllKilled(t *testing.T) {
	long(t)
	n := natsserver.New(t, freeport.Address(t)).Start(t)
	j := newSlowTrouble(t, 80)
	for range *rounds {
		serving, worker := j.serve(n.URL(), "--workers", "1"), j.worker(n.URL())
		j.more("shards are done")
		j.kill(serving.Cmd)
		j.kill(worker.Cmd)
		n.Kill(t)
		n.Start(t)
	}
	j.ends(j.serve(n.URL(), "--workers", "2"))
	j.same()
}

// leader waits until a stream has a leader. It returns that server's number in a cluster, or 0 if the job ends
// first.
func (j *trouble) leader(url, stream string) (n int) {
	t := j.t
	t.Helper()
	c, err := nats.Connect(url, nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	js, err := jetstream.New(c)
	if err != nil {
		t.Fatal(err)
	}
	until(t, "the stream has a leader", func() bool {
		if j.over() {
			return true
		}
		s, err := js.Stream(t.Context(), stream)
		if err != nil || s.CachedInfo().Cluster == nil {
			return false
		}
		_, err = fmt.Sscanf(s.CachedInfo().Cluster.Leader, "n%d", &n)
		return err == nil
	})
	return n
}

// newSlowTrouble returns a job whose shards take a worker some time, so that it continues while
// faults happen.
func newSlowTrouble(t *testing.T, n int) *trouble {
	j := newTrouble(t, n, "unavoidable")
	j.size = 256
	return j
}

// name returns the name of the job that a process serves, or "" if the job ends before it is known.
func (j *trouble) name(p *process) string {
	j.t.Helper()
	rest := j.tells(p, "nonet batch join")
	return rest[strings.LastIndex(rest, " ")+1:]
}

// TestBatchCluster kills the server of a cluster of three that leads the stream, starts it again,
// and then kills another.
func TestBatchCluster(t *testing.T) {
	if !soak.On() {
		t.Skip("three servers that elect leaders: make soak has them, TestBatchServed one server in the same troubles")
	}
	for range *rounds {
		j := newSlowTrouble(t, 200)
		var addrs, routes []string
		for range 3 {
			addrs, routes = append(addrs, freeport.Address(t)), append(routes, freeport.Address(t))
		}
		all, url := natsserver.Cluster(t, addrs, routes, make([][]string, 3))
		serving, worker := j.serve(url, "--workers", "1", "--replicas", "3"), j.worker(url)
		name := j.name(serving)
		for range 2 {
			j.more("shards are done")
			n := j.leader(url, name)
			all[n].Kill(t)
			j.more("the others go on without the leader")
			all[n].Start(t)
		}
		j.ends(serving, worker)
		j.same()
	}
}

// TestBatchServedOnAFullDisk fills the disk of the serving process: it ends with an error. When the job is
// served again with enough space, it continues.
func TestBatchServedOnAFullDisk(t *testing.T) {
	long(t)
	j := newSlowTrouble(t, 80)
	small := t.TempDir()
	if err := syscall.Mount("none", small, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("no file system of its own for a full disk: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) })
	j.out = filepath.Join(small, "out.txt")
	n := natsserver.New(t, freeport.Address(t)).Start(t)
	serving, worker := j.serve(n.URL(), "--workers", "0"), j.worker(n.URL())
	j.more("shards are done")
	fill, err := os.Create(filepath.Join(small, "fill"))
	if err != nil {
		t.Fatal(err)
	}
	for err = nil; err == nil; {
		_, err = io.WriteString(fill, strings.Repeat("x", 4096))
	}
	fill.Close()
	j.tells(serving, "no space left on device")
	j.ends(serving)
	os.Remove(fill.Name())
	j.ends(j.serve(n.URL(), "--workers", "0"), worker)
	j.same()
}

// run runs a system command that needs root.
func run(args ...string) error {
	if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w: %s", args, err, out)
	}
	return nil
}

// spaces returns n network namespaces, each with an address on a bridge in another namespace.
// Nothing outside them is reached or changed.
func spaces(t *testing.T, n int) (names, addrs []string) {
	t.Helper()
	base := fmt.Sprintf("nonet%d", os.Getpid())
	must := func(args ...string) {
		t.Helper()
		if err := run(args...); err != nil {
			t.Fatal(err)
		}
	}
	if err := run("ip", "netns", "add", base); err != nil {
		t.Skipf("network namespaces need root and iproute2: %v", err)
	}
	t.Cleanup(func() { _ = run("ip", "netns", "del", base) })
	if err := run("ip", "-n", base, "link", "add", "name", "middle", "type", "bridge"); err != nil {
		t.Skipf("there is no bridge: %v", err)
	}
	must("ip", "-n", base, "link", "set", "middle", "up")
	for i := range n {
		name, addr := fmt.Sprintf("%s-%d", base, i), fmt.Sprintf("192.0.2.%d", i+1)
		must("ip", "netns", "add", name)
		t.Cleanup(func() { _ = run("ip", "netns", "del", name) })
		must("ip", "-n", base, "link", "add", "name", fmt.Sprint("p", i), "type", "veth", "peer", "name", "eth0", "netns", name)
		must("ip", "-n", base, "link", "set", fmt.Sprint("p", i), "master", "middle", "up")
		must("ip", "-n", name, "addr", "add", addr+"/24", "dev", "eth0")
		must("ip", "-n", name, "link", "set", "eth0", "up")
		must("ip", "-n", name, "link", "set", "lo", "up")
		names, addrs = append(names, name), append(addrs, addr)
	}
	return names, addrs
}

// TestBatchNetwork runs a job on three machines, each with a NATS server. One machine serves, and two work. All
// packets of a worker are lost without notice, and later those of the serving machine. The output is the same
// to the byte.
func TestBatchNetwork(t *testing.T) {
	if !soak.On() {
		t.Skip("connections whose other end is gone are given up after some seconds: make soak has them")
	}
	names, hosts := spaces(t, 3)
	before, addrs, routes := make([][]string, 3), make([]string, 3), make([]string, 3)
	for i, name := range names {
		before[i] = []string{"ip", "netns", "exec", name}
		addrs[i], routes[i] = hosts[i]+":4222", hosts[i]+":6222"
	}
	for range *rounds {
		j := newSlowTrouble(t, 200)
		_, url := natsserver.Cluster(t, addrs, routes, before)
		args := []string{"--lang=en", "--nats", url, "--lease", "1s", "--replicas", "3", "--workers", "0"}
		serving := j.in(before[0], j.args("serve", args...)...)
		var workers []*process
		for i := range names[1:] {
			workers = append(workers, j.in(before[i+1], "batch", "join", "--lang=en", "--nats", url, "--workers", "1"))
		}
		j.more("shards are done")
		// cut removes a machine from the bridge, or adds it again.
		cut := func(i int, state string) {
			t.Helper()
			base, _, _ := strings.Cut(names[i], "-")
			if err := run("ip", "-n", base, "link", "set", fmt.Sprint("p", i), state); err != nil {
				t.Fatal(err)
			}
		}
		cut(1, "down")
		j.more("the others go on without one that is cut off")
		cut(1, "up")
		cut(0, "down")
		workers = append(workers, j.in(before[1], "batch", "join", "--lang=en", "--nats", url, "--workers", "1"))
		j.tells(workers[2], "no answer from")
		cut(0, "up")
		j.more("all go on")
		j.ends(append(workers, serving)...)
		j.same()
	}
}
