package operation

import (
	"context"
	"runtime"
	"time"
)

// within is ctx with a deadline. In WebAssembly's one thread no timer fires during a
// search that never waits, so there the context looks at the clock itself, at one in
// so many times that it is asked.
func within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, d)
	if runtime.GOOS == "js" {
		ctx = &clocked{Context: ctx, end: time.Now().Add(d)}
	}
	return ctx, cancel
}

const clockedEvery = 16

type clocked struct {
	context.Context
	end   time.Time
	asked int
}

func (c *clocked) Err() error {
	c.asked++
	if err := c.Context.Err(); err != nil || c.asked%clockedEvery != 0 || time.Now().Before(c.end) {
		return err
	}
	return context.DeadlineExceeded
}
