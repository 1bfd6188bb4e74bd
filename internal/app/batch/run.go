package batch

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"nonet/internal/app/cli/stream"
	"nonet/internal/job"
)

// Work is the function that a job runs on each shard, or on a span, which is a part of a shard. status is the exit
// status of the command. An error means that the task is not finished.
type Work func(ctx context.Context, t *Task) (status int, err error)

// Run works on a task, and returns the output, which the caller commits or joins with other outputs. After an error, Run
// has discarded the output.
func (w Work) Run(ctx context.Context, output *Output, task *Task) (*Piece, error) {
	start, t := time.Now(), *task
	t.Out, t.Notes, t.Puzzles = output, output.Notes(), new(atomic.Int64)
	status, err := 0, error(nil)
	if t.Len() > 0 || !t.Continues || t.Whole { // otherwise no line begins in this part of the text
		status, err = w(ctx, &t)
	}
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		output.Discard()
		return nil, err
	}
	return &Piece{output, job.Entry{Status: status, Puzzles: t.Puzzles.Load(), Took: time.Since(start).Milliseconds()}}, nil
}

// Piece is the output of a shard or a span, with its entry for the manifest.
type Piece struct {
	Output *Output
	Entry  job.Entry
}

// Task describes the shard, or the span of a shard, that a Work processes.
type Task struct {
	// In is the part of the input that the task must work on. It is nil if the task is a range of numbers, which are
	// From to To−1.
	In       *io.SectionReader
	From, To uint64
	// Cut is set if the job may cut the input between two lines. Behind is set if the task's text does not begin at the
	// beginning of the input. Torn is set if the text may begin or end within a puzzle of several lines.
	Cut, Behind, Torn bool
	// Continues is set if the output is appended to an earlier output. Then the output has no header.
	Continues bool
	// Whole is set if the output depends on the whole shard, which must not be divided.
	Whole      bool
	Out, Notes io.Writer
	// Puzzles counts the puzzles that the work has finished.
	Puzzles *atomic.Int64
}

// Len returns the length of the task: the bytes of its text, or how many numbers it has.
func (t *Task) Len() int64 {
	if t.In != nil {
		return t.In.Size()
	}
	return int64(t.To - t.From)
}

// BadInputError reports that a shard has bad input, so the job must stop.
type BadInputError struct {
	Shard  job.Shard
	Status int
	Notes  string // the notes, with line numbers in the shard; [Inputs.LocateNotes] converts these to lines of the input
}

// EndsJob reports whether the exit status of one shard ends the whole job. The job ends if status equals `bad` and
// `bad` is not 0, or if status means that the input must not be divided.
func EndsJob(status, bad int) bool {
	return bad != 0 && status == bad || status == int(stream.Several)
}

func (e *BadInputError) Error() string { return e.Notes }

// sumOfEntries returns the entry a with the work of b added.
func sumOfEntries(a, b job.Entry) job.Entry {
	status := stream.Status(a.Status)
	status.RaiseTo(stream.Status(b.Status))
	a.Status = int(status)
	a.Puzzles += b.Puzzles
	a.Took += b.Took
	return a
}

// Runner runs the shards of a job on this machine.
type Runner struct {
	Manifest *job.Manifest
	Dir      *Dir
	Inputs   *Inputs
	Work     Work
	Workers  int
	// Mine reports whether a shard belongs to this process; nil selects all shards.
	Mine func(shard int) bool
	// BadStatus is the exit status that ends the job; 0 means none.
	BadStatus int
	Worker    string // the name of this worker in the entries
	// Whole is set if the output depends on the whole shard, so that shards are not divided.
	Whole bool

	mu       sync.Mutex
	queue    []job.Shard            // the shards that have not begun
	unbegun  int64                  // the total length of what has not begun, in bytes or numbers
	pace     float64                // the pace of the last span, in bytes or numbers per second; 0 before the first
	gatherer *gatherer              // the writer of the gathered file; nil if there is no such file
	starts   []int64                // for each input, the offset in the gathered file of its first output, if each output is as long as its text
	begun    map[*underway]struct{} // the shards that have begun and are not complete
	first    [2]int64               // the index of the input that has the first puzzle, and the puzzle's offset
	puzzles  atomic.Int64
	passed   atomic.Int64 // how much work is done, in bytes of text or in numbers of a range
	started  time.Time
}

// Progress says how much of a job is done, and how fast.
type Progress struct {
	job.Sums
	Working        int   // the number of shards that workers have begun
	Fresh          int64 // the number of puzzles finished in this run
	Passed, Length int64 // Passed: how much this run has done; Length: how much it must do; both in bytes or numbers
	Since          time.Duration
}

// Run works on the missing shards. It returns when they are done, when ctx ends, or after the first error. Shards that
// have finished by then are in the manifest.
func (r *Runner) Run(ctx context.Context, report func(Progress)) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.started = time.Now()
	r.prepareRun()
	length := int64(0)
	for s := range r.Manifest.MissingShards {
		if r.Mine == nil || r.Mine(s.N) {
			r.queue = append(r.queue, s)
			length += s.To - s.From
		}
	}
	r.unbegun = length
	var working atomic.Int64
	if r.Dir.gathering != nil && r.Dir.gathering.file != nil {
		r.gatherer = newGatherer(r.Dir, r.Manifest, r.Workers)
		if err := r.gatherer.appendReadyOutputs(); err != nil {
			return err
		}
		r.starts = make([]int64, len(r.Inputs.All))
		for i := 1; i < len(r.starts); i++ {
			r.starts[i] = r.starts[i-1] + r.Inputs.All[i-1].Length()
		}
	}
	var workers sync.WaitGroup
	for range r.Workers {
		workers.Go(func() {
			var last *span
			for ctx.Err() == nil {
				s, err := r.nextSpan(last)
				if s == nil && err == nil {
					return
				}
				var done *Piece
				if err == nil {
					last = cmp.Or(s.continued, s)
					working.Add(1)
					done, err = r.runSpan(ctx, s)
					working.Add(-1)
				}
				if err == nil && done != nil {
					err = r.enterPiece(s.of.shard, done)
				}
				if err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	done := make(chan struct{})
	go func() {
		workers.Wait()
		r.discardIncomplete()
		if r.gatherer != nil {
			if err := r.gatherer.spillHeldOutputs(); err != nil {
				cancel(err)
			}
		}
		close(done)
	}()
	ReportUntil(done, report, func() Progress { return r.progress(int(working.Load()), length) })
	return context.Cause(ctx)
}

// ReportUntil calls report with the result of progress every 200 ms, and once more when done is closed. report may be
// nil.
func ReportUntil(done <-chan struct{}, report func(Progress), progress func() Progress) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for ended := false; !ended; {
		select {
		case <-tick.C:
		case <-done:
			ended = true
		}
		if report != nil {
			report(progress())
		}
	}
}

func (r *Runner) enterPiece(s job.Shard, p *Piece) error {
	if err := p.Output.fillEntry(r.Manifest, s, &p.Entry); err != nil {
		p.Output.Discard()
		return err
	}
	if r.gatherer != nil {
		return r.gatherer.takePiece(s.N, p)
	}
	return p.store(r.Manifest)
}

func (r *Runner) progress(working int, length int64) Progress {
	return Progress{Sums: r.Manifest.Sums(), Working: working, Fresh: r.puzzles.Load(), Passed: r.passed.Load(), Length: length, Since: time.Since(r.started)}
}

// underway is a shard that workers have begun and not completed. They take spans from its front.
type underway struct {
	shard job.Shard
	task  *Task
	first int64   // the offset of the shard's first puzzle, if no other shard has an earlier one; otherwise 0
	next  int64   // the offset where the next span begins
	busy  int     // the number of spans on which workers work
	spans []*span // the spans that have begun, in order
}

// span is a part of a shard, for which a worker runs the command once. In a text, it has the lines that begin at the
// offsets from, …, to−1 of the shard. In a range of numbers, the offsets count from the shard's first number.
type span struct {
	of       *underway
	from, to int64
	task     *Task
	done     *Piece // the output; nil until the worker has finished
	// continued is the span whose output this one continues, or nil. When the worker has finished, it is extended by
	// this span.
	continued *span
}

// Running the command costs 0.2 ms. Therefore a span must take much longer than 0.2 ms. A span that has begun cannot be
// divided between workers. Therefore it must not take so long that the job ends noticeably later.
const (
	usualSpan = 250 * time.Millisecond
	leastSpan = 4 * time.Millisecond // the least time of a span while little work is left
)

// nextSpanLength returns how long the next span must be, in bytes or numbers, to take the time usualSpan at the pace of
// the last span. If little work is left, the span is shorter, so that the workers finish at the same time.
func (r *Runner) nextSpanLength(numbered bool) int64 {
	least := int64(bytesOfClassic)
	if numbered {
		least = 1
	}
	if r.pace == 0 {
		return 40 * least
	}
	share := max(int64(r.pace*leastSpan.Seconds()), r.unbegun/int64(r.Workers))
	return max(least, min(share, int64(r.pace*usualSpan.Seconds())))
}

// nextSpan returns the next span for a worker, or nil if no work is left. A worker stays at the shard of its last span.
// If nobody has begun the text behind that span, the next span continues its output, which saves a copy. When the shard
// has nothing left, the worker begins a shard. If all have begun, it helps with the shard that has the most left.
func (r *Runner) nextSpan(last *span) (_ *span, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var u *underway
	switch {
	case last != nil && last.of.rest() > 0:
		u = last.of
	case len(r.queue) > 0:
		if u, err = r.beginShard(r.queue[0]); err != nil {
			return nil, err
		}
		r.queue = r.queue[1:]
	default:
		for other := range r.begun {
			if other.rest() > 0 && (u == nil || other.rest() > u.rest()) {
				u = other
			}
		}
		if u == nil {
			return nil, nil
		}
	}
	before, n := u.next, len(u.spans)
	s, err := u.takeFront(r.nextSpanLength(u.task.In == nil))
	r.unbegun -= u.next - before
	// Notes have line numbers that count from the beginning of their span, so notes of two spans stay apart.
	if err == nil && n > 0 && u.spans[n-1] == last && last.done.Output.notes.Len() == 0 {
		s.continued, u.spans = last, u.spans[:n]
	}
	return s, err
}

// rest returns the length of what has not begun.
func (u *underway) rest() int64 { return u.task.Len() - u.next }

func (r *Runner) beginShard(s job.Shard) (*underway, error) {
	t, err := r.Task(s)
	if err != nil {
		return nil, err
	}
	u := &underway{shard: s, task: t}
	r.unbegun += t.Len() - (s.To - s.From) // a text is cut at the ends of lines
	if !t.Continues && t.In != nil && !t.Whole {
		if u.first = firstContentOffset(t.In); u.first < 0 {
			u.first = t.Len()
		}
	}
	r.begun[u] = struct{}{}
	return u, nil
}

// takeFront returns a span of n bytes or numbers, which begins at u.next. The span is longer if otherwise no puzzle or
// only a part of a line would precede its end. Only the span with the job's first puzzle, and spans before it, write a
// header.
func (u *underway) takeFront(n int64) (*span, error) {
	t := u.task
	s := &span{of: u, from: u.next, to: min(max(u.next+n, u.first+1), t.Len())}
	if t.Whole {
		s.to = t.Len()
	}
	step := *t
	step.Continues = t.Continues || s.from > u.first
	if s.task = &step; t.In == nil {
		step.From, step.To = t.From+uint64(s.from), t.From+uint64(s.to)
	} else {
		in, torn, err := (&Text{ReaderAt: t.In, Length: t.In.Size()}).Section(job.Shard{From: s.from, To: s.to})
		if err != nil {
			return nil, err
		}
		step.In, step.Torn, step.Behind = in, t.Torn || torn, t.Behind || s.from > 0
		s.to = max(s.to, s.textOffset()+in.Size())
	}
	u.next = s.to
	u.busy++
	u.spans = append(u.spans, s)
	return s, nil
}

// textOffset returns the offset of the span's text in the text of its shard; 0 for numbers.
func (s *span) textOffset() (at int64) {
	if s.task.In != nil {
		_, at, _ = s.task.In.Outer()
	}
	return at
}

// runSpan works on a span. If the shard is then complete, it returns the shard's output, and otherwise nil.
func (r *Runner) runSpan(ctx context.Context, s *span) (*Piece, error) {
	output, err := r.outputFor(s)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	p, err := r.Work.Run(ctx, output, s.task)
	if err != nil {
		return nil, err // this error ends the run
	}
	p.Entry.Worker = r.Worker
	u, pace := s.of, float64(s.task.Len())/max(time.Since(start).Seconds(), 1e-6)
	if EndsJob(p.Entry.Status, r.BadStatus) {
		defer output.Discard()
		notes, err := (&newlines{in: u.task.In}).placeNotes(s, output.notes.Bytes())
		return nil, cmp.Or(err, error(&BadInputError{u.shard, p.Entry.Status, string(notes)}))
	}
	r.puzzles.Add(p.Entry.Puzzles)
	r.passed.Add(s.to - s.from)
	r.mu.Lock()
	if pace > 0 {
		r.pace = pace
	}
	if s.done = p; s.continued != nil {
		s.continued.to, s.continued.task = s.to, s.task
		s.continued.done.Entry = sumOfEntries(s.continued.done.Entry, p.Entry)
	}
	u.busy--
	whole := u.busy == 0 && u.rest() == 0
	if whole {
		delete(r.begun, u)
	}
	r.mu.Unlock()
	if !whole {
		return nil, nil
	}
	return u.joinSpans()
}

// joinSpans appends the outputs of the later spans, in order, to that of the first, and returns the first. After an
// error it has discarded all outputs.
func (u *underway) joinSpans() (_ *Piece, err error) {
	first, lines := u.spans[0].done, newlines{in: u.task.In}
	for i, s := range u.spans {
		if i > 0 && err == nil {
			_, err = s.done.Output.WriteTo(first.Output)
		}
		if notes := bytes.Clone(s.done.Output.notes.Bytes()); err == nil && len(notes) > 0 {
			if i == 0 {
				first.Output.notes.Reset()
			}
			notes, err = lines.placeNotes(s, notes)
			first.Output.notes.Write(notes)
		}
		if i > 0 {
			s.done.Output.Discard()
			first.Entry = sumOfEntries(first.Entry, s.done.Entry)
		}
	}
	if err != nil {
		first.Output.Discard()
	}
	return first, err
}

// outputFor returns the output for a span. The output of a shard's first span becomes the output of the shard.
func (r *Runner) outputFor(s *span) (*Output, error) {
	if s.continued != nil {
		return s.continued.done.Output, nil
	}
	if s.from > 0 || s.task.In == nil || r.starts == nil {
		return r.Dir.Create()
	}
	_, at, room := s.of.task.In.Outer()
	return r.Dir.createAt(r.starts[s.of.shard.Input]+at, room)
}

func (r *Runner) discardIncomplete() {
	for u := range r.begun {
		for _, s := range u.spans {
			if s.done != nil {
				s.done.Output.Discard()
			}
		}
	}
}

// Task returns the task of a whole shard, with the shard's part of the input.
func (r *Runner) Task(s job.Shard) (*Task, error) {
	in := &r.Manifest.Job.Inputs[s.Input]
	if in.Range {
		return &Task{From: in.From + uint64(s.From), To: in.From + uint64(s.To), Continues: s.N > 0, Whole: r.Whole}, nil
	}
	text, torn, err := r.Inputs.Section(s)
	if err != nil {
		return nil, err
	}
	_, offset, _ := text.Outer()
	continues := int64(s.Input) > r.first[0] || int64(s.Input) == r.first[0] && offset > r.first[1]
	return &Task{In: text, Cut: !in.Whole, Behind: s.From > 0, Torn: torn, Whole: r.Whole || in.Whole, Continues: continues}, nil
}

// NewRunner returns a Runner for callers that use [Runner.Task] and do not call [Runner.Run].
func NewRunner(m *job.Manifest, d *Dir, in *Inputs, work Work) *Runner {
	r := &Runner{Manifest: m, Dir: d, Inputs: in, Work: work, Workers: 1}
	r.prepareRun()
	return r
}

func (r *Runner) prepareRun() {
	r.first = r.firstPuzzleOffset()
	r.begun = map[*underway]struct{}{}
}

// firstPuzzleOffset returns the index of the input with the first puzzle, and the offset of this puzzle.
func (r *Runner) firstPuzzleOffset() [2]int64 {
	for i, in := range r.Manifest.Job.Inputs {
		if in.Range {
			break
		}
		if offset := firstContentOffset(r.Inputs.files[i]); offset >= 0 {
			return [2]int64{int64(i), offset}
		}
	}
	return [2]int64{}
}

// CheckArguments runs the work on an empty input. It returns an error if the arguments of the work are wrong.
func (r *Runner) CheckArguments(ctx context.Context, inputs []job.Input) error {
	t := &Task{In: io.NewSectionReader(strings.NewReader(""), 0, 0), Out: io.Discard, Notes: io.Discard, Puzzles: new(atomic.Int64)}
	if len(inputs) > 0 && inputs[0].Range {
		t.In, t.From, t.To = nil, 0, 0
	}
	_, err := r.Work(ctx, t)
	return err
}

// Pace is the speed of one worker on a job's inputs, in bytes or numbers per second.
type Pace struct {
	Mean    float64
	Slowest float64 // the pace at the slowest place that was measured
}

// places is the number of places in the inputs at which [Runner.MeasurePace] works. One place is not enough, because
// hard puzzles are often close together.
const places = 5

// firstSample is the length in bytes of the first text that [Runner.MeasurePace] measures. Starting the command takes
// much of this first measurement, so MeasurePace then measures a longer text.
const firstSample = 4 << 10

// MeasurePace measures the pace of the work. At the beginning of the inputs, it measures longer and longer texts until
// a text takes 20 ms. At each further place it measures an eighth of the last length. It stops lengthening the text
// earlier if the pace is already great enough for shards of the largest size.
func (r *Runner) MeasurePace(ctx context.Context) (Pace, error) {
	const enough = 20 * time.Millisecond
	p := Pace{Mean: 1, Slowest: 1}
	passed, took := 0.0, 0.0
	n := int64(firstSample)
	for i := range int64(places) {
		in, from, ok := r.inputAt(r.Inputs.Length() / places * i)
		if !ok {
			continue
		}
		if r.Inputs.All[in].Range && i == 0 {
			n = 1
		}
		for ; ; n *= 8 {
			long, seconds, late, err := r.measureSpan(ctx, in, from, n, 20*enough)
			if err != nil {
				return p, err
			}
			fast := n > firstSample && !r.Inputs.All[in].Range && long/seconds > maxSize
			if i == 0 && seconds < enough.Seconds() && !late && !fast && from+n < r.Inputs.All[in].Length() {
				continue
			}
			if long > 0 { // long is 0 if no line begins there
				pace := long / max(seconds, 1e-6)
				if passed, took = passed+long, took+seconds; took == seconds || pace < p.Slowest {
					p.Slowest = pace
				}
			}
			if i == 0 {
				n = max(1, n/8)
			}
			break
		}
	}
	if took > 0 {
		p.Mean = passed / took
	}
	return p, nil
}

// inputAt converts an offset in the joined inputs to the index of an input and the offset in this input. ok is false if
// the input must not be divided, or if the offset is beyond the last input.
func (r *Runner) inputAt(offset int64) (input int, from int64, ok bool) {
	for i := range r.Inputs.All {
		in := &r.Inputs.All[i]
		if offset < in.Length() {
			if offset == 0 && !in.Range {
				offset = min(max(0, firstContentOffset(r.Inputs.files[i])), in.Bytes-1)
			}
			return i, offset, !in.Whole
		}
		offset -= in.Length()
	}
	return 0, 0, false
}

// measureSpan works on n bytes or numbers of an input, for at most the time `limit`. `span` is how many bytes or numbers
// it has finished, and `seconds` how long this took. `late` is true if the time ran out.
func (r *Runner) measureSpan(ctx context.Context, input int, from, n int64, limit time.Duration) (span, seconds float64, late bool, err error) {
	in := &r.Inputs.All[input]
	s := job.Shard{Input: input, From: from, To: min(from+n, in.Length())}
	t := &Task{From: in.From + uint64(s.From), To: in.From + uint64(s.To), Out: io.Discard, Notes: io.Discard, Puzzles: new(atomic.Int64)}
	span = float64(s.To - s.From)
	if !in.Range {
		if t.In, _, err = r.Inputs.Section(s); err != nil {
			return 0, 0, false, err
		}
		span = float64(t.In.Size())
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	start := time.Now()
	_, err = r.Work(bounded, t)
	seconds, late = time.Since(start).Seconds(), bounded.Err() != nil
	if ctx.Err() != nil {
		return 0, 0, false, ctx.Err()
	}
	if late { // one hard puzzle may take minutes, so only the finished puzzles count
		perPuzzle := 1.0
		if !in.Range {
			perPuzzle = bytesOfClassic
		}
		return min(span, 1+perPuzzle*float64(t.Puzzles.Load())), seconds, true, nil
	}
	return span, seconds, false, err
}

// bytesOfClassic is the length of a classic puzzle of 81 digits with its line end. For other puzzles it is a rough
// estimate, which is enough for a pace.
const bytesOfClassic = 82

// These limit the size of a shard, in bytes. The least size is a line with a classic puzzle, rounded up to a power of
// two. The greatest sizes are small compared with the memory of a worker.
const (
	minSize     = 128
	maxSize     = 32 << 20
	maxGathered = 8 << 20 // the limit if outputs wait in memory until they are appended to one file
)

// ShardSize returns the size of shards, in bytes or, if numbered is set, in numbers. A shard should take a worker about
// 2 s at the mean pace, and at most 30 s at the slowest pace. Each worker should get several shards. gathered is set if
// the outputs are gathered in one file.
func ShardSize(p Pace, length int64, workers int, numbered, gathered bool) int64 {
	least, greatest := int64(minSize), int64(maxSize)
	if gathered {
		greatest = maxGathered
	}
	if numbered {
		least, greatest = 1, 1<<18
	}
	size := min(max(length/int64(8*max(1, workers)), int64(p.Mean/16)), int64(2*p.Mean), int64(30*p.Slowest), greatest)
	size = max(size, least, length/(job.MaxShards/2))
	for pow := least; ; pow *= 2 { // powers of two, so that runs with nearly the same pace cut the inputs in the same way
		if pow*2 > size {
			return pow
		}
	}
}

// Length returns the total length of all inputs, in bytes or numbers.
func (in *Inputs) Length() (n int64) {
	for i := range in.All {
		n += in.All[i].Length()
	}
	return n
}

// Hostname returns the name of this machine, for entries in the manifest.
func Hostname() string {
	name, _ := os.Hostname()
	return cmp.Or(name, "?")
}
