package service

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"nonet/internal/app/admission"
)

const (
	calmInterval = 2 * time.Second
	// calm is the share of a processor below which there is little to do.
	calm = 0.1
	// worthwhile is how many bytes are given back at least.
	worthwhile = 8 << 20
)

// giveBack gives memory that is not used back to the system, when there is little to do, until
// ctx ends: the runtime by itself keeps what it needed at last for minutes.
func giveBack(ctx context.Context, queue *admission.Queue) {
	if queue == nil {
		return
	}
	looks := time.NewTicker(calmInterval)
	defer looks.Stop()
	busy := queue.State().Busy
	for {
		select {
		case <-ctx.Done():
			return
		case <-looks.C:
			before := busy
			busy = queue.State().Busy
			if (busy-before).Seconds() < calm*calmInterval.Seconds() && unused() > worthwhile {
				debug.FreeOSMemory() // some 20 ms of a processor
			}
		}
	}
}

// unused is how many bytes of the heap hold nothing, or what may be garbage.
func unused() int64 {
	all := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(all)
	free, objects, live := all[0].Value.Uint64(), all[1].Value.Uint64(), all[2].Value.Uint64()
	return int64(free) + max(0, int64(objects)-int64(live))
}
