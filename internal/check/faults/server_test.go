//go:build linux

package faults

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/internal/app/cli"
)

// asNonet is the variable that makes the test's own binary a nonet.
const asNonet = "NONET_FAULTS"

func TestMain(m *testing.M) {
	if os.Getenv(asNonet) != "" {
		os.Unsetenv(asNonet)
		os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
	}
	if addr := os.Getenv(asClient); addr != "" {
		client(addr)
	}
	os.Exit(m.Run())
}

// patience limits waits that would otherwise hang. It measures nothing.
const patience = time.Minute

// until waits for a condition that another process makes true.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("still not so: %s", what)
		}
	}
}

const inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// server is a nonet serve in its own process.
type server struct {
	*exec.Cmd
	addr    string // host and port
	private string // the URL of the private address
	log     string // the file of its standard error
	ended   chan error
}

// serve starts a server with more flags. Its standard error is log, or a file if log is nil. before
// is a shell command that runs first.
func serve(t *testing.T, log *os.File, before string, flags ...string) *server {
	t.Helper()
	s := &server{ended: make(chan error, 1)}
	if log == nil {
		var err error
		if log, err = os.Create(filepath.Join(t.TempDir(), "log")); err != nil {
			t.Fatal(err)
		}
		s.log = log.Name()
	}
	args := append([]string{"-c", before + `exec "$0" "$@"`, os.Args[0], "serve", "--json", "--addr", "127.0.0.1:0", "--private-addr", "127.0.0.1:0"}, flags...)
	s.Cmd = exec.Command("/bin/sh", args...)
	// NONET_E2E belongs to the tests; the server would report it as unknown.
	s.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "NONET_") }), asNonet+"=1")
	s.Stderr = log
	out, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	log.Close()
	line, err := bufio.NewReader(out).ReadString('\n')
	var ready struct{ URL, Private string }
	if err != nil || json.Unmarshal([]byte(line), &ready) != nil {
		t.Fatalf("the server says %q, %v", line, err)
	}
	go func() { s.ended <- s.Wait() }()
	t.Cleanup(func() { _ = s.Process.Kill() })
	s.addr = strings.Trim(strings.TrimPrefix(ready.URL, "http://"), "/")
	s.private = ready.Private
	return s
}

// end stops the server, which must end without an error.
func (s *server) end(t *testing.T) {
	t.Helper()
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-s.ended:
		if err != nil {
			t.Errorf("the server ends with %v", err)
		}
	case <-time.After(patience):
		t.Fatal("the server does not end")
	}
}

// solves reports whether a new client gets an answer.
func (s *server) solves(t *testing.T) bool {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}
	response, err := client.Post("http://"+s.addr+"/api/v1/solve", "application/json", strings.NewReader(`{"puzzle":"`+inkala+`"}`))
	if err != nil {
		t.Logf("no answer: %v", err)
		return false
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	return err == nil && response.StatusCode == 200 && strings.Contains(string(b), `"outcome":"found"`)
}

// metric returns the value of a series, such as "nonet_x" or `nonet_x{a="b"}`, or 0 if it is
// absent.
func (s *server) metric(t *testing.T, series string) float64 {
	t.Helper()
	client := http.Client{Timeout: patience}
	response, err := client.Get(s.private + "metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), series+" "); ok {
			v, err := strconv.ParseFloat(value, 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	return 0
}

// logged returns the server's log so far.
func (s *server) logged(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(s.log)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
