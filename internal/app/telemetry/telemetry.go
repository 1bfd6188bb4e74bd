// Package telemetry serves the operators of the service: metrics in Prometheus' text format, a log record for each
// request with its ID, trace ID and client, and the stack of each panic.
//
// It wraps a handler, which reports its work ([SetOperation], [BeginStage], [AddPuzzles]) and its result
// ([SetOutcome]). The package must not import internal/app/httpapi or internal/app/service.
package telemetry

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync/atomic"
	"time"

	"nonet/internal/app/admission"
	"nonet/internal/app/operation"
)

// Config holds the logger, the trusted proxies and the version that Telemetry reports. The zero value logs nothing.
type Config struct {
	Logger  *slog.Logger
	Sink    *Sink // the sink of Logger, or nil
	Proxies Proxies
	// the version and the revision of the program, or ""
	Version, Revision string
}

// Telemetry counts and logs the requests of a service.
type Telemetry struct {
	// Metrics holds what the server counts and measures. Other packages may add metrics to it.
	Metrics Registry

	config Config

	requests, refused, cancelled, puzzles, sent *Metric
	durations, stages                           *Metric
	inFlight, connections                       *Metric
}

// New returns a Telemetry, which does nothing until [Telemetry.Handler] serves requests.
func New(config Config) *Telemetry {
	t := &Telemetry{config: config}
	if t.config.Logger == nil {
		t.config.Logger = slog.New(slog.DiscardHandler)
	}
	m := &t.Metrics
	m.Gauge("nonet_build_info", "What runs, as labels.", "version", "revision", "goversion").
		Set(1, cmp.Or(config.Version, "unknown"), cmp.Or(config.Revision, "unknown"), runtime.Version())
	t.requests = m.Counter("nonet_http_requests_total", "Requests answered.", "operation", "status")
	t.durations = m.Histogram("nonet_http_request_duration_seconds", "Time from a request's header to the end of its answer.", latencies, "operation")
	t.inFlight = m.Gauge("nonet_http_requests_in_flight", "Requests that are being answered, the waiting among them.")
	t.sent = m.Counter("nonet_http_response_bytes_total", "Bytes of answers, without headers.")
	t.connections = m.Gauge("nonet_http_connections", "Connections that are open, idle ones among them.")
	t.refused = m.Counter("nonet_http_refused_total", "Requests answered with a problem, by its kind.", "reason")
	t.cancelled = m.Counter("nonet_http_cancelled_total", "Requests whose client went away before the answer.", "operation")
	t.stages = m.Histogram("nonet_stage_duration_seconds", "Time for which a request waited for its turn (queue) or was worked on (search).", latencies, "stage", "operation")
	t.puzzles = m.Counter("nonet_puzzles_total", "Puzzles answered.", "operation")
	lines := m.Counter("nonet_log_records_dropped_total", "Log records that could not be written, or not soon enough.")
	m.BeforeWrite(func() {
		if config.Sink != nil {
			lines.Set(float64(config.Sink.DroppedLines()))
		}
	})
	addProcessMetrics(m)
	return t
}

// latencies holds the bounds of the histograms' buckets, in seconds. An easy puzzle takes less than the first bound,
// and a long search reaches its deadline between the last two.
var latencies = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}

// Logger returns the logger of the Config that New got.
func (t *Telemetry) Logger() *slog.Logger { return t.config.Logger }

type record struct {
	watch     *Telemetry
	id        string
	client    string
	user      string // the name of the token or certificate that admitted the request, or ""
	operation string
	outcome   string
	trace     string // the trace ID from the request's traceparent, or ""
	puzzles   atomic.Int64
	stages    []slog.Attr
}

type recordKey struct{}

// recordOf returns the record of ctx's request. If no Telemetry observes the request, it returns an empty record that
// nobody reads.
func recordOf(ctx context.Context) *record {
	if r, ok := ctx.Value(recordKey{}).(*record); ok {
		return r
	}
	return new(record)
}

// SetOutcome sets the outcome of ctx's request, which is one word, such as "undecided". The last call counts.
func SetOutcome(ctx context.Context, outcome string) { recordOf(ctx).outcome = outcome }

// LogFailure logs the error err of a panic during ctx's request. The rest of the answer is still sent.
func LogFailure(ctx context.Context, err error) {
	if r := recordOf(ctx); r.watch != nil {
		r.watch.config.Logger.ErrorContext(ctx, "panic", "operation", r.operation, "error", err.Error())
	}
}

// SetUser sets the name of the token or certificate that admitted ctx's request.
func SetUser(ctx context.Context, user string) { recordOf(ctx).user = user }

// SetOperation sets the operation of ctx's request, such as "solve". It becomes a label of metrics, so there must be
// only a few different names.
func SetOperation(ctx context.Context, operation string) { recordOf(ctx).operation = operation }

// AddPuzzles adds n to the number of puzzles that ctx's request has answered. It may be called concurrently.
func AddPuzzles(ctx context.Context, n int64) { recordOf(ctx).puzzles.Add(n) }

// RequestID returns the ID of ctx's request, or "" if no Telemetry observes the request.
func RequestID(ctx context.Context) string { return recordOf(ctx).id }

// BeginStage begins a stage of ctx's request, "queue" or "search", which lasts until `end` is called. Stages of one
// request must not begin or end concurrently.
func BeginStage(ctx context.Context, name string) (end func()) {
	r := recordOf(ctx)
	if r.watch == nil {
		return func() {}
	}
	start := time.Now()
	return func() {
		took := time.Since(start)
		r.watch.stages.Observe(took.Seconds(), name, r.operation)
		took = took.Round(time.Microsecond)
		for i := range r.stages { // a search that is repeated has several stages of one name
			if r.stages[i].Key == name {
				r.stages[i].Value = slog.DurationValue(r.stages[i].Value.Duration() + took)
				return
			}
		}
		r.stages = append(r.stages, slog.Duration(name, took))
	}
}

// Internal is the outcome of a request whose handler panicked.
const Internal = "internal"

// Handler returns a handler that calls next, and logs and counts requests. If `next` panics, the handler logs the
// stack, and `failed` answers the request. If an answer has already begun, it instead breaks the connection, so that
// the client notices.
func (t *Telemetry) Handler(next, failed http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		addr := t.config.Proxies.Client(r)
		note := &record{watch: t, id: requestID(r), client: clientNameOf(addr), operation: "other", trace: traceIDOf(r.Header.Get("Traceparent"))}
		ctx := admission.WithClient(context.WithValue(r.Context(), recordKey{}, note), note.client)
		if addr.IsValid() {
			note.client = addr.String()
		}
		r = r.WithContext(ctx)
		rec := &recorder{ResponseWriter: w}
		rec.Header().Set(RequestIDHeader, note.id)
		t.inFlight.Add(1)
		defer func() {
			failure := recover()
			abort := failure == http.ErrAbortHandler
			if failure != nil && !abort {
				note.outcome = Internal
				t.config.Logger.ErrorContext(ctx, "panic", "method", r.Method, "path", operation.ShortenText(r.URL.EscapedPath()), "error", fmt.Sprint(failure), "stack", string(debug.Stack()))
				if abort = rec.status != 0; !abort {
					failed.ServeHTTP(rec, r)
				}
			}
			t.inFlight.Add(-1)
			t.recordRequest(r, rec, note, time.Since(start))
			if abort {
				panic(http.ErrAbortHandler)
			}
		}()
		next.ServeHTTP(rec, r)
	})
}

func (t *Telemetry) recordRequest(r *http.Request, rec *recorder, note *record, took time.Duration) {
	// A server that stops ends contexts with ErrStopping instead.
	if context.Cause(r.Context()) == context.Canceled && note.outcome != Internal {
		note.outcome = "cancelled"
		t.cancelled.Add(1, note.operation)
	}
	t.requests.Add(1, note.operation, strconv.Itoa(rec.status))
	t.durations.Observe(took.Seconds(), note.operation)
	t.sent.Add(float64(rec.bytes))
	if rec.status >= 400 && note.outcome != "" {
		t.refused.Add(1, note.outcome)
	}
	if n := note.puzzles.Load(); n > 0 {
		t.puzzles.Add(float64(n), note.operation)
	}
	t.logRequest(r, rec, note, took)
}

// logRequest logs a request after its end. It omits the query and the body, because they contain puzzles.
func (t *Telemetry) logRequest(r *http.Request, rec *recorder, note *record, took time.Duration) {
	level := slog.LevelInfo
	switch {
	case note.operation == "health":
		level = slog.LevelDebug
	case rec.status >= 500:
		level = slog.LevelWarn
	}
	if !t.config.Logger.Enabled(r.Context(), level) {
		return
	}
	attributes := append([]slog.Attr{
		slog.String("client", note.client),
		// Method and path are escaped, because their characters could control a terminal.
		slog.String("method", operation.ShortenText(r.Method)), slog.String("path", operation.ShortenText(r.URL.EscapedPath())),
		slog.Int("status", rec.status), slog.Int64("bytes", rec.bytes),
		slog.Duration("duration", took.Round(time.Microsecond)), slog.String("outcome", note.outcome),
	}, note.stages...)
	if note.user != "" {
		attributes = append(attributes, slog.String("user", note.user))
	}
	if n := note.puzzles.Load(); n > 0 {
		attributes = append(attributes, slog.Int64("puzzles", n))
	}
	t.config.Logger.LogAttrs(r.Context(), level, "request", attributes...)
}

// CountConnection counts open connections. It is used as ConnState of an [http.Server].
func (t *Telemetry) CountConnection(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		t.connections.Add(1)
	case http.StateClosed, http.StateHijacked:
		t.connections.Add(-1)
	}
}

// OpenConnections returns how many connections are open, as counted by [Telemetry.CountConnection].
func (t *Telemetry) OpenConnections() int { return int(t.connections.Value()) }

// recorder is a ResponseWriter that records the status and the size of an answer.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// Unwrap returns the underlying writer, for http.ResponseController.
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
