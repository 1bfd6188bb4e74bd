package admission

import (
	"context"
	"runtime"
	"sync"
	"time"

	"nonet/internal/pausing"
)

// Config bounds a queue. A zero field is what its comment says.
type Config struct {
	Processors int   // searches that run at once; one a processor
	Requests   int   // requests let in at once; 4096
	Bytes      int64 // of their bodies; 256 MiB
}

// Refusal is why a request is not let in, or had no turn in time.
type Refusal struct {
	// Client says that the client has too many requests under way itself; otherwise all are
	// busy with those of all clients.
	Client     bool
	RetryAfter time.Duration // when there may be room, as things stand
}

func (r *Refusal) Error() string {
	if r.Client {
		return "the client has too many requests under way"
	}
	return "too many requests are under way"
}

// Work is what is asked for by [Place.Begin].
type Work struct {
	// Within is how long it may wait and search, by the clock; 0 leaves that to the context.
	Within time.Duration
	// OnlyWait says that Within bounds the wait alone.
	OnlyWait bool
	// Long says that it is a piece of long work, as a batch of a stream is, and stands behind
	// all that is short. Other work is taken for short until it has run for a while.
	Long bool
}

// State is how busy a queue is.
type State struct {
	Requests, Clients int   // let in
	Bytes             int64 // that they hold
	Running, Waiting  int   // turns that run, that wait to begin
	Paused            int   // turns that have begun and wait to go on
}

// Queue is who searches when. Its methods may be called from any goroutine.
type Queue struct {
	config Config
	slots  chan struct{}

	mu    sync.Mutex
	state State
}

// New is an empty queue.
func New(config Config) *Queue {
	if config.Processors <= 0 {
		config.Processors = runtime.GOMAXPROCS(0)
	}
	if config.Requests <= 0 {
		config.Requests = 4096
	}
	if config.Bytes <= 0 {
		config.Bytes = 256 << 20
	}
	return &Queue{config: config, slots: make(chan struct{}, config.Processors)}
}

// State is how busy the queue is now.
func (q *Queue) State() State {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := q.state
	s.Running = len(q.slots)
	return s
}

// Full reports whether the queue has no room for another request of anybody, and when it may.
func (q *Queue) Full() (retryAfter time.Duration, full bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return time.Second, q.state.Requests >= q.config.Requests || q.state.Bytes >= q.config.Bytes
}

// Processors is how many searches may run at once.
func (q *Queue) Processors() int { return q.config.Processors }

// Place is a request that was let in, by its client.
type Place struct {
	queue *Queue
	bytes int64
}

// Admit lets a request of ctx's client in, until it leaves. The error is a *[Refusal].
func (q *Queue) Admit(ctx context.Context) (*Place, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.state.Requests >= q.config.Requests {
		return nil, &Refusal{RetryAfter: time.Second}
	}
	q.state.Requests++
	return &Place{queue: q}, nil
}

// Hold notes n more bytes that the request keeps in memory. The error is a *[Refusal].
func (p *Place) Hold(n int64) error {
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	if p.queue.state.Bytes+n > p.queue.config.Bytes {
		return &Refusal{RetryAfter: time.Second}
	}
	p.bytes += n
	p.queue.state.Bytes += n
	return nil
}

// Leave gives the place, and what it holds, back.
func (p *Place) Leave() {
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	p.queue.state.Requests--
	p.queue.state.Bytes -= p.bytes
}

func (q *Queue) wait(n int) {
	q.mu.Lock()
	q.state.Waiting += n
	q.mu.Unlock()
}

// Turn is leave to search.
type Turn struct {
	queue  *Queue
	ctx    context.Context
	cancel context.CancelFunc
}

// Begin waits until work may begin. A request may have several turns, at once or one after
// the other. The error is a *[Refusal] if it had to wait for too long, or the cause of ctx's
// end.
func (p *Place) Begin(ctx context.Context, work Work) (*Turn, error) {
	bounded, cancel := context.WithCancel(ctx)
	if work.Within > 0 {
		bounded, cancel = context.WithTimeout(ctx, work.Within)
	}
	select {
	case p.queue.slots <- struct{}{}:
	default:
		p.queue.wait(1)
		defer p.queue.wait(-1)
		select {
		case p.queue.slots <- struct{}{}:
		case <-bounded.Done():
			cancel()
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			return nil, &Refusal{RetryAfter: time.Second}
		}
	}
	if !work.OnlyWait {
		ctx = bounded
	}
	return &Turn{p.queue, pausing.With(ctx, func(context.Context) {}), cancel}, nil
}

// Context ends with that of Begin, or in time. Whoever asks its Err is held up while it is
// another's turn; [pausing.Again] does the same for contexts derived from it.
func (t *Turn) Context() context.Context { return t.ctx }

// End ends the turn, and its context.
func (t *Turn) End() {
	t.cancel()
	<-t.queue.slots
}
