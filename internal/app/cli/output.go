package cli

import (
	"context"
	"io"
	"strings"
	"sync"
	"time"
	"unicode"
)

// flushAfter is how long an answer may wait in the buffer for more: too short
// for a person to notice, long enough for thousands of answers a write.
const flushAfter = 10 * time.Millisecond

// output is a buffered writer that never keeps an answer for long: what was
// written reaches the reader when 64 KiB are full or after flushAfter, whichever
// comes first, so that a person who types sees each answer and a pipe is fast.
type output struct {
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

func newOutput(ctx context.Context, w io.Writer) *output {
	o := &output{w: w, ctx: ctx}
	o.timer = time.AfterFunc(time.Hour, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.due = false
		o.flush()
	})
	o.timer.Stop()
	return o
}

// onFailure has f called when the reader turns out to be gone.
func (o *output) onFailure(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed = f; o.err != nil {
		f()
	}
}

// Write keeps p or hands it on. An error is that of any write so far.
func (o *output) Write(p []byte) (int, error) {
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
func (o *output) flush() {
	if len(o.buf) == 0 {
		return
	}
	o.send(o.buf)
	if o.buf = o.buf[:0]; o.err != nil {
		o.buf = nil // it may have been left behind
	}
}

// send is called with mu held.
func (o *output) send(p []byte) {
	if o.err != nil {
		return
	}
	if o.err = sent(o.ctx, o.w, p); o.err != nil && o.failed != nil {
		o.failed()
	}
}

// sent writes p. A reader that takes nothing, such as a pager, must not keep a run that
// was interrupted: the write is left behind then, and p with it.
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

// flushNow hands on what is there.
func (o *output) flushNow() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush()
	return o.err
}

// close hands on what is left.
func (o *output) close() error {
	o.timer.Stop()
	return o.flushNow()
}

// notes is standard error: one line a note, and a progress line that makes way
// for them.
type notes struct {
	mu       sync.Mutex
	w        io.Writer
	out      *output   // goes before notes, so that a terminal shows both in order
	progress *progress // nil where none is shown
	broken   bool      // nobody reads it
}

// line writes a note. It may repeat what stood in the input: a terminal obeys none of it.
func (n *notes) line(text string) {
	n.bytes([]byte(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text) + "\n"))
}

// bytes writes notes that end in newlines.
func (n *notes) bytes(b []byte) {
	if len(b) > 0 {
		n.aside(func() {
			n.out.flushNow()
			if !n.broken {
				n.broken = sent(n.out.ctx, n.w, b) != nil
			}
		})
	}
}

// aside takes the progress line away while f writes elsewhere on the terminal.
func (n *notes) aside(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.progress.clear()
	f()
}

// show updates the progress line, if there is one.
func (n *notes) show(update func(*progress)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.progress != nil {
		update(n.progress)
	}
}

func (n *notes) endProgress() {
	n.aside(func() { n.progress = nil })
}
