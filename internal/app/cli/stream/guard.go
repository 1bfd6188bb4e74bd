package stream

import (
	"context"

	"nonet/internal/ordered"
	"nonet/message"
)

// A panic is a bug of this program that one puzzle triggers. Only the answer to that puzzle
// may be lost: earlier answers are written, and with --keep-going later ones, too.

// OwnFault means that this program panicked on a puzzle or, if it names none, while reading.
type OwnFault struct{ Panic *ordered.Panic }

func (e *OwnFault) Error() string { return e.Message().String() }

// Message describes the panic, and its place in the program.
func (e *OwnFault) Message() message.Message {
	return message.New("error.own", "what", e.Panic.ShortText())
}

// guardedHandler returns the stage's handler. If the handler panics at a puzzle, it reports this puzzle as bad input.
func (s *Stage) guardedHandler() Handler {
	handle := s.newHandler()
	return func(ctx context.Context, puzzles *Slots, r *Report) (n int) {
		before := r.saveState()
		failure := ordered.Try(func() { n = handle(ctx, puzzles, r) })
		if failure == nil {
			return n
		}
		// Answer the puzzles again one by one, each by a new handler, as the panic may have left the
		// old one in a broken state.
		for i := range puzzles.Cells {
			if len(puzzles.Cells) > 1 {
				r.reset(before)
				failure = ordered.Try(func() { n = s.newHandler()(ctx, puzzles.onlySlot(i), r) })
			}
			switch {
			case failure != nil:
				e := puzzles.Entry(i)
				r.reset(before)
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

// reportState is a state of a report that reset can restore.
type reportState struct {
	out, beside, notes int
	status             Status
	tally              Tally
}

func (r *Report) saveState() reportState {
	return reportState{len(r.Out), len(r.Beside), len(r.notes), r.Status, r.Tally}
}

// reset removes everything reported since the mark, except what has been written.
func (r *Report) reset(to reportState) {
	r.Out, r.Beside, r.notes = r.Out[:min(to.out, len(r.Out))], r.Beside[:min(to.beside, len(r.Beside))], r.notes[:to.notes]
	r.Status, r.Tally, r.InTurn = to.status, to.tally, nil
}

// onlySlot returns the slots with puzzle i alone.
func (s *Slots) onlySlot(i int) *Slots {
	at := apart{source: s.from, line: i}
	if s.from == nil {
		at = s.apart[i]
	}
	return &Slots{Cells: s.Cells[i : i+1], apart: []apart{at}}
}
