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

// follow makes a request whose answer is told as it goes, as server-sent events.
func follow[A, E any](ctx context.Context, c *Client, path string, q any, progress func(E)) (answer A, err error) {
	body, err := c.answered(ctx, path+"/stream", q)
	if err != nil {
		return answer, err
	}
	defer body.Close()
	in := bufio.NewReader(body)
	for event := ""; ; {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return answer, broken(ctx, err)
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

// broken returns why an answer ends before its end.
func broken(ctx context.Context, err error) error {
	if err == io.EOF {
		err = errCut
	}
	return cmp.Or(context.Cause(ctx), err)
}

const (
	// sendAfter is how long a puzzle may wait to be sent with others.
	sendAfter = 10 * time.Millisecond
	// welcome is how long the server may take to say that it will answer before puzzles are
	// sent all the same: some proxies wait for the first.
	welcome = 2 * time.Second
	// sentAtOnce is how many bytes are.
	sentAtOnce = 64 << 10
)

// batch sends puzzles and yields answers.
func batch[A any](ctx context.Context, c *Client, path string, common any, puzzles iter.Seq[string]) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) {
		var none A
		ctx, cancel := context.WithCancel(ctx)
		query, err := parameters(common)
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
			case err == io.EOF && len(line) == 0 && out.all(n):
				return
			case err != nil:
				yield(none, broken(ctx, err))
				return
			case len(line) == 0:
				continue
			}
			n++
			var answer A
			last := false
			if p := refused(line); p != nil {
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

// refused returns the problem that a line holds, nil of an answer.
func refused(line []byte) *wire.Problem {
	if !bytes.HasPrefix(line, []byte(`{"type":`)) {
		return nil
	}
	return parseProblem(line)
}

// send begins a batch: puzzles are asked for once the server has said that it will answer.
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
	c.introduce(r)
	r.GetBody = func() (io.ReadCloser, error) {
		if out.startAttempt() {
			return nil, errSent
		}
		in, w := io.Pipe()
		out.start(ctx, welcomed, w)
		return in, nil
	}
	r.ContentLength = -1
	a, err := c.do(r)
	if err == nil {
		begin()
	}
	return a, err
}

// sender writes puzzles, one a line.
type sender struct {
	puzzles iter.Seq[string]
	running sync.WaitGroup
	give    func() // the attempt before up; nil at first

	mu    sync.Mutex
	w     *bufio.Writer
	timer *time.Timer
	due   bool // the timer runs
	sent  int
	ended bool
}

// startAttempt ends the attempt before, and reports whether it asked for puzzles.
func (s *sender) startAttempt() bool {
	if s.give != nil {
		s.give()
		s.running.Wait()
	}
	return s.w != nil
}

// start writes the puzzles once they are welcome.
func (s *sender) start(ctx context.Context, welcomed <-chan struct{}, w *io.PipeWriter) {
	ctx, s.give = context.WithCancel(ctx)
	// The server may end before the puzzles do.
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

// errSent is why a batch cannot be begun again.
var errSent = errors.New("puzzles were sent already")

func (s *sender) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.due = false
	_ = s.w.Flush() // the next write has the error
}

// write writes one puzzle: as it is if it is 81 digits and dots, which costs both sides least.
func (s *sender) write(puzzle string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
	var err error
	if plain(puzzle) {
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

func plain(puzzle string) bool {
	for i := range len(puzzle) {
		if c := puzzle[i]; c != '.' && (c < '0' || c > '9') {
			return false
		}
	}
	return len(puzzle) == 81
}

// all reports whether so many answers are those of all puzzles.
func (s *sender) all(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended && n == s.sent
}

func (s *sender) wait() { s.running.Wait() }
