//go:build unix

package batch

import (
	"os"
	"syscall"
)

// lockFile has a file to itself until it is closed, among those who ask.
func lockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return err
	}
	return nil // some file systems have no locks
}
