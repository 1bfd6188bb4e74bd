package ordered

import (
	"context"
	"io"
	"sync"
)

// Buffer carries what a batch writes while it is worked on, as two streams, to whoever
// hands out: [Buffer.Copy] passes it on at once when the batch is the first, while the
// others keep theirs, which then wait. So a listing without end takes bounded memory.
type Buffer struct {
	ctx  context.Context
	most int
	more chan struct{} // has an element once more was written
	room chan struct{} // has one once what was kept has been taken

	mu   sync.Mutex
	kept [2][]byte
}

// NewBuffer keeps up to most bytes, and the rest of the write that goes beyond them,
// until ctx ends: nobody takes them then.
func NewBuffer(ctx context.Context, most int) *Buffer {
	return &Buffer{ctx: ctx, most: most, more: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// Writer is stream 0 or 1, for the one goroutine that writes. Its error is the context's.
func (b *Buffer) Writer(stream int) io.Writer { return writer{b, stream} }

// Full reports whether the next write would wait.
func (b *Buffer) Full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.kept[0])+len(b.kept[1]) >= b.most
}

type writer struct {
	*Buffer
	stream int
}

func (w writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	for len(w.kept[0])+len(w.kept[1]) >= w.most {
		w.mu.Unlock()
		select {
		case <-w.room:
		case <-w.ctx.Done():
			return 0, context.Cause(w.ctx)
		}
		w.mu.Lock()
	}
	w.kept[w.stream] = append(w.kept[w.stream], p...)
	w.mu.Unlock()
	signal(w.more)
	return len(p), nil
}

// Copy gives what is kept to give until done is closed and all is given. The slices may
// be kept by it. After an error it goes on to wait, and returns the first.
func (b *Buffer) Copy(done <-chan struct{}, give func(kept [2][]byte) error) error {
	var failed error
	for ended := false; !ended; {
		select {
		case <-b.more:
		case <-done:
			ended = true
		}
		b.mu.Lock()
		kept := b.kept
		b.kept = [2][]byte{}
		b.mu.Unlock()
		signal(b.room)
		if err := give(kept); failed == nil {
			failed = err
		}
	}
	return failed
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
