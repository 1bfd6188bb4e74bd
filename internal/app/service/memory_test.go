package service

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"nonet/internal/app/admission"
)

// Freed memory is returned to the system while the service is idle.
func TestMemoryIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		go releaseIdleMemory(ctx, admission.New(admission.Config{}))
		much := make([]byte, 8*worthwhile)
		for i := 0; i < len(much); i += 4096 {
			much[i] = 1
		}
		runtime.KeepAlive(much)
		runtime.GC()
		before := unusedMemory()
		time.Sleep(2*calmInterval + time.Second)
		if after := unusedMemory(); before < worthwhile || after > before/2 {
			t.Errorf("%d bytes of no use became %d", before, after)
		}
		cancel()
	})
}
