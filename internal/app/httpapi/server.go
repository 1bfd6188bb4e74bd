package httpapi

import (
	"context"
	"net/http"
	"strings"

	"nonet/internal/app/locale"
	"nonet/internal/app/operation"
	"nonet/internal/app/telemetry"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/wire"
)

type server struct {
	config    Config
	mux       *http.ServeMux
	addresses []address    // those that are described, in order
	packed    http.Handler // route, compressed
	// best is solve.Best; a test that needs a long search puts one here.
	best func(context.Context, *puzzle.Puzzle, solve.Scoring, puzzle.Limits, func(solve.Optimum)) (solve.Optimum, error)
}

// New is the handler of everything: the API, its description and the page.
func New(config Config) http.Handler { return newServer(config) }

func newServer(config Config) *server {
	s := &server{config: config.withDefaults(), mux: http.NewServeMux(), best: solve.Best}
	s.packed = compressed(http.HandlerFunc(s.route))
	s.operations()
	s.serveHealth()
	s.serveDescription()
	s.serveDocs()
	s.servePage()
	return s
}

// policy is what a page may load. No page may run what is no file of its own; the engine's
// worker may in addition compile the engine.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

type langKey struct{}

// langOf is the language that the request of ctx is answered in.
func langOf(ctx context.Context) message.Lang {
	if lang, ok := ctx.Value(langKey{}).(message.Lang); ok {
		return lang
	}
	return message.Langs()[0]
}

// inLanguage is the request, knowing its language.
func inLanguage(r *http.Request) *http.Request {
	lang, err := locale.Parse(r.URL.Query().Get("lang"))
	if err != nil {
		lang = locale.FromHeader(strings.Join(r.Header.Values("Accept-Language"), ","))
	}
	return r.WithContext(context.WithValue(r.Context(), langKey{}, lang))
}

// protect tells browsers what they shall not do with any answer.
func protect(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	limitBody(w, r)
	r = inLanguage(r)
	h := w.Header()
	protect(h)
	if strings.HasPrefix(r.URL.Path, "/api/") {
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Language", string(langOf(r.Context())))
		s.packed.ServeHTTP(w, r)
		return
	}
	s.route(w, r)
}

// route serves the request, or says in a problem why there is nothing to serve.
func (s *server) route(w http.ResponseWriter, r *http.Request) {
	refusal, pattern := s.mux.Handler(r)
	if pattern != "" {
		telemetry.SetOperation(r.Context(), operationOf(pattern))
		s.mux.ServeHTTP(w, r)
		return
	}
	// The mux refuses in plain text; what it would say is in status and header.
	probe := &discard{header: http.Header{}}
	refusal.ServeHTTP(probe, r)
	lang := langOf(r.Context())
	var p *wire.Problem
	switch probe.status {
	case http.StatusMethodNotAllowed:
		allow := probe.header.Get("Allow")
		w.Header().Set("Allow", allow)
		p = wire.NewProblem(wire.WrongMethod, lang, "method", operation.Shortened(r.Method), "allow", allow)
	case http.StatusNotFound, http.StatusBadRequest:
		p = wire.NewProblem(wire.NotFound, lang, "path", operation.Shortened(r.URL.Path))
	default:
		refusal.ServeHTTP(w, r)
		return
	}
	fail(w, r, p)
}

// operationOf is what is asked at the addresses of a pattern: an operation's name, "health" or
// "page".
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

// discard remembers a refusal's status and header.
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

// ErrStopping is the cause with which a server that stops ends the contexts of its requests:
// their searches answer what they have, "undecided".
var ErrStopping error = stopping{}

type stopping struct{}

func (stopping) Error() string            { return stopping{}.Message().String() }
func (stopping) Message() message.Message { return message.New("api.stopping") }

// Refusal answers every request with a problem of this kind, in its language.
func Refusal(code wire.ProblemCode, args ...any) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = inLanguage(r)
		protect(w.Header())
		w.Header().Set("Cache-Control", "no-store")
		fail(w, r, wire.NewProblem(code, langOf(r.Context()), args...))
	})
}
