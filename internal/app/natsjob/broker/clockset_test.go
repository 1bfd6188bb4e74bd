//go:build clockset

package broker

import (
	"context"
	"net"
	"testing"
	"time"

	"nonet/internal/app/batch"
	"nonet/internal/app/batch/echo"
	"nonet/internal/app/netjob"
)

// The machine's clock is set by five minutes, either way, while a job runs, of which a shard is held by a worker that is dead: over HTTPS and with
// NATS it comes to the same output, and waits nowhere for the clock. The tag is for internal/check/faults, which gives package time a clock that can be set.
func TestClockIsSet(t *testing.T) {
	const far = 5 * time.Minute
	defer time.SetBy(0)
	for _, by := range []time.Duration{-far, far} {
		for _, brokered := range []bool{false, true} {
			time.SetBy(0)
			b := begin(t, 300, netjob.Config{Lease: time.Second})
			var link string
			var served chan error
			if brokered {
				q := b.open(t, netjob.BrokerConfig{At: "127.0.0.1:0", Host: "127.0.0.1", Dir: t.TempDir()})
				link = q.Link(b.access, b.access.Join)
			} else {
				c := b.Coordinator.Config
				c.Brokered = false
				b.Coordinator = netjob.New(c)
				l, err := net.Listen("tcp", "127.0.0.1:0")
				if err != nil {
					t.Fatal(err)
				}
				link = b.access.Link("https://"+l.Addr().String(), b.access.Join)
				served = make(chan error, 1)
				go func() { served <- b.Serve(t.Context(), l, b.access, b.info) }()
			}
			dead := make(chan struct{})
			dying, die := context.WithCancel(t.Context())
			gone := make(chan error, 1)
			w := b.worker(link, netjob.BrokerOptions{}, func(context.Context, *batch.Task) (int, error) {
				close(dead)
				select {} // it is not even told to stop
			})
			go func() { gone <- w.Run(dying, 1) }()
			<-dead
			die() // no sign of life any more
			set := make(chan struct{})
			ctx, cancel := context.WithTimeout(t.Context(), far-time.Minute)
			began, old := time.Now(), time.Now().Round(0)
			w = b.worker(link, netjob.BrokerOptions{}, func(ctx context.Context, task *batch.Task) (int, error) {
				if b.Manifest.Sums().Done > 5 {
					select {
					case <-set:
					default:
						time.SetBy(by)
						close(set)
					}
				}
				return echo.Work(ctx, task)
			})
			if err := w.Run(ctx, 1); err != nil {
				t.Errorf("%v, NATS %v: %v", by, brokered, err)
			}
			cancel()
			if moved := time.Now().Round(0).Sub(old); (moved - by).Abs() > far-time.Minute {
				t.Errorf("the clock was set by %v, and moved by %v", by, moved)
			}
			t.Logf("%v, NATS %v: %v", by, brokered, time.Since(began).Round(time.Millisecond))
			b.Same(t)
			if served != nil {
				if err := <-served; err != nil {
					t.Error(err)
				}
			}
		}
	}
}
