package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
)

// NewLogger returns a logger that writes to w through the returned [Sink], which the caller must close. format is
// "text" or "json". level is the lowest level to be logged: "debug", "info", "warn" or "error". Records about a request
// have its ID, and its trace ID if there is one.
func NewLogger(w io.Writer, format, level string) (*slog.Logger, *Sink, error) {
	var least slog.Level
	if err := least.UnmarshalText([]byte(level)); err != nil {
		return nil, nil, fmt.Errorf("%q is no level; those are debug, info, warn and error", level)
	}
	to := func(w io.Writer) slog.Handler {
		if format == "json" {
			return slog.NewJSONHandler(w, &slog.HandlerOptions{Level: least})
		}
		return slog.NewTextHandler(w, &slog.HandlerOptions{Level: least})
	}
	if format != "text" && format != "json" {
		return nil, nil, fmt.Errorf("%q is no format; those are text and json", format)
	}
	sink := &Sink{w: w, direct: slog.New(to(w)), lines: make(chan []byte, sinkLines), done: make(chan struct{})}
	go sink.writeLines()
	return slog.New(requestIDHandler{to(sink)}), sink, nil
}

// requestIDHandler adds the ID and the trace ID of a request to its records.
type requestIDHandler struct{ slog.Handler }

func (h requestIDHandler) Handle(ctx context.Context, r slog.Record) error {
	if note := recordOf(ctx); note.watch != nil {
		r.AddAttrs(slog.String("request_id", note.id))
		if note.trace != "" {
			r.AddAttrs(slog.String("trace_id", note.trace))
		}
	}
	return h.Handler.Handle(ctx, r)
}

func (h requestIDHandler) WithAttrs(a []slog.Attr) slog.Handler {
	return requestIDHandler{h.Handler.WithAttrs(a)}
}
func (h requestIDHandler) WithGroup(g string) slog.Handler {
	return requestIDHandler{h.Handler.WithGroup(g)}
}

// Sink is a writer for logs that never blocks and never fails. It queues lines for another writer. It drops and counts
// lines for which the queue has no room, or which cannot be written. Thus neither a full disk nor a blocked reader of
// standard error can stop a request.
type Sink struct {
	w       io.Writer
	direct  *slog.Logger // a logger that writes to w without the queue
	lines   chan []byte
	dropped atomic.Int64
	missing int64 // the number of dropped lines that the log does not mention yet
	mu      sync.RWMutex
	closed  bool
	done    chan struct{}
}

// sinkLines is how many lines the queue can hold. A line has about 200 bytes.
const sinkLines = 4096

// Write queues one line, or drops it if the queue is full. The error is always nil.
func (s *Sink) Write(line []byte) (int, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if !s.closed {
		select {
		case s.lines <- append([]byte(nil), line...):
			return len(line), nil
		default:
		}
	}
	s.dropped.Add(1)
	return len(line), nil
}

func (s *Sink) writeLines() {
	defer close(s.done)
	for line := range s.lines {
		if _, err := s.w.Write(line); err != nil {
			s.dropped.Add(1)
			continue
		}
		if lost := s.dropped.Load(); lost > s.missing {
			s.direct.Warn("log records could not be written", "count", lost-s.missing)
			s.missing = lost
		}
	}
}

func (s *Sink) DroppedLines() int64 { return s.dropped.Load() }

// Close writes the queued lines. It returns early if ctx ends.
func (s *Sink) Close(ctx context.Context) {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.lines)
	}
	s.mu.Unlock()
	select {
	case <-s.done:
	case <-ctx.Done():
	}
}
