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
}

const (
	progressAfter = 500 * time.Millisecond
	progressEvery = 100 * time.Millisecond
)

// startProgress shows progress if a person watches standard error and answers
// do not scroll past on the same terminal. Total is in bytes, −1 if unknown.
func (a *app) startProgress(total int64) {
	if !isTerminal(a.stderr.w) || isTerminal(a.out.w) || a.env("TERM") == "dumb" {
		return
	}
	a.stderr.progress = newProgress(a.stderr.w, total)
}

func newProgress(w io.Writer, total int64) *progress {
	now := time.Now()
	return &progress{since: now, last: now, bar: progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w), progressbar.OptionSetWidth(20), progressbar.OptionSpinnerType(14),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(total > 0))}
}

// set moves the line to so many of the total, with a text beside it.
func (p *progress) set(done int64, text func() string) {
	now := time.Now()
	if now.Sub(p.since) < progressAfter || now.Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = now, true
	p.bar.Describe(text())
	if p.bar.GetMax64() > 0 {
		done = min(done, p.bar.GetMax64()-1) // it would finish, and show no more
	}
	p.bar.Set64(done)
}

// clear takes the line away until the next set.
func (p *progress) clear() {
	if p != nil && p.shown {
		p.bar.Clear()
		p.shown = false
	}
}
