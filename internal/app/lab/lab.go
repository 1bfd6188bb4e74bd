// Package lab runs the textbook strategies and the engines side by side on one
// puzzle, and cuts windows out of a strategy's trace. The command line and the
// HTTP API share it.
//
// It must not import either of them.
package lab

import (
	"context"
	"strings"
	"time"

	"nonet/internal/engine/kernel"
	"nonet/internal/suggest"
	"nonet/message"
	"nonet/sudoku"
	"nonet/textbook"
	"nonet/wire"
)

// KernelPrefix stands before an engine's name where a strategy's name may stand.
const KernelPrefix = "kernel/"

// IDs are the names of all that can run: the textbook strategies from the
// simplest on, then the engines of this machine, best first.
func IDs() []string {
	var all []string
	for _, s := range textbook.Strategies() {
		all = append(all, string(s.ID))
	}
	for _, k := range kernel.All() {
		all = append(all, KernelPrefix+k.Name())
	}
	return all
}

// UnknownError is a name that nothing in the lab has.
type UnknownError struct {
	Name  string
	Known []string
}

func (e *UnknownError) Error() string { return e.Message().String() }

// Message lists the names there are.
func (e *UnknownError) Message() message.Message {
	return suggest.Suggested(message.New("lab.unknown", "name", e.Name, "known", strings.Join(e.Known, ", ")), e.Name, e.Known)
}

// StrategyByID is the textbook strategy of that name. The error is an *UnknownError.
func StrategyByID(id string) (textbook.Strategy, error) {
	if s, err := textbook.ByID(id); err == nil {
		return s, nil
	}
	var known []string
	for _, s := range textbook.Strategies() {
		known = append(known, string(s.ID))
	}
	return textbook.Strategy{}, &UnknownError{id, known}
}

// run is one search by whoever it is, bounded by ctx and limits.
type run func(ctx context.Context, g sudoku.Grid, limits textbook.Limits, lang message.Lang) wire.Run

func runOf(id string) (run, error) {
	if name, ok := strings.CutPrefix(id, KernelPrefix); ok {
		if k, err := kernel.ByName(name); err == nil {
			return func(ctx context.Context, g sudoku.Grid, limits textbook.Limits, lang message.Lang) wire.Run {
				return kernelRun(ctx, k, g, limits, lang)
			}, nil
		}
	} else if s, err := textbook.ByID(id); err == nil {
		return func(ctx context.Context, g sudoku.Grid, limits textbook.Limits, lang message.Lang) wire.Run {
			return wire.RunOf(s, s.Search(ctx, g.Values(), limits, nil, nil), lang)
		}, nil
	}
	return nil, &UnknownError{id, IDs()}
}

func kernelRun(ctx context.Context, k kernel.Kernel, g sudoku.Grid, limits textbook.Limits, lang message.Lang) wire.Run {
	puzzles := [1][sudoku.Cells]uint8{g.Values()}
	var results [1]kernel.Result
	start := time.Now()
	k.Search(ctx, puzzles[:], kernel.Limits{Solutions: max(limits.Solutions, 1), Nodes: limits.Nodes}, results[:])
	took := time.Since(start)
	result := results[0]
	out := wire.Run{
		Strategy:     KernelPrefix + k.Name(),
		Name:         message.New("lab.kernel", "name", k.Name()).In(lang),
		Outcome:      sudoku.Undecided.String(),
		Solutions:    result.Solutions,
		Complete:     result.Outcome == kernel.Complete,
		Nodes:        result.Nodes,
		Milliseconds: wire.Milliseconds(took),
	}
	switch {
	case result.Solutions > 0:
		out.Outcome = sudoku.Found.String()
		if first, err := sudoku.FromCells(result.First); err == nil {
			out.Solution = first.String()
		}
	case out.Complete:
		out.Outcome = sudoku.None.String()
	}
	return out
}

// Compare runs the named strategies and engines one after the other on g, all
// with the same limits and each for at most perRun; no names means all of
// [IDs]. A run that was cut short says "undecided". The error is an
// *UnknownError, before anything has run, or the cause of ctx's end, with the
// runs that were finished by then.
func Compare(ctx context.Context, g sudoku.Grid, ids []string, limits textbook.Limits, perRun time.Duration, lang message.Lang) (wire.Lab, error) {
	if len(ids) == 0 {
		ids = IDs()
	}
	runs := make([]run, len(ids))
	for i, id := range ids {
		var err error
		if runs[i], err = runOf(id); err != nil {
			return wire.Lab{}, err
		}
	}
	out := wire.Lab{Puzzle: g.String(), Contradictions: wire.Contradictions(g.Contradictions(), lang), Runs: []wire.Run{}}
	for _, run := range runs {
		one, cancel := context.WithTimeout(ctx, perRun)
		result := run(one, g, limits, lang)
		cancel()
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		out.Runs = append(out.Runs, result)
	}
	return out, nil
}

// Event is one step of a trace as [kind, cell, digit]: kind 1 places, 2 undoes,
// 3 is a solution; cell is 0 to 80; both are 0 with a solution.
type Event [3]int

// Part is a window of a trace.
type Part struct {
	Board  sudoku.Grid // the grid just before the first event of the window, or at the trace's end
	From   uint64
	Events []Event
	// Done says that the trace ends within this window, or before it: the search
	// came to its end, to a limit of its own, or to ctx's.
	Done bool
	// Total is how many events the trace has; known if the search was not cut
	// short by ctx, so that another run would give the same.
	Total      uint64
	TotalKnown bool
	Report     textbook.Report // meaningful when Done
}

// Window runs s on g and cuts n events out of its trace, from event number from
// (counted from 0) on. A search is the same every time, so the next window is
// found by running it again; memory is that of one window. Time grows with
// from+n.
func Window(ctx context.Context, s textbook.Strategy, g sudoku.Grid, from uint64, n int, limits textbook.Limits) Part {
	part := Part{Board: g, From: from}
	var seen uint64
	more := false
	part.Report = s.Search(ctx, g.Values(), limits, func(e textbook.Event) bool {
		switch {
		case seen < from:
			switch e.Kind {
			case textbook.Place:
				part.Board = part.Board.With(sudoku.Cell(e.Cell), sudoku.Digit(e.Digit))
			case textbook.Undo:
				part.Board = part.Board.With(sudoku.Cell(e.Cell), 0)
			}
		case len(part.Events) < n:
			part.Events = append(part.Events, Event{int(e.Kind), int(e.Cell), int(e.Digit)})
		default:
			more = true
			return false
		}
		seen++
		return true
	}, nil)
	part.Done = !more
	part.TotalKnown = part.Done && (part.Report.Outcome != textbook.Stopped || ctx.Err() == nil)
	if part.TotalKnown {
		part.Total = seen
	}
	return part
}
