package stream

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"strings"
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
	// Rules makes one for batches of puzzles that are of other rules, or may be, as
	// [format.Reader.Defer] hands them out; nil where the command takes classic puzzles alone.
	Rules func() Handler
	// Wrong is why the command does not take a puzzle of other rules, nil if it does.
	Wrong func(p *format.Puzzle) error
	// Letters says what A stands for in a board of one character a cell.
	Letters format.Letters
	// Slow says that a puzzle may take long enough for its progress to be worth
	// showing even where the answers appear on the same terminal.
	Slow bool
	// Placed says that answers name the lines that puzzles stand on, which are known
	// only to who reads all in order.
	Placed bool
	// Between is written between the answers of two batches.
	Between string
	// Bad appends what stands in place of an answer to bad input, after which the run
	// goes on; nil where there is nothing.
	Bad func(out []byte, why error) []byte
}

// Handler answers a batch of puzzles in order and returns how many it has finished: all
// of them, unless ctx ended.
type Handler func(ctx context.Context, puzzles *Slots, r *Report) int

// Singly makes handlers that answer one puzzle after the other until answer returns
// false, as ctx ended.
func Singly(answer func(ctx context.Context, e *Entry, r *Report) bool) func() Handler {
	return func() Handler {
		return func(ctx context.Context, puzzles *Slots, r *Report) int {
			for i := range puzzles.Cells {
				if e := puzzles.Entry(i); !answer(ctx, &e, r) {
					return i
				}
			}
			return len(puzzles.Cells)
		}
	}
}

// Report is what comes of a batch.
type Report struct {
	Out    []byte // for standard output
	Beside []byte // for [Run.Beside]
	// InTurn, if a handler sets it, is called before the report is handed on, one report after the
	// other in the order of the input: what depends on puzzles before is done there.
	InTurn func(*Report) error
	Status Status
	Tally  Tally
	run    *Run
	notes  []note
	direct bool
	line   int  // to add to the lines of everything that was noted
	faults *int // bad input in the run so far
}

// note is a line for standard error, on an entry or on the whole.
type note struct {
	entry *Entry
	text  string
	fault error // bad input, in place of a text; of an entry, what is wrong with it
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
		o.first = e
	}
}

func (o *Occurrences) merge(other *Occurrences, line int) {
	if o.N == 0 && other.N > 0 {
		o.First = other.first.Place(line)
	}
	o.N += other.N
}

func (t *Tally) merge(r *Report) {
	t.Puzzles += r.Tally.Puzzles
	t.More.merge(&r.Tally.More, r.line)
	t.Limited.merge(&r.Tally.Limited, r.line)
	t.Pencil.merge(&r.Tally.Pencil, r.line)
}

// NewReport is a report of its own, which [Report.Hand] hands over.
func (r *Run) NewReport() *Report { return &Report{run: r} }

// Hand writes what was reported; aside, if the progress line may stand where the answers
// go.
func (r *Report) Hand(aside bool) (err error) {
	if r.InTurn != nil {
		if err := r.InTurn(r); err != nil {
			return err
		}
	}
	if aside {
		r.run.Notes.aside(func() {
			r.run.Out.Write(r.Out)
			err = r.run.Out.Flush()
		})
	} else {
		_, err = r.run.Out.Write(r.Out)
	}
	var b []byte
	for _, n := range r.notes {
		if n.fault != nil {
			r.run.Notes.bytes(b)
			b = nil
			if n.entry != nil {
				n.fault = n.entry.Source.textFault(n.fault, n.entry.Line, r.line)
			}
			r.run.fault(n.fault, r.faults)
			continue
		}
		place := "nonet"
		if n.entry != nil {
			place = n.entry.Place(r.line)
		}
		b = append(b, place+": "+n.text+"\n"...)
	}
	r.run.Notes.bytes(b)
	r.run.Status.Worse(r.Status)
	if err == nil && len(r.Beside) > 0 {
		_, err = r.run.Beside.Write(r.Beside)
	}
	return err
}

// Note adds a line for standard error about an entry; e is nil if it is about none.
func (r *Report) Note(e *Entry, text string) { r.notes = append(r.notes, note{entry: e, text: text}) }

// Bad reports an entry whose text is no puzzle, and whether to go on.
func (r *Report) Bad(e *Entry, why error) bool {
	r.notes = append(r.notes, note{entry: e, fault: why})
	return r.run.KeepGoing
}

// Fault reports what is wrong with an input beside the puzzles, and whether to go on.
func (r *Report) Fault(why *InputError) bool {
	r.notes = append(r.notes, note{fault: why})
	return r.run.KeepGoing
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

// otherBatch is how many puzzles of other rules are handled at once: each takes longer than a
// hundred classic ones.
const otherBatch = 16

// handler makes one for every batch.
func (s *Stage) handler() Handler {
	classic := s.Handler()
	if s.Rules == nil {
		return classic
	}
	var rules Handler
	return func(ctx context.Context, puzzles *Slots, r *Report) int {
		if !puzzles.others() {
			return classic(ctx, puzzles, r)
		}
		if rules == nil {
			rules = s.Rules()
		}
		return rules(ctx, puzzles, r)
	}
}

// wrong is what is wrong with the text of a source.
func (s *Stage) wrong(from *Source) error {
	in := format.NewReader(strings.NewReader(from.Text))
	if s.Rules == nil {
		in.Classic()
	}
	for {
		switch p, err := in.Next(); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case p.Other != nil:
			if err := s.Wrong(&p); err != nil {
				return from.textFault(err, p.Line, 0).Err
			}
		}
	}
}

// batch is some puzzles on their way, and what stood after them.
type batch struct {
	Slots
	fault    error // what was wrong with what followed the puzzles
	bad      bool  // that was something read, in place of a puzzle
	part     part  // of a run of lines, which the worker reads
	report   Report
	finished int
}

// reset empties the batch and keeps its memory.
func (b *batch) reset(r *Run) {
	*b = batch{
		Slots:  Slots{Cells: b.Cells[:0], apart: b.apart[:0]},
		report: Report{run: r, Out: b.report.Out[:0], Beside: b.report.Beside[:0], notes: b.report.notes[:0]},
	}
}

// faultsTold is how many faults of the input are told before they are but counted.
const faultsTold = 10

// Stream sends every puzzle of the arguments through the stage and returns what there
// was. It reports bad input itself; errors are those of writing, or the context's.
func (r *Run) Stream(args []string, s Stage) (sum Tally, err error) {
	if failure := ordered.Try(func() { sum, err = r.stream(args, s) }); failure != nil {
		err = &OwnFault{failure}
	}
	return sum, err
}

func (r *Run) stream(args []string, s Stage) (sum Tally, err error) {
	sources := r.Sources(args)
	if err := r.certain(sources, s.wrong); err != nil {
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
	var direct Handler
	work, stop := r.work(ctx, &s, sources, &read)
	defer stop()
	if s.Direct {
		direct, work.Workers = s.guarded(), 1
	}
	written, faults := r.Continues(), 0
	for b := range work.Done(ctx) {
		if void := b.settle(); void {
			continue
		}
		if s.Between != "" && written && len(b.Cells) > 0 {
			r.Out.Write([]byte(s.Between))
		}
		if b.report.direct = s.Direct; s.Direct {
			b.finished = direct(ctx, &b.Slots, &b.report)
		}
		b.report.faults = &faults
		written = written || b.finished > 0
		whole := b.finished == len(b.Cells)
		if whole && b.bad && r.KeepGoing && s.Bad != nil {
			b.report.Out = s.Bad(b.report.Out, b.fault)
		}
		err = b.report.Hand(s.Slow)
		b.report.Tally.Puzzles = int64(b.finished)
		sum.merge(&b.report)
		r.Answered(b.finished)
		if err != nil {
			return sum, err
		}
		if !whole {
			break
		}
		if b.fault != nil && !r.fault(b.fault, &faults) {
			break
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
	if *n++; *n <= faultsTold || r.Part != nil {
		r.Fail(err)
	}
	return r.KeepGoing
}

// moreFaults counts what was wrong beyond what was told.
func (r *Run) moreFaults(n int) {
	if n > faultsTold && r.Part == nil {
		r.Notes.Line("nonet: " + r.T("cli.faults", "n", n-faultsTold, "all", n))
	}
}

// workers is how many batches are worked on at once, 0 for one a processor.
func (r *Run) workers() int {
	if r.Part != nil {
		return r.Part.Workers
	}
	return 0
}

// ahead is how many batches there may be at once, 0 for two a worker. A puzzle that stands in the
// command is answered before other goroutines had begun, and a thread for them.
func (r *Run) ahead(sources []Source) int {
	if r.Part != nil && r.Part.Workers == 1 || r.Part == nil && len(sources) == 1 && sources[0].oneLine() {
		return 1
	}
	return 0
}

// work is how the batches of the sources come about; end ends it.
func (r *Run) work(ctx context.Context, s *Stage, sources []Source, read *atomic.Int64) (work ordered.Work[batch], end func()) {
	f := &feed{run: r, stage: s}
	f.input = input{ctx, read, func() { f.dispatch() }}
	next, stop := iter.Pull(func(send func(struct{}) bool) {
		f.send = func() bool { return send(struct{}{}) }
		f.all(sources)
	})
	end = stop
	var left *Memory
	ahead := r.ahead(sources)
	if ahead == 1 && r.Part != nil {
		left = r.Part.Memory
	}
	work = ordered.Work[batch]{
		Workers: r.workers(),
		Ahead:   ahead,
		Pull: func(_ context.Context, empty *batch) bool {
			empty.reset(r)
			f.batch = empty
			_, ok := next()
			return ok
		},
		Worker: func() func(context.Context, *batch) {
			own := left
			if own == nil {
				own = new(Memory)
			}
			handle := func(context.Context, *Slots, *Report) int { return 0 }
			if !s.Direct {
				handle = s.guarded()
			}
			return func(ctx context.Context, b *batch) {
				own.text = b.read(own.text)
				b.finished = handle(ctx, &b.Slots, &b.report)
			}
		},
	}
	if left != nil {
		work.Only = &left.batch
		end = func() {
			stop()
			left.tidy()
		}
	}
	return work, end
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
	if b := f.batch; !f.ended && (len(b.Cells) > 0 || b.fault != nil || b.part.run != nil) {
		f.ended = !f.send()
	}
	return !f.ended
}

func (f *feed) all(sources []Source) {
	for i := range sources {
		from := &sources[i]
		if !each(&f.input, from, func(file io.Reader) (func() (format.Puzzle, error), func() (int, bool)) {
			in, patience := format.NewReader(file), 0
			if f.stage.Rules == nil {
				in.Classic()
			} else {
				in.Defer().Letters(f.stage.Letters)
			}
			in.Cut(from.section)
			return in.Next, func() (int, bool) { return f.lines(from, in, file, &patience) }
		}, func(p format.Puzzle, err error, one bool) bool {
			b := f.batch
			if err != nil {
				b.fault, b.bad = err, one
				return f.dispatch() && f.run.KeepGoing
			}
			if len(b.Cells) > 0 && b.others() != other(&p) {
				if !f.dispatch() {
					return false
				}
				b = f.batch
			}
			b.add(from, &p)
			return len(b.Cells) < f.stage.Batch && (!other(&p) || len(b.Cells) < otherBatch) || f.dispatch()
		}) {
			break
		}
	}
	f.dispatch()
}

// lines takes lines of their own while there are, how many; of a full batch on, workers read
// them. After a run that broke it is patience batches until the next.
func (f *feed) lines(from *Source, in *format.Reader, file io.Reader, patience *int) (n int, more bool) {
	if f.batch.others() {
		return 0, true // the next puzzle that is none ends it
	}
	for wait := *patience; ; wait-- {
		n += f.batch.lines(from, in, f.stage.Batch)
		if len(f.batch.Cells) < f.stage.Batch {
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
