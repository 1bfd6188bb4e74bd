package service

import (
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// followed is a value that is read from files, such as a certificate. It is read again when the files change.
// If that fails, the error is logged, and the last value stays.
type followed[T any] struct {
	read  func() (T, error)
	files []string
	log   *slog.Logger
	value atomic.Pointer[T]

	mu    sync.Mutex // guards the fields below
	seen  string     // sizes and times of the files when last read
	again time.Time  // when to check the files next
}

// lookInterval is the least time between two checks whether the files have changed.
const lookInterval = time.Second

func newFollowed[T any](log *slog.Logger, read func() (T, error), files ...string) (*followed[T], error) {
	f := &followed[T]{read: read, files: files, log: log, seen: fileState(files), again: time.Now().Add(lookInterval)}
	value, err := read()
	if err != nil {
		return nil, err
	}
	f.value.Store(&value)
	return f, nil
}

// currentValue returns the latest value read. At most once per lookInterval it first checks whether the files
// have changed.
func (f *followed[T]) currentValue() T {
	if f.mu.TryLock() { // otherwise, another goroutine is checking
		if t := time.Now(); t.After(f.again) {
			f.again = t.Add(lookInterval)
			f.lookForChange()
		}
		f.mu.Unlock()
	}
	return *f.value.Load()
}

func (f *followed[T]) readFiles() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = ""
	f.lookForChange()
}

func (f *followed[T]) lookForChange() {
	seen := fileState(f.files)
	if seen == f.seen {
		return
	}
	f.seen = seen
	value, err := f.read()
	if err != nil {
		f.log.Error("files changed, and cannot be used; what was read before holds on", "files", f.files, "error", err)
		return
	}
	f.value.Store(&value)
	f.log.Info("files read again", "files", f.files)
}

func fileState(files []string) (all string) {
	for _, name := range files {
		if info, err := os.Stat(name); err == nil {
			all += fmt.Sprint(info.Size(), info.ModTime().UnixNano(), " ")
		} else {
			all += "none "
		}
	}
	return all
}
