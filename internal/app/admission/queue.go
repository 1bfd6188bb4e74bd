package admission

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"sync"
	"time"

	"nonet/message"
)

// Config bounds a queue. A zero field is what its comment says.
type Config struct {
	Processors int           // searches that run at once; one a processor
	Requests   int           // requests let in at once; 4096
	Bytes      int64         // that they hold, their bodies; 256 MiB
	Heap       int64         // bytes of live memory from which on searches are held up; 512 MiB
	Longest    time.Duration // what no request takes longer than, so no refusal names more; 30 s

	// Clock is the time since some moment; nil stands for the real one. With another, time
	// passes for the queue only when something is done with it.
	Clock func() time.Duration
	// Live is how many bytes of memory are in use; nil stands for what was found when memory was
	// last collected.
	Live func() int64
}

func (c Config) withDefaults() Config {
	c.Processors = cmp.Or(max(c.Processors, 0), runtime.GOMAXPROCS(0))
	c.Requests = cmp.Or(max(c.Requests, 0), 4096)
	c.Bytes = cmp.Or(max(c.Bytes, 0), 256<<20)
	c.Heap = cmp.Or(max(c.Heap, 0), 512<<20)
	c.Longest = cmp.Or(max(c.Longest, 0), 30*time.Second)
	if c.Live == nil {
		c.Live = liveHeap
	}
	return c
}

// Refusal is why a request is not let in, had no turn in time, or may not go on.
type Refusal struct {
	// Client says that it is the client that has too much under way; otherwise all clients
	// together have.
	Client     bool
	RetryAfter time.Duration // when what is under way now will have been answered, as things stand
}

func (r *Refusal) Error() string { return r.Message().String() }

// Message says which of the two.
func (r *Refusal) Message() message.Message {
	if r.Client {
		return message.New("api.problem.too-many.detail")
	}
	return message.New("api.problem.busy.detail")
}

// State is how busy a queue is.
type State struct {
	Requests, Clients int           // let in
	Bytes             int64         // that they hold
	Short, Long       int           // turns that run
	Waiting           int           // turns that wait to begin
	WaitingLong       int           // those of them that are long
	Paused            int           // turns that have begun and wait to go on
	Busy              time.Duration // what all searches have run since the queue was made
}

// Queue is who searches when. Its methods may be called from any goroutine.
type Queue struct {
	config Config
	clock  func() time.Duration

	mu       sync.Mutex
	clients  map[string]*client
	requests int
	bytes    int64
	left     rate // of requests
	schedule
}

// New is an empty queue.
func New(config Config) *Queue {
	q := &Queue{config: config.withDefaults(), clock: config.Clock, clients: map[string]*client{}}
	if q.clock == nil {
		start := time.Now()
		q.clock = func() time.Duration { return time.Since(start) }
	}
	return q
}

// State is how busy the queue is now.
func (q *Queue) State() State {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := State{Requests: q.requests, Bytes: q.bytes, Busy: q.busy}
	for _, c := range q.clients {
		if c.requests > 0 {
			s.Clients++
		}
	}
	for _, t := range q.running {
		if t.kind == short {
			s.Short++
		} else {
			s.Long++
		}
	}
	s.Waiting, s.WaitingLong = q.kinds[short].waiting+q.fresh, q.fresh
	s.Paused = q.kinds[long].waiting - q.fresh + len(q.halted)
	return s
}

// Full reports whether the queue has no room for another request of anybody, and when it may.
func (q *Queue) Full() (retryAfter time.Duration, full bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.refusal(false).RetryAfter, q.requests >= q.config.Requests || q.bytes >= q.config.Bytes
}

// Processors is how many searches may run at once.
func (q *Queue) Processors() int { return q.config.Processors }

// client is who shares the processors with the other clients.
type client struct {
	name     string
	requests int
	bytes    int64
	by       [kinds]account
}

// client is the one of that name. It stays until [Queue.forget].
func (q *Queue) client(name string) *client {
	c := q.clients[name]
	if c == nil {
		c = &client{name: name}
		for k := range c.by {
			c.by[k].client, c.by[k].at, c.by[k].used = c, -1, math.MinInt64/2
		}
		q.clients[name] = c
	}
	return c
}

// forget drops the client if it would come back to the same account; when there are many, all
// that have nothing under way.
func (q *Queue) forget(c *client) {
	const many = 10_000
	idle := func(c *client) bool { return c.requests == 0 && c.by[short].turns+c.by[long].turns == 0 }
	if idle(c) && c.by[short].used <= q.kinds[short].virtual && c.by[long].used <= q.kinds[long].virtual-credit {
		delete(q.clients, c.name)
	}
	if len(q.clients) > many+2*q.requests {
		for name, c := range q.clients {
			if idle(c) {
				delete(q.clients, name)
			}
		}
	}
}

// Place is a request that was let in, by its client.
type Place struct {
	queue  *Queue
	client *client
	bytes  int64
}

// Admit lets a request of ctx's client in, until it leaves. The error is a *[Refusal].
func (q *Queue) Admit(ctx context.Context) (*Place, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := q.client(ClientOf(ctx))
	if room := q.config.Requests - q.requests; c.requests >= room {
		defer q.forget(c)
		return nil, q.refusal(room > 0)
	}
	c.requests++
	q.requests++
	return &Place{queue: q, client: c}, nil
}

// Hold notes n more bytes that the request keeps in memory. The error is a *[Refusal].
func (p *Place) Hold(n int64) error {
	q := p.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if room := q.config.Bytes - q.bytes - n; p.client.bytes > room {
		return q.refusal(room >= 0)
	}
	p.bytes += n
	p.client.bytes += n
	q.bytes += n
	return nil
}

// Held is how many bytes are noted.
func (p *Place) Held() int64 {
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	return p.bytes
}

// Leave gives the place, and what it holds, back. Its turns have ended by then.
func (p *Place) Leave() {
	q := p.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	p.client.requests--
	p.client.bytes -= p.bytes
	q.requests--
	q.bytes -= p.bytes
	q.left.add(q.clock())
	q.forget(p.client)
}

// refusal says when to come again: when as many requests will have left as there are.
func (q *Queue) refusal(client bool) *Refusal {
	r := &Refusal{Client: client, RetryAfter: q.config.Longest}
	if perSecond := q.left.perSecond(q.clock()); perSecond > 0 {
		after := time.Duration(float64(q.requests) / perSecond * float64(time.Second))
		r.RetryAfter = min(max(after, time.Second), q.config.Longest)
	}
	return r
}

// rate counts what happens, second by second.
type rate struct {
	second      int64
	now, before int
}

func (r *rate) until(now time.Duration) {
	switch second := int64(now / time.Second); second - r.second {
	case 0:
	case 1:
		*r = rate{second, 0, r.now}
	default:
		*r = rate{second, 0, 0}
	}
}

func (r *rate) add(now time.Duration) {
	r.until(now)
	r.now++
}

// perSecond is how often it happened in the last second: the second before counts as far as it
// is in that.
func (r *rate) perSecond(now time.Duration) float64 {
	r.until(now)
	return float64(r.now) + float64(r.before)*(1-(now%time.Second).Seconds())
}

// liveHeap is about how many bytes were found in use when memory was last collected: Go lets
// them become twice as many before the next time. Package runtime/metrics would say it
// exactly, and cost every command 50 µs of its start.
func liveHeap() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.NextGC / 2)
}
