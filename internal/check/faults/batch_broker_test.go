//go:build linux

package faults

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"nonet/internal/check/freeport"
)

// NATS hands out a job from within who coordinates. That process is killed, and so is a worker, while another is stopped for longer than a
// lease; then the power goes. The output is the same to the byte.
func TestBatchBroker(t *testing.T) {
	for range *rounds {
		j := newTrouble(t, 700)
		j.size = 512
		n := &node{trouble: j, out: j.out}
		at := freeport.Address(t)
		serve := func() {
			n.start(append([]string{"--nats", at, "--workers", "0", "--op", j.op[0], "--size", strconv.Itoa(j.size), "--lease", "600ms", j.input, "--"}, j.op[1:]...)...)
		}
		serve()
		link := n.link("batch join")
		worker := func() *exec.Cmd {
			c, _ := nonet(t, "", "batch", "join", "--workers", "1", link)
			return j.start(c)
		}
		first, second := worker(), worker()
		more(t, "shards are done", n)
		j.kill(n.process)
		serve()
		more(t, "it goes on where who coordinated, and the broker in it, were killed", n)
		_ = first.Process.Signal(syscall.SIGSTOP)
		j.kill(second)
		worker()
		more(t, "another does what was a worker's that was killed, or is stopped", n)
		j.kill(n.process)
		n.powerCut()
		serve()
		_ = first.Process.Signal(syscall.SIGCONT)
		more(t, "it goes on where the power was cut", n)
		n.finished()
	}
}

// A broker that listens at one address is found there, though others reach the rest of the job at another.
func TestBatchBrokerAtOneAddress(t *testing.T) {
	j := newTrouble(t, 20)
	c, told := nonet(t, "", j.args("serve", "--addr", ":0", "--nats", freeport.Address(t))...)
	j.start(c)
	j.complete(c, told)
	j.same()
}

// powerCut has a node that ended lose what was not made durable: all that its broker wrote, half of each file; of the manifest the line
// that was being written, of which a part is there.
func (n *node) powerCut() {
	n.t.Helper()
	err := filepath.WalkDir(filepath.Join(n.out+".batch", ".nonet", "nats"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.Truncate(path, info.Size()/2)
	})
	if err != nil {
		n.t.Fatal(err)
	}
	manifest, err := os.OpenFile(filepath.Join(n.out+".batch", "manifest.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = manifest.WriteString(`{"done":{"shard":1,"by`)
	}
	if err == nil {
		err = manifest.Close()
	}
	if err != nil {
		n.t.Fatal(err)
	}
}
