package ordered_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nonet/internal/ordered"
)

type batch struct {
	n     int
	used  int // how often the batch's memory was used
	done  bool
	whole bool // whether the work was not cut short
}

// leftBehind fails the test if there are more goroutines than before.
func leftBehind(t interface{ Fatalf(string, ...any) }, before int) {
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if runtime.NumGoroutine() <= before {
			return
		}
	}
	t.Fatalf("%d goroutines are left behind", runtime.NumGoroutine()-before)
}

// TestOrder ends the loop in each way: by the source, the caller, the context, or a panic. The batches must be
// finished and in order when they are yielded. There may be no more of them at once than permitted. Their
// memory must be reused, and no goroutine may be left.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		workers := rapid.IntRange(1, 6).Draw(t, "workers")
		ahead := rapid.IntRange(1, 12).Draw(t, "ahead")
		all := rapid.IntRange(0, 60).Draw(t, "batches")
		leave := rapid.IntRange(0, 80).Draw(t, "left after")
		cancelPull := rapid.IntRange(0, 80).Draw(t, "cancelled at pull")
		cancelWork := rapid.IntRange(0, 80).Draw(t, "cancelled at work")
		panicPull := rapid.IntRange(0, 200).Draw(t, "panic at pull")
		panicWork := rapid.IntRange(0, 200).Draw(t, "panic at work")
		begun := rapid.Bool().Draw(t, "begun")
		pauses := rapid.SliceOfN(rapid.IntRange(0, 3), 8, 8).Draw(t, "pauses")
		before := runtime.NumGoroutine()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		var underWay, most atomic.Int64
		pulled, reused := 0, 0
		pause := func(n int) {
			for range pauses[n%len(pauses)] {
				runtime.Gosched()
			}
		}
		w := ordered.Work[batch]{
			Workers: workers, Ahead: ahead,
			Pull: func(_ context.Context, b *batch) bool {
				if pulled == cancelPull {
					cancel()
				}
				if pulled == panicPull {
					panic("pull")
				}
				if pulled == all {
					return false
				}
				if b.used > 0 {
					reused++
				}
				*b = batch{n: pulled, used: b.used + 1}
				pulled++
				for n := underWay.Add(1); ; {
					m := most.Load()
					if n <= m || most.CompareAndSwap(m, n) {
						break
					}
				}
				pause(b.n)
				return true
			},
			Worker: func() func(context.Context, *batch) {
				busy := false
				return func(ctx context.Context, b *batch) {
					if busy {
						t.Error("a worker does two things at once")
					}
					busy = true
					pause(b.n / 2)
					if b.n == cancelWork {
						cancel()
					}
					if b.n == panicWork {
						panic("work")
					}
					b.done, b.whole = true, ctx.Err() == nil
					busy = false
				}
			},
		}
		next := 0
		see := func(b *batch) bool {
			if b.n != next || !b.done && b.n != panicWork {
				t.Fatalf("%+v is handed out in place of %d", *b, next)
			}
			next++
			underWay.Add(-1)
			return next != leave
		}
		var raised any
		func() {
			defer func() { raised = recover() }()
			if begun {
				for b, done := range w.BatchesWithDone(ctx) {
					<-done
					if !see(b) {
						break
					}
				}
			} else {
				for b := range w.DoneBatches(ctx) {
					if !see(b) {
						break
					}
				}
			}
		}()
		leftBehind(t, before)
		if int(most.Load()) > ahead {
			t.Fatalf("%d batches at once, %d allowed", most.Load(), ahead)
		}
		whole := leave == 0 || leave > all
		switch p, ok := raised.(*ordered.Panic); {
		case raised != nil && !ok:
			panic(raised)
		case raised == nil:
			if whole && ctx.Err() == nil && next != all {
				t.Fatalf("%d of %d batches", next, all)
			}
			if whole && ctx.Err() == nil && (panicWork < all || panicPull <= all) {
				t.Fatal("a panic was swallowed")
			}
		case p.Value != "pull" && p.Value != "work" || !strings.Contains(string(p.Stack), "ordered_test.go"):
			t.Fatalf("%v", p)
		}
		if whole && ctx.Err() == nil && raised == nil && all > 3*ahead*workers && reused == 0 {
			t.Fatal("no memory was used again")
		}
	})
}

// TestGoexit checks that a worker that ends its goroutine, as a failed test does, does not stop
// the others.
func TestGoexit(t *testing.T) {
	before := runtime.NumGoroutine()
	func() {
		defer func() {
			if _, ok := recover().(*ordered.Panic); !ok {
				t.Error("nothing is said of a worker that went")
			}
		}()
		w := ordered.Work[int]{Pull: func(context.Context, *int) bool { return true }, Worker: func() func(context.Context, *int) {
			return func(context.Context, *int) { runtime.Goexit() }
		}}
		for range w.DoneBatches(t.Context()) {
			t.Error("handed out")
		}
	}()
	leftBehind(t, before)
}

// TestStalls checks that a blocked source delays no finished batch, and that a blocked caller
// stops the source.
func TestStalls(t *testing.T) {
	go1 := make(chan int)
	w := ordered.Work[int]{Workers: 3, Ahead: 4, Pull: func(ctx context.Context, b *int) bool {
		select {
		case *b = <-go1:
			return true
		case <-ctx.Done():
			return false
		}
	}, Worker: func() func(context.Context, *int) { return func(context.Context, *int) {} }}
	ctx, cancel := context.WithCancel(t.Context())
	got := make(chan int)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for b := range w.DoneBatches(ctx) {
			got <- *b
		}
	}()
	for i := range 10 {
		go1 <- i
		if n := <-got; n != i {
			t.Fatalf("%d, want %d", n, i)
		}
	}
	sent := 0
	for full := false; !full; {
		select {
		case go1 <- sent:
			sent++
		case <-time.After(50 * time.Millisecond):
			full = true
		}
	}
	if sent > 4 {
		t.Errorf("%d batches were pulled while nobody took one", sent)
	}
	go func() {
		for range got {
		}
	}()
	cancel()
	<-ended
	close(got)
}

// TestBuffer checks that the first batch's output is passed on during its work. The output of the others must
// wait, in bounded memory, and come in order.
func TestBuffer(t *testing.T) {
	const most, pieces, each = 1000, 40, 37
	type piece struct {
		n   int
		out *ordered.Buffer
	}
	seen, told := make(chan struct{}), false
	n := 0
	var kept atomic.Int64
	w := ordered.Work[piece]{Workers: 4, Pull: func(ctx context.Context, b *piece) bool {
		*b = piece{n, ordered.NewBuffer(ctx, most)}
		n++
		return n <= pieces
	}, Worker: func() func(context.Context, *piece) {
		return func(_ context.Context, p *piece) {
			for i := range 200 {
				fmt.Fprintf(p.out.Writer(i%2), "%d/%d\n", p.n, i)
				kept.Add(1)
				if p.n == 0 && i == 1 {
					<-seen // otherwise it would block forever
				}
			}
		}
	}}
	var streams [2]bytes.Buffer
	for b, done := range w.BatchesWithDone(t.Context()) {
		err := b.out.DrainUntil(done, func(kept [2][]byte) error {
			if size := len(kept[0]) + len(kept[1]); size > most+10 {
				t.Errorf("%d bytes were kept", size)
			}
			streams[0].Write(kept[0])
			streams[1].Write(kept[1])
			if b.n == 0 && streams[1].Len() > 0 && !told {
				close(seen)
				told = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range streams {
		var want bytes.Buffer
		for p := range pieces {
			for k := i; k < 200; k += 2 {
				fmt.Fprintf(&want, "%d/%d\n", p, k)
			}
		}
		if !slices.Equal(streams[i].Bytes(), want.Bytes()) {
			t.Errorf("stream %d: %d bytes, want %d", i, streams[i].Len(), want.Len())
		}
	}
}

// TestBufferCancelled checks that work waiting for its output to be taken ends with the context.
func TestBufferCancelled(t *testing.T) {
	gone := errors.New("gone")
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	var failed atomic.Int64
	w := ordered.Work[*ordered.Buffer]{Workers: 4, Pull: func(ctx context.Context, b **ordered.Buffer) bool {
		*b = ordered.NewBuffer(ctx, 10)
		return true
	}, Worker: func() func(context.Context, **ordered.Buffer) {
		return func(_ context.Context, b **ordered.Buffer) {
			for {
				if _, err := (*b).Writer(0).Write([]byte("0123456789")); err != nil {
					failed.Add(1)
					return
				}
			}
		}
	}}
	for b, done := range w.BatchesWithDone(ctx) {
		if err := (*b).DrainUntil(done, func([2][]byte) error { cancel(gone); return gone }); err != gone {
			t.Errorf("%v", err)
		}
		break
	}
	leftBehind(t, before)
	if failed.Load() == 0 {
		t.Error("no writer was told")
	}
}

// BenchmarkBatch measures the cost of a batch without its work.
func BenchmarkBatch(b *testing.B) {
	for _, workers := range []int{1, 2, 8} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			n := 0
			w := ordered.Work[int]{Workers: workers, Pull: func(_ context.Context, i *int) bool { n++; return n <= b.N },
				Worker: func() func(context.Context, *int) { return func(_ context.Context, i *int) {} }}
			for range w.DoneBatches(b.Context()) {
			}
		})
	}
}
