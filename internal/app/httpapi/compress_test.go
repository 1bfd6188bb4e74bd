package httpapi

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// decompressBody returns the text of an answer in any coding.
func decompressBody(t *testing.T, a answer) string {
	t.Helper()
	var in io.Reader = strings.NewReader(a.body)
	switch coding := a.header.Get("Content-Encoding"); coding {
	case "br":
		in = brotli.NewReader(in)
	case "gzip":
		z, err := gzip.NewReader(in)
		if err != nil {
			t.Fatal(err)
		}
		in = z
	case "":
	default:
		t.Fatalf("coded as %s", coding)
	}
	b, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Answers are compressed as requested if they are large enough, and have the same content.
func TestCompression(t *testing.T) {
	s := newServer(testConfig())
	for _, q := range []struct{ method, path, body, kind, accept, want string }{
		{"GET", "/api/v1/techniques", "", "", "gzip, deflate, br, zstd", "br"},
		{"GET", "/api/v1/techniques", "", "", "gzip", "gzip"},
		{"GET", "/api/v1/techniques", "", "", "br;q=0, gzip;q=0.5", "gzip"},
		{"GET", "/api/v1/techniques", "", "", "", ""},
		{"GET", "/api/v1/techniques", "", "", "deflate, gzip;q=0", ""},
		{"POST", "/api/v1/check", puzzleBody(inkala, ""), "application/json", "br", ""},
		{"POST", "/api/v1/check", `{"a":1}`, "application/json", "br", ""},
		{"POST", "/api/v1/count/batch", strings.Repeat(inkala+"\n", 99), lineJSON, "gzip", "gzip"},
		{"POST", "/api/v1/count/batch", inkala, lineJSON, "br", "br"},
		{"POST", "/api/v1/target/stream", puzzleBody(inkala, ""), "application/json", "br", ""},
	} {
		a := sendRequest(t, s, q.method, q.path, q.body, "Accept-Encoding", q.accept, "Content-Type", q.kind)
		plain := sendRequest(t, s, q.method, q.path, q.body, "Content-Type", q.kind)
		if got := a.header.Get("Content-Encoding"); got != q.want || !strings.Contains(a.header.Get("Vary"), "Accept-Encoding") {
			t.Errorf("%s, %q: coded as %q, want %q; %v", q.path, q.accept, got, q.want, a.header)
		}
		if q.path == "/api/v1/target/stream" {
			continue // the operation's events vary from run to run
		}
		if got := decompressBody(t, a); maskVolatile(got) != maskVolatile(plain.body) || a.status != plain.status || strings.HasPrefix(a.body, "{") && q.want != "" {
			t.Errorf("%s, %q: %d %.200q, want %d %.200q", q.path, q.accept, a.status, got, plain.status, plain.body)
		}
	}
}

// An answer that breaks off is visibly incomplete.
func TestCompressionOfAPanic(t *testing.T) {
	for _, length := range []int{10, 10 * worthPacking} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		func() {
			defer func() { _ = recover() }()
			compressAnswers(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, strings.Repeat("x", length))
				if length > worthPacking {
					_ = http.NewResponseController(w).Flush()
				}
				panic("on purpose")
			})).ServeHTTP(w, r)
		}()
		z, err := gzip.NewReader(w.Body)
		if err == nil {
			_, err = io.ReadAll(z)
		}
		if want := map[bool]error{false: io.EOF, true: io.ErrUnexpectedEOF}[length > worthPacking]; err != want {
			t.Errorf("%d bytes end with %v, want %v", length, err, want)
		}
	}
}
