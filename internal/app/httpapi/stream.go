package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"nonet/internal/app/admission"
	"nonet/internal/app/operation"
	"nonet/internal/app/telemetry"
	"nonet/message"
	"nonet/wire"
)

const (
	// progressInterval is the minimum time between two progress events.
	progressInterval = 50 * time.Millisecond
	// heartbeatInterval is the time after which an idle stream sends a comment, so that proxies keep the stream open.
	heartbeatInterval = 15 * time.Second
)

// answerStream answers with server-sent events: `progress` events and finally a `result`. The request is a JSON body,
// or the query parameters of a GET, because a browser's EventSource sends no body. An error means that nothing was
// written; it is a *[wire.Problem].
func (s *server) answerStream(op operation.Operation, w http.ResponseWriter, r *http.Request) error {
	call := s.callOf(r)
	// With capacity 1, a newer event can replace the event that waits to be sent.
	news := make(chan any, 1)
	call.Event = func(event any) {
		select {
		case <-news:
		default:
		}
		news <- event
	}
	place, err := s.admitRequest(r)
	if err != nil {
		return err
	}
	defer place.Leave()
	prepared, err := s.prepareRequest(op, call, w, r, place)
	if err != nil {
		return err
	}
	// A stream cannot repeat its search in a longer slot, so it takes a long slot at once.
	waited := telemetry.BeginStage(r.Context(), "queue")
	turn, err := place.Begin(r.Context(), workOf(prepared), admission.Long)
	waited()
	if err != nil {
		return problemOf(r, err)
	}
	defer telemetry.BeginStage(r.Context(), "search")()
	// The slot must stay reserved until the search has ended.
	defer turn.End()
	ctx, cancel := context.WithCancel(turn.Context())
	ended := make(chan struct{})
	defer func() { cancel(); <-ended }()

	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // tells nginx not to buffer the answer
	w.WriteHeader(http.StatusOK)
	events := eventWriter{w, http.NewResponseController(w)}
	// If the flush fails, the first write will also fail and end the stream.
	_ = events.flush()

	result := make(chan any, 1)
	failure := make(chan any, 1)
	go func() {
		defer close(ended)
		defer func() {
			if e := recover(); e != nil {
				failure <- fmt.Sprintf("%v\n%s", e, debug.Stack())
			}
		}()
		answer := prepared.Run(ctx)
		s.recordAnswer(ctx, prepared, call)
		result <- answer
	}()
	// An error means that the client is gone.
	_ = writeEvents(events, news, result, failure)
	return nil
}

// writeEvents writes events until the result. It returns early if a write fails. If the search panics, failure delivers
// the panic, and writeEvents panics.
func writeEvents(events eventWriter, news <-chan any, result <-chan any, failure <-chan any) error {
	heartbeat := time.NewTicker(heartbeatInterval)
	defer heartbeat.Stop()
	pause := time.NewTimer(0)
	defer pause.Stop()
	open := (<-chan any)(nil) // equals news, or nil during the pause after an event
	for {
		var err error
		select {
		case <-pause.C:
			open = news
			continue
		case p := <-open:
			err = events.send("progress", p)
			open = nil
			pause.Reset(progressInterval)
		case <-heartbeat.C:
			err = events.writeComment()
		case e := <-failure:
			panic(e)
		case r := <-result:
			select {
			case p := <-news:
				if err := events.send("progress", p); err != nil {
					return err
				}
			default:
			}
			return events.send("result", r)
		}
		if err != nil {
			return err
		}
	}
}

type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (e eventWriter) flush() error { return e.control.Flush() }

func (e eventWriter) send(event string, data any) error {
	var b bytes.Buffer
	b.WriteString("event: " + event + "\ndata: ")
	// Encode also writes a newline
	if err := json.NewEncoder(&b).Encode(data); err != nil {
		return err
	}
	b.WriteByte('\n')
	if _, err := e.w.Write(b.Bytes()); err != nil {
		return err
	}
	return e.flush()
}

// writeComment writes a comment line, which clients ignore.
func (e eventWriter) writeComment() error {
	if _, err := e.w.Write([]byte(": still searching\n\n")); err != nil {
		return err
	}
	return e.flush()
}

const bodyTimeout = 20 * time.Second

// passedOver limits how much of a body that is too large the server reads before it refuses the body. It is a multiple
// of the size limit.
const passedOver = 16

// setBodyDeadline sets a deadline for reading the request's body. It sets none if the request has no body, because
// net/http would treat this deadline as the loss of the client.
func setBodyDeadline(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		// Ignore the error: only a test's ResponseWriter has no deadlines.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout))
	}
}

// mediaTypeProblem returns a problem if the body's media type is not in types, and otherwise nil.
func mediaTypeProblem(r *http.Request, types ...string) *wire.Problem {
	lang := langOf(r.Context())
	refused := func(given string) *wire.Problem {
		return wire.NewProblem(wire.MediaType, lang, "type", operation.ShortenText(given), "want", types[0])
	}
	// Requests without a type, or with a form's type, are refused. Otherwise a page of another site could send bodies
	// without a preflight request.
	given := r.Header.Get("Content-Type")
	kind, params, err := mime.ParseMediaType(given)
	charset := strings.ToLower(params["charset"])
	if err != nil || !slices.Contains(types, kind) || charset != "" && charset != "utf-8" {
		p := refused(given)
		if given == "" {
			p.Detail = message.New("api.problem.media-type.none", "want", types[0]).In(lang)
		}
		return p
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return refused(encoding)
	}
	return nil
}

// readBody returns the whole body, and reserves memory for it at place. After that, net/http can notice that the client
// closes the connection.
func (s *server) readBody(w http.ResponseWriter, r *http.Request, place *admission.Place) ([]byte, *wire.Problem) {
	lang := langOf(r.Context())
	if p := mediaTypeProblem(r, "application/json"); p != nil {
		return nil, p
	}

	// pass reads the rest of a body that is a little too large. If the server closed the connection while the client
	// still sends, the client might never receive the answer.
	pass := func() {
		w.Header().Set("Connection", "close")
		_, _ = io.CopyN(io.Discard, r.Body, passedOver*s.config.Limits.Body)
	}
	if r.ContentLength > s.config.Limits.Body {
		pass()
		return nil, wire.NewProblem(wire.TooLarge, lang, "n", s.config.Limits.Body)
	}
	body, err := io.ReadAll(&meteredBody{http.MaxBytesReader(w, r.Body, s.config.Limits.Body), place})
	if err == nil {
		// Remove the body's deadline, because the search may take longer.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	}
	var large *http.MaxBytesError
	var refused *admission.Refusal
	switch {
	case errors.As(err, &refused):
		w.Header().Set("Connection", "close")
		return nil, problemOf(r, err)
	case errors.As(err, &large):
		pass()
		return nil, wire.NewProblem(wire.TooLarge, lang, "n", s.config.Limits.Body)
	case err != nil:
		w.Header().Set("Connection", "close")
		return nil, wire.NewProblem(wire.UnreadableBody, lang)
	}
	return body, nil
}

// meteredBody is a request body. It reserves memory in the queue as bytes arrive.
type meteredBody struct {
	io.Reader
	place *admission.Place
}

func (h *meteredBody) Read(b []byte) (int, error) {
	n, err := h.Reader.Read(b)
	if refused := h.place.ReserveBytes(int64(n)); refused != nil {
		return n, refused
	}
	return n, err
}
