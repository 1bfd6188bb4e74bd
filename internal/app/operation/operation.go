// Package operation implements the questions that nonet answers, once for all adapters: the HTTP API, WebAssembly and
// the command line. An operation takes a request and returns an object of package wire.
//
//	Operation  one row of the table: All, ByName     operation.go
//	Call       what an adapter adds to a request     operation.go
//	requests   limits and defaults, in struct tags   request.go
//	Position   givens, values and pencil marks       position.go
//	Question   what a command asks about positions   ask.go
//
// Each of the remaining files has one kind of question. An answer takes two steps. The first step prepares the request.
// The error of this step is a *[wire.Problem]. The second step searches for the answer until the context ends. Between
// the two steps, an adapter may queue the request.
//
// The package must import neither adapters nor servers.
package operation

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	_ "nonet/internal/texts"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// Cost classifies operations by the processor time that they need.
type Cost int

const (
	Direct   Cost = iota // the operation answers at once
	Search               // the operation needs one processor for the request's time
	Searches             // like Search, but the operation runs several searches, each with its own time limit
)

// These are puzzles as JSON strings, for the example requests in the table.
const (
	hardOne = `"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."`
	easyOne = `"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"`
)

// table holds all operations, in the order in which the documentation lists them.
var table = slices.Concat([]Operation{
	newOperation("solve", Search, &SolveRequest{}, wire.Solve{}, `{"puzzle":`+hardOne+`}`).withLinesAccepted(),
	newOperation("count", Search, &CountRequest{}, wire.Count{}, `{"puzzle":"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9.......","limit":100000}`).withLinesAccepted(),
	newOperation("check", Search, &CheckRequest{}, wire.Check{}, `{"puzzle":`+hardOne+`}`).withLinesAccepted(),
	newOperation("candidates", Search, &CandidatesRequest{}, wire.TrueCandidates{}, `{"puzzle":"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9......."}`),
	newOperation("hint", Search, &HintRequest{}, wire.Hint{}, `{"puzzle":`+easyOne+`,"values":`+easyOne+`,"level":3}`).withEvents(wire.Seeking{}),
	newOperation("why", Search, &WhyRequest{}, wire.Argument{}, `{"puzzle":`+easyOne+`,"cell":"r1c3","digit":4}`).withEvents(wire.Seeking{}),
	newOperation("explain", Search, &ExplainRequest{}, wire.Explain{}, `{"puzzle":"534678912672195348198342567859761423426853791713924856961537284287419635345286..."}`).withEvents(wire.Seeking{}),
	newOperation("steps", Search, &StepsRequest{}, wire.Steps{}, `{"puzzle":`+easyOne+`,"techniques":["pointing"],"limit":1}`),
	newOperation("grade", Search, &GradeRequest{}, wire.Grade{}, `{"puzzle":`+easyOne+`}`).withLinesAccepted(),
	newOperation("generate", Search, &GenerateRequest{}, wire.Generate{}, `{"grade":"hard","symmetry":"rotate180","require":["x-wing"],"seed":7}`),
	newOperation("minimise", Search, &MinimiseRequest{}, wire.Revised{}, `{"puzzle":`+easyOne+`,"symmetry":"rotate180","seed":7}`),
	newOperation("complete", Search, &CompleteRequest{}, wire.Revised{}, `{"puzzle":"1.......2...........3...4...............................5...6...........7.......8","symmetry":"rotate180","seed":7}`),
	newOperation("daily", Search, &DailyRequest{}, wire.Daily{}, `{"date":"2026-11-22","grade":"easy"}`),
	newOperation("techniques", Direct, &TechniquesRequest{}, wire.Techniques{}, "{}"),
	newOperation("chapter", Direct, &ChapterRequest{}, wire.Chapter{}, `{"technique":"skyscraper"}`),
	newOperation("practice", Search, &PracticeRequest{}, wire.Practice{}, `{"technique":"skyscraper","seed":7}`),
	newOperation("practice/check", Search, &PracticeCheckRequest{}, wire.PracticeCheck{}, `{"puzzle":`+easyOne+`,"technique":"hidden-single","moves":["r9c7=1"]}`),
	newOperation("target", Search, &TargetRequest{}, wire.Target{}, `{"puzzle":"...7.24539....8...74...5.1.195.8.....7.....25.3.5791.8...6.1.3..6.9....1........6","goal":"maximum"}`).withEvents(wire.TargetProgress{}),
	newOperation("target/best", Search, &TargetBestRequest{}, wire.TargetRanking{}, `{"puzzle":"...7.24539....8...74...5.1.195.8.....7.....25.3.5791.8...6.1.3..6.9....1........6","limit":3}`).withEvents(wire.TargetProgress{}),
	newOperation("target/count", Search, &TargetCountRequest{}, wire.TargetCount{}, `{"puzzle":"...7.24539....8...74...5.1.195.8.....7.....25.3.5791.8...6.1.3..6.9....1........6","goal":"minimum"}`).withEvents(wire.TargetProgress{}),
	newOperation("lab", Searches, &LabRequest{}, wire.Lab{}, `{"puzzle":`+easyOne+`,"strategies":["row-major-tables","mrv","dancing-links"]}`),
	newOperation("lab/trace", Search, &TraceRequest{}, wire.Trace{}, `{"puzzle":`+hardOne+`,"strategy":"mrv","events":5}`),
	newOperation("parse", Direct, &ParseRequest{}, wire.Parse{}, `{"text":"53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"}`),
	newOperation("export", Direct, &ExportRequest{}, wire.Export{}, `{"puzzle":`+easyOne+`,"title":"A puzzle","author":"Somebody","to":"sdk"}`),
	newOperation("version", Direct, &VersionRequest{}, wire.Version{}, "{}"),
}, heavy, ruleRows)

// All returns a copy of the table of operations, in the order of the documentation.
func All() []Operation { return slices.Clone(table) }

// Operation is a row of the table of operations: a question that clients can ask.
type Operation struct {
	Name    string // the path in the API, such as lab/trace
	Cost    Cost
	Request reflect.Type // the type of the request, a struct with the tags described in request.go
	Answer  reflect.Type // the type of the answer, a struct of package wire
	Event   reflect.Type // the type of the progress events, or nil
	Example string

	lines bool // whether [Lines] can answer the operation's requests
}

// request is the interface of all requests. prepare checks the request; its error is a *[wire.Problem]. After that,
// answer runs the search and returns a value of the type [Operation.Answer].
type request interface {
	prepare(*Call) error
	answer(context.Context, *Call) any
}

// newOperation returns a row of the table, with the types of q and answer. It is not generic, because its 38 instances
// would make the program 60 kB larger.
func newOperation(name string, cost Cost, q request, answer any, example string) Operation {
	return Operation{Name: name, Cost: cost, Request: reflect.TypeOf(q).Elem(), Answer: reflect.TypeOf(answer), Example: example}
}

// answer returns the result of q.answer. If this did not set c.Outcome, answer sets c.Outcome to the outcome in the
// result.
func (o *Operation) answer(ctx context.Context, c *Call, q request) any {
	c.Outcome = ""
	answer := q.answer(ctx, c)
	if outcome := reflect.ValueOf(answer).FieldByName("Outcome"); c.Outcome == "" && outcome.IsValid() {
		c.Outcome = outcome.String()
	}
	return answer
}

func (o Operation) withEvents(event any) Operation {
	o.Event = reflect.TypeOf(event)
	return o
}

// ByName looks up an operation, such as "target/best". ok is false if no operation has the name.
func ByName(name string) (o Operation, ok bool) {
	for _, o := range table {
		if o.Name == name {
			return o, true
		}
	}
	return Operation{}, false
}

// ID returns the name without slashes, such as lab-trace for lab/trace. Keys of texts and names of examples contain it.
func (o Operation) ID() string { return strings.ReplaceAll(o.Name, "/", "-") }

// Limits are the bounds that an adapter sets for all its requests. [Limits.WithDefaults] replaces zero fields.
type Limits struct {
	Time      time.Duration // the time that one request may wait and search; default: 30 s
	Solutions int           // the maximum number of solutions in one answer; default: 1000
	Count     uint64        // the greatest limit in a request for a count; default: 2⁵³. A smaller Count also bounds requests without a limit
	Body      int64         // the maximum size of a request in bytes; default: 1 MiB
}

// exactCount is 2⁵³. Every JSON reader represents integers up to this number exactly.
const exactCount = 1 << 53

// WithDefaults returns a copy of l in which defaults replace the zero fields.
func (l Limits) WithDefaults() Limits {
	l.Time = max(cmp.Or(max(l.Time, 0), 30*time.Second), time.Millisecond)
	l.Solutions = cmp.Or(max(l.Solutions, 0), 1000)
	l.Count = cmp.Or(l.Count, exactCount)
	l.Body = cmp.Or(max(l.Body, 0), 1<<20)
	return l
}

// Call is the context of one request: settings from the adapter, and results for the adapter besides the answer.
type Call struct {
	Lang    message.Lang
	Limits  Limits // the adapter's limits, with defaults filled in
	Version string
	// Event, if not nil, receives the progress events of a streaming operation, one at a time, in the goroutine
	// of the search.
	Event func(any)
	// Failed, if not nil, receives each panic in [Lines]. The answer for the panic's line is a problem.
	Failed func(error)
	// Outcome is the outcome of the search in one word, for logs. The search sets it. It equals the answer's outcome,
	// if the answer has one.
	Outcome string
	// Turn runs a short search while a request is prepared, as soon as a slot is free. If the slot's time cuts the
	// search short, Turn repeats the search. If no slot becomes free within the given time, Turn does not run the
	// search. If Turn is nil, such searches run immediately.
	Turn func(timeout time.Duration, search func(context.Context))
	// Best is [solve.Best] if nil. Tests set it to a slow search.
	Best func(context.Context, *puzzle.Puzzle, solve.Scoring, puzzle.Limits, func(solve.Optimum)) (solve.Optimum, error)
	// Cut is the cause that ended the context. The search sets Cut only if the answer has no field that marks an
	// incomplete answer.
	Cut error

	operation string
	timeout   time.Duration // the request's own limit for waiting and searching; 0 if it states none
	in        string        // the source of the request, "body" or "query"; locations in errors begin with it

	line, column int               // the position of the puzzle in the text of [Lines]; 0 for a single request
	spare        *SharedTimeBudget // the time budget that all lines share; nil for a single request
}

// Prepared is a request whose fields were checked. Run returns the answer.
type Prepared struct {
	// Within limits the time for waiting and searching together. It is 0 for requests that are answered immediately.
	Within time.Duration
	Cost   Cost
	// Run returns the answer. If ctx ends early, the answer says that it is incomplete.
	Run func(context.Context) any
}

// Prepare parses and checks a request in JSON. The error is a *[wire.Problem].
func (o Operation) Prepare(c *Call, request []byte) (*Prepared, error) {
	q, err := o.ParseRequest(c, request)
	if err != nil {
		return nil, err
	}
	return o.prepare(c, q)
}

// ParseRequest parses a request in JSON, and returns a pointer to the request's struct. It checks only the limits in
// the struct's tags. The error is a *[wire.Problem].
func (o Operation) ParseRequest(c *Call, request []byte) (reflect.Value, error) {
	if len(request) == 0 && o.Request.NumField() == 0 {
		request = []byte("{}")
	}
	if int64(len(request)) > c.Limits.Body {
		return reflect.Value{}, wire.NewProblem(wire.TooLarge, c.Lang, "n", c.Limits.Body)
	}
	fields, p := parseObject(request, 1, c.Lang)
	if p != nil {
		return reflect.Value{}, p
	}
	c.in = "body"
	q := reflect.New(o.Request)
	if p := c.fillFields(fields, q.Elem()); p != nil {
		return q, p
	}
	return q, nil
}

// Language is the query parameter that selects the language of an answer.
type Language struct {
	Lang string `json:"lang,omitempty" enum:"en,zh-CN" doc:"Language of every text in the answer; without it, Accept-Language decides"`
}

// PrepareQuery parses and checks a request from query parameters. If a name is repeated, its first value counts. The
// error is a *[wire.Problem].
func (o Operation) PrepareQuery(c *Call, parameters map[string][]string) (*Prepared, error) {
	c.in = "query"
	q := reflect.New(o.Request)
	if p := c.fillFields(parameters, q.Elem(), reflect.ValueOf(new(Language)).Elem()); p != nil {
		return nil, p
	}
	return o.prepare(c, q)
}

// ReadParameters sets c.Lang from the query parameters of a request in JSON. The error is a *[wire.Problem].
func (c *Call) ReadParameters(parameters map[string][]string) error {
	c.in = "query"
	if p := c.fillFields(parameters, reflect.ValueOf(new(Language)).Elem()); p != nil {
		return p
	}
	return nil
}

// prepare checks a request whose fields have been set.
func (o Operation) prepare(c *Call, q reflect.Value) (*Prepared, error) {
	c.operation, c.timeout = o.Name, timeoutOf(q)
	if err := q.Interface().(request).prepare(c); err != nil {
		return nil, err
	}
	p := &Prepared{Cost: o.Cost, Run: func(ctx context.Context) any { return o.answer(ctx, c, q.Interface().(request)) }}
	if o.Cost != Direct {
		p.Within = c.timeout
	}
	return p, nil
}

// timeoutOf returns the time limit in a request's field timeout_ms, or 0 if it has none.
func timeoutOf(q reflect.Value) time.Duration {
	field := q.Elem().FieldByName("TimeoutMS")
	if !field.IsValid() {
		return 0
	}
	return time.Duration(field.Int()) * time.Millisecond
}

// AnswerRequest prepares and answers a request in JSON, for adapters without a queue. The error is a *[wire.Problem].
func (o Operation) AnswerRequest(ctx context.Context, c *Call, request []byte) (any, error) {
	if c.Turn == nil {
		c.Turn = turnWithoutQueue(ctx)
	}
	p, err := o.Prepare(c, request)
	if err != nil {
		return nil, err
	}
	if p.Cost == Search {
		var cancel context.CancelFunc
		ctx, cancel = withDeadline(ctx, p.Within)
		defer cancel()
	}
	return p.Run(ctx), nil
}

// fieldPath returns the location of a request's field, such as "body.puzzle", for an error.
func (c *Call) fieldPath(field string) string { return c.in + "." + field }

// completenessWord returns "complete" or "undecided". Answers without an outcome of their own use it as [Call.Outcome].
func completenessWord(complete bool) string {
	if complete {
		return "complete"
	}
	return sudoku.Undecided.String()
}
