// Package telemetry tells who runs the service what happens in it: one record a request in
// the log, and of each fault where it was.
//
// It wraps a handler, which says what came of a request ([SetOutcome]). It must not import internal/app/httpapi or internal/app/service.
package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"nonet/internal/app/operation"
)

// record is what becomes of one request.
type record struct{ outcome string }

type recordKey struct{}

// SetOutcome says in one word what came of the request of ctx; the last word counts. Where
// nobody watches the request nothing happens.
func SetOutcome(ctx context.Context, outcome string) {
	if r, ok := ctx.Value(recordKey{}).(*record); ok {
		r.outcome = outcome
	}
}

// Internal is the outcome of a request whose handler panicked.
const Internal = "internal"

// Handler serves as next does and logs a record a request. A panic of next is logged with
// its stack; failed answers then, or, where an answer has begun already, the connection
// breaks off, so that half an answer looks like one.
func Handler(next, failed http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		note := &record{}
		rec := &recorder{ResponseWriter: w}
		r = r.WithContext(context.WithValue(r.Context(), recordKey{}, note))
		defer func() {
			failure := recover()
			abort := failure == http.ErrAbortHandler
			if failure != nil && !abort {
				note.outcome = Internal
				log.ErrorContext(r.Context(), "panic", "method", r.Method, "path", r.URL.Path, "error", fmt.Sprint(failure), "stack", string(debug.Stack()))
				if abort = rec.status != 0; !abort {
					failed.ServeHTTP(rec, r)
				}
			}
			logRequest(log, r, rec, note, time.Since(start))
			if abort {
				panic(http.ErrAbortHandler)
			}
		}()
		next.ServeHTTP(rec, r)
	})
}

// logRequest writes one record. Queries and bodies hold puzzles and stay out.
func logRequest(log *slog.Logger, r *http.Request, rec *recorder, note *record, took time.Duration) {
	level := slog.LevelInfo
	switch {
	case rec.status >= 500:
		level = slog.LevelWarn
	case r.URL.Path == "/healthz":
		level = slog.LevelDebug
	}
	outcome := note.outcome
	if r.Context().Err() != nil && outcome != Internal {
		outcome = "cancelled"
	}
	log.LogAttrs(r.Context(), level, "request",
		slog.String("method", operation.Shortened(r.Method)), slog.String("path", operation.Shortened(r.URL.Path)),
		slog.Int("status", rec.status), slog.Int64("bytes", rec.bytes),
		slog.Duration("duration", took.Round(time.Microsecond)), slog.String("outcome", outcome))
}

// recorder notes what was answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// Unwrap is for http.ResponseController.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *recorder) WriteHeader(status int) {
	if w.status != 0 {
		return
	}
	if status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}
