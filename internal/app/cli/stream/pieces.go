package stream

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"

	"nonet/internal/ordered"
)

// mostKept is how much a piece of work keeps of what it writes while others are before
// it, in bytes.
const mostKept = 1 << 20

// ErrStop ends a run after what was reported already.
var ErrStop = errors.New("stop")

// piece is a piece of work: one thing read, with a run of its own to write to.
type piece[P any] struct {
	what  P
	from  *Source
	n     int   // counted from 0
	fault error // in place of what
	run   Run
	kept  *ordered.Buffer
	err   error
}

// Each calls each with everything that read finds in the sources of the arguments, on
// all processors, and with a run of its own: what it writes there comes out in the order
// of the input, of the first under way at once. N counts from 0. Bad input is reported
// here.
func Each[P any](r *Run, args []string, read func(io.Reader) func() (P, error), each func(r *Run, what P, from *Source, n int) error) error {
	ctx, cancel := context.WithCancel(r.Ctx)
	defer cancel()
	r.Out.OnFailure(cancel)
	sources := r.Sources(args)
	if err := r.certain(sources, func(s *Source) error {
		_, err := read(strings.NewReader(s.Text))()
		return err
	}); err != nil {
		return err
	}
	n, first := 0, true
	var in io.ReadCloser
	var next func() (P, error)
	work := ordered.Work[piece[P]]{
		Pull: func(ctx context.Context, p *piece[P]) bool {
			for len(sources) > 0 {
				*p = piece[P]{from: &sources[0], n: n}
				if in == nil {
					if in, p.fault = sources[0].reader(ctx, new(atomic.Int64), func() {}); p.fault != nil {
						sources = sources[1:]
						return ctx.Err() == nil
					}
					next, first = read(in), true
				}
				if p.what, p.fault = next(); p.fault == nil {
					n, first = n+1, false
					return true
				}
				if ctx.Err() != nil {
					return false
				}
				end := p.fault == io.EOF
				if !end {
					p.fault = p.from.Fault(p.fault, first)
				}
				if first = false; !Readable(p.fault) {
					in.Close()
					in, sources = nil, sources[1:]
				}
				if !end {
					return true
				}
			}
			return false
		},
		Worker: func() func(context.Context, *piece[P]) {
			return func(ctx context.Context, p *piece[P]) {
				if p.fault != nil {
					return
				}
				p.run.Ctx = ctx
				if p.err = ctx.Err(); p.err == nil {
					p.err = each(&p.run, p.what, p.from, p.n)
				}
				p.err = errors.Join(p.err, p.run.Out.Close())
			}
		},
	}
	pull := work.Pull
	work.Pull = func(ctx context.Context, p *piece[P]) bool {
		if !pull(ctx, p) {
			return false
		}
		p.kept = ordered.NewBuffer(ctx, mostKept)
		p.run = Run{Lang: r.Lang, In: r.In, KeepGoing: r.KeepGoing}
		p.run.Out = NewOutput(context.Background(), p.kept.Writer(0))
		p.run.Notes = NewNotes(p.kept.Writer(1), p.run.Out)
		return true
	}
	faults := 0
	for p, done := range work.Begun(ctx) {
		err := p.kept.Copy(done, func(kept [2][]byte) error {
			_, err := r.Out.Write(kept[0])
			r.Notes.bytes(kept[1])
			return err
		})
		r.Status.Worse(p.run.Status)
		if err = errors.Join(p.err, err); errors.Is(err, ErrStop) {
			return r.Ctx.Err()
		} else if err != nil {
			return errors.Join(err, r.Ctx.Err())
		}
		if p.fault != nil {
			if faults++; faults <= faultsTold {
				r.Fail(p.fault)
			}
			if !r.KeepGoing {
				break
			}
		}
	}
	r.moreFaults(faults)
	return r.Ctx.Err()
}
