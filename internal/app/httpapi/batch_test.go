package httpapi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"nonet/internal/app/admission"
	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

// conversation is a batch whose client alternates between writing and reading.
type conversation struct {
	*io.PipeWriter
	answers *bufio.Scanner
	cancel  context.CancelFunc
}

func openConversation(t *testing.T, base, path string) *conversation {
	t.Helper()
	in, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, base+path, in)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", lineJSON)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); out.Close(); response.Body.Close() })
	if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || kind != lineJSON {
		t.Fatalf("%d %s", response.StatusCode, kind)
	}
	c := &conversation{out, bufio.NewScanner(response.Body), cancel}
	c.answers.Buffer(nil, 1<<20)
	return c
}

// sendText sends a text and returns the next answer.
func (c *conversation) sendText(t *testing.T, text string) string {
	t.Helper()
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	if !c.answers.Scan() {
		t.Fatalf("no answer to %.100q: %v", text, c.answers.Err())
	}
	return c.answers.Text()
}

// narrowListener accepts connections whose buffers hold few bytes.
type narrowListener struct{ net.Listener }

func (l narrowListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return conn, conn.(*net.TCPConn).SetWriteBuffer(4096)
}

// Each line is answered, as described, before the next is sent. It may arrive in any pieces.
func TestBatchTalks(t *testing.T) {
	s, ts := startServer(t, testConfig())
	c := openConversation(t, ts.URL, "/api/v1/solve/batch?limit=3&lang=zh-CN")
	line := func(text string, types ...any) {
		t.Helper()
		answer := c.sendText(t, text)
		schema := s.englishDescription().Paths["/api/v1/solve"].Post.Responses["200"].Content["application/json"].Schema
		if strings.HasPrefix(answer, `{"type"`) {
			schema = s.englishDescription().Paths["/api/v1/solve"].Post.Responses["422"].Content[problemJSON].Schema
		}
		checkSchema(t, s, schema, decodeJSON(t, answer), text)
		for _, want := range types {
			if !strings.Contains(answer, want.(string)) {
				t.Errorf("%.100q: %s, want %s", text, answer, want)
			}
		}
	}
	for _, part := range []string{"# remark\n", "\n", inkala[:40]} {
		if _, err := io.WriteString(c, part); err != nil {
			t.Fatal(err)
		}
	}
	line(inkala[40:]+"\n", `"complete":true`)
	line(`"`+inkala+`"`+"\r\n", `"complete":true`)
	line(puzzleBody(empty, `,"limit":1`)+"\n", `"complete":false`)
	line("? ?\n", `"line":6`, `第 6 行`)
	line(strings.Repeat("x", operation.MaxLine+1)+"\n", `"line":7`, "too-large", fmt.Sprint(operation.MaxLine))
	line(strings.Repeat("x", 3*pieceSize)+"\n"+empty+"\n", `"line":8`, "too-large")
	if !c.answers.Scan() || !strings.Contains(c.answers.Text(), empty) {
		t.Errorf("the line behind one that is too long: %s", c.answers.Text())
	}
	if _, err := io.WriteString(c, inkala); err != nil { // without a line end
		t.Fatal(err)
	}
	c.Close()
	if !c.answers.Scan() || !strings.Contains(c.answers.Text(), inkala) || c.answers.Scan() {
		t.Errorf("the last line: %s", c.answers.Text())
	}
}

// A client that sends everything before it reads gets all of some thousand answers.
func TestBatchAllAtOnce(t *testing.T) {
	const n = 9000
	_, ts := startServer(t, testConfig())
	response, err := http.Post(ts.URL+"/api/v1/count/batch", lineJSON, strings.NewReader(strings.Repeat(inkala+"\n", n)))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if got := strings.Count(string(b), `"count":1,"complete":true`); err != nil || got != n {
		t.Errorf("%d answers of %d, %v", got, n, err)
	}
}

// A client that disconnects ends its searches, even while lines wait to be read.
func TestBatchDisconnect(t *testing.T) {
	config := testConfig()
	config.Queue = admission.New(admission.Config{Processors: 2})
	s, ts := startServer(t, config)
	for _, more := range []string{"", strings.Repeat("\n"+slow, 200_000)} {
		c := openConversation(t, ts.URL, "/api/v1/count/batch?limit=0&timeout_ms=30000")
		go func() { _, _ = io.WriteString(c, slow+more+"\n") }()
		waitUntil(t, "it searches", func() bool { return s.runningSearches() > 0 })
		c.cancel()
		waitUntil(t, "it searches no more", func() bool { return s.runningSearches() == 0 && s.config.Queue.State().Requests == 0 })
	}
}

// A client that does not read its answers holds no slot while the server waits for it.
func TestBatchWaitsForItsReader(t *testing.T) {
	config := testConfig()
	config.Queue = admission.New(admission.Config{Processors: 1})
	s := newServer(config)
	ts := httptest.NewUnstartedServer(s)
	ts.Listener = narrowListener{ts.Listener} // otherwise megabytes of answers fill the system's buffers first
	ts.Start()
	t.Cleanup(ts.Close)
	c := openConversation(t, ts.URL, "/api/v1/solve/batch?limit=1000")
	stuck := make(chan error, 1)
	go func() {
		_, err := io.WriteString(c, strings.Repeat(empty+"\n", 20_000)) // 1.8 GB of answers
		stuck <- err
	}()
	if !c.answers.Scan() {
		t.Fatal(c.answers.Err())
	}
	// The slot stays free, not only between two pieces.
	waitUntil(t, "nobody searches", func() bool {
		for range 100 {
			if s.runningSearches() > 0 {
				return false
			}
		}
		return true
	})
	if a := sendRequest(t, s, "POST", "/api/v1/solve", puzzleBody(inkala, "")); a.status != http.StatusOK {
		t.Errorf("another client: %d %s", a.status, a.body)
	}
	c.cancel()
	<-stuck
	waitUntil(t, "the place is left", func() bool { return s.config.Queue.State().Requests == 0 })
}

// If the answers end before the requests, the last line gives the reason.
func TestBatchEndsEarly(t *testing.T) {
	s := newServer(testConfig())
	ctx, stop := context.WithCancelCause(t.Context())
	in, out := io.Pipe()
	defer out.Close()
	r := httptest.NewRequestWithContext(ctx, "POST", "/api/v1/solve/batch", in)
	r.Header.Set("Content-Type", lineJSON)
	w := httptest.NewRecorder()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.ServeHTTP(w, r)
	}()
	if _, err := io.WriteString(out, inkala+"\n"); err != nil {
		t.Fatal(err)
	}
	stop(ErrStopping)
	out.CloseWithError(errors.New("broken")) // like the deadline of a read
	<-ended
	if last := lastLine(w.Body.String()); !strings.Contains(last, string(wire.ShuttingDown)) || strings.Contains(last, `"line"`) {
		t.Errorf("%s", last)
	}

	r = httptest.NewRequest("POST", "/api/v1/solve/batch", io.MultiReader(strings.NewReader(inkala+"\n"+inkala), broken{}))
	r.Header.Set("Content-Type", lineJSON)
	w = httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if all := strings.Split(strings.TrimSpace(w.Body.String()), "\n"); len(all) != 2 || !strings.Contains(all[1], string(wire.UnreadableBody)) {
		t.Errorf("%q", all)
	}
}

// sendRaw sends text unchanged, and returns everything until the server closes the connection.
func sendRaw(t *testing.T, ts *httptest.Server, text string) string {
	t.Helper()
	connection, err := net.Dial("tcp", ts.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := io.WriteString(connection, text); err != nil {
		t.Fatal(err)
	}
	// The error means that the server closed the connection before it had read everything.
	all, _ := io.ReadAll(connection)
	return string(all)
}

// After an unreadable body, nothing counts as a request: the server closes the connection, with and without
// compression.
func TestBatchOfABrokenBody(t *testing.T) {
	_, ts := startServer(t, testConfig())
	for _, coding := range []string{"identity", "gzip"} {
		got := sendRaw(t, ts, "POST /api/v1/solve/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "+lineJSON+"\r\nAccept-Encoding: "+coding+
			"\r\nTransfer-Encoding: chunked\r\n\r\n52\r\n"+inkala+"\n\r\nzz\r\nGET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
		if strings.Count(got, "HTTP/1.1 ") != 1 || !strings.HasSuffix(got, "\r\n0\r\n\r\n") {
			t.Errorf("%s: %q", coding, got)
		}
		if coding == "identity" && !strings.Contains(got, string(wire.UnreadableBody)) {
			t.Errorf("%q", got)
		}
	}
}

// A client that sends Expect: 100-continue gets a 100 before the answer begins.
func TestBatchContinues(t *testing.T) {
	_, ts := startServer(t, testConfig())
	for _, q := range []struct{ query, want string }{{"", "100 Continue,200 OK"}, {"?limit=0", "422 Unprocessable Entity"}} {
		got := sendRaw(t, ts, "POST /api/v1/solve/batch"+q.query+" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: "+lineJSON+
			"\r\nExpect: 100-continue\r\nContent-Length: 82\r\n\r\n"+inkala+"\n")
		var status []string
		for line := range strings.Lines(got) {
			if text, is := strings.CutPrefix(line, "HTTP/1.1 "); is {
				status = append(status, strings.TrimSpace(text))
			}
		}
		if strings.Join(status, ",") != q.want {
			t.Errorf("%q: %q, want %s", q.query, status, q.want)
		}
	}
}

func lastLine(text string) string {
	all := strings.Split(strings.TrimSpace(text), "\n")
	return all[len(all)-1]
}

// broken is a body that breaks off.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// A problem with the whole batch is the answer, without any lines.
func TestBatchProblems(t *testing.T) {
	s := newServer(testConfig())
	for _, q := range []struct {
		query, kind string
		want        wire.ProblemCode
	}{
		{"", "application/json", wire.MediaType}, {"", "text/csv", wire.MediaType}, {"?limit=0", lineJSON, wire.InvalidRequest},
		{"?puzzle=1", lineJSON, wire.InvalidRequest}, {"?board=7", lineJSON, wire.InvalidRequest}, {"?lang=xx", lineJSON, wire.InvalidRequest},
	} {
		a := sendRequest(t, s, "POST", "/api/v1/solve/batch"+q.query, inkala, "Content-Type", q.kind)
		checkConforms(t, s, "POST", "/api/v1/solve/batch", a)
		if want := wire.NewProblem(q.want, message.English); a.status != want.Status || !strings.Contains(a.body, want.Type) {
			t.Errorf("%+v: %d %s", q, a.status, a.body)
		}
	}
	full := testConfig()
	full.Queue = admission.New(admission.Config{Bytes: 1})
	a := sendRequest(t, newServer(full), "POST", "/api/v1/solve/batch", inkala, "Content-Type", lineJSON)
	if a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
		t.Errorf("without memory: %d %v", a.status, a.header)
	}
}
