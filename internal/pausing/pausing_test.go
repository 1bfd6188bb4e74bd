package pausing

import (
	"context"
	"errors"
	"runtime"
	"testing"
)

// counter counts pauses, and what they were called with.
type counter struct {
	pauses int
	last   context.Context
}

func (c *counter) Pause(ctx context.Context) { c.pauses, c.last = c.pauses+1, ctx }
func (c *counter) Processors() int           { return 1 }

// A context pauses who asks for its error and nobody else; one that was derived does so again
// where that is said, and hands its own end on.
func TestContexts(t *testing.T) {
	gone := errors.New("gone")
	base, end := context.WithCancelCause(t.Context())
	c := &counter{}
	ctx := With(base, c)
	if ctx.Err() != nil || c.pauses != 1 || c.last != base {
		t.Errorf("%d pauses", c.pauses)
	}
	select {
	case <-ctx.Done():
	default:
	}
	derived, cancel := context.WithCancel(context.WithValue(ctx, counter{}, 1))
	if derived.Err() != nil || context.Cause(derived) != nil || c.pauses != 1 {
		t.Errorf("%d pauses of a context that does not pause", c.pauses)
	}
	again := Again(derived)
	if again.Err() != nil || c.pauses != 2 || c.last != derived {
		t.Errorf("%d pauses", c.pauses)
	}
	if cancel(); again.Err() != context.Canceled || ctx.Err() != nil || c.pauses != 4 {
		t.Errorf("%d pauses, %v", c.pauses, again.Err())
	}
	if end(gone); context.Cause(ctx) != gone || ctx.Err() != context.Canceled {
		t.Errorf("%v, %v", context.Cause(ctx), ctx.Err())
	}
	if Processors(again) != 1 || Processors(base) != runtime.GOMAXPROCS(0) || Again(base) != base {
		t.Error("of a context without pauses is made more than it is, or of another less")
	}
}
