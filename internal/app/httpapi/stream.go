package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"nonet/internal/app/admission"
	"nonet/internal/app/operation"
	"nonet/internal/app/telemetry"
)

const (
	// progressInterval is the least time between two progress events.
	progressInterval = 50 * time.Millisecond
	// heartbeatInterval is short enough that proxies keep an idle stream open.
	heartbeatInterval = 15 * time.Second
)

// stream answers with `progress` events and finally a `result`. The request is JSON or, by GET,
// parameters, because a browser's EventSource sends no body. It returns a *[wire.Problem] only
// if it has written nothing.
func (s *server) stream(op operation.Operation, w http.ResponseWriter, r *http.Request) error {
	call := s.callOf(r)
	// The capacity is 1: a newer event replaces one that was not sent yet.
	news := make(chan any, 1)
	call.Event = func(event any) {
		select {
		case <-news:
		default:
		}
		news <- event
	}
	place, err := s.admit(r)
	if err != nil {
		return err
	}
	defer place.Leave()
	prepared, err := s.prepare(op, call, w, r, place)
	if err != nil {
		return err
	}
	// A stream cannot start its search again, so it takes a long slot.
	waited := telemetry.Stage(r.Context(), "queue")
	turn, err := place.Begin(r.Context(), workOf(prepared), admission.Long)
	waited()
	if err != nil {
		return problemOf(r, err)
	}
	defer telemetry.Stage(r.Context(), "search")()
	// The slot must not be released before the search has ended.
	defer turn.End()
	ctx, cancel := context.WithCancel(turn.Context())
	ended := make(chan struct{})
	defer func() { cancel(); <-ended }()

	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // keeps nginx from buffering the events
	w.WriteHeader(http.StatusOK)
	events := eventWriter{w, http.NewResponseController(w)}
	// If this fails, so does the first write, which ends the stream.
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
	// The error means that the client is gone.
	_ = follow(events, news, result, failure)
	return nil
}

// follow writes events until it has written the result. It returns early with the error of a
// write, and panics with a failure of the search.
func follow(events eventWriter, news <-chan any, result <-chan any, failure <-chan any) error {
	heartbeat := time.NewTicker(heartbeatInterval)
	defer heartbeat.Stop()
	pause := time.NewTimer(0)
	defer pause.Stop()
	open := (<-chan any)(nil) // news, except during the pause after an event
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

// eventWriter writes server-sent events and flushes each at once.
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (e eventWriter) flush() error { return e.control.Flush() }

func (e eventWriter) send(event string, data any) error {
	var b bytes.Buffer
	b.WriteString("event: " + event + "\ndata: ")
	// Encode ends the line.
	if err := json.NewEncoder(&b).Encode(data); err != nil {
		return err
	}
	b.WriteByte('\n')
	if _, err := e.w.Write(b.Bytes()); err != nil {
		return err
	}
	return e.flush()
}

// writeComment writes a line that clients ignore.
func (e eventWriter) writeComment() error {
	if _, err := e.w.Write([]byte(": still searching\n\n")); err != nil {
		return err
	}
	return e.flush()
}
