package natsjob

import (
	"context"
	cryptorand "crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
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
	config jetstream.StreamConfig
	conn   *nats.Conn
	js     jetstream.JetStream

	ctx                context.Context // ends with Close
	stop               context.CancelFunc
	feeding, receiving sync.WaitGroup
	hands              chan struct{} // held by what answers, but for outputs
	putting            chan struct{} // held by what takes a chunk of an output

	mu         sync.Mutex
	uploads    map[string]*upload
	unfinished int // of them
	closed     bool
	failed     int               // to be submitted again soon
	beats      map[int]time.Time // the last sign of life at shards that are somebody's
	heard      time.Time         // the last of all
}

// Config is where a queue is.
type Config struct {
	Servers  []string
	Stream   string // as [NewStream] named it
	Replicas int
	Memory   bool // the stream ends with its server
	Options  netjob.BrokerOptions
	Pin      []byte        // the digest of the broker's certificate, or nil
	Login    []nats.Option // how to be let in there, beside Options
}

// NewStream is a name for a job's stream.
func NewStream() string {
	b := make([]byte, 8)
	cryptorand.Read(b)
	return prefix + hex.EncodeToString(b)
}

// Open makes the stream, or finds it, answers workers and keeps the stream filled until the job is over or Close is called.
func Open(ctx context.Context, k *netjob.Coordinator, a netjob.Access, info netjob.Info, c Config) (*Queue, error) {
	conn, err := Connect(c.Servers, c.Pin, append(c.Login, nats.CustomInboxPrefix(Inbox(c.Stream, "coordinator"))), c.Options)
	if err != nil {
		return nil, err
	}
	q := &Queue{k: k, access: a, stream: c.Stream, conn: conn, uploads: map[string]*upload{}, beats: map[int]time.Time{}, heard: time.Now(), hands: make(chan struct{}, atOnce), putting: make(chan struct{}, atOnce)}
	q.ctx, q.stop = context.WithCancel(context.WithoutCancel(ctx))
	if q.info, err = json.Marshal(info); err == nil {
		q.js, err = jetstream.New(conn, jetstream.WithPublishAsyncMaxPending(256), jetstream.WithPublishAsyncTimeout(quick), jetstream.WithPublishAsyncErrHandler(q.unpublished))
	}
	q.config = jetstream.StreamConfig{Name: q.stream, Subjects: []string{q.stream + ".shard.*"}, Retention: jetstream.WorkQueuePolicy,
		Replicas: c.Replicas, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true}
	if c.Memory {
		// Numbers that no stream before it had, whose messages workers may acknowledge still.
		q.config.Storage, q.config.FirstSeq = jetstream.MemoryStorage, 1+rand.Uint64N(1<<60)
	}
	if err == nil {
		err = q.create(ctx)
	}
	for _, verb := range []string{"join", "info", "state", "leave", "beat", "return", "text", "put"} {
		if err == nil {
			_, err = conn.Subscribe(AskSubject(q.stream, verb), func(m *nats.Msg) { q.hear(verb, m) })
		}
	}
	if err != nil {
		q.stop()
		conn.Close()
		return nil, err
	}
	q.feeding.Go(func() { q.feed(q.ctx) })
	return q, nil
}

// atOnce is how many messages are answered at a time, and how many chunks of outputs taken. Others wait in the client of the broker,
// which drops those beyond its bounds: workers ask again.
const atOnce = 64

// create makes the stream and its consumer; a cluster that has just begun may need a moment.
func (q *Queue) create(ctx context.Context) (err error) {
	for range 20 {
		if err = q.ensure(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		if refused, ok := errors.AsType[*jetstream.APIError](err); ok && refused.Code < http.StatusInternalServerError && refused.ErrorCode != noPeers {
			return err
		}
		sleep(ctx, 500*time.Millisecond)
	}
	return err
}

// ensure makes the stream and its consumer once, unless they are there. One that its server cannot read any more, as after a power
// cut, is deleted: what was in it is submitted again.
func (q *Queue) ensure(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	s, err := q.js.CreateOrUpdateStream(ctx, q.config)
	if err == nil {
		_, err = s.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: Consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.k.Config.Lease, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 4096})
	}
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok && refused.Code == http.StatusInternalServerError {
		_ = q.js.DeleteStream(ctx, q.stream) // the next try tells
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
// ends. What was submitted is submitted again each lease ([Queue.renew]).
func (q *Queue) feed(ctx context.Context) {
	offered := map[int]bool{}
	next, paused, known := 0, false, false // whoever coordinated before may have paused it
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
				q.mu.Lock()
				delete(q.beats, n)
				q.mu.Unlock()
			}
		}
		if wants := q.k.Waits() == netjob.ErrNothing; wants != paused || !known {
			asking, cancel := context.WithTimeout(ctx, quick)
			var err error
			if wants {
				_, err = q.js.PauseConsumer(asking, q.stream, Consumer, time.Now().AddDate(10, 0, 0))
			} else {
				_, err = q.js.ResumeConsumer(asking, q.stream, Consumer)
			}
			cancel()
			if err == nil {
				paused, known = wants, true
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
			if soon && q.ensure(ctx) == nil { // it may be gone with its server's disk
				known = false
			}
			q.renew(ctx, offered)
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

// renew submits again what the stream may have lost. What nobody has given a sign of life of for two leases, and the broker
// gives to nobody else, is taken from whoever has it there: because the broker's clock was set back, by which it counts leases, or because a
// worker has the broker go on waiting and does nothing. So is what a stranger has had for too long.
func (q *Queue) renew(ctx context.Context, offered map[int]bool) {
	lease := q.k.Config.Lease
	asking, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	s, err := q.js.Stream(asking, q.stream)
	if err != nil {
		s = nil
	}
	q.mu.Lock()
	silent := time.Since(q.heard) > 2*lease
	q.mu.Unlock()
	if silent && s != nil && len(offered) > 0 {
		if c, err := s.Consumer(asking, Consumer); err == nil && c.CachedInfo().NumAckPending > 0 {
			_ = s.Purge(asking) // if it fails, it is tried again
		}
	}
	for n := range offered {
		q.mu.Lock()
		last, held := q.beats[n]
		since := time.Since(last)
		if held && since > 2*lease {
			delete(q.beats, n)
		}
		q.mu.Unlock()
		switch {
		case ctx.Err() != nil:
			return // while the broker is away each may take seconds
		case s != nil && q.k.Overdue(n):
			_ = s.Purge(asking, jetstream.WithPurgeSubject(ShardSubject(q.stream, n)))
		case held && since <= lease:
			continue
		case held && since > 2*lease && s != nil:
			_ = s.Purge(asking, jetstream.WithPurgeSubject(ShardSubject(q.stream, n)))
		}
		q.submit(n)
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

// Close ends the connection; once the job is over, the stream is deleted by then, and nothing is written any more.
func (q *Queue) Close() {
	if q.k.Waits() != netjob.ErrOver {
		q.stop()
	}
	q.feeding.Wait()
	q.mu.Lock()
	q.closed = true
	for _, u := range q.uploads {
		q.forget(u)
	}
	q.mu.Unlock()
	q.stop()
	q.receiving.Wait()
	q.conn.Close()
}

// hear has a message of a worker answered.
func (q *Queue) hear(verb string, m *nats.Msg) {
	room := q.hands
	if verb == "put" {
		room = q.putting
	}
	room <- struct{}{}
	go func() {
		reply := nats.NewMsg(m.Reply)
		q.tell(m.Reply, q.answered(verb, m, reply), reply)
		<-room
	}()
}

// later is the status of what is not answered now: the worker asks again.
const later = 0

// tell sends an answer. The statuses are HTTP's.
func (q *Queue) tell(to string, status int, reply *nats.Msg) {
	if status == later || to == "" {
		return
	}
	reply.Header.Set(statusHeader, strconv.Itoa(status))
	_ = q.conn.PublishMsg(reply) // it fails if the connection is gone: the worker asks again
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
		q.left(w)
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
		q.left(w)
		return http.StatusOK
	}
	shard, err := strconv.Atoi(m.Header.Get(shardHeader))
	if err != nil || shard < 0 || shard >= q.k.Manifest.Job.Shards() {
		return http.StatusNotFound
	}
	switch verb {
	case "beat":
		held := q.k.Hold(w, shard)
		q.mu.Lock()
		defer q.mu.Unlock()
		if !held {
			delete(q.beats, shard)
			return http.StatusConflict
		}
		q.heard = time.Now()
		q.beats[shard] = q.heard
		return http.StatusOK
	case "return":
		q.k.Return(w, shard)
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.beats, shard)
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

// upload is an output that comes in chunks; all but its pipe is guarded by the queue's mu.
type upload struct {
	by     *netjob.Worker
	name   string
	w      *io.PipeWriter
	length int64
	at     int64
	taking bool        // a chunk
	last   time.Time   // when a chunk came
	whole  bool        // no more is to come
	status int         // what became of it; 0: not known yet
	asks   string      // who is told so
	idle   *time.Timer // then it is forgotten
}

const (
	mostUploads = 1024             // that are unfinished at a time
	idleUpload  = time.Minute      // how long the next chunk may take
	staleUpload = 5 * time.Second  // or this, where another wants its place
	keptUpload  = 30 * time.Second // once it is known what became of it, for an answer that was lost
	mostName    = 32
)

// put takes a chunk of an output. What became of the whole is told to who brought the last chunk, or brought it again, last.
func (q *Queue) put(w *netjob.Worker, shard int, from int64, m *nats.Msg) (status int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	name := w.ID + " " + m.Header.Get(uploadHeader)
	u := q.uploads[name]
	if u == nil && from == 0 {
		e := job.Entry{}
		if len(name) > len(w.ID)+1+mostName || json.Unmarshal([]byte(m.Header.Get(entryHeader)), &e) != nil || e.Shard != shard || e.Bytes < 0 || e.Notes < 0 || e.Bytes > netjob.MostOutput || e.Notes > netjob.MostOutput {
			return http.StatusUnprocessableEntity
		}
		if q.closed || q.unfinished >= mostUploads && !q.evict() {
			return later
		}
		u = q.begin(w, e, name)
	}
	end := from + int64(len(m.Data))
	switch {
	case u == nil:
		return http.StatusRequestedRangeNotSatisfiable
	case u.taking:
		return later
	case u.whole && end == u.at: // the answer was lost, or is not known yet
		u.asks = m.Reply
		return u.status
	case from < end && end == u.at:
		return http.StatusAccepted
	case u.whole || from != u.at || end > u.length:
		return http.StatusRequestedRangeNotSatisfiable
	}
	u.taking, u.last = true, time.Now()
	u.idle.Reset(idleUpload)
	q.mu.Unlock()
	var err error
	if len(m.Data) > 0 { // of nothing a pipe waits for the reader, too
		_, err = u.w.Write(m.Data)
	}
	q.mu.Lock()
	u.taking, u.at = false, end
	if err == nil && u.at < u.length {
		return http.StatusAccepted
	}
	// An error is that it was not wanted to the end.
	u.w.Close()
	u.whole, u.asks = true, m.Reply
	if u.status == 0 {
		u.idle.Stop() // a check may take as long as the work did
	}
	return u.status
}

// begin has an output received; mu is held.
func (q *Queue) begin(w *netjob.Worker, e job.Entry, name string) *upload {
	r, pipe := io.Pipe()
	u := &upload{by: w, name: name, w: pipe, length: e.Bytes + e.Notes, last: time.Now()}
	u.idle = time.AfterFunc(idleUpload, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.forget(u)
	})
	q.uploads[name] = u
	q.unfinished++
	q.receiving.Go(func() {
		first, err := q.k.Finish(q.ctx, w, e, r)
		r.Close()
		q.mu.Lock()
		u.status = netjob.Outcome(first, err)
		q.unfinished--
		u.idle.Reset(keptUpload)
		asks := u.asks
		q.mu.Unlock()
		q.tell(asks, u.status, nats.NewMsg(asks))
	})
	return u
}

// forget ends an upload; mu is held.
func (q *Queue) forget(u *upload) {
	if !u.whole {
		u.w.CloseWithError(io.ErrUnexpectedEOF)
	}
	u.idle.Stop()
	if q.uploads[u.name] == u {
		delete(q.uploads, u.name)
	}
}

// evict forgets the upload whose next chunk has taken longest, if that is long; mu is held.
func (q *Queue) evict() bool {
	var oldest *upload
	for _, u := range q.uploads {
		if !u.whole && !u.taking && u.status == 0 && time.Since(u.last) > staleUpload && (oldest == nil || u.last.Before(oldest.last)) {
			oldest = u
		}
	}
	if oldest != nil {
		q.forget(oldest)
	}
	return oldest != nil
}

// left forgets what a worker was about to bring.
func (q *Queue) left(w *netjob.Worker) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, u := range q.uploads {
		if u.by == w && !u.whole {
			q.forget(u)
		}
	}
}
