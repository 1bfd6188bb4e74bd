// Package natsserver starts NATS servers as processes, for tests. go.mod lists the server as a tool, with its version.
package natsserver

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// program returns the path of nats-server. The go command builds the program once and caches it. It is built without
// cgo, because otherwise a run with the race detector would build it again.
var program = sync.OnceValues(func() (string, error) {
	c := exec.Command("go", "tool", "-n", "nats-server")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	var told strings.Builder
	c.Stderr = &told
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, told.String())
	}
	return strings.TrimSpace(string(out)), err
})

// Server is a process of nats-server with JetStream.
type Server struct {
	Addr  string // the host and the port of the server
	Store string // the directory of the server's streams

	// Before, if not empty, is a command that runs the server. The server's command line follows as arguments.
	Before []string
	args   []string
	log    string
	run    *exec.Cmd
}

// New returns a server that does not run yet. addr is the server's host and port, and stays the same when the server is
// started again. `more` are further flags of nats-server.
func New(t testing.TB, addr string, more ...string) *Server {
	t.Helper()
	dir := t.TempDir()
	return &Server{Addr: addr, Store: filepath.Join(dir, "store"), log: filepath.Join(dir, "log"), args: more}
}

// URL returns the server's address for clients.
func (s *Server) URL() string { return "nats://" + s.Addr }

// Start may be called again after Kill. The server stops when the test ends.
func (s *Server) Start(t testing.TB) *Server {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	host, port, err := net.SplitHostPort(s.Addr)
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.OpenFile(s.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	words := append(append(append([]string(nil), s.Before...), path, "-js", "-sd", s.Store, "-a", host, "-p", port), s.args...)
	c := exec.Command(words[0], words[1:]...)
	c.Stdout, c.Stderr = log, log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	s.run = c
	t.Cleanup(func() {
		if s.run == c {
			s.Kill(t)
		}
		if t.Failed() {
			b, _ := os.ReadFile(s.log)
			t.Logf("the NATS server at %s wrote: %s", s.Addr, b[max(0, len(b)-4000):])
		}
	})
	return s
}

// Kill ends the process of the server immediately.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	if err := s.run.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = s.run.Wait()
	s.run = nil
}

// Cluster starts servers that form a cluster. Server i has the address addrs[i] for clients and routes[i] for
// the other servers. before[i] is the command under which server i runs, or empty. url has the addresses of
// all servers.
func Cluster(t testing.TB, addrs, routes []string, before [][]string) (all []*Server, url string) {
	t.Helper()
	var urls []string
	for i, addr := range addrs {
		s := New(t, addr, "-n", fmt.Sprint("n", i), "--cluster_name", "c", "--cluster", "nats://"+routes[i], "--routes", "nats://"+strings.Join(routes, ",nats://"))
		s.Before = before[i]
		all, urls = append(all, s.Start(t)), append(urls, s.URL())
	}
	return all, strings.Join(urls, ",")
}
