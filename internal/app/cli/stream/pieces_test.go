package stream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"nonet/format"
	"nonet/message"
)

func newRun(out, notes io.Writer) *Run {
	r := &Run{Ctx: context.Background(), In: strings.NewReader(""), Out: NewOutput(context.Background(), out)}
	r.Notes = NewNotes(notes, r.Out)
	return r
}

// numberReader returns a reader of items for [Each] in these tests. The items are the numbers up to n; those in bad
// are errors.
func numberReader(n int, bad ...int) func(io.Reader) func() (int, error) {
	return func(io.Reader) func() (int, error) {
		i := -1
		return func() (int, error) {
			switch i++; {
			case i >= n:
				return 0, io.EOF
			case slices.Contains(bad, i):
				return 0, &format.SyntaxError{Line: i, Column: 1, What: message.New("format.none")}
			}
			return i, nil
		}
	}
}

// screen is a writer that closes seen after the first write.
type screen struct {
	bytes.Buffer
	once sync.Once
	seen chan struct{}
}

func (s *screen) Write(p []byte) (int, error) {
	s.once.Do(func() { close(s.seen) })
	return s.Buffer.Write(p)
}

// The first piece's output is written while its work is in progress. The output of the others follows in order,
// with notes and status.
func TestEach(t *testing.T) {
	out := &screen{seen: make(chan struct{})}
	var said, want bytes.Buffer
	r := newRun(out, &said)
	long := bytes.Repeat([]byte("long\n"), mostKept/6)
	write := func(w io.Writer, i int) {
		fmt.Fprintln(w, i)
		for range 3 * min(1, i%7) { // more than the buffer keeps
			w.Write(long)
		}
	}
	err := Each(r, nil, numberReader(50), func(r *Run, i int, _ *Source, n int) error {
		if i != n {
			t.Errorf("%d is called number %d", i, n)
		}
		r.Notes.Line(fmt.Sprint("note ", i))
		if i == 30 {
			r.Status.RaiseTo(None)
		}
		write(r.Out, i)
		if i == 0 {
			<-out.seen // otherwise the work would wait forever
		}
		return nil
	})
	r.Out.Close()
	for i := range 50 {
		write(&want, i)
	}
	if err != nil || out.String() != want.String() {
		t.Errorf("%d bytes, want %d, %v", out.Len(), want.Len(), err)
	}
	if got := strings.Count(said.String(), "note "); got != 50 || !strings.HasPrefix(said.String(), "note 0\nnote 1\n") || r.Status != None {
		t.Errorf("status %d, notes %q", r.Status, said.String())
	}
}

// Bad input is reported with its place, up to ten times, and ends the run unless KeepGoing. An
// error of the work ends the run.
func TestEachFails(t *testing.T) {
	bad := []int{2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	for _, keep := range []bool{false, true} {
		var out, said bytes.Buffer
		r := newRun(&out, &said)
		r.KeepGoing = keep
		err := Each(r, nil, numberReader(20, bad...), func(r *Run, i int, _ *Source, _ int) error {
			fmt.Fprintln(r.Notes.Writer(), i)
			return nil
		})
		want := "0\n1\n<stdin>:2:1:"
		if !strings.HasPrefix(said.String(), want) || err != nil || r.Status != Bad {
			t.Errorf("%q, want %q, status %d, %v", said.String(), want, r.Status, err)
		}
		if told := strings.Count(said.String(), "<stdin>"); keep != (told == faultsTold) || keep != strings.HasSuffix(said.String(), "nonet: "+r.TextOf("cli.faults", "n", 2, "all", 12)+"\n") {
			t.Errorf("%d faults told in %q", told, said.String())
		}
	}
	broken := errors.New("broken")
	for _, want := range []error{broken, nil} {
		r := newRun(io.Discard, io.Discard)
		err := Each(r, nil, numberReader(1_000_000_000), func(_ *Run, i int, _ *Source, _ int) error {
			if i < 17 {
				return nil
			}
			if want == nil {
				return ErrStop
			}
			return broken
		})
		if !errors.Is(err, broken) == (want != nil) {
			t.Errorf("%v, want %v", err, want)
		}
	}
}
