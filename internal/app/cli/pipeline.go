package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"

	"nonet/format"
	"nonet/message"
)

// The pipeline, in order and in bounded memory:
//
//	each worker in turn: read and parse a batch ─ the batches in order ─▶ write
//	              │ meanwhile the next one's turn                         ▲
//	              └────────────────▶ solve ─ done ────────────────────────┘
//
// A worker reads and parses what it solves, into a batch of its own, so that hardly a
// puzzle's text and cells pass from one core's cache to another's. Only what may keep
// it waiting, a person or a pipe, is read ahead by another goroutine. The writer takes
// the first batch, waits until its worker is done, and writes. A pause of the input
// sends a batch off early.

// stage is what a command does with puzzles.
type stage struct {
	// batch is how many puzzles are handled at once.
	batch int
	// direct runs the handler on the writer's goroutine, one batch after the
	// other, so that its answers go out while it runs.
	direct bool
	// handler makes one handler a worker, which may keep scratch space.
	handler func() handler
	// searcher, in place of a handler, makes one that takes whole batches to an
	// engine.
	searcher func() searcher
	// slow says that a puzzle may take long enough for its progress to be worth
	// showing even where the answers appear on the same terminal.
	slow bool
	// between is written between the answers of two batches.
	between string
}

// handler answers entries in order and returns how many it has finished: all of
// them, unless ctx ended.
type handler func(ctx context.Context, entries []entry, r *report) int

// searcher is a handler of puzzles that are searched together.
type searcher func(ctx context.Context, puzzles *slots, r *report) int

// report is what comes of a batch.
type report struct {
	app    *app
	out    []byte // for standard output
	notes  []byte // for standard error, whole lines
	status Status
	tally  tally
	direct bool
}

// tally counts what is worth one note at the end of a run.
type tally struct {
	puzzles int64
	more    occurrences // puzzles with more solutions than shown
	limited occurrences // counts that ended at the limit
	pencil  occurrences // puzzles whose pencil marks were passed over
}

type occurrences struct {
	n     int64
	first string // where the first one is
}

func (o *occurrences) add(n int64, first string) {
	if o.n == 0 {
		o.first = first
	}
	o.n += n
}

func (t *tally) merge(other *tally) {
	t.puzzles += other.puzzles
	t.more.add(other.more.n, other.more.first)
	t.limited.add(other.limited.n, other.limited.first)
	t.pencil.add(other.pencil.n, other.pencil.first)
}

// note adds a line for standard error about an entry.
func (r *report) note(e *entry, key string, args ...any) {
	r.notes = fmt.Appendf(r.notes, "%s: %s\n", e.place(), r.app.t(key, args...))
}

// none reports a puzzle without a solution, and why.
func (r *report) none(e *entry, why error) {
	r.status = worse(r.status, None)
	if why != nil {
		r.note(e, "cli.noneWhy", "why", why)
	} else {
		r.note(e, "cli.none")
	}
}

// undecided reports a puzzle that a limit kept from being decided.
func (r *report) undecided(e *entry, why error) {
	r.status = worse(r.status, Undecided)
	r.note(e, "cli.undecided", "why", reason(why))
}

// reason is why a search was cut short, as a text of the catalogue.
func reason(err error) any {
	if errors.Is(err, context.DeadlineExceeded) {
		return message.New("search.deadline")
	}
	return err
}

// spill hands on what a direct handler has so far, if it is worth a write.
func (r *report) spill() error {
	if !r.direct {
		return nil
	}
	_, err := r.app.out.Write(r.out)
	r.out = r.out[:0]
	return err
}

// batch is some puzzles on their way, and what stood after them.
type batch struct {
	entries  []entry // for a handler
	slots    slots   // for a searcher
	fault    error   // what was wrong with what followed the puzzles
	report   report
	finished int
	done     chan struct{}
	home     chan<- *batch // where it is used again
}

// size is how many puzzles the batch has.
func (b *batch) size() int { return len(b.entries) + len(b.slots.cells) }

// run sends every puzzle of the arguments through the stage and returns what
// there was. It reports bad input itself; errors are those of writing, or the
// context's.
func (a *app) run(args []string, s stage) (tally, error) {
	sources := a.sources(args)
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	a.out.onFailure(cancel)

	total := int64(0)
	for _, src := range sources {
		if total += src.size; src.size < 0 || s.slow {
			total = -1
			break
		}
	}
	a.startProgress(total, s.slow)

	var read atomic.Int64
	inOrder := a.start(ctx, s, sources, &read)
	var sum tally
	var direct handler
	if s.direct {
		direct = s.handler()
	}
	written := false
	for b := range inOrder {
		if s.between != "" && written && b.size() > 0 {
			a.out.Write([]byte(s.between))
		}
		if s.direct {
			b.report.direct = true
			b.finished = direct(ctx, b.entries, &b.report)
		} else {
			<-b.done
		}
		written = written || b.finished > 0
		err := a.write(b.report.out, s.slow)
		a.stderr.bytes(b.report.notes)
		a.status = worse(a.status, b.report.status)
		b.report.tally.puzzles = int64(b.finished)
		sum.merge(&b.report.tally)
		if err != nil {
			return sum, err
		}
		if b.finished < b.size() {
			break
		}
		if b.fault != nil {
			a.fail(b.fault)
			if !a.keepGoing {
				break
			}
		}
		if !s.slow { // else the handler shows how far it is
			a.stderr.show(func(p *progress) {
				p.set(read.Load(), func() string { return a.t("cli.progress", "n", sum.puzzles) })
			})
		}
		select {
		case b.home <- b:
		default:
		}
	}
	a.stderr.endProgress()
	return sum, a.ctx.Err()
}

// start sets readers and workers going. The batches it returns in order are done
// when their channel says so, or still to do if the stage is direct.
func (a *app) start(ctx context.Context, s stage, sources []source, read *atomic.Int64) <-chan *batch {
	workers := runtime.GOMAXPROCS(0)
	inOrder := make(chan *batch, 2*workers)
	place := func(b *batch) bool {
		if ctx.Err() != nil {
			return false // what follows a batch without a place has none either
		}
		select {
		case inOrder <- b:
			return true
		case <-ctx.Done():
			return false
		}
	}
	if s.direct {
		go func() {
			defer close(inOrder)
			home := make(chan *batch, cap(inOrder)+2)
			for b := range a.batches(ctx, sources, s, read, &home) {
				if !place(b) {
					return
				}
			}
		}()
		return inOrder
	}
	var turn sync.Mutex  // to take the next batch and give it its place
	var home chan *batch // where the batches of the worker whose turn it is come back
	next, stop := iter.Pull(a.batches(ctx, sources, s, read, &home))
	take := func(own chan *batch) (*batch, bool) {
		turn.Lock()
		defer turn.Unlock()
		home = own
		b, ok := next()
		return b, ok && place(b)
	}
	var working sync.WaitGroup
	for range workers {
		working.Go(func() {
			own := make(chan *batch, cap(inOrder)+2)
			work := s.worker()
			for {
				b, ok := take(own)
				if !ok {
					return
				}
				work(ctx, b)
				close(b.done)
			}
		})
	}
	go func() {
		working.Wait()
		stop()
		close(inOrder)
	}()
	return inOrder
}

// worker makes what finishes a batch.
func (s *stage) worker() func(context.Context, *batch) {
	if s.searcher != nil {
		search := s.searcher()
		return func(ctx context.Context, b *batch) { b.finished = search(ctx, &b.slots, &b.report) }
	}
	handle := s.handler()
	return func(ctx context.Context, b *batch) { b.finished = handle(ctx, b.entries, &b.report) }
}

// write writes answers; aside, if the progress line may stand where they go.
func (a *app) write(answers []byte, aside bool) (err error) {
	if !aside {
		_, err = a.out.Write(answers)
		return err
	}
	a.stderr.aside(func() {
		a.out.Write(answers)
		err = a.out.flushNow()
	})
	return err
}

// batches is the puzzles of the sources in batches, each made in what has come back by
// home as it then is.
func (a *app) batches(ctx context.Context, sources []source, s stage, read *atomic.Int64, home *chan *batch) iter.Seq[*batch] {
	return func(send func(*batch) bool) {
		fresh := func() *batch {
			b := &batch{}
			select {
			case used := <-*home:
				b.entries, b.slots = used.entries[:0], slots{used.slots.cells[:0], used.slots.apart[:0]}
				b.report.out, b.report.notes = used.report.out[:0], used.report.notes[:0]
			default:
			}
			b.report.app, b.done, b.home = a, make(chan struct{}), *home
			return b
		}
		b, taken := fresh(), true
		dispatch := func() bool {
			if taken && (b.size() > 0 || b.fault != nil) {
				if taken = send(b); taken {
					b = fresh()
				}
			}
			return taken
		}
		var lines func(*source, *format.Reader) (int, bool)
		if s.searcher != nil {
			lines = func(from *source, in *format.Reader) (n int, more bool) {
				for {
					n += b.slots.lines(from, in, s.batch)
					if b.size() < s.batch {
						return n, true
					}
					if !dispatch() {
						return n, false
					}
				}
			}
		}
		puzzles(ctx, sources, read, func() { dispatch() }, lines, func(e entry, err error) bool {
			switch {
			case err != nil:
				b.fault = err
				return dispatch() && a.keepGoing
			case s.searcher != nil:
				b.slots.add(&e)
			default:
				b.entries = append(b.entries, e)
			}
			return b.size() < s.batch || dispatch()
		})
		dispatch()
	}
}
