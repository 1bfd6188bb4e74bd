package client

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"sync"
	"time"

	"nonet/wire"
)

// askStream sends a request whose answer comes as server-sent events. It calls progress with each progress event, and
// returns the result.
func askStream[A, E any](ctx context.Context, c *Client, path string, q any, progress func(E)) (answer A, err error) {
	body, err := c.answerTo(ctx, path+"/stream", q)
	if err != nil {
		return answer, err
	}
	defer body.Close()
	in := bufio.NewReader(body)
	for event := ""; ; {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return answer, streamError(ctx, err)
		}
		name, value, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(": "))
		switch string(name) {
		case "event":
			event = string(value)
		case "data":
			if event == "result" {
				return answer, json.Unmarshal(value, &answer)
			}
			var e E
			if err := json.Unmarshal(value, &e); err != nil {
				return answer, err
			}
			if progress != nil {
				progress(e)
			}
		}
	}
}

func streamError(ctx context.Context, err error) error {
	if err == io.EOF {
		err = errCut
	}
	return cmp.Or(context.Cause(ctx), err)
}

const (
	// sendAfter limits how long a puzzle waits in the send buffer.
	sendAfter = 10 * time.Millisecond
	// welcome limits the wait for the server's first bytes. After this time the client sends puzzles anyway, because
	// some proxies wait for the client.
	welcome = 2 * time.Second
	// sentAtOnce is the size of the send buffer in bytes.
	sentAtOnce = 64 << 10
)

// sendBatch sends puzzles and yields their answers in order. common has the fields that all requests share.
func sendBatch[A any](ctx context.Context, c *Client, path string, common any, puzzles iter.Seq[string]) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) {
		var none A
		ctx, cancel := context.WithCancel(ctx)
		query, err := queryOf(common)
		if err != nil {
			cancel()
			yield(none, err)
			return
		}
		out := &sender{puzzles: puzzles}
		defer out.wait()
		defer cancel()
		a, err := c.send(ctx, path+"/batch"+query, out)
		if err != nil {
			yield(none, cmp.Or(context.Cause(ctx), err))
			return
		}
		defer a.Body.Close()
		in := bufio.NewReaderSize(a.Body, sentAtOnce)
		for n := 0; ; {
			line, err := in.ReadBytes('\n')
			switch line = bytes.TrimSpace(line); {
			case err == io.EOF && len(line) == 0 && out.hasAllAnswers(n):
				return
			case err != nil:
				yield(none, streamError(ctx, err))
				return
			case len(line) == 0:
				continue
			}
			n++
			var answer A
			last := false
			if p := problemOn(line); p != nil {
				last, err = p.Line == 0, p
			} else {
				err = json.Unmarshal(line, &answer)
			}
			if !yield(answer, err) || last {
				return
			}
		}
	}
}

// problemOn parses a line of a batch's answer as a problem. It returns nil if the line is the answer to a puzzle.
func problemOn(line []byte) *wire.Problem {
	if !bytes.HasPrefix(line, []byte(`{"type":`)) {
		return nil
	}
	return parseProblem(line)
}

// send begins a batch. It sends the puzzles when the server begins to answer, or after the time `welcome` if the server
// has not begun.
func (c *Client) send(ctx context.Context, path string, out *sender) (*http.Response, error) {
	welcomed := make(chan struct{})
	var once sync.Once
	begin := func() { once.Do(func() { close(welcomed) }) }
	patience := time.AfterFunc(welcome, begin)
	defer patience.Stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/api/v1/"+path, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/x-ndjson")
	c.setHeaders(r)
	r.GetBody = func() (io.ReadCloser, error) {
		if out.endPreviousAttempt() {
			return nil, errSent
		}
		in, w := io.Pipe()
		out.start(ctx, welcomed, w)
		return in, nil
	}
	r.ContentLength = -1
	a, err := c.sendRequest(r)
	if err == nil {
		begin()
	}
	return a, err
}

// sender writes puzzles to the body of a request, one per line.
type sender struct {
	puzzles iter.Seq[string]
	running sync.WaitGroup
	give    func() // a function that cancels the previous attempt; nil for the first attempt

	mu    sync.Mutex
	w     *bufio.Writer
	timer *time.Timer
	due   bool // set if the timer will flush w
	sent  int
	ended bool
}

// endPreviousAttempt stops the previous attempt, and waits until it has ended. It reports whether that attempt has
// taken a puzzle from the sequence.
func (s *sender) endPreviousAttempt() bool {
	if s.give != nil {
		s.give()
		s.running.Wait()
	}
	return s.w != nil
}

// start starts a goroutine that waits until welcomed is closed, and then writes the puzzles to w.
func (s *sender) start(ctx context.Context, welcomed <-chan struct{}, w *io.PipeWriter) {
	ctx, s.give = context.WithCancel(ctx)
	// The server may end the batch before all puzzles are sent.
	stop := context.AfterFunc(ctx, func() { w.CloseWithError(context.Cause(ctx)) })
	s.running.Go(func() {
		defer stop()
		select {
		case <-welcomed:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			return
		}
		s.w = bufio.NewWriterSize(w, sentAtOnce)
		s.timer = time.AfterFunc(time.Hour, s.flush)
		defer s.timer.Stop()
		for puzzle := range s.puzzles {
			if s.write(puzzle) != nil || ctx.Err() != nil {
				break
			}
		}
		s.flush()
		s.mu.Lock()
		s.ended = true
		s.mu.Unlock()
		w.Close()
	})
}

// errSent means that a batch cannot be tried again, because puzzles have been sent.
var errSent = errors.New("puzzles were sent already")

func (s *sender) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.due = false
	_ = s.w.Flush() // if Flush fails, the next write fails, too
}

// write writes one puzzle as a line of the request. It writes a puzzle of 81 digits and dots without quotes, which is
// fastest for client and server.
func (s *sender) write(puzzle string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
	var err error
	if isPlain(puzzle) {
		_, err = s.w.WriteString(puzzle)
	} else {
		b, _ := json.Marshal(puzzle)
		_, err = s.w.Write(b)
	}
	if err == nil {
		err = s.w.WriteByte('\n')
	}
	if !s.due && s.w.Buffered() > 0 {
		s.due = true
		s.timer.Reset(sendAfter)
	}
	return err
}

func isPlain(puzzle string) bool {
	for i := range len(puzzle) {
		if c := puzzle[i]; c != '.' && (c < '0' || c > '9') {
			return false
		}
	}
	return len(puzzle) == 81
}

// hasAllAnswers reports whether the sequence of puzzles has ended, and exactly n puzzles were sent.
func (s *sender) hasAllAnswers(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended && n == s.sent
}

func (s *sender) wait() { s.running.Wait() }
