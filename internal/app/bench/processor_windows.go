package bench

import (
	"syscall"
	"time"
)

// processorTime returns how much processor time this process has used so far, for itself and for the system; 0 if
// unknown.
func processorTime() time.Duration {
	var begun, ended, system, user syscall.Filetime
	self, err := syscall.GetCurrentProcess()
	if err != nil || syscall.GetProcessTimes(self, &begun, &ended, &system, &user) != nil {
		return 0
	}
	length := func(t syscall.Filetime) time.Duration {
		return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
	}
	return length(system) + length(user)
}
