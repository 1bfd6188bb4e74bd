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

// lineJSON is the media type of batches: lines with one JSON value each.
const lineJSON = "application/x-ndjson"

var lineTypes = []string{lineJSON, "application/ndjson", "application/jsonl", "application/x-jsonlines"}

const (
	// pieceSize is the number of bytes of text that a worker receives at a time.
	pieceSize = 256 << 10
	// pieceKept limits the answers, in bytes, that a piece collects before its turn to write.
	pieceKept = 1 << 20
	// batchHolds is the memory in bytes that a batch reserves: enough for several pieces and their answers.
	batchHolds = 4 << 20
	// batchPause limits how long a batch waits for the next line from the client.
	batchPause = time.Minute
	// heartbeatOfBatch is the time without an answer after which the server sends a space, which JSON permits between
	// values. While lines wait unread, only a failed write shows that the client is gone.
	heartbeatOfBatch = 500 * time.Millisecond
)

// answerBatch answers requests line by line while they arrive. An error means that nothing was written; it is a
// *[wire.Problem]. A later problem becomes the last line.
func (s *server) answerBatch(op operation.Operation, w http.ResponseWriter, r *http.Request) error {
	control := http.NewResponseController(w)
	// Answers must be sent before the last request arrives. Ignore the error: HTTP/2 and the tests' ResponseWriter do
	// not need full duplex.
	_ = control.EnableFullDuplex()
	// If the server refuses the batch, the body stays unread. Without this header, net/http would read the body to its
	// end, twice.
	w.Header().Set("Connection", "close")
	call := s.callOf(r)
	call.Failed = func(err error) { telemetry.LogFailure(r.Context(), err) }
	if p := mediaTypeProblem(r, lineTypes...); p != nil {
		return p
	}
	query, p := parametersOf(r, call.Lang)
	if p != nil {
		return p
	}
	worker, err := op.NewLineAnswerers(call, query)
	if err != nil {
		return err
	}
	place, err := s.admitRequest(r)
	if err != nil {
		return err
	}
	defer place.Leave()
	if err := place.ReserveBytes(batchHolds); err != nil {
		return problemOf(r, err)
	}
	ctx, stop := context.WithCancelCause(r.Context())
	defer stop(nil)
	in := &lineReader{body: r.Body, control: control, line: 1}
	work := ordered.Work[piece]{
		Pull: func(ctx context.Context, p *piece) bool {
			p.texts = ordered.NewBuffer(ctx, pieceKept)
			return in.readPiece(ctx, p)
		},
		Worker: func() func(context.Context, *piece) {
			lines := worker()
			return func(ctx context.Context, p *piece) {
				t := &turnWriter{ctx: ctx, place: place, texts: p.texts}
				t.beginTurn()
				defer t.endTurn()
				if err := lines.Answer(ctx, p.text, p.line, t); err != nil {
					stop(err)
				}
			}
		},
	}

	beginLines(w, r)
	out := &lineWriter{w: w, flush: control.Flush, failed: func() { stop(nil) }}
	out.write(nil)
	defer out.sendHeartbeats(ctx)()
	for p, done := range work.BatchesWithDone(ctx) {
		// The error is not needed: out records the error of a write, and then ends ctx.
		_ = p.texts.DrainUntil(done, func(texts [2][]byte) error {
			telemetry.AddPuzzles(ctx, int64(bytes.Count(texts[0], []byte("\n"))))
			return out.write(texts[0])
		})
	}

	var last *wire.Problem
	lang := call.Lang
	switch {
	case out.err != nil: // the client is gone
	case ctx.Err() != nil:
		last = problemOf(r, context.Cause(ctx))
	case in.err != nil && in.err != io.EOF:
		last = wire.NewProblem(wire.UnreadableBody, lang)
	}
	if last != nil {
		telemetry.SetOutcome(ctx, string(last.Code))
		_ = out.write(operation.JSONLine(last)) // the last line, so its error has no consequence
	}
	if in.err == io.EOF {
		return nil
	}
	// Without this deadline, net/http would read the rest of the body to reuse the connection, and mistake unread bytes
	// for the next request.
	_ = control.SetReadDeadline(time.Unix(1, 0))
	closeAfterAnswer(w)
	return nil
}

// beginLines sends the status and header of an answer that consists of lines.
func beginLines(w http.ResponseWriter, r *http.Request) {
	w.Header().Del("Connection")
	if r.ProtoAtLeast(1, 1) && strings.EqualFold(r.Header.Get("Expect"), "100-continue") {
		// Without this status, curl would wait for a response after each part that it sends.
		w.WriteHeader(http.StatusContinue)
	}
	w.Header().Set("Content-Type", lineJSON)
	w.Header().Set("X-Accel-Buffering", "no") // tells nginx not to buffer the answer
	w.WriteHeader(http.StatusOK)
}

// closeAfterAnswer makes net/http close the connection after the answer, although the header has already been sent. It
// reads beyond the limit of a MaxBytesReader, which makes net/http close the connection.
func closeAfterAnswer(w http.ResponseWriter) {
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

// turnWriter receives the answers to a piece. It holds a slot while the piece is searched. It releases the slot while
// answers wait for the client. If other requests wait, it also releases the slot between two answers.
type turnWriter struct {
	ctx   context.Context
	place *admission.Place
	turn  *admission.Turn // the slot; nil if none is held
	texts *ordered.Buffer
}

func (t *turnWriter) beginTurn() {
	// The error is not needed: it means that ctx has ended, which also ends the search.
	t.turn, _ = t.place.Begin(t.ctx, admission.Work{}, admission.Long)
}

func (t *turnWriter) endTurn() {
	if t.turn != nil {
		t.turn.End()
		t.turn = nil
	}
}

// Write buffers answers. It may release the slot for other requests and wait for a new one.
func (t *turnWriter) Write(b []byte) (int, error) {
	if t.turn != nil && t.turn.ShouldYield() {
		t.endTurn()
		t.beginTurn()
	}
	if t.texts.Full() {
		t.endTurn()
		defer t.beginTurn()
	}
	return t.texts.Writer(0).Write(b)
}

// piece holds consecutive lines of the body, and then their answers.
type piece struct {
	text  []byte
	line  int // the number of the piece's first line
	texts *ordered.Buffer
}

// lineReader splits a body into pieces of whole lines while the body arrives.
type lineReader struct {
	body    io.Reader
	control *http.ResponseController

	line     int
	rest     []byte // bytes of a line whose end has not arrived
	skipping bool   // true while the reader skips the rest of a line that is too long
	err      error
}

// readPiece reads the next whole lines into p. It returns false at the end of the body, when reading fails, or when ctx
// ends.
func (r *lineReader) readPiece(ctx context.Context, p *piece) bool {
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
			// At the end of the body, net/http reads from the connection again, and so notices when the client leaves.
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
		// Do not report r.err: the end of ctx may have caused it.
		return false
	}
	p.text = append(p.text, '\n')
	return true
}

type lineWriter struct {
	w      io.Writer
	flush  func() error
	failed func()

	mu   sync.Mutex
	idle bool // true if nothing was written since the last heartbeat
	err  error
}

// write sends whole lines. The error belongs to the first write that failed.
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
		if errors.Is(w.err, http.ErrNotSupported) { // a test's ResponseWriter has no deadlines
			w.err = nil
		}
		if w.err != nil {
			w.failed()
		}
	}
	return w.err
}

// sendHeartbeats sends a space after each heartbeatOfBatch without an answer. The caller calls stop.
func (w *lineWriter) sendHeartbeats(ctx context.Context) (stop func()) {
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
				_ = w.write([]byte(" ")) // write itself records the error
			}
		}
	}()
	return func() { cancel(); <-ended }
}
