package batch

import (
	"bytes"
	"context"
	"io"
	"math"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"nonet/internal/app/cli/stream"
	"nonet/internal/job"
)

// Span is a part of a shard. In a text, From and To are byte offsets in the shard, and the span has the lines that
// begin at From to To−1. In a range of numbers, From and To are offsets from the shard's first number.
type Span struct{ From, To int64 }

// Len returns the length of the span, in bytes or numbers.
func (s Span) Len() int64 { return s.To - s.From }

// UnbegunSpan is the part of a span that its worker has not begun. The worker takes steps from the front, and
// [UnbegunSpan.Split] gives the end to other workers. Its methods may be called from several goroutines.
type UnbegunSpan struct {
	mu    sync.Mutex
	span  Span      // the part that is not begun
	begun time.Time // when the worker began its current step
}

// NewUnbegunSpan returns an UnbegunSpan that consists of all of s.
func NewUnbegunSpan(s Span) *UnbegunSpan { return &UnbegunSpan{span: s} }

// takeFront removes and returns the first n bytes or numbers of the span, at least 1. If the span is shorter, it takes
// the whole span. ok is false if nothing is left. But on the first call ok is true even if the span is empty.
func (r *UnbegunSpan) takeFront(n int64) (s Span, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.begun.IsZero() && r.span.Len() == 0 {
		return s, false
	}
	s = Span{From: r.span.From, To: min(r.span.To, r.span.From+max(1, n))}
	r.span.From, r.begun = s.To, time.Now()
	return s, true
}

// dropBefore removes the part of the span before place. The worker calls it if its current step has already finished
// the lines that begin in this part.
func (r *UnbegunSpan) dropBefore(place int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.span.From = max(r.span.From, min(place, r.span.To))
}

// Span returns the part that the worker has not begun. Split moves the end of this part towards its beginning.
func (r *UnbegunSpan) Span() Span {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.span
}

// Split removes and returns the second half of the unbegun span. If this half is shorter than `least`, ok is usually
// false. But if the worker's current step takes very long, Split then returns the whole unbegun span, because the
// worker is probably stuck at a hard puzzle.
func (r *UnbegunSpan) Split(least int64) (s Span, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.span.Len() / 2
	if n < max(1, least) {
		if n = r.span.Len(); n == 0 || r.begun.IsZero() || time.Since(r.begun) < stuckAfter {
			return s, false
		}
	}
	s = Span{From: r.span.To - n, To: r.span.To}
	r.span.To = s.From
	return s, true
}

// Steps works on spans of shards step by step. Each step runs the command again, which costs 0.2 ms. Therefore a step
// must take much longer than 0.2 ms. A step that has begun cannot be given to another worker. Therefore it must not
// take so long that the job ends noticeably later.
type Steps struct {
	Work Work
	// BadStatus is the exit status that ends a span; 0 means none.
	BadStatus int
	Workers   int           // the number of workers that share the work; 0 if [Steps.SetUnbegunWork] is not called
	ahead     atomic.Int64  // the last argument of [Steps.SetUnbegunWork]
	pace      atomic.Uint64 // the pace of the last step, in bytes or numbers per second, as the bits of a float64
}

const (
	usualStep = 250 * time.Millisecond
	lateStep  = 4 * time.Millisecond // the least time of a step while some worker will soon have no work left
	// A step that lasts longer than stuckAfter counts as stuck.
	stuckAfter = 2 * usualStep
)

// SetUnbegunWork sets the length of the shards that no worker has begun. When little is left, steps become shorter, so
// that the workers finish at the same time.
func (s *Steps) SetUnbegunWork(length int64) { s.ahead.Store(length) }

// LeastSplitLength returns the least length of a span that is worth giving to another worker, because starting the
// command takes time.
func (s *Steps) LeastSplitLength(numbered bool) int64 {
	return max(s.lengthDoneIn(lateStep/2), leastStepLength(numbered))
}

func leastStepLength(numbered bool) int64 {
	if numbered {
		return 1
	}
	return bytesOfClassic
}

// lengthDoneIn returns how many bytes or numbers a worker finishes in the time d, at the pace of the last step.
func (s *Steps) lengthDoneIn(d time.Duration) int64 {
	return int64(math.Float64frombits(s.pace.Load()) * d.Seconds())
}

// nextStepLength returns the length of the next step, in bytes or numbers. A step of this length takes the time
// usualStep at the pace of the last step, or less if little work is unbegun. `left` is the length of the unbegun part
// of the worker's span.
func (s *Steps) nextStepLength(numbered bool, left int64) int64 {
	if s.pace.Load() == 0 { // no step has been measured yet
		return 40 * leastStepLength(numbered)
	}
	n := s.lengthDoneIn(usualStep)
	if s.Workers > 0 {
		n = min(n, max(s.lengthDoneIn(lateStep), (s.ahead.Load()+left)/int64(2*s.Workers)))
	}
	return max(n, leastStepLength(numbered))
}

// WorkOnSpan runs the command on the span `rest` of a task, step by step. It returns the span's output. The caller
// commits this output or joins it with the outputs of other spans. After an error, WorkOnSpan has discarded the output.
func (s *Steps) WorkOnSpan(ctx context.Context, output *Output, task *Task, rest *UnbegunSpan) (*Piece, error) {
	start, t := time.Now(), *task
	var puzzles atomic.Int64
	t.Out, t.Notes, t.Puzzles = output, output.Notes(), &puzzles
	status, err := s.finishSpan(ctx, &t, rest)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		output.Discard()
		return nil, err
	}
	return &Piece{output, job.Entry{Status: status, Puzzles: puzzles.Load(), Took: time.Since(start).Milliseconds()}}, nil
}

// finishSpan works on the span `rest`, step by step, until nothing is left. It returns the worst exit status. t is the
// task of the whole shard, whose writers receive the output.
func (s *Steps) finishSpan(ctx context.Context, t *Task, rest *UnbegunSpan) (status int, err error) {
	first := int64(0) // the offset of the first puzzle; steps after this puzzle write no header
	if !t.Continues && t.In != nil && !t.Whole {
		if first = firstContentOffset(t.In); first < 0 {
			first = t.In.Size()
		}
	}
	lines := newlines{in: t.In}
	for {
		left := rest.Span()
		n := s.nextStepLength(t.In == nil, left.Len())
		if t.Whole {
			n = math.MaxInt64 / 2
		}
		span, ok := rest.takeFront(max(n, first+1-left.From))
		if !ok {
			return status, nil
		}
		step, err := t.newSubtask(span, t.Continues || span.From > first)
		if err != nil {
			return status, err
		}
		base := int64(0)
		if step.In != nil {
			_, at, n := step.In.Outer()
			base = at
			if rest.dropBefore(at + n); n == 0 && (span.From > 0 || t.Continues && !t.Whole) {
				if ctx.Err() != nil {
					return status, context.Cause(ctx)
				}
				continue // no line begins in this span
			}
		}
		var notes bytes.Buffer
		if span.From > 0 {
			step.Notes = &notes
		}
		start := time.Now()
		one, err := s.Work(ctx, step)
		if err != nil {
			return status, err
		}
		s.pace.Store(math.Float64bits(float64(max(1, span.Len())) / max(time.Since(start).Seconds(), 1e-6)))
		if notes.Len() > 0 {
			base, err := lines.countBefore(base)
			if err != nil {
				return status, err
			}
			if _, err := t.Notes.Write(renumberNotes(notes.Bytes(), PartName, base)); err != nil {
				return status, err
			}
		}
		status = WorseStatus(status, one)
		if EndsJob(one, s.BadStatus) {
			return status, nil
		}
	}
}

// WorseStatus returns a or b: the status that [stream.Status.RaiseTo] ranks as more severe.
func WorseStatus(a, b int) int {
	s := stream.Status(a)
	s.RaiseTo(stream.Status(b))
	return int(s)
}

// Len returns the length of the task: the bytes of its text, or how many numbers it has.
func (t *Task) Len() int64 {
	if t.In != nil {
		return t.In.Size()
	}
	return int64(t.To - t.From)
}

func (t *Task) newSubtask(s Span, continues bool) (*Task, error) {
	step := *t
	step.Continues = continues
	if t.In == nil {
		step.From, step.To = t.From+uint64(s.From), t.From+uint64(s.To)
		return &step, nil
	}
	in, torn, err := (&Text{ReaderAt: t.In, Length: t.In.Size()}).Section(job.Shard{From: s.From, To: s.To})
	step.In, step.Torn, step.Behind = in, t.Torn || torn, t.Behind || s.From > 0
	return &step, err
}

// newlines counts the lines of a text before given offsets. The offsets must ascend, and a line must begin at each.
type newlines struct {
	in    io.ReaderAt
	at, n int64
	buf   []byte
}

// countBefore returns the number of lines that begin before an offset.
func (l *newlines) countBefore(to int64) (_ int64, err error) {
	if l.buf == nil {
		l.buf = make([]byte, 64<<10)
	}
	for err == nil && l.at < to {
		var n int
		n, err = l.in.ReadAt(l.buf[:min(int64(len(l.buf)), to-l.at)], l.at)
		if err == io.EOF && n > 0 {
			err = nil
		}
		l.n += int64(bytes.Count(l.buf[:n], []byte("\n")))
		l.at += int64(n)
	}
	return l.n, err
}

// renumberNotes replaces [PartName] in notes by the given name, and adds base to the line numbers.
func renumberNotes(notes []byte, name string, base int64) []byte {
	return place().ReplaceAllFunc(notes, func(found []byte) []byte {
		if digits, ok := bytes.CutPrefix(found, []byte(stream.LineMark)); ok {
			n, err := strconv.ParseInt(string(digits), 10, 64)
			if err != nil {
				return found
			}
			var b []byte
			if name == PartName { // for a part of a shard, the line numbers still count from the shard's first line
				b = append(b, stream.LineMark...)
			}
			return strconv.AppendInt(b, n+base, 10)
		}
		b := []byte(name)
		if n, err := strconv.ParseInt(string(bytes.TrimPrefix(found[len(PartName):], []byte(":"))), 10, 64); err == nil {
			b = strconv.AppendInt(append(b, ':'), n+base, 10)
		}
		return b
	})
}

// Piece is the output of a shard or a span, with its entry for the manifest.
type Piece struct {
	Output *Output
	Entry  job.Entry
}

// JoinPieces joins the pieces of a shard. It appends the later pieces, in order, to the first, and returns the
// first. After an error it has discarded all pieces.
func JoinPieces(pieces []*Piece) (*Piece, error) {
	first := pieces[0]
	for i, p := range pieces[1:] {
		err := first.Output.appendOutput(p.Output)
		p.Output.Discard()
		if err != nil {
			for _, q := range pieces[i+2:] {
				q.Output.Discard()
			}
			first.Output.Discard()
			return nil, err
		}
		first.Entry.Puzzles += p.Entry.Puzzles
		first.Entry.Took += p.Entry.Took
		first.Entry.Status = WorseStatus(first.Entry.Status, p.Entry.Status)
	}
	return first, nil
}
