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
	// calm is the load, in processors, below which the service counts as idle.
	calm = 0.1
	// worthwhile is the least number of bytes to give back.
	worthwhile = 8 << 20
)

// releaseIdleMemory returns unused memory to the system whenever the service is idle, until ctx ends. By
// itself the Go runtime keeps recently used memory for minutes.
func releaseIdleMemory(ctx context.Context, queue *admission.Queue) {
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
			if (busy-before).Seconds() < calm*calmInterval.Seconds() && unusedMemory() > worthwhile {
				debug.FreeOSMemory() // costs about 20 ms of processor time
			}
		}
	}
}

// unusedMemory estimates the bytes of the heap that are free or garbage. Go lets the heap grow to twice
// the live data before it collects.
func unusedMemory() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapIdle-m.HeapReleased) + max(0, int64(m.HeapAlloc)-int64(m.NextGC/2))
}
