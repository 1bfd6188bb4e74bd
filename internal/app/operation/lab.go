package operation

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

// LabRequest asks for strategies and engines side by side.
type LabRequest struct {
	Puzzle     string   `json:"puzzle" doc:"One puzzle in any format"`
	Strategies []string `json:"strategies,omitempty" maxItems:"20" doc:"Which to run, in this order; without it every textbook strategy, then every engine as kernel/NAME"`
	Nodes      uint64   `json:"nodes,omitempty" minimum:"1" maximum:"1000000000" default:"1000000" doc:"Nodes each may visit"`
	TimeoutMS  int64    `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds each may take, and the request may wait; together they get no more than the server's maximum, shared evenly"`
}

func (q *LabRequest) search(c *Call) (func(context.Context) (wire.Lab, error), error) {
	puzzle, err := c.puzzle(q.Puzzle, "puzzle")
	if err != nil {
		return nil, err
	}
	ids := q.Strategies
	if len(ids) == 0 {
		ids = LabIDs()
	}
	for _, id := range ids {
		if _, err := runOf(id); err != nil {
			return nil, c.unknownStrategy(err, "strategies")
		}
	}
	perRun := min(time.Duration(q.TimeoutMS)*time.Millisecond, c.Limits.Time/time.Duration(len(ids)))
	return func(ctx context.Context) (wire.Lab, error) {
		w, err := Compare(ctx, puzzle.Grid, ids, textbook.Limits{Solutions: 1, Nodes: q.Nodes}, perRun, c.Lang)
		w.Notes, c.Outcome = c.notesOn(puzzle), completeness(err == nil)
		return w, err
	}, nil
}

func (c *Call) unknownStrategy(err error, field string) error {
	p := wire.NewProblem(wire.UnknownStrategy, c.Lang)
	p.Detail = message.Of(err, c.Lang)
	return p.At(c.at(field))
}

// TraceRequest asks for a window of a strategy's trace.
type TraceRequest struct {
	Puzzle    string `json:"puzzle" doc:"One puzzle in any format"`
	Strategy  string `json:"strategy" doc:"A textbook strategy"`
	From      uint64 `json:"from,omitempty" maximum:"1000000000" default:"0" doc:"The window's first event, counted from 0"`
	Events    int    `json:"events,omitempty" minimum:"1" maximum:"20000" default:"2000" doc:"How many events the window holds"`
	Nodes     uint64 `json:"nodes,omitempty" minimum:"1" maximum:"1000000000" default:"1000000" doc:"Nodes the search may visit; the trace ends there"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds the request may wait and search"`
}

func (q *TraceRequest) search(c *Call) (func(context.Context) (wire.Trace, error), error) {
	strategy, err := StrategyByID(q.Strategy)
	if err != nil {
		return nil, c.unknownStrategy(err, "strategy")
	}
	puzzle, err := c.puzzle(q.Puzzle, "puzzle")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (wire.Trace, error) {
		part := Window(ctx, strategy, puzzle.Grid, q.From, q.Events, textbook.Limits{Solutions: 1, Nodes: q.Nodes})
		w := wire.Trace{Strategy: q.Strategy, Board: part.Board.String(), From: part.From, Events: part.Events, Done: part.Done, Notes: c.notesOn(puzzle)}
		if w.Events == nil {
			w.Events = [][3]int{}
		}
		if part.TotalKnown {
			w.Total = &part.Total
		}
		c.Outcome = "window"
		if part.Done {
			run := wire.RunOf(strategy, part.Report, c.Lang)
			w.Run, c.Outcome = &run, run.Outcome
		}
		return w, nil
	}, nil
}

// KernelPrefix stands before an engine's name where a strategy's name may stand.
const KernelPrefix = "kernel/"

// LabIDs are the names of all that can run: the textbook strategies from the
// simplest on, then the engines of this machine, best first.
func LabIDs() []string {
	var all []string
	for _, s := range textbook.Strategies() {
		all = append(all, string(s.ID))
	}
	for _, k := range kernel.All() {
		all = append(all, KernelPrefix+k.Name())
	}
	return all
}

// UnknownStrategyError is a name that nothing in the lab has.
type UnknownStrategyError struct {
	Name  string
	Known []string
}

func (e *UnknownStrategyError) Error() string { return e.Message().String() }

// Message lists the names there are.
func (e *UnknownStrategyError) Message() message.Message {
	return suggest.Suggested(message.New("lab.unknown", "name", e.Name, "known", strings.Join(e.Known, ", ")), e.Name, e.Known)
}

// StrategyByID is the textbook strategy of that name. The error is an *UnknownStrategyError.
func StrategyByID(id string) (textbook.Strategy, error) {
	if s, ok := textbook.ByID(textbook.ID(id)); ok {
		return s, nil
	}
	var known []string
	for _, s := range textbook.Strategies() {
		known = append(known, string(s.ID))
	}
	return textbook.Strategy{}, &UnknownStrategyError{id, known}
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
	} else if s, ok := textbook.ByID(textbook.ID(id)); ok {
		return func(ctx context.Context, g sudoku.Grid, limits textbook.Limits, lang message.Lang) wire.Run {
			return wire.RunOf(s, s.Search(ctx, g.Values(), limits, nil, nil), lang)
		}, nil
	}
	return nil, &UnknownStrategyError{id, LabIDs()}
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
// [LabIDs]. A run that was cut short says "undecided". The error is an
// *UnknownStrategyError, before anything has run, or the cause of ctx's end, with the
// runs that were finished by then.
func Compare(ctx context.Context, g sudoku.Grid, ids []string, limits textbook.Limits, perRun time.Duration, lang message.Lang) (wire.Lab, error) {
	if len(ids) == 0 {
		ids = LabIDs()
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
		one, cancel := within(ctx, perRun)
		result := run(one, g, limits, lang)
		cancel()
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		out.Runs = append(out.Runs, result)
	}
	return out, nil
}

// Part is a window of a trace.
type Part struct {
	Board  sudoku.Grid // the grid just before the first event of the window, or at the trace's end
	From   uint64
	Events [][3]int // as [wire.Trace] has them
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
			part.Events = append(part.Events, [3]int{int(e.Kind), int(e.Cell), int(e.Digit)})
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
