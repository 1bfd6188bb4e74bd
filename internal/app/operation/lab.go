package operation

import (
	"context"
	"path"
	"strings"
	"time"

	"nonet/format"
	"nonet/internal/engine/kernel"
	"nonet/internal/suggest"
	"nonet/internal/textbook"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// LabRequest asks for a comparison of strategies and engines.
type LabRequest struct {
	Puzzle     string   `json:"puzzle" doc:"One puzzle in any format"`
	Strategies []string `json:"strategies,omitempty" maxItems:"20" doc:"Which to run, in this order; without it every textbook strategy, then every engine as kernel/NAME"`
	Nodes      uint64   `json:"nodes,omitempty" minimum:"1" maximum:"1000000000" default:"1000000" doc:"The most nodes that each may visit"`
	TimeoutMS  int64    `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds that each may take, and the request may wait; together at most the server's maximum, shared evenly"`

	puzzle format.Puzzle
}

func (q *LabRequest) prepare(c *Call) (err error) {
	if q.puzzle, err = c.parseClassic(q.Puzzle, "puzzle"); err != nil {
		return err
	}
	if len(q.Strategies) == 0 {
		q.Strategies = LabIDs()
	}
	if err := CheckLabStrategies(q.Strategies); err != nil {
		return c.problemOf(wire.UnknownStrategy, "strategies", message.TextOf(err, c.Lang))
	}
	return nil
}

func (q *LabRequest) answer(ctx context.Context, c *Call) any {
	var w wire.Lab
	perRun := min(time.Duration(q.TimeoutMS)*time.Millisecond, c.Limits.Time/time.Duration(len(q.Strategies)))
	w, c.Cut = Compare(ctx, q.puzzle.Grid, q.Strategies, textbook.Limits{Solutions: 1, Nodes: q.Nodes}, perRun, c.Lang)
	w.Notes, c.Outcome = ignoredMarkNotes(&q.puzzle, c.Lang), completenessWord(c.Cut == nil)
	return w
}

// TraceRequest asks for some consecutive events of a strategy's search.
type TraceRequest struct {
	PuzzleRequest
	Strategy string `json:"strategy" doc:"A textbook strategy"`
	From     uint64 `json:"from,omitempty" maximum:"1000000000" default:"0" doc:"The window's first event, counted from 0"`
	Events   int    `json:"events,omitempty" minimum:"1" maximum:"20000" default:"2000" doc:"How many events the window holds"`
	Nodes    uint64 `json:"nodes,omitempty" minimum:"1" maximum:"1000000000" default:"1000000" doc:"Nodes the search may visit; the trace ends there"`

	strategy textbook.Strategy
}

func (q *TraceRequest) prepare(c *Call) (err error) {
	if q.strategy, err = StrategyByID(q.Strategy); err != nil {
		return c.problemOf(wire.UnknownStrategy, "strategy", message.TextOf(err, c.Lang))
	}
	return q.PuzzleRequest.prepare(c)
}

func (q *TraceRequest) answer(ctx context.Context, c *Call) any {
	w := TraceWindow(ctx, q.strategy, q.puzzle.Grid, q.From, q.Events, textbook.Limits{Solutions: 1, Nodes: q.Nodes}, c.Lang)
	w.Notes, c.Outcome = ignoredMarkNotes(&q.puzzle, c.Lang), "window"
	if w.Run != nil {
		c.Outcome = w.Run.Outcome
	}
	return w
}

// KernelPrefix precedes engine names in lists that contain both strategies and engines.
const KernelPrefix = "kernel/"

// LabIDs returns the names of all strategies and engines that can be compared. The textbook strategies come first, the
// simplest at the front. This machine's engines follow, the best at the front.
func LabIDs() []string {
	all := StrategyIDs()
	for _, k := range kernel.All() {
		all = append(all, KernelPrefix+k.Name())
	}
	return all
}

func unknownStrategyError(name string, known []string) error {
	what := message.New("lab.unknown", "name", name, "known", strings.Join(known, ", "))
	return &message.Error{What: suggest.WithSuggestions(what, name, known)}
}

// CheckLabStrategies returns an error for the first name that is not in [LabIDs], or nil.
func CheckLabStrategies(ids []string) error {
	for _, id := range ids {
		if _, err := labSearchOf(id); err != nil {
			return err
		}
	}
	return nil
}

// StrategyByID returns one of the textbook strategies. The error for an unknown name lists the known ones.
func StrategyByID(id string) (textbook.Strategy, error) {
	if s, ok := textbook.ByID(textbook.ID(id)); ok {
		return s, nil
	}
	return textbook.Strategy{}, unknownStrategyError(id, StrategyIDs())
}

// StrategyIDs returns the names of the textbook strategies, the simplest first.
func StrategyIDs() (all []string) {
	for _, s := range textbook.Strategies() {
		all = append(all, string(s.ID))
	}
	return all
}

// labSearch searches a puzzle by one strategy or engine, and returns the solution and counters of the run.
type labSearch func(context.Context, sudoku.Grid, textbook.Limits) textbook.Report

// labSearchOf returns the search by the strategy or the engine named id. An engine's report has no backtracks and no
// depth.
func labSearchOf(id string) (labSearch, error) {
	if s, ok := textbook.ByID(textbook.ID(id)); ok {
		return func(ctx context.Context, g sudoku.Grid, limits textbook.Limits) textbook.Report {
			return s.Search(ctx, g.Values(), limits, nil, nil)
		}, nil
	}
	name, ok := strings.CutPrefix(id, KernelPrefix)
	k, err := kernel.ByName(name)
	if !ok || err != nil {
		return nil, unknownStrategyError(id, LabIDs())
	}
	return func(ctx context.Context, g sudoku.Grid, limits textbook.Limits) textbook.Report {
		var results [1]kernel.Result
		start := time.Now()
		k.Search(ctx, [][sudoku.Cells]uint8{g.Values()}, kernel.Limits{Solutions: max(limits.Solutions, 1), Nodes: limits.Nodes}, results[:])
		r := textbook.Report{Outcome: textbook.Stopped, Solutions: results[0].Solutions, First: results[0].First, Nodes: results[0].Nodes, Elapsed: time.Since(start)}
		if results[0].Outcome == kernel.Complete {
			r.Outcome = textbook.Complete
		}
		return r
	}, nil
}

// Compare runs the named strategies and engines on g, one after another. If ids is empty, it runs all of [LabIDs]. The
// limits and the time perRun apply to each run. A run that was cut short has the outcome "undecided". If ids has an
// unknown name, nothing runs, and the error is that of [CheckLabStrategies]. If ctx ends, the error is its cause, and
// the result has the runs that finished.
func Compare(ctx context.Context, g sudoku.Grid, ids []string, limits textbook.Limits, perRun time.Duration, lang message.Lang) (wire.Lab, error) {
	if len(ids) == 0 {
		ids = LabIDs()
	}
	searches := make([]labSearch, len(ids))
	for i, id := range ids {
		var err error
		if searches[i], err = labSearchOf(id); err != nil {
			return wire.Lab{}, err
		}
	}
	out := wire.Lab{Puzzle: g.String(), Contradictions: wire.Contradictions(g.Contradictions(), lang), Runs: []wire.Run{}}
	for i, search := range searches {
		one, cancel := withDeadline(ctx, perRun)
		report := search(one, g, limits)
		cancel()
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		out.Runs = append(out.Runs, wireRun(ids[i], report, lang))
	}
	return out, nil
}

// TraceWindow runs s on g. It returns up to n events of the trace, beginning with event number `from`, counted from 0.
// It keeps only these events in memory. Each call runs the search again, so its time grows with from+n. The answer's
// field Done is true if the trace has no event after these. Then Total is set, unless ctx ended the search early.
func TraceWindow(ctx context.Context, s textbook.Strategy, g sudoku.Grid, from uint64, n int, limits textbook.Limits, lang message.Lang) wire.Trace {
	w := wire.Trace{Strategy: string(s.ID), From: from, Events: [][3]int{}, Done: true}
	seen, board := uint64(0), g
	report := s.Search(ctx, g.Values(), limits, func(e textbook.Event) bool {
		switch {
		case seen < from:
			switch e.Kind {
			case textbook.Place:
				board = board.With(sudoku.Cell(e.Cell), sudoku.Digit(e.Digit))
			case textbook.Undo:
				board = board.With(sudoku.Cell(e.Cell), 0)
			}
		case len(w.Events) < n:
			w.Events = append(w.Events, [3]int{int(e.Kind), int(e.Cell), int(e.Digit)})
		default:
			w.Done = false
			return false
		}
		seen++
		return true
	}, nil)
	w.Board = board.String()
	if w.Done {
		run := wireRun(string(s.ID), report, lang)
		w.Run = &run
		if report.Outcome != textbook.Stopped || ctx.Err() == nil {
			w.Total = &seen
		}
	}
	return w
}

// wireRun returns the JSON form of a run by the strategy or the engine named id.
func wireRun(id string, r textbook.Report, lang message.Lang) wire.Run {
	run := wire.Run{
		Strategy: id, Name: message.New("strategy." + id + ".name").In(lang),
		Outcome: sudoku.Tally{N: r.Solutions, Exact: r.Outcome == textbook.Complete}.Outcome().String(), Solutions: r.Solutions, Complete: r.Outcome == textbook.Complete,
		Nodes: r.Nodes, Backtracks: r.Backtracks, Depth: r.MaxDepth, Milliseconds: wire.Milliseconds(r.Elapsed),
	}
	if s, ok := textbook.ByID(textbook.ID(id)); ok {
		run.Source = s.Source
	} else {
		run.Name = message.New("lab.kernel", "name", path.Base(id)).In(lang)
	}
	if r.Solutions > 0 {
		if g, err := sudoku.FromCells(r.First); err == nil {
			run.Solution = g.String()
		}
	}
	return run
}
