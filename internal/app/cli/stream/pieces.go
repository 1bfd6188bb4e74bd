package stream

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"sync/atomic"

	"nonet/internal/ordered"
)

// mostKept limits the output, in bytes, that a piece collects before its turn to write.
const mostKept = 1 << 20

// ErrStop ends a run without a message, because the reason was already reported.
var ErrStop = errors.New("stop")

// piece holds one item of the input, and a run that collects the output of the work on this item.
type piece struct {
	what  any
	from  *Source
	n     int
	fault error // if not nil, bad input was read instead of an item
	run   Run
	texts *ordered.Buffer
	err   error
}

// Each reads items from the sources in args with read, and calls work with every item, on all processors. Each call
// gets a run of its own, and the index n of the item, counted from 0. Outputs appear in the order of the input. The
// output of the first unfinished call appears without delay. Bad input is reported, so work need not handle it.
func Each[P any](r *Run, args []string, read func(io.Reader) func() (P, error), work func(r *Run, what P, from *Source, n int) error) error {
	return r.eachPiece(args, func(file io.Reader) func() (any, error) {
		next := read(file)
		return func() (any, error) { return next() }
	}, func(r *Run, what any, from *Source, n int) error { return work(r, what.(P), from, n) })
}

// eachPiece is the function Each without type parameters, so that the binary contains its code only once.
func (r *Run) eachPiece(args []string, read func(io.Reader) func() (any, error), work func(r *Run, what any, from *Source, n int) error) error {
	sources := r.Sources(args)
	if err := r.checkArguments(sources, func(s *Source) error {
		_, err := read(strings.NewReader(s.Text))()
		return err
	}); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(r.Ctx)
	defer cancel()
	r.Out.OnFailure(cancel)
	var p *piece // the empty piece that the next item fills
	in := input{ctx, new(atomic.Int64), func() {}}
	next, stop := iter.Pull(func(send func(struct{}) bool) {
		n := 0
		for i := range sources {
			var what any
			if !readItems(&in, &sources[i], func(file io.Reader) (func() error, func() (int, bool)) {
				item := read(file)
				return func() (err error) {
					what, err = item()
					return err
				}, nil
			}, func(err error, _ bool) bool {
				p.what, p.from, p.n, p.fault = what, &sources[i], n, err
				if err == nil {
					n++
				}
				return send(struct{}{}) && (err == nil || r.KeepGoing)
			}) {
				return
			}
		}
	})
	defer stop()
	pieces := ordered.Work[piece]{
		Workers: r.WorkerCount(),
		Pull: func(ctx context.Context, empty *piece) bool {
			p = empty
			*p = piece{texts: ordered.NewBuffer(ctx, mostKept)}
			p.run = Run{Ctx: ctx, Lang: r.Lang, Refusal: r.Refusal, In: r.In, Out: NewOutput(context.Background(), p.texts.Writer(0)), KeepGoing: r.KeepGoing, Part: r.Part}
			p.run.Notes = NewNotes(p.texts.Writer(1), p.run.Out)
			_, ok := next()
			return ok
		},
		Worker: func() func(context.Context, *piece) {
			return func(ctx context.Context, p *piece) {
				if p.err = ctx.Err(); p.err == nil && p.fault == nil {
					p.err = work(&p.run, p.what, p.from, p.n)
				}
				p.err = errors.Join(p.err, p.run.Out.Close())
			}
		},
	}
	faults := 0
	for p, done := range pieces.BatchesWithDone(ctx) {
		err := p.texts.DrainUntil(done, func(texts [2][]byte) error {
			_, err := r.Out.Write(texts[0])
			r.Notes.writeBytes(texts[1])
			return err
		})
		r.Status.RaiseTo(p.run.Status)
		r.Limited.merge(&p.run.Limited, 0)
		if p.fault == nil {
			r.CountAnswered(1)
		}
		if err = errors.Join(p.err, err); errors.Is(err, ErrStop) {
			break
		} else if err != nil {
			return errors.Join(err, r.Ctx.Err())
		}
		if p.fault != nil && !r.printFault(p.fault, &faults) {
			break
		}
	}
	r.printOmittedFaultCount(faults)
	return r.Ctx.Err()
}
