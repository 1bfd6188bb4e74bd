package admission

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"nonet/internal/pausing"
)

// Work is what is asked for by [Place.Begin].
type Work struct {
	// Within is how long it may wait, search and be paused, by the clock; 0 leaves that to the
	// context.
	Within time.Duration
	// OnlyWait says that Within bounds the wait alone.
	OnlyWait bool
	// Long says that it is a piece of long work, as a batch of a stream is, and stands behind
	// all that is short. Other work is taken for short until it has run for a while.
	Long bool
}

// Turn is leave to search.
type Turn struct {
	queue   *Queue
	ctx     context.Context // of the search, without pauses
	cancel  context.CancelCauseFunc
	release context.CancelFunc

	until atomic.Int64 // when to look again, on the queue's clock; 0 while it is paused

	// What follows is guarded by the queue's mu.
	state     state
	kind      kind
	account   *account      // of its client, for its kind
	since     uint64        // when it came to wait, in the order of all that did
	begun     bool          // it has run
	halted    bool          // it is paused in the middle of a slice
	sheltered bool          // it runs although short work has all processors
	lost      bool          // it runs, but did not look for so long that its processor was given away
	width     int           // goroutines, as far as its pauses have shown
	paused    int           // goroutines that wait to go on
	began     time.Duration // when it last went on
	rest      time.Duration // of its slice, then
	refusal   *Refusal
	ready     chan struct{} // closed when it goes on
}

type state int

const (
	waiting state = iota
	running
	over
)

// Begin waits until work may begin. A request may have several turns, at once or one after
// the other. The error is a *[Refusal] if it had to wait for too long, or the cause of ctx's
// end.
func (p *Place) Begin(ctx context.Context, work Work) (*Turn, error) {
	bounded, release := ctx, context.CancelFunc(func() {})
	if work.Within > 0 {
		bounded, release = context.WithTimeout(ctx, work.Within)
	}
	searched := bounded
	if work.OnlyWait {
		searched = ctx
	}
	t := &Turn{queue: p.queue, release: release, width: 1}
	t.ctx, t.cancel = context.WithCancelCause(searched)
	if work.Long {
		t.kind = long
	}
	q := p.queue
	q.mu.Lock()
	q.enqueue(t, p.client)
	q.dispatch(q.clock())
	ready, now := t.ready, t.state == running
	q.mu.Unlock()
	if now {
		return t, nil
	}
	select {
	case <-ready:
		q.mu.Lock()
		defer q.mu.Unlock()
		q.resume(t)
		return t, nil
	case <-bounded.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.state == running { // its search sees that it is late
		return t, nil
	}
	q.end(t)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return nil, q.refusal(false)
}

// Context ends with that of Begin, or in time. Whoever asks its Err is held up while it is
// another's turn; [pausing.Again] does the same for contexts derived from it.
func (t *Turn) Context() context.Context { return pausing.With(t.ctx, pauser{t}) }

// End ends the turn, and its context. The error is a *[Refusal] if the search was cut short
// because nothing more may become long.
func (t *Turn) End() error {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	q.end(t)
	if t.refusal != nil {
		return t.refusal
	}
	return nil
}

// never is later than any time on a clock.
const never = math.MaxInt64

// pauser is a turn for its search.
type pauser struct{ *Turn }

// Processors is 1 where others wait or run.
func (t pauser) Processors() int {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	others := len(q.running) + len(q.halted) + q.kinds[short].waiting + q.kinds[long].waiting
	if t.state == running && !t.lost {
		others--
	}
	if others > 0 {
		return 1
	}
	return q.config.Processors
}

// Pause is what a search's looks at its context come to.
func (p pauser) Pause(ctx context.Context) {
	t := p.Turn
	if until := t.until.Load(); until == never || until != 0 && int64(t.queue.clock()) < until {
		return
	}
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.state == running {
		q.review(t, q.clock())
	}
	for t.state == waiting && ctx.Err() == nil {
		ready := t.ready
		t.paused++
		q.mu.Unlock()
		select {
		case <-ready:
			q.mu.Lock()
		case <-ctx.Done():
			q.mu.Lock()
			if t.ready == ready && t.state == waiting {
				t.paused--
			}
		}
	}
	if t.ctx.Err() != nil {
		q.end(t) // what it still does, it does soon
	}
}
