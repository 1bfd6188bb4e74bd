package service

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// requestHandler returns the handler's answer to a request with these headers: NAME, VALUE, and so on.
func requestHandler(handler http.Handler, method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		} else {
			r.Header.Set(header[i], header[i+1])
		}
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

var yes = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "answered") })

// newGuards returns the guards of a server; isLocal says whether only this machine can reach it.
func newGuards(t *testing.T, config Config, isLocal bool) http.Handler {
	t.Helper()
	h := newTestService(t, config, yes).handler
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), isLocalKey{}, isLocal)))
	})
}

// The headers are those of Chromium, which TestOtherSites checks.
func TestCrossSite(t *testing.T) {
	const page, solve, stream = "http://localhost:8080/", "http://localhost:8080/api/v1/solve", "http://localhost:8080/api/v1/target/stream?puzzle=x"
	navigation := []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}
	framed := []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}
	image := []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"}
	for _, q := range []struct {
		what, method, target string
		header               []string
		status, allowed      int // the status without an allowed origin, and with https://a.example allowed
	}{
		{"a program", "POST", solve, nil, 200, 200},
		{"the page itself", "POST", solve, []string{"Sec-Fetch-Site", "same-origin", "Origin", "http://localhost:8080"}, 200, 200},
		{"a bookmark", "GET", stream, []string{"Sec-Fetch-Site", "none", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200, 200},
		{"a link to the page", "GET", page, navigation, 200, 200},
		{"a form to the page", "POST", page, navigation, 403, 403},
		{"a link to a stream", "GET", stream, navigation, 403, 403},
		{"a frame", "GET", page, framed, 403, 403},
		{"an image", "GET", stream, image, 403, 403},
		{"a fetch", "POST", solve, []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://a.example"}, 403, 200},
		{"a fetch of a neighbour", "POST", solve, []string{"Sec-Fetch-Site", "same-site", "Origin", "http://localhost:9090"}, 403, 403},
		{"a fetch of nobody", "POST", solve, []string{"Sec-Fetch-Site", "cross-site", "Origin", "null"}, 403, 403},
		{"a stream", "GET", stream, []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://a.example"}, 403, 200},
		{"a word not known", "GET", stream, []string{"Sec-Fetch-Site", "nested"}, 403, 403},
		{"a fetch, older browser", "POST", solve, []string{"Origin", "https://a.example"}, 403, 200},
		{"a fetch of nobody, older browser", "POST", solve, []string{"Origin", "null"}, 403, 403},
		{"the page itself, older browser", "POST", solve, []string{"Origin", "http://LOCALHOST:8080"}, 200, 200},
		{"the page itself behind a proxy that does TLS", "POST", solve, []string{"Origin", "https://localhost:8080"}, 200, 200},
		{"an image, older browser", "GET", stream, []string{"Referer", "https://a.example/x"}, 403, 403},
		{"a link to the page, older browser", "GET", page, []string{"Referer", "https://a.example/x"}, 200, 200},
		{"the page itself's stream, older browser", "GET", stream, []string{"Referer", "http://localhost:8080/?x"}, 200, 200},
	} {
		for _, h := range []struct {
			config Config
			status int
		}{{Config{}, q.status}, {Config{AllowOrigins: []string{"https://A.example:443/"}}, q.allowed}} {
			a := requestHandler(newGuards(t, h.config, true), q.method, q.target, q.header...)
			if a.Code != h.status || (a.Code == 403) != strings.Contains(a.Body.String(), "problem-cross-site") {
				t.Errorf("%s, %q allowed: %d %s", q.what, h.config.AllowOrigins, a.Code, a.Body)
			}
			if a.Header().Get("Access-Control-Allow-Credentials") != "" {
				t.Error(q.what, "may send credentials")
			}
			if given := a.Header().Get("Access-Control-Allow-Origin"); given != "" && a.Code != 200 {
				t.Error(q.what, "is refused and allowed")
			}
		}
	}
}

// Before a page of an allowed site sends JSON, its browser sends a preflight request.
func TestPreflight(t *testing.T) {
	const target = "http://localhost:8080/api/v1/solve"
	header := []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://a.example", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type"}
	for origins, allowed := range map[string]bool{"https://a.example": true, "*": true, "https://b.example": false, "http://a.example": false} {
		a := requestHandler(newGuards(t, Config{AllowOrigins: []string{origins}}, true), "OPTIONS", target, header...)
		h := a.Header()
		if allowed != (a.Code == 204) || allowed != (h.Get("Access-Control-Allow-Origin") == "https://a.example") ||
			allowed != strings.Contains(h.Get("Access-Control-Allow-Headers"), "Content-Type") || h.Get("Vary") != "Origin" {
			t.Errorf("%s: %d %v", origins, a.Code, h)
		}
	}
	for _, bad := range []string{"", "a.example", "ftp://a.example", "https://a.example/page", "https://user@a.example", "null", "https://"} {
		if _, err := newOrigins([]string{bad}); err == nil {
			t.Errorf("%q is taken for an origin", bad)
		}
	}
}

func TestRebinding(t *testing.T) {
	for _, q := range []struct {
		host       string
		isLocal    bool
		names      []string
		isAnswered bool
	}{
		{"localhost:8080", true, nil, true},
		{"LOCALHOST.", true, nil, true},
		{"nonet.localhost", true, nil, true},
		{"127.0.0.1:8080", true, nil, true},
		{"127.8.9.1", true, nil, true},
		{"[::1]:8080", true, nil, true},
		{"[::ffff:127.0.0.1]:8080", true, nil, true},
		{"rebound.example:8080", true, nil, false},
		{"localhost.example", true, nil, false},
		{"127.0.0.1.example", true, nil, false},
		{"192.168.1.5:8080", true, nil, false},
		{"", true, nil, false}, // HTTP/1.0
		{"box:8080", true, []string{"Box"}, true},
		{"rebound.example", false, nil, true}, // the operator has named no host
		{"rebound.example", false, []string{"nonet.example"}, false},
		{"nonet.example", false, []string{"nonet.example:8080"}, true},
	} {
		a := requestHandler(newGuards(t, Config{AllowHosts: q.names}, q.isLocal), "GET", "/", "Host", q.host)
		if (a.Code == 200) != q.isAnswered || (a.Code == 421) == q.isAnswered {
			t.Errorf("%q at loopback: %v, %q allowed: %d", q.host, q.isLocal, q.names, a.Code)
		}
	}
}
