package stream

import (
	"context"
	"io"
	"strings"
	"sync"
	"time"
)

// flushAfter is how long an answer may wait in the buffer for more: too short
// for a person to notice, long enough for thousands of answers a write.
const flushAfter = 10 * time.Millisecond

// Output is a buffered writer that never keeps an answer for long: what was
// written reaches the reader when 64 KiB are full or after flushAfter, whichever
// comes first, so that a person who types sees each answer and a pipe is fast.
type Output struct {
	w io.Writer

	mu     sync.Mutex
	buf    []byte
	timer  *time.Timer
	due    bool // the timer runs
	err    error
	failed func() // called when a write fails; may be nil

	ctx context.Context // of the run: its end leaves the reader stuckAfter for each write
}

// stuckAfter is how long a reader that takes nothing keeps an interrupted run.
const stuckAfter = time.Second

const outputBuffer = 64 << 10

// NewOutput writes to w until ctx ends.
func NewOutput(ctx context.Context, w io.Writer) *Output {
	o := &Output{w: w, ctx: ctx}
	o.timer = time.AfterFunc(time.Hour, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.due = false
		o.flush()
	})
	o.timer.Stop()
	return o
}

// OnFailure has f called when the reader turns out to be gone.
func (o *Output) OnFailure(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed = f; o.err != nil {
		f()
	}
}

// Write keeps p or hands it on. An error is that of any write so far.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(p) >= outputBuffer {
		o.flush()
		o.send(p)
		return len(p), o.err
	}
	o.buf = append(o.buf, p...)
	switch {
	case len(o.buf) >= outputBuffer:
		o.flush()
	case !o.due && len(o.buf) > 0:
		o.due = true
		o.timer.Reset(flushAfter)
	}
	return len(p), o.err
}

// flush is called with mu held.
func (o *Output) flush() {
	if len(o.buf) == 0 {
		return
	}
	o.send(o.buf)
	if o.buf = o.buf[:0]; o.err != nil {
		o.buf = nil // it may have been left behind
	}
}

// send is called with mu held.
func (o *Output) send(p []byte) {
	if o.err != nil {
		return
	}
	if o.err = sent(o.ctx, o.w, p); o.err != nil && o.failed != nil {
		o.failed()
	}
}

// sent writes p; an interrupted run leaves a write behind that nobody takes, and p with it.
func sent(ctx context.Context, w io.Writer, p []byte) error {
	if ctx.Done() == nil {
		_, err := w.Write(p)
		return err
	}
	done := make(chan error, 1)
	go func() {
		_, err := w.Write(p)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(stuckAfter):
		return ctx.Err()
	}
}

// Flush hands on what is there.
func (o *Output) Flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush()
	return o.err
}

// Close hands on what is left.
func (o *Output) Close() error {
	o.timer.Stop()
	return o.Flush()
}

// Notes is standard error: one line a note, and a progress line that makes way
// for them.
type Notes struct {
	mu       sync.Mutex
	w        io.Writer
	out      *Output   // goes before notes, so that a terminal shows both in order
	progress *Progress // nil where none is shown
	broken   bool      // nobody reads it
}

// NewNotes writes to w, what waits for out before it.
func NewNotes(w io.Writer, out *Output) *Notes { return &Notes{w: w, out: out} }

// Line writes a note. It may repeat what stood in the input: a terminal obeys none of it.
func (n *Notes) Line(text string) { n.bytes([]byte(strings.Map(printable, text) + "\n")) }

// Writer is what the notes go to in the end.
func (n *Notes) Writer() io.Writer { return n.w }

// IsTerminal reports whether a person reads the output.
func (o *Output) IsTerminal() bool { return IsTerminal(o.w) }

// bytes writes notes that end in newlines.
func (n *Notes) bytes(b []byte) {
	if len(b) > 0 {
		n.aside(func() {
			n.out.Flush()
			if !n.broken {
				n.broken = sent(n.out.ctx, n.w, b) != nil
			}
		})
	}
}

// aside takes the progress line away while f writes elsewhere on the terminal.
func (n *Notes) aside(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.progress.clear()
	f()
}

// Show updates the progress line, if there is one.
func (n *Notes) Show(update func(*Progress)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.progress != nil {
		update(n.progress)
	}
}

// EndProgress takes the progress line away for good.
func (n *Notes) EndProgress() {
	n.aside(func() { n.progress = nil })
}
