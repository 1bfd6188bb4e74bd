package stream

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"sync/atomic"

	"nonet/format"
	"nonet/internal/ordered"
	"nonet/message"
)

// Stage is what a command does with puzzles.
type Stage struct {
	// Batch is how many puzzles are handled at once.
	Batch int
	// Direct runs the handler on the writer's goroutine, one batch after the
	// other, so that its answers go out while it runs.
	Direct bool
	// Handler makes one handler a worker, which may keep scratch space.
	Handler func() Handler
	// Searcher, in place of a handler, makes one that takes whole batches to an
	// engine.
	Searcher func() Searcher
	// Slow says that a puzzle may take long enough for its progress to be worth
	// showing even where the answers appear on the same terminal.
	Slow bool
	// Between is written between the answers of two batches.
	Between string
	// Bad appends what stands in place of an answer to bad input, after which the run
	// goes on; nil where there is nothing.
	Bad func(out []byte, why error) []byte
}

// Handler answers entries in order and returns how many it has finished: all of
// them, unless ctx ended.
type Handler func(ctx context.Context, entries []Entry, r *Report) int

// Searcher is a handler of puzzles that are searched together.
type Searcher func(ctx context.Context, puzzles *Slots, r *Report) int

// Report is what comes of a batch.
type Report struct {
	Out    []byte // for standard output
	Status Status
	Tally  Tally
	run    *Run
	notes  []note
	direct bool
}

// note is a line for standard error, on an entry or on the whole.
type note struct {
	entry *Entry
	text  string
}

// Tally counts what is worth one note at the end of a run.
type Tally struct {
	Puzzles int64
	More    Occurrences // puzzles with more solutions than shown
	Limited Occurrences // counts that ended at the limit
	Pencil  Occurrences // puzzles whose pencil marks were passed over
}

// Occurrences are how many puzzles something is true of.
type Occurrences struct {
	N     int64
	First string // where the first one is
	first *Entry
}

// Add counts an entry.
func (o *Occurrences) Add(e *Entry) {
	if o.N++; o.N == 1 {
		first := *e
		o.first = &first
	}
}

func (o *Occurrences) merge(other *Occurrences) {
	if o.N == 0 && other.N > 0 {
		o.First = other.first.Place()
	}
	o.N += other.N
}

func (t *Tally) merge(other *Tally) {
	t.Puzzles += other.Puzzles
	t.More.merge(&other.More)
	t.Limited.merge(&other.Limited)
	t.Pencil.merge(&other.Pencil)
}

// NewReport is a report of its own, which [Report.Hand] hands over.
func (r *Run) NewReport() *Report { return &Report{run: r} }

// Hand writes what was reported.
func (r *Report) Hand(answersAside bool) error {
	err := r.run.write(r.Out, answersAside)
	r.run.note(r.notes)
	r.run.Status.Worse(r.Status)
	return err
}

// shift adds to the lines of everything that was noted.
func (r *Report) shift(lines int) {
	for _, n := range r.notes {
		if n.entry != nil {
			n.entry.Line += lines
		}
	}
	for _, o := range []*Occurrences{&r.Tally.More, &r.Tally.Limited, &r.Tally.Pencil} {
		if o.first != nil {
			o.first.Line += lines
		}
	}
}

// Note adds a line for standard error about an entry; e is nil if it is about none.
func (r *Report) Note(e *Entry, text string) {
	if e != nil {
		one := *e
		e = &one
	}
	r.notes = append(r.notes, note{e, text})
}

// None reports a puzzle without a solution, and why.
func (r *Report) None(e *Entry, why error) {
	r.Status.Worse(None)
	if why != nil {
		r.Note(e, r.run.T("cli.noneWhy", "why", why))
	} else {
		r.Note(e, r.run.T("cli.none"))
	}
}

// Undecided reports a puzzle that a limit kept from being decided.
func (r *Report) Undecided(e *Entry, why error) {
	r.Status.Worse(Undecided)
	r.Note(e, r.run.T("cli.undecided", "why", Reason(why)))
}

// Reason is why a search was cut short, as a text of the catalogue.
func Reason(err error) any {
	if errors.Is(err, context.DeadlineExceeded) {
		return message.New("search.deadline")
	}
	return err
}

// Spill hands on what a direct handler has so far, if it is worth a write.
func (r *Report) Spill() error {
	if !r.direct {
		return nil
	}
	_, err := r.run.Out.Write(r.Out)
	r.Out = r.Out[:0]
	return err
}

// Object writes a JSON object on a line of its own.
func (r *Report) Object(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		r.Status.Worse(Bad)
		return
	}
	r.Out = append(append(r.Out, b...), '\n')
}

// batch is some puzzles on their way, and what stood after them.
type batch struct {
	entries  []Entry // for a handler
	slots    Slots   // for a searcher
	fault    error   // what was wrong with what followed the puzzles
	bad      bool    // that was something read, in place of a puzzle
	part     part    // of a run of lines, which the worker reads
	report   Report
	finished int
}

// size is how many puzzles the batch has.
func (b *batch) size() int { return len(b.entries) + len(b.slots.Cells) }

func (b *batch) reset(r *Run) {
	b.entries, b.slots = b.entries[:0], Slots{Cells: b.slots.Cells[:0], apart: b.slots.apart[:0]}
	b.fault, b.bad, b.finished, b.part = nil, false, 0, part{}
	b.report = Report{run: r, Out: b.report.Out[:0], notes: b.report.notes[:0]}
}

// faultsTold is how many faults of the input are told before they are but counted.
const faultsTold = 10

// Stream sends every puzzle of the arguments through the stage and returns what there
// was. It reports bad input itself; errors are those of writing, or the context's.
func (r *Run) Stream(args []string, s Stage) (Tally, error) {
	sources := r.Sources(args)
	if err := r.certain(sources, func(s *Source) error {
		_, err := format.Parse(s.Text)
		return err
	}); err != nil {
		return Tally{}, err
	}
	ctx, cancel := context.WithCancel(r.Ctx)
	defer cancel()
	r.Out.OnFailure(cancel)

	total := int64(0)
	for _, src := range sources {
		if total += src.Size; src.Size < 0 || s.Slow {
			total = -1
			break
		}
	}
	r.StartProgress(total, s.Slow)
	defer r.Notes.EndProgress()

	var read atomic.Int64
	var sum Tally
	direct := func(context.Context, *batch) {}
	work, stop := r.work(ctx, &s, sources, &read)
	defer stop()
	if s.Direct {
		direct, work.Workers = work.Worker(), 1
		work.Worker = func() func(context.Context, *batch) { return func(context.Context, *batch) {} }
	}
	written, faults := false, 0
	for b := range work.Done(ctx) {
		if void := b.settle(); void {
			continue
		}
		if s.Between != "" && written && b.size() > 0 {
			r.Out.Write([]byte(s.Between))
		}
		b.report.direct = s.Direct
		direct(ctx, b)
		written = written || b.finished > 0
		whole := b.finished == b.size()
		if whole && b.bad && r.KeepGoing && s.Bad != nil {
			b.report.Out = s.Bad(b.report.Out, b.fault)
		}
		err := b.report.Hand(s.Slow)
		b.report.Tally.Puzzles = int64(b.finished)
		sum.merge(&b.report.Tally)
		if err != nil {
			return sum, err
		}
		if !whole {
			break
		}
		if b.fault != nil {
			if !r.fault(b.fault, &faults) {
				break
			}
		}
		if !s.Slow { // else the handler shows how far it is
			r.Notes.Show(func(p *Progress) {
				p.Set(read.Load(), func() string { return r.T("cli.progress", "n", sum.Puzzles) })
			})
		}
	}
	r.moreFaults(faults)
	return sum, r.Ctx.Err()
}

// fault tells what is wrong, if it is one of the first, and reports whether to go on.
func (r *Run) fault(err error, n *int) bool {
	if *n++; *n <= faultsTold {
		r.Fail(err)
	}
	return r.KeepGoing
}

// moreFaults counts what was wrong beyond what was told.
func (r *Run) moreFaults(n int) {
	if n > faultsTold {
		r.Notes.Line("nonet: " + r.T("cli.faults", "n", n-faultsTold, "all", n))
	}
}

// work is how the batches of the sources come about; stop ends it.
func (r *Run) work(ctx context.Context, s *Stage, sources []Source, read *atomic.Int64) (work ordered.Work[batch], stop func()) {
	f := &feed{run: r, stage: s}
	f.input = input{ctx, read, func() { f.dispatch() }}
	next, stop := iter.Pull(func(send func(struct{}) bool) {
		f.send = func() bool { return send(struct{}{}) }
		f.all(sources)
	})
	work = ordered.Work[batch]{
		Pull: func(_ context.Context, empty *batch) bool {
			empty.reset(r)
			f.batch = empty
			_, ok := next()
			return ok
		},
		Worker: func() func(context.Context, *batch) {
			if s.Searcher != nil {
				search, text := s.Searcher(), []byte(nil)
				return func(ctx context.Context, b *batch) {
					text = b.read(text)
					b.finished = search(ctx, &b.slots, &b.report)
				}
			}
			handle := s.Handler()
			return func(ctx context.Context, b *batch) { b.finished = handle(ctx, b.entries, &b.report) }
		},
	}
	return work, stop
}

// write writes answers; aside, if the progress line may stand where they go.
func (r *Run) write(answers []byte, aside bool) (err error) {
	if !aside {
		_, err = r.Out.Write(answers)
		return err
	}
	r.Notes.aside(func() {
		r.Out.Write(answers)
		err = r.Out.Flush()
	})
	return err
}

// note writes notes.
func (r *Run) note(all []note) {
	var b []byte
	for _, n := range all {
		if n.entry != nil {
			b = append(append(b, n.entry.Place()...), ": "...)
		} else {
			b = append(b, "nonet: "...)
		}
		b = append(append(b, n.text...), '\n')
	}
	r.Notes.bytes(b)
}

// feed makes batches of the puzzles of sources, one at a time, in the turn.
type feed struct {
	input
	run   *Run
	stage *Stage

	batch *batch      // that of the worker whose turn it is
	send  func() bool // gives it away, and waits for the next turn and its batch
	ended bool        // there are no more turns
}

func (f *feed) dispatch() bool {
	if b := f.batch; !f.ended && (b.size() > 0 || b.fault != nil || b.part.run != nil) {
		f.ended = !f.send()
	}
	return !f.ended
}

func (f *feed) all(sources []Source) {
	for i := range sources {
		from := &sources[i]
		if !each(&f.input, from, func(file io.Reader) (func() (format.Puzzle, error), func() (int, bool)) {
			in, patience := format.NewReader(file), 0
			if f.stage.Searcher == nil {
				return in.Next, nil
			}
			return in.Next, func() (int, bool) { return f.lines(from, in, file, &patience) }
		}, func(p format.Puzzle, err error, one bool) bool {
			b := f.batch
			switch {
			case err != nil:
				b.fault, b.bad = err, one
				return f.dispatch() && f.run.KeepGoing
			case f.stage.Searcher != nil:
				b.slots.add(&Entry{p, from})
			default:
				b.entries = append(b.entries, Entry{p, from})
			}
			return b.size() < f.stage.Batch || f.dispatch()
		}) {
			break
		}
	}
	f.dispatch()
}

// lines takes lines of their own for as long as there are, and returns how many puzzles
// that was. Once they fill a batch, workers read them where that can be; after a run that
// broke, it is some batches, patience, until the next.
func (f *feed) lines(from *Source, in *format.Reader, file io.Reader, patience *int) (n int, more bool) {
	for wait := *patience; ; wait-- {
		n += f.batch.slots.lines(from, in, f.stage.Batch)
		if f.batch.size() < f.stage.Batch {
			return n, true
		}
		if !f.dispatch() {
			return n, false
		}
		if wait > 0 {
			continue
		}
		taken, broke, more := f.ranges(from, in, file)
		if n += taken; !more {
			return n, false
		}
		if broke {
			*patience = 2**patience + 1
			return n, true
		}
	}
}
