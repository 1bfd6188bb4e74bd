package stream

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// A run can be interrupted while it opens a named pipe that has no writer.
func TestInterruptedBeforeOpen(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	ended := make(chan struct{})
	defer close(ended)
	pipe := Source{open: func() (io.ReadCloser, error) {
		interrupt()
		<-ended
		return nil, io.EOF
	}}
	for range Puzzles(ctx, []Source{pipe, pipe}, false) {
		t.Error("the run goes on")
	}
}

// stuck is a reader that takes nothing until it ends.
type stuck struct{ ended chan struct{} }

func (s stuck) Write(p []byte) (int, error) {
	<-s.ended
	return len(p), nil
}

// An interrupted run ends even if its reader takes nothing. It does not matter which goroutine writes.
func TestInterruptedWhileStuck(t *testing.T) {
	for name, write := range map[string]func(*Run) error{
		"an answer":         func(a *Run) error { _, err := a.Out.Write(make([]byte, outputBuffer)); return err },
		"a kept answer":     func(a *Run) error { a.Out.Write([]byte("x")); return a.Out.Flush() },
		"after the timer":   func(a *Run) error { a.Out.Write([]byte("x")); time.Sleep(3 * flushAfter); return a.Out.Close() },
		"a note":            func(a *Run) error { a.Notes.Line("x"); a.Notes.Line("y"); return a.Ctx.Err() },
		"a note, then more": func(a *Run) error { a.Notes.Line("x"); a.Out.Write([]byte("x")); return a.Out.Close() },
	} {
		ended := make(chan struct{})
		ctx, interrupt := context.WithCancel(t.Context())
		a := &Run{Ctx: ctx, Out: NewOutput(ctx, stuck{ended})}
		a.Notes = NewNotes(stuck{ended}, a.Out)
		time.AfterFunc(10*time.Millisecond, interrupt)
		if err := write(a); err != context.Canceled {
			t.Errorf("%s: %v", name, err)
		}
		close(ended)
	}
}

func TestProgressMakesWay(t *testing.T) {
	var screen bytes.Buffer
	n := &Notes{w: &screen, out: NewOutput(context.Background(), io.Discard), progress: newProgress(&screen, 1000)}
	show := func() {
		n.progress.since, n.progress.last = time.Time{}, time.Time{}
		n.Show(func(p *Progress) { p.Set(500, func() string { return "12 puzzles" }) })
	}
	show()
	if !strings.Contains(screen.String(), "12 puzzles") {
		t.Fatalf("no progress in %q", screen.String())
	}
	n.Line("a note")
	if !strings.HasSuffix(screen.String(), "\ra note\n") {
		t.Errorf("the note does not begin its line: %q", screen.String())
	}
	screen.Reset()
	show()
	n.EndProgress()
	n.Line("the end")
	if !strings.HasSuffix(screen.String(), "\rthe end\n") {
		t.Errorf("the progress was not taken away: %q", screen.String())
	}
}

// A progress line never wraps, whatever the terminal and the language.
func TestShortened(t *testing.T) {
	for text, want := range map[string]string{"12 puzzles": "12 puzzles", "12345678901": "123456789…", "最优2906": "最优2906", "最优2906:已知": "最优2906:…"} {
		if got := shortenText(text, 10); got != want || TextWidth(got) > 10 {
			t.Errorf("%q is shortened to %q, want %q", text, got, want)
		}
	}
	for _, columns := range []int{-5, 0} {
		if got := shortenText("12", columns); got != "" {
			t.Errorf("%d columns: %q", columns, got)
		}
	}
}

func TestStatusOrder(t *testing.T) {
	order := []Status{Done, None, Undecided, Bad, Pipe, Interrupted}
	for i, a := range order {
		for j, b := range order {
			got, want := a, order[max(i, j)]
			if got.RaiseTo(b); got != want {
				t.Errorf("of %d and %d the worse is %d, not %d", a, b, got, want)
			}
		}
	}
}
