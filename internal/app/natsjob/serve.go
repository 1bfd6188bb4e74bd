package natsjob

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonet/internal/app/netjob"
	"nonet/job"
)

// Queue is a job's stream on a broker, and what answers its workers.
type Queue struct {
	k      *netjob.Coordinator
	access netjob.Access
	info   []byte
	stream string
	conn   *nats.Conn
	js     jetstream.JetStream

	stop    context.CancelFunc
	feeding sync.WaitGroup

	mu      sync.Mutex
	uploads map[string]*upload
	failed  int // to be submitted again soon
}

// Config is where a queue is.
type Config struct {
	Servers  []string
	Stream   string // as [NewStream] named it
	Replicas int
	Options  netjob.BrokerOptions
	Pin      []byte        // the digest of the broker's certificate, or nil
	Login    []nats.Option // how to be let in there, beside Options
}

// NewStream is a name for a job's stream.
func NewStream() string {
	b := make([]byte, 8)
	rand.Read(b)
	return prefix + hex.EncodeToString(b)
}

// Open makes the stream, or finds it, answers workers and keeps the stream filled until the job is over or Close is called.
func Open(ctx context.Context, k *netjob.Coordinator, a netjob.Access, info netjob.Info, c Config) (*Queue, error) {
	conn, err := Connect(c.Servers, c.Pin, append(c.Login, nats.CustomInboxPrefix(Inbox(c.Stream, "coordinator"))), c.Options)
	if err != nil {
		return nil, err
	}
	q := &Queue{k: k, access: a, stream: c.Stream, conn: conn, uploads: map[string]*upload{}}
	if q.info, err = json.Marshal(info); err == nil {
		q.js, err = jetstream.New(conn, jetstream.WithPublishAsyncMaxPending(256), jetstream.WithPublishAsyncTimeout(quick), jetstream.WithPublishAsyncErrHandler(q.unpublished))
	}
	if err == nil {
		err = q.create(ctx, c.Replicas)
	}
	if err == nil {
		_, err = conn.Subscribe(AskSubject(q.stream, "*"), func(m *nats.Msg) { go q.answer(m) })
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	ctx, q.stop = context.WithCancel(context.WithoutCancel(ctx))
	q.feeding.Go(func() { q.feed(ctx) })
	return q, nil
}

// create makes the stream and its consumer; a cluster that has just begun may need a moment.
func (q *Queue) create(ctx context.Context, replicas int) (err error) {
	lease := q.k.Config.Lease
	for range 20 {
		trying, cancel := context.WithTimeout(ctx, quick)
		var s jetstream.Stream
		s, err = q.js.CreateOrUpdateStream(trying, jetstream.StreamConfig{Name: q.stream, Subjects: []string{q.stream + ".shard.*"}, Retention: jetstream.WorkQueuePolicy,
			Replicas: replicas, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true})
		if err == nil {
			_, err = s.CreateOrUpdateConsumer(trying, jetstream.ConsumerConfig{Durable: Consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 4096})
		}
		cancel()
		var refused *jetstream.APIError
		if err == nil || ctx.Err() != nil || errors.As(err, &refused) && refused.Code != http.StatusServiceUnavailable && refused.ErrorCode != noPeers {
			return err
		}
		sleep(ctx, 500*time.Millisecond)
	}
	return err
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// Codes of errors: a subject has its one message; a cluster has fewer servers than replicas, as it may have
// while not all have been heard of.
const (
	alreadyThere = 10077
	noPeers      = 10005
)

func (q *Queue) unpublished(_ jetstream.JetStream, _ *nats.Msg, err error) {
	var refused *jetstream.APIError
	if errors.As(err, &refused) && refused.ErrorCode == alreadyThere {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.failed++
}

// ahead is how many shards are in the stream at most.
const ahead = 4096

// feed keeps the stream filled with shards that are missing, until the job is over, when it deletes the stream, or ctx
// ends. What was submitted is submitted again each lease, as the stream may have lost it.
func (q *Queue) feed(ctx context.Context) {
	offered := map[int]bool{}
	next, paused := 0, false
	scanned, renewed := time.Time{}, time.Now()
	for tick := time.NewTicker(20 * time.Millisecond); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-q.k.Ended():
			tick.Stop()
			deleting, cancel := context.WithTimeout(ctx, quick)
			defer cancel()
			_ = q.js.DeleteStream(deleting, q.stream) // if it fails, what is left is of no more than a few bytes
			return
		case <-tick.C:
		}
		for n := range offered {
			if q.k.Manifest.Has(n) {
				delete(offered, n)
			}
		}
		if wants := q.k.Waits() == netjob.ErrNothing; wants != paused {
			asking, cancel := context.WithTimeout(ctx, quick)
			var err error
			if wants {
				_, err = q.js.PauseConsumer(asking, q.stream, Consumer, time.Now().AddDate(10, 0, 0))
			} else {
				_, err = q.js.ResumeConsumer(asking, q.stream, Consumer)
			}
			cancel()
			if err == nil {
				paused = wants
			}
		}
		q.mu.Lock()
		soon := q.failed > 0
		q.mu.Unlock()
		if since := time.Since(renewed); since > q.k.Config.Lease || soon && since > time.Second {
			q.mu.Lock()
			q.failed = 0
			q.mu.Unlock()
			renewed = time.Now()
			for n := range offered {
				if ctx.Err() != nil {
					break // while the broker is away each may take seconds
				}
				q.submit(n)
			}
		}
		for len(offered) < ahead && ctx.Err() == nil {
			n, ok := q.k.MissingFrom(next)
			if !ok {
				// From the beginning, now and then: shards of a worker that was expelled are missing again.
				if next == 0 || time.Since(scanned) < time.Second {
					break
				}
				next, scanned = 0, time.Now()
				continue
			}
			if next = n + 1; !offered[n] {
				offered[n] = true
				q.submit(n)
			}
		}
	}
}

func (q *Queue) submit(n int) {
	t, err := q.k.Task(n)
	var b []byte
	if err == nil {
		b, err = json.Marshal(t)
	}
	if err == nil {
		_, err = q.js.PublishAsync(ShardSubject(q.stream, n), b, jetstream.WithStallWait(quick))
	}
	if err != nil {
		q.unpublished(q.js, nil, err)
	}
}

// Stream is its name.
func (q *Queue) Stream() string { return q.stream }

// Close ends the connection; once the job is over, the stream is deleted by then.
func (q *Queue) Close() {
	if q.k.Waits() != netjob.ErrOver {
		q.stop()
	}
	q.feeding.Wait()
	q.stop()
	q.conn.Close()
}

// answer answers one message of a worker. The statuses are HTTP's.
func (q *Queue) answer(m *nats.Msg) {
	verb := m.Subject[len(AskSubject(q.stream, "")):]
	reply := nats.NewMsg(m.Reply)
	status := q.answered(verb, m, reply)
	reply.Header.Set(statusHeader, strconv.Itoa(status))
	if m.Reply != "" {
		_ = m.RespondMsg(reply) // it fails if the connection is gone: the worker asks again
	}
}

func (q *Queue) answered(verb string, m, reply *nats.Msg) (status int) {
	if verb == "join" {
		return q.join(m, reply)
	}
	w := q.k.Known(m.Header.Get(secretHeader))
	if w == nil {
		return http.StatusUnauthorized
	}
	if q.k.IsExpelled(w) {
		return http.StatusForbidden
	}
	from, _ := strconv.ParseInt(m.Header.Get(fromHeader), 10, 64)
	switch verb {
	case "info":
		return q.piece(reply, q.info, from)
	case "state":
		switch q.k.Waits() {
		case netjob.ErrOver:
			return http.StatusGone
		default:
			return http.StatusNoContent
		}
	case "leave":
		q.k.Leave(w)
		return http.StatusOK
	}
	shard, err := strconv.Atoi(m.Header.Get(shardHeader))
	if err != nil || shard < 0 || shard >= q.k.Manifest.Job.Shards() {
		return http.StatusNotFound
	}
	switch verb {
	case "beat":
		if !q.k.Hold(w, shard) {
			return http.StatusConflict
		}
		return http.StatusOK
	case "return":
		q.k.Return(w, shard)
		return http.StatusOK
	case "text":
		text := q.k.Text(shard)
		if text == nil {
			return http.StatusNotFound
		}
		return q.section(reply, text, from)
	case "put":
		return q.put(w, shard, from, m)
	}
	return http.StatusNotFound
}

func (q *Queue) join(m, reply *nats.Msg) int {
	secret := m.Header.Get(secretHeader)
	trusted := netjob.Same(secret, q.access.Admin)
	if !trusted && !netjob.Same(secret, q.access.Join) {
		return http.StatusUnauthorized
	}
	if q.k.Waits() == netjob.ErrOver {
		return http.StatusGone
	}
	_, own, ok := q.k.Join(string(m.Data[:min(len(m.Data), 100)]), trusted)
	if !ok {
		return http.StatusServiceUnavailable
	}
	reply.Header.Set(secretHeader, own)
	return http.StatusOK
}

// piece answers with a part of b.
func (q *Queue) piece(reply *nats.Msg, b []byte, from int64) int {
	if from < 0 || from > int64(len(b)) {
		return http.StatusNotFound
	}
	reply.Header.Set(lengthHeader, strconv.Itoa(len(b)))
	reply.Data = b[from:min(int64(len(b)), from+int64(chunk(q.conn)))]
	return http.StatusOK
}

func (q *Queue) section(reply *nats.Msg, text *io.SectionReader, from int64) int {
	if from < 0 || from > text.Size() {
		return http.StatusNotFound
	}
	b := make([]byte, min(text.Size()-from, int64(chunk(q.conn))))
	if _, err := text.ReadAt(b, from); err != nil && err != io.EOF {
		return http.StatusInternalServerError
	}
	reply.Header.Set(lengthHeader, strconv.FormatInt(text.Size(), 10))
	reply.Data = b
	return http.StatusOK
}

// upload is an output that comes in chunks.
type upload struct {
	mu     sync.Mutex // one chunk at a time
	at     int64
	length int64
	w      *io.PipeWriter
	idle   *time.Timer
	status chan int
}

// idleUpload is how long the next chunk may take.
const idleUpload = time.Minute

// put takes a chunk of an output. With the last it answers what became of the whole.
func (q *Queue) put(w *netjob.Worker, shard int, from int64, m *nats.Msg) int {
	name := w.ID + " " + m.Header.Get(uploadHeader)
	q.mu.Lock()
	u := q.uploads[name]
	if u == nil && from == 0 {
		e := job.Entry{}
		if json.Unmarshal([]byte(m.Header.Get(entryHeader)), &e) != nil || e.Shard != shard || e.Bytes < 0 || e.Notes < 0 || e.Bytes > netjob.MostOutput || e.Notes > netjob.MostOutput {
			q.mu.Unlock()
			return http.StatusUnprocessableEntity
		}
		u = q.begin(w, e, name)
		q.uploads[name] = u
	}
	q.mu.Unlock()
	if u == nil {
		return http.StatusRequestedRangeNotSatisfiable
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if again := from + int64(len(m.Data)); from < again && again == u.at { // the answer was lost, or late
		if again < u.length {
			return http.StatusAccepted
		}
		return u.outcome()
	}
	u.idle.Reset(idleUpload)
	if from != u.at || u.at+int64(len(m.Data)) > u.length {
		return http.StatusRequestedRangeNotSatisfiable
	}
	n, err := u.w.Write(m.Data)
	if u.at += int64(n); err == nil && u.at < u.length {
		return http.StatusAccepted
	}
	u.w.Close() // what is known by now, if err is not nil, is why it was not wanted to the end
	status := u.outcome()
	q.mu.Lock()
	delete(q.uploads, name)
	q.mu.Unlock()
	u.idle.Stop()
	return status
}

// outcome is what became of the whole, once that is known.
func (u *upload) outcome() int {
	status := <-u.status
	u.status <- status
	return status
}

func (q *Queue) begin(w *netjob.Worker, e job.Entry, name string) *upload {
	r, pipe := io.Pipe()
	u := &upload{length: e.Bytes + e.Notes, w: pipe, status: make(chan int, 1)}
	u.idle = time.AfterFunc(idleUpload, func() {
		pipe.CloseWithError(io.ErrUnexpectedEOF)
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.uploads, name)
	})
	go func() {
		first, err := q.k.Finish(context.Background(), w, e, r)
		r.Close()
		u.status <- netjob.Outcome(first, err)
	}()
	return u
}
