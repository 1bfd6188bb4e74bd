package operation

import (
	"context"
	"runtime"
	"time"
)

// withDeadline returns ctx with a deadline. In WebAssembly there is only one thread, so no timer fires
// while a search runs. There the context reads the clock itself, once in clockedEvery calls of Err.
func withDeadline(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
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
