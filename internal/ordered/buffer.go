package ordered

import (
	"context"
	"io"
	"sync"
)

// Buffer holds the two streams of output of the work on one batch. [Buffer.DrainUntil] passes on the output of the
// first batch immediately. Later batches keep their output until their turn. If a buffer is full, its writer waits, so
// endless output takes bounded memory.
type Buffer struct {
	ctx     context.Context
	limit   int
	written chan struct{} // receives a value after each write
	room    chan struct{} // receives a value after the kept bytes have been taken

	mu    sync.Mutex
	texts [2][]byte
}

// NewBuffer returns a buffer. `limit` is its limit in bytes. A write waits while the buffer has reached the limit, so
// one write may exceed the limit. After ctx has ended, a write that would wait fails.
func NewBuffer(ctx context.Context, limit int) *Buffer {
	return &Buffer{ctx: ctx, limit: limit, written: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// Writer returns a writer to stream 0 or 1. Only one goroutine may write to the buffer. The error of a write is ctx's
// cause.
func (b *Buffer) Writer(stream int) io.Writer { return writer{b, stream} }

// Full reports whether the next write would have to wait.
func (b *Buffer) Full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.texts[0])+len(b.texts[1]) >= b.limit
}

type writer struct {
	*Buffer
	stream int
}

func (w writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	for len(w.texts[0])+len(w.texts[1]) >= w.limit {
		w.mu.Unlock()
		select {
		case <-w.room:
		case <-w.ctx.Done():
			return 0, context.Cause(w.ctx)
		}
		w.mu.Lock()
	}
	w.texts[w.stream] = append(w.texts[w.stream], p...)
	w.mu.Unlock()
	notifyWithoutBlocking(w.written)
	return len(p), nil
}

// DrainUntil calls `give` with the bytes written since the previous call. It ends when done is closed and all bytes
// have been passed on. `give` owns the slices. After an error, DrainUntil still waits for done, and returns the first
// error.
func (b *Buffer) DrainUntil(done <-chan struct{}, give func(texts [2][]byte) error) error {
	var failed error
	for ended := false; !ended; {
		select {
		case <-b.written:
		case <-done:
			ended = true
		}
		b.mu.Lock()
		texts := b.texts
		b.texts = [2][]byte{}
		b.mu.Unlock()
		notifyWithoutBlocking(b.room)
		if err := give(texts); failed == nil {
			failed = err
		}
	}
	return failed
}

func notifyWithoutBlocking(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
