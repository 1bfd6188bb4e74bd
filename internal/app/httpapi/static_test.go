package httpapi

import (
	"compress/gzip"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"
)

var assetPath = regexp.MustCompile(`assets/[0-9a-f]{16}`)

func TestPage(t *testing.T) {
	s := newServer(testConfig())
	index := sendRequest(t, s, "GET", "/?bd="+inkala, "")
	base := "/" + assetPath.FindString(index.body)
	if index.status != 200 || base == "/" || strings.Contains(index.body, "@") || strings.Count(index.body, base[1:]) != 2 {
		t.Fatalf("%d %s", index.status, index.body)
	}
	if index.header.Get("Cache-Control") != revalidate || index.header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%v", index.header)
	}
	for name, kind := range map[string]string{
		"/js/main.js":             "text/javascript; charset=utf-8",
		"/a.css":                  "text/css; charset=utf-8",
		"/odd.xyz":                "application/octet-stream",
		"/messages/en.json":       "application/json",
		"/messages/zh-CN.json":    "application/json",
		"/index.html":             "text/html; charset=utf-8",
		"/../../secret":           "",
		"/js":                     "",
		"/js/":                    "",
		"/messages/tlh.json":      "",
		"/messages/../index.html": "",
	} {
		a := sendRequest(t, s, "GET", base+name, "")
		switch {
		case kind == "" && a.status != 404 && a.status != 301 && a.status != 307:
			t.Errorf("%s: %d", name, a.status)
		case kind != "" && (a.status != 200 || a.header.Get("Content-Type") != kind || a.header.Get("Cache-Control") != forEver):
			t.Errorf("%s: %d %v", name, a.status, a.header)
		}
	}
	for _, target := range []string{"/assets/0123456789abcdef/js/main.js", "/assets//js/main.js", "/assets/", "/js/main.js", "/index.html"} {
		if a := sendRequest(t, s, "GET", target, ""); a.status == 200 {
			t.Errorf("%s: %d", target, a.status)
		}
	}
}

func TestCaching(t *testing.T) {
	s := newServer(testConfig())
	base := "/" + assetPath.FindString(sendRequest(t, s, "GET", "/", "").body)
	for _, target := range []string{"/", base + "/js/main.js", base + "/a.css", "/docs", "/openapi.json"} {
		for _, encoding := range []string{"", "gzip", "br, gzip;q=0.5"} {
			a := sendRequest(t, s, "GET", target, "", "Accept-Encoding", encoding)
			etag := a.header.Get("ETag")
			b := sendRequest(t, s, "GET", target, "", "Accept-Encoding", encoding, "If-None-Match", etag)
			if better := b.header.Get("ETag"); b.status == 200 && better != etag {
				// Now the best coding is ready; the first request did not wait for it.
				b = sendRequest(t, s, "GET", target, "", "Accept-Encoding", encoding, "If-None-Match", better)
			}
			if etag == "" || b.status != 304 || b.body != "" {
				t.Errorf("%s %q: %s, then %d", target, encoding, etag, b.status)
			}
		}
	}
	main := base + "/js/main.js"
	plain, zipped := sendRequest(t, s, "GET", main, ""), sendRequest(t, s, "GET", main, "", "Accept-Encoding", "gzip")
	if zipped.header.Get("Content-Encoding") != "gzip" || zipped.header.Get("ETag") == plain.header.Get("ETag") || len(zipped.body) >= len(plain.body) {
		t.Errorf("%v", zipped.header)
	}
	z, err := gzip.NewReader(strings.NewReader(zipped.body))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(z); err != nil || string(b) != plain.body {
		t.Errorf("unpacked: %q, %v", b, err)
	}
	// The first client does not wait for the best coding.
	packed := sendRequest(t, s, "GET", main, "", "Accept-Encoding", "gzip, br")
	for end := time.Now().Add(time.Minute); packed.header.Get("Content-Encoding") == "gzip" && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
		packed = sendRequest(t, s, "GET", main, "", "Accept-Encoding", "gzip, br")
	}
	if b, err := io.ReadAll(brotli.NewReader(strings.NewReader(packed.body))); err != nil || string(b) != plain.body || packed.header.Get("Content-Encoding") != "br" {
		t.Errorf("brotli: %q, %v, %v", b, err, packed.header)
	}
	for _, encoding := range []string{"gzip;q=0", "br;q=0, gzip; q=0.000", "deflate", "identity"} {
		if a := sendRequest(t, s, "GET", main, "", "Accept-Encoding", encoding); a.header.Get("Content-Encoding") != "" || a.body != plain.body {
			t.Errorf("%q: %v", encoding, a.header)
		}
	}
	if a := sendRequest(t, s, "HEAD", main, ""); a.status != 200 {
		t.Errorf("HEAD: %d", a.status)
	}
}

// The path changes with the content of any file, and with nothing else.
func TestHashOfTheTree(t *testing.T) {
	pathOf := func(files fstest.MapFS) string {
		return assetPath.FindString(sendRequest(t, newServer(Config{Assets: files}), "GET", "/", "").body)
	}
	changed := fstest.MapFS{}
	for name, f := range pageFiles {
		changed[name] = f
	}
	if pathOf(changed) != pathOf(pageFiles) {
		t.Error("the same files have two paths")
	}
	changed["a.css"] = &fstest.MapFile{Data: []byte("b{}")}
	if pathOf(changed) == pathOf(pageFiles) {
		t.Error("other files have the same path")
	}
}

func TestSecurityHeaders(t *testing.T) {
	s := newServer(testConfig())
	for _, target := range []string{"/", "/docs", "/openapi.json", "/api/v1/version", "/nothing", "/healthz"} {
		h := sendRequest(t, s, "GET", target, "").header
		if !strings.HasPrefix(h.Get("Content-Security-Policy"), "default-src 'self';") || strings.Contains(h.Get("Content-Security-Policy"), "unsafe") ||
			h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" ||
			h.Get("Cross-Origin-Opener-Policy") != "same-origin" || h.Get("Cross-Origin-Resource-Policy") != "same-origin" || h.Get("Set-Cookie") != "" {
			t.Errorf("%s: %v", target, h)
		}
	}
}

func TestWithoutAPage(t *testing.T) {
	for _, s := range []*server{newServer(Config{}), newServer(Config{Assets: fstest.MapFS{}})} {
		if a := sendRequest(t, s, "GET", "/", ""); a.status != 404 {
			t.Errorf("%d", a.status)
		}
		if a := sendRequest(t, s, "GET", "/api/v1/version", ""); a.status != 200 {
			t.Errorf("%d", a.status)
		}
	}
}

// The service worker is at the root. It knows the path and the names of the files, and its text changes when
// any of them changes.
func TestServiceWorker(t *testing.T) {
	worker := func(extra string) string {
		s := newServer(Config{Assets: fstest.MapFS{
			"index.html": {Data: []byte("@assets@")}, "favicon.svg": {Data: []byte("<svg/>")},
			"sw.js": {Data: []byte(`keep("@assets@", @files@)`)}, "a.js": {Data: []byte(extra)},
		}})
		a := sendRequest(t, s, "GET", "/sw.js", "")
		if a.status != 200 || a.header.Get("Content-Type") != "text/javascript; charset=utf-8" || a.header.Get("Cache-Control") != revalidate {
			t.Errorf("%d %v", a.status, a.header)
		}
		if icon := sendRequest(t, s, "GET", "/favicon.svg", ""); icon.status != 200 {
			t.Errorf("the icon: %d", icon.status)
		}
		return a.body
	}
	one := worker("1")
	want := regexp.MustCompile(`^keep\("assets/[0-9a-f]{16}", \["a.js","favicon.svg","messages/en.json","messages/zh-CN.json"\]\)$`)
	if !want.MatchString(one) {
		t.Errorf("%s", one)
	}
	if one == worker("2") {
		t.Error("another file makes no other worker")
	}
}
