package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// scenario is one kind of load, with its name and the function that produces it.
type scenario struct {
	name, about string
	run         func(context.Context, *bench) error
}

var scenarios = []scenario{
	{"easy", "64 clients, then 1,000, ask for an easy solution over and over", runEasy},
	{"hogs", "100 clients count without end; one more solves", runHogs},
	{"mixed", "clients that solve, grade, generate, count without end, and go away", runMixed},
	{"idle", "5,000 connections that do nothing; one more solves", runIdle},
	{"slow", "clients that send a byte at a time, or do not read; one more solves", runSlow},
}

// bench is the state of one run of a scenario.
type bench struct {
	*target
	name   string
	length time.Duration
	scale  float64
	last   int // the number of clients so far
}

var (
	easySolve = requestBytes("POST", "/api/v1/solve", `{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}`)
	version   = requestBytes("GET", "/api/v1/version", "")
	grade     = requestBytes("POST", "/api/v1/grade", `{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","timeout_ms":30000}`)
	generate  = requestBytes("POST", "/api/v1/generate", `{"grade":"hard","timeout_ms":30000}`)
	// endless asks for more solutions than the server can count within the timeout.
	endless = requestBytes("POST", "/api/v1/count", `{"puzzle":"12.......3.............................4.........................................","limit":0,"timeout_ms":30000}`)
)

// newClients returns n more clients. Flags can scale and limit this number.
func (b *bench) newClients(n int) []*client {
	all := make([]*client, max(1, min(int(float64(n)*b.scale), mostClients)))
	for i := range all {
		b.last++
		all[i] = b.newClient(b.last)
	}
	return all
}

// askRepeatedly makes each client send the request `what` until ctx ends, with a pause between requests.
func askRepeatedly(ctx context.Context, all *sync.WaitGroup, clients []*client, t *tally, pause time.Duration, what []byte) {
	for i, c := range clients {
		all.Go(func() {
			defer c.close()
			if pause > 0 { // the first requests of the clients are spread over the pause
				sleep(ctx, pause*time.Duration(i)/time.Duration(len(clients)))
			}
			for ctx.Err() == nil {
				start := time.Now()
				status, err := c.sendRequest(ctx, what)
				if ctx.Err() != nil {
					return
				}
				t.add(status, err, time.Since(start))
				if status != 200 { // a client that is refused must not flood the server
					sleep(ctx, 100*time.Millisecond)
				}
				sleep(ctx, pause)
			}
		})
	}
}

func sleep(ctx context.Context, d time.Duration) {
	if d > 0 {
		select {
		case <-time.After(d):
		case <-ctx.Done():
		}
	}
}

// printRow prints one row of the table: the name `what`, the number of clients, and their results during the time
// `duration`.
func (b *bench) printRow(what string, clients int, t *tally, duration time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	memory := "?"
	if m := b.residentBytes(); m > 0 {
		memory = fmt.Sprintf("%d MB", m>>20)
	}
	short := func(d time.Duration) string { return fmt.Sprintf("%.1f ms", d.Seconds()*1000) }
	fmt.Printf("| %s | %d | %.0f | %s | %s | %s | %d | %d | %s |\n", what, clients,
		float64(len(t.took))/duration.Seconds(), short(t.quantile(0.5)), short(t.quantile(0.99)), short(t.quantile(1)), t.refused, t.failed, memory)
	if t.err != nil {
		fmt.Printf("| … of which the last: %v |\n", t.err)
	}
}

// warmUp sends some requests, so that the scenario does not measure what happens only at first use.
func (b *bench) warmUp(ctx context.Context) error {
	c := b.newClient(0)
	defer c.close()
	for range 100 {
		if status, err := c.sendRequest(ctx, easySolve); err != nil || status != 200 {
			return errors.Join(err, fmt.Errorf("status %d", status))
		}
	}
	return nil
}

// runDuring calls start, waits for the duration of the scenario, and then waits for all clients to end.
func (b *bench) runDuring(ctx context.Context, start func(ctx context.Context, all *sync.WaitGroup)) error {
	if err := b.warmUp(ctx); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, b.length)
	defer cancel()
	var all sync.WaitGroup
	start(bounded, &all)
	all.Wait()
	return ctx.Err()
}

func runEasy(ctx context.Context, b *bench) error {
	for _, n := range []int{64, 1000} {
		var t tally
		clients := b.newClients(n)
		err := b.runDuring(ctx, func(ctx context.Context, all *sync.WaitGroup) { askRepeatedly(ctx, all, clients, &t, 0, easySolve) })
		if err != nil {
			return err
		}
		b.printRow("easy solutions", len(clients), &t, b.length)
	}
	return nil
}

func runHogs(ctx context.Context, b *bench) error {
	var hogged, solved tally
	counting, one := b.newClients(100), []*client{b.newClient(60_000)}
	err := b.runDuring(ctx, func(ctx context.Context, all *sync.WaitGroup) {
		askRepeatedly(ctx, all, counting, &hogged, 0, endless)
		sleep(ctx, b.length/10) // this waits until all clients are active
		askRepeatedly(ctx, all, one, &solved, 10*time.Millisecond, easySolve)
	})
	b.printRow("endless counts", len(counting), &hogged, b.length)
	b.printRow("… and easy solutions", 1, &solved, b.length*9/10)
	return err
}

func runMixed(ctx context.Context, b *bench) error {
	kinds := []struct {
		name  string
		n     int
		pause time.Duration
		what  []byte
		t     tally
	}{
		{name: "easy solutions", n: 20, pause: 5 * time.Millisecond, what: easySolve},
		{name: "… grades", n: 10, pause: 50 * time.Millisecond, what: grade},
		{name: "… generated puzzles", n: 10, pause: 50 * time.Millisecond, what: generate},
		{name: "… endless counts", n: 5, what: endless},
	}
	var fled []*client
	err := b.runDuring(ctx, func(ctx context.Context, all *sync.WaitGroup) {
		for i := range kinds {
			k := &kinds[i]
			clients := b.newClients(k.n)
			k.n = len(clients)
			askRepeatedly(ctx, all, clients, &k.t, k.pause, k.what)
		}
		fled = b.newClients(10)
		for _, c := range fled {
			all.Go(func() {
				for ctx.Err() == nil {
					brief, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
					_, _ = c.sendRequest(brief, endless) // brief ends before the server answers
					cancel()
					c.close()
				}
			})
		}
	})
	for i := range kinds {
		k := &kinds[i]
		b.printRow(k.name, k.n, &k.t, b.length)
	}
	return err
}

func runIdle(ctx context.Context, b *bench) error {
	if err := b.warmUp(ctx); err != nil {
		return err
	}
	before := b.residentBytes()
	open := b.newClients(5000)
	defer func() {
		for _, c := range open {
			c.close()
		}
	}()
	var opened tally
	start := time.Now()
	for _, c := range open {
		start := time.Now()
		status, err := c.sendRequest(ctx, version)
		if opened.add(status, err, time.Since(start)); err != nil {
			return err
		}
	}
	b.printRow("idle connections, opened", len(open), &opened, time.Since(start))
	var solved tally
	err := b.runDuring(ctx, func(ctx context.Context, all *sync.WaitGroup) {
		askRepeatedly(ctx, all, []*client{b.newClient(60_000)}, &solved, 10*time.Millisecond, easySolve)
	})
	b.printRow(fmt.Sprintf("… and easy solutions; the connections take %d MB", (b.residentBytes()-before)>>20), 1, &solved, b.length)
	return err
}

func runSlow(ctx context.Context, b *bench) error {
	dripping, deaf := b.newClients(200), b.newClients(100)
	var solved tally
	stream := requestBytes("GET", "/api/v1/target/stream?timeout_ms=30000&puzzle=.................................................................................", "")
	err := b.runDuring(ctx, func(ctx context.Context, all *sync.WaitGroup) {
		for _, c := range dripping {
			all.Go(func() {
				defer c.close()
				for i := 0; ctx.Err() == nil; i++ {
					if c.conn == nil && c.dial(ctx) != nil {
						return
					}
					if _, err := c.conn.Write(easySolve[i%len(easySolve) : i%len(easySolve)+1]); err != nil {
						c.close()
					}
					sleep(ctx, 100*time.Millisecond)
				}
			})
		}
		for _, c := range deaf {
			all.Go(func() {
				defer c.close()
				if c.dial(ctx) == nil {
					_, _ = c.conn.Write(stream)
					<-ctx.Done()
				}
			})
		}
		sleep(ctx, b.length/10)
		askRepeatedly(ctx, all, []*client{b.newClient(60_000)}, &solved, 10*time.Millisecond, easySolve)
	})
	b.printRow(fmt.Sprintf("%d send a byte at a time, %d do not read; easy solutions", len(dripping), len(deaf)), 1, &solved, b.length*9/10)
	return err
}
