package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
)

// What comes of the first piece of work is written while it is under way, and that of
// the others after it, in order, notes and status included.
func TestOrdered(t *testing.T) {
	screen, out := io.Pipe()
	var said bytes.Buffer
	a := &app{ctx: context.Background(), out: newOutput(context.Background(), out)}
	a.stderr = &notes{w: &said, out: a.out}
	seen := make(chan struct{})
	go func() {
		buf := make([]byte, 6)
		if _, err := io.ReadFull(screen, buf); err != nil || string(buf) != "begun\n" {
			t.Errorf("%q, %v", buf, err)
		}
		close(seen)
	}()
	q := a.inOrder(a.ctx)
	give := func(work func(*app) error) {
		if err := q.add(work); err != nil {
			t.Fatal(err)
		}
	}
	give(func(a *app) error {
		fmt.Fprintln(a.out, "begun")
		<-seen // or it would wait for ever
		return nil
	})
	if err := q.flush(); err != nil {
		t.Fatal(err)
	}
	var rest bytes.Buffer
	a.out = newOutput(context.Background(), &rest)
	a.stderr.out = a.out
	long := bytes.Repeat([]byte("long\n"), mostKept/6)
	var want strings.Builder
	for i := range 50 {
		fmt.Fprintln(&want, i)
		if i%7 != 1 {
			want.Write(long)
			want.Write(long)
			want.Write(long)
		}
		give(func(a *app) error {
			a.stderr.line(fmt.Sprint("note ", i))
			if i == 30 {
				a.status = None
			}
			fmt.Fprintln(a.out, i)
			if i%7 != 1 { // more than is kept
				a.out.Write(long)
				a.out.Write(long)
				a.out.Write(long)
			}
			return nil
		})
	}
	if err := q.flush(); err != nil {
		t.Fatal(err)
	}
	a.out.close()
	if rest.String() != want.String() {
		t.Errorf("%d bytes, want %d", rest.Len(), want.Len())
	}
	if got := strings.Count(said.String(), "note "); got != 50 || !strings.HasPrefix(said.String(), "note 0\nnote 1\n") || a.status != None {
		t.Errorf("status %d, notes %q", a.status, said.String())
	}
}
