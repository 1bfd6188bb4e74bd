// Package httpapi implements the HTTP handler for the JSON API under /api/v1, its description (/openapi.json, /docs)
// and the page.
//
// Each operation of internal/app/operation has an address (operations.go). internal/app/admission schedules the
// searches. Each search has a deadline, and ends when its request ends.
//
// The caller passes the page's files as an fs.FS; the package must not import web, cmd or internal/app/cli.
package httpapi

import (
	"cmp"
	"context"
	"io/fs"
	"net/http"
	"strings"

	"nonet/internal/app/admission"
	"nonet/internal/app/engine"
	"nonet/internal/app/locale"
	"nonet/internal/app/operation"
	"nonet/internal/app/telemetry"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/wire"
)

type server struct {
	config Config
	mux    *http.ServeMux
	packed http.Handler // the mux inside compressAnswers
	// best is solve.Best if nil. Tests set it to a search that takes long.
	best func(context.Context, *puzzle.Puzzle, solve.Scoring, puzzle.Limits, func(solve.Optimum)) (solve.Optimum, error)
}

// New returns a handler that serves the API, its description and the page.
func New(config Config) http.Handler { return newServer(config) }

func newServer(config Config) *server {
	s := &server{config: config.withDefaults(), mux: http.NewServeMux(), best: solve.Best}
	s.packed = compressAnswers(http.HandlerFunc(s.serveRequest))
	s.registerOperations()
	s.serveHealth()
	s.serveDocs()
	s.servePage()
	return s
}

// policy is the Content-Security-Policy. A document may run only files of this server; the engine's worker may also
// compile the engine. img-src contains data:, because the page makes a PNG from an SVG in a data: URL.
const policy = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

type langKey struct{}

func langOf(ctx context.Context) message.Lang {
	if lang, ok := ctx.Value(langKey{}).(message.Lang); ok {
		return lang
	}
	return message.Langs()[0]
}

// withLanguage returns r with its language in the context. The language comes from the parameter lang, or else from the
// header Accept-Language.
func withLanguage(r *http.Request) *http.Request {
	lang, err := locale.Parse(r.URL.Query().Get("lang"))
	if err != nil {
		lang = locale.FromHeader(strings.Join(r.Header.Values("Accept-Language"), ","))
	}
	return r.WithContext(context.WithValue(r.Context(), langKey{}, lang))
}

// setSecurityHeaders sets the headers that protect a visitor's browser. They are the same in all answers.
func setSecurityHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	setBodyDeadline(w, r)
	r = withLanguage(r)
	h := w.Header()
	setSecurityHeaders(h)
	if strings.HasPrefix(r.URL.Path, "/api/") {
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Language", string(langOf(r.Context())))
		s.packed.ServeHTTP(w, r)
		return
	}
	s.serveRequest(w, r)
}

// serveRequest passes a request to the handler for its address. If no handler is registered, it answers with a problem.
func (s *server) serveRequest(w http.ResponseWriter, r *http.Request) {
	refusal, pattern := s.mux.Handler(r)
	if pattern != "" {
		telemetry.SetOperation(r.Context(), operationOf(pattern))
		s.mux.ServeHTTP(w, r)
		return
	}
	// The mux refuses requests in plain text. probe records its status and header for the problem.
	probe := &discard{header: http.Header{}}
	refusal.ServeHTTP(probe, r)
	lang := langOf(r.Context())
	var p *wire.Problem
	switch probe.status {
	case http.StatusMethodNotAllowed:
		allow := probe.header.Get("Allow")
		w.Header().Set("Allow", allow)
		p = wire.NewProblem(wire.WrongMethod, lang, "method", operation.ShortenText(r.Method), "allow", allow)
	case http.StatusNotFound, http.StatusBadRequest:
		p = wire.NewProblem(wire.NotFound, lang, "path", operation.ShortenText(r.URL.Path))
	default:
		refusal.ServeHTTP(w, r)
		return
	}
	answerProblem(w, r, p)
}

// operationOf returns the operation's name in an address pattern. For other addresses, it returns "health" or "page".
func operationOf(pattern string) string {
	_, path, _ := strings.Cut(pattern, " ")
	if name, ok := strings.CutPrefix(path, apiPath); ok {
		return name
	}
	if strings.HasSuffix(path, "z") {
		return "health"
	}
	return "page"
}

// discard is a ResponseWriter that records the status and the header. It drops the body.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header { return d.header }
func (d *discard) WriteHeader(status int) {
	if d.status == 0 {
		d.status = status
	}
}
func (d *discard) Write(b []byte) (int, error) {
	d.WriteHeader(http.StatusOK)
	return len(b), nil
}

// ErrStopping is the cause of contexts that end because the server stops. Searches then answer "undecided", with their
// results so far.
var ErrStopping = message.NewError("api.stopping")

// Refusal returns a handler that answers every request with a problem of this code, in the language of the request.
func Refusal(code wire.ProblemCode, args ...any) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = withLanguage(r)
		setSecurityHeaders(w.Header())
		w.Header().Set("Cache-Control", "no-store")
		answerProblem(w, r, wire.NewProblem(code, langOf(r.Context()), args...))
	})
}

// Config holds the page, the engine and the limits of a server. The zero value serves the API with the default limits,
// and no page.
type Config struct {
	// Assets holds the page's files, with index.html at the root; nil means that there is no page.
	Assets fs.FS
	// CompressAhead makes New compress the page's files in the background before the first visitor comes. A visitor's
	// browser often runs on the same machine, and needs the processors itself.
	CompressAhead bool
	// Engine is the engine that the page runs in the browser when the server does not answer; nil means none.
	Engine *engine.Files
	// Version is the program's version, for the page and the API's description.
	Version string

	Limits operation.Limits
	// Queue schedules the searches. If it is nil, New makes a queue for this server alone.
	Queue *admission.Queue
}

func (c Config) withDefaults() Config {
	c.Version = cmp.Or(c.Version, "unknown")
	c.Limits = c.Limits.WithDefaults()
	if c.Queue == nil {
		c.Queue = admission.New(admission.Config{Longest: c.Limits.Time})
	}
	return c
}

// health lists the health checks for supervisors and load balancers. These requests never wait in the queue.
var health = []struct {
	name  string
	ready bool // true if the check fails while the queue is full
}{{"livez", false}, {"readyz", true}, {"healthz", false}}

func (s *server) serveHealth() {
	for _, h := range health {
		s.mux.HandleFunc("GET /"+h.name, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cache-Control", "no-store")
			if after, full := s.config.Queue.IsFull(); h.ready && full {
				answerProblem(w, r, wire.NewProblem(wire.Busy, langOf(r.Context())).Retry(after))
				return
			}
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = w.Write([]byte("ok"))
		})
	}
}

//go:generate go test . -run TestTypesOfThePage|TestClients|TestDescriptionIsOfTheTypes -update
