//go:build unix

package batch

import (
	"os"
	"syscall"
)

// lockFile takes an advisory lock on the file until it is closed. The error is EWOULDBLOCK if
// another process has it.
func lockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return err
	}
	return nil // some file systems have no locks
}
