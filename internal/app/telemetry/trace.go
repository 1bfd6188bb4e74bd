package telemetry

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"net/http"
	"time"
)

// Spans are kept and sent here because OpenTelemetry's own library, with its exporter, costs
// every command of the program 0.6 ms before main and 7 MB: a solved puzzle takes 4 ms in
// all. What they are called is in OpenTelemetry's semantic conventions.

// Span is a stretch of time within a trace. A nil one is of a request that is not traced,
// and all it is told is forgotten.
type Span struct {
	tracer     *Tracer
	trace      [16]byte
	id, parent [8]byte
	state      string // tracestate, as it came
	name       string
	kind       spanKind
	start      time.Time
	took       time.Duration
	attributes []attribute
	failed     bool
}

type spanKind uint64

const (
	inside spanKind = 1
	server spanKind = 2
)

// attribute is a name with a string, an int64 or a bool.
type attribute struct {
	key   string
	value any
}

type spanKey struct{}

// Start begins a span within that of ctx, if the request is traced; End ends it.
func Start(ctx context.Context, name string) (context.Context, *Span) {
	parent, _ := ctx.Value(spanKey{}).(*Span)
	if parent == nil {
		return ctx, nil
	}
	s := &Span{tracer: parent.tracer, trace: parent.trace, id: spanID(), parent: parent.id, state: parent.state, name: name, kind: inside, start: time.Now()}
	return context.WithValue(ctx, spanKey{}, s), s
}

// Set says something of the span: value is a string, an int64 or a bool.
func (s *Span) Set(key string, value any) {
	if s != nil {
		s.attributes = append(s.attributes, attribute{key, value})
	}
}

// Fail says that what the span stands for failed.
func (s *Span) Fail() {
	if s != nil {
		s.failed = true
	}
}

// End ends the span, which is not touched after it.
func (s *Span) End() {
	if s != nil {
		s.took = time.Since(s.start)
		s.tracer.take(s)
	}
}

// Trace is the id of the span's trace in hexadecimal.
func (s *Span) Trace() string { return hex.EncodeToString(s.trace[:]) }

// begin begins the span of a request: within the trace that its traceparent names, or in
// one of its own. It is nil where the request is not to be traced.
func (t *Tracer) begin(r *http.Request) *Span {
	if t == nil {
		return nil
	}
	s := &Span{tracer: t, id: spanID(), kind: server, start: time.Now()}
	trace, parent, sampled, ok := parseTraceparent(r.Header.Get("Traceparent"))
	if ok {
		s.trace, s.parent, s.state = trace, parent, r.Header.Get("Tracestate")
	} else {
		for s.trace == [16]byte{} {
			binary.BigEndian.PutUint64(s.trace[:8], rand.Uint64())
			binary.BigEndian.PutUint64(s.trace[8:], rand.Uint64())
		}
	}
	if !t.sample(s.trace, ok, sampled) {
		return nil
	}
	return s
}

func spanID() (id [8]byte) {
	for id == [8]byte{} {
		binary.BigEndian.PutUint64(id[:], rand.Uint64())
	}
	return id
}

// parseTraceparent reads https://www.w3.org/TR/trace-context/#traceparent-header, of version
// 00 or what a later one adds to it.
func parseTraceparent(s string) (trace [16]byte, parent [8]byte, sampled, ok bool) {
	var version, flags [1]byte
	if len(s) < 55 || len(s) > 55 && (s[:2] == "00" || s[55] != '-') || s[2] != '-' || s[35] != '-' || s[52] != '-' {
		return trace, parent, false, false
	}
	for _, part := range []struct {
		to   []byte
		from string
	}{{version[:], s[:2]}, {trace[:], s[3:35]}, {parent[:], s[36:52]}, {flags[:], s[53:55]}} {
		for i := range len(part.from) {
			if c := part.from[i]; c >= 'A' && c <= 'F' { // which hex would take
				return trace, parent, false, false
			}
		}
		if _, err := hex.Decode(part.to, []byte(part.from)); err != nil {
			return trace, parent, false, false
		}
	}
	return trace, parent, flags[0]&1 == 1, version[0] != 0xff && trace != [16]byte{} && parent != [8]byte{}
}
