package service

import (
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// watchedFiles holds a value that is read from files, such as a certificate. When the files change, it reads the value
// again. If reading fails, it logs the error and keeps the last value.
type watchedFiles[T any] struct {
	read  func() (T, error)
	files []string
	log   *slog.Logger
	value atomic.Pointer[T]

	mu    sync.Mutex // guards the fields below
	seen  string     // the sizes and times that the files had when they were last read
	again time.Time  // when to check the files for the next time
}

// lookInterval is the least time between two checks whether the files have changed.
const lookInterval = time.Second

func newWatchedFiles[T any](log *slog.Logger, read func() (T, error), files ...string) (*watchedFiles[T], error) {
	f := &watchedFiles[T]{read: read, files: files, log: log, seen: fileState(files), again: time.Now().Add(lookInterval)}
	value, err := read()
	if err != nil {
		return nil, err
	}
	f.value.Store(&value)
	return f, nil
}

// currentValue reads the files again if they have changed. It checks this at most once per lookInterval.
func (f *watchedFiles[T]) currentValue() T {
	if f.mu.TryLock() { // if the lock is taken, another goroutine is checking
		if t := time.Now(); t.After(f.again) {
			f.again = t.Add(lookInterval)
			f.lookForChange()
		}
		f.mu.Unlock()
	}
	return *f.value.Load()
}

// readFiles reads the files now, whether they have changed or not.
func (f *watchedFiles[T]) readFiles() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = ""
	f.lookForChange()
}

func (f *watchedFiles[T]) lookForChange() {
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
