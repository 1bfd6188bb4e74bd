package httpapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"nonet/internal/app/admission"
	"nonet/internal/app/operation"
	"nonet/internal/app/telemetry"
	"nonet/internal/ordered"
	"nonet/wire"
)

// lineJSON is the type of a batch's requests and answers: JSON, a line each.
const lineJSON = "application/x-ndjson"

// lineTypes are the types that requests of a batch may have.
var lineTypes = []string{lineJSON, "application/ndjson", "application/jsonl", "application/x-jsonlines"}

const (
	// pieceSize is up to how many bytes of lines are worked on at a time.
	pieceSize = 256 << 10
	// pieceKept is up to how many bytes of answers a piece keeps while others are before it.
	pieceKept = 1 << 20
	// batchHolds is how many bytes a batch is taken to hold: some pieces with their answers.
	batchHolds = 4 << 20
	// batchPause is how long a client may send nothing.
	batchPause = time.Minute
	// heartbeatOfBatch is after how long without an answer a space is sent, which the answer
	// that follows may begin with: only who writes to a client that is gone learns of it
	// while requests that were sent before wait to be read.
	heartbeatOfBatch = 500 * time.Millisecond
)

// batch answers requests line by line while they arrive. The error is a *[wire.Problem],
// before anything was written; what comes later is a line, the last.
func (s *server) batch(op operation.Operation, w http.ResponseWriter, r *http.Request) error {
	control := http.NewResponseController(w)
	// Answers are due before the last request has come, and refusals before the first. What
	// cannot be told so (HTTP/2, a test) needs not be.
	_ = control.EnableFullDuplex()
	// net/http would find the end of a body that a refusal leaves, and read it twice.
	w.Header().Set("Connection", "close")
	call := s.call(r)
	call.Failed = func(err error) { telemetry.Failed(r.Context(), err) }
	if p := typeRefused(r, lineTypes...); p != nil {
		return p
	}
	query, p := parametersOf(r, call.Lang)
	if p != nil {
		return p
	}
	worker, err := op.Lines(call, query)
	if err != nil {
		return err
	}
	place, err := s.admit(r)
	if err != nil {
		return err
	}
	defer place.Leave()
	if err := place.Hold(batchHolds); err != nil {
		return problemOf(r, err)
	}
	ctx, stop := context.WithCancelCause(r.Context())
	defer stop(nil)
	in := &lineReader{body: r.Body, control: control, line: 1}
	work := ordered.Work[piece]{
		Pull: func(ctx context.Context, p *piece) bool {
			p.kept = ordered.NewBuffer(ctx, pieceKept)
			return in.next(ctx, p)
		},
		Worker: func() func(context.Context, *piece) {
			lines := worker()
			return func(ctx context.Context, p *piece) {
				t := &turns{ctx: ctx, place: place, kept: p.kept}
				t.begin()
				defer t.end()
				if err := lines.Answer(ctx, p.text, p.line, t); err != nil {
					stop(err)
				}
			}
		},
	}

	w.Header().Del("Connection")
	if r.ProtoAtLeast(1, 1) && strings.EqualFold(r.Header.Get("Expect"), "100-continue") {
		// curl that is told 200 instead sends on only as often as something comes.
		w.WriteHeader(http.StatusContinue)
	}
	w.Header().Set("Content-Type", lineJSON)
	w.Header().Set("X-Accel-Buffering", "no") // nginx would keep the answers back
	w.WriteHeader(http.StatusOK)
	out := &lineWriter{w: w, flush: control.Flush, failed: func() { stop(nil) }}
	out.write(nil)
	defer out.alive(ctx)()
	for p, done := range work.Begun(ctx) {
		// The error is kept by out; it ends ctx.
		_ = p.kept.Copy(done, func(kept [2][]byte) error {
			telemetry.AddPuzzles(ctx, int64(bytes.Count(kept[0], []byte("\n"))))
			return out.write(kept[0])
		})
	}

	var last *wire.Problem
	lang := call.Lang
	switch {
	case out.err != nil: // nobody reads it
	case ctx.Err() != nil:
		last = problemOf(r, context.Cause(ctx))
	case in.err != nil && in.err != io.EOF:
		last = wire.NewProblem(wire.UnreadableBody, lang)
	}
	if last != nil {
		telemetry.SetOutcome(ctx, string(last.Code))
		_ = out.write(operation.Line(last)) // the end, in any case
	}
	if in.err == io.EOF {
		return nil
	}
	// What is left of the body would be read to see whether the connection can be used again,
	// and what could not be read of it taken for the next request.
	_ = control.SetReadDeadline(time.Unix(1, 0))
	closeAfter(w)
	return nil
}

// closeAfter has the connection closed once the request is answered, though its header has
// been sent: net/http does so for a body over its limit.
func closeAfter(w http.ResponseWriter) {
	for {
		inner, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			break
		}
		w = inner.Unwrap()
	}
	over := http.MaxBytesReader(w, io.NopCloser(strings.NewReader("x")), 0)
	_, _ = over.Read(make([]byte, 1))
}

// turns gives a piece's searches a slot, but while their answers wait for a client to take them, and
// lets others have it between two answers.
type turns struct {
	ctx   context.Context
	place *admission.Place
	turn  *admission.Turn // nil if ctx ended before it had one
	kept  *ordered.Buffer
}

func (t *turns) begin() {
	// The error is the end of the context, which whoever searches sees.
	t.turn, _ = t.place.Begin(t.ctx, admission.Work{}, admission.Long)
}

func (t *turns) end() {
	if t.turn != nil {
		t.turn.End()
		t.turn = nil
	}
}

// Write keeps answers.
func (t *turns) Write(b []byte) (int, error) {
	if t.turn != nil && t.turn.Due() {
		t.end()
		t.begin()
	}
	if t.kept.Full() {
		t.end()
		defer t.begin()
	}
	return t.kept.Writer(0).Write(b)
}

// piece is some lines on their way.
type piece struct {
	text []byte
	line int // the number of the first
	kept *ordered.Buffer
}

// lineReader cuts a body into pieces of whole lines: whatever has arrived.
type lineReader struct {
	body    io.Reader
	control *http.ResponseController

	line     int
	rest     []byte // the beginning of a line
	skipping bool   // the line is too long, and its rest passed over
	err      error
}

// next reads a piece; false at the end of the body, or of ctx.
func (r *lineReader) next(ctx context.Context, p *piece) bool {
	stop := context.AfterFunc(ctx, func() { _ = r.control.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	p.text, p.line = append(p.text[:0], r.rest...), r.line
	for r.rest = r.rest[:0]; r.err == nil; {
		_ = r.control.SetReadDeadline(time.Now().Add(batchPause))
		if r.err = ctx.Err(); r.err != nil {
			return false
		}
		have := len(p.text)
		p.text = slices.Grow(p.text, pieceSize-min(have, pieceSize/2))
		var n int
		if n, r.err = r.body.Read(p.text[have:cap(p.text)]); r.err == io.EOF {
			// From now on net/http reads, to learn whether the client is still there.
			_ = r.control.SetReadDeadline(time.Time{})
		}
		fresh := p.text[have : have+n]
		if r.skipping {
			end := bytes.IndexByte(fresh, '\n')
			if r.skipping = end < 0; r.skipping {
				continue
			}
			n = copy(fresh, fresh[end:])
			fresh = fresh[:n]
		}
		p.text = p.text[:have+n]
		switch end := bytes.LastIndexByte(fresh, '\n') + 1; {
		case end > 0:
			r.rest = append(r.rest, fresh[end:]...)
			p.text = p.text[:have+end]
			r.line += bytes.Count(p.text, []byte("\n"))
			return true
		case len(p.text) > operation.MaxLine:
			p.text, r.skipping = p.text[:operation.MaxLine+1], true
		}
	}
	if r.err != io.EOF || len(p.text) == 0 {
		// No fault of the body is left of a read that ctx's end broke off.
		return false
	}
	p.text = append(p.text, '\n')
	return true
}

// lineWriter sends answers off at once.
type lineWriter struct {
	w      io.Writer
	flush  func() error
	failed func()

	mu   sync.Mutex
	idle bool // nothing was written since it was looked at
	err  error
}

// write writes whole lines. The error is that of any write so far.
func (w *lineWriter) write(b []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle = false
	if w.err == nil {
		if len(b) > 0 {
			_, w.err = w.w.Write(b)
		}
		if w.err == nil {
			w.err = w.flush()
		}
		if errors.Is(w.err, http.ErrNotSupported) { // a test's
			w.err = nil
		}
		if w.err != nil {
			w.failed()
		}
	}
	return w.err
}

// alive sends something now and then until stop is called.
func (w *lineWriter) alive(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(heartbeatOfBatch)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			w.mu.Lock()
			idle := w.idle
			w.idle = true
			w.mu.Unlock()
			if idle {
				_ = w.write([]byte(" ")) // out of hand once it fails
			}
		}
	}()
	return func() { cancel(); <-ended }
}
