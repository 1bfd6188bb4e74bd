//go:build linux

package faults

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// run runs a command of the system, for root alone.
func run(t *testing.T, args ...string) error {
	t.Helper()
	if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w: %s", args, err, out)
	}
	return nil
}

// spaces are so many network namespaces, each with an address of its own on a bridge in one more; nothing outside them
// is reached, or changed.
func spaces(t *testing.T, n int) (names, addrs []string) {
	t.Helper()
	base := fmt.Sprintf("nonet%d", os.Getpid())
	must := func(args ...string) {
		t.Helper()
		if err := run(t, args...); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(t, "ip", "netns", "add", base); err != nil {
		t.Skipf("network namespaces need root and iproute2: %v", err)
	}
	t.Cleanup(func() { _ = run(t, "ip", "netns", "del", base) })
	if err := run(t, "ip", "-n", base, "link", "add", "name", "middle", "type", "bridge"); err != nil {
		t.Skipf("there is no bridge: %v", err)
	}
	must("ip", "-n", base, "link", "set", "middle", "up")
	for i := range n {
		name, addr := fmt.Sprintf("%s-%d", base, i), fmt.Sprintf("192.0.2.%d", i+1)
		must("ip", "netns", "add", name)
		t.Cleanup(func() { _ = run(t, "ip", "netns", "del", name) })
		must("ip", "-n", base, "link", "add", "name", fmt.Sprint("p", i), "type", "veth", "peer", "name", "eth0", "netns", name)
		must("ip", "-n", base, "link", "set", fmt.Sprint("p", i), "master", "middle", "up")
		must("ip", "-n", name, "addr", "add", addr+"/24", "dev", "eth0")
		must("ip", "-n", name, "link", "set", "eth0", "up")
		must("ip", "-n", name, "link", "set", "lo", "up")
		names, addrs = append(names, name), append(addrs, addr)
	}
	return names, addrs
}

// Three nodes in networks of their own. The network between two of them is cut, so that what they send each other
// is lost without a word; the disk of who leads is full. Each has the same output in the end, to the byte.
func TestBatchNetwork(t *testing.T) {
	names, addrs := spaces(t, 3)
	j := newTrouble(t, 1100)
	j.size = 256
	small := filepath.Join(filepath.Dir(j.out), "small")
	if err := os.Mkdir(small, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("none", small, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("no file system of its own for a full disk: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) })
	nodes := make([]*node, 3)
	for i := range nodes {
		nodes[i] = &node{trouble: j, out: fmt.Sprintf("%s.%d", j.out, i), space: names[i], addr: addrs[i] + ":8170"}
	}
	nodes[0].out = filepath.Join(small, "out.txt")
	// cut has what two nodes send each other go to nobody, or mends that.
	cut := func(a, b int, mend bool) {
		t.Helper()
		for _, way := range [][2]int{{a, b}, {b, a}} {
			args := []string{"ip", "-n", names[way[0]], "neigh", "replace", addrs[way[1]], "lladdr", "02:00:00:00:00:01", "dev", "eth0", "nud", "permanent"}
			if mend {
				args = []string{"ip", "-n", names[way[0]], "neigh", "del", addrs[way[1]], "dev", "eth0"}
			}
			if err := run(t, args...); err != nil {
				t.Fatal(err)
			}
		}
	}
	nodes[0].start(append([]string{"--op", j.op[0], "--size", strconv.Itoa(j.size), "--lease", "600ms", "--replicas", "3", j.input, "--"}, j.op[1:]...)...)
	join := []string{"--replicas", "3", "--peer", nodes[0].peer()}
	nodes[1].start(join...)
	nodes[2].start(join...)
	more(t, "all know of something done", nodes...)
	cut(0, 1, false)
	more(t, "all go on while the network between two is cut", nodes...)
	cut(0, 1, true)
	fill, err := os.Create(filepath.Join(small, "fill"))
	if err != nil {
		t.Fatal(err)
	}
	defer fill.Close()
	for err = nil; err == nil; {
		_, err = fill.Write(make([]byte, 4096))
	}
	kept := nodes[0].entries()
	for _, n := range nodes[1:] { // with more than they copy of what it had before
		until(t, "the others go on while the disk of who leads is full", func() bool { return n.entries() >= min(n.shards(), kept+8) })
	}
	t.Logf("the disk was full at %d shards of %d; the others knew of %d and %d when it was emptied", kept, nodes[0].shards(), nodes[1].entries(), nodes[2].entries())
	os.Remove(fill.Name())
	fill.Close()
	for _, n := range nodes {
		n.finished()
	}
}
