// Package ordered works in parallel and yields results in order. Workers take turns to pull batches from a source, and
// each works on the batch that it pulled. The package yields the batches in the order in which they were pulled. The
// memory is bounded, because few batches exist at a time.
//
//	each worker, in turn: pull a batch ─ the batches in order ─▶ hand out
//	              │ meanwhile the next one's turn                 ▲
//	              └────────────────▶ work ─ done ─────────────────┘
//
// Goroutines exchange batches, never single puzzles, because solving a puzzle takes less time than waking a goroutine.
// The memory of a batch returns to the worker that pulled it. Work with endless output writes to a [Buffer].
//
// The package knows nothing about the contents of batches, and must import only the standard library.
package ordered

import (
	"context"
	"fmt"
	"iter"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// Work describes where batches come from and what workers do with them. Pull and Worker are required.
type Work[B any] struct {
	// Workers is the number of workers; 0 means one per processor.
	Workers int
	// Ahead is the largest number of batches that may exist at a time. A batch exists from its pull until it
	// has been yielded. 0 means two per worker. With 1, [Work.DoneBatches] runs on the caller's goroutine.
	Ahead int
	// Only is the batch that every pull fills if Ahead is 1. If Only is nil, each pull makes a new batch.
	Only *B
	// Pull fills b with the next batch. It returns false if there are no more batches, and is then not called again.
	// Only one goroutine at a time calls Pull. b is a zero value or an earlier batch, whose memory Pull may reuse. Pull
	// must return soon after ctx has ended.
	Pull func(ctx context.Context, b *B) bool
	// Worker returns the function of one worker, which is called with one batch after the other and may keep scratch
	// space. The function must return soon after ctx has ended.
	Worker func() func(ctx context.Context, b *B)
}

// Panic carries a panic of [Work.Pull] or of a worker to the goroutine that ranges over the batches. There it is the
// value of a new panic.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// ShortText returns the value of the panic on one line. If the stack has a place in this module, the place's file and
// line number follow.
func (p *Panic) ShortText() string {
	if inner, is := p.Value.(*Panic); is {
		return inner.ShortText()
	}
	value, _, _ := strings.Cut(fmt.Sprint(p.Value), "\n")
	_, stack, _ := strings.Cut(string(p.Stack), "panic(")
	lines := strings.Split(stack, "\n")
	for i, line := range lines[:len(lines)-1] {
		if strings.HasPrefix(line, "nonet/") && !strings.HasPrefix(line, "nonet/internal/ordered.") {
			function, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
			return value + " (" + path.Base(path.Dir(function)) + "/" + path.Base(function) + ")"
		}
	}
	return value
}

// Try calls f and returns its panic, or nil if f returned.
func Try(f func()) (failure *Panic) {
	callSafely(f, func(p *Panic) { failure = p })
	return failure
}

type pulledBatch struct {
	batch any           // a pointer *B
	done  chan struct{} // a channel that is closed when the work on the batch has ended
	panic *Panic
	home  chan<- *pulledBatch // the channel of the worker that pulled the batch
}

// DoneBatches yields the batches in order, each when the work on it is done. If ctx ends, it still yields every batch
// that was pulled. The batch itself must record how much of its work was done. The loop's body owns the batch for one
// iteration. When the loop ends, all goroutines have ended.
func (w Work[B]) DoneBatches(ctx context.Context) iter.Seq[*B] {
	return func(yield func(*B) bool) {
		give := func(b any) bool { return yield(b.(*B)) }
		if w.Ahead == 1 {
			w.untyped().doSequentially(ctx, give)
			return
		}
		w.untyped().eachBatch(ctx, func(c *pulledBatch) bool {
			<-c.done
			return c.panic == nil && give(c.batch)
		})
	}
}

// BatchesWithDone yields the batches in order like [Work.DoneBatches], but does not wait for the work on a batch. The
// channel is closed when this work is done. The loop's body must wait until the channel is closed.
func (w Work[B]) BatchesWithDone(ctx context.Context) iter.Seq2[*B, <-chan struct{}] {
	return func(yield func(*B, <-chan struct{}) bool) {
		w.untyped().eachBatch(ctx, func(c *pulledBatch) bool { return yield(c.batch.(*B), c.done) })
	}
}

// untyped is a [Work] whose batches are pointers in interfaces. Thus the binary has the methods below only once, not
// once for each type of batch.
type untyped struct {
	workers, ahead int
	fresh          func() any
	pull           func(ctx context.Context, batch any) bool
	worker         func() func(ctx context.Context, batch any)
}

func (w Work[B]) untyped() untyped {
	return untyped{
		w.Workers, w.Ahead,
		func() any {
			if w.Ahead == 1 && w.Only != nil {
				return w.Only
			}
			return new(B)
		},
		func(ctx context.Context, batch any) bool { return w.Pull(ctx, batch.(*B)) },
		func() func(context.Context, any) {
			work := w.Worker()
			return func(ctx context.Context, batch any) { work(ctx, batch.(*B)) }
		},
	}
}

// doSequentially does the work of DoneBatches on the caller's goroutine. Only one batch exists at a time.
func (w untyped) doSequentially(ctx context.Context, yield func(any) bool) {
	b := w.fresh()
	var work func(context.Context, any)
	raise := func(p *Panic) { panic(p) }
	for more := true; more && ctx.Err() == nil; more = more && yield(b) {
		callSafely(func() { more = w.pull(ctx, b) }, raise)
		if !more {
			return
		}
		callSafely(func() {
			if work == nil {
				work = w.worker()
			}
			work(ctx, b)
		}, raise)
	}
}

// eachBatch calls `give` with the batches in order. Workers may still work on a batch during the call; eachBatch waits
// for them afterwards. It ends when `give` returns false. It panics if Pull or a worker panicked.
func (w untyped) eachBatch(ctx context.Context, give func(*pulledBatch) bool) {
	if w.workers <= 0 {
		w.workers = min(runtime.GOMAXPROCS(0), runtime.NumCPU()) // GOMAXPROCS may exceed the number of processors: nonet serve raises it
	}
	if w.ahead <= 0 {
		w.ahead = 2 * w.workers
	}
	ctx, cancel := context.WithCancel(ctx)
	r := &run{untyped: w, room: make(chan struct{}, w.ahead), inOrder: make(chan *pulledBatch, w.ahead)}
	r.startWorker(ctx, w.workers)
	go func() {
		r.working.Wait()
		close(r.inOrder)
	}()
	var failed *Panic
	defer func() {
		cancel()
		for c := range r.inOrder { // the channel is closed when all workers have ended
			if <-c.done; failed == nil {
				failed = c.panic
			}
		}
		if failed == nil {
			failed = r.last
		}
		if failed != nil {
			panic(failed)
		}
	}()
	for c := range r.inOrder {
		more := give(c)
		<-c.done
		if failed = c.panic; !more || failed != nil {
			return
		}
		<-r.room
		select {
		case c.home <- c:
		default:
		}
	}
}

// run is the state that the workers of one eachBatch share.
type run struct {
	untyped
	turn    sync.Mutex
	ended   bool
	last    *Panic        // the panic of Pull; valid when inOrder is closed
	room    chan struct{} // holds an element for each batch that exists
	inOrder chan *pulledBatch
	working sync.WaitGroup
}

// startWorker starts `left` workers, one after the other. Each worker starts the next worker when it has pulled its
// first batch. Thus little work starts few workers.
func (r *run) startWorker(ctx context.Context, left int) {
	r.working.Go(func() {
		home := make(chan *pulledBatch, r.ahead)
		var work func(context.Context, any)
		for c := r.pullNext(ctx, home); c != nil; c = r.pullNext(ctx, home) {
			if left > 1 {
				r.startWorker(ctx, left-1)
				left = 0
			}
			if !callSafely(func() {
				if work == nil {
					work = r.worker()
				}
				work(ctx, c.batch)
			}, func(p *Panic) {
				c.panic = p
				close(c.done)
			}) {
				return
			}
			close(c.done)
		}
	})
}

// pullNext pulls the next batch and appends it to inOrder. It returns nil if there is no further batch, if Pull panics,
// or if ctx has ended. It reuses a batch from home, to which the worker's batches return after the loop's body.
func (r *run) pullNext(ctx context.Context, home chan *pulledBatch) *pulledBatch {
	r.turn.Lock()
	defer r.turn.Unlock()
	if r.ended || ctx.Err() != nil {
		return nil
	}
	select {
	case r.room <- struct{}{}:
	case <-ctx.Done():
		return nil
	}
	var c *pulledBatch
	select {
	case c = <-home:
	default:
		c = &pulledBatch{batch: r.fresh(), home: home}
	}
	c.done = make(chan struct{})
	if !callSafely(func() { r.ended = !r.pull(ctx, c.batch) }, func(p *Panic) { r.ended, r.last = true, p }) || r.ended {
		return nil
	}
	r.inOrder <- c
	return c
}

// callSafely calls f, and reports whether f returned. If f panics or calls runtime.Goexit, callSafely calls failed. It
// recovers from the panic, but a Goexit still ends the goroutine.
func callSafely(f func(), failed func(*Panic)) (returned bool) {
	defer func() {
		if !returned {
			failed(&Panic{recover(), debug.Stack()})
		}
	}()
	f()
	return true
}
