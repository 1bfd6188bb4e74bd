package cli

import (
	"context"
	"errors"
	"runtime"
	"sync"
)

// ordered does work on all processors and writes what comes of it in the order in
// which the work was given: of the first piece that is not finished at once. Only the
// goroutine that gives the work writes.
type ordered struct {
	app     *app
	ctx     context.Context
	slots   chan struct{} // one element for each piece of work under way
	pending []*piece
}

// piece is a piece of work with what it writes.
type piece struct {
	app        app // as the work sees it, with an output, notes and a status of its own
	out, notes passed
	err        error
	more       chan struct{} // has an element once more was written
	done       chan struct{}
}

// passed is what one goroutine writes and another takes.
type passed struct {
	more chan<- struct{}
	mu   sync.Mutex
	b    []byte
}

func (p *passed) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.b = append(p.b, b...)
	select {
	case p.more <- struct{}{}:
	default:
	}
	return len(b), nil
}

// take is what was written since it was last taken.
func (p *passed) take() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := p.b
	p.b = nil
	return b
}

// errStop ends a run after what was reported already.
var errStop = errors.New("stop")

func (a *app) inOrder(ctx context.Context) *ordered {
	return &ordered{app: a, ctx: ctx, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// add begins a piece of work. An error is that of an earlier piece, or of writing.
func (q *ordered) add(work func(*app) error) error {
	p := &piece{app: *q.app, more: make(chan struct{}, 1), done: make(chan struct{})}
	p.out.more, p.notes.more = p.more, p.more
	p.app.ctx, p.app.status = q.ctx, Done
	p.app.out = newOutput(&p.out)
	p.app.stderr = &notes{w: &p.notes, out: p.app.out}
	q.pending = append(q.pending, p)
	go func() {
		defer close(p.done)
		q.slots <- struct{}{}
		defer func() { <-q.slots }()
		if p.err = q.ctx.Err(); p.err == nil {
			p.err = errors.Join(work(&p.app), p.app.out.close())
		}
	}()
	if len(q.pending) > 2*cap(q.slots) {
		return q.first()
	}
	return nil
}

// first waits for the first piece under way and writes what comes of it.
func (q *ordered) first() error {
	p := q.pending[0]
	q.pending = q.pending[1:]
	var err error
	for done := false; !done; {
		select {
		case <-p.more:
		case <-p.done:
			done = true
		}
		if _, failed := q.app.out.Write(p.out.take()); err == nil {
			err = failed
		}
		q.app.stderr.bytes(p.notes.take())
	}
	q.app.status = worse(q.app.status, p.app.status)
	return errors.Join(p.err, err)
}

// flush waits for all pieces.
func (q *ordered) flush() error {
	for len(q.pending) > 0 {
		if err := q.first(); err != nil {
			return err
		}
	}
	return nil
}
