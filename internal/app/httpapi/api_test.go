package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"nonet/format"
	"nonet/internal/app/operation"
	"nonet/internal/check/golden"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

const (
	inkala       = examplePuzzle
	inkalaSolved = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
	easy         = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	easySolved   = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	empty        = "................................................................................."
	contrary     = "8...8............................................................................"
	unsolvable   = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."
	// Several solutions, but one best and one worst under the ring weights.
	targetSample = "...7.24539....8...74...5.1.195.8.....7.....25.3.5791.8...6.1.3..6.9....1........6"
)

// patience is the limit for waits that would otherwise hang; nothing is measured with it.
const patience = 2 * time.Minute

var pageFiles = fstest.MapFS{
	"index.html": {Data: []byte(`<!doctype html><script type="module" src="@assets@/js/main.js"></script><link href="@assets@/a.css">`)},
	"js/main.js": {Data: []byte(strings.Repeat("export const answer = 42; // as ever\n", 40))},
	"a.css":      {Data: []byte("a{}")},
	"odd.xyz":    {Data: []byte("?")},
}

func testConfig() Config { return Config{Assets: pageFiles, Version: "test"} }

type answer struct {
	status int
	header http.Header
	body   string
}

func sendRequest(t testing.TB, h http.Handler, method, target, body string, header ...string) answer {
	t.Helper()
	return askWithin(t.Context(), h, method, target, body, header...)
}

func askWithin(ctx context.Context, h http.Handler, method, target, body string, header ...string) answer {
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r := httptest.NewRequestWithContext(ctx, method, target, reader)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return answer{w.Code, w.Header(), w.Body.String()}
}

// decodeJSON returns the decoded JSON of an answer.
func decodeJSON(t testing.TB, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("not JSON: %v\n%s", err, text)
	}
	return v
}

// checkConforms checks an answer against the description of its operation.
func checkConforms(t testing.TB, s *server, method, path string, a answer) {
	t.Helper()
	kind, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
	var schema *typeSchema
	if kind == problemJSON {
		schema = &typeSchema{Ref: schemaPlace + "Problem"}
	}
	if item := s.englishDescription().Paths[path]; item != nil {
		op := map[string]*pathOperation{http.MethodGet: item.Get, http.MethodPost: item.Post}[method]
		if op != nil {
			response := op.Responses[fmt.Sprint(a.status)]
			if response == nil || response.Content[kind] == nil {
				t.Errorf("%s %s: answers %d %s, which the description does not have", method, path, a.status, kind)
				return
			}
			schema = response.Content[kind].Schema
		}
	}
	if schema == nil || !strings.HasSuffix(kind, "json") {
		return
	}
	checkSchema(t, s, schema, decodeJSON(t, a.body), method+" "+path)
}

func checkSchema(t testing.TB, s *server, schema *typeSchema, v any, what string) {
	t.Helper()
	for _, at := range s.englishDescription().violations(schema, v, "answer") {
		t.Errorf("%s: not as described: %s", what, at)
	}
}

var volatile = regexp.MustCompile(`"(ms|nodes|go)": ?("[^"]*"|[0-9.]+)`)

func maskVolatile(text string) string {
	text = machine.ReplaceAllString(text, `"kernels": ["…"]`)
	return volatile.ReplaceAllString(text, `"$1": "…"`)
}

// machine matches the part of an answer that depends on the machine's vector instructions.
var machine = regexp.MustCompile(`"kernels": \[[^\]]*\]`)

// formatMasked returns JSON with one field per line, and with volatile fields masked.
func formatMasked(text string) string {
	if !json.Valid([]byte(text)) {
		return text
	}
	return maskVolatile(strings.TrimRight(indentJSON(json.RawMessage(text)), "\n"))
}

// request is a line of the golden tables.
type request struct {
	name, method, target, body string
	header                     []string
}

func quoteJSON(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func puzzleBody(puzzle, more string) string { return `{"puzzle":` + quoteJSON(puzzle) + more + `}` }

// known abbreviates puzzles that many requests use.
var known = strings.NewReplacer(inkala, "INKALA", easy, "EASY", xWing, "X-WING", empty, "EMPTY", contrary, "CONTRARY", unsolvable, "UNSOLVABLE", targetSample, "TARGET")

// withLongestTimeout adds the longest time limit to a request without one. On a busy machine with the race
// detector the default limit is not enough.
func withLongestTimeout(op operation.Operation, body string) string {
	isTimed := slices.ContainsFunc(operation.Fields(op.Request), func(f operation.Field) bool { return f.Name == "timeout_ms" })
	before, isObject := strings.CutSuffix(body, "}")
	if !isTimed || !isObject || before == "{" || strings.Contains(body, "timeout_ms") {
		return body
	}
	return before + `,"timeout_ms":30000}`
}

// transcript returns the answers to requests in English, with problems abbreviated. It checks
// that the answers in Chinese differ only in texts.
func transcript(t *testing.T, s *server, requests []request) string {
	var b strings.Builder
	for _, q := range requests {
		path, _, _ := strings.Cut(q.target, "?")
		body := q.body
		if op, ok := operation.ByName(strings.TrimPrefix(path, apiPath)); ok && q.method == http.MethodPost && json.Valid([]byte(q.body)) {
			if path == q.target {
				checkErrorsAgree(t, s, op, q.body)
			}
			body = withLongestTimeout(op, body)
		}
		in := func(lang message.Lang) answer {
			a := sendRequest(t, s, q.method, q.target, body, append([]string{"Accept-Language", string(lang)}, q.header...)...)
			checkConforms(t, s, q.method, path, a)
			if got := a.header.Get("Content-Language"); a.status >= 400 && got != string(lang) {
				t.Errorf("%s: in the language %q, not %s", q.name, got, lang)
			}
			return a
		}
		en, zh := in(message.English), in(message.Chinese)
		if got, want := withoutTexts(zh.body), withoutTexts(en.body); zh.status != en.status || got != want {
			t.Errorf("%s: in Chinese %d %s\nin English %d %s", q.name, zh.status, zh.body, en.status, en.body)
		}
		if zh.status >= 400 && !regexp.MustCompile(`\p{Han}`).MatchString(zh.body) {
			t.Errorf("%s: not in Chinese: %s", q.name, zh.body)
		}
		fmt.Fprintf(&b, "── %s\n%s %s\n%d", q.name, q.method, operation.ShortenText(known.Replace(strings.TrimSpace(strings.TrimPrefix(q.target, apiPath)+" "+q.body))), en.status)
		for _, name := range []string{"Allow", "Retry-After"} {
			if v := en.header.Get(name); v != "" {
				fmt.Fprintf(&b, " %s: %s", name, v)
			}
		}
		if en.status < 400 {
			fmt.Fprintf(&b, "\n%s\n\n", formatMasked(en.body))
		} else {
			fmt.Fprintf(&b, " %s\n\n", abbreviateProblem(t, q.name, en))
		}
	}
	return strings.ReplaceAll(b.String(), "\x00", "␀")
}

// withoutTexts returns an answer without the parts that depend on the language and the run.
func withoutTexts(text string) string {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	var told func(name string, v any) any
	told = func(name string, v any) any {
		switch v := v.(type) {
		case map[string]any:
			for name, inner := range v {
				v[name] = told(name, inner)
			}
		case []any:
			for i, inner := range v {
				v[i] = told(name, inner)
			}
		}
		switch name {
		case "title", "detail", "message", "reason", "texts", "text", "name", "family_name", "notes", "lost":
			return "…"
		}
		return v
	}
	b, err := json.Marshal(told("", v))
	if err != nil {
		return err.Error()
	}
	return volatile.ReplaceAllString(string(b), "")
}

// abbreviateProblem returns a problem's kind with its errors and their locations.
func abbreviateProblem(t *testing.T, name string, a answer) string {
	var p wire.Problem
	if err := json.Unmarshal([]byte(a.body), &p); err != nil || p.Status != a.status || p.Title == "" || p.Detail == "" || a.header.Get("Content-Type") != problemJSON {
		t.Errorf("%s: no proper problem: %s", name, a.body)
	}
	text := strings.TrimPrefix(p.Type, "/docs#problem-")
	if p.Errors == nil {
		text += ": " + p.Detail
	}
	for _, f := range p.Errors {
		if !strings.Contains(p.Detail, f.Message) {
			t.Errorf("%s: the detail is not what is wrong: %s", name, a.body)
		}
		text += "\n  " + f.Location
		if f.Value != nil {
			text += fmt.Sprintf(" = %v", f.Value)
		}
		text += ": " + f.Message
	}
	return text
}

func TestAnswers(t *testing.T) {
	s := newServer(testConfig())
	row := `53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n`
	golden.Check(t, "testdata/answers.txt", transcript(t, s, []request{
		{"solve", "POST", "/api/v1/solve", puzzleBody(inkala, ""), nil},
		{"solve, two of many, in order", "POST", "/api/v1/solve", puzzleBody(empty, `,"limit":2,"order":"lex"`), nil},
		{"solve, a byte order mark first", "POST", "/api/v1/solve", "\ufeff" + puzzleBody(inkala, ""), nil},
		{"solve, contradictory", "POST", "/api/v1/solve", puzzleBody(contrary, ""), nil},
		{"solve, no solution", "POST", "/api/v1/solve", puzzleBody(unsolvable, ""), nil},
		{"solve, already solved", "POST", "/api/v1/solve", puzzleBody(inkalaSolved, ""), nil},
		{"solve, nine rows", "POST", "/api/v1/solve", `{"puzzle":"` + row + `"}`, nil},
		{"solve, null counts as absent", "POST", "/api/v1/solve", puzzleBody(inkala, `,"limit":null`), nil},
		{"count", "POST", "/api/v1/count", puzzleBody(inkala, ""), nil},
		{"count, up to a limit", "POST", "/api/v1/count", puzzleBody(empty, `,"limit":10`), nil},
		{"count, without a limit", "POST", "/api/v1/count", puzzleBody("............67.12..9..3.65.....1...636.....................1....2......5.......61", `,"limit":0,"timeout_ms":30000`), nil},
		{"count, contradictory", "POST", "/api/v1/count", puzzleBody(contrary, ""), nil},
		{"check", "POST", "/api/v1/check", puzzleBody(inkala, ""), nil},
		{"check, redundant givens", "POST", "/api/v1/check", puzzleBody(inkalaSolved[:9]+inkala[9:], ""), nil},
		{"check, contradictory", "POST", "/api/v1/check", puzzleBody(contrary, ""), nil},
		{"target", "POST", "/api/v1/target", puzzleBody(targetSample, `,"timeout_ms":30000`), nil},
		{"target, minimum", "POST", "/api/v1/target", puzzleBody(targetSample, `,"goal":"minimum","timeout_ms":30000`), nil},
		{"target, nine weights a cell", "POST", "/api/v1/target", puzzleBody(easy, `,"weights":[`+strings.Repeat("1,2,3,4,5,6,7,8,9,", 80)+`1000000000,2,3,4,5,6,7,8,-9]`), nil},
		{"the best scores", "POST", "/api/v1/target/best", puzzleBody(targetSample, `,"limit":3,"timeout_ms":30000`), nil},
		{"the best scores of fewer", "POST", "/api/v1/target/best", puzzleBody(inkala, ``), nil},
		{"the number of best scores", "POST", "/api/v1/target/count", puzzleBody(targetSample, `,"goal":"minimum","limit":0,"timeout_ms":30000`), nil},
		{"the number of best scores, limited", "POST", "/api/v1/target/count", puzzleBody(empty, `,"limit":2,"weights":[`+strings.Repeat("0,", 80)+`0]`), nil},
		{"target, weights", "POST", "/api/v1/target", puzzleBody(inkala, `,"weights":[`+strings.Repeat("1,", 80)+`1]`), nil},
		{"target, contradictory", "POST", "/api/v1/target", puzzleBody(contrary, ""), nil},
		{"target, no solution", "POST", "/api/v1/target", puzzleBody(unsolvable, ""), nil},
		{"lab", "POST", "/api/v1/lab", puzzleBody(easy, `,"strategies":["row-major-scan","row-major-tables","empty-list","most-filled","mrv","dancing-links"]`), nil},
		{"lab, too few nodes", "POST", "/api/v1/lab", puzzleBody(inkala, `,"strategies":["mrv"],"nodes":5`), nil},
		{"lab, contradictory", "POST", "/api/v1/lab", puzzleBody(contrary, `,"strategies":["mrv"]`), nil},
		{"trace, first window", "POST", "/api/v1/lab/trace", puzzleBody(inkala, `,"strategy":"mrv","events":3`), nil},
		{"trace, later window", "POST", "/api/v1/lab/trace", puzzleBody(inkala, `,"strategy":"mrv","from":3,"events":3`), nil},
		{"trace, last window", "POST", "/api/v1/lab/trace", puzzleBody(targetSample, `,"strategy":"mrv","from":50,"events":100`), nil},
		{"trace, beyond the end", "POST", "/api/v1/lab/trace", puzzleBody(inkala, `,"strategy":"mrv","from":1000000000`), nil},
		{"trace, too few nodes", "POST", "/api/v1/lab/trace", puzzleBody(inkala, `,"strategy":"mrv","nodes":2`), nil},
		{"trace, contradictory", "POST", "/api/v1/lab/trace", puzzleBody(contrary, `,"strategy":"row-major-scan"`), nil},
		{"parse, HoDoKu's library", "POST", "/api/v1/parse", `{"text":"# a comment\n:0901:8:57...1+9.+3.3.+7..+5..+1..63+58+74+6.5.7.+34.+7.1+3.+62+59..+35..+7.63+5..671..8+1...+3+69.26....+4+3.:274 289 874 899:826 894::\n"}`, nil},
		{"parse, a library with a bad line", "POST", "/api/v1/parse", `{"text":":0901:8:57...1+9.+3.3.+7..+5..+1..63+58+74+6.5.7.+34.+7.1+3.+62+59..+35..+7.63+5..671..8+1...+3+69.26....+4+3.:274 289 874 899:826 894::\n:0901:8:57...:::\n"}`, nil},
		{"parse, a colon only", "POST", "/api/v1/parse", `{"text":":"}`, nil},
		{"parse", "POST", "/api/v1/parse", `{"text":"` + inkala + ` # Inkala\n` + row + `"}`, nil},
		{"parse, a link", "POST", "/api/v1/parse", `{"text":"https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QEEACAOwEMBbOVUgVzQAsB7AJwQOOJFWZpzBjRsAci3KkshMDQAmjANY1CPPoVIAHNVgCeAOi4gA5swjSEAbTOgAbuJq4ArKgMQrMTvDQ8YAX2TXbuADMTi5uCJ52vqAAxizEMMwACm7REFgAsqTMcmDmAIzIAEzIACwAulEg0W5oCcnEqRlZOebFAGxlqPQQBvRYPfSCeADEAGajpAAMUyCVNlh2CADsIa7uET5+IPOL8AAcUYd+3p2W2wEIbathHl5HwHMX8AWGoet3Wzu4KK9r4R/+BYOa7vSLHcEPU4PT5PH7OP63MGA3Z7EH/JH3e7nIGXNGIzaQ5BnL4IVG/G4bTEQ7G7K7k0EEqnIoJ4ylQmm4EqsgFYkn7bkYmE4+DBenoxnUvkveEUu7svkrMX4pmPYXFJWUiG8p50mUMk5E6HM3EanlayVPdV68WqlECxlQpkchBc01I53Pe2275e83G+CON0+R1+72k31GsPwRXW5VC3Zwt42soVIA"}`, nil},
		{"parse, a link with constraints", "POST", "/api/v1/parse", `{"text":"?load=N4Ig5gTglgJiBcBtRoBuBDANgVwKYIFYAacKVXAOwQBcI8BfI4R5pl9tz5gXSJQ9aCBw3vy7Dx40UMky59aRPmyFfZepFql2qVpX6higzp68QAayiZMuCAGN0YfElB3c1gM4JEIAEoBGAGF/EDMMHGcQAhBVEGoAC1sAWwB7JNxqW29QTCgKXC8kHwDgkBISgCZQ7li6Gw8MhAsKKDB46gByDwACVPIykA9adAonb38aoA=="}`, []string{"Accept-Language", "zh-CN"}},
		{"parse, a grid of another size", "POST", "/api/v1/parse", `{"text":"` + inkala + `\n\n1 2 3 4\n. . . .\n3 . . .\n. . . 4\n"}`, nil},
		{"export", "POST", "/api/v1/export", puzzleBody(easy, `,"values":"534678912672195348198342567859761423426853791713924856961537284287419635345286179","title":"Two\nlines","rules":"Be\nquick","to":"opensudoku"`), nil},
		{"export, what is lost", "POST", "/api/v1/export", puzzleBody(easy, `,"colours":[`+strings.Repeat(`"",`, 80)+`"13"],"title":"A title"`), nil},
		{"solve, a Sudoku X", "POST", "/api/v1/solve", puzzleBody("5......8.82...94.1......3..43..58..7.9...............8........43...9.2.59...1...6", `,"board":"x"`), nil},
		{"check, a windoku", "POST", "/api/v1/check", puzzleBody(".7..326..5.2..6...6....1.......74.....52.....92..53....9..........3.7.1.8....9...", `,"board":"windoku"`), nil},
		{"check, contradictory on the diagonal", "POST", "/api/v1/check", puzzleBody("1"+empty[1:80]+"1", `,"board":"x"`), nil},
		{"version", "GET", "/api/v1/version", "", nil},
		{"health", "GET", "/healthz", "", nil},
		{"health, alive", "GET", "/livez", "", nil},
		{"health, ready", "GET", "/readyz", "", nil},
		{"the parameter decides the language", "POST", "/api/v1/solve?lang=zh-CN", puzzleBody(contrary, ""), []string{"Accept-Language", "en"}},
	}))
}

func TestProblems(t *testing.T) {
	config := testConfig()
	config.Limits.Body = 5000
	s := newServer(config)
	s.mux.Handle("GET /panic", Refusal(wire.InternalError))
	solve := func(name, body string, header ...string) request {
		return request{name, "POST", "/api/v1/solve", body, header}
	}
	golden.Check(t, "testdata/problems.txt", transcript(t, s, []request{
		// Path and method.
		{"unknown path", "GET", "/api/v1/nothing", "", nil},
		{"wrong method", "GET", "/api/v1/solve", "", nil},
		{"wrong method for the page", "POST", "/", "{}", nil},
		{"an odd method", "BREW", "/api/v1/version", "", nil},
		{"an asset of another release", "GET", "/assets/0000/js/main.js", "", nil},
		{"unknown parameter", "POST", "/api/v1/solve?limit=5", puzzleBody(inkala, ""), nil},
		{"unknown language", "GET", "/api/v1/version?lang=tlh", "", nil},
		{"a panic", "GET", "/panic", "", nil},
		// The body.
		solve("no type", puzzleBody(inkala, ""), "Content-Type", ""),
		solve("a form", "puzzle=1", "Content-Type", "application/x-www-form-urlencoded"),
		solve("another charset", puzzleBody(inkala, ""), "Content-Type", "application/json; charset=gb18030"),
		solve("no media type at all", puzzleBody(inkala, ""), "Content-Type", ";;"),
		solve("compressed", puzzleBody(inkala, ""), "Content-Encoding", "gzip"),
		solve("too large", puzzleBody(strings.Repeat(".", 5000), "")),
		solve("nothing", "", "Content-Type", "application/json"),
		solve("not JSON", "{\n  \"puzzle\": \"8..\",\n  数独\n}"),
		solve("cut short", `{"puzzle":"8..`),
		solve("two values", `{"puzzle":""} {}`),
		solve("a list", `[1]`),
		solve("null", `null`),
		solve("a number out of range", puzzleBody(inkala, `,"limit":1e400`)),
		// Fields.
		solve("an unknown board", puzzleBody(inkala, `,"board":"y"`)),
		solve("regions of eight and ten cells", puzzleBody(inkala, `,"board":"jigsaw:`+strings.Repeat("a", 10)+strings.Repeat("b", 8)+strings.Repeat("cdefghi", 9)+`"`)),
		solve("no puzzle", `{}`),
		solve("the puzzle is a number", `{"puzzle":53}`),
		solve("the puzzle is null", `{"puzzle":null}`),
		solve("unknown field", puzzleBody(inkala, `,"limits":5`)),
		solve("a field in the wrong case", puzzleBody(inkala, `,"limit":5,"LIMIT":100000000`)),
		solve("limit too small", puzzleBody(inkala, `,"limit":0`)),
		solve("limit too large", puzzleBody(inkala, `,"limit":1001`)),
		solve("limit no integer", puzzleBody(inkala, `,"limit":1.5`)),
		solve("limit with an exponent", puzzleBody(inkala, `,"limit":1e1`)),
		solve("limit is a text", puzzleBody(inkala, `,"limit":"5"`)),
		solve("unknown order", puzzleBody(inkala, `,"order":"falling"`)),
		solve("timeout too small", puzzleBody(inkala, `,"timeout_ms":-1`)),
		solve("timeout too large", puzzleBody(inkala, `,"timeout_ms":30001`)),
		solve("much at once", `{"limit":0,"order":1,"a":1,"b":{},"c":[],"d":null,"e":1,"f":1,"g":1,"h":1,"i":1}`),
		{"count limit too large", "POST", "/api/v1/count", puzzleBody(inkala, `,"limit":9007199254740994`), nil},
		{"weights too few", "POST", "/api/v1/target", puzzleBody(inkala, `,"weights":[1,2]`), nil},
		{"weights too many", "POST", "/api/v1/target", puzzleBody(inkala, `,"weights":[`+strings.Repeat("1,", 81)+`1]`), nil},
		{"a weight too small", "POST", "/api/v1/target/best", puzzleBody(inkala, `,"weights":[`+strings.Repeat("1,", 80)+`-111111112]`), nil},
		{"one of nine weights too large", "POST", "/api/v1/target/count", puzzleBody(inkala, `,"weights":[`+strings.Repeat("1,", 728)+`1000000001]`), nil},
		{"a weight too large", "POST", "/api/v1/target", puzzleBody(inkala, `,"weights":[`+strings.Repeat("1,", 80)+`111111112]`), nil},
		{"a weight no integer", "POST", "/api/v1/target", puzzleBody(inkala, `,"weights":[`+strings.Repeat("1,", 80)+`"x"]`), nil},
		{"weights no list", "POST", "/api/v1/target", puzzleBody(inkala, `,"weights":{}`), nil},
		{"unknown goal", "POST", "/api/v1/target", puzzleBody(inkala, `,"goal":"best"`), nil},
		{"too many strategies", "POST", "/api/v1/lab", puzzleBody(inkala, `,"strategies":[`+strings.Repeat(`"mrv",`, 20)+`"mrv"]`), nil},
		{"no strategy", "POST", "/api/v1/lab/trace", puzzleBody(inkala, ``), nil},
		{"unknown strategy to trace", "POST", "/api/v1/lab/trace", puzzleBody(inkala, `,"strategy":"kernel/scalar"`), nil},
		{"a window before the start", "POST", "/api/v1/lab/trace", puzzleBody(inkala, `,"strategy":"mrv","from":-1`), nil},
		{"a window too wide", "POST", "/api/v1/lab/trace", puzzleBody(inkala, `,"strategy":"mrv","events":20001`), nil},
		// The stream.
		{"stream without a puzzle", "GET", "/api/v1/target/stream", "", nil},
		{"stream, bad parameters", "GET", "/api/v1/target/stream?puzzle=" + inkala + "&goal=best&timeout_ms=0&x=1", "", nil},
		{"stream, timeout no number", "GET", "/api/v1/target/stream?puzzle=" + inkala + "&timeout_ms=soon", "", nil},
	}))
}

// Errors of package format are passed on with line and column.
func TestPuzzleProblems(t *testing.T) {
	s := newServer(testConfig())
	texts := []string{
		"", "\n\n", inkala[:80], inkala + "1", inkala[:40] + "x!" + inkala[42:], inkala[:3] + "\x00" + inkala[4:],
		inkala + "\n" + contrary, "\ufeff" + inkala[:79], strings.Repeat("5 3 0 0 7 0 0 0 0\r\n", 8), `[["5"]]`, "10 " + strings.Repeat("1 ", 80),
	}
	for _, text := range texts {
		_, err := format.ParseOne(text)
		var syntax *format.SyntaxError
		if !errors.As(err, &syntax) {
			t.Fatalf("%q: %v", text, err)
		}
		for _, lang := range message.Langs() {
			for _, op := range requestsAbout(t, text) {
				method, location := "POST", "body.puzzle"
				path, _, query := strings.Cut(op.target, "?")
				switch {
				case query && text == "":
					continue // the operation has no such parameter
				case query:
					method, location = "GET", "query.puzzle"
				}
				a := sendRequest(t, s, method, op.target, op.body, "Accept-Language", string(lang))
				checkConforms(t, s, method, path, a)
				want := message.TextOf(err, lang)
				if path == "/api/v1/parse" { // parse answers with the parts that it could read, and an error for each other part
					var found wire.Parse
					if err := json.Unmarshal([]byte(a.body), &found); err != nil {
						t.Fatal(err)
					}
					refused := found.Refusal != nil && *found.Refusal == wire.Refusal{Message: want, Line: syntax.Line, Column: syntax.Column}
					if a.status != 200 || !refused && text != inkala+"\n"+contrary || found.Refusal != nil && len(found.Puzzles) > 0 {
						t.Errorf("%s %q: %d %s", path, text, a.status, a.body)
					}
					continue
				}
				var p wire.Problem
				if err := json.Unmarshal([]byte(a.body), &p); err != nil {
					t.Fatal(err)
				}
				if a.status != 422 || p.Type != "/docs#problem-invalid-puzzle" || p.Line != syntax.Line || p.Column != syntax.Column ||
					p.Detail != want || len(p.Errors) != 1 || p.Errors[0] != (wire.Fault{Message: want, Location: location}) {
					t.Errorf("%s %q: %d %s", path, text, a.status, a.body)
				}
			}
		}
	}
}

// requestsAbout returns the examples of all operations that take a puzzle, with this text as the
// puzzle.
func requestsAbout(t *testing.T, text string) (all []request) {
	for _, op := range operation.All() {
		var fields map[string]any
		if err := json.Unmarshal([]byte(op.Example), &fields); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"puzzle", "text"} {
			if _, takes := fields[name]; takes {
				fields[name] = text
				all = append(all, request{target: apiPath + op.Name, body: jsonBody(t, fields)})
			}
		}
		if op.Event != nil {
			query := url.Values{}
			for name, value := range fields {
				query.Set(name, fmt.Sprint(value))
			}
			all = append(all, request{target: apiPath + op.Name + "/stream", body: jsonBody(t, fields)}, request{target: apiPath + op.Name + "/stream?" + query.Encode()})
		}
	}
	if len(all) < 12 {
		t.Errorf("only %d requests", len(all))
	}
	return all
}

// Which of several solutions the engine finds first is not specified.
func TestCheckSeveral(t *testing.T) {
	s := newServer(testConfig())
	a := sendRequest(t, s, "POST", "/api/v1/check", puzzleBody(targetSample, ""))
	checkConforms(t, s, "POST", "/api/v1/check", a)
	var got wire.Check
	if err := json.Unmarshal([]byte(a.body), &got); err != nil {
		t.Fatal(err)
	}
	if got.Solvable != "yes" || got.Unique != "no" || len(got.Solutions) != 2 || got.Solutions[0] == got.Solutions[1] {
		t.Errorf("%+v", got)
	}
	for _, solution := range got.Solutions {
		if g, err := sudoku.Parse(solution); err != nil || !g.Solved() || !g.Extends(sudoku.MustParse(targetSample)) {
			t.Errorf("%s is no solution", solution)
		}
	}
}

func TestLabRunsEnginesToo(t *testing.T) {
	s := newServer(testConfig())
	a := sendRequest(t, s, "POST", "/api/v1/lab", puzzleBody(easy, ""))
	checkConforms(t, s, "POST", "/api/v1/lab", a)
	var got wire.Lab
	if err := json.Unmarshal([]byte(a.body), &got); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, run := range got.Runs {
		ids = append(ids, run.Strategy)
		if run.Solution != easySolved {
			t.Errorf("%+v", run)
		}
	}
	if !slices.Equal(ids, operation.LabIDs()) {
		t.Errorf("%v, want %v", ids, operation.LabIDs())
	}
	for _, lang := range message.Langs() {
		a := sendRequest(t, s, "POST", "/api/v1/lab?lang="+string(lang), puzzleBody(inkala, `,"strategies":["mrv","bogo"]`))
		checkConforms(t, s, "POST", "/api/v1/lab", a)
		if a.status != 422 || !strings.Contains(a.body, "/docs#problem-unknown-strategy") || !strings.Contains(a.body, strings.Join(operation.LabIDs(), ", ")) {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
}

// All errors that occur in the tests have texts of their own.
func TestNoSentenceIsLeftWithoutTranslation(t *testing.T) {
	b, err := os.ReadFile("testdata/problems.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range message.Langs() {
		if strings.Contains(string(b), message.New("api.fault.other").In(lang)) {
			t.Errorf("testdata/problems.txt has a fault nobody worded: %s", message.New("api.fault.other").In(lang))
		}
	}
}

// The examples of the description are answers of the server. Only answers that are too long are missing.
func TestExamples(t *testing.T) {
	s := newServer(testConfig())
	for _, op := range operation.All() {
		request := withLongestTimeout(op, op.Example)
		if methodOf(op) == http.MethodGet {
			request = ""
		}
		a := sendRequest(t, s, methodOf(op), apiPath+op.Name, request)
		if a.status != http.StatusOK {
			t.Errorf("%s: %d %s", op.Name, a.status, a.body)
			continue
		}
		if len(a.body) > 4096 {
			continue
		}
		want, err := os.ReadFile("examples/" + op.ID() + ".json")
		if formatMasked(string(want)) == formatMasked(a.body) || op.Name == "version" && err == nil {
			continue
		}
		if !golden.IsUpdating() {
			t.Errorf("%s answers\n%s\nand not as its example says\n%s", op.Name, formatMasked(a.body), want)
		} else if err := os.WriteFile("examples/"+op.ID()+".json", []byte(indentJSON(json.RawMessage(a.body))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var (
	guideBlock = regexp.MustCompile("(?s)```sh\n(curl .*?)\n```\n(\n```(?:json|text)\n.*?\n```\n)?")
	guideCurl  = regexp.MustCompile(`^curl (?:-N )?'?http://127\.0\.0\.1:8080([^ ']+)'?(?: -H 'Content-Type: (?:application/json' -d|application/x-ndjson' --data-binary) \$?'(.*)')?(?: \| head -c (\d+))?$`)
)

// The guide shows the output of its commands.
func TestGuide(t *testing.T) {
	const guide = "../../../docs/API.md"
	b, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(testConfig())
	original, before := string(b), "|---|---|\n"
	for _, a := range addresses() {
		path := a.path
		op := cmpOr(s.englishDescription().Paths[path].Post, s.englishDescription().Paths[path].Get)
		if a.method != op.Method {
			continue
		}
		line := regexp.MustCompile("\\| `" + op.Method + " " + path + "` \\|.*\n").Find(b)
		if line == nil && golden.IsUpdating() {
			line = []byte("| `" + op.Method + " " + path + "` | " + op.Summary + " |\n")
			b = bytes.Replace(b, []byte(before), append([]byte(before), line...), 1)
		}
		if before = string(line); line == nil {
			t.Errorf("%s has no line for %s %s (-update adds one)", guide, op.Method, path)
		}
	}
	commands := 0
	got := guideBlock.ReplaceAllStringFunc(string(b), func(block string) string {
		command := guideBlock.FindStringSubmatch(block)[1]
		m := guideCurl.FindStringSubmatch(command)
		if m == nil {
			t.Fatalf("not understood: %s", command)
		}
		commands++
		method := http.MethodPost
		if m[2] == "" {
			method = http.MethodGet
		}
		a := sendRequest(t, s, method, m[1], m[2])
		if strings.Contains(command, lineJSON) {
			a = sendRequest(t, s, method, m[1], strings.ReplaceAll(m[2], `\n`, "\n"), "Content-Type", lineJSON)
		}
		kind, text := "json", ""
		if !strings.HasSuffix(a.header.Get("Content-Type"), "/json") && !strings.HasSuffix(a.header.Get("Content-Type"), "+json") {
			kind, text = "text", strings.TrimSpace(a.body)
		} else {
			text = strings.TrimSpace(indentJSON(json.RawMessage(a.body)))
		}
		if n, err := strconv.Atoi(m[3]); err == nil {
			kind, text = "text", a.body[:n]
		}
		return "```sh\n" + command + "\n```\n\n```" + kind + "\n" + text + "\n```\n"
	})
	if commands < 5 {
		t.Errorf("only %d commands", commands)
	}
	// A stream's events are JSON on one line, and their number varies.
	steady := func(text string) string {
		text = regexp.MustCompile(`(?:event: progress\ndata: .*\n\n)+`).ReplaceAllString(text, "…")
		return maskVolatile(text)
	}
	if golden.IsUpdating() {
		if steady(got) != steady(original) {
			if err := os.WriteFile(guide, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	if g, w := strings.Split(steady(got), "\n"), strings.Split(steady(string(b)), "\n"); !slices.Equal(g, w) {
		for i := range min(len(g), len(w)) {
			if g[i] != w[i] {
				t.Fatalf("%s differs (run with -update)\n got %s\nsays %s", guide, g[i], w[i])
			}
		}
		t.Fatalf("%s has other answers (run with -update)", guide)
	}
}

// The description's texts exist in both languages: none is left in English, and there is no
// unused translation.
func TestDescriptionInChinese(t *testing.T) {
	s := newServer(testConfig())
	texts := func(lang string) (all []string) {
		a := sendRequest(t, s, "GET", "/openapi.json?lang="+lang, "")
		if a.status != http.StatusOK || a.header.Get("Content-Language") != lang {
			t.Fatalf("%s: %d %v", lang, a.status, a.header)
		}
		for _, m := range regexp.MustCompile(`"(?:description|summary)": "((?:[^"\\]|\\.)*)"`).FindAllStringSubmatch(a.body, -1) {
			all = append(all, m[1])
		}
		return all
	}
	en, zh := texts("en"), texts("zh-CN")
	if len(en) != len(zh) || len(en) < 300 {
		t.Fatalf("%d and %d texts", len(en), len(zh))
	}
	statuses := regexp.MustCompile(`^[A-Z][A-Za-z ]+$`) // such as Not Found, HTTP's own texts
	for i := range en {
		if !regexp.MustCompile(`\p{Han}`).MatchString(zh[i]) && (zh[i] != en[i] || !statuses.MatchString(en[i])) {
			t.Errorf("docs/fields.zh-CN.json has no Chinese for %q, or docs.br is older than the fields: then -update, twice, rewrites it", en[i])
		}
	}
	for english := range translatedFields() {
		quoted, _ := json.Marshal(english)
		// If a field is only for some puzzles, a sentence must say for which.
		if !slices.ContainsFunc(en, func(text string) bool { return strings.HasPrefix(text, strings.Trim(string(quoted), `"`)) }) {
			t.Errorf("docs/fields.zh-CN.json translates %q, but docs.br has no such text; after a change of the fields, -update, twice, rewrites it", english)
		}
	}
	page := sendRequest(t, s, "GET", "/docs?lang=zh-CN", "").body
	if !strings.Contains(page, translatedFields()["Which end of the scores is wanted"]) || strings.Contains(page, "Which end of the scores") {
		t.Error("the page tells fields in English")
	}
}

// describedParameter and describedResponse are parts of the description, or references by Ref.
type describedParameter struct {
	Ref               string `json:"$ref"`
	Name, Description string
	Schema            map[string]any
}

type describedResponse struct {
	Ref         string `json:"$ref"`
	Description string
	Content     map[string]any
}

// Everything that the contract names is described, and the description is complete by itself.
func TestDescription(t *testing.T) {
	s := newServer(testConfig())
	a := sendRequest(t, s, "GET", "/openapi.json", "")
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "application/json" {
		t.Fatalf("%d %v", a.status, a.header)
	}
	var doc struct {
		OpenAPI string
		Info    struct{ Title, Version, Description string }
		Paths   map[string]map[string]struct {
			OperationID, Summary, Description string
			RequestBody                       struct {
				Content map[string]struct{ Example, Schema any }
			}
			Parameters []describedParameter
			Responses  map[string]describedResponse
		}
		Components struct {
			Schemas map[string]struct {
				Properties map[string]map[string]any
			}
			Parameters map[string]describedParameter
			Responses  map[string]describedResponse
		}
	}
	if err := json.Unmarshal([]byte(a.body), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != "test" || doc.Info.Description == "" {
		t.Errorf("%q %+v", doc.OpenAPI, doc.Info)
	}
	want := []string{"get /healthz", "get /livez", "get /readyz"}
	for _, op := range operation.All() {
		want = append(want, strings.ToLower(methodOf(op))+" "+apiPath+op.Name)
		if op.Event != nil {
			want = append(want, "get "+apiPath+op.Name+"/stream", "post "+apiPath+op.Name+"/stream")
		}
		if op.AcceptsLines() {
			want = append(want, "post "+apiPath+op.Name+"/batch")
		}
	}
	var got []string
	ids := map[string]bool{}
	for path, item := range doc.Paths {
		for method, op := range item {
			got = append(got, method+" "+path)
			if ids[op.OperationID] || op.OperationID == "" || op.Summary == "" || op.Description == "" {
				t.Errorf("%s %s: %+v", method, path, op)
			}
			ids[op.OperationID] = true
			if strings.HasPrefix(op.Summary, "docs.") || strings.HasPrefix(op.Description, "docs.") {
				t.Errorf("%s has no text", path)
			}
			body := op.RequestBody.Content["application/json"]
			if strings.HasSuffix(path, "/batch") {
				body = op.RequestBody.Content[lineJSON]
			}
			if method == "post" && (body.Example == nil || body.Schema == nil) {
				t.Errorf("%s: a body without example or schema", path)
			}
			for _, p := range op.Parameters {
				if name, ok := strings.CutPrefix(p.Ref, parameterPlace); ok {
					p = doc.Components.Parameters[name]
				}
				if p.Description == "" || p.Schema["type"] == nil {
					t.Errorf("%s: parameter %+v", path, p)
				}
			}
			for status, response := range op.Responses {
				if name, ok := strings.CutPrefix(response.Ref, responsePlace); ok {
					response = doc.Components.Responses[name]
				}
				if response.Description == "" || len(response.Content) == 0 {
					t.Errorf("%s %s: %+v", path, status, response)
				}
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("describes %v, want %v", got, want)
	}
	for _, m := range regexp.MustCompile(`"\$ref": "([^"]*)"`).FindAllStringSubmatch(a.body, -1) {
		if strings.HasPrefix(m[1], parameterPlace) || strings.HasPrefix(m[1], responsePlace) {
			continue // looked up above
		}
		if name, ok := strings.CutPrefix(m[1], "#/components/schemas/"); !ok || doc.Components.Schemas[name].Properties == nil {
			t.Errorf("nothing is at %s", m[1])
		}
	}
	for name, schema := range doc.Components.Schemas {
		for field, property := range schema.Properties {
			if property["description"] == nil && property["$ref"] == nil {
				t.Errorf("%s.%s is not described", name, field)
			}
		}
	}
}

// The limits in the description are those of the configuration.
func TestDescribedLimits(t *testing.T) {
	s := newServer(Config{Limits: operation.Limits{Time: 4 * time.Second, Solutions: 1, Count: 7}})
	schemas := s.englishDescription().Components.Schemas
	for _, test := range []struct {
		schema, field string
		maximum       float64
		ifAbsent      any
	}{
		{"SolveRequest", "limit", 1, 1.0},
		{"CountRequest", "limit", 7, 7.0},
		{"SolveRequest", "timeout_ms", 4000, 4000.0},
		{"TraceRequest", "timeout_ms", 4000, 4000.0},
	} {
		f := schemas[test.schema].Properties[test.field]
		if *f.Maximum != test.maximum || f.Default != test.ifAbsent {
			t.Errorf("%s.%s: at most %v, else %v", test.schema, test.field, *f.Maximum, f.Default)
		}
	}
	for _, limit := range []string{"", `,"limit":0`, `,"limit":7`} {
		if a := sendRequest(t, s, "POST", "/api/v1/count", puzzleBody(empty, limit)); !strings.Contains(a.body, `"count":7,"complete":false`) {
			t.Errorf("%q: %s", limit, a.body)
		}
	}
	if a := sendRequest(t, s, "POST", "/api/v1/solve", puzzleBody(empty, "")); a.status != 200 || len(decodeJSON(t, a.body).(map[string]any)["solutions"].([]any)) != 1 {
		t.Errorf("%s", a.body)
	}
	for _, target := range []string{"/api/v1/solve", "/api/v1/lab"} {
		if a := sendRequest(t, s, "POST", target, puzzleBody(empty, `,"timeout_ms":4001`)); a.status != 422 || !strings.Contains(a.body, "must be at most 4000") {
			t.Errorf("%s: %s", target, a.body)
		}
	}
	if a := sendRequest(t, s, "GET", "/api/v1/target/stream?timeout_ms=4001&puzzle="+empty, ""); a.status != 422 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// Searches see only a puzzle's digits. If its pencil marks exclude more digits, every answer says so.
func TestNotes(t *testing.T) {
	const note = `"notes":["the pencil marks rule out 3 candidates that no given excludes; only the digits were used"]`
	marks := ""
	for _, d := range "123456789456789123" { // with fewer givens the pencil marks would be read as the puzzle
		marks += strings.Map(func(r rune) rune {
			if r == d {
				return r
			}
			return '.'
		}, "123456789")
	}
	marks += strings.Repeat("123456789", 62) // the last cell has three digits fewer, in addition to the 3 and 9 above it
	puzzle := puzzleBody(marks+"....5678.", "")
	s := newServer(testConfig())
	for path, body := range map[string]string{
		"solve": puzzle, "count": strings.Replace(puzzle, "}", `,"limit":3}`, 1), "check": puzzle, "target": puzzle,
		"lab":       strings.Replace(puzzle, "}", `,"strategies":["mrv"]}`, 1),
		"lab/trace": strings.Replace(puzzle, "}", `,"strategy":"mrv","events":1}`, 1),
		"parse":     strings.Replace(puzzle, `"puzzle"`, `"text"`, 1),
	} {
		if a := sendRequest(t, s, http.MethodPost, "/api/v1/"+path, body); a.status != http.StatusOK || !strings.Contains(a.body, note) {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
		a := sendRequest(t, s, http.MethodPost, "/api/v1/"+path, strings.Replace(body, marks+"....5678.", marks+"123456789", 1))
		if a.status != http.StatusOK || strings.Contains(a.body, `"notes"`) {
			t.Errorf("%s, with all candidates: %d %s", path, a.status, a.body)
		}
	}
	a := sendRequest(t, s, http.MethodGet, "/api/v1/target/stream?puzzle="+marks+"....5678.", "")
	if a.status != http.StatusOK || !strings.Contains(a.body, note) {
		t.Errorf("target/stream: %d %s", a.status, a.body)
	}
}

func TestParseTruncates(t *testing.T) {
	s := newServer(testConfig())
	for n, truncated := range map[int]bool{operation.MaxParsed: false, operation.MaxParsed + 1: true} {
		a := sendRequest(t, s, "POST", "/api/v1/parse", `{"text":`+quoteJSON(strings.Repeat(inkala+"\n", n))+`}`)
		got := decodeJSON(t, a.body).(map[string]any)
		if len(got["puzzles"].([]any)) != operation.MaxParsed || got["truncated"] != truncated {
			t.Errorf("%d puzzles: %d, truncated %v", n, len(got["puzzles"].([]any)), got["truncated"])
		}
	}
}

func TestDocs(t *testing.T) {
	s := newServer(testConfig())
	for _, lang := range message.Langs() {
		a := sendRequest(t, s, "GET", "/docs", "", "Accept-Language", string(lang))
		if a.status != 200 || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") || a.header.Get("Content-Language") != string(lang) {
			t.Fatalf("%d %v", a.status, a.header)
		}
		for _, never := range []string{"<script", "<style", "style=", "onclick", `src="http`, `href="http`, "docs.op.", "docs.problem.", "%!", "&lt;nil&gt;"} {
			if strings.Contains(a.body, never) {
				t.Errorf("%s: the page contains %q", lang, never)
			}
		}
		for path, item := range s.englishDescription().Paths {
			op := cmpOr(item.Get, item.Post)
			if !strings.Contains(a.body, `<section id="`+op.OperationID+`">`) || !strings.Contains(a.body, path) {
				t.Errorf("%s: %s is missing", lang, path)
			}
			if text := message.New(textsOf(op.Method, path, op.OperationID) + ".summary").In(lang); !strings.Contains(html.UnescapeString(a.body), text) {
				t.Errorf("%s: %q is missing", lang, text)
			}
		}
		for _, c := range wire.ProblemCodes() {
			_, anchor, _ := strings.Cut(wire.NewProblem(c, lang).Type, "#")
			if !strings.Contains(a.body, `id="`+anchor+`"`) {
				t.Errorf("%s: nothing at #%s", lang, anchor)
			}
		}
		for _, want := range []string{"timeout_ms", "1 – 1000", "contradictions[].cells", "runs[].backtracks", "event: progress", "812753649"} {
			if !strings.Contains(a.body, want) {
				t.Errorf("%s: %q is missing", lang, want)
			}
		}
	}
	if a := sendRequest(t, s, "GET", "/docs/docs.css", ""); a.status != 200 || a.header.Get("Content-Type") != "text/css; charset=utf-8" {
		t.Errorf("%d %v", a.status, a.header)
	}
}

func cmpOr[T any](a, b *T) *T {
	if a != nil {
		return a
	}
	return b
}
