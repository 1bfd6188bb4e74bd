package service

import (
	"context"
	"runtime"
	"runtime/debug"
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

// unused returns how many bytes of the heap hold nothing, or what may be garbage: Go lets what is in
// use become twice as much before it collects.
func unused() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapIdle-m.HeapReleased) + max(0, int64(m.HeapAlloc)-int64(m.NextGC/2))
}
