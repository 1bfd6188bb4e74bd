package operation

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"
	"strings"
	"time"

	"nonet/format"
	"nonet/internal/app/input"
	"nonet/internal/engine/kernel"
	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// parseClassic parses one classic puzzle, in any format. text is the value of the named field.
func (c *Call) parseClassic(text, field string) (format.Puzzle, error) {
	p, err := format.NewReader(strings.NewReader(text), format.Options{IgnoreUnknown: true}).ReadOne()
	if err != nil {
		return format.Puzzle{}, c.unreadableProblem(err, field)
	}
	return c.requireClassic(p, field)
}

func (c *Call) requireClassic(p format.Puzzle, field string) (format.Puzzle, error) {
	classic, err := p.Classic()
	if err != nil {
		return classic, c.refusedProblem(&p, Classic, field)
	}
	return classic, nil
}

func (c *Call) refusedProblem(p *format.Puzzle, s Scope, field string) error {
	return c.unreadableProblem(p.LocateError(&message.Error{What: refusalOf(operationNames, c.operation, s, SubjectOf(p).ruleNames())}), field)
}

// parseAnyPuzzle parses one puzzle with any board and any rules. text is the value of the named field. Unknown rules
// are an error, unless `how` ignores them, or the text's solution is the only one under the known rules.
func (c *Call) parseAnyPuzzle(text, field string, how RulesRequest) (p format.Puzzle, err error) {
	reading := Reading{}.With(how.IgnoreUnknown, how.Letters)
	var added format.Added
	if how.extra != nil {
		_ = added.SetBoard(how.extra) // the first board cannot conflict with another, so there is no error
	}
	if how.Add != "" {
		if err = added.Add(how.Add); err != nil {
			return p, c.invalidError("add", err, how.Add)
		}
	}
	options := format.Options{IgnoreUnknown: true, Letters: reading.Letters}
	if p, err = format.NewReader(strings.NewReader(text), options).ReadOne(); err == nil && how.readings != nil {
		err = p.ApplyCorrections(how.readings)
	}
	if err == nil {
		if err = added.AddTo(&p); err != nil {
			var m message.Messenger
			if how.Add == "" || how.extra != nil && errors.As(err, &m) && m.Message().Key == format.OwnBoard {
				return p, c.invalidError("board", err, how.extra.String())
			}
			return p, c.invalidError("add", err, how.Add)
		}
		if e := reading.unknownError(&p); e != nil {
			proven := false
			c.runShortSearch(func(ctx context.Context, limit time.Duration) {
				proven = e.setKnownRulesOutcome(ctx, &p, limit, c.spare)
			})
			if !proven {
				err = p.LocateError(e)
			}
		}
	}
	if err != nil {
		return p, c.unreadableProblem(err, field)
	}
	return p, nil
}

// runShortSearch runs a search as part of preparing the request. The search has its own turn, and at most half a second
// of the request's time. It may run several times, or not at all.
func (c *Call) runShortSearch(search func(ctx context.Context, limit time.Duration)) {
	most := understoodTime
	if c.timeout > 0 {
		most = min(most, c.timeout)
	}
	turn := c.Turn
	if turn == nil {
		turn = turnWithoutQueue(context.Background())
	}
	turn(most, func(ctx context.Context) { search(ctx, most) })
}

// turnWithoutQueue returns a value for [Call.Turn] that starts every search at once, with ctx.
func turnWithoutQueue(ctx context.Context) func(time.Duration, func(context.Context)) {
	return func(_ time.Duration, search func(context.Context)) { search(ctx) }
}

// unreadableProblem returns a problem for a field whose text is not a puzzle. The problem has the line and column of
// err.
func (c *Call) unreadableProblem(err error, field string) error {
	syntax, ok := errors.AsType[*format.SyntaxError](err)
	if ok && c.line > 0 {
		syntax.Line, syntax.Column = c.line, syntax.Column+c.column
	}
	p := c.problemOf(wire.InvalidPuzzle, field, message.TextOf(err, c.Lang))
	if ok {
		p.Line, p.Column = syntax.Line, syntax.Column
	}
	return p
}

func (c *Call) problemOf(code wire.ProblemCode, field, detail string) *wire.Problem {
	p := wire.NewProblem(code, c.Lang)
	p.Detail = detail
	return p.AtLocation(c.fieldPath(field))
}

// IgnoredMarks returns how many candidates are excluded by pencil marks that searches ignore. For a puzzle that is not
// classic the result is 0, because its pencil marks are rules.
func IgnoredMarks(p *format.Puzzle) int {
	if p == nil || !p.IsClassic() {
		return 0
	}
	return p.Eliminations()
}

func ignoredMarkNotes(p *format.Puzzle, lang message.Lang) (notes []string) {
	if n := IgnoredMarks(p); n > 0 {
		notes = append(notes, message.New("api.note.pencil", "n", n).In(lang))
	}
	return notes
}

// candidatesOf returns the pencil marks of p: for each cell a string of digits, or "" if the cell is filled.
func candidatesOf(p format.Puzzle) []string {
	if p.Pencil == nil {
		return nil
	}
	marks := *p.Pencil
	for c := range marks {
		if p.Grid.At(sudoku.Cell(c)) != 0 {
			marks[c] = 0
		}
	}
	return digitsOf(&marks)
}

func digitsOf(marks *[sudoku.Cells]sudoku.Candidates) []string {
	all := make([]string, sudoku.Cells)
	for c, marks := range marks {
		for d := range marks.Digits() {
			all[c] += strconv.Itoa(int(d))
		}
	}
	return all
}

// wireEntry returns the JSON form of an entry, for an answer of the operation parse.
func (c *Call) wireEntry(e *input.Entry) wire.Parsed {
	p := e.Puzzle
	one := wire.Parsed{Puzzle: p.Grid.String(), Line: p.Line, Candidates: candidatesOf(p)}
	if e.Case != nil {
		one.Format, one.Name = "library", e.Case.Code
		if t, err := e.Case.Technique(); err == nil {
			one.Name = t.Name().In(c.Lang)
		}
		// In a library line, a filled cell that is not marked as given has a value of the player. But if the line marks
		// no filled cell as given, the puzzle has all values as givens.
		if givens := libraryPosition(e).Subject.givenGrid(); (givens != sudoku.Grid{}) && givens != p.Grid {
			one.Puzzle, one.Values = givens.String(), p.Grid.String()
		}
		return one
	}
	one.Format, one.Name, one.Notes = p.Kind.String(), p.Name, ignoredMarkNotes(&p, c.Lang)
	one.Unread = p.UnknownRules()
	for _, rule := range p.Rules() {
		one.Constraints = append(one.Constraints, wire.Constraint{ID: rule.ID, Name: rule.Name.In(c.Lang)})
	}
	extra := p.Extra
	if extra == nil {
		return one
	}
	one.Author, one.Rules = extra.Author, extra.Rules
	if extra.Solution != (sudoku.Grid{}) {
		one.Solution = extra.Solution.String()
	}
	if extra.Values != (sudoku.Grid{}) {
		one.Values = p.Position().String()
	}
	none := [sudoku.Cells]sudoku.Candidates{}
	if extra.Corner != none {
		one.Corner = digitsOf(&extra.Corner)
	}
	if extra.Centre != none {
		one.Centre = digitsOf(&extra.Centre)
	}
	if extra.Colours != ([sudoku.Cells]uint16{}) {
		var sets [sudoku.Cells]sudoku.Candidates // colour n becomes digit n, whose bit is n−1
		for c, set := range extra.Colours {
			sets[c] = sudoku.Candidates(set >> 1)
		}
		one.Colours = digitsOf(&sets)
	}
	return one
}

// ParseRequest asks for the puzzles in a text.
type ParseRequest struct {
	Text string `json:"text" doc:"Any number of puzzles in any format"`

	found wire.Parse
}

// MaxParsed limits the puzzles that the operation parse returns.
const MaxParsed = 1000

// prepare reads the puzzles of a text, or the positions of a library with their techniques. It reports syntax errors in
// the answer, because any pasted text may be sent.
func (q *ParseRequest) prepare(c *Call) error {
	q.found.Puzzles = []wire.Parsed{}
	for in := input.NewReader(strings.NewReader(q.Text), format.Options{}); ; {
		e, err := in.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			q.found.Refusal = &wire.Refusal{Message: message.TextOf(err, c.Lang), Line: 1, Column: 1}
			if syntax, ok := errors.AsType[*format.SyntaxError](err); ok {
				q.found.Refusal.Line, q.found.Refusal.Column = syntax.Line, syntax.Column
			}
			return nil
		case len(q.found.Puzzles) == MaxParsed:
			q.found.Truncated = true
			return nil
		}
		if classic, err := e.Puzzle.Classic(); err == nil {
			e.Puzzle = classic
		} else {
			if q.found.Other = len(q.found.Puzzles) == 0; !e.Puzzle.IsPlayed() { // without the player's digits, the entry is a puzzle and not a position
				q.found.Refusal = &wire.Refusal{Message: message.TextOf(err, c.Lang), Line: e.Puzzle.Line, Column: 1}
				return nil
			}
		}
		q.found.Puzzles = append(q.found.Puzzles, c.wireEntry(&e))
	}
}

func (q *ParseRequest) answer(context.Context, *Call) any {
	q.found.Other = q.found.Other && len(q.found.Puzzles) < 2
	return q.found
}

// VersionRequest asks for the program's version and limits. It has no fields.
type VersionRequest struct{}

func (*VersionRequest) prepare(*Call) error { return nil }
func (*VersionRequest) answer(_ context.Context, c *Call) any {
	l := c.Limits
	return wire.Version{Version: c.Version, Go: runtime.Version(), Kernels: kernel.Names(), Limits: wire.Limits{BodyBytes: l.Body, TimeoutMS: l.Time.Milliseconds(), Solutions: l.Solutions, Count: l.Count}}
}

// progressInterval is the minimum time between two progress events of one search.
const progressInterval = 50 * time.Millisecond

// reportTechniques returns a context for a search for steps. With it, the search sends an event for each technique that
// it tries. The event has only the technique's family, because its name would reveal the answer. If named is true, the
// event also has the name.
func (c *Call) reportTechniques(ctx context.Context, named bool) context.Context {
	if c.Event == nil {
		return ctx
	}
	start, last := time.Now(), time.Time{}
	return logic.WithProgress(ctx, func(p logic.Progress) {
		now := time.Now()
		if now.Sub(last) < progressInterval {
			return
		}
		last = now
		c.Event(wire.SeekingOf(p, named, now.Sub(start), c.Lang))
	})
}

// withDeadline returns ctx with a deadline after the time d. WebAssembly has only one thread, so no timer fires during
// a search. There the context reads the clock itself, at every clockedEvery-th call of Err.
func withDeadline(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, d)
	if runtime.GOOS == "js" {
		ctx = &clocked{Context: ctx, end: time.Now().Add(d)}
	}
	return ctx, cancel
}

const clockedEvery = 16

type clocked struct {
	context.Context
	end   time.Time
	count int
}

func (c *clocked) Err() error {
	c.count++
	if err := c.Context.Err(); err != nil || c.count%clockedEvery != 0 || time.Now().Before(c.end) {
		return err
	}
	return context.DeadlineExceeded
}
