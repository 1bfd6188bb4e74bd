package admission

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"
)

// Class determines how long a search may keep its slot.
type Class int

// These are the classes in the order in which a search passes through them.
const (
	Short Class = iota
	Medium
	Long
	Classes
)

// Work holds the time limit of a search, for [Place.Run] and [Place.Begin].
type Work struct {
	// Within limits waiting and searching together; 0 means that only the context limits them.
	Within time.Duration
	// OnlyWait is set if Within limits each wait for a slot, but does not limit the search.
	OnlyWait bool
}

// slots describes the slots of one class, and lists the clients that wait for them.
type slots struct {
	lasts           time.Duration // the time limit of a slot; 0 means none
	slots, ofClient int           // the greatest numbers of slots in use at the same time: by all clients together, and by one client
	inUse           int
	waiting         []*client // the clients that wait for a slot of this class, in the order of their turns
}

// Turn is a search that has a slot or waits for one. The queue's mu guards its fields.
type Turn struct {
	queue   *Queue
	client  *client
	ctx     context.Context
	cancel  context.CancelCauseFunc
	release context.CancelFunc // a function that stops the timer of the deadline
	class   Class
	begun   bool
	ended   bool
	since   time.Duration // when the turn began, as the time since the queue was made
	ready   chan struct{} // a channel that is closed when the turn begins
	lasts   *time.Timer   // a timer that calls moveToNextClass when the time limit of the slot has passed
}

// errOutlasted is the cause with which a context ends at the time limit of its slot.
var errOutlasted = errors.New("admission: the search needs a longer slot")

// Run waits for a slot and calls search. If `search` outlasts the slot, its context ends, and Run calls it again in a
// slot of a longer class. The error is a *[Refusal] if Run waited too long, or ctx's cause if ctx ended before the
// search did.
func (p *Place) Run(ctx context.Context, work Work, search func(context.Context)) error {
	until := work.deadline()
	for class := Short; ; {
		t, err := p.waitForSlot(ctx, work, until, class)
		if err != nil {
			return err
		}
		p.queue.mu.Lock()
		t.setTimer()
		p.queue.mu.Unlock()
		noticing := watchedContext{Context: t.ctx}
		search(&noticing)
		if outlasted := t.End(); !outlasted || !noticing.noticed.Load() {
			return nil
		}
		if class = t.class + 1; work.OnlyWait {
			until = work.deadline()
		}
	}
}

// watchedContext is a context that records whether a search has looked at the context after the context ended. A search
// may end after its deadline without having looked, for example because other programs had the processor. The answer of
// a search that has not looked is complete.
type watchedContext struct {
	context.Context
	noticed atomic.Bool
}

func (c *watchedContext) Err() error {
	err := c.Context.Err()
	if err != nil {
		c.noticed.Store(true)
	}
	return err
}

// Done returns the channel of the wrapped context. A caller of Done waits for the context's end, or derives another
// context. Therefore a call counts as a look at the context.
func (c *watchedContext) Done() <-chan struct{} {
	c.noticed.Store(true)
	return c.Context.Done()
}

// Begin waits for a slot of the class. The time limit of the class does not apply: the caller may keep
// the slot until it calls [Turn.End]. The errors are those of Run.
func (p *Place) Begin(ctx context.Context, work Work, class Class) (*Turn, error) {
	return p.waitForSlot(ctx, work, work.deadline(), class)
}

func (w *Work) deadline() time.Time {
	if w.Within <= 0 {
		return time.Time{}
	}
	return time.Now().Add(w.Within)
}

// waitForSlot waits for a slot of the class until the time `until`. A zero `until` means no limit.
func (p *Place) waitForSlot(ctx context.Context, work Work, until time.Time, class Class) (*Turn, error) {
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
		q.slots[t.class].waiting = append(q.slots[t.class].waiting, t.client)
	}
	q.fillFreeSlots()
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
	t.End() // the turn may have begun after the wait had ended
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return nil, q.newRefusal(false)
}

// Context returns the context of the search. If the search outlasts its slot, the context ends.
func (t *Turn) Context() context.Context { return t.ctx }

// ShouldYield reports whether the turn has lasted for more than 200 ms while other turns wait for its class. A caller
// that can divide its work should then end this turn and begin another.
func (t *Turn) ShouldYield() bool {
	const enough = 200 * time.Millisecond
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	return t.begun && len(q.slots[t.class].waiting) > 0 && q.sinceStart()-t.since > enough
}

// setTimer starts the timer for the slot's time limit. When it fires, the turn moves to a longer class or ends. The
// caller holds the queue's mu.
func (t *Turn) setTimer() {
	if lasts := t.queue.slots[t.class].lasts; lasts > 0 {
		t.lasts = time.AfterFunc(lasts, t.moveToNextClass)
	}
}

// End releases the slot and ends the context. It reports whether the search outlasted its slot.
func (t *Turn) End() (outlasted bool) {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.ended {
		return false
	}
	t.ended = true
	if t.lasts != nil {
		t.lasts.Stop()
	}
	outlasted = context.Cause(t.ctx) == errOutlasted
	t.cancel(nil)
	t.release()
	mine := &t.client.of[t.class]
	if t.begun {
		mine.inUse--
		q.slots[t.class].inUse--
		q.busy += q.sinceStart() - t.since
		q.sinces -= t.since
	} else {
		mine.waiting = slices.DeleteFunc(mine.waiting, func(other *Turn) bool { return other == t })
		if len(mine.waiting) == 0 {
			waiting := &q.slots[t.class].waiting
			*waiting = slices.DeleteFunc(*waiting, func(c *client) bool { return c == t.client })
		}
	}
	q.fillFreeSlots()
	return outlasted
}

// moveToNextClass moves the search to a free slot of the next class. If there is no free slot, it ends the search's
// context.
func (t *Turn) moveToNextClass() {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.ended {
		return
	}
	next := t.class + 1
	s, mine := &q.slots[next], &t.client.of[next]
	if s.inUse == s.slots || mine.inUse == s.ofClient {
		t.cancel(errOutlasted)
		return
	}
	// If some turn waited for this slot, fillFreeSlots would have given the slot to it.
	q.slots[t.class].inUse--
	t.client.of[t.class].inUse--
	s.inUse++
	mine.inUse++
	t.class = next
	t.setTimer()
	q.fillFreeSlots()
}

// fillFreeSlots gives free slots to the waiting clients in turn. Every change of the queue must call fillFreeSlots.
func (q *Queue) fillFreeSlots() {
	for class := range q.slots {
		s := &q.slots[class]
		for i := 0; i < len(s.waiting) && s.inUse < s.slots; {
			c := s.waiting[i]
			mine := &c.of[class]
			if mine.inUse == s.ofClient {
				i++
				continue
			}
			t := mine.waiting[0]
			mine.waiting = mine.waiting[1:]
			s.waiting = slices.Delete(s.waiting, i, i+1)
			if len(mine.waiting) > 0 {
				s.waiting = append(s.waiting, c)
			}
			mine.inUse++
			s.inUse++
			t.begun, t.since = true, q.sinceStart()
			q.sinces += t.since
			close(t.ready)
		}
	}
}
