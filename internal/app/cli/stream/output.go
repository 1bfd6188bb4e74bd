package stream

import (
	"context"
	"io"
	"strings"
	"sync"
	"time"
)

// flushAfter is the time that an answer may wait in the buffer: too short for a person to
// notice, long enough to collect thousands of answers per write.
const flushAfter = 10 * time.Millisecond

// Output is a buffered writer that never keeps an answer for long. It writes when 64 KiB are
// full or after flushAfter, whichever is first. So a person sees each answer at once, and a
// pipe is fast.
type Output struct {
	w io.Writer

	mu     sync.Mutex
	buf    []byte
	timer  *time.Timer
	due    bool // the timer is running
	err    error
	failed func() // may be nil; called when a write fails

	ctx context.Context // of the run; once it ends, each write may take only stuckAfter
}

// stuckAfter is the time for which a reader that reads nothing can delay the end of an interrupted run.
const stuckAfter = time.Second

const outputBuffer = 64 << 10

// NewOutput returns an Output that writes to w until ctx ends.
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

// OnFailure registers f, which is called when writing fails because the reader is gone.
func (o *Output) OnFailure(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed = f; o.err != nil {
		f()
	}
}

// Write buffers p. The error is the first of any write.
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

// flush writes the buffer. The caller holds mu.
func (o *Output) flush() {
	if len(o.buf) == 0 {
		return
	}
	o.send(o.buf)
	if o.buf = o.buf[:0]; o.err != nil {
		o.buf = nil // a goroutine of writeAll may still use it
	}
}

// send writes p. The caller holds mu.
func (o *Output) send(p []byte) {
	if o.err != nil {
		return
	}
	if o.err = writeAll(o.ctx, o.w, p); o.err != nil && o.failed != nil {
		o.failed()
	}
}

// writeAll writes p to w. If ctx ended and the write is stuck, it returns and leaves the write
// running, which may still use p.
func writeAll(ctx context.Context, w io.Writer, p []byte) error {
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

// Flush writes the buffered bytes.
func (o *Output) Flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush()
	return o.err
}

// Close stops the timer and writes the buffered bytes.
func (o *Output) Close() error {
	o.timer.Stop()
	return o.Flush()
}

// Notes is standard error: lines of notes, and a progress line that is cleared before each
// note.
type Notes struct {
	mu       sync.Mutex
	w        io.Writer
	out      *Output   // flushed before each note, so that a terminal shows both in order
	progress *Progress // nil if none is shown
	broken   bool      // writing failed
}

// NewNotes returns Notes that write to w, after flushing out.
func NewNotes(w io.Writer, out *Output) *Notes { return &Notes{w: w, out: out} }

// Line writes a note. It replaces control characters, since a note may quote the input.
func (n *Notes) Line(text string) { n.writeBytes([]byte(strings.Map(printableRune, text) + "\n")) }

// Writer returns the underlying writer.
func (n *Notes) Writer() io.Writer { return n.w }

// IsTerminal reports whether the output is a terminal.
func (o *Output) IsTerminal() bool { return IsTerminal(o.w) }

// writeBytes writes notes that end in newlines.
func (n *Notes) writeBytes(b []byte) {
	if len(b) > 0 {
		n.clearProgress(func() {
			n.out.Flush()
			if !n.broken {
				n.broken = writeAll(n.out.ctx, n.w, b) != nil
			}
		})
	}
}

// clearProgress clears the progress line while f writes to the terminal.
func (n *Notes) clearProgress(f func()) {
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

// EndProgress clears the progress line for good.
func (n *Notes) EndProgress() {
	n.clearProgress(func() { n.progress = nil })
}
