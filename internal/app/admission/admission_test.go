package admission

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

const ms = time.Millisecond

// admitRequest admits a request of a client.
func admitRequest(t testing.TB, q *Queue, client string) *Place {
	t.Helper()
	p, err := q.Admit(WithClient(t.Context(), client))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// searchFor stands for a search of the given cost. It checks ctx every millisecond and reports
// whether it finished.
func searchFor(ctx context.Context, cost time.Duration) bool {
	for end := time.Now().Add(cost); time.Now().Before(end); time.Sleep(min(ms, time.Until(end))) {
		if ctx.Err() != nil {
			return false
		}
	}
	return true
}

// none is a count of zero searches in every class.
var none [Classes]int

// checkConsistency returns an error if the slots and the waiting turns are inconsistent.
func (q *Queue) checkConsistency() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for class, s := range q.slots {
		taken, waiting := 0, 0
		for _, c := range q.clients {
			mine := &c.of[class]
			taken += mine.inUse
			if len(mine.waiting) > 0 {
				waiting++
			}
			if mine.inUse > s.ofClient || len(mine.waiting) > 0 && mine.inUse < s.ofClient && s.inUse < s.slots {
				return fmt.Errorf("of class %d, client %s has %d slots and %d turns that wait; all have %d", class, c.name, mine.inUse, len(mine.waiting), s.inUse)
			}
		}
		if taken != s.inUse || taken > s.slots || waiting != len(s.waiting) {
			return fmt.Errorf("of class %d, %d slots are taken and %d clients wait; it says %d and %d", class, taken, waiting, s.inUse, len(s.waiting))
		}
	}
	return nil
}

// Under any sequence of events, no slot stays free while a turn that may take this slot waits. Every search
// ends by itself or with its client. Afterwards the queue is empty.
func TestAnyWork(t *testing.T) {
	type job struct {
		client                 string
		at, cost, within, gone time.Duration // 0 for never
		onlyWait               bool
	}
	jobs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) job {
		of := func(name string, from, to int) time.Duration {
			return time.Duration(rapid.IntRange(from, to).Draw(t, name)) * ms / 2
		}
		j := job{client: rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "client"), at: of("at", 0, 400), cost: of("cost", 1, 40)}
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			j.cost, j.within, j.onlyWait = of("cost", 1, 2000), of("within", 1, 400), rapid.Bool().Draw(t, "only wait")
		case 1:
			j.cost, j.gone = of("cost", 1, 2000), of("gone", 1, 400)
		case 2:
			j.cost = of("cost", 90, 400)
		}
		return j
	}), 1, 60)
	rapid.Check(t, func(rt *rapid.T) {
		plan := jobs.Draw(rt, "jobs")
		config := Config{Processors: rapid.IntRange(1, 3).Draw(rt, "processors"), Short: rapid.IntRange(0, 3).Draw(rt, "short")}
		var mu sync.Mutex
		var wrong []string
		fault := func(format string, args ...any) {
			mu.Lock()
			defer mu.Unlock()
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
		synctest.Test(t, func(t *testing.T) {
			q := New(config)
			var all sync.WaitGroup
			for _, j := range plan {
				all.Go(func() {
					time.Sleep(j.at)
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					if j.gone > 0 {
						time.AfterFunc(j.gone, cancel)
					}
					p := admitRequest(t, q, j.client)
					defer p.Leave()
					done, begun := false, 0
					err := p.Run(ctx, Work{Within: j.within, OnlyWait: j.onlyWait}, func(ctx context.Context) {
						begun++
						if err := q.checkConsistency(); err != nil {
							fault("%+v: %v", j, err)
						}
						done = searchFor(ctx, j.cost)
					})
					refusal, refused := errors.AsType[*Refusal](err)
					switch {
					case refused && (j.within == 0 || refusal.Client), err != nil && !refused && j.gone == 0, begun > int(Classes),
						err == nil && !done && j.gone == 0 && (j.within == 0 || j.onlyWait):
						fault("%+v: begun %d times, done %v, %v", j, begun, done, err)
					}
					if err := q.checkConsistency(); err != nil {
						fault("%+v: %v", j, err)
					}
				})
			}
			all.Wait()
			if s := q.State(); s.Requests+s.Clients != 0 || s.Running != none || s.Waiting != none || q.sinces != 0 {
				fault("left: %+v", s)
			}
		})
		if len(wrong) > 0 {
			rt.Fatalf("%+v: %v", config, wrong)
		}
	})
}

// startEndlessSearches starts n endless searches of a client, which run until ctx ends.
func startEndlessSearches(ctx context.Context, t *testing.T, all *sync.WaitGroup, q *Queue, client string, n int) {
	for range n {
		all.Go(func() {
			p := admitRequest(t, q, client)
			defer p.Leave()
			_ = p.Run(ctx, Work{}, func(ctx context.Context) { <-ctx.Done() })
		})
	}
}

// One client with many endless searches leaves free slots to another client, for short searches and
// for a long one.
func TestEndlessSearchesLeaveSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, processors := range []int{1, 2, 8} {
			q := New(Config{Processors: processors})
			ctx, cancel := context.WithCancel(t.Context())
			var all sync.WaitGroup
			startEndlessSearches(ctx, t, &all, q, "hog", 100)
			p := admitRequest(t, q, "other")
			for range 60 {
				begun := time.Now()
				if err := p.Run(ctx, Work{}, func(ctx context.Context) {
					if waited := time.Since(begun); waited > 0 {
						t.Errorf("it waited for %v", waited)
					}
					searchFor(ctx, ms)
				}); err != nil {
					t.Error(err)
				}
			}
			time.Sleep(time.Minute) // all have outlasted their first slot by now
			if s := q.State(); s.Running != [Classes]int{Long: processors} || s.Waiting != [Classes]int{Long: 100 - processors} {
				t.Errorf("%d processors: %+v", processors, s)
			}
			times, begun := 0, time.Now()
			if err := p.Run(ctx, Work{}, func(ctx context.Context) { times++; searchFor(ctx, time.Second) }); err != nil || times != 1 || time.Since(begun) > time.Second+ms {
				t.Errorf("a long search of another: begun %d times, %v, %v", times, time.Since(begun), err)
			}
			p.Leave()
			cancel()
			all.Wait()
		}
	})
}

// Many clients search endlessly. A new client takes turns with them. It gets a long slot before the
// clients that already had one.
func TestClientsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config{Processors: 1})
		var mu sync.Mutex
		had := map[string]int{}
		var all sync.WaitGroup
		ctx, cancel := context.WithCancel(t.Context())
		for c := range 5 {
			name := fmt.Sprint(c)
			for range 3 + 3*c { // the last client has 15 searches
				all.Go(func() {
					p := admitRequest(t, q, name)
					defer p.Leave()
					for ctx.Err() == nil {
						turn, err := p.Begin(ctx, Work{}, Long)
						if err != nil {
							break
						}
						if searchFor(turn.Context(), 10*ms) {
							mu.Lock()
							had[name]++
							mu.Unlock()
						}
						turn.End()
					}
				})
			}
		}
		time.Sleep(10 * time.Second)
		cancel()
		all.Wait()
		least, most := had["0"], had["0"]
		for _, n := range had {
			least, most = min(least, n), max(most, n)
		}
		if least < 395 || most > least+2 {
			t.Errorf("of 2,000 turns the clients had %v", had)
		}
	})
}

// A search that outlasts its slot continues if a long slot is free. Otherwise it starts again when
// one becomes free.
func TestTries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config{Processors: 1})
		p := admitRequest(t, q, "a")
		defer p.Leave()
		var times int
		run := func() {
			times = 0
			if err := p.Run(t.Context(), Work{}, func(ctx context.Context) { times++; searchFor(ctx, 200*ms) }); err != nil {
				t.Error(err)
			}
		}
		if run(); times != 1 {
			t.Errorf("beside nobody it begins %d times", times)
		}
		turn, err := p.Begin(t.Context(), Work{}, Long)
		if err != nil {
			t.Fatal(err)
		}
		if turn.ShouldYield() {
			t.Error("a turn is due that nobody waits for")
		}
		time.AfterFunc(time.Second, func() {
			if !turn.ShouldYield() {
				t.Error("another waits, and the turn is not due")
			}
			turn.End()
		})
		if run(); times != 2 {
			t.Errorf("beside another it begins %d times", times)
		}
	})
}

// A client that goes away while it waits leaves the queue at once.
func TestGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config{Processors: 1})
		p := admitRequest(t, q, "a")
		first, err := p.Begin(t.Context(), Work{}, Long)
		if err != nil {
			t.Fatal(err)
		}
		gone := errors.New("gone")
		ctx, cancel := context.WithCancelCause(t.Context())
		ended := make(chan error)
		go func() {
			_, err := p.Begin(ctx, Work{Within: time.Hour}, Long)
			ended <- err
		}()
		synctest.Wait()
		if s := q.State(); s.Waiting[Long] != 1 || s.Running[Long] != 1 {
			t.Errorf("%+v", s)
		}
		cancel(gone)
		if err := <-ended; err != gone {
			t.Error(err)
		}
		_, err = p.Begin(t.Context(), Work{Within: ms}, Long)
		if refusal, ok := errors.AsType[*Refusal](err); !ok || refusal.Client || refusal.RetryAfter != 30*time.Second {
			t.Errorf("%+v", err)
		}
		if s := q.State(); s.Waiting != none {
			t.Errorf("%+v", s)
		}
		first.End()
		first.End() // ending it twice has no further effect
		p.Leave()
		if s := q.State(); s.Running != none || s.Requests != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// A client may have as many requests and bytes as remain free. A refusal estimates the time until
// all present requests have left.
func TestRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { testRoom(t) })
}

func testRoom(t *testing.T) {
	start := time.Now()
	q := New(Config{Processors: 1, Requests: 12, Bytes: 1200})
	fill := func(client string) (places []*Place, refusal *Refusal) {
		for {
			p, err := q.Admit(WithClient(t.Context(), client))
			if errors.As(err, &refusal) {
				return places, refusal
			}
			places = append(places, p)
		}
	}
	a, refusal := fill("a")
	if len(a) != 6 || !refusal.Client {
		t.Errorf("a: %d, %+v", len(a), refusal)
	}
	b, refusal := fill("b")
	if len(b) != 3 || !refusal.Client {
		t.Errorf("b: %d, %+v", len(b), refusal)
	}
	for i, n := range []int{2, 1, 0} {
		c, refusal := fill(fmt.Sprint(i))
		if len(c) != n || refusal.Client != (n == 2) {
			t.Errorf("%d: %d, %+v", i, len(c), refusal)
		}
	}
	if _, full := q.IsFull(); !full {
		t.Error("it is not full")
	}
	for _, p := range a[:4] { // four requests left within a second
		time.Sleep(time.Second / 5)
		p.Leave()
	}
	time.Sleep(time.Until(start.Add(time.Second)))
	if _, refusal = fill("b"); refusal.RetryAfter != 9*time.Second/4 { // b has had one more request
		t.Errorf("%+v", refusal)
	}
	if err := a[4].ReserveBytes(600); err != nil {
		t.Error(err)
	}
	if err := a[4].ReserveBytes(1); !errors.As(err, &refusal) || !refusal.Client {
		t.Errorf("%+v", err)
	}
	if err := b[0].ReserveBytes(601); !errors.As(err, &refusal) || refusal.Client {
		t.Errorf("%+v", err)
	}
	a[4].Leave()
	if s := q.State(); s.Bytes != 0 {
		t.Errorf("%+v", s)
	}
}

// If the end of a search's context was not noticed before the search ended, its answer counts.
func TestUnnoticedEnd(t *testing.T) {
	for name, test := range map[string]struct {
		looks func(context.Context)
		times int // number of calls
	}{
		"never":      {func(context.Context) {}, 1},
		"Err":        {func(ctx context.Context) { _ = ctx.Err() }, 2},
		"Done":       {func(ctx context.Context) { <-ctx.Done() }, 2},
		"derivation": {func(ctx context.Context) { ctx, cancel := context.WithCancel(ctx); defer cancel(); _ = ctx.Err() }, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			q := New(Config{Processors: 1})
			p := admitRequest(t, q, "a")
			defer p.Leave()
			other, err := p.Begin(t.Context(), Work{}, Medium)
			if err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(time.Second, func() { other.End() })
			times := 0
			if err := p.Run(t.Context(), Work{}, func(ctx context.Context) {
				if times++; times == 1 {
					time.Sleep(100 * ms)
					test.looks(ctx)
				}
			}); err != nil || times != test.times {
				t.Errorf("%s: called %d times, %v", name, times, err)
			}
		})
	}
}
