package stream

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// flushAfter limits how long the buffer holds an answer. People do not notice this time, and one write can output
// thousands of answers.
const flushAfter = 10 * time.Millisecond

// Output is a buffered writer. It writes its buffer when the buffer has 64 KiB, or after flushAfter, whichever comes
// first. Thus a person sees each answer immediately, and a pipe is fast.
type Output struct {
	w io.Writer

	mu     sync.Mutex
	buf    []byte
	timer  *time.Timer
	due    bool // true while the timer runs
	err    error
	failed func() // if not nil, called when a write fails

	ctx context.Context // the run's context; after it has ended, a write may take at most stuckAfter
}

// stuckAfter is the time after which an interrupted run gives up a write that blocks.
const stuckAfter = time.Second

const outputBuffer = 64 << 10

// NewOutput returns an Output that writes to w. After ctx has ended, a write to w that blocks for stuckAfter fails.
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

// OnFailure registers f, which Output calls when a write fails because the reader is gone.
func (o *Output) OnFailure(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed = f; o.err != nil {
		f()
	}
}

// Write copies p to the buffer. It returns the error of the first failed write to the underlying writer, or nil.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(p) >= outputBuffer {
		o.flush()
		o.writeOut(p)
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

// flush writes the buffer to w. The caller holds o.mu.
func (o *Output) flush() {
	if len(o.buf) == 0 {
		return
	}
	o.writeOut(o.buf)
	if o.buf = o.buf[:0]; o.err != nil {
		o.buf = nil // a goroutine of writeAll may still use the old buffer
	}
}

// writeOut writes p to w, and records the first error. The caller holds o.mu.
func (o *Output) writeOut(p []byte) {
	if o.err != nil {
		return
	}
	if o.err = writeAll(o.ctx, o.w, p); o.err != nil && o.failed != nil {
		o.failed()
	}
}

// writeAll returns an error if ctx ends while the write of p to w blocks. The write then continues in the background,
// and may still read p.
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

// Flush writes the buffered bytes. It returns the error of the first failed write to the underlying writer, or nil.
func (o *Output) Flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush()
	return o.err
}

// Close stops the timer and writes the buffered bytes. It returns the error of the first failed write to the underlying
// writer, or nil.
func (o *Output) Close() error {
	o.timer.Stop()
	return o.Flush()
}

// Notes writes notes to standard error, one per line. It clears the progress line before each note.
type Notes struct {
	mu       sync.Mutex
	w        io.Writer
	out      *Output   // flushed before each note, so that a terminal shows answers and notes in order
	progress *Progress // the progress line; nil if there is none
	broken   bool      // true after a write to w has failed
}

// NewNotes returns Notes that flush `out` before they write a note to w.
func NewNotes(w io.Writer, out *Output) *Notes { return &Notes{w: w, out: out} }

// Line writes a note and a newline. It replaces control characters, because the note may quote the input.
func (n *Notes) Line(text string) { n.writeBytes([]byte(strings.Map(printableRune, text) + "\n")) }

// Writer returns the writer that NewNotes received, usually standard error.
func (n *Notes) Writer() io.Writer { return n.w }

// IsTerminal reports whether the Output writes to a terminal.
func (o *Output) IsTerminal() bool { return IsTerminal(o.w) }

// writeBytes writes b, which consists of complete lines.
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

// clearProgress clears the progress line, then calls f, which writes to the terminal. The line appears again when it is
// next redrawn.
func (n *Notes) clearProgress(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.progress.clear()
	f()
}

// Show calls update to change the progress line. Without a progress line, it does nothing.
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

// Progress is a line on the terminal that shows how much of a long run is done. It appears only after progressAfter, so
// short runs do not show it.
type Progress struct {
	w           io.Writer
	total, done int64      // total: the bytes of the whole work, −1 if unknown; done: the bytes that are finished
	bar         int        // the width of the bar in columns
	room        func() int // a function that returns the number of columns available for the text
	shown       int        // the number of columns that the line occupies now
	since, last time.Time
	text        func() string
}

const (
	progressAfter = 500 * time.Millisecond
	progressEvery = 100 * time.Millisecond
	longest       = 277 * time.Hour // the longest time that fits into the line
)

// StartProgress shows a progress line if standard error is a terminal that can redraw a line. If the answers also go to
// a terminal, it shows the line only if slow is true. total is the amount of work in bytes, or −1 if unknown.
func (r *Run) StartProgress(total int64, slow bool) {
	if !IsTerminal(r.Notes.w) || r.Out.IsTerminal() && !slow || r.Dumb {
		return
	}
	r.Notes.progress = newProgress(r.Notes.w, total)
	if slow {
		go r.Notes.redrawWhileIdle()
	}
}

// redrawWhileIdle redraws the line every progressEvery until EndProgress, so that the times in the line advance.
func (n *Notes) redrawWhileIdle() {
	for range time.Tick(2 * progressEvery) {
		n.mu.Lock()
		p := n.progress
		if p != nil {
			p.draw()
		}
		n.mu.Unlock()
		if p == nil {
			return
		}
	}
}

func newProgress(w io.Writer, total int64) *Progress {
	const spinnerAndTime, percentAndTimes = 16, 32
	others, bar := spinnerAndTime, 20
	if terminalWidth(w) < 80 {
		bar = 5
	}
	if total > 0 {
		others = percentAndTimes + bar
	}
	return &Progress{w: w, total: total, bar: bar, since: time.Now(), room: func() int { return terminalWidth(w) - others }}
}

// terminalWidth returns the width of the terminal w in columns. For a writer that is no terminal, it returns a large
// number.
func terminalWidth(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 1 << 16
}

// shortenText cuts a text to this number of columns. A longer line would wrap, and could not be cleared.
func shortenText(text string, columns int) string {
	if TextWidth(text) <= columns {
		return text
	}
	short := ""
	for _, r := range text {
		if TextWidth(short+string(r)) >= columns {
			break
		}
		short += string(r)
	}
	if columns > 0 {
		short += "…"
	}
	return short
}

// Set sets the number of bytes that are done, and the function that returns the line's text.
func (p *Progress) Set(done int64, text func() string) {
	p.done, p.text = done, text
	p.draw()
}

func (p *Progress) draw() {
	now := time.Now()
	if p.text == nil || now.Sub(p.since) < progressAfter || now.Sub(p.last) < progressEvery {
		return
	}
	line, spent := shortenText(p.text(), p.room()), min(now.Sub(p.since), longest)
	if p.total > 0 {
		part := min(float64(p.done)/float64(p.total), 1)
		full, times := int(part*float64(p.bar)), spent.Round(time.Second).String()
		if part > 0 {
			times += ":" + time.Duration(min(float64(spent)*(1/part-1), float64(longest))).Round(time.Second).String()
		}
		line += fmt.Sprintf(" %3d%% |%s%s| [%s]", int(100*part), strings.Repeat("█", full), strings.Repeat(" ", p.bar-full), times)
	} else {
		turning := []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
		line = fmt.Sprintf("%c %s [%v]", turning[int(spent/progressEvery)%len(turning)], line, spent.Round(time.Second))
	}
	width := TextWidth(line)
	fmt.Fprint(p.w, "\r"+line+strings.Repeat(" ", max(0, p.shown-width)))
	p.last, p.shown = now, width
}

// SetText sets the function that returns the line's text, and keeps the number of bytes.
func (p *Progress) SetText(text func() string) { p.Set(p.done, text) }

// clear erases the line from the terminal.
func (p *Progress) clear() {
	if p != nil && p.shown > 0 {
		fmt.Fprint(p.w, "\r"+strings.Repeat(" ", p.shown)+"\r")
		p.shown = 0
	}
}
