package telemetry

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestRequestID(t *testing.T) {
	for _, c := range []struct {
		given string
		kept  bool
	}{
		{"7b1f0c2e-6a58-4d0c-9f0e-3d3c5f6a7b8c", true}, {"Root=1-67891233:abc/_.+@", true}, {strings.Repeat("a", 128), true},
		{"", false}, {strings.Repeat("a", 129), false}, {"two words", false}, {"a\"b", false}, {"a\nlevel=ERROR", false}, {"é", false}, {"a,b", false}, {"<b>", false},
	} {
		id := requestID(&http.Request{Header: http.Header{RequestIDHeader: {c.given}}})
		if (id == c.given) != c.kept || len(id) < 1 || !c.kept && len(id) < 20 {
			t.Errorf("%q becomes %q", c.given, id)
		}
	}
	if a, b := requestID(&http.Request{}), requestID(&http.Request{}); a == b {
		t.Errorf("%s twice", a)
	}
}

// Headers count only if a trusted proxy sent them. Of these headers, only the entry that the proxy itself added
// counts.
func TestClient(t *testing.T) {
	for _, c := range []struct {
		trusted, header, peer, xff, forwarded, want string
	}{
		{"", "", "192.0.2.1:80", "198.51.100.7", "for=198.51.100.8", "192.0.2.1"},
		{"10.0.0.0/8", "", "192.0.2.1:80", "198.51.100.7", "", "192.0.2.1"},
		{"10.0.0.0/8", "", "10.1.2.3:80", "", "", "10.1.2.3"},
		{"10.0.0.0/8", "", "10.1.2.3:80", "198.51.100.7", "", "198.51.100.7"},
		// Entries by the client precede those of the proxy.
		{"10.0.0.0/8", "", "10.1.2.3:80", "127.0.0.1, 198.51.100.7", "", "198.51.100.7"},
		{"10.0.0.0/8", "", "10.1.2.3:80", "10.9.9.9, 198.51.100.7, 10.0.0.2", "", "198.51.100.7"},
		{"10.0.0.0/8", "", "10.1.2.3:80", "127.0.0.1|198.51.100.7", "", "198.51.100.7"}, // | two header lines
		{"10.0.0.0/8", "", "10.1.2.3:80", "198.51.100.7, unknown", "", "10.1.2.3"},
		{"10.0.0.0/8", "", "10.1.2.3:80", "198.51.100.7, ", "", "10.1.2.3"},
		{"10.0.0.0/8", "", "10.1.2.3:80", "198.51.100.7, 10.0.0.2, x", "", "10.1.2.3"},
		{"10.0.0.0/8", "", "10.1.2.3:80", "10.0.0.5, 10.0.0.2", "", "10.0.0.5"},
		{"10.0.0.0/8", "", "10.1.2.3:80", "198.51.100.7:4711", "", "198.51.100.7"},
		// A header that the proxies do not set comes from the client.
		{"10.0.0.0/8", "", "10.1.2.3:80", "198.51.100.7", "for=203.0.113.9", "198.51.100.7"},
		{"10.0.0.0/8", "forwarded", "10.1.2.3:80", "203.0.113.9", "for=198.51.100.7;proto=https", "198.51.100.7"},
		{"10.0.0.0/8", "Forwarded", "10.1.2.3:80", "", `for=127.0.0.1, proto=https;For="[2001:db8::1]:80"`, "2001:db8::1"},
		{"10.0.0.0/8", "Forwarded", "10.1.2.3:80", "", "for=198.51.100.7, by=10.0.0.1", "10.1.2.3"},
		{"10.0.0.0/8", "Forwarded", "10.1.2.3:80", "", "for=_hidden", "10.1.2.3"},
		{"loopback", "", "[::1]:80", "2001:db8::1", "", "2001:db8::1"},
		{"loopback", "", "[::ffff:127.0.0.1]:80", "[::ffff:192.0.2.1]", "", "192.0.2.1"},
		{"private, 192.0.2.1", "", "192.0.2.1:80", "198.51.100.7,192.168.1.1,fd00::1", "", "198.51.100.7"},
		{"unix", "", "@", "198.51.100.7", "", "198.51.100.7"},
		{"loopback", "", "@", "198.51.100.7", "", "invalid IP"},
		{"unix", "", "192.0.2.1:80", "198.51.100.7", "", "192.0.2.1"},
	} {
		p, err := ParseProxies(c.trusted)
		if err != nil {
			t.Fatal(err)
		}
		p.Header = c.header
		r := &http.Request{RemoteAddr: c.peer, Header: http.Header{}}
		for line := range strings.SplitSeq(c.xff, "|") {
			r.Header.Add("X-Forwarded-For", line)
		}
		r.Header.Set("Forwarded", c.forwarded)
		if got := p.Client(r).String(); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	for _, bad := range []string{"10.0.0.0/33", "proxy.example", "fe80::1%eth0", "::ffff:10.0.0.0/104", "10.0.0.0/8 127.0.0.1"} {
		if p, err := ParseProxies(bad); err == nil {
			t.Errorf("%q is read as %v", bad, p)
		}
	}
}

func TestShare(t *testing.T) {
	for addr, want := range map[string]string{"192.0.2.1": "192.0.2.1", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "x": "local"} {
		hop, _ := parseHop(addr)
		if got := clientNameOf(hop); got != want {
			t.Errorf("%s: %s", addr, got)
		}
	}
}

// A well-formed traceparent sets the trace in the log; any other is ignored.
func TestTraceparent(t *testing.T) {
	const trace, span = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	good := "00-" + trace + "-" + span + "-01"
	for s, want := range map[string]string{
		good: trace, "cc" + good[2:]: trace, "cc" + good[2:] + "-more": trace,
		"": "", good + "-more": "", "cc" + good[2:] + "more": "", "ff" + good[2:]: "", good[:54]: "",
		strings.ToUpper(good): "", strings.Replace(good, trace, strings.Repeat("0", 32), 1): "",
		strings.Replace(good, span, strings.Repeat("0", 16), 1): "", strings.Replace(good, "-", "_", 1): "", strings.Replace(good, "4b", "4g", 1): "",
	} {
		if got := traceIDOf(s); got != want {
			t.Errorf("%q: %q", s, got)
		}
		var log bytes.Buffer
		logger, sink, err := NewLogger(&log, "json", "info")
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Traceparent", s)
		New(Config{Logger: logger}).Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), nil).ServeHTTP(httptest.NewRecorder(), r)
		sink.Close(t.Context())
		if has := strings.Contains(log.String(), `"trace_id":"`+trace+`"`); has != (want != "") || strings.Contains(log.String(), "trace_id") != has {
			t.Errorf("%q: %s", s, log.String())
		}
	}
}
