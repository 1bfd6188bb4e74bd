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

// Rest is what of a shard somebody has and has not begun: who works takes from its front, and others may be given
// what is behind. Its methods may be called by several goroutines.
type Rest struct {
	mu    sync.Mutex
	span  job.Span  // not begun
	begun time.Time // the step that is under way
}

// NewRest returns a span of which nothing is begun.
func NewRest(s job.Span) *Rest { return &Rest{span: s} }

// take begins what comes next, about so much; not ok: nothing is left.
func (r *Rest) take(n int64) (s job.Span, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.begun.IsZero() && r.span.Len() == 0 {
		return s, false
	}
	s = job.Span{From: r.span.From, To: min(r.span.To, r.span.From+max(1, n))}
	r.span.From, r.begun = s.To, time.Now()
	return s, true
}

// skip passes over what lies before a place: no line begins there that is not begun.
func (r *Rest) skip(place int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.span.From = max(r.span.From, min(place, r.span.To))
}

// Left returns how much is not begun.
func (r *Rest) Left() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.span.Len()
}

// To returns where it ends.
func (r *Rest) To() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.span.To
}

// Split gives away the half that is behind, if it is as long as least; less, and then all, where a step takes so much longer than it should
// that whoever is at it has a hard puzzle.
func (r *Rest) Split(least int64) (s job.Span, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.span.Len() / 2
	if n < max(1, least) {
		if n = r.span.Len(); n == 0 || r.begun.IsZero() || time.Since(r.begun) < stuckAfter {
			return s, false
		}
	}
	s = job.Span{From: r.span.To - n, To: r.span.To}
	r.span.To = s.From
	return s, true
}

// Steps works on spans of shards a step at a time: what a step begins cannot be given away any more, and each runs the
// command anew, so that a step is to take much longer than that (0.2 ms) and much less than a person waits.
type Steps struct {
	Work Work
	// BadStatus is the status that ends a span, unless 0.
	BadStatus int
	ahead     atomic.Int64  // one more than [Steps.Ahead] was told, 0 before
	pace      atomic.Uint64 // of the last step, as the bits of a float64: bytes or numbers a second
}

const (
	usualStep = 250 * time.Millisecond
	lateStep  = 25 * time.Millisecond // where somebody is about to have nothing else to do
	// stuckAfter is how long a step takes that is no usual one.
	stuckAfter = 2 * usualStep
)

// Ahead has steps be no longer than it takes until there is no shard to begin any more, as each worker will have
// begun so much by then; 0: there is none, so that steps are short.
func (s *Steps) Ahead(each int64) { s.ahead.Store(each + 1) }

// Least returns how much has to be left for either of two to be worth its own run of the command.
func (s *Steps) Least(numbered bool) int64 {
	return max(s.reachIn(lateStep/2), leastOf(numbered))
}

func leastOf(numbered bool) int64 {
	if numbered {
		return 1
	}
	return bytesOfClassic
}

// reachIn returns how far one comes in that time, by the last step.
func (s *Steps) reachIn(d time.Duration) int64 {
	return int64(math.Float64frombits(s.pace.Load()) * d.Seconds())
}

// next returns how long a step shall be.
func (s *Steps) next(numbered bool) int64 {
	if s.pace.Load() == 0 { // not known
		return 40 * leastOf(numbered)
	}
	n := s.reachIn(usualStep)
	if ahead := s.ahead.Load(); ahead > 0 {
		n = min(n, max(s.reachIn(lateStep), ahead-1))
	}
	return max(n, leastOf(numbered))
}

// Do works on what is left of a span of a shard, until nothing is, and returns the worst status. Task is that of all of the shard, and
// takes what comes of it.
func (s *Steps) Do(ctx context.Context, t *Task, rest *Rest) (status int, err error) {
	first := int64(0) // the place of the first puzzle, behind which what is printed continues
	if !t.Continues && t.In != nil && !t.Whole {
		if first = firstContent(t.In); first < 0 {
			first = t.In.Size()
		}
	}
	lines := newlines{in: t.In}
	for {
		n := s.next(t.In == nil)
		if t.Whole {
			n = math.MaxInt64 / 2
		}
		span, ok := rest.take(max(n, first+1-t.begin(rest)))
		if !ok {
			return status, nil
		}
		step, err := t.span(span, t.Continues || span.From > first)
		if err != nil {
			return status, err
		}
		base := int64(0)
		if step.In != nil {
			_, at, n := step.In.Outer()
			base = at
			if rest.skip(at + n); n == 0 && (span.From > 0 || t.Continues && !t.Whole) {
				if ctx.Err() != nil {
					return status, context.Cause(ctx)
				}
				continue // within a long line
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
			if _, err := t.Notes.Write(renumbered(notes.Bytes(), PartName, base)); err != nil {
				return status, err
			}
		}
		status = Worse(status, one)
		if Ends(one, s.BadStatus) {
			return status, nil
		}
	}
}

// Worse returns the one of two statuses that says more.
func Worse(a, b int) int {
	s := stream.Status(a)
	s.Worse(stream.Status(b))
	return int(s)
}

// begin returns where what is not begun begins.
func (t *Task) begin(r *Rest) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.span.From
}

// Len returns how much there is to cut: bytes of the text, or numbers.
func (t *Task) Len() int64 {
	if t.In != nil {
		return t.In.Size()
	}
	return int64(t.To - t.From)
}

// span returns the work on a span of the shard.
func (t *Task) span(s job.Span, continues bool) (*Task, error) {
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

// newlines counts those before places where lines begin, which come in order.
type newlines struct {
	in    io.ReaderAt
	at, n int64
	buf   []byte
}

// countBefore returns how many lines begin before a place.
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

// renumbered returns notes with a name in place of [PartName], and so many lines further on.
func renumbered(notes []byte, name string, base int64) []byte {
	return place().ReplaceAllFunc(notes, func(found []byte) []byte {
		if digits, ok := bytes.CutPrefix(found, []byte(stream.LineMark)); ok {
			n, err := strconv.ParseInt(string(digits), 10, 64)
			if err != nil {
				return found
			}
			var b []byte
			if name == PartName { // of the whole part, which is another's
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

// Piece is what came of a span of a shard.
type Piece struct {
	Output *Output
	Entry  job.Entry
}

// Join makes one of the pieces of a shard, in order. After an error, none of them is left.
func Join(pieces []*Piece) (*Piece, error) {
	first := pieces[0]
	for i, p := range pieces[1:] {
		err := first.Output.add(p.Output)
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
		first.Entry.Status = Worse(first.Entry.Status, p.Entry.Status)
	}
	return first, nil
}

// add writes what another holds behind what this one does.
func (o *Output) add(other *Output) error {
	if _, err := io.CopyBuffer(o, io.NewSectionReader(other.file, 0, other.bytes), make([]byte, 128<<10)); err != nil {
		return err
	}
	o.notes.Write(other.notes.Bytes())
	return nil
}
