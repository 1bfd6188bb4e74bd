package httpapi

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"net/http"
	"runtime"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"nonet/format"
	"nonet/internal/app/lab"
	"nonet/internal/engine/kernel"
	"nonet/message"
	"nonet/sudoku"
	"nonet/target"
	"nonet/textbook"
	"nonet/wire"
)

// The requests. Limits that depend on the server's configuration are put into
// their schemas by [server.limitSchemas]; a field that is absent is zero.

// Language is how any request asks for a language. It is exported because huma
// looks into no other embedded type.
type Language struct {
	Lang string `query:"lang" enum:"en,zh-CN" doc:"Language of every text in the answer; without it, Accept-Language decides"`
}

type solveRequest struct {
	Puzzle    string `json:"puzzle" doc:"One puzzle in any format: 81 characters (. 0 _ * empty), nine lines, a drawn grid, whitespace-separated integers, POJ 2676, a LeetCode board, CSV …"`
	Limit     int    `json:"limit,omitempty" minimum:"1" maximum:"1000" default:"2" doc:"How many solutions to return at most; with 2, complete tells whether the first is the only one"`
	Order     string `json:"order,omitempty" enum:"any,lex" default:"any" doc:"Order of the solutions: any is the engine's own, the same every time; lex is ascending, read row by row"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" doc:"Milliseconds the request may wait and search"`
}

type countRequest struct {
	Puzzle    string  `json:"puzzle" doc:"One puzzle in any format"`
	Limit     *uint64 `json:"limit,omitempty" minimum:"0" default:"1000000" doc:"Where to stop counting; 0 counts them all, as far as the time allows"`
	TimeoutMS int64   `json:"timeout_ms,omitempty" minimum:"1" doc:"Milliseconds the request may wait and search"`
}

type checkRequest struct {
	Puzzle    string `json:"puzzle" doc:"One puzzle in any format"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" doc:"Milliseconds the request may wait and search"`
}

type targetRequest struct {
	Puzzle    string  `json:"puzzle" doc:"One puzzle in any format"`
	Goal      string  `json:"goal,omitempty" enum:"maximum,minimum" default:"maximum" doc:"Which end of the scores is wanted"`
	Weights   []int64 `json:"weights,omitempty" minItems:"81" maxItems:"81" minimum:"-111111111" maximum:"111111111" doc:"What each cell's digit is multiplied by, row by row; without it the rings: 6 at the rim to 10 in the centre"`
	TimeoutMS int64   `json:"timeout_ms,omitempty" minimum:"1" doc:"Milliseconds the request may wait and search"`
}

type labRequest struct {
	Puzzle     string   `json:"puzzle" doc:"One puzzle in any format"`
	Strategies []string `json:"strategies,omitempty" maxItems:"20" doc:"Which to run, in this order; without it every textbook strategy, then every engine as kernel/NAME"`
	Nodes      uint64   `json:"nodes,omitempty" minimum:"1" maximum:"1000000000" default:"1000000" doc:"Nodes each may visit"`
	TimeoutMS  int64    `json:"timeout_ms,omitempty" minimum:"1" doc:"Milliseconds each may take, and the request may wait; together they get no more than the server's maximum, shared evenly"`
}

type traceRequest struct {
	Puzzle    string `json:"puzzle" doc:"One puzzle in any format"`
	Strategy  string `json:"strategy" doc:"A textbook strategy"`
	From      uint64 `json:"from,omitempty" maximum:"1000000000" default:"0" doc:"The window's first event, counted from 0"`
	Events    int    `json:"events,omitempty" minimum:"1" maximum:"20000" default:"2000" doc:"How many events the window holds"`
	Nodes     uint64 `json:"nodes,omitempty" minimum:"1" maximum:"1000000000" default:"1000000" doc:"Nodes the search may visit; the trace ends there"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" doc:"Milliseconds the request may wait and search"`
}

type parseRequest struct {
	Text string `json:"text" doc:"Any number of puzzles in any format"`
}

// The answers that the command line does not share.

type traceAnswer struct {
	Strategy string      `json:"strategy" doc:"The strategy"`
	Board    string      `json:"board" doc:"The grid just before the window's first event, 81 characters"`
	From     uint64      `json:"from" doc:"The window's first event, counted from 0"`
	Events   []lab.Event `json:"events" doc:"The steps as [kind, cell, digit]: kind 1 places the digit, 2 takes it back, 3 is a solution (cell and digit 0); cells are 0 to 80, row by row"`
	Done     bool        `json:"done" doc:"True if the trace ends within this window"`
	Total    *uint64     `json:"total,omitempty" doc:"How many events the trace has, once that is known"`
	Run      *wire.Run   `json:"run,omitempty" doc:"What the search came to, when done"`
	Notes    []string    `json:"notes,omitempty" doc:"What the search leaves out of account, such as pencil marks, in the language asked for"`
}

type parsed struct {
	Puzzle string `json:"puzzle" doc:"The puzzle, 81 characters"`
	Format string `json:"format" doc:"The format it was written in" example:"rows"`
	Line   int    `json:"line" doc:"The line it begins in, counted from 1"`
	Name   string `json:"name,omitempty" doc:"Its name, where the text gives one"`
	// Candidates are as a position of hint, explain and steps has them.
	Candidates []string `json:"candidates,omitempty" minItems:"81" maxItems:"81" doc:"The pencil marks of a candidate grid: the digits of each cell, row by row, none where one is placed"`
	// Notes are what [notesOn] says.
	Notes []string `json:"notes,omitempty" doc:"What searches leave out of account, such as pencil marks, in the language asked for"`
}

type parseAnswer struct {
	Puzzles   []parsed `json:"puzzles" doc:"The puzzles in the order of the text, at most 1000"`
	Truncated bool     `json:"truncated" doc:"True if the text holds more puzzles than the 1000 returned"`
}

type versionAnswer struct {
	Version string   `json:"version" doc:"The program's version"`
	Go      string   `json:"go" doc:"The Go release it was built with"`
	Kernels []string `json:"kernels" doc:"The engines of this machine, the one in use first"`
	Limits  limits   `json:"limits" doc:"What this server allows"`
}

type limits struct {
	BodyBytes int64  `json:"body_bytes" doc:"Bytes a request's body may have"`
	TimeoutMS int64  `json:"timeout_ms" doc:"The largest timeout_ms"`
	Solutions int    `json:"solutions" doc:"The largest limit of solve"`
	Count     uint64 `json:"count" doc:"The largest limit of count"`
}

// in is an operation's request; out its answer.
type in[T any] struct {
	Language
	Body T
}

type out[T any] struct{ Body T }

func post[Q, A any](s *server, name string, handle func(context.Context, *Q) (A, error)) {
	op := s.operation(http.MethodPost, name, http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity)
	op.MaxBodyBytes, op.BodyReadTimeout = -1, -1 // readBody sees to both
	huma.Register(s.api, op, func(ctx context.Context, i *in[Q]) (*out[A], error) {
		answer, err := handle(ctx, &i.Body)
		if err != nil {
			return nil, err
		}
		return &out[A]{answer}, nil
	})
}

func (s *server) operations() {
	post(s, "solve", s.solve)
	post(s, "count", s.count)
	post(s, "check", s.check)
	post(s, "target", s.target)
	huma.Register(s.api, s.streamOperation(), s.stream)
	post(s, "lab", s.lab)
	post(s, "lab/trace", s.trace)
	post(s, "parse", s.parse)
	s.logicOperations()
	huma.Register(s.api, s.operation(http.MethodGet, "version", http.StatusUnprocessableEntity), s.version)
	s.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write([]byte("ok"))
	})
	s.limitSchemas()
}

// timeout is how long a request that asks for ms may take.
func (s *server) timeout(ms int64) time.Duration {
	if ms == 0 {
		ms = defaultTimeout.Milliseconds()
	}
	return min(time.Duration(ms)*time.Millisecond, s.config.MaxTime)
}

const defaultTimeout = 5 * time.Second

// admit lets a request search: under a deadline that covers its wait too, and
// until done is called.
func (s *server) admit(ctx context.Context, timeout time.Duration) (_ context.Context, done func(), _ error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	leave, err := s.gate.enter(ctx)
	if err != nil {
		cancel()
		c := busy
		if errors.Is(err, stopping{}) {
			c = shuttingDown
		}
		return nil, nil, problem(c, noteOf(ctx).lang)
	}
	return ctx, func() { leave(); cancel() }, nil
}

// begin reads the puzzle of a request and admits it.
func (s *server) begin(ctx context.Context, text string, timeout time.Duration) (context.Context, format.Puzzle, func(), error) {
	puzzle, p := puzzleIn(text, "body.puzzle", noteOf(ctx).lang)
	if p != nil {
		return nil, puzzle, nil, p
	}
	ctx, done, err := s.admit(ctx, timeout)
	return ctx, puzzle, done, err
}

func (s *server) solve(ctx context.Context, q *solveRequest) (wire.Solve, error) {
	ctx, puzzle, done, err := s.begin(ctx, q.Puzzle, s.timeout(q.TimeoutMS))
	if err != nil {
		return wire.Solve{}, err
	}
	defer done()
	order := sudoku.AnyOrder
	if q.Order == "lex" {
		order = sudoku.Lexicographic
	}
	start := time.Now()
	solutions, tally, err := sudoku.SolutionsUpTo(ctx, puzzle.Grid, min(q.Limit, s.config.MaxSolutions), order, sudoku.Unlimited)
	answer := wire.SolveOf(puzzle.Grid, solutions, tally, err, time.Since(start), noteOf(ctx).lang)
	answer.Notes = notesOn(puzzle, noteOf(ctx).lang)
	noteOf(ctx).outcome = answer.Outcome
	return answer, nil
}

func (s *server) count(ctx context.Context, q *countRequest) (wire.Count, error) {
	ctx, puzzle, done, err := s.begin(ctx, q.Puzzle, s.timeout(q.TimeoutMS))
	if err != nil {
		return wire.Count{}, err
	}
	defer done()
	start := time.Now()
	limit, total, tally := *q.Limit, new(big.Int), sudoku.Tally{}
	if limit == 0 && s.config.MaxCount >= exactCount {
		var all sudoku.Total
		all, err = sudoku.CountAll(ctx, puzzle.Grid, sudoku.Unlimited, nil)
		total, tally = all.N, wire.TallyOf(all)
	} else {
		limit = min(cmp.Or(limit, s.config.MaxCount), s.config.MaxCount)
		tally, err = sudoku.Count(ctx, puzzle.Grid, limit, sudoku.Unlimited)
		total.SetUint64(tally.N)
	}
	answer := wire.CountOf(puzzle.Grid, total, tally, err, time.Since(start), noteOf(ctx).lang)
	answer.Notes = notesOn(puzzle, noteOf(ctx).lang)
	noteOf(ctx).outcome = completeness(answer.Complete)
	if limit != 0 && !answer.Complete && answer.Count >= limit {
		noteOf(ctx).outcome = "limit"
	}
	return answer, nil
}

func (s *server) check(ctx context.Context, q *checkRequest) (wire.Check, error) {
	ctx, puzzle, done, err := s.begin(ctx, q.Puzzle, s.timeout(q.TimeoutMS))
	if err != nil {
		return wire.Check{}, err
	}
	defer done()
	start := time.Now()
	report, err := sudoku.Check(ctx, puzzle.Grid, sudoku.Unlimited)
	answer := wire.CheckOf(puzzle.Grid, report, err, time.Since(start), noteOf(ctx).lang)
	answer.Notes = notesOn(puzzle, noteOf(ctx).lang)
	noteOf(ctx).outcome = completeness(answer.Reason == "")
	return answer, nil
}

func (s *server) target(ctx context.Context, q *targetRequest) (wire.Target, error) {
	weights := target.Rings()
	if q.Weights != nil {
		weights = target.CellWeights([sudoku.Cells]int64(q.Weights))
	}
	ctx, puzzle, done, err := s.begin(ctx, q.Puzzle, s.timeout(q.TimeoutMS))
	if err != nil {
		return wire.Target{}, err
	}
	defer done()
	return s.best(ctx, puzzle, weights, goalOf(q.Goal), nil), nil
}

func goalOf(name string) target.Goal {
	if name == target.Minimum.String() {
		return target.Minimum
	}
	return target.Maximum
}

// best is the answer of target and its stream.
func (s *server) best(ctx context.Context, puzzle format.Puzzle, weights target.Weights, goal target.Goal, progress func(target.Progress)) wire.Target {
	start := time.Now()
	result, err := s.optimum(ctx, puzzle.Grid, weights, target.Options{Goal: goal, Progress: progress})
	answer := wire.TargetOf(puzzle.Grid, goal, result, err, time.Since(start), noteOf(ctx).lang)
	answer.Notes = notesOn(puzzle, noteOf(ctx).lang)
	noteOf(ctx).outcome = answer.Outcome
	return answer
}

func (s *server) lab(ctx context.Context, q *labRequest) (wire.Lab, error) {
	lang := noteOf(ctx).lang
	puzzle, p := puzzleIn(q.Puzzle, "body.puzzle", lang)
	if p != nil {
		return wire.Lab{}, p
	}
	ids := q.Strategies
	if len(ids) == 0 {
		ids = lab.IDs()
	}
	// The wait and the runs have a deadline each: a run's begins with it.
	_, done, err := s.admit(ctx, s.timeout(q.TimeoutMS))
	if err != nil {
		return wire.Lab{}, err
	}
	defer done()
	perRun := min(s.timeout(q.TimeoutMS), s.config.MaxTime/time.Duration(len(ids)))
	answer, err := lab.Compare(ctx, puzzle.Grid, ids, textbook.Limits{Solutions: 1, Nodes: q.Nodes}, perRun, lang)
	answer.Notes = notesOn(puzzle, lang)
	var unknown *lab.UnknownError
	switch {
	case errors.As(err, &unknown):
		return wire.Lab{}, strategyProblem(err, "body.strategies", lang)
	case errors.Is(err, stopping{}):
		return wire.Lab{}, problem(shuttingDown, lang)
	}
	noteOf(ctx).outcome = completeness(err == nil)
	return answer, nil
}

func strategyProblem(err error, location string, lang message.Lang) *Problem {
	p := problem(unknownStrategy, lang)
	p.Detail = message.Of(err, lang)
	return p.at(location)
}

func (s *server) trace(ctx context.Context, q *traceRequest) (traceAnswer, error) {
	lang := noteOf(ctx).lang
	strategy, err := lab.StrategyByID(q.Strategy)
	if err != nil {
		return traceAnswer{}, strategyProblem(err, "body.strategy", lang)
	}
	ctx, puzzle, done, err := s.begin(ctx, q.Puzzle, s.timeout(q.TimeoutMS))
	if err != nil {
		return traceAnswer{}, err
	}
	defer done()
	part := lab.Window(ctx, strategy, puzzle.Grid, q.From, q.Events, textbook.Limits{Solutions: 1, Nodes: q.Nodes})
	answer := traceAnswer{Strategy: q.Strategy, Board: part.Board.String(), From: part.From, Events: part.Events, Done: part.Done, Notes: notesOn(puzzle, lang)}
	if answer.Events == nil {
		answer.Events = []lab.Event{}
	}
	if part.TotalKnown {
		answer.Total = &part.Total
	}
	noteOf(ctx).outcome = "window"
	if part.Done {
		run := wire.RunOf(strategy, part.Report, lang)
		answer.Run, noteOf(ctx).outcome = &run, run.Outcome
	}
	return answer, nil
}

func (s *server) parse(ctx context.Context, q *parseRequest) (parseAnswer, error) {
	answer, p := puzzlesIn(q.Text, noteOf(ctx).lang)
	if p != nil {
		return parseAnswer{}, p
	}
	return answer, nil
}

func (s *server) version(context.Context, *Language) (*out[versionAnswer], error) {
	answer := versionAnswer{
		Version: s.config.Version, Go: runtime.Version(), Kernels: []string{},
		Limits: limits{s.config.MaxBody, s.config.MaxTime.Milliseconds(), s.config.MaxSolutions, s.config.MaxCount},
	}
	for _, k := range kernel.All() {
		answer.Kernels = append(answer.Kernels, k.Name())
	}
	return &out[versionAnswer]{answer}, nil
}

// completeness is the log's word for an answer that may be partial.
func completeness(complete bool) string {
	if complete {
		return "complete"
	}
	return sudoku.Undecided.String()
}
