package cli

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress is the line on a terminal that tells how far a long run is. It comes
// up after a moment only, so that short runs show nothing.
type progress struct {
	bar   *progressbar.ProgressBar
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

// startProgress shows progress if a person watches standard error and, unless
// the answers come slowly, they do not scroll past on the same terminal. Total is
// in bytes, −1 if unknown.
func (a *app) startProgress(total int64, slow bool) {
	if !isTerminal(a.stderr.w) || isTerminal(a.out.w) && !slow || a.env("TERM") == "dumb" {
		return
	}
	a.stderr.progress = newProgress(a.stderr.w, total)
	if slow {
		go a.stderr.refresh()
	}
}

// refresh draws the line anew while nothing happens, until it is taken away for
// good.
func (n *notes) refresh() {
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

func newProgress(w io.Writer, total int64) *progress {
	return &progress{since: time.Now(), bar: progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w), progressbar.OptionSetWidth(20), progressbar.OptionSpinnerType(14),
		progressbar.OptionSetSpinnerChangeInterval(0), // or it would draw whenever it likes
		progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(total > 0))}
}

// set says that so many of the total are done, and has the text for it.
func (p *progress) set(done int64, text func() string) {
	p.done, p.text = done, text
	p.draw()
}

func (p *progress) draw() {
	now := time.Now()
	if p.text == nil || now.Sub(p.since) < progressAfter || now.Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = now, true
	p.bar.Describe(p.text())
	done := p.done
	if p.bar.GetMax64() > 0 {
		done = min(done, p.bar.GetMax64()-1) // it would finish, and show no more
	}
	p.bar.Set64(done)
}

// clear takes the line away until it is drawn next.
func (p *progress) clear() {
	if p != nil && p.shown {
		p.bar.Clear()
		p.shown = false
	}
}
