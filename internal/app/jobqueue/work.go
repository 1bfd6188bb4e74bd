package jobqueue

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonet/internal/app/batch"
	"nonet/internal/job"
)

// Worker works on shards of a job that a [Server] distributes.
type Worker struct {
	NATS    Connection
	Job     string // the job's name; "" means the job of the first Server that answers
	Machine string // the name of this machine
	Version string
	// Work returns the work for an operation, whose words are [job.Job.Op].
	Work func(words []string) (batch.Work, error)
	// Patience is how long NATS or the Server may be unreachable before Run fails; 0 means for ever.
	Patience time.Duration
	// Away is called when NATS or the Server is unreachable. `err` is the reason.
	Away func(err error)

	id     string
	conn   *connection
	js     jetstream.JetStream
	info   Info
	ours   []*batch.Text // the inputs that this machine has as files; the element of any other input is nil
	end    context.CancelCauseFunc
	isAway atomic.Bool // set if Away has been called, and neither NATS nor the Server has been reachable since

	mu      sync.Mutex
	count   int64
	outputs map[int64]*io.SectionReader // finished outputs that the Server has not fetched, by the number of the output
}

// ErrVersion is returned if the version of the Server's program is not Worker.Version.
var ErrVersion = errors.New("another version")

// AwayError is returned if NATS or the Server was unreachable for longer than Patience.
type AwayError struct{ Err error }

func (e *AwayError) Error() string { return e.Err.Error() }

func (e *AwayError) Unwrap() error { return e.Err }

// Run works on n shards at the same time. It returns nil when the job is over, and ctx's cause when ctx ends. It
// returns unfinished shards to the Server.
func (w *Worker) Run(ctx context.Context, n int) (err error) {
	if w.conn, err = w.NATS.open(); err != nil {
		return err
	}
	defer w.conn.Close()
	if w.js, err = jetstream.New(w.conn.Conn); err != nil {
		return err
	}
	id := make([]byte, 8)
	rand.Read(id)
	w.id, w.outputs = hex.EncodeToString(id), map[int64]*io.SectionReader{}
	working, end := context.WithCancelCause(ctx)
	w.end = end
	defer end(nil)
	work, err := w.joinJob(working)
	if err != nil {
		return err
	}
	var group sync.WaitGroup
	for range n {
		group.Go(func() {
			if err := w.workShards(working, work); err != nil {
				end(err)
			}
		})
	}
	group.Wait()
	_ = w.conn.FlushTimeout(quick) // a lost acknowledgement only costs time
	if err := context.Cause(working); err != errOver {
		return err
	}
	return nil
}

func (w *Worker) joinJob(ctx context.Context) (batch.Work, error) {
	w.info.Name = w.Job
	var all bytes.Buffer
	err := w.retry(ctx, func(ctx context.Context) error {
		if w.Job == "" {
			m, err := w.conn.Request(jobsSubject, nil, quick)
			if err != nil {
				return err
			}
			w.info.Name = string(m.Data)
		}
		all.Reset()
		return w.fetchText(ctx, "info", 0, &all)
	})
	if err != nil {
		return nil, err
	}
	var info Info
	if err := json.Unmarshal(all.Bytes(), &info); err != nil {
		return nil, err
	}
	if info.Version != w.Version {
		return nil, fmt.Errorf("%w: %q, %q", ErrVersion, info.Version, w.Version)
	}
	if err := info.Job.Validate(); err != nil {
		return nil, err
	}
	w.info = info
	w.ours = make([]*batch.Text, len(info.Job.Inputs))
	for i := range info.Job.Inputs {
		if i >= len(info.Paths) {
			break
		}
		if f := batch.OpenIfUnchanged(info.Paths[i], &info.Job.Inputs[i]); f != nil {
			w.ours[i] = &batch.Text{ReaderAt: f, Length: info.Job.Inputs[i].Bytes}
		}
	}
	if _, err := w.conn.Subscribe(jobEndSubject(info.Name), func(*nats.Msg) { w.end(errOver) }); err != nil {
		return nil, err
	}
	if _, err := w.conn.Subscribe(workerSubject(info.Name, w.id), w.answerServer); err != nil {
		return nil, err
	}
	return w.Work(info.Job.Op)
}

// answerServer answers a Server that asks for a chunk of an output, or asks whether this worker is alive.
func (w *Worker) answerServer(m *nats.Msg) {
	var r request
	if json.Unmarshal(m.Data, &r) != nil {
		return
	}
	w.mu.Lock()
	out := w.outputs[r.Output]
	w.mu.Unlock()
	sendChunk(w.conn, m, out, r.From)
}

// absence is how long both the Server and the stream must be missing before the job counts as over. A NATS server that
// lost its disk has no stream either, until the [Server] connects again.
const absence = 3 * quick

// retry calls try until it succeeds. The error is errOver, an [*AwayError], or the cause of ctx.
func (w *Worker) retry(ctx context.Context, try func(ctx context.Context) error) error {
	began := time.Now()
	var missing time.Time // when the stream was first found missing
	for p := pace(0); ; p.sleepLonger(ctx) {
		err := try(ctx)
		if w.ours == nil || !errors.Is(err, nats.ErrNoResponders) || !isMissing(ctx, w.js, w.info.Name) {
			missing = time.Time{}
		} else if missing.IsZero() {
			missing = time.Now()
		}
		switch {
		case err == nil:
			w.isAway.Store(false)
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !missing.IsZero() && time.Since(missing) > absence:
			return errOver
		}
		if err = w.conn.reasonOf(err); w.conn.IsClosed() {
			return &UnusableError{err}
		}
		if w.Patience > 0 && time.Since(began) > w.Patience {
			return &AwayError{err}
		}
		if w.Away != nil && !w.isAway.Swap(true) {
			w.Away(err)
		}
	}
}

func (w *Worker) ask(ctx context.Context, verb string, r request) (a answer, err error) {
	err = w.retry(ctx, func(ctx context.Context) error {
		m, err := w.request(ctx, verb, r)
		if err == nil {
			err = json.Unmarshal(m.Data, &a)
		}
		return err
	})
	return a, err
}

func (w *Worker) request(ctx context.Context, verb string, r request) (*nats.Msg, error) {
	r.Worker = w.id
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	asking, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	return w.conn.RequestWithContext(asking, askSubject(w.info.Name, verb), b)
}

func (w *Worker) fetchText(ctx context.Context, verb string, shard int, out io.Writer) error {
	return receiveChunks(out, func(from int64) (*nats.Msg, error) { return w.request(ctx, verb, request{Shard: shard, From: from}) })
}

func (w *Worker) workShards(ctx context.Context, work batch.Work) error {
	var p pace
	var queue jetstream.Consumer
	for ctx.Err() == nil {
		m, err := w.nextMessage(ctx, &queue)
		if m == nil {
			// Either there is no shard now, or the job is over, or the NATS server lost the stream.
			if _, err := w.ask(ctx, "state", request{}); err != nil {
				return err
			}
			if err != nil {
				p.sleepLonger(ctx)
			}
			continue
		}
		p = 0
		if err := w.workShard(ctx, m, work); err != nil {
			return err
		}
	}
	return nil
}

// nextMessage takes a message with the number of a shard from the stream. It returns nil if no message arrives within a
// second.
func (w *Worker) nextMessage(ctx context.Context, queue *jetstream.Consumer) (_ jetstream.Msg, err error) {
	if *queue == nil {
		asking, cancel := context.WithTimeout(ctx, quick)
		defer cancel()
		if *queue, err = w.js.Consumer(asking, w.info.Name, consumer); err != nil {
			*queue = nil
			return nil, err
		}
	}
	// ctx is not used here, because it might end while a number is on its way.
	message, err := (*queue).Fetch(1, jetstream.FetchMaxWait(time.Second))
	if err != nil {
		return nil, err
	}
	for m := range message.Messages() {
		return m, nil
	}
	return nil, message.Error()
}

// workShard works on the shard whose number m contains. An error ends the worker.
func (w *Worker) workShard(ctx context.Context, m jetstream.Msg, work batch.Work) (err error) {
	n, err := strconv.Atoi(m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:])
	if err != nil || n < 0 || n >= w.info.Job.Shards() {
		return m.Term()
	}
	beating, stop := context.WithCancel(ctx)
	var beats sync.WaitGroup
	beats.Go(func() {
		for tick := time.NewTicker(w.info.Lease / 3); ; {
			select {
			case <-beating.Done():
				tick.Stop()
				return
			case <-tick.C:
				_ = m.InProgress() // this may fail while NATS is unreachable; a later report may succeed
			}
		}
	})
	defer beats.Wait()
	defer stop()
	a, err := w.ask(ctx, "begin", request{Shard: n})
	if err == nil && a.State == finished {
		_ = m.Ack() // if the acknowledgement is lost, the number comes again
		return nil
	}
	if err == nil && a.Task != nil {
		var done bool
		if done, err = w.processShard(ctx, n, a.Task, work); done {
			_ = m.Ack()
			return nil
		}
	}
	if err != errOver {
		_, _ = w.request(context.WithoutCancel(ctx), "return", request{Shard: n}) // if the request is lost, the Server will check whether this worker is alive
	}
	_ = m.Nak() // if the message is lost, the number comes again after a lease
	return err
}

// processShard works on a shard. done reports whether the Server has the shard's output.
func (w *Worker) processShard(ctx context.Context, n int, t *task, work batch.Work) (done bool, err error) {
	shard := w.info.Job.Shard(n)
	input := &w.info.Job.Inputs[shard.Input]
	part := &batch.Task{From: t.From, To: t.To, Continues: t.Continues, Cut: !input.Range && !input.Whole, Behind: shard.From > 0, Torn: t.Torn, Whole: t.Whole}
	if !input.Range {
		if part.In, err = w.readShardText(ctx, shard); err != nil {
			return false, err
		}
	}
	out, err := batch.NewOutput()
	if err != nil {
		return false, err
	}
	p, err := work.Run(ctx, out, part)
	if err != nil {
		return false, err
	}
	defer out.Discard()
	content, err := out.Content()
	if err != nil {
		return false, err
	}
	e := &p.Entry
	out.Describe(n, e)
	e.Worker = w.Machine
	w.mu.Lock()
	w.count++
	output := w.count
	w.outputs[output] = content
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.outputs, output)
		w.mu.Unlock()
	}()
	for p := pace(0); ; p.sleepLonger(ctx) {
		a, err := w.ask(ctx, "done", request{Shard: n, Output: output, Entry: e})
		if err != nil || a.State != waiting {
			return a.State == finished, err
		}
	}
}

// readShardText returns the text of a shard, from a file of this machine or from the Server.
func (w *Worker) readShardText(ctx context.Context, s job.Shard) (*io.SectionReader, error) {
	if text := w.ours[s.Input]; text != nil {
		text, _, err := text.Section(s)
		return text, err
	}
	var all bytes.Buffer
	err := w.retry(ctx, func(ctx context.Context) error {
		all.Reset()
		return w.fetchText(ctx, "text", s.N, &all)
	})
	return io.NewSectionReader(bytes.NewReader(all.Bytes()), 0, int64(all.Len())), err
}
