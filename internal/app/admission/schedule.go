package admission

import (
	"container/heap"
	"slices"
	"time"
)

// kind is how long work has run.
type kind int

const (
	short kind = iota
	long
	kinds
)

const (
	budget = 2 * time.Millisecond  // what short work may run
	slice  = 10 * time.Millisecond // what long work runs until it is the next one's turn
	// chunk is after what time short work is looked at. Between two looks of a search lies less,
	// so of a longer time twice as much counts: in the rest another had the processor, and a
	// search must not become long by that.
	chunk = 500 * time.Microsecond
	// shelter is how long long work goes without a processor at most.
	shelter = 20 * time.Millisecond
	// credit is how much long work a client may have before others, if it had less than they
	// until then: a grade or a hint that takes some slices is not to wait for a hundred counts
	// at each.
	credit = 100 * time.Millisecond
	// grace is how long after its slice a search that does not look at its context keeps its
	// processor, as far as the schedule is concerned: it goes on beside the others.
	grace = 50 * time.Millisecond
	// tick is how often is looked while somebody waits, whatever else happens.
	tick = 25 * time.Millisecond
	// liveInterval is how often memory is looked at, at most.
	liveInterval = 100 * time.Millisecond
)

var creditOf = [kinds]time.Duration{long: credit}

// sliceOf is what work of a kind runs until it is looked at anew.
var sliceOf = [kinds]time.Duration{budget, slice}

// schedule is who runs and who waits, guarded by the queue's mu.
type schedule struct {
	kinds    [kinds]level
	running  []*Turn       // but those that are lost
	halted   []*Turn       // paused in the middle of a slice, which they may end before others begin
	longs    []*Turn       // all that are long and not over, the oldest first
	fresh    int           // turns that are long, wait, and have not begun
	waits    uint64        // how often a turn came to wait
	longRan  time.Duration // when long work last ran, or the first came to wait
	busy     time.Duration
	live     int64 // bytes of memory, as last read
	liveRead time.Duration
	armed    bool // a tick is to come
}

// level is the work of one kind.
type level struct {
	virtual  time.Duration // what the client last served had used: a new one begins there
	accounts accounts      // those with turns that wait
	waiting  int           // turns
	load     int           // turns that run
}

// account is what a client has had of one kind of work.
type account struct {
	client  *client
	used    time.Duration // of the processors' time, with slices just begun
	turns   int           // that are not over
	waiting []*Turn       // in their order
	since   uint64        // of the first of them
	at      int           // in the heap; -1 if it is not there
}

// accounts is a heap: first comes who has used least, and then who has waited for longest.
type accounts []*account

func (h accounts) Len() int { return len(h) }
func (h accounts) Less(i, j int) bool {
	if h[i].used != h[j].used {
		return h[i].used < h[j].used
	}
	return h[i].since < h[j].since
}
func (h accounts) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].at, h[j].at = i, j
}
func (h *accounts) Push(x any) {
	a := x.(*account)
	a.at = len(*h)
	*h = append(*h, a)
}
func (h *accounts) Pop() any {
	last := len(*h) - 1
	a := (*h)[last]
	a.at, (*h)[last] = -1, nil
	*h = (*h)[:last]
	return a
}

// replace puts an account where it belongs after a change.
func (l *level) replace(a *account) {
	switch {
	case len(a.waiting) > 0 && a.at < 0:
		a.since = a.waiting[0].since
		heap.Push(&l.accounts, a)
	case len(a.waiting) > 0:
		a.since = a.waiting[0].since
		heap.Fix(&l.accounts, a.at)
	case a.at >= 0:
		heap.Remove(&l.accounts, a.at)
	}
}

// enqueue makes t wait as work of its kind.
func (q *Queue) enqueue(t *Turn, c *client) {
	l, a := &q.kinds[t.kind], &c.by[t.kind]
	if a.turns++; a.turns == 1 {
		a.used = max(a.used, l.virtual-creditOf[t.kind])
	}
	t.account = a
	if t.kind == long {
		if len(q.longs) == 0 {
			q.longRan = q.clock()
		}
		q.longs = append(q.longs, t)
		if !t.begun {
			q.fresh++
		}
	}
	q.wait(t)
}

// wait puts t at the end of its client's row.
func (q *Queue) wait(t *Turn) {
	l, a := &q.kinds[t.kind], t.account
	q.waits++
	t.state, t.since, t.ready = waiting, q.waits, make(chan struct{})
	a.waiting = append(a.waiting, t)
	l.waiting++
	l.replace(a)
}

// unwait takes t out of its client's row.
func (q *Queue) unwait(t *Turn) {
	l, a := &q.kinds[t.kind], t.account
	at := slices.Index(a.waiting, t)
	a.waiting = slices.Delete(a.waiting, at, at+1)
	l.waiting--
	l.replace(a)
	if t.kind == long && !t.begun {
		q.fresh--
	}
}

// start has t, which waits, begin a slice. The client is charged for all of it.
func (q *Queue) start(t *Turn, now time.Duration) {
	q.unwait(t)
	q.charge(t)
	q.goOn(t, now)
}

// charge gives t a slice.
func (q *Queue) charge(t *Turn) {
	l, a := &q.kinds[t.kind], t.account
	l.virtual = max(l.virtual, a.used)
	t.width = max(t.width, t.paused)
	t.rest = sliceOf[t.kind]
	a.used += t.rest * time.Duration(t.width)
	l.replace(a)
}

// settle gives back what is left of t's slice, or charges what it took beyond. Short work costs
// the same whatever it took: among a thousand clients who is charged for 10 ms in which
// the processor was somebody else's would wait for seconds.
func (q *Queue) settle(t *Turn) {
	if t.kind == long {
		t.account.used -= t.rest * time.Duration(t.width)
	}
	t.rest = 0
	q.kinds[t.kind].replace(t.account)
}

// goOn gives t a processor.
func (q *Queue) goOn(t *Turn, now time.Duration) {
	t.state, t.begun, t.halted, t.paused, t.began = running, true, false, 0, now
	t.lookAgain()
	close(t.ready)
	// The runtime runs who was woken last before all others, so searches would hand processors
	// from one to the next while what came from the network waits, for seconds at times: a
	// goroutine that does nothing sends the one woken before it to the end of the row.
	go func() {}()
	q.find(t)
}

// resume counts t's slice from now on: since it was given a processor it has waited for one of
// the runtime's.
func (q *Queue) resume(t *Turn) {
	if t.state == running && !t.lost {
		t.began = q.clock()
		t.lookAgain()
	}
}

// lookAgain says when t's schedule is to be looked at again.
func (t *Turn) lookAgain() {
	rest := t.rest
	if t.kind == short {
		rest = min(rest, chunk)
	}
	t.until.Store(max(1, int64(t.began+rest)))
}

// stop takes t's processor away; what t does then, the caller says.
func (q *Queue) stop(t *Turn, now time.Duration) {
	if !t.lost {
		q.lose(t, now)
	}
	took := now - t.began
	t.rest -= took
	q.busy += took * time.Duration(t.width)
	t.lost, t.sheltered = false, false
	t.until.Store(0)
}

// lose takes t off those that run.
func (q *Queue) lose(t *Turn, now time.Duration) {
	q.running = without(q.running, t)
	q.kinds[t.kind].load--
	t.lost = true
	if t.kind == long {
		q.longRan = now
	}
}

// find puts t among those that run.
func (q *Queue) find(t *Turn) {
	q.running = append(q.running, t)
	q.kinds[t.kind].load++
	t.lost = false
}

func without(all []*Turn, t *Turn) []*Turn {
	at := slices.Index(all, t)
	return slices.Delete(all, at, at+1)
}

// leave takes t off the turns of its kind.
func (q *Queue) leave(t *Turn) {
	t.account.turns--
	if t.kind == long {
		q.longs = without(q.longs, t)
	}
}

// end ends t, wherever it is.
func (q *Queue) end(t *Turn) {
	if t.state == over {
		return
	}
	now := q.clock()
	switch {
	case t.state == running:
		q.stop(t, now)
		q.settle(t)
	case t.halted:
		q.halted = without(q.halted, t)
		q.settle(t)
	default:
		q.unwait(t)
	}
	q.leave(t)
	t.state = over
	t.until.Store(never)
	t.cancel(nil)
	t.release()
	q.dispatch(now)
	q.forget(t.account.client)
}

// review says whether t, which runs and looks at its context, may go on: if not, it waits or
// is over.
func (q *Queue) review(t *Turn, now time.Duration) {
	if t.lost {
		q.find(t)
	}
	if t.kind == short {
		took := now - t.began
		q.busy += took
		t.rest -= min(took, 2*chunk)
		t.began = now
	}
	left := t.rest - (now - t.began)
	switch {
	case left > 0 && (t.kind == short || t.sheltered || q.excess() <= 0):
		t.lookAgain()
		return
	case left > 0:
		q.stop(t, now)
		t.state, t.halted, t.ready = waiting, true, make(chan struct{})
		q.halted = append(q.halted, t)
	case t.kind == long:
		q.stop(t, now)
		q.settle(t)
		q.wait(t)
	case q.tight(now) && len(q.longs) >= q.few():
		t.refusal = q.refusal(false)
		t.cancel(t.refusal)
		q.end(t)
		return
	default:
		q.stop(t, now)
		q.settle(t)
		q.leave(t)
		t.kind = long
		q.enqueue(t, t.account.client)
	}
	q.dispatch(now)
}

// load is how many turns run.
func (q *Queue) load() int { return q.kinds[short].load + q.kinds[long].load }

// excess is how many long turns run that short ones need the processors of.
func (q *Queue) excess() int {
	if q.kinds[short].load == 0 {
		return 0
	}
	return q.load() - q.config.Processors
}

// dispatch gives processors to whom they are due. It is called after every change, and while
// somebody waits at every tick.
func (q *Queue) dispatch(now time.Duration) {
	for _, t := range slices.Clone(q.running) {
		if now-t.began > t.rest+grace {
			q.lose(t, now)
		}
	}
	s, l := &q.kinds[short], &q.kinds[long]
	for s.waiting > 0 && s.load < q.config.Processors {
		q.start(s.accounts[0].waiting[0], now)
	}
	excess := q.excess()
	for _, t := range q.running {
		if t.kind == long && !t.sheltered && excess > 0 {
			t.until.Store(1) // it pauses when it looks next, if it is so still
			excess--
		}
	}
	for l.waiting+len(q.halted) > 0 {
		sheltered := q.load() >= q.config.Processors
		if sheltered && (l.load > 0 || now-q.longRan < shelter) {
			break
		}
		t := q.next(now)
		if t == nil {
			break
		}
		t.sheltered = sheltered
		if t.halted {
			q.halted = without(q.halted, t)
			q.goOn(t, now)
		} else {
			q.start(t, now)
		}
	}
	if !q.armed && q.config.Clock == nil && s.waiting+l.waiting+len(q.halted) > 0 {
		q.armed = true
		time.AfterFunc(tick, func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			q.armed = false
			q.dispatch(q.clock())
		})
	}
}

// next is the long turn that is to go on next; nil if none may.
func (q *Queue) next(now time.Duration) *Turn {
	if len(q.halted) > 0 {
		return q.halted[0]
	}
	if !q.tight(now) {
		return q.kinds[long].accounts[0].waiting[0]
	}
	var next *Turn
	var clients []*client
	for _, t := range q.longs {
		if slices.Contains(clients, t.account.client) {
			continue
		}
		if t.state == waiting && (next == nil || t.account.used < next.account.used) {
			next = t
		}
		if clients = append(clients, t.account.client); len(clients) == q.few() {
			break
		}
	}
	return next
}

// few is how many clients search on, with one search each, while memory is tight.
func (q *Queue) few() int { return 2 * q.config.Processors }

// tight says whether memory is.
func (q *Queue) tight(now time.Duration) bool {
	if q.liveRead == 0 || now-q.liveRead >= liveInterval {
		q.live, q.liveRead = q.config.Live(), max(now, 1)
	}
	return q.live >= q.config.Heap
}
