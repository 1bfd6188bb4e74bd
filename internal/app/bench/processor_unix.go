//go:build !windows

package bench

import (
	"syscall"
	"time"
)

// processorTime returns how much processor time this process has used so far, for itself and for the system; 0 if
// unknown.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
