package httpapi

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

// newQuickServer returns a server with short time limits.
func newQuickServer() *server {
	config := testConfig()
	config.Limits.Time = 20 * time.Millisecond
	return newServer(config)
}

// checkAnswerFacts checks facts about every answer. The server has no fault, the body is as described, and a problem is
// valid.
func checkAnswerFacts(t *testing.T, s *server, method, path string, a answer) {
	t.Helper()
	if a.status >= 500 {
		t.Errorf("%s %s: %d %s", method, path, a.status, a.body)
	}
	checkConforms(t, s, method, path, a)
	if a.status >= 400 {
		var p wire.Problem
		if err := json.Unmarshal([]byte(a.body), &p); err != nil || p.Status != a.status || p.Detail == "" {
			t.Errorf("%s %s: %s", method, path, a.body)
		}
	}
	if len(a.body) > 1<<20 {
		t.Errorf("%s %s: %d bytes", method, path, len(a.body))
	}
}

// operationsWithBody returns the names of the operations with a body.
func operationsWithBody() (names []string) {
	for _, op := range operation.All() {
		if methodOf(op) == http.MethodPost {
			names = append(names, op.Name)
		}
	}
	return names
}

// No body causes a fault of the server.
func FuzzBody(f *testing.F) {
	for _, body := range []string{
		"", "{}", "null", "[]", `"x"`, "\x00", "\xff\xfe{", `{"puzzle":1}`, `{"text":""}`, `{"puzzle":"` + inkala + `"}`,
		puzzleBody(inkala, `,"limit":1e9,"weights":[null],"strategies":[[]],"from":-1,"events":1e30`),
		puzzleBody(inkala, `,"strategy":"mrv","from":18446744073709551616`), `{"Puzzle":"","PUZZLE":2}`,
		puzzleBody(empty, `,"limit":1000,"order":"lex"`), `{"text":"` + strings.Repeat(inkala+`\n`, 3) + `"}`,
		strings.Repeat("[", 20000), strings.Repeat(`{"a":`, 20000), `{"` + strings.Repeat("a", 5000) + `":1}`,
	} {
		f.Add(body)
	}
	s := newQuickServer()
	f.Fuzz(func(t *testing.T, body string) {
		for _, name := range operationsWithBody() {
			checkAnswerFacts(t, s, "POST", apiPath+name, sendRequest(t, s, "POST", apiPath+name, body))
		}
	})
}

// No text in place of a puzzle causes a fault of the server.
func FuzzPuzzle(f *testing.F) {
	for _, puzzle := range []string{
		"", inkala, empty, contrary, "\x00", "１２３", "\ufeff" + inkala, inkala + "\r\n" + inkala, strings.Repeat("0 ", 81), "[[5,3]]", "1\n" + inkala,
	} {
		f.Add(puzzle, "mrv", "zh-CN")
	}
	s := newQuickServer()
	f.Fuzz(func(t *testing.T, puzzle, strategy, lang string) {
		for _, name := range operationsWithBody() {
			fields := map[string]any{"puzzle": puzzle}
			switch name {
			case "lab":
				fields["strategies"] = []string{strategy}
			case "lab/trace":
				fields["strategy"] = strategy
			case "hint":
				fields["values"], fields["technique"] = puzzle, strategy
			case "steps":
				fields["candidates"], fields["techniques"] = strings.Split(puzzle, "\n"), []string{strategy}
			case "generate":
				fields = map[string]any{"pattern": puzzle, "require": []string{strategy}, "seed": 1}
			case "daily":
				fields = map[string]any{"date": puzzle, "grade": strategy}
			case "parse":
				fields = map[string]any{"text": puzzle}
			}
			body, err := json.Marshal(fields)
			if err != nil {
				t.Fatal(err)
			}
			checkAnswerFacts(t, s, "POST", apiPath+name, sendRequest(t, s, "POST", apiPath+name, string(body), "Accept-Language", lang))
		}
		query := url.Values{"puzzle": {puzzle}, "goal": {strategy}, "lang": {lang}}.Encode()
		checkAnswerFacts(t, s, "GET", apiPath+"target/stream", sendRequest(t, s, "GET", apiPath+"target/stream?"+query, ""))
	})
}

// No path, query or header causes a fault of the server.
func FuzzAddress(f *testing.F) {
	for _, path := range []string{"/", "//", "/assets/..%2f", "/api/v1/solve/", "/docs/", "/openapi.json?x", "/?bd=%zz", "/assets/0/%00", "/%2e%2e/"} {
		f.Add("GET", path, "gzip", "en")
	}
	s := newQuickServer()
	f.Fuzz(func(t *testing.T, method, path, encoding, lang string) {
		target, err := url.ParseRequestURI(path)
		if err != nil || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
			return
		}
		r, err := http.NewRequestWithContext(t.Context(), method, target.String(), nil)
		if err != nil {
			return
		}
		r.Header.Set("Accept-Encoding", encoding)
		r.Header.Set("Accept-Language", lang)
		r.Header.Set("If-None-Match", encoding)
		r.Header.Set("Range", lang)
		probe := &discard{header: http.Header{}}
		s.ServeHTTP(probe, r)
		if probe.status >= 500 {
			t.Errorf("%s %s: %d", method, path, probe.status)
		}
		// The answer to an unknown path is in one of the languages.
		if probe.status == http.StatusNotFound && probe.header.Get("Content-Language") != string(message.English) && probe.header.Get("Content-Language") != string(message.Chinese) {
			t.Errorf("%s %s: %v", method, path, probe.header)
		}
	})
}
