package stream

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Progress is the terminal line with the progress of a long run. It appears after a moment, so
// that short runs do not show it.
type Progress struct {
	bar   *progressbar.ProgressBar
	room  func() int // columns available for the text
	shown bool
	since time.Time
	last  time.Time
	done  int64
	text  func() string
}

const (
	progressAfter = 500 * time.Millisecond
	progressEvery = 100 * time.Millisecond
)

// StartProgress shows a progress line if standard error is a terminal. If the answers appear
// on a terminal, too, it does so only if slow is set. total is in bytes, −1 if unknown.
func (r *Run) StartProgress(total int64, slow bool) {
	if !IsTerminal(r.Notes.w) || r.Out.IsTerminal() && !slow || r.Dumb {
		return
	}
	r.Notes.progress = newProgress(r.Notes.w, total)
	if slow {
		go r.Notes.redrawWhileIdle()
	}
}

// redrawWhileIdle redraws the line while nothing happens, until it is removed.
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
	return &Progress{since: time.Now(), room: func() int { return terminalWidth(w) - others }, bar: progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w), progressbar.OptionSetWidth(bar), progressbar.OptionSpinnerType(14),
		progressbar.OptionSetSpinnerChangeInterval(0), // otherwise it would redraw by itself
		progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(total > 0))}
}

// terminalWidth returns the width of the terminal. For anything else it returns a large number.
func terminalWidth(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 1 << 16
}

// shortenText shortens a text to the given columns. A line that wraps could not be overwritten.
func shortenText(text string, columns int) string {
	if Width(text) <= columns {
		return text
	}
	short := ""
	for _, r := range text {
		if Width(short+string(r)) >= columns {
			break
		}
		short += string(r)
	}
	if columns > 0 {
		short += "…"
	}
	return short
}

// Set sets the amount that is done, and the text.
func (p *Progress) Set(done int64, text func() string) {
	p.done, p.text = done, text
	p.draw()
}

func (p *Progress) draw() {
	now := time.Now()
	if p.text == nil || now.Sub(p.since) < progressAfter || now.Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = now, true
	p.bar.Describe(shortenText(p.text(), p.room()))
	done := p.done
	if p.bar.GetMax64() > 0 {
		done = min(done, p.bar.GetMax64()-1) // at the maximum the bar would end
	}
	p.bar.Set64(done)
}

// SetText changes the text of the line.
func (p *Progress) SetText(text func() string) { p.Set(p.done, text) }

// clear erases the line until it is drawn again.
func (p *Progress) clear() {
	if p != nil && p.shown {
		p.bar.Clear()
		p.shown = false
	}
}
