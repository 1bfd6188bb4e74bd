package operation

import (
	"context"
	"time"

	"nonet/logic"
	"nonet/wire"
)

// progressInterval is the least time between two events of one search.
const progressInterval = 50 * time.Millisecond

// reportTechniques returns ctx for a search for steps that reports the technique it tries. Unless named,
// it reports only the family, as the technique's name would give the answer away.
func (c *Call) reportTechniques(ctx context.Context, named bool) context.Context {
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
