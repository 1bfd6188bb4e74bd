// Package ordered does work in parallel and hands it on in order: batches are pulled
// from a source in turn, worked on by one worker each, and handed out in the order in
// which they were pulled, in bounded memory.
//
//	each worker, in turn: pull a batch ─ the batches in order ─▶ hand out
//	              │ meanwhile the next one's turn                 ▲
//	              └────────────────▶ work ─ done ─────────────────┘
//
// What crosses from one goroutine to another is a batch, never a single puzzle, which is
// solved in less time than it takes to wake anybody; its memory comes back to the worker
// that pulled it. Work that writes without end does so into a [Buffer].
//
// It imports the standard library alone, and knows nothing of what it carries.
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

// Work is how batches come about.
type Work[B any] struct {
	// Workers is how many batches are worked on at once; 0 stands for one a processor.
	Workers int
	// Ahead is how many batches, from their pull until they were handed out, there may be
	// at once; 0 stands for two a worker. With 1, [Work.Done] needs no goroutine but the caller's,
	// which spares whoever has one such work for each processor that it passes from one to another.
	Ahead int
	// Only is the batch that all are where Ahead is 1, with memory from before; nil: a new one.
	Only *B
	// Pull makes b the next batch, or returns false if there is none. It is called by one
	// goroutine at a time and not again after false. What b holds is a zero value, or a
	// batch handed out before, whose memory may be used again. It must return soon after
	// ctx has ended.
	Pull func(ctx context.Context, b *B) bool
	// Worker makes a worker, which may keep scratch space of its own: it finishes one
	// batch after the other, and also soon after ctx has ended.
	Worker func() func(ctx context.Context, b *B)
}

// Panic is a panic of [Work.Pull] or of a worker on its way to the goroutine that ranges
// over the batches, where it is raised again.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Short is the value that was panicked with, on one line, and the file and line of this module
// where that was, if the stack has one.
func (p *Panic) Short() string {
	if inner, is := p.Value.(*Panic); is {
		return inner.Short()
	}
	value, _, _ := strings.Cut(fmt.Sprint(p.Value), "\n")
	_, stack, _ := strings.Cut(string(p.Stack), "panic(")
	lines := strings.Split(stack, "\n")
	for i, line := range lines[:len(lines)-1] {
		if strings.HasPrefix(line, "nonet/") && !strings.HasPrefix(line, "nonet/internal/ordered.") {
			at, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
			return value + " (" + path.Base(path.Dir(at)) + "/" + path.Base(at) + ")"
		}
	}
	return value
}

// Try calls f and returns its panic, nil where it returned.
func Try(f func()) (failure *Panic) {
	try(f, func(p *Panic) { failure = p })
	return failure
}

type carried[B any] struct {
	batch B
	done  chan struct{} // closed when no goroutine works on it any more
	panic *Panic
	home  chan<- *carried[B] // to the worker that pulled it
}

// Done yields the batches in order, each when its work is done, and everything pulled before
// ctx ended; how far the work came is for the batch to say. The batch belongs to the loop's
// body until its end. When the loop ends, no goroutine is left behind.
func (w Work[B]) Done(ctx context.Context) iter.Seq[*B] {
	return func(yield func(*B) bool) {
		if w.Ahead == 1 {
			w.alone(ctx, yield)
			return
		}
		w.each(ctx, func(c *carried[B]) bool {
			<-c.done
			return c.panic == nil && yield(&c.batch)
		})
	}
}

// Begun yields the batches in order as [Work.Done] does, but each as soon as those
// before it have been handed out, with a channel that is closed when its work is done.
// The loop's body must wait for that.
func (w Work[B]) Begun(ctx context.Context) iter.Seq2[*B, <-chan struct{}] {
	return func(yield func(*B, <-chan struct{}) bool) {
		w.each(ctx, func(c *carried[B]) bool { return yield(&c.batch, c.done) })
	}
}

// alone is Done with one batch, on the caller's goroutine.
func (w Work[B]) alone(ctx context.Context, yield func(*B) bool) {
	b := w.Only
	if b == nil {
		b = new(B)
	}
	var work func(context.Context, *B)
	raise := func(p *Panic) { panic(p) }
	for more := true; more && ctx.Err() == nil; more = more && yield(b) {
		try(func() { more = w.Pull(ctx, b) }, raise)
		if !more {
			return
		}
		try(func() {
			if work == nil {
				work = w.Worker()
			}
			work(ctx, b)
		}, raise)
	}
}

func (w Work[B]) each(ctx context.Context, give func(*carried[B]) bool) {
	workers, ahead := w.Workers, w.Ahead
	if workers <= 0 {
		workers = min(runtime.GOMAXPROCS(0), runtime.NumCPU()) // a server's scheduler has more
	}
	if ahead <= 0 {
		ahead = 2 * workers
	}
	ctx, cancel := context.WithCancel(ctx)
	var (
		turn    sync.Mutex
		ended   bool
		last    *Panic                       // of Pull; known when inOrder is closed
		room    = make(chan struct{}, ahead) // an element for each batch under way
		inOrder = make(chan *carried[B], ahead)
		working sync.WaitGroup
	)
	// pull takes the next batch and gives it its place.
	pull := func(home chan *carried[B]) *carried[B] {
		turn.Lock()
		defer turn.Unlock()
		if ended || ctx.Err() != nil {
			return nil
		}
		select {
		case room <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		var c *carried[B]
		select {
		case c = <-home:
		default:
			c = &carried[B]{home: home}
		}
		c.done = make(chan struct{})
		if !try(func() { ended = !w.Pull(ctx, &c.batch) }, func(p *Panic) { ended, last = true, p }) || ended {
			return nil
		}
		inOrder <- c
		return c
	}
	// A worker calls the next one when it has found work: little work wakes few.
	var start func(left int)
	start = func(left int) {
		working.Go(func() {
			home := make(chan *carried[B], ahead)
			var work func(context.Context, *B)
			for c := pull(home); c != nil; c = pull(home) {
				if left > 1 {
					start(left - 1)
					left = 0
				}
				if !try(func() {
					if work == nil {
						work = w.Worker()
					}
					work(ctx, &c.batch)
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
	start(workers)
	go func() {
		working.Wait()
		close(inOrder)
	}()
	var failed *Panic
	defer func() {
		cancel()
		for c := range inOrder { // until all workers have ended
			if <-c.done; failed == nil {
				failed = c.panic
			}
		}
		if failed == nil {
			failed = last
		}
		if failed != nil {
			panic(failed)
		}
	}()
	for c := range inOrder {
		more := give(c)
		<-c.done
		if failed = c.panic; !more || failed != nil {
			return
		}
		<-room
		select {
		case c.home <- c:
		default:
		}
	}
}

// try calls f; failed if f panics, or ends its goroutine, after which nobody else can.
func try(f func(), failed func(*Panic)) (returned bool) {
	defer func() {
		if !returned {
			failed(&Panic{recover(), debug.Stack()})
		}
	}()
	f()
	return true
}
