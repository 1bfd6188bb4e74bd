package service

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonet/internal/app/httpapi"
	"nonet/internal/app/telemetry"
)

// Slow clients lose their connection. They may be slow while the header or the body arrives, while they do not
// read the answer, or while they send nothing. Time is simulated.
func TestSlowClients(t *testing.T) {
	const head = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
	for _, q := range []struct {
		what, begin, drop string // begin is sent once, and drop then repeatedly
		reads             bool
		within            time.Duration
	}{
		{"head", "GET / HTTP/1.1\r\n", "X: y\r\n", true, 11 * time.Second},
		{"nothing at all", "", "", true, 11 * time.Second},
		{"body", head, " ", true, 21 * time.Second},
		{"reader", "GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n", "", false, 31 * time.Second},
		{"idle", "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n", "", true, 121 * time.Second},
	} {
		t.Run(q.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &Service{config: Config{Limits: DefaultLimits()}, log: newQuiet()}
				api := httpapi.New(httpapi.Config{})
				srv := s.newServer(t.Context(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					for r.URL.Path == "/endless" {
						if _, err := w.Write(make([]byte, 1<<20)); err != nil {
							return
						}
					}
					api.ServeHTTP(w, r)
				}))
				l := newPipes()
				ended := make(chan error)
				go func() { ended <- srv.Serve(l) }()
				c, begun := l.dialPipe("192.0.2.1:5"), time.Now()
				gone := make(chan struct{})
				go func() {
					defer close(gone)
					_, err := io.WriteString(c, q.begin)
					for err == nil {
						if time.Sleep(time.Second); q.drop != "" {
							_, err = io.WriteString(c, q.drop)
						} else if !q.reads {
							// If nobody reads a pipe, writes to it return only when it is closed.
							_ = c.SetReadDeadline(time.Now())
							if _, e := c.Read(make([]byte, 1)); e == io.EOF {
								err = e
							}
						} else {
							return
						}
					}
				}()
				if q.reads {
					if _, err := io.Copy(io.Discard, c); err != nil {
						t.Error(err)
					}
				}
				<-gone
				if took := time.Since(begun); took > q.within {
					t.Errorf("it stays for %v", took)
				}
				srv.Close()
				<-ended
			})
		})
	}
}

// sendBytes sends bytes to the service. It returns the answer, until the service closes the connection or sends
// nothing more.
func sendBytes(t *testing.T, s *Service, request string) (status int, answer string) {
	t.Helper()
	c, err := net.Dial("tcp", s.listeners[0].Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	_, _ = io.WriteString(c, request) // the request may be refused before its end
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	b, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(b)
}

// Requests that two servers could parse differently, and endless headers, are refused.
func TestMalformedRequests(t *testing.T) {
	s, _, _ := startService(t, Config{}, yes)
	for what, request := range map[string]string{
		"two lengths":                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
		"a signed length":            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: +1\r\n\r\nx",
		"an unknown coding":          "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n",
		"codings and chunks":         "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
		"two hosts":                  "GET / HTTP/1.1\r\nHost: localhost\r\nHost: other.example\r\n\r\n",
		"no host":                    "GET / HTTP/1.1\r\n\r\n",
		"a blank before the colon":   "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
		"a header over two lines":    "GET / HTTP/1.1\r\n Host: localhost\r\n\r\n",
		"a letter that is no letter": "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n",
		"a host with a path":         "GET / HTTP/1.1\r\nHost: localhost/evil\r\n\r\n",
		"a long header":              "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 100<<10) + "\r\n\r\n",
		"many headers":               "GET / HTTP/1.1\r\nHost: localhost\r\n" + strings.Repeat("X: y\r\n", 20_000) + "\r\n",
		"a long path":                "GET /" + strings.Repeat("x", 100<<10) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
	} {
		if status, body := sendBytes(t, s, request); status < 400 || strings.Contains(body, "answered") {
			t.Errorf("%s: %d %s", what, status, body)
		}
	}
	if got := fetchText(http.DefaultClient, s.baseURL()); got != "200 answered" {
		t.Errorf("afterwards: %s", got)
	}
}

// No part of a request can begin a line of the log, or control a terminal.
func TestLogInjection(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "json"} {
		var log bytes.Buffer
		logger, sink, err := telemetry.NewLogger(&log, format, "info")
		if err != nil {
			t.Fatal(err)
		}
		s, stop, ended := startService(t, Config{Telemetry: telemetry.New(telemetry.Config{Logger: logger, Sink: sink})}, httpapi.New(httpapi.Config{}))
		for _, request := range []string{
			"GET /%0Atime=now%20level=ERROR%20msg=forged%0D%1B[2J HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
			"GET /%E2%80%AE%C2%85%E2%80%A8forged HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Request-Id: a\tforged\r\n\r\n",
			"FORGED /%22,%22forged%22:%22 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: forged\r\n\r\n",
		} {
			if status, body := sendBytes(t, s, request); status < 400 || status >= 500 {
				t.Errorf("%q: %d %s", request, status, body)
			}
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		sink.Close(ctx)
		cancel()
		if n := strings.Count(log.String(), "\n"); n != 3 {
			t.Errorf("%d lines for three requests:\n%s", n, log.String())
		}
		for line := range strings.SplitSeq(strings.TrimSpace(log.String()), "\n") {
			if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x202e }) {
				t.Errorf("%q", line)
			}
			if !strings.HasPrefix(line, "time=") && !strings.HasPrefix(line, `{"time":`) {
				t.Errorf("begins otherwise: %s", line)
			}
		}
	}
}
