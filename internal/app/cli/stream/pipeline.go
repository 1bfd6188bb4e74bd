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

// Stage describes how a command answers the puzzles that [Run.Stream] reads.
type Stage struct {
	// Batch is the maximum number of classic puzzles per call of the handler.
	Batch int
	// If Direct is true, the goroutine that writes the answers also runs the handler, for one batch after another. Thus
	// answers appear while the handler runs.
	Direct bool
	// Handler returns a new handler. Each worker gets its own, which may keep scratch memory.
	Handler func() Handler
	// Rules returns a handler for batches of puzzles that may not be classic. The handler must call [Slots.Read]. Rules
	// is nil for commands that accept only classic puzzles.
	Rules func() Handler
	// Wrong returns the reason why the command refuses a puzzle, or nil if the command accepts it. Wrong itself is nil
	// if the command accepts all puzzles that Rules permits.
	Wrong func(p *format.Puzzle) error
	// Letters is the value of the letter A in puzzles with one character per cell.
	Letters format.Letters
	// Slow is true if a puzzle may take long. Then progress is shown even if the answers go to the same terminal.
	Slow bool
	// Placed is true if answers contain line numbers. Then one goroutine reads all input in order, to count the lines.
	Placed bool
	// Between is the text written between the answers of two batches.
	Between string
	// Bad, if not nil, appends an answer for bad input to out. It is called if the run continues after bad input.
	Bad func(out []byte, err error) []byte
}

// Handler answers the puzzles of a batch in order. It returns the number of puzzles answered: all, unless ctx has
// ended.
type Handler func(ctx context.Context, puzzles *Slots, r *Report) int

// OneByOne returns a function that makes handlers for puzzles of any rules. A handler reads the puzzles in order, and
// calls answer for each, until answer returns false because ctx ended. The handler itself reports bad input.
func OneByOne(answer func(ctx context.Context, e *Entry, r *Report) bool) func() Handler {
	return func() Handler {
		return func(ctx context.Context, puzzles *Slots, r *Report) int {
			for i := range puzzles.Cells {
				_, err := puzzles.Read(i, nil)
				e := puzzles.Entry(i)
				if err != nil && !r.ReportBad(&e, err) || err == nil && !answer(ctx, &e, r) {
					return i
				}
			}
			return len(puzzles.Cells)
		}
	}
}

// Report collects the answers to a batch, and the notes about its puzzles, before they are written.
type Report struct {
	Out    []byte // the answers, for standard output
	Beside []byte // additional output, for [Run.Beside]
	// InTurn may be set by a handler. [Report.WriteOut] calls InTurn before it writes. The calls happen one at a time,
	// in the order of the input, so InTurn can use the results of earlier puzzles.
	InTurn func(*Report) error
	Status Status
	Tally  Tally
	run    *Run
	notes  []note
	direct bool
	line   int  // the offset to add to all line numbers in the notes
	faults *int // how many bad inputs the run has met so far
}

// note is a line for standard error. The field `entry` is the puzzle that the line is about, or nil.
type note struct {
	entry *Entry
	text  string
	fault error // if not nil, an error of bad input, printed instead of text; with a nil entry, the error is about the whole input
}

// Tally counts puzzles for the notes that are printed at the end of a run.
type Tally struct {
	Puzzles int64
	More    Occurrences // puzzles with more solutions than the answer shows
	Limited Occurrences // puzzles whose count stopped at the limit
	Pencil  Occurrences // puzzles whose pencil marks were ignored
}

// Occurrences counts the puzzles with a certain property, and holds the place of the first.
type Occurrences struct {
	N     int64
	First string // the place of the first such puzzle, as "FILE:LINE"
	first *Entry
}

// Add counts a puzzle. e is the entry of this puzzle.
func (o *Occurrences) Add(e *Entry) {
	if o.N++; o.N == 1 {
		o.first = e
	}
}

// AddPuzzle counts puzzle i of s. It calls s.Entry, which is slower, only for the first puzzle.
func (o *Occurrences) AddPuzzle(s *Slots, i int) {
	if o.N++; o.N == 1 {
		e := s.Entry(i)
		o.first = &e
	}
}

func (o *Occurrences) merge(other *Occurrences, line int) {
	if o.N == 0 && other.N > 0 {
		if o.First = other.First; other.first != nil {
			o.First = other.first.LocationText(line)
		}
	}
	o.N += other.N
}

func (t *Tally) merge(r *Report) {
	t.Puzzles += r.Tally.Puzzles
	t.More.merge(&r.Tally.More, r.line)
	t.Limited.merge(&r.Tally.Limited, r.line)
	t.Pencil.merge(&r.Tally.Pencil, r.line)
}

// NewReport returns an empty report. [Report.WriteOut] writes it to the output of r.
func (r *Run) NewReport() *Report { return &Report{run: r} }

// WriteOut writes the answers and notes of the report. aside is true if the answers go to the terminal that shows the
// progress line; then WriteOut clears this line first.
func (r *Report) WriteOut(aside bool) (err error) {
	if r.InTurn != nil {
		if err := r.InTurn(r); err != nil {
			return err
		}
	}
	if aside {
		r.run.Notes.clearProgress(func() {
			r.run.Out.Write(r.Out)
			err = r.run.Out.Flush()
		})
	} else {
		_, err = r.run.Out.Write(r.Out)
	}
	var b []byte
	for _, n := range r.notes {
		if n.fault != nil {
			r.run.Notes.writeBytes(b)
			b = nil
			if n.entry != nil {
				n.fault = n.entry.Source.textFault(n.fault, n.entry.Line, r.line)
			}
			r.run.printFault(n.fault, r.faults)
			continue
		}
		place := "nonet"
		if n.entry != nil {
			place = n.entry.LocationText(r.line)
		}
		b = append(b, place+": "+n.text+"\n"...)
	}
	r.run.Notes.writeBytes(b)
	r.run.Status.RaiseTo(r.Status)
	if err == nil && len(r.Beside) > 0 {
		_, err = r.run.Beside.Write(r.Beside)
	}
	return err
}

// Note adds a line for standard error. e is the entry that the line is about; nil means none.
func (r *Report) Note(e *Entry, text string) { r.notes = append(r.notes, note{entry: e, text: text}) }

// ReportBad records that e is bad input. `err` is the error. ReportBad returns true if the run continues.
func (r *Report) ReportBad(e *Entry, err error) bool {
	r.notes = append(r.notes, note{entry: e, fault: err})
	return r.run.KeepGoing
}

// ReportFault records the error `err` about a whole input, not about one of its puzzles. It returns true if the run
// continues.
func (r *Report) ReportFault(err *InputError) bool {
	r.notes = append(r.notes, note{fault: err})
	return r.run.KeepGoing
}

// ReportNoSolution sets the exit status and adds a note about a puzzle without a solution. `err` is the reason, or nil.
func (r *Report) ReportNoSolution(e *Entry, err error) {
	r.Status.RaiseTo(None)
	if err != nil {
		r.Note(e, r.run.TextOf("cli.noneWhy", "why", err))
	} else {
		r.Note(e, r.run.TextOf("cli.none"))
	}
}

// ReportUndecided sets the exit status and adds a note about a puzzle whose search reached a limit. `err` is the error
// that names the limit.
func (r *Report) ReportUndecided(e *Entry, err error) {
	r.Status.RaiseTo(Undecided)
	r.Note(e, r.run.TextOf("cli.undecided", "why", Reason(err)))
}

// Reason returns a text that explains err, which ended a search early.
func Reason(err error) any {
	if errors.Is(err, context.DeadlineExceeded) {
		return message.New("search.deadline")
	}
	return err
}

// WriteCollected writes the answers that a handler has added so far, if the stage is Direct. Otherwise it does nothing.
func (r *Report) WriteCollected() error {
	if !r.direct {
		return nil
	}
	_, err := r.run.Out.Write(r.Out)
	r.Out = r.Out[:0]
	return err
}

// AddObject adds v as a line of JSON to the answers.
func (r *Report) AddObject(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		r.Status.RaiseTo(Bad)
		return
	}
	r.Out = append(append(r.Out, b...), '\n')
}

// otherBatch is the number of puzzles per batch if they may not be classic. It is small, because such a puzzle takes
// longer than a hundred classic puzzles.
const otherBatch = 16

// newHandler returns a handler that passes batches of classic puzzles to s.Handler, and other batches to s.Rules.
func (s *Stage) newHandler() Handler {
	classic := s.Handler()
	if s.Rules == nil {
		return classic
	}
	var rules Handler
	return func(ctx context.Context, puzzles *Slots, r *Report) int {
		if !puzzles.hasOtherRules() {
			return classic(ctx, puzzles, r)
		}
		if rules == nil {
			rules = s.Rules()
		}
		return rules(ctx, puzzles, r)
	}
}

// textError reads all puzzles of from.Text. It returns the first error, or nil if the command accepts all puzzles.
func (s *Stage) textError(from *Source) error {
	in := format.NewReader(strings.NewReader(from.Text), format.Options{IgnoreUnknown: true})
	next := nextPuzzleFunc(in, s.Rules == nil, in.Next)
	for {
		switch p, err := next(); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case s.Wrong != nil:
			if err := s.Wrong(&p); err != nil {
				return from.textFault(err, p.Line, 0).Err
			}
		}
	}
}

// batch holds puzzles of the input, and the report of their answers. Its memory is used again for later puzzles.
type batch struct {
	Slots
	fault    error // the error after the last puzzle of the batch, or nil
	bad      bool  // true if fault is about an unreadable puzzle, false if it is about the file
	part     part  // if set, the range of lines that the worker reads and parses
	report   Report
	finished int
}

func (b *batch) reset(r *Run) {
	*b = batch{
		Slots:  Slots{Cells: b.Cells[:0], singles: b.singles[:0]},
		report: Report{run: r, Out: b.report.Out[:0], Beside: b.report.Beside[:0], notes: b.report.notes[:0]},
	}
}

// faultsTold limits how many errors in the input are printed. The rest are only counted. A run with a Part prints all.
const faultsTold = 10

// Stream passes every puzzle of the arguments through the stage, and returns counts for the final notes. Stream itself
// reports bad input. The error comes from a write, from the context of r, or from an argument that is no puzzle. After
// a panic, it is an *OwnFault.
func (r *Run) Stream(args []string, s Stage) (sum Tally, err error) {
	if failure := ordered.Try(func() { sum, err = r.stream(args, s) }); failure != nil {
		err = &OwnFault{failure}
	}
	return sum, err
}

func (r *Run) stream(args []string, s Stage) (sum Tally, err error) {
	sources := r.Sources(args)
	if err := r.checkArguments(sources, s.textError); err != nil {
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
	work, stop := r.batchWork(ctx, &s, sources, &read)
	defer stop()
	if s.Direct {
		direct, work.Workers = s.panicSafeHandler(), 1
	}
	written, faults := r.Continues(), 0
	for b := range work.DoneBatches(ctx) {
		if void := b.setLineNumbers(); void {
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
		complete := b.finished == len(b.Cells)
		if complete && b.bad && r.KeepGoing && s.Bad != nil {
			b.report.Out = s.Bad(b.report.Out, b.fault)
		}
		err = b.report.WriteOut(s.Slow)
		b.report.Tally.Puzzles = int64(b.finished)
		sum.merge(&b.report)
		r.CountAnswered(b.finished)
		if err != nil {
			return sum, err
		}
		if !complete {
			break
		}
		if b.fault != nil && !r.printFault(b.fault, &faults) {
			break
		}
		if !s.Slow { // handlers of slow commands show progress themselves
			r.Notes.Show(func(p *Progress) {
				p.Set(read.Load(), func() string { return r.TextOf("cli.progress", "n", sum.Puzzles) })
			})
		}
	}
	r.printOmittedFaultCount(faults)
	return sum, r.Ctx.Err()
}

// printFault counts an error in *n. It prints the first faultsTold errors; a run with a Part prints all. It returns
// true if the run continues.
func (r *Run) printFault(err error, n *int) bool {
	if *n++; *n <= faultsTold || r.Part != nil {
		r.Fail(err)
	}
	return r.KeepGoing
}

func (r *Run) printOmittedFaultCount(n int) {
	if n > faultsTold && r.Part == nil {
		r.Notes.Line("nonet: " + r.TextOf("cli.faults", "n", n-faultsTold, "all", n))
	}
}

// WorkerCount returns the number of workers for [ordered.Work]; 0 means one per processor.
func (r *Run) WorkerCount() int {
	if r.Part != nil {
		return r.Part.Workers
	}
	return 0
}

// batchWork returns functions that fill batches from the sources, and that answer batches. The caller calls end when
// all batches are done.
func (r *Run) batchWork(ctx context.Context, s *Stage, sources []Source, read *atomic.Int64) (work ordered.Work[batch], end func()) {
	f := &feed{run: r, stage: s}
	f.input = input{ctx, read, func() { f.sendBatch() }}
	next, stop := iter.Pull(func(send func(struct{}) bool) {
		f.send = func() bool { return send(struct{}{}) }
		f.feedSources(sources)
	})
	end = stop
	var left *Memory
	ahead := 0 // the maximum number of batches in memory; 0 means two per worker
	switch {
	case r.Part != nil && r.Part.Workers == 1:
		ahead, left = 1, r.Part.Memory
	case r.Part == nil && len(sources) == 1 && sources[0].Text != "" && !strings.Contains(sources[0].Text, "\n"):
		ahead = 1 // answering a puzzle in the arguments takes less time than starting other goroutines
	}
	work = ordered.Work[batch]{
		Workers: r.WorkerCount(),
		Ahead:   ahead,
		Pull: func(_ context.Context, empty *batch) bool {
			empty.reset(r)
			f.batch = empty
			_, ok := next()
			return ok
		},
		Worker: func() func(context.Context, *batch) {
			length := left
			if length == nil {
				length = new(Memory)
			}
			handle := func(context.Context, *Slots, *Report) int { return 0 }
			if !s.Direct {
				handle = s.panicSafeHandler()
			}
			return func(ctx context.Context, b *batch) {
				length.text = b.readPart(length.text)
				b.finished = handle(ctx, &b.Slots, &b.report)
			}
		},
	}
	if left != nil {
		work.Only = &left.batch
		end = func() {
			stop()
			left.emptyBuffers()
		}
	}
	return work, end
}

// feed puts the puzzles of the sources into batches. Each call of Pull fills one batch.
type feed struct {
	input
	run   *Run
	stage *Stage

	batch *batch      // the empty batch that the next puzzles fill
	send  func() bool // passes the batch on and waits for the next call of Pull; false means that the run ends
	ended bool        // true after send has returned false
}

func (f *feed) sendBatch() bool {
	if b := f.batch; !f.ended && (len(b.Cells) > 0 || b.fault != nil || b.part.run != nil) {
		f.ended = !f.send()
	}
	return !f.ended
}

func (f *feed) feedSources(sources []Source) {
	for i := range sources {
		from := &sources[i]
		var p format.Puzzle // the latest puzzle from the reader
		if !readItems(&f.input, from, func(file io.Reader) (func() error, func() (int, bool)) {
			in := format.NewReader(file, format.Options{IgnoreUnknown: true, Letters: f.stage.Letters, Section: from.section})
			patience := 0
			nextPuzzle := nextPuzzleFunc(in, f.stage.Rules == nil, in.NextUnread)
			next := func() (err error) {
				p, err = nextPuzzle()
				return err
			}
			return next, func() (int, bool) { return f.dispatchLines(from, in, file, &patience) }
		}, func(err error, one bool) bool {
			b := f.batch
			if err != nil {
				b.fault, b.bad = err, one
				return f.sendBatch() && f.run.KeepGoing
			}
			item := newMixedPuzzle(from, p)
			plain := item.unread == nil
			if len(b.Cells) > 0 && b.hasOtherRules() == plain {
				if !f.sendBatch() {
					return false
				}
				b = f.batch
			}
			b.Cells, b.singles = append(b.Cells, p.Grid.Values()), append(b.singles, item)
			return len(b.Cells) < f.stage.Batch && (plain || len(b.Cells) < otherBatch) || f.sendBatch()
		}) {
			break
		}
	}
	f.sendBatch()
}

// dispatchLines puts puzzles into batches while each line is a whole puzzle, and returns the number of these puzzles.
// Later it calls dispatchRanges, so that workers read the lines. It does so for the first time after *patience + 1 full
// batches. If a worker finds a line that is not a whole puzzle, dispatchLines increases *patience. The result `more` is
// false if the run ends.
func (f *feed) dispatchLines(from *Source, in *format.Reader, file io.Reader, patience *int) (n int, more bool) {
	if f.batch.hasOtherRules() {
		return 0, true // this batch has puzzles that may not be classic, so it must not get classic puzzles
	}
	for wait := *patience; ; wait-- {
		n += f.batch.appendLines(from, in, f.stage.Batch)
		if len(f.batch.Cells) < f.stage.Batch {
			return n, true
		}
		if !f.sendBatch() {
			return n, false
		}
		if wait > 0 {
			continue
		}
		taken, broke, more := f.dispatchRanges(from, in, file)
		if n += taken; !more {
			return n, false
		}
		if broke {
			*patience = 2**patience + 1
			return n, true
		}
	}
}

// A panic is an error of this program at one puzzle. Only the answer to this puzzle may be lost. Earlier answers are
// written. With --keep-going, later answers are also written.

// OwnFault reports a panic of this program. If the message names no puzzle, the panic occurred while reading.
type OwnFault struct{ Panic *ordered.Panic }

func (e *OwnFault) Error() string { return e.Message().String() }

// Message returns a text with the panic's value and its place in the source code.
func (e *OwnFault) Message() message.Message {
	return message.New("error.own", "what", e.Panic.ShortText())
}

// panicSafeHandler returns the stage's handler, guarded against panics. The guard reports a puzzle that causes a panic
// as bad input.
func (s *Stage) panicSafeHandler() Handler {
	handle := s.newHandler()
	return func(ctx context.Context, puzzles *Slots, r *Report) (n int) {
		before := r.saveState()
		failure := ordered.Try(func() { n = handle(ctx, puzzles, r) })
		if failure == nil {
			return n
		}
		// Answer the puzzles again one by one, each with a new handler, because the panic may have damaged the old one.
		for i := range puzzles.Cells {
			if len(puzzles.Cells) > 1 {
				r.restoreState(before)
				failure = ordered.Try(func() { n = s.newHandler()(ctx, puzzles.Slice(i, puzzles.Cells[i:i+1]), r) })
			}
			switch {
			case failure != nil:
				e := puzzles.Entry(i)
				r.restoreState(before)
				if !r.ReportBad(&e, &OwnFault{failure}) {
					return i
				}
				if s.Bad != nil {
					r.Out = s.Bad(r.Out, &OwnFault{failure})
				}
			case n == 0:
				return i
			}
			if before = r.saveState(); s.Between != "" && i+1 < len(puzzles.Cells) {
				r.Out = append(r.Out, s.Between...)
				before = r.saveState()
			}
		}
		return len(puzzles.Cells)
	}
}

// reportState holds the lengths and counters of a report, so that restoreState can remove later additions.
type reportState struct {
	out, beside, notes int
	status             Status
	tally              Tally
}

func (r *Report) saveState() reportState {
	return reportState{len(r.Out), len(r.Beside), len(r.notes), r.Status, r.Tally}
}

// restoreState removes what was added to the report since saveState. It keeps what was already written.
func (r *Report) restoreState(to reportState) {
	r.Out, r.Beside, r.notes = r.Out[:min(to.out, len(r.Out))], r.Beside[:min(to.beside, len(r.Beside))], r.notes[:to.notes]
	r.Status, r.Tally, r.InTurn = to.status, to.tally, nil
}
