package cli

import (
	"context"
	"errors"
	"runtime"
	"sync"
)

// ordered does work on all processors and writes what comes of it in the order in
// which the work was given: of the first piece under way at once, while the others keep
// theirs. A piece waits with more than mostKept, the first until that is written, which
// bounds memory whatever reads the output. Only the goroutine that gives the work
// writes; it does while it waits for anything. Pieces begin in order, so that the first
// is under way whatever the others wait for.
type ordered struct {
	app     *app
	ctx     context.Context
	slots   chan struct{} // one element for each piece of work under way
	pending []*piece
}

// mostKept is how much a piece keeps of what it writes, in bytes.
const mostKept = 1 << 20

// piece is a piece of work with what it writes.
type piece struct {
	app  app // as the work sees it, with an output, notes and a status of its own
	err  error
	more chan struct{} // has an element once more was written
	done chan struct{}

	mu         sync.Mutex
	out, notes []byte    // kept
	left       bool      // nobody writes what it keeps any more
	free       sync.Cond // to write on
}

// keeper writes to what a piece keeps.
type keeper struct {
	piece *piece
	kept  *[]byte
}

func (k keeper) Write(b []byte) (int, error) {
	p := k.piece
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.left && len(p.out)+len(p.notes) >= mostKept {
		p.free.Wait()
	}
	*k.kept = append(*k.kept, b...)
	select {
	case p.more <- struct{}{}:
	default:
	}
	return len(b), nil
}

// errStop ends a run after what was reported already.
var errStop = errors.New("stop")

func (a *app) inOrder(ctx context.Context) *ordered {
	return &ordered{app: a, ctx: ctx, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// add begins a piece of work. An error is that of an earlier piece, or of writing.
func (q *ordered) add(work func(*app) error) error {
	p := &piece{app: *q.app, more: make(chan struct{}, 1), done: make(chan struct{})}
	p.free.L = &p.mu
	p.app.ctx, p.app.status = q.ctx, Done
	p.app.out = newOutput(context.Background(), keeper{p, &p.out})
	p.app.stderr = &notes{w: keeper{p, &p.notes}, out: p.app.out}
	for free := false; !free; {
		var more, done <-chan struct{} // none if there is no first piece
		if len(q.pending) > 0 {
			more, done = q.pending[0].more, q.pending[0].done
		}
		select {
		case q.slots <- struct{}{}:
			free = true
		case <-more:
			if err := q.write(); err != nil {
				return err
			}
		case <-done: // or those after it, which may have all slots, would wait for ever
			if err := q.finish(); err != nil {
				return err
			}
		}
	}
	q.pending = append(q.pending, p)
	go func() {
		defer close(p.done)
		defer func() { <-q.slots }()
		if p.err = q.ctx.Err(); p.err == nil {
			p.err = errors.Join(work(&p.app), p.app.out.close())
		}
	}()
	if len(q.pending) > 2*cap(q.slots) {
		return q.finish()
	}
	return nil
}

// write writes what the first piece has kept.
func (q *ordered) write() error {
	p := q.pending[0]
	p.mu.Lock()
	out, notes := p.out, p.notes
	p.out, p.notes = nil, nil
	p.free.Broadcast()
	p.mu.Unlock()
	_, err := q.app.out.Write(out)
	q.app.stderr.bytes(notes)
	return err
}

// finish waits for the first piece and writes what comes of it.
func (q *ordered) finish() error {
	p := q.pending[0]
	var err error
	for done := false; !done; {
		select {
		case <-p.more:
		case <-p.done:
			done = true
		}
		if failed := q.write(); err == nil {
			err = failed
		}
	}
	q.pending = q.pending[1:]
	q.app.status = worse(q.app.status, p.app.status)
	return errors.Join(p.err, err)
}

// leave leaves the pieces under way behind; none of them waits.
func (q *ordered) leave() {
	for _, p := range q.pending {
		p.mu.Lock()
		p.left = true
		p.free.Broadcast()
		p.mu.Unlock()
	}
}

// flush waits for all pieces.
func (q *ordered) flush() error {
	for len(q.pending) > 0 {
		if err := q.finish(); err != nil {
			return err
		}
	}
	return nil
}
