//go:build unix

package batch

import (
	"os"
	"syscall"
)

// lockFile takes an advisory lock, which lasts until the file is closed. The error is EWOULDBLOCK if another process
// holds the lock.
func lockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return err
	}
	return nil // some file systems have no locks
}
