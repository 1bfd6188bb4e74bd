package admission

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"
)

// Class is that of a slot.
type Class int

// The classes, in the order in which a search goes through them.
const (
	Short Class = iota
	Medium
	Long
	Classes
)

// Work is what is asked for by [Place.Run] and [Place.Begin].
type Work struct {
	// Within is how long it may wait and search, by the clock; 0 leaves that to the context.
	Within time.Duration
	// OnlyWait says that Within bounds each wait alone.
	OnlyWait bool
}

// slots are those of one class.
type slots struct {
	lasts          time.Duration // how long a search may have one
	most, ofClient int           // that are taken at once, in all and by one client
	taken          int
	waiting        []*client // with turns that wait for one, in their order
}

// Turn is a search that has a slot or waits for one. Its fields are guarded by the queue's mu.
type Turn struct {
	queue   *Queue
	client  *client
	ctx     context.Context
	cancel  context.CancelCauseFunc
	release context.CancelFunc // of its deadline
	class   Class
	begun   bool
	over    bool
	since   time.Duration // when it began
	ready   chan struct{} // closed when it begins
	lasts   *time.Timer   // calls outlasted
}

// errOutlasted is the cause of the end of a search whose slot was for less time.
var errOutlasted = errors.New("admission: the search needs a longer slot")

// Run waits for a slot and calls search. If that takes long, its context may end, and it is called again
// in a slot of a longer class. The error is a *[Refusal] if it had to wait for too long, or the
// cause of ctx's end while it waited.
func (p *Place) Run(ctx context.Context, work Work, search func(context.Context)) error {
	until := work.until()
	for class := Short; ; {
		t, err := p.begin(ctx, work, until, class)
		if err != nil {
			return err
		}
		t.bound()
		noticing := noticing{Context: t.ctx}
		search(&noticing)
		if outlasted := t.End(); !outlasted || !noticing.noticed.Load() {
			return nil
		}
		if class = t.class + 1; work.OnlyWait {
			until = work.until()
		}
	}
}

// noticing is a context that remembers whether a search may have noticed its end. One that has not,
// such as a short search while the system ran others, has answered in full.
type noticing struct {
	context.Context
	noticed atomic.Bool
}

func (c *noticing) Err() error {
	err := c.Context.Err()
	if err != nil {
		c.noticed.Store(true)
	}
	return err
}

// Done is called by who waits for the end, or derives another context.
func (c *noticing) Done() <-chan struct{} {
	c.noticed.Store(true)
	return c.Context.Done()
}

// Begin waits for a slot, which the caller gives back by [Turn.End] however long that takes. Errors
// are those of Run.
func (p *Place) Begin(ctx context.Context, work Work, class Class) (*Turn, error) {
	return p.begin(ctx, work, work.until(), class)
}

// until is when Within ends; zero for never.
func (w *Work) until() time.Time {
	if w.Within <= 0 {
		return time.Time{}
	}
	return time.Now().Add(w.Within)
}

// begin waits for a slot.
func (p *Place) begin(ctx context.Context, work Work, until time.Time, class Class) (*Turn, error) {
	q := p.queue
	t := &Turn{queue: q, client: p.client, class: class, ready: make(chan struct{}), release: func() {}}
	wait, searched := ctx, ctx
	if !until.IsZero() {
		wait, t.release = context.WithDeadline(ctx, until)
	}
	if !work.OnlyWait {
		searched = wait
	}
	t.ctx, t.cancel = context.WithCancelCause(searched)
	q.mu.Lock()
	mine := &t.client.of[t.class]
	if mine.waiting = append(mine.waiting, t); len(mine.waiting) == 1 {
		q.of[t.class].waiting = append(q.of[t.class].waiting, t.client)
	}
	q.dispatch()
	begun := t.begun
	q.mu.Unlock()
	if begun {
		return t, nil
	}
	select {
	case <-t.ready:
		return t, nil
	case <-wait.Done():
	}
	t.End() // also if it has begun since
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return nil, q.refusal(false)
}

// Context is that of the search. Its end may be that of a try: then the search is asked again.
func (t *Turn) Context() context.Context { return t.ctx }

// Due reports whether the turn has lasted while others wait for its class of slot. Work that can
// be divided ends it then and begins another.
func (t *Turn) Due() bool {
	const enough = 200 * time.Millisecond
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	return t.begun && len(q.of[t.class].waiting) > 0 && q.now()-t.since > enough
}

// bound ends the turn, or moves it to a longer class, when its slot's time is over.
func (t *Turn) bound() {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	t.setTimer()
}

func (t *Turn) setTimer() {
	if lasts := t.queue.of[t.class].lasts; lasts > 0 {
		t.lasts = time.AfterFunc(lasts, t.outlasted)
	}
}

// End gives the slot back and ends the context. It reports whether the search outlasted its slot.
func (t *Turn) End() (outlasted bool) {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.over {
		return false
	}
	t.over = true
	if t.lasts != nil {
		t.lasts.Stop()
	}
	outlasted = context.Cause(t.ctx) == errOutlasted
	t.cancel(nil)
	t.release()
	mine := &t.client.of[t.class]
	if t.begun {
		mine.taken--
		q.of[t.class].taken--
		q.busy += q.now() - t.since
		q.sinces -= t.since
	} else {
		mine.waiting = slices.DeleteFunc(mine.waiting, func(other *Turn) bool { return other == t })
		if len(mine.waiting) == 0 {
			waiting := &q.of[t.class].waiting
			*waiting = slices.DeleteFunc(*waiting, func(c *client) bool { return c == t.client })
		}
	}
	q.dispatch()
	return outlasted
}

// outlasted moves the search to a free slot of the next class, or ends it if there is none.
func (t *Turn) outlasted() {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.over {
		return
	}
	next := t.class + 1
	s, mine := &q.of[next], &t.client.of[next]
	if s.taken == s.most || mine.taken == s.ofClient {
		t.cancel(errOutlasted)
		return
	}
	// Nobody waits for this slot: dispatch would have given it away.
	q.of[t.class].taken--
	t.client.of[t.class].taken--
	s.taken++
	mine.taken++
	t.class = next
	t.setTimer()
	q.dispatch()
}

// dispatch gives free slots to clients in turn. It is called after every change.
func (q *Queue) dispatch() {
	for class := range q.of {
		s := &q.of[class]
		for i := 0; i < len(s.waiting) && s.taken < s.most; {
			c := s.waiting[i]
			mine := &c.of[class]
			if mine.taken == s.ofClient {
				i++
				continue
			}
			t := mine.waiting[0]
			mine.waiting = mine.waiting[1:]
			s.waiting = slices.Delete(s.waiting, i, i+1)
			if len(mine.waiting) > 0 {
				s.waiting = append(s.waiting, c)
			}
			mine.taken++
			s.taken++
			t.begun, t.since = true, q.now()
			q.sinces += t.since
			close(t.ready)
		}
	}
}
