// Package operation is what nonet does for people, once for all who ask: a request
// in, an object of wire out. The HTTP API, WebAssembly and the command line stand
// on it.
//
//	Operation  one row of the table: All, ByName     operation.go
//	Call       what an adapter says beside a request operation.go
//	requests   their limits and defaults, as tags    request.go
//	Position   givens, values and pencil marks       position.go
//	Entry      a position as a text has it           read.go
//
// and a file for each kind of question. A request is understood first: what is
// wrong with it is a *[wire.Problem]. What is left is a search that a context ends;
// between the two an adapter waits for its turn.
//
// It must not import who asks: no adapter, and nothing that serves.
package operation

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// Cost says what an operation takes.
type Cost int

const (
	Direct   Cost = iota // it answers at once
	Search               // a processor, for as long as its request allows
	Searches             // the same for each of several searches, one after the other
)

// The puzzles of examples, in JSON.
const (
	hardOne = `"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."`
	easyOne = `"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"`
)

// table has all operations, in the order in which the documentation lists them.
var table = slices.Concat([]Operation{
	row[SolveRequest, wire.Solve]("solve", Search, `{"puzzle":`+hardOne+`}`).withLines(),
	row[CountRequest, wire.Count]("count", Search, `{"puzzle":"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.......","limit":100000}`).withLines(),
	row[CheckRequest, wire.Check]("check", Search, `{"puzzle":`+hardOne+`}`).withLines(),
	row[CandidatesRequest, wire.TrueCandidates]("candidates", Search, `{"puzzle":"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9......."}`),
	row[HintRequest, wire.Hint]("hint", Search, `{"puzzle":`+easyOne+`,"values":`+easyOne+`,"level":3}`).streams(wire.Seeking{}),
	row[WhyRequest, wire.Argument]("why", Search, `{"puzzle":`+easyOne+`,"cell":"r1c3","digit":4}`).streams(wire.Seeking{}),
	row[ExplainRequest, wire.Explain]("explain", Search, `{"puzzle":"534678912672195348198342567859761423426853791713924856961537284287419635345286..."}`).streams(wire.Seeking{}),
	row[StepsRequest, wire.Steps]("steps", Search, `{"puzzle":`+easyOne+`,"techniques":["pointing"],"limit":1}`),
	row[GradeRequest, wire.Grade]("grade", Search, `{"puzzle":`+easyOne+`}`).withLines(),
	row[GenerateRequest, wire.Generate]("generate", Search, `{"grade":"hard","symmetry":"rotate180","require":["x-wing"],"seed":7}`),
	row[MinimiseRequest, wire.Revised]("minimise", Search, `{"puzzle":`+easyOne+`,"symmetry":"rotate180","seed":7}`),
	row[CompleteRequest, wire.Revised]("complete", Search, `{"puzzle":"1.......2...........3...4...............................5...6...........7.......8","symmetry":"rotate180","seed":7}`),
	row[DailyRequest, wire.Daily]("daily", Search, `{"date":"2026-11-22","grade":"easy"}`),
	row[TechniquesRequest, wire.Techniques]("techniques", Direct, "{}"),
	row[ChapterRequest, wire.Chapter]("chapter", Direct, `{"technique":"skyscraper"}`),
	row[PracticeRequest, wire.Practice]("practice", Search, `{"technique":"skyscraper","seed":7}`),
	row[PracticeCheckRequest, wire.PracticeCheck]("practice/check", Search, `{"puzzle":`+easyOne+`,"technique":"hidden-single","moves":["r9c7=1"]}`),
	row[TargetRequest, wire.Target]("target", Search, `{"puzzle":"...7.24539....8...74...5.1.195.8.....7.....25.3.5791.8...6.1.3..6.9....1........6","goal":"maximum"}`).streams(wire.TargetProgress{}),
	row[TargetBestRequest, wire.TargetRanking]("target/best", Search, `{"puzzle":"...7.24539....8...74...5.1.195.8.....7.....25.3.5791.8...6.1.3..6.9....1........6","limit":3}`).streams(wire.TargetProgress{}),
	row[TargetCountRequest, wire.TargetCount]("target/count", Search, `{"puzzle":"...7.24539....8...74...5.1.195.8.....7.....25.3.5791.8...6.1.3..6.9....1........6","goal":"minimum"}`).streams(wire.TargetProgress{}),
	row[LabRequest, wire.Lab]("lab", Searches, `{"puzzle":`+easyOne+`,"strategies":["row-major-tables","mrv","dancing-links"]}`),
	row[TraceRequest, wire.Trace]("lab/trace", Search, `{"puzzle":`+hardOne+`,"strategy":"mrv","events":5}`),
	row[ParseRequest, wire.Parse]("parse", Direct, `{"text":"53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"}`),
	row[ExportRequest, wire.Export]("export", Direct, `{"puzzle":`+easyOne+`,"title":"A puzzle","author":"Somebody","to":"sdk"}`),
	row[VersionRequest, wire.Version]("version", Direct, "{}"),
}, heavy, ruleRows)

// OfServers are the operations that no browser's engine has.
func OfServers() []Operation { return slices.Clone(heavy) }

// All are all operations.
func All() []Operation { return slices.Clone(table) }

// Operation is one thing that can be asked.
type Operation struct {
	Name    string // its path, such as lab/trace
	Cost    Cost
	Request reflect.Type // a struct with the tags that request.go knows
	Answer  reflect.Type // a struct of wire
	Event   reflect.Type // what it tells on the way, or nil
	Example string       // a request

	lines  bool // it answers [Lines]
	answer func(context.Context, *Call, any) any
}

// request is a request: prepare understands it, with a *[wire.Problem] as the error
// where there is nothing to understand, and answer makes the search that is left.
type request[Q, A any] interface {
	*Q
	prepare(*Call) error
	answer(context.Context, *Call) A
}

func row[Q, A any, P request[Q, A]](name string, cost Cost, example string) Operation {
	return Operation{
		Name: name, Cost: cost, Request: reflect.TypeFor[Q](), Answer: reflect.TypeFor[A](), Example: example,
		answer: func(ctx context.Context, c *Call, q any) any { return q.(P).answer(ctx, c) },
	}
}

func (o Operation) streams(event any) Operation {
	o.Event = reflect.TypeOf(event)
	return o
}

// ByName is the operation of a name.
func ByName(name string) (o Operation, ok bool) {
	for _, o := range table {
		if o.Name == name {
			return o, true
		}
	}
	return Operation{}, false
}

// ID is the name as texts and examples have it: lab-trace.
func (o Operation) ID() string { return strings.ReplaceAll(o.Name, "/", "-") }

// Limits is what an adapter allows. A zero field is what [Limits.WithDefaults] says.
type Limits struct {
	Time      time.Duration // the longest that any one request may wait and search; 30 s
	Solutions int           // solutions in one answer; 1000
	Count     uint64        // the largest limit of a count, and where one without a limit ends; 2⁵³ for the first and no end for the second
	Body      int64         // bytes of a request; 1 MiB
}

// exactCount is how far all readers of JSON hold integers exactly.
const exactCount = 1 << 53

// WithDefaults is l with the defaults for what is not set.
func (l Limits) WithDefaults() Limits {
	l.Time = max(cmp.Or(max(l.Time, 0), 30*time.Second), time.Millisecond)
	l.Solutions = cmp.Or(max(l.Solutions, 0), 1000)
	l.Count = cmp.Or(l.Count, exactCount)
	l.Body = cmp.Or(max(l.Body, 0), 1<<20)
	return l
}

// Call is what an adapter says beside the request, for one request.
type Call struct {
	Lang    message.Lang
	Limits  Limits // with their defaults
	Version string // the program's
	// Event gets what an operation that streams tells on the way, one event after the
	// other, in the search's goroutine; nil if nobody listens.
	Event func(any)
	// Failed gets the panic that a line was answered with a problem for; nil if nobody wants to know.
	Failed func(error)
	// Outcome is what came of it, in a word for a log; set by the search.
	Outcome string
	// Turn waits for room for a short search that is part of reading the request, and makes it:
	// again if it was cut short, and not at all if there is no room within that time. nil makes
	// it at once.
	Turn func(within time.Duration, search func(context.Context))
	// Best is [solve.Best] unless a test needs a search that lasts.
	Best func(context.Context, *puzzle.Puzzle, solve.Scoring, puzzle.Limits, func(solve.Optimum)) (solve.Optimum, error)
	// Cut is the cause of the end of the search's context, where the answer has no way
	// to say that it was cut short; it is then as far as it came. Set by the search.
	Cut error

	operation string        // the name of what is asked
	timeout   time.Duration // how long the request may wait and search; 0: it does not say
	in        string        // where the request comes from, body or query; it begins the place of a fault

	line, column int    // where its puzzle begins, if it is no text of its own but a line of [Lines]
	spare        *Spare // of all lines together; nil of a request by itself
}

// Prepared is a request that was understood.
type Prepared struct {
	// Within is how long it may wait for its turn and search; 0 for what answers at once.
	Within time.Duration
	Cost   Cost
	// Run is the answer. Its search ends with its context, and says so.
	Run func(context.Context) any
}

// Prepare reads a request in JSON. The error is a *[wire.Problem].
func (o Operation) Prepare(c *Call, request []byte) (*Prepared, error) {
	q, err := o.Filled(c, request)
	if err != nil {
		return nil, err
	}
	return o.prepared(c, q)
}

// Filled is a request in JSON, a pointer to a struct whose fields are as their tags
// want them. What they mean is not asked. The error is a *[wire.Problem].
func (o Operation) Filled(c *Call, request []byte) (reflect.Value, error) {
	if len(request) == 0 && o.Request.NumField() == 0 {
		request = []byte("{}")
	}
	if int64(len(request)) > c.Limits.Body {
		return reflect.Value{}, wire.NewProblem(wire.TooLarge, c.Lang, "n", c.Limits.Body)
	}
	fields, p := fieldsIn(request, 1, c.Lang)
	if p != nil {
		return reflect.Value{}, p
	}
	c.in = "body"
	q := reflect.New(o.Request)
	if p := c.fill(fields, q.Elem()); p != nil {
		return q, p
	}
	return q, nil
}

// Language is how a request in parameters asks for a language.
type Language struct {
	Lang string `json:"lang,omitempty" enum:"en,zh-CN" doc:"Language of every text in the answer; without it, Accept-Language decides"`
}

// PrepareQuery reads a request from parameters, of which the first of a name counts.
// The error is a *[wire.Problem].
func (o Operation) PrepareQuery(c *Call, parameters map[string][]string) (*Prepared, error) {
	c.in = "query"
	q := reflect.New(o.Request)
	if p := c.fill(parameters, q.Elem(), reflect.ValueOf(new(Language)).Elem()); p != nil {
		return nil, p
	}
	return o.prepared(c, q)
}

// Parameters reads those that stand beside a request in JSON. The error is a
// *[wire.Problem].
func (c *Call) Parameters(parameters map[string][]string) error {
	c.in = "query"
	if p := c.fill(parameters, reflect.ValueOf(new(Language)).Elem()); p != nil {
		return p
	}
	return nil
}

// prepared is a request whose fields are filled.
func (o Operation) prepared(c *Call, q reflect.Value) (*Prepared, error) {
	c.operation, c.timeout = o.Name, timeoutOf(q)
	if err := q.Interface().(interface{ prepare(*Call) error }).prepare(c); err != nil {
		return nil, err
	}
	p := &Prepared{Cost: o.Cost, Run: func(ctx context.Context) any { return o.answer(ctx, c, q.Interface()) }}
	if o.Cost != Direct {
		p.Within = c.timeout
	}
	return p, nil
}

// timeoutOf is how long a request may wait and search, 0 where it does not say.
func timeoutOf(q reflect.Value) time.Duration {
	field := q.Elem().FieldByName("TimeoutMS")
	if !field.IsValid() {
		return 0
	}
	return time.Duration(field.Int()) * time.Millisecond
}

// Ask is the answer to a request in JSON, for an adapter that has no queue. The
// error is a *[wire.Problem].
func (o Operation) Ask(ctx context.Context, c *Call, request []byte) (any, error) {
	if c.Turn == nil {
		c.Turn = atOnce(ctx)
	}
	p, err := o.Prepare(c, request)
	if err != nil {
		return nil, err
	}
	if p.Cost == Search {
		var cancel context.CancelFunc
		ctx, cancel = within(ctx, p.Within)
		defer cancel()
	}
	return p.Run(ctx), nil
}

// at is the place of a field in the request.
func (c *Call) at(field string) string { return c.in + "." + field }

// completeness is the log's word for an answer that may be partial.
func completeness(complete bool) string {
	if complete {
		return "complete"
	}
	return sudoku.Undecided.String()
}
