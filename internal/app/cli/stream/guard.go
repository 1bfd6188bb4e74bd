package stream

import (
	"context"

	"nonet/internal/ordered"
	"nonet/message"
)

// A panic is a fault of this program with one puzzle. It must cost that puzzle alone: what was
// answered before it is written, and with --keep-going so is what follows.

// OwnFault says that this program failed on a puzzle or, where it names none, while it read.
type OwnFault struct{ Panic *ordered.Panic }

func (e *OwnFault) Error() string { return e.Message().String() }

// Message names what happened and where in the program.
func (e *OwnFault) Message() message.Message {
	return message.New("error.own", "what", e.Panic.Short())
}

// guarded returns the stage's handler, which reports a puzzle that it panics on as bad input.
func (s *Stage) guarded() Handler {
	handle := s.handler()
	return func(ctx context.Context, puzzles *Slots, r *Report) (n int) {
		before := r.mark()
		failure := ordered.Try(func() { n = handle(ctx, puzzles, r) })
		if failure == nil {
			return n
		}
		// The puzzles are answered anew, one by one, by handlers without what the panic left behind.
		for i := range puzzles.Cells {
			if len(puzzles.Cells) > 1 {
				r.reset(before)
				failure = ordered.Try(func() { n = s.handler()(ctx, puzzles.one(i), r) })
			}
			switch {
			case failure != nil:
				e := puzzles.Entry(i)
				r.reset(before)
				if !r.Bad(&e, &OwnFault{failure}) {
					return i
				}
				if s.Bad != nil {
					r.Out = s.Bad(r.Out, &OwnFault{failure})
				}
			case n == 0:
				return i
			}
			if before = r.mark(); s.Between != "" && i+1 < len(puzzles.Cells) {
				r.Out = append(r.Out, s.Between...)
				before = r.mark()
			}
		}
		return len(puzzles.Cells)
	}
}

// reportMark is how far a report is.
type reportMark struct {
	out, beside, notes int
	status             Status
	tally              Tally
}

func (r *Report) mark() reportMark {
	return reportMark{len(r.Out), len(r.Beside), len(r.notes), r.Status, r.Tally}
}

// reset drops what was reported since a mark, but for what has been written.
func (r *Report) reset(to reportMark) {
	r.Out, r.Beside, r.notes = r.Out[:min(to.out, len(r.Out))], r.Beside[:min(to.beside, len(r.Beside))], r.notes[:to.notes]
	r.Status, r.Tally, r.InTurn = to.status, to.tally, nil
}

// one is puzzle i alone.
func (s *Slots) one(i int) *Slots {
	at := apart{source: s.from, line: i}
	if s.from == nil {
		at = s.apart[i]
	}
	return &Slots{Cells: s.Cells[i : i+1], apart: []apart{at}}
}
