package operation

import (
	"context"
	"time"
)

// within is ctx with a deadline. In the one thread there is here, no timer fires
// during a search that never waits, so the context looks at the clock itself, at
// one in so many times that it is asked.
func within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, d)
	return &clocked{Context: ctx, end: time.Now().Add(d)}, cancel
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
