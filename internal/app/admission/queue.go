// Package admission decides which requests may search on a machine that many clients share.
//
//	place, err := queue.Admit(ctx)            admits the request, or returns a *Refusal    queue.go
//	defer place.Leave()
//	err = place.ReserveBytes(n)               reserves n bytes, or returns a *Refusal
//	err = place.Run(ctx, work, search)        waits for a slot, and searches               turn.go
//
// A client is a name in the request's context; see [WithClient]. Slots have three classes:
//
//	class    time limit   slots
//	short    2 ms         4 per processor
//	medium   100 ms       1 per processor
//	long     none         1 per processor, and 1 more
//
// The cost of a search is unknown beforehand, so each begins in a short slot. A search that outlasts its slot moves to
// the next class. If this class has no free slot, the search stops, waits for a slot, and starts again from the
// beginning. Within a class, clients take turns. One client alone cannot take the last long slot.
//
// The queue never pauses a running search: the Go runtime and the operating system share the processors evenly among
// the slots. Short searches get most of the time, because they have more slots.
//
// The package knows neither HTTP nor puzzles, and must not import packages for HTTP or puzzles.
package admission

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"time"

	_ "nonet/internal/texts"
	"nonet/message"
)

// Config holds the limits of a queue. A zero field means the default that its comment states.
type Config struct {
	Processors int           // the greatest number of long searches that one client runs at the same time; default: GOMAXPROCS
	Short      int           // the number of short slots; default: 4 per processor
	Try        time.Duration // the time limit of a short slot; a medium slot has 50 times as much; default: 2 ms
	Requests   int           // the greatest number of requests admitted at the same time; default: 4096
	Bytes      int64         // the greatest number of bytes that admitted requests may reserve; default: 256 MiB
	Longest    time.Duration // the upper bound of Refusal.RetryAfter; default: 30 s, the longest time that a request takes
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

// Refusal is the error for a request that the queue did not admit, that got no slot in time, or whose memory the queue
// could not reserve.
type Refusal struct {
	// Client is set if this client alone has too many requests; otherwise all clients together have too many.
	Client     bool
	RetryAfter time.Duration // the estimated time until the requests admitted now have left
}

func (r *Refusal) Error() string { return r.Message().String() }

// Message returns a text for the client: it has too many requests, or the server is busy.
func (r *Refusal) Message() message.Message {
	if r.Client {
		return message.New("api.problem.too-many.detail")
	}
	return message.New("api.problem.busy.detail")
}

type State struct {
	Requests, Clients int           // the number of admitted requests, and the number of clients with at least one admitted request
	Bytes             int64         // how many bytes the admitted requests have reserved
	Running, Waiting  [Classes]int  // the number of searches in each class
	Busy              time.Duration // the total time of all searches since New, including searches that still run
}

// Queue decides which search runs when. Its methods may be called concurrently.
type Queue struct {
	config Config
	start  time.Time

	mu       sync.Mutex
	clients  map[string]*client
	requests int
	bytes    int64
	left     rate // the rate at which requests leave
	slots    [Classes]slots
	busy     time.Duration // the total time of finished searches
	sinces   time.Duration // the sum of the start times of running searches; see [Queue.State]
}

// New returns a queue with the limits of config, and no requests.
func New(config Config) *Queue {
	q := &Queue{config: config.withDefaults(), start: time.Now(), clients: map[string]*client{}}
	c := q.config
	q.slots = [Classes]slots{
		Short:  {lasts: c.Try, slots: c.Short, ofClient: (c.Short + 1) / 2},
		Medium: {lasts: 50 * c.Try, slots: c.Processors, ofClient: c.Processors},
		Long:   {slots: c.Processors + 1, ofClient: c.Processors},
	}
	return q
}

func (q *Queue) sinceStart() time.Duration { return time.Since(q.start) }

func (q *Queue) State() State {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := State{Requests: q.requests, Bytes: q.bytes, Busy: q.busy - q.sinces}
	for class, slots := range q.slots {
		s.Running[class] = slots.inUse
		s.Busy += time.Duration(slots.inUse) * q.sinceStart()
	}
	for _, c := range q.clients {
		if c.requests > 0 {
			s.Clients++
		}
		for class, slots := range c.of {
			s.Waiting[class] += len(slots.waiting)
		}
	}
	return s
}

// IsFull reports whether the queue would refuse every request. If so, retryAfter is how long to wait before the next
// try.
func (q *Queue) IsFull() (retryAfter time.Duration, full bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.newRefusal(false).RetryAfter, q.requests >= q.config.Requests || q.bytes >= q.config.Bytes
}

// Processors returns how many long searches one client may run at once.
func (q *Queue) Processors() int { return q.config.Processors }

// Slots returns how many searches can run at once.
func (q *Queue) Slots() (n int) {
	for _, slots := range q.slots {
		n += slots.slots
	}
	return n
}

// client is one of the clients that share the processors. The queue forgets a client that has no requests.
type client struct {
	name     string
	requests int
	bytes    int64
	of       [Classes]struct {
		inUse   int
		waiting []*Turn // the client's turns that wait for a slot, in the order of arrival
	}
}

// Place is an admitted request. It holds the memory that the request has reserved.
type Place struct {
	queue  *Queue
	client *client
	bytes  int64
}

// Admit admits a request of ctx's client until [Place.Leave]. The error is a *[Refusal]. A client may have no more
// requests than the queue has free places, so that one client cannot fill the queue.
func (q *Queue) Admit(ctx context.Context) (*Place, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	name := ClientOf(ctx)
	c := q.clients[name]
	if c == nil {
		c = &client{name: name}
	}
	if room := q.config.Requests - q.requests; c.requests >= room {
		return nil, q.newRefusal(room > 0)
	}
	q.clients[name] = c
	c.requests++
	q.requests++
	return &Place{queue: q, client: c}, nil
}

// ReserveBytes reserves n more bytes for the request, until Leave. The error is a *[Refusal].
func (p *Place) ReserveBytes(n int64) error {
	q := p.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if room := q.config.Bytes - q.bytes - n; p.client.bytes > room {
		return q.newRefusal(room >= 0)
	}
	p.bytes += n
	p.client.bytes += n
	q.bytes += n
	return nil
}

func (p *Place) HeldBytes() int64 {
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	return p.bytes
}

// Leave ends the request and releases its memory. All turns of the request must have ended.
func (p *Place) Leave() {
	q := p.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	p.client.requests--
	p.client.bytes -= p.bytes
	q.requests--
	q.bytes -= p.bytes
	q.left.countEvent(q.sinceStart())
	if p.client.requests == 0 {
		delete(q.clients, p.client.name)
	}
}

// newRefusal returns a refusal. `client` is true if one client exceeds its share, and false if the queue is full.
// RetryAfter estimates when the requests admitted now have left, at the rate of the last second. It is from 1 s to
// config.Longest.
func (q *Queue) newRefusal(client bool) *Refusal {
	r := &Refusal{Client: client, RetryAfter: q.config.Longest}
	if perSecond := q.left.perSecond(q.sinceStart()); perSecond > 0 {
		after := time.Duration(float64(q.requests) / perSecond * float64(time.Second))
		r.RetryAfter = min(max(after, time.Second), q.config.Longest)
	}
	return r
}

// rate counts events in the current and the previous second of the clock.
type rate struct {
	second      int64
	now, before int
}

func (r *rate) advanceTo(now time.Duration) {
	switch second := int64(now / time.Second); second - r.second {
	case 0:
	case 1:
		*r = rate{second, 0, r.now}
	default:
		*r = rate{second, 0, 0}
	}
}

func (r *rate) countEvent(now time.Duration) {
	r.advanceTo(now)
	r.now++
}

// perSecond estimates how many events the last second had. It adds the events of the current clock second, and a share
// of the events of the previous clock second.
func (r *rate) perSecond(now time.Duration) float64 {
	r.advanceTo(now)
	return float64(r.now) + float64(r.before)*(1-(now%time.Second).Seconds())
}

type clientKey struct{}

// WithClient returns a copy of ctx with the name of the request's client, such as "192.0.2.7", "2001:db8:1:2::/64" or
// "token ann". The queue treats all requests with the same name as requests of one client.
func WithClient(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, clientKey{}, name)
}

// ClientOf returns the name that [WithClient] has set, or "". All requests without a name count as one client.
func ClientOf(ctx context.Context) string {
	name, _ := ctx.Value(clientKey{}).(string)
	return name
}
