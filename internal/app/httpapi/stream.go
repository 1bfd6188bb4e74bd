package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"nonet/target"
	"nonet/wire"
)

const (
	// progressInterval is the shortest time between two progress events.
	progressInterval = 50 * time.Millisecond
	// heartbeatInterval keeps proxies from closing a stream in which nothing happens.
	heartbeatInterval = 15 * time.Second
)

type streamQuery struct {
	Language
	Puzzle    string `query:"puzzle" required:"true" doc:"One puzzle in any format; 81 characters are the usual"`
	Goal      string `query:"goal" enum:"maximum,minimum" default:"maximum" doc:"Which end of the scores is wanted"`
	TimeoutMS int64  `query:"timeout_ms" minimum:"1" doc:"Milliseconds the request may wait and search"`
}

// stream answers with a `progress` event whenever the best score or the proven
// bound has improved, and ends with one `result` event.
func (s *server) stream(ctx context.Context, q *streamQuery) (*huma.StreamResponse, error) {
	puzzle, p := puzzleIn(q.Puzzle, "query.puzzle", noteOf(ctx).lang)
	if p != nil {
		return nil, p
	}
	ctx, done, err := s.admit(ctx, s.timeout(q.TimeoutMS))
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		// The slot is given back only after the search has ended.
		defer done()
		ctx, cancel := context.WithCancel(ctx)
		ended := make(chan struct{})
		defer func() { cancel(); <-ended }()

		_, w := humago.Unwrap(hc)
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("X-Accel-Buffering", "no") // nginx would keep the events back
		w.WriteHeader(http.StatusOK)
		events := eventWriter{w, http.NewResponseController(w)}
		// The first write that fails ends the stream, so this error need not.
		_ = events.flush()

		// One place: what the client has not yet been told is replaced by what is newer.
		news := make(chan wire.TargetProgress, 1)
		result := make(chan wire.Target, 1)
		failure := make(chan any, 1)
		go func() {
			defer close(ended)
			defer func() {
				if e := recover(); e != nil {
					failure <- fmt.Sprintf("%v\n%s", e, debug.Stack())
				}
			}()
			result <- s.best(ctx, puzzle, target.Rings(), goalOf(q.Goal), func(p target.Progress) {
				select {
				case <-news:
				default:
				}
				news <- wire.TargetProgressOf(p)
			})
		}()
		// The error is that of a client that is gone: there is nobody to tell.
		_ = follow(events, news, result, failure)
	}}, nil
}

// follow writes events until the result is written. It returns early with the
// error of a write, and panics with the failure of the search.
func follow(events eventWriter, news <-chan wire.TargetProgress, result <-chan wire.Target, failure <-chan any) error {
	heartbeat := time.NewTicker(heartbeatInterval)
	defer heartbeat.Stop()
	pause := time.NewTimer(0)
	defer pause.Stop()
	open := (<-chan wire.TargetProgress)(nil) // news, while no pause is on
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
			err = events.comment()
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

// eventWriter writes server-sent events and sends each off at once.
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

// comment is a line that clients pass over.
func (e eventWriter) comment() error {
	if _, err := e.w.Write([]byte(": still searching\n\n")); err != nil {
		return err
	}
	return e.flush()
}
