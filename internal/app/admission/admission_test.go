package admission

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"nonet/internal/pausing"
)

const ms = time.Millisecond

// admitted is a place of a client.
func admitted(t testing.TB, q *Queue, client string) *Place {
	t.Helper()
	p, err := q.Admit(WithClient(t.Context(), client))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// search looks at ctx after every poll of searching, until it has searched for cost: how long it
// did. Time is what the bubble says, so a pause takes none of it.
func search(ctx context.Context, cost, poll time.Duration) (searched time.Duration) {
	for searched < cost && ctx.Err() == nil {
		time.Sleep(poll)
		searched += poll
	}
	return searched
}

// sound says what is wrong with a queue's schedule.
func (q *Queue) sound() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	var loads, waits [kinds]int
	for _, t := range q.running {
		loads[t.kind]++
		if t.state != running || t.lost {
			return fmt.Errorf("among those that run: %+v", t)
		}
	}
	for k, l := range q.kinds {
		for i, a := range l.accounts {
			if waits[k] += len(a.waiting); a.at != i || len(a.waiting) == 0 || i > 0 && l.accounts.Less(i, (i-1)/2) {
				return fmt.Errorf("the heap of %d: %d %+v", k, i, a)
			}
		}
		if loads[k] != l.load || waits[k] != l.waiting {
			return fmt.Errorf("of %d, %d run and %d wait, and it says %d and %d", k, loads[k], waits[k], l.load, l.waiting)
		}
	}
	p, now := q.config.Processors, q.clock()
	switch s, l := q.kinds[short], q.kinds[long]; {
	case s.load > p:
		return fmt.Errorf("%d short turns run", s.load)
	case s.waiting > 0 && s.load < p:
		return fmt.Errorf("%d short turns wait, %d run", s.waiting, s.load)
	case l.waiting+len(q.halted) > 0 && q.load() < p && !q.tight(now):
		return fmt.Errorf("%d long turns wait, and %d run", l.waiting+len(q.halted), q.load())
	}
	return nil
}

// Whatever comes and goes: no processor is idle while somebody waits, nobody waits for ever, and
// nothing is left behind. A goroutine that was would fail the bubble.
func TestAnyWork(t *testing.T) {
	type job struct {
		client       string
		at           time.Duration
		cost, poll   time.Duration
		goroutines   int
		within, gone time.Duration // 0 for never
		long         bool
	}
	jobs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) job {
		of := func(name string, from, to int) time.Duration {
			return time.Duration(rapid.IntRange(from, to).Draw(t, name)) * 50 * time.Microsecond
		}
		j := job{
			client: rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "client"),
			at:     of("at", 0, 2000), poll: of("poll", 1, 40), goroutines: rapid.IntRange(1, 2).Draw(t, "goroutines"),
			long: rapid.IntRange(0, 9).Draw(t, "long") == 0,
		}
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			j.cost = of("cost", 1, 20)
		case 1:
			j.cost, j.within = of("cost", 1, 20_000), of("within", 1, 1000)
		case 2:
			j.cost, j.gone = of("cost", 1, 20_000), of("gone", 1, 2000)
		default:
			j.cost = of("cost", 100, 2000)
		}
		if rapid.IntRange(0, 19).Draw(t, "blind") == 0 {
			j.poll = j.cost // it does not look at its context
		}
		return j
	}), 1, 60)
	rapid.Check(t, func(rt *rapid.T) {
		plan, processors := jobs.Draw(rt, "jobs"), rapid.IntRange(1, 3).Draw(rt, "processors")
		var mu sync.Mutex
		var wrong []string
		fault := func(format string, args ...any) {
			mu.Lock()
			defer mu.Unlock()
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
		synctest.Test(t, func(t *testing.T) {
			q := New(Config{Processors: processors, Live: func() int64 { return 0 }})
			var all sync.WaitGroup
			longest, start := time.Duration(0), time.Now()
			for _, j := range plan {
				longest += max(j.cost, j.poll)*time.Duration(j.goroutines) + j.poll
				all.Go(func() {
					time.Sleep(j.at)
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					if j.gone > 0 {
						time.AfterFunc(j.gone, cancel)
					}
					p := admitted(t, q, j.client)
					defer p.Leave()
					turn, err := p.Begin(ctx, Work{Within: j.within, Long: j.long})
					if err != nil {
						if _, refused := errors.AsType[*Refusal](err); refused != (j.within > 0) || !refused && j.gone == 0 {
							fault("%+v: %v", j, err)
						}
						return
					}
					var of sync.WaitGroup
					for range j.goroutines {
						of.Go(func() {
							ctx, cancel := context.WithCancel(turn.Context())
							defer cancel()
							if n := search(pausing.Again(ctx), j.cost, j.poll); n < j.cost && j.within+j.gone == 0 {
								fault("%+v ended after %v", j, n)
							}
						})
					}
					of.Wait()
					if err := turn.End(); err != nil {
						fault("%+v: %v", j, err)
					}
				})
			}
			done := make(chan struct{})
			go func() { all.Wait(); close(done) }()
			for going := true; going; {
				select {
				case <-done:
					going = false
				case <-time.After(ms):
				}
				if err := q.sound(); err != nil {
					fault("after %v: %v", time.Since(start), err)
				}
				if len(wrong) > 0 {
					going = false
				}
			}
			<-done
			// One processor would be done by then, but for ticks between two turns of which one does not look.
			if took := time.Since(start); took > 100*ms+2*longest+time.Duration(len(plan))*(grace+tick) {
				fault("%v for %v of work", took, longest)
			}
			if s := q.State(); s.Requests+s.Clients+s.Short+s.Long+s.Waiting+s.Paused != 0 || len(q.longs)+q.fresh != 0 {
				fault("left: %+v", s)
			}
			time.Sleep(tick) // the last one
		})
		if len(wrong) > 0 {
			rt.Fatalf("%d processors: %v", processors, wrong)
		}
	})
}

// Clients with endless work, however many searches each and of however many goroutines, have
// even shares.
func TestShares(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		processors := rapid.IntRange(1, 3).Draw(rt, "processors")
		searches := rapid.SliceOfN(rapid.IntRange(1, 4), 2, 5).Draw(rt, "searches of each")
		poll := time.Duration(rapid.IntRange(1, 10).Draw(rt, "poll")) * 200 * time.Microsecond
		goroutines := rapid.SliceOfN(rapid.IntRange(1, 3), len(searches), len(searches)).Draw(rt, "goroutines of each")
		had := make([]time.Duration, len(searches))
		synctest.Test(t, func(t *testing.T) {
			q := New(Config{Processors: processors, Live: func() int64 { return 0 }})
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			var mu sync.Mutex
			var all sync.WaitGroup
			for c, n := range searches {
				for range n {
					all.Go(func() {
						p := admitted(t, q, fmt.Sprint(c))
						defer p.Leave()
						turn, err := p.Begin(ctx, Work{})
						if err != nil {
							return
						}
						defer turn.End()
						var of sync.WaitGroup
						for range goroutines[c] {
							of.Go(func() {
								n := search(turn.Context(), time.Hour, poll)
								mu.Lock()
								had[c] += n
								mu.Unlock()
							})
						}
						of.Wait()
					})
				}
			}
			all.Wait()
			time.Sleep(tick)
		})
		// A client cannot have more than its searches can run at once.
		least, most := slices.Min(had), slices.Max(had)
		enough := slices.Min(searches) >= processors || len(searches) >= 2*processors
		if slack := time.Duration(processors) * (2*3*slice + 4*3*(budget+poll)); enough && most-least > slack {
			rt.Fatalf("%d processors, searches %v of %v goroutines: %v", processors, searches, goroutines, had)
		}
	})
}

// Short work does not wait for long work at all, and long work not for ever for short work.
func TestShortAndLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config{Processors: 2, Live: func() int64 { return 0 }})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var all sync.WaitGroup
		var hogged atomic.Int64 // fifths of a millisecond
		for c := range 100 {
			all.Go(func() {
				p := admitted(t, q, fmt.Sprint("hog ", c))
				defer p.Leave()
				turn, err := p.Begin(ctx, Work{})
				if err != nil {
					t.Error(err)
					return
				}
				defer turn.End()
				for turn.Context().Err() == nil {
					time.Sleep(ms / 5)
					hogged.Add(1)
				}
			})
		}
		time.Sleep(8 * time.Second) // all are long by now, and without credit
		// Some slices of long work come before what others have had much of, and only some.
		p := admitted(t, q, "some")
		for i := range 3 {
			start := time.Now()
			turn, err := p.Begin(t.Context(), Work{})
			if err != nil {
				t.Fatal(err)
			}
			search(turn.Context(), 60*ms, ms/5)
			turn.End()
			if took := time.Since(start); i == 0 && took > 200*ms || i == 2 && took < time.Second {
				t.Errorf("the search %d of 60 ms took %v", i, took)
			}
		}
		p.Leave()
		begin := func(client string) {
			p := admitted(t, q, client)
			defer p.Leave()
			start := time.Now()
			turn, err := p.Begin(ctx, Work{})
			if err != nil {
				return
			}
			if waited := time.Since(start); waited > 0 && client == "one" {
				t.Errorf("it waited for %v", waited)
			}
			search(turn.Context(), ms, ms/10)
			turn.End()
		}
		for range 10 {
			begin("one")
			time.Sleep(ms)
		}
		hogged.Store(0)
		time.AfterFunc(900*ms, cancel)
		for c := range 4 {
			all.Go(func() {
				for ctx.Err() == nil {
					begin(fmt.Sprint("many ", c))
				}
			})
		}
		all.Wait()
		if ran := time.Duration(hogged.Load()) * ms / 5; ran < 200*ms || ran > 450*ms {
			t.Errorf("beside a second of short work, long work ran %v", ran)
		}
		time.Sleep(tick)
	})
}

// Who waits and goes leaves the queue at once, whoever else is in it.
func TestGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Config{Processors: 1})
		p := admitted(t, q, "a")
		first, err := p.Begin(t.Context(), Work{})
		if err != nil {
			t.Fatal(err)
		}
		gone := errors.New("gone")
		ctx, cancel := context.WithCancelCause(t.Context())
		ended := make(chan error)
		go func() {
			_, err := p.Begin(ctx, Work{Within: time.Hour})
			ended <- err
		}()
		synctest.Wait()
		if s := q.State(); s.Waiting != 1 || s.Short != 1 {
			t.Errorf("%+v", s)
		}
		cancel(gone)
		if err := <-ended; err != gone {
			t.Error(err)
		}
		_, err = p.Begin(t.Context(), Work{Within: ms})
		if refusal, ok := errors.AsType[*Refusal](err); !ok || refusal.Client || refusal.RetryAfter != 30*time.Second {
			t.Errorf("%+v", err)
		}
		if s := q.State(); s.Waiting != 0 {
			t.Errorf("%+v", s)
		}
		first.End()
		first.End() // and twice is once
		p.Leave()
		if s := q.State(); s.Short+s.Requests != 0 {
			t.Errorf("%+v", s)
		}
		time.Sleep(tick)
	})
}

// A search that got no processor for a while, or a few times, is not long by that.
func TestDescheduled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := admitted(t, New(Config{Processors: 1}), "a")
		turn, err := p.Begin(t.Context(), Work{})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(40 * ms)
		_ = turn.Context().Err()
		if s := p.queue.State(); s.Short != 1 || s.Long+s.Paused != 0 {
			t.Errorf("after one look: %+v", s)
		}
		search(turn.Context(), 2*budget, ms/10)
		if s := p.queue.State(); s.Short != 0 || s.Long != 1 {
			t.Errorf("after many: %+v", s)
		}
		turn.End()
		p.Leave()
	})
}

// A client may have as much as it leaves free, in requests and in bytes; a refusal says how long
// it takes for as many to leave as there are.
func TestRoom(t *testing.T) {
	now := time.Duration(0)
	q := New(Config{Processors: 1, Requests: 12, Bytes: 1200, Clock: func() time.Duration { return now }})
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
	if _, full := q.Full(); !full {
		t.Error("it is not full")
	}
	for _, p := range a[:4] { // four in a second
		now += time.Second / 5
		p.Leave()
	}
	now = time.Second
	if _, refusal = fill("b"); refusal.RetryAfter != 9*time.Second/4 { // b has had one more
		t.Errorf("%+v", refusal)
	}
	if err := a[4].Hold(600); err != nil {
		t.Error(err)
	}
	if err := a[4].Hold(1); !errors.As(err, &refusal) || !refusal.Client {
		t.Errorf("%+v", err)
	}
	if err := b[0].Hold(601); !errors.As(err, &refusal) || refusal.Client {
		t.Errorf("%+v", err)
	}
	a[4].Leave()
	if s := q.State(); s.Bytes != 0 {
		t.Errorf("%+v", s)
	}
}

// While memory is tight a few clients' oldest searches go on, and no further one becomes long.
func TestTight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var live atomic.Int64
		q := New(Config{Processors: 1, Heap: 1000, Live: live.Load})
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		had := map[string]*atomic.Int64{} // milliseconds
		begin := func(client string) {
			n := new(atomic.Int64)
			had[client] = n
			all.Go(func() {
				p := admitted(t, q, client[:1])
				defer p.Leave()
				turn, err := p.Begin(ctx, Work{})
				if err != nil {
					t.Error(err)
					return
				}
				for turn.Context().Err() == nil {
					time.Sleep(ms)
					n.Add(1)
				}
				if err := turn.End(); (err != nil) != (client == "d1") {
					t.Errorf("%s: %v", client, err)
				}
			})
			time.Sleep(2 * budget)
		}
		for _, client := range []string{"a1", "a2", "b1", "c1"} {
			begin(client)
		}
		time.Sleep(200 * ms)
		live.Store(1000)
		time.Sleep(2 * liveInterval)
		a2, c1, a1, b1 := had["a2"].Load(), had["c1"].Load(), had["a1"].Load(), had["b1"].Load()
		begin("d1")
		time.Sleep(200 * ms)
		if had["a2"].Load() != a2 || had["c1"].Load() != c1 || had["a1"].Load() < a1+80 || had["b1"].Load() < b1+80 || had["d1"].Load() > 10 {
			t.Errorf("a1 %d then %d, b1 %d then %d, a2 %d then %d, c1 %d then %d, d1 %d", a1, had["a1"].Load(), b1, had["b1"].Load(), a2, had["a2"].Load(), c1, had["c1"].Load(), had["d1"].Load())
		}
		live.Store(999)
		time.Sleep(4 * liveInterval)
		if had["a2"].Load() == a2 || had["c1"].Load() == c1 {
			t.Error("memory is free, and they wait")
		}
		cancel()
		all.Wait()
		time.Sleep(tick)
	})
}
