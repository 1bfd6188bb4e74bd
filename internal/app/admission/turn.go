package admission

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Work is what is asked for by [Place.Run] and [Place.Begin].
type Work struct {
	// Within is how long it may wait and search, by the clock; 0 leaves that to the context.
	Within time.Duration
	// OnlyWait says that Within bounds each wait alone.
	OnlyWait bool
	// Long says that it takes a long slot from the beginning, as a batch's pieces do.
	Long bool
}

// kind is that of a slot.
type kind int

const (
	short kind = iota
	long
	kinds
)

// slots are those of one kind.
type slots struct {
	most, ofClient int // that are taken at once, in all and by one client
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
	kind    kind
	again   bool // it has tried before
	begun   bool
	over    bool
	since   time.Duration // when it began
	ready   chan struct{} // closed when it begins
}

// errLong is the cause of the end of a try that takes long.
var errLong = errors.New("admission: the search needs a long slot")

// Run waits for a slot and calls search. If that takes long and no long slot is free, its context
// ends, and it is called again once there is one. The error is a *[Refusal] if it had to wait for
// too long, or the cause of ctx's end while it waited.
func (p *Place) Run(ctx context.Context, work Work, search func(context.Context)) error {
	until := work.until()
	for again := false; ; again = true {
		t, err := p.begin(ctx, work, until, again)
		if err != nil {
			return err
		}
		stop := func() bool { return true }
		if !work.Long {
			stop = time.AfterFunc(p.queue.config.Try, t.lasts).Stop
		}
		search(t.ctx)
		stop()
		if !t.End() {
			return nil
		}
		if work.Long = true; work.OnlyWait {
			until = work.until()
		}
	}
}

// Begin waits for a long slot, which the caller gives back by [Turn.End]. Errors are those of Run.
func (p *Place) Begin(ctx context.Context, work Work) (*Turn, error) {
	work.Long = true
	return p.begin(ctx, work, work.until(), false)
}

// until is when Within ends; zero for never.
func (w *Work) until() time.Time {
	if w.Within <= 0 {
		return time.Time{}
	}
	return time.Now().Add(w.Within)
}

// begin waits for a slot.
func (p *Place) begin(ctx context.Context, work Work, until time.Time, again bool) (*Turn, error) {
	q := p.queue
	t := &Turn{queue: q, client: p.client, again: again, ready: make(chan struct{}), release: func() {}}
	if work.Long {
		t.kind = long
	}
	wait, searched := ctx, ctx
	if !until.IsZero() {
		wait, t.release = context.WithDeadline(ctx, until)
	}
	if !work.OnlyWait {
		searched = wait
	}
	t.ctx, t.cancel = context.WithCancelCause(searched)
	q.mu.Lock()
	mine := &t.client.of[t.kind]
	if mine.waiting = append(mine.waiting, t); len(mine.waiting) == 1 {
		q.of[t.kind].waiting = append(q.of[t.kind].waiting, t.client)
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

// Due reports whether the turn has lasted while others wait for its kind of slot. Work that can
// be divided ends it then and begins another.
func (t *Turn) Due() bool {
	const enough = 200 * time.Millisecond
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	return t.begun && len(q.of[t.kind].waiting) > 0 && q.now()-t.since > enough
}

// End gives the slot back and ends the context. It reports whether the search is to be tried again
// in a long slot.
func (t *Turn) End() (again bool) {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.over {
		return false
	}
	t.over = true
	again = context.Cause(t.ctx) == errLong
	t.cancel(nil)
	t.release()
	mine := &t.client.of[t.kind]
	if t.begun {
		mine.taken--
		q.of[t.kind].taken--
		q.busy += q.now() - t.since
		q.sinces -= t.since
	} else {
		mine.waiting = slices.DeleteFunc(mine.waiting, func(other *Turn) bool { return other == t })
		if len(mine.waiting) == 0 {
			waiting := &q.of[t.kind].waiting
			*waiting = slices.DeleteFunc(*waiting, func(c *client) bool { return c == t.client })
		}
	}
	q.dispatch()
	return again
}

// lasts gives a try that takes long a long slot, or ends it if none is free.
func (t *Turn) lasts() {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.over {
		return
	}
	if l, mine := &q.of[long], &t.client.of[long]; l.taken < l.most && mine.taken < l.ofClient {
		// Whoever waits for one and may have it would have it.
		q.of[short].taken--
		t.client.of[short].taken--
		l.taken++
		mine.taken++
		t.kind = long
		q.dispatch()
		return
	}
	t.cancel(errLong)
}

// dispatch gives free slots to clients in turn. It is called after every change.
func (q *Queue) dispatch() {
	for k := range q.of {
		s := &q.of[k]
		for i := 0; i < len(s.waiting) && s.taken < s.most; {
			c := s.waiting[i]
			mine := &c.of[k]
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
