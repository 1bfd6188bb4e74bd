package strangers

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"nonet/internal/app/service"
)

// patience limits waits that would otherwise hang. It measures nothing.
const patience = 30 * time.Second

var yes = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "answered") })

// serving runs a service for the duration of the test.
func serving(t *testing.T, config service.Config, handler http.Handler) *service.Service {
	t.Helper()
	config.Addrs, config.Limits = []string{"127.0.0.1:0"}, service.DefaultLimits()
	s, err := service.New(config, handler)
	if err != nil {
		t.Fatal(err)
	}
	go s.Run(t.Context())
	return s
}

// portOf returns the port of an address.
func portOf(address string) int {
	u, err := url.Parse(address)
	if err != nil {
		return 0
	}
	port, _ := strconv.Atoi(u.Port())
	return port
}

// answer returns the answer of a service, or the error.
func answer(t *testing.T, s *service.Service) string {
	t.Helper()
	response, err := http.Get(s.URLs()[0])
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// overHTTP2 opens an HTTP/2 connection without TLS.
func overHTTP2(t *testing.T, s *service.Service) (*http2.Framer, net.Conn) {
	t.Helper()
	c, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(portOf(s.URLs()[0])))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetDeadline(time.Now().Add(patience))
	framer := http2.NewFramer(c, c)
	_, err = io.WriteString(c, http2.ClientPreface)
	if err == nil {
		err = framer.WriteSettings()
	}
	if err != nil {
		t.Fatal(err)
	}
	return framer, c
}

// headers returns the head of a request in HTTP/2.
func headers(path string) []byte {
	var b bytes.Buffer
	e := hpack.NewEncoder(&b)
	for _, f := range [][2]string{{":method", "GET"}, {":scheme", "http"}, {":authority", "localhost"}, {":path", path}} {
		_ = e.WriteField(hpack.HeaderField{Name: f[0], Value: f[1]})
	}
	return b.Bytes()
}

// TestRapidReset checks an HTTP/2 client that cancels requests as fast as it sends them. No more of its
// requests run than allowed, and it is disconnected.
func TestRapidReset(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int64
	free := make(chan struct{})
	s := serving(t, service.Config{}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/held" {
			most.Store(max(most.Load(), now.Add(1)))
			<-free // like a search that notices its end late
			now.Add(-1)
		}
		fmt.Fprint(w, "answered")
	}))
	t.Cleanup(sync.OnceFunc(func() { close(free) }))
	framer, _ := overHTTP2(t, s)
	go func() {
		block := headers("/held")
		for id := uint32(1); id < 4000; id += 2 {
			if framer.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block, EndHeaders: true, EndStream: true}) != nil ||
				framer.WriteRSTStream(id, http2.ErrCodeCancel) != nil {
				return // sent away
			}
		}
	}()
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			break // the connection may close before GOAWAY arrives
		}
		if away, ok := frame.(*http2.GoAwayFrame); ok {
			if away.ErrCode != http2.ErrCodeEnhanceYourCalm {
				t.Error(away.ErrCode)
			}
			break
		}
	}
	const streams = 100 // as docs/SECURITY.md promises
	if n := most.Load(); n > streams {
		t.Errorf("%d requests of one connection at work", n)
	}
	if got := answer(t, s); got != "answered" {
		t.Errorf("others: %s", got)
	}
}

// TestContinuationFlood checks that an endless head in frames of HTTP/2 ends the connection.
func TestContinuationFlood(t *testing.T) {
	t.Parallel()
	s := serving(t, service.Config{}, yes)
	framer, c := overHTTP2(t, s)
	go func() {
		err := framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: headers("/"), EndStream: true})
		var b bytes.Buffer
		_ = hpack.NewEncoder(&b).WriteField(hpack.HeaderField{Name: "x", Value: strings.Repeat("x", 8<<10), Sensitive: true})
		for n := 0; err == nil && n < 1000; n++ {
			err = framer.WriteContinuation(1, false, b.Bytes())
		}
		if err == nil {
			t.Error("eight megabytes of a head are taken")
			c.Close()
		}
	}()
	for {
		if _, err := framer.ReadFrame(); err != nil {
			break
		}
	}
	if got := answer(t, s); got != "answered" {
		t.Errorf("others: %s", got)
	}
}
