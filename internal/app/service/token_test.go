package service

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonet/internal/app/admission"
	"nonet/internal/app/telemetry"
	"nonet/message"
)

// writeTempFile returns the path of a file with the content.
func writeTempFile(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

const annsToken, bobsToken = "ann's-very-long-token", "bob's-very-long-token"

func hashToken(token string) string {
	hash := sha256.Sum256([]byte(token))
	return "sha256:" + hex.EncodeToString(hash[:])
}

// whoAsks answers with the client's name in admission.
var whoAsks = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, admission.ClientOf(r.Context()))
})

// Only a known token admits a request, as a Bearer token or, from browsers, as a password.
func TestTokens(t *testing.T) {
	file := writeTempFile(t, "# who may ask\nann "+annsToken+"\n\n  bob   "+hashToken(bobsToken)+"\n")
	h := newTestService(t, Config{TokenFile: file, AllowOrigins: []string{"https://a.example"}}, whoAsks).handler
	basic := func(name, token string) string {
		r, _ := http.NewRequest("GET", "/", nil)
		r.SetBasicAuth(name, token)
		return r.Header.Get("Authorization")
	}
	for _, q := range []struct {
		authorization, want string // "" means refused
	}{
		{"Bearer " + annsToken, "token ann"},
		{"bearer  " + bobsToken, "token bob"},
		{basic("ann", annsToken), "token ann"},
		{basic("bob", bobsToken), "token bob"},
		{basic("bob", annsToken), ""},
		{basic("", ""), ""},
		{basic("", "none"), ""},
		{"", ""},
		{"Bearer", ""},
		{"Bearer " + annsToken[1:], ""},
		{"Bearer " + hashToken(bobsToken), ""},
		{"Digest " + annsToken, ""},
		{annsToken, ""},
	} {
		a := requestHandler(h, "GET", "http://localhost/", "Authorization", q.authorization)
		switch {
		case q.want != "" && (a.Code != 200 || a.Body.String() != q.want):
			t.Errorf("%q: %d %s", q.authorization, a.Code, a.Body)
		case q.want == "" && (a.Code != 401 || len(a.Header().Values("WWW-Authenticate")) != 2 || !strings.Contains(a.Body.String(), "problem-unauthorized")):
			t.Errorf("%q: %d %v %s", q.authorization, a.Code, a.Header(), a.Body)
		}
	}
	// Monitors have no token, and neither does the preflight request of a page of an allowed site.
	if a := requestHandler(h, "GET", "http://localhost/readyz"); a.Code != 200 {
		t.Error(a.Code)
	}
	if a := requestHandler(h, "OPTIONS", "http://localhost/api/v1/solve", "Origin", "https://a.example", "Access-Control-Request-Method", "POST"); a.Code != 204 {
		t.Error(a.Code)
	}
}

// The log has the client's name, and no token.
func TestTokensInTheLog(t *testing.T) {
	var log bytes.Buffer
	logger, sink, err := telemetry.NewLogger(&log, "text", "debug")
	if err != nil {
		t.Fatal(err)
	}
	s, stop, ended := startService(t, Config{TokenFile: writeTempFile(t, "ann "+annsToken), Telemetry: telemetry.New(telemetry.Config{Logger: logger, Sink: sink})}, yes)
	for _, token := range []string{annsToken, bobsToken} {
		r, _ := http.NewRequest("GET", s.baseURL(), nil)
		r.Header.Set("Authorization", "Bearer "+token)
		if response, err := http.DefaultClient.Do(r); err != nil {
			t.Fatal(err)
		} else {
			response.Body.Close()
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	sink.Close(t.Context())
	if !strings.Contains(log.String(), `user="token ann"`) || strings.Contains(log.String(), annsToken) || strings.Contains(log.String(), bobsToken) {
		t.Error(log.String())
	}
}

func TestTokenFiles(t *testing.T) {
	for content, key := range map[string]string{
		"":                                    "error.tokenNone",
		"# nobody\n":                          "error.tokenNone",
		"ann":                                 "error.token",
		"ann short":                           "error.token",
		"ann a token with blanks in it":       "error.token",
		"ann sha256:12":                       "error.tokenHash",
		"ann " + hashToken("x") + "00":        "error.tokenHash",
		"ann sha256:" + annsToken:             "error.tokenHash",
		"a " + annsToken + "\na " + bobsToken: "error.tokenTwice",
	} {
		_, err := readTokens(writeTempFile(t, content))
		if m, ok := err.(message.Messenger); !ok || m.Message().Key != key {
			t.Errorf("%q: %v", content, err)
		}
	}
	if _, err := New(Config{Addrs: []string{"127.0.0.1:0"}, TokenFile: filepath.Join(t.TempDir(), "none")}, yes); err == nil {
		t.Error("a file that is not there lets everybody in")
	}
}

// A changed file is read again; an invalid one changes nothing.
func TestTokensAreReadAgain(t *testing.T) {
	t.Parallel()
	file := writeTempFile(t, "ann "+annsToken)
	s := newTestService(t, Config{TokenFile: file}, whoAsks)
	status := func(token string) int {
		return requestHandler(s.handler, "GET", "http://localhost/", "Authorization", "Bearer "+token).Code
	}
	if a, b := status(annsToken), status(bobsToken); a != 200 || b != 401 {
		t.Error(a, b)
	}
	replace := func(content string) {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	replace("bob " + bobsToken + "\n# and nobody else")
	for end := time.Now().Add(patience); status(bobsToken) != 200; time.Sleep(10 * time.Millisecond) { // without any signal
		if time.Now().After(end) {
			t.Fatal("the change goes unnoticed")
		}
	}
	if a := status(annsToken); a != 401 {
		t.Error(a)
	}
	replace("spoilt")
	s.refresh[0]()
	if b := status(bobsToken); b != 200 {
		t.Error(b)
	}
}
