package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"nonet/internal/app/locale"
	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/sudoku"
	"nonet/target"
	"nonet/wire"
)

// huma keeps this in a variable of its package; without it every list in the
// description might be null.
func init() { huma.DefaultArrayNullable = false }

type server struct {
	config Config
	mux    *http.ServeMux
	api    *huma.OpenAPI
	paths  []string // those of the description, in order
	gate   *gate
	// optimum is target.Optimum; a test that needs a long search puts one here.
	optimum func(context.Context, sudoku.Grid, target.Weights, target.Options) (target.Result, error)
}

// New is the handler of everything: the API, its description and the page.
func New(config Config) http.Handler { return newServer(config) }

func newServer(config Config) *server {
	s := &server{config: config.withDefaults(), mux: http.NewServeMux(), optimum: target.Optimum}
	s.gate = newGate(s.config.MaxConcurrent)
	s.api = newDescription(s.config.Version)
	s.operations()
	s.serveDescription()
	s.serveDocs()
	s.servePage()
	return s
}

// policy is what a page may load. No page may run what is no file of its own; the engine's
// worker may in addition compile the engine.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// note is what is known of a request and what came of it.
type note struct {
	lang    message.Lang
	outcome string // for the log
}

type noteKey struct{}

func noteOf(ctx context.Context) *note {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		return n
	}
	return &note{lang: message.Langs()[0]}
}

func wantedLang(r *http.Request) message.Lang {
	if lang, err := locale.Parse(r.URL.Query().Get("lang")); err == nil {
		return lang
	}
	return locale.FromHeader(strings.Join(r.Header.Values("Accept-Language"), ","))
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	n := &note{lang: wantedLang(r)}
	rec := &recorder{ResponseWriter: w}
	rec.extend()
	limitBody(rec, r)
	r = r.WithContext(context.WithValue(r.Context(), noteKey{}, n))
	defer func() {
		failure := recover()
		abort := failure == http.ErrAbortHandler
		if failure != nil && !abort {
			n.outcome = string(wire.InternalError)
			s.config.Logger.ErrorContext(r.Context(), "panic", "method", r.Method, "path", r.URL.Path, "error", fmt.Sprint(failure), "stack", string(debug.Stack()))
			if abort = rec.status != 0; !abort {
				writeProblem(rec, wire.NewProblem(wire.InternalError, n.lang), n.lang)
			}
		}
		s.log(r, rec, n, time.Since(start))
		if abort { // an answer that has begun must not look complete
			panic(http.ErrAbortHandler)
		}
	}()

	h := rec.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if strings.HasPrefix(r.URL.Path, "/api/") {
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Language", string(n.lang))
	}
	s.route(rec, r, n)
}

// route serves the request, or says in a problem why there is nothing to serve.
func (s *server) route(w http.ResponseWriter, r *http.Request, n *note) {
	refusal, pattern := s.mux.Handler(r)
	if pattern != "" {
		s.mux.ServeHTTP(w, r)
		return
	}
	// The mux refuses in plain text; what it would say is in status and header.
	probe := &discard{header: http.Header{}}
	refusal.ServeHTTP(probe, r)
	var p *wire.Problem
	switch probe.status {
	case http.StatusMethodNotAllowed:
		allow := probe.header.Get("Allow")
		w.Header().Set("Allow", allow)
		p = wire.NewProblem(wire.WrongMethod, n.lang, "method", operation.Shortened(r.Method), "allow", allow)
	case http.StatusNotFound, http.StatusBadRequest:
		p = wire.NewProblem(wire.NotFound, n.lang, "path", operation.Shortened(r.URL.Path))
	default:
		refusal.ServeHTTP(w, r)
		return
	}
	fail(w, r, p)
}

// log writes one record a request. Queries and bodies hold puzzles and stay out.
func (s *server) log(r *http.Request, rec *recorder, n *note, took time.Duration) {
	level := slog.LevelInfo
	switch {
	case rec.status >= 500:
		level = slog.LevelWarn
	case r.URL.Path == "/healthz":
		level = slog.LevelDebug
	}
	outcome := n.outcome
	if r.Context().Err() != nil && outcome != string(wire.InternalError) {
		outcome = "cancelled"
	}
	s.config.Logger.LogAttrs(r.Context(), level, "request",
		slog.String("method", operation.Shortened(r.Method)), slog.String("path", operation.Shortened(r.URL.Path)),
		slog.Int("status", rec.status), slog.Int64("bytes", rec.bytes),
		slog.Duration("duration", took.Round(time.Microsecond)), slog.String("outcome", outcome))
}

// writeTimeout is how long a client may take to accept one write. There is no
// limit on a whole answer: streams are long, and searches have deadlines.
const writeTimeout = 30 * time.Second

// recorder notes what was answered, and gives every write a fresh deadline.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// Unwrap is for http.ResponseController.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *recorder) extend() {
	// Not every ResponseWriter has deadlines; a real connection's has.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTimeout))
}

func (w *recorder) WriteHeader(status int) {
	if w.status != 0 {
		return
	}
	if status >= 200 {
		w.status = status
	}
	w.extend()
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	w.extend()
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
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

// stopping is why searches end when the grace period is over.
type stopping struct{}

func (stopping) Error() string            { return stopping{}.Message().String() }
func (stopping) Message() message.Message { return message.New("api.stopping") }

// Serve answers on listener until ctx ends, gives requests under way config.Grace to finish,
// and cuts their searches short after that: they answer "undecided". The error is nil unless
// the listener failed or an answer could not be finished even so.
func Serve(ctx context.Context, config Config, listener net.Listener) error {
	return newServer(config).serve(ctx, listener)
}

func (s *server) serve(ctx context.Context, listener net.Listener) error {
	base, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cut(nil)
	srv := &http.Server{
		Handler:           s,
		BaseContext:       func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout:      writeTimeout, // for what net/http answers by itself; see recorder
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.config.Logger.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	shutdown := func(within time.Duration) error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
		defer cancel()
		return srv.Shutdown(ctx)
	}
	err := shutdown(s.config.Grace)
	if errors.Is(err, context.DeadlineExceeded) {
		cut(stopping{})
		err = shutdown(lastGrace)
	}
	if err != nil {
		err = errors.Join(err, srv.Close())
	}
	return err
}

// lastGrace is how long searches that were cut short have to answer.
const lastGrace = 5 * time.Second
