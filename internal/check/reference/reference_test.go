package reference

import (
	"fmt"
	"runtime"
	"testing"
)

// skipped records the messages of a test that requests a file.
type skipped struct {
	testing.TB
	said string
}

func (s *skipped) Helper() {}

func (s *skipped) Skipf(format string, args ...any) {
	s.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestFileSaysWhatIsAbsent(t *testing.T) {
	s := &skipped{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		File(s, "corpora/no such corpus.txt")
	}()
	<-done
	if s.said != "the reference file ../shared/corpora/no such corpus.txt is absent" {
		t.Errorf("%q", s.said)
	}
}
