package admission

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"time"

	"nonet/message"
)

// Config bounds a queue. A zero field is what its comment says.
type Config struct {
	Processors int           // long searches of one client at once; one a processor
	Short      int           // short slots; four a processor
	Try        time.Duration // how long a search may have a short slot; 2 ms. A medium one: 50 times as long
	Requests   int           // requests let in at once; 4096
	Bytes      int64         // that they hold, their bodies; 256 MiB
	Longest    time.Duration // what no request takes longer than, so no refusal names more; 30 s
}

func (c Config) withDefaults() Config {
	c.Processors = cmp.Or(max(c.Processors, 0), runtime.GOMAXPROCS(0))
	c.Short = cmp.Or(max(c.Short, 0), 4*c.Processors)
	c.Try = cmp.Or(max(c.Try, 0), 2*time.Millisecond)
	c.Requests = cmp.Or(max(c.Requests, 0), 4096)
	c.Bytes = cmp.Or(max(c.Bytes, 0), 256<<20)
	c.Longest = cmp.Or(max(c.Longest, 0), 30*time.Second)
	return c
}

// Refusal is why a request is not let in, or had no slot in time.
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
	Running, Waiting  [Classes]int  // searches by class
	Busy              time.Duration // what all searches have run since the queue was made
}

// Queue is who searches when. Its methods may be called from any goroutine.
type Queue struct {
	config Config
	start  time.Time

	mu       sync.Mutex
	clients  map[string]*client
	requests int
	bytes    int64
	left     rate // of requests
	of       [Classes]slots
	busy     time.Duration // of searches that are over
	sinces   time.Duration // the sum of the times at which the others began
}

// New is an empty queue.
func New(config Config) *Queue {
	q := &Queue{config: config.withDefaults(), start: time.Now(), clients: map[string]*client{}}
	c := q.config
	q.of = [Classes]slots{
		Short:  {lasts: c.Try, most: c.Short, ofClient: (c.Short + 1) / 2},
		Medium: {lasts: 50 * c.Try, most: c.Processors, ofClient: c.Processors},
		Long:   {most: c.Processors + 1, ofClient: c.Processors},
	}
	return q
}

// now is the time since the queue was made.
func (q *Queue) now() time.Duration { return time.Since(q.start) }

// State is how busy the queue is now.
func (q *Queue) State() State {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := State{Requests: q.requests, Bytes: q.bytes, Busy: q.busy - q.sinces}
	for class, of := range q.of {
		s.Running[class] = of.taken
		s.Busy += time.Duration(of.taken) * q.now()
	}
	for _, c := range q.clients {
		if c.requests > 0 {
			s.Clients++
		}
		for class, of := range c.of {
			s.Waiting[class] += len(of.waiting)
		}
	}
	return s
}

// Full reports whether the queue has no room for another request of anybody, and when it may.
func (q *Queue) Full() (retryAfter time.Duration, full bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.refusal(false).RetryAfter, q.requests >= q.config.Requests || q.bytes >= q.config.Bytes
}

// Processors is how many long searches a client may have at once.
func (q *Queue) Processors() int { return q.config.Processors }

// Slots is how many searches run at once, at most.
func (q *Queue) Slots() (n int) {
	for _, of := range q.of {
		n += of.most
	}
	return n
}

// client is who shares the processors with the other clients. It is forgotten when it has no request.
type client struct {
	name     string
	requests int
	bytes    int64
	of       [Classes]struct {
		taken   int
		waiting []*Turn // in their order
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
	name := ClientOf(ctx)
	c := q.clients[name]
	if c == nil {
		c = &client{name: name}
	}
	if room := q.config.Requests - q.requests; c.requests >= room {
		return nil, q.refusal(room > 0)
	}
	q.clients[name] = c
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
	q.left.add(q.now())
	if p.client.requests == 0 {
		delete(q.clients, p.client.name)
	}
}

// refusal says when to come again: when as many requests will have left as there are.
func (q *Queue) refusal(client bool) *Refusal {
	r := &Refusal{Client: client, RetryAfter: q.config.Longest}
	if perSecond := q.left.perSecond(q.now()); perSecond > 0 {
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
