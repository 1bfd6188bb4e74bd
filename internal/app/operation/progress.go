package operation

import (
	"context"
	"time"

	"nonet/logic"
	"nonet/wire"
)

// progressInterval is the shortest time between two events of one search.
const progressInterval = 50 * time.Millisecond

// telling is ctx for a search for steps that tells which technique it looks for, or its
// family alone where the technique's name would give the answer away.
func (c *Call) telling(ctx context.Context, named bool) context.Context {
	if c.Event == nil {
		return ctx
	}
	start, last := time.Now(), time.Time{}
	return logic.WithProgress(ctx, func(p logic.Progress) {
		now := time.Now()
		if now.Sub(last) < progressInterval {
			return
		}
		last = now
		c.Event(wire.SeekingOf(p, named, now.Sub(start), c.Lang))
	})
}
