//go:build linux

package faults

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// ask sends one request on a connection and reads the answer. It returns the status, and whether
// the server accepts another request.
func ask(conn net.Conn, read *bufio.Reader, id string) (status int, again bool, err error) {
	_ = conn.SetDeadline(time.Now().Add(patience))
	body := `{"puzzle":"` + inkala + `"}`
	if _, err = fmt.Fprintf(conn, "POST /api/v1/solve HTTP/1.1\r\nHost: %s\r\nX-Request-Id: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		conn.RemoteAddr(), id, len(body), body); err != nil {
		return 0, false, err
	}
	response, err := http.ReadResponse(read, nil)
	if err != nil {
		return 0, false, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, !response.Close, err
}

// TestStoppingLosesNothing stops a server while clients send requests. Each request that the server
// has read is answered, and none is lost on an accepted connection.
func TestStoppingLosesNothing(t *testing.T) {
	const clients = 12
	s := serve(t, nil, "", "--drain", "2s")
	var group sync.WaitGroup
	var answers atomic.Int64
	var answered, lost sync.Map
	for c := range clients {
		group.Go(func() {
			for n := 0; ; { // until nobody listens
				conn, err := net.Dial("tcp", s.addr)
				switch {
				case errors.Is(err, syscall.ECONNREFUSED):
					return
				case errors.Is(err, syscall.ECONNRESET): // this happens while the server closes its listener
					continue
				case err != nil:
					t.Error(err)
					return
				}
				read, again := bufio.NewReader(conn), true
				for first := true; again; first = false {
					var status int
					id := fmt.Sprintf("%d-%d", c, n)
					n++
					status, again, err = ask(conn, read, id)
					switch {
					case err != nil && first: // perhaps the server never accepted the connection; the log decides
						lost.Store(id, err)
					case err != nil || status != 200:
						t.Errorf("request %s on a connection in use: %d %v", id, status, err)
					default:
						answered.Store(id, true)
						answers.Add(1)
					}
					again = again && err == nil
				}
				conn.Close()
			}
		})
	}
	until(t, "all clients are answered", func() bool { return answers.Load() > 20*clients })
	s.end(t)
	group.Wait()
	seen := 0
	for line := range strings.Lines(s.logged(t)) {
		var record struct {
			Msg    string
			ID     string `json:"request_id"`
			Status int
		}
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if record.Msg != "request" {
			continue
		}
		seen++
		if _, ok := answered.Load(record.ID); !ok || record.Status != 200 {
			err, _ := lost.Load(record.ID)
			t.Errorf("request %s was taken with status %d, and its client had %v", record.ID, record.Status, err)
		}
	}
	if int64(seen) != answers.Load() {
		t.Errorf("%d requests are in the log, %d were answered", seen, answers.Load())
	}
}

// TestLogOnAFullDisk checks that a log that cannot be written loses its records, but does not stop
// the service.
func TestLogOnAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("there is no /dev/full: %v", err)
	}
	s := serve(t, full, "")
	for range 20 {
		if !s.solves(t) {
			t.Fatal("a full disk ends the service")
		}
	}
	until(t, "the records are missed", func() bool { return s.metric(t, "nonet_log_records_dropped_total") >= 20 })
	s.end(t)
}

// TestLogWithoutReader checks the same for a log without a reader. Without special care, a Go program ends when
// it writes to a standard error without a reader.
func TestLogWithoutReader(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, writer, "")
	reader.Close()
	for range 20 {
		if !s.solves(t) {
			t.Fatal("without a reader of its log the service ends")
		}
	}
	s.end(t)
}

// TestStoppedClients checks clients that are stopped (SIGSTOP) during answers. They do not block others, and
// their resources are free when they are gone.
func TestStoppedClients(t *testing.T) {
	s := serve(t, nil, "")
	const clients = 8
	var stopped []*exec.Cmd
	for range clients {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), asClient+"="+s.addr)
		out, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		defer c.Process.Kill()
		if line, err := bufio.NewReader(out).ReadString('\n'); line != "asked <nil>\n" {
			t.Fatalf("a client says %q, %v", line, err)
		}
		stopped = append(stopped, c)
		if err := c.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
	}
	inFlight := func() float64 { return s.metric(t, "nonet_http_requests_in_flight") }
	var sent float64
	until(t, "the server cannot write to them any more", func() bool {
		before := sent
		sent = s.metric(t, "nonet_http_response_bytes_total")
		time.Sleep(50 * time.Millisecond)
		return inFlight() == clients && sent == before
	})
	for range 20 {
		if !s.solves(t) {
			t.Fatal("stopped clients hold up another")
		}
	}
	if n := s.metric(t, `nonet_searches_running{class="short"}`) + s.metric(t, `nonet_searches_running{class="long"}`); n != 0 {
		t.Errorf("%v searches run for clients that take no answers", n)
	}
	for _, c := range stopped {
		_ = c.Process.Kill()
		_ = c.Wait()
	}
	until(t, "what they held is free", func() bool { return inFlight() == 0 && s.metric(t, "nonet_http_connections") == 0 })
	s.end(t)
}

// asClient is the variable with an address that makes the test's binary its client.
const asClient = "NONET_FAULTS_CLIENT"

// client requests 100 MB and does not read them, which fills all socket buffers.
func client(addr string) {
	conn, err := net.Dial("tcp", addr)
	for n := 0; err == nil && n < 500; n++ {
		_, err = fmt.Fprintf(conn, "GET /openapi.json HTTP/1.1\r\nHost: %s\r\n\r\n", addr)
	}
	fmt.Println("asked", err)
	time.Sleep(patience)
	os.Exit(0)
}

// TestFileDescriptorsExhausted checks that a server without free file descriptors reports this. It serves again
// as soon as some are free: when the clients that hold them leave, or have been idle for too long.
func TestFileDescriptorsExhausted(t *testing.T) {
	for _, leave := range []bool{true, false} {
		timeout := patience.String()
		if !leave {
			timeout = "100ms"
		}
		s := serve(t, nil, "ulimit -n 40; ", "--header-timeout", timeout)
		var idle []net.Conn
		for range 60 { // the system accepts them, up to its backlog
			conn, err := net.Dial("tcp", s.addr)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			idle = append(idle, conn)
		}
		until(t, "the log says what is the matter", func() bool { return strings.Contains(s.logged(t), "no file descriptor is left") })
		for _, conn := range idle {
			if leave {
				conn.Close()
			}
		}
		// New clients also have only 100 ms, and may be late, too.
		until(t, fmt.Sprintf("it recovers; those who took all left: %v", leave), func() bool { return s.solves(t) })
		s.end(t)
	}
}
